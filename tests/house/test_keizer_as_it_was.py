"""The migration that leaves Keizer tournaments what they were when defaults for colours and the unmarked changed."""

from __future__ import annotations

import base64
import gzip
import json
from importlib import import_module
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tests.tools.casts.factories import Evening, SeasonFactory, TournamentFactory
from tests.tools.guards.whole_database import dump
from tests.tools.pairing.keizer_page import DEFAULTS, PRESETS
from tournaments.models import Action, PublishedTable, RoundRecord, Tournament
from tournaments.pairing.systems.keizer import Keizer
from tournaments.pairing.types.options import configured, fields_of, saved
from tournaments.recording import undo
from tournaments.selectors.snapshots import configured_system, table_of, unpacked
from tournaments.services.setup import tournaments

pytestmark = pytest.mark.django_db

WAS = {"default_absence": "unexcused", "colour_count": "balance"}
PRESETS_BEFORE = {
    preset: {code: value for code, value in options.items() if preset != "club_nl" or code not in WAS}
    for preset, options in PRESETS.items()
    if preset not in ("described", "periods", "team_results")  # which are newer
}


def migrate(direction: str) -> None:
    """`code` or `reverse_code` of the migration, with the models of then."""
    (operation,) = import_module("tournaments.migrations.0007_keizer_as_it_was").Migration.operations
    models = MigrationLoader(connection).project_state(("tournaments", "0006_message_and_dates")).apps
    getattr(operation, direction)(models, connection.schema_editor())


# What a database from before holds: all that says in words what went without saying


def unsaid(options: dict[str, Any]) -> dict[str, Any]:
    return {code: value for code, value in options.items() if WAS.get(code) != value}


def unsaid_in_file(kept: bytes) -> bytes:
    document = json.loads(gzip.decompress(kept))
    document["options"] = unsaid(document["options"])
    return gzip.compress((json.dumps(document, ensure_ascii=False) + "\n").encode(), compresslevel=6, mtime=0)


def take_back_to_then() -> None:
    for tournament in Tournament.objects.all():
        Tournament.objects.filter(pk=tournament.pk).update(options=unsaid(tournament.options))
    for model in (RoundRecord, PublishedTable):
        for row in model._default_manager.all():
            model._default_manager.filter(pk=row.pk).update(tournament_file=unsaid_in_file(bytes(row.tournament_file)))
    for action in Action.objects.all():
        for change in action.changes:
            for image in filter(None, (change["before"], change["after"])):
                if "options" in image:
                    image["options"] = unsaid(image["options"])
                if "tournament_file" in image:
                    file = unsaid_in_file(base64.b64decode(image["tournament_file"]))
                    image["tournament_file"] = base64.b64encode(file).decode()
        Action.objects.filter(pk=action.pk).update(changes=action.changes)


def recorded() -> list[Any]:
    return list(Action.objects.order_by("pk").values_list("changes", flat=True))


@pytest.fixture
def evening() -> Evening:
    """Two evenings with people nobody marked, options changed on the way, and a draft of the third."""
    evening = Evening.of(6, system="keizer", options={**WAS, "gap": 1})
    evening.play(1, 2, 3, 4)
    evening.finish()
    evening.play(1, 2, 5, 6)
    evening.finish()
    change_options(evening, {**WAS, "gap": 2})
    evening.draft(1, 2, 3)
    return evening


def change_options(evening: Evening, options: dict[str, object]) -> None:
    changed = evening.tournament
    changed.refresh_from_db()
    seen = tournaments.version_of(changed)
    tournaments.change_options(
        changed, options=options, tie_breaks=changed.tie_breaks, seen=seen, actor=evening.director
    )


# Forwards


def test_rows_kept_files_and_the_record_say_in_words_what_held_without(evening: Evening) -> None:
    rows, actions, table = dump(), recorded(), table_of(evening.tournament, after=2)
    take_back_to_then()
    assert dump() != rows
    assert recorded() != actions
    assert Tournament.objects.get().options == {"gap": 2}

    migrate("code")

    assert dump() == rows
    assert recorded() == actions
    assert table_of(Tournament.objects.get(), after=2).to_json() == table.to_json()


