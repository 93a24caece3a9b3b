"""What a link to a public page shows elsewhere: its tags, and the picture of a tournament."""

import html
import io
import re
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from tests.tools.casts.factories import Evening
from tests.tools.pages.public_pages import addresses_of, first_and_last, text_of, the_last
from tournaments.exchange.images.link_preview import SIZE, LinkPreview
from tournaments.models import Club, Player, ShownAs, Tournament
from tournaments.pages.rounds.link_preview import link_preview
from tournaments.pairing.types.snapshot import Result
from tournaments.services.clubs.trash import trash_tournament
from tournaments.views.common import page_cache
from tournaments.views.common.public_site import SITE

pytestmark = pytest.mark.django_db
HEAVIEST = 60_000


@pytest.fixture
def evening() -> Evening:
    """One round finished, the second going on."""
    evening = Evening.of(8, options={"max_meetings": 5}, planned_rounds=7)
    evening.play()
    evening.finish()
    evening.draft()
    evening.publish()
    return evening


def tags_of(text: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]+)"(?: media="[^"]+")? content="([^"]*)">', text)
    return {name: html.unescape(content) for name, content in found}


def picture_of(client: Client, evening: Evening) -> bytes:
    answer = client.get(f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/picture.png")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    return answer.content


def preview_of(evening: Evening) -> LinkPreview:
    return link_preview(Tournament.objects.select_related("club", "season").get(pk=evening.tournament.pk), None)


@pytest.mark.parametrize("language", ["en", "nb"])
def test_every_public_page_says_what_it_is_and_whose(client: Client, evening: Evening, language: str) -> None:
    club = Club.objects.get()
    Club.objects.update(name='Chess "at" the <Quay>')
    seen = 0
    for address in addresses_of(club, language=language, choose=first_and_last):
        answer = client.get(address)
        if not answer.get("Content-Type", "").startswith("text/html") or address.endswith("/live/"):
            continue
        text = answer.content.decode()
        if answer.status_code != 200 or f"/{club.slug}/" not in address:
            continue
        seen += 1
        tags = tags_of(text)
        (title,) = re.findall(r"<title>(.*?)</title>", text, re.DOTALL)
        assert html.unescape(title).strip().endswith('Chess "at" the <Quay>'), address
        assert tags["og:title"] == html.unescape(title).strip(), address
        assert tags["og:site_name"] == 'Chess "at" the <Quay>'
        assert tags["og:url"] == f"http://testserver{address}"
        assert tags["og:image"].startswith(f"http://testserver/{language}/{club.slug}/")
        assert tags["og:locale"] == {"en": "en_GB", "nb": "nb_NO"}[language]
        assert tags["description"] == tags["og:description"] != ""
        assert tags["robots"] == "noindex"
        picture = client.get(tags["og:image"].removeprefix("http://testserver"))
        assert picture["Content-Type"] == "image/png"
        with Image.open(io.BytesIO(picture.content)) as opened:
            assert opened.size == (int(tags["og:image:width"]), int(tags["og:image:height"]))
    assert seen > 15


def test_a_live_fragment_has_the_title_of_its_page(client: Client, evening: Evening) -> None:
    address = f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/standings/"
    (title,) = re.findall(r"<title>(.*?)</title>", client.get(address).content.decode())

    assert f'data-title="{title}"' in client.get(f"{address}live/").content.decode()


def test_one_kept_page_serves_every_host_by_its_own_name(client: Client, evening: Evening, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["one.example", "other.example"]
    address = f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/"
    tags = {}
    for host in ("one.example", "other.example:8443", "one.example"):
        answer = client.get(address, headers={"Host": host})
        assert SITE.partition("://")[2] not in answer.content.decode()
        assert tags_of(answer.content.decode())["og:url"] == f"http://{host}{address}"
        tags[host] = answer["ETag"]
        same = client.get(address, headers={"Host": host, "If-None-Match": answer["ETag"]})
        assert same.status_code == 304
    assert len({*tags.values()}) == 2
    assert len(page_cache._pages) == 1

    settings.PUBLIC_ADDRESS = "https://chess.example.org"
    for host in ("one.example", "other.example:8443"):
        tags = tags_of(client.get(address, headers={"Host": host}).content.decode())
        assert tags["og:url"] == f"https://chess.example.org{address}"


def test_no_answer_says_the_name_that_stands_for_our_own(client: Client, evening: Evening) -> None:
    host = SITE.partition("://")[2]
    for address in addresses_of(Club.objects.get(), choose=the_last):
        assert host not in text_of(client, address), address


def test_the_picture_is_a_small_png_and_another_one_after_a_change(client: Client, evening: Evening) -> None:
    first = picture_of(client, evening)
    with Image.open(io.BytesIO(first)) as opened:
        opened.load()
        assert (opened.format, opened.size) == ("PNG", SIZE)
    assert len(first) < HEAVIEST
    assert picture_of(client, evening) == first

    for board in (1, 2, 3, 4):
        evening.enter(board, Result.WHITE_WINS)
    assert picture_of(client, evening) != first


def test_it_is_drawn_once_for_each_version(client: Client, evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    drawings = []
    monkeypatch.setattr(
        "tournaments.views.rounds.link_preview.drawn", lambda picture: drawings.append(picture) or b"PNG"
    )
    for query in ("", "?v=1", "?v=2", "?fbclid=3"):
        client.get(f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/picture.png{query}")
    assert len(drawings) == 1


def test_it_says_how_far_it_has_come_and_who_led_when_all_games_were_played(evening: Evening) -> None:
    preview = preview_of(evening)
    assert preview.line == "Round 2 of 7 is being played"
    assert len(preview.leaders) == 3
    leaders = preview.leaders

    evening.enter(1, Result.WHITE_WINS)
    assert preview_of(evening).leaders == leaders
    for board in (2, 3, 4):
        evening.enter(board, Result.WHITE_WINS)
    preview = preview_of(evening)
    assert preview.line == "After round 2 of 7"
    assert preview.leaders != leaders


def test_before_the_first_round_it_says_how_many_have_entered() -> None:
    preview = preview_of(Evening.of(5))

    assert preview.leaders == ()
    assert preview.remark == "5 players have entered"


def test_the_hidden_are_hidden_in_it(evening: Evening) -> None:
    Player.objects.update(shown_as=ShownAs.NUMBER, given_name="Quirine", family_name="Ottesen")
    assert all(leader.name.startswith("Player ") for leader in preview_of(evening).leaders)

    Player.objects.update(shown_as=ShownAs.INITIAL)
    assert all("Ottesen" not in leader.name for leader in preview_of(evening).leaders)


def test_whatever_a_name_is_the_picture_can_be_drawn(client: Client, evening: Evening) -> None:
    strange = ["W" * 100, "Ŋuyễn ŉ Østerłåndßč", "名前", "\u200b", "a\u0301" * 50, "😀 مرحبا", "i", "x" * 100]
    for entry, name in zip(evening.tournament.entries.order_by("number"), strange, strict=True):
        Player.objects.filter(pk=entry.player_id).update(given_name=name, family_name="")
    Tournament.objects.update(name="M" * 200)
    Club.objects.update(name="Wi" * 100)

    assert len(picture_of(client, evening)) < HEAVIEST


def test_a_tournament_in_the_trash_has_none(client: Client, evening: Evening) -> None:
    address = f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/picture.png"
    assert client.get(address).status_code == 200
    trash_tournament(evening.tournament, actor=evening.director)
    assert client.get(address).status_code == 404
