"""Every field of a player's contact is known wherever contacts are read, shown and kept apart."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import models
from django.test import Client
from django.utils.formats import date_format

from clubchess.offline import OWN_PAGE
from tests.tools.casts.club_cast import Cast
from tests.tools.casts.contacts import CONTACT_FIELDS, as_typed, made_up_contact
from tests.tools.pages.staff_pages import staff_answers, two_evenings
from tournaments.exchange.player_list_headings import known_headings
from tournaments.forms.players.players import ContactForm
from tournaments.models import Action, PlayerContact, User
from tournaments.services.players import players
from tournaments.views.common.staff_access import OF_TONIGHT

pytestmark = pytest.mark.django_db

PLAYERS = "/en/sk-rockaden/staff/players/"
IMPORT = f"{PLAYERS}import/"
Clients = Callable[[User], Client]


def a_file(*people: int) -> SimpleUploadedFile:
    """Players 0, 1, … with all there is of their contacts."""
    contacts = {person: as_typed(made_up_contact(person)) for person in people}
    first = {each.meaning: each.heading for each in reversed(known_headings())}
    titles = [first[name] for name in CONTACT_FIELDS]
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(["name", *titles])
    rows.writerows([f"Player{person}", *contact.values()] for person, contact in contacts.items())
    return SimpleUploadedFile("players.csv", text.getvalue().encode())


def kept_of(given_name: str) -> dict[str, object]:
    return PlayerContact.objects.filter(player__given_name=given_name).values(*CONTACT_FIELDS).get()


def test_whatever_a_contact_holds_is_private() -> None:
    assert sorted(PlayerContact.PRIVATE) == sorted(CONTACT_FIELDS), (
        "PlayerContact.PRIVATE names every field but the player: the values of others stand in the record of actions"
    )


def test_the_form_asks_for_each_in_the_order_of_the_list() -> None:
    assert tuple(ContactForm.base_fields) == PlayerContact.PRIVATE, "ContactForm asks for PlayerContact.PRIVATE"


@pytest.mark.parametrize(
    "name", [n for n, c in CONTACT_FIELDS.items() if isinstance(c, models.CharField) and not c.choices]
)
def test_the_form_takes_no_more_than_the_database(name: str) -> None:
    assert ContactForm.base_fields[name].max_length == CONTACT_FIELDS[name].max_length


def test_a_list_of_players_may_have_a_column_for_each() -> None:
    without = set(PlayerContact.PRIVATE) - {each.meaning for each in known_headings()}

    assert without == set(), "exchange/player_list_headings.csv has no headings for these"


def test_the_import_names_each_among_the_columns_that_are_understood(kari: Client) -> None:
    html = kari.get(IMPORT).content.decode()

    assert [column.verbose_name for column in CONTACT_FIELDS.values() if str(column.verbose_name) not in html] == []


def test_each_stands_in_the_preview_and_is_imported(cast: Cast, kari: Client) -> None:
    cast.add_player("Player2")
    preview = kari.post(IMPORT, {"file": a_file(1, 2)}).content.decode()

    for name, value in made_up_contact(1).items():
        shown = date_format(value, "j M Y") if isinstance(CONTACT_FIELDS[name], models.DateField) else str(value)
        assert shown in preview, f"the preview does not show {name}"
    form = dict(re.findall(r'name="(upload|seen|receipt)" value="([^"]*)"', preview))
    answer = kari.post(IMPORT, {**form, "update": "on"})
    assert answer["Location"] == "/en/sk-rockaden/staff/tournaments/new/", "what follows in a new club"
    assert kept_of("Player1") == made_up_contact(1)
    assert kept_of("Player2") == made_up_contact(2)


def test_what_a_list_does_not_tell_of_a_contact_stays(cast: Cast, kari: Client) -> None:
    players.edit_contact(cast.add_player("Anna"), **made_up_contact(1), actor=cast.kari)
    preview = kari.post(IMPORT, {"file": SimpleUploadedFile("players.csv", b"name,phone\nAnna,555")}).content.decode()
    form = dict(re.findall(r'name="(upload|seen|receipt)" value="([^"]*)"', preview))
    kari.post(IMPORT, {**form, "update": "on"})

    assert kept_of("Anna") == {**made_up_contact(1), "phone": "555"}


def saved(client: Client, place: str, contact: dict[str, str]) -> int:
    """The form of the page, with this contact typed into it."""
    html = client.get(place).content.decode()
    seen = dict(re.findall(r'name="(seen|seen_contact)" value="([^"]*)"', html))
    return client.post(
        place, {"given_name": "Anna", "shown_as": "full", "is_active": "on"} | seen | contact
    ).status_code


def test_admins_alone_see_and_change_each(cast: Cast, kari: Client, as_user: Clients) -> None:
    place = f"{PLAYERS}{cast.add_player('Anna').pk}/"
    dag = as_user(cast.dag)
    contact = as_typed(made_up_contact(1))
    assert saved(kari, place, contact) == 302
    assert saved(dag, place, as_typed(made_up_contact(2))) == 302

    assert kept_of("Anna") == made_up_contact(1)
    for client, seen in ((kari, set(contact)), (dag, set())):
        html = client.get(place).content.decode()
        assert {name for name, value in contact.items() if value in html} == seen


def test_admins_alone_add_each_with_the_player(kari: Client, cast: Cast, as_user: Clients) -> None:
    for client, name in ((kari, "Anna"), (as_user(cast.dag), "Bo")):
        client.post(f"{PLAYERS}new/", {"given_name": name, "shown_as": "full", **as_typed(made_up_contact(1))})

    assert kept_of("Anna") == made_up_contact(1)
    assert not PlayerContact.objects.filter(player__given_name="Bo").exists()


def test_the_record_of_actions_holds_none_of_them(cast: Cast, kari: Client) -> None:
    place = f"{PLAYERS}{cast.add_player('Anna').pk}/"
    for person in (1, 2):
        saved(kari, place, as_typed(made_up_contact(person)))

    record = str(list(Action.objects.values_list("changes", "facts")))
    assert Action.objects.filter(verb="player.edit_contact").count() == 2
    told = {name for person in (1, 2) for name, value in as_typed(made_up_contact(person)).items() if value in record}
    assert told == set()


def test_a_contact_is_written_by_the_names_of_its_private_fields_only(cast: Cast) -> None:
    with pytest.raises(TypeError, match="not a private field of a contact: player_id"):
        players.edit_contact(cast.add_player("Anna"), player_id="1", actor=cast.kari)


@pytest.mark.slow
def test_no_page_that_opens_without_a_network_shows_a_contact() -> None:
    published, opened, admin = two_evenings()
    for person, entry in enumerate(published.tournament.entries.order_by("number")[:7]):
        PlayerContact.objects.update_or_create(player=entry.player, defaults=made_up_contact(person))
    answers = {
        address: answer for address, answer in staff_answers(published, opened, admin).items() if OWN_PAGE in answer
    }
    private = [str(value) for person in range(7) for value in made_up_contact(person).values() if value != "female"]

    assert len(answers) > len(OF_TONIGHT)
    assert [
        (address, value)
        for address, answer in answers.items()
        for value in private
        if value in answer.content.decode()  # type: ignore[attr-defined]  # a page
    ] == []
