"""The kinds of absence that a club has named itself, as a tournament's options have them."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.models import Tournament
from tournaments.pairing.types.absence_kinds import OwnKind
from tournaments.pairing.types.snapshot import AbsenceCode
from tournaments.selectors.configured_system import configured_system


def own_kinds(tournament: Tournament) -> Mapping[AbsenceCode, OwnKind]:
    """By their codes, in order. What has been said or marked may name one that is gone."""
    return {own.code: own for own in configured_system(tournament).capabilities().absences.own_kinds}


def own_kind_names(tournament: Tournament) -> Mapping[AbsenceCode, str]:
    """For the staff, and for whoever it is about: everybody else reads that they are away."""
    return {code: own.name for code, own in own_kinds(tournament).items()}
