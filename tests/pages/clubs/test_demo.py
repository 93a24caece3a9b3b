"""The demo's shop window: the log-in, and doors into the evening that is going on."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tools.played.played import Played, a_tournament
from tournaments.models import Membership, Role, RoundState, User
from tournaments.pages.clubs.demo import Demo, demo_of

pytestmark = pytest.mark.django_db


def shown(played: Played) -> Demo:
    user, _is_new = User.objects.get_or_create(username="demo")
    Membership.objects.get_or_create(club=played.club, user=user, role=Role.ADMIN)
    played.club.demo_password = "only-shown-here"
    played.club.save()
    demo = demo_of(played.club)
    assert demo is not None
    return demo


def test_a_real_club_has_none() -> None:
    played = a_tournament(4)
    shown(played)
    played.club.demo_password = ""

    assert demo_of(played.club) is None


def test_nothing_is_shown_of_a_round_that_is_not_public() -> None:
    played = a_tournament(4)
    played.play(open_boards={1, 2}, state=RoundState.DRAFTED)

    demo = shown(played)

    assert demo.tonight is None
    assert demo.evening_url == "/en/rockaden/staff/tuesday-cup/"


def test_the_doors_lead_to_the_board_of_somebody_who_plays_and_to_the_hall() -> None:
    played = a_tournament(7)
    played.play(open_boards={2, 3}, state=RoundState.PUBLISHED)

    tonight = shown(played).tonight

    assert tonight is not None
    board = next(each for each in tonight.on_the_wall if each.number == 2)
    assert (tonight.own.board, tonight.own.name, tonight.own.opponent) == (2, board.black.name, board.white.name)
    assert tonight.own.url == played.address(f"rounds/1/#p{board.black.number}")
    assert tonight.hall_url == played.address("hall/")
    assert (tonight.games, tonight.open_games, list(tonight.meter)) == (3, 2, [True, False, False])
    assert tonight.entered is not None
    assert tonight.entered.number == 1


def test_the_tournament_in_which_most_are_still_playing_is_shown() -> None:
    few, many = a_tournament(4, name="Few"), a_tournament(9, name="Many")
    many.club = few.club
    many.tournament.club = few.club
    many.tournament.save()
    many.play(open_boards={1, 2, 3, 4}, state=RoundState.PUBLISHED)
    few.play(open_boards={1}, state=RoundState.PUBLISHED)

    tonight = shown(few).tonight

    assert tonight is not None
    assert (tonight.tournament, tonight.open_games) == ("Many", 4)


@pytest.mark.parametrize(("players", "absent", "expected"), [(7, set(), (7, 3, 1, 0)), (12, {1, 2}, (10, 5, 0, 2))])
def test_everybody_who_is_here_is_in_the_drawing(
    players: int, absent: set[int], expected: tuple[int, int, int, int]
) -> None:
    played = a_tournament(players)
    played.play(open_boards={1}, absent=absent, state=RoundState.PUBLISHED)

    tonight = shown(played).tonight

    assert tonight is not None
    drawn = tonight.paired
    assert (drawn.here, drawn.boards, drawn.byes, drawn.away) == expected
    count = [path.count("M") for path in (drawn.tiles, drawn.white, drawn.black, drawn.absent)]
    assert count == [drawn.boards + drawn.byes, drawn.boards + drawn.byes, drawn.boards, drawn.away]


def test_the_first_page_shows_it_and_without_an_evening_the_log_in_alone(client: Client) -> None:
    played = a_tournament(7)
    shown(played)
    before = client.get("/en/").content.decode()
    played.play(open_boards={1}, state=RoundState.PUBLISHED)
    after = client.get("/en/").content.decode()

    for html in (before, after):
        assert "only-shown-here" in html
        assert 'id="demo"' in html
    assert f'href="{played.address("hall/")}"' in after
    assert "Hall screen" not in before
