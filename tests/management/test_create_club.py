"""The commands that start a club or let somebody run the installation."""

import io
import re
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, override_settings

from tests.tools.casts.club_cast import make_user
from tests.tools.casts.factories import ClubFactory
from tournaments.models import Action, Club, User
from tournaments.services.clubs import first_word

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def link_in(text: str) -> str:
    found = re.search(r"https?://\S+/password/\S+", text)
    assert found is not None, text
    return urlsplit(found.group()).path


@pytest.mark.slow
def test_its_link_lets_the_admin_choose_a_password_and_leads_to_the_club(client: Client) -> None:
    out = run("create_club", "SK Rockaden", "--admin", "kari", "--email", "kari@example.org")
    link = link_in(out)
    response = client.post(
        link, {"password": "a rook on the seventh", "repeated": "a rook on the seventh"}, follow=True
    )

    assert response.redirect_chain[-1][0] == "/en/sk-rockaden/staff/"
    assert response.status_code == 200
    assert Client().get(link).status_code == 410


def test_everything_is_one_recorded_action() -> None:
    run("create_club", "SK Rockaden", "--admin", "kari", "--slug", "rockaden", "--time-zone", "Europe/Stockholm")

    club = Club.objects.get()
    assert (club.slug, club.time_zone) == ("rockaden", "Europe/Stockholm")
    assert list(Action.objects.order_by("pk").values_list("verb", flat=True)) == ["club.create", "user.new_link"]


def test_it_writes_the_address_that_people_use() -> None:
    out = run("create_club", "SK Rockaden", "--admin", "kari", "--base-url", "https://chess.example.org/")

    assert "\nhttps://chess.example.org/en/password/" in out


def test_its_link_speaks_the_language_of_the_club() -> None:
    out = run("create_club", "SK Rockaden", "--admin", "kari", "--language", "nb")

    assert "/nb/sk-rockaden/" in out
    assert link_in(out).startswith("/nb/password/")


@override_settings(PUBLIC_ADDRESS="https://chess.example.org")
def test_its_link_has_the_address_that_people_open() -> None:
    assert "\nhttps://chess.example.org/en/password/" in run("create_club", "SK Rockaden", "--admin", "kari")


def test_somebody_with_a_password_gets_no_link() -> None:
    make_user("kari")
    out = run("create_club", "SK Rockaden", "--admin", "kari")

    assert "/password/" not in out
    assert "logs in as before" in out


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("Staff", "--admin", "kari"), "needed for something else"),
        (("A", "--admin", "kari", "--time-zone", "Oslo"), "no time zone “Oslo”"),
        (("A", "--admin", "kari", "--base-url", "chess.example.org"), "write it like https://"),
        (("A", "--admin", "stig", "--email", "other@example.org"), "somebody with another address"),
        (("Bergens", "--admin", "kari"), "Another club has the address “bergens”"),
    ],
)
def test_it_says_what_is_wrong_and_makes_nothing(arguments: tuple[str, ...], part: str) -> None:
    make_user("stig")
    run("create_club", "Bergens", "--admin", "stig")

    with pytest.raises(CommandError, match=part):
        run("create_club", *arguments)
    assert Club.objects.count() == 1
    assert User.objects.count() == 1


def test_a_superuser_gets_a_link_and_a_new_one_when_the_password_is_lost(client: Client) -> None:
    first = link_in(run("create_superuser", "root"))
    client.post(first, {"password": "a rook on the seventh", "repeated": "a rook on the seventh"})
    again = link_in(run("create_superuser", "root"))

    assert User.objects.get().is_superuser
    assert Client().get(first).status_code == 410
    assert Client().get(again).status_code == 200


@pytest.mark.parametrize("command", ["createsuperuser", "changepassword"])
def test_djangos_own_commands_point_to_ours(command: str) -> None:
    with pytest.raises(CommandError, match="create_superuser"):
        run(command)
    assert not User.objects.exists()


def test_somebody_who_lost_the_password_gets_a_link_and_no_more_rights(client: Client) -> None:
    kari = make_user("kari")
    link = link_in(run("login_link", "KARI@example.org"))
    client.post(link, {"password": "a rook on the seventh", "repeated": "a rook on the seventh"})

    kari.refresh_from_db()
    assert kari.check_password("a rook on the seventh")
    assert not kari.is_superuser


@pytest.mark.parametrize(("name", "part"), [("ola", "Nobody is called ola"), ("gone", "account gone is closed")])
def test_no_link_for_a_stranger_or_a_closed_account(name: str, part: str) -> None:
    make_user("gone", is_active=False)

    with pytest.raises(CommandError, match=part):
        run("login_link", name)


@pytest.mark.django_db(transaction=True)
def test_when_the_demo_is_gone_a_word_opens_the_first_page() -> None:
    """Those that the server has printed are gone with it."""
    before = first_word.make_word()
    ClubFactory(demo_password="shown to everybody")
    out = run("demo", "--remove")

    assert first_word.key_of(out.split()[-1])
    assert first_word.key_of(before) == ""
