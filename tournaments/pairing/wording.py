"""Reasons as sentences: the rule's text in the reader's language, its gaps filled by whoever knows the names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from tournaments.pairing.discovery import kept_rule
from tournaments.pairing.types.paired_round import Amounts, Fact, Group, Named, Place, Player, Players, Reason, Share
from tournaments.pairing.types.snapshot import Colour, PlayerId
from tournaments.pairing.types.translation import gettext_noop, pgettext, without_context

_LARGEST_PART = 12  # a twelfth is still read as a fraction, 667/1000 is not
_TENTHS = (5, 10)
_COLOURS = {
    Colour.WHITE: pgettext("a colour, inside a sentence", "White"),
    Colour.BLACK: pgettext("a colour, inside a sentence", "Black"),
}
_ENDINGS = {
    1: pgettext("a place that ends in 1, not 11", "{number}st"),
    2: pgettext("a place that ends in 2, not 12", "{number}nd"),
    3: pgettext("a place that ends in 3, not 13", "{number}rd"),
}
_OTHER_ENDING = pgettext("a place that ends in 4 to 9 or 0, or in 11, 12, 13", "{number}th")
_END_OF_A_LIST = pgettext("the end of a list inside a sentence", "{earlier} and {last}")


def points(amount: Fraction) -> str:
    """½ where there is one, else the fraction in lowest terms."""
    whole, rest = divmod(abs(amount), 1)
    sign = "−" if amount < 0 else ""
    if rest == 0:
        return f"{sign}{whole}"
    if rest == Fraction(1, 2):
        return f"{sign}{whole or ''}½"
    return f"{sign}{abs(amount)}"


def share(of_one: Fraction) -> str:
    """As clubs write it in their rules: ½, 1/3, 1, or 0.667 and 0.3 where that is what was set."""
    is_fine = of_one.denominator > _LARGEST_PART or of_one.denominator in _TENTHS
    if is_fine and 10**6 % of_one.denominator == 0:
        return f"{float(of_one):g}"
    return points(of_one)


def place(number: int, translate: Callable[[str], str] = gettext_noop) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    is_teen = number % 100 in (11, 12, 13)
    ending = _OTHER_ENDING if is_teen else _ENDINGS.get(number % 10, _OTHER_ENDING)
    return without_context(translate(ending)).format(number=number)


def listing(words: Sequence[str], translate: Callable[[str], str] = gettext_noop) -> str:
    """a, b and c: several things inside a sentence."""
    if len(words) < 2:
        return "".join(words)
    *earlier, last = words
    return without_context(translate(_END_OF_A_LIST)).format(earlier=", ".join(earlier), last=last)


def letters(group: int) -> str:
    """A to Z, then AA, AB …: by the number of the group, from 1."""
    found = ""
    while group > 0:
        group, letter = divmod(group - 1, 26)
        found = chr(ord("A") + letter) + found
    return found


def sentence(
    reason: Reason,
    name_of: Callable[[PlayerId], str],
    translate: Callable[[str], str] = gettext_noop,
    amount: Callable[[Fraction], str] = points,
    part: Callable[[Fraction], str] = share,
    *,
    for_all: bool = False,
) -> str:
    """The whole sentence, as plain text. Names are put in as they are: escape afterwards.

    `amount` words points and values, `part` shares of one; `for_all`: without what concerns the player and the staff.
    """

    def word(fact: Fact) -> str:
        match fact:
            case Player(number):
                return name_of(number)
            case Players(numbers):
                return listing([name_of(number) for number in numbers], translate)
            case Colour():
                return without_context(translate(_COLOURS[fact]))
            case Place(number):
                return place(number, translate)
            case Group(number):
                return letters(number)
            case Named(text):
                return text
            case Amounts(amounts):
                return " + ".join(map(amount, amounts))
            case Share(of_one):
                return part(of_one)
            case Fraction():
                return amount(fact)
        told = f"{fact:+d}" if rule.is_balance and isinstance(fact, int) and fact else str(fact)
        return told.replace("-", "−")

    rule = kept_rule(reason.rule)
    text = translate(rule.in_public if for_all and rule.in_public else rule.sentence)
    words = {name: word(fact) for name, fact in reason.facts.items()}
    for name, said in words.items():
        if said.endswith("."):  # the stop of "Ella N." or "3." ends the sentence too
            text = text.replace(f"{{{name}}}.", f"{{{name}}}")
    return text.format_map(words)
