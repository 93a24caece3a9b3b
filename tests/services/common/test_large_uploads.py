"""Of an address one large file is read at a time and so many within an hour, whatever process reads it."""

from __future__ import annotations

import datetime
import threading
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.utils import timezone
from time_machine import travel

from tests.tools.played.at_once import at_once
from tournaments.exchange.apart import Reader
from tournaments.exchange.json_node import FileError
from tournaments.models import Action, LargeUpload
from tournaments.recording import begin_upload
from tournaments.services.common import large_uploads
from tournaments.services.common.large_uploads import MOST_WITHIN, read_counted

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # a constraint
AT_ONCE = 4

LARGE = b"Name\n" + b"Anna Berg\n" * 7_000
NOON = datetime.datetime(2026, 11, 26, 12, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def _no_process() -> Iterator[None]:
    with patch.object(large_uploads, "read_apart", return_value="read"), travel(NOON, tick=False):
        yield


def read(asked_from: str = "here", data: bytes = LARGE) -> object:
    return read_counted(Reader.SHEET, data, asked_from=asked_from)


def another_process_reads(asked_from: str = "here") -> None:
    now = timezone.now()
    begin_upload(asked_from, now=now, counted_since=now, left_behind=now)


def test_one_of_an_address_is_read_at_a_time() -> None:
    another_process_reads()

    with pytest.raises(FileError, match="One of your files is still being read"):
        read()
    assert read("elsewhere") == "read"
    assert LargeUpload.objects.filter(ended_at=None).count() == 1


def test_the_next_is_read_once_it_has_ended_however_it_did() -> None:
    with patch.object(large_uploads, "read_apart", side_effect=FileError("x")), pytest.raises(FileError, match="x"):
        read()

    assert read() == "read"
    assert not Action.objects.exists(), "no record tells of it"


def test_what_a_process_left_behind_holds_nobody_up_for_long() -> None:
    another_process_reads()
    with travel(NOON + datetime.timedelta(minutes=1)), pytest.raises(FileError, match="One of your files"):
        read()

    with travel(NOON + datetime.timedelta(minutes=3)):
        assert read() == "read"


def test_so_many_are_read_within_an_hour() -> None:
    LargeUpload.objects.bulk_create(
        LargeUpload(asked_from="here", begun_at=NOON, ended_at=NOON) for _each in range(MOST_WITHIN - 1)
    )
    assert read() == "read"
    with pytest.raises(FileError, match="Too many large files have come from where you are"):
        read()
    assert read("elsewhere") == "read"

    with travel(NOON + datetime.timedelta(hours=1, seconds=1)):
        assert read() == "read"
        assert LargeUpload.objects.count() == 1, "those of the hour before are gone"


def test_a_short_text_is_not_counted() -> None:
    another_process_reads()

    assert read(data=b"Name\nAnna").rows[1].cells == ("Anna",)  # type: ignore[attr-defined]
    assert LargeUpload.objects.count() == 1


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_of_several_in_one_moment_one_is_read() -> None:
    told = threading.Semaphore(0)

    def reads_until_the_others_are_told(*_arguments: object) -> str:
        return f"read beside {sum(told.acquire(timeout=20) for _other in range(AT_ONCE - 1))}"

    def sent() -> object:
        try:
            return read()
        except FileError as error:
            told.release()
            return error.message

    with patch.object(large_uploads, "read_apart", reads_until_the_others_are_told):
        answers = at_once(*[sent] * AT_ONCE)

    assert sorted(map(str, answers)) == [
        *["One of your files is still being read. Wait until it is done, then send this one."] * (AT_ONCE - 1),
        f"read beside {AT_ONCE - 1}",
    ]
