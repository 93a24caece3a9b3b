"""/c/<token>/: it puts the card into the browser; what is wrong, old or withdrawn is answered alike."""

from __future__ import annotations

import datetime
import re

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, override_settings
from django.utils import timezone
from time_machine import travel

from tests.tools.casts.club_cast import Cast
from tests.tools.guards.whole_database import every_row
from tournaments.models import Action, CardKey, Player
from tournaments.pages.cards.own_calendar import calendar_token, is_calendar_token
from tournaments.services.players import card_keys, notifications
from tournaments.views.cards import cards as view
from tournaments.views.cards.held_cards import IN_ALL, OF_A_CLUB

pytestmark = pytest.mark.django_db


def key_of(player: Player, **values: object) -> str:
    return card_keys.make_key(player, **{"actor": None, **values})  # type: ignore[arg-type]


def open_it(client: Client, token: str, **headers: str) -> HttpResponse:
    answer: HttpResponse = client.get(f"/c/{token}/", headers=headers, follow=False)
    return answer


def held(client: Client) -> list[str]:
    found = client.cookies.get(settings.CARDS_COOKIE)
    return found.value.split(".") if found and found.value else []


def test_it_leads_to_the_card_in_the_readers_language_and_stays_open_for_a_year(cast: Cast) -> None:
    anna = cast.add_player("Anna", "Berg")
    token, client = key_of(anna), Client()
    answer = open_it(client, token, accept_language="nb")

    assert (answer.status_code, answer["Location"]) == (302, "/nb/sk-rockaden/me/")
    cookie = client.cookies[settings.CARDS_COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 365 * 24 * 3600)
    page = client.get(answer["Location"])
    assert page.status_code == 200
    assert "Anna" in page.content.decode()
    assert token not in page.content.decode()

    anna.language = "de"
    anna.save()
    assert open_it(client, token, accept_language="nb")["Location"] == "/de/sk-rockaden/me/"


