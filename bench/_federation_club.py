"""The club that is measured, through the services: `python -m bench._federation_club` makes it where the environment
points. 60 members, two seasons, four tournaments of 19 rounds and a fifth in the trash: 1,520 games, 2,500 actions."""

from __future__ import annotations

import datetime
import os
import random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tournaments.models import Club, Player, Season, Tournament, User

SLUG = "measured"
MEMBERS, ENTERED, ROUNDS = 60, 40, 19
ONE_BY_ONE = 8
"""So many are checked in by a tap in each round, the others by the button for all who are expected."""
PLAYED, TO_CHECK_IN, IN_TRASH = "Championship", "Tuesdays", "Tried out"
GIVEN = ("Kari", "Bo", "Anna", "Åse", "Tor", "Ida", "Siri", "Eva", "Jan", "Nils", "Wim", "Joke", "Lars")
FAMILY = ("Berg", "Ek", "Dahl", "Holm", "Voss", "Lund", "Moe", "Visser", "de Boer", "Schmidt", "Krüger")


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubchess.settings"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    _make()


def _make() -> None:
    from django.utils import timezone

    from tournaments.models import SecondFactor
    from tournaments.services.accounts import accounts
    from tournaments.services.clubs import clubs
    from tournaments.services.players import card_keys
    from tournaments.services.setup import seasons

    chance = random.Random(7)
    club, admin = clubs.create_club(name="SK Measured", slug=SLUG, username="admin")
    installation = accounts.create_superuser(username="installation")
    SecondFactor.objects.create(user=installation, secret="A" * 32, last_step=0)  # without one they get nowhere
    players = [_player(club, place, chance, admin) for place in range(MEMBERS)]
    card_keys.make_keys(club, players, actor=admin)
    today = timezone.localdate()
    years = [
        seasons.open_season(
            club,
            name=f"{first.year}-{first.year + 1}",
            starts_on=first,
            ends_on=first + datetime.timedelta(days=364),
            actor=admin,
        )
        for first in (today - datetime.timedelta(days=730), today - datetime.timedelta(days=300))
    ]
    for name, system in (("Autumn", "attendance_monrad"), ("Winter", "keizer")):
        _tournament(club, years[0], name, system, players, chance, admin)
    seasons.close_season(years[0], actor=admin)
    made = [
        _tournament(club, years[1], name, system, players, chance, admin, leave_open=name == PLAYED)
        for name, system in ((PLAYED, "keizer"), (TO_CHECK_IN, "attendance_monrad"))
    ]
    _open(made[1], admin)
    _words(made[1], admin)
    _around_them(club, years[1], made, admin)


def _player(club: Club, place: int, chance: random.Random, admin: User) -> Player:
    from tournaments.services.players import players

    details = players.PlayerDetails(
        given_name=GIVEN[place % len(GIVEN)],
        family_name=FAMILY[place % len(FAMILY)],
        rating=chance.randint(900, 2200),
        fide_id=1_500_000 + place,
        national_id=f"N{place}",
    )
    contact: dict[str, Any] = {"email": f"member{place}@example.org", "birth_year": 1940 + place}
    return players.add_player(club, details, contact, another_of_the_name=True, actor=admin)


def _tournament(
    club: Club,
    season: Season,
    name: str,
    system: str,
    players: list[Player],
    chance: random.Random,
    admin: User,
    *,
    leave_open: bool = False,
) -> Tournament:
    """Played to its last round, of which half of the games may be left open."""
    from django.utils import timezone

    from tournaments.models import Round, Tournament
    from tournaments.services import rounds
    from tournaments.services.setup import entries, tournaments

    tournament = tournaments.create_tournament(
        club,
        season=season,
        name=name,
        system=system,
        options={},
        settings={"expected": "everybody"},
        actor=admin,
    )
    entries.enter_players(tournament, players[:ENTERED], actor=admin)
    entries.draw_numbers(tournament, actor=admin)
    for number in range(1, ROUNDS + 1):
        opened = _open(tournament, admin)
        _check_in(opened, chance, admin)
        for verb in (rounds.pair_round, rounds.publish_round):
            verb(opened, seen_revision=opened.revision, actor=admin)
            opened.refresh_from_db()
        is_last = number == ROUNDS
        _play(opened, chance, admin, only_half=leave_open and is_last)
        if not is_last:  # a weekly evening each; the newest one is tonight
            at = timezone.localdate() - datetime.timedelta(weeks=ROUNDS - number)
            Round.objects.filter(pk=opened.pk).update(date=max(at, season.starts_on))
    return Tournament.objects.get(pk=tournament.pk)


