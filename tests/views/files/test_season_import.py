"""A season of another program of Keizer uploaded: what the file names is shown, kept, and played on with."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tools.casts.club_cast import Cast
from tests.tools.files.keizer_for_clubs import EXCUSED, NOBODY, PRESENT, RETIRED, kfc_file
from tests.tools.pages.public_pages import addresses_of, texts_of
from tournaments.models import Attendance, Entry, Tournament
from tournaments.selectors.snapshots import exported

pytestmark = pytest.mark.django_db

IMPORT = "/{language}/sk-rockaden/staff/tournaments/import/"
PLAYERS = [
    (1, "Berg, Anna", 1800, PRESENT, "s"),
    (2, "Bo Dahl", 1700, RETIRED, ""),
    (3, "Cor", 0, EXCUSED, "s"),
    (4, "Dora Ek", 1500, PRESENT, "j"),
]
PAIRINGS = [(1, 1, 2, 1, 3), (1, 2, 4, 3, 2), (2, 1, 1, 4, 1), (2, 100, 3, NOBODY, 6)]
SETTINGS = {
    "BONUS.Clubgame": 70,
    "BONUS.Excused": 35,
    "BONUS.Freilos": 60,
    "OPTION.GameRepeat": 5,
    "OPTION.RatioFirst2Last": 2.5,
    "OPTION.NiceName": "Vereinsmeisterschaft",
    "OPTION.Categories": "s=Senioren, j=Jugend",
}


def words(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def upload(client: Client, data: bytes, language: str = "en") -> Any:
    return client.post(IMPORT.format(language=language), {"file": SimpleUploadedFile("club.s3db", data)})


def confirm(client: Client, page: Any, **changed: str) -> Tournament:
    html = page.content.decode()
    form = dict(re.findall(r'name="(upload|seen|receipt)" value="([^"]*)"', html))
    (season,) = re.findall(r'<option value="(\w+)" selected', html)
    (name,) = re.findall(r'name="name" value="([^"]*)"', html)
    answer = client.post(IMPORT.format(language="en"), form | {"season": season, "name": name} | changed)
    assert answer.status_code == 302, words(answer)
    return Tournament.objects.latest("pk")


def test_what_a_file_of_keizer_for_clubs_names_is_said_before_and_kept(cast: Cast, dag: Client) -> None:
    page = upload(dag, kfc_file(PLAYERS, PAIRINGS, SETTINGS))
    told = words(page)
    assert "7 options come from the file: see below." in told
    assert "Categories from the file: Senioren, Jugend." in told
    assert "Set from the file Ratio of first place to last 2½ " in told
    assert " Bye 3/5 Excused absence 7/20 Club duty 7/10 " in told
    assert "Marked away for the next round in the file: 1." in told

    made = confirm(dag, page)
    assert made.name == "Vereinsmeisterschaft"
    assert [round.number for round in made.rounds.order_by("number")] == [1, 2]
    assert dict(Entry.objects.values_list("player__family_name", "category")) == {
        "Berg": "Senioren",
        "Dahl": "",
        "": "Senioren",
        "Ek": "Jugend",
    }
    assert [each.last_round for each in Entry.objects.get(number=2).withdrawals.all()] == [None]
    assert Attendance.objects.get(round__number=2, entry__number=3).presence == "excused"
    settings = words(dag.get(reverse("setup", args=[made.club.slug, made.slug])))
    assert "Ratio of first place to last 2½" in settings
    assert "Bye 3/5" in settings
    assert "Club duty 7/10" in settings
    assert "Rounds before the same two meet again 5" in settings
    assert "Who gets White The player with the lower colour balance" in settings
    assert exported(made).configured()[0].standings(exported(made).snapshot, ()).after_round == 2


def test_a_damaged_file_is_answered_beside_the_field(cast: Cast, dag: Client) -> None:
    answer = upload(dag, kfc_file(PLAYERS, PAIRINGS, SETTINGS)[:3_000])
    assert answer.status_code == 422
    assert "This database is damaged, or is not one of KeizerForClubs." in words(answer)
    assert not Tournament.objects.exists()


def test_in_german_the_word_of_that_program_is_explained(cast: Cast, dag: Client) -> None:
    """There “abgemeldet” is for good, here for an evening."""
    page = words(dag.get(IMPORT.format(language="de")))
    assert "„abgemeldet“ heißt dort zurückgezogen" in page
    assert "Aus der Datei eingestellt" in words(upload(dag, kfc_file(PLAYERS, PAIRINGS, SETTINGS), "de"))


def sevilla() -> bytes:
    """Three players away for a reason of the club's own, which pays each the same, and one who was ill."""
    away = [{"Round": 1, "Reason": "Vakantie", "Score": 12, "PlainScore": 0}]
    ill = [{"Round": 1, "Reason": "Ziek", "Score": 0, "PlainScore": 0}]
    games = [
        {"Round": 1, "Opponent": 2, "Color": "W", "Res": "1-0"},
        {"Round": 1, "Opponent": 1, "Color": "B", "Res": "1-0"},
    ]
    players = [
        {"ID": number, "Name": f"Jan {number}", "Game": games[number - 1 : number] if number < 3 else []}
        | ({"Abs": away} if number in (3, 4, 5) else {"Abs": ill} if number == 6 else {})
        for number in range(1, 7)
    ]
    groups = [
        {"ID": 1, "Name": "Intern", "Ranking": [{"Round": 1, "Player": players}]},
        {"ID": 2, "Name": "Jeugd", "Ranking": [{"Round": 1, "Player": players[2:4]}]},
    ]
    return json.dumps({"Name": "Intern", "GroupReport": groups}).encode()


def test_reasons_and_groups_of_sevilla_are_said_before_and_kept(cast: Cast, dag: Client) -> None:
    page = upload(dag, sevilla())
    told = words(page)
    assert "1 option comes from the file: see below." in told
    assert "Set from the file Our kinds of absence Afwezig, Vakantie " in told
    assert "Categories from the file: Jeugd." in told
    assert "An absence of the kind “Vakantie” earns 12, whatever your own value." in told
    assert '<details class="closed" open>' in page.content.decode()  # or nobody would see what they pay
    assert "everybody may read: Vakantie." in told

    made = confirm(dag, page)
    assert [each["name"] for each in made.options["absence_kinds"]] == ["Afwezig", "Vakantie"]
    assert set(Entry.objects.values_list("number", "category")) >= {(3, "Jeugd"), (4, "Jeugd"), (5, "")}
    assert set(Attendance.objects.exclude(kind="").values_list("entry__number", "kind")) == {
        *((number, "vakantie") for number in (3, 4, 5)),
        (6, "afwezig"),
    }
    assert "Our kinds of absence Afwezig, Vakantie" in words(
        dag.get(reverse("setup", args=[made.club.slug, made.slug]))
    )


def test_an_illness_stands_on_no_public_page(cast: Cast, dag: Client) -> None:
    made = confirm(dag, upload(dag, sevilla()))
    found = texts_of(Client(), list(addresses_of(made.club)))
    assert len([address for address, text in found.items() if "Afwezig" in text]) > 1  # in the rules, and in the file
    assert [address for address, text in found.items() if re.search(r"\bziek\b", text, re.IGNORECASE)] == []
