"""docs/search.md: each of its drawings is what the code does today."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from pathlib import Path

import pytest

from tests.pairing.opponents.test_neighbours import pair as pair_by_gap
from tests.pairing.opponents.test_score_groups import Choosing
from tests.pairing.search.test_first import Pair, met
from tests.tools.pairing.drawing import tournament
from tournaments.pairing.opponents.neighbours import SHORTER_GAP, NeighbourRules
from tournaments.pairing.opponents.preference_tiers import PreferenceTiers
from tournaments.pairing.opponents.score_groups import PairedGroup, pair_score_groups
from tournaments.pairing.search.first import FirstPairing, _Walk, first, first_at_least_cost
from tournaments.pairing.search.matching import least_cost
from tournaments.pairing.search.witness import Witness, _Tree, places
from tournaments.pairing.types.snapshot import PlayerId

PAGE = (Path(__file__).parents[3] / "docs" / "search.md").read_text()
ON_THE_PAGE = dict(re.findall(r"^```text (.+?)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
Barred = Mapping[PlayerId, AbstractSet[PlayerId]]


def of(found: FirstPairing | None) -> tuple[Pair, ...]:
    assert found is not None
    return found.pairs


def joined(pairs: Iterable[tuple[object, object]]) -> str:
    return "   ".join(f"{one} = {other}" for one, other in pairs)


def spaced(players: Iterable[object]) -> str:
    return "  ".join(map(str, players))


def only(*may_meet: Pair) -> dict[PlayerId, set[PlayerId]]:
    """Everybody has met everybody but these."""
    players = {player for pair in may_meet for player in pair}
    left = {frozenset(pair) for pair in may_meet}
    return {one: {other for other in players - {one} if {one, other} not in left} for one in players}


# FIRST and its three layers


def six_cards() -> str:
    order = [2, 4, 5, 6, 1, 3]
    one, two, three = of(first(order, met({2, 1}, {4, 3}, {6, 5})))
    return f"""\
list      {spaced(order)}        have met: 2-1, 4-3, 6-5

{joined([one])}     the highest placed whom 2 has not met
{joined([two])}     5 has met 6
{joined([three])}
"""


def walk() -> str:
    order, barred = [*range(1, 9)], met({6, 7, 8})
    way = _Walk(order, barred, None, ())
    way.begin()
    left = way.down()
    taken, kept = [*way.pairs], len(way.pairs) - len(left)
    witness = way._witness(left, kept)
    freed = spaced(witness.players())
    assert witness.complete()
    complete = ", ".join(f"{one} = {other}" for one, other in sorted(witness.pairs()))
    return f"""\
list      {spaced(order)}        have met: 6-7, 6-8, 7-8

taken     {joined(taken)}         nobody checked whether the others can still be paired
left      {spaced(left)}                          who have met
broken    {joined(taken[kept:])}                 of the last pairs as many as players are left
freed     {freed}              they have a complete pairing, for instance {complete}
again     {joined(of(first(order, barred))[kept:])}         and now each choice is checked
"""


def enough() -> str:
    triangles = met({1, 2, 3}, {4, 5, 6})
    assert max(map(len, triangles.values())) == 2
    pairs = joined(of(first([*range(1, 7)], triangles)))
    assert first([*range(1, 5)], met({1, 2, 3})) is None
    return f"""\
   1           4                        1
  x x         x x                      x x
 2 x 3       5 x 6                    2 x 3       4

k = 6, D = 2: 6 ≥ 2·2 + 2             k = 4, D = 2: 4 < 6
{pairs:38}only one of 1, 2, 3 can have 4
"""


def kept_witness(players: int, barred: Barred, pairs: Sequence[Pair]) -> Witness:
    return Witness([*range(1, players + 1)], barred, pairs)


def after(witness: Witness) -> str:
    """Who is joined to whom among those left, the higher placed first."""
    left = {witness.player[place]: witness.player[witness.mate[place]] for place in places(witness.free)}
    return joined((one, other) for one, other in left.items() if one < other)


def directly() -> str:
    pairs = [(1, 4), (2, 3)]
    witness = kept_witness(4, {}, pairs)
    other = witness.settle(1, None)
    return f"""\
