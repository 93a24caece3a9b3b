"""The categories of a tournament as they are set up: who is in which, and what could be proposed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.exchange.tournament_file import LONGEST_CATEGORY, MOST_CATEGORIES
from tournaments.models import Entry, Tournament
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.visible_categories import categories_shown
from tournaments.pairing.wording import letters
from tournaments.selectors.categories import TournamentCategory, categories_of, category_of_players
from tournaments.selectors.display_names import DisplayName, display_names_of_entries
from tournaments.selectors.snapshots import configured_system, snapshot_of

_PARTS = 3
"""Of the field, in what is proposed first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CategoryMember:
    entry: int
    number: int | None
    name: DisplayName
    rating: int | None
    category: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CategoryProposal:
    """`members`: who would be in which, by the entry's key."""

    categories: tuple[TournamentCategory, ...]
    members: Mapping[int, str]


def category_counts(categories: Sequence[TournamentCategory], entries: Iterable[Entry]) -> tuple[tuple[str, int], ...]:
    """Of each how many are in it; those in none last, without a name, where there are any."""
    found = Counter(entry.category for entry in entries)
    counts = [(each.name, found[each.name]) for each in categories]
    without = found.total() - sum(count for _name, count in counts)
    return (*counts, ("", without)) if categories and without else tuple(counts)


class CategorySetup:
    """Of one tournament; each part is read when it is asked for."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.categories = categories_of(tournament)

    @cached_property
    def entries(self) -> Sequence[Entry]:
        return list(self.tournament.entries.select_related("player").order_by("pk"))

    @cached_property
    def members(self) -> tuple[CategoryMember, ...]:
        """By number once they are drawn, by name before."""
        names = display_names_of_entries(self.entries)
        rows = sorted_by_name(
            (
                CategoryMember(
                    entry=entry.pk,
                    number=entry.number,
                    name=names[entry.pk],
                    rating=entry.rating,
                    category=entry.category if entry.category in {each.name for each in self.categories} else "",
                )
                for entry in self.entries
            ),
            lambda row: row.name,
        )
        return tuple(sorted(rows, key=lambda row: (row.number is None, row.number or 0)))

    @property
    def hidden(self) -> str:
        """Of how many the public sees no category; empty where it sees all."""
        numbered = [entry for entry in self.entries if entry.number is not None]
        there = category_of_players(self.tournament, numbered)
        count = len(there) - len(categories_shown(there, numbered, self.categories, Audience.PUBLIC))
        if not count:
            return ""
        return ngettext(
            "{count} player is shown to the public without a category, because the name is hidden or the "
            "category would give away the rating.",
            "{count} players are shown to the public without a category, because their names are hidden or "
            "the category would give away their ratings.",
            count,
        ).format(count=count)

    @property
    def usual_borders(self) -> tuple[int, ...]:
        """Ratings that part the field evenly, to the hundred."""
        ratings = sorted(entry.rating for entry in self.entries if entry.rating)
        found = (ratings[len(ratings) * part // _PARTS] // 100 * 100 for part in range(1, _PARTS) if ratings)
        return tuple(sorted({border for border in found if border}))

    @property
    def usual_sizes(self) -> tuple[int, ...]:
        """The first ones have one more."""
        each, over = divmod(len(self.entries), _PARTS)
        return tuple(size for part in range(_PARTS) if (size := each + (part < over)))

    @property
    def has_groups(self) -> bool:
        """Whether the club sorts its people by something."""
        return any(entry.person.categories for entry in self.entries if not entry.is_team)

    def by_rating(self, borders: Sequence[int]) -> CategoryProposal:
        """To each of the borders, which ascend; over the last; and the unrated, where there are any."""
        has_unrated = not all(entry.rating for entry in self.entries)
        lowest = 1 if has_unrated else None
        lows = [lowest, *(border + 1 for border in borders)]
        found = [
            TournamentCategory(name=_("to {rating}").format(rating=high), low=low, high=high)
            for low, high in zip(lows, borders, strict=False)
        ]
        found.append(TournamentCategory(name=_("over {rating}").format(rating=borders[-1]), low=lows[-1]))
        if has_unrated:
            found.append(TournamentCategory(name=_("unrated"), high=0))
        return CategoryProposal(
            categories=tuple(found),
            members={entry.pk: each.name for entry in self.entries for each in found if each.has(entry.rating)},
        )

    def by_list(self, sizes: Sequence[int]) -> CategoryProposal:
        """So many from the top of the starting list into A, so many into B …, and all others into the last one."""
        names = [letters(place) for place in range(1, len(sizes) + 1)]
        places = [name for name, size in zip(names, sizes, strict=True) for _player in range(size)]
        places += [names[-1]] * len(self.entries)
        return CategoryProposal(
            categories=tuple(TournamentCategory(name=name) for name in names),
            members=dict(zip((entry.pk for entry in self._starting_list()), places, strict=False)),
        )

    def by_groups(self) -> CategoryProposal:
        """The groups in which most of them are, each player in the first of theirs."""
        counted = Counter(name for entry in self.entries for name in _groups_of(entry))
        names = [name for name, _count in counted.most_common(MOST_CATEGORIES)]
        names.sort(key=str.casefold)
        return CategoryProposal(
            categories=tuple(TournamentCategory(name=name) for name in names),
            members={
                entry.pk: group
                for entry in self.entries
                if (group := next((name for name in _groups_of(entry) if name in names), ""))
            },
        )

    def _starting_list(self) -> Iterator[Entry]:
        """As the table before the first round has it; whoever is not in that yet by rating."""
        by_number = {entry.number: entry for entry in self.entries if entry.number is not None}
        start = snapshot_of(self.tournament, entries=self.entries).after(0)
        listed = [row.player for row in configured_system(self.tournament).standings(start, ()).rows]
        others: Iterable[Entry] = (entry for entry in self.entries if entry.number not in listed)
        yield from (by_number[number] for number in listed)
        yield from sorted(others, key=lambda entry: -(entry.rating or 0))


def _groups_of(entry: Entry) -> list[str]:
    if entry.is_team:
        return []
    return [name for name in entry.person.category_names if len(name) <= LONGEST_CATEGORY]
