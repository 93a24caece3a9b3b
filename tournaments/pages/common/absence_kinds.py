"""Kinds of absence: which of them make a difference, and how many of somebody's still pay."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import MENU, Mark, Presence, Reply
from tournaments.pages.common.wording import points_text
from tournaments.pairing.history.half_byes import HalfByes
from tournaments.pairing.history.record import RoundEntry, RoundOutcome, outcome_of_absence
from tournaments.pairing.protocols import Capabilities
from tournaments.pairing.types.snapshot import AbsenceCode, AbsenceKind, PlayerId, TournamentSnapshot

_BYES_WITH_POINTS = {  # not all: only these two are called by what they give
    Presence.HALF_BYE: (RoundOutcome.HALF_BYE, Fraction(1, 2), gettext_lazy("Bye as a draw")),
    Presence.FULL_BYE: (RoundOutcome.FULL_BYE, Fraction(1), gettext_lazy("Bye as a win")),
}


def reply_in_words(reply: Reply, kinds: Mapping[AbsenceCode, str]) -> str:
    """For the staff, and for whoever said it. `kinds`: what the club calls its own, by code; of one that is gone it is
    an absence like others."""
    if (name := kinds.get(reply.kind)) is None:
        return str(reply.said.label)
    return _("away ({kind})").format(kind=name)


def mark_in_words(mark: Mark, kinds: Mapping[AbsenceCode, str]) -> str:
    """The same of what somebody is marked as."""
    if (name := kinds.get(mark.kind)) is None:
        return str(mark.presence.label)
    return _("away ({kind})").format(kind=name)


@dataclass(frozen=True, kw_only=True, slots=True)
class MarkButton:
    """What a tap marks instead of "here"; `name` is the label in full."""

    mark: Mark
    label: str
    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PaidAbsences:
    """How many of the absences that pay somebody has used up, of how many."""

    used: int
    paid: int


@dataclass(frozen=True, kw_only=True, slots=True)
class AbsenceOffer:
    """What a row offers besides "here"."""

    kinds: tuple[MarkButton, ...]
    """One tap away."""
    menu: tuple[MarkButton, ...]
    """All of them; byes with what they give, where that is not what they are called by."""
    own_kinds: tuple[MarkButton, ...]
    """The club's own, in the menu behind the others."""

    @property
    def own_names(self) -> Mapping[AbsenceCode, str]:
        return {each.mark.kind: each.name for each in self.own_kinds}

    @property
    def has_half_byes(self) -> bool:
        """Whether anybody gets one in this round."""
        return any(each.mark.presence is Presence.HALF_BYE for each in self.menu)

    def name_of(self, mark: Mark) -> str:
        """Of a kind that is offered no more, what it is to everybody."""
        own = (each.name for each in self.own_kinds if each.mark == mark)
        return next(own, str(mark.presence.label))


def absence_offer(capabilities: Capabilities, quota: HalfByes | None = None) -> AbsenceOffer:
    """One tap away are the kinds that give something else than not being marked does.

    So is a half-point bye, but only where the system says how many there are, and this round may have some.
    """
    unmarked = gives(capabilities, capabilities.scoring.default_absence)
    kinds = [Presence(kind.value) for kind in AbsenceKind if gives(capabilities, kind) != unmarked]
    if quota is not None and quota.are_possible:
        kinds.append(Presence.HALF_BYE)
    left_out = {Presence.PRESENT} if quota is None or quota.are_possible else {Presence.PRESENT, Presence.HALF_BYE}
    return AbsenceOffer(
        kinds=tuple(MarkButton(mark=Mark(kind), label=str(kind.short), name=str(kind.label)) for kind in kinds),
        menu=tuple(
            MarkButton(mark=Mark(kind), label=_with_points(kind, capabilities), name=str(kind.label))
            for kind in MENU
            if kind not in left_out
        ),
        own_kinds=tuple(
            MarkButton(mark=Mark(Presence.OWN_KIND, own.code), label=own.name, name=own.name)
            for own in capabilities.absences.own_kinds
        ),
    )


def _with_points(presence: Presence, capabilities: Capabilities) -> str:
    """A half-point bye of a tournament in which a win is three points gives one or two of them."""
    name = str(presence.button)
    if presence not in _BYES_WITH_POINTS:
        return name
    outcome, expected, as_result = _BYES_WITH_POINTS[presence]
    if capabilities.absences.gives is not None or (gives := capabilities.scoring.worth()[outcome]) == expected:
        return name
    return ngettext("{bye}: {points} point", "{bye}: {points} points", ceil(gives)).format(
        bye=as_result, points=points_text(gives)
    )


def is_excusing_worth_something(capabilities: Capabilities) -> bool:
    """Whether an absence that is excused gives something else than one that is not, or uses up something else."""
    one, other = (
        (gives(capabilities, kind), kind in capabilities.absences.counted)
        for kind in (AbsenceKind.EXCUSED, AbsenceKind.UNEXCUSED)
    )
    return one != other


def paid_absences(capabilities: Capabilities, snapshot: TournamentSnapshot) -> Mapping[PlayerId, PaidAbsences]:
    """By player, in the part of the season that the round to be paired is in; empty where there is no such limit."""
    absences = capabilities.absences
    if not (paid := absences.paid):
        return {}
    begins = _period_begins(capabilities, snapshot)
    return {
        player: PaidAbsences(used=min(_number(played[begins:], absences.counted), paid), paid=paid)
        for player, played in capabilities.record(snapshot).entries.items()
    }


def _number(items: Iterable[RoundEntry], counted: frozenset[AbsenceCode]) -> int:
    return sum(item.absence is not None and item.absence.kind in counted for item in items)


def paid_of_own_kinds(
    capabilities: Capabilities, snapshot: TournamentSnapshot
) -> Mapping[tuple[PlayerId, AbsenceCode], PaidAbsences]:
    """The same of the club's own kinds that are counted by themselves."""
    limited = {own.code: own.paid for own in capabilities.absences.own_kinds if own.paid is not None}
    if not limited:
        return {}
    begins = _period_begins(capabilities, snapshot)
    return {
        (player, code): PaidAbsences(used=min(_number(played[begins:], frozenset({code})), paid), paid=paid)
        for player, played in capabilities.record(snapshot).entries.items()
        for code, paid in limited.items()
    }


def _period_begins(capabilities: Capabilities, snapshot: TournamentSnapshot) -> int:
    """After how many rounds absences are counted anew."""
    return max((end for end in capabilities.absences.period_rounds if end < snapshot.next_number), default=0)


def gives(capabilities: Capabilities, kind: AbsenceCode) -> Hashable:
    """Points, or what the system has in their place."""
    return (
        capabilities.scoring.worth()[outcome_of_absence(kind)]
        if capabilities.absences.gives is None
        else capabilities.absences.gives[kind]
    )
