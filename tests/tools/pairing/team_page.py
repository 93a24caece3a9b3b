"""The tie-breaks of teams by the rulebook's pages alone (teams.md, B2 and B4; tie_breaks.md), slowly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import floor

from tournaments.pairing.types.snapshot import PlayedGame, PlayerId, TournamentSnapshot

POINTS = {"1-0": "10", "0-1": "01", "1/2-1/2": "==", "+--": "10", "--+": "01", "---": "00", "*": "00"}
WORTH = {"1": Fraction(1), "=": Fraction(1, 2), "0": Fraction(0)}
LETTERS = {"pairing": "U", "full": "F", "half": "H", "zero": "Z"}


@dataclass(frozen=True)
class MatchScale:
    win: Fraction = Fraction(2)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(1)
    bye_boards: Fraction | None = None


@dataclass(frozen=True)
class Round:
    """What it was: W D L over the board, + − forfeits, U F H Z without a match."""

    what: str
    opponent: PlayerId
    mp: Fraction
    boards: tuple[Fraction, ...]
    bp: Fraction

    def points(self, kind: str) -> Fraction:
        return self.mp if kind == "M" else self.bp

    @property
    def is_met(self) -> bool:
        return self.what in "WDL"

    @property
    def is_vur(self) -> bool:
        return self.what in "HZ−"


class TeamPage:
    def __init__(
        self,
        snapshot: TournamentSnapshot,
        scale: MatchScale,
        *,
        is_fixed: bool = False,
        ranks: str = "M",
        rules: str = "2026",
    ) -> None:
        assert snapshot.boards is not None
        self.n, self.scale, self.is_fixed, self.rules = snapshot.boards, scale, is_fixed, rules
        self.first, self.second = ("M", "G") if ranks == "M" else ("G", "M")
        self.held = len(snapshot.rounds)
        self.rounds: dict[PlayerId, list[Round]] = {
            entrant.number: [self._round(snapshot, entrant.number, at) for at in range(self.held)]
            for entrant in snapshot.entrants
        }

    def _round(self, snapshot: TournamentSnapshot, team: PlayerId, at: int) -> Round:
        played, scale, n = snapshot.rounds[at], self.scale, self.n
        for game in played.games:
            if team in (game.white, game.black):
                return self._match(game, team)
        byes = {bye.player: LETTERS[bye.kind.value] for bye in played.byes}
        what = byes.get(team, "Z")
        if what in "UF":
            level = Fraction(n, 2)
            usual = level if scale.bye == scale.draw else level + Fraction(1, 2)
            bp = usual if scale.bye_boards is None else scale.bye_boards
            return Round(what, 0, scale.bye, (Fraction(1),) * n, bp)
        if what == "H":
            return Round("H", 0, scale.draw, (Fraction(1, 2),) * n, Fraction(n, 2))
        return Round("Z", 0, Fraction(0), (Fraction(0),) * n, Fraction(0))

    def _match(self, game: PlayedGame, team: PlayerId) -> Round:
        side = 0 if team == game.white else 1
        own = tuple(WORTH[POINTS[result.value][side]] for result in game.boards)
        other = tuple(WORTH[POINTS[result.value][1 - side]] for result in game.boards)
        opponent = game.black if team == game.white else game.white
        ahead = sum(own) - sum(other)
        if all(result.value in ("+--", "--+", "---") for result in game.boards):
            what = "+" if ahead > 0 else "−"
            mp = self.scale.win if what == "+" else Fraction(0)
        else:
            what = "W" if ahead > 0 else "L" if ahead < 0 else "D"
            mp = {"W": self.scale.win, "D": self.scale.draw, "L": self.scale.loss}[what]
        return Round(what, opponent, mp, own, sum(own, Fraction(0)))

    # Article 16, in either kind of points

    def total(self, team: PlayerId, kind: str) -> Fraction:
        return sum((each.points(kind) for each in self.rounds[team]), Fraction(0))

    def draw(self, kind: str) -> Fraction:
        return self.scale.draw if kind == "M" else Fraction(self.n, 2)

    def adjusted(self, team: PlayerId, kind: str) -> Fraction:
        rounds = self.rounds[team]
        total = Fraction(0)
        for at, each in enumerate(rounds):
            given_up = each.what in "HZ" and all(later.is_vur for later in rounds[at + 1 :])
            total += self.draw(kind) if given_up and not self.is_fixed else each.points(kind)
        return total

    def dummy(self, team: PlayerId, each: Round, kind: str) -> Fraction:
        own = self.total(team, kind)
        if self.rules == "2023":
            return own
        return min(own, self.adjusted(each.opponent, kind) if each.opponent else self.draw(kind) * self.held)

    def pieces(self, team: PlayerId, kind: str) -> Iterator[tuple[Fraction, Round]]:
        for each in self.rounds[team]:
            if each.is_met or (self.is_fixed and each.opponent):
                yield self.adjusted(each.opponent, kind), each
            elif not self.is_fixed:
                yield self.dummy(team, each, kind), each

    def cut(self, rows: list[tuple[Fraction, Fraction, bool]], times: int) -> Fraction:
        """Rows of value, contribution, and whether it is a voluntary unplayed round."""
        for _time in range(min(times, len(rows))):
            least = min(rows, key=lambda row: row[:2])
            voluntary = [row for row in rows if row[2]]
            if voluntary:
                smallest = min(voluntary, key=lambda row: (row[1], row[0]))
                least = smallest if smallest[1] >= least[1] else least
            rows.remove(least)
        return sum((row[1] for row in rows), Fraction(0))

    def bh(self, team: PlayerId, kind: str, cut: int = 0) -> Fraction:
        return self.cut([(v, v, self._is_vur(each)) for v, each in self.pieces(team, kind)], cut)

    def esb(self, team: PlayerId, opponent: str, own: str, cut: int = 0) -> Fraction:
        rows = [(v, v * each.points(own), self._is_vur(each)) for v, each in self.pieces(team, opponent)]
        return self.cut(rows, cut)

    def _is_vur(self, each: Round) -> bool:
        return each.is_vur and not (self.is_fixed and each.opponent)

    def sssc(self, team: PlayerId) -> Fraction:
        most = {"M": self.scale.win, "G": Fraction(self.n)}
        divisor = max(1, floor(self.held * most[self.first] / most[self.second]))
        return self.total(team, self.second) + self.bh(team, self.first) / divisor

    # Boards

    def on_board(self, team: PlayerId, board: int) -> Fraction:
        return sum((each.boards[board - 1] for each in self.rounds[team]), Fraction(0))

    def bc(self, team: PlayerId) -> Fraction:
        return sum((board * self.on_board(team, board) for board in range(1, self.n + 1)), Fraction(0))

    def berlin(self, team: PlayerId) -> Fraction:
        return (self.n + 1) * self.total(team, "G") - self.bc(team)

    def tbr(self, team: PlayerId) -> tuple[Fraction, ...]:
        return tuple(self.on_board(team, board) for board in range(1, self.n + 1))

    def bbe(self, team: PlayerId) -> tuple[Fraction, ...]:
        tbr = self.tbr(team)
        return tuple(sum(tbr[: self.n - out], Fraction(0)) for out in range(1, self.n + 1))

    # Extended direct encounter

    def meetings(self, team: PlayerId, other: PlayerId) -> list[Round]:
        return [each for each in self.rounds[team] if each.opponent == other and (each.is_met or self.is_fixed)]

    def mean(self, team: PlayerId, other: PlayerId, kind: str) -> Fraction:
        met = self.meetings(team, other)
        return sum((each.points(kind) for each in met), Fraction(0)) / (len(met) or 1)

    def parts(self, group: Sequence[PlayerId], kind: str) -> list[list[PlayerId]]:
        """Article 6, once, on such points."""
        sums = {team: sum((self.mean(team, other, kind) for other in group), Fraction(0)) for team in group}
        if self.is_fixed or all(self.meetings(one, two) for one, two in combinations(group, 2)):
            return [[team for team in group if sums[team] == value] for value in sorted(set(sums.values()))[::-1]]
        most = self.scale.win if kind == "M" else Fraction(self.n)
        found, left = [], list(group)
        while len(left) > 1:
            best = max(left, key=lambda team: sums[team])
            others = [team for team in left if team != best]
            missing = {team: sum(not self.meetings(team, other) for other in group if other != team) for team in others}
            if any(sums[team] + missing[team] * most >= sums[best] for team in others):
                break
            found.append([best])
            left = others
        return [*found, left]

    def ede(self, group: Iterable[PlayerId], then: str = "") -> list[list[PlayerId]]:
        return list(self._ede(sorted(group), [self.first, self.second], then))

    def _ede(self, group: Sequence[PlayerId], kinds: Sequence[str], then: str) -> Iterator[list[PlayerId]]:
        for at, kind in enumerate(kinds):
            parts = self.parts(group, kind)
            if len(parts) > 1:
                after = [self.first, self.second] if self.rules == "2026" else kinds[at:]
                for part in parts:
                    yield from self._ede(part, after, then)
                return
        if len(group) == 2 and (self.is_fixed or self.meetings(*group)):
            for letter in then:
                keys = [self._between(group[at], group[1 - at], letter) for at in (0, 1)]
                if keys[0] != keys[1]:
                    yield from ([group[0]], [group[1]]) if keys[0] > keys[1] else ([group[1]], [group[0]])
                    return
        yield list(group)

    def _between(self, team: PlayerId, other: PlayerId, letter: str) -> tuple[Fraction, ...]:
        met = self.meetings(team, other)
        sums = [sum((each.boards[at] for each in met), Fraction(0)) for at in range(self.n)]
        if letter == "C":
            return (-sum((number * each for number, each in enumerate(sums, 1)), Fraction(0)),)
        if letter == "T":
            return tuple(sums)
        return tuple(sum(sums[: self.n - out], Fraction(0)) for out in range(1, self.n))
