"""Uploads are read in a process of their own, within limits."""

import os
import pickle
import re
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch

import pytest

from tournaments.exchange import apart
from tournaments.exchange.apart import LIMITS, Reader, read_apart, read_upload, unpickled
from tournaments.exchange.json_node import FileError
from tournaments.exchange.spreadsheet_reader import UnreadableSheet
from tournaments.pairing.types.snapshot import ByeKind

TOURNAMENT = (
    b'{"format": "clubchess-tournament", "version": 1, "name": "A", "system": "keizer", "players": [%s], "rounds": []}'
)


def child(code: str, **limits: int) -> Callable[[], object]:
    """What the parent makes of a process that runs this code in the place of the reader."""
    allowed = replace(LIMITS[Reader.SHEET], **limits)

    def run() -> object:
        with (
            patch.object(apart, "_CHILD", "tests.tools.files.a_child"),
            patch.dict(os.environ, {"PATH": f"{code}"}),
            patch.dict(LIMITS, {Reader.SHEET: allowed}),  # type: ignore[arg-type]
        ):
            return read_apart(Reader.SHEET, b"")

    return run


def test_it_answers_what_the_reader_does() -> None:
    assert read_apart(Reader.SHEET, b"Name\nAnna").rows[1].cells == ("Anna",)
    found = read_apart(Reader.TOURNAMENT, TOURNAMENT % b"")
    assert (found.file.name, found.file.system) == ("A", "keizer")


def test_what_the_reader_refuses_is_refused_in_its_words() -> None:
    with pytest.raises(UnreadableSheet) as refused:
        read_apart(Reader.SHEET, b"Name\n" + b"A" * 501)

    assert refused.value.message == "Row {row} has a cell of more than 500 characters."
    assert refused.value.facts == {"row": "2"}


def test_braces_of_a_file_are_no_gaps() -> None:
    players = b'{"number": 1, "name": "Anna"}, {"number": "{x} {", "name": "Bo"}'
    with pytest.raises(FileError, match=re.escape("{x} {")):
        read_apart(Reader.TOURNAMENT, TOURNAMENT % players)


def test_a_short_text_is_read_here_and_all_else_apart() -> None:
    with patch.object(apart, "read_apart", return_value="apart") as elsewhere:
        assert read_upload(Reader.SHEET, b"Name\nAnna").rows
        assert not elsewhere.called
        for reader, data in ((Reader.SHEET, b"PK\x03\x04"), (Reader.SHEET, b"A" * 64_001), (Reader.LOGO, b"x")):
            assert read_upload(reader, data) == "apart"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits: the clock stays")
@pytest.mark.parametrize(
    ("code", "limits", "said"),
    [
        ("bytearray(400_000_000)", {}, "too much memory or time"),
        ("while True: pass", {"seconds": 1}, "too much memory or time|takes too long"),  # on a busy machine the clock
        ("import os; os._exit(0)", {}, "too much memory or time"),
        ("import os; os.kill(os.getpid(), 9)", {}, "too much memory or time"),
        ("raise KeyError('x')", {}, "too much memory or time"),
        ("import time; time.sleep(60)", {"seconds": -2}, "takes too long"),
    ],
    ids=["memory", "time", "no answer", "killed", "another error", "asleep"],
)
def test_what_takes_too_much_is_one_sentence(code: str, limits: dict[str, int], said: str) -> None:
    began = time.monotonic()

    with pytest.raises(FileError, match=said):
        child(code, **limits)()
    assert time.monotonic() - began < 20


def test_it_knows_no_secret_and_no_django() -> None:
    with patch.dict(os.environ, {"SECRET_KEY": "s", "DATABASE_URL": "postgres://x"}):
        known = child("import os; answer = (sorted(os.environ), [m for m in sys.modules if m.startswith('django')])")()

    assert known == (["LC_CTYPE", "PATH"], []) or known == (["PATH"], [])


def test_an_answer_holds_nothing_but_values() -> None:
    assert unpickled(pickle.dumps((ByeKind.HALF, [1, "a"], {"b": None}))) == (ByeKind.HALF, [1, "a"], {"b": None})
    for harm in (os.system, subprocess_of_ours, eval, pickle.loads, apart.read_apart):
        with pytest.raises(pickle.UnpicklingError):
            unpickled(pickle.dumps(harm))
    with pytest.raises(pickle.UnpicklingError):
        unpickled(b"ctournaments.exchange.apart\nsubprocess\n.")


def subprocess_of_ours() -> None:
    """Of a module that is no reader's."""


def test_two_are_read_at_once_and_one_of_an_address() -> None:
    order: list[str] = []

    def read(name: str, whose: str) -> None:
        try:
            read_apart(Reader.SHEET, b"Name\nAnna", whose=whose)
            order.append(f"{name} read")
        except FileError as error:
            order.append(f"{name}: {error.message}")

    with apart._a_place_for("10.0.0.1"):
        read("second of the address", "10.0.0.1")
        with apart._a_place_for("10.0.0.2"), patch.object(apart, "_LONGEST_WAIT", 0.1):
            read("third", "10.0.0.3")
        waiting = threading.Thread(target=read, args=("next", "10.0.0.4"))
        waiting.start()
        waiting.join()
    read("once more", "10.0.0.1")

    assert order == [
        "second of the address: A file of yours is being read. Wait until it is, then send this one.",
        "third: Other files are being read. Try again in a minute.",
        "next read",
        "once more read",
    ]
