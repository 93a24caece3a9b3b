"""What is published of a tournament: the one source of all its tables, for the public and for the staff alike."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any, TypeVar

from tournaments.models import Entry, Round, Tournament
from tournaments.pages.common.display_names import Audience, knows_rating_of
from tournaments.pages.common.links import Addresses
from tournaments.pages.common.visible_categories import categories_shown
from tournaments.pages.common.wording import Names, explained, sentence, sentences
from tournaments.pages.standings.table_cache import TableAsPublished, Tables, TournamentState, tournament_state_of
from tournaments.pairing.history.record import Record
from tournaments.pairing.types.paired_round import Reason
from tournaments.pairing.types.snapshot import PlayerId, TournamentSnapshot
from tournaments.pairing.types.table import Cell, Column, Table

T = TypeVar("T")


class NotPublished(LookupError):
    """The round or player asked for is not there for anybody to see."""


class Edition(Enum):
    """The numbers after a finished round as they were published, or as they stand now, where the two differ."""

    AS_PUBLISHED = "as_published"
    CURRENT = "current"


@dataclass(frozen=True, kw_only=True, slots=True)
class OtherEdition:
    """The way from the one to the other. `shows_published`: the published one is shown, `url` leads to the current."""

    published_at: datetime.datetime
    shows_published: bool
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PublishedTournament:
    """The tournament after one published round. A draft is nobody's business but the director's."""

    state: TournamentState
    after_round: int
    edition: Edition
    entries: Mapping[PlayerId, Entry]
    names: Names
    addresses: Addresses
    is_only: bool = False
    """Asked for as it stands now, whatever was published."""

    @property
    def has_changed(self) -> bool:
        """Since the table after this round was published: then there are two editions."""
        return not self.is_only and self.state.has_changed(self.after_round)

    @property
    def newest(self) -> int:
        return len(self.state.rounds)

    @property
    def is_newest(self) -> bool:
        """The newest numbers there are, not as they were after an earlier round or when they were published."""
        return self.after_round >= self.state.settled and self.edition is Edition.CURRENT

    @property
    def is_in_play(self) -> bool:
        """Of a round that is not over: games of it are being played."""
        return self.after_round > self.state.settled

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Those that count in this table."""
        return self.state.rounds[: self.after_round]

    def current_after(self, round_number: int) -> PublishedTournament:
        """As it stands now, with only the first rounds; 0: the starting list."""
        return replace(self, after_round=round_number, edition=Edition.CURRENT, is_only=True)

    def is_last(self, planned_rounds: int | None) -> bool:
        """No round is left after the one shown, as far as it is planned."""
        return planned_rounds is not None and self.after_round >= planned_rounds

    @property
    def as_published(self) -> TableAsPublished | None:
        """None while the round is not finished."""
        return self.state.as_published(self.after_round)

    @property
    def tables(self) -> Tables:
        """Those of this edition."""
        if self.edition is Edition.AS_PUBLISHED and (published := self.as_published) is not None:
            return published.tables
        return self.state.current

    @property
    def snapshot(self) -> TournamentSnapshot:
        return self.tables.snapshot.after(self.after_round)

    @property
    def table(self) -> Table:
        return self.tables.table(self.after_round)

    @property
    def record(self) -> Record:
        return self.tables.record(self.after_round)

    @property
    def history(self) -> Sequence[Mapping[PlayerId, Fraction]]:
        """What each table up to this one showed as points."""
        return self.tables.history(self.after_round)

    def kept(self, what: str, work_out: Callable[[], T]) -> T:
        """Worked out once where it stays the same whatever comes in of the round in play: of the table before it, as
        long as there is one edition of it."""
        is_before = self.after_round == self.state.settled < self.state.context.number
        if is_before and self.edition is Edition.CURRENT and not self.has_changed:
            return self.state.context.in_words((what, self.addresses), work_out)
        return work_out()

    def standings_url(self, edition: Edition | None = None) -> str:
        """Of this table; of its other edition where one is named."""
        after, is_corrected = self._where(edition or self.edition)
        return self.addresses.standings(after, is_corrected=is_corrected)

    def crosstable_url(self, edition: Edition | None = None) -> str:
        """Of this table, or of its other edition."""
        after, is_corrected = self._where(edition or self.edition)
        return self.addresses.crosstable(after, is_corrected=is_corrected)

    def scorecard_url(self, player: PlayerId, edition: Edition | None = None) -> str:
        """The card that opens this table's numbers, or those of its other edition."""
        after, is_corrected = self._where(edition or self.edition)
        return self.addresses.scorecard(player, after, is_corrected=is_corrected)

    def name_url(self, player: PlayerId) -> str:
        """Where a name leads: the staff to the person, everybody else to the card, as do the numbers."""
        entry = self.entries.get(player)
        return (self.addresses.person(entry.pk) if entry else "") or self.scorecard_url(player)

    def other_edition(self, url: Callable[[Edition], str]) -> OtherEdition | None:
        """None where there is only one."""
        published = self.as_published
        if published is None or not self.has_changed:
            return None
        other = Edition.CURRENT if self.edition is Edition.AS_PUBLISHED else Edition.AS_PUBLISHED
        return OtherEdition(
            published_at=published.at, shows_published=self.edition is Edition.AS_PUBLISHED, url=url(other)
        )

    def sentences(self, saved: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
        """Reasons as kept with a game or an attendance, as far as the audience may know them."""
        spelling = self.state.spelling
        return sentences(saved, self.names, spelling, for_all=self.addresses.audience is Audience.PUBLIC)

    def points(self, value: Fraction | int) -> str:
        """As this tournament writes them."""
        return self.state.spelling.points(value)

    def cell(self, column: Column, cell: Cell | None) -> str:
        return self.state.spelling.cell(column, cell, self.names)

    def explained(self, reasons: Iterable[Reason]) -> tuple[str, ...]:
        """Each as a sentence, as far as the audience may know them."""
        spelling = self.state.spelling
        return explained(reasons, self.names, spelling, for_all=self.addresses.audience is Audience.PUBLIC)

    def exact_sentence(self, reason: Reason) -> str:
        """What a number is the sum of stands in full; of it what the audience may know."""
        return sentence(reason, self.names, for_all=self.addresses.audience is Audience.PUBLIC)

    @property
    def category_of(self) -> Mapping[PlayerId, str]:
        """Who is in which category, as far as the audience may know it."""
        categories = self.state.context.categories
        return categories_shown(self.true_categories, self.entries.values(), categories, self.addresses.audience)

    @property
    def true_categories(self) -> Mapping[PlayerId, str]:
        """Whoever may know it. An earlier table, or one as it was published, has those with which it was published, if
        with any."""
        names = {each.name for each in self.state.context.categories}
        now = {number: entry.category for number, entry in self.entries.items() if entry.category in names}
        is_todays = self.edition is Edition.CURRENT and (self.is_newest or self.is_only or self.has_changed)
        published = None if is_todays else self.as_published
        return (published.table.categories if published else {}) or now

    def is_guest(self, player: PlayerId) -> bool:
        return player in self.entries and self.entries[player].is_guest

    def rating(self, player: PlayerId) -> int | None:
        """None where the audience may not know it, either."""
        entry = self.entries[player]
        return entry.rating if knows_rating_of(entry, self.addresses.audience) else None

    def _where(self, edition: Edition) -> tuple[int | None, bool]:
        """Of the addresses: after which round (None: the last that is over), and whether as it stands now."""
        if edition is Edition.AS_PUBLISHED:
            return self.after_round, False
        if self.after_round == self.state.settled:
            return None, False
        return self.after_round, self.has_changed


def published_tournament(
    tournament: Tournament, audience: Audience, *, after: int | None = None, is_corrected: bool = False
) -> PublishedTournament:
    """After the last round that is over, or another one: as published, unless the corrected edition is asked for.

    While a round is in play, the table after it is had by its number. The tournament must be as just read. Raises
    NotPublished.
    """
    state = tournament_state_of(tournament)
    if after is not None and not 1 <= after <= len(state.rounds):
        raise NotPublished
    after_round = state.settled if after is None else after
    is_current = is_corrected or after is None or not state.has_changed(after_round)
    return PublishedTournament(
        state=state,
        after_round=after_round,
        edition=Edition.CURRENT if is_current else Edition.AS_PUBLISHED,
        entries=state.context.by_number,
        names=state.context.names(audience),
        addresses=Addresses.of(tournament, audience),
    )
