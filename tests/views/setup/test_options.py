"""Tie-breaks chosen over HTTP: for a new tournament, and for one that is there."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tools.casts.evening_cast import Evening, evening
from tests.tools.casts.factories import Evening as NumberedEvening
from tests.tools.pages.answer_text import text
from tests.views.setup.test_setup import options
from tournaments.models import Action, Membership, Role, Tournament, User
from tournaments.pages.common.display_names import Audience
from tournaments.pages.standings.crosstable import crosstable_page
from tournaments.pages.standings.scorecard import scorecard_page
from tournaments.pages.standings.standings import standings_page
from tournaments.pairing.types.snapshot import Result
from tournaments.services.setup.tournaments import version_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
SHOWN = {"tie_breaks": ["", "buchholz", "wins", "blacks"], "tie_breaks-0-cut": "1"}
"""Attendance Monrad's own, as the form shows them."""


def new_address(cast: Evening, system: str = "attendance_monrad") -> str:
    return reverse("create_tournament", args=[cast.club.slug, system])


def create(cast: Evening, headers: dict[str, str] | None = None, **typed: Any) -> HttpResponse:
    data = {"name": "Thursdays", "season": cast.season.pk, "planned_rounds": "7", "receipt": str(uuid.uuid4())}
    return cast.client().post(new_address(cast), data | options() | SHOWN | typed, headers=headers)  # type: ignore[return-value]


def change(cast: Evening, headers: dict[str, str] | None = None, **typed: Any) -> HttpResponse:
    cast.tournament.refresh_from_db()
    data = {"seen": version_of(cast.tournament), "receipt": str(uuid.uuid4())} | options() | SHOWN | typed
    return cast.client().post(cast.url("change_options"), data, headers=headers)  # type: ignore[return-value]


def shorts(response: HttpResponse) -> list[str]:
    found = re.search(r'class="in-force">(.*?)</span>', text(response))
    assert found is not None
    return [each.strip() for each in found[1].split("·")]


def tie_breaks_of(cast: Evening) -> object:
    return Tournament.objects.get(pk=cast.tournament.pk).tie_breaks


# A new tournament


def test_a_new_tournament_keeps_what_was_chosen() -> None:
    cast = evening(0, entered=False)

    fields = {"tie_breaks-0-cut": [], "tie_breaks-1-forfeit_quality": "opponent", "tie_breaks-1-counting_rounds": ""}
    response = create(cast, **{"tie_breaks": ["", "wins", "neustadtl"], **fields})

    made = Tournament.objects.latest("pk")
    assert response.status_code == 302
    assert made.tie_breaks == [{"code": "wins"}, {"code": "neustadtl", "forfeit_quality": "opponent"}]
    page = text(cast.client().get(response["Location"]))
    assert page.index("Wins:") < page.index("Neustadtl (Sonneborn-Berger):")


def test_a_new_tournament_that_leaves_the_list_alone_follows_its_system() -> None:
    cast = evening(0, entered=False)

    create(cast)

    assert Tournament.objects.latest("pk").tie_breaks is None


def test_a_button_on_the_new_form_keeps_all_that_was_typed_and_judges_nothing() -> None:
    cast = evening(0, entered=False)
    before = Tournament.objects.count()

    response = create(cast, name="", planned_rounds="many", win="2½", tie_breaks_button="up-1")

    page = text(response)
    assert response.status_code == 200
    assert shorts(response) == ["Wins", "Buchholz-1", "Games with Black"]
    assert 'value="many"' in page
    assert 'name="win" value="2½"' in page
    assert 'class="errors"' not in page
    assert 'id="tie-breaks" class="group tie-breaks" open' in page
    assert Tournament.objects.count() == before


# One that is there


