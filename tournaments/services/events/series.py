"""Series: set up, changed, given bonus points, played off, published and deleted."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Club, Player, Season, Series, SeriesBonus, SeriesEvent, Tournament, User
from tournaments.names import clean_name
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.series.options import SeriesOptions
from tournaments.pairing.types.options import OptionError, configured, fields_of
from tournaments.recording import Change, Scope, Stale, last_change_in_club, recording, refresh
from tournaments.selectors.display_names import display_name_of
from tournaments.selectors.series import NamedCategory, category_to_json, read_series
from tournaments.selectors.snapshots import configured_system
from tournaments.services.common.closed_seasons import refuse_closed
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused
from tournaments.services.setup.entries import write_entries
from tournaments.services.setup.settings import LONGEST_NAME, checked_season, refuse_no_count
from tournaments.services.setup.tournament_settings import TournamentSettings
from tournaments.services.setup.tournaments import write_tournament

MOST_EVENTS = 60
MOST_CATEGORIES = 12
MOST_POINTS = 10_000


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesScheme:
    """What a series is made of. `events` in their order, each with how many times it counts."""

    name: str
    preset: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    events: Sequence[tuple[Tournament, Fraction]] = ()
    categories: Sequence[NamedCategory] = ()


def version_of(series: Series) -> str:
    """What a form about this series was made for."""
    events = list(series.events.order_by("position").values_list("tournament", "weight"))
    return fingerprint([series.name, series.preset, series.options, series.categories, events])


def make_series(
    club: Club, *, season: Season, plan: SeriesScheme, actor: User | None, receipt: uuid.UUID | None = None
) -> Series:
    with recording(
        club, actor=actor, verb="series.make", receipt=receipt, public=[club, *_tournaments(plan)]
    ) as change:
        season = checked_season(club, season)
        refuse_closed(season)
        values = _checked(club, season, plan)
        series = change.create(Series(club=club, season=season, **values))
        _write_events(change, series, plan)
        change.facts.update({"series": series.pk, "name": series.name})
    return series


def edit_series(
    series: Series, plan: SeriesScheme, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None
) -> Series:
    """`seen` is the version_of(series) that the form was made for. A published table stays beside the new one."""
    club = series.club
    with recording(club, actor=actor, verb="series.edit", receipt=receipt, public=_shown_with(series, plan)) as change:
        refresh(series)
        refuse_closed(series.season)
        if version_of(series) != seen:
            raise Stale(last_change_in_club(series, club=club))
        change.update(series, **_checked(club, series.season, plan, itself=series))
        _write_events(change, series, plan)
        change.facts.update({"series": series.pk, "name": series.name})
    return series


def delete_series(series: Series, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """Its tournaments stay as they are. Undoing brings all of it back."""
    club = series.club
    with recording(club, actor=actor, verb="series.delete", receipt=receipt, public=_shown_with(series)) as change:
        found = Series.objects.filter(pk=series.pk).select_related("season").first()
        if found is None:
            return
        refuse_closed(found.season)
        change.facts.update({"series": found.pk, "name": found.name})
        change.delete_many(found.bonuses.all())
        change.delete_many(found.events.all())
        change.delete(found)


def give_bonus(
    series: Series,
    player: Player,
    *,
    amount: Fraction,
    reason: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> SeriesBonus:
    """Points added to the total, or taken off it where the amount is negative."""
    club = series.club
    with recording(club, actor=actor, verb="series.bonus", receipt=receipt, public=[club]) as change:
        refresh(series)
        refuse_closed(series.season)
        if player.club_id != club.pk:
            raise Refused(_("That player is not of this club."))
        reason = clean_name(reason)
        if not reason or len(reason) > 200:
            raise Refused(_("Say in at most 200 characters what the points are for."))
        if not amount or abs(amount) > MOST_POINTS or amount.denominator > 1_000:
            raise Refused(_("Bonus points are a number such as 3, 1/2 or −1."))
        bonus = change.create(SeriesBonus(series=series, player=player, amount=str(amount), reason=reason))
        change.facts.update({"series": series.pk, "name": series.name, "player": player.pk, "amount": str(amount)})
    return bonus


def take_bonus(series: Series, bonus: int, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    club = series.club
    with recording(club, actor=actor, verb="series.take_bonus", receipt=receipt, public=[club]) as change:
        refresh(series)
        refuse_closed(series.season)
        found = series.bonuses.filter(pk=bonus).first()
        if found is None:
            return
        change.facts.update({"series": series.pk, "name": series.name, "player": found.player_id})
        change.delete(found)


def decide_play_off(
    series: Series, winner: Player | None, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None
) -> None:
    """Of those who share the first place; the others stay level behind. None: not decided yet.

    `seen` is the key of the winner that was on the screen, empty where there was none.
    """
    club = series.club
    with recording(club, actor=actor, verb="series.play_off", receipt=receipt, public=[club]) as change:
        refresh(series)
        if (str(series.play_off[0]) if series.play_off else "") != seen:
            raise Stale(last_change_in_club(series, club=club))
        order: list[int] = []
        if winner is not None:
            level = who_share_first(series)
            if winner.pk not in level:
                raise Refused(
                    _("{player} does not share the first place, so there is no play-off to win.").format(
                        player=display_name_of(winner)
                    )
                )
            order = [winner.pk, *(person for person in level if person != winner.pk)]
        change.update(series, play_off=order)
        change.facts.update({"series": series.pk, "name": series.name})


def who_share_first(series: Series) -> tuple[int, ...]:
    """Keys of the players who are level for the first place before any play-off, where there is to be one."""
    read = read_series(series)
    if not read.reckoned.options.play_off or not read.reckoned.is_over:
        return ()
    shared = read.reckoned.level_for_first()
    return shared if len(shared) > 1 else ()


def publish_table(series: Series, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """Keeps the table as the final one: whatever is corrected later, it stays beside the one reckoned anew."""
    club = series.club
    with recording(club, actor=actor, verb="series.publish", receipt=receipt, public=[club]) as change:
        refresh(series)
        read = read_series(series)
        if not read.reckoned.is_over:
            raise Refused(_("Not all events are over: the table is not final yet."))
        change.update(series, published={"at": timezone.now().isoformat(), "rows": published_rows(series)})
        change.facts.update({"series": series.pk, "name": series.name})


def published_rows(series: Series) -> list[dict[str, object]]:
    """Of the table as it stands now, as they are kept."""
    return [
        {"player": row.person, "place": row.place, "total": str(row.total)}
        for row in read_series(series).reckoned.table().rows
    ]


def advance(
    series: Series,
    *,
    count: int,
    name: str,
    system: str,
    planned_rounds: int | None = None,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Tournament:
    """A final: the first `count` of the table become the entrants of a tournament, each with the place as number. All
    who share the last of these places play.

    It stands in the season of the series, or where that is closed in the one that is open. Whoever makes it directs it.
    """
    club = series.club
    with recording(club, actor=actor, verb="series.advance", receipt=receipt, public=[club]) as change:
        refresh(series)
        read = read_series(series)
        if not read.reckoned.is_over:
            raise Refused(_("Not all events are over: who plays the final is not settled yet."))
        first = read.reckoned.table().first(count)
        if len(first) < 2:
            raise Refused(_("A final needs at least two players with a place in the table."))
        open_seasons = club.seasons.filter(is_open=True).order_by("-starts_on")
        season = series.season if series.season.is_open else open_seasons.first()
        if season is None:
            raise Refused(_("No season is open for the final: open the next one first."))
        played = TournamentSettings(system=system, options=_in_the_order_given(system), planned_rounds=planned_rounds)
        made = write_tournament(change, club, season, name, played, seed=secrets.token_hex(32), director=actor)
        refuse_no_count(configured_system(made).capabilities().rounds, planned_rounds)
        people = club.players.in_bulk(first)
        entries = write_entries(change, made, [people[key] for key in first if key in people])
        change.update_many([(entry, {"number": place}) for place, entry in enumerate(entries, 1)])
        change.facts.update({"series": series.pk, "name": made.name, "count": len(entries), "tournament": made.pk})
    return made


_ORDERS = {"numbering": ("given", "entered"), "starting_list": ("number",), "draw": ("bracket",)}
"""Options by which systems begin with the numbers as they are: the first that a system knows."""


def _in_the_order_given(system: str) -> dict[str, object]:
    choices = {option.code: option.choices for option in fields_of(SYSTEMS[system])} if system in SYSTEMS else {}
    found = {code: [each for each in wanted if each in choices.get(code, ())] for code, wanted in _ORDERS.items()}
    return {code: known[0] for code, known in found.items() if known}


def _tournaments(plan: SeriesScheme) -> list[Tournament]:
    """Their pages lead to the series."""
    return [tournament for tournament, _weight in plan.events]


def _shown_with(series: Series, plan: SeriesScheme | None = None) -> Iterator[Scope]:
    """Those of before and those of then. Asked under the club's lock."""
    yield series.club
    named = {each.pk: each for each in Tournament.objects.filter(series_events__series=series)}
    named |= {each.pk: each for each in _tournaments(plan)} if plan else {}
    yield from named.values()


