"""Reported results as the public, the hall and the director see them, until they are entered."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import Evening
from tests.tools.pages.reporting import a_round_to_report, phones
from tournaments.models import Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.wording import result_text
from tournaments.pages.evening import evening_page
from tournaments.pages.rounds.projector import projector_page
from tournaments.pages.rounds.round import round_page
from tournaments.pages.standings.published_tournament import published_tournament
from tournaments.pages.standings.standings import standings_of
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.result_reports import Ended

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    """Board 1 is reported by one, board 2 by both, board 3 by both in contradiction."""
    evening = a_round_to_report(8)
    phones(evening, 1)[0].says(Ended.WON)
    for board, ended in ((2, Ended.DRAW), (3, Ended.WON)):
        white, black = phones(evening, board)
        white.says(ended)
        black.says(ended)
    return evening


def there(evening: Evening) -> Tournament:
    return Tournament.objects.select_related("club", "season").get(pk=evening.tournament.pk)


def test_the_public_reads_what_is_reported_and_who_contradict_each_other_are_playing(evening: Evening) -> None:
    page = round_page(there(evening), Audience.PUBLIC, number=1)

    assert [(board.reported, board.is_agreed) for board in page.boards] == [
        (result_text(Result.WHITE_WINS), False),
        (result_text(Result.DRAW), True),
        ("", False),
        ("", False),
    ]
    assert all(board.is_open for board in page.boards)
    assert page.open_games == 4
    assert page.has_reported


def test_it_counts_nowhere(evening: Evening) -> None:
    published = published_tournament(there(evening), Audience.PUBLIC, after=1)

    assert all(cell.text in {"0", "–", ""} for row in standings_of(published).rows for cell in row.cells[:1])
    assert {point for points in published.history for point in points.values()} == {0}
    hall = projector_page(there(evening))
    assert hall.foot is not None
    assert hall.foot.progress.done == 0
    assert not hall.is_under_way


def test_what_is_entered_takes_its_place_at_once(evening: Evening) -> None:
    evening.enter(2, Result.BLACK_WINS)

    board = round_page(there(evening), Audience.PUBLIC, number=1).boards[1]

    assert (board.result, board.reported) == (result_text(Result.BLACK_WINS), "")


@pytest.mark.parametrize("name", ["public_tournament", "public_hall"])
def test_it_is_marked_in_words_too_and_explained(evening: Evening, client: Client, name: str) -> None:
    address = evening.url(name)
    html = client.get(address).content.decode()

    assert html.count(">reported<") == 1
    assert html.count(">confirmed<") == 1
    if name == "public_tournament":
        assert "It counts once the director has entered it." in html


def test_a_report_is_seen_by_a_page_that_was_kept(evening: Evening, client: Client) -> None:
    address = evening.url("public_tournament")
    before = client.get(address).content.decode()
    phones(evening, 4)[0].says(Ended.LOST)
    after = client.get(address).content.decode()
    assert (before.count(">reported<"), after.count(">reported<")) == (1, 2)


def test_the_director_reads_who_says_what(evening: Evening) -> None:
    page = evening_page(there(evening))

    assert page.round is not None
    said = [(row.white.says, row.black.says) for row in page.round.boards]
    assert said == [
        ("reports 1–0", ""),
        ("reports ½–½", "reports ½–½"),
        ("reports 1–0", "reports 0–1"),
        ("", ""),
    ]
    assert page.round.agreed == {evening.game(2).pk: Result.DRAW}


def test_one_tap_enters_all_agreed_ones_and_the_row_says_so_no_more(evening: Evening, client: Client) -> None:
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    slugs = [evening.tournament.club.slug, evening.tournament.slug]
    html = client.get(reverse("evening", args=slugs)).content.decode()
    assert "Enter the one result that both report<" in html
    address = reverse("accept_agreed", args=[*slugs, 1])

    assert client.post(address, {"agreed": "nonsense"}).status_code == 422
    agreed = f"{evening.game(2).pk}:{Result.DRAW.value}"
    assert client.post(address, {"agreed": agreed}).status_code == 302

    assert evening.game(2).result == Result.DRAW
    html = client.get(reverse("evening", args=slugs)).content.decode()
    assert "that both report<" not in html
    assert "Round 1: the results that both reported are entered, boards 2" in html


def test_a_tap_tells_anew_what_may_be_accepted(evening: Evening, client: Client) -> None:
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    game = evening.game(2)
    address = evening.url("enter_result", game.pk)
    tap = {"result": Result.DRAW.value, "seen": Result.OPEN.value, "screen": "boards"}
    html = client.post(address, tap, headers={"HX-Request": "true"}).content.decode()
    assert 'id="agreed"' in html
    assert "that both report<" not in html
