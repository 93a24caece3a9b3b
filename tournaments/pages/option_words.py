"""A system's options in words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.pages.wording import points_text
from tournaments.pairing.options import Kind, Option, fields_of
from tournaments.pairing.protocols import PairingSystem


@dataclass(frozen=True, kw_only=True, slots=True)
class OptionInWords:
    label: str
    value: str


def typed(option: Option, value: object) -> object:
    """A value as a person would type it."""
    if option.kind is Kind.BOOLEAN or value is None:
        return value
    if isinstance(value, Fraction):
        return points_text(value) if value.denominator <= 2 else str(value)
    return option.save(value)


def value_in_words(option: Option, value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return _("none")
    label = next((label for choice, label in option.choices.items() if choice == value), None)
    return _(label) if label is not None else str(typed(option, value))


def options_in_words(system: PairingSystem) -> tuple[OptionInWords, ...]:
    """A configured system's options, for people to read."""
    return tuple(
        OptionInWords(label=_(option.label), value=value_in_words(option, getattr(system, option.code)))
        for option in fields_of(system)
    )
