"""Uploads are read in a process of their own, within limits."""

import os
import pickle
import re
import subprocess
import sys
import time
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from tests.tools.files.reading_process import a_child
from tournaments.exchange import apart
from tournaments.exchange.apart import LIMITS, Reader, answers_apart, read_apart, read_upload, unpickled
from tournaments.exchange.json_node import FileError
from tournaments.exchange.spreadsheet_reader import UnreadableSheet
from tournaments.pairing.types.snapshot import ByeKind

LONG = "sys.stdout.buffer.write((4 * 10**9).to_bytes(8, 'big') + b'x')"
SHORTER = "sys.stdout.buffer.write((9).to_bytes(8, 'big') + b'x')"
TOURNAMENT = (
    b'{"format": "clubchess-tournament", "version": 1, "name": "A", "system": "keizer", "players": [%s], "rounds": []}'
)


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
        ("bytearray(600_000_000)", {"reader": Reader.RATING_LIST}, "too much memory or time"),
        ("while True: pass", {"seconds": 1}, "too much memory or time|takes too long"),  # on a busy machine the clock
        ("import os; os._exit(0)", {}, "too much memory or time"),
        ("import os; os.kill(os.getpid(), 9)", {}, "too much memory or time"),
        ("raise KeyError('x')", {}, "too much memory or time"),
        ("import time; time.sleep(60)", {"seconds": -2}, "takes too long"),
        (f"{LONG}; sys.stdout.flush(); import time; time.sleep(60)", {}, "too much memory or time"),
        (f"{SHORTER}; sys.stdout.flush(); import os; os._exit(0)", {}, "too much memory or time"),
        ("import os; tell(os.system)", {}, "too much memory or time"),
        ("tell(b'x' * 2_000_000)", {"megabytes_of_answer": 1}, "too much memory or time"),
    ],
    ids=[
        *("memory", "memory of a list", "time", "no answer", "killed", "another error", "asleep"),
        *("four gigabytes", "half an answer", "a function", "a long answer"),
    ],
)
def test_what_takes_too_much_is_one_sentence(code: str, limits: dict[str, Any], said: str) -> None:
    began = time.monotonic()
    reader = limits.pop("reader", Reader.SHEET)

    with a_child(code, reader, **limits), pytest.raises(FileError, match=said):
        read_apart(reader, b"")
    assert time.monotonic() - began < 20


def test_a_list_may_have_what_a_sheet_may_not() -> None:
    with a_child("answer = len(bytearray(400_000_000))", Reader.RATING_LIST):
        assert read_apart(Reader.RATING_LIST, b"") == 400_000_000


def test_it_ends_with_whoever_asked() -> None:
    """Wherever it is: it would answer for ever, or wait for ever until somebody reads."""
    begun: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def noted(*arguments: Any, **more: Any) -> subprocess.Popen[bytes]:
        begun.append(popen(*arguments, **more))
        return begun[-1]

    with a_child("while True: tell('x' * 100_000)"), patch.object(subprocess, "Popen", noted):
        with answers_apart(Reader.SHEET, b"x" * 24_000_000) as answers:
            assert [len(next(answers)) for _each in range(3)] == [100_000] * 3
        with pytest.raises(KeyError), answers_apart(Reader.SHEET, b"") as answers:
            raise KeyError(next(answers))
    assert [process.returncode for process in begun] == [-9, -9]


def test_answers_that_stop_in_the_middle_are_no_whole() -> None:
    code = "tell(1); tell(2); sys.stdout.flush(); import os; os._exit(0)"
    with a_child(code), answers_apart(Reader.SHEET, b"") as answers:
        assert (next(answers), next(answers)) == (1, 2)
        with pytest.raises(FileError, match="too much memory or time"):
            next(answers)


@pytest.mark.slow
def test_what_is_done_between_two_answers_takes_no_time_of_its() -> None:
    with a_child("tell(1); tell(2); answer = 3", seconds=-1), answers_apart(Reader.SHEET, b"") as answers:
        found = []
        for each in answers:
            found.append(each)
            time.sleep(1.2)  # three times that is more than it has

    assert found == [1, 2, 3]


def test_a_long_list_has_more_time() -> None:
    limits = LIMITS[Reader.RATING_LIST]
    turns = [
        apart._turns(limits, head + bytes(size)) for head in (b"ID", b"PK\x03\x04") for size in (10**5, 24 * 10**6)
    ]

    assert turns == [1, 1, 1, 5]
    assert apart._turns(limits, b"PK\x03\x04" + bytes(90 * 10**6)) == 6
    assert apart._turns(LIMITS[Reader.SHEET], bytes(10**8)) == 1


def test_it_knows_no_secret_and_no_django() -> None:
    code = "import os; answer = (sorted(os.environ), [m for m in sys.modules if m.startswith('django')])"
    with patch.dict(os.environ, {"SECRET_KEY": "s", "DATABASE_URL": "postgres://x"}), a_child(code):
        known = read_apart(Reader.SHEET, b"")

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


def waiting_for(seconds: float) -> Any:
    return patch.dict(LIMITS, {reader: replace(limits, seconds_before=seconds) for reader, limits in LIMITS.items()})  # type: ignore[arg-type]


def test_two_are_read_at_once_and_a_third_is_told() -> None:
    with apart._a_place_for(Reader.SHEET):
        assert read_apart(Reader.SHEET, b"Name\nAnna").rows
        with (
            apart._a_place_for(Reader.SHEET),
            waiting_for(0.1),
            pytest.raises(FileError, match="Other files are being read"),
        ):
            read_apart(Reader.SHEET, b"Name\nAnna")
        assert read_apart(Reader.SHEET, b"Name\nAnna").rows


def test_one_list_is_read_at_once_and_something_else_beside_it() -> None:
    with apart._a_place_for(Reader.RATING_LIST), waiting_for(0.1):
        with pytest.raises(FileError, match="Other files are being read"):
            read_apart(Reader.RATING_LIST, b"")
        assert read_apart(Reader.SHEET, b"Name\nAnna").rows
    assert {reader for reader, limits in LIMITS.items() if limits.is_alone} == {Reader.RATING_LIST}
