"""The read-only API: what the public pages say, as JSON, in the shapes that its description promises."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern

from tests.tools.pages.public_pages import addresses_of, public_routes
from tests.tools.played.played import Played, a_tournament
from tournaments.models import RoundState
from tournaments.pages.common.display_names import Audience
from tournaments.pages.standings.standings import standings_page
from tournaments.services.players import players
from tournaments.services.players.players import details_of, version_of
from tournaments.urls.api import urlpatterns
from tournaments.views.files import api_schemas
from tournaments.views.files.api import api

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.django_db

SHAPES = {
    "club": api_schemas.ClubOut,
    "teams": api_schemas.TeamsOut,
    "tournament": api_schemas.TournamentOut,
    "round": api_schemas.RoundOut,
    "standings": api_schemas.StandingsOut,
    "standings_after": api_schemas.StandingsOut,
    "crosstable": api_schemas.CrosstableOut,
}


@pytest.fixture
def played() -> Played:
    played = a_tournament(6)
    played.play()
    played.play(open_boards={1}, state=RoundState.PUBLISHED)
    return played


def of(played: Played, rest: str = "") -> str:
    return f"/api/v1/clubs/{played.club.slug}/tournaments/{played.tournament.slug}/{rest}"


def got(client: Client, address: str) -> Any:
    answer = client.get(address)
    assert answer.status_code == 200, address
    assert answer["Content-Type"] == "application/json; charset=utf-8"
    return json.loads(answer.content)


def test_its_description_names_every_address_and_shape(client: Client) -> None:
    description = got(client, "/api/v1/openapi.json")

    routes = {route for name, route in public_routes().items() if name.startswith("public_api_")}
    assert len(description["paths"]) == len(routes) == len(SHAPES)
    for path, operations in description["paths"].items():
        assert {*operations} == {"get", "head"}, path
        name = operations["get"]["operationId"]
        shape = operations["get"]["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]
        assert shape.endswith(f"/{SHAPES[name].__name__}"), path
    assert got(client, "/api/v1/") == description


def test_the_addresses_are_those_that_the_answers_are_made_for() -> None:
    """They are written twice: what answers is loaded when it is first asked."""
    described = {str(each.name): str(each.pattern) for each in api.urls[0] if isinstance(each, URLPattern)}
    described.pop("api-root")
    ours = {str(each.name): str(each.pattern) for each in urlpatterns if isinstance(each, URLPattern)}
    assert {name: ours.get(name) for name in described} == described
    assert ours.keys() == {*described, "api", "openapi"}


def test_a_start_loads_nothing_of_what_describes_and_checks_answers() -> None:
    said = subprocess.run(
        [sys.executable, "-c", _LOADED], capture_output=True, text=True, check=True, timeout=60, cwd=ROOT
    ).stdout
    assert said.strip() == "[]"


_LOADED = """
import sys, django
django.setup()
from django.urls import reverse
reverse("alive")
print([name for name in ("ninja", "pydantic") if name in sys.modules])
"""


@pytest.mark.parametrize(
    ("rest", "shape"),
    [("", "tournament"), ("rounds/2/", "round"), ("standings/", "standings"), ("crosstable/", "crosstable")],
)
def test_every_answer_has_the_shape_it_promises(client: Client, played: Played, rest: str, shape: str) -> None:
    values = got(client, of(played, rest))

    assert SHAPES[shape].model_validate(values).model_dump(mode="json") == values


def test_it_says_what_the_pages_say(client: Client, played: Played) -> None:
    page = standings_page(played.tournament, Audience.PUBLIC)
    values = got(client, of(played, "standings/"))
    assert values["after_round"] == 1
    assert [row["name"] for row in values["rows"]] == [row.name for row in page.rows]
    assert [row["cells"] for row in values["rows"]] == [[cell.text for cell in row.cells] for row in page.rows]

    second = got(client, of(played, "rounds/2/"))
    assert (second["open_games"], len(second["boards"])) == (1, 3)
    assert [board["result"] for board in second["boards"]].count("") == 1
    assert got(client, of(played, "standings/2/"))["is_live"] is True
    club = got(client, f"/api/v1/clubs/{played.club.slug}/")
    (season,) = club["seasons"]
    assert [each["slug"] for each in season["tournaments"]] == [played.tournament.slug]
    assert season["tournaments"][0]["url"].startswith("http://testserver/en/")


def test_a_draft_is_nobodys_business(client: Client, played: Played) -> None:
    played.play(state=RoundState.DRAFTED)

    answer = client.get(of(played, "rounds/3/"))

    assert answer.status_code == 404
    assert json.loads(answer.content)["detail"].startswith("There is no such")
    assert [each["number"] for each in got(client, of(played))["rounds"]] == [1, 2]


def test_it_says_the_place_in_the_category(client: Client, played: Played) -> None:
    assert {row["category"] for row in got(client, of(played, "standings/"))["rows"]} == {None}
    played.tournament.entries.filter(number__lte=2).update(category="A")
    played.tournament.categories = [{"name": "A", "low": None, "high": None}]
    played.tournament.public_revision += 1
    played.tournament.past_revision += 1
    played.tournament.save()

    found = {
        row["number"]: (row["category"], row["place_in_category"])
        for row in got(client, of(played, "standings/"))["rows"]
    }

    assert {found.pop(1), found.pop(2)} in ({("A", 1), ("A", 2)}, {("A", 1)})
    assert set(found.values()) == {(None, None)}


def test_names_are_shown_as_each_wishes(client: Client, played: Played) -> None:
    player = played.tournament.entries.get(number=1).player
    before = json.dumps(got(client, of(played)), ensure_ascii=False)
    assert player.full_name in before

    details = details_of(player)
    players.edit_player(
        player, type(details)(**{**vars_of(details), "shown_as": "number"}), seen=version_of(player), actor=None
    )

    after = json.dumps([got(client, of(played, rest)) for rest in ("", "rounds/1/", "standings/")], ensure_ascii=False)
    assert player.full_name not in after
    assert player.family_name not in after
    assert "Player 1" in after


def vars_of(details: Any) -> dict[str, Any]:
    return {field: getattr(details, field) for field in details.__dataclass_fields__}


def test_any_site_may_read_it_and_the_browsers_language_changes_nothing(client: Client, played: Played) -> None:
    addresses = [address for address in addresses_of(played.club) if address.startswith("/api/")]
    assert len(addresses) >= len(SHAPES)
    for address in addresses:
        plain = client.get(address)
        dutch = client.get(address, headers={"Accept-Language": "nl", "Origin": "https://club.example"})
        assert dutch.content == plain.content, address
        assert dutch["Access-Control-Allow-Origin"] == "*"
        assert dutch["Content-Language"] == "en"
        assert client.get(address, headers={"If-None-Match": plain["ETag"]}).status_code == 304
    missing = client.get("/api/v1/clubs/nobody/")
    assert (missing.status_code, missing["Access-Control-Allow-Origin"]) == (404, "*")


def test_it_is_only_read(client: Client, played: Played) -> None:
    for method in ("post", "put", "patch", "delete"):
        assert getattr(client, method)(of(played)).status_code == 405
