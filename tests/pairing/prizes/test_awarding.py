"""Prizes: one a person and handed down, shared to the cent, in every way compared with trying all ways out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.prizes.awarding import give
from tournaments.pairing.prizes.types import Contender, Prize, PrizeList, Sharing, Turn

ANNA, BO, CATO, DAG, EVA, FINN = range(1, 7)


def money(*euros: int) -> tuple[Prize, ...]:
    return tuple(Prize(cents=100 * each) for each in euros)


def things(*names: str) -> tuple[Prize, ...]:
    return tuple(Prize(thing=name) for name in names)


def ranked(*places: int | Sequence[int], points: Mapping[int, int] | None = None) -> tuple[Contender, ...]:
    """Best first; those in brackets share the place. Without `points` each place has a point less."""
    groups = [[each] if isinstance(each, int) else list(each) for each in places]
    return tuple(
        Contender(
            person=person,
            place=sum(map(len, groups[:at])) + 1,
            points=Fraction((points or {}).get(person, len(groups) - at)),
        )
        for at, group in enumerate(groups)
        for person in group
    )


def got(*lists: PrizeList, **options: object) -> dict[tuple[int, int], tuple[int, str]]:
    """By list and person the cents and the thing."""
    awards = give(lists, **options).awards  # type: ignore[arg-type]
    return {(award.of, award.person): (award.cents, award.thing) for award in awards}


OVERALL = PrizeList(prizes=money(100, 60, 30), contenders=ranked(ANNA, BO, CATO, DAG, EVA, FINN))
UNDER_1500 = PrizeList(prizes=money(50, 20), contenders=ranked(CATO, DAG, EVA))


def test_whoever_has_a_prize_leaves_that_of_a_later_list_to_the_next() -> None:
    result = give([OVERALL, UNDER_1500])
    assert got(OVERALL, UNDER_1500) == {
        (0, ANNA): (10000, ""),
        (0, BO): (6000, ""),
        (0, CATO): (3000, ""),
        (1, DAG): (5000, ""),
        (1, EVA): (2000, ""),
    }
    dag = result.of_person(DAG)[0]
    assert (dag.place, dag.first, dag.last, dag.passed) == (2, 1, 1, (CATO,))
    assert result.left == (0, 0)


def test_the_best_prize_first_hands_the_smaller_one_down() -> None:
    assert got(OVERALL, UNDER_1500, turn=Turn.WORTH) == {
        (0, ANNA): (10000, ""),
        (0, BO): (6000, ""),
        (1, CATO): (5000, ""),
        (0, DAG): (3000, ""),
        (1, EVA): (2000, ""),
    }


def test_without_that_rule_somebody_has_several() -> None:
    awards = got(OVERALL, UNDER_1500, one_prize=False)
    assert (awards[0, CATO], awards[1, CATO], awards[1, DAG]) == ((3000, ""), (5000, ""), (2000, ""))


def test_a_trophy_can_be_had_besides() -> None:
    cups = PrizeList(prizes=things("Cup"), contenders=OVERALL.contenders, is_besides=True)
    assert got(cups, OVERALL)[0, ANNA] == (0, "Cup")
    assert got(cups, OVERALL)[1, ANNA] == (10000, "")
    assert got(OVERALL, cups)[1, ANNA] == (0, "Cup")


def test_all_with_the_same_points_share_and_no_cent_is_lost() -> None:
    level = {ANNA: 5, BO: 4, CATO: 4, DAG: 4, EVA: 3, FINN: 2}
    shared = PrizeList(prizes=money(100, 60, 40), contenders=ranked(*level, points=level))
    result = give([shared])
    assert [(award.person, award.cents) for award in result.awards] == [
        (ANNA, 10000),
        (BO, 3334),
        (CATO, 3333),
        (DAG, 3333),
    ]
    cato = result.awards[2]
    assert (cato.first, cato.last, cato.pool, cato.level, cato.place) == (2, 3, 10000, (BO, DAG), 2)
    by_table = PrizeList(prizes=shared.prizes, contenders=shared.contenders, sharing=Sharing.TABLE)
    assert got(by_table) == {(0, ANNA): (10000, ""), (0, BO): (6000, ""), (0, CATO): (4000, "")}


def test_whoever_shares_a_place_shares_the_money_also_where_it_goes_by_the_table() -> None:
    shared = PrizeList(prizes=money(50, 20), contenders=ranked((ANNA, BO), CATO), sharing=Sharing.TABLE)
    assert got(shared) == {(0, ANNA): (3500, ""), (0, BO): (3500, "")}


def test_of_those_level_only_who_share_the_place_draw_lots() -> None:
    all_level = ranked([ANNA, BO], CATO, points={ANNA: 2, BO: 2, CATO: 2})
    result = give([PrizeList(prizes=things("Cup", "Book"), contenders=all_level)])
    assert [(award.person, award.by_lot, award.level) for award in result.awards] == [
        (ANNA, True, (BO,)),
        (BO, True, (ANNA,)),
    ]


def test_things_go_by_the_table_and_then_by_lot() -> None:
    level = dict.fromkeys((ANNA, BO, CATO), 4)
    books = PrizeList(prizes=things("Book", "Pen"), contenders=ranked(ANNA, (BO, CATO), points=level))
    result = give([books])
    assert [(award.person, award.thing, award.by_lot) for award in result.awards] == [
        (ANNA, "Book", False),
        (BO, "Pen", True),
        (CATO, "", True),
    ]
    drawn = give([books], lots=(CATO,))
    assert [(award.person, award.thing, award.by_lot) for award in drawn.awards] == [
        (ANNA, "Book", False),
        (CATO, "Pen", False),
    ]


def test_whoever_loses_the_lot_may_still_have_another_prize() -> None:
    cup = PrizeList(prizes=things("Cup"), contenders=ranked((ANNA, BO)))
    other = PrizeList(prizes=money(10), contenders=ranked(BO, CATO))
    assert got(cup, other)[1, BO] == (1000, "")
    assert got(cup, other, lots=(BO,)) == {(0, BO): (0, "Cup"), (1, CATO): (1000, "")}


def test_whoever_wants_no_prize_is_passed_over_and_what_nobody_can_have_is_left() -> None:
    result = give([UNDER_1500], left_out={CATO, EVA})
    assert [(award.person, award.cents, award.passed) for award in result.awards] == [(DAG, 5000, (CATO,))]
    assert result.left == (1,)
    assert give([PrizeList(prizes=money(10), contenders=())]).left == (1,)


def test_of_those_who_share_only_those_without_a_prize_share() -> None:
    level = dict.fromkeys((CATO, DAG), 3)
    cup = PrizeList(prizes=money(5), contenders=ranked(CATO))
    juniors = PrizeList(prizes=money(40, 20), contenders=ranked(CATO, DAG, EVA, points=level | {EVA: 1}))
    assert got(cup, juniors) == {(0, CATO): (500, ""), (1, DAG): (4000, ""), (1, EVA): (2000, "")}


_people = st.permutations(range(1, 6))
_distinct = st.lists(st.integers(1, 200), min_size=6, max_size=6, unique=True)


def _strict_lists(orders: Sequence[Sequence[int]], amounts: Sequence[int]) -> tuple[PrizeList, ...]:
    """Two prizes each, the first of them the greater; nobody level."""
    pairs = [sorted(amounts[at : at + 2], reverse=True) for at in range(0, 2 * len(orders), 2)]
    return tuple(
        PrizeList(prizes=tuple(Prize(cents=each) for each in pair), contenders=ranked(*order))
        for order, pair in zip(orders, pairs, strict=True)
    )


def _stable(lists: Sequence[PrizeList], turn: Turn) -> Iterator[dict[tuple[int, int], int | None]]:
    """Of all ways to give each prize to somebody or to nobody, those in which nobody is ahead of whoever has a prize
    that comes before their own."""
    prizes = [(at, number) for at, each in enumerate(lists) for number in range(len(each.prizes))]
    before = {
        prize: (rank if turn is Turn.LISTS else -lists[prize[0]].prizes[prize[1]].cents)
        for rank, prize in enumerate(prizes)
    }
    ranks = [{each.person: each.place for each in one.contenders} for one in lists]
    people: list[int | None] = sorted({person for rank in ranks for person in rank})
    people += [None] * len(prizes)
    for chosen in set(permutations(people, len(prizes))):
        way = dict(zip(prizes, chosen, strict=True))
        own = {person: before[prize] for prize, person in way.items() if person is not None}
        if all(
            (person is None or person in ranks[at])
            and not any(
                own.get(other, 10**9) > before[at, number] and (person is None or place < ranks[at][person])
                for other, place in ranks[at].items()
            )
            for (at, number), person in way.items()
        ):
            yield way


@settings(max_examples=40)
@given(
    st.lists(_people, min_size=2, max_size=2), _distinct, st.sampled_from(Turn), st.integers(1, 5), st.integers(1, 5)
)
def test_it_is_the_one_way_in_which_nobody_has_a_claim_on_a_better_prize(
    orders: list[list[int]], amounts: list[int], turn: Turn, first: int, second: int
) -> None:
    lists = _strict_lists([orders[0][:first], orders[1][:second]], amounts)
    found = list(_stable(lists, turn))
    assert len(found) == 1
    ours = {(award.of, award.first - 1): award.person for award in give(lists, turn=turn).awards}
    assert ours == {prize: person for prize, person in found[0].items() if person is not None}


@st.composite
def _any_lists(draw: st.DrawFn) -> list[PrizeList]:
    found = []
    for _list in range(draw(st.integers(1, 3))):
        people = draw(st.lists(st.integers(1, 8), unique=True))
        points = sorted(draw(st.lists(st.integers(0, 3), min_size=len(people), max_size=len(people))), reverse=True)
        place, contenders = 0, []
        for at, (person, own) in enumerate(zip(people, points, strict=True)):
            if not at or own != points[at - 1] or draw(st.booleans()):
                place = at + 1
            contenders.append(Contender(person=person, place=place, points=Fraction(own)))
        prizes = draw(
            st.lists(
                st.builds(Prize, cents=st.integers(0, 999), thing=st.sampled_from(("", "Book", "Cup"))), max_size=5
            )
        )
        found.append(
            PrizeList(
                prizes=tuple(prizes),
                contenders=tuple(contenders),
                sharing=draw(st.sampled_from(Sharing)),
                is_besides=draw(st.booleans()),
            )
        )
    return found


@given(_any_lists(), st.booleans(), st.sampled_from(Turn), st.sets(st.integers(1, 8)), st.lists(st.integers(1, 8)))
def test_what_holds_of_all_prizes(
    lists: list[PrizeList], one_prize: bool, turn: Turn, left_out: set[int], lots: list[int]
) -> None:
    result = give(lists, one_prize=one_prize, turn=turn, left_out=left_out, lots=lots)
    for at, each in enumerate(lists):
        awards = [award for award in result.awards if award.of == at]
        taken = each.prizes[: len(each.prizes) - result.left[at]]
        assert sum(award.cents for award in awards) == sum(prize.cents for prize in taken)
        given = sorted(award.thing for award in awards if award.thing)
        assert given == sorted(prize.thing for prize in taken if prize.thing)
        assert len({award.person for award in awards}) == len(awards)
        assert not {award.person for award in awards} & left_out
        if result.left[at] and (each.is_besides or not one_prize):
            assert {award.person for award in awards} <= {c.person for c in each.contenders}
        for key, same in groupby(awards, key=lambda award: award.first):
            shares = [award.cents for award in same]
            assert max(shares) - min(shares) <= 1, key
    if one_prize:
        once = [a.person for a in result.awards if not lists[a.of].is_besides and (a.cents or a.thing)]
        assert len(set(once)) == len(once)
    assert result == give(lists, one_prize=one_prize, turn=turn, left_out=left_out, lots=lots)


@given(_any_lists())
def test_each_list_alone_is_shared_as_on_paper(lists: list[PrizeList]) -> None:
    """Without the rule of one prize: who is level adds up the prizes of the places they take."""
    result = give(lists, one_prize=False)
    for at, each in enumerate(lists):
        expected: dict[int, Fraction] = {}
        keys = [c.points if each.sharing is Sharing.EQUALLY else Fraction(c.place) for c in each.contenders]
        for key in dict.fromkeys(keys):
            places = [place for place, own in enumerate(keys) if own == key]
            pool = sum(each.prizes[place].cents for place in places if place < len(each.prizes))
            expected |= {each.contenders[place].person: Fraction(pool, len(places)) for place in places}
        ours = {award.person: award.cents for award in result.awards if award.of == at}
        assert all(abs(ours.get(person, 0) - share) < 1 for person, share in expected.items())
