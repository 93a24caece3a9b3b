"""Options of systems and tie-breaks: dataclass fields that know their label, their bounds and their JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, Required, TypedDict, TypeVar, Unpack, cast

from tournaments.pairing.types.snapshot import is_absence_code
from tournaments.pairing.types.translation import gettext_noop as _

T = TypeVar("T")
ChoiceT = TypeVar("ChoiceT", bound=StrEnum)

_METADATA = "option"
_RATIONAL = re.compile(r"[+-]?\d{1,20}(?:\.\d{1,20}|/\d{1,20})?", re.ASCII)
_LARGEST_EXPONENT = 20  # a number like 1e999999999 would fill the memory when made exact
_LARGEST_INTEGER = 10**20
_LONGEST_LIST = 100
_LONGEST_TEXT = 200


class Kind(StrEnum):
    RATIONAL = "rational"
    INTEGER = "integer"
    INTEGERS = "integers"  # a list, rising
    BOOLEAN = "boolean"
    CHOICE = "choice"
    TEXT = "text"  # what a plug-in reads by itself
    STRUCTURE = "structure"  # lists and objects


@dataclass(frozen=True, kw_only=True, slots=True)
class Structure:
    """How a value of several parts is read of JSON and written. `read` gives None for what is none, or raises
    OptionError with its own sentence."""

    read: Callable[[object], object]
    write: Callable[[Any], object]
    typed: Callable[[Any], object]
    """As a form has it."""
    words: Callable[[Any], Sequence[str]]
    """Its parts in a word or two each: marked texts, or a club's own."""
    has_decimals: bool = False
    """Its text is of numbers, and its full stops are decimal points."""


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
    """Of a choice; of a number, the words that may stand in its place."""
    parse: Callable[[str], object] | None = None
    """Of a text: its value, None for what is none. As a text again it is `str`."""
    structure: Structure | None = None
    takes_own_kinds: bool = False
    """Of a choice: a club's own kind of absence may stand there too, by its code."""
    group: str = ""
    """Options of one group stand together in a form; a marked text."""
    is_fine_print: bool = False
    """A club can leave it as it is without knowing it: a form folds it away."""
    is_of_teams: bool = False
    """It says something where teams play, and is asked for nowhere else."""
    is_of_files: bool = False
    """A file may say it and the system keeps it, but no form asks for it: the app does nothing with it yet."""
    unset: str = ""
    """What it means that there is no value: a marked text."""
    example: str = ""
    """Of fine print that words alone do not make clear: a marked text in numbers."""

    def read(self, given: object) -> object:
        """The value that saved JSON stands for. Raises OptionError."""
        if given is None and self.nullable:
            return None
        match self.kind:
            case Kind.RATIONAL:
                value: object = self._word(given) or self._bounded(_rational(given), given)
            case Kind.INTEGERS:
                value = _rising(given)
            case Kind.INTEGER:
                value = self._bounded(_integer(given), given)
            case Kind.BOOLEAN:
                value = given if isinstance(given, bool) else None
            case Kind.CHOICE:
                value = self._word(given) or (given if self.takes_own_kinds and is_absence_code(given) else None)
            case Kind.TEXT:
                value = self._parsed(given)
            case Kind.STRUCTURE:
                value = self.structure.read(given) if self.structure is not None else None
        if value is None:
            raise OptionError(self.code, self._expected(), given=given, choices=tuple(self.choices))
        return value

    def save(self, value: object) -> object:
        """The JSON for a value: rationals as strings in lowest terms."""
        if self.structure is not None and value is not None:
            return self.structure.write(value)
        if isinstance(value, tuple):
            return list(value)
        as_text = self.kind is Kind.TEXT and value is not None
        return str(value) if as_text or isinstance(value, Fraction | StrEnum) else value

    def _parsed(self, given: object) -> object:
        """A text, or a list of its parts."""
        parts = given if isinstance(given, list) else [given]
        if self.parse is None or not all(isinstance(part, str) for part in parts):
            return None
        text = ", ".join(map(str, parts))
        return self.parse(text) if len(text) <= _LONGEST_TEXT else None

    def _word(self, given: object) -> StrEnum | None:
        text = (
            str(given) if isinstance(given, int | Decimal) and not isinstance(given, bool) else given
        )  # 2026 is "2026"
        return next((choice for choice in self.choices if choice.value == text), None)

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
            case Kind.RATIONAL if self.choices:
                return _("The option {option} is {given}, but must be a number or one of {choices}.")
            case Kind.RATIONAL:
                return _("The option {option} is {given}, but must be a number such as 2, 1/2 or 1/3.")
            case Kind.INTEGERS:
                return _("The option {option} is {given}, but must be rising whole numbers from 1, such as 9, 18.")
            case Kind.INTEGER:
                return _("The option {option} is {given}, but must be a whole number.")
            case Kind.BOOLEAN:
                return _("The option {option} is {given}, but must be true or false.")
            case Kind.CHOICE:
                return _("The option {option} is {given}, but must be one of {choices}.")
            case Kind.TEXT | Kind.STRUCTURE:
                return _("The option {option} is {given}, which cannot be read.")


