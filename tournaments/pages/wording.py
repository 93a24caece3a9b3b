"""The core's values in the reader's language: points as ½, reasons as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from django.utils.formats import localize
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from tournaments.pairing.discovery import rule_of
from tournaments.pairing.paired_round import Fact, Player, Players, Reason
from tournaments.pairing.snapshot import Colour, PlayerId

Names = Mapping[PlayerId, str]
"""How each start number is called on this page."""


def points_text(value: Fraction | int) -> str:
    """Whole and half points exactly, other rationals to two decimals: 3, 2½, 4.67."""
    value = Fraction(value)
    if value.denominator == 1:
        return str(value.numerator)
    if value.denominator == 2:
        sign = "-" if value < 0 else ""
        whole = abs(value.numerator) // 2
        return f"{sign}{whole or ''}½"
    return str(localize(round(float(value), 2)))


def sentence(reason: Reason, names: Names) -> str:
    """A reason as one whole sentence in the language in force."""
    return _(rule_of(reason.rule).sentence).format(**{name: _words(fact, names) for name, fact in reason.facts.items()})


def colour_text(colour: Colour) -> str:
    return _("White") if colour is Colour.WHITE else _("Black")


def _words(fact: Fact, names: Names) -> str:
    match fact:
        case Player(number):
            return _name(number, names)
        case Players(numbers):
            return get_text_list([_name(number, names) for number in numbers], _("and"))
        case Colour.WHITE:
            return _("white")
        case Colour.BLACK:
            return _("black")
        case Fraction():
            return points_text(fact)
        case _:
            return str(fact)


def _name(number: PlayerId, names: Names) -> str:
    return names.get(number) or _("number {number}").format(number=number)
