"""Tournaments: made from a system, their options changed."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Attendance, Club, Directorship, Entry, Event, Expected, Player, Season, Tournament, User
from tournaments.names import slug_of
from tournaments.pairing.discovery import SYSTEMS, tie_breaks_of
from tournaments.pairing.protocols import KnockOutSystem, PairingSystem
from tournaments.pairing.teams.board_colours import BoardColours, Pattern
from tournaments.pairing.teams.rosters import MOST_BOARDS
from tournaments.pairing.types.options import OptionError, configured
from tournaments.permissions import administers_club
from tournaments.recording import Change, Stale, last_change_of, recording
from tournaments.selectors.categories import categories_to_json
from tournaments.selectors.snapshots import configured_system
from tournaments.services.calendar.attendance_settings import refuse_settings
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.automatic_entry import enter_everybody
from tournaments.services.setup.entries import write_entries, write_numbers
from tournaments.services.setup.seasons import NewSeason, write_season
from tournaments.services.setup.settings import checked_name, checked_season, refuse_no_count, refuse_rounds
from tournaments.services.setup.tournament_settings import TournamentSettings

_RESERVED_SLUGS = frozenset(
    {
        "staff",
        "actions",
        "club",
        "door",
        "events",
        "inbox",
        "live",
        "me",
        "members",
        "players",
        "seasons",
        "teams",
        "tournaments",
        "trash",
    }
)
"""What else stands in addresses where a tournament's slug stands."""

_NO_SETTINGS: Mapping[str, object] = MappingProxyType({})
_UNAMBIGUOUS = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is read as something else off a wall


