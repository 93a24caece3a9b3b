"""What a report says of a player and no tournament file does."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class BirthDate:
    """0 where the month or the day is not known."""

    year: int
    month: int = 0
    day: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class FederationPerson:
    given_name: str
    family_name: str = ""
    sex: str = ""
    """`m`, `w` or nothing."""
    title: str = ""
    federation: str = ""
    fide_id: int | None = None
    national_id: str = ""
    fide_rating: int | None = None
    """Where it is known to be FIDE's; the rating of a tournament may be a federation's."""
    born: BirthDate | None = None

    @property
    def name(self) -> str:
        return f"{self.family_name},{self.given_name}" if self.family_name else self.given_name
