"""Prizes of a tournament or of a series: what is set up, and who would get what as things stand."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from tournaments.models import PUBLIC_STATES, Entry, Game, Round, RoundState, Series, Tournament
from tournaments.pairing.prizes.awarding import give
from tournaments.pairing.prizes.types import Award, Contender, Given, PersonKey, Prize, PrizeList, Sharing, Turn
from tournaments.pairing.series.categories import CategoryKind
from tournaments.pairing.series.types import Line
from tournaments.pairing.types.snapshot import PlayerId, Result
from tournaments.selectors.series import (
    NamedCategory,
    category_from_json,
    category_to_json,
    is_over,
    line_of,
    players_of,
    results_of,
)
from tournaments.selectors.series import read_series as read_series
from tournaments.selectors.snapshots import ranked, snapshot_of

Prized: TypeAlias = Tournament | Series


@dataclass(frozen=True, kw_only=True, slots=True)
class NamedPrizes:
    """A list. For whom: those in the category of the tournament, or of the series, called `of`; in a tournament those
    in a `category` that is the list's own; else everybody."""

    name: str
    prizes: tuple[Prize, ...]
    category: NamedCategory | None = None
    of: str = ""
    sharing: Sharing = Sharing.EQUALLY
    is_besides: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class PrizeGroup:
    """Whom a list is for, by start numbers; `place` is that of the list, from 1."""

    place: int
    name: str
    players: frozenset[PlayerId]


