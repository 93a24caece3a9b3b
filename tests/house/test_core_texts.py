"""What the core says of itself stands in each catalogue: its rules, systems, tie-breaks and options.

It knows no gettext, so that a text which is not marked there would be asked for, not found, and shown in English.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

import tournaments.pairing.audit.verification  # noqa: F401 # its rules are found once it is there
from tests.tools.languages.marked_language import WHOLE, Asked
from tournaments.pairing.discovery import SYSTEMS, TIE_BREAKS, all_rules
from tournaments.pairing.explanations.standings import tie_break_column
from tournaments.pairing.protocols import SystemInfo, TieBreakInfo
from tournaments.pairing.types.options import Option, fields_of

_OF_OPTIONS = ("label", "help", "group", "unset", "example")
_OF_TIE_BREAKS = ("name", "summary", "legend")
_OF_SYSTEMS = ("name", "summary", "source", "without_tie_breaks", "preset_names", "round_lots")


def _texts() -> Iterator[str]:
    yield from (rule.sentence for rule in all_rules().values())
    for system in SYSTEMS.values():
        yield from _of(system.info, _OF_SYSTEMS)
        yield from (each.name for each in system.info.tie_break_lists)
        yield from _of_options(system)
    for tie_break in TIE_BREAKS.values():
        yield tie_break_column(tie_break()).short
        yield from _of(tie_break().info, _OF_TIE_BREAKS)
        yield from _of_options(tie_break)


def _of_options(plug_in: type) -> Iterator[str]:
    for option in fields_of(plug_in):
        yield from _of(option, _OF_OPTIONS)
        yield from option.choices.values()


def _of(thing: SystemInfo | TieBreakInfo | Option, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        value = getattr(thing, name)
        yield from value.values() if isinstance(value, Mapping) else (value,)


@pytest.mark.parametrize("language", WHOLE)
def test_what_the_core_says_is_translated(language: str) -> None:
    asked = Asked("en")
    for text in _texts():
        asked.note(None, text)

    assert len(asked.texts) > 500
    assert asked.lacking(language) == set()
