"""The club's teams as everybody sees them, as page values."""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine

from tests.tools.casts.factories import ClubFactory, PlayerFactory
from tests.tools.casts.teams_cast import FIRST_MATCH, Teams
from tournaments.models import Club, Fixture, FixturePlace, League, OutsideTeam, Player, Season, ShownAs
from tournaments.pages.clubs.public_club import public_club_page
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pages.teams.public_teams import PublicTeamPage, public_team_page, public_teams_page, team_tiles
from tournaments.pages.teams.team_matches import MatchShown, TeamMatches, home_matches_today
from tournaments.services.players.erasing import NOBODY

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def on_the_night() -> Iterator[None]:
    with time_machine.travel(datetime.datetime.combine(FIRST_MATCH, datetime.time(20), tzinfo=datetime.UTC)):
        yield


@pytest.fixture
def teams() -> Teams:
    return Teams.of(club=ClubFactory(name="Rockaden"))


def results(fixture: Fixture, said: str) -> None:
    for board, each in enumerate(said, 1):
        FixturePlace.objects.filter(fixture=fixture, board=board).update(result="" if each == " " else each)


def shown(teams: Teams, team: OutsideTeam | None = None) -> PublicTeamPage:
    return public_team_page(teams.club, (team or teams.first).pk)


def match_of(teams: Teams, fixture: Fixture) -> MatchShown:
    page = shown(teams)
    return next(each for each in (*page.tonight, *page.to_come, *page.played) if each.key == fixture.pk)


def test_a_line_up_is_shown_once_it_is_published_and_a_draft_never(teams: Teams) -> None:
    fixture = teams.fixture(starts_at=datetime.time(19, 30), place="Village hall")
    Fixture.objects.filter(pk=fixture.pk).update(draft=[each.pk for each in teams.people[:4]])
    (match,) = shown(teams).tonight
    assert (match.boards, match.score, match.where) == ((), "", "at home · Village hall")

    teams.sits(fixture, *teams.people[:3], None)
    (match,) = shown(teams).tonight

    assert [str(board.name) for board in match.boards] == ["Person0", "Person1", "Person2", ""]
    assert [board.colour for board in match.boards] == ["white", "black", "white", "black"]
    assert [board.other_colour for board in match.boards] == ["black", "white", "black", "white"]
    assert match.boards[0].url == f"/en/{teams.club.slug}/players/{teams.people[0].public_key}/"
    assert match.boards[3].url == ""
    assert (match.title, match.when) == ("Rockaden 1 – Rivals 1", "Tuesday 6 Oct 2026, 19:30")


def test_away_the_colours_are_the_others(teams: Teams) -> None:
    fixture = teams.fixture(is_home=False)
    teams.sits(fixture, *teams.people[:2])
    match = match_of(teams, fixture)
    assert ([board.colour for board in match.boards], match.where) == (["black", "white"], "away")


@pytest.mark.parametrize(
    ("said", "score", "outcome"),
    [
        ("    ", "", ""),
        ("1½  ", "1½–½ so far", ""),
        ("1½h0", "1½–1½ so far", ""),
        ("1½01", "2½–1½", "won"),
        ("½½½½", "2–2", "drawn"),
        ("0-½0", "½–3½", "lost"),
        ("xxxx", "0–0", "drawn"),
    ],
)
def test_the_score_runs_along(teams: Teams, said: str, score: str, outcome: str) -> None:
    fixture = teams.fixture()
    teams.sits(fixture, *teams.people[:4])
    results(fixture, said)
    match = match_of(teams, fixture)
    assert (match.score_words, match.outcome) == (score, outcome)


def test_boards_say_the_opponent_and_how_it_went(teams: Teams) -> None:
    fixture = teams.fixture()
    teams.sits(fixture, *teams.people[:4])
    results(fixture, "1+-h")
    FixturePlace.objects.filter(fixture=fixture, board=1).update(opponent="Rita Rival", opponent_rating=1876)
    boards = match_of(teams, fixture).boards
    assert (boards[0].opponent, boards[0].opponent_rating) == ("Rita Rival", 1876)
    assert [board.result for board in boards] == ["1–0", "+ −", "− +", "adj."]
    assert [board.sign for board in boards] == ["win", "win", "loss", "open"]
    assert boards[3].said == "adjourned"


