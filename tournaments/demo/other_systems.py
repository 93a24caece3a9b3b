"""Smaller tournaments of the demo club, so that there is one of each pairing system."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.demo.playing import Marks, Programme
from tournaments.demo.schedule import DemoRhythm, DemoRounds, planned
from tournaments.models import Club, Player, Presence, Season, ShownAs, User
from tournaments.selectors.snapshots import configured_system
from tournaments.services.players import players
from tournaments.services.players.players import PlayerDetails
from tournaments.services.rounds import publish_schedule
from tournaments.services.setup import entries, tournaments

NAMES = (
    *(gettext_noop("Monrad tournament"), gettext_noop("Konrad evenings"), gettext_noop("School chess")),
    *(gettext_noop("Blitz with knock-out"), gettext_noop("Autumn tournament")),
    *(gettext_noop("Championship group"), gettext_noop("Club cup")),
)
"""As the files have them."""


def other_systems(
    club: Club, season: Season, members: Mapping[int, Player], *, tonight: datetime.date, director: User
) -> list[Programme]:
    """As the files have them: who plays, from which round on, when, who was away, and what is going on tonight."""
    return [_set_up(club, season, event, members, tonight=tonight, director=director) for event in events()]


def events() -> list[Mapping[str, Any]]:
    """What stands in the folder, in the order of the files' names."""
    files = resources.files("tournaments.demo").joinpath("events").iterdir()
    return [json.loads(file.read_bytes()) for file in sorted(files, key=lambda file: file.name)]


def _set_up(
    club: Club,
    season: Season,
    event: Mapping[str, Any],
    members: Mapping[int, Player],
    *,
    tonight: datetime.date,
    director: User,
) -> Programme:
    people = _people(club, event, members, director)
    tournament = tournaments.create_tournament(
        club,
        season=season,
        name=_(event["name"]),
        system=event["system"],
        preset=event.get("preset", ""),
        options=event["options"],
        planned_rounds=event.get("planned_rounds"),
        actor=director,
    )
    late: Mapping[str, int] = event.get("late", {})
    entries.enter_players(tournament, [people[name] for name in people if name not in late], actor=director)
    entries.draw_numbers(tournament, actor=director)
    for name, joins in late.items():
        entries.enter_players(tournament, [people[name]], joined_round=joins, actor=director)
    if configured_system(tournament).capabilities().rounds.published_at_once:
        publish_schedule(tournament, seen_number=1, actor=director)
    *past, now = [
        _marks({name: player for name, player in people.items() if late.get(name, 1) <= number}, away)
        for number, away in enumerate(event["away"], start=1)
    ]
    is_checking_in = event["tonight"] == "check_in"
    rounds = DemoRounds(
        past=past,
        tonight=dict([*now.items()][: len(now) // 2]) if is_checking_in else now,
        is_checking_in=is_checking_in,
        forfeits=_by_round(event, "forfeits"),
        postponed=_by_round(event, "postponed"),
    )
    return planned(tournament, rounds, DemoRhythm.from_json(event["rhythm"]), tonight=tonight, director=director)


def _by_round(event: Mapping[str, Any], what: str) -> Mapping[int, Sequence[int]]:
    return {int(number): boards for number, boards in event.get(what, {}).items()}


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


def _marks(people: Mapping[str, Player], away: Mapping[str, str]) -> Marks:
    return {player.pk: Presence(away.get(name, Presence.PRESENT)) for name, player in people.items()}
