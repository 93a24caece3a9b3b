"""The form of a match to print, as page values."""

from __future__ import annotations

import datetime

import pytest

from tests.tools.casts.teams_cast import Teams
from tournaments.models import Club, Fixture, OutsideTeam, Player, ShownAs, SquadPlace
from tournaments.pages.teams.match_form import MatchFormPage, match_form_page

pytestmark = pytest.mark.django_db

AT = datetime.datetime(2026, 10, 6, 18, tzinfo=datetime.UTC)


def form(fixture: Fixture) -> MatchFormPage:
    found = Fixture.objects.select_related("team__league__season", "team__league__club").get(pk=fixture.pk)
    return match_form_page(found, at=AT)


def test_before_there_is_a_line_up_the_boards_are_empty() -> None:
    teams = Teams.of()
    page = form(teams.fixture(starts_at=datetime.time(19, 30)))
    assert [(board.number, board.colour, board.name, board.rating) for board in page.boards] == [
        (1, "white", "", None),
        (2, "black", "", None),
        (3, "white", "", None),
        (4, "black", "", None),
    ]
    assert (page.when, page.is_draft) == ("Tuesday 6 Oct 2026, 19:30", False)


def test_our_people_stand_in_full_with_the_rating_of_the_list() -> None:
    teams = Teams.of()
    player = teams.people[0]
    Player.objects.filter(pk=player.pk).update(family_name="Ness", shown_as=ShownAs.NUMBER, rating=1111)
    SquadPlace.objects.filter(player=player).update(rating=2044)
    fixture = teams.fixture(is_home=False)
    teams.sits(fixture, player, None, teams.people[2])
    page = form(fixture)
    assert [(board.name, board.rating) for board in page.boards] == [
        ("Person0 Ness", 2044),
        ("", None),
        ("Person2", 1960),
        ("", None),
    ]
    assert [board.colour for board in page.boards] == ["black", "white", "black", "white"]
    assert (page.home, page.guests) == ("Rivals 1", teams.first.name)


def test_a_draft_is_taken_and_said_to_be_one() -> None:
    teams = Teams.of()
    fixture = teams.fixture()
    Fixture.objects.filter(pk=fixture.pk).update(draft=[teams.people[1].pk, None])
    page = form(fixture)
    assert (page.is_draft, page.boards[0].name, len(page.boards)) == (True, "Person1", 4)
    teams.sits(fixture, teams.people[0])
    assert (form(fixture).is_draft, form(fixture).boards[0].name) == (False, "Person0")


def test_the_place_is_the_clubs_where_a_match_at_home_says_none() -> None:
    teams = Teams.of()
    Club.objects.update(place="School")
    assert form(teams.fixture()).place == "School"
    assert form(teams.fixture(round=2, is_home=False)).place == ""
    assert form(teams.fixture(round=3, place="Library")).place == "Library"


def test_a_team_with_fewer_boards_than_its_line_up_shows_all() -> None:
    teams = Teams.of()
    fixture = teams.fixture()
    teams.sits(fixture, *teams.people[:4])
    OutsideTeam.objects.update(boards=2)
    assert [board.name for board in form(fixture).boards] == ["Person0", "Person1", "Person2", "Person3"]
