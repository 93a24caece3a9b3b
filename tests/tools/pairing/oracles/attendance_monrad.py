"""Attendance Monrad by the rulebook's page alone: slow, from the raw rows, sharing no code with the system."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from tournaments.pairing.types.snapshot import PlayerId, TournamentSnapshot

Pairs = tuple[tuple[PlayerId, PlayerId], ...]
Cost = tuple[int, int, int]


OPTIONS: dict[str, st.SearchStrategy[object]] = {"max_meetings": st.sampled_from([1, 1, 2])}


@dataclass
class Answer:
    order: list[PlayerId]  # those paired by the rules, after the director's boards
    pairs: Pairs
    bye: PlayerId | None
    relaxed: bool
    boards: list[tuple[PlayerId, PlayerId]]  # white, black
    byes: dict[PlayerId, str] = field(default_factory=dict)


class Oracle:
    """`options` are the page's, by their codes; anything with these attributes will do."""

    def __init__(self, snapshot: TournamentSnapshot, options: Any) -> None:
        self.snapshot = snapshot
        self.options = options
        self.entrants = {entrant.number: entrant for entrant in snapshot.entrants}

    # Facts

    def fate(self, player: PlayerId, number: int) -> tuple[str, PlayerId | None, str | None]:
        """What round `number` was for the player, against whom, with which colour."""
        played = self.snapshot.rounds[number - 1]
        for game in played.games:
            if player in (game.white, game.black):
                colour = "white" if player == game.white else "black"
                other = game.black if player == game.white else game.white
                result = game.result.value if colour == "white" else mirrored(game.result.value)
                return result, other, colour
        if any(bye.player == player and bye.kind.value == "pairing" for bye in played.byes):
            return "pairing", None, None
        if number < self.entrants[player].joined_round:
            return "late", None, None
        if self.away(player, number):
            return "away", None, None
        for bye in played.byes:
            if bye.player == player:
                return bye.kind.value, None, None
        for absence in played.absences:
            if absence.player == player:
                return absence.kind.value, None, None
        return "unexcused", None, None

    def away(self, player: PlayerId, number: int) -> bool:
        return any(first <= number <= (last or 10**9) for first, last in self.entrants[player].away)

    def given(self, player: PlayerId, number: int) -> Fraction:
        options = self.options
        worth = {"1-0": options.win, "1/2-1/2": options.draw, "0-1": options.loss, "+--": options.win}
        worth |= {"--+": 0, "---": 0, "*": options.draw if options.open_game == "draw" else 0}
        worth |= {"pairing": options.bye_points, "full": options.bye_points, "half": options.draw, "zero": 0}
        worth |= {"excused": options.excused_points, "club": options.excused_points}
        worth |= {"unexcused": options.absent_points, "late": options.late_points, "away": 0}
        return Fraction(worth[self.fate(player, number)[0]])

    def total(self, player: PlayerId, rounds: int) -> Fraction:
        return sum((self.given(player, number) for number in range(1, rounds + 1)), Fraction(0))

    def met(self, one: PlayerId, other: PlayerId) -> list[int]:
        numbers = range(1, len(self.snapshot.rounds) + 1)
        fates = {number: self.fate(one, number) for number in numbers}
        return [n for n, (what, whom, _) in fates.items() if whom == other and what not in ("+--", "--+", "---")]

    def colours(self, player: PlayerId) -> list[str]:
        fates = [self.fate(player, number) for number in range(1, len(self.snapshot.rounds) + 1)]
        return [colour for what, _, colour in fates if colour and what not in ("+--", "--+", "---")]

    def byes_had(self, player: PlayerId) -> int:
        return sum(bye.player == player and bye.kind.value == "pairing" for r in self.snapshot.rounds for bye in r.byes)

    def forbidden(self, one: PlayerId, other: PlayerId) -> bool:
        return frozenset({one, other}) in self.snapshot.forbidden_pairs

    def may_meet(self, one: PlayerId, other: PlayerId) -> bool:
        return not self.forbidden(one, other) and len(self.met(one, other)) < self.options.max_meetings

    # 1-3: positions

    def positions(self) -> list[PlayerId]:
        order = sorted(number for number, entrant in self.entrants.items() if entrant.joined_round == 1)
        for number in range(2, len(self.snapshot.rounds) + 2):
            order += sorted(n for n, entrant in self.entrants.items() if entrant.joined_round == number)
            previous = {player: place for place, player in enumerate(order)}
            order = sorted(order, key=lambda player: (-self.total(player, number - 1), previous[player]))
        return order

    # 4-8: the round

    def pair(self, pinned: Sequence[tuple[PlayerId, PlayerId]] = (), sits_out: PlayerId | None = None) -> Answer | None:
        coming = self.snapshot.next_number
        if self.snapshot.planned_rounds is not None and coming > self.snapshot.planned_rounds:
            return None
        out = {absence.player for absence in self.snapshot.next_round.absences}
        asked = {bye.player: bye.kind.value for bye in self.snapshot.next_round.byes}
        active = [p for p in self.positions() if not self.away(p, coming) and p not in out]
        everybody = [player for player in active if player not in asked]
        if not everybody:
            return None
        byes = {player: kind for player, kind in asked.items() if player in active}
        taken = {player for board in pinned for player in board}
        if sits_out is not None:
            taken.add(sits_out)
            byes[sits_out] = "pairing"
        order = [player for player in everybody if player not in taken]
        found = self.by_the_rules(order) or self.by_rematches(order)
        if found is None:
            return None
        pairs, bye, relaxed = found
        if bye is not None:
            byes[bye] = "pairing"
        boards = [*pinned, *(self.with_colours(*pair) for pair in pairs)]
        boards.sort(key=lambda board: min(map(everybody.index, board)))
        return Answer(order, pairs, bye, relaxed, boards, byes)

    def bye_candidates(self, order: Sequence[PlayerId]) -> list[PlayerId | None]:
        if len(order) % 2 == 0:
            return [None]
        once = self.options.second_bye == "stop"
        may = [player for player in order if not (once and self.byes_had(player))]
        return sorted(may, key=lambda player: (self.byes_had(player), -order.index(player)))

    def by_the_rules(self, order: list[PlayerId]) -> tuple[Pairs, PlayerId | None, bool] | None:
        for bye in self.bye_candidates(order):
            for pairs in self.complete([player for player in order if player != bye]):
                if all(self.may_meet(*pair) for pair in pairs):
                    return pairs, bye, False  # `complete` yields them in FIRST's order
        return None

    def by_rematches(self, order: list[PlayerId]) -> tuple[Pairs, PlayerId | None, bool] | None:
        if self.options.last_resort == "stop":
            return None
        ranked = [
            (self.cost(pairs), turn, self.preference(order, pairs), pairs, bye)
            for turn, bye in enumerate(self.bye_candidates(order))
            for pairs in self.complete([player for player in order if player != bye])
            if not any(self.forbidden(*pair) for pair in pairs)
        ]
        return (*min(ranked)[3:], True) if ranked else None

    def complete(self, order: Sequence[PlayerId]) -> Iterator[Pairs]:
        """Every complete pairing, lexicographically."""
        if not order:
            yield ()
        for other in order[1:]:
            for rest in self.complete([player for player in order if player not in (order[0], other)]):
                yield ((order[0], other), *rest)

    def cost(self, pairs: Pairs) -> Cost:
        rematches = [met for met in (self.met(*pair) for pair in pairs) if len(met) >= self.options.max_meetings]
        return len(rematches), sum(map(len, rematches)), sum(met[-1] for met in rematches)

    def preference(self, order: Sequence[PlayerId], pairs: Pairs) -> list[tuple[bool, int]]:
        """FIRST with old opponents behind all others."""
        return [(not self.may_meet(*pair), order.index(pair[1])) for pair in pairs]

    def weight(self, player: PlayerId) -> int:
        colours = self.colours(player)
        whites = colours.count("white")
        return whites if self.options.colour_count == "whites" else whites - colours.count("black")

    def with_colours(self, higher: PlayerId, lower: PlayerId) -> tuple[PlayerId, PlayerId]:
        return (higher, lower) if self.weight(higher) < self.weight(lower) else (lower, higher)

    # Standings

    def standings(self) -> list[tuple[int, PlayerId, Fraction, Fraction, int, int]]:
        held = len(self.snapshot.rounds)
        listed = [number for number, entrant in sorted(self.entrants.items()) if entrant.joined_round <= held + 1]
        keys = {p: (self.total(p, held), self.buchholz(p), self.wins(p), self.blacks(p)) for p in listed}
        rows = sorted(listed, key=lambda player: ([-value for value in keys[player]], player))
        if not held:
            return [(place, player, *keys[player]) for place, player in enumerate(sorted(listed), start=1)]
        return [(1 + sum(keys[other] > keys[player] for other in listed), player, *keys[player]) for player in rows]

    def buchholz(self, player: PlayerId) -> Fraction:
        held = len(self.snapshot.rounds)
        values, games = [], []
        for number in range(1, held + 1):
            what, other, _ = self.fate(player, number)
            if what == "*" and self.options.open_game == "unscored":
                continue
            if other is not None and what in ("1-0", "0-1", "1/2-1/2", "*"):
                values.append(self.total(other, held))
                games.append(self.total(other, held))
            else:
                values.append(self.total(player, held) - self.given(player, number))
        if self.options.buchholz == "sum":
            return sum(sorted(values)[1:], Fraction(0))
        kept = sorted(games)[1:] if len(games) >= 2 else games
        return sum(kept, Fraction(0)) / len(kept) if kept else Fraction(0)

    def over_the_board(self, player: PlayerId) -> list[tuple[str, str | None]]:
        results = {"1-0", "0-1", "1/2-1/2"} | ({"*"} if self.options.open_game == "draw" else set())
        fates = [self.fate(player, number) for number in range(1, len(self.snapshot.rounds) + 1)]
        return [(what, colour) for what, _, colour in fates if what in results]

    def wins(self, player: PlayerId) -> int:
        return sum(what == "1-0" for what, _ in self.over_the_board(player))

    def blacks(self, player: PlayerId) -> int:
        return sum(colour == "black" for _, colour in self.over_the_board(player))


def mirrored(result: str) -> str:
    """The same result seen by black."""
    pairs = {"1-0": "0-1", "0-1": "1-0", "+--": "--+", "--+": "+--"}
    return pairs.get(result, result)