def _checked(club: Club, season: Season, plan: SeriesScheme, *, itself: Series | None = None) -> dict[str, object]:
    """The columns of the row. Raises Refused."""
    name = clean_name(plan.name)
    if not name:
        raise Refused(_("A series needs a name."))
    if len(name) > LONGEST_NAME:
        raise Refused(_("A name has at most {most} characters.").format(most=LONGEST_NAME))
    others = season.series.exclude(pk=itself.pk) if itself else season.series.all()
    if others.filter(name__iexact=name).exists():
        raise Refused(_("The season {season} has a series “{name}” already.").format(season=season.name, name=name))
    try:
        configured(SeriesOptions, plan.options, preset=plan.preset or None)
    except OptionError as error:
        raise Refused(_("These options do not go together.")) from error
    keys = [tournament.pk for tournament, _weight in plan.events]
    if len(keys) > MOST_EVENTS or len(plan.categories) > MOST_CATEGORIES:
        raise Refused(
            _("A series has at most {events} events and {categories} categories.").format(
                events=MOST_EVENTS, categories=MOST_CATEGORIES
            )
        )
    if len(set(keys)) < len(keys):
        raise Refused(_("A tournament is in this series twice."))
    there = set(itself.events.values_list("tournament", flat=True)) if itself else set()
    own = set(Tournament.objects.filter(club=club, season=season, pk__in=keys).values_list("pk", flat=True))
    if not set(keys) <= own | there:
        raise Refused(_("A series is made of tournaments of its season."))
    names = [each.name.casefold() for each in plan.categories]
    if len(set(names)) < len(names):
        raise Refused(_("Two categories have the same name."))
    return {
        "name": name,
        "preset": plan.preset,
        "options": dict(plan.options),
        "categories": [category_to_json(each) for each in plan.categories],
    }


def _write_events(change: Change, series: Series, plan: SeriesScheme) -> None:
    """Only what differs is written."""
    there = {row.tournament_id: row for row in series.events.all()}
    wanted = {tournament.pk: (at, str(weight)) for at, (tournament, weight) in enumerate(plan.events, 1)}
    change.delete_many([row for key, row in there.items() if key not in wanted])
    change.update_many(
        [
            (there[key], {"position": position, "weight": weight})
            for key, (position, weight) in wanted.items()
            if key in there
        ]
    )
    change.create_many(
        [
            SeriesEvent(series=series, tournament_id=key, position=position, weight=weight)
            for key, (position, weight) in wanted.items()
            if key not in there
        ]
    )
