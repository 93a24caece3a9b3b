"""A tournament file uploaded, looked at and confirmed; a tournament downloaded."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import F
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from tests.tools.casts.club_cast import Cast
from tests.tools.guards.whole_database import dump as dump_database
from tournaments.exchange import tournament_file
from tournaments.models import Action, Player, ShownAs, Tournament, User
from tournaments.recording import begin_upload, end_upload
from tournaments.services.clubs import clubs
from tournaments.views.common.request import asked_from

pytestmark = pytest.mark.django_db

SIX = Path(__file__).parents[2] / "data" / "attendance_monrad_six.json"
IMPORT = "/en/sk-rockaden/staff/tournaments/import/"


def six(**changes: Any) -> bytes:
    return json.dumps(json.loads(SIX.read_bytes()) | changes).encode()


def upload(client: Client, data: bytes, address: str = IMPORT) -> Any:
    return client.post(address, {"file": SimpleUploadedFile("six.json", data)})


def confirmation(html: str, **changed: str) -> dict[str, str]:
    form = dict(re.findall(r'name="(upload|seen|receipt)" value="([^"]*)"', html))
    (season,) = re.findall(r'<option value="(\d+)" selected', html)
    (name,) = re.findall(r'<input[^>]*name="name"[^>]*>', html)
    value = re.search(r'value="([^"]*)"', name)
    return form | {"season": season, "name": value.group(1) if value else ""} | changed


def confirm(client: Client, data: bytes, **changed: str) -> HttpResponse:
    response = upload(client, data)
    assert response.status_code == 200, response.content.decode()
    return client.post(IMPORT, confirmation(response.content.decode(), **changed))  # type: ignore[return-value]


def words(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_it_is_looked_at_first_and_nothing_is_saved(cast: Cast, dag: Client) -> None:
    cast.add_player("Player", "1")
    cast.add_player("PLAYER", "2")
    before = dump_database()
    page = words(upload(dag, six(options={"bye_points": "5/2"}, planned_rounds=7)))

    assert "Attendance Monrad" in page
    assert "6 players" in page
    assert "2 of 7 rounds" in page
    assert "6 games" in page
    assert "4 new players. 2 were recognised by name" in page
    assert re.search(r"Player 1 \d* ?already in the list 2 Player 2 \d* ?already in the list: PLAYER 2", page)
    assert re.search(r"Bye 2½", page)
    assert dump_database() == before


def test_the_tie_breaks_of_the_file_are_looked_at_first_and_kept(cast: Cast, dag: Client) -> None:
    chosen = [{"code": "neustadtl"}, {"code": "monrad", "cut": 1}]
    assert re.search("Buchholz: .* Wins: .* Games with Black: ", words(upload(dag, six())))
    assert re.search(
        r"Neustadtl \(Sonneborn-Berger\): .* Monrad points M-1: ", words(upload(dag, six(tie_breaks=chosen)))
    )

    confirm(dag, six(tie_breaks=chosen))

    made = Tournament.objects.latest("pk")
    assert made.tie_breaks == chosen
    exported = dag.get(reverse("export_tournament", args=[cast.club.slug, made.slug]))
    assert json.loads(exported.content)["tie_breaks"] == chosen


@pytest.mark.slow
def test_one_button_makes_it_and_leads_there(cast: Cast, dag: Client) -> None:
    cast.add_player("Player", "1")
    response = confirm(dag, six(), name="Six cards")

    made = Tournament.objects.get()
    assert response["Location"] == f"/en/sk-rockaden/staff/{made.slug}/"
    assert (made.name, made.season, made.rounds.count()) == ("Six cards", cast.season, 2)
    assert Player.objects.count() == 6
    page = words(dag.get(response["Location"]))
    assert "Six cards is imported, and you direct it." in page
    assert "Six cards is imported" in words(dag.get("/en/sk-rockaden/staff/"))


@pytest.mark.slow
def test_another_of_the_name_is_said_and_may_stand_beside_it(cast: Cast, dag: Client) -> None:
    assert "of this name already" not in words(upload(dag, six()))
    confirm(dag, six())
    assert "The club has a tournament of this name already" in words(upload(dag, six()))
    assert confirm(dag, six()).status_code == 302


def test_new_players_can_be_made_for_all(cast: Cast, dag: Client) -> None:
    cast.add_player("Player", "1")
    confirm(dag, six(), new_players="on")

    assert Player.objects.count() == 7


def test_sent_twice_it_is_made_once(cast: Cast, dag: Client) -> None:
    form = confirmation(upload(dag, six()).content.decode())
    once, again = (dag.post(IMPORT, form) for _ in range(2))

    assert once["Location"] == again["Location"]
    assert Tournament.objects.count() == 1


def test_while_another_file_of_the_address_is_read_nothing_is_lost(cast: Cast, dag: Client, rf: RequestFactory) -> None:
    large, now = six() + b" " * 70_000, timezone.now()
    form = confirmation(upload(dag, large).content.decode())
    other = begin_upload(asked_from(rf.get("/")), now=now, counted_since=now, left_behind=now)

    for response, status in ((dag.post(IMPORT, form), 409), (upload(dag, large), 422)):
        assert (response.status_code, "One of your files is still being read." in words(response)) == (status, True)
    end_upload(other, now=now)
    assert dag.post(IMPORT, form).status_code == 302
    assert cast.club.tournaments.filter(name__startswith="Six cards").exists()


def test_a_preview_that_no_longer_holds_is_shown_anew(cast: Cast, dag: Client) -> None:
    form = confirmation(upload(dag, six()).content.decode())
    cast.add_player("Player", "1")
    response = dag.post(IMPORT, form)

    assert response.status_code == 409
    assert "1 was recognised by name" in words(response)
    assert not Tournament.objects.exists()
    assert dag.post(IMPORT, confirmation(response.content.decode())).status_code == 302


def test_a_preview_is_gone_after_an_hour_and_is_nobody_elses(
    cast: Cast, dag: Client, as_user: Callable[[User], Client]
) -> None:
    with time_machine.travel("2026-11-20 18:00", tick=False) as clock:
        form = confirmation(upload(dag, six()).content.decode())
        assert as_user(cast.kari).post(IMPORT, form).status_code == 409
        clock.shift(3601)
        response = dag.post(IMPORT, form)

    assert response.status_code == 409
    assert "This preview is no longer there" in words(response)


def test_a_list_of_players_is_no_tournament(cast: Cast, as_user: Callable[[User], Client]) -> None:
    kari = as_user(cast.kari)
    players = kari.post("/en/sk-rockaden/staff/players/import/", {"file": SimpleUploadedFile("a.csv", b"Name\nBo\n")})
    (key,) = re.findall(r'name="upload" value="([^"]*)"', players.content.decode())

    assert kari.post(IMPORT, {"upload": key}).status_code == 409


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "The file is not JSON: see line 1. Place in the file: line 1, column 1."),
        (six(rounds=[{"number": 2}]), "without a gap. Place in the file: rounds[0].number."),
        (six(system="swiss"), "There is no pairing system swiss"),
        (six(players=[{"number": 1, "name": "A", "rating": 99_999}], rounds=[]), "99999 is too large"),
        (b" " * 5_000_001, "The file is larger than 5 megabytes."),
    ],
)
def test_a_bad_file_is_said_with_its_place(cast: Cast, dag: Client, data: bytes, message: str) -> None:
    before = dump_database()
    response = upload(dag, data)

    assert response.status_code == 422
    assert message in words(response)
    assert dump_database() == before


def test_a_name_that_does_not_fit_is_asked_for(cast: Cast, dag: Client) -> None:
    assert confirm(dag, six(name="x" * 201), name="").status_code == 422
    assert confirm(dag, six(name="\u200b"), name="Six").status_code == 302


def test_a_name_from_a_file_is_only_text(cast: Cast, dag: Client) -> None:
    players = [{"number": 1, "name": "<script>alert(1)</script>", "club": "<b>"}]
    html = upload(dag, six(name="<i>Six</i>", players=players, rounds=[])).content.decode()

    assert "<script>alert" not in html
    assert "<b>" not in html
    assert "<i>Six" not in html


def test_what_is_worth_knowing_is_said(cast: Cast, dag: Client) -> None:
    rounds = json.loads(SIX.read_bytes())["rounds"]
    rounds[0]["games"][0]["result"] = rounds[1]["games"][0]["result"] = "*"
    players = [{"number": n, "name": f"P  {n}"} for n in range(1, 7)]
    page = words(upload(dag, six(rounds=rounds, players=players, seed="0" * 64)))

    assert "1 game of an earlier round has no result: it stays postponed." in page
    assert "Round 2 is still being played: 1 game has no result." in page
    assert "extra spaces were removed from these names: P 1, P 2" in page
    assert "The file has no secret seed" in page
    coming = {"absences": [{"player": 1, "kind": "club"}], "byes": [{"player": 2, "kind": "half"}]}
    assert "Round 3 is open: 2 players are away or have a bye" in words(upload(dag, six(next_round=coming)))
    coming = {"games": [{"board": 1, "white": 1, "black": 2, "result": "*"}]}
    assert "Round 3 is a draft with 1 board or bye set by hand" in words(upload(dag, six(next_round=coming)))


def test_without_an_open_season_it_says_where_to_go(cast: Cast, dag: Client) -> None:
    cast.season.is_open = False
    cast.season.save()

    assert "none is open" in words(dag.get(IMPORT))


@pytest.mark.slow
def test_the_admin_undoes_it_on_the_clubs_page(cast: Cast, as_user: Callable[[User], Client]) -> None:
    kari = as_user(cast.kari)
    before = dump_database()
    response = confirm(kari, six())
    assert "It can be undone on the club" in words(kari.get(response["Location"]))
    action = Action.objects.get(verb="tournament.import")
    kari.post(f"/en/sk-rockaden/staff/actions/{action.pk}/undo/", {"receipt": str(uuid.uuid4())})

    assert dump_database() == before


# And back


@pytest.mark.slow
def test_it_is_downloaded_as_it_was_uploaded(cast: Cast, dag: Client) -> None:
    confirm(dag, SIX.read_bytes())
    made = Tournament.objects.get()
    response = dag.get(f"/en/sk-rockaden/staff/{made.slug}/file/")

    assert response.content == tournament_file.dump(tournament_file.parse(SIX.read_bytes()))
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"] == f'attachment; filename="sk-rockaden-{made.slug}.json"'
    assert "no-store" in response["Cache-Control"]
    assert f"/staff/{made.slug}/file/" in dag.get(f"/en/sk-rockaden/staff/{made.slug}/setup/").content.decode()


def test_everybody_downloads_only_what_everybody_sees(cast: Cast, client: Client) -> None:
    anna, bo = cast.add_player("Anna", "Ek", shown_as=ShownAs.INITIAL), cast.add_player("Bo", shown_as=ShownAs.NUMBER)
    tournament = cast.add_tournament("Autumn", anna, bo, seed="ab" * 32)
    tournament.entries.update(rating=1500)
    cast.play_round(tournament, state="published")
    cast.play_round(tournament, number=2, state="drafted")
    response = client.get(f"/en/sk-rockaden/{tournament.slug}/file/")

    keys = json.loads(response.content)
    assert [(each["name"], each["rating"]) for each in keys["players"]] == [("Anna E.", None), ("Player 2", None)]
    assert [each["number"] for each in keys["rounds"]] == [1]
    assert "seed" not in keys
    assert not response.cookies


def test_the_file_for_everybody_shows_no_category_that_tells_what_somebody_hides(cast: Cast, client: Client) -> None:
    """docs/decisions/0087: a category by rating tells the rating, and whoever is only a number bears no mark."""
    shown = (ShownAs.FULL, ShownAs.INITIAL, ShownAs.NUMBER)
    players = [cast.add_player(name, "Ek", shown_as=each) for name, each in zip("ABC", shown, strict=True)]
    categories = [{"name": "to 1500", "low": None, "high": 1500}, {"name": "Juniors", "low": None, "high": None}]
    tournament = cast.add_tournament("Autumn", *players, categories=categories)
    address = f"/en/sk-rockaden/{tournament.slug}/file/"

    def told(name: str) -> list[str | None]:
        tournament.entries.update(category=name)
        Tournament.objects.update(public_revision=F("public_revision") + 1)
        keys = json.loads(client.get(address).content)
        assert keys["categories"] == ["to 1500", "Juniors"]
        return [each.get("category") for each in keys["players"]]

    assert told("to 1500") == ["to 1500", None, None]
    assert told("Juniors") == ["Juniors", "Juniors", None]


def test_players_without_numbers_are_not_downloaded(cast: Cast, as_user: Callable[[User], Client]) -> None:
    tournament = cast.add_tournament("Autumn", cast.add_player("Bo"))
    tournament.entries.update(number=None)
    response = as_user(cast.kari).get(f"/en/sk-rockaden/staff/{tournament.slug}/file/")

    assert response.status_code == 409
    assert "Number the players first" in words(response)
    assert "can be downloaded as a file" in words(response)


def test_its_file_name_is_plain_whatever_the_address(cast: Cast, as_user: Callable[[User], Client]) -> None:
    tournament = cast.add_tournament("Autumn", cast.add_player("Bo"), slug="x" * 80)
    response = as_user(cast.kari).get(f"/en/sk-rockaden/staff/{tournament.slug}/file/")

    assert re.fullmatch(r'attachment; filename="[a-z0-9-]{1,80}\.json"', response["Content-Disposition"])


@pytest.mark.slow
def test_a_made_tournament_is_gone_with_its_undo(cast: Cast, dag: Client) -> None:
    """The same form once more, after the undo, makes nothing and says so."""
    form = confirmation(upload(dag, six()).content.decode())
    dag.post(IMPORT, form)
    clubs.undo_in_club(Action.objects.latest("pk"), actor=cast.kari)

    assert dag.post(IMPORT, form).status_code == 409
    assert not Tournament.objects.exists()