def _open(tournament: Tournament, admin: User) -> Any:
    from tournaments.services import rounds

    return rounds.open_next_round(tournament, seen_number=tournament.rounds.count() + 1, actor=admin)


def _check_in(opened: Any, chance: random.Random, admin: User) -> None:
    from tournaments.models import Presence
    from tournaments.services.evening import attendance

    rows = list(opened.attendances.select_related("entry").order_by("entry__number"))
    for row in chance.sample(rows, ONE_BY_ONE):
        attendance.mark_attendance(opened, row.entry, Presence.PRESENT, seen=row.presence, actor=admin)
    attendance.mark_expected(opened, actor=admin)
    opened.refresh_from_db()


def _play(published: Any, chance: random.Random, admin: User, *, only_half: bool) -> None:
    from tournaments.pairing.types.snapshot import Result
    from tournaments.services.rounds import results

    games = list(published.games.order_by("board"))
    for game in games[: len(games) // 2 if only_half else None]:
        result = chance.choice((Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS))
        results.enter_result(game, result, seen=game.result, actor=admin)


def _words(tournament: Tournament, admin: User) -> None:
    """What some have said of tonight."""
    from django.utils import timezone

    from tournaments.models import RespondedBy, Response
    from tournaments.services.calendar import availability

    date = tournament.rounds.latest("number").date or timezone.localdate()
    for place, entry in enumerate(tournament.entries.order_by("number")[:10]):
        said = Response.AWAY if place % 3 else Response.COMING
        availability.respond(entry, date, said, said_by=RespondedBy.TELEPHONE, actor=admin)


def _around_them(club: Club, season: Season, made: list[Tournament], admin: User) -> None:
    """A series, ratings of the club's own, a tournament in the trash, an evening helper, jobs that are done."""
    from fractions import Fraction

    from django.utils import timezone
    from django_tasks_db.models import DBTaskResult

    from tournaments.models import Membership, Pace, Role, Tournament, User
    from tournaments.services.accounts import helper_passes
    from tournaments.services.clubs import trash
    from tournaments.services.events import series
    from tournaments.services.players import club_ratings
    from tournaments.services.setup import tournaments

    plan = series.SeriesScheme(name="Grand prix", events=[(each, Fraction(1)) for each in made])
    series.make_series(club, season=season, plan=plan, actor=admin)
    rated = {each.pk: club_ratings.Rated(rated_as="classical") for each in Tournament.objects.filter(club=club)}
    club_ratings.save_settings(
        club,
        club_ratings.RatingSettings(rates_games=True, shows_ratings=True, tournaments=rated),
        seen=club_ratings.settings_version(club),
        actor=admin,
    )
    club_ratings.publish_list(club, Pace.CLASSICAL, actor=admin)
    tried = tournaments.create_tournament(club, season=season, name=IN_TRASH, system="keizer", options={}, actor=admin)
    trash.trash_tournament(tried, actor=admin)
    helper_passes.make_pass(made[0], actor=admin)
    for role in (Role.DIRECTOR, Role.HELPER):
        user = User.objects.create(username=f"{role}-of-{club.slug}", name="Ola Holm", password="!")  # noqa: S106
        Membership.objects.create(club=club, user=user, role=role, everywhere=True)
    now = timezone.now()
    for number in range(10):
        DBTaskResult.objects.create(
            status="SUCCESSFUL",
            args_kwargs={"args": [number], "kwargs": {}},
            task_path="tournaments.mail.jobs.send_boards",
            backend_name="default",
            finished_at=now,
            started_at=now,
            exception_class_path="",
            traceback="",
        )


if __name__ == "__main__":
    main()