class OptionError(Exception):
    """An option that cannot be taken. `message` is a marked text with named gaps, filled by `facts`."""

    def __init__(self, option: str, message: str, **facts: object) -> None:
        self.option = option
        self.message = message
        self.facts = {"option": option} | {name: _shown(fact) for name, fact in facts.items()}
        super().__init__(message.format(**self.facts))


class Described(TypedDict, total=False):
    """What every field says."""

    label: Required[str]
    help: str
    group: str


class Bounded(Described, total=False):
    minimum: int | None
    maximum: int | None


def _field(default: T, kind: Kind, described: Described, **more: Any) -> T:
    return field(default=default, metadata={_METADATA: Option(kind=kind, **described, **more)})


def rational(default: str | int, **described: Unpack[Bounded]) -> Fraction:
    """A field whose value is an exact number."""
    return _field(Fraction(default), Kind.RATIONAL, described)


def nullable_rational(default: str | int | None = None, **described: Unpack[Bounded]) -> Fraction | None:
    """A field whose value is an exact number or none at all."""
    return _field(None if default is None else Fraction(default), Kind.RATIONAL, described, nullable=True)


def rational_or_word(
    default: ChoiceT, *, words: Mapping[ChoiceT, str], **described: Unpack[Bounded]
) -> ChoiceT | Fraction:
    """A field whose value is an exact number, or a word that says how it is worked out."""
    return _field(default, Kind.RATIONAL, described, choices=dict(words.items()))


def integer(default: int, **described: Unpack[Bounded]) -> int:
    """A field whose value is a whole number."""
    return _field(default, Kind.INTEGER, described)


def nullable_integer(default: int | None, **described: Unpack[Bounded]) -> int | None:
    """A field whose value is a whole number or none at all."""
    return _field(default, Kind.INTEGER, described, nullable=True)


def nullable_integers(**described: Unpack[Described]) -> tuple[int, ...] | None:
    """A field whose value is a rising list of whole numbers from 1, or none at all."""
    return _field(None, Kind.INTEGERS, described, nullable=True)


def boolean(default: bool, **described: Unpack[Described]) -> bool:
    """A field that is on or off."""
    return _field(default, Kind.BOOLEAN, described)


def nullable_boolean(default: bool | None, *, unset: str, **described: Unpack[Described]) -> bool | None:
    """A field that is on or off, or left to what `unset` says."""
    return _field(default, Kind.BOOLEAN, described, nullable=True, unset=unset)


def choice(default: ChoiceT, *, choices: Mapping[ChoiceT, str], **described: Unpack[Described]) -> ChoiceT:
    """A field whose value is one of an enumeration; `choices` gives each its label."""
    return _field(default, Kind.CHOICE, described, choices=dict(choices.items()))


def nullable_choice(
    default: ChoiceT | None, *, choices: Mapping[ChoiceT, str], unset: str, **described: Unpack[Described]
) -> ChoiceT | None:
    """A field whose value is one of an enumeration, or left to what `unset` says."""
    return _field(default, Kind.CHOICE, described, choices=dict(choices.items()), nullable=True, unset=unset)


def text(default: T, *, parse: Callable[[str], T | None], nullable: bool = False, **described: Unpack[Described]) -> T:
    """A field whose value a text stands for; `str` gives the text again."""
    return _field(default, Kind.TEXT, described, parse=parse, nullable=nullable)


def structured(default: T, structure: Structure, *, nullable: bool = False, **described: Unpack[Described]) -> T:
    """A field whose value has several parts."""
    return _field(default, Kind.STRUCTURE, described, structure=structure, nullable=nullable)


