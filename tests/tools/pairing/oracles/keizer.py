"""Keizer's pairing by the rulebook's page alone: every pairing and every step of relaxing tried in turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import combinations

from hypothesis import strategies as st

from tests.tools.pairing import brute_force
from tests.tools.pairing.page_facts import Answer, Pair
from tournaments.pairing.history.byes import ByeChoice
from tournaments.pairing.opponents.colour_allocation import ColourCount
from tournaments.pairing.opponents.neighbours import NeighbourRules, PairingOrder
from tournaments.pairing.systems.keizer import Keizer
from tournaments.pairing.systems.keizer.rules import PairedBy
from tournaments.pairing.types.options import values_of
from tournaments.pairing.types.paired_round import Pin, PinnedBoard
from tournaments.pairing.types.snapshot import ByeKind, PlayerId, Result, TournamentSnapshot

OPTIONS = {
    "gap": st.integers(0, 4),
    "paired_by": st.sampled_from(PairedBy),
    "max_meetings": st.sampled_from([None, 1, 2]),
    "max_meetings_in_period": st.sampled_from([None, None, 1]),
    "gap_over_periods": st.booleans(),
    "no_rematch_until": st.sampled_from([None, None, 3]),
    "colour_limit": st.sampled_from([None, 1, 2]),
    "colour_count": st.sampled_from(ColourCount),
    "pairing": st.sampled_from(PairingOrder),
}


class Oracle:
    """The round in the order of the system's own table, which has an oracle of its own (`keizer_by_hand`)."""

    def __init__(self, snapshot: TournamentSnapshot, system: Keizer) -> None:
        options = values_of(system)
        rules = NeighbourRules(**{each.name: options[each.name] for each in fields(NeighbourRules)})  # type: ignore[arg-type]
        table = [row.player for row in system.standings(snapshot, ()).rows]
        self.page = Page(snapshot, self.in_order(table, snapshot, system), rules)

    def in_order(self, table: list[PlayerId], snapshot: TournamentSnapshot, system: Keizer) -> list[PlayerId]:
        """Keizer clubs, 7: by rating, or each who is paired as if at a place there."""
        entrants = snapshot.by_number
        if system.paired_by is PairedBy.RATING:
            return sorted(table, key=lambda p: (entrants[p].rating is None, -(entrants[p].rating or 0), table.index(p)))
        return table

    def pair(self, pinned: Sequence[Pair] = ()) -> Answer | None:
        pins = [PinnedBoard(white=white, black=black) for white, black in pinned]
        found = by_the_page(self.page, pins) if self.page.present else None
        if found is None:
            return None
        boards, bye, _step = found
        asked = {each.player: each.kind.value for each in self.page.snapshot.next_round.byes}
        kind = "unpaid" if bye in self.page.snapshot.next_round.owe_bye else "pairing"
        return Answer(boards=boards, byes=asked | ({bye: kind} if bye else {}))


@dataclass(frozen=True)
class Step:
    gap: int
    colour_limit: int | None
    freed: frozenset[frozenset[PlayerId]]


