"""What columns of a list of players are called, by the table beside: what a heading means, and where it was seen."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.translation import override

from clubchess.house_words import spellings
from tournaments.models import Player, PlayerContact
from tournaments.names import folded_name

SOFT_HYPHEN = "\xad"
"""Stands in long words of some translations, for narrow screens."""
LEFT_OUT = frozenset({"club", "row", "results"})
"""What nobody misses: the club, the number or group of the row, and how somebody played."""


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownHeading:
    heading: str
    """As people or programs write it. A 1 in it stands for every number: TB1, TB2, …"""
    meaning: str
    seen_in: str
    """A program or list, and in brackets its language or kind, and what told of it where that was not the thing itself.
    “ours”: as people write it."""


@cache
def known_headings() -> tuple[KnownHeading, ...]:
    with Path(__file__).with_suffix(".csv").open(encoding="utf-8", newline="") as file:
        return tuple(KnownHeading(**row) for row in csv.DictReader(file))


def meaning_of(plain: str) -> str | None:
    """Of a heading as `plain_heading` has it."""
    meanings = _meanings()
    return meanings.get(plain) or meanings.get(re.sub("[0-9]+", "1", plain))


def plain_heading(heading: str) -> str:
    """Case, accents and punctuation do not count, and CamelCase is two words; a sign alone stays one."""
    heading = heading.strip().replace("+/-", " change ")  # rtg+/- is no rating
    heading_in_words = re.sub(r"(?<=[a-zà-ÿ])(?=[A-Z])", " ", heading)  # LastName, FideID
    folded = folded_name(heading_in_words).replace("ø", "o").replace(SOFT_HYPHEN, "")
    return " ".join(re.split(r"[\W_]+", folded)).strip() or heading


@cache
def _meanings() -> Mapping[str, str]:
    """The first row of a heading tells what it means alone."""
    return _our_own_names() | {plain_heading(each.heading): each.meaning for each in reversed(known_headings())}


@cache
def _our_own_names() -> dict[str, str]:
    """What the screens call each column, in every language and in the words of any house: so are headed the lists that
    are downloaded here or elsewhere."""
    told = {each.meaning for each in known_headings()}
    found: dict[str, str] = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            for model in (Player, PlayerContact):
                fields = (field for field in model._meta.concrete_fields if field.name in told)
                found |= {
                    plain_heading(heading): field.name
                    for field in fields
                    for heading in spellings(language, str(field.verbose_name))
                }
    return found