def test_a_match_of_which_only_the_score_is_known(teams: Teams) -> None:
    fixture = teams.fixture(own_halves=5, their_halves=3)
    match = match_of(teams, fixture)
    assert (match.score_words, match.outcome_words, match.boards) == ("2½–1½", "won", ())


def test_a_match_for_which_nobody_was_found_is_lost_without_a_line_up(teams: Teams) -> None:
    fixture = teams.fixture()
    for board in range(1, 5):
        FixturePlace.objects.create(fixture=fixture, board=board, result="-")
    match = match_of(teams, fixture)
    assert (match.score_words, match.outcome, match.boards) == ("0–4", "lost", ())
    assert shown(teams).own.match_points == 0
    assert team_tiles(teams.club)[0].said == "Tonight: Rockaden 1 – Rivals 1, 0–4"


@pytest.mark.parametrize(
    ("said", "points"),
    [("11½0", 3), ("½½½½", 2), ("0000", 1), ("----", 0), ("xxxx", 0), ("++--", 0), ("+++-", 3), ("1---", 1)],
)
def test_our_sum_goes_by_the_leagues_match_points(said: str, points: int) -> None:
    """Whoever loses without a game has none, and so have both where nobody wins by that."""
    teams = Teams.of(match_points="3 2 1")
    fixture = teams.fixture()
    teams.sits(fixture, *teams.people[:4])
    results(fixture, said)
    assert shown(teams).own.match_points == points


def test_our_sum_is_of_the_matches_that_are_over(teams: Teams) -> None:
    first, second = teams.fixture(), teams.fixture(round=2)
    for fixture, said in ((first, "11½0"), (second, "1   ")):
        teams.sits(fixture, *teams.people[:4])
        results(fixture, said)
    own = shown(teams).own
    assert (own.matches, own.match_points, own.own, own.their) == (1, 2, "2½", "1½")


def test_rules_of_a_newer_version_hide_colours_and_match_points(teams: Teams) -> None:
    fixture = teams.fixture()
    teams.sits(fixture, *teams.people[:4])
    results(fixture, "1111")
    League.objects.update(rules={"of_tomorrow": 1})
    page = shown(teams)
    assert {board.colour for board in page.tonight[0].boards} == {""}
    assert (page.own.match_points, page.own.own) == (None, "4")


def test_names_are_as_each_wishes_and_children_have_an_initial(teams: Teams) -> None:
    child, number, initial, erased = teams.people[:4]
    Player.objects.filter(pk=child.pk).update(is_child=True, family_name="Childish", rating=1234)
    Player.objects.filter(pk=number.pk).update(family_name="Numbered", shown_as=ShownAs.NUMBER)
    Player.objects.filter(pk=initial.pk).update(family_name="Initialled", shown_as=ShownAs.INITIAL)
    Player.objects.filter(pk=erased.pk).update(given_name=NOBODY, family_name="", shown_as=ShownAs.NUMBER)
    fixture = teams.fixture()
    teams.sits(fixture, *teams.people[:4])

    boards = match_of(teams, fixture).boards

    assert [board.name for board in boards] == ["Person0 C.", "Player", "Person2 I.", "N.N."]
    assert [bool(board.url) for board in boards] == [True, False, True, False]


def test_two_of_one_name_are_told_apart_by_nothing_that_is_hidden(teams: Teams) -> None:
    one, other, child, third = teams.people[:4]
    Player.objects.filter(pk__in=[one.pk, other.pk]).update(given_name="Per", family_name="Lund", rating=1111)
    Player.objects.filter(pk__in=[child.pk, third.pk]).update(given_name="Ida", family_name="Moe", is_child=True)
    fixture = teams.fixture()
    teams.sits(fixture, *teams.people[:4])
    names = [str(board.name) for board in match_of(teams, fixture).boards]
    assert names[:2] == ["Per Lund (2000)", "Per Lund (1980)"]
    assert names[2:] == ["Ida M. (1.)", "Ida M. (2.)"]


