"""Results as they are written and as they are said."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.pairing.types.snapshot import Result

RESULT_TEXTS = {
    Result.WHITE_WINS: "1–0",
    Result.DRAW: "½–½",
    Result.BLACK_WINS: "0–1",
    Result.WHITE_WINS_BY_FORFEIT: "+ −",
    Result.BLACK_WINS_BY_FORFEIT: "− +",
    Result.BOTH_FORFEIT: "− −",
    Result.OPEN: "–",
}
OVER_THE_BOARD = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
FORFEITS = (Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT, Result.BOTH_FORFEIT)
RESULT_WORDS = {
    Result.WHITE_WINS: gettext_lazy("White wins"),
    Result.DRAW: pgettext_lazy("a result", "Draw"),
    Result.BLACK_WINS: gettext_lazy("Black wins"),
    Result.WHITE_WINS_BY_FORFEIT: gettext_lazy("White wins, Black did not come"),
    Result.BLACK_WINS_BY_FORFEIT: gettext_lazy("Black wins, White did not come"),
    Result.BOTH_FORFEIT: gettext_lazy("Neither came"),
    Result.OPEN: gettext_lazy("No result yet"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultChoice:
    """One button: what it sends, what it shows, what it says aloud."""

    value: str
    text: str
    words: str
    is_chosen: bool
    is_reported: bool
    """By a player, and the other says nothing else."""