def or_an_own_kind(option: T) -> T | str:
    """The field of a choice of kinds of absence, in whose place the code of a club's own may stand."""
    return _changed(option, takes_own_kinds=True)


def fine_print(option: T, *, example: str = "") -> T:
    """The field of an option, as fine print."""
    return _changed(option, is_fine_print=True, example=example)


def of_teams(option: T) -> T:
    """The field of an option that says something only where teams play."""
    return _changed(option, is_of_teams=True)


def of_files(option: T) -> T:
    """The field of an option that no form asks for."""
    return _changed(option, is_of_files=True)


def _changed(option: T, **changes: Any) -> T:
    made = cast(Any, option)
    return cast(T, field(default=made.default, metadata={_METADATA: replace(made.metadata[_METADATA], **changes)}))


def fields_of(plug_in: object) -> tuple[Option, ...]:
    """The options of a system or tie-break, class or instance, in the order of its fields."""
    return _fields_of(plug_in if isinstance(plug_in, type) else type(plug_in))


@cache
def _fields_of(plug_in: type[object]) -> tuple[Option, ...]:
    return tuple(
        replace(option, code=each.name, default=None if each.default is MISSING else each.default)
        for each in fields(cast(Any, plug_in))
        if (option := each.metadata.get(_METADATA)) is not None
    )


def configured(
    plug_in: type[T],
    saved: Mapping[str, object],
    *,
    preset: str | None = None,
    unless_given: Mapping[str, object] | None = None,
) -> T:
    """Build a system or tie-break from saved JSON: a preset's options, then single ones over it.

    `unless_given`: values in place of the plug-in's own defaults; those it has no option for are passed over.
    """
    options = {option.code: option for option in fields_of(plug_in)}
    given = dict(preset_options(plug_in, preset)) | dict(saved)
    for code in given:
        if code not in options:
            raise OptionError(
                code,
                _("There is no option {option} here; there are {choices}."),
                choices=tuple(options),
            )
    values = {code: options[code].read(value) for code, value in given.items()}
    defaults = {code: value for code, value in (unless_given or {}).items() if code in options}
    return plug_in(**(defaults | values))


def preset_options(plug_in: type[object], preset: str | None) -> Mapping[str, object]:
    if preset is None:
        return {}
    info = getattr(plug_in, "info", None)
    presets: Mapping[str, Mapping[str, object]] = {
        **getattr(info, "presets", {}),
        **getattr(getattr(info, "of_teams", None), "presets", {}),
    }
    if preset not in presets:
        raise OptionError(
            "preset",
            _("There is no preset {given} here; there are {choices}."),
            given=preset,
            choices=tuple(presets),
        )
    return presets[preset]


def values_of(plug_in: object) -> dict[str, object]:
    """What each option of a configured system or tie-break is set to."""
    return {option.code: getattr(plug_in, option.code) for option in fields_of(plug_in)}


def saved(plug_in: object) -> dict[str, object]:
    """All options of a configured system or tie-break as JSON, from which `configured` builds the same again."""
    values = values_of(plug_in)
    return {option.code: option.save(values[option.code]) for option in fields_of(plug_in)}


def exact_number(given: object) -> Fraction | None:
    """Of JSON, or of a text such as 2, 0.4 or 1/3."""
    return _rational(given)


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


def _rising(given: object) -> tuple[int, ...] | None:
    """A list in JSON, or in a form the text of one."""
    parts = re.split(r"[\s,;]+", given.strip(), maxsplit=_LONGEST_LIST) if isinstance(given, str) else given
    if not isinstance(parts, list) or not 1 <= len(parts) <= _LONGEST_LIST:
        return None
    numbers = [int(number) for part in parts if (number := _integer(part)) is not None and number >= 1]
    rising = all(one < other for one, other in pairwise(numbers))
    return tuple(numbers) if rising and len(numbers) == len(parts) else None


def _shown(fact: object) -> str:
    """What was given, cut short: a hostile file could give anything. A tuple is our own list, and is named whole."""
    if isinstance(fact, tuple):
        return ", ".join(map(str, fact)) or "-"
    text = str(fact) if isinstance(fact, str | int | Decimal | Fraction) else type(fact).__name__
    return text if len(text) <= 60 else text[:59] + "…"
