"""What is kept of public pages while names, rounds and whole tournaments change: the next look shows how it is now."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client

from tests.tools.casts.factories import Evening
from tests.tools.pages.public_pages import addresses_of, first_and_last
from tournaments.models import Action, ShownAs, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.snapshots import exported
from tournaments.services.activity.undo import undo_action
from tournaments.services.clubs import trash
from tournaments.services.files.tournament_import import import_tournament
from tournaments.services.players import players
from tournaments.views.common import page_cache

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    """The second round is published."""
    evening = Evening.of(4)
    player = evening.entry(1).player
    wanted = replace(players.details_of(player), given_name="Zebulon", family_name="Quillfeather")
    players.edit_player(player, wanted, seen=players.version_of(player), actor=None)
    evening.play()
    evening.draft()
    evening.publish()
    return evening


def all_pages(client: Client, evening: Evening) -> dict[str, str]:
    """Those that can be opened, and are kept from now on."""
    addresses = addresses_of(evening.tournament.club, choose=first_and_last)
    answers = {address: client.get(address) for address in addresses}
    assert {answer.status_code for answer in answers.values()} <= {200, 302}
    assert sum(page_cache._pages.peek(address) is not None for address in addresses) > 20
    return {address: answer.content.decode(errors="replace") for address, answer in answers.items()}


def edit(evening: Evening, **details: str) -> None:
    player = evening.entry(1).player
    wanted = replace(players.details_of(player), **details)
    players.edit_player(player, wanted, seen=players.version_of(player), actor=None)


def naming(pages: dict[str, str], name: str) -> set[str]:
    return {address for address, text in pages.items() if name in text}


def version(client: Client, address: str) -> str:
    found = re.search(r'data-version="([^"]+)"', client.get(address).content.decode())
    assert found is not None
    return found[1]


@pytest.mark.slow
def test_a_new_name_stands_everywhere_at_once_and_the_old_one_nowhere(client: Client, evening: Evening) -> None:
    before = naming(all_pages(client, evening), "Quillfeather")
    edit(evening, given_name="Ada", family_name="Nightingale")

    after = all_pages(client, evening)

    assert len(before) > 10
    assert naming(after, "Nightingale") == before
    assert not naming(after, "Zebulon")
    assert not naming(after, "Quillfeather")


@pytest.mark.slow
def test_who_is_hidden_step_by_step_is_hidden_everywhere_at_once(client: Client, evening: Evening) -> None:
    assert naming(all_pages(client, evening), "Zebulon Quillfeather")

    edit(evening, shown_as=ShownAs.INITIAL)
    pages = all_pages(client, evening)
    assert naming(pages, "Zebulon")
    assert not naming(pages, "Quillfeather")

    edit(evening, shown_as=ShownAs.NUMBER)
    pages = all_pages(client, evening)
    assert not naming(pages, "Zebulon")
    assert not naming(pages, "Quillfeather")

    undo_action(Action.objects.latest("pk"), actor=None)
    assert naming(all_pages(client, evening), "Zebulon")


@pytest.mark.slow
def test_what_goes_into_the_trash_is_gone_at_once_and_comes_back(client: Client, evening: Evening) -> None:
    prefix = f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/"
    before = all_pages(client, evening)
    own = {address for address in before if address.startswith(prefix)}
    trash.trash_tournament(evening.tournament, actor=None)

    assert {client.get(address).status_code for address in own} == {404}
    assert {client.get(address, {"v": "1"}).status_code for address in own} == {404}
    assert not [address for address in before.keys() - own if f'"{prefix}'.encode() in client.get(address).content]

    trash.put_back_tournament(evening.tournament, actor=None)
    after = all_pages(client, evening)
    assert after.keys() == before.keys()
    assert naming(after, "Quillfeather") == naming(before, "Quillfeather")


@pytest.mark.slow
def test_a_round_taken_back_is_not_there_any_more(client: Client, evening: Evening) -> None:
    slugs = f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/"
    pages = [address for address in all_pages(client, evening) if address.startswith(f"{slugs}rounds/2/")]
    assert len(pages) >= 2
    evening.take_back()

    assert {client.get(address).status_code for address in pages} == {404}
    assert "<h1>Round 1</h1>" in client.get(slugs).content.decode()

    evening.publish()
    assert {client.get(address).status_code for address in pages} == {200}


def test_a_tournament_imported_anew_is_not_taken_for_the_one_that_stood_there(client: Client, evening: Evening) -> None:
    """Both are new, and so of the same revision."""

    def take_over() -> Tournament:
        tournament = evening.tournament
        return import_tournament(tournament.club, exported(tournament), season=tournament.season, actor=None)

    first = take_over()
    address = f"/en/{first.club.slug}/{first.slug}/rounds/2/"
    assert "2 of 2 still playing" in client.get(address).content.decode()
    known = version(client, address)
    undo_action(Action.objects.latest("pk"), actor=None)
    assert client.get(address).status_code == 404
    evening.enter(1, Result.DRAW)

    second = take_over()

    assert second.slug == first.slug
    assert "1 of 2 still playing" in client.get(address).content.decode()
    assert client.get(f"{address}live/", {"v": known}).status_code == 200


def test_nothing_is_kept_of_a_round_that_is_only_drafted(client: Client, evening: Evening) -> None:
    evening.enter(1, Result.DRAW)
    evening.enter(2, Result.DRAW)
    evening.draft()
    slugs = f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/"

    assert client.get(f"{slugs}rounds/3/").status_code == 404
    assert page_cache._pages.peek(f"{slugs}rounds/3/") is None
    evening.publish()
    assert client.get(f"{slugs}rounds/3/").status_code == 200
