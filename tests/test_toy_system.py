"""A pairing system in one file outside the tree: it is in the forms, the commands and the tests of every system."""

from __future__ import annotations

import json
import shutil
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.commands.test_tournament_files import answers, run
from tests.pairing import test_every_system as every_system
from tests.pairing import test_stops as stops
from tests.tools.evening_cast import evening
from tests.tools.evenings.simulated import check, simulated
from tests.tools.factories import Evening
from tournaments.models import Tournament
from tournaments.pairing import discovery, systems
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.model.snapshot import Result

CODE = "toy_neighbours"
PROMISES = [
    every_system.test_a_round_keeps_the_promises,
    every_system.test_a_table_opens_up,
    every_system.test_the_history_is_what_each_table_showed,
    every_system.test_the_settings_are_said_in_words,
    every_system.test_a_number_of_rounds_is_proposed_where_it_is_asked_for,
    every_system.test_the_order_of_the_rows_does_not_matter,
    every_system.test_one_who_never_comes_changes_no_board,
    every_system.test_options_survive_json,
    every_system.test_it_keeps_the_protocol_and_its_texts_are_there,
    every_system.test_start_numbers_are_a_permutation_that_follows_from_the_seed,
]


@pytest.fixture(autouse=True)
def _added(tmp_path: Path) -> Iterator[None]:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    shutil.copy(Path(__file__).parent / "tools" / f"{CODE}.py", folder)
    systems.__path__.append(str(folder))
    yield
    systems.__path__.remove(str(folder))
    sys.modules.pop(f"{systems.__name__}.{CODE}", None)
    if hasattr(systems, CODE):
        delattr(systems, CODE)


def test_it_stands_nowhere_in_the_tree() -> None:
    assert Path(sys.modules[SYSTEMS[CODE].__module__].__file__ or "").parent.name == "elsewhere"
    assert discovery.rule_of("toy_neighbours/colour").sentence.startswith("{white}")
    assert {"attendance_monrad", CODE} < set(SYSTEMS)


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_it_keeps_what_every_system_promises(promise: object) -> None:
    promise(code=CODE)  # type: ignore[operator]


@pytest.mark.parametrize("count", [1, 7, 12])
def test_a_whole_tournament_of_it_can_be_played(count: int) -> None:
    every_system.test_a_whole_tournament_can_be_played_to_the_end(CODE, count)


def test_it_says_why_it_stops() -> None:
    stops.test_all_planned_rounds_are_played(CODE, "double")
    stops.test_nobody_is_there(CODE, None, 3)
    stops.test_more_rounds_than_the_field_allows(CODE, 4)
    stops.test_everybody_is_forbidden_to_meet(CODE, None, 4)


def test_simulated_tournaments_of_it_verify() -> None:
    for seed in range(10):
        check(simulated(CODE, seed).file, Random(seed))


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
