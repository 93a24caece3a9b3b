"""Tie-breaks in words: the list in force, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.pages.option_words import OptionInWords, value_in_words
from tournaments.pages.sorting import sorted_by_name
from tournaments.pairing.discovery import TIE_BREAKS, code_of, tie_break_of, tie_breaks_of
from tournaments.pairing.model.options import fields_of
from tournaments.pairing.protocols import PairingSystem, TieBreak
from tournaments.pairing.telling.standings import tie_break_column


@dataclass(frozen=True, kw_only=True, slots=True)
class TieBreakInWords:
    """`short` is how its column is headed; `options` are those that are not as usual."""

    code: str
    name: str
    short: str
    summary: str
    options: tuple[OptionInWords, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class TieBreaksInWords:
    """In order. `note` says how a tie ends, or that none of them decides it."""

    list: tuple[TieBreakInWords, ...]
    note: str


def tie_breaks_in_words(system: PairingSystem, saved: Sequence[Mapping[str, object]] | None) -> TieBreaksInWords:
    """The tie-breaks in force of a configured system; `saved` None: its own."""
    chosen = tie_breaks_of(system, saved)
    return TieBreaksInWords(
        list=tuple(tie_break_in_words(each, _options(system, each)) for each in chosen),
        note=how_a_tie_ends(system, has_tie_breaks=bool(chosen)),
    )


def how_a_tie_ends(system: PairingSystem, *, has_tie_breaks: bool) -> str:
    if system.info.without_tie_breaks:
        return _(system.info.without_tie_breaks)
    if not has_tie_breaks:
        return _("There are no tie-breaks: players with equal points share the place.")
    return _(
        "Between players with equal points the first of these decides, then the next. "
        "Whoever is level in all of them shares the place."
    )


def on_offer(system: PairingSystem) -> tuple[TieBreakInWords, ...]:
    """Every tie-break there is, by name, as it begins in this system; none where none decides anything."""
    if system.info.without_tie_breaks:
        return ()
    offered = (tie_break_in_words(tie_break_of(system, {"code": code})) for code in TIE_BREAKS)
    return tuple(sorted_by_name(offered, lambda each: each.name))


def tie_break_in_words(tie_break: TieBreak, options: tuple[OptionInWords, ...] = ()) -> TieBreakInWords:
    info = tie_break.info
    return TieBreakInWords(
        code=code_of(tie_break), name=_(info.name), short=short_of(tie_break), summary=_(info.summary), options=options
    )


def short_of(tie_break: TieBreak) -> str:
    """How its column is headed, in the reader's language."""
    return _(tie_break_column(tie_break).short)


def _options(system: PairingSystem, tie_break: TieBreak) -> tuple[OptionInWords, ...]:
    usual = tie_break_of(system, {"code": code_of(tie_break)})
    return tuple(
        OptionInWords(label=_(option.label), value=value_in_words(option, getattr(tie_break, option.code)))
        for option in fields_of(tie_break)
        if getattr(tie_break, option.code) != getattr(usual, option.code)
    )
