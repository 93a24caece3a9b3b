"""The cheapest complete pairing, of few and of more, against trying everything."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.search.cheapest import cheapest_pairs
from tournaments.pairing.search.matching import Edge


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, dict[Edge, int]]:
    size = draw(st.integers(0, 10))
    edges = list(combinations(range(size), 2))
    chosen = draw(st.lists(st.sampled_from(edges), unique=True)) if edges else []
    cost = st.integers(0, 3) | st.integers(0, 1 << 120)
    return size, {edge: draw(cost) for edge in (chosen if draw(st.booleans()) else edges)}


def complete(single: Sequence[int]) -> Iterator[list[Edge]]:
    if not single:
        yield []
        return
    for other in single[1:]:
        for rest in complete([one for one in single[1:] if one != other]):
            yield [(single[0], other), *rest]


@given(graphs())
def test_it_is_the_least_of_all(graph: tuple[int, dict[Edge, int]]) -> None:
    size, costs = graph
    possible = (
        [pairs for pairs in complete(range(size)) if all(pair in costs for pair in pairs)] if size % 2 == 0 else []
    )
    found = cheapest_pairs(size, costs)
    if not possible:
        assert found is None
        return
    assert found is not None
    assert sorted(vertex for pair in found for vertex in pair) == list(range(size))
    assert sum(costs[pair] for pair in found) == min(sum(costs[pair] for pair in pairs) for pairs in possible)


def test_named_first_among_those_that_cost_the_same() -> None:
    costs = dict.fromkeys(combinations(range(4), 2), 1)
    assert cheapest_pairs(4, costs) == [(0, 1), (2, 3)]
    assert cheapest_pairs(4, dict(reversed(costs.items()))) == [(0, 3), (1, 2)]
