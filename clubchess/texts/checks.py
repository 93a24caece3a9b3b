"""What a better text must be, be it typed on a page or sent in a file: the gaps, tags and forms of the one of today."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from clubchess.texts.catalogue import Message

MOST_LETTERS = 10_000
_TAG = re.compile(r"</?[A-Za-z!][^<>]*>?")
_PERCENT_GAP = re.compile(r"%\(\w+\)[a-z]")
_BRACE_GAP = re.compile(r"\{\w*\}")
GAP: Final = re.compile(f"{_PERCENT_GAP.pattern}|{_BRACE_GAP.pattern}")
"""What the program puts a value into."""
_GAP = re.compile(r"%\(\w+\)[a-z]|%%|%|\{[^{}]*\}|[{}]")
"""With what could become one, or would be read as half of one: it may stand only where it stands today."""
_KEPT = "\u00ad\u200b\u200c\u200d\u2060"
"""Soft hyphens, and where a word may break or must not."""
_EMPTY_TAGS = frozenset({"br", "hr", "img", "wbr", "input"})


def cleaned(text: str, today: str) -> str:
    """NFC, without control and bidi characters, and with the blanks around it that the text of today has."""
    kept = "".join(each for each in text.replace("\r\n", "\n") if each == "\n" or not _is_hidden(each))
    before = today[: len(today) - len(today.lstrip())]
    after = today[len(today.rstrip()) :] if today.strip() else ""
    return f"{before}{unicodedata.normalize('NFC', kept).strip()}{after}"


def what_is_wrong(message: Message, forms: Sequence[str], *, longest: int | None = None) -> str | None:
    """A sentence, or None. `message` has what stands there today; `longest`, where there is no room for more."""
    if len(forms) != len(message.forms):
        return _("This text has {wanted} forms, and the correction has {given}.").format(
            wanted=len(message.forms), given=len(forms)
        )
    found = (
        _wrong_form(today, form, longest or MOST_LETTERS) for today, form in zip(message.forms, forms, strict=True)
    )
    return next((wrong for wrong in found if wrong), None)


def gaps_of(text: str) -> tuple[str, ...]:
    """What the program puts values into, each once."""
    return tuple(dict.fromkeys(GAP.findall(text)))


def flags_of(*texts: str) -> tuple[str, ...]:
    """As gettext names the two kinds of gaps."""
    kinds = (("python-format", _PERCENT_GAP), ("python-brace-format", _BRACE_GAP))
    return tuple(name for name, gap in kinds if any(gap.search(text) for text in texts))


def _wrong_form(today: str, form: str, longest: int) -> str | None:
    if not form.strip():
        return _("The text is empty.")
    if len(form) > longest:
        return _("The text has {count} characters. There is room for {most}.").format(count=len(form), most=longest)
    there, typed = _parts(today), _parts(form)
    for part in there - typed:
        return _("“{part}” is missing. It must be in the text just as it is today.").format(part=part)
    for part in typed - there:
        return _("“{part}” is not in the text of today. Take it out.").format(part=part)
    if open_tag := _not_closed(form):
        return _("“{part}” is not closed again, or in the wrong place.").format(part=open_tag)
    return None


def _parts(text: str) -> Counter[str]:
    """Tags as often as they stand there; a gap once, since a sentence may say a name twice."""
    return Counter(_TAG.findall(text)) + Counter(set(_GAP.findall(text)))


def _not_closed(text: str) -> str | None:
    opened: list[str] = []
    for tag in _TAG.findall(text):
        name = re.split(r"[\s/>]", tag.lstrip("</"), maxsplit=1)[0].lower()
        if tag.startswith("</"):
            if not opened or opened.pop() != name:
                return str(tag)
        elif name not in _EMPTY_TAGS:
            opened.append(name)
    return f"<{opened[-1]}>" if opened else None


def _is_hidden(character: str) -> bool:
    """Control characters, and those that turn the direction of writing; a soft hyphen may stay."""
    category = unicodedata.category(character)
    return category in {"Cc", "Cs", "Zl", "Zp"} or (category == "Cf" and character not in _KEPT)
