"""`clubchess` alone: data made where there are none, a newer version's refused, one at a time."""

from __future__ import annotations

import os
import socket
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from clubchess import command_line, program_files, start
from clubchess.log_in import passwords
from clubchess.log_in.stolen_passwords import is_among, write_digests


def database(file: Path, *names: str) -> Path:
    with closing(sqlite3.connect(file)) as made:
        made.execute("CREATE TABLE django_migrations (app, name)")
        made.executemany("INSERT INTO django_migrations VALUES ('tournaments', ?)", [(name,) for name in names])
        made.commit()
    return file


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = database(tmp_path / "empty.sqlite3", "0001", "0002")
    monkeypatch.setattr(program_files, "EMPTY_DATABASE", file)
    return file


def test_without_a_database_there_is_the_empty_one_and_one_that_is_there_stays(empty: Path, tmp_path: Path) -> None:
    file = tmp_path / "data.sqlite3"
    start.prepare(file)
    assert file.read_bytes() == empty.read_bytes()
    file.write_bytes(b"mine")
    start.prepare(file)
    assert file.read_bytes() == b"mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.sqlite3", "empty.sqlite3"]


def test_where_it_cannot_be_made_a_sentence_says_so_and_nothing_is_left(
    empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_paths: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(start, "put_in_place", full)
    with pytest.raises(SystemExit, match=r"cannot make its database .*: No space left on device"):
        start.prepare(tmp_path / "data.sqlite3")
    assert [path.name for path in tmp_path.iterdir()] == ["empty.sqlite3"]


@pytest.mark.parametrize(("has", "waits"), [(("0001",), True), (("0001", "0002"), False), ((), True)])
def test_it_migrates_only_what_is_older(empty: Path, tmp_path: Path, has: tuple[str, ...], *, waits: bool) -> None:
    assert start.waiting_migrations(database(tmp_path / "data.sqlite3", *has)) is waits


def test_a_newer_versions_data_are_left_alone(empty: Path, tmp_path: Path) -> None:
    file = database(tmp_path / "data.sqlite3", "0001", "0002", "0003_newer")
    with pytest.raises(SystemExit, match=r"made by a newer version of Clubchess \(0003_newer\)"):
        start.waiting_migrations(file)


def test_a_port_that_is_taken_is_passed_over() -> None:
    with socket.socket() as taken:
        taken.bind((start.HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert start.free_port([port]) is None
        assert start.free_port([port, port + 1]) in {port + 1, None}


@pytest.mark.parametrize("given", [["--data", "/a b/æ"], ["--data=/a b/æ"]])
def test_it_says_where_the_data_are_before_the_command(given: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr(command_line, "run", ran.append)
    monkeypatch.setattr(sys, "argv", ["clubchess", *given, "backup", "--keep", "3"])
    monkeypatch.setenv("CLUBCHESS_DATA", "elsewhere")
    command_line.installed()
    assert ran == [["clubchess", "backup", "--keep", "3"]]
    assert os.environ["CLUBCHESS_DATA"] == "/a b/æ"


@pytest.mark.parametrize("given", [["--data"], ["--data="]])
def test_a_directory_that_is_not_said_is_asked_for(given: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["clubchess", *given])
    with pytest.raises(SystemExit, match="where the data of the club are"):
        command_line.installed()


def test_each_stolen_password_is_found_and_hardly_any_other(tmp_path: Path) -> None:
    stolen = [f"password{number}æ" for number in range(5_000)]
    write_digests(tmp_path / "digests", stolen)
    assert all(is_among(tmp_path / "digests", each) for each in stolen)
    assert sum(is_among(tmp_path / "digests", f"other {number}") for number in range(5_000)) < 5


def test_digests_of_nothing_find_nothing(tmp_path: Path) -> None:
    write_digests(tmp_path / "digests", [])
    assert not is_among(tmp_path / "digests", "x")
    assert passwords.is_bad_password("1234567890")