def test_a_merged_record_is_called_as_the_one_it_was_merged_into(teams: Teams) -> None:
    """Who hides their name there hides it here."""
    fixture = teams.fixture()
    teams.sits(fixture, *teams.people[:2])
    known = PlayerFactory(club=teams.club, given_name="Kept")
    hidden = PlayerFactory(club=teams.club, given_name="Hidden", shown_as=ShownAs.NUMBER)
    for player, kept in zip(teams.people, (known, hidden), strict=False):
        Player.objects.filter(pk=player.pk).update(merged_into=kept)
    boards = match_of(teams, fixture).boards
    assert [(board.name, bool(board.url)) for board in boards] == [("Kept", True), ("Player", False)]


def test_a_free_round_is_no_match(teams: Teams) -> None:
    for number in (2, 4):
        teams.fixture(round=number)
    assert [match.round for match in shown(teams).to_come] == [2, 4]


def test_matches_stand_by_time(teams: Teams) -> None:
    for number, days in ((1, -21), (2, -7), (3, 0), (4, 7), (5, 21)):
        teams.fixture(round=number, date=FIRST_MATCH + datetime.timedelta(days))
    page = shown(teams)
    assert [[match.round for match in found] for found in (page.tonight, page.to_come, page.played)] == [
        [3],
        [4, 5],
        [2, 1],
    ]


def test_today_is_by_the_clubs_clock(teams: Teams) -> None:
    teams.fixture()
    with time_machine.travel(datetime.datetime(2026, 10, 6, 3, 30, tzinfo=datetime.UTC)):
        for zone, is_today in (("UTC", False), ("Europe/Oslo", True)):
            Club.objects.filter(pk=teams.club.pk).update(time_zone=zone)
            teams.club.refresh_from_db()
            assert bool(shown(teams).tonight) == is_today


def test_the_leagues_table_is_as_typed(teams: Teams) -> None:
    table = [["Team", "MP", "BP"], ["ROCKADEN 1 ", 4, "5½"], ["Rivals"]]
    OutsideTeam.objects.filter(pk=teams.first.pk).update(table=table, table_link="https://league.example/")
    page = shown(teams)
    assert page.table_head == ("Team", "MP", "BP")
    assert [(line.cells, line.is_own) for line in page.table] == [
        (("ROCKADEN 1 ", "4", "5½"), True),
        (("Rivals", "", ""), False),
    ]
    assert page.table_link == "https://league.example/"
    OutsideTeam.objects.filter(pk=teams.first.pk).update(table=[["1", "Rivals", "4"]])
    assert shown(teams).table_head == ()


def test_a_team_without_a_match_has_an_empty_page(teams: Teams) -> None:
    page = shown(teams)
    assert (page.tonight, page.to_come, page.played, page.table, page.own.matches) == ((), (), (), (), 0)


def test_anothers_team_and_none_are_not_there(teams: Teams) -> None:
    for club, key in ((ClubFactory(), teams.first.pk), (teams.club, 0)):
        with pytest.raises(NotPublished):
            public_team_page(club, key)


def test_a_season_that_is_over_is_not_listed_and_its_pages_stay(teams: Teams) -> None:
    teams.fixture()
    Season.objects.update(is_open=False)
    assert public_teams_page(teams.club).leagues == ()
    assert shown(teams).name == "Rockaden 1"
    assert shown(teams).teams_url == ""
    assert team_tiles(teams.club) == ()


