"""FIDE's Dutch system, the examples of section 13 of its page, on cards as the page has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

import pytest

from tournaments.pairing.systems.fide_dutch.baku import accelerated
from tournaments.pairing.systems.fide_dutch.colours import colours_of
from tournaments.pairing.systems.fide_dutch.criteria import Costs, PairingBracket
from tournaments.pairing.systems.fide_dutch.field import Field
from tournaments.pairing.systems.fide_dutch.pairing_brackets import paired_brackets
from tournaments.pairing.systems.fide_dutch.pairing_cards import LEVEL, Float, PairingCard, preference
from tournaments.pairing.types.snapshot import Colour, PlayerId

DOWN = Float(down=True)
COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK}


def card(
    number: PlayerId,
    score: int,
    colours: str = "",
    *,
    before: Float = LEVEL,
    unplayed: int = 0,
    may_have_bye: bool = True,
) -> PairingCard:
    """`score` in half points, `colours` as the page writes them: "WB–W" has a round without a game."""
    had = tuple((place, COLOURS[each]) for place, each in enumerate(colours, start=1) if each in COLOURS)
    lean = sum(1 if colour is Colour.WHITE else -1 for _round, colour in had)
    wants, strength = preference([colour for _round, colour in had], lean)
    return PairingCard(
        number=number,
        tpn=number,
        score=score,
        had=had,
        lean=lean,
        wants=wants,
        strength=strength,
        before=before,
        unplayed=unplayed,
        may_have_bye=may_have_bye,
    )


def field(cards: Sequence[PairingCard], met: Iterable[tuple[PlayerId, PlayerId]] = ()) -> Field:
    """They lie as named."""
    bit = {each.number: 1 << place for place, each in enumerate(reversed(cards))}
    barred = dict.fromkeys(bit, 0)
    for one, other in met:
        barred[one] |= bit[other]
        barred[other] |= bit[one]
    return Field(cards=cards, met=[barred[each.number] for each in cards], first=Colour.WHITE)


def boards(
    cards: Sequence[PairingCard], met: Iterable[tuple[PlayerId, PlayerId]] = ()
) -> list[tuple[PlayerId, PlayerId]]:
    """White first; last the one who has the bye, with 0."""
    found: list[tuple[PlayerId, PlayerId]] = []
    down: tuple[int, ...] = ()
    for paired in paired_brackets(field(cards, met)):
        for one, other in paired.pairs:
            colours = colours_of(cards[one], cards[other], Colour.WHITE)
            found.append((colours.white.number, colours.black.number))
        down = paired.down
    return [*found, *((cards[index].number, 0) for index in down)]


# Order


def homogeneous(size: int, pairs: int) -> Costs:
    whole = field([card(number, 0) for number in range(1, size + 1)])
    bracket = PairingBracket(field=whole, moved_down=(), residents=range(size), following=range(size, size))
    return Costs(bracket=bracket, down=size - 2 * pairs, remainder=bracket.members, remainder_pairs=pairs)


def all_candidates(size: int, pairs: int) -> list[tuple[tuple[int, int], ...]]:
    """As BSNs, those of an upper half in rising order; without repetitions."""
    return [
        tuple(zip(upper, lower, strict=True))
        for upper in combinations(range(1, size + 1), pairs)
        for lower in permutations([bsn for bsn in range(1, size + 1) if bsn not in upper], pairs)
        if all(one < other for one, other in zip(upper, lower, strict=True))
    ]


def in_order(size: int, pairs: int) -> list[tuple[tuple[int, int], ...]]:
    costs = homogeneous(size, pairs)
    return sorted(all_candidates(size, pairs), key=lambda each: sum(costs.of_pair(a - 1, b - 1) for a, b in each))


def uppers(candidates: Iterable[Sequence[tuple[int, int]]]) -> list[str]:
    return [*dict.fromkeys("".join(str(one) for one, _other in candidate) for candidate in candidates)]


def lowers(candidates: Iterable[Sequence[tuple[int, int]]], upper: str) -> list[str]:
    return ["".join(str(other) for _one, other in each) for each in candidates if uppers([each]) == [upper]]


def test_order_of_six() -> None:
    found = in_order(6, 3)
    assert lowers(found, "123") == ["456", "465", "546", "564", "645", "654"]
    # Of the page's list 126|345, 234|156 and those behind are repetitions, their pairs having come before.
    assert uppers(found) == ["123", "124", "125", "134", "135"]


def test_order_of_five() -> None:
    found = in_order(5, 2)
    assert lowers(found, "12") == ["34", "35", "43", "45", "53", "54"]
    assert uppers(found) == ["12", "13", "14", "23", "24"]  # 15, 25 and 34 are repetitions


def test_order_of_eleven_has_720_transpositions() -> None:
    """The Handbook's note names 6-7-8-10-11 as the third: a slip, says the page."""
    costs = homogeneous(11, 5)
    found = sorted(
        permutations(range(6, 12), 5),
        key=lambda lower: sum(costs.of_pair(place, bsn - 1) for place, bsn in enumerate(lower)),
    )
    assert len(found) == 720
    assert found[:3] == [(6, 7, 8, 9, 10), (6, 7, 8, 9, 11), (6, 7, 8, 10, 9)]


