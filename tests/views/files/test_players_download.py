"""The members' list taken along: a sheet that the import reads again, with contacts for the admins alone."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation

from tests.tools.casts.club_cast import Cast
from tests.tools.casts.contacts import made_up_contact
from tournaments.exchange.player_list import players_of
from tournaments.exchange.spreadsheet_reader import read_sheet
from tournaments.models import Player, PlayerContact, User

pytestmark = pytest.mark.django_db

PLAYERS = "staff/players/"
Clients = Callable[[User], Client]


@pytest.fixture
def cast() -> Cast:
    """Somebody of whom all is known, and somebody who left."""
    cast = Cast()
    anna = cast.add_player("Anna")
    Player.objects.filter(pk=anna.pk).update(
        family_name="Åberg",
        title="WFM",
        federation="SWE",
        rating=1810,
        fide_rating=1840,
        rapid_rating=1790,
        blitz_rating=1705,
        fide_id=1700001,
        national_id="88",
        member_number="17",
        categories="Junior, Women",
    )
    PlayerContact.objects.update_or_create(player=anna, defaults=made_up_contact(1) | {"phone": "+47 901 55 601"})
    gone = cast.add_player("Gone")
    Player.objects.filter(pk=gone.pk).update(is_active=False)
    return cast


def address(cast: Cast, language: str, kind: str) -> str:
    return f"/{language}/{cast.club.slug}/{PLAYERS}members.{kind}"


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("language", ["en", "nb", "sv", "da", "de", "nl"])
def test_the_import_reads_all_of_it_again(cast: Cast, as_user: Clients, language: str, kind: str) -> None:
    anna = Player.objects.get(given_name="Anna")

    answer = as_user(cast.kari).get(address(cast, language, kind))

    assert answer["Content-Disposition"] == f'attachment; filename="{cast.club.slug}-players.{kind}"'
    with translation.override(language):
        read = players_of(read_sheet(answer.content), today=datetime.date(2026, 11, 25))
    assert (read.stopped, read.notes) == ((), ())
    found = next(each for each in read.players if each.given_name == "Anna")
    told = found.told()
    assert told == {name: getattr(anna, name) for name in told}
    assert len(told) == 10
    contact = anna.contact
    assert found.contact == {
        "sex": contact.sex,
        "birth_date": contact.birth_date,
        "phone": "+47 901 55 601",
        "email": contact.email,
    }
    assert "Gone" not in [each.given_name for each in read.players]


def test_what_was_downloaded_and_is_imported_changes_nothing(cast: Cast, as_user: Clients) -> None:
    kari = as_user(cast.kari)
    data = kari.get(address(cast, "en", "csv")).content

    answer = kari.post(
        f"/en/{cast.club.slug}/{PLAYERS}import/", {"file": SimpleUploadedFile("players.csv", data)}, follow=True
    )

    assert "1 new" not in answer.content.decode()
    assert Player.objects.count() == 2


def test_a_director_gets_no_contact(cast: Cast, as_user: Clients) -> None:
    text = as_user(cast.dag).get(address(cast, "en", "csv")).content.decode("utf-8-sig")

    assert text.splitlines()[0].endswith(';"Member number";"Categories"')
    contact = PlayerContact.objects.get(player__given_name="Anna")
    for private in ("901 55 601", contact.email, contact.birth_date.isoformat(), "Date of birth", "Phone"):
        assert private not in text


def test_the_list_of_players_leads_to_it(cast: Cast, as_user: Clients) -> None:
    page = as_user(cast.dag).get(f"/en/{cast.club.slug}/{PLAYERS}").content.decode()

    assert f'href="{address(cast, "en", "csv")}"' in page
    assert f'href="{address(cast, "en", "xlsx")}"' in page
    assert "since you are an admin" not in page
