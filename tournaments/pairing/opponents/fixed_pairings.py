"""Boards and byes that the director has set: taken out first, everything else is asked of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from tournaments.pairing.history.attendance import BYE_AGAIN, given_bye_reasons
from tournaments.pairing.history.record import Record
from tournaments.pairing.protocols import PairLimits
from tournaments.pairing.types.paired_round import (
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
from tournaments.pairing.types.snapshot import ByeKind, Colour, PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

SET_BY_HAND = Rule("pin/board", _("The director has set {white} against {black}."))
MET = Rule("pin/met", _("{white} and {black} have met before, last in round {round}."))
MET_EARLY = Rule(
    "pin/met_early",
    _("{white} and {black} met in round {round}. Other rounds since then: {count}; usually at least {gap}."),
)
MET_OFTEN = Rule(
    "pin/met_often",
    _("{white} and {black} meet more often than the limit allows. Games so far: {count}, the last in round {round}."),
)
COLOUR_AGAIN = Rule("pin/colour_again", _("{player} has {colour} again, games in a row with this one: {count}."))
FORBIDDEN = Rule("pin/forbidden", _("{white} and {black} are a forbidden pair."), is_private=True)
NOT_THERE = Rule("pin/not_there", _("{player} is set by the director, but is not there to be paired."))
TWICE = Rule("pin/twice", _("{player} is set by the director more than once."))

OVERRULED = frozenset(rule.code for rule in (MET, MET_EARLY, MET_OFTEN, COLOUR_AGAIN, FORBIDDEN, BYE_AGAIN))
"""What the director's choice does not keep: to be seen at once."""
_USUAL_COLOURS = 2
"""In a row, where a system has no limit of its own: a third is said."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TakenOut:
    """`boards` are not numbered yet."""

    boards: tuple[PairedBoard, ...]
    byes: tuple[PairedBye, ...]
    rest: tuple[PlayerId, ...]


def take_out(record: Record, order: Sequence[PlayerId], pinned: Sequence[Pin], limits: PairLimits) -> TakenOut:
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
            PairedBoard(
                board=0, white=pin.white, black=pin.black, reasons=set_reasons(record, pin, limits), pinned=True
            )
            for pin in boards
        ),
        byes=tuple(
            PairedBye(player=pin.player, kind=ByeKind.PAIRING, reasons=given_bye_reasons(record.snapshot, pin.player))
            for pin in byes
        ),
        rest=tuple(player for player in order if player not in players),
    )


def set_reasons(record: Record, pin: PinnedBoard, limits: PairLimits) -> tuple[Reason, ...]:
    """That the director has set the board, and all that it does not keep."""
    pair = {"white": Player(pin.white), "black": Player(pin.black)}
    reasons = [SET_BY_HAND.reason(**pair), *_rematch(record, pin, limits)]
    if pin.black in record.forbidden.get(pin.white, ()):
        reasons.append(FORBIDDEN.reason(**pair))
    for player, colour in ((pin.white, Colour.WHITE), (pin.black, Colour.BLACK)):
        count = _in_a_row(record, player, colour) + 1
        if count > (limits.colour_limit or _USUAL_COLOURS):
            reasons.append(COLOUR_AGAIN.reason(player=Player(player), colour=colour, count=count))
    return tuple(reasons)


def _rematch(record: Record, pin: PinnedBoard, limits: PairLimits) -> Iterator[Reason]:
    rounds = record.met(pin.white, pin.black)
    if not rounds:
        return
    pair = {"white": Player(pin.white), "black": Player(pin.black)}
    last, coming = rounds[-1], record.snapshot.next_number
    if limits.gap is None:
        yield MET.reason(**pair, round=last)
        return
    if last >= limits.too_recent(limits.gap, coming):
        yield MET_EARLY.reason(**pair, round=last, count=coming - last - 1, gap=limits.gap)
    if limits.is_at_a_limit(rounds, coming):
        yield MET_OFTEN.reason(**pair, round=last, count=len(rounds))


def _in_a_row(record: Record, player: PlayerId, colour: Colour) -> int:
    """Games up to the last with this colour."""
    return sum(1 for _game in takewhile(lambda had: had is colour, reversed(record.colours[player])))
