"""Standings: a row per player, numbers that open up on the player's card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Tournament
from tournaments.pages.common.charts.race import Race
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.wording import sentence
from tournaments.pages.standings.corrections import Corrections, corrections_of
from tournaments.pages.standings.player_extras import (
    MOST_ROWS,
    ExtraColumns,
    PlayerExtras,
    is_large,
    player_extras,
    race_in,
)
from tournaments.pages.standings.published_tournament import (
    Edition,
    NotPublished,
    PublishedTournament,
    published_tournament,
)
from tournaments.pages.standings.table_filters import FilterTab, TableFilter, category_filters, table_filters
from tournaments.pairing.explanations.period_table import period_table, periods_of
from tournaments.pairing.types.snapshot import PlayerId, Result
from tournaments.pairing.types.table import Column, ColumnKind, Row, Table, places_among


@dataclass(frozen=True, kw_only=True, slots=True)
class TableColumn:
    """`width` is the narrowest screen it fits on: "always", "nearly" (not on the narrowest phone), "room" (on the wall,
    not on a phone), "folds" (unfolds on a phone) or "wide"."""

    short: str
    name: str
    legend: str
    width: str
    is_number: bool
    classes: str
    """What the sheets know both by."""

    @property
    def is_on_wall(self) -> bool:
        return self.width in {"always", "nearly", "room"}


@dataclass(frozen=True, kw_only=True, slots=True)
class TableCell:
    """`url` leads to what the number is the sum of; empty where it is no number."""

    column: TableColumn
    text: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsRow:
    """`rank` is the place shown, None for a guest who takes none.

    `moved` is how many places up since the round before (down: negative), None for whoever was not listed then.

    `way`, `arrow` and `moved_words` say it, empty for whoever stays where they were. `playing` is said of whoever has a
    game of the round that is not over: their numbers and their place are still to come, so they have not moved yet.
    """

    rank: int | None
    is_shared: bool
    moved: int | None
    way: str
    arrow: str
    moved_words: str
    number: PlayerId
    name: str
    url: str
    is_withdrawn: bool
    playing: str
    cells: tuple[TableCell, ...]
    category: str = ""
    place_within: int | None = None
    """In the category; of a filtered table `rank` is that, and `overall` the place in all."""
    overall: int | None = None
    extras: PlayerExtras | None = None
    """None on the wall and on paper."""

    @property
    def places_down(self) -> int:
        return -(self.moved or 0)

    @property
    def first_number(self) -> TableCell | None:
        """What the table is ordered by first: points, or whatever its system counts."""
        return next((cell for cell in self.cells if cell.column.is_number), None)

    @property
    def medal(self) -> str:
        """The class of the first three."""
        return f"medal-{self.rank}" if self.rank in {1, 2, 3} else ""

    @property
    def folded(self) -> tuple[TableCell, ...]:
        """What a phone shows only when the row is unfolded; of a large field not what is for wide screens alone."""
        shown = {"always"} if self.extras else {"always", "wide"}
        return tuple(cell for cell in self.cells if cell.column.width not in shown)


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsLink:
    number: int
    url: str
    is_shown: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundInPlay:
    """The newest round, while games of it are being played: its number, how many, and both views of the standings.

    `is_shown`: this is the live one, in which the round counts as far as it is played.
    """

    number: int
    open_games: int
    is_shown: bool
    settled: int
    settled_url: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsPage:
    """`after_round` 0: the starting list. `corrections`: what was published is not how it stands now.

    `in_play` is None while no round is in play, and on the tables after earlier rounds.
    """

    after_round: int
    in_play: RoundInPlay | None
    rounds: tuple[StandingsLink, ...]
    columns: tuple[TableColumn, ...]
    rows: tuple[StandingsRow, ...]
    settings: tuple[str, ...]
    notes: tuple[str, ...]
    about_guests: str
    """For the legend; empty where everybody takes a place."""
    extras: ExtraColumns
    open_games: int
    """Which count in this table as not played yet; in the live view `in_play` says it."""
    corrections: Corrections | None
    is_final: bool = False
    """Nothing comes after it."""
    has_early: bool = False
    """Games count that were played before their round's turn."""
    tabs: tuple[FilterTab, ...] = ()
    """Over the table, where there are categories."""
    shown: str = ""
    """The category, or other group, whose rows these are; empty for all."""

    @property
    def has_shared_places(self) -> bool:
        return any(row.is_shared for row in self.rows)

    @property
    def badge(self) -> str:
        """A category that stands behind a name, for the legend; empty where none does."""
        return next((row.category for row in self.rows if row.category), "") if not self.shown else ""

    @property
    def is_live(self) -> bool:
        return self.in_play is not None and self.in_play.is_shown


