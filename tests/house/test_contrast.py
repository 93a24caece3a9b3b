"""The design's values: every pair of colours that meets on a page can be read, in light and in dark."""

import re
from itertools import product
from pathlib import Path

import pytest
from django.conf import settings

from tests.tools.casts.colours import contrast, tokens_of
from tournaments.models import Accent

SCHEMES = ("light", "dark")
ACCENTS = tuple(Accent.values)
GROUNDS = ("paper", "card", "shade")

TEXT = 4.5
"""WCAG 2.2, 1.4.3: text of usual size."""
SIGN = 3.0
"""WCAG 2.2, 1.4.11: what carries meaning without being text."""


@pytest.mark.parametrize(("scheme", "ground"), list(product(SCHEMES, (*GROUNDS, "win-soft", "draw-soft", "loss-soft"))))
def test_text_can_be_read(scheme: str, ground: str) -> None:
    tokens = tokens_of(scheme, "pine")
    inks = ["ink", "muted"] if ground in GROUNDS else ["ink"]
    assert {
        ink: contrast(tokens[ink], tokens[ground]) for ink in inks if contrast(tokens[ink], tokens[ground]) < TEXT
    } == {}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    "pair", [("warn-ink", "warn-soft"), ("bad-ink", "bad-soft"), ("loss", "paper"), ("win", "paper")]
)
def test_a_coloured_sentence_can_be_read(scheme: str, pair: tuple[str, str]) -> None:
    tokens = tokens_of(scheme, "pine")
    assert contrast(tokens[pair[0]], tokens[pair[1]]) >= TEXT


@pytest.mark.parametrize(("scheme", "accent"), list(product(SCHEMES, ACCENTS)))
def test_an_accent_can_be_read_on_every_ground_and_written_upon(scheme: str, accent: str) -> None:
    tokens = tokens_of(scheme, accent)
    pairs = [("accent", ground) for ground in (*GROUNDS, "accent-soft")]
    pairs += [("accent-ink", "accent"), ("on-band", "band"), ("ink", "accent-soft"), ("muted", "accent-soft")]
    assert {
        pair: contrast(*(tokens[each] for each in pair))
        for pair in pairs
        if contrast(*(tokens[each] for each in pair)) < TEXT
    } == {}


@pytest.mark.parametrize(
    ("scheme", "sign", "ground"), list(product(SCHEMES, ("win", "draw", "loss"), ("paper", "card", "accent-soft")))
)
def test_the_sign_of_a_result_is_seen(scheme: str, sign: str, ground: str) -> None:
    tokens = tokens_of(scheme, "pine")
    assert contrast(tokens[sign], tokens[ground]) >= SIGN


@pytest.mark.parametrize("disc", ["disc-white", "disc-black"])
def test_a_piece_is_seen_on_its_tile(disc: str) -> None:
    tokens = tokens_of("light", "pine")
    assert contrast(tokens[disc], tokens["wood"]) >= SIGN


def test_every_accent_has_its_five_values_in_both_schemes() -> None:
    for scheme, accent in product(SCHEMES, ACCENTS):
        assert {"accent", "accent-ink", "accent-soft", "band", "on-band"} <= set(tokens_of(scheme, accent))


CSS = Path(settings.BASE_DIR, "static", "css")
WITH_COLOURS = {"parts/tokens", "staff/paper", "staff/projector", "staff/club", "parts/demo"}
ALL_SHEETS = {str(path.relative_to(CSS).with_suffix("")) for path in CSS.rglob("*.css")}
SHEETS = sorted(ALL_SHEETS - WITH_COLOURS)
assert len(SHEETS) > 40
assert WITH_COLOURS < ALL_SHEETS


@pytest.mark.parametrize("sheet", SHEETS)
def test_no_sheet_has_a_colour_of_its_own(sheet: str) -> None:
    """But white light on a piece and a shadow, which are the same in both schemes."""
    text = (CSS / f"{sheet}.css").read_text(encoding="utf-8")
    assert set(re.findall(r"#[0-9a-f]{3,8}\b(?=[;, )])", text)) <= {"#ffffff"}
