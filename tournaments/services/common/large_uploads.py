"""Large uploads: of an address one at a time and so many within an hour, counted over all processes."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import IntegrityError
from django.utils import timezone

from tournaments.exchange.apart import Reader, is_short, read_apart, read_upload
from tournaments.exchange.json_node import FileError
from tournaments.models import LargeUpload
from tournaments.pairing.types.translation import gettext_noop as _
from tournaments.recording import begin_upload, end_upload

MOST_WITHIN = 120
"""Each file is read when it is sent, looked at and confirmed, and a hall has one address."""
_WITHIN = datetime.timedelta(hours=1)
_LEFT_BEHIND = datetime.timedelta(minutes=2)
"""Longer than any takes with those before it: whoever read it was ended."""


def read_counted(reader: Reader, data: bytes, *, asked_from: str, **asked: object) -> Any:
    """As `exchange.apart` reads it. `asked_from` tells addresses apart.

    Raises FileError.
    """
    if is_short(reader, data):
        return read_upload(reader, data, **asked)
    with _counted(asked_from):
        return read_apart(reader, data, **asked)


@contextmanager
def _counted(asked_from: str) -> Iterator[None]:
    now = timezone.now()
    since = now - _WITHIN
    if LargeUpload.objects.filter(asked_from=asked_from, begun_at__gte=since).count() >= MOST_WITHIN:
        raise FileError(_("Too many large files have come from where you are. Try again in an hour."))
    try:
        row = begin_upload(asked_from, now=now, counted_since=since, left_behind=now - _LEFT_BEHIND)
    except IntegrityError:
        raise FileError(
            _("One of your files is still being read. Wait until it is done, then send this one.")
        ) from None
    try:
        yield
    finally:
        end_upload(row, now=timezone.now())
