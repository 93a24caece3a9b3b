"""Options of systems and tie-breaks: dataclass fields that know their label, their bounds and their JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any, TypeVar, cast

from tournaments.pairing.translation import gettext_noop as _

T = TypeVar("T")
ChoiceT = TypeVar("ChoiceT", bound=StrEnum)

_METADATA = "option"
_RATIONAL = re.compile(r"[+-]?\d{1,20}(?:\.\d{1,20}|/\d{1,20})?", re.ASCII)
_LARGEST_EXPONENT = 20  # a number like 1e999999999 would fill the memory when made exact
_LARGEST_INTEGER = 10**20


class Kind(StrEnum):
    RATIONAL = "rational"
    INTEGER = "integer"
    BOOLEAN = "boolean"
    CHOICE = "choice"


@dataclass(frozen=True, kw_only=True, slots=True)
class Option:
    """What a form needs to ask for one option. Label, help and the labels of choices are marked texts."""

    code: str = ""
    label: str
    help: str = ""
    kind: Kind
    default: object = None
    nullable: bool = False
    minimum: int | None = None
    maximum: int | None = None
    choices: Mapping[StrEnum, str] = field(default_factory=dict)

    def read(self, given: object) -> object:
        """The value that saved JSON stands for. Raises OptionError."""
        if given is None and self.nullable:
            return None
        match self.kind:
            case Kind.RATIONAL:
                value: object = self._bounded(_rational(given), given)
            case Kind.INTEGER:
                value = self._bounded(_integer(given), given)
            case Kind.BOOLEAN:
                value = given if isinstance(given, bool) else None
            case Kind.CHOICE:
                value = next((choice for choice in self.choices if choice.value == given), None)
        if value is None:
            raise OptionError(self.code, self._expected(), given=given, choices=", ".join(self.choices))
        return value

    def save(self, value: object) -> object:
        """The JSON for a value: rationals as strings in lowest terms."""
        return str(value) if isinstance(value, Fraction | StrEnum) else value

    def _bounded(self, value: Fraction | None, given: object) -> Fraction | int | None:
        if value is None:
            return None
        if self.minimum is not None and value < self.minimum:
            raise OptionError(
                self.code,
                _("The option {option} is {given}, but must be at least {minimum}."),
                given=given,
                minimum=self.minimum,
            )
        if self.maximum is not None and value > self.maximum:
            raise OptionError(
                self.code,
                _("The option {option} is {given}, but must be at most {maximum}."),
                given=given,
                maximum=self.maximum,
            )
        return int(value) if self.kind is Kind.INTEGER else value

    def _expected(self) -> str:
        match self.kind:
            case Kind.RATIONAL:
                return _("The option {option} is {given}, but must be a number such as 2, 0.5 or 1/3.")
            case Kind.INTEGER:
                return _("The option {option} is {given}, but must be a whole number.")
            case Kind.BOOLEAN:
                return _("The option {option} is {given}, but must be true or false.")
            case Kind.CHOICE:
                return _("The option {option} is {given}, but must be one of {choices}.")


class OptionError(Exception):
    """An option that cannot be taken. `message` is a marked text with named gaps, filled by `facts`."""

    def __init__(self, option: str, message: str, **facts: object) -> None:
        self.option = option
        self.message = message
        self.facts = {"option": option} | {name: _shown(fact) for name, fact in facts.items()}
        super().__init__(message.format(**self.facts))


def rational(
    default: str | int, *, label: str, help: str = "", minimum: int | None = None, maximum: int | None = None
) -> Fraction:
    """A field whose value is an exact number."""
    option = Option(label=label, help=help, kind=Kind.RATIONAL, minimum=minimum, maximum=maximum)
    return field(default=Fraction(default), metadata={_METADATA: option})


def integer(default: int, *, label: str, help: str = "", minimum: int | None = None, maximum: int | None = None) -> int:
    """A field whose value is a whole number."""
    option = Option(label=label, help=help, kind=Kind.INTEGER, minimum=minimum, maximum=maximum)
    return field(default=default, metadata={_METADATA: option})


def nullable_integer(
    default: int | None, *, label: str, help: str = "", minimum: int | None = None, maximum: int | None = None
) -> int | None:
    """A field whose value is a whole number or none at all."""
    option = Option(label=label, help=help, kind=Kind.INTEGER, minimum=minimum, maximum=maximum, nullable=True)
    return field(default=default, metadata={_METADATA: option})


def boolean(default: bool, *, label: str, help: str = "") -> bool:
    """A field that is on or off."""
    option = Option(label=label, help=help, kind=Kind.BOOLEAN)
    return field(default=default, metadata={_METADATA: option})


def choice(default: ChoiceT, *, label: str, choices: Mapping[ChoiceT, str], help: str = "") -> ChoiceT:
    """A field whose value is one of an enumeration; `choices` gives each its label."""
    option = Option(label=label, help=help, kind=Kind.CHOICE, choices=dict(choices.items()))
    return field(default=default, metadata={_METADATA: option})


def fields_of(plug_in: object) -> tuple[Option, ...]:
    """The options of a system or tie-break, class or instance, in the order of its fields."""
    return tuple(
        replace(option, code=each.name, default=None if each.default is MISSING else each.default)
        for each in fields(cast(Any, plug_in))
        if (option := each.metadata.get(_METADATA)) is not None
    )


def configured(
    plug_in: type[T], saved: Mapping[str, object], *, preset: str | None = None, inherit: object = None
) -> T:
    """Build a system or tie-break from saved JSON: a preset's options, then single ones over it.

    A tie-break takes what is not given from the options of the same name of the system in `inherit`.
    """
    options = {option.code: option for option in fields_of(plug_in)}
    given = dict(preset_options(plug_in, preset)) | dict(saved)
    for code in given:
        if code not in options:
            raise OptionError(
                code,
                _("There is no option {option} here; there are {choices}."),
                choices=", ".join(options) or "-",
            )
    values = {code: options[code].read(value) for code, value in given.items()}
    inherited = {code: getattr(inherit, code) for code in options if hasattr(inherit, code)}
    return plug_in(**(inherited | values))


def preset_options(plug_in: type[object], preset: str | None) -> Mapping[str, object]:
    if preset is None:
        return {}
    presets: Mapping[str, Mapping[str, object]] = getattr(getattr(plug_in, "info", None), "presets", {})
    if preset not in presets:
        raise OptionError(
            "preset",
            _("There is no preset {given} here; there are {choices}."),
            given=preset,
            choices=", ".join(presets) or "-",
        )
    return presets[preset]


def saved(plug_in: object) -> dict[str, object]:
    """All options of a configured system or tie-break as JSON, from which `configured` builds the same again."""
    return {option.code: option.save(getattr(plug_in, option.code)) for option in fields_of(plug_in)}


def _rational(given: object) -> Fraction | None:
    match given:
        case bool():
            return None
        case int() | Fraction():
            return Fraction(given)
        case Decimal():
            small = given.is_finite() and abs(given.adjusted()) <= _LARGEST_EXPONENT
            return Fraction(given) if small else None
        case str() if _RATIONAL.fullmatch(given.strip()):
            try:
                return Fraction(given.strip())
            except ZeroDivisionError:
                return None
    return None


def _integer(given: object) -> Fraction | None:
    """A whole number, in a JSON file a number or its text."""
    number = _rational(given)
    whole = number is not None and number.denominator == 1 and abs(number) < _LARGEST_INTEGER
    return number if whole else None


def _shown(fact: object) -> str:
    """What was given, cut short: a hostile file could give anything."""
    text = str(fact) if isinstance(fact, str | int | Decimal | Fraction) else type(fact).__name__
    return text if len(text) <= 60 else text[:59] + "…"
