"""Whom of the club the players of a file are taken for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.exchange.federation_person import FederationPerson
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.models import Club, Player
from tournaments.names import clean_name, folded_name
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.services.common.expected_version import fingerprint


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchedPlayer:
    """`player` is the one of the club whom the row is taken for; None: a new one is made."""

    number: PlayerId
    written: str
    """The name as the file has it."""
    name: str
    """Without invisible characters and blanks that say nothing."""
    rating: int | None
    home_club: str
    player: Player | None
    person: FederationPerson | None = None
    """What the file says of them besides; with the FIDE ID only where nobody else of the club has it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerMatching:
    players: tuple[MatchedPlayer, ...]
    """By number."""
    fingerprint: str
    """Who was taken for whom: another one on confirming means that the club's players changed in between."""


def match_players(
    club: Club,
    file: TournamentFile,
    *,
    new_players: bool = False,
    people: Mapping[PlayerId, FederationPerson] | None = None,
) -> PlayerMatching:
    """Whoever has the FIDE ID of a row is taken for it, else an active player of the club for the first row of their
    name, where they are the only one of it and no other ID says that they are not.

    `new_players`: nobody is taken for anybody. `people`: by number, what the file says besides.
    """
    if file.snapshot.boards is not None:  # teams are nobody of the club
        return PlayerMatching(players=(), fingerprint=fingerprint([]))
    people = people or {}
    told = {number: each.fide_id for number, each in people.items() if each.fide_id is not None}
    with_id = {each.fide_id: each for each in club.players.filter(fide_id__in=told.values())}
    used = set(with_id)
    known = {} if new_players else _only_ones(club, {folded_name(name) for name in file.names.values()})
    by_id = {} if new_players else with_id
    players = []
    for number in sorted(file.names):
        name = clean_name(file.names[number])
        fide_id = told.get(number)
        player = by_id.pop(fide_id, None)
        of_name = known.get(folded_name(name))
        if player is None and of_name is not None and (of_name.fide_id is None or fide_id in (None, of_name.fide_id)):
            player = of_name
        if player is not None:
            known.pop(player.folded_name, None)
            by_id.pop(player.fide_id, None)
        person = people.get(number)
        if person is not None and fide_id in used:
            person = replace(person, fide_id=None)
        used.add(fide_id)
        players.append(
            MatchedPlayer(
                number=number,
                written=file.names[number],
                name=name,
                rating=file.snapshot.by_number[number].rating,
                home_club=clean_name(file.clubs.get(number, "")),
                player=player,
                person=person,
            )
        )
    decided = [(each.number, each.player.pk if each.player else None) for each in players]
    return PlayerMatching(players=tuple(players), fingerprint=fingerprint(decided))


def _only_ones(club: Club, names: set[str]) -> dict[str, Player]:
    """By folded name, the active players whose name nobody else active has."""
    found: dict[str, list[Player]] = {}
    for player in club.players.filter(is_active=True, folded_name__in=names):
        found.setdefault(player.folded_name, []).append(player)
    return {name: players[0] for name, players in found.items() if len(players) == 1}
