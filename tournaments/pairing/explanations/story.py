"""How a round was paired, in the order in which a director would do it by hand.

A story orders and frames the reasons that the pairing gave with boards and byes; it adds none of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import chain
from typing import NamedTuple, TypeAlias

from tournaments.pairing.history.attendance import GIVEN_BYE
from tournaments.pairing.history.colours import COUNTED, begin_of_colours
from tournaments.pairing.protocols import ExplainingSystem, Further, PairingSystem
from tournaments.pairing.types.paired_round import (
    LeftOut,
    PairedBoard,
    PairedBye,
    PairedRound,
    PairingImpossible,
    Pin,
    Reason,
)
from tournaments.pairing.types.retired_rules import SAID_SINCE
from tournaments.pairing.types.snapshot import ByeKind, PlayerId, TournamentSnapshot

_LATE = "late/"
"""How the codes of rules begin that make boards after publishing."""

_Points: TypeAlias = Mapping[PlayerId, Fraction]


class Origin(StrEnum):
    """Where a board or bye comes from."""

    SYSTEM = "system"  # the rules, which would say the same today
    OTHERWISE = "otherwise"  # the rules, but today they would say something else
    BY_HAND = "by_hand"  # the director
    STOOD = "stood"  # it was there already when the rest was paired once more
    LATE = "late"  # somebody came or left after publishing


_FIRST = frozenset({Origin.BY_HAND, Origin.STOOD})
_PAIRED = frozenset({Origin.SYSTEM, Origin.OTHERWISE})


@dataclass(frozen=True, kw_only=True, slots=True)
class ExplainedPlayer:
    """`points` are from before the round; `score` is what the groups are made by."""

    player: PlayerId
    points: Fraction
    score: Fraction


@dataclass(frozen=True, kw_only=True, slots=True)
class ExplainedBoard:
    """The reasons in three parts: why these two, who was passed over and why, why these colours. All of those of a
    board that the system has not made are `why`."""

    board: PairedBoard
    origin: Origin
    higher: PlayerId
    lower: PlayerId
    why: tuple[Reason, ...]
    passed_over: tuple[Reason, ...]
    colours: tuple[Reason, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ExplainedBye:
    """`why` with those passed over."""

    bye: PairedBye
    origin: Origin
    why: tuple[Reason, ...]
    passed_over: tuple[Reason, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ExplainedGroup:
    """One score group, or everybody where there are none (`points` None).

    `own`, `from_above` and `from_below` are those to be paired here; `down` are those of them who go down to the next
    group.
    """

    points: Fraction | None
    own: tuple[PlayerId, ...]
    from_above: tuple[PlayerId, ...]
    from_below: tuple[PlayerId, ...]
    boards: tuple[ExplainedBoard, ...]
    down: tuple[PlayerId, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Story:
    """Every board, bye and player left out stands in exactly one place.

    `cards` are those present, best first; `first` what was there before the system was asked; `sitting_out` the bye for
    the odd number, `asked` those that somebody asked for; `late` what was made after publishing.
    """

    number: int
    ordered_by: Reason | None
    cards: tuple[ExplainedPlayer, ...]
    first: tuple[ExplainedBoard, ...]
    given: tuple[ExplainedBye, ...]
    asked: tuple[ExplainedBye, ...]
    sitting_out: tuple[ExplainedBye, ...]
    groups: tuple[ExplainedGroup, ...]
    late: tuple[ExplainedBoard, ...]
    left_out: tuple[LeftOut, ...]
    notes: tuple[Reason, ...]

    @property
    def differs(self) -> bool:
        """Whether the rules would say something else today."""
        origins = [board.origin for group in self.groups for board in group.boards]
        origins += [bye.origin for bye in self.sitting_out]
        return Origin.OTHERWISE in origins


def story(
    system: PairingSystem,
    snapshot: TournamentSnapshot,
    *,
    pinned: Sequence[Pin] = (),
    kept: PairedRound | None = None,
    further: Further | None = None,
) -> Story:
    """Of the round to be paired, or of one as it was `kept`: then what was kept is told, and only how the cards lay and
    what the rules would say today comes from pairing once more. `further` is worked out unless it is known already.
    Raises PairingImpossible where nothing is kept."""
    try:
        made = system.pair(snapshot, pinned=pinned)
        if further is None:
            further = further_of(system, snapshot, pinned)
    except PairingImpossible:
        if kept is None:
            raise
        made = replace(kept, boards=(), byes=(), left_out=(), notes=())
    return _Explained(system, snapshot, made, kept or made, further or {}).story()


def further_of(system: PairingSystem, snapshot: TournamentSnapshot, pinned: Sequence[Pin] = ()) -> Further:
    """What is said only if somebody asks. Raises PairingImpossible."""
    return system.why_not(snapshot, pinned=pinned) if isinstance(system, ExplainingSystem) else {}


class _Explained:
    """`made` is what the rules say, `kept` what became of it, `further` what they say besides if somebody asks."""

    def __init__(
        self,
        system: PairingSystem,
        snapshot: TournamentSnapshot,
        made: PairedRound,
        kept: PairedRound,
        further: Further,
    ) -> None:
        self.points = _points(system, snapshot)
        self.scores = made.scores or self.points
        self.further = further
        self.order = made.order or _by_points(kept, self.points)
        self.place = {player: place for place, player in enumerate(self.order)}
        self.made, self.kept = made, kept
        self.boards_made = {frozenset({board.white, board.black}): board for board in made.boards}
        self.byes_made = {bye.player: bye for bye in made.byes}

    def story(self) -> Story:
        boards = [self._board(board) for board in self.kept.boards]
        byes = [self._bye(bye) for bye in self.kept.byes]
        odd = [bye for bye in byes if bye.bye.kind is ByeKind.PAIRING]
        paired = [board for board in boards if board.origin in _PAIRED]
        return Story(
            number=self.kept.number,
            ordered_by=self.made.ordered_by,
            cards=tuple(map(self._player, self.order)),
            first=tuple(board for board in boards if board.origin in _FIRST),
            given=tuple(bye for bye in odd if bye.origin is Origin.BY_HAND),
            asked=tuple(bye for bye in byes if bye.bye.kind is not ByeKind.PAIRING),
            sitting_out=tuple(bye for bye in odd if bye.origin is not Origin.BY_HAND),
            groups=tuple(self._groups(paired)),
            late=tuple(board for board in boards if board.origin is Origin.LATE),
            left_out=self._left_out(),
            notes=self.kept.notes,
        )

    def _player(self, player: PlayerId) -> ExplainedPlayer:
        points = self.points.get(player, Fraction(0))
        return ExplainedPlayer(player=player, points=points, score=self.scores.get(player, points))

    # Boards and byes

    def _board(self, board: PairedBoard) -> ExplainedBoard:
        again = self.boards_made.get(frozenset({board.white, board.black}))
        if again is not None and again.white != board.white:
            again = None
        if again is not None:
            # What came from elsewhere brought no reasons along.
            board = replace(board, reasons=board.reasons or again.reasons, group=again.group)
        origin = _origin(board, again)
        higher, lower = sorted((board.white, board.black), key=lambda player: self.place.get(player, len(self.place)))
        parts = in_parts(board.reasons, is_by_hand=origin is Origin.BY_HAND)
        told = parts.with_further(self._further(origin, board.white, board.black))
        return ExplainedBoard(
            board=board,
            origin=origin,
            higher=higher,
            lower=lower,
            why=told.why,
            passed_over=told.passed_over,
            colours=told.colours,
        )

    def _bye(self, bye: PairedBye) -> ExplainedBye:
        again = self.byes_made.get(bye.player)
        if again is not None and again.kind is bye.kind:
            bye = replace(bye, reasons=bye.reasons or again.reasons)
        if any(reason.rule == GIVEN_BYE.code for reason in bye.reasons):
            origin = Origin.BY_HAND
        else:
            is_so = again is not None and again.kind is bye.kind and _are_alike(again.reasons, bye.reasons)
            origin = Origin.SYSTEM if is_so else Origin.OTHERWISE
        told = ReasonParts(*_split(bye.reasons)).with_further(self._further(origin, bye.player))
        return ExplainedBye(bye=bye, origin=origin, why=told.why, passed_over=told.passed_over)

    def _further(self, origin: Origin, *players: PlayerId) -> tuple[Reason, ...]:
        """Only of what is as the rules would have it today."""
        return self.further.get(frozenset(players), ()) if origin is Origin.SYSTEM else ()

    def _left_out(self) -> tuple[LeftOut, ...]:
        said = {left.player: left.reasons for left in self.made.left_out}
        return tuple(replace(left, reasons=left.reasons or said.get(left.player, ())) for left in self.kept.left_out)

    # Score groups

    def _groups(self, boards: Sequence[ExplainedBoard]) -> Iterator[ExplainedGroup]:
        if all(board.board.group is None for board in boards):
            if boards:
                yield ExplainedGroup(points=None, own=(), from_above=(), from_below=(), boards=tuple(boards), down=())
            return
        group_of = {player: self._group(board) for board in boards for player in (board.board.white, board.board.black)}
        field = [player for player in self.order if player in group_of]
        for points in sorted({*group_of.values(), *(self.scores[player] for player in field)}, reverse=True):
            own = [player for player in field if self.scores[player] == points >= group_of[player]]
            from_above = [player for player in field if self.scores[player] > points >= group_of[player]]
            from_below = [player for player in field if self.scores[player] < points == group_of[player]]
            if not own and not from_above:
                continue  # all of that score came up
            yield ExplainedGroup(
                points=points,
                own=tuple(own),
                from_above=tuple(from_above),
                from_below=tuple(from_below),
                boards=tuple(board for board in boards if self._group(board) == points),
                down=tuple(player for player in (*from_above, *own) if group_of[player] < points),
            )

    def _group(self, board: ExplainedBoard) -> Fraction:
        """Of a board that the rules would not make today: where the lower of the two stands."""
        if board.board.group is not None:
            return board.board.group
        return min(self.scores.get(player, Fraction(0)) for player in (board.higher, board.lower))


def _origin(board: PairedBoard, again: PairedBoard | None) -> Origin:
    if _is_late(board.reasons):
        return Origin.LATE
    if board.pinned:
        return Origin.BY_HAND
    if again is None:
        return Origin.OTHERWISE
    if again.pinned:
        return Origin.STOOD
    return Origin.SYSTEM if _are_alike(again.reasons, board.reasons) else Origin.OTHERWISE


def _are_alike(made: Iterable[Reason], kept: Iterable[Reason]) -> bool:
    first, other = ([reason for reason in each if reason.rule not in SAID_SINCE] for each in (made, kept))
    return first == other


class ReasonParts(NamedTuple):
    """The reasons of a board: why these two, who was passed over and why, why these colours."""

    why: tuple[Reason, ...]
    passed_over: tuple[Reason, ...] = ()
    colours: tuple[Reason, ...] = ()

    def with_further(self, reasons: Iterable[Reason]) -> ReasonParts:
        """What is not told yet. What somebody is `due` is of the colours."""
        told = (*self.why, *self.passed_over, *self.colours)
        new = [reason for reason in reasons if reason not in told]
        why, passed_over = _split(reason for reason in new if "due" not in reason.facts)
        due = [reason for reason in new if "due" in reason.facts]
        return ReasonParts((*self.why, *why), (*self.passed_over, *passed_over), (*due, *self.colours))


def in_full(paired: PairedRound, further: Further) -> PairedRound:
    """With what is said only if somebody asks, in the order that `PairedBoard.reasons` promises."""

    def joined(parts: ReasonParts, *players: PlayerId) -> tuple[Reason, ...]:
        return tuple(chain(*parts.with_further(further.get(frozenset(players), ()))))

    return replace(
        paired,
        boards=tuple(
            replace(board, reasons=joined(in_parts(board.reasons, is_by_hand=board.pinned), board.white, board.black))
            for board in paired.boards
        ),
        byes=tuple(replace(bye, reasons=joined(ReasonParts(*_split(bye.reasons)), bye.player)) for bye in paired.byes),
    )


def in_parts(reasons: tuple[Reason, ...], *, is_by_hand: bool) -> ReasonParts:
    """As `PairedBoard.reasons` promises their order; of a board that the system has not made all are `why`."""
    if is_by_hand or _is_late(reasons):
        return ReasonParts(reasons)
    last = begin_of_colours(reasons)
    why, passed_over = _split(reasons[:last])
    return ReasonParts(why, passed_over, reasons[last:])


def _is_late(reasons: Iterable[Reason]) -> bool:
    return any(reason.rule.startswith(_LATE) for reason in reasons)


def _split(reasons: Iterable[Reason]) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
    """Why this one, and who was passed over: somebody `skipped`, or after them how many more."""
    why: list[Reason] = []
    passed_over: list[Reason] = []
    for reason in reasons:
        is_more = bool(passed_over) and ("count" in reason.facts or reason.rule in COUNTED)
        (passed_over if "skipped" in reason.facts or is_more else why).append(reason)
    return tuple(why), tuple(passed_over)


def _points(system: PairingSystem, snapshot: TournamentSnapshot) -> _Points:
    """All points so far, by which most systems pair; otherwise what the table showed."""
    capabilities = system.capabilities()
    if capabilities.is_sum_of_rounds:
        return capabilities.record(snapshot).points
    return system.history(snapshot)[-1]


def _by_points(kept: PairedRound, points: _Points) -> tuple[PlayerId, ...]:
    """For a round that cannot be paired again."""
    here = {player for board in kept.boards for player in (board.white, board.black)}
    here.update(bye.player for bye in kept.byes if bye.kind is ByeKind.PAIRING)
    return tuple(sorted(here, key=lambda player: (-points.get(player, Fraction(0)), player)))
