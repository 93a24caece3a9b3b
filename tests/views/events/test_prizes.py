"""Prizes on the screens: typed, looked at with reasons, decided, fixed, on paper, as certificates, for the public."""

from __future__ import annotations

import datetime
import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.tools.casts.club_cast import Cast
from tests.tools.casts.series_cast import event, series_of
from tests.tools.pages.page_forms import Body, form_for, form_of_button
from tournaments.exchange.images.accents import BANDS
from tournaments.forms.events.prizes import line_of, prize_in
from tournaments.models import Player, Series, ShownAs, Tournament
from tournaments.pairing.prizes.types import Prize
from tournaments.selectors.prizes import NamedPrizes, PrizeScheme
from tournaments.services.events.prizes import set_prizes, version_of

pytestmark = pytest.mark.django_db
HOME = "/en/sk-rockaden/"
TYPED = {
    "l0-name": ["Overall"],
    "l0-prizes": ["100\n50,50 + trophy"],
    "l1-name": ["Under 1850"],
    "l1-prizes": ["30\nA book"],
    "l1-kind": ["rating"],
    "l1-high": ["1849"],
    "is_public": ["on"],
}


@pytest.fixture
def players(cast: Cast) -> list[Player]:
    return [cast.add_player(name, rating=1900 - 100 * at) for at, name in enumerate(("Anna", "Bo", "Cato", "Dag"))]


@pytest.fixture
def cup(cast: Cast, players: list[Player]) -> Tournament:
    tournament = event(cast.season, "Cup", *players)
    for entry in tournament.entries.select_related("player"):
        tournament.entries.filter(pk=entry.pk).update(rating=entry.player.rating)
    return Tournament.objects.get(pk=tournament.pk)


def staff(cup: Tournament) -> str:
    return f"{HOME}staff/{cup.slug}/prizes/"


def text(answer: Any) -> str:
    assert answer.status_code == 200, answer.content.decode()[-3000:]
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def typed(client: Client, address: str, **further: list[str]) -> Any:
    edit = f"{address}edit/"
    return client.post(edit, form_for(edit, client.get(edit).content.decode(), edit) | TYPED | further)


def test_one_button_proposes_what_most_clubs_have(cup: Tournament, kari: Client) -> None:
    edit = f"{staff(cup)}edit/"
    empty = kari.get(edit).content.decode()
    assert 'href="?usual=1"' in empty

    kari.post(edit, form_for(edit, kari.get(f"{edit}?usual=1").content.decode(), edit))

    page = text(kari.get(staff(cup)))
    assert [each in page for each in ("Overall", "Under 1500", "Juniors")] == [True] * 3
    assert "Rating up to 1499" in page
    assert 'href="?usual=1"' not in kari.get(edit).content.decode()


def press(client: Client, address: str, value: str) -> Any:
    to, body = form_of_button(address, client.get(address).content.decode(), value)
    return client.post(to, body)


@pytest.mark.parametrize(
    ("line", "prize"),
    [
        ("100", Prize(cents=10000)),
        ("12.50", Prize(cents=1250)),
        ("12,5", Prize(cents=1250)),
        ("€ 1 200", Prize(cents=120000)),
        ("200 kr + cup", Prize(cents=20000, thing="cup")),
        ("A book", Prize(thing="A book")),
        ("2 bottles of wine", Prize(thing="2 bottles of wine")),
    ],
)
def test_a_prize_is_typed_as_people_write_it(line: str, prize: Prize) -> None:
    assert prize_in(line) == prize
    assert prize_in(line_of(prize)) == prize


def test_prizes_are_typed_and_who_gets_them_is_seen_with_the_reason(cup: Tournament, kari: Client) -> None:
    assert "Set up prizes" in text(kari.get(staff(cup)))
    assert typed(kari, staff(cup)).headers["Location"] == staff(cup)
    page = text(kari.get(staff(cup)))
    assert "1st Anna 1st of “Overall”." in page
    assert "100 €" in page
    assert "50.50" in page
    assert "2nd of “Under 1850”. Ahead, but with another prize: Bo (2nd of “Overall”)." in page
    assert "Prize winners" in text(kari.get(f"{HOME}staff/{cup.slug}/papers/"))


