"""Up and down between seasons: the page's words, sets moved by hand, and shared places that nobody decides silently."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given

from tests.tools.pairing.group_fields import Season, by_the_page, members, seasons, tables, told
from tournaments.pairing.groups.filling import Border, Fill
from tournaments.pairing.groups.levels import by_lot, shared_places
from tournaments.pairing.groups.promotion_relegation import Newcomers, up_and_down
from tournaments.pairing.groups.types import GroupCandidate, Proposal
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.wording import sentence

NAMES = {1: "Anna", 2: "Bo", 3: "Cato", 4: "Dag", 5: "Eva", 6: "Finn", 7: "Geir", 8: "Hanne", 9: "Ida", 10: "Jan"}
ONE = Border(up=1, down=1)


def proposed(season: Season, **more: object) -> Proposal:
    given = {"borders": season.borders, "fill": season.fill} | more
    return up_and_down(season.groups, season.entering, **given)  # type: ignore[arg-type]


def two_groups(*away: int, fill: Fill = Fill.ALTERNATELY, border: Border = ONE) -> Season:
    """Anna to Dag in A, Eva to Hanne in B."""
    playing = frozenset(range(1, 9)) - {*away}
    return Season(groups=tables(4, 4), playing=playing, borders=(border,), fill=fill)


def test_the_first_goes_up_and_the_last_goes_down() -> None:
    assert told(proposed(two_groups()), NAMES) == [
        [
            "Anna: 1st of 4 in A, stays.",
            "Bo: 2nd of 4 in A, stays.",
            "Cato: 3rd of 4 in A, stays.",
            "Eva: 1st of B, goes up.",
        ],
        [
            "Dag: 4th of 4 in A, goes down.",
            "Finn: 2nd of 4 in B, stays.",
            "Geir: 3rd of 4 in B, stays.",
            "Hanne: 4th of 4 in B, stays.",
        ],
    ]


def test_the_best_of_those_going_down_stays_for_somebody_who_does_not_play() -> None:
    found = proposed(two_groups(2))
    assert told(found, NAMES)[0][-1] == "Dag: 4th of 4 in A, stays because Bo does not play."
    assert members(found) == [{1, 3, 4, 5}, {6, 7, 8}]
    assert [sentence(note, lambda number: NAMES[number]) for note in found.notes] == [
        "Bo: 2nd of 4 in A, does not play."
    ]


def test_then_the_next_best_below_comes_up() -> None:
    found = proposed(two_groups(1, 2))
    assert told(found, NAMES)[0][-2:] == [
        "Dag: 4th of 4 in A, stays because Anna does not play.",
        "Finn: 2nd of B, goes up because Bo does not play.",
    ]


def test_or_all_who_went_down_stay_first() -> None:
    two = Border(up=2, down=2)
    assert members(proposed(two_groups(1, 2, border=two))) == [{3, 5, 6, 7}, {4, 8}]
    assert members(proposed(two_groups(1, 2, border=two, fill=Fill.STAY))) == [{3, 4, 5, 6}, {7, 8}]


def test_a_free_place_goes_on_to_the_next_group_with_its_cause() -> None:
    season = Season(groups=tables(3, 3, 3), playing=frozenset(range(2, 10)), borders=(ONE, ONE), fill=Fill.ALTERNATELY)
    found = proposed(season)
    assert members(found) == [{2, 3, 4}, {5, 6, 7}, {8, 9}]
    assert told(found)[:2] == [
        ["2: 2nd of 3 in A, stays.", "4: 1st of B, goes up.", "3: 3rd of 3 in A, stays because 1 does not play."],
        ["5: 2nd of 3 in B, stays.", "7: 1st of C, goes up.", "6: 3rd of 3 in B, stays because 1 does not play."],
    ]


def test_the_first_of_the_highest_group_may_stay_whatever_happens() -> None:
    found = proposed(two_groups(border=Border(up=2, down=2)), seeded=3)
    assert members(found) == [{1, 2, 3, 5}, {4, 6, 7, 8}]
    assert told(found, NAMES)[0][2] == "Cato: 3rd of 4 in A, stays: the first 3 never go down."


def test_newcomers_come_into_the_lowest_group() -> None:
    season = two_groups()
    assert told(replace_playing(season, 9), NAMES)[1][-1] == "Ida: new, so in the lowest group."


def test_or_where_their_rating_reaches_the_middle_one() -> None:
    entering = [GroupCandidate(player=number, rating=2000 - 100 * number) for number in range(1, 9)]
    entering += [GroupCandidate(player=9, rating=1700), GroupCandidate(player=10)]
    found = up_and_down(tables(4, 4), entering, borders=[ONE], newcomers=Newcomers.RATING)
    assert told(found, NAMES)[0][-1] == "Ida: new, and the rating 1700 reaches 1700, the middle one of A."
    assert told(found, NAMES)[1][-1] == "Jan: new, so in the lowest group."


def test_a_group_that_has_become_much_larger_is_told() -> None:
    found = replace_playing(two_groups(), 9, 10, 11)
    assert sentence(found.notes[0], str) == "B has 7 players, against 4 last season: move some, or split it."


def test_a_shared_place_at_a_border_is_open() -> None:
    shared = replace(two_groups(), groups=tables(4, 4, shared=frozenset({4, 6})))
    found = proposed(shared)
    assert [(level.group, level.players) for level in found.level] == [(1, (3, 4)), (2, (5, 6))]
    assert sentence(found.level[0].reason, lambda number: NAMES[number]) == (
        "Cato and Dag share 3rd in A, and it matters who is ahead: they play it off, or lots are drawn."
    )


def test_once_decided_it_is_open_no_more() -> None:
    shared = replace(two_groups(), groups=tables(4, 4, shared=frozenset({4, 6})))
    found = proposed(shared, decided=[(4, 3), (5, 6)])
    assert found.level == ()
    assert members(found) == [{1, 2, 4, 5}, {3, 6, 7, 8}]


@pytest.mark.parametrize("order", [(3, 3, 4), (3,), (3, 4, 5), (4, 9), ()])
def test_what_is_no_order_of_them_decides_nothing(order: tuple[int, ...]) -> None:
    shared = replace(two_groups(), groups=tables(4, 4, shared=frozenset({4, 6})))
    found = proposed(shared, decided=[order])
    assert [level.players for level in found.level] == [(3, 4), (5, 6)]
    assert sorted(each.player for group in found.groups for each in group) == list(range(1, 9))


def test_a_shared_place_that_changes_nothing_is_not_asked_about() -> None:
    assert proposed(replace(two_groups(), groups=tables(4, 4, shared=frozenset({2, 8})))).level == ()


def test_a_shared_place_matters_too_where_one_of_them_does_not_play() -> None:
    """Were Dag the last, Cato would stay by right and Hanne stay in B; so Dag's seat is left free in B."""
    shared = replace(two_groups(6, border=Border(up=2, down=2)), groups=tables(4, 4, shared=frozenset({7})))
    assert [level.players for level in proposed(shared).level] == [(6, 7)]


