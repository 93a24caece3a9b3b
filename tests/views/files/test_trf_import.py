"""Another program's report uploaded: the director says how it goes on, and it is played on."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.tools.casts.club_cast import Cast
from tests.tools.guards.whole_database import dump as dump_database
from tournaments.exchange.trf import dump as dump_trf
from tournaments.exchange.trf.exporter import trf_of
from tournaments.management.simulated_files import simulated_file
from tournaments.models import Player, PlayerContact, Tournament
from tournaments.pairing.audit.simulation import Rates
from tournaments.pairing.audit.verification import verify
from tournaments.selectors.snapshots import exported

pytestmark = pytest.mark.django_db

SAMPLE = (Path(__file__).parents[2] / "data" / "trf" / "sample26.trf").read_bytes()
INPUTS = Path(__file__).parents[2] / "data" / "trf_inputs"
IMPORT = "/en/sk-rockaden/staff/tournaments/import/"
QUIET = Rates(attendance=1, late=0, withdrawals=0, forfeits=0, postponed=0, corrections=0, half_byes=0, by_hand=0)


def words(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def upload(client: Client, data: bytes) -> Any:
    return client.post(IMPORT, {"file": SimpleUploadedFile("report.trf", data)})


def confirm(client: Client, page: Any, **changed: str) -> Any:
    html = page.content.decode()
    form = dict(re.findall(r'name="(upload|seen|receipt)" value="([^"]*)"', html))
    season, system = re.findall(r'<option value="(\w+)" selected', html)
    (planned,) = re.findall(r'<input[^>]*name="planned_rounds"[^>]*>', html)
    value = re.search(r'value="(\d+)"', planned)
    asked = {"season": season, "system": system, "planned_rounds": value[1] if value else "", "name": "Came in"}
    return client.post(IMPORT, form | asked | changed)


def simulated(code: str, *, planned: int | None = 5) -> bytes:
    from dataclasses import replace

    file = simulated_file(code, seed=3, players=8, rounds=3, rates=QUIET).file
    return dump_trf(trf_of(replace(file, snapshot=replace(file.snapshot, planned_rounds=planned))))


def test_it_is_looked_at_first_and_nothing_is_saved(cast: Cast, dag: Client) -> None:
    before = dump_database()
    page = words(upload(dag, SAMPLE))
    assert "Norwegian Monrad" in page
    assert "5 players" in page
    assert "3 of 3 rounds" in page
    assert "System for the rounds to come" in page
    assert dump_database() == before


def test_another_system_can_be_looked_at(cast: Cast, dag: Client) -> None:
    page = confirm(dag, upload(dag, SAMPLE), system="fide_dutch", planned_rounds="7", look="1")
    assert page.status_code == 200
    assert "3 of 7 rounds" in words(page)
    assert "FIDE Swiss (Dutch)" in re.search(r'class="facts">(.*?)</p>', page.content.decode(), re.DOTALL)[1]
    assert not Tournament.objects.exists()


def test_what_the_rounds_before_were_paired_by_is_told(cast: Cast, dag: Client) -> None:
    page = words(upload(dag, (INPUTS / "192_dubov.trf").read_bytes()))
    assert "The file says FIDE_DUBOV. The rounds to come are paired by FIDE Swiss (Dutch)." in page


def test_an_older_report_that_is_over_is_told_how_to_be(cast: Cast, dag: Client) -> None:
    page = upload(dag, (INPUTS.parent / "trf" / "sample16.trf").read_bytes())
    assert "Leave it empty if it is not fixed. If the tournament is over: 3, the rounds played." in words(page)
    confirm(dag, page, planned_rounds="3")
    assert Tournament.objects.get().planned_rounds == 3


def test_what_is_added_goes_on_and_other_points_and_ids_are_told(cast: Cast, dag: Client) -> None:
    data = (INPUTS / "xxa_ignored.trf").read_bytes()
    assert "Baku acceleration" in words(upload(dag, data))
    lines = data.replace(b"XXA    4  1.0", b"XXA    5  1.0").decode().splitlines()
    lines = [f"{line[:57]}{1500001:>11}{line[68:]}" if line.startswith("001") else line for line in lines]
    page = words(upload(dag, "\n".join(lines).encode()))
    assert "The points of accelerated rounds (250, XXA) are not imported" in page
    assert "1500001 is the FIDE ID of several players: 1, 2, 3, 4, 5, 6, 7, 8. Only the first of them keeps it." in page


def test_a_tournament_of_teams_out_of_its_columns_is_refused_by_its_line(cast: Cast, dag: Client) -> None:
    page = upload(dag, (INPUTS / "team_file_as_individual.trf").read_bytes())
    assert page.status_code == 422
    assert "Column 54 should be blank: this line is shifted out of its columns." in words(page)


def test_a_tournament_of_teams_is_looked_at_first_with_its_teams(cast: Cast, dag: Client) -> None:
    text = json.loads((INPUTS.parent / "teams" / "swiss_seven.json").read_text())["trf"]
    page = upload(dag, text.replace("352 WBWB", "352 WBWB\r\n202 MPvGP").encode())
    assert page.status_code == 200
    assert "FIDE Swiss for teams 7 teams 5 of 5 rounds 15 games" in words(page)
    assert '<option value="fide_team" selected>' in page.content.decode()


def test_a_bye_given_before_the_first_round_is_taken_over(cast: Cast, dag: Client) -> None:
    response = confirm(dag, upload(dag, (INPUTS / "preset_pab_round_1.trf").read_bytes()))
    assert response.status_code == 302, words(response)
    coming = exported(Tournament.objects.get()).snapshot
    assert coming.rounds == ()
    assert [(bye.player, bye.kind) for bye in coming.next_round.byes] == [(5, "pairing")]


@pytest.mark.parametrize("code", ["fide_dutch", "all_play_all", "norwegian_monrad", "attendance_monrad"])
def test_a_report_of_each_kind_is_imported_verified_and_gone_on_with(cast: Cast, dag: Client, code: str) -> None:
    response = confirm(dag, upload(dag, simulated(code)))
    assert response.status_code == 302, words(response)
    made = Tournament.objects.get()
    assert (made.system, made.name, made.rounds.count()) == (code, "Came in", 3)
    file = exported(made)
    system, tie_breaks = file.configured()
    assert verify(system, tie_breaks, file.snapshot).holds
    assert len(system.pair(file.snapshot).boards) == 4
    assert "Came in is imported, and you direct it." in words(dag.get(response["Location"]))
    assert made.seed != "0" * 64


def test_people_bring_their_details_and_are_known_by_their_fide_id(cast: Cast, dag: Client) -> None:
    dag_foss = cast.add_player("Dagfinn", "Foss")
    Player.objects.filter(pk=dag_foss.pk).update(fide_id=1700004, rating=None)
    anna = cast.add_player("Anna", "Berg")
    Player.objects.filter(pk=anna.pk).update(fide_id=99)
    confirm(dag, upload(dag, SAMPLE))
    made = Tournament.objects.get()
    by_number = {entry.number: entry.player for entry in made.entries.select_related("player")}
    assert by_number[4].pk == dag_foss.pk, "by the number, though the name is another"
    assert by_number[1].pk != anna.pk, "the same name with another number is somebody else"
    berg = by_number[1]
    assert (berg.given_name, berg.family_name, berg.fide_id, berg.federation) == ("Anna", "Berg", 1500001, "NOR")
    contact = PlayerContact.objects.get(player=berg)
    assert (contact.sex, contact.birth_year, str(contact.birth_date)) == ("female", 1988, "1988-03-04")
    assert PlayerContact.objects.get(player=by_number[2]).birth_date is None
    assert not PlayerContact.objects.filter(player=dag_foss).exists(), "what the club knows stays as it is"


def test_a_new_player_has_both_ratings(cast: Cast, dag: Client) -> None:
    (line,) = (line for line in SAMPLE.split(b"\r\n") if line.startswith(b"001    1"))
    national = b"NOR" + line[3:48] + b"1500" + line[52:57] + b"         77" + line[68:79]
    report = SAMPLE.replace(line, line + b"\r\n" + national).replace(b"152 ", b"172 NOR OTHER\r\n152 ", 1)
    response = confirm(dag, upload(dag, report))
    assert response.status_code == 302, words(response)

    anna = Player.objects.get(national_id="77")
    assert (anna.rating, anna.fide_rating) == (1500, int(line[48:52]))
    assert anna.entries.get().rating == 1500


def test_a_fault_is_told_with_its_line(cast: Cast, dag: Client) -> None:
    page = upload(dag, SAMPLE.replace(b"     2 b 1     3 w 1", b"     2 b =     3 w 1"))
    assert page.status_code == 422
    assert "Place in the file: line 19, round 1." in words(page)


def test_what_was_read_otherwise_is_told(cast: Cast, dag: Client) -> None:
    page = words(upload(dag, SAMPLE.replace(b"0000 - U", b"0000 - +")))
    assert "“+” without an opponent was read as “U”" in page


def test_a_system_that_is_not_offered_is_refused(cast: Cast, dag: Client) -> None:
    page = confirm(dag, upload(dag, SAMPLE), system="keizer")
    assert page.status_code == 422
    assert not Tournament.objects.exists()


def test_a_report_that_came_without_dates_is_told_so_before_it_goes_out(kari: Client) -> None:
    confirm(kari, upload(kari, (INPUTS / "no_dates_report.trf").read_bytes()))
    made = Tournament.objects.get()

    page = words(kari.get(f"/en/sk-rockaden/staff/{made.slug}/exports/"))

    assert re.search(r"Rounds? [\d, ]+ ha(s|ve) no date\.", page)
    assert "Fill in below:" in page
