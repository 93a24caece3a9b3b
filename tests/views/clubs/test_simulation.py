"""The planner's pages: what is asked, how far it is, what was found; for admins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import Evening, UserFactory
from tests.tools.pages.html_tree import Page
from tests.tools.played.jobs import work
from tournaments.models import Action, Membership, Role, SimulationRun, SimulationState
from tournaments.pages.clubs import simulation as pages
from tournaments.services.clubs import simulation_runs
from tournaments.services.clubs.simulation_processes import SimulationMoment
from tournaments.simulation.field import SimulatedField
from tournaments.simulation.process import row_of

pytestmark = pytest.mark.django_db
TYPED = {
    "players": "typed",
    "members": "6",
    "comes": "80",
    "weakest": "1200",
    "strongest": "1900",
    "evenings": "4",
    "ways": ["keizer/classic", "cup/usual"],
    "seed": "77",
}


@pytest.fixture(autouse=True)
def _few_seasons_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def here(
        system: str, preset: str, plan: SimulatedField, *, seed: str, numbers: Any, seconds: float
    ) -> Iterator[SimulationMoment]:
        for number in numbers:
            yield SimulationMoment(rows={number: row_of(system, preset, plan, seed=seed, number=number)}, evenings=0)

    monkeypatch.setattr(simulation_runs, "SEASONS", 3)
    monkeypatch.setattr(simulation_runs, "played_apart", here)


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(4)
    evening.play()
    evening.finish()
    return evening


def logged_in(evening: Evening, role: Role = Role.ADMIN) -> Client:
    user = Membership.objects.create(club=evening.tournament.club, user=UserFactory(), role=role).user
    client = Client()
    client.force_login(user, backend="tournaments.log_in.EmailOrUsernameBackend")
    return client


def planner(evening: Evening) -> str:
    return reverse("planner", args=[evening.tournament.club.slug])


def ask(evening: Evening, client: Client | None = None, **changed: Any) -> HttpResponse:
    return (client or logged_in(evening)).post(planner(evening), TYPED | changed)  # type: ignore[return-value]


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


def test_it_is_asked_played_and_shown_side_by_side(evening: Evening) -> None:
    client = logged_in(evening)
    answer = ask(evening, client)
    address = answer["Location"]
    running = client.get(address)
    tap = client.get(address, headers={"HX-Request": "true"})
    work()
    done = client.get(address)

    assert 'max="100"' in text(running)
    assert f'hx-get="{address}"' in text(running)
    assert text(tap).startswith('<section id="planning"')
    found = text(done)
    assert "hx-get" not in found
    assert "6 members, of whom about 5 come to an evening; 4 evenings." in found
    assert "Seed 77" in found
    assert "The strongest regular wins" in found
    assert "It is over after about" in found  # the cup
    assert reverse("create_tournament", args=[evening.tournament.club.slug, "keizer"]) + "?preset=classic" in found
    table = Page(done.content.decode())
    assert table is not None
    assert Action.objects.filter(club=evening.tournament.club, tournament=None).count() == 0


def test_the_same_seed_is_asked_again_with_one_tap(evening: Evening) -> None:
    client = logged_in(evening)
    address = ask(evening, client)["Location"]
    work()
    page = client.get(address).content.decode()
    again = next(part for part in page.split('"') if "seed=77" in part).replace("&amp;", "&")
    form = text(client.get(again))

    assert 'value="77"' in form
    assert form.count("checked") == 2
    assert 'name="evenings" value="4"' in form


def test_it_starts_from_the_clubs_own_attendance(evening: Evening) -> None:
    client = logged_in(evening)
    page = text(client.get(planner(evening)))
    season = evening.tournament.season
    ask(evening, client, players=f"season-{season.pk}", members="", comes="")
    planning = SimulationRun.objects.get()

    assert f"{season.name}: all its evenings" in page
    assert f"{season.name}: {evening.tournament.name}" in page
    assert len(planning.field["members"]) == 4
    assert planning.based_on == f"{season.name}: all its evenings"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"ways": []}, "Choose at least one system."),
        ({"ways": ["no_such/"]}, "no_such/ is not one of the available choices."),
        ({"evenings": ""}, "A number is missing here."),
        ({"evenings": "61"}, "less than or equal to 60"),
        ({"members": "1"}, "greater than or equal to 2"),
        ({"comes": "many"}, "Enter a whole number."),
        ({"weakest": "2000", "strongest": "1000"}, "The highest rating is below the lowest."),
        ({"seed": "<b>"}, "A seed is made of digits and letters."),
        ({"players": "season-0"}, "is not one of the available choices"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_typed_is_lost(evening: Evening, changed: dict[str, Any], said: str) -> None:
    answer = ask(evening, **changed)

    assert answer.status_code == 422
    assert said in text(answer)
    assert not SimulationRun.objects.exists()
    kept = changed.get("members", TYPED["members"])
    assert f'name="members" value="{kept}"' in text(answer)


def test_seven_ways_are_too_many(evening: Evening) -> None:
    client = logged_in(evening)
    ways = re.findall(r'name="ways" value="([^"]+)"', text(client.get(planner(evening))))
    assert ask(evening, client, ways=ways[:6]).status_code == 302
    answer = ask(evening, client, ways=ways[:7])

    assert answer.status_code == 422
    assert "Choose at most 6" in text(answer)


def test_while_one_runs_another_is_refused_and_a_double_tap_leads_to_it(evening: Evening) -> None:
    client = logged_in(evening)
    first = ask(evening, client)
    twice = ask(evening, client)
    other = ask(evening, client, seed="5")

    assert first["Location"] == twice["Location"]
    assert other.status_code == 409
    assert "still at work" in text(other)
    assert first["Location"] in text(other)


def test_it_is_cancelled(evening: Evening) -> None:
    client = logged_in(evening)
    address = ask(evening, client)["Location"]
    answer = client.post(f"{address}cancel/")
    work()

    assert answer["Location"] == address
    assert SimulationRun.objects.get().state == SimulationState.CANCELLED
    assert "This was cancelled" in text(client.get(address))


def test_only_admins_of_the_club_ask_look_and_cancel(evening: Evening) -> None:
    address = ask(evening)["Location"]
    before = SimulationRun.objects.values().get()
    other_club = logged_in(Evening.of(2))
    for client, refused in ((logged_in(evening, Role.DIRECTOR), 403), (other_club, 404), (Client(), 302)):
        assert client.get(address).status_code == refused
        assert client.get(planner(evening)).status_code == refused
        assert client.post(f"{address}cancel/").status_code == refused
        assert ask(evening, client).status_code == refused
    of_others = reverse("planning", args=[Evening.of(2).tournament.club.slug, before["id"]])
    assert other_club.get(of_others).status_code == 404
    assert SimulationRun.objects.values().get() == before


def test_where_nothing_moves_it_says_so(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    client = logged_in(evening)
    address = ask(evening, client)["Location"]
    assert "Nothing has moved" not in text(client.get(address))
    monkeypatch.setattr(pages, "_STANDS_STILL", -pages._STANDS_STILL)

    assert "Nothing has moved since" in text(client.get(address))


def test_a_system_that_is_no_more_is_still_shown(evening: Evening) -> None:
    client = logged_in(evening)
    address = ask(evening, client)["Location"]
    work()
    SimulationRun.objects.update(ways=[["gone", ""], ["cup", "gone"]])

    page = text(client.get(address))
    assert "gone" in page
    assert reverse("create_tournament", args=[evening.tournament.club.slug, "cup"]) not in page


def test_the_way_to_it_stands_where_a_system_is_chosen(evening: Evening) -> None:
    choose = reverse("choose_system", args=[evening.tournament.club.slug])

    assert planner(evening) in text(logged_in(evening).get(choose))
    assert planner(evening) not in text(logged_in(evening, Role.DIRECTOR).get(choose))
