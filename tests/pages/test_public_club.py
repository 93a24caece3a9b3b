"""The club's public page and the front door as page values."""

import datetime

import pytest

from tests.tools.played import a_tournament
from tournaments.models import Club, Game, Membership, Role, Round, RoundState, Season, Tournament, User
from tournaments.pages.home import home_page
from tournaments.pages.public_club import public_club_page

pytestmark = pytest.mark.django_db


def test_it_shows_the_open_seasons_and_leads_to_the_others() -> None:
    played = a_tournament(3)
    year = {"starts_on": datetime.date(2027, 8, 1), "ends_on": datetime.date(2028, 6, 1)}
    Season.objects.create(club=played.club, name="2027–28", is_open=False, **year)

    page = public_club_page(played.club)

    assert [(season.name, season.is_open) for season in page.seasons] == [("2026–27", True)]
    assert [line.name for season in page.seasons for line in season.tournaments] == ["Tuesday cup"]
    assert page.archive_url == "/en/rockaden/seasons/"


def test_it_tells_how_far_a_tournament_is_without_the_draft() -> None:
    played = a_tournament(5)
    played.play()
    played.play(state=RoundState.DRAFTED)

    line = public_club_page(played.club).seasons[0].tournaments[0]

    assert (line.newest_round, line.players) == (1, 5)


@pytest.mark.parametrize(
    ("state", "tonight"),
    [
        (RoundState.OPEN, [(1, False)]),
        (RoundState.DRAFTED, [(1, False)]),
        (RoundState.PUBLISHED, [(1, True)]),
        (RoundState.FINISHED, []),
    ],
)
def test_it_knows_what_is_on_tonight(state: RoundState, tonight: list[tuple[int, bool]]) -> None:
    played = a_tournament(4)
    played.play(open_boards={1}, state=state)

    assert [(each.round_number, each.is_playing) for each in public_club_page(played.club).tonight] == tonight


def test_a_round_whose_results_are_all_in_is_over() -> None:
    played = a_tournament(4)
    played.play(state=RoundState.PUBLISHED)

    assert public_club_page(played.club).tonight == ()

    Game.objects.filter(board=1).update(result="*", is_postponed=True)
    assert public_club_page(played.club).tonight == ()


def test_a_round_planned_for_another_day_is_not_tonight() -> None:
    played = a_tournament(4)
    Round.objects.create(tournament=played.tournament, number=1, date=datetime.date(2999, 1, 1))

    assert public_club_page(played.club).tonight == ()


def test_it_shows_nothing_from_the_trash_and_nothing_of_other_clubs() -> None:
    played = a_tournament(4)
    played.play(open_boards={1}, state=RoundState.PUBLISHED)
    other = Club.objects.create(name="Other", slug="other")
    Tournament.objects.update(trashed_at=datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))

    assert public_club_page(played.club).tonight == ()
    assert public_club_page(played.club).seasons[0].tournaments == ()
    assert public_club_page(other).seasons == ()


def test_the_front_door_lists_the_clubs_and_no_demo_where_there_is_none() -> None:
    a_tournament(2)

    page = home_page()

    assert [(club.name, club.url) for club in page.clubs] == [("SK Rockaden", "/en/rockaden/")]
    assert page.demo is None


def test_the_front_door_shows_the_demos_log_in_and_tonights_evening() -> None:
    played = a_tournament(2)
    user = User.objects.create(username="demo")
    Membership.objects.create(club=played.club, user=user, role=Role.ADMIN)
    played.club.demo_password = "only-shown-here"
    played.club.save()

    without_a_round = home_page().demo
    Round.objects.create(tournament=played.tournament, number=1)
    demo = home_page().demo

    assert demo is not None
    assert (demo.username, demo.password) == ("demo", "only-shown-here")
    assert demo.evening_url == "/en/rockaden/staff/tuesday-cup/"
    assert without_a_round is not None
    assert without_a_round.evening_url == "/en/rockaden/staff/"


def test_it_shows_the_latest_closed_season_while_none_is_open() -> None:
    played = a_tournament(3)
    year = {"starts_on": datetime.date(2025, 8, 1), "ends_on": datetime.date(2026, 6, 1)}
    Season.objects.create(club=played.club, name="2025–26", **year)
    Season.objects.update(is_open=False)

    assert [season.name for season in public_club_page(played.club).seasons] == ["2026–27"]


def test_the_only_season_needs_no_archive() -> None:
    assert public_club_page(a_tournament(3).club).archive_url == ""


def test_tonight_leads_to_the_round_and_counts_its_games() -> None:
    played = a_tournament(7)
    played.tournament.message = "Blitz at nine."
    played.tournament.save()
    played.play(open_boards={1, 2}, state=RoundState.PUBLISHED)

    (tonight,) = public_club_page(played.club).tonight

    assert (tonight.games, tonight.open_games, tonight.message) == (3, 2, "Blitz at nine.")
    assert tonight.url == played.address("rounds/1/")


def test_it_tells_nothing_of_how_a_draft_looks() -> None:
    played = a_tournament(7)
    played.play(open_boards={1, 2}, state=RoundState.DRAFTED)

    (tonight,) = public_club_page(played.club).tonight

    assert (tonight.games, tonight.open_games, tonight.url) == (0, 0, played.address())


def test_it_tells_each_tournaments_next_round_the_soonest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.localdate", lambda: datetime.date(2026, 11, 20))
    later, sooner, over = a_tournament(3), a_tournament(3, name="Rapid"), a_tournament(3, name="Blitz")
    for played, dates in ((later, ["2026-11-26"]), (sooner, ["2026-11-19", "2026-11-24"]), (over, ["2026-11-19"])):
        played.tournament.round_dates = dates
        played.tournament.save()
    Tournament.objects.filter(name="Rapid").update(starts_at=datetime.time(19, 0))

    dates = public_club_page(later.club).next_dates

    assert [(each.tournament, each.words) for each in dates] == [
        ("Rapid", "Round 2: Tuesday, 24 Nov, 19:00"),
        ("Tuesday cup", "Round 1: Thursday, 26 Nov"),
    ]
