"""Who scored most on each board: a hand-made event, and drawn ones against the rulebook read a second time."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from tests.tools.seeds import by_seeds
from tournaments.pairing.teams.board_prizes import BoardGame, board_prizes, individual_scores

SIGNS = {"1": (1, True), "=": (Fraction(1, 2), True), "0": (0, True), "+": (1, False), "-": (0, False)}
ANNA, BO, CATO, DAG, EVA, FINN = range(1, 7)


def games(member: int, board: int, signs: str, *, met: int | None = None) -> list[BoardGame]:
    return [
        BoardGame(
            member=member,
            board=board,
            points=Fraction(SIGNS[sign][0]),
            is_played=SIGNS[sign][1],
            opponent_rating=met,
        )
        for sign in signs
    ]


def places(played: list[BoardGame], rounds: int) -> dict[int, list[tuple[int, int]]]:
    found = board_prizes(individual_scores(played).values(), rounds=rounds)
    return {board: [(each.place, each.score.member) for each in best] for board, best in found.items()}


def test_five_rounds_by_hand() -> None:
    played = [
        *games(ANNA, 1, "11=0", met=1500),
        *games(BO, 1, "1+", met=1500),  # of five rounds two games are too few, and a forfeit is none
        *games(CATO, 1, "1=="),
        *games(CATO, 2, "="),  # most on board 1; 62½ % like Anna, as many points, and met nobody with a rating
        *games(DAG, 1, "1"),
        *games(DAG, 2, "11"),
        *games(EVA, 2, "1=1"),
        *games(FINN, 1, "=1"),
        *games(FINN, 2, "11"),  # as often on board 1: the higher one
    ]
    assert places(played, 5) == {1: [(1, FINN), (2, ANNA), (3, CATO)], 2: [(1, DAG), (2, EVA)]}
    scores = individual_scores(played)
    assert (scores[ANNA].percent, scores[ANNA].performance) == (63, 1595)
    assert (scores[BO].points, scores[BO].all_points, scores[BO].board) == (1, 2, 1)
    assert scores[CATO].performance is None


def test_equal_percentages_go_by_points_and_equal_ones_share_their_place() -> None:
    played = [*games(ANNA, 1, "110"), *games(BO, 1, "110110"), *games(CATO, 1, "011"), *games(DAG, 1, "0000")]
    assert places(played, 6) == {1: [(1, BO), (2, ANNA), (2, CATO), (4, DAG)]}


def test_whoever_has_only_forfeits_is_in_the_list_and_wins_nothing() -> None:
    score = individual_scores(games(ANNA, 3, "++"))[ANNA]
    assert (score.board, score.percent, score.share, score.all_points) == (None, None, 0, 2)
    assert places(games(ANNA, 3, "++"), 0) == {}


def drawn(chance: Random) -> tuple[int, list[BoardGame]]:
    rounds = chance.randint(1, 9)
    return rounds, [
        game
        for member in range(1, chance.randint(2, 20))
        for _round in range(chance.randint(0, rounds))
        for game in games(
            member,
            chance.randint(1, 4),
            chance.choices("1=0+-", weights=(4, 4, 4, 1, 1))[0],
            met=chance.choice([None, 1200, 1500, 1800]),
        )
    ]


@by_seeds(drawn)
def test_drawn_events(event: tuple[int, list[BoardGame]]) -> None:
    rounds, played = event
    found = board_prizes(individual_scores(played).values(), rounds=rounds)

    own = {member: [each for each in played if each.member == member and each.is_played] for member in range(1, 21)}
    allowed = [member for member, each in own.items() if each and len(each) >= rounds / 2]
    assert sorted(each.score.member for best in found.values() for each in best) == allowed
    for board, best in found.items():
        keys = []
        for each in best:
            counted = own[each.score.member]
            on_boards = [sum(game.board == other for game in counted) for other in range(1, 5)]
            assert board == on_boards.index(max(on_boards)) + 1
            points = sum(game.points for game in counted)
            keys.append((Fraction(points) / len(counted), points, each.score.performance or -1))
        assert [each.place for each in best] == [1 + sum(other > key for other in keys) for key in keys]
