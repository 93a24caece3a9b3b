"""From a pairing system to a tournament."""

import re
import uuid
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tools.evening_cast import Evening, evening
from tests.views.test_setup import options, text
from tournaments.forms.options import OptionsForm
from tournaments.models import Tournament, User
from tournaments.pairing.discovery import SYSTEMS

pytestmark = pytest.mark.django_db


def address(cast: Evening, system: str = "attendance_monrad") -> str:
    return reverse("create_tournament", args=[cast.club.slug, system])


def send(cast: Evening, **typed: Any) -> HttpResponse:
    data = {"name": "Thursdays", "season": cast.season.pk, "planned_rounds": "", "receipt": str(uuid.uuid4())}
    return cast.client().post(address(cast), data | options() | typed)  # type: ignore[return-value]


def made() -> Tournament:
    return Tournament.objects.latest("pk")


@pytest.mark.slow
def test_every_system_can_be_chosen() -> None:
    cast = evening(0, entered=False)

    page = text(cast.client().get(reverse("choose_system", args=[cast.club.slug])))

    for code in SYSTEMS:
        assert address(cast, code) in page
        assert cast.client().get(address(cast, code)).status_code == 200


def test_without_an_open_season_it_says_where_to_go() -> None:
    cast = evening(0, entered=False)
    cast.season.is_open = False
    cast.season.save()

    page = text(cast.client().get(reverse("choose_system", args=[cast.club.slug])))

    assert "none is open" in page
    assert address(cast) not in page


@pytest.mark.slow
def test_a_name_is_enough() -> None:
    cast = evening(0, entered=False)

    response = send(cast)

    assert response["Location"] == reverse("setup", args=[cast.club.slug, made().slug])
    assert (made().name, made().season, made().options, made().planned_rounds) == ("Thursdays", cast.season, {}, None)


def test_what_was_typed_is_kept() -> None:
    cast = evening(0, entered=False)

    send(cast, planned_rounds="9", draw="½", last_resort="stop")

    assert (made().planned_rounds, made().options) == (9, {"draw": "1/2", "last_resort": "stop"})


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "\u200b"}, "A tournament needs a name that can be read."),
        ({"name": "x" * 201}, "at most 200 characters"),
        ({"name": "a\x00b"}, "Null characters are not allowed."),
        ({"season": "0"}, "Select a valid choice."),
        ({"planned_rounds": "0"}, "greater than or equal to 1"),
        ({"planned_rounds": "100"}, "less than or equal to 99"),
        ({"win": "many"}, "The option Win is many"),
        ({"max_meetings": "0"}, "must be at least 1"),
    ],
)
def test_what_cannot_be_is_answered_beside_its_field(typed: dict[str, str], sentence: str) -> None:
    cast = evening(0, entered=False)
    before = Tournament.objects.count()

    response = send(cast, **typed)

    assert response.status_code == 422
    assert sentence in text(response)
    assert Tournament.objects.count() == before


def test_the_same_form_sent_twice_makes_one_tournament_and_leads_to_it() -> None:
    cast = evening(0, entered=False)
    receipt = str(uuid.uuid4())

    answers = [send(cast, receipt=receipt) for _ in range(2)]

    assert Tournament.objects.filter(name="Thursdays").count() == 1
    assert [answer["Location"] for answer in answers] == [reverse("setup", args=[cast.club.slug, made().slug])] * 2


@pytest.mark.slow
def test_planned_rounds_are_asked_for_and_proposed_where_the_system_needs_them() -> None:
    cast = evening(0, entered=False)
    client = cast.client()

    def field(system: str, preset: str = "") -> str:
        page = text(client.get(f"{address(cast, system)}?preset={preset}"))
        (found,) = re.findall(r'<input [^>]*name="planned_rounds"[^>]*>', page)
        return found

    assert 'value="7"' in field("norwegian_monrad")
    assert "required" in field("norwegian_monrad")
    assert 'value="5"' in field("modified_monrad")
    assert "An odd number is better" in text(client.get(address(cast, "modified_monrad")))
    for found in (field("norwegian_monrad", "konrad"), field("attendance_monrad")):
        assert "value=" not in found
        assert "required" not in found


def shown(cast: Evening, system: str, preset: str = "") -> dict[str, str]:
    """All options as the form shows them."""
    form = OptionsForm(SYSTEMS[system], preset=preset)
    return {code: str(field.initial if field.initial is not None else "") for code, field in form.fields.items()}


def test_without_them_the_form_asks_again() -> None:
    cast = evening(0, entered=False)
    data = {"name": "Thursdays", "season": cast.season.pk, "planned_rounds": "", "receipt": str(uuid.uuid4())}

    response = cast.client().post(address(cast, "modified_monrad"), data | shown(cast, "modified_monrad"))

    assert response.status_code == 422
    assert "This field is required." in text(response)


@pytest.mark.parametrize(("max_meetings", "status"), [("2", 302), ("1", 422)])
def test_whether_they_are_asked_for_follows_the_options_as_sent(max_meetings: str, status: int) -> None:
    """With second games, as in Konrad, the evenings may simply go on."""
    cast = evening(0, entered=False)
    data = {"name": "Thursdays", "season": cast.season.pk, "planned_rounds": "", "receipt": str(uuid.uuid4())}
    options = shown(cast, "norwegian_monrad", "konrad") | {"max_meetings": max_meetings}

    response = cast.client().post(address(cast, "norwegian_monrad"), data | {"preset": "konrad"} | options)

    assert response.status_code == status


def test_an_unknown_system_or_preset_is_not_there() -> None:
    cast = evening(0, entered=False)

    assert cast.client().get(address(cast, "lottery")).status_code == 404
    assert cast.client().get(address(cast) + "?preset=lottery").status_code == 404


def test_strangers_are_led_to_the_log_in_and_other_clubs_see_nothing() -> None:
    cast = evening(0, entered=False)
    stranger = Client()
    stranger.force_login(
        User.objects.create(username="eve", password="!"), backend="tournaments.log_in.EmailOrUsernameBackend"
    )

    assert Client().get(address(cast)).status_code == 302
    assert stranger.get(address(cast)).status_code == 404
    assert stranger.post(address(cast)).status_code == 404