def test_what_is_wrong_is_said_and_nothing_typed_is_lost(cup: Tournament, kari: Client) -> None:
    for wrong, said in (
        ({"l0-prizes": ["1,000.000"]}, "Write an amount such as 100 or 12.50"),
        ({"l0-name": [""]}, "These prizes need a name"),
        ({"l0-prizes": [""]}, "Write at least one prize."),
        ({"l0-prizes": ["0"]}, "Write what the prize is"),
        ({"l1-low": ["1900"]}, "The end is before the beginning."),
        ({"l1-kind": ["listed"], "l1-people": ["Nobody"]}, "No player, or more than one, is called Nobody."),
    ):
        answer = typed(kari, staff(cup), **wrong)
        assert answer.status_code == 422, wrong
        assert said in answer.content.decode()
        assert "A book" in answer.content.decode()
    assert Tournament.objects.get(pk=cup.pk).prizes is None
    same = typed(kari, staff(cup), **{"l1-name": ["overall"]})
    assert same.status_code == 409
    assert "the same name" in same.content.decode()


def test_they_are_decided_fixed_and_opened_again(cup: Tournament, kari: Client) -> None:
    typed(kari, staff(cup))
    assert press(kari, staff(cup), "wants_none").status_code == 302
    assert "1st Bo 2nd of “Overall”. Ahead, but wanting no prize: Anna." in text(kari.get(staff(cup)))
    assert press(kari, staff(cup), "wants_one").status_code == 302
    page = kari.get(staff(cup)).content.decode()
    fix: Body = form_for(staff(cup), page, f"{staff(cup)}fix/")
    assert kari.post(f"{staff(cup)}fix/", fix).status_code == 302
    assert kari.post(f"{staff(cup)}fix/", fix).status_code == 302  # sent twice
    page = text(kari.get(staff(cup)))
    assert "Final since" in page
    assert "Wants no prize" not in page
    assert typed(kari, staff(cup)).status_code == 409
    assert press(kari, staff(cup), "1").status_code == 302
    assert "All games are played." in text(kari.get(staff(cup)))


def test_somebody_elses_change_is_not_overwritten(cup: Tournament, kari: Client) -> None:
    edit = f"{staff(cup)}edit/"
    body = form_for(edit, kari.get(edit).content.decode(), edit) | TYPED
    set_prizes(
        cup, PrizeScheme(lists=(NamedPrizes(name="X", prizes=(Prize(cents=1),)),)), seen=version_of(cup), actor=None
    )
    answer = kari.post(edit, body)
    assert answer.status_code == 409
    assert 'value="X"' in answer.content.decode()


def test_the_public_sees_what_there_is_and_then_who_has_it(cup: Tournament, kari: Client, client: Client) -> None:
    address = f"{HOME}{cup.slug}/prizes/"
    assert client.get(address).status_code == 404
    typed(kari, staff(cup), is_public=[])
    assert client.get(address).status_code == 404
    assert address not in client.get(f"{HOME}{cup.slug}/standings/").content.decode()
    typed(kari, staff(cup))
    assert address in client.get(f"{HOME}{cup.slug}/standings/").content.decode()
    before = text(client.get(address))
    assert "2nd 50.50 € + trophy" in before
    assert "Anna" not in before
    Player.objects.filter(given_name="Bo").update(shown_as=ShownAs.NUMBER)
    press_fix = form_for(staff(cup), kari.get(staff(cup)).content.decode(), f"{staff(cup)}fix/")
    kari.post(f"{staff(cup)}fix/", press_fix)
    after = text(client.get(f"{address}live/"))
    assert "Anna" in after
    assert "Player 2" in after
    assert "Bo" not in after.replace("Book", "")


