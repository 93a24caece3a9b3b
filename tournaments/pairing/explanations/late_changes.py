"""Somebody comes or leaves after the round is published: what can be done, and what each of it disturbs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import count

from tournaments.pairing.history.attendance import given_bye_reasons
from tournaments.pairing.history.colours import begin_of_colours
from tournaments.pairing.history.half_byes import half_byes
from tournaments.pairing.history.record import ODD_NUMBER
from tournaments.pairing.opponents.fixed_pairings import OVERRULED, set_reasons
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.paired_round import (
    PairedBoard,
    PairingImpossible,
    PinnedBoard,
    Player,
    Players,
    Reason,
    Rule,
)
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    ByeKind,
    Entrant,
    NextRound,
    PlayedBye,
    PlayerId,
    Result,
    TournamentSnapshot,
)
from tournaments.pairing.types.translation import gettext_noop as _

CAME = Rule("late/came", _("{player} came when the round was published already, and meets {other}."))
LEFT = Rule("late/left", _("After publishing, {player} was left without an opponent and plays {other}."))
ANOTHER_OPPONENT = Rule("late/another_opponent", _("Get another opponent: {players}."))
ANOTHER_BOARD = Rule("late/another_board", _("Same opponent, but at another board: {players}."))
TURNED = Rule("late/turned", _("Same opponent, but colours turned: {players}."))
PLAYS = Rule("late/plays", _("{player} no longer sits out."))
SITS_OUT = Rule("late/sits_out", _("{player} sits out."))
NOBODY = Rule("late/nobody", _("Nobody else is disturbed."))
SECOND_DATE = Rule(
    "late/second_date",
    _("Board {board} and those after it were paired later, from those who were here then."),
    is_remark=True,
)


class LateChoice(StrEnum):
    MEET = "meet"  # somebody who is free
    TOGETHER = "together"  # somebody else who comes late
    REPAIR = "repair"
    BYE = "bye"
    FORFEIT = "forfeit"
    HALF = "half"
    ZERO = "zero"
    EXCUSED = "excused"
    UNEXCUSED = "unexcused"
    CLUB = "club"
    AWAY = "away"  # who had no opponent leaves


# not all: the choices that give a bye
_BYES = {LateChoice.BYE: ByeKind.PAIRING, LateChoice.HALF: ByeKind.HALF, LateChoice.ZERO: ByeKind.ZERO}
_ABSENCES = {LateChoice(kind.value): kind for kind in AbsenceKind}
_RANK = {choice: place for place, choice in enumerate(LateChoice)}


@dataclass(frozen=True, kw_only=True, slots=True)
class SetBoard:
    """A board of the published round. `has_begun`: started, postponed or with a result, so it stays as it is."""

    board: int
    white: PlayerId
    black: PlayerId
    has_begun: bool
    by_hand: bool = False

    @property
    def players(self) -> frozenset[PlayerId]:
        return frozenset({self.white, self.black})


@dataclass(frozen=True, kw_only=True, slots=True)
class SetRound:
    """The round as published. `snapshot` is from before it, with who is away and the byes asked for."""

    system: PairingSystem
    snapshot: TournamentSnapshot
    boards: tuple[SetBoard, ...]
    sitting_out: frozenset[PlayerId] = frozenset()
    unpaid: frozenset[PlayerId] = frozenset()
    """Of those who sit out: who does so unpaid, since they owed an evening."""
    free: frozenset[PlayerId] = frozenset()
    """Here, but with neither a board nor the bye: taken off a board by hand."""
    on_two_dates: bool = False

    def board_of(self, player: PlayerId) -> SetBoard | None:
        return next((board for board in self.boards if player in board.players), None)

    @property
    def seated(self) -> frozenset[PlayerId]:
        return frozenset[PlayerId]().union(*(board.players for board in self.boards))

    @property
    def without_board(self) -> frozenset[PlayerId]:
        """Who takes part in the round, and could play in it yet."""
        return (self.sitting_out | self.free | {*self.not_here}) - self.seated

    def has_place_for(self, player: PlayerId) -> bool:
        """Whether the player has a board or sits out, so can only leave; otherwise can only come."""
        return player in self.sitting_out or self.board_of(player) is not None

    @property
    def not_here(self) -> list[PlayerId]:
        """Who takes part in the round, but is away or has asked for a bye."""
        away = {absence.player for absence in self.snapshot.next_round.absences}
        away |= {bye.player for bye in self.snapshot.next_round.byes}
        away -= self.system.capabilities().out_before(self.snapshot).keys()
        number = self.snapshot.next_number
        return [each.number for each in self.snapshot.entrants if each.number in away and each.takes_part(number)]


@dataclass(frozen=True, kw_only=True, slots=True)
class LateQuestion:
    """What the system was asked, so that the answer can be checked later."""

    snapshot: TournamentSnapshot
    pinned: tuple[PinnedBoard, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundChange:
    """What becomes of the published round. What it does not name stays as it is."""

    boards: tuple[PairedBoard, ...] = ()
    cleared: frozenset[int] = frozenset()
    """Numbers of the boards that vanish."""
    moved: Mapping[int, int] = field(default_factory=dict)
    """Boards that keep their players under another number, so that the numbers have no gap."""
    byes: Mapping[PlayerId, tuple[ByeKind, tuple[Reason, ...]]] = field(default_factory=dict)
    no_longer_out: frozenset[PlayerId] = frozenset()
    """Whose bye goes."""
    notes: tuple[Reason, ...] = ()
    asked: LateQuestion | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class LateChange(RoundChange):
    """What a choice makes of the round, for the player who comes or leaves."""

    choice: LateChoice
    player: PlayerId
    other: PlayerId | None = None
    """Whom the player, or the opponent whom the player leaves, meets or: who gets the bye or the point."""
    away: AbsenceKind | None = None
    forfeit: tuple[int, Result] | None = None
    """On this board."""
    disturbs: tuple[Reason, ...] = ()
    others_disturbed: int = 0
    outcome: object = None
    """What two plans that come to the same have in common."""

    @property
    def code(self) -> str:
        return self.choice.value if self.other is None else f"{self.choice.value}-{self.other}"

    @property
    def is_somebodys_game(self) -> bool:
        """Whether the one who needs an opponent gets one."""
        needs = self.player if self.away is None else self.other
        return any(needs in {board.white, board.black} for board in self.boards)

    def rank(self) -> tuple[bool, int, bool, int]:
        """Last what the system would rather not do; then by how many others it concerns, a game before none."""
        no_game = not self.is_somebodys_game and self.choice is not LateChoice.REPAIR
        return bool(self.notes), self.others_disturbed, no_game, _RANK[self.choice]


def changes_for_latecomer(round_: SetRound, player: PlayerId) -> list[LateChange]:
    """Best first."""
    away = [other for other in round_.not_here if other != player]
    found = [_meeting(round_, LateChoice.MEET, player, other) for other in sorted(_waiting(round_) - {player})]
    found += [_meeting(round_, LateChoice.TOGETHER, player, other) for other in away]
    found.append(_paired_again(round_, player, away=None))
    found += [_bye(round_, choice, player) for choice in _BYES]
    found += [_absence(round_, choice, player) for choice in _ABSENCES]
    return _ranked(found)


def changes_for_leaver(round_: SetRound, player: PlayerId, away: AbsenceKind) -> list[LateChange]:
    """Best first; none where the player's board has begun."""
    board = round_.board_of(player)
    if board is None:
        return [_completed(round_, LateChange(choice=LateChoice.AWAY, player=player, away=away))]
    if board.has_begun:
        return []
    (opponent,) = board.players - {player}
    found = [_left_meeting(round_, board, player, opponent, other, away) for other in sorted(_waiting(round_))]
    found.append(_paired_again(round_, player, away=away))
    found.append(_opponent_sits_out(round_, board, player, opponent, away))
    won = Result.WHITE_WINS_BY_FORFEIT if board.black == player else Result.BLACK_WINS_BY_FORFEIT
    forfeit = LateChange(choice=LateChoice.FORFEIT, player=player, other=opponent, forfeit=(board.board, won))
    found.append(_completed(round_, forfeit))
    return _ranked(found)