class Page:
    """Pairing 1-6 as they stand, with every pairing and every step of relaxing tried in turn."""

    def __init__(self, snapshot: TournamentSnapshot, ladder: Sequence[PlayerId], rules: NeighbourRules) -> None:
        self.snapshot = snapshot
        self.rules = rules
        self.round = len(snapshot.rounds) + 1
        marked = {row.player for row in (*snapshot.next_round.absences, *snapshot.next_round.byes)}
        self.present = [p for p in ladder if snapshot.by_number[p].takes_part(self.round) and p not in marked]
        self.games = [
            (played.number, game.white, game.black)
            for played in snapshot.rounds
            for game in played.games
            if game.result not in (Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT, Result.BOTH_FORFEIT)
        ]

    def met(self, one: PlayerId, other: PlayerId) -> list[int]:
        return [number for number, *players in self.games if {*players} == {one, other}]

    def colours(self, player: PlayerId) -> str:
        return "".join("w" if white == player else "b" for _n, white, black in self.games if player in (white, black))

    def white(self, one: PlayerId, other: PlayerId) -> PlayerId:
        lower = max(one, other, key=self.present.index)
        whites = {p: self.colours(p).count("w") for p in (one, other)}
        if self.rules.colour_count is ColourCount.WHITES:
            return min(whites, key=whites.__getitem__) if whites[one] != whites[other] else lower
        balance = {p: whites[p] - self.colours(p).count("b") for p in (one, other)}
        if balance[one] != balance[other]:
            return min(balance, key=balance.__getitem__)
        together = [white for _number, white, black in self.games if {white, black} == {one, other}]
        if together:
            return other if together[-1] == one else one
        return lower

    def too_many_colours(self, one: PlayerId, other: PlayerId, limit: int) -> list[PlayerId]:
        white = self.white(one, other)
        return [
            player
            for player in (one, other)
            if (self.colours(player) + ("w" if player == white else "b")).endswith(
                ("w" * (limit + 1), "b" * (limit + 1))
            )
        ]

    def period(self, number: int) -> int:
        return sum(last < number for last in self.rules.period_rounds or ())

    def too_soon(self, one: PlayerId, other: PlayerId, gap: int) -> bool:
        rounds = [
            number
            for number in self.met(one, other)
            if self.rules.gap_over_periods or self.period(number) == self.period(self.round)
        ]
        return bool(rounds) and self.round - rounds[-1] - 1 < gap

    def often(self, one: PlayerId, other: PlayerId) -> bool:
        """At a limit (keizer clubs, 1)."""
        rules, rounds = self.rules, self.met(one, other)
        here = [number for number in rounds if self.period(number) == self.period(self.round)]
        return bool(rounds) and (
            (rules.max_meetings is not None and len(rounds) >= rules.max_meetings)
            or (rules.max_meetings_in_period is not None and len(here) >= rules.max_meetings_in_period)
            or (rules.no_rematch_until is not None and self.round <= rules.no_rematch_until)
        )

    def forbidden(self, one: PlayerId, other: PlayerId) -> bool:
        return frozenset((one, other)) in self.snapshot.forbidden_pairs

    def may_meet(self, one: PlayerId, other: PlayerId, step: Step) -> bool:
        return not (
            self.forbidden(one, other)
            or (self.often(one, other) and frozenset((one, other)) not in step.freed)
            or self.too_soon(one, other, step.gap)
            or (step.colour_limit is not None and self.too_many_colours(one, other, step.colour_limit))
        )

    def barred(self, step: Step) -> Mapping[PlayerId, set[PlayerId]]:
        return {p: {q for q in self.present if q != p and not self.may_meet(p, q, step)} for p in self.present}

    def steps(self, field: Sequence[PlayerId]) -> Iterator[Step]:
        rules = self.rules
        yield Step(rules.gap, rules.colour_limit, frozenset())
        if rules.colour_limit is not None:
            yield Step(rules.gap, None, frozenset())
        for gap in reversed(range(rules.gap)):
            yield Step(gap, None, frozenset())
        place = self.present.index
        often = [pair for pair in combinations(field, 2) if self.often(*pair) and not self.forbidden(*pair)]
        often.sort(key=lambda pair: (self.met(*pair)[-1], place(pair[0]), place(pair[1])))
        for freed in range(1, len(often) + 1):
            yield Step(0, None, frozenset(frozenset(pair) for pair in often[:freed]))

    def fits_within_limits(self, field: Sequence[PlayerId]) -> bool:
        """Keizer clubs, 1: with no pair at a limit and no forbidden pair."""
        return brute_force.can_be_paired(field, self.barred(Step(0, None, frozenset())))

    def fits(self, field: Sequence[PlayerId]) -> bool:
        return self.step(field) is not None

    def step(self, field: Sequence[PlayerId]) -> Step | None:
        return next((s for s in self.steps(field) if brute_force.can_be_paired(field, self.barred(s))), None)

    def byes(self, field: Sequence[PlayerId]) -> list[PlayerId]:
        """Keizer clubs, 6: who owes one comes first."""
        owing = self.snapshot.next_round.owe_bye
        return sorted(self.turns(field), key=lambda p: (p not in owing, -field.index(p) if p in owing else 0))

    def turns(self, field: Sequence[PlayerId]) -> list[PlayerId]:
        if self.rules.bye_choice is ByeChoice.LOWEST:
            return [*reversed(field)]
        had = [
            bye.player
            for played in self.snapshot.rounds
            for bye in played.byes
            if bye.kind in (ByeKind.PAIRING, ByeKind.UNPAID)
        ]
        return sorted(field, key=lambda player: (had.count(player), -field.index(player)))

    def pairs(self, field: Sequence[PlayerId], step: Step) -> brute_force.Pairs:
        if self.rules.pairing is PairingOrder.TOP_DOWN:
            found = brute_force.first(field, self.barred(step))
            assert found
            return found.pairs

        def squares(pairs: brute_force.Pairs) -> int:
            return sum((field.index(one) - field.index(other)) ** 2 for one, other in pairs)

        # They come in FIRST's order, and of equal ones `min` takes the first.
        return min(brute_force.pairings(field, self.barred(step)), key=squares)


def by_the_page(
    page: Page, pinned: Sequence[Pin]
) -> tuple[list[tuple[PlayerId, PlayerId]], PlayerId | None, Step | None] | None:
    """Boards as (white, black), the bye, and the step that was needed; None if nothing can be done."""
    boards = [(pin.white, pin.black) for pin in pinned if isinstance(pin, PinnedBoard)]
    field = [player for player in page.present if not any(player in board for board in boards)]
    bye = None
    if len(field) % 2:
        turns = page.byes(field)
        can = [page.fits_within_limits, page.fits]
        bye = next((c for fits in can for c in turns if fits([p for p in field if p != c])), None)
        if bye is None:
            return None
        field.remove(bye)
    step = page.step(field)
    if step is None:
        return None
    for one, other in page.pairs(field, step):
        white = page.white(one, other)
        boards.append((white, other if white == one else one))
    boards.sort(key=lambda board: min(map(page.present.index, board)))
    return boards, bye, step