def standings_page(
    tournament: Tournament,
    audience: Audience,
    *,
    after: int | None = None,
    is_corrected: bool = False,
    category: str = "",
    sees_groups: bool = False,
) -> StandingsPage:
    """After the last round that is over, or another one: as published, or as that stands now. Raises NotPublished.

    After a round that is in play: live. `category` and `sees_groups` as in `table_filters`.
    """
    published = published_tournament(tournament, audience, after=after, is_corrected=is_corrected)
    final = is_final(tournament, published)
    page = page_of_all = published.kept("standings", lambda: _told(published, is_final=final))
    filters = table_filters(tournament, published, category, sees_groups=sees_groups, has_periods=True)
    if (shown := filters.shown) is not None:
        page = published.kept(f"standings{shown.query}", lambda: _by_filter(page_of_all, published, shown))
    tabs = filters.tabs(published.standings_url())
    return replace(page, in_play=_in_play(published, filters.shown), tabs=tabs)


def _by_filter(page: StandingsPage, published: PublishedTournament, shown: TableFilter) -> StandingsPage:
    return (
        _filtered(page, published, shown) if shown.period is None else _of_period(page, published, shown.period, shown)
    )


def _of_period(page: StandingsPage, published: PublishedTournament, period: int, shown: TableFilter) -> StandingsPage:
    """All rows in the order of what the period has given; numbers open in the table that they come from. What stands
    around them is of the whole season, and left out."""
    tables = published.tables
    table = period_table(tables.system, published.snapshot, period)
    if table is None:
        raise NotPublished
    is_over = table.after_round < published.after_round
    rows = _rows(
        published.current_after(table.after_round) if is_over else published,
        table.without_places(tables.without_place),
        None,
    )
    of_all = {row.number: row for row in page.rows}
    first, _last = periods_of(tables.system)[period - 1]
    alone = (
        _("Round {number} only, without own values.").format(number=first)
        if first == table.after_round
        else _("Rounds {first} to {last} only, without own values.").format(first=first, last=table.after_round)
    )
    return replace(
        _within_filter(page, shown),
        columns=tuple(columns_of(table).values()),
        rows=tuple(replace(row, overall=of_all[row.number].rank) for row in rows if row.number in of_all),
        extras=ExtraColumns(),
        notes=(alone, *page.notes),
    )


def _within_filter(page: StandingsPage, shown: TableFilter) -> StandingsPage:
    """What leads elsewhere stays within; what is said of the whole table is left out."""
    corrections = page.corrections
    return replace(
        page,
        shown=shown.name,
        rounds=tuple(replace(each, url=shown.of_table(each.url, each.number)) for each in page.rounds),
        extras=replace(page.extras, race=None, story=""),
        corrections=corrections
        and replace(corrections, other=replace(corrections.other, url=corrections.other.url + shown.query)),
    )


def _filtered(page: StandingsPage, published: PublishedTournament, shown: TableFilter) -> StandingsPage:
    """The same rows without the others, with the places among themselves; its links stay within."""
    before = _before(published)
    now = places_among(row for row in _shown(published).rows if row.player in shown.players)
    earlier = places_among(row for row in before.rows if row.player in shown.players) if before else {}
    several = {place for place, count in Counter(now.values()).items() if count > 1}

    def within(row: StandingsRow) -> StandingsRow:
        place = now.get(row.number)
        moved = None if place is None or row.moved is None else earlier.get(row.number, place) - place
        way, arrow, words = _move(moved or 0)
        return replace(
            row,
            rank=place,
            overall=row.rank,
            is_shared=place in several,
            moved=moved,
            way=way,
            arrow=arrow,
            moved_words=words,
        )

    rows = tuple(within(row) for row in page.rows if row.number in shown.players)
    return replace(_within_filter(page, shown), rows=rows)


