"""Smaller tournaments of the demo club, so that there is one of each pairing system."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

from tournaments.models import Club, Player, Presence, Season, ShownAs, Tournament, User
from tournaments.services import entries, players, tournaments
from tournaments.services.demo.playing import open_round, play, play_half, publish
from tournaments.services.players import PlayerDetails
from tournaments.services.refusal import Refused


def play_other_systems(club: Club, season: Season, members: Mapping[int, Player], director: User) -> list[Tournament]:
    """As the files have them: who plays, who was away in which round, and what is going on tonight."""
    return [_play_event(club, season, event, members, director) for event in events()]


def events() -> list[Mapping[str, Any]]:
    """What stands in the folder, in the order of the files' names."""
    files = resources.files("tournaments.demo").joinpath("events").iterdir()
    return [json.loads(file.read_bytes()) for file in sorted(files, key=lambda file: file.name)]


def _play_event(
    club: Club, season: Season, event: Mapping[str, Any], members: Mapping[int, Player], director: User
) -> Tournament:
    people = _people(club, event, members, director)
    tournament = tournaments.create_tournament(
        club,
        season=season,
        name=event["name"],
        system=event["system"],
        preset=event.get("preset", ""),
        options=event["options"],
        planned_rounds=event.get("planned_rounds"),
        actor=director,
    )
    entries.enter_players(tournament, list(people.values()), actor=director)
    entries.draw_numbers(tournament, actor=director)
    *evenings, tonight = event["away"]
    for number, away in enumerate(evenings, start=1):
        opened = open_round(tournament, number, _marks(people, away), director)
        play(publish(opened, director), director, forfeits=event.get("forfeits", {}).get(str(number), ()))
    _open_tonight(tournament, len(evenings) + 1, _marks(people, tonight), event["tonight"], director)
    return tournament


def _open_tonight(
    tournament: Tournament, number: int, marks: Mapping[int, Presence], what: str, director: User
) -> None:
    if what == "check_in":  # half of the people have come so far
        open_round(tournament, number, dict([*marks.items()][: len(marks) // 2]), director)
        return
    opened = open_round(tournament, number, marks, director)
    try:
        publish(opened, director)
    except Refused:  # the few who are left may all have met, which the director now sees
        return
    play_half(opened, director)


def _people(
    club: Club, event: Mapping[str, Any], members: Mapping[int, Player], director: User
) -> Mapping[str, Player]:
    """By the names, or the numbers of last season, that the file calls them by."""
    if "members" in event:
        return {str(number): members[number] for number in event["members"]}
    made = [_new_player(club, person, event.get("shown_as", ShownAs.FULL), director) for person in event["players"]]
    return {player.full_name: player for player in made}


def _new_player(club: Club, person: Sequence[Any], shown_as: str, director: User) -> Player:
    given, family, *rating = person
    details = PlayerDetails(
        given_name=given, family_name=family, shown_as=shown_as, rating=rating[0] if rating else None
    )
    return players.add_player(club, details, another_of_the_name=True, actor=director)


def _marks(people: Mapping[str, Player], away: Mapping[str, str]) -> dict[int, Presence]:
    return {player.pk: Presence(away.get(name, Presence.PRESENT)) for name, player in people.items()}
