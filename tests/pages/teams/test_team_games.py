"""Somebody's games for the club's teams over the seasons."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
import time_machine

from tests.tools.casts.factories import EntryFactory, SeasonFactory, TournamentFactory, UserFactory
from tests.tools.casts.teams_cast import FIRST_MATCH, Teams
from tournaments.models import FixturePlace, Player, ShownAs
from tournaments.pages.clubs.player_career import person_over_seasons
from tournaments.pages.clubs.public_player import public_player_page
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pages.teams.team_games import TeamGames, team_games

pytestmark = pytest.mark.django_db

LATER = datetime.datetime(2027, 5, 1, 12, tzinfo=datetime.UTC)


def played(teams: Teams, results: str, *, player: Player | None = None) -> Player:
    player = player or teams.people[0]
    for number, result in enumerate(results, 1):
        fixture = teams.fixture(round=number)
        teams.sits(fixture, player)
        FixturePlace.objects.filter(fixture=fixture).update(result=result.strip(), opponent=f"Rival {number}")
    return player


@time_machine.travel(LATER)
def test_the_sum_has_games_that_were_played_to_their_end() -> None:
    teams = Teams.of()
    games = team_games(teams.club, played(teams, "11½0+-h "))
    assert games is not None
    assert (games.score.words, games.score.besides) == ("2½ of 4", "2 forfeits not counted, 2 games open")
    assert [each.opponent for each in games.last[:2]] == ["Rival 8", "Rival 7"]
    assert [each.colour for each in games.last] == ["white"] * 8
    (season,) = games.seasons
    assert (season.team, season.score.words) == (teams.first.name, "2½ of 4")


@time_machine.travel(LATER)
def test_forfeits_alone_are_no_game_but_said() -> None:
    teams = Teams.of()
    games = team_games(teams.club, played(teams, "+"))
    assert games is not None
    assert (games.score.words, games.score.besides) == ("", "1 forfeit not counted")


def test_a_match_to_come_is_no_game_yet_but_opens_their_page() -> None:
    """A board of its line-up leads there."""
    teams = Teams.of()
    player = played(teams, " ")
    with time_machine.travel(datetime.datetime.combine(FIRST_MATCH, datetime.time(0), tzinfo=datetime.UTC)):
        games = team_games(teams.club, player)
        assert games is not None
        assert (len(games.last), games.score.besides) == (1, "1 game open")
    with time_machine.travel(datetime.datetime(2026, 10, 5, 12, tzinfo=datetime.UTC)):
        games = team_games(teams.club, player)
        assert games is not None
        assert (games.last, games.seasons, games.score.besides) == ((), (), "")
        assert public_player_page(teams.club, player.public_key).for_teams == games


@time_machine.travel(LATER)
def test_seasons_stand_the_latest_first_and_a_merged_records_games_are_theirs() -> None:
    old = Teams.of()
    old.league.season.starts_on = datetime.date(2025, 8, 1)
    old.league.season.is_open = False
    old.league.season.save()
    new = Teams.of(club=old.club)
    kept = new.people[0]
    other = played(old, "10")
    Player.objects.filter(pk=other.pk).update(merged_into=kept)
    played(new, "½½½")
    games = team_games(new.club, kept)
    assert games is not None
    assert games.score.words == "2½ of 5"
    assert [each.score.words for each in games.seasons] == ["1½ of 3", "1 of 2"]


@time_machine.travel(LATER)
def test_it_is_one_query(django_assert_num_queries: Any) -> None:
    teams = Teams.of()
    player = played(teams, "11½0")
    with django_assert_num_queries(1):
        team_games(teams.club, player)
    with django_assert_num_queries(1):
        assert team_games(teams.club, teams.people[1]) is None


def of_page(games: TeamGames | None) -> str:
    return games.score.words if games else ""


@time_machine.travel(LATER)
def test_the_public_page_has_them_apart_also_of_who_plays_in_no_tournament() -> None:
    teams = Teams.of()
    player = played(teams, "1½")
    page = public_player_page(teams.club, player.public_key)
    assert (of_page(page.for_teams), page.score.games, page.appearances, page.rating) == ("1½ of 2", 0, (), None)
    EntryFactory(tournament=TournamentFactory(club=teams.club, season=SeasonFactory(club=teams.club)), player=player)
    page = public_player_page(teams.club, player.public_key)
    assert (of_page(page.for_teams), len(page.appearances)) == ("1½ of 2", 1)

    Player.objects.filter(pk=player.pk).update(shown_as=ShownAs.NUMBER)
    with pytest.raises(NotPublished):
        public_player_page(teams.club, player.public_key)


@time_machine.travel(LATER)
def test_the_staffs_page_has_them_whatever_the_public_may_see() -> None:
    teams = Teams.of()
    player = played(teams, "1½")
    page = person_over_seasons(teams.club, player, UserFactory(), shows_contact=False)
    assert (of_page(page.for_teams), bool(page.public_url)) == ("1½ of 2", True)
    Player.objects.filter(pk=player.pk).update(shown_as=ShownAs.NUMBER)
    player.refresh_from_db()
    page = person_over_seasons(teams.club, player, UserFactory(), shows_contact=False)
    assert (of_page(page.for_teams), page.public_url) == ("1½ of 2", "")
