"""The club's public page and the front door as page values."""

import datetime
from typing import Any

import pytest

from tests.tools.casts.factories import ClubFactory, Evening, SeasonFactory
from tests.tools.played.played import a_tournament
from tournaments.models import (
    Club,
    Game,
    Membership,
    Player,
    Role,
    Round,
    RoundState,
    Season,
    ShownAs,
    Tournament,
    User,
)
from tournaments.pages.clubs.front_page import home_page
from tournaments.pages.clubs.public_club import TournamentTile, public_club_page
from tournaments.pages.common.display_names import Audience
from tournaments.pages.standings.standings import standings_page

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

    card = public_club_page(played.club).seasons[0].tournaments[0]

    assert (card.state, card.players) == ("Checking in for round 2", 5)


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


def test_the_newest_round_is_not_the_last_where_nobody_planned_one() -> None:
    played = a_tournament(4)
    played.play(open_boards={1}, state=RoundState.PUBLISHED)
    Round.objects.update(date=datetime.date(2026, 11, 20))

    def told() -> str:
        return public_club_page(played.club).seasons[0].tournaments[0].state

    assert told() == "Round 1 in play"
    Tournament.objects.update(round_dates=["2026-11-20", "2999-01-01"])
    assert told() == "Round 1 of 2 in play"


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
    assert tonight.board_url == played.address("board/")
    assert tonight.games_over == 1


def test_it_tells_nothing_of_how_a_draft_looks() -> None:
    played = a_tournament(7)
    played.play(open_boards={1, 2}, state=RoundState.DRAFTED)

    (tonight,) = public_club_page(played.club).tonight

    assert (tonight.games, tonight.open_games, tonight.url) == (0, 0, played.address())
    assert tonight.hall_url == ""


def test_it_tells_each_tournaments_next_round_the_soonest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.localdate", lambda: datetime.date(2026, 11, 20))
    later, sooner, over = a_tournament(3), a_tournament(3, name="Rapid"), a_tournament(3, name="Blitz")
    for played, dates in ((later, ["2026-11-26"]), (sooner, ["2026-11-19", "2026-11-24"]), (over, ["2026-11-19"])):
        played.tournament.round_dates = dates
        played.tournament.save()
    Tournament.objects.filter(name="Rapid").update(starts_at=datetime.time(19, 0))

    page = public_club_page(later.club)

    assert {card.name: card.next for card in page.seasons[0].tournaments} == {
        "Rapid": "Tuesday, 24 Nov, 19:00",
        "Tuesday cup": "Thursday, 26 Nov",
        "Blitz": "",
    }
    assert page.next_evening is not None
    assert page.next_evening.day == "Tuesday, 24 Nov"
    assert [(each.tournament, each.rounds, each.hour) for each in page.next_evening.rounds] == [
        ("Rapid", "Round 2", "19:00")
    ]
    assert page.calendar_url == "/en/rockaden/calendar.ics"


def the_card(club: Club) -> TournamentTile:
    (season,) = public_club_page(club).seasons
    (card,) = season.tournaments
    return card


def test_the_large_one_of_tonight_plays_and_has_the_most_boards() -> None:
    small, large, waiting = a_tournament(4), a_tournament(8, name="Rapid"), a_tournament(30, name="Blitz")
    small.play(open_boards={1}, state=RoundState.PUBLISHED)
    large.play(open_boards={2}, state=RoundState.PUBLISHED)
    Round.objects.create(tournament=waiting.tournament, number=1)

    tonight = public_club_page(small.club).tonight

    assert [each.tournament for each in tonight] == ["Rapid", "Tuesday cup", "Blitz"]


def test_a_postponed_board_is_not_still_playing() -> None:
    played = a_tournament(6)
    played.play(open_boards={1, 2}, state=RoundState.PUBLISHED)
    Game.objects.filter(board=2).update(is_postponed=True)

    (tonight,) = public_club_page(played.club).tonight

    assert (tonight.open_games, tonight.games_over) == (1, 2)


def test_while_something_is_on_there_is_no_next_evening() -> None:
    played = a_tournament(4)
    played.play(open_boards={1}, state=RoundState.PUBLISHED)
    Tournament.objects.update(round_dates=["2999-01-01", "2999-01-08"])

    page = public_club_page(played.club)

    assert page.tonight
    assert page.next_evening is None
    assert the_card(played.club).next == "Tuesday, 8 Jan"


@pytest.mark.parametrize(("rounds", "still_open"), [(1, False), (3, False), (3, True), (4, True)])
def test_its_leader_is_the_standings_after_the_last_whole_round(rounds: int, still_open: bool) -> None:
    evening = Evening.of(8)
    for number in range(1, rounds + 1):
        is_last = still_open and number == rounds
        evening.play(*range(1, 9), leaving_open={1} if is_last else ())
        if not is_last:
            evening.finish()
    whole = rounds - still_open

    card = the_card(evening.tournament.club)
    rows = standings_page(evening.tournament, Audience.PUBLIC, after=whole).rows

    assert [leader.name for leader in card.leaders] == [row.name for row in rows if row.rank == 1]
    assert {each.points for each in card.leaders} == {rows[0].cells[0].text}


def test_a_tournament_that_has_not_begun_says_so() -> None:
    card = the_card(a_tournament(5).club)

    assert (card.state, card.players, card.leaders) == ("Not begun", 5, ())


