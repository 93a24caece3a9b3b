"""Where an invitation leads: with an account that is there, or a new one."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from tests.tools.casts.club_cast import Cast
from tournaments.models import Invitation, Membership, User
from tournaments.services.accounts import invitations

pytestmark = pytest.mark.django_db

PASSWORD = "long enough to pass"
NEW = {"username": "nora", "name": "Nora", "password": "a rook on the seventh", "repeated": "a rook on the seventh"}
HOME = "/en/sk-rockaden/staff/"
Clients = Callable[[User], Client]


@pytest.fixture
def link(cast: Cast) -> str:
    _made, token = invitations.invite(cast.club, name="Stig Moe", role="helper", everywhere=True, actor=cast.kari)
    return f"/en/invitation/{token}/"


def text(html: bytes) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.decode()))


def test_looking_at_it_uses_nothing_up_and_is_not_kept(cast: Cast, link: str, client: Client) -> None:
    for _ in range(2):
        page = client.get(link)
        assert page.status_code == 200
        assert "no-store" in page["Cache-Control"]
    assert re.findall(r'<li class="home">\s*<a [^>]*>(.*?)</a>', page.content.decode()) == ["SK Rockaden"]
    assert "kari invites you to work for SK Rockaden as helper. In all tournaments, also in later ones." in text(
        page.content
    )


def test_whoever_has_an_account_logs_in_and_is_asked_then(cast: Cast, link: str, client: Client) -> None:
    (to_log_in,) = re.findall(r'href="(/en/log-in/\?next=[^"]+)"', client.get(link).content.decode())
    form = {"username": "stig", "password": PASSWORD, "next": link}
    assert link in client.get(to_log_in).content.decode()
    assert client.post("/en/log-in/", form)["Location"] == link
    assert not Membership.objects.filter(club=cast.club, user=cast.stig).exists()

    page = client.get(link)
    assert "You are logged in as stig ." in text(page.content)
    assert not Membership.objects.filter(club=cast.club, user=cast.stig).exists()
    assert client.post(link)["Location"] == HOME
    assert cast.membership(cast.stig).role == "helper"
    assert client.get(HOME).status_code == 200


def test_whoever_is_new_makes_an_account_and_is_in(cast: Cast, link: str, client: Client) -> None:
    assert 'value="stig.moe"' in client.get(link).content.decode()
    assert client.post(link, NEW)["Location"] == HOME
    assert client.get(HOME).status_code == 200
    assert Client().post(link, NEW).status_code == 410
    assert User.objects.get(username="nora").email == ""


@pytest.mark.parametrize(
    ("changed", "status", "part"),
    [
        ({"username": "STIG"}, 409, "The user name “STIG” is taken."),
        ({"username": "n@ra"}, 409, "no @"),
        ({"username": ""}, 422, "This field is required"),
        ({"password": "nora.nora.nora", "repeated": "nora.nora.nora", "username": "nora.nora"}, 422, "too similar"),
        ({"repeated": "a rook on the eighth"}, 422, "The two passwords differ"),
    ],
)
def test_it_says_what_is_wrong_and_the_link_stays_good(
    cast: Cast, link: str, client: Client, changed: dict[str, str], status: int, part: str
) -> None:
    answer = client.post(link, {**NEW, **changed})

    assert answer.status_code == status
    assert part in answer.content.decode()
    assert User.objects.count() == 3
    assert client.get(link).status_code == 200


def test_whoever_works_there_already_is_told_to_hand_it_on(cast: Cast, link: str, as_user: Clients) -> None:
    answer = as_user(cast.kari).post(link)

    assert answer.status_code == 409
    assert "You work for SK Rockaden already." in answer.content.decode()
    assert Invitation.objects.get().accepted_at is None


@pytest.mark.parametrize("token", ["x", "é", "%00", "a" * 3000])
def test_a_made_up_link_is_gone_for_everybody(cast: Cast, as_user: Clients, token: str) -> None:
    for client in (Client(), as_user(cast.kari)):
        assert client.get(f"/en/invitation/{token}/").status_code == 410
        assert client.post(f"/en/invitation/{token}/", NEW).status_code == 410


def test_links_for_a_new_password_are_allowed_on_ones_own_page(cast: Cast, as_user: Clients) -> None:
    dag = as_user(cast.dag)
    place = "/en/account/clubs/sk-rockaden/links/"
    dag.post(place)
    assert not cast.membership(cast.dag).links_allowed
    assert dag.post(place, {"allow": ""}).status_code == 422
    assert not cast.membership(cast.dag).links_allowed
    assert dag.post(place, {"allow": "", "links-current": PASSWORD}).status_code == 302
    assert cast.membership(cast.dag).links_allowed
    assert as_user(cast.stig).post(place, {"allow": "", "links-current": PASSWORD}).status_code == 404
