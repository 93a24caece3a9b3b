"""One's own account: name, password, log-ins, leaving a club."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client, override_settings

from tests.tools.casts.club_cast import Cast, make_user
from tournaments.models import Action, Directorship, Membership, Session, User
from tournaments.pages.accounts.account import device_in_words

pytestmark = pytest.mark.django_db

ACCOUNT = "/en/account/"
HOME = "/en/sk-rockaden/staff/"
PASSWORD = "long enough to pass"
NEW = "a rook on the seventh"
Clients = Callable[[User], Client]

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 "
    "Mobile/15E148 Safari/604.1"
)
CHROME = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
)
EDGE = f"{CHROME} Edg/140.0.0.0"
ANDROID = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"
)


@pytest.fixture
def kari(cast: Cast) -> Client:
    return logged_in("kari", FIREFOX)


def logged_in(username: str, device: str) -> Client:
    client = Client(headers={"user-agent": device})
    assert client.post("/en/log-in/", {"username": username, "password": PASSWORD}).status_code == 302
    return client


def text(html: bytes) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.decode()))


# Password


def change(client: Client, **form: str) -> tuple[int, str]:
    typed = {"current": PASSWORD, "password": NEW, "repeated": NEW, **form}
    response = client.post(f"{ACCOUNT}password/", typed)
    return response.status_code, response.content.decode()


def test_a_password_is_changed_and_all_other_devices_are_logged_out(cast: Cast, kari: Client) -> None:
    phone = logged_in("kari", IPHONE)
    before = kari.session.session_key

    assert change(kari)[0] == 302

    assert User.objects.get(username="kari").check_password(NEW)
    assert kari.get(HOME).status_code == 200
    assert kari.session.session_key != before
    assert phone.get(HOME).status_code == 302
    assert [row.user_id for row in Session.objects.filter(user=cast.kari)] == [cast.kari.pk]


def test_the_record_of_a_new_password_holds_none(cast: Cast, kari: Client) -> None:
    change(kari)

    made = Action.objects.get(verb="user.change_password")
    assert made.actor == cast.kari
    assert "argon2" not in str(made.changes)


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ({"current": "wrong"}, "The password is wrong."),
        ({"current": ""}, "Type the password that you log in with."),
        ({"password": PASSWORD, "repeated": PASSWORD}, "This is the password that you have now."),
        ({"password": "short", "repeated": "short"}, "at least 10 characters"),
        ({"repeated": "another one to try"}, "The two passwords differ"),
        ({"password": "correcthorsebatterystaple", "repeated": "correcthorsebatterystaple"}, "stolen passwords"),
    ],
)
def test_it_says_why_the_password_stays(cast: Cast, kari: Client, typed: dict[str, str], part: str) -> None:
    status, html = change(kari, **typed)

    assert status == 422
    assert part in html
    assert User.objects.get(username="kari").check_password(PASSWORD)


@override_settings(AXES_FAILURE_LIMIT=3)
def test_whoever_finds_a_browser_open_cannot_try_passwords_without_end(cast: Cast, kari: Client) -> None:
    statuses = [change(kari, current=f"wrong {number}")[0] for number in range(4)]

    assert statuses[-1] == 429
    assert change(kari)[0] == 429
    assert User.objects.get(username="kari").check_password(PASSWORD)


# Name and address


def test_a_name_is_changed_without_the_password(cast: Cast, kari: Client) -> None:
    assert kari.post(f"{ACCOUNT}details/", {"name": "Kari Berg", "email": "kari@example.org"}).status_code == 302
    assert User.objects.get(username="kari").name == "Kari Berg"


def test_an_address_is_changed_with_the_password_only(cast: Cast, kari: Client) -> None:
    form = {"name": "Kari", "email": "kari@new.example"}
    refused = kari.post(f"{ACCOUNT}details/", form)

    assert refused.status_code == 422
    assert User.objects.get(username="kari").email == "kari@example.org"
    assert kari.post(f"{ACCOUNT}details/", {**form, "current": PASSWORD}).status_code == 302
    assert User.objects.get(username="kari").email == "kari@new.example"
    assert "kari@new.example" not in str(list(Action.objects.values_list("changes", "facts")))


def test_of_an_address_nobody_is_told_whose_it_is(cast: Cast, kari: Client) -> None:
    form = {"name": "Kari", "email": "STIG@example.org", "current": PASSWORD}
    response = kari.post(f"{ACCOUNT}details/", form)

    assert response.status_code == 409
    assert "This e-mail address cannot be used here." in response.content.decode()
    assert User.objects.get(username="kari").email == "kari@example.org"


# Log-ins


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        (FIREFOX, "Firefox on Linux"),
        (IPHONE, "Safari on iPhone"),
        (CHROME, "Chrome on Windows"),
        (EDGE, "Edge on Windows"),
        (ANDROID, "Chrome on Android"),
        ("curl/8.0", "A browser that does not say its name"),
        ("", "A browser that does not say its name"),
    ],
)
def test_a_device_is_said_in_words(user_agent: str, words: str) -> None:
    assert device_in_words(user_agent) == words


def test_it_lists_the_log_ins_with_this_one_first(cast: Cast, kari: Client) -> None:
    logged_in("kari", IPHONE)
    logged_in("dag", CHROME)
    seen = text(kari.get(ACCOUNT).content)

    assert re.search(r"Firefox on Linux this one .* Safari on iPhone", seen)
    assert "Chrome on Windows" not in seen


def test_no_page_says_the_key_of_a_session(cast: Cast, kari: Client) -> None:
    logged_in("kari", IPHONE)
    html = kari.get(ACCOUNT).content.decode()

    assert [row.pk for row in Session.objects.all() if row.pk in html] == []


def handles(client: Client) -> list[str]:
    return re.findall(r'name="end" value="(\w+)"', client.get(ACCOUNT).content.decode())


def test_one_log_in_is_ended(cast: Cast, kari: Client) -> None:
    phone, tablet = logged_in("kari", IPHONE), logged_in("kari", ANDROID)
    _newest, oldest = handles(kari)
    response = kari.post(f"{ACCOUNT}log-ins/end/", {"current": PASSWORD, "end": oldest})

    assert response.status_code == 302
    assert phone.get(HOME).status_code == 302
    assert tablet.get(HOME).status_code == kari.get(HOME).status_code == 200


def test_all_others_are_ended(cast: Cast, kari: Client) -> None:
    others = [logged_in("kari", IPHONE), logged_in("kari", ANDROID)]
    dag = logged_in("dag", CHROME)
    page = kari.post(f"{ACCOUNT}log-ins/end/", {"current": PASSWORD, "others": ""}, follow=True)

    assert "2 other log-ins were ended." in page.content.decode()
    assert [each.get(HOME).status_code for each in others] == [302, 302]
    assert kari.get(HOME).status_code == dag.get(HOME).status_code == 200


@pytest.mark.parametrize("typed", ["", "wrong"])
def test_ending_asks_for_the_password(cast: Cast, kari: Client, typed: str) -> None:
    phone = logged_in("kari", IPHONE)
    for form in ({"others": ""}, {"end": handles(kari)[0]}):
        assert kari.post(f"{ACCOUNT}log-ins/end/", {**form, "current": typed}).status_code == 422
    assert phone.get(HOME).status_code == 200


def test_nobody_ends_somebody_elses(cast: Cast, kari: Client) -> None:
    dag = logged_in("dag", CHROME)
    theirs = Session.objects.get(user=cast.dag).handle
    kari.post(f"{ACCOUNT}log-ins/end/", {"current": PASSWORD, "end": theirs})

    assert dag.get(HOME).status_code == 200


# Leaving a club


def leave(client: Client) -> int:
    return client.post(f"{ACCOUNT}clubs/sk-rockaden/leave/").status_code


def test_whoever_leaves_a_club_keeps_the_account_and_works_there_no_more(cast: Cast, as_user: Clients) -> None:
    Directorship.objects.create(tournament=cast.add_tournament(), user=cast.dag)
    dag = as_user(cast.dag)
    assert dag.get(f"{ACCOUNT}clubs/sk-rockaden/leave/").status_code == 200
    assert Membership.objects.filter(user=cast.dag).exists()

    assert leave(dag) == 302
    assert not Membership.objects.filter(user=cast.dag).exists()
    assert not Directorship.objects.exists()
    assert dag.get(HOME).status_code == 404
    assert leave(dag) == 302
    assert Action.objects.filter(verb="member.leave").count() == 1


def test_nobody_is_made_to_work_for_a_club_again_by_an_undo(cast: Cast, as_user: Clients) -> None:
    leave(as_user(cast.dag))
    left = Action.objects.get(verb="member.leave")
    kari = as_user(cast.kari)
    undo = f"{HOME}actions/{left.pk}/undo/"
    kari.post(undo)

    assert not Membership.objects.filter(user=cast.dag).exists()
    for page in (HOME, f"{HOME}actions/"):
        assert undo not in kari.get(page).content.decode()


def test_the_only_admin_hands_over_first(cast: Cast, kari: Client) -> None:
    response = kari.post(f"{ACCOUNT}clubs/sk-rockaden/leave/")

    assert response.status_code == 409
    assert "You are the only admin of SK Rockaden. Make somebody else admin under “Staff” first." in text(
        response.content
    )
    cast.works(make_user("eva"), "admin")
    assert leave(kari) == 302


def test_nobody_leaves_a_club_that_is_not_theirs(cast: Cast, kari: Client) -> None:
    assert kari.get(f"{ACCOUNT}clubs/bergens/leave/").status_code == 404
    assert kari.post(f"{ACCOUNT}clubs/bergens/leave/").status_code == 302
    assert Membership.objects.filter(club=cast.other_club).count() == 1


def test_every_staff_page_leads_to_it(cast: Cast, kari: Client) -> None:
    for page in (HOME, ACCOUNT, f"{ACCOUNT}password/"):
        assert f'href="{ACCOUNT}"' in kari.get(page).content.decode()