def test_after_its_last_round_the_leader_has_won() -> None:
    evening = Evening.of(6, planned_rounds=2)
    for _round in range(2):
        evening.play(*range(1, 7))
        evening.finish()

    card = the_card(evening.tournament.club)

    assert card.is_over
    assert (card.state, card.next) == ("2 rounds", "")
    assert card.leaders


def test_those_that_have_not_begun_stand_after_those_that_are_played() -> None:
    """However large: their cards are low, and a low one beside a tall one is a hole."""
    evening = Evening.of(4)
    evening.play()
    club, season = evening.tournament.club, evening.tournament.season
    Evening.of(6, club=club, season=season, name="Later")

    (shown,) = public_club_page(club).seasons

    assert [card.name for card in shown.tournaments] == [evening.tournament.name, "Later"]


def test_those_that_go_on_stand_before_those_that_are_over_and_the_largest_first() -> None:
    over = Evening.of(6, planned_rounds=1)
    club, season = over.tournament.club, over.tournament.season
    Evening.of(3, club=club, season=season, name="Small")
    Evening.of(12, club=club, season=season, name="Large")
    over.play(1, 2, 3, 4)
    over.finish()

    (shown,) = public_club_page(club).seasons

    assert [card.name for card in shown.tournaments] == ["Large", "Small", "Tuesday cup"]


@pytest.mark.parametrize("how_many", [0, 1, 12])
def test_a_season_of_any_number_of_tournaments(how_many: int) -> None:
    season = SeasonFactory()
    for number in range(how_many):
        Evening.of(2, club=season.club, season=season, name=f"Cup {number}")

    (shown,) = public_club_page(season.club).seasons

    assert len({card.name for card in shown.tournaments}) == len(shown.tournaments) == how_many


def test_a_club_with_nothing_is_calm() -> None:
    page = public_club_page(Club.objects.create(name="New", slug="new"))

    assert (page.tonight, page.next_evening, page.seasons, page.honour, page.archive_url) == ((), None, (), None, "")
    assert page.identity.logo_url == ""


# The roll of honour


def won(evening: Evening, *, rounds: int = 3) -> Evening:
    """Played through, and its season closed for good."""
    Season.objects.filter(pk=evening.tournament.season_id).update(is_open=True)
    for _round in range(rounds):
        evening.play(*range(1, evening.tournament.entries.count() + 1))
        evening.finish()
    Season.objects.filter(pk=evening.tournament.season_id).update(is_open=False)
    return evening


def a_season(club: Club, year: int) -> Season:
    return SeasonFactory(
        club=club,
        name=f"{year}",
        starts_on=datetime.date(year, 8, 1),
        ends_on=datetime.date(year + 1, 6, 1),
    )


def test_the_latest_champion_stands_with_points_margin_and_rounds_led() -> None:
    club = ClubFactory()
    evening = won(Evening.of(8, club=club, season=a_season(club, 2024)))
    a_season(club, 2026)

    honour = public_club_page(club).honour

    assert honour is not None
    rows = standings_page(evening.tournament, Audience.PUBLIC).rows
    assert [(each.place, each.name, each.points) for each in honour.steps] == [
        (row.rank, row.name, row.cells[0].text) for row in rows[:3]
    ]
    assert (honour.latest.season, honour.latest.tournament) == ("2024", "Tuesday cup")
    tables = [standings_page(evening.tournament, Audience.PUBLIC, after=number).rows for number in (1, 2, 3)]
    led = sum(row.rank == 1 and row.name == rows[0].name for table in tables for row in table)
    assert honour.facts[-1] == f"Led after {led} of 3 rounds."
    assert f"Won with {rows[0].cells[0].text}, " in honour.facts[0]
    assert honour.earlier == ()


def test_of_a_season_the_longest_and_largest_tournament_counts_and_seasons_come_latest_first() -> None:
    club = ClubFactory()
    for year in (2021, 2022, 2023):
        season = a_season(club, year)
        won(Evening.of(8, club=club, season=season, name=f"Blitz {year}"), rounds=1)
        won(Evening.of(6, club=club, season=season, name=f"Cup {year}"), rounds=2)
    a_season(club, 2026)

    honour = public_club_page(club).honour

    assert honour is not None
    assert honour.latest.tournament == "Cup 2023"
    assert [each.tournament for each in honour.earlier] == ["Cup 2022", "Cup 2021"]


def test_who_is_hidden_is_hidden_among_the_leaders_and_on_the_roll() -> None:
    club = ClubFactory()
    won(Evening.of(6, club=club, season=a_season(club, 2024)))
    running = Evening.of(6, club=club, season=a_season(club, 2026), name="Now")
    for _round in range(2):
        running.play(*range(1, 7))
        running.finish()
    Player.objects.update(shown_as=ShownAs.NUMBER)

    page = public_club_page(club)

    assert page.honour is not None
    names = [
        each.name for each in (*page.honour.steps, *page.honour.latest.names, *page.seasons[0].tournaments[0].leaders)
    ]
    assert all(name.startswith("Player ") for name in names)


def test_questions_do_not_grow_with_seasons(django_assert_max_num_queries: Any) -> None:
    club = ClubFactory()
    for year in range(2012, 2020):
        won(Evening.of(4, club=club, season=a_season(club, year)), rounds=1)
    a_season(club, 2026)

    with django_assert_max_num_queries(16):
        assert public_club_page(club).honour is not None
