"""Who plays: ratings, and how often each of them comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

UNRATED_CLUB = 1500
"""Everybody's, where nobody has a rating: then all are as strong as each other."""
REGULAR = 0.5
"""Whoever comes to at least this share of the evenings is a regular."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulatedMember:
    rating: int | None
    comes: float
    """To this share of the evenings, from 0 to 1: each evening is a chance of its own."""

    def __post_init__(self) -> None:
        if not 0 <= self.comes <= 1:
            raise ValueError(f"a share of the evenings lies between 0 and 1, not at {self.comes}")


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulatedField:
    """Two members at least, in the order in which they enter; `evenings` of one round each, 1 at least."""

    members: tuple[SimulatedMember, ...]
    evenings: int

    def __post_init__(self) -> None:
        if len(self.members) < 2 or self.evenings < 1:
            raise ValueError("a season takes two members and one evening at least")

    @property
    def ratings(self) -> tuple[int, ...]:
        """Of each member; whoever has none gets the median of the others."""
        usual = _usual(self.members)
        return tuple(usual if member.rating is None else member.rating for member in self.members)

    @property
    def strongest(self) -> int:
        """The place of the regular with the highest rating, the first of those who share it; of all, where there is no
        regular."""
        ratings = self.ratings
        places = [place for place, member in enumerate(self.members) if member.comes >= REGULAR]
        return max(places or range(len(self.members)), key=lambda place: ratings[place])

    def to_json(self) -> dict[str, Any]:
        return {"members": [[each.rating, each.comes] for each in self.members], "evenings": self.evenings}

    @classmethod
    def from_json(cls, saved: dict[str, Any]) -> SimulatedField:
        members = tuple(SimulatedMember(rating=rating, comes=comes) for rating, comes in saved["members"])
        return cls(members=members, evenings=saved["evenings"])


def _usual(members: Sequence[SimulatedMember]) -> int:
    rated = [member.rating for member in members if member.rating is not None]
    return round(median(rated)) if rated else UNRATED_CLUB


def evenly(*, members: int, comes: float, weakest: int, strongest: int, evenings: int) -> SimulatedField:
    """A club of which only numbers are known: ratings at equal steps, all coming as often as each other."""
    step = (strongest - weakest) / max(1, members - 1)
    return SimulatedField(
        members=tuple(SimulatedMember(rating=round(strongest - place * step), comes=comes) for place in range(members)),
        evenings=evenings,
    )