@pytest.mark.slow
def test_every_round_still_verifies_by_what_was_kept_with_it(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    evening.publish()
    take_back_to_then()
    migrate("code")

    call_command("verify_tournament", evening.tournament.short_code)

    assert capsys.readouterr().out.endswith("Tables: they hold.\nEverything is as the system pairs and ranks.\n")


def test_what_was_done_before_can_be_undone_after(evening: Evening) -> None:
    take_back_to_then()
    migrate("code")

    undo(Action.objects.filter(verb="round.pair").latest("pk"), actor=evening.director)
    assert RoundRecord.objects.filter(round=evening.round).count() == 0
    undo(Action.objects.get(verb="tournament.change_options"), actor=evening.director)

    assert Tournament.objects.get().options == {**WAS, "gap": 1}


def test_a_tournament_that_is_gone_comes_back_as_it_was() -> None:
    season = SeasonFactory()
    for preset in ("", "club_nl"):
        tournaments.create_tournament(
            season.club, season=season, name=f"Cup {preset}", system="keizer", preset=preset, options={}, actor=None
        )
        made = Action.objects.latest("pk")
        undo(made, actor=None)

    migrate("code")

    for undoing in list(Action.objects.filter(verb="undo").order_by("pk")):
        undo(undoing, actor=None)
    assert list(Tournament.objects.order_by("pk").values_list("preset", "options")) == [("", WAS), ("club_nl", {})]


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["", *PRESETS_BEFORE])
@pytest.mark.parametrize(
    "options",
    [{}, {"default_absence": "excused"}, {"default_absence": "unexcused", "gap": 5}, {"default_absence": "club"}],
)
def test_each_preset_counts_the_unmarked_and_gives_white_as_before(preset: str, options: dict[str, str]) -> None:
    tournament = TournamentFactory(system="keizer", preset=preset, options=options)

    migrate("code")

    tournament.refresh_from_db()
    then = DEFAULTS | WAS | PRESETS_BEFORE.get(preset, {}) | options
    expected = {option.code: option.save(option.read(then[option.code])) for option in fields_of(Keizer)}
    assert saved(configured_system(tournament)) == expected
    assert tournament.preset == preset
    assert saved(configured(Keizer, tournament.options, preset=preset or None)) == expected


def test_only_what_is_not_said_by_the_preset_is_written() -> None:
    for preset in PRESETS_BEFORE:
        TournamentFactory(system="keizer", preset=preset, options={})

    migrate("code")

    assert dict(Tournament.objects.values_list("preset", "options")) == {
        "classic": WAS,
        "club_nl": {},
        "by_score": {"colour_count": "balance"},
        "fixed_points": WAS,
    }


def test_other_systems_are_left_alone() -> None:
    evening = Evening.of(6, system="attendance_monrad", options={"colour_count": "balance"})
    evening.play()
    evening.finish()
    change_options(evening, {})
    rows, actions = dump(), recorded()

    migrate("code")
    assert (dump(), recorded()) == (rows, actions)

    migrate("reverse_code")
    assert (dump(), recorded()) == (rows, actions)


# Backwards


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "options", "preset_before", "options_before"),
    [
        ("", {}, "", {"default_absence": "excused"}),
        ("classic", {"colour_count": "balance", "gap": 2}, "classic", {"default_absence": "excused", "gap": 2}),
        ("classic", {"default_absence": "club"}, "classic", {"default_absence": "club"}),
        ("described", {"gap": 1}, "", {"default_absence": "excused", "gap": 1, "bye_choice": "lowest"}),
        ("club_nl", {"colour_count": "whites"}, "club_nl", {}),
        ("by_score", {}, "by_score", {}),
        ("fixed_points", {}, "fixed_points", {"default_absence": "excused"}),
    ],
)
def test_backwards_it_says_what_the_program_before_can_read(
    preset: str, options: dict[str, object], preset_before: str, options_before: dict[str, object]
) -> None:
    evening = Evening.of(4, system="keizer", preset=preset, options=options)
    evening.play()
    evening.finish()

    migrate("reverse_code")

    tournament = Tournament.objects.get()
    assert (tournament.preset, tournament.options) == (preset_before, options_before)
    for kept in (RoundRecord.objects.get(), PublishedTable.objects.get()):
        file = unpacked(kept.tournament_file)
        assert (file.preset or "", file.options) == (preset_before, options_before)
    undo(Action.objects.filter(verb="round.finish").latest("pk"), actor=evening.director)
    assert not PublishedTable.objects.exists()
