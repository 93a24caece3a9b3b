"""Kinds of absence: which of them make a difference, and how many of somebody's still pay."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from tournaments.models import Presence
from tournaments.pages.common.wording import points_text
from tournaments.pairing.history.half_byes import HalfByes
from tournaments.pairing.history.record import RoundEntry, RoundOutcome
from tournaments.pairing.protocols import Capabilities
from tournaments.pairing.types.snapshot import AbsenceKind, PlayerId, TournamentSnapshot

_SHORT = {
    Presence.EXCUSED: pgettext_lazy("button: away, excused", "Excused"),
    Presence.UNEXCUSED: pgettext_lazy("button: away, unexcused", "Unexcused"),
    Presence.CLUB: pgettext_lazy("button: on club duty", "Club"),
    Presence.HALF_BYE: pgettext_lazy("button: half-point bye", "½ bye"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class KindButton:
    """A kind of absence, or the half-point bye, that is one tap away."""

    presence: Presence
    short: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PaidAbsences:
    """How many of the absences that pay somebody has used up, of how many."""

    used: int
    paid: int


@dataclass(frozen=True, kw_only=True, slots=True)
class AbsenceOffer:
    """What a row offers besides "here". `has_half_byes` is false where nobody gets one in this round."""

    kinds: tuple[KindButton, ...]
    """One tap away; the others wait in a menu."""
    has_half_byes: bool
    half_bye: str
    full_bye: str
    """Their names, with what they give where that is not what they are called by."""


def absence_offer(capabilities: Capabilities, quota: HalfByes | None = None) -> AbsenceOffer:
    """One tap away are the kinds that give something else than not being marked does.

    So is a half-point bye, but only where the system says how many there are, and this round may have some.
    """
    unmarked = _gives(capabilities, capabilities.scoring.default_absence)
    kinds = [Presence(kind.value) for kind in AbsenceKind if _gives(capabilities, kind) != unmarked]
    if quota is not None and quota.are_possible:
        kinds.append(Presence.HALF_BYE)
    return AbsenceOffer(
        kinds=tuple(KindButton(presence=kind, short=str(_SHORT[kind])) for kind in kinds),
        has_half_byes=quota is None or quota.are_possible,
        half_bye=_with_points(_("Half-point bye"), capabilities, RoundOutcome.HALF_BYE, Fraction(1, 2)),
        full_bye=_with_points(_("Full-point bye"), capabilities, RoundOutcome.FULL_BYE, Fraction(1)),
    )


def _with_points(name: str, capabilities: Capabilities, outcome: RoundOutcome, expected: Fraction) -> str:
    """A half-point bye of a tournament in which a win is three points gives one or two of them."""
    if capabilities.absences.gives is not None or (gives := capabilities.scoring.worth()[outcome]) == expected:
        return name
    return ngettext("{bye}: {points} point", "{bye}: {points} points", ceil(gives)).format(
        bye=name, points=points_text(gives)
    )


def is_excusing_worth_something(capabilities: Capabilities) -> bool:
    """Whether an absence that is excused gives something else than one that is not, or uses up something else."""
    one, other = (
        (_gives(capabilities, kind), RoundOutcome(kind.value) in capabilities.absences.counted)
        for kind in (AbsenceKind.EXCUSED, AbsenceKind.UNEXCUSED)
    )
    return one != other


def paid_absences(capabilities: Capabilities, snapshot: TournamentSnapshot) -> Mapping[PlayerId, PaidAbsences]:
    """By player, in the part of the season that the round to be paired is in; empty where there is no such limit."""
    absences = capabilities.absences
    if not (paid := absences.paid):
        return {}
    begins = max((end for end in absences.period_rounds if end < snapshot.next_number), default=0)
    return {
        player: PaidAbsences(used=min(_number(played[begins:], absences.counted), paid), paid=paid)
        for player, played in capabilities.record(snapshot).entries.items()
    }


def _number(items: Iterable[RoundEntry], counted: frozenset[RoundOutcome]) -> int:
    return sum(item.outcome in counted for item in items)


def _gives(capabilities: Capabilities, kind: AbsenceKind) -> Hashable:
    """Points, or what the system has in their place."""
    return (
        capabilities.scoring.of_absences[kind]
        if capabilities.absences.gives is None
        else capabilities.absences.gives[kind]
    )
