"""DrawBoss Swiss-Monrad by the rulebook's page alone: everything is tried."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from hypothesis import strategies as st

from tests.tools.pairing.page_facts import Facts, Pair, Pairs, complete_pairings, partner_in
from tournaments.pairing.types.snapshot import PlayerId

OPTIONS: dict[str, st.SearchStrategy[object]] = {}


class Oracle(Facts):
    # 1: elimination

    def losses(self, player: PlayerId, rounds: int | None = None) -> int:
        lost = {"0-1"} | ({"--+", "---"} if self.options.forfeit_is_loss else set())
        return sum(what in lost for what, _, _ in self.story(player)[:rounds])

    def is_out(self, player: PlayerId, rounds: int | None = None) -> bool:
        limit = self.options.elimination
        return limit is not None and not self.options.play_on and self.losses(player, rounds) >= limit

    def given(self, player: PlayerId, number: int) -> Fraction:
        """Points stay: rounds that an eliminated player is not paired in give nothing."""
        what, other, _ = self.fates[player, number]
        if other is None and what != "pairing" and self.is_out(player, number - 1):
            return Fraction(0)
        return super().given(player, number)

    def active(self) -> list[PlayerId]:
        return [player for player in super().active() if not self.is_out(player)]

    def stops(self) -> bool:
        """One player left: the winner is known. Left is who has joined, is not out and not withdrawn for good."""
        if not any(map(self.is_out, self.entrants)):
            return False
        left = [
            player
            for player, entrant in self.entrants.items()
            if not self.is_out(player)
            and entrant.joined_round <= self.coming
            and not any(first <= self.coming and last is None for first, last in entrant.away)
        ]
        return len(left) <= 1

    # 2-4: the draw

    def order(self) -> list[PlayerId]:
        return sorted(self.present(), key=lambda player: (-self.total(player), self.lot(f"order:{player}")))

    def choose(self, order: list[PlayerId]) -> tuple[Pairs, PlayerId | None, bool] | None:
        byes: list[PlayerId | None] = [None]
        if len(order) % 2:
            entitled = [player for player in order if not self.byes_had(player)]
            byes = [*sorted(entitled, key=lambda player: (self.total(player), self.lot(f"bye:{player}")))]
        for bye in byes:
            possible = [
                pairs
                for pairs in complete_pairings([player for player in order if player != bye])
                if all(self.may_meet(*pair) for pair in pairs)
            ]
            if possible:
                return self.group_by_group([player for player in order if player != bye], possible), bye, False
        return None

    def by_lot(self, purpose: str, players: list[PlayerId]) -> list[PlayerId]:
        return sorted(players, key=lambda player: self.lot(f"{purpose}:{player}"))

    def group_by_group(self, order: list[PlayerId], possible: list[Pairs]) -> Pairs:
        """4: `possible` shrinks to the one that every choice allows."""
        from_above: list[PlayerId] = []
        for points in sorted({self.total(player) for player in order}, reverse=True):
            group = [*from_above, *(player for player in order if self.total(player) == points)]
            possible = fewest(possible, group, group)
            possible = fewest(possible, from_above, group)
            floated: list[PlayerId] = []
            free = list(group)
            while free:
                one = free.pop(0)
                for other in self.by_lot(f"partner of {one}", free):
                    left = [pairs for pairs in possible if partner_in(pairs, one) == other]
                    if left:
                        possible = left
                        free.remove(other)
                        break
                else:
                    possible = [pairs for pairs in possible if partner_in(pairs, one) not in group]
                    floated.append(one)
            from_above = floated
        assert len(possible) == 1
        return possible[0]

    # 6

    def with_colours(self, higher: PlayerId, lower: PlayerId) -> Pair:
        a, b = sorted((higher, lower))
        if self.lean(a) != self.lean(b):
            return (a, b) if self.lean(a) < self.lean(b) else (b, a)
        last = {player: ([None, *self.colours(player)])[-1] for player in (a, b)}
        if last[a] != last[b]:
            changes, other = (a, b) if last[a] else (b, a)
            return (changes, other) if last[changes] == "black" else (other, changes)
        return (a, b) if int(self.lot(f"colour of {a}-{b}")[0], 16) < 8 else (b, a)

    # 7

    def correction(self, player: PlayerId, _tied: frozenset[PlayerId]) -> Fraction:
        values = sorted(self.points(o) for what, o, _ in self.story(player) if o and self.over_the_board(what))
        return sum(values[2:] if self.options.correction == "cut_two" else values, Fraction(0))

    def head_to_head(self, player: PlayerId, tied: frozenset[PlayerId]) -> Fraction:
        """Points among the tied, only where all of them have met each other: the points of those meetings."""
        if not all(self.meetings(one, other) for one in tied for other in tied if one != other):
            return Fraction(0)
        numbers = [number for other in tied for number in self.meetings(player, other)]
        return sum((self.given(player, number) for number in numbers), Fraction(0))

    def tie_breaks(self) -> list[Callable[[PlayerId, frozenset[PlayerId]], Fraction]]:
        return [self.correction, self.head_to_head]


def fewest(possible: list[Pairs], counted: list[PlayerId], group: list[PlayerId]) -> list[Pairs]:
    """Those in which the fewest of `counted` are paired outside the group."""

    def floaters(pairs: Pairs) -> int:
        return sum(partner_in(pairs, player) not in group for player in counted)

    least = min(map(floaters, possible))
    return [pairs for pairs in possible if floaters(pairs) == least]
