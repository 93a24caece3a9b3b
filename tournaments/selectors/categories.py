"""The categories of a tournament, which give places of their own in its one table: which there are, who is in which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from tournaments.models import Entry, Tournament
from tournaments.pairing.types.snapshot import PlayerId


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentCategory:
    """`low` and `high` are ratings, both in it: whoever enters later comes into it by theirs. None where it has no end;
    both None: it does not go by ratings. No rating counts as 0."""

    name: str
    low: int | None = None
    high: int | None = None

    @property
    def goes_by_rating(self) -> bool:
        return self.low is not None or self.high is not None

    def has(self, rating: int | None) -> bool:
        known = rating or 0
        return self.goes_by_rating and (self.low or 0) <= known and (self.high is None or known <= self.high)


def categories_of(tournament: Tournament) -> tuple[TournamentCategory, ...]:
    """In order."""
    return tuple(TournamentCategory(**saved) for saved in tournament.categories)


def categories_to_json(categories: Iterable[TournamentCategory]) -> list[dict[str, object]]:
    return [asdict(each) for each in categories]


def category_on_entering(categories: Sequence[TournamentCategory], rating: int | None, *, before: str = "") -> str:
    """The first that has such ratings; else the one of the season before, where that goes by none; else empty."""
    stays = (each.name for each in categories if each.name == before and not each.goes_by_rating)
    return next((each.name for each in categories if each.has(rating)), "") or next(stays, "")


def category_of_players(tournament: Tournament, entries: Iterable[Entry] | None = None) -> Mapping[PlayerId, str]:
    """By start number. `entries` are all of the tournament's, where they have been read; else they are asked for where
    there are categories."""
    names = {each.name for each in categories_of(tournament)}
    if not names:
        return {}
    if entries is None:
        entries = tournament.entries.exclude(category="").only("number", "category")
    return {entry.number: entry.category for entry in entries if entry.number is not None and entry.category in names}