def test_all_teams_stand_by_league_with_their_next_match_and_the_nights(teams: Teams) -> None:
    teams.fixture(round=2)
    teams.fixture(teams.second, round=2)
    teams.fixture(round=1, date=FIRST_MATCH - datetime.timedelta(1))
    page = public_teams_page(teams.club)
    (league,) = page.leagues
    assert (league.name, [team.name for team in league.teams]) == ("League", ["Rockaden 1", "Rockaden 2"])
    assert [team.next and team.next.title for team in league.teams] == [
        "Rockaden 1 – Rivals 2",
        "Rockaden 2 – Rivals 2",
    ]
    assert [(night.day, len(night.matches)) for night in page.to_come] == [("Tuesday 27 Oct 2026", 2)]
    assert [night.matches[0].title for night in page.played] == ["Rockaden 1 – Rivals 1"]


def test_the_queries_do_not_depend_on_the_matches(teams: Teams, django_assert_num_queries: Any) -> None:
    for number in range(1, 7):
        teams.sits(teams.fixture(round=number), *teams.people[:4])
        teams.sits(teams.fixture(teams.second, round=number), *teams.people[4:8])
    with django_assert_num_queries(4):
        public_teams_page(teams.club)
    with django_assert_num_queries(4):
        shown(teams)


# The club's front page, and the hall


def test_a_club_without_teams_pays_one_query(django_assert_num_queries: Any) -> None:
    club = ClubFactory()
    with django_assert_num_queries(1):
        assert team_tiles(club) == ()
    assert public_club_page(club).teams == ()


def test_the_front_page_says_tonights_match_with_its_score_and_the_next(teams: Teams) -> None:
    fixture = teams.fixture()
    teams.fixture(teams.second, round=2, starts_at=datetime.time(19, 30))
    teams.sits(fixture, *teams.people[:4])
    first, second = public_club_page(teams.club).teams
    assert (first.said, first.is_tonight) == ("Tonight: Rockaden 1 – Rivals 1", True)
    assert (second.said, second.is_tonight) == ("Tuesday 27 Oct 2026, 19:30: Rockaden 2 – Rivals 2", False)

    results(fixture, "1½  ")
    assert team_tiles(teams.club)[0].said == "Tonight: Rockaden 1 – Rivals 1, 1½–½ so far"
    results(fixture, "1½01")
    assert team_tiles(teams.club)[0].said == "Tonight: Rockaden 1 – Rivals 1, 2½–1½"


def test_the_hall_shows_what_is_played_there_today(teams: Teams) -> None:
    fixture = teams.fixture()
    assert home_matches_today(teams.club) == ()
    teams.sits(fixture, *teams.people[:4])
    results(fixture, "1   ")
    teams.sits(teams.fixture(teams.second, is_home=False), *teams.people[4:8])
    teams.sits(teams.fixture(round=2), *teams.people[:4])
    (match,) = home_matches_today(teams.club)
    assert (match.key, match.score_words, len(match.boards)) == (fixture.pk, "1–0 so far", 4)


def test_what_is_public_reads_no_line_up_that_is_not_published(teams: Teams) -> None:
    """As after a line-up was taken back."""
    fixture = teams.fixture()
    teams.sits(fixture, *teams.people[:4])
    Fixture.objects.filter(pk=fixture.pk).update(published_at=None)
    fixture = Fixture.objects.select_related("team__league").get(pk=fixture.pk)
    assert TeamMatches.of(teams.club, [fixture]).shown(fixture).boards == ()


def test_after_midnight_the_match_is_still_tonights_until_the_night_is_over() -> None:
    teams = Teams.of(club=ClubFactory(time_zone="Europe/Oslo"))
    teams.sits(teams.fixture(), *teams.people[:4])
    begins = datetime.datetime.combine(FIRST_MATCH, datetime.time(), tzinfo=zoneinfo.ZoneInfo("Europe/Oslo"))
    found = {}
    for hour in (23, 24, 28, 30):
        with time_machine.travel(begins + datetime.timedelta(hours=hour)):
            found[hour] = bool(public_teams_page(teams.club).tonight)
    assert found == {23: True, 24: True, 28: True, 30: False}
