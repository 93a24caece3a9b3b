"""A club's own ratings of 300 people over 40 evenings: reckoned from nothing, after one result, and looked at again.

    .venv/bin/python -m bench.club_ratings [PEOPLE [EVENINGS]]

Uses the database of DATABASE_URL, or an SQLite file in a directory of its own.
"""

from __future__ import annotations

import datetime
import os
import random
import subprocess
import sys
import tempfile
import time


def main() -> None:
    given = [int(text) for text in sys.argv[1:3]]
    people, evenings = given + [300, 40][len(given) :]
    with tempfile.TemporaryDirectory() as directory:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")
        os.environ["CLUBCHESS_DATA"] = directory
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], check=True)
        _measure(people, evenings)


def _measure(people: int, evenings: int) -> None:
    import django

    django.setup()
    from tournaments.models import Game, Pace, Tournament
    from tournaments.selectors.club_ratings import forget_all, ratings_of

    club = _club(people, evenings)
    print(f"{people} people, {evenings} evenings, {Game.objects.count()} games")

    def from_nothing() -> None:
        forget_all()
        ratings_of(club, Pace.CLASSICAL)

    def after_a_result() -> None:
        row = Tournament.objects.filter(club=club).latest("pk")
        Tournament.objects.filter(pk=row.pk).update(revision=row.revision + 1)
        ratings_of(club, Pace.CLASSICAL)

    for name, work in (
        ("from nothing", from_nothing),
        ("after a result of one tournament of two", after_a_result),
        ("looked at again", lambda: ratings_of(club, Pace.CLASSICAL)),
    ):
        taken = []
        for _time in range(5):
            begun = time.process_time()
            work()
            taken.append(time.process_time() - begun)
        print(f"{name}: {min(taken) * 1000:.0f} ms")


def _club(people: int, evenings: int):  # type: ignore[no-untyped-def]
    from tests.tools.casts.factories import ClubFactory, SeasonFactory, TournamentFactory
    from tournaments.models import Attendance, Entry, Game, Player, Round
    from tournaments.names import folded_name

    chance = random.Random(1)
    club = ClubFactory(rates_games=True)
    season = SeasonFactory(club=club)
    players = Player.objects.bulk_create(
        Player(club=club, given_name=f"P{place}", folded_name=folded_name(f"P{place}")) for place in range(people)
    )
    for _half in range(2):
        tournament = TournamentFactory(club=club, season=season, rated_as="classical")
        entries = Entry.objects.bulk_create(
            Entry(tournament=tournament, player=player, number=place, rating=chance.randint(800, 2200))
            for place, player in enumerate(players, 1)
        )
        for number in range(1, evenings // 2 + 1):
            day = season.starts_on + datetime.timedelta(days=7 * (number + _half * evenings // 2))
            played = Round.objects.create(tournament=tournament, number=number, state="finished", date=day)
            order = chance.sample(entries, len(entries))
            games = Game.objects.bulk_create(
                Game(round=played, board=board, result=chance.choice(["1-0", "1/2-1/2", "0-1"]))
                for board in range(1, len(order) // 2 + 1)
            )
            Attendance.objects.bulk_create(
                Attendance(
                    round=played,
                    entry=order[2 * (game.board - 1) + side],
                    presence="present",
                    game=game,
                    colour=("white", "black")[side],
                )
                for game in games
                for side in (0, 1)
            )
    return club


if __name__ == "__main__":
    main()
