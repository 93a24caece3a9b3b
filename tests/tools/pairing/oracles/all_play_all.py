"""All-play-all by the rulebook's page alone: every pair of numbers is asked whether it meets in the round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from tests.tools.pairing.page_facts import Answer, Facts, Pair
from tournaments.pairing.types.snapshot import PlayerId

OPTIONS: dict[str, st.SearchStrategy[object]] = {
    "spare_numbers": st.sampled_from([0, 0, 1, 2, 3]),
    "cycles": st.sampled_from([1, 1, 2, 3]),
    "swap_last_two": st.sampled_from([None, True, False]),
    "swap_every_cycle": st.sampled_from([False, False, True]),
    "postpone": st.booleans(),
}


@dataclass(frozen=True)
class Standing:
    """`place` None: not ranked."""

    place: int | None
    player: PlayerId
    points: Fraction
    played: int
    open: int


class Oracle(Facts):
    # The numbers

    @property
    def drawn(self) -> int:
        """Start numbers, vacant ones included: who joins later takes one of these."""
        first = [number for number, entrant in self.entrants.items() if entrant.joined_round == 1]
        return max([1, len(first) + self.option("spare_numbers"), *first])

    @property
    def n(self) -> int:
        return self.drawn + self.drawn % 2

    @property
    def all_rounds(self) -> int:
        cycles: int = self.option("cycles")
        return cycles * (self.n - 1)

    # The table

    def printed_round(self, number: int) -> int:
        """Which round of the printed table that is: the last two of the first cycle may change places,
        where a club keeps that from before those of the others, too."""
        in_cycle = (number - 1) % (self.n - 1) + 1
        swap = self.option("swap_last_two")
        if swap is None:
            swap = self.option("cycles") % 2 == 0
        order = list(range(1, self.n))
        if self.cycle(number) > 1 and not self.option("swap_every_cycle"):
            swap = False
        if swap and len(order) >= 2:
            order[-2:] = order[-1], order[-2]
        return order[in_cycle - 1]

    def cycle(self, number: int) -> int:
        return (number - 1) // (self.n - 1) + 1

    def do_meet(self, i: PlayerId, j: PlayerId, number: int) -> bool:
        """i < j, both numbers of the table."""
        if not 1 <= i < j <= self.n:
            return False
        r, modulus = self.printed_round(number), self.n - 1
        return (r - (2 * i - 1 if j == self.n else i + j - 1)) % modulus == 0

    def opponent(self, player: PlayerId, number: int) -> PlayerId:
        (other,) = (j for j in range(1, self.n + 1) if self.do_meet(min(player, j), max(player, j), number))
        return other

    def with_white(self, i: PlayerId, j: PlayerId, number: int) -> Pair:
        """i < j."""
        lower_is_white = i <= self.n // 2 if j == self.n else (i + j) % 2 == 1
        if self.cycle(number) % 2 == 0:
            lower_is_white = not lower_is_white
        return (i, j) if lower_is_white else (j, i)

    def boards_in_order(self, number: int) -> list[Pair]:
        """Of all numbers: first against n, then by the distance from that one."""
        r, modulus = self.printed_round(number), self.n - 1
        x = next(x for x in range(1, self.n) if (2 * x - r - 1) % modulus == 0)
        others = [((x + k - 1) % modulus + 1, (x - k - 1) % modulus + 1) for k in range(1, self.n // 2)]
        pairs = [(x, self.n), *others]
        return [self.with_white(min(pair), max(pair), number) for pair in pairs]

    # The round

    def order(self) -> list[PlayerId]:
        return sorted(self.active())

    def met_out_of_turn(self, one: PlayerId, other: PlayerId) -> bool:
        """More boards than the cycles before this one had for the two."""
        boards = [{game.white, game.black} for played in self.snapshot.rounds for game in played.games]
        return boards.count({one, other}) > self.cycle(self.coming) - 1

    def pair(self, pinned: Sequence[Pair] = (), sits_out: PlayerId | None = None) -> Answer | None:
        planned = self.snapshot.planned_rounds
        over = self.held >= self.all_rounds or (planned is not None and self.held >= planned)
        present = self.present()
        if over or not present:
            return None
        asked = {row.player: row.kind.value for row in self.snapshot.next_round.byes if row.player in self.active()}
        taken = {player for board in pinned for player in board} | {sits_out} | asked.keys()
        boards = [
            (white, black)
            for white, black in self.boards_in_order(self.coming)
            if {white, black} <= {*self.active()}
            and not {white, black} & taken
            and not self.is_forbidden(white, black)
            and not self.met_out_of_turn(white, black)
        ]
        boards += pinned
        would_meet = [pair for pair in self.boards_in_order(self.coming) if {*pair} <= {*self.active()}]
        if not boards and any(self.is_forbidden(*pair) for pair in would_meet):
            return None
        seated = {player for board in boards for player in board}
        alone = [player for player in present if player not in seated and player != sits_out and player <= self.n]
        byes = asked | {player: self.kind_of_bye(player) for player in alone}
        return Answer(boards, byes | ({sits_out: "pairing"} if sits_out is not None else {}))

    def is_held(self, number: PlayerId) -> bool:
        """By somebody, also one who has withdrawn since."""
        return number in self.entrants and self.entrants[number].joined_round <= self.coming

    def kind_of_bye(self, player: PlayerId) -> str:
        other = self.opponent(player, self.coming)
        is_dummy = self.drawn % 2 == 1 and other == self.n and not self.is_held(other)
        return "pairing" if is_dummy else "zero"

    # The table

    def left_at(self, player: PlayerId) -> int | None:
        """The first round without them, of who has left and not come back."""
        return next(
            (first for first, last in self.entrants[player].away if last is None and first <= self.coming), None
        )

    def seated(self) -> list[PlayerId]:
        return [player for player in self.listed() if player <= self.n]

    def settled(self) -> tuple[dict[tuple[int, frozenset[PlayerId]], dict[PlayerId, str]], set[PlayerId]]:
        """Each game as it counts, by round and the two: what it was for each (1-0 is won, * open, + and - forfeits).
        And who is not ranked."""
        games = {
            (number, frozenset({player, other})): {player: what, other: self.fates[other, number][0]}
            for (player, number), (what, other, _colour) in self.fates.items()
            if other is not None
        }
        if not self.held:
            return games, set()
        owed = self.owed(set(games))
        done_of_old = ("1-0", "0-1", "1/2-1/2", "+--")
        unranked: set[PlayerId] = set()
        for first in range(1, self.coming + 1):
            together = [player for player in self.seated() if self.left_at(player) == first]
            early = set()
            for player in together:
                done = sum(each[player] in done_of_old for each in games.values() if player in each)
                scheduled = self.option("cycles") * (len(self.seated()) - 1)
                rule = self.option("withdrawal")
                if rule == "annul" or (rule == "half" and Fraction(done) < Fraction(scheduled, 2)):
                    early.add(player)
            gives = set(together) - early
            for key in owed:
                busy = {p for (number, both) in games if number == key[0] for p in both}
                if key[1] & gives and not key[1] & busy:
                    games[key] = dict.fromkeys(key[1], "*")
            for each in games.values():
                if gives & set(each) and set(each.values()) == {"*"}:
                    for player in each:
                        others_give = bool(gives & (set(each) - {player}))
                        each[player] = "---" if gives >= set(each) else "+--" if others_give else "--+"
            unranked |= early
        return {key: each for key, each in games.items() if not key[1] & unranked}, unranked

    def owed(self, held: set[tuple[int, frozenset[PlayerId]]]) -> list[tuple[int, frozenset[PlayerId]]]:
        """Games of the plan that no round holds, those aside for which two met out of turn."""
        seated = self.seated()
        plan = {
            (number, frozenset({i, j}))
            for number in range(1, min(self.held, self.all_rounds) + 1)
            for i in seated
            for j in seated
            if self.do_meet(i, j, number)
        }
        out_of_turn = [both for _number, both in held - plan]
        owed = []
        for number, both in sorted(plan - held, key=lambda each: (each[0], sorted(each[1]))):
            if both in out_of_turn:
                out_of_turn.remove(both)
            else:
                owed.append((number, both))
        return owed

    def worth(self, what: str) -> Fraction:
        return Fraction(
            {
                "1-0": self.option("win"),
                "+--": self.option("win"),
                "1/2-1/2": self.option("draw"),
                "0-1": self.option("loss"),
                "*": self.option("draw") if self.option("open_game") == "draw" else 0,
            }.get(what, 0)
        )

    def sat_out(self, player: PlayerId, number: int) -> Fraction:
        """What a round without a game gave: against a number that nobody had what the dummy gives."""
        what, other, _colour = self.fates[player, number]
        if other is not None:
            return Fraction(0)
        worth = {"pairing": self.option("bye_points"), "full": self.option("bye_points"), "half": self.option("draw")}
        if what == "zero" and player <= self.n and number <= self.all_rounds:
            whom = self.opponent(player, number)
            nobody = whom not in self.entrants or self.entrants[whom].joined_round > number
            return Fraction(self.option("bye_points") if nobody else 0)
        return Fraction(worth.get(what, 0))

    def table_rows(self) -> list[Standing]:
        games, unranked = self.settled()
        playing = [player for player in self.seated() if self.left_at(player) is None]
        keys: dict[PlayerId, Fraction] = {}
        rows: dict[PlayerId, tuple[Fraction, int, int]] = {}
        for player in self.listed():
            own = [(key, each[player]) for key, each in games.items() if player in each]
            results = [what for _key, what in own if what != "*"]
            scored = results + [what for _key, what in own if what == "*" and self.option("open_game") == "draw"]
            by_games = sum((self.worth(what) for what in scored), Fraction(0))
            points = by_games + sum(
                (
                    self.sat_out(player, number)
                    for number in range(1, self.held + 1)
                    if not any(key[0] == number for key, _what in own)
                ),
                Fraction(0),
            )
            still = 0
            for other in playing if player in playing else []:
                have = sum(other in key[1] and what != "*" for key, what in own)
                if other != player and (have or not self.is_forbidden(player, other)):
                    still += max(0, self.option("cycles") - have)
            order = self.option("order")
            keys[player] = points
            if order == "lost":
                keys[player] = by_games - self.option("win") * len(scored)
            elif order == "share":
                keys[player] = by_games / len(scored) if scored else Fraction(0)
            rows[player] = (points, len(results), still)
        ranked = sorted((player for player in rows if player not in unranked), key=lambda p: (-keys[p], p))
        if not self.held:
            ranked = sorted(ranked)
        places = {p: 1 + sum(keys[other] > keys[p] for other in ranked) for p in ranked}
        if not self.held:
            places = {p: place for place, p in enumerate(ranked, start=1)}
        behind = sorted(unranked & rows.keys())
        return [Standing(places.get(p), p, *rows[p]) for p in (*ranked, *behind)]
