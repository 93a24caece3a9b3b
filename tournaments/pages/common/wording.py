"""The core's values in the reader's language: points as ½, reasons as sentences, rounds as marks and words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.formats import get_format, localize, number_format
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from tournaments.pairing import wording as core
from tournaments.pairing.discovery import kept_rule
from tournaments.pairing.history.record import ABSENCES, RoundOutcome
from tournaments.pairing.types.paired_round import Reason
from tournaments.pairing.types.snapshot import PlayerId, Result
from tournaments.pairing.types.table import Cell, Column, ColumnKind

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Names = Mapping[PlayerId, str]
"""How each start number is called on this page."""


def points_text(value: Fraction | int, *, decimals: int | None = None) -> str:
    """Whole and half points exactly, other rationals to two decimals: 3, 2½, 4.67; or all to so many decimals."""
    return _points_text(value, decimals, get_language())


@lru_cache(maxsize=4_096)
def _points_text(value: Fraction | int, decimals: int | None, _language: str | None) -> str:
    """Kept, since a table says the same numbers again and again."""
    exact = Fraction(value)
    if decimals is not None:
        shown = _rounded(exact, decimals)
        return number_format(Decimal(shown.numerator) / shown.denominator, decimal_pos=decimals).replace("-", "−")
    shown = exact if exact.denominator <= 2 else _rounded(exact, 2)
    if shown.denominator <= 2:
        return core.points(shown)
    return str(localize(float(shown))).replace("-", "−")


def _rounded(value: Fraction, decimals: int) -> Fraction:
    """Halves away from zero, as people round."""
    unit = 10**decimals
    rounded = Fraction(floor(abs(value) * unit + Fraction(1, 2)), unit)
    return -rounded if value < 0 else rounded


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a tournament writes its points on all its pages: with so many decimals, or (None) in halves, 2½.

    Where a number is opened, what it is the sum of stands in full: that is `EXACT`.
    """

    decimals: int | None = None
    columns: frozenset[str] = frozenset()
    """Codes of those that hold points; tie-breaks are counts and sums of games, and stay as they are."""

    def points(self, value: Fraction | int) -> str:
        return points_text(value, decimals=self.decimals)

    def sentence(self, reason: Reason, names: Names) -> str:
        return sentence(reason, names, self)

    def cell(self, column: Column, cell: Cell | None, names: Names) -> str:
        return cell_text(column, cell, names, self if column.code in self.columns else EXACT)


EXACT = Spelling()


def sentence(reason: Reason, names: Names, spelling: Spelling = EXACT, *, for_all: bool = False) -> str:
    """A reason as one whole sentence in the language in force; `for_all`, without what concerns the staff."""
    return core.sentence(reason, lambda number: _name(number, names), _, spelling.points, _share, for_all=for_all)


def _share(of_one: Fraction) -> str:
    """With the decimal sign of the language: 0.667 here, 0,667 in Norwegian."""
    return with_decimal_sign(core.share(of_one))


def with_decimal_sign(text: str) -> str:
    """Of numbers written with a full stop, and nothing else that has one."""
    return text.replace(".", str(get_format("DECIMAL_SEPARATOR")))


def sentences(
    saved: Iterable[Mapping[str, Any]], names: Names, spelling: Spelling = EXACT, *, for_all: bool = False
) -> tuple[str, ...]:
    """Reasons as kept with a game or an attendance; for all, without those that are the director's alone."""
    return explained(map(Reason.from_json, saved), names, spelling, for_all=for_all)


def explained(
    reasons: Iterable[Reason], names: Names, spelling: Spelling = EXACT, *, for_all: bool = False
) -> tuple[str, ...]:
    """Each as a sentence; for all, without those that are the director's alone."""
    shown = (each for each in reasons if not (for_all and kept_rule(each.rule).is_private))
    return tuple(sentence(each, names, spelling, for_all=for_all) for each in shown)


class Notes(NamedTuple):
    """Of a round: what of the rules was not kept, and what else held for all of it."""

    relaxed: tuple[Reason, ...]
    remarks: tuple[Reason, ...]


def parted_notes(saved: Iterable[Mapping[str, Any]]) -> Notes:
    """As kept with a round."""
    return parted(map(Reason.from_json, saved))


def parted(notes: Iterable[Reason]) -> Notes:
    notes = tuple(notes)
    remarks = tuple(note for note in notes if kept_rule(note.rule).is_remark)
    return Notes(relaxed=tuple(note for note in notes if note not in remarks), remarks=remarks)


SCORES: Mapping[Result, tuple[str, str]] = {  # not all: an open game has no score
    Result.WHITE_WINS: ("1", "0"),
    Result.BLACK_WINS: ("0", "1"),
    Result.DRAW: ("½", "½"),
    Result.WHITE_WINS_BY_FORFEIT: ("+", "−"),
    Result.BLACK_WINS_BY_FORFEIT: ("−", "+"),
    Result.BOTH_FORFEIT: ("−", "−"),
}
"""White's and Black's; of an open game there are none."""


def result_text(result: Result) -> str:
    """White's side first; empty while the game is open."""
    return "\N{NARROW NO-BREAK SPACE}–\N{NARROW NO-BREAK SPACE}".join(SCORES[result]) if result in SCORES else ""


class ShortMark(NamedTuple):
    """What a round was for a player: short enough for a crosstable, and in words."""

    short: str | StrPromise
    words: str | StrPromise


_AWAY = ShortMark(short=pgettext_lazy("mark in a crosstable: away", "away"), words=pgettext_lazy("a player", "Away"))

