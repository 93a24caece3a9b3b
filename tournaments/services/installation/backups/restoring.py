"""A backup in the place of the whole database, or nothing changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from tournaments.selectors.kept_backups import BEFORE_RESTORE
from tournaments.services.installation.backups.archive import Manifest, read_manifest, unpack
from tournaments.services.installation.backups.database import Database
from tournaments.services.installation.backups.errors import BackupError, NotABackup
from tournaments.services.installation.backups.migrations import refuse_unknown
from tournaments.services.installation.backups.saving import dated, opened, save, workspace


@dataclass(frozen=True, kw_only=True, slots=True)
class Restored:
    manifest: Manifest
    migrated: Sequence[str]
    """The migrations that it needed: an older version had made it."""
    kept: Path | None
    """Where that is which was here before."""


def read_what_fits(file: Path) -> Manifest:
    """Raises BackupError where it is no backup, or of something else than runs here."""
    manifest = read_manifest(file)
    if manifest.database != connection.vendor:
        raise NotABackup(
            f"The backup is of {manifest.database} and this installation runs on {connection.vendor}. "
            "Single tournaments move with export_tournament and import_tournament. Nothing was changed."
        )
    refuse_unknown(manifest.migrations)
    return manifest


def restore(file: Path, *, replace: bool) -> Restored:
    """The server must not run. `replace`: what is there already is backed up first. Raises BackupError."""
    manifest = read_what_fits(file)
    try:
        with opened()(alone=True) as database, workspace(database.directory) as work:
            database.refuse_newer(manifest.database_version)
            content = work / "content"
            unpack(file, manifest, content)
            kept = _keep_what_is_there(database, replace=replace)
            migrated = database.replace_with(content)
    except OSError as error:
        raise BackupError(f"{error.filename or file}: {error.strerror}. Nothing was changed.") from None
    except DatabaseError as error:
        raise BackupError(f"The backup could not be put in place: {error}. Nothing was changed.") from None
    return Restored(manifest=manifest, migrated=migrated, kept=kept)


def _keep_what_is_there(database: Database, *, replace: bool) -> Path | None:
    if database.is_empty():
        return None
    if not replace:
        raise BackupError(
            "This installation is not empty. With --replace it is backed up and then replaced. Nothing was changed."
        )
    backups = settings.DATA_DIR / "backups"
    backups.mkdir(mode=0o700, exist_ok=True)
    kept = dated(backups, BEFORE_RESTORE)
    save(database, kept)
    return kept
