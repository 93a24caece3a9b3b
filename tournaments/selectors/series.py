"""A club's series as the core sees it: which of its tournaments are over, how they ended, who took part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from threading import Lock
from typing import Any

from django.db import connection

from tournaments.models import PUBLIC_STATES, Entry, Game, Player, PlayerContact, RoundState, Season, Series, Tournament
from tournaments.models.player import Sex
from tournaments.pairing.series.categories import Category, CategoryKind, FixedAt
from tournaments.pairing.series.options import SeriesOptions
from tournaments.pairing.series.table import SeriesReckoning as Reckoned
from tournaments.pairing.series.types import Bonus, EventResults, Line, SeriesGame, SeriesInput, SeriesPerson
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.snapshot import ByeKind, PlayerId, Result, TournamentSnapshot
from tournaments.pairing.types.table import Row, Table
from tournaments.selectors.snapshots import configured_system, is_played_out, ranked, snapshot_of

_KEPT = 500
_MOST_RECKONED = 8
_reckoned: list[Reckoned] = []
_lock = Lock()
# not all: games that were played and are over
_SCORES = {Result.WHITE_WINS: Fraction(1), Result.DRAW: Fraction(1, 2), Result.BLACK_WINS: Fraction(0)}
_WON_BY_FORFEIT = {Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT}


@dataclass(frozen=True, kw_only=True, slots=True)
class NamedCategory:
    name: str
    category: Category


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubSeries:
    """`tournaments` in the order of the events, `reckoned.given.events` being the same; people are keys of players."""

    tournaments: tuple[Tournament, ...]
    reckoned: Reckoned
    categories: tuple[NamedCategory, ...]


def options_of(series: Series) -> SeriesOptions:
    """Raises OptionError where what is saved is no longer an option."""
    return configured(SeriesOptions, series.options, preset=series.preset or None)


def categories_of(series: Series) -> tuple[NamedCategory, ...]:
    return tuple(category_from_json(each) for each in series.categories)


def category_from_json(saved: Mapping[str, Any]) -> NamedCategory:
    return NamedCategory(
        name=saved["name"],
        category=Category(
            kind=CategoryKind(saved["kind"]),
            low=saved.get("low"),
            high=saved.get("high"),
            at=FixedAt(saved.get("at", FixedAt.FIRST)),
            own_places=saved.get("own_places", False),
            prizes=saved.get("prizes", 1),
            people=frozenset(saved.get("people", ())),
        ),
    )


def category_to_json(named: NamedCategory) -> dict[str, object]:
    category = named.category
    return {
        "name": named.name,
        "kind": category.kind.value,
        "low": category.low,
        "high": category.high,
        "at": category.at.value,
        "own_places": category.own_places,
        "prizes": category.prizes,
        "people": sorted(category.people),
    }


def read_series(series: Series) -> ClubSeries:
    """As it stands now. What is in the trash, or was never played before its season was closed, is passed over."""
    rows = series.events.filter(tournament__trashed_at=None).order_by("position", "pk")
    found = [(row, row.tournament) for row in rows.select_related("tournament__season", "tournament__club")]
    events = {tournament.pk: event_of(tournament) for _row, tournament in found}
    kept = [(row, each) for row, each in found if events[each.pk].is_over or each.season.is_open]
    categories = categories_of(series)
    given = SeriesInput(
        events=tuple(_weighted(events[each.pk], Fraction(row.weight)) for row, each in kept),
        people=players_of(series.season, [line for _row, each in kept for line in events[each.pk].lines], categories),
        bonuses=tuple(
            Bonus(person=player, amount=Fraction(amount))
            for player, amount in series.bonuses.order_by("pk").values_list("player", "amount")
        ),
        year=series.season.starts_on.year,
        play_off=tuple(series.play_off),
    )
    return ClubSeries(
        tournaments=tuple(each for _row, each in kept),
        reckoned=_reckoned_of(given, options_of(series)),
        categories=categories,
    )


def _reckoned_of(given: SeriesInput, options: SeriesOptions) -> Reckoned:
    """Those asked for last are kept with their tables and the race: one page shows what another one reckoned.

    Found by comparing what goes in, so nothing that changes can be overlooked; the events are the same objects as long
    as their tournaments stay as they are, and those are equal at once.
    """
    with _lock:
        found = next((each for each in _reckoned if each.given == given and each.options == options), None)
        if found is None:
            found = Reckoned(given, options)
        else:
            _reckoned.remove(found)
        _reckoned.insert(0, found)
        del _reckoned[_MOST_RECKONED:]
    return found


def forget_all() -> None:
    """For another database in the same process: keys and revisions begin anew there."""
    _event_at.cache_clear()
    with _lock:
        _reckoned.clear()


def event_of(tournament: Tournament) -> EventResults:
    """The tournament as just read. Inside a transaction nothing is kept: its revision may be rolled back."""
    if connection.in_atomic_block:
        return _read_event(tournament)
    return _event_at(tournament.pk, tournament.seed, tournament.revision, tournament.season.is_open)


@lru_cache(maxsize=_KEPT)
def _event_at(key: int, seed: str, revision: int, is_open: bool) -> EventResults:
    return _read_event(Tournament.objects.select_related("season", "club").get(pk=key))


def _weighted(event: EventResults, weight: Fraction) -> EventResults:
    if weight == 1:
        return event
    return EventResults(
        key=event.key,
        is_over=event.is_over,
        lines=event.lines,
        games=event.games,
        weight=weight,
        possible=event.possible,
    )


def _read_event(tournament: Tournament) -> EventResults:
    win = configured_system(tournament).capabilities().scoring.win
    if not is_over(tournament):
        planned = tournament.planned_rounds
        return EventResults(key=tournament.pk, is_over=False, possible=None if planned is None else planned * win)
    snapshot = snapshot_of(tournament)
    entries = {each.number: each for each in tournament.entries.all() if each.number is not None}
    return EventResults(
        key=tournament.pk,
        lines=tuple(line for _row, line in results_of(tournament, snapshot, ranked(tournament, snapshot), entries)),
        games=tuple(_met(snapshot, {number: each.person_id for number, each in entries.items()})),
        possible=len(snapshot.rounds) * win,
    )


def results_of(
    tournament: Tournament, snapshot: TournamentSnapshot, table: Table, entries: Mapping[PlayerId, Entry]
) -> list[tuple[Row, Line]]:
    """Each row of the tournament's table with what a series may know of it; `entries` by number."""
    games = _games_of(snapshot)
    by_table = next(each for each in table.columns if each.code == table.ranked_by).lower_is_better
    found = []
    for row in table.rows:
        if (entry := entries.get(row.player)) is None:
            continue
        value = row.cells[table.ranked_by].value
        points = Fraction(value) if isinstance(value, Fraction | int) and not by_table else Fraction(0)
        found.append((row, line_of(tournament, entry, points, row.rank, games[row.player], by_table=by_table)))
    return found