witness     {joined(pairs)}
1 takes {other}   4 and 3 have lost their partners, and may meet
witness     {after(witness)}
"""


def over_one_pair() -> str:
    pairs = [(1, 6), (2, 5), (3, 4)]
    witness = kept_witness(6, met({5, 6}), pairs)
    other = witness.settle(1, None)
    return f"""\
witness     {joined(pairs)}         have met: 5-6
1 takes {other}   6 and 5 have lost their partners, and have met: over 3 = 4
witness     {after(witness)}
"""


def outer(barred: Barred, pairs: Sequence[Pair]) -> list[PlayerId]:
    """Whom 1 can have: the outer places of the tree from the partner of 1."""
    size = 2 * len(pairs)
    witness = kept_witness(size, barred, pairs)
    tree = _Tree(witness, witness.place[pairs[0][1]], witness.free & ~(1 << witness.place[1]), 0)
    return [witness.player[place] for place in places(tree.outer)]


def tree() -> str:
    way = [(8, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 2)]
    barred, pairs = only(*way, *((1, other) for other in range(2, 9))), [(1, 8), (2, 7), (3, 4), (5, 6)]
    can_have = outer(barred, pairs)
    letters = "     ".join("o" if player in can_have else "i" for player in (8, 3, 4, 5, 6, 7, 2))
    witness = kept_witness(8, barred, pairs)
    other = witness.settle(1, None)
    return f"""\
witness     {joined(pairs)}          1 may meet everybody

  8 --- 3 === 4 --- 5 === 6 --- 7 === 2            === joined   --- may meet
  {letters}            o outer   i inner

1 can have  {spaced(sorted(can_have))}, and takes {other}
witness     {after(witness)}
"""


def blossom() -> str:
    pairs = [(1, 6), (2, 3), (4, 5)]
    may = [(2, 3), (4, 5), (6, 2), (6, 4), *((1, other) for other in range(2, 7))]
    open_, closed = (outer(only(*may, *more), pairs) for more in ([], [(3, 5)]))
    return f"""\
witness     {joined(pairs)}

        2 === 3                        2 === 3
      /                              /       |
    6                              6         |
      \\                              \\       |
        4 === 5                        4 === 5

3 and 5 have met                   3 and 5 may meet
1 can have  {spaced(sorted(open_))}                1 can have  {spaced(sorted(closed))}
"""


def own_order() -> str:
    colours = dict(zip(range(1, 7), "wwbbwb", strict=True))
    levels = PreferenceTiers(kind_of=colours, levels={"w": ["b", "w"], "b": ["w", "b"]})
    pairs = of(first([*colours], {}, candidates=levels))

    def named(player: PlayerId) -> str:
        return f"{player}{colours[player]}"

    return f"""\
list      {spaced(map(named, colours))}          with the colour of the last game

level 1   the other colour: first of all in list order
level 2   the same colour

{joined((named(one), named(other)) for one, other in pairs)}
"""


# When nothing fits

LAST_ROUND = {(1, 4): 9, (1, 5): 8, (1, 6): 7, (2, 4): 6, (2, 5): 5, (2, 6): 8, (3, 4): 4, (3, 5): 7, (3, 6): 9}


def two_camps() -> str:
    costs = {(i, j): LAST_ROUND.get((i + 1, j + 1), 0) for i, j in combinations(range(6), 2)}
    found = least_cost(6, costs)
    assert found is not None
    prices = [price // 4 for price in found.price]
    (player,), (circle,) = set(prices[:6]), set(prices[6:])
    assert [sorted(found.ring[node]) for node in (6, 7)] == [[3, 4, 5], [0, 1, 2]]
    total = sum(costs[pair] for pair in found.pairs())
    tight = [f"{i + 1}-{j + 1}" for i, j in found.tight()]

    def rematch(one: PlayerId, other: PlayerId) -> tuple[int, int, int] | None:
        return (1, 1, LAST_ROUND[one, other]) if (one, other) in LAST_ROUND else None

    pairs = of(first_at_least_cost([*range(1, 7)], {}, rematch))
    assert total == 6 * player - 2 * circle
    rows = "\n".join(f"      {i}     " + "     ".join(str(LAST_ROUND[i, j]) for j in (4, 5, 6)) for i in (1, 2, 3))
    return f"""\
