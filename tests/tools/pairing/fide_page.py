"""FIDE's tie-breaks by the rulebook's page alone (tie_breaks.md), slowly and sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import floor

from tournaments.pairing.types.snapshot import PlayerId, TournamentSnapshot

HALF = Fraction(1, 2)
UPPER_ENDS = """
3 10 17 25 32 39 46 53 61 68 | 76 83 91 98 106 113 121 129 137 145
| 153 162 170 179 188 197 206 215 225 235 | 245 256 267 278 290 302 315 328 344 357
| 374 391 411 432 456 484 517 559 619 735
"""
DP = """
0 7 14 21 29 36 43 50 57 65 | 72 80 87 95 102 110 117 125 133 141
| 149 158 166 175 184 193 202 211 220 230 | 240 251 262 273 284 296 309 322 336 351
| 366 383 401 422 444 470 501 538 589 677 | 800
"""
LETTERS = {"pairing": "U", "full": "F", "half": "H", "zero": "Z"}


@dataclass(frozen=True)
class Scale:
    win: Fraction = Fraction(1)
    draw: Fraction = HALF
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(1)


@dataclass(frozen=True)
class Line:
    """One round of one player as in a report: what it was, against whom, with which colour, and what it gave."""

    what: str
    """W D L over the board, * still open, + − forfeits, U F H Z byes."""
    points: Fraction
    opponent: PlayerId = 0
    colour: str = ""

    @property
    def is_played(self) -> bool:
        return self.what in "WDL"

    @property
    def is_requested_bye(self) -> bool:
        return self.what in "HZ"

    @property
    def is_vur(self) -> bool:
        return self.is_requested_bye or self.what == "−"


@dataclass(frozen=True)
class Piece:
    """A contribution: the value of the opponent or dummy, and my points against it."""

    value: Fraction
    points: Fraction
    is_vur: bool


class Page:
    """A ranked tournament. `is_fixed`: all-play-all. `postponed_are_draws`: the option open_game."""

    def __init__(
        self,
        snapshot: TournamentSnapshot,
        scale: Scale,
        *,
        is_fixed: bool = False,
        postponed_are_draws: bool = False,
        rules: str = "2026",
    ) -> None:
        self.snapshot, self.scale, self.is_fixed, self.rules = snapshot, scale, is_fixed, rules
        self.postponed_are_draws = postponed_are_draws
        self.rounds = len(snapshot.rounds)
        self.ratings = {entrant.number: entrant.rating for entrant in snapshot.entrants}
        self.lines = {
            player: [self.line(player, number) for number in range(1, self.rounds + 1)] for player in self.ratings
        }

    def line(self, player: PlayerId, number: int) -> Line:
        scale = self.scale
        played = self.snapshot.rounds[number - 1]
        for game in played.games:
            if player not in (game.white, game.black):
                continue
            is_white = player == game.white
            other, colour = (game.black, "w") if is_white else (game.white, "b")
            left, right = {
                "1-0": "WL", "0-1": "LW", "1/2-1/2": "DD", "+--": "+−", "--+": "−+", "---": "−−", "*": "**"
            }[game.result.value]  # fmt: skip
            what = left if is_white else right
            if what == "*" and self.postponed_are_draws:
                what = "D"
            worth = {
                "W": scale.win,
                "+": scale.win,
                "D": scale.draw,
                "L": scale.loss,
                "−": Fraction(0),
                "*": Fraction(0),
            }
            return Line(what, worth[what], other, colour)
        kinds = {bye.player: LETTERS[bye.kind.value] for bye in played.byes}
        entrant = self.snapshot.by_number[player]
        what = kinds.get(player, "Z") if entrant.takes_part(number) or kinds.get(player) == "U" else "Z"
        return Line(what, {"U": scale.bye, "F": scale.bye, "H": scale.draw, "Z": Fraction(0)}[what])

    def score(self, player: PlayerId) -> Fraction:
        return sum((line.points for line in self.lines[player]), Fraction(0))

    # Article 16

    def category(self, player: PlayerId, index: int) -> int:
        line, later = self.lines[player][index], self.lines[player][index + 1 :]
        if line.what in "UF":
            return 1
        if line.what in "+−":
            return 2 if line.what == "+" else 4
        assert line.is_requested_bye
        return 3 if any(not each.is_vur for each in later) else 5

    def adj(self, player: PlayerId) -> Fraction:
        if self.is_fixed:
            return self.score(player)
        total = Fraction(0)
        for index, line in enumerate(self.lines[player]):
            given_up = not line.is_played and line.what != "*" and self.category(player, index) == 5
            total += self.scale.draw if given_up else line.points
        return total

    def dummy(self, player: PlayerId, line: Line) -> Fraction:
        own = self.score(player)
        if self.rules == "2023":
            return own
        return min(own, self.adj(line.opponent) if line.what in "+−" else self.scale.draw * self.rounds)

    def pieces(self, player: PlayerId, *, forfeits: bool = False) -> Iterator[Piece]:
        for line in self.lines[player]:
            if line.is_played or (line.what in "+−" and (forfeits or self.is_fixed)):
                yield Piece(self.adj(line.opponent), line.points, False)
            elif line.what != "*" and not self.is_fixed:
                yield Piece(self.dummy(player, line), line.points, line.is_vur)

    # Article 14

    def cut(self, pieces: Sequence[Piece], of: Mapping[Piece, Fraction], low: int, high: int) -> Fraction:
        left = list(pieces)
        for _each in range(low):
            if left:
                value = min(piece.value for piece in left)
                least = min((piece for piece in left if piece.value == value), key=of.__getitem__)
                voluntary = sorted((piece for piece in left if piece.is_vur), key=lambda each: (of[each], each.value))
                if voluntary and of[voluntary[0]] >= of[least]:
                    least = voluntary[0]
                left.remove(least)
        for _each in range(high):
            if left:
                left.remove(max(left, key=of.__getitem__))
        return sum((of[piece] for piece in left), Fraction(0))

    # The codes

    def bh(self, player: PlayerId, *, cut: int = 0, median: int = 0, forfeits: bool = False) -> Fraction:
        pieces = [*self.pieces(player, forfeits=forfeits)]
        return self.cut(pieces, {piece: piece.value for piece in pieces}, cut + median, median)

    def as_if_drawn(self) -> Page:
        """All paired games of the last planned round; before it nothing is otherwise."""
        other = Page(self.snapshot, self.scale, postponed_are_draws=self.postponed_are_draws, rules=self.rules)
        is_last = self.snapshot.planned_rounds is not None and len(self.snapshot.rounds) >= self.snapshot.planned_rounds
        for player, lines in self.lines.items():
            if is_last and lines and lines[-1].opponent:
                last = Line("D", self.scale.draw, lines[-1].opponent, lines[-1].colour)
                other.lines[player] = [*lines[:-1], last]
        return other

    def fb(self, player: PlayerId, *, cut: int = 0, median: int = 0, forfeits: bool = False) -> Fraction:
        return self.as_if_drawn().bh(player, cut=cut, median=median, forfeits=forfeits)

    def aob(self, player: PlayerId, *, fore: bool = False) -> Fraction | None:
        page = self.as_if_drawn() if fore else self
        met = [page.bh(line.opponent) for line in self.lines[player] if line.is_played]
        return sum(met, Fraction(0)) / len(met) if met else None

    def sb(self, player: PlayerId, *, cut: int = 0, forfeits: bool = False) -> Fraction:
        pieces = [*self.pieces(player, forfeits=forfeits)]
        return self.cut(pieces, {piece: piece.value * piece.points / self.scale.win for piece in pieces}, cut, 0)

    def ks(self, player: PlayerId, *, limit: int = 0) -> Fraction:
        """In a fixed schedule; the maximum is what whoever has most games could win."""
        most = max(sum(bool(line.opponent) for line in lines) for lines in self.lines.values())
        least = self.scale.win * most / 2 + limit * HALF
        against = (line for line in self.lines[player] if line.opponent and line.what != "*")
        return sum((line.points for line in against if self.score(line.opponent) >= least), Fraction(0))

    def win(self, player: PlayerId) -> int:
        return sum(line.points >= self.scale.win for line in self.lines[player])

    def won(self, player: PlayerId) -> int:
        return sum(line.what == "W" for line in self.lines[player])

    def bpg(self, player: PlayerId) -> int:
        return sum(line.is_played and line.colour == "b" for line in self.lines[player])

    def bwg(self, player: PlayerId) -> int:
        return sum(line.what == "W" and line.colour == "b" for line in self.lines[player])

    def ps(self, player: PlayerId, *, cut: int = 0) -> Fraction:
        given = [line.points for line in self.lines[player]]
        return sum((sum(given[:number], Fraction(0)) for number in range(1 + cut, self.rounds + 1)), Fraction(0))

    def rep(self, player: PlayerId) -> int:
        return self.rounds - sum(line.what in ("H", "Z", "−") for line in self.lines[player])

    def std(self, player: PlayerId) -> Fraction:
        total = Fraction(0)
        for index, line in enumerate(self.lines[player]):
            if line.what == "*":
                continue
            other = self.lines[line.opponent][index].points if line.is_played else self.scale.draw
            total += 1 if line.points > other else HALF if line.points == other else 0
        return total

    # Ratings

    def rating(self, player: PlayerId, unrated: int | None) -> int:
        rating = self.ratings[player]
        return rating if rating is not None else unrated or 0

    def met(self, player: PlayerId, unrated: int | None) -> list[int]:
        return [self.rating(line.opponent, unrated) for line in self.lines[player] if line.is_played]

    def game_points(self, player: PlayerId) -> Fraction:
        """On the scale of ratings."""
        worth = {"W": Fraction(1), "D": HALF, "L": Fraction(0)}
        return sum((worth[line.what] for line in self.games(player)), Fraction(0))

    def aro(self, player: PlayerId, unrated: int | None, *, cut: int = 0, median: int = 0) -> int | None:
        met = sorted(self.met(player, unrated))
        for _each in range(cut + median):
            met = met[1:]
        for _each in range(median):
            met = met[:-1]
        return half_up(Fraction(sum(met), len(met))) if met else None

    def tpr(self, player: PlayerId, unrated: int | None) -> int | None:
        average = self.aro(player, unrated)
        if average is None:
            return None
        share = half_up(100 * self.game_points(player) / len(self.met(player, unrated)))
        table = [int(each) for each in DP.replace("|", " ").split()]
        return average + (table[share - 50] if share >= 50 else -table[50 - share])

    def ptp(self, player: PlayerId, unrated: int | None) -> int | None:
        met, points = self.met(player, unrated), self.game_points(player)
        if not met:
            return None
        if points == 0:
            return min(met) - 800
        rating = min(met) - 800
        while sum((chance(rating - other) for other in met), Fraction(0)) < points:
            rating += 1
        return rating

    def apro(self, player: PlayerId, unrated: int | None) -> int | None:
        return self.mean_of_met(player, [self.tpr(line.opponent, unrated) for line in self.games(player)])

    def appo(self, player: PlayerId, unrated: int | None) -> int | None:
        return self.mean_of_met(player, [self.ptp(line.opponent, unrated) for line in self.games(player)])

    def games(self, player: PlayerId) -> list[Line]:
        return [line for line in self.lines[player] if line.is_played]

    def mean_of_met(self, player: PlayerId, values: Sequence[int | None]) -> int | None:
        return half_up(Fraction(sum(value or 0 for value in values), len(values))) if values else None

    # Article 6

    def between(self, one: PlayerId, other: PlayerId, *, forfeits: bool) -> list[Fraction]:
        return [
            line.points
            for line in self.lines[one]
            if line.opponent == other and (line.is_played or line.what == "*" or (forfeits and line.what in "+−"))
        ]

    def encounter(self, group: frozenset[PlayerId], *, forfeits: bool | None = None) -> list[frozenset[PlayerId]]:
        """Best first; those whom nothing parts together."""
        counted = self.is_fixed if forfeits is None else forfeits
        if len(group) < 2:
            return [group]
        found = {(one, other): self.between(one, other, forfeits=counted) for one in group for other in group - {one}}
        sums = {one: sum((mean(found[one, other]) for other in group - {one}), Fraction(0)) for one in group}
        if self.is_fixed or all(found.values()):
            parts = [frozenset(one for one in group if sums[one] == each) for each in sorted(set(sums.values()))[::-1]]
            if len(parts) == 1:
                return parts
            return [last for part in parts for last in self.encounter(part, forfeits=forfeits)]
        best = {
            one: sums[one] + sum(not found[one, other] for other in group - {one}) * self.scale.win for one in group
        }
        first: list[frozenset[PlayerId]] = []
        left = set(group)
        while True:
            alone = [one for one in left if all(sums[one] > best[other] for other in left - {one})]
            if not alone:
                break
            first.append(frozenset(alone))
            left -= set(alone)
        if not first:
            return [group]
        return first + (self.encounter(frozenset(left), forfeits=forfeits) if left else [])


def mean(of: Sequence[Fraction]) -> Fraction:
    return sum(of, Fraction(0)) / len(of) if of else Fraction(0)


def half_up(value: Fraction) -> int:
    return floor(value + HALF)


@cache
def chance(difference: int) -> Fraction:
    """Table 8.1.2, no cut at 400."""
    ends = [int(each) for each in UPPER_ENDS.replace("|", " ").split()]
    hundredths = next((50 + place for place, end in enumerate(ends) if abs(difference) <= end), 100)
    return Fraction(hundredths if difference > 0 else 100 - hundredths if difference < 0 else 50, 100)
