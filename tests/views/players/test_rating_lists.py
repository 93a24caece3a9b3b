"""A list is dropped on a page, loaded by a worker, members are brought up to date, a new player is taken from it."""

from __future__ import annotations

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubchess.jobs import Worker
from tests.tools.casts.club_cast import Cast
from tests.tools.pages import rating_lists as made
from tests.tools.pages.rating_lists import BERG, CARLSEN
from tournaments.models import ListedRating, Player, PlayerContact, RatingList
from tournaments.services.players.rating_list_loading import load_rating_list

pytestmark = pytest.mark.django_db
LISTS = "/en/sk-rockaden/staff/players/lists/"
NEW = "/en/sk-rockaden/staff/players/new/"


def drop(client: Client, data: bytes, **more: str) -> str:
    answer = client.post(LISTS, {"file": SimpleUploadedFile("list.txt", data), "month": "2026-10", **more}, follow=True)
    return answer.content.decode()


def test_from_the_file_to_the_new_rating(cast: Cast, kari: Client) -> None:
    player = cast.add_player("Magnus", "Carlsen", fide_id=1503014, rating=2800)
    html = drop(kari, made.fide([CARLSEN, BERG]))
    assert "The list is being loaded" in html
    assert "0 %" in html

    assert Worker().run_one()
    html = kari.get(LISTS).content.decode()
    assert "1 Oct 2026" in html
    update = f"{LISTS}{RatingList.objects.get().pk}/"
    html = kari.get(update).content.decode()
    assert "2800 → 2823" in html
    form = dict(re.findall(r'name="(seen|receipt)" value="([^"]*)"', html))
    answer = kari.post(update, {**form, "player": player.pk}, follow=True)
    assert "1 member is brought up to date." in answer.content.decode()
    assert Player.objects.get(pk=player.pk).rating == 2823


def test_no_list_waits_for_a_job_that_was_not_kept(kari: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_arguments: object, **_values: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(type(load_rating_list), "enqueue", killed)
    with pytest.raises(KeyboardInterrupt):
        drop(kari, made.fide([BERG]))

    assert not RatingList.objects.exists()


def test_a_job_that_fails_is_told_on_the_page(kari: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_arguments: object, **_values: object) -> None:
        raise KeyError("navn")

    drop(kari, made.fide([BERG]))
    monkeypatch.setattr("tournaments.services.players.rating_lists.opened_upload", fails)
    assert Worker().run_one()

    html = kari.get(LISTS).content.decode()
    assert "FIDE was not loaded. This is a fault in Clubchess." in html
    assert "is being loaded" not in html


def test_what_is_no_list_is_said_at_the_file(kari: Client) -> None:
    assert "Clubchess cannot read this list" in drop(kari, b"Name;Elo\nAnna;1500\n")
    assert "cut off" in drop(kari, made.zipped({"a.txt": made.fide([BERG])})[:-9])
    assert "Write it as 2026-10" in drop(kari, made.fide([BERG]), month="October")
    assert not RatingList.objects.exists()


def test_a_list_that_failed_is_told(kari: Client) -> None:
    drop(kari, made.fide([BERG] * 5)[:-60])
    Worker().run_one()

    assert "FIDE was not loaded. The file is cut off" in kari.get(LISTS).content.decode()


def test_a_new_player_is_typed_by_three_letters_and_taken(cast: Cast, kari: Client) -> None:
    drop(kari, made.fide([CARLSEN, BERG]))
    Worker().run_one()
    html = kari.get(NEW, {"like": "ber"}).content.decode()
    (take,) = re.findall(r'href="([^"]*\?take=\d+)"', html)
    html = kari.get(take).content.decode()

    assert 'value="Anna"' in html
    typed = dict(re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', html))
    kari.post(NEW, {**typed, "shown_as": "full", "sex": "female", "federation": "NOR", "title": ""})
    anna = Player.objects.get(family_name="Berg")
    assert (anna.rating, anna.fide_id, anna.federation) == (1612, 1500001, "NOR")
    contact = PlayerContact.objects.get(player=anna)
    assert (contact.sex, contact.birth_year) == ("female", 1988)


NO_NUMBERS = ("²", "9" * 5_000, "9" * 18, "-1", "")


@pytest.mark.parametrize("taken", NO_NUMBERS, ids=lambda taken: taken[:3])
def test_what_is_no_number_takes_nobody(kari: Client, taken: str) -> None:
    assert kari.get(NEW, {"take": taken}).status_code == 200


def test_what_is_no_number_brings_nobody_up_to_date(cast: Cast, kari: Client) -> None:
    player = cast.add_player("Magnus", "Carlsen", fide_id=1503014, rating=2800)
    drop(kari, made.fide([CARLSEN]))
    Worker().run_one()
    update = f"{LISTS}{RatingList.objects.get().pk}/"
    form = dict(re.findall(r'name="(seen|receipt)" value="([^"]*)"', kari.get(update).content.decode()))

    assert kari.post(update, {**form, "player": NO_NUMBERS}).status_code < 500

    assert Player.objects.get(pk=player.pk).rating == 2800


def test_nobody_is_taken_from_another_clubs_list(cast: Cast, kari: Client) -> None:
    drop(kari, made.fide([BERG]))
    Worker().run_one()
    RatingList.objects.update(club=cast.other_club)

    assert "take=" not in kari.get(NEW, {"like": "ber"}).content.decode()
    html = kari.get(NEW, {"take": ListedRating.objects.get().pk}).content.decode()
    assert 'value="Anna"' not in html
