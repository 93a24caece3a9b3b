"""FIDE's modifiers of a tie-break: what is cut, and whether forfeits are games (C.07, 14; rulebook, tie_breaks)."""

from __future__ import annotations

from tournaments.pairing.types.options import OptionError, boolean, fine_print, integer
from tournaments.pairing.types.translation import gettext_noop as _


def lowest_cut() -> int:
    """A field."""
    return integer(0, minimum=0, label=_("Lowest values cut"))


def both_ends_cut() -> int:
    """A field."""
    return fine_print(
        integer(
            0,
            minimum=0,
            label=_("Values cut at both ends"),
            help=_("1: without the lowest and the highest (FIDE: M1)."),
        )
    )


def forfeits_played() -> bool:
    """A field."""
    return fine_print(
        boolean(
            False,
            label=_("Forfeits count as played"),
            help=_("A forfeited game counts with the opponent of that round (FIDE: /P)."),
        )
    )


def check_cuts(cut: int, median: int) -> None:
    """Raises OptionError where both are asked for."""
    if cut and median:
        raise OptionError("median", _("Cut the lowest values or those at both ends, not both."))


def with_modifiers(code: str, *, cut: int = 0, median: int = 0, forfeits: bool = False) -> str:
    """FIDE's code: BH/C1, BH/M1, SB/P."""
    parts = [code, *([f"C{cut}"] if cut else ()), *([f"M{median}"] if median else ()), *(["P"] if forfeits else ())]
    return "/".join(parts)
