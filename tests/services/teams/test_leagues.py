"""Leagues, teams and the club's list: made, changed, refused."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from tests.tools.casts.factories import ClubFactory, PlayerFactory, SeasonFactory
from tests.tools.casts.teams_cast import FIRST_MATCH, Teams
from tournaments.models import Club, Fixture, League, OutsideTeam, SquadPlace
from tournaments.recording import Stale
from tournaments.services.common.refusal import Refused
from tournaments.services.teams import leagues, squads
from tournaments.services.teams.fixtures import FixtureSettings, add_fixture, edit_fixture, version_of
from tournaments.services.teams.leagues import LeagueSettings, TeamSettings
from tournaments.services.teams.squads import Nominated, write_squad

pytestmark = pytest.mark.django_db


def test_a_league_begins_with_a_first_team_that_has_its_boards() -> None:
    season = SeasonFactory(club=ClubFactory(name="Rockaden"))
    settings = LeagueSettings(name=" KNSB ", preset="nl_knsb", rules={"boards": 6})
    league = leagues.make_league(season.club, season, settings, actor=None)
    team = league.teams.get()
    assert (league.name, team.name, team.number, team.boards) == ("KNSB", "Rockaden 1", 1, 6)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (LeagueSettings(name=" "), "A league needs a name."),
        (LeagueSettings(name="n" * 101), "A name has at most 100 characters."),
        (LeagueSettings(name="league"), "The season {season} has a league “league” already."),
        (LeagueSettings(name="A", rules={"boards": 0}), "These rules do not go together."),
        (LeagueSettings(name="A", preset="nl_kndb"), "These rules do not go together."),
        (LeagueSettings(name="A", rules={"min_boards": 9, "boards": 8}), "These rules do not go together."),
    ],
)
def test_a_league_that_is_none_is_refused(settings: LeagueSettings, sentence: str) -> None:
    league = Teams.of().league
    with pytest.raises(Refused) as refused:
        leagues.make_league(league.club, league.season, settings, actor=None)
    assert refused.value.message == sentence.format(season=league.season.name)
    assert League.objects.count() == 1


def test_rules_that_somebody_else_changed_meanwhile_are_not_overwritten() -> None:
    league = Teams.of().league
    seen = leagues.league_version(league)
    leagues.edit_league(league, LeagueSettings(name="One", rules={"boards": 4}), seen=seen, actor=None)
    with pytest.raises(Stale):
        leagues.edit_league(league, LeagueSettings(name="Other"), seen=seen, actor=None)


def test_a_league_goes_with_all_that_is_in_it_unless_a_match_has_begun() -> None:
    teams = Teams.of()
    fixture = teams.fixture()
    teams.sits(fixture, teams.people[0])
    with pytest.raises(Refused, match="Delete those matches first"):
        leagues.delete_league(teams.league, actor=None)
    fixture.places.all().delete()
    fixture.delete()
    teams.fixture()
    leagues.delete_league(teams.league, actor=None)
    assert (League.objects.count(), OutsideTeam.objects.count(), SquadPlace.objects.count()) == (0, 0, 0)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"name": ""}, "A team needs a name."),
        ({"number": 2}, "There is a team number 2 already."),
        ({"boards": 13}, "A team has 1 to 12 boards, and a number from 1 to 30."),
        ({"number": 0}, "A team has 1 to 12 boards, and a number from 1 to 30."),
        ({"table": "\n".join(map(str, range(41)))}, "A table has at most 40 rows of 16 cells."),
    ],
)
def test_a_team_that_is_none_is_refused(values: dict[str, Any], sentence: str) -> None:
    team = Teams.of().first
    settings = TeamSettings(**({"name": "First", "number": 1, "boards": 4} | values))
    with pytest.raises(Refused) as refused:
        leagues.edit_team(team, settings, seen=leagues.team_version(team), actor=None)
    assert refused.value.message == sentence


def test_a_captain_is_of_the_club() -> None:
    team, stranger = Teams.of().first, PlayerFactory()
    settings = TeamSettings(name="First", number=1, boards=4, captain=stranger)
    with pytest.raises(Refused, match="not of this club"):
        leagues.edit_team(team, settings, seen=leagues.team_version(team), actor=None)


def test_a_leagues_table_is_pasted_as_rows_of_cells() -> None:
    found = leagues.table_of("1  Rivals 1   8   16½\n2\tRockaden\t6\n\n3;Third;4")
    assert found == [["1", "Rivals 1", "8", "16½"], ["2", "Rockaden", "6"], ["3", "Third", "4"]]


def test_cells_of_a_table_may_be_empty_and_hide_nothing() -> None:
    found = leagues.table_of("\tTeam\tPoints\r\n1\tRi\u202evals\x07\t8\n  2  Solna  6  ")
    assert found == [["", "Team", "Points"], ["1", "Rivals", "8"], ["2", "Solna", "6"]]


@pytest.mark.parametrize("day", [datetime.date(1, 1, 1), datetime.date(1999, 12, 31), datetime.date.max])
def test_a_match_of_another_century_is_refused(day: datetime.date) -> None:
    teams = Teams.of()
    teams.league.also_day_after = True
    teams.league.save()
    settings = FixtureSettings(date=day, opponent="Rivals", is_home=False)
    with pytest.raises(Refused, match=r"Give a date between 2000 and 2099\."):
        add_fixture(teams.first, settings, actor=None)
    fixture = teams.fixture()
    with pytest.raises(Refused, match=r"Give a date between 2000 and 2099\."):
        edit_fixture(fixture, settings, seen=version_of(fixture), actor=None)


def test_a_teams_people_stay_on_the_list_without_it() -> None:
    teams = Teams.of()
    leagues.delete_team(teams.second, actor=None)
    assert teams.league.squad.filter(team=None).count() == 6


def _list(teams: Teams, *at: int) -> list[Nominated]:
    return [Nominated(player=teams.people[each], team=teams.first, rating=1900) for each in at]


def test_the_list_is_written_whole_in_its_order() -> None:
    teams = Teams.of()
    write_squad(teams.league, _list(teams, 3, 1), seen=squads.version_of(teams.league), actor=None)
    found = teams.league.squad.order_by("position").values_list("player", "rating")
    assert list(found) == [(teams.people[3].pk, 1900), (teams.people[1].pk, 1900)]


def test_the_same_list_again_is_nothing_done() -> None:
    teams = Teams.of()
    people = _list(teams, 3, 1)
    write_squad(teams.league, people, seen=squads.version_of(teams.league), actor=None)
    assert write_squad(teams.league, people, seen=squads.version_of(teams.league), actor=None) is None


def test_a_member_in_two_squads_of_a_league_is_named() -> None:
    teams = Teams.of()
    person = teams.people[0]
    twice = [Nominated(player=person, team=teams.first), Nominated(player=person, team=teams.second)]
    with pytest.raises(Refused) as refused:
        write_squad(teams.league, twice, seen=squads.version_of(teams.league), actor=None)
    assert refused.value.message == "On the list twice: Person0."


def test_whoever_has_played_stays_on_the_list() -> None:
    teams = Teams.of()
    teams.sits(teams.fixture(), teams.people[5])
    with pytest.raises(Refused, match="Person5: in a line-up of this season"):
        write_squad(teams.league, _list(teams, 0), seen=squads.version_of(teams.league), actor=None)


def test_strangers_and_wrong_ratings_are_refused() -> None:
    teams, others = Teams.of(), Teams.of()
    for wrong, sentence in (
        (Nominated(player=others.people[0], team=None), "That player is not of this club."),
        (Nominated(player=teams.people[0], team=others.first), "That team is not in this league."),
        (Nominated(player=teams.people[0], team=None, rating=4001), "A rating is a number up to 4000."),
    ):
        with pytest.raises(Refused) as refused:
            write_squad(teams.league, [wrong], seen=squads.version_of(teams.league), actor=None)
        assert refused.value.message == sentence
    assert teams.league.squad.count() == 12


def test_there_is_an_end_to_teams_matches_and_people() -> None:
    teams = Teams.of()
    OutsideTeam.objects.bulk_create(
        OutsideTeam(league=teams.league, number=number, name=f"Team {number}", boards=4) for number in range(3, 31)
    )
    with pytest.raises(Refused, match=r"A club has at most 30 teams in a league\."):
        leagues.make_team(teams.league, TeamSettings(name="More", number=31, boards=4), actor=None)
    Fixture.objects.bulk_create(
        Fixture(team=teams.first, round=number, date="2026-10-06", opponent="Rivals") for number in range(1, 201)
    )
    with pytest.raises(Refused, match=r"A team has at most 200 matches in a season\."):
        add_fixture(teams.first, FixtureSettings(date=FIRST_MATCH, opponent="Rivals"), actor=None)
    many = [Nominated(player=teams.people[0], team=None)] * 241
    with pytest.raises(Refused, match=r"A list has at most 240 people\."):
        write_squad(teams.league, many, seen=squads.version_of(teams.league), actor=None)


def test_a_league_of_another_club_has_no_season_here() -> None:
    club: Club = ClubFactory()
    with pytest.raises(Stale):
        leagues.make_league(club, Teams.of().league.season, LeagueSettings(name="A"), actor=None)
