"""What a round is played on, and what follows from it: worked out once, and kept as long as nothing of it changes."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Hashable, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

from django.db import connection
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubchess.texts.recorder import is_recording_texts
from tournaments.models import (
    MARK_FIELDS,
    RESULT_FIELDS,
    Action,
    Attendance,
    Availability,
    AwayPeriod,
    Entry,
    Game,
    Round,
    Tournament,
)
from tournaments.pages.common.absence_kinds import PaidAbsences, paid_absences, paid_of_own_kinds
from tournaments.pages.common.cache import Cache
from tournaments.pages.common.display_names import Audience, names_of
from tournaments.pages.common.number_format import spelling_of
from tournaments.pages.common.wording import Names, Spelling
from tournaments.pages.standings.ranks_before import RankBefore, standings_before
from tournaments.pairing.history.half_byes import HalfByes, half_byes
from tournaments.pairing.protocols import Capabilities, PairingSystem
from tournaments.pairing.types.snapshot import AbsenceCode, PlayedRound, PlayerId, TournamentSnapshot
from tournaments.recording.row_changes import label_of
from tournaments.selectors.availability import KnownResponse, responses_for
from tournaments.selectors.categories import TournamentCategory, categories_of
from tournaments.selectors.display_names import DisplayName, display_names_of_entries, numbered
from tournaments.selectors.evenings import attended_before, usually_here
from tournaments.selectors.snapshots import configured_system, snapshot_of, without_place

ROUNDS = 64
TABLES = 16
T = TypeVar("T")
_ENTRY = Attendance._meta.get_field("entry")
_MARK = frozenset(MARK_FIELDS)
_SAID = frozenset(map(label_of, (Availability, AwayPeriod)))
_RESULT = frozenset(RESULT_FIELDS)
_DAYS = frozenset({"date", "play_by"})
"""An action keeps them as text."""


@dataclass(frozen=True, kw_only=True)
class RoundContext:
    """Of one round: all that its screen needs and no tap in it changes."""

    number: int
    rounds: tuple[Round, ...]
    """All of the tournament's, in order."""
    system: PairingSystem
    capabilities: Capabilities
    spelling: Spelling
    snapshot: TournamentSnapshot
    """Before the round, without who is away in it."""
    without_place: frozenset[PlayerId]
    """Guests, where they take none."""
    entries: Mapping[int, Entry]
    """By key, with their players."""
    categories: tuple[TournamentCategory, ...] = ()
    published: Cache[int, Any] = field(default_factory=lambda: Cache(limit=TABLES), repr=False, compare=False)
    """Tables as they were published, by round, as far as pages/standings/table_cache.py has read them."""
    _rows: list[tuple[int | None, list[Attendance]]] = field(default_factory=list, repr=False, compare=False)
    """As they were when they were asked for last, and the tournament's revision then."""
    _responses: list[tuple[int | None, Mapping[int, KnownResponse]]] = field(
        default_factory=list, repr=False, compare=False
    )
    """The same of what was said of its day."""
    _once: dict[Hashable, Any] = field(default_factory=dict, repr=False, compare=False)
    _next: Cache[None, RoundContext] = field(default_factory=lambda: Cache(limit=1), repr=False, compare=False)

    def and_then(self, played: PlayedRound) -> RoundContext:
        """Of the round after this one, on what this one has come to so far. Nothing is read, whatever is entered."""
        return self._next.get(None, lambda: self._and_then(played), stamp=played)

    def _and_then(self, played: PlayedRound) -> RoundContext:
        return RoundContext(
            number=self.number + 1,
            rounds=self.rounds,
            system=self.system,
            capabilities=self.capabilities,
            spelling=self.spelling,
            snapshot=self.snapshot.and_then(played),
            without_place=self.without_place,
            entries=self.entries,
            categories=self.categories,
        )

    @property
    def display_names(self) -> Mapping[int, DisplayName]:
        """Everybody's name by the entry's key, in the reader's language."""
        return self.in_words("called", lambda: display_names_of_entries(self.entries.values()))

    def names(self, audience: Audience) -> Names:
        """How each start number is called on the tables' pages, in the reader's language."""
        return self.in_words(("names", audience), lambda: self._names(audience))

    def _names(self, audience: Audience) -> Names:
        unknown = {number: _("Player {number}").format(number=number) for number in self.snapshot.by_number}
        return unknown | dict(names_of(self.by_number.values(), audience))

    def in_words(self, key: Hashable, work_out: Callable[[], T]) -> T:
        """What no tap changes and is said in the reader's language: worked out once in each, but for somebody who looks
        for texts that are wrong."""
        if is_recording_texts():
            return work_out()
        return self.once((get_language(), key), work_out)

    def once(self, key: Hashable, work_out: Callable[[], T]) -> T:
        """What no tap changes, in whatever language."""
        if key not in self._once:
            self._once[key] = work_out()
        found: T = self._once[key]
        return found

    @property
    def numbered(self) -> Names:
        """The same by start number, as reasons ask for them."""
        return self.in_words("numbered", lambda: numbered(self.entries.values(), self.display_names))

    @cached_property
    def by_number(self) -> Mapping[PlayerId, Entry]:
        """In the order of the start numbers."""
        numbered = {entry.number: entry for entry in self.entries.values() if entry.number is not None}
        return dict(sorted(numbered.items()))

    @property
    def round(self) -> Round | None:
        """None where it is yet to come."""
        return self.rounds[self.number - 1] if self.number <= len(self.rounds) else None

    def rows(self, revision: int | None = None, just_done: Action | None = None) -> list[Attendance]:
        """The round's, with their entries and games, as they are now: nobody's to change.

        Only what a tap changes is read anew: who is here, and once the round is published the results. Nothing is
        where this process has seen the tournament at this revision, or at the one before what was `just_done`.
        """
        if self.round is None:
            return []
        seen_at, rows = self._rows[-1] if self._rows else (None, self._read_rows(self.round))
        news: _News | None = {}
        if self._rows and (revision is None or seen_at != revision):
            done = _done_since(seen_at, revision, just_done)
            news = _news_of(done, self.round) if done is not None else None
            news = _all_news(self.round) if news is None else news
        if news:
            rows = [_with_news(row, row.game if self.round.is_public else row, news) for row in rows]
        # What is read may be newer than this revision, never older; the next tap finds one row that is another.
        self._rows[:] = [(seen_at if revision is None else revision, rows)]
        return rows

    def responses(
        self, tournament: Tournament, revision: int | None = None, just_done: Action | None = None
    ) -> Mapping[int, KnownResponse]:
        """By the entry's key, what everybody has said of the round's day, as it is now: read anew like the rows."""
        seen_at, words = self._responses[-1] if self._responses else (None, None)
        done = _done_since(seen_at, revision, just_done)
        is_same = seen_at is not None and revision == seen_at
        if words is None or not (is_same or (done is not None and not _says(done))):
            words = responses_for(tournament, self.round.date if self.round else None, self.entries.values())
        self._responses[:] = [(revision, words)]
        return words

    def _read_rows(self, round: Round) -> list[Attendance]:
        found = [row for row in round.attendances.select_related("game") if row.entry_id in self.entries]
        for row in found:
            _ENTRY.set_cached_value(row, self.entries[row.entry_id])
        return found

    @cached_property
    def standings(self) -> Mapping[PlayerId, RankBefore]:
        table = self.system.standings(self.snapshot, ()).without_places(self.without_place)
        return standings_before(table, self.spelling)

    @cached_property
    def eliminated(self) -> Mapping[PlayerId, int]:
        """The eliminated, each with the round that decided it."""
        return self.capabilities.out_before(self.snapshot)

    @cached_property
    def taking_part(self) -> frozenset[int]:
        """The keys of the entries who are asked for: not who has withdrawn, nor who joins later."""
        here = {number for number, entrant in self.snapshot.by_number.items() if entrant.takes_part(self.number)}
        return frozenset(key for key, entry in self.entries.items() if entry.number in here)

    @cached_property
    def paid_absences(self) -> Mapping[PlayerId, PaidAbsences]:
        return paid_absences(self.capabilities, self.snapshot)

    @cached_property
    def paid_of_own_kinds(self) -> Mapping[tuple[PlayerId, AbsenceCode], PaidAbsences]:
        return paid_of_own_kinds(self.capabilities, self.snapshot)

    @cached_property
    def half_byes(self) -> HalfByes | None:
        return half_byes(self.capabilities.half_byes, self.snapshot)

    @cached_property
    def usually_here(self) -> frozenset[int]:
        return usually_here(self.rounds, self.number)

    @cached_property
    def here_before(self) -> frozenset[int]:
        """The entries who were here in the round before, whenever that was."""
        return attended_before(self.rounds[self.number - 2]) if self.number > 1 else frozenset()


