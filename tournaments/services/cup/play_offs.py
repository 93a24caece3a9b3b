"""The play-off for a shared first place: a small tournament of its own, made from the one that it is played for."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.models import Directorship, Entry, Tournament, User
from tournaments.recording import Change, Stale, last_change_of, recording
from tournaments.selectors.play_offs import TiedForFirst, tied_for_first
from tournaments.selectors.snapshots import configured_system, outcome_of
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.setup.entries import write_numbers
from tournaments.services.setup.next_season import directors_still_here
from tournaments.services.setup.settings import checked_name, is_name_taken
from tournaments.services.setup.tournament_settings import TournamentSettings
from tournaments.services.setup.tournaments import write_tournament

MATCH, GROUP = "cup", "all_play_all"
"""What two play, and more of them."""
MOST_GAMES = 2
"""Of a match."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayOffMatch:
    """Of two: how many games, and by which preset of the cup a level match is decided."""

    games: int = 1
    preset: str = "usual"


def usual_name(tournament: Tournament) -> str:
    """Free in its season."""
    name, number = _("{tournament}: play-off").format(tournament=tournament.name), 1
    while is_name_taken(tournament.season, name):
        number += 1
        name = _("{tournament}: play-off {number}").format(tournament=tournament.name, number=number)
    return name


def make_play_off(
    tournament: Tournament,
    *,
    name: str,
    match: PlayOffMatch | None = None,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Tournament:
    """Of those who are level, with the ratings that they play with: a match of two, an all-play-all of more.

    Whoever directs the tournament directs it too. `seen` is the state of the Level that the form was made for.
    """
    club = tournament.club
    with recording(club, actor=actor, verb="tournament.play_off", receipt=receipt, public=[club, tournament]) as change:
        tournament = Tournament.objects.select_related("club", "season").get(pk=tournament.pk)
        if tournament.trashed_at is not None:
            raise Stale
        refuse_when_closed(tournament)
        level = tied_for_first(tournament)
        if level is None:
            raise Refused(_("Nobody has to play off for the first place."))
        if level.under_way is not None:
            raise _is_under_way(level.under_way)
        if level.state != seen:
            raise Stale(last_change_of(tournament, tournament=tournament))
        made = _write(change, tournament, level, name, match or PlayOffMatch(), actor)
        change.facts = {
            "tournament": made.pk,
            "name": made.name,
            "players": [entry.player_id for entry in level.entries],
        }
    return made


def _write(
    change: Change, tournament: Tournament, level: TiedForFirst, name: str, match: PlayOffMatch, actor: User | None
) -> Tournament:
    name = checked_name(name)
    if is_name_taken(tournament.season, name):
        raise Refused(
            _("The season {season} has a tournament “{name}” already.").format(season=tournament.season.name, name=name)
        )
    if not 1 <= match.games <= MOST_GAMES:
        raise Refused(_("A play-off between two is one game or two."))
    played = replace(
        TournamentSettings.of(tournament),
        system=MATCH if level.is_match else GROUP,
        preset=match.preset if level.is_match else "",
        options=_of_a_match(match) if level.is_match else _of_a_group(tournament),
        categories=(),
        tie_breaks=None if level.is_match else [],  # level in points, they play again
        planned_rounds=1 if level.is_match else None,  # so that nobody is asked for a round behind it
        rounds_an_evening=1,
    )
    made = write_tournament(
        change, tournament.club, tournament.season, name, played, seed=secrets.token_hex(32), director=actor
    )
    change.update(
        made,
        play_off_of=tournament,
        rated_as=tournament.rated_as,
        rating_from=tournament.rating_from,
        starts_at=tournament.starts_at,
    )
    _write_directors(change, made, directors_still_here(tournament, tournament.club))
    change.create_many(
        [
            Entry(
                tournament=made,
                player=entry.player,
                rating=entry.rating,
                home_club=entry.home_club,
                is_guest=entry.is_guest,
            )
            for entry in level.entries
        ]
    )
    write_numbers(change, made)
    return made


def _of_a_match(match: PlayOffMatch) -> Mapping[str, object]:
    """Who has White first is drawn."""
    return {"draw": "bracket_lot", "colours": "lot", "games": match.games, "final_games": match.games}


def _of_a_group(tournament: Tournament) -> Mapping[str, object]:
    """By new lots, each against each once, for the points of the tournament; whoever leaves loses the rest."""
    scoring = configured_system(tournament).capabilities().scoring
    points = {"win": str(scoring.win), "draw": str(scoring.draw), "loss": str(scoring.loss)}
    return {"numbering": "lot", "cycles": 1, "withdrawal": "keep", **points}


def _write_directors(change: Change, made: Tournament, users: Iterable[int]) -> None:
    there = set(Directorship.objects.filter(tournament=made).values_list("user", flat=True))
    change.create_many([Directorship(tournament=made, user_id=user) for user in users if user not in there])


def refuse_parted(tournament: Tournament) -> None:
    """After a tournament was moved into the trash or out of it: none is there without the one it is played for."""
    if tournament.trashed_at is not None:
        left = tournament.play_offs.filter(trashed_at=None).order_by("pk").first()
        if left is not None:
            raise Refused(_("{play_off} is its play-off: put that into the trash first.").format(play_off=left.name))
    elif (first := tournament.play_off_of) is not None and first.trashed_at is not None:
        raise Refused(
            _("It is the play-off of {tournament}, which is in the trash: put that back first.").format(
                tournament=first.name
            )
        )


def refuse_two_at_once(keys: Iterable[int]) -> None:
    """Of play-offs that are back, by an undo or out of the trash: another one was made for the same players since."""
    for back in Tournament.objects.filter(pk__in=list(keys), play_off_of__isnull=False, trashed_at=None):
        players = set(back.entries.values_list("player", flat=True))
        others = back.play_off_of.play_offs.filter(trashed_at=None) if back.play_off_of else Tournament.objects.none()
        for other in others.exclude(pk=back.pk):
            if set(other.entries.values_list("player", flat=True)) == players and outcome_of(other, {}) is None:
                raise _is_under_way(other)


def _is_under_way(play_off: Tournament) -> Refused:
    return Refused(_("They play off already: {play_off}.").format(play_off=play_off.name))