@pytest.mark.slow
def test_tie_breaks_are_reordered_shown_in_every_table_and_undone() -> None:
    cast = NumberedEvening.of(5)
    cast.play(result=Result.DRAW)
    cast.play()
    cast.finish()
    address = reverse("change_options", args=[cast.tournament.club.slug, cast.tournament.slug])
    client = Client()
    client.force_login(cast.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    data = {"seen": version_of(cast.tournament), "receipt": str(uuid.uuid4())} | options()

    client.post(address, data | {"tie_breaks": ["", "blacks", "wins"]})

    made = Tournament.objects.get(pk=cast.tournament.pk)
    assert made.tie_breaks == [{"code": "blacks"}, {"code": "wins"}]
    assert columns(made) == ["Pts", "Games with Black", "Wins", "Pos"]
    standings = standings_page(made, Audience.PUBLIC)
    keys = [tuple(float(cell.text.replace("½", ".5")) for cell in row.cells[:3]) for row in standings.rows]
    assert keys == sorted(keys, reverse=True)
    assert [row.number for row in crosstable_page(made, Audience.PUBLIC).rows] == [row.number for row in standings.rows]
    numbers = [number.short for number in scorecard_page(made, Audience.PUBLIC, number=1).numbers]
    assert numbers[:3] == ["Pts", "Games with Black", "Wins"]
    paper = text(client.get(reverse("paper", args=[made.club.slug, made.slug, 2, "standings"])))
    assert paper.index(">Games with Black<") < paper.index(">Wins<")

    undo = reverse("undo_action", args=[made.club.slug, made.slug, Action.objects.latest("pk").pk])
    client.post(undo, {"receipt": str(uuid.uuid4())})
    made = Tournament.objects.get(pk=cast.tournament.pk)
    assert made.tie_breaks is None
    assert columns(made) == ["Pts", "Buchholz-1", "Wins", "Games with Black", "Pos"]


def columns(tournament: Tournament) -> list[str]:
    return [column.short for column in standings_page(tournament, Audience.PUBLIC).columns]


def test_the_options_and_the_list_are_saved_together() -> None:
    cast = evening(4)

    change(cast, win="2½", **{"tie_breaks": ["", "wins"], "tie_breaks-0-cut": []})

    assert tie_breaks_of(cast) == [{"code": "wins"}]
    assert Tournament.objects.get(pk=cast.tournament.pk).options == {"win": "5/2"}
    assert Action.objects.latest("pk").facts["what"] == "options_and_tie_breaks"


def test_a_button_keeps_the_state_that_the_form_was_made_for() -> None:
    cast = evening(4)
    seen = version_of(cast.tournament)
    change(cast, win="2")

    response = change(cast, seen=seen, tie_breaks_button="down-0")

    assert f'name="seen" value="{seen}"' in text(response)
    refused = change(cast, seen=seen, **{"tie_breaks": ["", "wins", "blacks"], "tie_breaks-0-cut": []})
    assert refused.status_code == 409
    assert "Ola changed this at" in text(refused)
    assert tie_breaks_of(cast) is None


def test_tie_breaks_that_somebody_else_changed_meanwhile_are_shown_as_they_are_now() -> None:
    cast = evening(4)
    seen = version_of(cast.tournament)
    change(cast, **{"tie_breaks": ["", "wins"], "tie_breaks-0-cut": []})

    response = change(cast, seen=seen, **{"tie_breaks": ["", "blacks"], "tie_breaks-0-cut": []})

    assert response.status_code == 409
    assert shorts(response) == ["Wins"]
    assert tie_breaks_of(cast) == [{"code": "wins"}]


def test_with_htmx_a_button_brings_the_list_alone() -> None:
    cast = evening(4)

    for response in (
        change(cast, HTMX, tie_breaks_button="add-monrad"),
        create(cast, HTMX, tie_breaks_button="add-monrad"),
    ):
        page = text(response)
        assert response.status_code == 200
        assert "<html" not in page
        assert shorts(response) == ["Buchholz-1", "Wins", "Games with Black", "M"]
        assert "autofocus" in page
    assert tie_breaks_of(cast) is None


@pytest.mark.slow
def test_after_the_first_round_it_says_that_places_change() -> None:
    cast = evening(4)
    cast.play()

    page = text(cast.client().get(cast.url("change_options")))

    assert "changes points and places that people have seen. It is recorded, and can be undone." in page
    assert change(cast, **{"tie_breaks": ["", "wins"], "tie_breaks-0-cut": []}).status_code == 302


@pytest.mark.parametrize("post", [create, change])
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"tie_breaks": ["", "wins", "wins"], "tie_breaks-0-cut": []}, "The tie-break Wins is listed twice."),
        ({"tie_breaks": ["", "beauty"], "tie_breaks-0-cut": []}, "There is no tie-break beauty"),
        ({"tie_breaks-0-cut": "-1"}, "must be at least 0"),
        ({"tie_breaks-0-luck": "1"}, "The list of tie-breaks has no field tie_breaks-0-luck."),
        ({"tie_breaks": ["monrad"] * 450}, "There can be at most 20 tie-breaks"),
        ({"tie_breaks_button": "explode"}, "This could not be read, and the list is as it was."),
    ],
)
def test_what_no_list_can_be_is_answered_in_a_sentence_and_nothing_is_lost(
    post: Callable[..., HttpResponse], typed: dict[str, Any], sentence: str
) -> None:
    cast = evening(0, entered=False)
    before = (Tournament.objects.count(), Action.objects.count())

    response = post(cast, draw="1½", **typed)

    assert response.status_code == 422
    assert sentence in text(response)
    assert 'name="draw" value="1½"' in text(response)
    assert (Tournament.objects.count(), Action.objects.count()) == before
    assert tie_breaks_of(cast) is None


def test_five_thousand_rows_are_not_even_read() -> None:
    cast = evening(0, entered=False)

    response = change(cast, tie_breaks=["monrad"] * 5_000)

    assert response.status_code == 400
    assert "Nothing was saved." in text(response)
    assert tie_breaks_of(cast) is None


def test_where_tie_breaks_decide_nothing_the_form_says_so() -> None:
    cast = evening(0, entered=False)

    page = text(cast.client().get(new_address(cast, "keizer")))

    assert "Tie-breaks decide nothing here: with equal totals the starting list decides." in page
    assert "Add a tie-break" not in page


def test_a_helper_changes_no_tie_breaks() -> None:
    cast = evening(4)
    helper = User.objects.create(username="hans", name="Hans", password="!")
    Membership.objects.create(club=cast.club, user=helper, role=Role.HELPER)
    client = Client()
    client.force_login(helper, backend="tournaments.log_in.EmailOrUsernameBackend")

    for address in (cast.url("change_options"), new_address(cast)):
        assert client.post(address, {"tie_breaks": ["", "wins"]} | options()).status_code == 403
        assert client.post(address, {"tie_breaks_button": "list-none", "tie_breaks": ""}).status_code == 403
    assert tie_breaks_of(cast) is None
