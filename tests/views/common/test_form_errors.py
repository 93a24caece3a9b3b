"""A form that is refused: said at the top, the field has the focus, and all that was typed stands there."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.urls import reverse

from tests.tools.casts.evening_cast import Evening, evening
from tests.tools.pages.html_tree import Element, Page
from tests.views.setup.test_setup import options
from tournaments.forms.setup.options import OptionsForm
from tournaments.models import Membership, Role
from tournaments.pairing.discovery import SYSTEMS

pytestmark = pytest.mark.django_db


@dataclass(frozen=True, kw_only=True)
class Bad:
    """A form sent with bad input: what is typed, and the fields that are wrong, first one first."""

    route: str
    typed: Mapping[str, Any]
    wrong: tuple[str, ...]
    of: str = "club"
    more: tuple[object, ...] = ()

    def url(self, cast: Evening) -> str:
        if self.of == "tournament":
            return cast.url(self.route)
        return reverse(self.route, args=[cast.club.slug, *(_key(cast, each) for each in self.more)])

    def fields(self, cast: Evening) -> dict[str, Any]:
        """A new tournament is made in the season that is there, unless that is what is wrong."""
        season = {"season": str(cast.season.pk)} if self.route == "create_tournament" else {}
        return season | dict(self.typed)


def _key(cast: Evening, what: object) -> object:
    return {"season": cast.season.pk, "player": cast.players[0].pk}.get(str(what), what)


def _keizer(**typed: str) -> dict[str, Any]:
    form = OptionsForm(SYSTEMS["keizer"])
    shown = {
        name: each.initial if isinstance(each.initial, list) else str(each.initial)
        for name, each in form.fields.items()
        if each.initial not in (None, (), "") and each.initial is not False
    }
    return {"name": "Ladder", "planned_rounds": ""} | shown | typed


BAD = {
    "season without dates": Bad(
        route="add_season", typed={"name": "2027–28", "starts_on": "", "ends_on": ""}, wrong=("starts_on", "ends_on")
    ),
    "season backwards": Bad(
        route="edit_season",
        more=("season",),
        typed={"name": "2026–27", "starts_on": "2027-06-01", "ends_on": "2026-08-01"},
        wrong=("ends_on",),
    ),
    "season of an enormous name": Bad(
        route="add_season",
        typed={"name": "x" * 5000, "starts_on": "2027-08-01", "ends_on": "2028-06-01"},
        wrong=("name",),
    ),
    "player without a name": Bad(
        route="add_player",
        typed={"given_name": "", "family_name": "Berg", "rating": "many", "fide_id": "", "shown_as": "full"},
        wrong=("given_name", "rating"),
    ),
    "player of an unknown way to be shown": Bad(
        route="add_player", typed={"given_name": "Anna", "shown_as": "backwards"}, wrong=("shown_as",)
    ),
    "player edited": Bad(
        route="edit_player",
        more=("player",),
        typed={"given_name": "Kari", "rating": "99999", "shown_as": "full"},
        wrong=("rating",),
    ),
    "contact": Bad(
        route="edit_player",
        more=("player",),
        typed={
            "given_name": "",
            "shown_as": "full",
            "birth_date": "1600-01-01",
            "phone": "123",
            "email": "no",
        },
        wrong=("given_name", "birth_date", "email"),
    ),
    "list of nothing": Bad(route="import_players", typed={}, wrong=("text",)),
    "tournament file without a file": Bad(route="import_tournament", typed={}, wrong=("file",)),
    "Keizer with an option deep in the form": Bad(
        route="create_tournament",
        more=("keizer",),
        typed=_keizer(excused_share="abc"),
        wrong=("excused_share",),
    ),
    "new tournament without a name": Bad(
        route="create_tournament",
        more=("attendance_monrad",),
        typed={"name": "", "planned_rounds": "1000"} | options(win="lots"),
        wrong=("name", "planned_rounds", "win"),
    ),
    "options": Bad(
        route="change_options", of="tournament", typed=options(win="lots", bye_points="-1"), wrong=("win", "bye_points")
    ),
    "name, season and rounds": Bad(
        route="edit_tournament",
        of="tournament",
        typed={"name": "x" * 5000, "planned_rounds": "0"},
        wrong=("name", "season", "planned_rounds"),
    ),
    "dates": Bad(
        route="plan_dates",
        of="tournament",
        typed={"starts_at": "25:00", "rounds_an_evening": "0", "date_0": "soon"},
        wrong=("starts_at", "rounds_an_evening", "date_0"),
    ),
    "who comes": Bad(
        route="change_settings",
        of="tournament",
        typed={"expected": "some", "closing": "2", "closing_time": "25:00", "out_after": "9"},
        wrong=("expected", "closing_time", "out_after"),
    ),
    "nobody ticked": Bad(route="enter_players", of="tournament", typed={}, wrong=("players",)),
    "the same one twice": Bad(
        route="forbid_pair", of="tournament", typed={"one": "x", "other": ""}, wrong=("one", "other")
    ),
    "guest": Bad(
        route="welcome_guest",
        of="tournament",
        typed={"given_name": "", "family_name": "Gäst", "rating": "many"},
        wrong=("given_name", "rating"),
    ),
}


@pytest.fixture
def cast() -> Evening:
    made = evening(4, entered=False)
    Membership.objects.filter(user=made.director, club=made.club).update(role=Role.ADMIN)
    made.tournament.entries.create(player=made.players[0], number=1)
    made.tournament.entries.create(player=made.players[1], number=2)
    return made


@pytest.mark.parametrize("name", BAD)
def test_it_is_said_at_the_top_with_the_way_to_each_field(cast: Evening, name: str) -> None:
    bad = BAD[name]

    page = _answer(cast, bad)

    (summary,) = page.of_class("form-errors")
    assert "Not saved yet" in summary.text
    led = [each.attributes["href"] for each in page.elements if each.tag == "a" and summary in each.ancestors()]
    assert sorted(led) == sorted(f"#id_{each}" for each in bad.wrong)
    for address in led:
        page.by_id(str(address)[1:])
    assert page.elements.index(summary) < min(page.elements.index(_of(page, each)) for each in bad.wrong)


@pytest.mark.parametrize("name", BAD)
def test_the_first_wrong_field_has_the_focus_and_nothing_hides_it(cast: Evening, name: str) -> None:
    bad = BAD[name]

    page = _answer(cast, bad)

    focused = page.having("autofocus")[0]
    wanted = _of(page, bad.wrong[0])
    assert focused is wanted or focused in wanted.ancestors()
    for each in bad.wrong:
        folded = [one for one in _of(page, each).ancestors() if one.tag == "details" and "open" not in one.attributes]
        assert not folded, each


@pytest.mark.parametrize("name", [each for each in BAD if each != "nobody ticked"])
def test_each_wrong_field_is_described_by_its_sentence(cast: Evening, name: str) -> None:
    bad = BAD[name]

    page = _answer(cast, bad)

    for each in bad.wrong:
        field = _of(page, each)
        around = [field, *(one for one in field.ancestors() if one.tag == "fieldset")]
        described = next(one.attributes["aria-describedby"] for one in around if "aria-describedby" in one.attributes)
        assert described
        assert page.by_id(described.split()[-1]).text.strip()


@pytest.mark.parametrize("name", BAD)
def test_all_that_was_typed_stands_there_again(cast: Evening, name: str) -> None:
    bad = BAD[name]

    page = _answer(cast, bad)

    for field, value in bad.typed.items():
        shown = [each for each in page.elements if each.attributes.get("name") == field and each.tag == "input"]
        shown = [each for each in shown if not (each.attributes.get("id") or "").startswith("id_proposal")]
        if any(each.attributes.get("type") in {"radio", "checkbox"} for each in shown):
            ticked = [each.attributes.get("value") for each in shown if "checked" in each.attributes]
            assert ticked == (value if isinstance(value, list) else [value]) or field in bad.wrong, field
        elif shown:
            assert (shown[0].attributes.get("value") or "") == value, field


def _answer(cast: Evening, bad: Bad) -> Page:
    response = cast.client().post(bad.url(cast), {"receipt": str(uuid.uuid4()), **bad.fields(cast)})
    assert response.status_code == 422
    return Page.of(response.content.decode())


def _of(page: Page, name: str) -> Element:
    """The field of this name, or what stands for it."""
    return page.by_id(f"id_{name}")