def test_order_of_two_from_above_and_nine_residents() -> None:
    whole = field([card(number, 2 if number < 3 else 0) for number in range(1, 12)])
    costs = Costs(
        bracket=PairingBracket(field=whole, moved_down=(0, 1), residents=range(2, 11), following=range(11, 11)), down=1
    )
    found = sorted(
        permutations(range(3, 12), 2), key=lambda two: costs.of_pair(0, two[0] - 1) + costs.of_pair(1, two[1] - 1)
    )
    assert len(found) == 72
    assert found[:2] == [(3, 4), (3, 5)]
    assert found[-1] == (11, 10)


def test_limbo() -> None:
    """MDPs with 3, 2½, 2½, 2½ points of whom two are paired: {1, 2}, {1, 3}, {1, 4}, which satisfy C7."""
    whole = field([card(1, 6), *(card(number, 5) for number in (2, 3, 4)), *(card(number, 2) for number in (5, 6))])
    costs = Costs(
        bracket=PairingBracket(field=whole, moved_down=(0, 1, 2, 3), residents=range(4, 6), following=range(6, 6)),
        down=2,
    )

    def cost(paired: tuple[int, ...]) -> int:
        return sum(costs.of_going_down(bsn - 1) for bsn in range(1, 5) if bsn not in paired)

    assert sorted(combinations(range(1, 5), 2), key=cost)[:3] == [(1, 2), (1, 3), (1, 4)]


# Brackets


def test_exchange() -> None:
    """3–7 5–8 have met, 3–8 5–7 both clash: 3 7 against 5 8."""
    cards = [card(3, 2, "WB"), card(5, 2, "BW"), card(7, 2, "BW"), card(8, 2, "WB")]
    assert boards(cards, [(3, 7), (5, 8)]) == [(3, 5), (8, 7)]


def test_c8_comes_before_colours() -> None:
    cards = [
        card(1, 4, "BW"),
        card(5, 3, "BW"),
        card(7, 3, "B", unplayed=1),
        card(2, 2, "WB"),
        card(4, 2, "W", unplayed=1),
        card(3, 0, "BW"),
    ]
    assert boards(cards, [(1, 4), (5, 2), (5, 7), (2, 3)]) == [(5, 1), (7, 2), (3, 4)]


def test_c9_the_bye_goes_to_who_has_played_most() -> None:
    cards = [card(4, 0, "B"), card(5, 0, "W"), card(7, 0, "–", unplayed=1)]
    assert boards(cards) == [(4, 7), (5, 0)]


def test_c14_who_had_the_bye_does_not_go_down_again() -> None:
    cards = [card(3, 2, "B"), card(4, 2, "W"), card(8, 2, "–", before=DOWN, unplayed=1, may_have_bye=False), card(6, 1)]
    assert boards(cards)[0] == (3, 8)
    assert {4, 6} == {*boards(cards)[1]}


# Colours


@pytest.mark.parametrize(
    ("higher", "lower", "white"),
    [
        pytest.param("WBW", "WB", 2, id="rule 1"),
        pytest.param("W", "W", 2, id="rule 4"),
        pytest.param("BWB", "WBB", 2, id="rule 2"),
        pytest.param("WWB", "WB–W", 1, id="rule 3, a round without a game left out"),
        pytest.param("WBWB", "BWWB", 1, id="rule 3"),
        pytest.param("BW", "WBBW", 2, id="no place differs, so rule 4"),
        pytest.param("WB", "WB", 1, id="rule 4, the higher placed"),
    ],
)
def test_colours(higher: str, lower: str, white: PlayerId) -> None:
    assert colours_of(card(1, 2, higher), card(2, 2, lower), Colour.WHITE).white.number == white


def test_colours_go_by_score_before_the_number() -> None:
    """`WB` and `WB`: 1 has White, but 2 if 2 has more points."""
    assert colours_of(card(2, 4, "WB"), card(1, 2, "WB"), Colour.WHITE).white.number == 2


def test_the_whites_less_blacks_decide_where_two_colours_alike_say_the_contrary() -> None:
    assert preference([*map(COLOURS.__getitem__, "BBBBWW")], -2) == (
        Colour.WHITE,
        preference([Colour.BLACK] * 2, -2)[1],
    )


# Baku


@pytest.mark.parametrize(("size", "last"), [(161, 82), (160, 80), (8, 4), (9, 6), (10, 6), (3, 2), (1, 1)])
def test_baku_group_a(size: int, last: PlayerId) -> None:
    numbers = {number: number for number in range(1, size + 1)}
    found = accelerated([*numbers], numbers, 9, 2)
    assert found is not None
    assert (found.last, len(found.group)) == (last, last)
    assert [found.in_round(number) for number in range(1, 10)] == [2, 2, 2, 1, 1, 0, 0, 0, 0]


def test_baku_group_a_takes_in_a_late_entrant_above_its_last_player() -> None:
    numbers = {1: 1, 2: 2, 3: 3, 4: 4}
    above = accelerated([1, 5, 2, 3, 4], numbers, 5, 2)
    below = accelerated([1, 2, 5, 3, 4], numbers, 5, 2)
    assert above is not None
    assert below is not None
    assert (above.group, above.last) == ([1, 5, 2], 2)
    assert (below.group, below.last) == ([1, 2], 2)