def test_the_lot_can_be_drawn_again() -> None:
    lots = Lots("ab" * 32, 0)
    drawn = by_lot((30, 10, 20), group=2, lots=lots)
    assert sorted(drawn) == [10, 20, 30]
    assert drawn == by_lot((30, 10, 20), group=2, lots=lots)
    assert {by_lot((30, 10, 20), group=group, lots=lots) for group in range(1, 20)} > {drawn}


def test_a_border_between_each_two_groups() -> None:
    with pytest.raises(ValueError, match="a border between each two groups"):
        up_and_down(tables(2, 2), [], borders=[])


@given(seasons())
def test_everybody_who_plays_is_in_one_group(season: Season) -> None:
    everybody = [each.player for group in proposed(season).groups for each in group]
    assert sorted(everybody) == sorted(season.playing)


@given(seasons(new=False, level=False))
def test_as_the_page_has_it(season: Season) -> None:
    assert members(proposed(season)) == by_the_page(season)


@given(seasons(absent=False, new=False, even=True))
def test_as_many_go_up_as_down(season: Season) -> None:
    found = proposed(season)
    assert [len(group) for group in found.groups] == [len(group) for group in season.groups]
    assert found.notes == ()


@given(seasons())
def test_nobody_leaps_a_group(season: Season) -> None:
    was = {row.player: index for index, group in enumerate(season.groups) for row in group}
    for index, group in enumerate(proposed(season).groups):
        assert all(abs(was.get(each.player, index) - index) <= 1 for each in group)


@given(seasons(new=False))
def test_where_nothing_is_open_any_order_of_those_level_gives_the_same_groups(season: Season) -> None:
    shared = [players for group in season.groups for players in shared_places(group) if 1 < len(players) <= 4]
    ways = list(product(*(permutations(players) for players in shared)))[:200]
    found = proposed(season)
    if not found.level:
        assert {str(members(proposed(season, decided=way))) for way in ways} == {str(members(found))}


@given(seasons(new=False))
def test_what_is_said_to_be_open_is(season: Season) -> None:
    found = proposed(season)
    for level in found.level:
        if len(level.players) <= 5:
            results = {str(members(proposed(season, decided=[way]))) for way in permutations(level.players)}
            assert len(results) > 1


@given(seasons())
def test_the_reasons_are_true(season: Season) -> None:
    """Read literally: where somebody was, where they are, and that who is said not to play does not."""
    places = {row.player: (index, row.place) for index, group in enumerate(season.groups) for row in group}
    for index, group in enumerate(proposed(season).groups):
        for each in group:
            (why,) = each.reasons
            was, place = places.get(each.player, (index, None))
            rule, facts = why.rule, why.facts
            assert facts["player"].number == each.player  # type: ignore[union-attr]
            if place is None:
                assert rule == "groups/new"
                assert index == len(season.groups) - 1
                continue
            assert (facts["place"].number, facts["group"].number) == (place, was + 1)  # type: ignore[union-attr]
            assert facts.get("count", len(season.groups[was])) == len(season.groups[was])
            assert rule.split("/")[1] == {-1: "up", 0: "stays", 1: "down"}[index - was]
            if "absent" in facts:
                assert facts["absent"].number not in season.playing  # type: ignore[union-attr]


def replace_playing(season: Season, *more: int) -> Proposal:
    return proposed(replace(season, playing=season.playing | {*more}))
