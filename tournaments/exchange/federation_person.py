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

    @property
    def given_name_first(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()


def person_called(name: str, *, sorted_as: str | None = None) -> FederationPerson:
    """By “Family, Given”, as lists are sorted; without a comma the first word is the given name."""
    family, comma, given = (name if sorted_as is None else sorted_as).partition(",")
    if not comma:
        given, _blank, family = name.strip().partition(" ")
    return FederationPerson(given_name=given.strip() or family.strip() or "?", family_name=family.strip())
