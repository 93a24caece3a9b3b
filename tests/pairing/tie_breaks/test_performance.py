"""What FIDE's tie-breaks from ratings make of unrated players, of clean scores, and of nobody met."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.pairing.tie_breaks.test_fide_tables import CLUB, cells, of, record
from tests.tools.pairing.drawing import tournament
from tournaments.pairing.discovery import TIE_BREAKS
from tournaments.pairing.explanations.standings import points_table
from tournaments.pairing.history.performance import UNRATED
from tournaments.pairing.history.unplayed_rounds import UnplayedRules
from tournaments.pairing.types.options import OptionError, configured
from tournaments.pairing.types.snapshot import Entrant, PlayerId
from tournaments.pairing.types.table import CellValue
from tournaments.pairing.wording import sentence
from tournaments.ratings.tables import expected, stronger_by

FROM_RATINGS = [
    "average_perfect_performance",
    "average_performance",
    "average_rating",
    "perfect_performance",
    "performance_rating",
    "rating",
]
RATED = [Entrant(number=number, rating=rating) for number, rating in ((1, 1500), (2, 1600), (3, 1701))]


def shown(code: str, *rounds: str, **options: object) -> Mapping[PlayerId, CellValue]:
    found = cells(record(tournament(RATED, *rounds)), of(code, **options))
    return {player: cell.value for player, cell in found.items()}


@pytest.mark.parametrize("code", FROM_RATINGS)
def test_where_somebody_is_unrated_it_is_left_out_with_a_note(code: str) -> None:
    table = points_table(CLUB, [of(code)])

    assert [column.code for column in table.columns] == ["points"]
    assert table.notes == (UNRATED.reason(),)


@pytest.mark.parametrize("code", FROM_RATINGS)
def test_a_published_rule_makes_it_count(code: str) -> None:
    table = points_table(CLUB, [of(code, unrated_as=1400)])

    assert len(table.columns) == 2
    assert table.notes == ()


def test_whoever_has_won_all_needs_a_rating_that_always_wins() -> None:
    assert shown("perfect_performance", "1:2 1-0", "1:3 1-0")[1] == 1701 + 736
    assert shown("performance_rating", "1:2 1-0", "1:3 1-0")[1] == 1651 + 800


def test_without_a_point_it_is_800_less_than_the_lowest_opponent() -> None:
    assert shown("perfect_performance", "2:1 1-0", "3:1 1-0")[1] == 800
    assert shown("performance_rating", "2:1 1-0", "3:1 1-0")[1] == 1651 - 800


def test_a_mean_of_a_half_goes_up() -> None:
    assert shown("average_rating", "1:2 1-0", "1:3 1-0")[1] == 1651


def test_whoever_has_not_played_has_no_value() -> None:
    for code in ("average_rating", "performance_rating", "perfect_performance", "average_performance"):
        assert shown(code, "1:2 1-0, 3 pairing")[3] is None
        assert shown(code, "1:2 +--, 3 pairing")[1] is None, "a forfeit is no game"
    assert shown("average_rating", "1:2 1-0", cut=1)[1] is None


def test_the_tables_of_the_ratings_page() -> None:
    assert [expected(difference) for difference in (0, 3, 4, 72, -72, 480, 735, 736)] == [
        50, 50, 51, 60, 40, 95, 99, 100
    ]  # fmt: skip
    assert [stronger_by(percent) for percent in (50, 83, 43, 100, 0)] == [0, 273, -50, 800, -800]


def test_the_working_of_a_performance() -> None:
    def told(code: str) -> list[tuple[str, str]]:
        cell = cells(CLUB, of(code, unrated_as=1400))[1]
        return [(sentence(term.reason, "no. {}".format), str(term.amount)) for term in cell.terms]

    assert told("average_rating") == [
        ("Round 1: no. 2 has a rating of 1540, divided by 3", "1540/3"),
        ("Round 2: no. 3 has a rating of 1480, divided by 3", "1480/3"),
        ("Round 3: no. 4 has a rating of 1455, divided by 3", "485"),
        ("Rounded to a whole number", "1/3"),
    ]
    assert told("performance_rating") == [
        ("Average rating of the opponents over 3 games", "1492"),
        ("2½ points in 3 games, 83 percent", "273"),
    ]
    assert told("perfect_performance")[0] == (
        "The lowest rating that is expected to score 2½ points: 2.51 of 3",
        "1771",
    )


@pytest.mark.parametrize("code", ["fide_buchholz", "fore_buchholz", "average_rating"])
def test_cuts_at_one_end_and_at_both_are_not_asked_for_together(code: str) -> None:
    with pytest.raises(OptionError, match="not both"):
        configured(TIE_BREAKS[code], {"cut": 1, "median": 1})


def test_the_rules_may_be_given_as_a_number() -> None:
    assert of("fide_buchholz", rules=2023) == of("fide_buchholz", rules=UnplayedRules.OF_2023)
    with pytest.raises(OptionError, match="must be one of 2026, 2023"):
        of("fide_buchholz", rules=2019)
