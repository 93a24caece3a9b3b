"""Modified Monrad by the rulebook's page alone: everything is tried."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from hypothesis import strategies as st

from tests.tools.pairing.page_facts import Facts, Pair, Pairs, complete_pairings
from tournaments.pairing.types.snapshot import PlayerId

OPTIONS: dict[str, st.SearchStrategy[object]] = {
    "max_meetings": st.sampled_from([1, 1, 2]),
    "last_round_colours": st.sampled_from(["ignored", "kept"]),
}


class Oracle(Facts):
    walk_over_is_white = True  # 6

    def level(self, one: PlayerId, other: PlayerId) -> int:
        """4, and 7 for the last round: the smaller, the earlier taken."""
        if self.is_last_round and self.options.last_round_colours == "ignored":
            return 0
        colours = self.colours(one), self.colours(other)
        if not all(colours) or colours[0][-1] != colours[1][-1]:
            return 1
        return 3 if all(self.had_twice(had) for had in colours) else 2

    @staticmethod
    def had_twice(colours: list[str]) -> bool:
        return len(colours) >= 2 and colours[-1] == colours[-2]

    def choose(self, order: list[PlayerId]) -> tuple[Pairs, PlayerId | None, bool] | None:
        byes = self.walk_over_candidates(order)
        for bye in byes:
            possible = [
                ([(self.level(*pair), order.index(pair[1])) for pair in pairs], pairs)
                for pairs in complete_pairings([player for player in order if player != bye])
                if all(self.may_meet(*pair) for pair in pairs)
            ]
            if possible:
                return min(possible)[1], bye, False
        return self.least_cost(order, byes, self.level) if self.options.last_resort == "rematch" else None

    def walk_over_candidates(self, order: list[PlayerId]) -> list[PlayerId | None]:
        """6: the README's rule, inside equal byes and points those last for whom white would be the third in a row."""
        byes = self.fewest_byes_from_the_end(order)
        if len(order) % 2 == 0 or self.is_last_round:
            return byes
        return sorted(
            (player for player in byes if player),
            key=lambda player: (
                self.byes_had(player),
                self.total(player),
                self.colours(player)[-2:] == ["white", "white"],
            ),
        )

    def with_colours(self, higher: PlayerId, lower: PlayerId) -> Pair:
        """5, line by line."""
        one, other = sorted((higher, lower))
        colours = {player: self.colours(player) for player in (one, other)}
        last = {player: had[-1] if had else None for player, had in colours.items()}
        if last[one] and last[other] and last[one] != last[other]:
            return (one, other) if last[one] == "black" else (other, one)
        if last[one] is None and last[other] is None:
            return (other, one)
        if last[one] is None or last[other] is None:
            changes, goes_along = (one, other) if last[one] else (other, one)
            return (changes, goes_along) if last[changes] == "black" else (goes_along, changes)
        protected = [player for player in (one, other) if self.had_twice(colours[player])]
        if len(protected) == 1:
            spared, beside = protected[0], other if protected[0] == one else one
            return (spared, beside) if last[spared] == "black" else (beside, spared)
        whites = {player: had.count("white") for player, had in colours.items()}
        return (one, other) if whites[one] < whites[other] else (other, one)

    # 10

    def quality(self, player: PlayerId, _tied: frozenset[PlayerId]) -> Fraction:
        planned = self.planned()
        cuts = 1 if planned < 8 else 2 if planned > 8 else self.options.cuts_at_eight
        games = sorted(self.points(o) for what, o, _ in self.story(player) if o and self.over_the_board(what))
        walk_overs = sum(what == "pairing" for what, _, _ in self.story(player))
        if self.options.bye_uses_cut:
            cuts = max(0, cuts - walk_overs)
        return sum(games[cuts:], Fraction(0))

    def tie_breaks(self) -> list[Callable[[PlayerId, frozenset[PlayerId]], Fraction]]:
        return [self.quality]
