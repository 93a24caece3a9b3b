"""A value in a JSON document that knows its place, and says there what is wrong with it."""

from __future__ import annotations

import datetime
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeVar

from tournaments.pairing.types.translation import gettext_noop as _

EnumT = TypeVar("EnumT", bound=StrEnum)

_LARGEST = 10**9
_DAY = re.compile(r"(?:19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}", re.ASCII)
_LONGEST_TEXT = 500
_LONGEST_NUMBER = 20
"""Digits of a whole number, and what an exponent may come to. Longer ones are not even converted."""
_LONGEST_DECIMAL = 60
_LONGEST_LIST = 1_000
"""Of an option."""
_MOST_KEYS = 20
"""Of an object in one."""
_DEEPEST = 100
_MOST_VALUES = 1_000_000
"""Ten thousand players over thirty rounds are nine tenths of it. Twenty megabytes of `{},` would be two thousand
megabytes in memory, and of `1.5,` seven hundred."""
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[{\]}]', re.DOTALL)
_LINE_BREAKS = "\u2028\u2029"


class FileError(Exception):
    """A file that cannot be taken. `message` is a marked text with named gaps, filled by `facts`. An error among
    these stays one, so that it is said in the same language."""

    def __init__(self, message: str, place: str = "", /, **facts: object) -> None:
        self.message = message
        self.place = place
        self.facts = {name: fact if isinstance(fact, FileError) else _shown(fact) for name, fact in facts.items()}
        super().__init__(message.format(**self.facts))

    def __reduce__(self) -> tuple[object, ...]:
        return error_again, (type(self), self.message, self.place, self.facts)


def error_again(kind: type[FileError], message: str, place: str, facts: Mapping[str, object]) -> FileError:
    """One that comes out of the process that read the file."""
    return kind(message, place, **facts)


class TooLarge(FileError):
    """Of more bytes or values than may be: it was not even parsed."""


class _Object(dict[str, object]):
    """A JSON object that remembers a key given twice."""

    __slots__ = ("twice",)

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(pairs)
        self.twice: str | None = None
        if len(self) < len(pairs):
            self.twice = next(key for key, count in Counter(key for key, _value in pairs).items() if count > 1)


@dataclass(frozen=True, slots=True)
class _NoNumber:
    """NaN or Infinity, which JSON does not know, or a number too long for anything: of no type that is asked for."""

    text: str


