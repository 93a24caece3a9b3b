"""A tournament's tables, each worked out once: as they stand now, and as they were published."""

from __future__ import annotations

import datetime
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db import connection

from tournaments.models import Attendance, PublishedTable, Round, RoundState, Tournament
from tournaments.pages.common.cache import Cache
from tournaments.pages.common.wording import Spelling
from tournaments.pages.standings.round_context import RoundContext, round_context_of, rounds_of
from tournaments.pairing.history.record import Record
from tournaments.pairing.protocols import PairingSystem, TieBreak
from tournaments.pairing.types.snapshot import PlayedRound, PlayerId, Result, TournamentSnapshot
from tournaments.pairing.types.table import Row, Table
from tournaments.selectors.snapshots import configured_tie_breaks, played_round, unpacked, unpacked_table

TOURNAMENTS = 32
_TABLES = 16
_ROWS = 64


@dataclass(frozen=True, kw_only=True, slots=True)
class Tables:
    """What one snapshot of a tournament gives, round by round."""

    system: PairingSystem
    tie_breaks: tuple[TieBreak, ...]
    snapshot: TournamentSnapshot
    without_place: frozenset[PlayerId] = frozenset()
    """Guests, where they take none."""
    earlier: Tables | None = field(default=None, repr=False, compare=False)
    """The same without the newest round: what has been worked out of the others is not worked out again."""
    _tables: Cache[int, Table] = field(default_factory=lambda: Cache(limit=_TABLES), repr=False, compare=False)
    _records: Cache[int, Record] = field(default_factory=lambda: Cache(limit=_TABLES), repr=False, compare=False)
    _histories: Cache[int, Sequence[Mapping[PlayerId, Fraction]]] = field(
        default_factory=lambda: Cache(limit=_TABLES), repr=False, compare=False
    )

    def and_then(self, newest: PlayedRound) -> Tables:
        """With one more round."""
        return Tables(
            system=self.system,
            tie_breaks=self.tie_breaks,
            snapshot=self.snapshot.and_then(newest),
            without_place=self.without_place,
            earlier=self,
        )

    def _of_earlier(self, after: int) -> Tables | None:
        return self.earlier if after < len(self.snapshot.rounds) else None

    def table(self, after: int) -> Table:
        if earlier := self._of_earlier(after):
            return earlier.table(after)
        return self._tables.get(after, lambda: self.table_of(self.snapshot.after(after)))

    def table_of(self, snapshot: TournamentSnapshot) -> Table:
        """Of a snapshot that differs from this one in what was played or planned."""
        return self.system.standings(snapshot, self.tie_breaks).without_places(self.without_place)

    def record(self, after: int) -> Record:
        if earlier := self._of_earlier(after):
            return earlier.record(after)
        return self._records.get(after, lambda: self.system.capabilities().record(self.snapshot.after(after)))

    def history(self, after: int) -> Sequence[Mapping[PlayerId, Fraction]]:
        """What each table up to that round shows as points."""
        if earlier := self._of_earlier(after):
            return earlier.history(after)
        return self._histories.get(after, lambda: self.system.history(self.snapshot.after(after)))


@dataclass(frozen=True, kw_only=True)
class TableAsPublished:
    """A table as it was published; out of the file kept with it every number opens again."""

    at: datetime.datetime
    table: Table
    file: bytes = field(repr=False)

    @cached_property
    def tables(self) -> Tables:
        kept = unpacked(self.file)
        system, tie_breaks = kept.configured()
        return Tables(system=system, tie_breaks=tie_breaks, snapshot=kept.snapshot, without_place=kept.without_place)


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentState:
    """A tournament up to its newest published round, as long as nothing of it changes."""

    tournament: int
    rounds: tuple[Round, ...]
    context: RoundContext
    """What the newest of them was played on."""
    current: Tables
    newest_rows: Sequence[Attendance] = ()
    """Of the newest round, with their entries and games."""
    in_play: frozenset[int] = frozenset()
    """The boards of the newest round whose games are waited for. A postponed one is not: it may be played in weeks."""
    rows: Cache[Hashable, Any] = field(default_factory=lambda: Cache(limit=_ROWS, holds_texts=True))
    """What a page reads of one round or player."""

    @property
    def spelling(self) -> Spelling:
        return self.context.spelling

    @property
    def is_to_come(self) -> bool:
        """The newest round hangs on the wall with the whole plan: nobody plays it yet."""
        return bool(self.rounds) and self.context.capabilities.rounds.published_at_once and self.rounds[-1].is_to_come

    @property
    def finished(self) -> frozenset[int]:
        """Rounds whose table is published."""
        return self.context.once("finished", self._read_finished)

    @property
    def settled(self) -> int:
        """The last round that is not in play, 0 before the first one is over: the standings are those after it."""
        return len(self.rounds) - bool(self.in_play)

    def as_published(self, round_number: int) -> TableAsPublished | None:
        """None while the round is not finished."""
        if not any(each.number == round_number and each.state == RoundState.FINISHED for each in self.rounds):
            return None
        found: TableAsPublished | None = self.context.published.get(round_number, lambda: self._read(round_number))
        return found

    def published_table(self, round_number: int) -> Table:
        """As published, if it was; else as it stands now."""
        published = self.as_published(round_number)
        return self.current.table(round_number) if published is None else published.table

    def has_changed(self, round_number: int) -> bool:
        """Whether the table after the round says something else now than when it was published."""
        if round_number < self.context.number:
            return self.context.once(("has changed", round_number), lambda: self._has_changed(round_number))
        found: bool = self.rows.get(("has changed", round_number), lambda: self._has_changed(round_number))
        return found

    def _has_changed(self, round_number: int) -> bool:
        published = self.as_published(round_number)
        return published is not None and not says_the_same(published.table, self.current.table(round_number))

    def _read_finished(self) -> frozenset[int]:
        tables = PublishedTable.objects.filter(round__tournament=self.tournament)
        return frozenset(tables.values_list("round__number", flat=True))

    def _read(self, round_number: int) -> TableAsPublished | None:
        kept = PublishedTable.objects.filter(round__tournament=self.tournament, round__number=round_number).first()
        if kept is None:
            return None
        return TableAsPublished(
            at=kept.published_at, table=unpacked_table(kept.table), file=bytes(kept.tournament_file)
        )


