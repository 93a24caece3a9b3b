"""Tables by category: the one table, filtered; and what of it the public does not see (docs/decisions/0087)."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from tests.tools.casts.factories import Evening
from tournaments.models import Player, PlayerContact, ShownAs, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.ordinals import ordinal
from tournaments.pages.standings import round_context, table_cache
from tournaments.pages.standings.crosstable import crosstable_page
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pages.standings.scorecard import scorecard_page
from tournaments.pages.standings.standings import StandingsPage, standings_page
from tournaments.pairing.prizes.types import Prize
from tournaments.pairing.series.categories import Category, CategoryKind
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.prizes import NamedPrizes, PrizeScheme, scheme_to_json
from tournaments.selectors.series import NamedCategory

pytestmark = pytest.mark.django_db
IN = {1: "A", 2: "B", 3: "A", 4: "B", 5: "B"}


@pytest.fixture
def evening() -> Evening:
    """Six after one round; A and B, and 6 in none."""
    evening = Evening.of(6)
    put(evening, {"name": "A"}, {"name": "B"})
    evening.play()
    return evening


def put(evening: Evening, *categories: dict[str, Any], members: dict[int, str] = IN) -> None:
    """As the set-up writes it."""
    whole = [{"low": None, "high": None} | each for each in categories]
    Tournament.objects.filter(pk=evening.tournament.pk).update(categories=whole)
    for number in range(1, 7):
        evening.tournament.entries.filter(number=number).update(category=members.get(number, ""))
    changed()


def changed() -> None:
    """What a recording says to what is kept."""
    table_cache.forget_all()
    round_context.forget_all()


def hide(evening: Evening, number: int, how: ShownAs) -> None:
    Player.objects.filter(pk=evening.entry(number).player_id).update(shown_as=how)
    changed()


def page(evening: Evening, category: str = "", audience: Audience = Audience.PUBLIC, **which: Any) -> StandingsPage:
    return standings_page(evening.fresh(), audience, category=category, **which)


def shown(page: StandingsPage) -> dict[int, tuple[int | None, int | None]]:
    """By number the place within and the one in all."""
    return {row.number: (row.rank, row.overall) for row in page.rows}


def test_a_category_is_the_table_without_the_others_and_has_both_places(evening: Evening) -> None:
    everybody = page(evening)
    places = {row.number: row.rank for row in everybody.rows}
    order = [row.number for row in everybody.rows]

    for code, name in (("1", "A"), ("2", "B")):
        found = page(evening, code)
        inside = [number for number in order if IN.get(number) == name]
        assert [row.number for row in found.rows] == inside
        assert {number: overall for number, (_within, overall) in shown(found).items()} == {
            number: places[number] for number in inside
        }
        assert found.shown == name
        for row in found.rows:
            assert row.rank == 1 + sum((places[other] or 0) < (places[row.number] or 0) for other in inside)
            assert (row.rank, row.category) == (row.place_within, name)


def test_all_has_a_badge_with_the_place_within(evening: Evening) -> None:
    within = {row.number: row.rank for code in "12" for row in page(evening, code).rows}
    for row in page(evening).rows:
        assert (row.category, row.place_within) == (IN.get(row.number, ""), within.get(row.number))
        assert row.overall is None


def test_the_tabs_lead_to_each_and_links_stay_within(evening: Evening) -> None:
    address = evening.url("public_standings")
    tabs = page(evening, "2").tabs

    assert [(tab.name, tab.url, tab.is_shown) for tab in tabs] == [
        ("All", address, False),
        ("A", f"{address}?category=1", False),
        ("B", f"{address}?category=2", True),
    ]
    evening.play(leaving_open=[1])
    live = page(evening, "2")
    assert {each.url.partition("?")[2] for each in live.rounds} == {"category=2"}
    assert live.in_play is not None
    assert live.in_play.url.endswith("/standings/2/?category=2")
    assert crosstable_page(evening.fresh(), Audience.PUBLIC, category="2").standings_url.endswith("?category=2")


def test_without_categories_there_are_no_tabs(evening: Evening) -> None:
    put(evening)
    assert page(evening).tabs == ()
    assert {row.category for row in page(evening).rows} == {""}


def test_one_that_nobody_is_in_is_empty_and_one_that_is_not_there_is_not_found(evening: Evening) -> None:
    put(evening, {"name": "A"}, {"name": "B"}, {"name": "C"})
    assert page(evening, "3").rows == ()
    for code in ("4", "p1", "0", "A"):
        with pytest.raises(NotPublished):
            page(evening, code)
        with pytest.raises(NotPublished):
            crosstable_page(evening.fresh(), Audience.PUBLIC, category=code)


def test_a_move_is_one_within_the_category(evening: Evening) -> None:
    before = {row.number: row.rank for row in page(evening, "2", after=1).rows}
    evening.play(result=Result.BLACK_WINS)
    for row in page(evening, "2").rows:
        assert row.moved == (before[row.number] or 0) - (row.rank or 0)


def test_the_crosstable_is_filtered_by_the_same_rows(evening: Evening) -> None:
    found = crosstable_page(evening.fresh(), Audience.PUBLIC, category="1")
    assert [(row.number, row.rank, row.overall) for row in found.rows] == [
        (number, *places) for number, places in shown(page(evening, "1")).items()
    ]
    everybody = crosstable_page(evening.fresh(), Audience.PUBLIC)
    assert {row.number: row.category for row in everybody.rows} == {
        number: IN.get(number, "") for number in range(1, 7)
    }
    assert [tab.name for tab in everybody.tabs] == ["All", "A", "B"]


def test_a_category_costs_no_more_questions_than_the_table(
    evening: Evening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for make in (standings_page, crosstable_page):
        tournament = evening.fresh()
        changed()
        with CaptureQueriesContext(connection) as asked:
            make(tournament, Audience.PUBLIC)
        changed()
        with django_assert_num_queries(len(asked)):
            make(tournament, Audience.PUBLIC, category="2")


def test_a_table_published_with_categories_keeps_them_and_the_newest_has_todays(evening: Evening) -> None:
    evening.finish()
    evening.play()
    evening.finish()
    put(evening, {"name": "A"}, {"name": "C"}, members={1: "C", 2: "C"})

    assert [tab.name for tab in page(evening, after=1).tabs] == ["All", "A", "C", "B"]
    assert {row.number: row.category for row in page(evening, after=1).rows if row.category} == IN
    assert {row.number for row in page(evening, "3", after=1).rows} == {2, 4, 5}
    assert {row.number: row.category for row in page(evening).rows if row.category} == {1: "C", 2: "C"}


def test_a_table_published_before_there_were_any_has_todays() -> None:
    evening = Evening.of(6)
    evening.play()
    evening.finish()
    evening.play()
    put(evening, {"name": "A"}, {"name": "B"})

    assert {row.number: row.category for row in page(evening, after=1).rows if row.category} == IN


# Of Keizer, parts of the season


@pytest.fixture
def keizer() -> Evening:
    """Four after two rounds of the first part of the season and one of the second."""
    evening = Evening.of(4, system="keizer", options={"top": "10", "period_rounds": [2], "gap": 0})
    for result in (Result.WHITE_WINS, Result.BLACK_WINS, Result.WHITE_WINS):
        evening.play(result=result)
    return evening


def test_a_part_of_the_season_has_a_tab_once_it_has_begun(keizer: Evening) -> None:
    assert [tab.name for tab in page(keizer).tabs] == ["All", "Period 1", "Period 2"]
    assert [tab.name for tab in page(keizer, after=2).tabs] == ["All", "Period 1"]
    with pytest.raises(NotPublished):
        page(keizer, "period2", after=2)
    with pytest.raises(NotPublished):
        crosstable_page(keizer.fresh(), Audience.PUBLIC, category="period1")


def test_a_part_of_the_season_counts_its_rounds_alone(keizer: Evening) -> None:
    found = page(keizer, "period2")

    table = standings_page(keizer.fresh(), Audience.PUBLIC)
    assert {row.number: row.overall for row in found.rows} == {row.number: row.rank for row in table.rows}
    assert [row.rank for row in found.rows] == [1, 2, 3, 4]
    assert len(found.columns) == 1
    assert [float(cell.text) > 0 for row in found.rows for cell in row.cells] == [True, True, False, False]
    assert "Round 3 only, without own values." in found.notes
    assert [each.url.partition("?")[2] for each in found.rounds] == ["", "", "category=period2"]


def test_the_numbers_of_a_part_that_is_over_open_in_its_own_last_table(keizer: Evening) -> None:
    first = page(keizer, "period1")
    assert "Rounds 1 to 2 only, without own values." in first.notes
    for row in first.rows:
        [cell] = row.cells
        assert cell.url == f"{keizer.url('public_card_after', row.number, 2)}#points"
    assert {cell.url.partition("#")[0] for row in page(keizer, "period2").rows for cell in row.cells} == {
        keizer.url("public_card", number) for number in (1, 2, 3, 4)
    }


# What somebody hides


def test_whoever_is_only_a_number_is_in_no_category_and_leaves_no_gap(evening: Evening) -> None:
    first = page(evening, "2", Audience.STAFF).rows[0].number
    hide(evening, first, ShownAs.NUMBER)

    assert page(evening, "2", Audience.STAFF).rows[0].number == first
    seen = page(evening, "2")
    assert first not in shown(seen)
    assert seen.rows[0].rank == 1
    assert {row.number: row.category for row in page(evening).rows}[first] == ""
    assert {row.number: row.category for row in crosstable_page(evening.fresh(), Audience.PUBLIC).rows}[first] == ""


def test_a_category_by_rating_does_not_show_whoever_hides_their_rating(evening: Evening) -> None:
    hide(evening, 2, ShownAs.INITIAL)
    assert 2 in shown(page(evening, "2"))

    put(evening, {"name": "A"}, {"name": "B", "high": 1500})

    assert 2 not in shown(page(evening, "2"))
    assert 2 in shown(page(evening, "2", Audience.STAFF))
    Player.objects.filter(pk=evening.entry(4).player_id).update(is_child=True)
    changed()
    assert set(shown(page(evening, "2"))) == {5}


def test_a_scorecard_says_the_place_in_the_category_as_far_as_it_may_be_known(evening: Evening) -> None:
    def said(audience: Audience) -> str:
        return scorecard_page(evening.fresh(), audience, number=2).in_category

    place = shown(page(evening, "2"))[2][0] or 0
    assert said(Audience.PUBLIC) == said(Audience.STAFF) == f"{ordinal(place)} in B"
    hide(evening, 2, ShownAs.NUMBER)
    assert (said(Audience.PUBLIC), said(Audience.STAFF)) == ("", f"{ordinal(place)} in B")
    assert scorecard_page(evening.fresh(), Audience.STAFF, number=6).in_category == ""


def prize(name: str, kind: CategoryKind, **values: Any) -> NamedPrizes:
    category = NamedCategory(name=name, category=Category(kind=kind, **values))
    return NamedPrizes(name=name, prizes=(Prize(cents=1000),), category=category)


@pytest.fixture
def with_prizes(evening: Evening) -> Evening:
    """Public ones: overall, for those under 1500, over 60, for women, for newcomers, for some by name."""
    for number in range(1, 7):
        evening.tournament.entries.filter(number=number).update(rating=1000 + 200 * number)
        born, sex = (1950, "female") if number in {1, 2} else (1990, "male")
        PlayerContact.objects.create(player=evening.entry(number).player, birth_year=born, sex=sex)
    lists = (
        NamedPrizes(name="Overall", prizes=(Prize(cents=5000),)),
        prize("Under 1500", CategoryKind.RATING, high=1499),
        prize("Seniors", CategoryKind.AGE, low=60),
        prize("Women", CategoryKind.WOMEN),
        prize("New here", CategoryKind.NEWCOMER),
        prize("Pupils", CategoryKind.LISTED, people=frozenset({evening.entry(3).player_id})),
    )
    scheme = PrizeScheme(lists=lists, is_public=True)
    Tournament.objects.filter(pk=evening.tournament.pk).update(prizes=scheme_to_json(scheme))
    changed()
    return evening


def test_a_director_has_the_groups_of_the_prizes_beside_the_categories(with_prizes: Evening) -> None:
    found = page(with_prizes, audience=Audience.STAFF, sees_groups=True)

    names = ["All", "A", "B", "Under 1500", "Seniors", "Women", "New here", "Pupils"]
    assert [tab.name for tab in found.tabs] == names
    groups = {
        code: set(shown(page(with_prizes, code, Audience.STAFF, sees_groups=True))) for code in ("p2", "p3", "p4")
    }
    assert groups == {"p2": {1, 2}, "p3": {1, 2}, "p4": {1, 2}}
    assert set(shown(page(with_prizes, "p6", Audience.STAFF, sees_groups=True))) == {3}
    women = page(with_prizes, "p4", Audience.STAFF, sees_groups=True)
    assert [row.rank for row in women.rows] == [1, 2]


@pytest.mark.parametrize("audience", Audience)
def test_nobody_else_is_told_a_sex_an_age_or_who_is_new(with_prizes: Evening, audience: Audience) -> None:
    assert [tab.name for tab in page(with_prizes, audience=audience).tabs] == ["All", "A", "B", "Under 1500"]
    for code in ("p1", "p3", "p4", "p5", "p6"):
        with pytest.raises(NotPublished):
            page(with_prizes, code, audience)


def test_a_group_by_rating_shows_the_public_those_whose_rating_it_sees(with_prizes: Evening) -> None:
    hide(with_prizes, 1, ShownAs.INITIAL)
    assert set(shown(page(with_prizes, "p2"))) == {2}
    assert set(shown(page(with_prizes, "p2", Audience.STAFF))) == {1, 2}


def test_prizes_that_the_club_does_not_show_make_no_tabs(with_prizes: Evening) -> None:
    found = with_prizes.fresh()
    assert found.prizes is not None
    Tournament.objects.filter(pk=found.pk).update(prizes=found.prizes | {"is_public": False})
    changed()
    assert [tab.name for tab in page(with_prizes).tabs] == ["All", "A", "B"]
