"""The starting list of FIDE's systems: where its numbers come from, who has come so far, and the first colour."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum

from tournaments.pairing.history.record import MEETINGS, Record, RoundOutcome
from tournaments.pairing.protocols import NumberedBy
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.options import choice, fine_print
from tournaments.pairing.types.snapshot import Colour, Entrant, PlayerId, TournamentSnapshot
from tournaments.pairing.types.translation import gettext_noop as _

_HAS_A_NUMBER = MEETINGS | {
    RoundOutcome.FORFEIT_WIN,
    RoundOutcome.FORFEIT_LOSS,
    RoundOutcome.BOTH_FORFEIT,
    RoundOutcome.BYE,
}
"""Whoever had a board, played or forfeited, or the bye for the odd number."""


class Numbering(StrEnum):
    RATING = "rating"
    LOT = "lot"
    ENTERED = "entered"


class InitialColour(StrEnum):
    LOT = "lot"
    WHITE = "white"
    BLACK = "black"


NUMBERED_BY = {
    Numbering.RATING: NumberedBy.RATING,
    Numbering.LOT: NumberedBy.LOT,
    Numbering.ENTERED: NumberedBy.ENTERING,
}


def start_numbers_by() -> Numbering:
    """A field."""
    return choice(
        Numbering.RATING,
        label=_("Start numbers"),
        choices={
            Numbering.RATING: _("By rating, equal ones by lot"),
            Numbering.LOT: _("By lot"),
            Numbering.ENTERED: _("As entered"),
        },
    )


def colour_of_number_one() -> InitialColour:
    """A field."""
    return fine_print(
        choice(
            InitialColour.LOT,
            label=_("First colour of number 1"),
            choices={InitialColour.LOT: _("By lot"), InitialColour.WHITE: _("White"), InitialColour.BLACK: _("Black")},
        )
    )


def numbered_as(numbering: Numbering, entrants: Sequence[Entrant], lots: Lots) -> tuple[PlayerId, ...]:
    if numbering is Numbering.ENTERED:
        return tuple(sorted(entrant.number for entrant in entrants))
    by_lot = lots.sort("number", (entrant.number for entrant in entrants))
    if numbering is Numbering.LOT:
        return by_lot
    ratings = {entrant.number: entrant.rating for entrant in entrants}
    return tuple(sorted(by_lot, key=lambda number: -(ratings[number] or 0)))


def first_colour_of(initial: InitialColour, snapshot: TournamentSnapshot) -> Colour:
    match initial:  # not all: the lot decides after it
        case InitialColour.WHITE:
            return Colour.WHITE
        case InitialColour.BLACK:
            return Colour.BLACK
    return Colour.WHITE if Lots(snapshot.seed, 0).sort("initial_colour", (1, 2))[0] == 1 else Colour.BLACK


def numbers_so_far(
    record: Record, in_list: Sequence[PlayerId], present: AbstractSet[PlayerId], rounds: int
) -> dict[PlayerId, int]:
    """The places among those taken into account in the first `rounds` rounds, or present now."""
    counted = (
        player
        for player in in_list
        if player in present or any(entry.outcome in _HAS_A_NUMBER for entry in record.entries[player][:rounds])
    )
    return {player: place for place, player in enumerate(counted, start=1)}
