"""How a round was paired, over HTTP: by whom it can be read when, and the way to it."""

import re

import pytest
from django.test import Client

from tests.tools.casts.factories import Evening
from tournaments.models import ForbiddenPair
from tournaments.pairing.types.snapshot import Result
from tournaments.services.evening import manual_pairing

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(7)
    evening.play()
    evening.draft()
    return evening


def public(evening: Evening, number: int, rest: str = "") -> str:
    return f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/rounds/{number}/{rest}"


def staff(evening: Evening, number: int, rest: str = "") -> str:
    return f"/en/{evening.tournament.club.slug}/staff/{evening.tournament.slug}/rounds/{number}/{rest}"


@pytest.mark.slow
def test_everybody_reads_a_published_round_and_nobody_else_a_draft(client: Client, evening: Evening) -> None:
    assert client.get(public(evening, 1, "story/")).status_code == 200
    assert client.get(public(evening, 1, "story/live/")).status_code == 200
    assert client.get(public(evening, 2, "story/")).status_code == 404
    assert client.get(public(evening, 3, "story/")).status_code == 404


@pytest.mark.slow
def test_the_director_reads_the_draft_before_publishing(client: Client, evening: Evening) -> None:
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    draft = client.get(staff(evening, 2), follow=True).content.decode()

    assert f'href="{staff(evening, 2, "story/")}"' in draft
    html = client.get(staff(evening, 2, "story/")).content.decode()
    assert "Draft: only the staff can read this" in html
    assert "The cards are sorted by points." in html
    assert client.get(staff(evening, 3, "story/")).status_code == 404


def test_the_draft_names_who_was_passed_over_as_soon_as_it_is_worked_out(client: Client) -> None:
    evening = Evening.of(8, system="fide_dutch", options={"initial_colour": "white"})
    evening.play(result=Result.DRAW)
    evening.draft()
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")

    draft = client.get(staff(evening, 2), follow=True).content.decode()
    told = client.get(staff(evening, 2, "story/"), headers={"HX-Request": "true"}).content.decode()

    assert f'hx-get="{staff(evening, 2, "story/")}" hx-trigger="load" hx-swap="none"' in draft
    ids = re.findall(r'id="(why-board-\d)" hx-swap-oob="true"', told)
    assert ids
    assert all(f'<p class="reasons" id="{each}">' in draft for each in ids)
    assert "came first, but then more players would not get the colour due to them (C12)." in told
    assert "<h1" not in told


def test_a_draft_whose_system_has_said_it_all_asks_for_nothing_more(client: Client, evening: Evening) -> None:
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    draft = client.get(staff(evening, 2), follow=True).content.decode()
    assert 'hx-trigger="load"' not in draft


@pytest.mark.slow
def test_the_round_says_the_reasons_of_each_board_and_leads_to_the_rest(client: Client, evening: Evening) -> None:
    html = client.get(public(evening, 1)).content.decode()

    assert "1st against 2nd of those here." in html
    assert html.count("the higher number has White") == 3
    for board in (1, 2, 3):
        assert f'href="{public(evening, 1, "story/")}#board-{board}"' in html
    story = client.get(public(evening, 1, "story/")).content.decode()
    assert story.count("the higher number has White") == 3
    assert all(story.count(f'id="board-{board}"') == 1 for board in (1, 2, 3))


def test_a_board_set_by_hand_stands_under_a_heading_of_its_own(client: Client) -> None:
    evening = Evening.of(6)
    evening.draft()
    manual_pairing.set_board(
        evening.round, evening.entry(6), evening.entry(1), seen_revision=evening.round.revision, actor=evening.director
    )
    evening.pair()
    evening.publish()

    html = client.get(public(evening, 1, "story/")).content.decode()

    by_hand, rest = html.split("Set by the director")[1].split("Pair by pair, from the top")
    assert "The director has set No6 against No1." in by_hand
    assert by_hand.count('class="step"') == 1
    assert rest.count('class="step"') == 2


def test_the_public_never_reads_of_a_forbidden_pair(client: Client) -> None:
    evening = Evening.of(4)
    ForbiddenPair.objects.create(tournament=evening.tournament, one=evening.entry(1), other=evening.entry(2))
    evening.draft()
    evening.publish()

    assert "must not meet" not in client.get(public(evening, 1, "story/")).content.decode()
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    assert "must not meet" in client.get(staff(evening, 1, "story/")).content.decode()