def own_race(tournament: Tournament, *, after: int, number: PlayerId) -> Race | None:
    """The race of the public standings after a round, with the line of this player too. None where there is none.

    Raises NotPublished, also where nobody has that number.
    """
    published = published_tournament(tournament, Audience.PUBLIC, after=after)
    if number not in published.entries:
        raise NotPublished
    table = _shown(published)
    return None if is_large(table) else race_in(published, table, own=number)


def _told(published: PublishedTournament, *, is_final: bool) -> StandingsPage:
    page = standings_of(published, is_final=is_final)
    if not page.after_round:
        return page
    told = player_extras(published, _shown(published), is_final=is_final)
    return replace(
        page, extras=told.columns, rows=tuple(replace(row, extras=told.of.get(row.number)) for row in page.rows)
    )


def is_final(tournament: Tournament, published: PublishedTournament) -> bool:
    """Nothing comes after this table: the last round is over or, with no game open anywhere, has all its results."""
    if published.after_round != published.newest or published.is_in_play:
        return False
    is_last = published.is_last(tournament.planned_rounds)
    if published.after_round in published.state.finished:
        return is_last or not tournament.season.is_open
    return is_last and not _open_games(published)


def _open_games(published: PublishedTournament) -> int:
    return sum(game.result is Result.OPEN for played in published.snapshot.rounds for game in played.games)


def standings_of(published: PublishedTournament, *, is_final: bool = False) -> StandingsPage:
    """The table alone, for the wall and for paper."""
    table = _shown(published)
    return StandingsPage(
        after_round=table.after_round,
        in_play=_in_play(published),
        rounds=tuple(
            StandingsLink(
                number=each.number,
                url=published.addresses.standings(each.number),
                is_shown=each.number == table.after_round,
            )
            for each in published.state.rounds
        ),
        columns=tuple(columns_of(table).values()),
        rows=table_rows(published),
        settings=tuple(sentence(setting, published.names) for setting in published.tables.system.settings()),
        notes=tuple(published.state.spelling.sentence(note, published.names) for note in table.notes),
        about_guests=about_guests(table, published.is_guest),
        extras=ExtraColumns(),
        open_games=_open_games(published),
        is_final=is_final,
        corrections=corrections_of(published),
        has_early=published.record.has_early,
    )


def standings_by_category(published: PublishedTournament) -> tuple[StandingsPage, ...]:
    """The table of each category in which somebody is, for the wall and for paper."""
    page = standings_of(published)
    return tuple(_filtered(page, published, each) for each in category_filters(published) if each.players)


def table_rows(published: PublishedTournament) -> tuple[StandingsRow, ...]:
    """In the order of the table. Nothing is read of how it was published."""
    return _rows(published, _shown(published).in_categories(published.category_of), _before(published))


def _in_play(published: PublishedTournament, shown: TableFilter | None = None) -> RoundInPlay | None:
    state = published.state
    if (
        not state.in_play
        or state.is_to_come
        or published.after_round < state.settled
        or published.edition is Edition.AS_PUBLISHED
    ):
        return None
    settled_url, url = published.addresses.standings(), published.addresses.standings(published.newest)
    return RoundInPlay(
        number=published.newest,
        open_games=len(state.in_play),
        is_shown=published.is_in_play,
        settled=state.settled,
        settled_url=shown.of_table(settled_url, state.settled) if shown else settled_url,
        url=shown.of_table(url, published.newest) if shown else url,
    )


def _playing(published: PublishedTournament) -> Mapping[PlayerId, str]:
    """Who has a game in the round shown that is not over, in words."""
    rounds = published.snapshot.rounds
    waiting = published.state.in_play if published.is_in_play else frozenset()
    said = {True: _("still playing"), False: _("game still to come")}
    return {
        player: said[game.board in waiting]
        for game in (rounds[-1].games if rounds else ())
        if game.result is Result.OPEN
        for player in (game.white, game.black)
    }


def _shown(published: PublishedTournament) -> Table:
    if published.edition is Edition.AS_PUBLISHED:
        return published.state.published_table(published.after_round)
    return published.table


