"""A system's options in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.pages.common.wording import points_text, sentence, with_decimal_sign
from tournaments.pairing.protocols import PairingSystem, SystemInNumbers
from tournaments.pairing.types.options import Kind, Option, fields_of, values_of


@dataclass(frozen=True, kw_only=True, slots=True)
class OptionInWords:
    label: str
    value: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OptionGroup:
    """Options that stand together; `title` is empty where a system does not group them."""

    title: str
    options: tuple[OptionInWords, ...]


_TYPED: Mapping[object, str] = {None: "", True: "yes", False: "no"}
"""Of a box to tick that can be left to something else."""


def typed(option: Option, value: object) -> object:
    """A value as a person would type it."""
    if option.kind is Kind.BOOLEAN and option.nullable:
        return _TYPED[value]
    if option.kind is Kind.BOOLEAN or value is None:
        return value
    if option.structure is not None:
        given = option.structure.typed(value)
        return with_decimal_sign(str(given)) if option.structure.has_decimals else given
    if isinstance(value, tuple):
        return ", ".join(str(number) for number in value)
    if isinstance(value, Fraction):
        return points_text(value) if value.denominator <= 2 else str(value)
    return option.save(value)


def value_in_words(option: Option, value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return _(option.unset) if option.unset else pgettext("an option", "none")
    if option.structure is not None:
        words = option.structure.words(value)
        if option.structure.has_decimals:
            words = [with_decimal_sign(each) for each in words]
        return ", ".join(map(_, words)) if words else pgettext("an option", "none")
    label = next((label for choice, label in option.choices.items() if choice == value), None)
    return _(label) if label is not None else str(typed(option, value))


def options_in_words(system: object) -> tuple[OptionGroup, ...]:
    """A configured system's options, for people to read, group by group."""
    values = values_of(system)
    return tuple(
        OptionGroup(
            title=_(title) if title else "",
            options=tuple(
                OptionInWords(label=_(option.label), value=value_in_words(option, values[option.code]))
                for option in options
            ),
        )
        for title, options in by_group(fields_of(system)).items()
    )


def by_group(options: Iterable[Option]) -> Mapping[str, Sequence[Option]]:
    """Groups in the order in which they first come, each with all of its options."""
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(option.group, []).append(option)
    return groups


def settings_in_words(system: PairingSystem) -> tuple[str, ...]:
    """What is in force, as the system itself says it: a sentence each."""
    return tuple(sentence(reason, {}) for reason in system.settings())


_FEWEST = 2
_USUAL = 20


def in_numbers(system: PairingSystem, players: int) -> str:
    """Among so many players, or as many as clubs often have. A system without such a line says its first setting."""
    if isinstance(system, SystemInNumbers):
        return sentence(system.in_numbers(players if players >= _FEWEST else _USUAL), {})
    return next(iter(settings_in_words(system)), "")
