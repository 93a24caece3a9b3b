"""A pairing system in one file outside the tree: it is in the forms and the commands, and the tests of every system."""

from __future__ import annotations

import json
import sys
import uuid
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.management.test_tournament_files import answers, run
from tests.tools.casts.evening_cast import evening
from tests.tools.casts.factories import Evening
from tournaments.models import Tournament
from tournaments.pairing import discovery
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.snapshot import Result

CODE = "toy_neighbours"


def test_it_stands_nowhere_in_the_tree() -> None:
    assert Path(sys.modules[SYSTEMS[CODE].__module__].__file__ or "").parent.name == "toys"
    assert discovery.rule_of("toy_neighbours/colour").sentence.startswith("{white}")
    assert {"attendance_monrad", CODE} < set(SYSTEMS)


def test_the_commands_take_it(tmp_path: Path) -> None:
    path = tmp_path / "toy.json"
    arguments = ("--seed", "4", "--players", "9", "--rounds", "3", "--attendance", "1", "--late", "0")
    assert run("simulate", "--system", CODE, "--preset", "double", *arguments, "--out", path)[0] == 0
    status, [verdict] = answers("verify_tournament", path)
    assert (status, verdict["holds"]) == (0, True)
    document = json.loads(path.read_text())
    path.write_text(json.dumps(document | {"planned_rounds": 9}))
    status, [paired] = answers("pair", path)
    assert (status, paired["round"], len(paired["boards"])) == (0, 4, 4)
    assert {reason["rule"] for reason in paired["boards"][0]["reasons"]} > {"toy_neighbours/colour"}
    status, [ranked] = answers("standings", path)
    assert (status, len(ranked["standings"])) == (0, 9)


@pytest.mark.django_db
def test_the_form_offers_it_with_its_options() -> None:
    cast = evening(0, entered=False)
    client = cast.client()
    address = reverse("create_tournament", args=[cast.club.slug, CODE])

    assert address in client.get(reverse("choose_system", args=[cast.club.slug])).content.decode()
    form = client.get(address).content.decode()
    assert "Toy neighbours" in form
    assert 'name="bye_points"' in form
    data = {"name": "Toys", "season": cast.season.pk, "planned_rounds": "5", "receipt": str(uuid.uuid4())}
    shown = {"win": "2", "draw": "1", "loss": "0", "bye_points": "1", "last_resort": "stop"}
    assert client.post(address, data | shown).status_code == 302
    made = Tournament.objects.latest("pk")
    assert (made.system, made.options) == (CODE, {"win": "2", "draw": "1", "last_resort": "stop"})


@pytest.mark.django_db
def test_an_evening_of_it_is_played_shown_and_verified() -> None:
    evening = Evening.of(5, system=CODE, tie_breaks=None)
    evening.play(result=Result.DRAW)
    evening.play()
    evening.finish()

    club, slug = evening.tournament.club.slug, evening.tournament.slug
    for name, *more in (("public_tournament",), ("public_round", 2), ("public_standings",), ("public_crosstable",)):
        page = Client().get(reverse(name, args=[club, slug, *more]))
        assert page.status_code == 200, name
        assert evening.entry(1).player.given_name in page.content.decode(), name
    assert "toy_neighbours/colour" in {reason["rule"] for reason in evening.game(1, in_round=1).reasons}
    status, [verdict] = answers("verify_tournament", f"{club}/{slug}")
    assert (status, verdict["holds"], len(verdict["rounds"])) == (0, True, 2)


@pytest.mark.django_db
def test_it_needs_no_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
