"""Texts with the words that this installation has chosen: put into the catalogues as they are loaded.

Nothing is looked up with a text (docs/decisions/0101). Whoever keeps what was made of texts keeps it by `generation`.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final

import structlog
from django.db import DatabaseError, InterfaceError, connections
from django.utils.translation import trans_real

from clubchess.house_word_forms import WORDS

Choices = Mapping[str, Mapping[str, str]]
"""By language and code of the word the alternative, where it is not what the catalogue says."""

SECONDS: Final = 5
"""Until another process has noticed a choice: one short question."""
SOFT_HYPHEN: Final = "\N{SOFT HYPHEN}"
LABEL: Final = 40
"""Letters: only in so short a text a long word may be broken."""
_NO_WORDS: Final = r"\[\[[^\]]*\]\]|\{[^{}]*\}|%\([^)]*\)\w|<[^<>]*>|&\w+;"
"""What stands in a text and is not read as words: gaps, tags."""

log = structlog.get_logger("clubchess")

_lock = threading.Lock()
_in_force: Choices = {}
_generation = 0
_stamp = ""


def generation() -> int:
    """Another number after each change, in this process."""
    return _generation


def stamp() -> str:
    """Of the choices in force, the same in each process; empty where everything is as the catalogues say."""
    return _stamp


def in_force() -> Choices:
    return _in_force


def put_in_force(choices: Choices) -> None:
    """From the next page on. What this version does not know is as if it had not been chosen."""
    global _in_force, _generation, _stamp
    known = {language: of_it for language in WORDS if (of_it := _known(language, choices.get(language, {})))}
    with _lock:
        if known == _in_force:
            return
        for language in WORDS:
            if known.get(language) != _in_force.get(language):
                _load(language, known.get(language, {}))
        _in_force, _stamp = known, _stamp_of(known)
        _generation += 1  # last: what was made of texts meanwhile is not kept


def follow(chosen: Callable[[], Choices]) -> None:
    """What the database says now. Where it is away, or an older version wrote it, all stays as it was."""
    try:
        put_in_force(chosen())
    except (DatabaseError, InterfaceError) as error:  # the second is none of the first
        log.warning("house_words_not_read", error=type(error).__name__)


def follow_until(stopped: threading.Event, chosen: Callable[[], Choices]) -> None:
    """Does not end by itself: for a thread of its own, in each process."""
    while not stopped.wait(SECONDS):
        try:
            follow(chosen)
        finally:
            connections.close_all()


def in_house_words(language: str, text: str) -> str:
    """Any text of the language, with the words in force."""
    return _changer(language, _in_force.get(language, {}))(text)


def spellings(language: str, text: str) -> Iterator[str]:
    """The text with each word as it may have been chosen here or elsewhere, whatever is chosen now."""
    yield text
    for word in WORDS.get(language, ()):
        for other in word.alternatives[1:]:
            pairs = dict(word.pairs(other))
            yield _replacing(pairs)(text)
            yield _replacing({new.replace("·", ""): old for old, new in pairs.items()})(text)


def _known(language: str, chosen: Mapping[str, str]) -> dict[str, str]:
    return {word.code: chosen[word.code] for word in WORDS[language] if chosen.get(word.code) in word.alternatives[1:]}


def _stamp_of(choices: Choices) -> str:
    chosen = sorted((language, *pair) for language, words in choices.items() for pair in words.items())
    return hashlib.sha256(repr(chosen).encode()).hexdigest()[:8] if chosen else ""


def _load(language: str, chosen: Mapping[str, str]) -> None:
    """Whole in one moment: a thread that speaks the language goes on with what it has."""
    fresh: Any = trans_real.DjangoTranslation(language)
    change = _changer(language, chosen)
    for texts in fresh._catalog._catalogs if chosen else ():
        texts.update({key: change(text) for key, text in texts.items() if key and isinstance(text, str)})
    trans_real._translations[language] = fresh  # type: ignore[attr-defined]  # where Django keeps it


def _changer(language: str, chosen: Mapping[str, str]) -> Callable[[str], str]:
    pairs: dict[str, str] = {}
    for word in WORDS.get(language, ()):
        pairs |= dict(word.pairs(chosen[word.code])) if word.code in chosen else {}
    return _replacing(pairs)


def _replacing(pairs: Mapping[str, str]) -> Callable[[str], str]:
    """Made once, for however many texts."""
    if not pairs:
        return lambda text: text
    by_form = {old.lower(): new for old, new in pairs.items()}
    pattern = _pattern(tuple(by_form))

    def other(match: re.Match[str]) -> str:
        if not match["form"]:
            return match[0]
        old = match[0].replace(SOFT_HYPHEN, "")
        new = by_form[old.lower()].replace("·", SOFT_HYPHEN if len(match.string) <= LABEL else "")
        return new.upper() if old.isupper() else new[0].upper() + new[1:] if old[0].isupper() else new

    return lambda text: pattern.sub(other, text)


@cache
def _pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    """The longest first, since some begin with others; each also with soft hyphens in it."""
    longest_first = sorted(forms, key=len, reverse=True)
    written = "|".join(f"{SOFT_HYPHEN}?".join(map(re.escape, form)) for form in longest_first)
    edge = rf"[\w{SOFT_HYPHEN}]"
    return re.compile(rf"{_NO_WORDS}|(?<!{edge})(?P<form>{written})(?!{edge})", re.IGNORECASE)
