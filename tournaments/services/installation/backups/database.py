"""What a backup asks of a database, of whichever kind."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from django_tasks_db.models import DBTaskResult

from clubchess.log_in.ended_sessions import session_store
from tournaments.models import LargeUpload, ListedRating, RatingList, RatingListUpload

# Tables that have rows in an installation where nobody has done anything yet, by the beginnings of their names.
BOOKKEEPING = ("django_", "auth_", "axes_")


def not_backed_up() -> tuple[str, ...]:
    """Tables of which a backup has no rows. Sessions: their keys are log-ins, and they hold what was uploaded. Jobs:
    a mail that waited then would be sent now, and one that was sent since a second time. Rating lists: they would be
    most of it, and are loaded again from where they came. Large uploads: they count for an hour."""
    sessions = session_store().get_model_class()  # type: ignore[attr-defined]  # of those in a database
    others = (ListedRating, RatingListUpload, RatingList, LargeUpload)
    return (str(sessions._meta.db_table), DBTaskResult._meta.db_table, *(each._meta.db_table for each in others))


@dataclass(frozen=True, kw_only=True, slots=True)
class Dump:
    migrations: tuple[str, ...]
    database_version: str


class Database(Protocol):
    @property
    def directory(self) -> Path:
        """Where there is room to work."""

    def dump(self, to: Path) -> Dump:
        """Write all of it, as it is at one moment, but for what is not backed up."""

    def is_empty(self) -> bool: ...

    def refuse_newer(self, database_version: str) -> None:
        """A dump of this version of the database cannot be read here."""

    def replace_with(self, content: Path) -> tuple[str, ...]:
        """Put a dump in the place of all that is there, or leave all as it is. The migrations that it still needed."""


class Opened(Protocol):
    def __call__(self, *, alone: bool) -> AbstractContextManager[Database]: ...
