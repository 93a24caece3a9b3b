"""A tournament file becomes a tournament of the club: all of it in one recording, or nothing."""

from __future__ import annotations

import datetime
import secrets
import uuid
import zoneinfo
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.exchange.federation_person import FederationPerson
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.exchange.tournament_formats import ReadTournament
from tournaments.models import Club, Season, Tournament, User
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.recording import Stale, recording
from tournaments.selectors.categories import TournamentCategory
from tournaments.services.files.import_limits import refuse_what_does_not_fit
from tournaments.services.files.import_matching import MatchedPlayer, PlayerMatching, match_players
from tournaments.services.files.import_rows import published_tables, write_entries, write_rounds
from tournaments.services.files.import_teams import places, write_teams
from tournaments.services.setup.tournament_settings import TournamentSettings
from tournaments.services.setup.tournaments import write_tournament

__all__ = [
    "MatchedPlayer",
    "PlayerMatching",
    "import_tournament",
    "match_players",
    "refuse_what_does_not_fit",
    "with_a_seed",
]


def with_a_seed(found: ReadTournament) -> TournamentFile:
    """What another program wrote has no seed: lots to come are drawn by one of ours."""
    if not found.people:
        return found.file
    return replace(found.file, snapshot=replace(found.file.snapshot, seed=secrets.token_hex(32)))


def import_tournament(
    club: Club,
    file: TournamentFile,
    *,
    season: Season,
    name: str | None = None,
    new_players: bool = False,
    people: Mapping[PlayerId, FederationPerson] | None = None,
    seen: str | None = None,
    held: Sequence[datetime.date] = (),
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Tournament:
    """In an open season of the club, with its players, rounds and results. `name` in place of the file's own.

    `held` are the days of its rounds in order, where they are known: the file does not say them. A table was published
    at the end of its day then, by the club's clock. `seen` is the fingerprint of the plan that the person confirmed,
    `new_players` and `people` what match_players was asked. How a round was paired is not in a file, so the rounds have
    no record. Raises FileError for what cannot be kept.
    """
    if held and len(held) != len(file.snapshot.rounds):
        raise ValueError("each round was held on one of the days")
    refuse_what_does_not_fit(file, named=name is not None)
    tables = published_tables(file, published_at=_nights(club, held))  # the longest part, and nobody need wait for it
    with recording(club, actor=actor, verb="tournament.import", receipt=receipt, public=[club]) as change:
        plan = match_players(club, file, new_players=new_players, people=people)
        if seen is not None and plan.fingerprint != seen:
            raise Stale
        played = TournamentSettings(
            system=file.system,
            preset=file.preset or "",
            options=file.options,
            tie_breaks=file.tie_breaks,
            planned_rounds=file.snapshot.planned_rounds,
            boards=file.snapshot.boards,
            guests_take_places=file.guests_take_places,
            categories=[TournamentCategory(name=name) for name in file.categories],
            decimals_shown=file.decimals_shown,
            rounds_an_evening=file.rounds_an_evening,
            attendance={"board_colours": file.board_colours},
        )
        called, seed = file.name if name is None else name, file.snapshot.seed
        tournament = write_tournament(change, club, season, called, played, seed=seed, director=actor)
        if file.snapshot.boards is None:
            entries = write_entries(change, tournament, plan, file)
            write_rounds(change, tournament, file, entries, tables, held)
        else:
            teams, members = write_teams(change, tournament, file)
            slots = write_rounds(change, tournament, file, teams, tables, held)
            change.create_many(list(places(slots, file, members)))
        return tournament


def _nights(club: Club, held: Sequence[datetime.date]) -> list[datetime.datetime]:
    zone = zoneinfo.ZoneInfo(club.time_zone)
    return [datetime.datetime.combine(date, datetime.time(23), zone) for date in held]
