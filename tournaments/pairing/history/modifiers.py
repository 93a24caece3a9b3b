"""FIDE's modifiers of a tie-break: what is cut, and whether forfeits are games (C.07, 14; rulebook, tie_breaks)."""

from __future__ import annotations

from tournaments.pairing.history.record import PointsOf
from tournaments.pairing.types.options import OptionError, boolean, fine_print, integer, nullable_choice, of_teams
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


def points_of() -> PointsOf | None:
    """A field: which points of the opponents, where these are teams."""
    return of_teams(
        fine_print(
            nullable_choice(
                None,
                label=_("Points of the opponents"),
                choices={PointsOf.MATCHES: _("Match points"), PointsOf.BOARDS: _("Board points")},
                unset=_("Those that rank"),
            )
        )
    )


def check_cuts(cut: int, median: int) -> None:
    """Raises OptionError where both are asked for."""
    if cut and median:
        raise OptionError("median", _("Cut the lowest values or those at both ends, not both."))


_LETTERS = {PointsOf.MATCHES: "MP", PointsOf.BOARDS: "GP"}


def with_modifiers(
    code: str, *, of: PointsOf | None = None, cut: int = 0, median: int = 0, forfeits: bool = False
) -> str:
    """FIDE's code: BH/C1, BH/M1, SB/P, and of teams BH:MP/C1."""
    whole = code if of is None else f"{code}:{_LETTERS[of]}"
    parts = [whole, *([f"C{cut}"] if cut else ()), *([f"M{median}"] if median else ()), *(["P"] if forfeits else ())]
    return "/".join(parts)
