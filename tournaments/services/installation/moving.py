"""A club that goes to another installation, or comes from one, as a page does it."""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from clubchess import ending
from tournaments.models import Club, User
from tournaments.services.clubs.clubs import nobody_is_here
from tournaments.services.common.refusal import Refused
from tournaments.services.installation import own_backups, putting_back
from tournaments.services.installation.backups.errors import BackupError
from tournaments.services.installation.backups.migrations import refuse_newer_database
from tournaments.services.installation.club_transfer.club_erasing import CannotErase, erase_club
from tournaments.services.installation.club_transfer.club_file import BrokenClubFile
from tournaments.services.installation.club_transfer.exporting import CannotExport, export_club
from tournaments.services.installation.club_transfer.importing import CannotImport, import_club


def club_file(club: Club, *, actor: User | None, receipt: uuid.UUID | None = None) -> bytes:
    """With the hashes of passwords, so that whoever works for the club logs in there as here. Raises Refused."""
    try:
        refuse_newer_database()
        with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=".clubchess-") as work:
            packed = Path(work) / "packed"
            export_club(club.slug, packed, with_passwords=True)
            content = packed.read_bytes()
    except (BackupError, CannotExport, OSError) as error:
        raise Refused(_("The file could not be made: {reason}").format(reason=error)) from error
    own_backups.note(club, verb="installation.export", actor=actor, receipt=receipt)
    return content


def erase(club: Club, *, typed: str) -> None:
    """For good, with the accounts of those who work for no other. Raises Refused."""
    if typed.strip() != club.name:
        raise Refused(_("That is not the club's name. Nothing was erased."))
    try:
        refuse_newer_database()
        erase_club(club)
    except (BackupError, CannotErase) as error:
        raise Refused(_("Nothing was erased: {reason}").format(reason=error)) from error


def arrive(pieces: Iterable[bytes]) -> Club | None:
    """Where there is no club yet: the file of a club becomes one; None: it is a backup, which is put back when the
    server begins again. Raises Refused."""
    content = b"".join(pieces)
    if not nobody_is_here():
        raise Refused(_("There is a club here already. Nothing was changed."))
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=".clubchess-") as work:
        file = Path(work) / "given"
        file.write_bytes(content)
        try:
            return import_club(file).club
        except CannotImport as error:
            raise Refused(_("This club cannot be brought in: {reason}").format(reason=error)) from error
        except BrokenClubFile:
            if not ending.can_end():
                raise Refused(_("A backup is put back on the command line here, with restore.")) from None
            putting_back.ask(own_backups.bring([content]), by="")
    return None
