"""Fixtures taken over in bulk: which are new, which have moved, which are as they were. None is ever deleted.

A second import finds again what the first one made, so that answers, line-ups and results stay where they are.
"""

from __future__ import annotations

import datetime
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.exchange.fixtures.listed_fixture import FixtureStep, ListedFixture
from tournaments.models import Fixture, FixturePlace, League, OutsideTeam, Season, User
from tournaments.names import folded_name
from tournaments.recording import Stale, recording
from tournaments.selectors.display_names import display_names_in_club
from tournaments.selectors.evenings import evening_days
from tournaments.selectors.outside_teams import duty_days, match_title
from tournaments.services.calendar.line_up_duties import follow_line_up, shown_with_all
from tournaments.services.common.closed_seasons import refuse_closed
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.players.notifications import tell_of_line_up, tell_of_moved_match
from tournaments.services.teams.fixture_teams import (
    Answers,
    OurSide,
    TeamNames,
    TeamQuestion,
    our_sides,
    questions_about,
)
from tournaments.services.teams.fixtures import MOST_FIXTURES


@dataclass(frozen=True, kw_only=True, slots=True)
class PlannedFixture:
    """`fixture`: the one that is here already; `values`: what it gets, or a new one."""

    listed: ListedFixture
    step: FixtureStep
    team: OutsideTeam | None = None
    fixture: Fixture | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class FixturesPreview:
    rows: tuple[PlannedFixture, ...]
    questions: tuple[TeamQuestion, ...]
    """Names of teams that nothing but an answer tells, those included that are answered."""
    teams: tuple[OutsideTeam, ...]
    """Of the league."""
    notes: tuple[str, ...]
    fingerprint: str
    """What was decided about which fixture: another one on confirming means that they changed in between."""
    renumbered: Mapping[int, int] = field(default_factory=dict)
    """By the fixture's key its other round, in an order in which no two have the same."""

    def of_step(self, step: FixtureStep) -> list[PlannedFixture]:
        return [row for row in self.rows if row.step is step]


@dataclass(frozen=True, kw_only=True, slots=True)
class MovedFixture:
    """The fixture as it is now, and when it would have been."""

    fixture: Fixture
    old_date: datetime.date
    old_starts_at: datetime.time | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportedFixtures:
    """What has become of the rows: for whoever tells people of it."""

    new: tuple[Fixture, ...] = ()
    moved: tuple[MovedFixture, ...] = ()
    changed: tuple[Fixture, ...] = ()
    unchanged: tuple[Fixture, ...] = ()


def preview_import(
    league: League, listed: Sequence[ListedFixture], *, answers: Answers | None = None
) -> FixturesPreview:
    """What taking over this list would do. `answers`: which team a name means that nothing else tells. Few
    queries, however long it is."""
    names = TeamNames(league)
    questions = questions_about(names, listed)
    there = list(
        Fixture.objects.filter(team__league=league).select_related("team__league").order_by("date", "starts_at", "pk")
    )
    sides, twice = _without_twice(our_sides(names, listed, questions, answers or {}))
    found = _found_again(sides, there, _Settled(league, there))
    rounds = _Rounds(there)
    renumbered = rounds.renumbered([(fixture, sides[at].listed.round) for at, fixture in found.items()])
    planned = {at: _updated(sides[at], fixture, renumbered.get(fixture.pk)) for at, fixture in found.items()}
    new = [at for at, side in enumerate(sides) if side.team is not None and at not in found]
    for at in sorted(new, key=lambda at: (sides[at].listed.round is None, sides[at].listed.date, at)):
        planned[at] = _new(sides[at], rounds)
    rows = [planned.get(at) or _skipped(side, side.problem) for at, side in enumerate(sides)]
    rows = sorted([*rows, *twice], key=lambda row: row.listed.row)
    return FixturesPreview(
        rows=tuple(rows),
        questions=questions,
        teams=tuple(names.teams),
        notes=(*_counted_otherwise(rows, renumbered), *_on_one_day(names.teams, there, rows), *_doubled(league, rows)),
        renumbered=renumbered,
        fingerprint=fingerprint([*map(_decided, rows), sorted(renumbered.items())]),
    )


