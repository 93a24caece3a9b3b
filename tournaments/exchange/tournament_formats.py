"""A tournament in whichever format it comes: what a file is shows in its beginning, not in its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tournaments.exchange import keizer_for_clubs, sevilla, tournament_file, trf
from tournaments.exchange.federation_person import FederationPerson
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.exchange.trf import Note
from tournaments.exchange.trf.importer import taken
from tournaments.pairing.types.snapshot import PlayerId


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadTournament:
    file: TournamentFile
    people: Mapping[PlayerId, FederationPerson] = field(default_factory=dict)
    """By number, where the file says more of them than a tournament file does."""
    notes: tuple[Note, ...] = ()
    unsaid: tuple[str, ...] = ()
    """What a report cannot say of how its rounds were paired."""
    is_first_table: bool = False
    """A TRF16, or what says no more."""
    is_report: bool = False
    """Made by another program: the system it goes on with is for the director to say."""


_SEASONS: Final = (
    (keizer_for_clubs.looks_like_keizer_for_clubs, keizer_for_clubs.parse),
    (sevilla.looks_like_sevilla, sevilla.parse),
)


def read_tournament(data: bytes, *, system: str | None = None, planned_rounds: int | None = None) -> ReadTournament:
    """A tournament file, a TRF, or a season of Sevilla or KeizerForClubs; what is asked besides counts for a TRF alone.
    Raises FileError."""
    for looks_like, parse in _SEASONS:
        if looks_like(data):
            season = parse(data)
            return ReadTournament(file=season.file, people=season.people, notes=season.notes)
    if not trf.looks_like_trf(data):
        return ReadTournament(file=tournament_file.parse(data))
    report = trf.parse(data)
    found = taken(report, system=system, planned_rounds=planned_rounds)
    return ReadTournament(
        file=found.file,
        people=found.people,
        notes=found.notes,
        unsaid=found.unsaid,
        is_first_table=report.is_first_table,
        is_report=True,
    )