def asked_on_second_date(round_: SetRound, here: AbstractSet[PlayerId]) -> LateQuestion:
    """The round once more with its boards as they are, and with those who are `here` now: away until now, or sitting
    out and playing on. Everybody else is where they were; who sat out keeps that bye."""
    marked, number = round_.snapshot.next_round, round_.snapshot.next_number
    placed = round_.seated | here
    away = (
        *(absence for absence in marked.absences if absence.player not in placed),
        *(Absence(player=player, kind=AbsenceKind.EXCUSED) for player in sorted(round_.free - placed)),
    )
    byes = (
        *(bye for bye in marked.byes if bye.player not in placed),
        *(
            PlayedBye(player=player, kind=ByeKind.UNPAID if player in round_.unpaid else ByeKind.PAIRING)
            for player in sorted(round_.sitting_out - placed)
        ),
    )
    entrants = tuple(
        _as_when_seated(each, number) if each.number in round_.seated else each for each in round_.snapshot.entrants
    )
    next_round = NextRound(absences=away, byes=byes, owe_bye=marked.owe_bye | (round_.unpaid & here))
    return LateQuestion(
        snapshot=replace(round_.snapshot, entrants=entrants, next_round=next_round),
        pinned=tuple(PinnedBoard(white=board.white, black=board.black) for board in round_.boards),
    )


