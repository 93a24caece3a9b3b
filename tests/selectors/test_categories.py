"""The categories of a tournament: by which rating one comes into which, and who is in one that is there."""

import pytest

from tests.tools.casts.factories import numbered_tournament
from tournaments.selectors.categories import (
    TournamentCategory,
    categories_of,
    categories_to_json,
    category_of_players,
    category_on_entering,
)

BY_RATING = (
    TournamentCategory(name="to 1200", low=1, high=1200),
    TournamentCategory(name="over 1200", low=1201),
    TournamentCategory(name="unrated", high=0),
)


@pytest.mark.parametrize(
    ("rating", "name"),
    [(1, "to 1200"), (1200, "to 1200"), (1201, "over 1200"), (2800, "over 1200"), (None, "unrated")],
)
def test_whoever_enters_comes_into_the_category_of_their_rating(rating: int | None, name: str) -> None:
    assert category_on_entering(BY_RATING, rating) == name
    assert category_on_entering(BY_RATING, rating, before="to 1200") == name


def test_a_category_for_the_unrated_has_nobody_with_a_rating() -> None:
    assert category_on_entering(BY_RATING[2:], 1500) == ""


def test_without_a_category_for_the_unrated_they_are_below_the_lowest_rating() -> None:
    assert category_on_entering([TournamentCategory(name="to 1200", high=1200)], None) == "to 1200"
    assert category_on_entering([TournamentCategory(name="over 1200", low=1201)], None) == ""


def test_a_category_that_goes_by_no_rating_is_kept_from_the_season_before() -> None:
    categories = [TournamentCategory(name="A"), TournamentCategory(name="B")]
    assert category_on_entering(categories, 1500) == ""
    assert category_on_entering(categories, 1500, before="B") == "B"
    assert category_on_entering(categories, 1500, before="C") == ""


@pytest.mark.django_db
def test_nobody_is_in_a_category_that_is_gone() -> None:
    tournament = numbered_tournament(3, categories=categories_to_json(BY_RATING))
    tournament.entries.filter(number=1).update(category="unrated")
    tournament.entries.filter(number=2).update(category="gone")

    assert categories_of(tournament) == BY_RATING
    assert (
        category_of_players(tournament) == category_of_players(tournament, tournament.entries.all()) == {1: "unrated"}
    )
