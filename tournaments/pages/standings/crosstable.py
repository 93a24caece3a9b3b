"""The crosstable: each player's opponent, colour and result, round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.models import Tournament
from tournaments.pages.common.charts.race import short_names
from tournaments.pages.common.charts.squares import square_of
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.wording import ShortMark, mark_of, sentence
from tournaments.pages.standings.player_extras import MOST_ROWS
from tournaments.pages.standings.published_tournament import OtherEdition, PublishedTournament, published_tournament
from tournaments.pages.standings.ranks_before import number_in
from tournaments.pages.standings.standings import StandingsLink, about_guests, is_shared
from tournaments.pages.standings.table_filters import FilterTab, TableFilters, table_filters
from tournaments.pairing.explanations.standings import POINTS
from tournaments.pairing.history.record import ABSENCES, RoundEntry, RoundOutcome
from tournaments.pairing.types.snapshot import Colour, PlayerId
from tournaments.pairing.types.table import Row, places_among
from tournaments.pairing.wording import letters

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_COLOURS: Mapping[Colour, StrPromise] = {Colour.WHITE: gettext_lazy("white"), Colour.BLACK: gettext_lazy("black")}
_LETTERS: Mapping[Colour, StrPromise] = {
    Colour.WHITE: pgettext_lazy("White, behind a number in a crosstable", "w"),
    Colour.BLACK: pgettext_lazy("Black, behind a number in a crosstable", "b"),
}
_DOTS = ABSENCES | {RoundOutcome.WITHDRAWN, RoundOutcome.BEFORE_JOINING, RoundOutcome.ELIMINATED}
"""On the screen a thin dot with words, so that the games are seen; paper has its marks."""
_DOT = "·"


def colour_letter(colour: Colour) -> str:
    """Behind a number, in the reader's language."""
    return str(_LETTERS[colour])


class CrosstableCell(NamedTuple):
    """`opponent` is a start number, None for a round without a game; `colour`, its word and `letter` are empty then.

    `sign` is what the sheet knows the round by; `is_dot`: no game, and nothing given for it but by the system.

    A tuple, since there are thousands of them, and a row is remembered by them.
    """

    mark: ShortMark
    opponent: PlayerId | None
    colour: str
    colour_words: str
    letter: str
    sign: str
    is_dot: bool
    group: str = ""
    """The letter of the first stage's group where it was played; empty for all others."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CrosstableRow:
    rank: int | None
    """The place; None for a guest who takes none."""
    is_shared: bool
    number: PlayerId
    name: str
    short: str
    """For the narrowest phone."""
    url: str
    scorecard_url: str
    is_withdrawn: bool
    points: str
    cells: tuple[CrosstableCell, ...]
    category: str = ""
    overall: int | None = None
    """Of a filtered table `rank` is the place within, this the one in all."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CrosstablePage:
    """After a round, in the edition of the standings at the same place.

    `rounds` are those that count, and behind them those of which games have been played early, without an address;
    `links` lead to the crosstable after each. `legend` explains the marks that occur,
    `settings` what they are worth. `density` says how tightly paper must set it.
    """

    after_round: int
    rounds: tuple[tuple[int, str], ...]
    links: tuple[StandingsLink, ...]
    standings_url: str
    other_edition: OtherEdition | None
    rows: tuple[CrosstableRow, ...]
    legend: tuple[ShortMark, ...]
    screen_legend: tuple[ShortMark, ...]
    """The same without what is only a dot on the screen, and the dot."""
    settings: tuple[str, ...]
    about_guests: str
    from_groups: tuple[str, ...] = ()
    """Their letters, where games of the first stage count."""
    tabs: tuple[FilterTab, ...] = ()
    """Over the table, where there are categories."""
    shown: str = ""
    """The category, or other group, whose rows these are; empty for all."""

    @property
    def has_shared_places(self) -> bool:
        return any(row.is_shared for row in self.rows)

    @property
    def marks_opponents(self) -> bool:
        """Whether games against the reader can be lit: a larger field's page would be too heavy for it."""
        return len(self.rows) <= MOST_ROWS

    @property
    def density(self) -> str:
        if len(self.rounds) <= 9:
            return "roomy"
        return "tight" if len(self.rounds) <= 15 else "dense"


def crosstable_page(
    tournament: Tournament,
    audience: Audience,
    *,
    after: int | None = None,
    is_corrected: bool = False,
    category: str = "",
    sees_groups: bool = False,
) -> CrosstablePage:
    """After the newest published round, or an earlier one: as published, or as that stands now. Raises NotPublished.

    `category` and `sees_groups` as in `table_filters`.
    """
    published = published_tournament(tournament, audience, after=after, is_corrected=is_corrected)
    filters = table_filters(tournament, published, category, sees_groups=sees_groups)
    page = published.kept("crosstable", lambda: crosstable_of(published))
    if not filters.all:
        return page
    return published.kept(f"crosstable{filters.query}{sees_groups}", lambda: _with_filters(page, published, filters))


