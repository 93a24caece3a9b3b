"""A club into one file, as it is at one moment, while others go on."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db.models import Model
from django.utils import timezone

from clubchess import __version__
from tournaments.models import (
    Club,
    Directorship,
    HelperPass,
    Invitation,
    Membership,
    SimulationRun,
    SimulationState,
    User,
)
from tournaments.recording import one_moment
from tournaments.recording.row_changes import column_of, label_of, to_json
from tournaments.services.installation.backups.migrations import applied
from tournaments.services.installation.club_transfer.club_file import ClubFileWriter, ClubManifest, Row, writing
from tournaments.services.installation.club_transfer.club_rows import ModelType, exported, in_pieces, keys_of, rows_with
from tournaments.services.installation.club_transfer.json_keys import Misshapen, with_keys
from tournaments.services.installation.club_transfer.moved_accounts import row_of
from tournaments.services.installation.club_transfer.values import BadValue, checked, is_key

STAY_BEHIND: dict[ModelType, tuple[str, ...]] = {
    Club: ("demo_password",),
    HelperPass: ("token_hash",),
    Invitation: ("token_hash",),
}
"""Columns that are not in a file: codes and links of the other installation open nothing here. Cards go along, or all
that hang in kitchens would have to be handed out again."""

APP = "tournaments"
ACCOUNTS = label_of(User)


class CannotExport(Exception):
    """It says which row, and which column of it."""


def migrations_of_app() -> tuple[str, ...]:
    return tuple(name for name in applied() if name.startswith(f"{APP}."))


def columns_of(model: ModelType) -> list[str]:
    """In a file, the key first."""
    return [c.attname for c in model._meta.concrete_fields if c.attname not in STAY_BEHIND.get(model, ())]


def export_club(slug: str, to: Path, *, with_passwords: bool) -> ClubManifest:
    """Raises Club.DoesNotExist, OSError."""
    with one_moment():
        club = Club.objects.get(slug=slug)
        with writing(to) as writer:
            return _Export(club, with_passwords=with_passwords).write(writer)


@dataclass(kw_only=True)
class _Named:
    """The accounts that rows or the history name."""

    users: set[int] = field(default_factory=set)

    def key(self, model: ModelType, value: Any) -> int:
        if not is_key(value):
            raise Misshapen
        if model is User:
            self.users.add(value)
        return int(value)


class _Export:
    def __init__(self, club: Club, *, with_passwords: bool) -> None:
        self._club = club
        self._with_passwords = with_passwords
        self._named = _Named()

    def write(self, writer: ClubFileWriter) -> ClubManifest:
        counts = {label_of(model): writer.rows(label_of(model), self._rows(model)) for model in exported()}
        counts[ACCOUNTS] = writer.rows(ACCOUNTS, self._accounts())
        manifest = ClubManifest(
            app_version=__version__,
            made_at=timezone.now().astimezone(datetime.UTC).isoformat(timespec="seconds"),
            migrations=migrations_of_app(),
            club=self._club.name,
            with_passwords=self._with_passwords,
            counts=counts,
        )
        writer.manifest(manifest)
        return manifest

    def _rows(self, model: ModelType) -> Iterator[Row]:
        columns = columns_of(model)
        for keys in in_pieces(keys_of(model, self._club)):
            for row in rows_with(model, keys):
                if not _goes_on(row):
                    yield {name: self._value(model, name, row) for name in columns}

    def _value(self, model: ModelType, attname: str, row: Model) -> Any:
        """Looked at as it will be where it goes: here somebody can still put it right."""
        try:
            value = with_keys(model, attname, to_json(getattr(row, attname)), self._named.key)
            checked(column_of(model, attname), value)
        except (Misshapen, BadValue) as error:
            raise CannotExport(f"{label_of(model)} {row.pk}, {attname}") from error
        return value

    def _accounts(self) -> Iterator[Row]:
        working = {
            *Membership.objects.filter(club=self._club).values_list("user", flat=True),
            *Directorship.objects.filter(tournament__club=self._club).values_list("user", flat=True),
        }
        for keys in in_pieces(sorted(self._named.users)):
            for user in rows_with(User, keys):
                yield row_of(user, works_here=user.pk in working, with_password=self._with_passwords)


def _goes_on(row: Model) -> bool:
    """A planning that is at work: its jobs stay here."""
    return isinstance(row, SimulationRun) and row.state == SimulationState.RUNNING
