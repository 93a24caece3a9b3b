"""A value in a JSON document that knows its place, and says there what is wrong with it."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeVar

from tournaments.pairing.model.translation import gettext_noop as _

EnumT = TypeVar("EnumT", bound=StrEnum)

_LARGEST = 10**9
_LONGEST_TEXT = 500
_LONGEST_NUMBER = 20  # digits; longer ones are kept as decimals, which are refused where they matter
_LINE_BREAKS = "\u2028\u2029"


class FileError(Exception):
    """A file that cannot be taken. `message` is a marked text with named gaps, filled by `facts`."""

    def __init__(self, message: str, place: str = "", **facts: object) -> None:
        self.message = message
        self.place = place
        self.facts = {name: _shown(fact) for name, fact in facts.items()}
        super().__init__(message.format(**self.facts))


class _Object(dict[str, object]):
    """A JSON object that remembers a key given twice."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(pairs)
        self.twice: str | None = None
        if len(self) < len(pairs):
            self.twice = next(key for key, count in Counter(key for key, _value in pairs).items() if count > 1)


@dataclass(frozen=True)
class _Constant:
    """NaN or Infinity, which JSON does not know: of no type that is asked for anywhere."""

    name: str


@dataclass(frozen=True, slots=True)
class Node:
    value: object
    place: str = ""

    def error(self, message: str, **facts: object) -> FileError:
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

    def saved(self) -> object:
        """Any value that an option can have; a number with decimals as its text, so that it stays exact."""
        match self.value:
            case None | bool() | int():
                return self.value
            case str():
                return self.text()
            case Decimal() if abs(self.value.adjusted()) <= _LONGEST_NUMBER:
                return f"{self.value:f}"
            case list():
                return [item.saved() for item in self.items()]
        raise self.error(_("{given} cannot be the value of an option."), given=self.value)

    def _member(self, key: str) -> Node:
        shown = key if key.isprintable() and len(key) <= 60 else "?"
        value: Mapping[str, Any] = self.value if isinstance(self.value, dict) else {}
        return Node(value.get(key), f"{self.place}.{shown}" if self.place else shown)


def read(data: bytes, *, largest: int) -> Node:
    """The document's root. Raises FileError."""
    if len(data) > largest:
        raise FileError(_("The file is larger than {count} megabytes."), count=largest // 1_000_000)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(_("The file is not UTF-8: byte {count} cannot be read."), count=error.start) from None
    try:
        value = json.loads(
            text, object_pairs_hook=_Object, parse_float=Decimal, parse_int=_whole, parse_constant=_Constant
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise FileError(_("The file is not JSON: see line {line}."), place, line=error.lineno) from None
    except RecursionError:
        raise FileError(_("The file is nested too deeply.")) from None
    return Node(value)


def _whole(digits: str) -> int | Decimal:
    return int(digits) if len(digits) <= _LONGEST_NUMBER else Decimal(digits)


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
        case _Constant(name):
            return name
    text = "".join(char if char.isprintable() else "?" for char in str(fact)[:61])
    return text if len(text) <= 60 else text[:59] + "…"