def _as_when_seated(entrant: Entrant, number: int) -> Entrant:
    """Who has left since keeps the board that stands."""
    others = ((first, last) for first, last in entrant.away if first > number or (last is not None and last < number))
    return replace(entrant, away=tuple(others))


def paired_on_second_date(
    round_: SetRound, here: AbstractSet[PlayerId], *, by_hand: Sequence[PinnedBoard] = ()
) -> RoundChange:
    """Those who are `here` now paired into the published round, on boards behind those that it has (rulebook,
    keizer_clubs, 9). `by_hand`: of them, who meet anyhow. Raises PairingImpossible."""
    asked = asked_on_second_date(round_, here)
    asked = replace(asked, pinned=(*asked.pinned, *by_hand))
    paired = round_.system.pair(asked.snapshot, pinned=asked.pinned)
    there = {(board.white, board.black) for board in round_.boards}
    first = max((board.board for board in round_.boards), default=0) + 1
    new = [board for board in paired.boards if (board.white, board.black) not in there]
    note = (SECOND_DATE.reason(board=first),) if new else ()
    return RoundChange(
        boards=tuple(replace(board, board=number) for number, board in enumerate(new, start=first)),
        byes={bye.player: (bye.kind, bye.reasons) for bye in paired.byes if bye.player in here},
        no_longer_out=round_.sitting_out & here,
        notes=(*paired.notes, *note),
        asked=asked,
    )


def _waiting(round_: SetRound) -> frozenset[PlayerId]:
    """Who is here without an opponent."""
    return round_.sitting_out | round_.free


def _ranked(found: Iterable[LateChange | None]) -> list[LateChange]:
    """Without pairing again, where that comes to the same as something simpler."""
    plans = sorted((plan for plan in found if plan is not None), key=LateChange.rank)
    simple = {plan.outcome for plan in plans if plan.choice is not LateChoice.REPAIR}
    return [plan for plan in plans if plan.choice is not LateChoice.REPAIR or plan.outcome not in simple]


# Each choice


def _meeting(round_: SetRound, choice: LateChoice, player: PlayerId, other: PlayerId) -> LateChange | None:
    found = _game_of(round_, player, other, CAME.reason(player=Player(player), other=Player(other)))
    if found is None:
        return None
    board, notes = found
    return _completed(round_, LateChange(choice=choice, player=player, other=other, boards=(board,), notes=notes))


def _left_meeting(
    round_: SetRound, board: SetBoard, player: PlayerId, opponent: PlayerId, other: PlayerId, away: AbsenceKind
) -> LateChange | None:
    found = _game_of(round_, opponent, other, LEFT.reason(player=Player(opponent), other=Player(other)))
    if found is None:
        return None
    game, notes = found
    plan = LateChange(
        choice=LateChoice.MEET,
        player=player,
        other=other,
        boards=(game,),
        cleared=frozenset({board.board}),
        away=away,
        notes=notes,
    )
    return _completed(round_, plan)


