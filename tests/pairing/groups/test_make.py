"""Groups made new: by strength, by the snake, from pots."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.pairing.group_fields import members, told
from tournaments.pairing.groups.make import GroupMaking, Listed, make_groups
from tournaments.pairing.groups.sizes import count_for, even_sizes, sizes_by_cutting
from tournaments.pairing.groups.types import GroupCandidate, GroupsImpossible, Proposal
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.paired_round import Reason
from tournaments.pairing.wording import letters, sentence

LOTS = Lots("ab" * 32, 0)
PLAYERS = st.integers(2, 40)
SIZES = st.integers(2, 10)


def field(players: int) -> list[GroupCandidate]:
    """Numbers from the strongest on, entered the other way round."""
    return [GroupCandidate(player=number, rating=2000 - 10 * number) for number in range(players, 0, -1)]


def made(
    players: int, way: GroupMaking, *, size: int | None = None, count: int | None = None, seed: str = "ab"
) -> Proposal:
    return make_groups(field(players), way=way, size=size, count=count, lots=Lots(seed * 32, 0))


@pytest.mark.parametrize(
    ("players", "size", "sizes"),
    [
        (24, 8, (8, 8, 8)),
        (26, 8, (8, 8, 10)),
        (22, 8, (8, 8, 6)),
        (7, 6, (7,)),
        (20, 6, (6, 6, 8)),
        (14, 4, (4, 4, 6)),  # as near as 4 4 4 2, with a group fewer
    ],
)
def test_the_last_group_is_larger_or_smaller(players: int, size: int, sizes: tuple[int, ...]) -> None:
    assert sizes_by_cutting(players, size=size) == sizes


@pytest.mark.parametrize(("players", "size"), [(21, 6), (3, 8), (2, 1), (1, 2)])
def test_no_such_groups(players: int, size: int) -> None:
    with pytest.raises(GroupsImpossible) as refused:
        sizes_by_cutting(players, size=size)
    assert sentence(refused.value.reasons[0], str) == (
        f"{players} players cannot be split into groups of {size}, "
        "even if a group may differ by 2: choose another size."
    )


def test_so_many_groups_are_as_equal_as_they_can_be() -> None:
    assert even_sizes(20, count=3) == (6, 7, 7)
    with pytest.raises(GroupsImpossible) as refused:
        even_sizes(5, count=3)
    assert sentence(refused.value.reasons[0], str) == "5 players are too few for 3 groups."


def test_the_snake_comes_as_near_to_the_size_as_it_can() -> None:
    assert count_for(20, size=6) == 3
    with pytest.raises(GroupsImpossible):
        count_for(5, size=8)


def test_strength_cuts_the_list() -> None:
    assert members(made(10, GroupMaking.STRENGTH, size=4)) == [{1, 2, 3, 4}, {5, 6, 7, 8, 9, 10}]
    assert told(made(4, GroupMaking.STRENGTH, count=2)) == [
        ["1: 1st on the list. Rating 1990.", "2: 2nd on the list. Rating 1980."],
        ["3: 3rd on the list. Rating 1970.", "4: 4th on the list. Rating 1960."],
    ]


def test_last_seasons_place_comes_before_the_rating() -> None:
    """Whoever has none stands behind all who have, the unrated at the end."""
    candidates = [
        GroupCandidate(player=1, rating=2300),
        GroupCandidate(player=2, rating=1500, group=2, place=1),
        GroupCandidate(player=3),
        GroupCandidate(player=4, rating=1400, group=1, place=6),
    ]
    found = make_groups(candidates, count=2, lots=LOTS)
    assert told(found) == [
        ["4: 1st on the list. Last season 6th of A.", "2: 2nd on the list. Last season 1st of B."],
        ["1: 3rd on the list. Rating 2300.", "3: 4th on the list. No rating, so at the end of the list."],
    ]
    assert members(make_groups(candidates, count=2, listed=Listed.RATING, lots=LOTS)) == [{1, 2}, {3, 4}]


def test_level_ones_on_both_sides_of_a_border_are_told() -> None:
    candidates = [
        GroupCandidate(player=number, rating=rating) for number, rating in enumerate((1700, 1600, 1600, 1500), 1)
    ]
    found = make_groups(candidates, count=2, lots=LOTS)
    assert [sentence(note, str) for note in found.notes] == [
        "2 and 3 are level on the list, but the border between A and B runs between them. Is that what you want?"
    ]
    assert make_groups(candidates, way=GroupMaking.SNAKE, count=2, lots=LOTS).notes == ()


def test_the_snake() -> None:
    assert members(made(10, GroupMaking.SNAKE, count=2)) == [{1, 4, 5, 8, 9}, {2, 3, 6, 7, 10}]
    assert told(made(6, GroupMaking.SNAKE, count=3))[2] == [
        "3: 3rd on the list, so C by the snake order. Rating 1970.",
        "4: 4th on the list, so C by the snake order. Rating 1960.",
    ]


def test_one_of_each_pot_in_each_group() -> None:
    groups = members(made(12, GroupMaking.POTS, count=3))
    assert all(sorted((number - 1) // 3 for number in group) == [0, 1, 2, 3] for group in groups)


def test_pots_can_be_drawn_again_and_otherwise() -> None:
    assert made(12, GroupMaking.POTS, count=3) == made(12, GroupMaking.POTS, count=3)
    others = {str(members(made(12, GroupMaking.POTS, count=3, seed=f"{number:02x}"))) for number in range(10)}
    assert len(others) > 5


def test_the_lots_are_those_of_the_page() -> None:
    """The first of the second pot goes to the group drawn first: HMAC over `pot:2:1`, `pot:2:2` …"""
    first, second = LOTS.sort("pot:2", [1, 2])
    groups = members(made(4, GroupMaking.POTS, count=2))
    assert 3 in groups[first - 1]
    assert 4 in groups[second - 1]


def test_pots_are_fair() -> None:
    with_the_second = Counter(2 in members(made(2, GroupMaking.POTS, count=1, seed=f"{n:02x}"))[0] for n in range(5))
    assert with_the_second == {True: 5}
    first = Counter(3 in members(made(6, GroupMaking.POTS, count=3, seed=f"{n:02x}"))[0] for n in range(240))
    assert 50 < first[True] < 110  # a third of 240


def test_groups_are_called_by_letters() -> None:
    assert [letters(number) for number in (1, 2, 26, 27, 28, 52, 53, 702, 703)] == (
        ["A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]
    )


@given(PLAYERS, SIZES, st.sampled_from(GroupMaking))
def test_everybody_in_one_group_and_the_sizes_within_the_slack(players: int, size: int, way: GroupMaking) -> None:
    try:
        found = made(players, way, size=size)
    except GroupsImpossible:
        return
    groups = members(found)
    assert sorted(number for group in groups for number in group) == list(range(1, players + 1))
    assert all(abs(len(group) - size) <= 2 for group in groups)
    if way is GroupMaking.STRENGTH:
        assert all(len(group) == size for group in groups[:-1])
        assert [*groups] == [set(range(min(group), max(group) + 1)) for group in groups]
    else:
        assert max(map(len, groups)) - min(map(len, groups)) <= 1


@given(PLAYERS, SIZES)
def test_where_groups_are_refused_there_are_none(players: int, size: int) -> None:
    """By trying all: so many of the size, and a last one."""
    there_are = [
        (full, last)
        for full in range(players // size + 1)
        for last in range(max(2, size - 2), size + 3)
        if full * size + last == players
    ]
    try:
        found = sizes_by_cutting(players, size=size)
    except GroupsImpossible:
        assert there_are == []
    else:
        assert (len(found) - 1, found[-1]) in there_are
        assert abs(found[-1] - size) == min(abs(last - size) for _full, last in there_are)


@given(st.integers(1, 6), st.integers(2, 8))
def test_the_snake_is_level_where_it_comes_out_even(groups: int, turns: int) -> None:
    """After an even number of turns the sums of the places are equal."""
    found = members(made(groups * max(2, turns - turns % 2), GroupMaking.SNAKE, count=groups))
    assert len({sum(group) for group in found}) == 1


def test_a_group_can_be_kept_with_its_reason() -> None:
    for each in made(6, GroupMaking.SNAKE, count=3).groups[1]:
        assert tuple(Reason.from_json(reason.to_json()) for reason in each.reasons) == each.reasons