def test_nothing_keeps_it_and_nobody_is_told_of_it(cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    token, client = key_of(cast.add_player("Anna")), Client()
    for path in (f"/c/{token}/", f"/en/c/{token}/", f"/en/c/{'x' * 27}/"):
        answer = client.get(path)
        assert answer["Referrer-Policy"] == "no-referrer"
        assert "no-store" in answer["Cache-Control"]
    assert "no-store" in client.get("/en/sk-rockaden/me/")["Cache-Control"]
    assert client.get("/en/sk-rockaden/me/")["Referrer-Policy"] == "same-origin"

    assert token not in caplog.text
    assert not {"sessionid", "known_browser"} & set(client.cookies)


def test_no_page_repeats_it_and_a_stolen_database_opens_no_card(cast: Cast) -> None:
    """Nothing that stands in any column of any table is a token, nor holds one."""
    anna = cast.add_player("Anna", "Berg")
    cast.add_tournament("Autumn", anna)
    tokens = [key_of(anna, name="slip"), notifications.card_token(anna), calendar_token(anna)]
    client = Client()
    open_it(client, tokens[0])
    pages = [client.get(f"/en/sk-rockaden/{path}").content.decode() for path in ("me/", "", "autumn/")]
    pages.append(client.get(f"/en/sk-rockaden/me/{anna.public_key}/settings/").content.decode())
    assert not [token for token in tokens[:2] for page in pages if token in page]

    columns = " ".join(row for rows in every_row().values() for row in rows)
    assert not [token for token in tokens if token in columns]
    words = set(re.findall(r"[A-Za-z0-9_-]{16,}", columns))
    assert CardKey.objects.values_list("token_hash", flat=True)[0] in words
    assert not card_keys.keys_of(words)
    assert not [word for word in words if is_calendar_token(anna, word)]


@override_settings(HTTPS=True, CARDS_COOKIE="__Host-cards")
def test_over_https_the_cookie_is_this_hosts_alone(cast: Cast) -> None:
    client = Client()
    client.get(f"/c/{key_of(cast.add_player('Anna'))}/", secure=True)

    cookie = client.cookies["__Host-cards"]
    assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")


def test_a_scanner_of_mails_changes_nothing_and_the_link_stays_good(cast: Cast) -> None:
    token = key_of(cast.add_player("Anna"))
    before = [*CardKey.objects.values(), *Action.objects.values()]
    for _look in range(3):
        assert open_it(Client(), token).status_code == 302
        assert Client().head(f"/c/{token}/").status_code == 302

    assert [*CardKey.objects.values(), *Action.objects.values()] == before


def test_guessed_old_and_withdrawn_get_the_same_answer(cast: Cast) -> None:
    anna = cast.add_player("Anna")
    with travel(timezone.now() - datetime.timedelta(days=400)):
        old = key_of(anna)
    withdrawn = key_of(anna)
    card_keys.withdraw_all(anna, actor=cast.dag)

    texts = set()
    for token in ("x" * 27, "short", old, withdrawn):
        client = Client()
        answer = client.get(f"/en/c/{token}/")
        assert answer.status_code == 404
        assert not held(client)
        texts.add(re.sub(r'href="[^"]*"', "", answer.content.decode()))
    assert len(texts) == 1
    assert "This link does not open a card" in texts.pop()
    assert open_it(Client(), withdrawn)["Location"] == f"/en/c/{withdrawn}/"  # in the reader's language


def test_one_phone_holds_several_and_of_each_player_the_newest_key(cast: Cast) -> None:
    anna, bo = cast.add_player("Anna"), cast.add_player("Bo")
    first, second, bos = key_of(anna), key_of(anna), key_of(bo)
    client = Client()
    led_to = [open_it(client, token)["Location"] for token in (first, bos, second, second)]

    of_anna, of_bo = (f"/en/sk-rockaden/me/{each.public_key}/" for each in (anna, bo))
    assert led_to == ["/en/sk-rockaden/me/", of_bo, of_anna, of_anna], "beside others each opens its own"
    assert sorted(held(client)) == sorted([second, bos])
    page = client.get("/en/sk-rockaden/me/").content.decode()
    assert "Anna" in page
    assert "Bo" in page


def test_two_phones_open_the_same_link(cast: Cast) -> None:
    token = key_of(cast.add_player("Anna"))
    one, two = Client(), Client()
    for phone in (one, two):
        open_it(phone, token)

    assert [phone.get("/en/sk-rockaden/me/").status_code for phone in (one, two)] == [200, 200]


def test_a_cookie_has_its_limits(cast: Cast) -> None:
    client = Client()
    for number in range(OF_A_CLUB + 2):
        open_it(client, key_of(cast.add_player(f"Child {number}")))
    assert len(held(client)) == OF_A_CLUB
    assert "Child 0" not in client.get("/en/sk-rockaden/me/").content.decode()

    for number in range(OF_A_CLUB + 2):
        stranger = Player.objects.create(club=cast.other_club, given_name=f"S{number}", folded_name=f"s{number}")
        open_it(client, key_of(stranger))
    assert len(held(client)) == IN_ALL
    assert len(client.cookies[settings.CARDS_COOKIE].value) < 1000


@pytest.mark.parametrize("cookie", ["x", "." * 5000, "x" * 27, "æ", '"', ".".join(["y" * 27] * 200)])
def test_a_cookie_that_somebody_made_up_opens_nothing(cast: Cast, cookie: str) -> None:
    key_of(cast.add_player("Anna"))
    client = Client()
    client.cookies[settings.CARDS_COOKIE] = cookie
    answer = client.get("/en/sk-rockaden/me/")

    assert answer.status_code == 404
    assert "Open your slip again" in answer.content.decode()


def test_an_address_that_asks_all_day_is_told_to_wait(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view._WRONG, "_most", 3)
    token = key_of(cast.add_player("Anna"))
    codes = [Client().get(f"/en/c/{'x' * 27}/").status_code for _try in range(5)]

    assert codes == [404, 404, 404, 429, 429]
    assert open_it(Client(), token).status_code == 302  # whoever has a link is let in all the same
