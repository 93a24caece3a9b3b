"""Boards and byes that the director has set: taken out first, everything else is asked of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pairing.attendance import GIVEN_BYE
from tournaments.pairing.paired_round import (
    PairedBoard,
    PairedBye,
    PairingImpossible,
    Pin,
    PinnedBoard,
    PinnedBye,
    Player,
    Reason,
    Rule,
)
from tournaments.pairing.record import Record
from tournaments.pairing.snapshot import ByeKind, PlayerId
from tournaments.pairing.translation import gettext_noop as _

SET_BY_HAND = Rule("pin/board", _("The director has set {white} against {black}."))
MET = Rule("pin/met", _("{white} and {black} have met before, last in round {round}."))
FORBIDDEN = Rule("pin/forbidden", _("{white} and {black} are a forbidden pair."))
NOT_THERE = Rule("pin/not_there", _("{player} is set by the director, but is not there to be paired."))
TWICE = Rule("pin/twice", _("{player} is set by the director more than once."))


@dataclass(frozen=True, kw_only=True, slots=True)
class TakenOut:
    """`boards` are not numbered yet."""

    boards: tuple[PairedBoard, ...]
    byes: tuple[PairedBye, ...]
    rest: tuple[PlayerId, ...]


def take_out(record: Record, order: Sequence[PlayerId], pinned: Sequence[Pin]) -> TakenOut:
    """The director's boards and byes, and those of `order` who are left. Raises PairingImpossible.

    Rules of the game are the director's to overrule: a rematch or a forbidden pair is said, not refused.
    """
    boards = [pin for pin in pinned if isinstance(pin, PinnedBoard)]
    byes = [pin for pin in pinned if isinstance(pin, PinnedBye)]
    players = Counter(player for board in boards for player in (board.white, board.black))
    players.update(bye.player for bye in byes)
    present = set(order)
    faults = [NOT_THERE.reason(player=Player(player)) for player in sorted(players) if player not in present]
    faults += [TWICE.reason(player=Player(player)) for player in sorted(players) if players[player] > 1]
    if faults:
        raise PairingImpossible(faults)
    return TakenOut(
        boards=tuple(
            PairedBoard(board=0, white=pin.white, black=pin.black, reasons=_reasons(record, pin), pinned=True)
            for pin in boards
        ),
        byes=tuple(
            PairedBye(player=pin.player, kind=ByeKind.PAIRING, reasons=(GIVEN_BYE.reason(player=Player(pin.player)),))
            for pin in byes
        ),
        rest=tuple(player for player in order if player not in players),
    )


def _reasons(record: Record, pin: PinnedBoard) -> tuple[Reason, ...]:
    pair = {"white": Player(pin.white), "black": Player(pin.black)}
    reasons = [SET_BY_HAND.reason(**pair)]
    if rounds := record.met(pin.white, pin.black):
        reasons.append(MET.reason(**pair, round=rounds[-1]))
    if pin.black in record.forbidden.get(pin.white, ()):
        reasons.append(FORBIDDEN.reason(**pair))
    return tuple(reasons)
