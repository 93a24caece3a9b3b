"""A club with 10 teams and 200 matches: a member's card, a captain's page, the staff's and everybody's, in queries and
milliseconds of the application's own."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import TYPE_CHECKING

from bench._clock import median_ms
from bench._own_database import own_database
from bench._size import sized

if TYPE_CHECKING:
    from django.test import Client

TEAMS, MATCHES, SQUAD = sized((10, 20, 12), (2, 3, 6))
"""Matches of each team, and people of each."""
BOARDS = 8


def main() -> None:
    with own_database(with_static_files=True):
        from django.db import connection
        from django.test import Client
        from django.test.utils import CaptureQueriesContext

        pages = _pages(Client)
        for name, look in pages.items():
            look()
            with CaptureQueriesContext(connection) as asked:
                size = look()
            print(f"{name}: {len(asked)} queries, {median_ms(look):.0f} ms, {size / 1000:.0f} kB")


def _pages(client_type: type[Client]) -> dict[str, Callable[[], int]]:
    from django.conf import settings
    from django.urls import reverse

    from tournaments.models import (
        Club,
        Fixture,
        FixtureAnswer,
        FixturePlace,
        League,
        Membership,
        OutsideTeam,
        Player,
        Role,
        Season,
        SquadPlace,
        User,
    )
    from tournaments.services.players import card_keys

    today = datetime.datetime.now(tz=datetime.UTC).date()
    club = Club.objects.create(name="Bench", slug="bench")
    season = Season.objects.create(
        club=club, name="Now", starts_on=today - datetime.timedelta(150), ends_on=today + datetime.timedelta(150)
    )
    league = League.objects.create(
        club=club, season=season, name="League", rules={"boards": BOARDS, "ups_free": 3, "order": ["list", 2]}
    )
    people = [
        Player.objects.create(club=club, given_name=f"Person {at}", folded_name=f"person {at}", rating=2200 - 5 * at)
        for at in range(TEAMS * SQUAD)
    ]
    now = datetime.datetime.now(tz=datetime.UTC)
    for number in range(1, TEAMS + 1):
        team = OutsideTeam.objects.create(league=league, number=number, name=f"Bench {number}", boards=BOARDS)
        own = people[(number - 1) * SQUAD : number * SQUAD]
        for at, player in enumerate(own):
            SquadPlace.objects.create(
                league=league, player=player, team=team, position=(number - 1) * SQUAD + at + 1, rating=player.rating
            )
        if number == TEAMS // 2:
            team.captain = own[0]
            team.save()
        for each in range(1, MATCHES + 1):
            day = today + datetime.timedelta(days=7 * (each - MATCHES // 2))
            past = day < today
            fixture = Fixture.objects.create(
                team=team, round=each, date=day, opponent=f"Rivals {each}", published_at=now if past else None
            )
            if past:
                FixturePlace.objects.bulk_create(
                    FixturePlace(fixture=fixture, board=board, player=player, result="1", opponent="Somebody")
                    for board, player in enumerate(own[:BOARDS], 1)
                )
            FixtureAnswer.objects.bulk_create(
                FixtureAnswer(fixture=fixture, player=player, said="coming", said_by="card", said_at=now)
                for player in own[::2]
            )
    captain = people[(TEAMS // 2 - 1) * SQUAD]
    director = User.objects.create(username="director", name="Director")
    Membership.objects.create(club=club, user=director, role=Role.ADMIN)
    card, staff, stranger = (client_type(SERVER_NAME="localhost") for _each in range(3))
    card.cookies[settings.CARDS_COOKIE] = card_keys.make_key(captain, actor=None)
    staff.force_login(director, backend="tournaments.log_in.EmailOrUsernameBackend")
    team = OutsideTeam.objects.get(captain=captain)
    coming = team.fixtures.filter(date__gt=today).earliest("date")
    own = ["bench", captain.public_key]

    def look(client: Client, name: str, *arguments: object, query: str = "") -> Callable[[], int]:
        address = reverse(name, args=arguments) + query

        def asked() -> int:
            answer = client.get(address)
            if answer.status_code != 200:
                raise SystemExit(f"{name}: {answer.status_code}")
            return len(answer.content)

        return asked

    return {
        "card": look(card, "me", "bench"),
        "captain's team": look(card, "captain_team", *own, team.pk),
        "captain's match": look(card, "captain_fixture", *own, coming.pk),
        "captain's match, proposed": look(card, "captain_fixture", *own, coming.pk, query="?propose=yes"),
        "staff's teams": look(staff, "teams", "bench"),
        "public teams": look(stranger, "public_teams", "bench"),
        "public team": look(stranger, "public_team", "bench", team.pk),
    }


if __name__ == "__main__":
    main()
