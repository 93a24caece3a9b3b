"""A whole club put in or taken out: its own record comes along or goes with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from tournaments.models import Action, Club, Tournament
from tournaments.recording.change import Change
from tournaments.recording.current_rows import newest_first
from tournaments.recording.forgetting import stripped
from tournaments.recording.row_changes import label_of
from tournaments.recording.unit_of_work import being_active

_AT_ONCE = 500


@contextmanager
def whole_club() -> Iterator[None]:
    """One transaction, in which what follows may write."""
    with transaction.atomic(), being_active():
        yield


@contextmanager
def one_moment() -> Iterator[None]:
    """What is read inside is of one moment, however long it takes; others go on writing meanwhile."""
    kept = getattr(connection, "transaction_mode", None)  # SQLite's: ours takes the write lock, which reading need not
    if connection.vendor == "sqlite":
        connection.transaction_mode = None  # type: ignore[attr-defined]
    try:
        with transaction.atomic():
            if connection.vendor == "postgresql" and len(connection.savepoint_ids) == 0:
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    finally:
        if connection.vendor == "sqlite":
            connection.transaction_mode = kept  # type: ignore[attr-defined]


def reserve_keys(model: type[Model], count: int) -> Sequence[int]:
    """So many keys that no row of the model has or had, rising; nobody else is given them."""
    if count == 0:
        return ()
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
                [connection.ops.quote_name(table), count],
            )
            return sorted(key for (key,) in cursor.fetchall())
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        found = cursor.fetchone()
        last = found[0] if found else 0
        if found:
            cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [last + count, table])
        else:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last + count])
        return range(last + 1, last + count + 1)


def put_rows(rows: Sequence[Model]) -> None:
    """Of one model, with their keys."""
    if rows:
        type(rows[0])._base_manager.bulk_create(rows)


def note_whole(change: Change, club: Club) -> None:
    """All of it came at once: more is not kept of that, and nothing undoes it."""
    change.rows.append({"model": label_of(Club), "pk": club.pk, "before": {}, "after": {}, "private": True})


def lock_whole(club: Club) -> None:
    """Nobody writes in it, nor adds anything to it, until the transaction ends. Raises Club.DoesNotExist.

    What is erased then is overwritten in a SQLite file, too: it could be read there otherwise.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")
    Club.objects.select_for_update().get(pk=club.pk)
    list(Tournament.objects.select_for_update().filter(club=club).order_by("pk").values_list("pk"))


def erase_rows(model: type[Model], keys: Sequence[Any]) -> None:
    """Whatever refers to them must be gone when the transaction ends, or all stays."""
    for begin in range(0, len(keys), _AT_ONCE):
        found = model._base_manager.filter(pk__in=list(keys[begin : begin + _AT_ONCE]))
        found._raw_delete(found.db)  # without reading each row and what refers to it


def forget_in_the_installations_record(gone: Mapping[str, Collection[int]]) -> int:
    """Of rows that are gone, by their models' labels, what actions of no club tell: they were made there, or were
    accounts. An action that tells of nothing else goes. How many tell less now, or nothing."""
    told, empty = 0, []
    for action in newest_first(Action.objects.filter(club=None)):
        ours = [kept["pk"] in gone.get(kept["model"], ()) for kept in action.changes]
        if not any(ours) and action.actor_id not in gone.get("user", ()):
            continue
        told += 1
        if all(ours) or action.actor_id in gone.get("user", ()):
            empty.append(action.pk)
        else:
            Action.objects.filter(pk=action.pk).update(changes=[stripped(kept, gone) for kept in action.changes])
    erase_rows(Action, empty)
    return told
