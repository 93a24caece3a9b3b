"""The migration that leaves all-play-alls their plan, when the last rounds of the later cycles went back to FIDE's."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tests.tools.casts.factories import Evening, SeasonFactory
from tests.tools.guards.whole_database import dump
from tournaments.models import Action, PublishedTable, RoundRecord, Tournament
from tournaments.recording import undo
from tournaments.services.setup import tournaments

pytestmark = pytest.mark.django_db

TWICE = {"numbering": "given", "cycles": 2, "publish": "round"}
EACH = {"swap_every_cycle": True}


def migrate(direction: str) -> None:
    """`code` or `reverse_code` of the migration, with the models of then."""
    (operation,) = import_module("tournaments.migrations.0043_plan_as_published").Migration.operations
    models = MigrationLoader(connection).project_state(("tournaments", "0042_availability_and_simulation_run")).apps
    getattr(operation, direction)(models, connection.schema_editor())


def in_file(kept: bytes, change: Callable[[dict[str, Any]], dict[str, Any]]) -> bytes:
    document = json.loads(gzip.decompress(kept))
    document["options"] = change(document["options"])
    return gzip.compress((json.dumps(document, ensure_ascii=False) + "\n").encode(), compresslevel=6, mtime=0)


def unsaid(options: dict[str, Any]) -> dict[str, Any]:
    return {code: value for code, value in options.items() if code not in EACH}


def take_back_to_then() -> None:
    """A database from before: what is said in words went without saying."""
    for tournament in Tournament.objects.all():
        Tournament.objects.filter(pk=tournament.pk).update(options=unsaid(tournament.options))
    for model in (RoundRecord, PublishedTable):
        for row in model._default_manager.all():
            file = in_file(bytes(row.tournament_file), unsaid)
            model._default_manager.filter(pk=row.pk).update(tournament_file=file)
    for action in Action.objects.all():
        for change in action.changes:
            for image in filter(None, (change["before"], change["after"])):
                if "options" in image:
                    image["options"] = unsaid(image["options"])
                if "tournament_file" in image:
                    file = in_file(base64.b64decode(image["tournament_file"]), unsaid)
                    image["tournament_file"] = base64.b64encode(file).decode()
        Action.objects.filter(pk=action.pk).update(changes=action.changes)


def recorded() -> list[Any]:
    return list(Action.objects.order_by("pk").values_list("changes", flat=True))


def begun(**options: object) -> Evening:
    """Four players twice, all but the last round held, options changed on the way."""
    evening = Evening.of(4, system="all_play_all", options={**TWICE, **options}, tie_breaks=None)
    for _round in range(4):
        evening.play()
        evening.finish()
    changed = evening.fresh()
    seen = tournaments.version_of(changed)
    tournaments.change_options(
        changed,
        options=changed.options | {"withdrawal": "keep"},
        tie_breaks=changed.tie_breaks,
        seen=seen,
        actor=evening.director,
    )
    evening.play()
    return evening


def test_rows_kept_files_and_the_record_say_what_held_without(capsys: pytest.CaptureFixture[str]) -> None:
    evening = begun(**EACH)
    rows, actions = dump(), recorded()
    take_back_to_then()
    assert dump() != rows
    assert recorded() != actions

    migrate("code")

    assert (dump(), recorded()) == (rows, actions)
    call_command("verify_tournament", evening.tournament.short_code)
    assert capsys.readouterr().out.endswith("Tables: they hold.\nEverything is as the system pairs and ranks.\n")
    evening.play()
    assert evening.boards() == [(3, 4), (2, 1)], "the table's second round, turned: the third was the one before"
    undo(Action.objects.get(verb="tournament.change_options"), actor=evening.director)
    assert Tournament.objects.get().options == TWICE | EACH


@pytest.mark.parametrize("options", [{"cycles": 1}, {"cycles": 3}, {"swap_last_two": False}])
def test_where_nothing_was_swapped_nothing_is_written(options: dict[str, object]) -> None:
    evening = Evening.of(4, system="all_play_all", options=TWICE | options, tie_breaks=None)
    evening.play()
    rows, actions = dump(), recorded()

    migrate("code")

    assert (dump(), recorded()) == (rows, actions)


def test_a_tournament_that_has_published_nothing_gets_fides_plan() -> None:
    evening = Evening.of(4, system="all_play_all", options=TWICE, tie_breaks=None)
    evening.draft()
    rows, actions = dump(), recorded()

    migrate("code")

    assert (dump(), recorded()) == (rows, actions)


def test_one_that_is_gone_comes_back_as_if_it_had_begun() -> None:
    season = SeasonFactory()
    tournaments.create_tournament(
        season.club, season=season, name="Cup", system="all_play_all", preset="", options={"cycles": 2}, actor=None
    )
    undo(Action.objects.latest("pk"), actor=None)

    migrate("code")

    undo(Action.objects.filter(verb="undo").latest("pk"), actor=None)
    assert Tournament.objects.get().options == {"cycles": 2} | EACH


def test_backwards_the_program_before_knows_no_such_option() -> None:
    begun(**EACH)

    migrate("reverse_code")

    assert Tournament.objects.get().options == TWICE | {"withdrawal": "keep"}
    assert not any("swap_every_cycle" in str(each) for each in recorded())
    for kept in (*RoundRecord.objects.all(), *PublishedTable.objects.all()):
        assert b"swap_every_cycle" not in gzip.decompress(bytes(kept.tournament_file))
