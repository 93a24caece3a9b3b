"""What teams scored on each board, for the tie-breaks that look at boards (FIDE C.07, 13; rulebook, teams, B4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate

from tournaments.pairing.history.record import PointsOf, Record, RoundEntry, RoundOutcome
from tournaments.pairing.history.round_entries import entry_term
from tournaments.pairing.types.paired_round import Amounts, Player, Players, Rule
from tournaments.pairing.types.snapshot import PlayedGame, PlayerId, board_points
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

Points = tuple[Fraction, ...]
"""From board 1 on."""
Lines = Sequence[tuple[RoundEntry, Points | None]]

ON_BOARD = Rule("boards/on_board", _("Board {board}: {points} in all matches"))
LEVEL_ON_TOP = Rule(
    "boards/level_on_top", _("Level on the boards above with {players}: board {board} decides, with {points} there")
)
LEVEL_AT_BOTTOM = Rule(
    "boards/level_at_bottom",
    _("Level so far with {players}: without the boards from {board} on it is {points}, which decides"),
)

_A_WIN_ON_EVERY_BOARD = frozenset({RoundOutcome.BYE, RoundOutcome.FULL_BYE})
_NOTHING = Fraction(0)


def lines_of(record: Record) -> Mapping[PlayerId, Lines]:
    """Each team's rounds with its points on each board; None where only the sum of a match is known.

    A bye is a win on every board. Whatever else a round without a match brought is the same on all of them.
    """
    by_boards = record.counted_by(PointsOf.BOARDS)
    return by_boards.once("points on each board", lambda: _lines_of(by_boards))


def _lines_of(record: Record) -> dict[PlayerId, Lines]:
    games = {
        (played.number, team): game
        for played in (*record.snapshot.rounds, *record.snapshot.ahead)
        for game in played.games
        for team in (game.white, game.black)
    }
    count = record.snapshot.boards or 1
    return {
        team: [(entry, _on_each(team, entry, games.get((entry.round_number, team)), count)) for entry in entries]
        for team, entries in record.entries.items()
    }


def _on_each(team: PlayerId, entry: RoundEntry, game: PlayedGame | None, count: int) -> Points | None:
    if entry.outcome in _A_WIN_ON_EVERY_BOARD:
        return (Fraction(1),) * count
    if entry.opponent is None or entry.outcome is RoundOutcome.OPEN_AS_DRAW:
        return (entry.points / count,) * count
    if entry.outcome in (RoundOutcome.OPEN, RoundOutcome.ANNULLED):
        return (_NOTHING,) * count
    if game is not None and game.boards:
        side = 0 if game.white == team else 1
        found = tuple(board_points(result)[side] for result in game.boards[:count])
        return found + (_NOTHING,) * (count - len(found))
    # all or nothing is so on every board, and a sum of one board is that board's
    return (entry.points / count,) * count if entry.points in (0, count) or count == 1 else None


def sums_of(lines: Lines) -> Points | None:
    """On each board in all rounds; None where that is not known of all of them."""
    known = [points for _entry, points in lines if points is not None]
    if not known or len(known) < len(lines):
        return None
    return tuple(sum(each, _NOTHING) for each in zip(*known, strict=True))


@dataclass(frozen=True, kw_only=True, slots=True)
class OnBoards:
    """The tied teams with what they scored on each board; nobody where it is not known of all of them, or before
    anything was played: then the boards part nobody."""

    lines: Mapping[PlayerId, Lines]
    sums: Mapping[PlayerId, Points | None]

    @property
    def part(self) -> bool:
        return all(sums is not None for sums in self.sums.values())


def on_boards(record: Record, tied: frozenset[PlayerId]) -> OnBoards | None:
    """None where players play."""
    if record.snapshot.boards is None:
        return None
    lines = lines_of(record)
    return OnBoards(lines={team: lines[team] for team in tied}, sums={team: sums_of(lines[team]) for team in tied})


def says_nothing(tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
    return dict.fromkeys(tied, Cell(value=None))


def unknown_cell() -> Cell:
    """Of a team whose boards are not known: level with all others, and not behind them."""
    return Cell(value=None, ranked_by=0)


def told_by_round(
    lines: Lines, weigh: Callable[[RoundEntry, Points], tuple[Points, Fraction]], rules: RulesOfRounds
) -> tuple[Term, ...]:
    """A term for each round: what `weigh` makes of each board's points, and of them all."""
    return tuple(_told(entry, *weigh(entry, points), rules) for entry, points in lines if points is not None)


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesOfRounds:
    match: Rule
    bye: Rule
    no_match: Rule