_MARKS: Mapping[RoundOutcome, ShortMark] = {  # not all: ABSENCES bring the rest
    RoundOutcome.WIN: ShortMark(short="1", words=gettext_lazy("Win")),
    RoundOutcome.DRAW: ShortMark(short="½", words=pgettext_lazy("a result", "Draw")),
    RoundOutcome.LOSS: ShortMark(short="0", words=gettext_lazy("Loss")),
    RoundOutcome.OPEN: ShortMark(short="*", words=gettext_lazy("Still to be played")),
    RoundOutcome.OPEN_AS_DRAW: ShortMark(
        short="*½", words=gettext_lazy("Still to be played, counts as a draw until then")
    ),
    RoundOutcome.FORFEIT_WIN: ShortMark(short="+", words=gettext_lazy("Win by forfeit")),
    RoundOutcome.FORFEIT_LOSS: ShortMark(short="−", words=gettext_lazy("Loss by forfeit")),
    RoundOutcome.BOTH_FORFEIT: ShortMark(short="−−", words=gettext_lazy("Both lost by forfeit")),
    RoundOutcome.ANNULLED: ShortMark(
        short=pgettext_lazy("mark in a crosstable: counts for nobody", "n/c"), words=gettext_lazy("Counts for nobody")
    ),
    RoundOutcome.BYE: ShortMark(
        short=pgettext_lazy("mark in a crosstable", "bye"), words=gettext_lazy("Bye (odd number)")
    ),
    RoundOutcome.UNPAID_BYE: ShortMark(
        short=pgettext_lazy("mark in a crosstable", "bye"), words=gettext_lazy("Bye (odd number)")
    ),
    RoundOutcome.FULL_BYE: ShortMark(
        short=pgettext_lazy("mark in a crosstable: full-point bye", "full"), words=gettext_lazy("Full-point bye")
    ),
    RoundOutcome.HALF_BYE: ShortMark(
        short=pgettext_lazy("mark in a crosstable: half-point bye", "half"), words=gettext_lazy("Half-point bye")
    ),
    RoundOutcome.ZERO_BYE: ShortMark(
        short=pgettext_lazy("mark in a crosstable: bye without points", "zero"),
        words=gettext_lazy("Bye without points"),
    ),
    RoundOutcome.NO_OPPONENT: ShortMark(
        short=pgettext_lazy("mark in a crosstable: nobody to meet", "–"),
        words=gettext_lazy("No opponent in this round"),
    ),
    **dict.fromkeys(ABSENCES, _AWAY),
    RoundOutcome.WITHDRAWN: ShortMark(
        short=pgettext_lazy("mark in a crosstable: withdrawn", "out"), words=pgettext_lazy("a player", "Withdrawn")
    ),
    RoundOutcome.BEFORE_JOINING: ShortMark(short="·", words=gettext_lazy("Not yet joined")),
    RoundOutcome.ELIMINATED: ShortMark(
        short=pgettext_lazy("mark in a crosstable: eliminated", "elim"), words=gettext_lazy("Eliminated")
    ),
}


_ANNULLED: Mapping[RoundOutcome, ShortMark] = {  # not all: what has no mark of its own here has that of ANNULLED
    RoundOutcome.WIN: ShortMark(short="(1)", words=gettext_lazy("Win that counts for nobody: one of the two left")),
    RoundOutcome.DRAW: ShortMark(short="(½)", words=gettext_lazy("Draw that counts for nobody: one of the two left")),
    RoundOutcome.LOSS: ShortMark(short="(0)", words=gettext_lazy("Loss that counts for nobody: one of the two left")),
    RoundOutcome.FORFEIT_WIN: ShortMark(
        short="(+)", words=gettext_lazy("Win by forfeit that counts for nobody: one of the two left")
    ),
    RoundOutcome.FORFEIT_LOSS: ShortMark(
        short="(−)", words=gettext_lazy("Loss by forfeit that counts for nobody: one of the two left")
    ),
}
"""By what the game was at the board: it stays to be seen."""

_KINDS: Mapping[RoundOutcome, ShortMark] = {  # not all: the kinds of absence; all else has one mark for everybody
    RoundOutcome.EXCUSED: ShortMark(
        short=pgettext_lazy("mark in a crosstable: away, excused", "exc"), words=gettext_lazy("Excused absence")
    ),
    RoundOutcome.UNEXCUSED: ShortMark(
        short=pgettext_lazy("mark in a crosstable: away, unexcused", "abs"),
        words=gettext_lazy("Unexcused absence"),
    ),
    RoundOutcome.CLUB: ShortMark(
        short=pgettext_lazy("mark in a crosstable: on club duty", "club"), words=gettext_lazy("On club duty")
    ),
}


def mark_of(what: RoundOutcome, played: RoundOutcome | None = None) -> ShortMark:
    """As everybody reads it. Which absence it was concerns whoever opens the sum behind a number.

    `played` is what an annulled game was at the board.
    """
    return (_ANNULLED.get(played) if played else None) or _MARKS[what]


def kind_of(what: RoundOutcome, played: RoundOutcome | None = None) -> ShortMark:
    """With the kind of an absence, for the staff."""
    return _KINDS.get(what) or mark_of(what, played)


def cell_text(column: Column, cell: Cell | None, names: Names, spelling: Spelling = EXACT) -> str:
    """What a cell of a table shows."""
    match cell.value if cell else None:
        case None:
            return ""
        case Fraction() | int() as number if column.kind is not ColumnKind.PLAYER:
            return spelling.points(number)
        case int() as player:
            return names.get(player, "")
        case value:
            return str(value)


def _name(number: PlayerId, names: Names) -> str:
    return names.get(number) or _("number {number}").format(number=number)
