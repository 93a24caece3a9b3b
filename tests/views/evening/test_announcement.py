"""The message from the director over HTTP: on the evening page, and on top of every public page."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import Evening, TournamentFactory, UserFactory
from tests.tools.pages.public_pages import addresses_of, first_and_last
from tournaments.models import Action, Directorship, Membership, Role, Tournament, User
from tournaments.services.evening.announcement import set_message

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
NASTY = '<script>alert("1")</script> & ' + "x" * 400


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(4)
    evening.play()
    return evening


@pytest.fixture
def client(evening: Evening, as_user: Callable[[User], Client]) -> Client:
    return as_user(evening.director)


def post(client: Client, evening: Evening, **data: Any) -> HttpResponse:
    data = {"receipt": str(uuid.uuid4()), "round": 1, "seen": ""} | data
    headers = data.pop("headers", None)
    return client.post(evening.url("set_message"), data, headers=headers)  # type: ignore[return-value]


def message(evening: Evening) -> str:
    return Tournament.objects.get(pk=evening.tournament.pk).message


def say(evening: Evening, text: str, seen: str = "") -> None:
    set_message(evening.tournament, text=text, seen=seen, actor=evening.director)


def test_the_director_writes_it_and_sees_it_as_the_public_does(client: Client, evening: Evening) -> None:
    answer = post(client, evening, text="Round 2 begins at eight.")

    assert answer.status_code == 302
    html = client.get(answer["Location"]).content.decode()
    assert "<p>Round 2 begins at eight.</p></aside>" in html
    assert "The message on the public pages is changed" in html


def test_with_htmx_the_message_and_its_undo_come_back(client: Client, evening: Evening) -> None:
    html = post(client, evening, text="Coffee is ready", headers=HTMX).content.decode()

    assert html.lstrip().startswith('<div id="evening-message"')
    assert "<p>Coffee is ready</p></aside>" in html
    assert 'id="last-done"' in html
    assert "Undo: The message on the public pages is changed" in html
    assert 'id="evening"' not in html
    assert html.count("autofocus") == 1  # or the keyboard would be at the top of the page again


@pytest.mark.slow
def test_one_tap_takes_it_away_and_undo_brings_it_back(client: Client, evening: Evening) -> None:
    say(evening, "Coffee is ready")
    assert "Remove the message" in client.get(evening.url("evening")).content.decode()

    html = post(client, evening, seen="Coffee is ready", headers=HTMX).content.decode()
    assert message(evening) == ""
    assert "aside" not in html
    assert "Remove the message" not in html

    undo = evening.url("undo_action", Action.objects.latest("pk").pk)
    html = client.post(undo, {"receipt": str(uuid.uuid4())}, headers=HTMX).content.decode()
    assert "<p>Coffee is ready</p></aside>" in html


@pytest.mark.slow
@pytest.mark.parametrize("headers", [HTMX, None])
def test_what_another_director_wrote_meanwhile_stands_and_what_was_typed_stays_in_the_form(
    client: Client, evening: Evening, headers: dict[str, str] | None
) -> None:
    set_message(evening.tournament, text="Theirs", seen="", actor=evening.second_director())

    answer = post(client, evening, text="Mine", headers=headers)

    assert answer.status_code == 409
    html = answer.content.decode()
    assert message(evening) == "Theirs"
    assert "Kari changed this at" in html
    assert "<p>Theirs</p></aside>" in html
    assert ">Mine</textarea>" in html
    assert '<input type="hidden" name="seen" value="Theirs">' in html


@pytest.mark.slow
def test_a_message_too_long_is_refused_and_stays_in_the_form(client: Client, evening: Evening) -> None:
    answer = post(client, evening, text="y" * 501)

    assert answer.status_code == 409
    assert "at most 500 characters, and this one has 1 too many" in answer.content.decode()
    assert f">{'y' * 501}</textarea>" in answer.content.decode()


def test_a_form_that_cannot_be_read_changes_nothing(client: Client, evening: Evening) -> None:
    answer = post(client, evening, text="a\0b")

    assert answer.status_code == 422
    assert message(evening) == ""


@pytest.mark.slow
def test_a_round_that_is_not_there_leads_to_the_newest(client: Client, evening: Evening) -> None:
    assert post(client, evening, text="y" * 501, round="9").status_code == 409
    assert "Round 1" in post(client, evening, text="y" * 501, round="nonsense").content.decode()


@pytest.mark.slow
def test_a_helper_reads_it_and_has_no_form(evening: Evening, as_user: Callable[[User], Client]) -> None:
    helper = UserFactory()
    Membership.objects.create(club=evening.tournament.club, user=helper, role=Role.HELPER)
    Directorship.objects.create(tournament=evening.tournament, user=helper)
    say(evening, "Coffee is ready")

    html = as_user(helper).get(evening.url("evening")).content.decode()

    assert "<p>Coffee is ready</p></aside>" in html
    assert "message-text" not in html
    assert "Remove the message" not in html


@pytest.mark.slow
def test_it_is_escaped(client: Client, evening: Evening) -> None:
    say(evening, NASTY)

    html = client.get(evening.url("evening")).content.decode()

    assert "<script>alert" not in html
    assert html.count("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; xxx") == 4  # shown, and in both forms


@pytest.mark.slow
def test_it_stands_on_top_of_every_page_and_fragment_of_the_tournament_and_of_no_other(evening: Evening) -> None:
    other = TournamentFactory(club=evening.tournament.club, season=evening.tournament.season)
    say(evening, NASTY)
    visitor = Client()
    shown, of_others = 0, 0
    for page in addresses_of(evening.tournament.club, choose=first_and_last):
        answer = visitor.get(page)
        if not answer.get("Content-Type", "").startswith("text/html"):
            continue
        html = answer.content.decode()
        assert "<script>alert" not in html, page
        if f"/{evening.tournament.slug}/" in page:
            assert html.count("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; xxx") == 1, page
            shown += 1
        elif f"/{other.slug}/" in page:
            assert "alert(" not in html, page
            of_others += 1
    assert shown > 20
    assert of_others > 3


@pytest.mark.slow
def test_the_clubs_page_shows_it_beside_the_tournament_of_tonight(evening: Evening) -> None:
    evening.draft()
    evening.publish()
    page = reverse("public_club", args=[evening.tournament.club.slug])
    visitor = Client()
    assert "Coffee is ready" not in visitor.get(page).content.decode()

    say(evening, "Coffee is ready")
    assert "Coffee is ready" in visitor.get(page).content.decode()

    say(evening, "", seen="Coffee is ready")
    assert "Coffee is ready" not in visitor.get(page).content.decode()
