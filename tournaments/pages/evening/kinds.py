"""Kinds of absence: which of them make a difference, and how many of somebody's still pay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import pgettext_lazy

from tournaments.models import Presence
from tournaments.pairing.facts.half_byes import HalfByes
from tournaments.pairing.facts.record import ABSENCES, Record, RoundEntry, RoundOutcome, Scoring
from tournaments.pairing.model.snapshot import AbsenceKind, PlayerId, TournamentSnapshot
from tournaments.pairing.protocols import PairingSystem
from tournaments.snapshots import default_absence

_SHORT = {
    Presence.EXCUSED: pgettext_lazy("button: away, excused", "Excused"),
    Presence.UNEXCUSED: pgettext_lazy("button: away, unexcused", "Unexcused"),
    Presence.CLUB: pgettext_lazy("button: on club duty", "Club"),
    Presence.HALF_BYE: pgettext_lazy("button: half-point bye", "½ bye"),
}
_NOT_ON_DUTY = ABSENCES - {RoundOutcome.CLUB}


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


def kind_buttons(system: PairingSystem, quota: HalfByes | None = None) -> tuple[KindButton, ...]:
    """The kinds that give something else than not being marked does; the others can wait in a menu.

    So does a half-point bye, but where the system says how many there are, and this round may have some.
    """
    scoring = Scoring.of(system)
    unmarked = _gives(system, scoring, default_absence(system))
    kinds = [Presence(kind.value) for kind in AbsenceKind if _gives(system, scoring, kind) != unmarked]
    if quota is not None and quota.are_possible:
        kinds.append(Presence.HALF_BYE)
    return tuple(KindButton(presence=kind, short=str(_SHORT[kind])) for kind in kinds)


def paid_absences(system: PairingSystem, snapshot: TournamentSnapshot) -> Mapping[PlayerId, PaidAbsences]:
    """By player, in the part of the season that the round to be paired is in; empty where there is no such limit."""
    paid = getattr(system, "paid_absences", None)
    if not paid:
        return {}
    scoring = Scoring.of(system)
    counted = ABSENCES if scoring.paid_absences else _NOT_ON_DUTY
    ends: Sequence[int] = getattr(system, "period_rounds", None) or ()
    begins = max((end for end in ends if end < snapshot.next_number), default=0)
    items = Record(snapshot=snapshot, scoring=scoring).entries
    return {
        player: PaidAbsences(used=min(_number(played[begins:], counted), paid), paid=paid)
        for player, played in items.items()
    }


def _number(items: Iterable[RoundEntry], counted: frozenset[RoundOutcome]) -> int:
    return sum(item.outcome in counted for item in items)


def _gives(system: PairingSystem, scoring: Scoring, kind: AbsenceKind) -> tuple[object, object]:
    """Points, or a share of something where a system has one and no fixed points in its place."""
    fixed = getattr(system, f"{kind}_points", None)
    return getattr(scoring, kind), getattr(system, f"{kind}_share", None) if fixed is None else None
