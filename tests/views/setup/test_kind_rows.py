"""A club's own kinds of absence, typed into the rows of the options."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.http import HttpResponse

from tests.tools.casts.evening_cast import Evening, evening
from tests.tools.pages.answer_text import text
from tournaments.forms.setup.options import OptionsForm
from tournaments.models import Tournament
from tournaments.pairing.discovery import SYSTEMS
from tournaments.selectors.snapshots import configured_system
from tournaments.services.setup.tournaments import version_of

pytestmark = pytest.mark.django_db

LONG = {"code": "long", "name": "Away for long", "share": "1/3", "asked": "card"}


def keizer(**options: object) -> Evening:
    cast = evening(4)
    Tournament.objects.filter(pk=cast.tournament.pk).update(system="keizer", options=options, tie_breaks=None)
    cast.tournament.refresh_from_db()
    return cast


def send(cast: Evening, **typed: Any) -> HttpResponse:
    """The form as it is shown, with what is typed into it."""
    form = OptionsForm(SYSTEMS["keizer"], base=configured_system(cast.tournament))
    shown = {each.name: each.value() for each in form if each.name != "absence_kinds"}
    data = {name: value for name, value in shown.items() if value is not None and value is not False} | typed
    data |= {"seen": version_of(cast.tournament), "receipt": str(uuid.uuid4())}
    answer: HttpResponse = cast.client().post(cast.url("change_options"), data)  # type: ignore[assignment]
    cast.tournament.refresh_from_db()
    return answer


def row(number: int = 0, **typed: str) -> dict[str, str]:
    return {f"absence_kinds-{number}-{column}": value for column, value in typed.items()}


def kinds(cast: Evening) -> object:
    return cast.tournament.options.get("absence_kinds")


@pytest.mark.parametrize(
    ("typed", "saved"),
    [
        ({"share": "33 %"}, {"share": "33/100"}),
        ({"share": "0,25", "paid": "10"}, {"share": "1/4", "paid": 10}),
        ({"points": "12½"}, {"points": "25/2"}),
        ({"steps": "5 × 0,4; then 0.3"}, {"steps": [[5, "2/5"], [None, "3/10"]]}),
        ({"win_share": "1", "draw_share": "½"}, {"win_share": "1", "draw_share": "1/2"}),
        ({}, {}),
    ],
)
def test_what_is_typed_is_saved(typed: dict[str, str], saved: dict[str, object]) -> None:
    cast = keizer()

    answer = send(cast, **row(name="Away for long", **typed))

    assert answer.status_code == 302
    assert kinds(cast) == [{"code": "away_for_lon", "name": "Away for long", **saved}]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"share": "-1"}, "“Ill” pays -1, which is no number from 0."),
        ({"share": "much"}, "“Ill” pays much, which is no number from 0."),
        ({"share": "1/3", "points": "5"}, "“Ill” pays a share, fixed points or steps, only one of them."),
        ({"steps": "often"}, "The steps of “Ill” cannot be read: often."),
        ({"paid": "1,5"}, "“Ill” pays 1.5 times, which is no whole number."),
    ],
)
def test_what_cannot_be_is_said_and_nothing_typed_is_lost(typed: dict[str, str], sentence: str) -> None:
    cast = keizer()

    answer = send(cast, **row(name="Ill", **typed))

    assert answer.status_code == 422
    page = text(answer)
    assert sentence in page
    assert all(f'value="{value}"' in page for value in ("Ill", *typed.values()))
    assert kinds(cast) is None


def test_a_kind_keeps_its_code_under_another_name() -> None:
    cast = keizer(absence_kinds=[LONG])
    page = text(cast.client().get(cast.url("change_options")))
    assert '<input type="hidden" name="absence_kinds-0-code" value="long">' in page

    send(cast, **row(code="long", name="Away for a season", share="1/3", asked="card"))

    assert kinds(cast) == [LONG | {"name": "Away for a season"}]


def test_who_says_so_is_chosen_and_a_new_kind_waits_for_the_director() -> None:
    cast = keizer(absence_kinds=[LONG])
    page = text(cast.client().get(cast.url("change_options")))
    assert [page.count(f'<option value="{asked}" selected>') for asked in ("card", "confirm", "staff")] == [1, 1, 0]

    answer = send(cast, **row(code="long", name="Away for long", share="1/3", asked="staff"))

    assert answer.status_code == 302
    assert kinds(cast) == [LONG | {"asked": "staff"}]
    answer = send(cast, **row(code="long", name="Away for long", asked="nobody"))
    assert "asked for by card, confirm or staff, not by nobody" in text(answer)
    assert kinds(cast) == [LONG | {"asked": "staff"}]


def test_two_of_one_name_are_refused_and_a_row_without_a_name_goes() -> None:
    cast = keizer(absence_kinds=[LONG])

    answer = send(cast, **row(code="long", name="Away for long"), **row(1, name="away for LONG"))

    assert "Two kinds of absence have the same name: away for LONG." in text(answer)
    assert kinds(cast) == [LONG]

    send(cast, **row(code="long", name=" "))

    assert not kinds(cast)


def test_a_kind_can_count_and_be_what_nobody_has_marked() -> None:
    cast = keizer(absence_kinds=[LONG])
    page = text(cast.client().get(cast.url("change_options")))
    assert "Counts as “Away for long”" in page

    answer = send(cast, **row(**LONG), counted_absences=["excused", "long"], default_absence="long")

    assert answer.status_code == 302
    assert cast.tournament.options["counted_absences"] == ["excused", "long"]
    assert cast.tournament.options["default_absence"] == "long"
