"""Every kind of round has its square and its words."""

import re

import pytest
from django.conf import settings

from tournaments.pages.common.charts.squares import spoken, square_of
from tournaments.pairing.history.record import RoundOutcome

FRAMED_BY_DEFAULT = {"away"}
"""Dotted, as .square itself is."""


@pytest.mark.parametrize("outcome", list(RoundOutcome))
def test_every_outcome_has_a_square_that_the_sheet_draws(outcome: RoundOutcome) -> None:
    sheet = (settings.BASE_DIR / "static" / "css" / "parts" / "signs.css").read_text(encoding="utf-8")
    square = square_of(outcome)
    assert square.words
    assert square.sign in FRAMED_BY_DEFAULT or re.search(rf"\.square\.{square.sign}\b", sheet)


def test_a_strip_is_said_the_oldest_first() -> None:
    assert spoken(square_of(each) for each in (RoundOutcome.WIN, RoundOutcome.EXCUSED)) == "Win; Away"