def _before(published: PublishedTournament) -> Table | None:
    """The table after the round before, in the same edition: what a move is measured by."""
    number = published.after_round - 1
    if number < 1:
        return None
    if published.edition is Edition.AS_PUBLISHED:
        return published.state.published_table(number)
    return published.state.current.table(number)


def columns_of(table: Table) -> dict[str, TableColumn]:
    """The table's columns by code, in the reader's language. The wall has room for one besides those it must show."""
    firsts: dict[int, str] = {}
    for column in table.columns:
        firsts.setdefault(column.priority, column.code)
    room = "room" if len(table.rows) <= MOST_ROWS else "always"  # what folds is there twice, too heavy for so many
    widths = {1: ("nearly", "always"), 2: ("folds", room)}
    return {
        column.code: _column(column, widths.get(column.priority, ("wide", "wide")), firsts[column.priority])
        for column in table.columns
    }


def _column(column: Column, widths: tuple[str, str], first: str) -> TableColumn:
    """`widths` are those of the others and of the first of its priority, which has the code `first`."""
    width = widths[column.code == first]
    is_number = column.kind in {ColumnKind.POINTS, ColumnKind.NUMBER}
    return TableColumn(
        short=_(column.short),
        name=_(column.name),
        legend=_(column.legend),
        width=width,
        is_number=is_number,
        classes=f"{width} number" if is_number else width,
    )


def anchor_of(column: Column) -> str:
    """Where on the player's card the column's number opens up."""
    return slugify(column.code) or "number"


def is_shared(table: Table) -> Mapping[int | None, bool]:
    """By place, whether several stand there; a guest without one shares none."""
    shared: dict[int | None, bool] = {
        place: count > 1 for place, count in Counter(row.place for row in table.rows).items()
    }
    return shared | {None: False}


def about_guests(table: Table, is_guest: Callable[[PlayerId], bool]) -> str:
    """What the legend says of the places, where somebody takes none."""
    without = [row for row in table.rows if row.place is None]
    said = []
    if any(is_guest(row.player) for row in without):
        said.append(_("Guests take no place: those behind them move up. Points from games against them count."))
    if any(not is_guest(row.player) for row in without):
        said.append(_("Players who withdrew so early that none of their games count take no place."))
    return " ".join(said)


def _rows(published: PublishedTournament, table: Table, before: Table | None) -> tuple[StandingsRow, ...]:
    shared = is_shared(table)
    places_before = {row.player: row.place for row in before.rows} if before else {}
    columns = columns_of(table)
    anchors = {column.code: anchor_of(column) for column in table.columns}

    def cell(row: Row, column: Column, url: str) -> TableCell:
        text = published.cell(column, row.cells.get(column.code))
        opens = text and columns[column.code].is_number and column.priority < 3
        return TableCell(column=columns[column.code], text=text, url=f"{url}#{anchors[column.code]}" if opens else "")

    said = cache(_move)
    playing = _playing(published)
    within = table.places_in_categories
    rows = []
    for row in table.rows:
        url = published.scorecard_url(row.player)
        earlier = None if row.player in playing else places_before.get(row.player)
        moved = None if earlier is None or row.place is None else earlier - row.place
        way, arrow, words = said(moved or 0)
        rows.append(
            StandingsRow(
                rank=row.place,
                is_shared=shared[row.place],
                moved=moved,
                way=way,
                arrow=arrow,
                moved_words=words,
                number=row.player,
                name=published.names[row.player],
                url=published.name_url(row.player),
                is_withdrawn=row.withdrawn and not published.is_guest(row.player),
                playing=playing.get(row.player, ""),
                cells=tuple(cell(row, column, url) for column in table.columns),
                category=table.categories.get(row.player, ""),
                place_within=within.get(row.player),
            )
        )
    return tuple(rows)


def _move(places: int) -> tuple[str, str, str]:
    """The way, an arrow with the number, and both in words; empty for no move."""
    if places > 0:
        return "up", f"▲{places}", ngettext("up {places} place", "up {places} places", places).format(places=places)
    if places < 0:
        down = -places
        return "down", f"▼{down}", ngettext("down {places} place", "down {places} places", down).format(places=down)
    return "", "", ""