_News: TypeAlias = Mapping[int, Mapping[str, Any]]
"""What is so now: of marks by the key of the row, of results by that of the game."""


def _all_news(round: Round) -> _News:
    if round.is_public:
        return {game.pop("pk"): game for game in round.games.values("pk", *_RESULT)}
    return {row.pop("pk"): row for row in round.attendances.values("pk", *MARK_FIELDS)}


def _done_since(seen_at: int | None, revision: int | None, just_done: Action | None) -> Action | None:
    """What made the one revision out of the other; None where others have done something in between."""
    return just_done if seen_at is not None and revision == seen_at + 1 else None


def _news_of(action: Action, round: Round) -> _News | None:
    """None where it has changed something else."""
    kind, fields = ("game", _RESULT) if round.is_public else ("attendance", _MARK)
    news: dict[int, Mapping[str, Any]] = {}
    for row in action.changes:
        if row["model"] != kind or not row["before"] or not fields.issuperset(row["after"] or {"pk"}):
            return None
        after = {name: _day(value) if name in _DAYS else value for name, value in row["after"].items()}
        news[row["pk"]] = {**news.get(row["pk"], {}), **after}
    return news


def _day(kept: str | None) -> datetime.date | None:
    return None if kept is None else datetime.date.fromisoformat(kept)