def _told(entry: RoundEntry, parts: Points, amount: Fraction, rules: RulesOfRounds) -> Term:
    if not amount and not any(parts):
        return replace(entry_term(entry), amount=_NOTHING)
    if entry.opponent is not None:
        opponent = Player(entry.opponent)
        reason = rules.match.reason(round=entry.round_number, opponent=opponent, amounts=Amounts(parts))
        return Term(reason=reason, amount=amount)
    rule = rules.bye if entry.outcome in _A_WIN_ON_EVERY_BOARD else rules.no_match
    reason = rule.reason(round=entry.round_number, points=entry.points, amounts=Amounts(parts))
    return Term(reason=reason, amount=amount)


def cells_in_turn(
    record: Record, tied: frozenset[PlayerId], steps_of: Callable[[Points], Sequence[Fraction]], level: Rule
) -> Mapping[PlayerId, Cell]:
    """By the first step, those level in it by the next. Shown is the first one, opened up to what parted those level
    in it."""
    found = on_boards(record, tied)
    if found is None:
        return says_nothing(tied)
    steps = {team: tuple(steps_of(sums)) for team, sums in found.sums.items() if sums is not None}
    places = sorted(set(steps.values()), reverse=True)
    cells = {}
    for team in tied:
        sums = found.sums[team]
        if sums is None:
            cells[team] = unknown_cell()
            continue
        ranked_by = -places.index(steps[team]) if found.part else 0
        explain = _InTurn(team=team, sums=sums, steps=steps if found.part else {}, level=level)
        cells[team] = Cell(value=steps[team][0], ranked_by=ranked_by, explain=explain.terms)
    return cells


@dataclass(frozen=True, kw_only=True, slots=True)
class _InTurn:
    team: PlayerId
    sums: Points
    steps: Mapping[PlayerId, tuple[Fraction, ...]]
    level: Rule

    def terms(self) -> tuple[Term, ...]:
        return (*self._first(), *self._further())

    def _first(self) -> Iterator[Term]:
        """Of the top board alone, or of all boards but the last."""
        boards = self.sums[:1] if self.level is LEVEL_ON_TOP else self.sums[:-1]
        for board, points in enumerate(boards, start=1):
            yield Term(reason=ON_BOARD.reason(board=board, points=points), amount=points)

    def _further(self) -> Iterator[Term]:
        """Each further step that parts some of those still level with the team."""
        own = self.steps.get(self.team, ())
        for step in range(1, len(own)):
            level = {team for team, steps in self.steps.items() if steps[:step] == own[:step]}
            if len({self.steps[team][step] for team in level}) > 1:
                board = step + 1 if self.level is LEVEL_ON_TOP else len(self.sums) - step
                others = Players(tuple(sorted(level - {self.team})))
                reason = self.level.reason(players=others, board=board, points=own[step])
                yield Term(reason=reason, amount=_NOTHING)


def board_count(points: Points) -> Fraction:
    """C.07, 13: each board's points times its number; lower is better."""
    return sum(times_numbers(points), Fraction(0))


def times_numbers(points: Points) -> Points:
    return tuple(number * each for number, each in enumerate(points, start=1))


def from_the_top(points: Points) -> Points:
    """Those on board 1, then on board 2, and so on."""
    return points


def without_the_bottom(points: Points) -> Points:
    """The sums without the last board, without the last two, …; of one board there is nothing left."""
    return tuple(accumulate(points[:-1], initial=Fraction(0)))[:0:-1] or (Fraction(0),)


def times_weights(points: Points) -> Points:
    """Those of Berlin: on board 1 as many as there are boards, on the last one 1."""
    return tuple((len(points) - place) * each for place, each in enumerate(points))