def _opponent_sits_out(
    round_: SetRound, board: SetBoard, player: PlayerId, opponent: PlayerId, away: AbsenceKind
) -> LateChange:
    byes = {opponent: (ByeKind.PAIRING, given_bye_reasons(round_.snapshot, opponent))}
    cleared = frozenset({board.board})
    plan = LateChange(choice=LateChoice.BYE, player=player, other=opponent, cleared=cleared, byes=byes, away=away)
    return _completed(round_, plan)


def _bye(round_: SetRound, choice: LateChoice, player: PlayerId) -> LateChange | None:
    kind = _BYES[choice]
    if any(bye.player == player and bye.kind is kind for bye in round_.snapshot.next_round.byes):
        return None
    quota = half_byes(round_.system.capabilities().half_byes, round_.snapshot) if kind is ByeKind.HALF else None
    if quota is not None and not quota.may_have(player):
        return None
    reasons = given_bye_reasons(round_.snapshot, player) if kind is ByeKind.PAIRING else ()
    return _completed(round_, LateChange(choice=choice, player=player, byes={player: (kind, reasons)}))


def _absence(round_: SetRound, choice: LateChoice, player: PlayerId) -> LateChange | None:
    kind = _ABSENCES[choice]
    if any(absence.player == player and absence.kind is kind for absence in round_.snapshot.next_round.absences):
        return None
    return _completed(round_, LateChange(choice=choice, player=player, away=kind))


def _paired_again(round_: SetRound, player: PlayerId, *, away: AbsenceKind | None) -> LateChange | None:
    """The boards that have not begun, with the latecomer or without the leaver; those set by hand stay too. Not on two
    dates: who sat out on the first is not here to be paired."""
    if round_.on_two_dates:
        return None
    fixed = [board for board in round_.boards if (board.has_begun or board.by_hand) and player not in board.players]
    again = {board.board: board for board in round_.boards if board not in fixed}
    if not again:
        return None
    asked = LateQuestion(
        snapshot=replace(round_.snapshot, next_round=_next_round(round_, player, away)),
        pinned=tuple(PinnedBoard(white=board.white, black=board.black) for board in fixed),
    )
    try:
        paired = round_.system.pair(asked.snapshot, pinned=asked.pinned)
    except PairingImpossible:
        return None
    as_before = {(board.white, board.black): number for number, board in again.items()}
    fresh = [board for board in paired.boards if not board.pinned]
    stay = {as_before[board.white, board.black] for board in fresh if (board.white, board.black) in as_before}
    out = {bye.player: (bye.kind, bye.reasons) for bye in paired.byes if bye.kind in ODD_NUMBER}
    plan = LateChange(
        choice=LateChoice.REPAIR,
        player=player,
        boards=tuple(board for board in fresh if (board.white, board.black) not in as_before),
        cleared=frozenset(again.keys() - stay),
        byes={each: why for each, why in out.items() if each not in round_.sitting_out},
        away=away,
        notes=paired.notes,
        asked=asked,
    )
    return _completed(round_, plan, sitting_out=frozenset(out))


def _next_round(round_: SetRound, player: PlayerId, away: AbsenceKind | None) -> NextRound:
    marked = round_.snapshot.next_round
    absences = tuple(absence for absence in marked.absences if absence.player != player)
    if away is not None:
        absences = (*absences, Absence(player=player, kind=away))
    byes = tuple(bye for bye in marked.byes if bye.player != player)
    return NextRound(absences=absences, byes=byes, owe_bye=marked.owe_bye | round_.unpaid)


def _game_of(
    round_: SetRound, player: PlayerId, other: PlayerId, why: Reason
) -> tuple[PairedBoard, tuple[Reason, ...]] | None:
    """Colours and what had to be relaxed as the system itself says, asked for these two alone."""
    others = [each.number for each in round_.snapshot.entrants if each.number not in {player, other}]
    absences = tuple(Absence(player=number, kind=AbsenceKind.EXCUSED) for number in others)
    try:
        paired = round_.system.pair(replace(round_.snapshot, next_round=NextRound(absences=absences)))
    except PairingImpossible:
        return None
    board = next((board for board in paired.boards if {board.white, board.black} == {player, other}), None)
    if board is None:
        return None  # a fixed schedule has other games for them
    colour = board.reasons[begin_of_colours(board.reasons) :]  # before: why these two, which nobody asks of two alone
    return replace(board, reasons=(why, *_overruled(round_, board), *colour), pinned=True), paired.notes


