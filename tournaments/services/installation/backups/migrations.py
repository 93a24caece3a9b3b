"""Does a backup fit this program: the migrations it has seen and those that are known here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tournaments.recording import newer_migrations
from tournaments.services.installation.backups.errors import BackupError, NewerBackup, NotABackup


def applied() -> tuple[str, ...]:
    return tuple(sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()))


def refuse_unknown(migrations: Iterable[str]) -> None:
    on_disk = MigrationLoader(None).disk_migrations
    known = {*on_disk, *(replaced for migration in on_disk.values() for replaced in migration.replaces)}
    unknown = sorted(set(migrations) - {f"{app}.{name}" for app, name in known})
    if unknown:
        raise NewerBackup(
            f"The backup was made by a newer Clubchess than this one, which does not know its migration {unknown[0]}. "
            "Update the program first. Nothing was changed."
        )


def refuse_newer_database() -> None:
    """For what takes a part out of the database, into a file or for good: by the tables and columns that are known
    here it would be a part of that part. A backup takes all of them."""
    if newer := newer_migrations():
        raise BackupError(
            f"A newer version of Clubchess has migrated the database ({newer[-1]}), and this one does not know all "
            "that is in it. Use the newer version for this. Nothing was changed."
        )


def migrate_to(migrations: Sequence[tuple[str, str]]) -> None:
    """An empty database of the default connection, made as those who had these migrations had it: by one that stands
    in the place of others only if they had all of those."""
    refuse_unknown(f"{app}.{name}" for app, name in migrations)
    executor = MigrationExecutor(connection)
    had, replacing = set(migrations), dict(executor.loader.replacements)
    whole = {key for key, each in replacing.items() if had.issuperset(each.replaces)}
    if all(key in whole or had.isdisjoint(each.replaces) for key, each in replacing.items()):
        known = (had | whole) & executor.loader.graph.nodes.keys()
    else:
        executor.loader.replace_migrations = False  # type: ignore[attr-defined]  # which the stubs lack
        executor.loader.build_graph()
        known = (had - replacing.keys()) & executor.loader.graph.nodes.keys()
    if not known:
        raise NotABackup("The backup holds no tables of Clubchess. Nothing was changed.")
    last = [each for each in known if known.isdisjoint(executor.loader.graph.node_map[each].children)]
    executor.migrate(last)


def check_and_migrate() -> tuple[str, ...]:
    """Bring the database of the default connection up to this program. The migrations that it needed."""
    before = applied()
    if not before:
        raise NotABackup("The backup holds no tables of Clubchess. Nothing was changed.")
    refuse_unknown(before)
    call_command("migrate", interactive=False, verbosity=0)
    return tuple(sorted(set(applied()) - set(before)))
