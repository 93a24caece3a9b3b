"""The version before goes on with the database of this one: processes are changed one by one, while clubs play."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any

import pytest
from django.db import connection, models, transaction
from django.db.migrations import operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.db.models import Model

from tests.tools.casts.evening_cast import evening
from tournaments.models import Club

APP = "tournaments"
RELEASED = "0001_squashed_0049_kinds_on_the_card"
"""The last migration of the version before; moved on when a version is released."""


def harm(operation: operations.base.Operation, before: ProjectState) -> str:
    """What it does to whoever still runs the version before: nothing, or what to do instead."""
    match operation:
        case operations.AddField(model_name_lower=model) | operations.AddConstraint(model_name_lower=model) if (
            APP,
            model,
        ) not in released_models():
            return ""  # of a table that came since: the version before writes nothing there
        case operations.RenameModel() | operations.AlterModelTable() if tables(before) == tables(
            after(operation, before)
        ):
            return ""  # a class was renamed and its table was not
        case operations.AddIndex() | operations.RemoveIndex() | operations.CreateModel():
            return ""
        case operations.AlterModelOptions() | operations.AlterModelManagers():
            return ""
        case operations.AddField(field=field):
            has_value = field.null or field.many_to_many or field.db_default is not models.NOT_PROVIDED
            return "" if has_value else f"{operation.name}: it writes rows without it, so give it a db_default or null"
        case operations.AlterField(field=field) if stored(field) == stored(
            before.models[APP, operation.model_name_lower].fields[operation.name]
        ):
            return ""  # only its words have changed
        case operations.AlterField():
            return f"{operation.name}: it may write what no longer fits, so say below why it does not"
    return f"{operation.describe()}: it still asks for what was there, so leave that for the version after"


@cache
def released_models() -> Collection[tuple[str, str]]:
    return frozenset(MigrationLoader(None).graph.make_state((APP, RELEASED)).models)


def after(operation: operations.base.Operation, before: ProjectState) -> ProjectState:
    state = before.clone()
    operation.state_forwards(APP, state)
    return state


def stored(field: models.Field[object, object]) -> object:
    """All of a field but what people read: its name, its help, the labels of its choices."""
    _name, path, args, options = field.deconstruct()
    choices = [value for value, _label in options.pop("choices", None) or ()]
    return path, args, choices, {key: options[key] for key in sorted(options.keys() - {"verbose_name", "help_text"})}


def tables(state: ProjectState) -> set[str]:
    return {
        model.options.get("db_table") or f"{APP}_{name}" for (app, name), model in state.models.items() if app == APP
    }


def later() -> list[tuple[str, operations.base.Operation, ProjectState]]:
    """All that came since, by migration, each with what was there before it."""
    graph = MigrationLoader(None).graph
    state, found = graph.make_state((APP, RELEASED)), []
    for key in graph.forwards_plan(graph.leaf_nodes(APP)[0]):
        if key[0] == APP and key not in graph.forwards_plan((APP, RELEASED)):
            for each in graph.nodes[key].operations:
                found.append((key[1], each, state))
                state = after(each, state)
    return found


_ONE_VALUE_MORE = [
    *(f"Alter field said_by on {model}" for model in ("availability", "awayperiod")),
    "Alter field asked on inboxitem",
    *(
        f"{what} constraint {name} {where} model {model}"
        for name, model in (
            ("plan_said_by", "availability"),
            ("away_period_said_by", "awayperiod"),
            ("inbox_asked", "inboxitem"),
        )
        for what, where in (("Remove", "from"), ("Create", "on"))
    ),
]
FITS: dict[tuple[str, str], str] = {
    **{("0054_outside_teams", each): "what was allowed still is" for each in _ONE_VALUE_MORE},
    ("0055_room_for_teams", "Raw Python operation"): "a tournament's address, which is read anew with each request",
    ("0057_teams", "Alter field player on entry"): "without a player are teams alone, which it can enter none of",
    **{
        ("0057_teams", f"Create constraint {name} on model {model}"): "what it writes has no team and no boards"
        for name, model in (
            ("entry_team_once", "entry"),
            ("entry_player_or_team", "entry"),
            ("game_whole_score", "game"),
        )
    },
}
"""By migration and operation, why one that looks harmful is not."""


def test_no_migration_breaks_the_version_before() -> None:
    found = {
        (name, said)
        for name, each, before in later()
        if (said := harm(each, before)) and (name, each.describe()) not in FITS
    }
    assert found == set()


def in_other_words(name: str) -> models.Field[Any, Any]:
    field = Club._meta.get_field(name).clone()
    field.verbose_name, field.help_text = "other", "words"
    return field


@pytest.mark.parametrize(
    ("operation", "said"),
    [
        (operations.AddField("club", "motto", models.TextField()), "db_default or null"),
        (operations.AddField("club", "motto", models.TextField(default="")), "db_default or null"),
        (operations.AddField("club", "motto", models.TextField(null=True)), ""),
        (operations.AddField("club", "motto", models.TextField(db_default="")), ""),
        (operations.RemoveField("club", "place"), "leave that for the version after"),
        (operations.RenameField("club", "place", "where"), "leave that for the version after"),
        (operations.DeleteModel("club"), "leave that for the version after"),
        (operations.AlterField("club", "place", models.CharField(max_length=5)), "no longer fits"),
        (operations.AlterField("club", "place", in_other_words("place")), ""),
        (operations.AlterField("club", "place", in_other_words("name")), "no longer fits"),
        (operations.RunSQL("SELECT 1"), "leave that for the version after"),
        (operations.AlterModelTable("club", "clubs"), "leave that for the version after"),
        (operations.AlterModelTable("club", "tournaments_club"), ""),
        (operations.RenameModel("Club", "Society"), "leave that for the version after"),
        (operations.RenameModel("Availability", "Answer"), ""),
    ],
)
def test_what_would_break_it_is_named(operation: operations.base.Operation, said: str) -> None:
    loader = MigrationLoader(None)
    found = harm(operation, loader.project_state())
    assert (said in found) if said else found == ""


def models_before() -> list[type[Model]]:
    """As the version before knows them."""
    found = MigrationLoader(connection).project_state((APP, RELEASED)).apps.get_app_config(APP).get_models()
    return [model for model in found if not model._meta.proxy]


@pytest.mark.postgresql  # columns that must have a value
@pytest.mark.django_db
def test_it_reads_changes_and_adds_rows_in_the_database_of_this_one() -> None:
    cast = evening(8)
    cast.open()
    cast.check_in()
    cast.pair()
    written: dict[str, int] = {}
    with transaction.atomic():
        for model in models_before():
            rows: list[Any] = list(model._base_manager.all()[:3])
            for row in rows:
                row.save(force_update=True)
                model._base_manager.filter(pk=row.pk)._raw_delete("default")
                row.save(force_insert=True)
            written[model.__name__] = len(rows)
    for name in ("Club", "Player", "Season", "Tournament", "Entry", "Round", "Game", "Attendance", "Action"):
        assert written[name], name


@pytest.mark.django_db
def test_what_is_new_in_a_table_needs_no_value_from_it() -> None:
    with connection.cursor() as cursor:
        for model in models_before():
            known = {field.column for field in model._meta.local_fields}
            columns = connection.introspection.get_table_description(cursor, model._meta.db_table)
            assert known <= {column.name for column in columns}
            for column in columns:
                assert column.name in known or column.null_ok or column.default is not None, column
