"""The tree of a cup as a page value: who met, who goes on, who is waited for."""

import pytest

from tests.tools.casts.factories import Evening
from tournaments.models import Entry
from tournaments.pages.common.display_names import Audience
from tournaments.pages.cup.bracket import BracketBox, BracketPage, bracket_page
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pairing.types.snapshot import Result
from tournaments.services.rounds import results

pytestmark = pytest.mark.django_db


def a_cup(players: int, **options: object) -> Evening:
    """The lower the number, the higher the rating."""
    evening = Evening.of(players, system="cup", options=options)
    for entry in Entry.objects.filter(tournament=evening.tournament):
        Entry.objects.filter(pk=entry.pk).update(rating=2400 - 10 * (entry.number or 0))
    return evening


def of(evening: Evening) -> BracketPage:
    return bracket_page(evening.tournament, Audience.PUBLIC)


def said(box: BracketBox) -> list[str]:
    return [f"{side.name} {side.score}".strip() + ("*" if side.goes_on else "") for side in box.sides]


def favourites_win(evening: Evening) -> None:
    """The lower number wins each game of the newest round."""
    for board, (white, black) in enumerate(evening.boards(), start=1):
        evening.enter(board, Result.WHITE_WINS if white < black else Result.BLACK_WINS)


def next_round(evening: Evening) -> None:
    evening.draft()
    evening.publish()


def test_eleven_in_a_tree_by_rating_as_the_page_has_it() -> None:
    evening = a_cup(11, draw="bracket")
    next_round(evening)
    [tree] = of(evening).brackets

    assert [round.name for round in tree.rounds] == ["Round 1", "Quarter-finals", "Semi-finals", "Final"]
    first = tree.rounds[0].boxes
    assert [len(box.sides) for box in first] == [1, 2, 1, 1, 1, 2, 1, 2]
    assert [box.note for box in first if box.is_free_pass] == ["Bye"] * 5
    second = [[side.name for side in box.sides] for box in tree.rounds[1].boxes]
    assert second == [
        ["No1", "Winner of board 1"],
        ["No4", "No5"],
        ["No2", "Winner of board 2"],
        ["No3", "Winner of board 3"],
    ]
    assert tree.is_regular

    for _round in range(3):
        favourites_win(evening)
        next_round(evening)
    favourites_win(evening)
    [tree] = of(evening).brackets
    assert tree.winner is not None
    assert tree.winner.name == "No1"
    [final] = tree.rounds[-1].boxes
    assert sorted(said(final)) == ["No1 1*", "No2 0"]


def test_a_level_tie_is_open_until_it_is_said_who_goes_on() -> None:
    evening = a_cup(4, draw="bracket")
    next_round(evening)
    results.enter_result(evening.game(1), Result.DRAW, seen="*", actor=evening.director)
    box = next(box for box in of(evening).brackets[0].rounds[0].boxes if box.board == 1)
    assert (box.note, box.is_open) == ("Level", True)
    evening.decide(evening.round)
    box = next(box for box in of(evening).brackets[0].rounds[0].boxes if box.board == 1)
    assert (box.note, box.is_open) == ("Blitz", False)
    assert sum(side.goes_on for side in box.sides) == 1
    assert {side.score for side in box.sides} == {"½"}


def test_rounds_by_lot_stand_so_that_winners_are_neighbours() -> None:
    evening = a_cup(11)
    next_round(evening)
    [tree] = of(evening).brackets
    assert [round.to_come for round in tree.rounds] == [
        "",
        "4 ties, drawn by lot when all ties before them are decided.",
        "2 ties, drawn by lot when all ties before them are decided.",
        "1 tie, drawn by lot when all ties before it are decided.",
    ]
    favourites_win(evening)
    next_round(evening)
    [tree] = of(evening).brackets
    assert tree.is_regular
    for index, box in enumerate(tree.rounds[1].boxes):
        before = [side.name for each in tree.rounds[0].boxes[2 * index : 2 * index + 2] for side in each.sides]
        assert {side.name for side in box.sides} <= set(before)


def test_third_place_and_the_cup_of_those_who_lost() -> None:
    evening = a_cup(8, draw="bracket", third_place="game", consolation="first_round")
    for _round in range(3):
        next_round(evening)
        favourites_win(evening)
    main, second = of(evening).brackets
    assert main.third_place is not None
    assert sorted(said(main.third_place)) == ["No3 1*", "No4 0"]
    assert second.title
    assert second.winner is not None


def test_a_walk_over_says_so() -> None:
    evening = a_cup(4, draw="bracket")
    next_round(evening)
    evening.withdraw(4)
    box = next(box for box in of(evening).brackets[0].rounds[0].boxes if "No1" in " ".join(said(box)))
    assert [side.name for side in box.sides if side.goes_on] == ["No1"]


@pytest.mark.parametrize("players", [2, 3, 16])
def test_of_any_size_there_are_one_less_ties_than_players(players: int) -> None:
    evening = a_cup(players, draw="bracket")
    while True:
        next_round(evening)
        favourites_win(evening)
        [tree] = of(evening).brackets
        if tree.winner is not None:
            break
    assert sum(box.board is not None for round in tree.rounds for box in round.boxes) == players - 1


def test_another_system_has_no_tree() -> None:
    with pytest.raises(NotPublished):
        of(Evening.of(4))
