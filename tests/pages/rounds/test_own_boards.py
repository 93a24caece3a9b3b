"""Everybody's board as data: what an open page shows a reader of themselves."""

import json

import pytest
from django.test import Client

from tests.tools.casts.factories import Evening, PlayerFactory
from tests.tools.pages.reporting import a_round_to_report, phones
from tournaments.models import Entry, Player, Presence, ShownAs
from tournaments.pages.rounds.own_boards import OwnBoard, own_boards, own_boards_of_club
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.result_reports import Ended

pytestmark = pytest.mark.django_db
SCORE = "1\u202f–\u202f0"


@pytest.fixture
def evening() -> Evening:
    """Three boards and a bye; the eighth is away."""
    evening = Evening.of(8, options={"max_meetings": 5})
    evening.open()
    evening.check_in(1, 2, 3, 4, 5, 6, 7)
    evening.mark(8, Presence.EXCUSED)
    evening.pair()
    return evening


def of(evening: Evening, number: int) -> OwnBoard:
    evening.tournament.refresh_from_db()
    return next(each for each in own_boards(evening.tournament).players if each.number == number)


def test_before_the_first_round_everybody_is_known_and_nobody_has_a_board(evening: Evening) -> None:
    found = own_boards(evening.tournament)

    assert (found.round, found.story) == ("", "")
    assert [each.number for each in found.players] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert all(each.at is None and not each.words and not each.url for each in found.players)


def test_before_numbers_are_drawn_somebody_is_known_by_the_key_of_their_page(client: Client) -> None:
    evening = Evening.of(3)
    Entry.objects.filter(tournament=evening.tournament).update(number=None)
    hidden = Player.objects.filter(entries__tournament=evening.tournament).order_by("pk")[0]
    Player.objects.filter(pk=hidden.pk).update(shown_as=ShownAs.NUMBER)
    evening.tournament.refresh_from_db()

    found = own_boards(evening.tournament).players

    others = Player.objects.filter(entries__tournament=evening.tournament).exclude(pk=hidden.pk)
    assert {each.key for each in found} == {each.public_key for each in others}
    assert {(each.number, each.words) for each in found} == {(None, "On the list of players")}
    address = f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/boards.json"
    (boards,) = client.get(address).json()
    assert all(each.keys() == {"key", "name", "words"} for each in boards["players"])


def test_a_board_a_bye_and_an_absence(evening: Evening) -> None:
    evening.publish()
    white, black = evening.boards()[0]
    (bye,) = evening.byes()

    at = of(evening, black).at
    assert at is not None
    assert (at.board, at.colour, at.opponent, at.result) == (1, "black", f"No{white}", "")
    assert at.opponent_url.endswith(f"/players/{white}/")
    assert of(evening, bye).words == "Bye (odd number)"
    assert of(evening, 8).words == "Away"


def test_the_place_is_from_after_the_last_round_without_open_games(evening: Evening) -> None:
    evening.publish()
    winner = evening.boards()[0][0]
    assert of(evening, winner).place == ""

    for board in (1, 2, 3):
        evening.enter(board, Result.WHITE_WINS)
    place = of(evening, winner).place
    assert place.endswith("after round 1")
    evening.finish()
    evening.draft()
    evening.publish()
    evening.enter(1, Result.WHITE_WINS)
    assert of(evening, winner).place == place
    assert own_boards(evening.tournament).round == "Round 2"


def test_whoever_is_hidden_has_no_key_and_no_name(evening: Evening, client: Client) -> None:
    evening.publish()
    secret = evening.entry(3).player
    Player.objects.filter(pk=secret.pk).update(shown_as=ShownAs.NUMBER, given_name="Quirine", family_name="Ottesen")

    found = of(evening, 3)

    assert (found.key, found.name) == ("", "Player 3")
    club, tournament = evening.tournament.club.slug, evening.tournament.slug
    for address in (f"/en/{club}/{tournament}/boards.json", f"/en/{club}/boards.json"):
        text = client.get(address).content.decode()
        assert "Player 3" in text
        assert secret.public_key not in text
        assert "Quirine" not in text
    assert all("key" not in each or each["number"] != 3 for boards in json.loads(text) for each in boards["players"])


def test_of_a_club_only_what_is_being_played(evening: Evening) -> None:
    club = evening.tournament.club
    assert own_boards_of_club(club) == ()

    evening.publish()
    assert [(each.tournament, each.round) for each in own_boards_of_club(club)] == [("Tuesday cup", "Round 1")]
    for board in (1, 2, 3):
        evening.enter(board, Result.DRAW)
    evening.finish()
    assert own_boards_of_club(club) == ()


def test_two_of_one_name_are_told_apart_in_it(evening: Evening) -> None:
    Player.objects.filter(entries__tournament=evening.tournament, entries__number__in=[1, 2]).update(
        given_name="Per", family_name="Larsen"
    )
    PlayerFactory(club=evening.tournament.club)
    evening.publish()

    assert len({of(evening, 1).name, of(evening, 2).name}) == 2


def test_what_is_reported_is_shown_as_that_until_it_is_a_result(client: Client) -> None:
    evening = a_round_to_report()
    white, black = phones(evening)
    number, other = evening.boards()[0]
    white.says(Ended.WON)
    reported = of(evening, other).at
    assert reported is not None
    assert (reported.result, reported.reported) == ("", "Reported: you lost")
    black.says(Ended.LOST)
    address = f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/boards.json"
    (boards,) = client.get(address).json()
    at = {each["number"]: each["at"] for each in boards["players"] if "at" in each}
    assert at[number]["reported"] == "Confirmed: you won"
    assert "result" not in at[number]
    evening.enter(1, Result.WHITE_WINS)
    entered = of(evening, number).at
    assert entered is not None
    assert (entered.result, entered.reported) == (SCORE, "")


def test_two_different_reports_are_no_result_to_show() -> None:
    evening = a_round_to_report()
    white, black = phones(evening)
    white.says(Ended.WON)
    black.says(Ended.WON)
    at = of(evening, evening.boards()[0][0]).at
    assert at is not None
    assert (at.result, at.reported) == ("", "")
