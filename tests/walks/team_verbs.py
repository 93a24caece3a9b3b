"""Every verb of the club's teams, and where it begins: a league with two teams in the club of an evening, whose
players are on its list."""

from __future__ import annotations

from collections.abc import Callable

from tests.tools.casts.factories import Evening
from tests.tools.pages.todays_date import today
from tournaments.models import Fixture, League, OutsideTeam, SquadPlace
from tournaments.services.teams import fixture_results, fixtures, leagues, line_ups, squads
from tournaments.services.teams.fixture_results import TypedBoard
from tournaments.services.teams.fixtures import FixtureSettings
from tournaments.services.teams.leagues import LeagueSettings, TeamSettings
from tournaments.services.teams.squads import Nominated

Verb = Callable[[Evening], object]


def with_a_team(evening: Evening) -> None:
    """Round 1 is open, so that tonight is an evening of theirs."""
    evening.open()
    make_a_league(evening)
    league = League.objects.get()
    for entry in evening.tournament.entries.order_by("number"):
        SquadPlace.objects.create(
            league=league, player=entry.player, team=league.teams.get(), position=entry.number or 0
        )


def with_a_match(evening: Evening) -> None:
    with_a_team(evening)
    add_a_match(evening)


def with_a_line_up(evening: Evening) -> None:
    with_a_match(evening)
    publish(evening)


def make_a_league(evening: Evening) -> None:
    club = evening.tournament.club
    settings = LeagueSettings(name="League", rules={"boards": 4})
    leagues.make_league(club, evening.tournament.season, settings, actor=evening.director)


def edit_the_league(evening: Evening) -> None:
    league = League.objects.get()
    settings = LeagueSettings(name="Second league", rules={"boards": 6}, also_day_after=True)
    leagues.edit_league(league, settings, seen=leagues.league_version(league), actor=evening.director)


def make_a_team(evening: Evening) -> None:
    leagues.make_team(League.objects.get(), TeamSettings(name="Second", number=2, boards=4), actor=evening.director)


def edit_the_team(evening: Evening) -> None:
    team = OutsideTeam.objects.get()
    settings = TeamSettings(name="First", number=3, boards=6, captain=evening.entry(1).player, table="1;Rivals;8")
    leagues.edit_team(team, settings, seen=leagues.team_version(team), actor=evening.director)


def write_the_list(evening: Evening) -> None:
    league = League.objects.get()
    people = [Nominated(player=evening.entry(number).player, team=None, rating=1500) for number in (3, 1)]
    squads.write_squad(league, people, seen=squads.version_of(league), actor=evening.director)


def add_a_match(evening: Evening) -> None:
    settings = FixtureSettings(date=today(), opponent="Rivals")
    fixtures.add_fixture(OutsideTeam.objects.get(), settings, actor=evening.director)


def edit_the_match(evening: Evening) -> None:
    fixture = _fixture()
    settings = FixtureSettings(date=today().replace(day=1), opponent="Others", is_home=False, round=2)
    fixtures.edit_fixture(fixture, settings, seen=fixtures.version_of(fixture), actor=evening.director)


def _fixture() -> Fixture:
    return Fixture.objects.select_related("team__league__club").get()


def save_a_draft(evening: Evening) -> None:
    fixture = _fixture()
    people = [evening.entry(2).player_id]
    line_ups.save_draft(fixture, people, seen=line_ups.version_of(fixture), actor=evening.director)


def publish(evening: Evening, *numbers: int) -> None:
    fixture = _fixture()
    people = [evening.entry(number).player_id for number in numbers or (1, 2)]
    line_ups.publish(fixture, people, seen=line_ups.version_of(fixture), actor=evening.director)


def take_back(evening: Evening) -> None:
    fixture = _fixture()
    line_ups.take_back(fixture, seen=line_ups.version_of(fixture), actor=evening.director)


def enter_results(evening: Evening) -> None:
    fixture = _fixture()
    typed = [TypedBoard(board=1, result="1", opponent="Olsen"), TypedBoard(board=2, result="½")]
    fixture_results.enter_results(fixture, typed, seen=fixture_results.version_of(fixture), actor=evening.director)


def enter_a_score(evening: Evening) -> None:
    fixture = _fixture()
    seen = fixture_results.version_of(fixture)
    fixture_results.enter_results(fixture, [], score=(5, 3), seen=seen, actor=evening.director)


TEAM_CASES: list[tuple[str, Verb, Verb]] = [
    ("leagues.make_league", lambda _evening: None, make_a_league),
    ("leagues.edit_league", with_a_line_up, edit_the_league),
    ("leagues.delete_league", with_a_match, lambda e: leagues.delete_league(League.objects.get(), actor=e.director)),
    ("leagues.make_team", with_a_team, make_a_team),
    ("leagues.edit_team", with_a_line_up, edit_the_team),
    ("leagues.delete_team", with_a_match, lambda e: leagues.delete_team(OutsideTeam.objects.get(), actor=e.director)),
    ("squads.write_squad", with_a_team, write_the_list),
    ("fixtures.add_fixture", with_a_team, add_a_match),
    ("fixtures.edit_fixture", with_a_line_up, edit_the_match),
    ("fixtures.delete_fixture", with_a_line_up, lambda e: fixtures.delete_fixture(_fixture(), actor=e.director)),
    ("line_ups.save_draft", with_a_line_up, save_a_draft),
    ("line_ups.publish", with_a_match, publish),
    ("line_ups.publish", with_a_line_up, lambda e: publish(e, 2, 1, 4)),
    ("line_ups.take_back", with_a_line_up, take_back),
    ("fixture_results.enter_results", with_a_line_up, enter_results),
    ("fixture_results.enter_results", with_a_match, enter_a_score),
]
