"""Numbers as people type them."""

from __future__ import annotations

import unicodedata
from fractions import Fraction


def plain_number(text: str) -> str:
    """½ and 2½ as fractions, 40 % as a part of one, a comma as the decimal point; anything else as it is."""
    whole, vulgar = text[:-1].strip(), text[-1:]
    if vulgar == "%":
        number = plain_number(whole)
        return str(Fraction(number) / 100) if _is_decimal(number) else text
    if vulgar and unicodedata.category(vulgar) == "No" and (whole == "" or whole.isascii()):
        part = Fraction(unicodedata.numeric(vulgar)).limit_denominator(10)
        sign, digits = ("-", whole[1:]) if whole[:1] in "-−" and whole else ("", whole)
        if digits == "" or digits.isdigit():
            return f"{sign}{part + int(digits or 0)}"
    return text.replace(",", ".").replace("−", "-").replace(" ", "")


def short_number(text: str) -> int | None:
    """A whole number without a sign, of at most five digits; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def _is_decimal(text: str) -> bool:
    whole, _point, part = text.partition(".")
    return (whole + part).isdigit() and (whole + part).isascii() and len(text) <= 12