def import_fixtures(
    league: League,
    listed: Sequence[ListedFixture],
    *,
    answers: Answers | None = None,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> ImportedFixtures:
    """`seen` is the fingerprint of the preview that the person confirmed. Where all is as it was no action is kept."""
    club = league.club
    public = shown_with_all(club, league)
    with recording(club, actor=actor, verb="fixture.import", receipt=receipt, public=public) as change:
        refuse_closed(Season.objects.get(pk=league.season_id))
        preview = preview_import(league, listed, answers=answers)
        if preview.fingerprint != seen:
            raise Stale
        moved = [_as_it_was(row.fixture) for row in preview.of_step(FixtureStep.MOVE) if row.fixture]
        has_moved = {each.fixture.pk for each in moved}
        new = [Fixture(team=row.team, **row.values) for row in preview.of_step(FixtureStep.ADD)]
        there = [(row.fixture, row.values) for row in preview.rows if row.fixture]
        by_key = {fixture.pk: fixture for fixture, _values in there}
        for key, number in preview.renumbered.items():
            change.update(by_key[key], round=number)
        days = {fixture.pk: duty_days(fixture) for fixture, _values in there}
        change.update_many([(fixture, values) for fixture, values in there if values])
        change.create_many(new)
        for fixture, values in there:
            if "date" in values or "is_home" in values:
                follow_line_up(change, fixture, days_before=days[fixture.pk])
            if fixture.pk in has_moved:
                tell_of_moved_match(fixture)
            elif values.keys() & {"starts_at", "is_home"}:
                tell_of_line_up(fixture)
        change.facts |= {
            "league": league.pk,
            "name": league.name,
            "count": len(new),
            "changed": len(moved) + len(preview.of_step(FixtureStep.CHANGE)),
            "fixtures": [each.fixture.pk for each in moved],
        }
    return ImportedFixtures(
        new=tuple(new),
        moved=tuple(moved),
        changed=tuple(row.fixture for row in preview.of_step(FixtureStep.CHANGE) if row.fixture),
        unchanged=tuple(row.fixture for row in preview.of_step(FixtureStep.KEEP) if row.fixture),
    )


def _as_it_was(fixture: Fixture) -> MovedFixture:
    return MovedFixture(fixture=fixture, old_date=fixture.date, old_starts_at=fixture.starts_at)


# Which fixture a row means -------------------------------------------------------------------------------------------


def _without_twice(sides: Sequence[OurSide]) -> tuple[list[OurSide], list[PlannedFixture]]:
    """A match that stands in the file twice: the first row counts, and what a row says of its opponent only where the
    file does not have it with them."""
    first: dict[Hashable, int] = {}
    once, twice = [], []
    for side in sorted(sides, key=lambda side: side.is_turned):
        keys = _own_keys(side)
        if (row := next((first[key] for key in keys if key in first), None)) is not None:
            if not side.is_turned:
                twice.append(_skipped(side, _("The same match as in row {row}.").format(row=row)))
            continue
        first |= dict.fromkeys(keys, side.listed.row)
        once.append(side)
    return once, twice


def _own_keys(side: OurSide) -> list[Hashable]:
    if side.team is None:
        return []
    row, team = side.listed, side.team.pk
    opponent = folded_name(side.opponent)
    keys: list[Hashable] = [("uid", team, row.uid) if row.uid else ("day", team, opponent, side.is_home, row.date)]
    return [*keys, ("round", team, opponent, row.round)] if row.round else keys


class _Settled:
    """Keys of matches that no row may make another. One query."""

    def __init__(self, league: League, fixtures: Iterable[Fixture]) -> None:
        today = evening_days(league.club.time_zone)[0]
        known = FixturePlace.objects.filter(fixture__team__league=league).exclude(result="")
        played = {*known.values_list("fixture", flat=True)}
        played |= {each.pk for each in fixtures if each.own_halves is not None}
        past = {each.pk for each in fixtures if each.date < today}
        published = {each.pk for each in fixtures if each.published_at is not None}
        self.over = frozenset(played | (published & past))
        self.begun = frozenset(played | published | past)


def _found_again(sides: Sequence[OurSide], there: Sequence[Fixture], settled: _Settled) -> dict[int, Fixture]:
    """By the place of the row: by the event that both come from; else by the round. A match whose round is counted
    otherwise here is known by its opponent, on that day or else at home or away, of several the earlier the earlier,
    but none that is over; then only a round alone tells: whom they play was not known yet, so nothing has begun."""
    uids = {(side.team.pk, side.listed.uid) for side in sides if side.team and side.listed.uid}
    found: dict[int, Fixture] = {}
    free = {fixture.pk: fixture for fixture in there}

    def match(
        of_row: Callable[[OurSide], Hashable],
        of_fixture: Callable[[Fixture], Hashable],
        but: Collection[int] = frozenset(),
    ) -> None:
        waiting: dict[Hashable, list[Fixture]] = defaultdict(list)
        for fixture in free.values():
            if fixture.pk not in but:
                waiting[of_fixture(fixture)].append(fixture)
        for at in sorted(range(len(sides)), key=lambda at: (sides[at].listed.date, at)):
            key = of_row(sides[at]) if sides[at].team is not None and at not in found else None
            if key is not None and waiting.get(key):
                found[at] = waiting[key].pop(0)
                del free[found[at].pk]

    def team_of(side: OurSide) -> int:
        return side.team.pk if side.team else 0

    match(
        lambda side: (team_of(side), side.listed.uid) if side.listed.uid else None,
        lambda fixture: (fixture.team_id, fixture.uid),
    )
    free = {key: each for key, each in free.items() if not each.uid or (each.team_id, each.uid) not in uids}
    match(
        lambda side: (team_of(side), side.listed.round, folded_name(side.opponent)) if side.listed.round else None,
        lambda fixture: (fixture.team_id, fixture.round, folded_name(fixture.opponent)),
    )
    match(
        lambda side: (team_of(side), folded_name(side.opponent), side.listed.date),
        lambda fixture: (fixture.team_id, folded_name(fixture.opponent), fixture.date),
    )
    match(
        lambda side: (team_of(side), folded_name(side.opponent), side.is_home) if side.is_home is not None else None,
        lambda fixture: (fixture.team_id, folded_name(fixture.opponent), fixture.is_home),
        but=settled.over,
    )
    match(
        lambda side: (team_of(side), folded_name(side.opponent)) if side.is_home is None else None,
        lambda fixture: (fixture.team_id, folded_name(fixture.opponent)),
        but=settled.over,
    )
    match(
        lambda side: (team_of(side), side.listed.round) if side.listed.round else None,
        lambda fixture: (fixture.team_id, fixture.round),
        but=settled.begun,
    )
    return found


# What becomes of it --------------------------------------------------------------------------------------------------


class _Rounds:
    """The rounds that each team has, and against whom."""

    def __init__(self, fixtures: Iterable[Fixture]) -> None:
        self._taken = {(fixture.team_id, fixture.round): fixture.opponent for fixture in fixtures}
        self._last: dict[int, int] = {}
        self._count = Counter(team for team, _number in self._taken)

    def renumbered(self, told: Sequence[tuple[Fixture, int | None]]) -> dict[int, int]:
        """Those that the file counts otherwise, as far as their rounds are free, or become so."""
        waiting = [(fixture, number) for fixture, number in told if number and number != fixture.round]
        done: dict[int, int] = {}
        while free := [each for each in waiting if (each[0].team_id, each[1]) not in self._taken]:
            fixture, number = free[0]
            self._taken[fixture.team_id, number] = self._taken.pop((fixture.team_id, fixture.round))
            done[fixture.pk] = number
            waiting.remove(free[0])
        return done

    def opponent_in(self, team: int, number: int) -> str | None:
        return self._taken.get((team, number))

    def take(self, team: int, number: int, opponent: str) -> None:
        self._taken[team, number] = opponent
        self._count[team] += 1
        self._last[team] = max(number, self._last_of(team))

    def count_of(self, team: int) -> int:
        return self._count[team]

    def next_of(self, team: int) -> int:
        return 1 + self._last_of(team)

    def _last_of(self, team: int) -> int:
        if team not in self._last:
            self._last[team] = max((number for of, number in self._taken if of == team), default=0)
        return self._last[team]


def _updated(side: OurSide, fixture: Fixture, other_round: int | None) -> PlannedFixture:
    """What the file is silent about stays as it was, and so does a name that reads the same."""
    row = side.listed
    values: dict[str, Any] = {"date": row.date}
    values |= {name: told for name in ("starts_at", "place", "note", "uid") if (told := getattr(row, name))}
    if side.is_home is not None:
        values["is_home"] = side.is_home
    if folded_name(side.opponent) != folded_name(fixture.opponent):
        values["opponent"] = side.opponent
    values = {name: value for name, value in values.items() if getattr(fixture, name) != value}
    has_other_time = "starts_at" in values and fixture.starts_at is not None
    step = FixtureStep.MOVE if "date" in values or has_other_time else FixtureStep.CHANGE
    if other_round is None and not values.keys() - {"uid"}:
        step = FixtureStep.KEEP
    return PlannedFixture(listed=row, step=step, team=side.team, fixture=fixture, values=values)


def _new(side: OurSide, rounds: _Rounds) -> PlannedFixture:
    row, team = side.listed, side.team
    if team is None or side.is_home is None:
        return _skipped(side, _("Whether at home or away is missing."))
    number = row.round or rounds.next_of(team.pk)
    if (opponent := rounds.opponent_in(team.pk, number)) is not None:
        taken = _("Round {round} of {team} is there already, against {opponent}.")
        return _skipped(side, taken.format(round=number, team=team.name, opponent=opponent))
    if rounds.count_of(team.pk) >= MOST_FIXTURES or number > MOST_FIXTURES:
        return _skipped(side, _("A team has at most {most} matches in a season.").format(most=MOST_FIXTURES))
    rounds.take(team.pk, number, side.opponent)
    told = {name: getattr(row, name) for name in ("date", "starts_at", "place", "note", "uid")}
    values = told | {"opponent": side.opponent, "is_home": side.is_home, "round": number}
    return PlannedFixture(listed=row, step=FixtureStep.ADD, team=team, values=values)


def _skipped(side: OurSide, problem: str) -> PlannedFixture:
    without_team = FixtureStep.ASK if side.is_asked else FixtureStep.OTHERS
    step = FixtureStep.SKIP if problem else without_team
    return PlannedFixture(listed=side.listed, step=step, team=side.team, problem=problem)


def _decided(row: PlannedFixture) -> object:
    keys = (row.team.pk if row.team else None, row.fixture.pk if row.fixture else None)
    return [row.listed.row, *keys, row.step.value, sorted((name, str(value)) for name, value in row.values.items())]


def _counted_otherwise(rows: Sequence[PlannedFixture], renumbered: Mapping[int, int]) -> Iterator[str]:
    """Rounds that stay as they are here, since the one that the file has is another match's."""
    told = _("{match}: the file counts round {there}, here it is round {here}.")
    for row in rows:
        there, fixture = row.listed.round, row.fixture
        if fixture is None or row.team is None or not there or fixture.pk in renumbered or there == fixture.round:
            continue
        match = match_title(row.team.name, row.values.get("opponent", fixture.opponent))
        yield told.format(match=match, there=there, here=fixture.round)


def _doubled(league: League, rows: Sequence[PlannedFixture]) -> Iterator[str]:
    """People of a published line-up who, on the new day of the match, are in another as well. Two queries, where there
    is such a match."""
    days = {row.fixture.pk: row.listed.date for row in rows if row.fixture and "date" in row.values}
    moved = [row for row in rows if row.fixture and row.fixture.pk in days and row.fixture.published_at]
    if not moved:
        return
    places = FixturePlace.objects.filter(
        Q(fixture__in=days) | Q(fixture__date__in=days.values()),
        fixture__team__league__club=league.club_id,
        fixture__published_at__isnull=False,
        player__isnull=False,
    ).select_related("fixture__team")
    seated: dict[int, set[int]] = defaultdict(set)
    matches: dict[int, Fixture] = {}
    for place in places.order_by("fixture__date", "fixture", "board"):
        matches[place.fixture_id] = place.fixture
        seated[place.fixture_id].add(place.player_id or 0)
    names = display_names_in_club({*chain.from_iterable(seated.values())})
    told = _("{match} moves to {date}. In the line-up of {team} that day: {players}.")
    for row in moved:
        key, day = row.fixture.pk if row.fixture else 0, row.listed.date
        for other in matches.values():
            twice = seated[key] & seated[other.pk] if other.pk != key else set()
            if row.team is not None and row.fixture and twice and days.get(other.pk, other.date) == day:
                yield told.format(
                    match=match_title(row.team.name, row.fixture.opponent),
                    date=date_format(day),
                    team=other.team.name,
                    players=", ".join(sorted(names[player] for player in twice)),
                )


def _on_one_day(teams: Sequence[OutsideTeam], there: Sequence[Fixture], rows: Sequence[PlannedFixture]) -> list[str]:
    """Two matches of one team on one day, where the file has to do with it."""
    days = {fixture.pk: (fixture.team_id, fixture.date) for fixture in there}
    touched: dict[tuple[int, datetime.date], int] = {}
    for row in rows:
        if row.team is not None and row.step in {FixtureStep.ADD, FixtureStep.MOVE, FixtureStep.CHANGE}:
            day = (row.team.pk, row.listed.date)
            touched[day] = touched.get(day, 0) + (row.fixture is None)
            if row.fixture is not None:
                days[row.fixture.pk] = day
    names = {team.pk: team.name for team in teams}
    counts: dict[tuple[int, datetime.date], int] = defaultdict(int)
    for day in days.values():
        counts[day] += 1
    told = _("{team} has {count} matches on {date}.")
    return [
        told.format(team=names[team], count=counts[team, date] + new, date=date_format(date))
        for (team, date), new in sorted(touched.items())
        if counts[team, date] + new > 1
    ]
