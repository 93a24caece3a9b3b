"""Questions written once: the same rows as the query set gives, whatever is asked in between."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet
from django.test.utils import CaptureQueriesContext

from tests.tools.casts.factories import Evening
from tournaments.models import Attendance, Entry, Game, Tournament
from tournaments.models.compiled_query import CompiledQuery

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # SQL of our own


def of_address(club: str, tournament: str) -> QuerySet[Tournament]:
    return Tournament.objects.select_related("club").filter(club__slug=club, slug=tournament, trashed_at=None)


def of_round(tournament: int, number: int) -> QuerySet[Attendance]:
    games = Game.objects.filter(pk=OuterRef("game"))
    marks = Attendance.objects.select_related("entry__player", "round").annotate(plays=Exists(games))
    return marks.filter(round__tournament=tournament, round__number=number).order_by("entry__number")


def as_read(row: Any) -> Any:
    """All that was read of it, and of what was read with it."""
    if isinstance(row, tuple):
        return row
    columns = {name: value for name, value in vars(row).items() if name != "_state"}
    return columns, {name: as_read(other) for name, other in row._state.fields_cache.items()}


@pytest.fixture
def evenings() -> list[Evening]:
    found = [Evening.of(6), Evening.of(5)]
    for evening in found:
        evening.play()
    return found


def test_it_gives_what_the_query_set_gives(evenings: list[Evening]) -> None:
    by_address, by_round = CompiledQuery(of_address, str, str), CompiledQuery(of_round, int, int)
    for evening in [*evenings, evenings[0]]:
        slugs = (evening.tournament.club.slug, evening.tournament.slug)
        assert list(map(as_read, by_address(*slugs))) == list(map(as_read, of_address(*slugs)))
        for number in (1, 2):
            rows = by_round(evening.tournament.pk, number)
            assert list(map(as_read, rows)) == list(map(as_read, of_round(evening.tournament.pk, number)))
        assert len(by_round(evening.tournament.pk, 1)) == evening.tournament.entries.count()


def test_what_was_read_with_a_row_is_not_asked_for_again(evenings: list[Evening]) -> None:
    by_address = CompiledQuery(of_address, str, str)
    slugs = (evenings[0].tournament.club.slug, evenings[0].tournament.slug)
    by_address(*slugs)

    with CaptureQueriesContext(connection) as asked:
        found = by_address.first(*slugs)
        assert found.club.slug == slugs[0]

    assert len(asked) == 1


def test_rows_of_values_are_tuples(evenings: list[Evening]) -> None:
    numbers = CompiledQuery(
        lambda key: Entry.objects.filter(tournament=key).order_by("number").values_list("number"), int
    )

    assert numbers(evenings[1].tournament.pk) == [(1,), (2,), (3,), (4,), (5,)]


def test_it_is_written_once(evenings: list[Evening]) -> None:
    made = []

    def of_key(key: int) -> QuerySet[Tournament]:
        made.append(key)
        return Tournament.objects.filter(pk=key)

    question = CompiledQuery(of_key, int)
    found = [question.first(evening.tournament.pk) for evening in evenings]

    assert found == [evening.tournament for evening in evenings]
    assert len(made) == 1


@pytest.mark.parametrize("key", [0, 2**31 - 1, 2**31, 2**63, 10**30, -1])
def test_a_key_that_no_table_has_finds_nothing(key: int) -> None:
    assert CompiledQuery(lambda key: Tournament.objects.filter(pk=key), int).first(key) is None


@pytest.mark.parametrize("slug", ["", "'; drop table tournaments_tournament; --", "%s", "argument 0", "ø" * 500])
def test_a_hostile_slug_is_a_value_like_any_other(evenings: list[Evening], slug: str) -> None:
    question = CompiledQuery(of_address, str, str)

    assert question(slug, slug) == []
    assert question.first(evenings[0].tournament.club.slug, evenings[0].tournament.slug) == evenings[0].tournament


def test_an_argument_that_does_not_stand_in_the_question_is_a_mistake() -> None:
    question = CompiledQuery(lambda key, other: Tournament.objects.filter(pk=key), int, int)

    with pytest.raises(ValueError, match="does not stand"):
        question(1, 2)


@pytest.mark.parametrize("number", [2**15 - 1, 2**15, 40_000, 999_999_999])
def test_a_number_that_its_small_column_does_not_hold_finds_nothing(evenings: list[Evening], number: int) -> None:
    assert CompiledQuery(of_round, int, int)(evenings[0].tournament.pk, number) == []
