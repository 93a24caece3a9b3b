"""What was uploaded and not confirmed: for an hour, for whoever uploaded it, and then in no table any more."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from time_machine import travel

from tests.tools.casts.club_cast import Cast
from tests.tools.guards.layers import first_fast
from tournaments.models import Role, Session, User

pytestmark = pytest.mark.django_db

PLAYERS = "/en/sk-rockaden/staff/players/import/"
LIST = b"Given name;Family name;Phone\nXanthe;Zwingmann;+47 900 00 001\n"
KNOWN_BY = "Zwingmann"


def upload(client: Client, data: bytes = LIST) -> dict[str, str]:
    response = client.post(PLAYERS, {"file": SimpleUploadedFile("list.csv", data)})
    assert response.status_code == 200
    return dict(re.findall(r'name="(upload|seen|existing|receipt)" value="([^"]*)"', response.content.decode()))


def weights() -> Iterator[int]:
    """Of what the table of sessions holds; a list is packed, so it is found by its weight."""
    return (len(data) for data in Session.objects.values_list("session_data", flat=True))


def an_hour_later() -> datetime.datetime:
    return timezone.now() + datetime.timedelta(minutes=61)


def big(names: int) -> bytes:
    """Names that do not pack well."""
    rows = (f"G{number * 7919 % 10007:x};F{number * 104729 % 1000003:x};+47 {number:08d}" for number in range(names))
    return b"Given name;Family name;Phone\n" + "\n".join(rows).encode()


def test_after_an_hour_it_is_in_no_table_though_nobody_uploads_again(kari: Client) -> None:
    upload(kari, big(300))
    assert max(weights()) > 3_000

    with travel(an_hour_later()):
        call_command("clearsessions")

        assert max(weights()) < 500
        assert kari.get(PLAYERS).status_code == 200  # still logged in


def test_it_is_confirmed_within_the_hour_and_not_after(cast: Cast, kari: Client) -> None:
    form = upload(kari)
    with travel(an_hour_later()):
        late = kari.post(PLAYERS, form)
        assert (late.status_code, KNOWN_BY in late.content.decode()) == (409, False)
    assert not cast.club.players.exists()

    with travel(timezone.now() + datetime.timedelta(minutes=59)):
        assert kari.post(PLAYERS, form).status_code == 302
    assert cast.club.players.get().family_name == KNOWN_BY


def test_confirmed_it_is_gone_at_once(kari: Client) -> None:
    kari.post(PLAYERS, upload(kari, big(300)))

    assert max(weights()) < 500


def test_whoever_logs_out_leaves_nothing(kari: Client) -> None:
    upload(kari)
    upload(kari)

    kari.post("/en/log-out/")

    assert not Session.objects.exists()


def test_a_third_one_makes_the_first_go(kari: Client) -> None:
    first, second, third = (upload(kari) for _ in range(3))

    assert Session.objects.count() == 3  # of which one is the log-in
    assert kari.post(PLAYERS, first).status_code == 409
    for form in (second, third):
        assert KNOWN_BY in kari.post(PLAYERS, form | {"seen": "of before"}).content.decode()


@pytest.mark.parametrize("of_the_club", first_fast(1, [True, False]))
def test_its_key_opens_it_to_nobody_else(
    cast: Cast, kari: Client, as_user: Callable[[User], Client], of_the_club: bool
) -> None:
    """Neither as an upload nor as the cookie of a log-in."""
    form = upload(kari)
    if of_the_club:
        cast.works(cast.stig, Role.ADMIN)
    stig = as_user(cast.stig)
    answer = stig.post(PLAYERS, form)
    assert (answer.status_code, KNOWN_BY in answer.content.decode()) == (409 if of_the_club else 404, False)

    stranger = Client(cookies={"sessionid": form["upload"]})
    stranger.cookies["sessionid"] = form["upload"]
    assert stranger.get(PLAYERS).status_code == 302
    assert kari.post(PLAYERS, form).status_code == 302