def _says(action: Action) -> bool:
    return any(row["model"] in _SAID for row in action.changes)


def _with_news(row: Attendance, changed: Attendance | Game | None, news: _News) -> Attendance:
    """`changed` is the row itself or its game."""
    now = news.get(changed.pk) if changed else None
    if not now or all(getattr(changed, name) == value for name, value in now.items()):
        return row
    row = copy(row)
    if isinstance(changed, Game):
        row.game = changed = copy(changed)
    else:
        changed = row
    for name, value in now.items():
        setattr(changed, name, value)
    return row


_KEPT: Cache[tuple[int, int], RoundContext] = Cache(limit=ROUNDS)
"""By tournament and round; the stamp is what the database says of its version, so each process may keep its own."""
_ROUNDS: Cache[int, tuple[Round, ...]] = Cache(limit=ROUNDS)


def forget_all() -> None:
    """For another database in the same process: keys and revisions begin anew there."""
    _KEPT.clear()
    _ROUNDS.clear()


def rounds_of(tournament: Tournament) -> tuple[Round, ...]:
    """All of them, in order: kept ones are nobody's to change, and know the tournament as it was then."""
    if connection.in_atomic_block:
        return _read_rounds(tournament)
    return _ROUNDS.get(tournament.pk, lambda: _read_rounds(tournament), stamp=_stamp(tournament))


def round_context_of(tournament: Tournament, number: int, rounds: tuple[Round, ...]) -> RoundContext:
    """Of the round with that number, be it there or the first one to come. The rounds are those of `rounds_of`, the
    tournament is as just read, or as its own recording left it: what is kept is never older than that.

    Inside a transaction nothing is kept: its revision may be rolled back, and used once more for something else.
    """
    if connection.in_atomic_block:
        return _read(tournament, number, rounds)
    return _KEPT.get((tournament.pk, number), lambda: _read(tournament, number, rounds), stamp=_stamp(tournament))


def round_context_ahead(tournament: Tournament, number: int) -> RoundContext:
    """Of a round that hangs on the wall with the whole plan before its turn; raises Round.DoesNotExist. Not kept."""
    rounds = tuple(Round.with_ahead.filter(tournament=tournament).order_by("number"))
    if not any(each.number == number for each in rounds):
        raise Round.DoesNotExist
    return _read(tournament, number, rounds)


def _stamp(tournament: Tournament) -> tuple[str, int]:
    return tournament.seed, tournament.past_revision


def _read_rounds(tournament: Tournament) -> tuple[Round, ...]:
    return tuple(tournament.rounds.order_by("number"))


def _read(tournament: Tournament, number: int, rounds: tuple[Round, ...]) -> RoundContext:
    shown = rounds[number - 1] if number <= len(rounds) else None
    system = configured_system(tournament)
    entries = {entry.pk: entry for entry in tournament.entries.select_related("player").order_by("pk")}
    return RoundContext(
        number=number,
        rounds=rounds,
        system=system,
        capabilities=system.capabilities(),
        spelling=spelling_of(tournament),
        snapshot=snapshot_of(tournament, before=shown, rounds_only=True, rounds=rounds, entries=entries.values()).after(
            number - 1
        ),
        without_place=without_place(tournament, entries.values()),
        entries=entries,
        categories=categories_of(tournament),
    )
