"""Norwegian Monrad by the rulebook's page alone: everything is tried."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from hypothesis import strategies as st

from tests.tools.pairing.page_facts import FORFEITS, Facts, Pair, Pairs, complete_pairings, partner_in
from tournaments.pairing.types.snapshot import PlayerId

STRICT, ANY_BALANCE, ANY_COLOUR = 0, 1, 2
"""Step 4: what the hard rules still ask of colours."""


OPTIONS: dict[str, st.SearchStrategy[object]] = {
    "max_meetings": st.sampled_from([1, 1, 2, 3]),
    "second_games": st.sampled_from(["needed", "score_group"]),
    "second_game_gap": st.sampled_from([0, 1, 3]),
    "last_round": st.sampled_from(["relaxed", "strict", "ignored"]),
    "last_resort": st.sampled_from(["stop", "rematch"]),
}


class Oracle(Facts):
    walk_over_is_white = True
    in_force = STRICT
    at_last_resort = False

    def gives_colour(self, what: str) -> bool:
        return super().gives_colour(what) or self.options.forfeit_colour == "assigned"

    def given(self, player: PlayerId, number: int) -> Fraction:
        if self.is_absence(player, number):
            earlier = sum(self.is_absence(player, before) for before in range(1, number))
            return Fraction(1, 2) if earlier < self.options.paid_absences else Fraction(0)
        return super().given(player, number)

    def is_absence(self, player: PlayerId, number: int) -> bool:
        return self.fates[player, number][0] in ("excused", "unexcused", "club")

    # Words

    def can(self, player: PlayerId, colour: str, asked: int = STRICT) -> bool:
        had = self.colours(player)
        if asked < ANY_COLOUR and had[-2:] == [colour, colour]:
            return False
        after = self.lean(player) + (1 if colour == "white" else -1)
        return asked >= ANY_BALANCE or abs(after) <= 2 or abs(after) <= abs(self.lean(player))

    def due(self, player: PlayerId) -> str | None:
        lean, had = self.lean(player), self.colours(player)
        if lean:
            return "black" if lean > 0 else "white"
        return opposite(had[-1]) if had else None

    def colourings(self, one: PlayerId, other: PlayerId, asked: int = STRICT) -> list[Pair]:
        """(white, black) that `can` allows on both sides."""
        both = [(one, other), (other, one)]
        return [(w, b) for w, b in both if self.can(w, "white", asked) and self.can(b, "black", asked)]

    def legal(self, one: PlayerId, other: PlayerId, asked: int = STRICT) -> bool:
        return self.may_meet(one, other) and bool(self.colourings(one, other, asked))

    # Later rounds

    def choose(self, order: list[PlayerId]) -> tuple[Pairs, PlayerId | None, bool] | None:
        """2 to 4: nobody a second time; then at the least cost in second games, under ever fewer rules of colour."""
        byes = self.walk_over_candidates(order)
        for bye in byes:
            rest = [player for player in order if player != bye]
            if possible := [pairs for pairs in self.completed(rest, STRICT) if self.cost(pairs)[0] == 0]:
                in_group = self.options.max_meetings > 1 and self.options.second_games == "score_group"
                return (self.with_some_again(rest) if in_group else self.group_by_group(rest, possible)), bye, False
        for asked in (STRICT, ANY_BALANCE, ANY_COLOUR):
            self.in_force = asked
            whole = [
                (self.cost(pairs), turn, pairs)
                for turn, bye in enumerate(byes)
                for pairs in self.completed([player for player in order if player != bye], asked)
            ]
            if whole:
                least, first, _ = min(whole)
                possible = [pairs for cost, turn, pairs in whole if (cost, turn) == (least, first)]
                rest = [player for player in order if player != byes[first]]
                return self.group_by_group(rest, possible), byes[first], asked > STRICT or least[0] > 0
        self.in_force = STRICT
        self.at_last_resort = True
        return self.least_cost(order, byes) if self.options.last_resort == "rematch" else None

    def completed(self, players: list[PlayerId], asked: int) -> list[Pairs]:
        """Every complete pairing that completeness allows: in a last round that is not strict, whatever the colours."""
        free = self.is_last_round and self.options.last_round != "strict"
        allowed = self.may_meet if free else lambda one, other: self.legal(one, other, asked)
        return [pairs for pairs in complete_pairings(players) if all(allowed(*pair) for pair in pairs)]

    def is_rematch(self, one: PlayerId, other: PlayerId) -> bool:
        """The page's cost is of all who meet again, however often they may."""
        return bool(self.meetings(one, other))

    def walk_over_candidates(self, order: Sequence[PlayerId]) -> list[PlayerId | None]:
        if len(order) % 2 == 0:
            return [None]
        may = [
            player
            for player in reversed(order)
            if not self.byes_had(player) and not any(what == "+--" for what, _, _ in self.story(player))
        ]
        if self.is_last_round and self.options.last_round != "strict":
            return [*may]
        return sorted(may, key=lambda player: (self.total(player), self.colours(player)[-2:] == ["white", "white"]))

    def group_by_group(self, order: list[PlayerId], possible: list[Pairs]) -> Pairs:
        """3: `possible` shrinks to the one that every choice allows."""
        from_above: list[PlayerId] = []
        for points in sorted({self.total(player) for player in order}, reverse=True):
            group = [*from_above, *(player for player in order if self.total(player) == points)]

            def floaters(pairs: Pairs, group: list[PlayerId] = group) -> int:
                return sum(partner_in(pairs, player) not in group for player in group)

            least = min(map(floaters, possible))
            possible = [pairs for pairs in possible if floaters(pairs) == least]
            floated: list[PlayerId] = []
            free = list(group)
            while free:
                one = free.pop(0)
                for other in [*self.new(one, free), *self.old(one, free), None]:
                    if other is None:
                        left = [pairs for pairs in possible if partner_in(pairs, one) not in group]
                    else:
                        left = [pairs for pairs in possible if partner_in(pairs, one) == other]
                    if left:
                        possible = left
                        if other is None:
                            floated.append(one)
                        else:
                            free.remove(other)
                        break
                else:
                    raise AssertionError("the page leaves no choice")
            from_above = floated
        assert len(possible) == 1
        return possible[0]

    def with_some_again(self, order: list[PlayerId]) -> Pairs:
        """3 with `score_group`: old opponents too, before floating down; neither f nor the rest counts on them."""
        chosen: list[Pair] = []
        from_above: list[PlayerId] = []
        for points in sorted({self.total(player) for player in order}, reverse=True):
            group = [*from_above, *(player for player in order if self.total(player) == points)]
            below = [player for player in order if self.total(player) < points]

            def fewest(free: list[PlayerId], gone: list[PlayerId], below: list[PlayerId] = below) -> int | None:
                """Floaters, `gone` among them, with which these and everything below can be completed; None: cannot."""
                inside = {*free, *gone}
                counts = [
                    sum(partner_in(pairs, player) not in inside for player in inside)
                    for pairs in self.completed([*gone, *free, *below], STRICT)
                    if self.cost(pairs)[0] == 0 and all(partner_in(pairs, player) in below for player in gone)
                ]
                return min(counts, default=None)

            most = fewest(group, [])
            assert most is not None
            floated: list[PlayerId] = []
            free = list(group)
            while free:
                one = free.pop(0)
                again = [
                    q
                    for q in self.old(one, free)
                    if (self.has_met_all(one, group) or self.has_met_all(q, group)) and self.is_long_ago(one, q)
                ]
                for other in [*self.new(one, free), *again, None]:
                    gone = [*floated, one] if other is None else floated
                    needed = fewest([player for player in free if player != other], gone)
                    if needed is not None and needed <= most:
                        break
                else:
                    raise AssertionError("the page leaves no choice")
                floated = gone
                if other is not None:
                    free.remove(other)
                    chosen.append((one, other))
            from_above = floated
        return tuple(chosen)

    def new(self, one: PlayerId, below: Sequence[PlayerId]) -> Iterator[PlayerId]:
        """Whom it would choose, in the order of 3 and 5, of those it has not met."""
        new = [q for q in below if self.may_meet(one, q) and not self.meetings(one, q)]
        legal = [q for q in new if self.legal(one, q, self.in_force)]
        compatible = [q for q in legal if None in (self.due(one), self.due(q)) or self.due(one) != self.due(q)]
        mode = self.options.last_round if self.is_last_round else "strict"
        if mode == "ignored":
            yield from new
        else:
            yield from compatible
            yield from (q for q in legal if q not in compatible)
            if mode == "relaxed":
                yield from (q for q in new if q not in legal)

    def old(self, one: PlayerId, below: Sequence[PlayerId]) -> list[PlayerId]:
        """Konrad: those it has met and may meet again, in list order."""
        free = self.is_last_round and self.options.last_round != "strict"
        met = [q for q in below if self.may_meet(one, q) and self.meetings(one, q)]
        return [q for q in met if free or self.legal(one, q, self.in_force)]

    def has_met_all(self, player: PlayerId, group: Sequence[PlayerId]) -> bool:
        others = [other for other in group if other != player]
        return all(self.meetings(player, other) or self.is_forbidden(player, other) for other in others)

    def is_long_ago(self, one: PlayerId, other: PlayerId) -> bool:
        between = self.coming - self.meetings(one, other)[-1] - 1
        return between >= self.options.second_game_gap

    # Colours of a pair

    def with_colours(self, higher: PlayerId, lower: PlayerId) -> Pair:
        colourings = self.colourings(higher, lower, self.in_force)
        if len(colourings) == 1:
            return colourings[0]
        met = self.meetings(higher, lower)
        if met and not self.at_last_resort:  # Konrad: swapped against their last game, where the hard rules allow it
            colour = self.fates[higher, met[-1]][2]
            return (higher, lower) if colour == "black" else (lower, higher)
        if self.lean(higher) != self.lean(lower):
            return (higher, lower) if self.lean(higher) < self.lean(lower) else (lower, higher)
        last = {player: ([None, *self.colours(player)])[-1] for player in (higher, lower)}
        if last[higher] != last[lower]:
            changes, other = (higher, lower) if last[higher] else (lower, higher)
            return (changes, other) if last[changes] == "black" else (other, changes)
        return (lower, higher) if self.coming % 2 else (higher, lower)

    # Points and standings

    def points(self, player: PlayerId) -> Fraction:
        return sum((self.given(player, number) for number in self.best_results(player)), Fraction(0))

    @cached_property
    def final(self) -> Mapping[PlayerId, Fraction]:
        return {player: self.points(player) for player in self.entrants}

    def best_results(self, player: PlayerId) -> list[int]:
        """The rounds whose results count: all, or the best `counting_rounds` of them."""
        held = [r for r in range(1, self.held + 1) if not self.is_unscored(player, r)]
        best = sorted(held, key=lambda number: -self.given(player, number))
        limit = self.options.counting_rounds
        return best if limit is None else best[:limit]

    def is_unscored(self, player: PlayerId, number: int) -> bool:
        return self.fates[player, number][0] == "*" and not self.over_the_board("*")

    def value(self, player: PlayerId, number: int) -> Fraction:
        what, other, _ = self.fates[player, number]
        counts = self.over_the_board(what) or (what in FORFEITS and self.options.forfeit_quality == "opponent")
        return self.final[other] if other is not None and counts else Fraction(0)

    def counted(self, player: PlayerId) -> list[int]:
        """As best_results; of equal results the one against the higher value."""
        held = [r for r in range(1, self.held + 1) if not self.is_unscored(player, r)]
        best = sorted(held, key=lambda number: (-self.given(player, number), -self.value(player, number)))
        limit = self.options.counting_rounds
        return best if limit is None else best[:limit]

    def monrad(self, player: PlayerId, cut: int) -> Fraction:
        values = sorted(self.value(player, number) for number in self.counted(player))
        return sum(values[cut:], Fraction(0))

    def neustadtl(self, player: PlayerId, _tied: frozenset[PlayerId]) -> Fraction:
        share = {"1-0": Fraction(1), "+--": Fraction(1), "1/2-1/2": Fraction(1, 2), "*": Fraction(1, 2)}
        return sum(
            (
                share.get(self.fates[player, number][0], Fraction(0)) * self.value(player, number)
                for number in self.counted(player)
            ),
            Fraction(0),
        )

    def tie_breaks(self) -> list[Callable[[PlayerId, frozenset[PlayerId]], Fraction]]:
        cuts = [2, 1, 0] if self.planned() >= 7 else [1, 0]
        return [*(lambda player, _tied, cut=cut: self.monrad(player, cut) for cut in cuts), self.neustadtl]  # type: ignore[misc]


def opposite(colour: str) -> str:
    return "black" if colour == "white" else "white"


def seeded(ratings: Sequence[int | None], seed: str) -> list[int]:
    """Who gets number 1, 2, …: the place (from 1) in which each was entered."""
    round_seed = hmac.new(bytes.fromhex(seed), b"round:0", hashlib.sha256).digest()

    def lot(entry: int) -> str:
        return hmac.new(round_seed, f"number:{entry}".encode(), hashlib.sha256).hexdigest()

    def rating(entry: int) -> float:
        found = ratings[entry - 1]
        return float("-inf") if found is None else found

    strongest = sorted(range(1, len(ratings) + 1), key=lambda entry: (-rating(entry), lot(entry)))
    size = len(strongest) // 4
    groups = {name: sorted(strongest[size * turn : size * (turn + 1)], key=lot) for turn, name in enumerate("ABCD")}
    dealt = [groups[name].pop(0) for name in ("ACDBCABD" * size)[: 4 * size]]
    return dealt + sorted(strongest[4 * size :], key=lot)
