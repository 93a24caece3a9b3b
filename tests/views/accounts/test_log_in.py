"""The way in and out."""

import re
from collections.abc import Callable

import pytest
from django.test import Client, override_settings

from clubchess.log_in.passwords import SHORTEST
from tests.tools.casts.club_cast import Cast, make_user
from tests.tools.casts.factories import ClubFactory
from tournaments.models import Club, SecondFactor, User
from tournaments.pages.clubs.club_search import CLUBS
from tournaments.services.accounts import accounts

pytestmark = pytest.mark.django_db

LOG_IN = "/en/log-in/"
PASSWORD = "long enough to pass"
NEW = {"password": "a rook on the seventh", "repeated": "a rook on the seventh"}


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.mark.parametrize("name", ["kari", "KARI", "kari@example.org", " Kari@Example.org "])
def test_it_takes_the_user_name_or_the_address(cast: Cast, client: Client, name: str) -> None:
    response = client.post(LOG_IN, {"username": name, "password": PASSWORD}, follow=True)

    assert response.redirect_chain[-1][0] == "/en/sk-rockaden/staff/"


@pytest.mark.postgresql  # NUL
@pytest.mark.parametrize(
    ("username", "password"),
    [("kari", "wrong"), ("nobody", PASSWORD), ("gone", PASSWORD), ("new", ""), ("@", PASSWORD), ("a\0b", PASSWORD)],
)
def test_it_never_says_who_has_an_account(cast: Cast, client: Client, username: str, password: str) -> None:
    make_user("gone", is_active=False)
    cast.waiting("new")
    response = client.post(LOG_IN, {"username": username, "password": password or "!"})

    assert response.status_code == 422
    assert not is_in(client)
    if "\0" not in username:
        assert re.findall(r'role="alert">(.*?)<', response.content.decode()) == [
            "The name or the password is wrong. Capitals count in the password."
        ]


@pytest.mark.parametrize("way", ["/en/sk-rockaden/staff/players/?q=a", "/en/my-clubs/"])
def test_it_leads_back_to_our_own_pages(cast: Cast, client: Client, way: str) -> None:
    response = client.post(LOG_IN, {"username": "kari", "password": PASSWORD, "next": way})

    assert response["Location"] == way


@pytest.mark.parametrize(
    "way",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "http:evil",
        "staff",
        "\n//evil",
    ],
)
def test_it_leads_nowhere_else(cast: Cast, client: Client, way: str) -> None:
    response = client.post(LOG_IN, {"username": "kari", "password": PASSWORD, "next": way})

    assert response["Location"] == "/en/my-clubs/"


def test_a_page_that_asks_for_log_in_leads_back_to_itself(cast: Cast, client: Client) -> None:
    asked = client.get("/en/sk-rockaden/staff/players/")
    page = client.get(asked["Location"])

    assert b'name="next" value="/en/sk-rockaden/staff/players/"' in page.content


def test_logging_in_changes_the_session_key(cast: Cast, client: Client) -> None:
    client.session["a"] = 1
    client.session.save()
    before = client.session.session_key
    client.post(LOG_IN, {"username": "kari", "password": PASSWORD})

    assert client.session.session_key != before


@override_settings(AXES_FAILURE_LIMIT=3)
def test_it_stops_trying_and_says_for_how_long(cast: Cast, client: Client) -> None:
    statuses = [client.post(LOG_IN, {"username": "kari", "password": "wrong"}).status_code for _ in range(3)]
    right = client.post(LOG_IN, {"username": "KARI", "password": PASSWORD})

    assert statuses == [422, 422, 429]
    assert right.status_code == 429
    assert "Wait 15 minutes" in right.content.decode()
    assert client.post(LOG_IN, {"username": "dag", "password": PASSWORD}).status_code == 302


def test_log_out_is_a_post(cast: Cast, client: Client) -> None:
    client.force_login(cast.kari, backend="tournaments.log_in.EmailOrUsernameBackend")
    assert client.get("/en/log-out/").status_code == 405
    assert is_in(client)

    client.post("/en/log-out/")
    assert not is_in(client)


def test_looking_at_a_link_uses_nothing_up(cast: Cast, client: Client) -> None:
    ola = cast.waiting()
    link = "/en/password/{}/{}/".format(*accounts.new_link(ola, actor=None))
    for _ in range(2):
        response = client.get(link)
        assert response.status_code == 200
        assert "no-store" in response["Cache-Control"]
    assert b"ola" in response.content

    assert client.post(link, NEW, follow=True).redirect_chain[-1][0] == "/en/sk-rockaden/staff/"
    used = Client().post(link, NEW)
    assert used.status_code == 410
    assert b"ask an admin of your club for a new link" in used.content


def test_the_form_says_in_two_sentences_what_is_asked_for(cast: Cast, client: Client) -> None:
    link = "/en/password/{}/{}/".format(*accounts.new_link(cast.waiting(), actor=None))
    page = client.get(link).content.decode()

    assert f"At least {SHORTEST} characters, and nothing that others would guess." in page
    assert "too similar" not in page


