"""One club made into thousands, in SQL: every row of the database as often as there are to be clubs.

The rows of the club itself keep their keys; those of its copies are new, and refer to each other as its own do. What
all clubs did in the same moment stands side by side, as in an installation that has grown, so the club's own rows lie
scattered among the others'. Copies play on each day of the week.
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.db.backends.utils import CursorWrapper
    from django.db.models import Field, Model

_SUFFIXED = {"slug", "username"}
_NAMES = ("Bergen", "Delft", "Malmö", "Aarhus", "Bremen", "Utrecht", "Tromsø", "Visby", "Odense", "Kiel")


def main(clubs: int) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubchess.settings"
    import django

    django.setup()
    from django.apps import apps
    from django.db import connection
    from django_tasks_db.models import DBTaskResult

    models = [*apps.get_app_config("tournaments").get_models(), DBTaskResult]
    with connection.cursor() as cursor:
        # Without a look at each foreign key: the copies' are as right as the club's own.
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("SET maintenance_work_mem = '1GB'")
        strides = {model: _highest(cursor, model) for model in models}
        for model in models:
            began = time.perf_counter()
            rows = _copy(cursor, model, strides, clubs)
            if rows >= 100_000:
                print(
                    f"  {rows:>9,} {model._meta.verbose_name_plural}: {time.perf_counter() - began:.0f} s", flush=True
                )
        cursor.execute("SET session_replication_role = DEFAULT")
        began = time.perf_counter()
        cursor.execute("VACUUM ANALYZE")
        print(f"  VACUUM ANALYZE: {time.perf_counter() - began:.0f} s", flush=True)


def _is_counted(model: type[Model]) -> bool:
    return model._meta.pk.get_internal_type() == "BigAutoField"


def _highest(cursor: CursorWrapper, model: type[Model]) -> int:
    if not _is_counted(model):
        return 0
    cursor.execute(f"SELECT coalesce(max({model._meta.pk.column}), 0) FROM {model._meta.db_table}")  # noqa: S608
    return int(cursor.fetchone()[0])


def _copy(cursor: CursorWrapper, model: type[Model], strides: dict[type[Model], int], clubs: int) -> int:
    table, columns = model._meta.db_table, model._meta.concrete_fields
    names = ", ".join(f'"{column.column}"' for column in columns)
    values = ", ".join(_value(column, strides, clubs) for column in columns)
    place = f"row_number() OVER (ORDER BY {model._meta.pk.column}) AS nth"
    cursor.execute(f"CREATE TEMPORARY TABLE one AS SELECT *, {place} FROM {table}")  # noqa: S608
    cursor.execute(f"DELETE FROM {table}")  # noqa: S608
    made_anew = _without_indexes(cursor, table)
    cursor.execute(
        f"INSERT INTO {table} ({names}) SELECT {values} FROM (SELECT * FROM one ORDER BY nth) one"  # noqa: S608
        f" CROSS JOIN LATERAL generate_series(0 * nth, {clubs - 1}) k"
    )
    rows = cursor.rowcount
    cursor.execute("DROP TABLE one")
    for statement in made_anew:
        cursor.execute(statement)
    if _is_counted(model):
        cursor.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), greatest(max(id), 1)) FROM {table}"  # noqa: S608
        )
    return rows


def _without_indexes(cursor: CursorWrapper, table: str) -> list[str]:
    """What makes them anew, which is quicker than keeping them. The primary key stays: others refer to it."""
    cursor.execute(
        "SELECT format('ALTER TABLE %%s DROP CONSTRAINT %%I', conrelid::regclass, conname), format('ALTER TABLE %%s ADD"
        " CONSTRAINT %%I %%s', conrelid::regclass, conname, pg_get_constraintdef(oid))"
        " FROM pg_constraint WHERE contype = 'u' AND conrelid = %s::regclass"
        " UNION ALL SELECT format('DROP INDEX %%s', indexrelid::regclass), pg_get_indexdef(indexrelid) FROM pg_index"
        " WHERE indrelid = %s::regclass AND indexrelid NOT IN"
        " (SELECT conindid FROM pg_constraint WHERE contype IN ('u', 'p'))",
        [table, table],
    )
    both = cursor.fetchall()
    for dropped, _made in both:
        cursor.execute(dropped)
    return [made for _dropped, made in both]


def _value(column: Field[Any, Any], strides: dict[type[Model], int], clubs: int) -> str:
    """Of the copy number k; that of copy 0 is the club's own."""
    there, kind = f'one."{column.column}"', column.get_internal_type()
    target = column.related_model if column.is_relation else column.model if column.primary_key else None
    if isinstance(target, type) and strides.get(target):
        copied = f"{strides[target]} + ({there} - 1) * {clubs - 1} + k"
    elif kind == "UUIDField":
        copied = f"md5({there}::text || k)::uuid"
    elif kind == "DateField" and column.name not in {"starts_on", "ends_on"}:
        copied = f"{there} - (k % 7)::int"
    elif kind == "DateTimeField":
        copied = f"{there} - (k % 7) * interval '1 day'"
    elif column.name in _SUFFIXED:
        copied = f"{there} || '-' || k" if column.model._meta.model_name != "tournament" else there
    elif column.model._meta.model_name == "club" and column.name == "name":
        cities = ", ".join(f"'{name}'" for name in _NAMES)
        copied = f"'SK ' || (ARRAY[{cities}])[1 + k % {len(_NAMES)}] || ' ' || k"
    elif kind in {"CharField", "SlugField"} and column.unique:
        hashed = column.max_length == 64 or column.primary_key
        copied = f"md5({there} || k)" if hashed else f"lpad(to_hex(nth * {clubs} + k), 8, '0')"
    elif column.name == "is_superuser":
        copied = "false"
    else:
        return there
    return f"CASE k WHEN 0 THEN {there} ELSE {copied} END"


if __name__ == "__main__":
    main(int(sys.argv[1]))