def create_tournament(
    club: Club,
    *,
    season: Season | NewSeason,
    name: str,
    system: str,
    preset: str = "",
    options: Mapping[str, object],
    tie_breaks: Sequence[Mapping[str, object]] | None = None,
    planned_rounds: int | None = None,
    boards: int | None = None,
    settings: Mapping[str, object] = _NO_SETTINGS,
    players: Iterable[Player] = (),
    is_numbered: bool = False,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Tournament:
    """In an open season of the club, or in one that is opened with it. Whoever makes it directs it.

    `settings` of who comes, by their names; the others are as usual.
    `players` are entered at once, and get their start numbers where it `is_numbered`. `boards`: of a match, where teams
    play.
    """
    with recording(club, actor=actor, verb="tournament.create", receipt=receipt, public=[club]) as change:
        if isinstance(season, NewSeason):
            season = write_season(change, club, name=season.name, starts_on=season.starts_on, ends_on=season.ends_on)
        played = TournamentSettings(
            system=system,
            preset=preset,
            options=options,
            tie_breaks=tie_breaks,
            planned_rounds=planned_rounds,
            boards=boards,
            attendance=settings,
        )
        made = write_tournament(change, club, season, name, played, seed=secrets.token_hex(32), director=actor)
        refuse_no_count(configured_system(made).capabilities().rounds, planned_rounds)
        write_entries(change, made, players)
        enter_everybody(change, made)
        if is_numbered:
            write_numbers(change, made)
    return made


def write_tournament(
    change: Change,
    club: Club,
    season: Season,
    name: str,
    played: TournamentSettings,
    *,
    event: Event | None = None,
    group: int | None = None,
    seed: str,
    director: User | None,
) -> Tournament:
    """The row of a tournament in an open season of the club, and its director's right to it. Inside a recording."""
    season = checked_season(club, season)
    name = checked_name(name)
    refuse_rounds(played.planned_rounds)
    _refuse_bad_options(played.system, played.preset, played.options, played.tie_breaks)
    _refuse_boards(played)
    short_code = "".join(secrets.choice(_UNAMBIGUOUS) for _place in range(8))
    system = configured(SYSTEMS[played.system], dict(played.options), preset=played.preset or None)
    kinds = {own.code for own in system.capabilities().absences.own_kinds}
    refuse_settings(played.attendance, kinds, boards=played.boards)
    expected = Expected.EVERYBODY if system.capabilities().expects_everybody else Expected.WHO_SAYS
    tournament = change.create(
        Tournament(
            club=club,
            season=season,
            event=event,
            group=group,
            name=name,
            slug=_free_slug(club, name, short_code),
            short_code=short_code,
            system=played.system,
            preset=played.preset,
            options=dict(played.options),
            tie_breaks=_as_saved(played.tie_breaks),
            planned_rounds=played.planned_rounds,
            boards=played.boards,
            rounds_an_evening=played.rounds_an_evening,
            guests_take_places=played.guests_take_places,
            categories=categories_to_json(played.categories),
            decimals_shown=played.decimals_shown,
            seed=seed,
            **{"expected": expected, "board_colours": _board_colours(system, played), **played.attendance},
        )
    )
    if director is not None and not administers_club(director, club):
        change.create(Directorship(tournament=tournament, user=director))
    change.facts.update({"tournament": tournament.pk, "name": name})
    return tournament


def _board_colours(system: PairingSystem, played: TournamentSettings) -> Pattern:
    """In cups of teams the outer boards have the same colour (rulebook, teams, B5)."""
    is_cup = played.boards is not None and isinstance(system, KnockOutSystem)
    return BoardColours.ENDS if is_cup else BoardColours.ALTERNATE


def _refuse_boards(played: TournamentSettings) -> None:
    info = SYSTEMS[played.system].info
    if played.boards is None:
        return
    if info.of_teams is None:
        raise Refused(_("{system} is not played by teams.").format(system=_(info.name)))
    if not 1 <= played.boards <= MOST_BOARDS:
        raise Refused(_("A match has from 1 to {most} boards.").format(most=MOST_BOARDS))


def version_of(tournament: Tournament) -> str:
    """What a form about this tournament's options and tie-breaks was made for."""
    return fingerprint([tournament.options, tournament.tie_breaks])


def change_options(
    tournament: Tournament,
    *,
    options: Mapping[str, object],
    tie_breaks: Sequence[Mapping[str, object]] | None,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Tournament:
    """Standings follow at once, published pairings stay; what was in force before stands in the record.

    `tie_breaks` in order, None for the system's own. `seen` is the version_of(tournament) that the form was made for.
    """
    tie_breaks = _as_saved(tie_breaks)
    entering = [tournament.club] if _enters_everybody(tournament, options) else []
    with recording(
        tournament, actor=actor, verb="tournament.change_options", receipt=receipt, public=[*entering, tournament]
    ) as change:
        changed = {
            code for code in {*options, *tournament.options} if options.get(code) != tournament.options.get(code)
        }
        are_others = tie_breaks != tournament.tie_breaks
        if not changed and not are_others:
            return tournament
        if version_of(tournament) != seen:
            raise Stale(last_change_of(tournament, tournament=tournament, fields={"options", "tie_breaks"}))
        refuse_when_closed(tournament)
        _refuse_bad_options(tournament.system, tournament.preset, options, tie_breaks)
        _refuse_kinds_in_use(tournament, options)
        change.facts["options"] = sorted(changed)
        if are_others:
            change.facts["what"] = "options_and_tie_breaks" if changed else "tie_breaks"
        change.update(tournament, options=dict(options), tie_breaks=tie_breaks)
        if entering and (entered := enter_everybody(change, tournament)):
            change.facts |= {"what": "entered", "players": [each.who for each in entered]}
        return tournament


def _refuse_kinds_in_use(tournament: Tournament, options: Mapping[str, object]) -> None:
    """A club's own kind of absence stays while somebody is marked so."""
    system = configured(SYSTEMS[tournament.system], options, preset=tournament.preset or None)
    kept = {own.code for own in system.capabilities().absences.own_kinds}
    for own in configured_system(tournament).capabilities().absences.own_kinds:
        if own.code in kept:
            continue
        rows = Attendance.objects.filter(round__tournament=tournament, kind=own.code)
        if count := rows.values("round").distinct().count():
            raise Refused(
                ngettext(
                    "“{name}” is used in {count} round: rename it, or first mark these players as something else.",
                    "“{name}” is used in {count} rounds: rename it, or first mark these players as something else.",
                    count,
                ).format(name=own.name, count=count)
            )
        if Entry.objects.filter(tournament=tournament, absence_kind=own.code).exists():
            raise Refused(_("Absences of some players count as “{name}”: change that first.").format(name=own.name))
        if tournament.late_counts_as == own.code:
            raise Refused(_("Absences reported too late count as “{name}”: change that first.").format(name=own.name))


def _enters_everybody(tournament: Tournament, options: Mapping[str, object]) -> bool:
    """By these options and not by those before. Members are not teams."""
    if tournament.boards is not None:
        return False
    try:
        system = configured(SYSTEMS[tournament.system], options, preset=tournament.preset or None)
    except OptionError:
        return False  # it is refused, and said where it is written
    return system.capabilities().enters_everybody and not configured_system(tournament).capabilities().enters_everybody


def _as_saved(tie_breaks: Sequence[Mapping[str, object]] | None) -> list[dict[str, object]] | None:
    return None if tie_breaks is None else [dict(saved) for saved in tie_breaks]


def _refuse_bad_options(
    system: str, preset: str, options: Mapping[str, object], tie_breaks: Sequence[Mapping[str, object]] | None
) -> None:
    if system not in SYSTEMS:
        raise Refused(_("There is no such pairing system."))
    try:
        tie_breaks_of(configured(SYSTEMS[system], options, preset=preset or None), tie_breaks)
    except OptionError as error:
        raise Refused(_(error.message).format(**error.facts)) from error


def _free_slug(club: Club, name: str, short_code: str) -> str:
    """From the name, with a number where another tournament of the club has it already."""
    wanted = slug_of(name)
    if not wanted or wanted in _RESERVED_SLUGS:
        wanted = f"{wanted}-{short_code}".strip("-")
    taken = set(Tournament.objects.filter(club=club, slug__startswith=wanted).values_list("slug", flat=True))
    slug, number = wanted, 1
    while slug in taken:
        number += 1
        slug = f"{wanted}-{number}"
    return slug
