"""Which large uploads are being read and were lately: no record tells of it, since nothing of the club's is changed."""

from __future__ import annotations

import datetime

from django.db import transaction

from tournaments.models import LargeUpload
from tournaments.recording.unit_of_work import being_active


def begin_upload(
    asked_from: str, *, now: datetime.datetime, counted_since: datetime.datetime, left_behind: datetime.datetime
) -> LargeUpload:
    """What no longer counts goes, and of this address what was begun before `left_behind` is over.

    Raises IntegrityError where one of the address is being read.
    """
    with being_active(), transaction.atomic():
        LargeUpload.objects.filter(begun_at__lt=counted_since).delete()
        left = LargeUpload.objects.filter(asked_from=asked_from, ended_at=None, begun_at__lt=left_behind)
        left.update(ended_at=now)
        row = LargeUpload(asked_from=asked_from, begun_at=now)
        row.save(force_insert=True)
    return row


def end_upload(row: LargeUpload, *, now: datetime.datetime) -> None:
    with being_active():
        LargeUpload.objects.filter(pk=row.pk).update(ended_at=now)
