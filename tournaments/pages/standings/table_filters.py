"""The tabs over a table: all of it, each category, and the groups that the prizes know (docs/decisions/0087)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Tournament
from tournaments.pages.common.display_names import Audience, knows_rating_of
from tournaments.pages.common.ordinals import ordinal
from tournaments.pages.standings.published_tournament import NotPublished, PublishedTournament
from tournaments.pairing.explanations.period_table import periods_of
from tournaments.pairing.series.categories import CategoryKind
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.selectors.prizes import PrizeGroup, prize_groups

QUERY = "category"
_ALL = frozenset(CategoryKind)
_SHOWN_TO_ALL = frozenset({CategoryKind.RATING})
"""What the public may see of somebody anyhow, beside a full name."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TableFilter:
    """Some of a table's rows. `code` stands in the address: the number of the category, or p and that of the list of
    prizes, or period and its number."""

    code: str
    name: str
    players: frozenset[PlayerId]
    period: int | None = None
    """All rows by what this part of the season has given."""
    first: int = 0
    """The round whose table is the first to have it."""

    @property
    def query(self) -> str:
        return f"?{QUERY}={self.code}"

    def of_table(self, url: str, after: int) -> str:
        """The same part of the table after a round, where that has it."""
        return url + self.query if after >= self.first else url


@dataclass(frozen=True, kw_only=True, slots=True)
class FilterTab:
    name: str
    url: str
    is_shown: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class TableFilters:
    """Those there are; `shown` is None where all rows are."""

    all: tuple[TableFilter, ...] = ()
    shown: TableFilter | None = None

    @property
    def query(self) -> str:
        """Behind each address of the same filter."""
        return self.shown.query if self.shown else ""

    def tabs(self, url: str) -> tuple[FilterTab, ...]:
        """`url` is that of all rows. None where there is nothing to choose."""
        if not self.all:
            return ()
        whole = FilterTab(name=pgettext("players", "All"), url=url, is_shown=self.shown is None)
        return (
            whole,
            *(FilterTab(name=each.name, url=url + each.query, is_shown=each == self.shown) for each in self.all),
        )


def table_filters(
    tournament: Tournament,
    published: PublishedTournament,
    code: str = "",
    *,
    sees_groups: bool = False,
    has_periods: bool = False,
) -> TableFilters:
    """`code` is the one asked for; raises NotPublished where there is none of it. `sees_groups`: the reader may know
    who is in which group of the prizes, whatever it goes by. `has_periods`: it is a table that periods have, too."""
    found = (
        *category_filters(published),
        *_groups(tournament, published, sees_groups=sees_groups),
        *(_periods(published) if has_periods else ()),
    )
    shown = next((each for each in found if each.code == code), None)
    if code and shown is None:
        raise NotPublished
    return TableFilters(all=found, shown=shown)


def _periods(published: PublishedTournament) -> Collection[TableFilter]:
    """Those that have begun."""
    return [
        TableFilter(
            code=f"period{number}",
            name=_("Period {number}").format(number=number),
            players=frozenset(published.entries),
            period=number,
            first=first,
        )
        for number, (first, _last) in enumerate(periods_of(published.tables.system), 1)
        if first <= published.after_round
    ]


def group_code(place: int) -> str:
    """Of a group, by the place of its list among the prizes."""
    return f"p{place}"


def may_filter(kind: CategoryKind, audience: Audience) -> bool:
    """Whether the public has the group, once the prizes are public; directors have all."""
    return audience is Audience.STAFF or kind in _SHOWN_TO_ALL


def place_in_category(published: PublishedTournament, number: PlayerId, category_of: Mapping[PlayerId, str]) -> str:
    """3rd in B; empty for whoever is in none, or takes no place."""
    table = published.table.in_categories(category_of)
    place = table.places_in_categories.get(number)
    if place is None or not table.after_round:
        return ""
    return _("{place} in {category}").format(place=ordinal(place), category=table.categories[number])


def category_filters(published: PublishedTournament) -> Collection[TableFilter]:
    """Those of today, and behind them what an earlier table had besides."""
    category_of = published.category_of
    names = dict.fromkeys([*(each.name for each in published.state.context.categories), *category_of.values()])
    return [
        TableFilter(code=str(place), name=name, players=_those_in(name, category_of))
        for place, name in enumerate(names, 1)
    ]


def _those_in(name: str, category_of: Mapping[PlayerId, str]) -> frozenset[PlayerId]:
    return frozenset(player for player, category in category_of.items() if category == name)


def _groups(tournament: Tournament, published: PublishedTournament, *, sees_groups: bool) -> Collection[TableFilter]:
    """To the public only those by rating of prizes that it sees, and in them only those whose rating it sees."""
    if tournament.prizes is None or not (sees_groups or tournament.prizes["is_public"]):
        return ()
    kinds = _ALL if sees_groups else _SHOWN_TO_ALL
    groups: tuple[PrizeGroup, ...] = published.state.context.once(
        ("groups of prizes", kinds), lambda: prize_groups(tournament, published.entries.values(), kinds)
    )
    audience = published.addresses.audience
    knows = {number for number, entry in published.entries.items() if knows_rating_of(entry, audience)}
    return [TableFilter(code=group_code(each.place), name=each.name, players=each.players & knows) for each in groups]