1 2 3 have not met each other, nor have 4 5 6; across everybody has met, last in round

            4     5     6                  1               5
{rows.splitlines()[0]}                 / \\             / \\
{rows.splitlines()[1]}                2 - 3 - - - - - 4 - 6
{rows.splitlines()[2]}

price of each player  {player}      no pair across costs less than its two players: {player} + {player}
price of each circle  {circle}      inside a circle it is taken off again: {player} + {player} - {circle} = 0
proved    6·{player} - 2·{circle} = {total}   no complete pairing costs less
no slack  {"  ".join(tight)}
FIRST     {joined(pairs)}
"""


def on_the_board(found: Sequence[PairedGroup]) -> list[str]:
    return [
        joined(group.pairs)
        + "".join(f"   {player} floats" for player in group.floated).removeprefix("" if group.pairs else "   ")
        for group in found
    ]


def score_groups(groups: Sequence[Sequence[PlayerId]], barred: Barred) -> list[str]:
    players = [player for group in groups for player in group]
    in_list_order: dict[PlayerId, Sequence[PlayerId]] = {
        player: [other for other in players if other != player] for player in players
    }
    return on_the_board(pair_score_groups(groups, barred, Choosing(preference=in_list_order, spares_above=False)))


def odd_group() -> str:
    above, below = score_groups([[1, 2, 3], [4, 5, 6]], {})
    return f"""\
on 2      1  2  3        {above}
on 1      4  5  6        {below}
"""


def in_sight() -> str:
    (alone,) = score_groups([[1, 2]], {})
    above, below = score_groups([[1, 2], [3, 4]], met({3, 4}))
    return f"""\
                     alone       in the sight of all below
on 2      1  2       {alone}       {above}
on 1      3 x 4      nobody      {below}
"""


def gap() -> str:
    rounds = ("1:2 1-0, 3:4 1-0", "1:3 1-0, 2:4 1-0", "1:4 1-0, 2:3 1-0")
    paired = pair_by_gap(tournament(4, *rounds), NeighbourRules(gap=3))
    (note,) = paired.notes
    assert note.rule == SHORTER_GAP.code
    pairs = sorted((min(board.white, board.black), max(board.white, board.black)) for board in paired.boards)
    return f"""\
round 1   1-2  3-4
round 2   1-3  2-4
round 3   1-4  2-3

gap {note.facts["gap"]}     nobody may meet anybody
gap {note.facts["lowered"]}     {joined(pairs)}         rounds 2 and 3 lie between
"""


DRAWN: dict[str, Callable[[], str]] = {
    draw.__name__.replace("_", " "): draw
    for draw in (
        six_cards,
        walk,
        enough,
        directly,
        over_one_pair,
        tree,
        blossom,
        own_order,
        two_camps,
        odd_group,
        in_sight,
        gap,
    )
}


@pytest.mark.parametrize("name", DRAWN)
def test_each_drawing_is_what_the_code_does(name: str) -> None:
    assert ON_THE_PAGE[name] == DRAWN[name]()


def test_nothing_else_is_drawn_on_the_page() -> None:
    assert list(ON_THE_PAGE) == list(DRAWN)
    assert PAGE.count("```") == 2 * len(DRAWN)