def _with_filters(page: CrosstablePage, published: PublishedTournament, filters: TableFilters) -> CrosstablePage:
    """The tabs; and of a filter the same rows without the others, with the places among themselves."""
    page = replace(page, tabs=filters.tabs(published.crosstable_url()))
    if (shown := filters.shown) is None:
        return page
    places = places_among(row for row in published.table.rows if row.player in shown.players)
    several = {place for place, count in Counter(places.values()).items() if count > 1}
    other = page.other_edition
    return replace(
        page,
        shown=shown.name,
        rows=tuple(
            replace(row, rank=place, overall=row.rank, is_shared=place in several)
            for row in page.rows
            if row.number in shown.players
            for place in (places.get(row.number),)
        ),
        links=tuple(replace(each, url=each.url + shown.query) for each in page.links),
        standings_url=page.standings_url + shown.query,
        other_edition=other and replace(other, url=other.url + shown.query),
    )


def crosstable_of(published: PublishedTournament) -> CrosstablePage:
    """In the order of the standings; whoever is not listed there yet is not listed here."""
    table = published.table
    shared = is_shared(table)
    items = published.record.entries
    category_of = published.category_of
    every = [item for row in table.rows for item in items[row.player]]
    occurring = {item.outcome for item in every}
    annulled = {item.played for item in every if item.played is not None}
    marks = {what: _in_words(mark_of(what)) for what in RoundOutcome if what in occurring}
    if annulled:
        del marks[RoundOutcome.ANNULLED]
    of_annulled = tuple(
        dict.fromkeys(_in_words(mark_of(RoundOutcome.ANNULLED, was)) for was in RoundOutcome if was in annulled)
    )
    dots = (ShortMark(short=_DOT, words=_("Not there, or not in the tournament")),) if occurring & _DOTS else ()
    shorts = short_names(published.names[row.player] for row in table.rows)
    cell = published.state.context.in_words("cells of a crosstable", _cells_in_words)

    counting = len(published.rounds)
    early = sorted({item.round_number for item in every if item.round_number > counting})

    return CrosstablePage(
        after_round=counting,
        rounds=(
            *((each.number, published.addresses.round(each.number)) for each in published.rounds),
            *((number, "") for number in early),
        ),
        links=tuple(
            StandingsLink(
                number=each.number,
                url=published.addresses.crosstable(each.number),
                is_shown=each.number == published.after_round,
            )
            for each in published.state.rounds
        ),
        standings_url=published.standings_url(),
        other_edition=published.other_edition(published.crosstable_url),
        rows=tuple(
            _row(
                published,
                row,
                shared,
                short,
                _cells(items[row.player], cell, counting, early),
                category_of.get(row.player, ""),
            )
            for row, short in zip(table.rows, shorts, strict=True)
        ),
        legend=(*dict.fromkeys(marks.values()), *of_annulled),
        screen_legend=(*(mark for what, mark in marks.items() if what not in _DOTS), *of_annulled, *dots),
        settings=tuple(sentence(setting, published.names) for setting in published.tables.system.settings()),
        about_guests=about_guests(table, published.is_guest),
        from_groups=tuple(letters(group) for group in sorted({item.group for item in every if item.group})),
    )


def _in_words(mark: ShortMark) -> ShortMark:
    """Translated once, not in every cell."""
    return ShortMark(short=str(mark.short), words=str(mark.words))


def _cells_in_words() -> Callable[..., CrosstableCell]:
    """In the language in force; the same cell is the same object, so rows are compared at once."""
    marks = cache(lambda what, played: _in_words(mark_of(what, played)))
    colours = {colour: str(words) for colour, words in _COLOURS.items()}
    of_colours = {colour: str(letter) for colour, letter in _LETTERS.items()}

    @cache
    def cell(
        outcome: RoundOutcome,
        opponent: PlayerId | None,
        colour: Colour | None,
        played: RoundOutcome | None,
        group: int | None,
    ) -> CrosstableCell:
        return CrosstableCell(
            mark=marks(outcome, played),
            opponent=opponent,
            colour=colour.value if colour else "",
            colour_words=colours[colour] if colour else "",
            letter=of_colours[colour] if colour else "",
            sign=square_of(outcome).sign,
            is_dot=outcome in _DOTS,
            group="" if group is None else letters(group),
        )

    return cell


_NOT_YET = CrosstableCell(
    mark=ShortMark(short="", words=""), opponent=None, colour="", colour_words="", letter="", sign="", is_dot=False
)
"""Of a round whose turn has not come, and of which others have played early."""


def _cells(
    items: Sequence[RoundEntry], cell: Callable[..., CrosstableCell], counting: int, early: Sequence[int]
) -> tuple[CrosstableCell, ...]:
    """Of the rounds that count, and of those of which somebody has played early."""
    cells = [cell(each.outcome, each.opponent, each.colour, each.played, each.group) for each in items]
    if early:
        played_early = {item.round_number: shown for item, shown in zip(items, cells, strict=True)}
        cells = [*cells[:counting], *(played_early.get(number, _NOT_YET) for number in early)]
    return tuple(cells)


def _row(
    published: PublishedTournament,
    row: Row,
    shared: Mapping[int | None, bool],
    short: str,
    cells: tuple[CrosstableCell, ...],
    category: str,
) -> CrosstableRow:
    points = number_in(row, POINTS.code)
    return CrosstableRow(
        rank=row.place,
        is_shared=shared[row.place],
        number=row.player,
        name=published.names[row.player],
        short=short,
        url=published.name_url(row.player),
        scorecard_url=published.scorecard_url(row.player),
        is_withdrawn=row.withdrawn and not published.is_guest(row.player),
        points="" if points is None else published.points(points),
        cells=cells,
        category=category,
    )
