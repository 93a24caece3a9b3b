"""What players choose by their card, and their own calendar."""

from __future__ import annotations

import datetime
import re

import icalendar
import pytest
from django.test import Client, override_settings

from tests.tools.casts.factories import Evening
from tests.tools.pages.card_client import holding
from tests.tools.pages.page_forms import form_for
from tournaments import clock
from tournaments.models import (
    Action,
    CardKey,
    InboxItem,
    InboxSubject,
    Player,
    PlayerContact,
    RespondedBy,
    Response,
    ShownAs,
    Tournament,
)
from tournaments.pages.activity.activity_log import club_activity
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar import availability
from tournaments.services.players import card_keys

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Evening:
    return Evening.of(4)


def anna(cast: Evening) -> Player:
    return Player.objects.select_related("club").get(pk=cast.entry(1).player_id)


def page(cast: Evening, part: str = "settings/") -> str:
    return f"/en/{cast.tournament.club.slug}/me/{anna(cast).public_key}/{part}"


def text_of(client: Client, cast: Evening, part: str = "settings/") -> str:
    answer = client.get(page(cast, part))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def send(client: Client, cast: Evening, part: str, html: str = "", **typed: str) -> int:
    address = page(cast, f"settings/{part}")
    body = form_for(page(cast), html or client.get(page(cast)).content.decode(), address)
    answer = client.post(address, body | {name: [value] for name, value in typed.items()})
    return int(answer.status_code)


def test_how_the_name_is_shown_reaches_the_public_at_once(cast: Evening) -> None:
    client = holding(anna(cast))
    revision = cast.tournament.public_revision
    assert "On public pages you are “No1”." in text_of(client, cast)
    assert send(client, cast, "name/", shown_as="number") == 302

    assert anna(cast).shown_as == ShownAs.NUMBER
    cast.tournament.refresh_from_db()
    assert cast.tournament.public_revision > revision
    line = club_activity(cast.tournament.club, may_undo=lambda _action: True).lines[0]
    assert (line.sentence, line.by) == ("No1 is shown to the public by a number", "by their card")
    undo_action(Action.objects.latest("pk"), actor=cast.director)
    assert anna(cast).shown_as == ShownAs.FULL
    assert send(client, cast, "name/", shown_as="nobody") == 409


def test_a_childs_name_is_never_shown_in_full(cast: Evening) -> None:
    Player.objects.filter(pk=anna(cast).pk).update(is_child=True)
    client = holding(anna(cast))
    assert "full name" not in text_of(client, cast)
    assert send(client, cast, "name/", shown_as="full") == 409
    assert send(client, cast, "name/", shown_as="initial") == 302


def test_an_old_page_overwrites_no_choice(cast: Evening) -> None:
    client = holding(anna(cast))
    old = client.get(page(cast)).content.decode()
    assert send(client, cast, "name/", shown_as="number") == 302
    assert send(client, cast, "name/", old, shown_as="initial") == 409
    assert anna(cast).shown_as == ShownAs.NUMBER


def test_the_language_of_the_card(cast: Evening) -> None:
    client = holding(anna(cast))
    assert send(client, cast, "language/", language="nb") == 302
    assert anna(cast).language == "nb"
    token = card_keys.make_key(anna(cast), actor=None)
    assert Client().get(f"/c/{token}/")["Location"].startswith("/nb/")
    assert send(client, cast, "language/", language="tlh") == 409
    assert send(client, cast, "language/", language="") == 302


def test_mails_where_the_installation_sends_some_and_knows_where_to(cast: Evening) -> None:
    client = holding(anna(cast))
    with override_settings(MAIL_ON=True):
        assert "The club does not have your mail address" in text_of(client, cast)
        PlayerContact.objects.create(player=anna(cast), email="anna@example.org")
        assert "None once the evening has begun" in text_of(client, cast)
        assert "anna@example.org" not in text_of(client, cast)
        assert send(client, cast, "mail/") == 302
        assert (anna(cast).mail_board, anna(cast).mail_sits_out, anna(cast).mail_asks) == (True, False, False)
        assert send(client, cast, "mail/") == 302
        assert not anna(cast).mail_board
        assert send(client, cast, "mail/", mail="weekly") == 422
    with override_settings(MAIL_ON=False):
        assert "<h2>Mails</h2>" not in text_of(client, cast)


