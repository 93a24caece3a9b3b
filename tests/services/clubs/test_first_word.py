"""The word for the first club: easy to type, hard to guess, kept as a hash, gone with the first club."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client
from django.utils import timezone
from time_machine import travel

from tests.tools.guards.whole_database import dump
from tournaments.models import Action, Session
from tournaments.services.clubs import clubs, first_word

pytestmark = pytest.mark.django_db


def test_it_is_good_however_it_is_typed() -> None:
    word = first_word.make_word()
    typed = [word, word.upper(), f"  {word} ", word.replace("-", ""), word.replace("-", " – ")]

    assert len({first_word.key_of(each) for each in typed} - {""}) == 1
    assert first_word.is_good(first_word.key_of(word))


def test_nothing_else_is() -> None:
    word = first_word.make_word()
    (key,) = Session.objects.values_list("session_key", flat=True)

    assert [
        each for each in ("", "-", word[:-1], word + "a", "a" * 10, key, "x" * 10_000) if first_word.key_of(each)
    ] == []
    assert not any(map(first_word.is_good, ("", word, key[:-1])))


def test_it_is_made_by_chance_of_letters_that_nobody_mixes_up() -> None:
    words = {first_word.make_word() for _ in range(50)}

    assert len(words) == 50
    assert {len(word.replace("-", "")) for word in words} == {10}
    assert not set("".join(words)) & set("01oil")
    assert len(first_word._LETTERS) ** 10 > 2**48


def test_it_stands_nowhere_itself() -> None:
    word = first_word.make_word()
    kept = str([*Session.objects.values()])

    assert word not in kept
    assert word.replace("-", "") not in kept
    assert not any(dump().values()), "no backup has it"
    assert not Action.objects.exists()


def test_one_of_another_process_stays_good() -> None:
    words = [first_word.make_word() for _ in range(2)]

    assert all(first_word.key_of(word) for word in words)


def test_it_ends_by_itself() -> None:
    word = first_word.make_word()

    with travel(timezone.now() + datetime.timedelta(days=31)):
        assert first_word.key_of(word) == ""


def test_it_is_forgotten_with_the_first_club() -> None:
    key = first_word.key_of(first_word.make_word())
    clubs.create_club(name="SK Rockaden", username="kari")

    assert not first_word.is_good(key)
    assert not Session.objects.exists()


def test_it_logs_nobody_in() -> None:
    """The key of its row as a browser's session: there is nothing in it."""
    client = Client()
    client.cookies["sessionid"] = first_word.key_of(first_word.make_word())

    assert dict(client.session) == {}
