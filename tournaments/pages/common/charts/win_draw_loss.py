"""Won, drawn and lost: of the games of one tournament or of all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tournaments.pages.common.wording import points_text
from tournaments.pairing.history.record import RoundEntry, RoundOutcome

# not all: games that were played and are over
OF_A_GAME = {RoundOutcome.WIN: Fraction(1), RoundOutcome.DRAW: Fraction(1, 2), RoundOutcome.LOSS: Fraction(0)}
"""Between two players a game is a game, whatever the system makes of it. An open one has no score yet."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Score:
    """Of games that were played to their end; a forfeit is no game."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> str:
        return points_text(Fraction(2 * self.won + self.drawn, 2))

    @property
    def lost_from(self) -> int:
        return self.won + self.drawn


def score_of(items: Iterable[RoundEntry]) -> Score:
    outcomes = Counter(item.outcome for item in items)
    return Score(won=outcomes[RoundOutcome.WIN], drawn=outcomes[RoundOutcome.DRAW], lost=outcomes[RoundOutcome.LOSS])
