"""Where a tournament's tables stand: the same pages twice, for the public and for the staff."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from django.urls import get_script_prefix, reverse
from django.utils.translation import get_language

from tournaments.models import Entry, Player, ShownAs, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pairing.types.snapshot import PlayerId


@dataclass(frozen=True, kw_only=True, slots=True)
class Addresses:
    audience: Audience
    club: str
    tournament: str
    _begins: tuple[str, str | None] = field(default_factory=lambda: (get_script_prefix(), get_language()))
    """What an address depends on besides."""

    @classmethod
    def of(cls, tournament: Tournament, audience: Audience) -> Addresses:
        return cls(audience=audience, club=tournament.club.slug, tournament=tournament.slug)

    def round(self, number: int) -> str:
        """The staff's round is the evening's own page, where results are entered."""
        name = "public_round" if self.audience is Audience.PUBLIC else "evening_round"
        return self._reverse(name, number=number)

    def draw(self, number: int) -> str:
        """Of systems that draw each round, for everybody; there is no other for the staff."""
        return self._reverse("public_draw", number=number)

    def standings(self, after: int | None = None, *, is_corrected: bool = False) -> str:
        """`after`: after that round, as published then where it was; `is_corrected`: as that stands now."""
        if after is None:
            return self._table("standings")
        return self._table("standings_corrected" if is_corrected else "standings_after", after=after)

    def crosstable(self, after: int | None = None, *, is_corrected: bool = False) -> str:
        """Beside the standings at the same place."""
        if after is None:
            return self._table("crosstable")
        return self._table("crosstable_corrected" if is_corrected else "crosstable_after", after=after)

    def grid(self) -> str:
        """Of schedules: the crosstable by start numbers."""
        return self._table("grid")

    def bracket(self) -> str:
        return self._table("tree")

    def schedule(self) -> str:
        """Of schedules: who meets whom when."""
        return self._table("plan")

    def scorecard(self, player: PlayerId, after: int | None = None, *, is_corrected: bool = False) -> str:
        """The numbers of the standings at the same place, opened up."""
        if after is None:
            return self._table("card", number=player)
        return self._table("card_corrected" if is_corrected else "card_after", number=player, after=after)

    def person(self, entry: int) -> str:
        """The staff's page of everything about somebody; the public has none."""
        return self._reverse("person", entry=entry) if self.audience is Audience.STAFF else ""

    def _table(self, name: str, **numbers: int) -> str:
        return self._reverse(f"{self.audience.value}_{name}", **numbers)

    def _reverse(self, name: str, **numbers: int) -> str:
        return _address(self._begins, name, self.club, self.tournament, **numbers)


@lru_cache(maxsize=16_384)
def _address(_begins: tuple[str, str | None], name: str, club: str, tournament: str, **numbers: int) -> str:
    """Kept, since a table has one for each of its players, and the next table has the same ones."""
    return reverse(name, kwargs={"club": club, "tournament": tournament} | numbers)


def player_url(club: str, player: Player) -> str:
    """The page of this player; empty where the public may not know that two numbers are the same person."""
    if player.shown_as == ShownAs.NUMBER:
        return ""
    return reverse("public_player", args=[club, player.public_key])


def entry_url(club: str, entry: Entry) -> str:
    """The page of whoever plays; empty for a team, which has none of its own."""
    return "" if entry.is_team else player_url(club, entry.person)