def test_own_links_are_withdrawn_but_the_parents(cast: Evening) -> None:
    client = holding(anna(cast))
    lost = card_keys.make_key(anna(cast), name="lost slip", actor=None)
    card_keys.make_key(anna(cast), name="mother", is_parents=True, actor=None)
    keys = dict(CardKey.objects.values_list("name", "pk"))
    html = text_of(client, cast)
    assert f"keys/{keys['mother']}/" not in html
    assert send(client, cast, f"keys/{keys['lost slip']}/withdraw/") == 302

    assert not card_keys.keys_of([lost])
    assert client.post(page(cast, f"settings/keys/{keys['mother']}/withdraw/")).status_code == 409
    other = holding(cast.entry(2).player)
    theirs = CardKey.objects.latest("pk")
    assert client.post(page(cast, f"settings/keys/{theirs.pk}/withdraw/")).status_code == 404
    assert other.get(f"/en/{cast.tournament.club.slug}/me/").status_code == 200


def test_asking_to_be_erased_is_the_directors_to_answer(cast: Evening) -> None:
    client = holding(anna(cast))
    assert send(client, cast, "erase/") == 302
    item = InboxItem.objects.get()
    assert (item.asked, item.player, item.tournament) == (InboxSubject.ERASE, anna(cast), None)
    assert "You asked for it on" in text_of(client, cast)
    assert client.post(page(cast, "settings/erase/")).status_code == 302
    assert InboxItem.objects.count() == 1


def calendar_of(client: Client, cast: Evening) -> str:
    (address,) = set(re.findall(r'href="(/en/[^"]+\.ics)"', client.get(page(cast)).content.decode()))
    return address


def summaries(address: str) -> list[str]:
    answer = Client().get(address)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return [str(event["SUMMARY"]) for event in icalendar.Calendar.from_ical(answer.content).walk("VEVENT")]


def test_the_own_calendar_has_the_board_and_not_the_evenings_away(cast: Evening) -> None:
    today = datetime.datetime.now(tz=datetime.UTC).date()
    dates = [today + datetime.timedelta(days=days) for days in (0, 7, 14)]
    Tournament.objects.filter(pk=cast.tournament.pk).update(round_dates=[date.isoformat() for date in dates])
    cast.tournament.refresh_from_db()
    client = holding(anna(cast))
    address = calendar_of(client, cast)
    assert summaries(address) == [f"Tuesday cup, round {number}" for number in (1, 2, 3)]

    availability.respond(
        cast.entry(1), dates[1], Response.AWAY, said_by=RespondedBy.CARD, actor=None, by_card=anna(cast).pk
    )
    cast.open()
    cast.check_in(1, 2, 3, 4)
    cast.pair()
    assert summaries(address) == ["Tuesday cup, round 1", "Tuesday cup, round 3"]
    cast.publish()
    first, third = summaries(address)
    assert re.fullmatch(r"Tuesday cup, round 1: board \d, (White|Black) against No\d", first)
    assert third == "Tuesday cup, round 3"


def test_the_address_of_the_calendar_follows_from_the_secret_and_is_renewed(cast: Evening) -> None:
    client = holding(anna(cast))
    old = calendar_of(client, cast)
    assert send(client, cast, "calendar/") == 302
    new = calendar_of(client, cast)

    assert old != new
    assert (Client().get(old).status_code, Client().get(new).status_code) == (404, 200)
    bo = cast.entry(2).player
    assert Client().get(new.replace(anna(cast).public_key, bo.public_key)).status_code == 404
    with override_settings(SECRET_KEY="another installation's secret, long enough"):
        assert Client().get(new).status_code == 404
    card_keys.withdraw_all(anna(cast), actor=cast.director)
    assert Client().get(new).status_code == 404


def test_a_token_that_was_guessed_opens_no_calendar(cast: Evening) -> None:
    for token in ("x", "0" * 40, "x" * 3000):
        assert Client().get(page(cast, f"calendar/{token}.ics")).status_code == 404
    with clock.at(datetime.datetime(2025, 3, 3, tzinfo=datetime.UTC)):
        assert Client().get(calendar_of(holding(anna(cast)), cast)).status_code == 200
