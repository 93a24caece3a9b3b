"""Tie-breaks in words: the list in force, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.common.option_words import OptionInWords, value_in_words
from tournaments.pairing.discovery import TIE_BREAKS, code_of, tie_break_of, tie_breaks_of
from tournaments.pairing.explanations.standings import tie_break_column
from tournaments.pairing.protocols import Family, PairingSystem, TieBreak
from tournaments.pairing.types.options import fields_of


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
        "Between players with equal points the first of these decides, then the next. Players level on "
        "all of them share the place."
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class TieBreakFamily:
    """Tie-breaks that stand together, by name."""

    title: str
    tie_breaks: tuple[TieBreakInWords, ...]
    is_usual: bool = False


_FAMILIES = {
    Family.BOARDS: gettext_noop("From the boards of the matches"),
    Family.OPPONENTS: gettext_noop("From the opponents’ points"),
    Family.OWN_GAMES: gettext_noop("From the player’s own rounds"),
    Family.EACH_OTHER: gettext_noop("From the games of those level"),
    Family.RATINGS: gettext_noop("From ratings"),
    Family.OTHER: gettext_noop("Others"),
}


def on_offer(
    system: PairingSystem, usual_here: Sequence[Mapping[str, object]] | None = None, *, of_teams: bool = False
) -> tuple[TieBreakFamily, ...]:
    """Every tie-break that says something in this system, as it begins there: those of its lists first, then the others
    by what they look at; none where none decides anything. `usual_here` are saved ones in place of the system's own.
    Those of boards say nothing of players."""
    if system.info.without_tie_breaks:
        return ()
    capabilities = system.capabilities()
    fitting = [
        each for code in TIE_BREAKS if (each := tie_break_of(system, {"code": code})).info.schedule.fits(capabilities)
    ]
    if not of_teams:
        fitting = [each for each in fitting if each.info.family is not Family.BOARDS]
    lists = (usual_here or system.info.default_tie_breaks, *(each.saved for each in system.info.tie_break_lists))
    usual = {saved["code"] for each in lists for saved in each}
    others = [each for each in fitting if code_of(each) not in usual]
    offers = [
        TieBreakFamily(
            title=_("Usual here"),
            tie_breaks=_by_name(each for each in fitting if code_of(each) in usual),
            is_usual=True,
        ),
        *(
            TieBreakFamily(title=_(title), tie_breaks=_by_name(each for each in others if each.info.family is family))
            for family, title in _FAMILIES.items()
        ),
    ]
    return tuple(offer for offer in offers if offer.tie_breaks)


def _by_name(tie_breaks: Iterable[TieBreak]) -> tuple[TieBreakInWords, ...]:
    return tuple(sorted_by_name(map(tie_break_in_words, tie_breaks), lambda each: each.name))


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
