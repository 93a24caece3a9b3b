"""A backup that somebody puts back on a page: done when the server has ended, before it begins again."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import structlog
from django.conf import settings
from django.core.management.base import CommandError
from django.db import Error
from django.utils.dateparse import parse_datetime

from clubchess.platforms.files import write_for_the_owner
from tournaments.models import Club
from tournaments.services.installation.backups.restoring import restore
from tournaments.services.installation.own_backups import note

_failed = ""
log = structlog.get_logger("clubchess")


def ask(file: Path, *, by: str) -> None:
    """`by`: who puts it back, as they are called: whoever that is has another number there. Raises OSError."""
    write_for_the_owner(_asked(), json.dumps({"file": str(file), "by": by}).encode())


def carry_out() -> None:
    """What was asked for, once: whoever is interrupted finds all as it was, and asks again."""
    global _failed  # for the page of the process that tried
    try:
        asked = json.loads(_asked().read_bytes())
    except FileNotFoundError:
        return
    _asked().unlink()
    try:
        restored = restore(Path(asked["file"]), replace=True)
    except CommandError as error:
        _failed = str(error)
        log.error("not_put_back", exc_info=error)
        with suppress(Error):
            for club in Club.objects.all():
                note(club, verb="installation.not_put_back", actor=None, by=asked["by"])
        return
    made_at = parse_datetime(restored.manifest.made_at)
    date = made_at.date().isoformat() if made_at else ""
    for club in Club.objects.all():
        note(
            club,
            verb="installation.put_back",
            actor=None,
            by=asked["by"],
            date=date,
        )


def what_failed() -> str:
    """Why the last one could not be put back, in English; empty where none failed since the start."""
    return _failed


def _asked() -> Path:
    return Path(settings.DATA_DIR) / "put-back.json"
