"""A language for tests alone in which every letter that was asked of a catalogue is a wide one: a plain letter on a
page is a name, a sign, or English that nobody can translate. And which texts were asked for, to be looked up.

It stands in the place of English, in memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.urls import get_resolver
from django.utils import translation
from django.utils.translation import trans_real

from clubchess.languages import OWN_NAMES
from tests.tools.languages.pseudo_language import KEPT, parts_of_its_own
from tools.files import files_in

WHOLE = ("nb", "sv", "da", "de", "nl")
"""The languages whose catalogues have every text."""
_PLAIN = "".join(map(chr, [*range(ord("A"), ord("Z") + 1), *range(ord("a"), ord("z") + 1)]))
_TO_WIDE = {ord(letter): ord(letter) - ord("A") + ord("Ａ") for letter in _PLAIN}
CODE = re.compile(r"[A-Z]{1,5}(/R)?(-\d)?|MPvGP|Buchholz-\d")
"""The columns of tie-breaks as federations' files have them: the same in every language."""
TOYS = "".join(path.read_text() for path in files_in(Path(__file__).parents[1] / "toys", "*.py"))
"""Systems of the tests speak English alone."""
_GETTEXTS = ("gettext", "ngettext", "pgettext", "npgettext")


class Asked:
    """The texts asked for in a language, and those of them that a catalogue lacks."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.texts: set[tuple[str | None, str]] = set()

    def note(self, context: str | None, text: str) -> None:
        if text and translation.get_language() == self.language:
            self.texts.add((context, text.replace("\r\n", "\n")))

    def lacking(self, language: str) -> set[tuple[str | None, str]]:
        catalogue = trans_real.translation(language)._catalog
        return {
            (context, text)
            for context, text in self.texts
            if not is_in(catalogue, context, text) and not CODE.fullmatch(text) and f'"{text}"' not in TOYS
        }


def is_in(catalogue: Any, context: str | None, text: str) -> bool:
    key = f"{context}\x04{text}" if context else text
    return key in catalogue or (key, 0) in catalogue or (key, 1) in catalogue


@lru_cache(maxsize=16_384)
def wide(text: str) -> str:
    """The text in wide letters, its gaps and tags as they are."""
    parts = KEPT.split(text)
    return "".join(part if place % 2 else part.translate(_TO_WIDE) for place, part in enumerate(parts))


def listen(monkeypatch: pytest.MonkeyPatch, language: str, said_as: Callable[[str], str] = str) -> Asked:
    """From now on what is asked for in the language is noted, and said so."""
    asked = Asked(language)
    _ = get_resolver().url_patterns  # what is asked for while modules are loaded no page says

    def noting(real: Callable[..., str], has_context: bool) -> Callable[..., str]:
        def gettext(*texts: Any) -> str:
            asked.note(str(texts[0]) if has_context else None, str(texts[1 if has_context else 0]))
            said = real(*texts)
            return said_as(said) if translation.get_language() == language else said

        return gettext

    parts_of_its_own(monkeypatch)
    for name in _GETTEXTS:
        monkeypatch.setattr(translation._trans, name, noting(getattr(trans_real, name), "pg" in name))
    return asked


def speak_wide(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """From now on, under the addresses of English. Before any page is asked for: what is kept of one is kept in its
    language."""
    return listen(monkeypatch, "en", wide)


# What is left ---------------------------------------------------------------------------------------------------------

_NAMES = {
    "name",
    "given_name",
    "family_name",
    "username",
    "email",
    "slug",
    "reason",
    "title",
    "text",
    "file_name",
    "public_key",
    "opponent",
    "team_name",
}
"""Fields of rows that hold what people have typed."""
_ENGLISH = re.compile(r"[A-Za-z]{2,}")
_NO_WORDS = re.compile(
    r"https?://\S+|\b(?:en|alfa)(?:/[\w.#=?&-]*)+|/en/\S*"  # addresses
    r"|\btestserver\S*|\b[A-Z]{3}\b(?= *$|,)"  # and of federations
    r"|\b(?=[a-f]*\d)[a-f\d]{6,}\b"  # lots and their proofs
    r"|(?:[a-z\d]{4}-){5}[a-z\d]{4}|(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}"  # codes of a second factor
    r"|--[a-z-]+\b"  # what a command is given
    r"|\{\w+\}"  # gaps that a script fills
    r"|\d(?:st|nd|rd|th)\b"  # tournaments/pages/common/ordinals.py
)
_EVERYWHERE = {"Clubchess", "FIDE", "CSV", "PGN", "TRF", *OWN_NAMES.values()}


def typed() -> Iterator[str]:
    """Whatever people have typed by now, names above all."""
    for model in apps.get_app_config("tournaments").get_models():
        for name in _NAMES & {each.name for each in model._meta.concrete_fields}:
            yield from map(str, model._base_manager.values_list(name, flat=True))


def english(texts: Mapping[str, str], known: Iterable[str]) -> dict[str, str]:
    """Those with a plain word in them that nobody has typed, with where each was read."""
    longest_first = sorted({*known, *_EVERYWHERE} - {""}, key=len, reverse=True)
    return {
        text: where
        for text, where in texts.items()
        if _ENGLISH.search(text) and _ENGLISH.search(_without(longest_first, _NO_WORDS.sub(" ", text)))
    }


def _without(names: Iterable[str], text: str) -> str:
    for name in names:
        if name in text:
            text = re.sub(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", " ", text)
    return text