@pytest.mark.parametrize(
    ("password", "repeated", "part"),
    [
        ("short", "short", "at least 10 characters"),
        ("ola@example.org", "ola@example.org", "too similar"),
        ("1234567890", "1234567890", "too common"),
        # Not among the 20,000 that Django knows, in small letters or as they are.
        ("correcthorsebatterystaple", "correcthorsebatterystaple", "lists of stolen passwords"),
        ("QWERTYUIOPASDF", "QWERTYUIOPASDF", "lists of stolen passwords"),
        # What anybody would try here first.
        ("Clubchess-2026", "Clubchess-2026", "words that anybody would try here"),
        ("sk ROCKADEN!!1", "sk ROCKADEN!!1", "words that anybody would try here"),
        ("a rook on the seventh", "a rook on the eighth", "The two passwords differ"),
        ("", "", "This field is required"),
    ],
)
def test_a_password_must_be_a_good_one(cast: Cast, client: Client, password: str, repeated: str, part: str) -> None:
    ola = cast.waiting()
    link = "/en/password/{}/{}/".format(*accounts.new_link(ola, actor=None))
    response = client.post(link, {"password": password, "repeated": repeated})

    assert response.status_code == 422
    assert part in response.content.decode()
    assert not is_in(client)


@pytest.mark.parametrize(
    "password",
    ["  en hytte ved sjøen, grønn  ", "en hytte ved sjøen " * 10, "hytteskogsjøen", "🏠🌲🌊 hytte i skogen 雪"],
)
def test_a_password_is_taken_as_it_was_typed(cast: Cast, client: Client, password: str) -> None:
    """Whatever letters, neither stripped nor cut nor in other letters (ASVS 5.0, 6.2.5, 6.2.8, 6.2.9)."""
    link = "/en/password/{}/{}/".format(*accounts.new_link(cast.kari, actor=None))
    page = client.get(link).content.decode()
    assert page.count('type="password"') == 2
    assert client.post(link, {"password": password, "repeated": password}).status_code == 302

    for other in {password.strip(), password.rstrip(), password.upper(), password[:72]} - {password}:
        assert Client().post("/en/log-in/", {"username": "kari", "password": other}).status_code == 422
    assert Client().post("/en/log-in/", {"username": "kari", "password": password}).status_code == 302


def test_the_old_password_is_no_new_one(cast: Cast, client: Client) -> None:
    link = "/en/password/{}/{}/".format(*accounts.new_link(cast.kari, actor=None))
    response = client.post(link, {"password": PASSWORD, "repeated": PASSWORD})

    assert response.status_code == 422
    assert "This is the password that you have now." in response.content.decode()
    assert client.get(link).status_code == 200


@pytest.mark.parametrize(("uid", "token"), [("x", "y"), ("MQ", "a-b"), ("%00", "a-b")])
def test_a_made_up_link_is_gone(cast: Cast, client: Client, uid: str, token: str) -> None:
    assert client.get(f"/en/password/{uid}/{token}/").status_code == 410


def test_who_works_for_several_clubs_chooses(cast: Cast, client: Client) -> None:
    cast.works(cast.stig, "director")
    client.force_login(cast.stig, backend="tournaments.log_in.EmailOrUsernameBackend")
    response = client.get("/en/my-clubs/")

    assert b"SK Rockaden" in response.content
    assert b"Bergens" in response.content


def test_whoever_runs_an_installation_of_many_clubs_finds_one_among_them(
    cast: Cast, as_user: Callable[[User], Client]
) -> None:
    for number in range(CLUBS):
        ClubFactory(name=f"Club {number:02}", place="Delft" if number == 7 else "")
    root = User.objects.create(username="root", is_superuser=True)
    SecondFactor.objects.create(user=root, secret="A" * 32, last_step=0)
    client = as_user(root)

    first, second, found, none = (
        client.get("/en/my-clubs/", query).content.decode()
        for query in ({}, {"page": "2"}, {"q": "DELFT"}, {"q": "nowhere", "page": "9" * 5_000})
    )

    names = [re.findall(r'class="tile" href="[^"]+">([^<]+)<', page) for page in (first, second, found, none)]
    assert len(names[0]) == CLUBS
    assert sorted(names[0] + names[1]) == sorted(Club.objects.values_list("name", flat=True))
    assert names[2:] == [["Club 07"], []]
    assert "No club has that name or place." in none
    assert 'value="nowhere"' in none


def test_who_works_for_none_is_told(cast: Cast, client: Client) -> None:
    client.force_login(make_user("eva"), backend="tournaments.log_in.EmailOrUsernameBackend")

    assert b"do not work for a club here yet" in client.get("/en/my-clubs/").content


def test_a_stranger_has_no_clubs(client: Client) -> None:
    assert client.get("/en/my-clubs/")["Location"].startswith(LOG_IN)
