"""The core's values in the reader's language."""

from fractions import Fraction

import pytest
from django.utils import translation

from tournaments.pages.common.wording import Spelling, mark_of, points_text, result_text, sentence, sentences
from tournaments.pairing.history.record import ABSENCES, RoundOutcome
from tournaments.pairing.history.round_entries import WIN
from tournaments.pairing.types.paired_round import Player
from tournaments.pairing.types.snapshot import Result
from tournaments.pairing.types.table import Cell, Column


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(3), "3"),
        (0, "0"),
        (Fraction(1, 2), "½"),
        (Fraction(5, 2), "2½"),
        (Fraction(-1, 2), "−½"),
        (Fraction(-3), "−3"),
        (Fraction(14, 3), "4.67"),
        (Fraction(-14, 3), "−4.67"),
        (Fraction(2999, 1000), "3"),
        (Fraction(1, 8), "0.13"),
        (Fraction(24999, 10), "2499.9"),
    ],
)
def test_it_writes_points_with_a_half(value: Fraction, text: str) -> None:
    assert points_text(value) == text


@pytest.mark.parametrize("language", ["en", "nb", "de"])
def test_it_writes_a_half_the_same_in_every_language(language: str) -> None:
    with translation.override(language):
        assert points_text(Fraction(7, 2)) == "3½"


def test_it_writes_thirds_with_the_readers_decimal_sign() -> None:
    with translation.override("de"):
        assert points_text(Fraction(14, 3)) == "4,67"


def test_it_names_the_players_of_a_reason() -> None:
    reason = WIN.reason(opponent=Player(2), round=3)

    assert sentence(reason, {2: "Bo Ek"}) == "Win against Bo Ek in round 3"
    assert sentence(reason, {}) == "Win against number 2 in round 3"


def test_it_reads_reasons_as_they_are_kept() -> None:
    saved = [WIN.reason(opponent=Player(2), round=3).to_json()]

    assert sentences(saved, {2: "Bo Ek"}) == ("Win against Bo Ek in round 3",)


def test_it_writes_every_result_and_leaves_an_open_game_empty() -> None:
    texts = {result: result_text(result) for result in Result}

    assert texts.pop(Result.OPEN) == ""
    assert len(set(texts.values())) == len(texts)
    assert texts[Result.DRAW].replace("\N{NARROW NO-BREAK SPACE}", "") == "½–½"


def test_it_has_a_mark_of_its_own_for_everything_a_round_can_be_but_the_kinds_of_absence() -> None:
    """And the bye for the odd number, whether it pays or not: who owed an evening is nobody's business."""
    told = [what for what in RoundOutcome if what not in ABSENCES and what is not RoundOutcome.UNPAID_BYE]
    marks = [str(mark_of(what).short) for what in told]
    assert mark_of(RoundOutcome.UNPAID_BYE) == mark_of(RoundOutcome.BYE)

    assert len(set(marks)) == len(marks)
    (away,) = {str(mark_of(what).short) for what in ABSENCES}
    assert away not in marks


@pytest.mark.parametrize(
    ("decimals", "shown"),
    [
        (None, ["200", "2982½", "4166.11", "−0.33", "0"]),
        (0, ["200", "2983", "4166", "0", "0"]),
        (1, ["200.0", "2982.5", "4166.1", "−0.3", "0.0"]),
        (2, ["200.00", "2982.50", "4166.11", "−0.33", "0.00"]),
    ],
)
def test_a_tournament_spells_its_points_with_so_many_decimals_or_in_halves(
    decimals: int | None, shown: list[str]
) -> None:
    values = [Fraction(200), Fraction(5965, 2), Fraction(4166109, 1000), Fraction(-1, 3), Fraction(0)]

    assert [Spelling(decimals).points(value) for value in values] == shown


def test_halves_are_rounded_away_from_zero() -> None:
    assert [Spelling(0).points(Fraction(each, 2)) for each in (1, -1, 5, -5)] == ["1", "−1", "3", "−3"]


def test_tie_breaks_stay_in_halves_beside_rounded_points() -> None:
    points, wins = (Column(code=code, short=code, name=code, legend="") for code in ("points", "wins"))
    cell, spelling = Cell(value=Fraction(7, 2)), Spelling(0, frozenset({"points"}))

    assert (spelling.cell(points, cell, {}), spelling.cell(wins, cell, {})) == ("4", "3½")