def is_over(tournament: Tournament) -> bool:
    """No round will follow, and the last one is finished or has all its results."""
    rounds = list(tournament.rounds.order_by("number"))
    if not rounds or any(each.state not in PUBLIC_STATES for each in rounds):
        return False
    if tournament.season.is_open and not is_played_out(tournament, after=rounds[-1].number):
        return False
    is_finished = rounds[-1].state == RoundState.FINISHED
    return is_finished or not Game.objects.filter(round__tournament=tournament, result=Result.OPEN.value).exists()


def line_of(
    tournament: Tournament,
    entry: Entry,
    points: Fraction = Fraction(0),
    place: int = 0,
    games: int = 0,
    *,
    by_table: bool = False,
) -> Line:
    """Who it is, and how they have ended where that is said."""
    return Line(
        person=entry.person_id,
        points=max(points, Fraction(0)),
        place=place,
        games=games,
        rating=entry.rating,
        group=tournament.group,
        is_guest=entry.is_guest,
        by_table=by_table,
    )


def _games_of(snapshot: TournamentSnapshot) -> Counter[PlayerId]:
    """Games, byes of the odd number and forfeit wins."""
    found: Counter[PlayerId] = Counter()
    for played in snapshot.rounds:
        for game in played.games:
            if game.result in _SCORES:
                found[game.white] += 1
                found[game.black] += 1
            elif game.result in _WON_BY_FORFEIT:
                found[game.white if game.result is Result.WHITE_WINS_BY_FORFEIT else game.black] += 1
        for bye in played.byes:
            found[bye.player] += bye.kind is ByeKind.PAIRING
    return found


def _met(snapshot: TournamentSnapshot, people: Mapping[PlayerId, int]) -> Iterable[SeriesGame]:
    for played in snapshot.rounds:
        for game in played.games:
            if game.result in _SCORES and game.white in people and game.black in people:
                yield SeriesGame(white=people[game.white], black=people[game.black], score=_SCORES[game.result])


def players_of(season: Season, lines: Sequence[Line], categories: Sequence[NamedCategory]) -> tuple[SeriesPerson, ...]:
    """What categories ask for is read only where there is one that does."""
    keys = {line.person for line in lines}
    members = {line.person for line in lines if not line.is_guest}
    kinds = {each.category.kind for each in categories}
    contacts = {}
    if kinds & {CategoryKind.AGE, CategoryKind.WOMEN}:
        contacts = {each.player_id: each for each in PlayerContact.objects.filter(player__in=keys)}
    earlier = Entry.objects.filter(
        player__in=keys, tournament__trashed_at=None, tournament__season__starts_on__lt=season.starts_on
    )
    veterans = set(earlier.values_list("player", flat=True)) if CategoryKind.NEWCOMER in kinds else set()
    at_start: dict[int, int | None] = {}
    if any(each.category.at is FixedAt.START for each in categories):
        in_turn = earlier.order_by("tournament__season__starts_on", "pk").values_list("player", "rating")
        at_start = dict(Player.objects.filter(pk__in=keys).values_list("pk", "rating")) | dict(in_turn)
    active = dict(Player.objects.filter(pk__in=keys).values_list("pk", "is_active"))
    return tuple(
        SeriesPerson(
            key=key,
            is_member=key in members,
            is_active=active.get(key, False),
            rating=at_start.get(key),
            birth_year=contacts[key].born_in if key in contacts else None,
            is_woman=key in contacts and contacts[key].sex == Sex.FEMALE,
            is_newcomer=CategoryKind.NEWCOMER in kinds and key not in veterans,
        )
        for key in sorted(keys)
    )
