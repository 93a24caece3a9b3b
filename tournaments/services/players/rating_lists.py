"""Rating lists: loaded as a whole or not at all, by a worker or by a command."""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import IO

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubchess.jobs import InVain
from clubchess.outages import is_away
from tournaments.exchange.apart import Reader
from tournaments.exchange.file_errors import said_of
from tournaments.exchange.json_node import FileError
from tournaments.exchange.rating_lists import OpenList, open_list, opened_upload
from tournaments.models import Club, ListState, RatingList, RatingListUpload
from tournaments.recording import (
    fill_list,
    forget_lists,
    forget_upload,
    new_list,
    note_begun,
    note_of_list,
    put_in_place,
)
from tournaments.services.common.large_uploads import read_counted
from tournaments.services.common.refusal import Refused

MOST_UPLOADED = 24_000_000
"""Bytes of a file that comes through a page; a larger one is for `manage.py load_rating_list`."""
_MOST_UNPACKED = 200_000_000
"""Bytes of one that comes through a page: the server reads it beside everything else."""
_TRIES = 2
"""Of an upload: a worker that dies of it takes the server with it."""
_AT_ONCE = 3
"""Lists of a club that wait."""


def load(
    stream: IO[bytes],
    *,
    name: str,
    club: Club | None,
    month: datetime.date | None = None,
    pace: str | None = None,
    older: bool = False,
    fewer: bool = False,
    row: RatingList | None = None,
    progress: Callable[[int, int], None] = lambda _percent, _people: None,
) -> RatingList:
    """Put it in the place of the one of its kind, which is looked into until that moment. `month`: of which the list
    is, where it does not say so itself; else this one. `older`, `fewer`: although it is older than that one, or has
    less than half of its people.

    Raises Refused: nothing has changed then.
    """
    is_upload = row is not None
    row = row or new_list(club=club, source="", state=ListState.LOADING)
    try:
        with _opened(stream, name, pace, is_upload) as found:
            before = _look(found, club, month, older)
            note_of_list(row, state=ListState.LOADING, source=found.source.value)
            count, told = 0, -1
            for count in fill_list(row, found.people):
                percent = min(99, 100 * found.read_bytes // found.total_bytes)
                if percent != told:
                    note_of_list(row, percent=percent, people=count)
                    progress(percent, count)
                    told = percent
            if before is not None and not fewer and 2 * count < before.people:
                raise Refused(
                    _("The list has {count} people, the one before it {before}: is it complete?").format(
                        count=count, before=before.people
                    )
                )
    except FileError as unreadable:
        forget_lists([row])
        raise Refused(said_of(unreadable)) from unreadable
    except BaseException as error:
        if not (is_upload and (is_away(error) or not isinstance(error, Exception))):
            forget_lists([row])
        raise  # an upload is there for the next try, where the database or the worker went away under it
    problems = found.problems
    put_in_place(
        row,
        source=found.source.value,
        pace=found.pace or "",
        valid_on=_day_of(found, month),
        people=count,
        left_out=problems.count,
        told=[said_of(bad) for bad in problems.told],
    )
    return row


def _opened(stream: IO[bytes], name: str, pace: str | None, is_upload: bool) -> AbstractContextManager[OpenList]:
    """What the command reads is the operator's own, and as large as it likes."""
    if is_upload:
        return opened_upload(stream.read(), name=name, pace=pace, most=_MOST_UNPACKED)
    return nullcontext(open_list(stream, name=name, pace=pace))


def _day_of(found: OpenList, month: datetime.date | None) -> datetime.date:
    return found.month or month or timezone.localdate().replace(day=1)


def _look(found: OpenList, club: Club | None, month: datetime.date | None, older: bool) -> RatingList | None:
    """The list before it. Raises Refused where the new one is of another month, or of a pace that nobody says."""
    if found.pace is None:
        raise Refused(_("The list has ratings for one time control but does not say which: choose it."))
    if found.month and month and (found.month.year, found.month.month) != (month.year, month.month):
        raise Refused(
            _("The list says that it is of {told}, and not of {typed}.").format(
                told=date_format(found.month, "YEAR_MONTH_FORMAT"), typed=date_format(month, "YEAR_MONTH_FORMAT")
            )
        )
    kind = RatingList.objects.filter(club=club, source=found.source.value, pace=found.pace, state=ListState.READY)
    before = kind.order_by("-pk").first()
    day = _day_of(found, month)
    if before is not None and before.valid_on and day < before.valid_on and not older:
        raise Refused(
            _("The list is of {day}, older than the one that is here, of {before}.").format(
                day=date_format(day), before=date_format(before.valid_on)
            )
        )
    return before


def head_of(data: bytes, *, name: str, pace: str, asked_from: str = "") -> OpenList:
    """Opened at once, so that what is no list is said at once; before anything is written, since nobody else can write
    while one does. Raises Refused."""
    try:
        found: OpenList = read_counted(
            Reader.LIST_HEAD, data, asked_from=asked_from, name=name, pace=pace or None, most=_MOST_UNPACKED
        )
    except FileError as unreadable:
        raise Refused(said_of(unreadable)) from unreadable
    return found


def take_upload(
    club: Club, head: OpenList, *, name: str, data: bytes, month: datetime.date | None, although: bool
) -> RatingList:
    """The rest is a worker's. `although` it is older, or smaller."""
    if RatingList.objects.filter(club=club, state__in=(ListState.WAITING, ListState.LOADING)).count() >= _AT_ONCE:
        raise Refused(_("Lists are being loaded already: wait until they are."))
    _look(head, club, month, although)
    pace = head.pace or ""
    options = {"month": month.isoformat() if month else "", "pace": pace, "although": "yes" if although else ""}
    return new_list(
        club=club,
        source=head.source.value,
        pace=pace,
        valid_on=_day_of(head, month),
        upload=(name, data, options),
    )


def load_uploaded(key: int) -> str:
    """What became of it. One that another process has finished is left alone.

    Raises InVain where it was begun so often that it may be what ends the workers, or where something fails that is
    neither the list's fault nor the database's: the club's page says so then, too.
    """
    upload = RatingListUpload.objects.select_related("list__club").filter(list=key).first()
    if upload is None:
        return "gone"
    row = upload.list
    if upload.options.get("begun", 0) >= _TRIES:
        _leave_failed(
            row,
            _(
                "The server stopped twice while it was loading this list. The person who runs the server can "
                "load it there."
            ),
        )
        raise InVain
    note_begun(upload)
    month, although = upload.options["month"], bool(upload.options["although"])
    try:
        load(
            io.BytesIO(bytes(upload.data)),
            name=upload.name,
            club=row.club,
            month=datetime.date.fromisoformat(month) if month else None,
            pace=upload.options["pace"] or None,
            older=although,
            fewer=although,
            row=row,
        )
    except Refused as refused:
        _leave_failed(row, str(refused.message))
        return "refused"
    except Exception as error:
        if is_away(error):
            raise
        _leave_failed(row, _("This is a fault in Clubchess. The person who runs the server finds it in the log."))
        raise InVain from error
    forget_upload(row)
    return "loaded"


def _leave_failed(row: RatingList, message: str) -> None:
    """In its place one that nobody looks into, for the club's page; the next list that is loaded takes it away."""
    forget_lists([row])
    new_list(
        club=row.club,
        source=row.source,
        pace=row.pace,
        valid_on=row.valid_on,
        state=ListState.FAILED,
        message=message[:500],
    )