def says_the_same(one: Table, other: Table) -> bool:
    """Whether all who stand in the one stand in the other in the same place with the same numbers.

    Whoever is listed only now because they join in the next round changes nothing for the others.
    """
    rows = {row.player: row for row in other.rows}
    return all(row.player in rows and _says_the_same(one, row, rows[row.player]) for row in one.rows)


def _says_the_same(table: Table, row: Row, other: Row) -> bool:
    codes = [column.code for column in table.columns]
    return row.place == other.place and all(row.cells.get(code) == other.cells.get(code) for code in codes)


_KEPT: Cache[int, TournamentState] = Cache(limit=TOURNAMENTS)
"""By tournament; the stamp is what the database says of its version, so that each process may keep its own."""


def tournament_state_of(tournament: Tournament) -> TournamentState:
    """Of a tournament as just read: its revision was there before the rows, so what is kept is never older.

    Inside a transaction nothing is kept: its revision may be rolled back, and used once more for something else.
    """
    if connection.in_atomic_block:
        return _read_state(tournament)
    stamp = (tournament.seed, tournament.public_revision)
    return _KEPT.get(tournament.pk, lambda: _read_state(tournament), stamp=stamp)


def forget_all() -> None:
    """For another database in the same process: keys and revisions begin anew there."""
    _KEPT.clear()


def how_many() -> int:
    return len(_KEPT)


def round_context_to_come(tournament: Tournament) -> RoundContext:
    """What the round after the newest published one is played on, as it stands now."""
    state, rounds = tournament_state_of(tournament), rounds_of(tournament)
    context = round_context_of(
        tournament, state.context.number, rounds
    )  # that of the state may know entries as they were before
    return context.and_then(state.current.snapshot.rounds[-1]) if state.rounds else context


def _read_state(tournament: Tournament) -> TournamentState:
    """After a result nothing is read but the newest round: what it was played on is kept already."""
    all_rounds = rounds_of(tournament)
    rounds = tuple(each for each in all_rounds if each.is_public)
    context = round_context_of(tournament, max(len(rounds), 1), all_rounds)
    earlier = context.once("tables", lambda: _tables_of(tournament, context))
    rows = context.rows(tournament.revision) if rounds else []
    current = earlier
    if rounds:
        newest = played_round(context.number, rows, {entry.pk: number for number, entry in context.by_number.items()})
        current = earlier.and_then(newest)
    return TournamentState(
        tournament=tournament.pk,
        rounds=rounds,
        context=context,
        current=current,
        newest_rows=rows,
        in_play=_in_play(rounds, rows),
    )


def _tables_of(tournament: Tournament, context: RoundContext) -> Tables:
    return Tables(
        system=context.system,
        tie_breaks=configured_tie_breaks(tournament, context.system),
        # Who shall not meet whom is in no table: forbidding a pair leaves the tables what they are.
        snapshot=replace(context.snapshot, forbidden_pairs=frozenset()),
        without_place=context.without_place,
    )


def _in_play(rounds: Sequence[Round], rows: Iterable[Attendance]) -> frozenset[int]:
    if not rounds or rounds[-1].state != RoundState.PUBLISHED:
        return frozenset()
    games = (game for row in rows if (game := row.game) is not None)
    return frozenset(game.board for game in games if game.result == Result.OPEN.value and not game.is_postponed)