def _overruled(round_: SetRound, board: PairedBoard) -> Iterator[Reason]:
    """A rematch, a third colour: what a board does not keep that is usual in this system."""
    capabilities = round_.system.capabilities()
    pin = PinnedBoard(white=board.white, black=board.black)
    said = set_reasons(capabilities.record(round_.snapshot), pin, capabilities.limits)
    return (reason for reason in said if reason.rule in OVERRULED)


# What follows from a choice


def _completed(round_: SetRound, plan: LateChange, *, sitting_out: frozenset[PlayerId] | None = None) -> LateChange:
    """With numbers on the new boards, nobody in two places, and what it disturbs. `sitting_out`: after the choice."""
    kept = {board.board: board for board in round_.boards if board.board not in plan.cleared}
    free = (number for number in count(1) if number not in kept)
    boards = tuple(replace(board, board=number) for board, number in zip(plan.boards, free, strict=False))
    plays = {player for board in boards for player in (board.white, board.black)}
    no_longer_out = round_.sitting_out & (plays | ({plan.player} if plan.away else set()))
    if sitting_out is not None:
        no_longer_out = round_.sitting_out - sitting_out
    moved = _moved(kept, {board.board for board in boards})
    plan = replace(plan, boards=boards, moved=moved, no_longer_out=no_longer_out)
    return replace(
        plan,
        outcome=(frozenset((board.white, board.black) for board in boards), frozenset(plan.byes), plan.cleared),
        disturbs=tuple(_disturbs(round_, plan)),
        others_disturbed=len(_others(round_, plan)),
    )


def _moved(kept: Mapping[int, SetBoard], new: set[int]) -> dict[int, int]:
    """The last boards go into the gaps; a board that has begun stays where it is, and then so does a gap."""
    taken, moved = {*kept, *new}, dict[int, int]()
    while taken and (last := max(taken)) > len(taken) and last in kept and not kept[last].has_begun:
        moved[last] = next(number for number in count(1) if number not in taken)
        taken = taken - {last} | {moved[last]}
    return moved


def _others(round_: SetRound, plan: LateChange) -> frozenset[PlayerId]:
    """Who loses an opponent, or has other colours or another board, besides those whom it cannot but concern."""
    touched = [board for board in round_.boards if board.board in plan.cleared or board.board in plan.moved]
    return frozenset(player for board in touched if plan.player not in board.players for player in board.players)


def _disturbs(round_: SetRound, plan: LateChange) -> Iterator[Reason]:
    before = _opponents(round_.boards)
    after = _opponents(plan.boards)
    others = _others(round_, plan)
    another = [player for player in others if player in after and after[player] != before[player]]
    turned = [player for player in others if player in after and after[player] == before[player]]
    elsewhere = [player for board in round_.boards if board.board in plan.moved for player in board.players]
    for rule, players in ((ANOTHER_OPPONENT, another), (TURNED, turned), (ANOTHER_BOARD, elsewhere)):
        if players:
            yield rule.reason(players=Players(tuple(sorted(players))))
    for player in sorted(plan.no_longer_out - {plan.player}):
        yield PLAYS.reason(player=Player(player))
    for player, (kind, reasons) in sorted(plan.byes.items()):
        if kind is ByeKind.PAIRING:
            yield SITS_OUT.reason(player=Player(player))
            yield from (reason for reason in reasons if reason.rule in OVERRULED)
    yield from plan.notes
    for board in plan.boards:
        yield from (reason for reason in board.reasons if reason.rule in OVERRULED)
    if not others:
        yield NOBODY.reason()


def _opponents(boards: Iterable[SetBoard] | Iterable[PairedBoard]) -> dict[PlayerId, PlayerId]:
    pairs = [(board.white, board.black) for board in boards]
    return dict(pairs) | {black: white for white, black in pairs}
