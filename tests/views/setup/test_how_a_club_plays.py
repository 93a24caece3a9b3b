"""Presets that begin with their numbers, and questions whose answers set options."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from django.urls import reverse

from tests.tools.casts.evening_cast import Evening, evening
from tests.tools.pages.answer_text import text
from tournaments.pages.setup.how_a_club_plays import with_answers
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.options import configured, saved

pytestmark = pytest.mark.django_db
KEIZER = SYSTEMS["keizer"]


def address(cast: Evening, **asked: str) -> str:
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return reverse("create_tournament", args=[cast.club.slug, "keizer"]) + f"?{query}"


def test_every_preset_says_in_numbers_what_it_is() -> None:
    assert set(KEIZER.info.preset_sentences) == set(KEIZER.info.presets) == set(KEIZER.info.preset_names)
    assert len(KEIZER.info.presets) == 7


@pytest.mark.parametrize("preset", KEIZER.info.presets)
def test_every_answer_sets_something_and_goes_with_every_preset(preset: str) -> None:
    usual = saved(with_answers(KEIZER, preset, {}))
    for question in KEIZER.info.questions:
        told = [saved(with_answers(KEIZER, preset, {question.code: answer.code})) for answer in question.answers]
        for answer, options in zip(question.answers, told, strict=True):
            assert options == usual or any(options[code] != usual[code] for code in answer.options)
        assert len({str(options) for options in told}) > 1


@pytest.mark.parametrize("preset", KEIZER.info.presets)
def test_any_two_answers_go_together(preset: str) -> None:
    """What contradicts is always two options; the later question has the last word on one that both set."""
    for one, other in combinations(KEIZER.info.questions, 2):
        for first, second in product(one.answers, other.answers):
            system = with_answers(KEIZER, preset, {one.code: first.code, other.code: second.code})
            wanted = {**first.options, **second.options}
            assert {code: saved(system)[code] for code in wanted} == {
                code: saved(configured(KEIZER, {code: value}))[code] for code, value in wanted.items()
            }


def test_a_club_is_set_up_by_its_answers_and_what_differs_is_said() -> None:
    cast = evening(0, entered=False)
    url = address(cast, preset="club_nl", team="result", excused="steps", paid="always", start="lot", again="period")

    page = text(cast.client().get(url))

    for sentence in (
        "On club duty your own game decides: 1 of your own value for a win, ½ for a draw, 0 for a loss.",
        "The first excused absences (5) earn 0.4 of your own value each.",
        "The first ladder is drawn by lot; players who join later come last in it.",
        "In one part of the season the same two meet once at the most.",
    ):
        assert sentence in page
    assert "Unlike “Club over a season”:" in page


def test_an_answer_that_nobody_offers_is_as_if_nothing_was_said() -> None:
    cast = evening(0, entered=False)

    answer = cast.client().get(address(cast, preset="club_nl", team="everything", odd="x" * 5_000))

    assert answer.status_code == 200
    assert "Unlike “Club over a season”:" not in text(answer)
