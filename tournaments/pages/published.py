"""What is published of a tournament: the one source of all its tables, for the public and for the staff alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import PUBLIC_STATES, Entry, ShownAs, Tournament
from tournaments.pages.addresses import Addresses
from tournaments.pages.names import Audience, names_of
from tournaments.pages.wording import Names
from tournaments.pairing.protocols import PairingSystem, TieBreak
from tournaments.pairing.record import Record, Scoring
from tournaments.pairing.snapshot import PlayerId, TournamentSnapshot
from tournaments.pairing.table import Table
from tournaments.snapshots import configured_system, configured_tie_breaks, snapshot_of


class NotPublished(LookupError):
    """The round or player asked for is not there for anybody to see."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Published:
    """The tournament up to its newest published round. A draft is nobody's business but the director's."""

    system: PairingSystem
    tie_breaks: tuple[TieBreak, ...]
    snapshot: TournamentSnapshot
    entries: Mapping[PlayerId, Entry]
    names: Names
    addresses: Addresses

    @property
    def newest(self) -> int:
        return len(self.snapshot.rounds)

    def after(self, round_number: int | None) -> TournamentSnapshot:
        """As it was after a published round (None: the newest), results as they stand today. Raises NotPublished."""
        if round_number is None:
            return self.snapshot
        if not 1 <= round_number <= self.newest:
            raise NotPublished
        return self.snapshot.after(round_number)

    def table(self, snapshot: TournamentSnapshot) -> Table:
        return self.system.standings(snapshot, self.tie_breaks)

    def record(self, snapshot: TournamentSnapshot) -> Record:
        return Record(snapshot=snapshot, scoring=Scoring.of(self.system))

    def rating(self, player: PlayerId) -> int | None:
        """Nobody who is only a number to the public is found out by the rating."""
        entry = self.entries[player]
        is_hidden = self.addresses.audience is Audience.PUBLIC and entry.player.shown_as == ShownAs.NUMBER
        return None if is_hidden else entry.rating


def published(tournament: Tournament, audience: Audience) -> Published:
    system = configured_system(tournament)
    public = tournament.rounds.filter(state__in=PUBLIC_STATES).count()
    entries = {
        entry.number: entry
        for entry in tournament.entries.select_related("player").order_by("number")
        if entry.number is not None
    }
    return Published(
        system=system,
        tie_breaks=configured_tie_breaks(tournament, system),
        snapshot=snapshot_of(tournament).after(public),
        entries=entries,
        names=names_of(entries.values(), audience),
        addresses=Addresses.of(tournament, audience),
    )
