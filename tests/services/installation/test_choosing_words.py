"""Words of the house: who chooses them, what is refused, and how pages, mails and other processes follow."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.utils.translation import gettext, override

from clubchess import house_words
from tests.tools.casts.factories import ClubFactory
from tournaments.models import Action, Club, HouseWord
from tournaments.recording import AlreadyDone, chosen_words
from tournaments.services.common.refusal import Refused
from tournaments.services.installation.house_words import choose_words

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return ClubFactory(name="Alfa")


@pytest.fixture(autouse=True)
def _as_it_comes() -> Iterator[None]:
    yield
    house_words.put_in_force({})


def choose(club: Club, choices: house_words.Choices, **more: Any) -> None:
    choose_words(club, choices, actor=None, **more)


def test_a_choice_stands_alone_is_noted_and_holds_at_once(club: Club) -> None:
    choose(club, {"da": {"board": "bord", "cup": "pokalturnering"}, "de": {"club": "Klub"}})
    choose(club, {"da": {"board": "bord"}, "nl": {}})

    assert list(HouseWord.objects.values_list("language", "word", "alternative")) == [("da", "board", "bord")]
    assert chosen_words() == house_words.in_force() == {"da": {"board": "bord"}}
    noted = Action.objects.filter(verb="installation.choose_words").order_by("pk")
    assert [each.facts for each in noted] == [
        {"what": "some", "words": "bord, Klub"},
        {"what": "some", "words": "bord"},
    ]
    with override("da"):
        assert gettext("Board") == "Bord"
    choose(club, {})
    assert not HouseWord.objects.exists()
    assert house_words.stamp() == ""


@pytest.mark.parametrize(
    ("choices", "named"),
    [
        ({"xx": {"board": "bord"}}, "bord"),
        ({"da": {"nothing": "bord"}}, "bord"),
        ({"da": {"board": "planke"}}, "planke"),
        ({"da": {"board": ""}}, ""),
        ({"nb": {"board": "bord"}}, "bord"),
    ],
)
def test_what_there_is_not_is_refused_and_nothing_changes(club: Club, choices: house_words.Choices, named: str) -> None:
    choose(club, {"da": {"board": "bord"}})
    with pytest.raises(Refused) as refused:
        choose(club, choices)
    assert refused.value.message == f"“{named}” cannot be chosen here."
    assert chosen_words() == house_words.in_force() == {"da": {"board": "bord"}}


def test_a_choice_sent_twice_is_one(club: Club) -> None:
    receipt = uuid.uuid4()
    choose(club, {"da": {"board": "bord"}}, receipt=receipt)
    with pytest.raises(AlreadyDone):
        choose(club, {"da": {"board": "bord"}}, receipt=receipt)
    assert Action.objects.filter(verb="installation.choose_words").count() == 1


def test_a_row_of_another_version_counts_for_nothing(club: Club) -> None:
    HouseWord.objects.create(language="da", word="board", alternative="planke")
    HouseWord.objects.create(language="fr", word="board", alternative="table")
    house_words.follow(chosen_words)
    assert house_words.stamp() == ""


def test_another_process_notices_with_one_question_and_then_asks_until_it_is_stopped(
    club: Club, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    HouseWord.objects.create(language="da", word="board", alternative="bord")  # by another process
    before = house_words.generation()
    with django_assert_num_queries(1):
        house_words.follow(chosen_words)
    assert house_words.generation() == before + 1
    with django_assert_num_queries(0), override("da"):
        assert gettext("Board") == "Bord"

    monkeypatch.setattr(house_words, "SECONDS", 0.01)
    stopped, asked = threading.Event(), threading.Event()

    def none_chosen() -> house_words.Choices:
        asked.set()
        return {}

    thread = threading.Thread(target=house_words.follow_until, args=[stopped, none_chosen])
    thread.start()
    assert asked.wait(5)
    stopped.set()
    thread.join(5)
    assert not thread.is_alive()
    assert house_words.in_force() == {}


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_database_that_is_away_changes_nothing(club: Club, error: type[Exception]) -> None:
    choose(club, {"da": {"board": "bord"}})

    def away() -> house_words.Choices:
        raise error

    house_words.follow(away)
    assert house_words.in_force() == {"da": {"board": "bord"}}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="elsewhere the transaction of the test would be over")
def test_an_unmigrated_database_changes_nothing(club: Club) -> None:
    choose(club, {"da": {"board": "bord"}})
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tournaments_houseword RENAME TO elsewhere")
    try:
        house_words.follow(chosen_words)
        assert house_words.in_force() == {"da": {"board": "bord"}}
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE elsewhere RENAME TO tournaments_houseword")
