"""Reasons as sentences: the rule's text in the reader's language, its gaps filled by whoever knows the names."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tournaments.pairing.discovery import rule_of
from tournaments.pairing.paired_round import Fact, Player, Players, Reason
from tournaments.pairing.snapshot import Colour, PlayerId
from tournaments.pairing.translation import gettext_noop
from tournaments.pairing.translation import gettext_noop as _

_COLOURS = {Colour.WHITE: _("white"), Colour.BLACK: _("black")}


def sentence(reason: Reason, name_of: Callable[[PlayerId], str], translate: Callable[[str], str] = gettext_noop) -> str:
    """The whole sentence, as plain text. Names are put in as they are: escape afterwards."""

    def word(fact: Fact) -> str:
        match fact:
            case Player(number):
                return name_of(number)
            case Players(numbers):
                return ", ".join(name_of(number) for number in numbers)
            case Colour():
                return translate(_COLOURS[fact])
            case Fraction():
                return points(fact)
        return str(fact)

    return translate(rule_of(reason.rule).sentence).format_map(
        {name: word(fact) for name, fact in reason.facts.items()}
    )


def points(amount: Fraction) -> str:
    """½ where there is one, else the fraction in lowest terms."""
    whole, rest = divmod(abs(amount), 1)
    sign = "−" if amount < 0 else ""
    if rest == 0:
        return f"{sign}{whole}"
    if rest == Fraction(1, 2):
        return f"{sign}{whole or ''}½"
    return f"{sign}{abs(amount)}"
