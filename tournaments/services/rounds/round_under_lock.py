"""What the verbs of a round go by, each read once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from tournaments.models import Attendance, Entry, Game, Mark, Round, Tournament
from tournaments.pairing.protocols import Capabilities
from tournaments.pairing.types.paired_round import PinnedBoard
from tournaments.pairing.types.snapshot import TournamentSnapshot
from tournaments.selectors.availability import as_unmarked
from tournaments.selectors.display_names import DisplayName, display_names_of_entries
from tournaments.selectors.misfits import misfit, misfit_of_schedule
from tournaments.selectors.snapshots import configured_system, packed, presence_in, snapshot_of, tournament_file_of
from tournaments.services.rounds.seats import outsiders


@dataclass(kw_only=True)
class RoundUnderLock:
    """Made inside a recording, where nobody else changes anything of the tournament, and handed down.

    What the recording itself writes is seen only where it is written on these rows: ask for the rest before.
    """

    round: Round

    @property
    def tournament(self) -> Tournament:
        return self.round.tournament

    @cached_property
    def capabilities(self) -> Capabilities:
        return configured_system(self.tournament).capabilities()

    @cached_property
    def rows(self) -> list[Attendance]:
        """With their entries, players and games."""
        found = Attendance.objects.filter(round=self.round).select_related("entry__player", "game")
        return list(found.order_by("pk"))

    @cached_property
    def entries(self) -> list[Entry]:
        """All of the tournament's, with their players."""
        return list(Entry.objects.filter(tournament=self.tournament).select_related("player").order_by("pk"))

    @property
    def games(self) -> list[Game]:
        return list({row.game.pk: row.game for row in self.rows if row.game is not None}.values())

    @cached_property
    def unmarked(self) -> Mapping[int, Mark]:
        """What those count as whom nobody has marked, by the entry's key."""
        return as_unmarked(self.tournament, self.round)

    @cached_property
    def outsiders(self) -> set[int]:
        """Keys of the entries who take no part in the round."""
        return outsiders(self.round)

    @cached_property
    def display_names(self) -> Mapping[int, DisplayName]:
        return display_names_of_entries(self.entries)

    def snapshot(self) -> TournamentSnapshot:
        """Of all that is paired, with this round."""
        return snapshot_of(self.tournament, entries=self.entries)

    def snapshot_before(self) -> TournamentSnapshot:
        """From which it is paired."""
        return snapshot_of(self.tournament, before=self.round, entries=self.entries, unmarked=self.unmarked)

    def file(self, snapshot: TournamentSnapshot, pinned: list[PinnedBoard] | None = None) -> bytes:
        return packed(tournament_file_of(self.tournament, snapshot, pinned=pinned or (), entries=self.entries))

    def misfits(self) -> list[Attendance]:
        """Rows that give the player something else than who is here asks for."""
        of = misfit_of_schedule if self.capabilities.rounds.known_at_start and self.round.is_public else misfit
        return [
            row
            for row in self.rows
            if of(
                row,
                presence_in(row, self.unmarked),
                self.capabilities,
                takes_part=row.entry_id not in self.outsiders,
            )
        ]
