"""Rating lists: a lookup table beside the club's data, loaded and thrown away past the record (docs/decisions/0048).

In batches, each a short transaction of its own: on SQLite nobody else writes meanwhile, and an evening goes on.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from tournaments.models import ListedRating, ListState, RatingList, RatingListUpload
from tournaments.recording.unit_of_work import being_active

LISTED_COLUMNS = (
    "search",
    "name",
    "federation",
    "fide_id",
    "national_id",
    "title",
    "sex",
    "birth_year",
    "rating",
    "rapid_rating",
    "blitz_rating",
    "club",
)
_BATCH = 5_000
"""Rows of a transaction: a tenth of a second."""
_LEFT_BEHIND = datetime.timedelta(hours=2)


def new_list(*, upload: tuple[str, bytes, dict[str, str]] | None = None, **values: Any) -> RatingList:
    """`upload`: the file's name and bytes and how it is to be read, for a worker."""
    with being_active(), transaction.atomic():
        row = RatingList(changed_at=timezone.now(), **values)
        row.save(force_insert=True)
        if upload is not None:
            name, data, options = upload
            RatingListUpload(list=row, name=name[:200], data=data, options=options).save(force_insert=True)
    return row


def note_of_list(row: RatingList, **values: Any) -> None:
    """How far it is, or what became of it."""
    values["changed_at"] = timezone.now()
    for name, value in values.items():
        setattr(row, name, value)
    with being_active():
        RatingList.objects.filter(pk=row.pk).update(**values)


def note_begun(upload: RatingListUpload) -> None:
    """Once more, and written before anything else: whoever dies of it has no time to say so."""
    upload.options = upload.options | {"begun": upload.options.get("begun", 0) + 1}
    with being_active():
        RatingListUpload.objects.filter(pk=upload.pk).update(options=upload.options)


def fill_list(row: RatingList, people: Iterable[Sequence[Any]]) -> Iterator[int]:
    """Write all of them; after each batch how many there are. Nobody finds them before the list is ready."""
    forget_people(row)
    rows = iter(people)
    count = 0
    while batch := list(islice(rows, _BATCH)):
        with being_active(), transaction.atomic():
            _insert(row.pk, batch)
        count += len(batch)
        yield count


def put_in_place(row: RatingList, **values: Any) -> None:
    """From one moment to the next it is the list of its kind; then those before it go, and what was left behind."""
    kind = RatingList.objects.filter(club=row.club_id, source=values["source"], pace=values["pace"])
    note_of_list(row, state=ListState.READY, percent=100, **values)
    forget_lists(kind.filter(state__in=(ListState.READY, ListState.FAILED), pk__lt=row.pk))
    forget_lists(RatingList.objects.exclude(state=ListState.READY).filter(changed_at__lt=timezone.now() - _LEFT_BEHIND))


def forget_lists(lists: Iterable[RatingList]) -> None:
    for each in list(lists):
        with being_active():
            RatingList.objects.filter(pk=each.pk).update(state=ListState.FAILED)  # nobody looks into it any more
        forget_people(each)
        with being_active(), transaction.atomic():
            RatingListUpload.objects.filter(list=each).delete()
            RatingList.objects.filter(pk=each.pk).delete()


def forget_upload(row: RatingList) -> None:
    with being_active():
        RatingListUpload.objects.filter(list=row).delete()


def forget_people(row: RatingList) -> None:
    there = ListedRating.objects.filter(list=row)
    while keys := list(there.order_by("pk").values_list("pk", flat=True)[: 4 * _BATCH]):
        with being_active():
            there.filter(pk__gte=keys[0], pk__lte=keys[-1]).delete()


def _insert(key: int, batch: Sequence[Sequence[Any]]) -> None:
    table = connection.ops.quote_name(ListedRating._meta.db_table)
    columns = ", ".join(connection.ops.quote_name(name) for name in ("list_id", *LISTED_COLUMNS))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for values in batch:
                    copy.write_row((key, *values))
        else:
            marks = ", ".join(["%s"] * (len(LISTED_COLUMNS) + 1))
            statement = f"INSERT INTO {table} ({columns}) VALUES ({marks})"  # noqa: S608  # our own columns' names
            cursor.executemany(statement, [(key, *values) for values in batch])
