"""Finals: the first of each group, then the next."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from tests.tools.pairing.group_fields import members, tables, told
from tournaments.pairing.groups.finals import finals

EVERYBODY = frozenset(range(1, 40))


def test_the_first_two_of_each_play_the_first_final() -> None:
    found = finals(tables(4, 4), playing=EVERYBODY)
    assert told(found) == [
        ["1: 1st of A.", "5: 1st of B.", "2: 2nd of A.", "6: 2nd of B."],
        ["3: 3rd of A.", "7: 3rd of B.", "4: 4th of A.", "8: 4th of B."],
    ]


def test_the_last_final_takes_all_who_are_left() -> None:
    assert members(finals(tables(5, 4), playing=EVERYBODY, count=2)) == [{1, 2, 6, 7}, {3, 4, 5, 8, 9}]


def test_nobody_plays_a_final_alone() -> None:
    assert members(finals(tables(3, 2), playing=EVERYBODY)) == [{1, 2, 3, 4, 5}]


def test_whoever_does_not_play_on_lets_the_next_move_up() -> None:
    found = finals(tables(4, 4), playing=EVERYBODY - {2})
    assert members(found) == [{1, 3, 5, 6}, {4, 7, 8}]
    assert told(found)[0][2] == "3: 3rd of A, moves up because 2 does not play."
    assert told(found)[1] == ["4: 4th of A.", "7: 3rd of B.", "8: 4th of B."]


def test_a_shared_place_at_the_border_is_open() -> None:
    shared = tables(4, 4, shared=frozenset({3}))
    assert [level.players for level in finals(shared, playing=EVERYBODY).level] == [(2, 3)]
    assert finals(shared, playing=EVERYBODY, decided=[(3, 2)]).level == ()
    assert members(finals(shared, playing=EVERYBODY, decided=[(3, 2)]))[0] == {1, 3, 5, 6}
    assert finals(tables(4, 4, shared=frozenset({2})), playing=EVERYBODY).level == ()


@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=4),
    st.integers(1, 3),
    st.none() | st.integers(1, 3),
    st.frozensets(st.integers(1, 24)),
    st.frozensets(st.integers(1, 24)),
)
def test_everybody_who_plays_on_is_in_one_final(
    sizes: list[int], advance: int, count: int | None, away: frozenset[int], shared: frozenset[int]
) -> None:
    groups = tables(*sizes, shared=shared)
    playing = frozenset(range(1, sum(sizes) + 1)) - away
    found = finals(groups, playing=playing, advance=advance, count=count)
    assert sorted(each.player for final in found.groups for each in final) == sorted(playing)
    assert all(len(final) >= 2 for final in found.groups) or len(playing) < 2
    for level in found.level:
        if len(level.players) <= 4:
            ways = permutations(level.players)
            orders = [finals(groups, playing=playing, advance=advance, count=count, decided=[way]) for way in ways]
            assert len({str(members(each)) for each in orders}) > 1
