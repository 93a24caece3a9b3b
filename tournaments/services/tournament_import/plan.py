"""Whom of the club the players of a file are taken for."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.exchange.tournament_file import TournamentFile
from tournaments.models import Club, Player
from tournaments.models.names import clean_name, folded_name
from tournaments.pairing.model.snapshot import PlayerId
from tournaments.services.seen import fingerprint


@dataclass(frozen=True, kw_only=True, slots=True)
class PlannedPlayer:
    """`player` is the one of the club whom the row is taken for; None: a new one is made."""

    number: PlayerId
    written: str
    """The name as the file has it."""
    name: str
    """Without invisible characters and blanks that say nothing."""
    rating: int | None
    home_club: str
    player: Player | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportPlan:
    players: tuple[PlannedPlayer, ...]
    """By number."""
    fingerprint: str
    """Who was taken for whom: another one on confirming means that the club's players changed in between."""


def plan_import(club: Club, file: TournamentFile, *, new_players: bool = False) -> ImportPlan:
    """An active player of the club is taken for the first row of their name, where they are the only one of it.

    `new_players`: nobody is taken for anybody.
    """
    known = {} if new_players else _only_ones(club, {folded_name(name) for name in file.names.values()})
    players = []
    for number in sorted(file.names):
        name = clean_name(file.names[number])
        players.append(
            PlannedPlayer(
                number=number,
                written=file.names[number],
                name=name,
                rating=file.snapshot.by_number[number].rating,
                home_club=clean_name(file.clubs.get(number, "")),
                player=known.pop(folded_name(name), None),
            )
        )
    decided = [(each.number, each.player.pk if each.player else None) for each in players]
    return ImportPlan(players=tuple(players), fingerprint=fingerprint(decided))


def _only_ones(club: Club, names: set[str]) -> dict[str, Player]:
    """By folded name, the active players whose name nobody else active has."""
    found: dict[str, list[Player]] = {}
    for player in club.players.filter(is_active=True, folded_name__in=names):
        found.setdefault(player.folded_name, []).append(player)
    return {name: players[0] for name, players in found.items() if len(players) == 1}