@dataclass(frozen=True, kw_only=True, slots=True)
class PrizeScheme:
    """What is given away. `is_public`: the public sees what, and, once it is fixed, who."""

    lists: tuple[NamedPrizes, ...] = ()
    one_prize: bool = True
    turn: Turn = Turn.LISTS
    currency: str = "€"
    is_public: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Fixed:
    """Who gets what, as it was fixed on a day: whatever is corrected later, it stays beside that."""

    at: datetime.datetime
    awards: tuple[Award, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubPrizes:
    """`lists` are those of the plan, with who stands where; people are keys of players.

    `after_round` is of a tournament: 0 before a round is over. `is_over`: nothing is left to be played.
    """

    scheme: PrizeScheme
    lists: tuple[PrizeList, ...]
    given: Given
    left_out: tuple[PersonKey, ...]
    lots: tuple[PersonKey, ...]
    fixed: Fixed | None
    is_over: bool
    after_round: int = 0

    @property
    def awards(self) -> tuple[Award, ...]:
        """Those that hold: as fixed, else as things stand."""
        return self.fixed.awards if self.fixed is not None else self.given.awards

    @property
    def is_changed(self) -> bool:
        """What was fixed is not what would come out now."""
        return self.fixed is not None and _told(self.fixed.awards) != _told(self.given.awards)


def scheme_of(thing: Prized) -> PrizeScheme | None:
    """None where none is set up."""
    return None if thing.prizes is None else scheme_from_json(thing.prizes)


def prizes_of(thing: Prized) -> ClubPrizes | None:
    """As things stand: of a tournament after the last round that is over. None where none is set up."""
    saved: dict[str, Any] | None = thing.prizes
    if saved is None:
        return None
    plan = scheme_from_json(saved)
    if isinstance(thing, Series):
        contenders, over, after = *_of_series(thing, plan), 0
    else:
        contenders, after = _of_tournament(thing, plan)
        over = is_over(thing)
    lists = tuple(
        PrizeList(prizes=each.prizes, contenders=there, sharing=each.sharing, is_besides=each.is_besides)
        for each, there in zip(plan.lists, contenders, strict=True)
    )
    left_out, lots = tuple(saved.get("left_out", ())), tuple(saved.get("lots", ()))
    fixed = saved.get("fixed")
    return ClubPrizes(
        scheme=plan,
        lists=lists,
        given=give(lists, one_prize=plan.one_prize, turn=plan.turn, left_out=left_out, lots=lots),
        left_out=left_out,
        lots=lots,
        fixed=None if fixed is None else fixed_from_json(fixed),
        is_over=over,
        after_round=after,
    )


def scheme_from_json(saved: Mapping[str, Any]) -> PrizeScheme:
    return PrizeScheme(
        lists=tuple(
            NamedPrizes(
                name=each["name"],
                prizes=tuple(Prize(cents=one["cents"], thing=one["thing"]) for one in each["prizes"]),
                category=None if each["category"] is None else category_from_json(each["category"]),
                of=each["of"],
                sharing=Sharing(each["sharing"]),
                is_besides=each["besides"],
            )
            for each in saved["lists"]
        ),
        one_prize=saved["one_prize"],
        turn=Turn(saved["turn"]),
        currency=saved["currency"],
        is_public=saved["is_public"],
    )


def scheme_to_json(plan: PrizeScheme) -> dict[str, object]:
    return {
        "lists": [
            {
                "name": each.name,
                "prizes": [{"cents": prize.cents, "thing": prize.thing} for prize in each.prizes],
                "category": None if each.category is None else category_to_json(each.category),
                "of": each.of,
                "sharing": each.sharing.value,
                "besides": each.is_besides,
            }
            for each in plan.lists
        ],
        "one_prize": plan.one_prize,
        "turn": plan.turn.value,
        "currency": plan.currency,
        "is_public": plan.is_public,
    }


def fixed_from_json(saved: Mapping[str, Any]) -> Fixed:
    awards = tuple(Award(**{**each, "level": tuple(each["level"])}) for each in saved["awards"])
    return Fixed(at=datetime.datetime.fromisoformat(saved["at"]), awards=awards)


def fixed_to_json(fixed: Fixed) -> dict[str, object]:
    """Without who was passed over: that is said of what stands now."""
    return {
        "at": fixed.at.isoformat(),
        "awards": [
            {
                "of": award.of,
                "person": award.person,
                "first": award.first,
                "last": award.last,
                "place": award.place,
                "cents": award.cents,
                "thing": award.thing,
                "pool": award.pool,
                "level": list(award.level),
            }
            for award in fixed.awards
        ],
    }


def prizes_followed(saved: dict[str, Any] | None, kept: PersonKey, other: PersonKey) -> dict[str, Any] | None:
    """As saved, with one key in the place of another: two records of one person have become one. What was fixed with
    both in it stays as it was."""
    if saved is None:
        return None

    def followed(people: Sequence[PersonKey]) -> list[PersonKey]:
        return list(dict.fromkeys(kept if key == other else key for key in people))

    lists = [
        {**each, "category": {**each["category"], "people": sorted(followed(each["category"]["people"]))}}
        if each["category"]
        else each
        for each in saved["lists"]
    ]
    fixed = saved.get("fixed")
    if fixed is not None and kept not in {award["person"] for award in fixed["awards"]}:
        awards = [
            {**each, "person": kept if each["person"] == other else each["person"], "level": followed(each["level"])}
            for each in fixed["awards"]
        ]
        fixed = {**fixed, "awards": awards}
    people = {name: followed(saved.get(name, ())) for name in ("left_out", "lots")}
    return {**saved, "lists": lists, "fixed": fixed, **people}


def prizes_of_renamed(saved: dict[str, Any] | None, names: Mapping[str, str]) -> dict[str, Any] | None:
    """As saved, with categories by the names that they have now; `names` are those by the old ones."""
    if saved is None:
        return None
    return {**saved, "lists": [{**each, "of": names.get(each["of"], each["of"])} for each in saved["lists"]]}


def _told(awards: Sequence[Award]) -> list[tuple[int, int, int, str]]:
    return sorted((award.of, award.person, award.cents, award.thing) for award in awards)


def _of_series(series: Series, plan: PrizeScheme) -> tuple[list[tuple[Contender, ...]], bool]:
    """A category that is gone has nobody in it."""
    read = read_series(series)
    table = read.reckoned.table([each.category for each in read.categories])
    by_name = dict(zip([each.name for each in read.categories], table.categories, strict=True))
    tables = [table if not each.of else by_name.get(each.of) for each in plan.lists]
    return [
        tuple(
            Contender(person=row.person, place=row.place, points=row.total)
            for row in (of.rows if of is not None else ())
            if row.place is not None
        )
        for of in tables
    ], read.reckoned.is_over


def _of_tournament(tournament: Tournament, plan: PrizeScheme) -> tuple[list[tuple[Contender, ...]], int]:
    """Guests take no place, and whoever has left the tournament gets no prize."""
    after = settled_round(tournament)
    if not after:
        return [()] * len(plan.lists), 0
    snapshot = snapshot_of(tournament).after(after)
    entries = {each.number: each for each in tournament.entries.all() if each.number is not None}
    placed = [
        (row.place, line)
        for row, line in results_of(tournament, snapshot, ranked(tournament, snapshot), entries)
        if row.place is not None and not row.withdrawn
    ]
    lines = [line for _place, line in placed]
    categories = [each.category for each in plan.lists if each.category is not None]
    people = {each.key: each for each in players_of(tournament.season, lines, categories)}
    year = _year_of(tournament)
    category_of = {each.player_id: each.category for each in entries.values()}

    def is_for(named: NamedPrizes, line: Line) -> bool:
        if named.of:
            return category_of[line.person] == named.of
        return named.category is None or named.category.category.has(people[line.person], line, year)

    return [
        tuple(
            Contender(person=line.person, place=place, points=_level(line))
            for place, line in placed
            if is_for(each, line)
        )
        for each in plan.lists
    ], after


def prize_groups(
    tournament: Tournament, entries: Iterable[Entry], kinds: Collection[CategoryKind]
) -> tuple[PrizeGroup, ...]:
    """For whom its lists are, of these kinds. Nothing is read where there is none."""
    scheme = scheme_of(tournament)
    found = [
        (place, each, each.category.category)
        for place, each in enumerate(scheme.lists if scheme else (), 1)
        if each.category is not None and each.category.category.kind in kinds
    ]
    if not found:
        return ()
    lines = {entry.number: line_of(tournament, entry) for entry in entries if entry.number is not None}
    categories = [each.category for _place, each, _category in found if each.category is not None]
    people = {each.key: each for each in players_of(tournament.season, list(lines.values()), categories)}
    year = _year_of(tournament)
    return tuple(
        PrizeGroup(
            place=place,
            name=each.name,
            players=frozenset(
                number for number, line in lines.items() if category.has(people[line.person], line, year)
            ),
        )
        for place, each, category in found
    )


def settled_round(tournament: Tournament) -> int:
    """The last round that is not in play, 0 before the first one is over."""
    rounds = list(tournament.rounds.filter(state__in=PUBLIC_STATES).order_by("number"))
    if not rounds:
        return 0
    newest = rounds[-1]
    open_games = Game.objects.filter(round=newest, result=Result.OPEN.value, is_postponed=False)
    in_play = newest.state != RoundState.FINISHED and open_games.exists()
    return newest.number - in_play


def _level(line: Line) -> Fraction:
    """What is level for those who share; of a cup its table says who is."""
    return Fraction(-line.place) if line.by_table else line.points


def _year_of(tournament: Tournament) -> int:
    """In which it starts, by the first of its days that is known."""
    days = Round.objects.filter(tournament=tournament, date__isnull=False).order_by("date")
    first = days.values_list("date", flat=True).first()
    if first is not None:
        return first.year
    if tournament.round_dates:
        return datetime.date.fromisoformat(min(tournament.round_dates)).year
    return tournament.season.starts_on.year