@dataclass(frozen=True, slots=True)
class Node:
    value: object
    place: str = ""

    def error(self, message: str, /, **facts: object) -> FileError:
        return FileError(message, self.place, **facts)

    def members(self, *, required: Collection[str] = (), optional: Collection[str] = ()) -> dict[str, Node]:
        """Its members. Keys that are in neither collection are errors, unless both are empty: then all are taken."""
        if not isinstance(self.value, _Object):
            raise self.error(_("An object is expected here, not {given}."), given=self.value)
        if self.value.twice is not None:
            raise self._member(self.value.twice).error(_("The key {key} is given twice."), key=self.value.twice)
        for key in self.value:
            if (required or optional) and key not in required and key not in optional:
                raise self._member(key).error(_("The key {key} is not known here."), key=key)
        for key in required:
            if key not in self.value:
                raise self._member(key).error(_("The key {key} is missing."), key=key)
        return {key: self._member(key) for key in self.value}

    def items(self, length: int | None = None) -> list[Node]:
        if not isinstance(self.value, list):
            raise self.error(_("A list is expected here, not {given}."), given=self.value)
        if length is not None and len(self.value) != length:
            raise self.error(_("A list of {count} is expected here."), count=length)
        return [Node(value, f"{self.place}[{index}]") for index, value in enumerate(self.value)]

    def integer(self, minimum: int = 1) -> int:
        if isinstance(self.value, bool) or not isinstance(self.value, int) or not minimum <= self.value <= _LARGEST:
            raise self.error(
                _("A whole number from {minimum} is expected here, not {given}."), minimum=minimum, given=self.value
            )
        return self.value

    def boolean(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.error(_("true or false is expected here, not {given}."), given=self.value)
        return self.value

    def day(self) -> str:
        """A date, written 2026-11-26."""
        if isinstance(self.value, str) and _DAY.fullmatch(self.value):
            with suppress(ValueError):
                return datetime.date.fromisoformat(self.value).isoformat()
        raise self.error(_("A day like 2026-11-26 is expected here, not {given}."), given=self.value)

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.error(_("A text is expected here, not {given}."), given=self.value)
        if len(self.value) > _LONGEST_TEXT:
            raise self.error(_("This text is longer than {count} characters."), count=_LONGEST_TEXT)
        if any(unicodedata.category(char) in ("Cc", "Cs") or char in _LINE_BREAKS for char in self.value):
            raise self.error(_("This text has control characters in it."))
        return self.value

    def matching(self, pattern: re.Pattern[str], message: str) -> str:
        if not isinstance(self.value, str) or not pattern.fullmatch(self.value):
            raise self.error(message)
        return self.value

    def one_of(self, choices: type[EnumT]) -> EnumT:
        found = next((choice for choice in choices if choice.value == self.value), None)
        if found is None:
            raise self.error(
                _("One of {choices} is expected here, not {given}."), choices=", ".join(choices), given=self.value
            )
        return found

    def saved(self, *, deepest: int = 5) -> object:
        """Any value that an option can have; a number with decimals as its text, so that it stays exact."""
        match self.value:
            case None | bool() | int():
                return self.value
            case str():
                return self.text()
            case Decimal():
                return f"{self.value:f}"
            case list() if deepest and len(self.value) <= _LONGEST_LIST:
                return [item.saved(deepest=deepest - 1) for item in self.items()]
            case _Object() if deepest and 0 < len(self.value) <= _MOST_KEYS:
                return {key: item.saved(deepest=deepest - 1) for key, item in self.members().items()}
        raise self.error(_("{given} cannot be the value of an option."), given=self.value)

    def _member(self, key: str) -> Node:
        shown = key if key.isprintable() and len(key) <= 60 else "?"
        value: Mapping[str, Any] = self.value if isinstance(self.value, dict) else {}
        return Node(value.get(key), f"{self.place}.{shown}" if self.place else shown)


def read(data: bytes, *, largest: int) -> Node:
    """The document's root. Raises FileError."""
    if len(data) > largest:
        raise TooLarge(_("The file is larger than {count} megabytes."), count=largest // 1_000_000)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(_("The file is not UTF-8: byte {count} cannot be read."), count=error.start) from None
    _refuse_many_values(text)
    try:
        value = json.loads(
            text, object_pairs_hook=_Object, parse_float=_decimal, parse_int=_whole, parse_constant=_NoNumber
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise FileError(_("The file is not JSON: see line {line}."), place, line=error.lineno) from None
    except RecursionError:
        raise FileError(_("The file is nested too deeply."), _too_deep(text)) from None
    return Node(value)


def _refuse_many_values(text: str) -> None:
    """Before any of them is built. Each begins a list or an object or stands behind a comma, but for the first of each;
    commas in texts count, too: names have one."""
    inside = text.count("{") + text.count("[")
    if inside > _MOST_VALUES:
        raise TooLarge(_("The file holds more than {count} lists and objects."), count=_MOST_VALUES)
    if inside + text.count(",") > _MOST_VALUES:
        raise TooLarge(_("The file holds more than {count} values."), count=_MOST_VALUES)


def _whole(digits: str) -> int | _NoNumber:
    return int(digits) if len(digits) <= _LONGEST_NUMBER else _NoNumber(digits)


def _decimal(digits: str) -> Decimal | _NoNumber:
    """Exact, if it can be written out on a line: an exponent of twenty digits cannot even be converted."""
    _mantissa, _e, exponent = digits.lower().partition("e")
    if len(digits) > _LONGEST_DECIMAL or len(exponent) > len("+20") or abs(int(exponent or 0)) > _LONGEST_NUMBER:
        return _NoNumber(digits)
    return Decimal(digits)


def _too_deep(text: str) -> str:
    """The first place that no file of ours comes to."""
    depth = 0
    for found in _BRACKETS.finditer(text):
        match found[0]:
            case "[" | "{":
                depth += 1
            case "]" | "}":
                depth -= 1
        if depth > _DEEPEST:
            line = text.count("\n", 0, found.start()) + 1
            return f"line {line}, column {found.start() - text.rfind(chr(10), 0, found.start())}"
    return ""


def _shown(fact: object) -> str:
    """What was given, cut short and on one line: a hostile file could give anything."""
    match fact:
        case dict():
            return "{…}"
        case list():
            return "[…]"
        case None:
            return "null"
        case bool():
            return str(fact).lower()
        case _NoNumber(written):
            fact = written
    text = "".join(char if char.isprintable() else "?" for char in str(fact)[:61])
    return text if len(text) <= 60 else text[:59] + "…"
