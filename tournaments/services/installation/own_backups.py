"""Backups as a page of the installation itself makes, keeps and takes them: of a database in a file (SQLite)."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import structlog
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import gettext as _

from clubchess import chosen_here
from tournaments.models import Action, Club, User
from tournaments.recording import AlreadyDone, action_of, note_whole, recording
from tournaments.selectors.kept_backups import BROUGHT, MADE, chosen, chosen_folder, folder, last_made, usual_folder
from tournaments.services.common.refusal import Refused
from tournaments.services.installation.backups.errors import BackupError, NewerBackup
from tournaments.services.installation.backups.restoring import read_what_fits
from tournaments.services.installation.backups.saving import dated, drop_old, opened, save

OF_THE_INSTALLATION = "installation."
"""How the verbs begin that change nothing a backup would be made for."""
QUIET = datetime.timedelta(minutes=20)
"""After the last tap: the evening is over, or has a pause."""
LONGEST = datetime.timedelta(days=1)
"""Somebody taps all day long."""
MOST_BROUGHT = 5

log = structlog.get_logger("clubchess")


def back_up(club: Club, *, actor: User | None, receipt: uuid.UUID | None = None) -> Path:
    if action_of(club, actor=actor, receipt=receipt):
        raise AlreadyDone
    to = folder()
    try:
        made = _made(to)
    except OSError as error:
        raise Refused(_not_written(to, error)) from error
    except BackupError as error:
        raise Refused(_("No backup could be made: {reason}").format(reason=error)) from error
    note(club, verb="installation.back_up", actor=actor, receipt=receipt, file=made.name)
    return made


def back_up_by_itself() -> Path | None:
    """Once it has been quiet for a while, or nothing was kept for a day."""
    changed = _last_change()
    if changed is None or (timezone.now() - changed < QUIET and timezone.now() - (last_made() or changed) < LONGEST):
        return None
    return _made_of_what_is_new(changed)


def back_up_what_is_new() -> Path | None:
    """At the end, quiet or not. It keeps nobody from ending."""
    if not settings.IS_SQLITE:
        return None
    try:
        return _made_of_what_is_new(_last_change())
    except (BackupError, OSError, DatabaseError) as error:
        log.warning("no_backup", exc_info=error)
        return None


def choose(
    club: Club, *, where: str, kept: int, actor: User | None, receipt: uuid.UUID | None = None
) -> chosen_here.Chosen:
    """Where backups go, and how many of those made by themselves are kept. Raises Refused."""
    wanted = replace(chosen(), backup_folder=where.strip(), backups_kept=kept)
    if wanted.backup_folder:
        _refuse_unusable(Path(wanted.backup_folder))
    chosen_here.write(settings.DATA_DIR, wanted)
    note(club, verb="installation.choose_backups", actor=actor, receipt=receipt, folder=str(chosen_folder()), kept=kept)
    return wanted


def bring(pieces: Iterable[bytes]) -> Path:
    """A file that somebody has chosen, among the others. Raises Refused where it cannot be put back here."""
    usual_folder().mkdir(mode=0o700, exist_ok=True)
    to = dated(usual_folder(), BROUGHT)
    try:
        with to.open("xb") as stream:
            stream.writelines(pieces)
        read_what_fits(to)
    except NewerBackup as error:
        to.unlink()
        raise Refused(_("A newer version of Clubchess made this backup. Install that one first.")) from error
    except BackupError as error:
        to.unlink()
        raise Refused(_("This is no backup of Clubchess, or only a part of one.")) from error
    except OSError as error:
        to.unlink(missing_ok=True)
        raise Refused(_not_written(usual_folder(), error)) from error
    drop_old(usual_folder(), MOST_BROUGHT, beginning=BROUGHT)
    return to


def note(club: Club, *, verb: str, actor: User | None, receipt: uuid.UUID | None = None, **facts: str | int) -> None:
    """Something was done with the installation as a whole: a line among what was done in the club."""
    with recording(club, actor=actor, verb=verb, receipt=receipt, facts=facts) as change:
        note_whole(change, club)


def _made(to: Path) -> Path:
    file = dated(to, MADE)
    with opened()(alone=False) as database:
        save(database, file)
    return file


def _made_of_what_is_new(changed: datetime.datetime | None) -> Path | None:
    last, kept = last_made(), chosen().backups_kept
    if not kept or changed is None or (last is not None and last > changed):
        return None
    to = folder()
    made = _made(to)
    drop_old(to, kept)
    return made


def _last_change() -> datetime.datetime | None:
    changes = Action.objects.exclude(verb__startswith=OF_THE_INSTALLATION).order_by("-pk")
    return changes.values_list("at", flat=True).first()


def _refuse_unusable(directory: Path) -> None:
    if not directory.is_absolute() or not directory.is_dir():
        raise Refused(_("There is no folder {folder} on this computer.").format(folder=directory))
    probe = directory / f".clubchess-{uuid.uuid4().hex}"
    try:
        probe.touch(exist_ok=False)
        probe.unlink()
    except OSError as error:
        raise Refused(_not_written(directory, error)) from error


def _not_written(directory: Path, error: OSError) -> str:
    return _("Nothing can be written in {folder}: {reason}").format(folder=directory, reason=error.strerror)
