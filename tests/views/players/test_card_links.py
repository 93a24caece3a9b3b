"""Links to players' cards, as the staff make, see, print and withdraw them."""

from __future__ import annotations

import re

import pytest
from django.test import Client, override_settings

from tests.tools.casts.club_cast import Cast
from tests.tools.pages.card_client import holding
from tournaments.models import CardKey, Player
from tournaments.services.players import card_keys

pytestmark = pytest.mark.django_db
PLAYERS = "/en/sk-rockaden/staff/players/"


@pytest.fixture
def dag(cast: Cast) -> Client:
    client = Client()
    client.force_login(cast.dag, backend="tournaments.log_in.EmailOrUsernameBackend")
    return client


@pytest.fixture
def anna(cast: Cast) -> Player:
    return cast.add_player("Anna", "Berg")


def text_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@override_settings(PUBLIC_ADDRESS="https://chess.example.org", ALLOWED_HOSTS=["*"])
def test_a_link_is_shown_once_with_its_slip(cast: Cast, dag: Client, anna: Player) -> None:
    page = dag.post(f"{PLAYERS}{anna.pk}/card/make/", {"name": "slip"})
    text = page.content.decode()
    (token,) = re.findall(r"https://chess\.example\.org/c/([A-Za-z0-9_-]{27})/<", text)

    assert "no-store" in page["Cache-Control"]
    assert '<svg class="qr"' in text
    assert f"chess.example.org/c/{token}</p>" in text
    assert Client().get(f"/c/{token}/", secure=True).status_code == 302
    page = text_of(dag, f"{PLAYERS}{anna.pk}/card/")
    assert token not in page
    assert "<strong>slip</strong>" in page
    assert "by dag · not used yet" in page


def test_it_says_when_a_link_was_used_and_withdraws_one_or_all(cast: Cast, dag: Client, anna: Player) -> None:
    phones = [holding(anna) for _each in range(3)]
    assert phones[0].get("/en/sk-rockaden/me/").status_code == 200
    page = text_of(dag, f"{PLAYERS}{anna.pk}/card/")
    assert page.count("last used") == 1
    assert page.count("not used yet") == 2

    first, *_others = CardKey.objects.order_by("pk")
    assert dag.post(f"{PLAYERS}{anna.pk}/card/{first.pk}/withdraw/").status_code == 302
    assert [phone.get("/en/sk-rockaden/me/").status_code for phone in phones] == [404, 200, 200]
    assert dag.post(f"{PLAYERS}{anna.pk}/card/withdraw/").status_code == 302
    assert phones[1].get("/en/sk-rockaden/me/").status_code == 404
    page = text_of(dag, f"{PLAYERS}{anna.pk}/card/")
    assert "No link opens this card yet." in page
    assert page.count("· withdrawn") == 3


def test_another_players_key_is_not_found_under_this_one(cast: Cast, dag: Client, anna: Player) -> None:
    holding(cast.add_player("Bo"))
    key = CardKey.objects.get()
    assert dag.post(f"{PLAYERS}{anna.pk}/card/{key.pk}/withdraw/").status_code == 404
    assert CardKey.objects.get().withdrawn_at is None


@override_settings(PUBLIC_ADDRESS="https://chess.example.org")
def test_slips_for_everybody_are_twelve_a_page_and_kill_nobodys_bookmark(cast: Cast, dag: Client) -> None:
    players = [cast.add_player(f"Player{number:02}") for number in range(13)]
    child = cast.add_player("Ida", "Berg", is_child=True)
    cast.add_player("Former", is_active=False)
    phone = holding(players[0])
    text = text_of(dag, f"{PLAYERS}slips/")
    assert "active members who have no link yet (13)" in text
    assert "all active members (14)" in text

    page = dag.post(f"{PLAYERS}slips/", {"whom": "all", "name": "slip"}).content.decode()
    assert page.count('class="paper cut to-a-page-12"') == 2
    assert page.count('class="card-slip"') == page.count('<svg class="qr"') == 14
    assert "To the parents of Ida Berg" in page
    assert "Former" not in page
    assert CardKey.objects.get(player=child).is_parents
    assert phone.get("/en/sk-rockaden/me/").status_code == 200
    assert dag.post(f"{PLAYERS}slips/", {"whom": "without"}).status_code == 422  # nobody is left


def test_slips_for_a_tournament(cast: Cast, dag: Client) -> None:
    one, two = cast.add_player("Anna"), cast.add_player("Bo")
    tournament = cast.add_tournament("Autumn", one)
    page = dag.post(f"{PLAYERS}slips/", {"whom": tournament.slug}).content.decode()

    assert "Anna" in page
    assert list(CardKey.objects.values_list("player", flat=True)) == [one.pk] != [two.pk]
    assert dag.post(f"{PLAYERS}slips/", {"whom": "nowhere"}).status_code == 422


@pytest.mark.parametrize(
    ("address", "codes", "only_here", "warned"),
    [
        ("https://chess.example.org", 1, False, False),
        ("http://192.168.1.20:8000", 1, True, False),
        ("http://schach.local", 1, True, False),
        ("http://localhost:8000", 0, True, True),
    ],
)
def test_slips_say_where_only_the_hall_gets_in(
    cast: Cast, dag: Client, anna: Player, address: str, codes: int, only_here: bool, warned: bool
) -> None:
    with override_settings(PUBLIC_ADDRESS=address):
        page = dag.post(f"{PLAYERS}{anna.pk}/card/make/").content.decode()

    assert page.count('<svg class="qr"') == codes
    assert ("Works in the hall’s network only." in page) == only_here
    assert ("Phones cannot reach the address" in page) == warned


def test_too_many_links_are_refused_with_a_sentence(cast: Cast, dag: Client, anna: Player) -> None:
    for _each in range(card_keys.MOST_KEYS):
        card_keys.make_key(anna, actor=None)
    answer = dag.post(f"{PLAYERS}{anna.pk}/card/make/")

    assert answer.status_code == 409
    assert "Withdraw some of them first" in answer.content.decode()
    assert dag.post(f"{PLAYERS}slips/", {"whom": "all"}).status_code == 409