def test_a_list_on_paper_and_certificates_for_whom_one_chooses(cup: Tournament, kari: Client) -> None:
    typed(kari, staff(cup))
    paper = text(kari.get(f"{staff(cup)}list/"))
    assert "Received" in paper
    assert "Under 1850 Rating up to 1849" in paper
    everybody = kari.get(f"{staff(cup)}certificates/").content.decode()
    assert everybody.count('class="paper wide certificate"') == 4
    assert "accent-" in everybody
    some = text(kari.get(f"{staff(cup)}certificates/?for=l2"))
    assert "Cato 1st prize, Under 1850 Cup" in some
    assert "30" not in some.partition("Cato 1st prize, Under 1850")[2].partition("Date")[0], "no money on the wall"
    anna = Player.objects.get(given_name="Anna")
    one = kari.get(f"{staff(cup)}certificates/?for=p{anna.pk}").content.decode()
    assert one.count('class="paper wide certificate"') == 1
    assert kari.get(f"{staff(cup)}certificates/?for=l3").status_code == 404


@pytest.mark.postgresql  # order of NULLs
def test_a_certificate_is_of_the_last_day_that_is_known(cup: Tournament, kari: Client) -> None:
    newest = cup.rounds.order_by("-number")[0]
    cup.rounds.exclude(pk=newest.pk).update(date=datetime.date(2026, 10, 6))
    cup.rounds.filter(pk=newest.pk).update(date=None)
    typed(kari, staff(cup))

    assert "6 October 2026" in text(kari.get(f"{staff(cup)}certificates/"))


def test_a_series_has_them_too_in_place_of_its_numbers_of_prizes(cast: Cast, cup: Tournament, kari: Client) -> None:
    found = series_of(cast.season, cup)
    address, public = f"{HOME}staff/series/{found.pk}/prizes/", f"{HOME}series/{found.pk}/"
    assert "1st prize" in text(kari.get(public))
    assert address in kari.get(f"{HOME}staff/series/{found.pk}/").content.decode()
    edit = f"{address}edit/"
    body = form_for(edit, kari.get(edit).content.decode(), edit) | {"l0-name": ["All"], "l0-prizes": ["Cup"]}
    assert kari.post(edit, body | {"is_public": ["on"]}).status_code == 302
    page = text(kari.get(public))
    assert "All 1st Cup" in page
    assert "1st prize" not in page
    assert "1st of “All”." in text(kari.get(address))
    assert kari.get(f"{address}certificates/").status_code == 200
    kari.post(f"{address}fix/", form_for(address, kari.get(address).content.decode(), f"{address}fix/"))
    assert "1st Anna Cup" in text(kari.get(public))
    assert Series.objects.get().prizes["fixed"]


def test_a_certificate_has_the_clubs_colour_on_every_printer() -> None:
    sheet = (settings.BASE_DIR / "static" / "css" / "staff" / "paper.css").read_text()
    colours = re.findall(r"\.certificate \{ --club: (#[0-9a-f]{6})", sheet)
    assert colours == [band.light for band in BANDS.values()]


def test_a_category_of_the_tournament_is_one_of_the_groups_and_leads_to_its_table(
    cup: Tournament, kari: Client, client: Client
) -> None:
    Tournament.objects.filter(pk=cup.pk).update(categories=[{"name": "B", "low": None, "high": None}])
    cup.entries.filter(number__gte=3).update(category="B")
    edit = f"{staff(cup)}edit/"
    assert "Category B" in text(kari.get(edit))

    typed(
        kari,
        staff(cup),
        **{"l1-kind": ["category B"], "l1-low": [""], "l1-high": [""]},
    )

    assert Tournament.objects.get(pk=cup.pk).prizes["lists"][1]["of"] == "B"
    assert f'href="{HOME}staff/{cup.slug}/standings/?category=1"' in kari.get(staff(cup)).content.decode()
    public = client.get(f"{HOME}{cup.slug}/prizes/").content.decode()
    assert f'href="{HOME}{cup.slug}/standings/?category=1"' in public
    Tournament.objects.filter(pk=cup.pk).update(categories=[])
    assert '<option value="category B" selected>' in kari.get(edit).content.decode()
