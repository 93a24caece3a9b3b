"""What has changed in a table since it was published, for whom, and what has happened since."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.pages.common.tie_break_words import short_of
from tournaments.pages.common.wording import Names, Spelling, result_text
from tournaments.pages.standings.correction_impact import DamagedRound, damage_done
from tournaments.pages.standings.published_tournament import Edition, OtherEdition, PublishedTournament
from tournaments.pages.standings.table_cache import Tables
from tournaments.pairing.explanations.standings import POINTS
from tournaments.pairing.types.snapshot import Entrant, PlayedGame, PlayerId, Result, TournamentSnapshot
from tournaments.pairing.types.table import Column, ColumnKind, Row, Table
from tournaments.pairing.wording import listing

READ_AT_ONCE = 10
"""More rows than these are folded: the rest of the page comes first."""
_NAMED = 6
"""More players than these are counted, not named."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedNumber:
    """`then` is empty for whoever was not listed yet."""

    name: str
    short: str
    then: str
    now: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedRow:
    """Only what has changed: `place` and `points` are None where they are the same."""

    number: PlayerId
    name: str
    now_url: str
    place: ChangedNumber | None
    points: ChangedNumber | None
    others: tuple[ChangedNumber, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Corrections:
    """`is_corrected`: a result is among what has happened since."""

    other: OtherEdition
    happened: tuple[str, ...]
    is_corrected: bool
    columns: tuple[str, ...]
    """Which have come or gone: a sentence each."""
    points_name: str
    rows: tuple[ChangedRow, ...]
    damage: tuple[DamagedRound, ...]

    @property
    def is_short(self) -> bool:
        """Few enough to be read before the table itself."""
        return len(self.rows) <= READ_AT_ONCE


def corrections_of(published: PublishedTournament) -> Corrections | None:
    """None where the published table still says how it is, and while none is published."""
    as_published, other = published.as_published, published.other_edition(published.standings_url)
    if as_published is None or other is None:
        return None
    results = _results_changed(as_published.tables.snapshot, published)
    sentences = [_result_sentence(round_number, then, now, published.names) for round_number, then, now in results]
    now = published.state.current.table(published.after_round)
    return Corrections(
        other=other,
        happened=(*sentences, *_others_changed(as_published.tables, published)),
        is_corrected=bool(results),
        columns=columns_changed(as_published.table, now),
        points_name=_(POINTS.name),
        rows=changed_rows(as_published.table, now, published.names, published.scorecard_url, published.state.spelling),
        damage=damage_done(published, {(number, game.board): game for number, _then, game in results}),
    )


def columns_changed(then: Table, now: Table) -> tuple[str, ...]:
    """Columns of numbers that only one of the tables has."""
    before, after = ({column.code: _(column.short) for column in _of_numbers(table)} for table in (then, now))
    gone = [short for code, short in before.items() if code not in after]
    new = [short for code, short in after.items() if code not in before]
    said = ((_("No longer in the table: {columns}."), gone), (_("New in the table: {columns}."), new))
    return tuple(text.format(columns=listing(columns, _)) for text, columns in said if columns)


def _of_numbers(table: Table) -> Iterable[Column]:
    return (column for column in table.columns if column.kind in {ColumnKind.POINTS, ColumnKind.NUMBER})


def changed_rows(
    then: Table, now: Table, names: Names, card_url: Callable[[PlayerId, Edition], str], spelling: Spelling
) -> tuple[ChangedRow, ...]:
    """In the order of the table as it stands now, those whose further numbers alone have changed last.

    Of the columns that both tables have: of the others `columns_changed` tells.
    """
    rows_then = {row.player: row for row in then.rows}
    there = {column.code for column in then.columns}
    columns = tuple(column for column in _of_numbers(now) if column.code in there)
    rows = [_changed_row(names, spelling, card_url, columns, rows_then.get(row.player), row) for row in now.rows]
    first = tuple(row for row in rows if row.place or row.points)
    return first + tuple(row for row in rows if row.others and not row.place and not row.points)


def _place(row: Row | None) -> str:
    return "" if row is None or row.place is None else str(row.place)


def _changed_row(
    names: Names,
    spelling: Spelling,
    card_url: Callable[[PlayerId, Edition], str],
    columns: Sequence[Column],
    then: Row | None,
    now: Row,
) -> ChangedRow:
    def changed(name: str, short: str, before: str, after: str) -> ChangedNumber | None:
        return ChangedNumber(name=name, short=short, then=before, now=after) if before != after else None

    def text(column: Column, row: Row | None) -> str:
        return spelling.cell(column, row.cells.get(column.code) if row else None, names)

    numbers = {
        column.code: changed(_(column.name), _(column.short), text(column, then), text(column, now))
        for column in columns
    }
    return ChangedRow(
        number=now.player,
        name=names[now.player],
        now_url=card_url(now.player, Edition.CURRENT),
        place=changed(_("Place"), "#", _place(then), _place(now)),
        points=numbers.pop(POINTS.code, None),
        others=tuple(number for number in numbers.values() if number is not None),
    )


def _results_changed(
    then: TournamentSnapshot, published: PublishedTournament
) -> tuple[tuple[int, PlayedGame, PlayedGame], ...]:
    """The round, the game as it was, the game as it is."""
    now = published.state.current.snapshot.after(published.after_round)
    before = {
        (played.number, game.white, game.black): game for played in (*then.rounds, *then.ahead) for game in played.games
    }
    return tuple(
        (played.number, before[key], game)
        for played in (*now.rounds, *now.ahead)
        for game in played.games
        if (key := (played.number, game.white, game.black)) in before and before[key].result is not game.result
    )


def _result_sentence(round_number: int, then: PlayedGame, now: PlayedGame, names: Names) -> str:
    if then.result is Result.OPEN:
        text = _("Round {round}, {white} against {black}: played since, {now}.")
    elif now.result is Result.OPEN:
        text = _("Round {round}, {white} against {black}: {then} is removed, the game has no result again.")
    else:
        text = _("Round {round}, {white} against {black}: now {now}, was {then}.")
    return text.format(
        round=round_number,
        white=names[now.white],
        black=names[now.black],
        then=result_text(then.result),
        now=result_text(now.result),
    )


def _tie_breaks_changed(then: Tables, now: Tables) -> Iterable[str]:
    """Other ones, another order, or options of their own; those of the system that they follow are the system's."""
    was, shown = (", ".join(map(short_of, each.tie_breaks)) or pgettext("tie-breaks", "none") for each in (then, now))
    if was != shown:
        yield _("The tie-breaks are changed: now {now}, was {then}.").format(now=shown, then=was)
    elif then.tie_breaks != now.tie_breaks and then.system == now.system:
        yield _("The options of the tie-breaks are changed.")


def _others_changed(then: Tables, published: PublishedTournament) -> Iterable[str]:
    """What moves a table besides results: options, who came later, who has withdrawn or is back."""
    current = published.state.current
    if then.system != current.system:
        yield _("The options are changed.")
    yield from _tie_breaks_changed(then, current)
    if then.snapshot.planned_rounds != current.snapshot.planned_rounds:
        yield _("The number of planned rounds is changed.")
    if then.snapshot.play_offs != current.snapshot.play_offs:
        yield _("The first place has been played off.")
    before, now = then.snapshot.by_number, current.snapshot.by_number
    if new := sorted(now.keys() - before.keys()):
        counting = ngettext("{count} player has entered since.", "{count} players have entered since.", len(new))
        yield _said(new, published.names, _("Entered since: {names}."), counting)
    until = published.after_round + 1  # the table after a round knows who has withdrawn for the next
    away = {player: (_away(before[player], until), _away(now[player], until)) for player in now if player in before}
    if gone := [player for player, (was, is_now) in away.items() if is_now - was]:
        counting = ngettext("{count} player has withdrawn since.", "{count} players have withdrawn since.", len(gone))
        yield _said(gone, published.names, _("Withdrawn since: {names}."), counting)
    if back := [player for player, (was, is_now) in away.items() if was - is_now]:
        counting = ngettext("{count} player is back since.", "{count} players are back since.", len(back))
        yield _said(back, published.names, _("Back since: {names}."), counting)


def _away(entrant: Entrant, until: int) -> set[int]:
    return {number for number in range(1, until + 1) if entrant.is_away(number)}


def _said(players: Sequence[PlayerId], names: Names, naming: str, counting: str) -> str:
    if len(players) > _NAMED:
        return counting.format(count=len(players))
    return naming.format(names=listing([names[player] for player in players], _))
