"""What differs between operating systems: each form, whichever this machine has."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from clubchess.platforms import console, files, own_limits, ownership


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_private_file_is_for_its_owner_alone_and_never_over_another(tmp_path: Path) -> None:
    with files.new_private_file(tmp_path / "new") as stream:
        stream.write(b"a\nb")
        stream.seek(0)
        assert stream.read() == b"a\nb"
    assert mode(tmp_path / "new") == 0o600
    with pytest.raises(FileExistsError):
        files.new_private_file(tmp_path / "new")


@pytest.mark.parametrize("links", [True, False])
def test_the_first_to_put_a_file_in_place_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, links: bool) -> None:
    """Also on a stick, which knows no links."""

    def none(*_paths: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    if not links:
        monkeypatch.setattr(os, "link", none)
    place = tmp_path / "key"
    for text, is_first in (("one", True), ("other", False)):
        (tmp_path / "aside").write_text(text)
        assert files.put_in_place(tmp_path / "aside", place) is is_first
        assert [path.name for path in tmp_path.iterdir()] == ["key"]
    assert place.read_text() == "one"


def test_a_disk_that_is_full_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_paths: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "link", full)
    (tmp_path / "aside").write_text("x")
    with pytest.raises(OSError, match="No space left"):
        files.put_in_place(tmp_path / "aside", tmp_path / "key")
    assert not [*tmp_path.iterdir()]


def test_an_open_file_is_closed_only_where_it_could_not_be_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[str] = []
    for name in ("new", "newer"):
        (tmp_path / name).write_text(name)
    files.replace_open_file(tmp_path / "new", tmp_path / "old", close=lambda: closed.append("new"))
    assert closed == []

    replace = Path.replace

    def refused_once(new: Path, old: Path) -> Path:
        if not closed:
            raise PermissionError(errno.EACCES, "It is open")
        return replace(new, old)

    monkeypatch.setattr(Path, "replace", refused_once)
    files.replace_open_file(tmp_path / "newer", tmp_path / "old", close=lambda: closed.append("newer"))
    assert closed == ["newer"]
    assert (tmp_path / "old").read_text() == "newer"


def test_without_owners_all_files_are_ones_own_and_none_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.touch(0o644)
    path.chmod(0o644)
    monkeypatch.delattr(os, "geteuid")
    assert ownership.is_own(path.stat())
    assert not ownership.is_administrator()
    ownership.close_to_others(path, path.stat(), 0o600)
    ownership.give_to(path, path.stat(), mode=0o600)
    assert mode(path) == 0o644


def test_without_limits_there_are_as_many_files_as_its_select_looks_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_limits, "resource", None)
    assert own_limits.open_files(10_200) == own_limits.OPEN_AT_ONCE
    assert own_limits.open_files(300) == 300
    own_limits.take_no_more(seconds=1, megabytes=1)


def test_without_a_console_the_last_that_was_said_is_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "_MOST_BYTES", 10_000)
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    log = tmp_path / "data" / "clubchess.log"
    console.keep_what_nobody_hears(log)
    for number in range(3_000):
        print("Åse", number)  # noqa: T201  # which is what is looked at
    assert not sys.stderr.isatty()
    sys.stderr.write("the end")
    assert log.read_text(encoding="utf-8").endswith("Åse 2999\nthe end")
    assert sorted(path.name for path in log.parent.iterdir()) == ["clubchess.log", "clubchess.log.1"]
    assert all(path.stat().st_size <= 10_000 for path in log.parent.iterdir())


def test_where_that_file_cannot_be_made_or_written_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", (tmp_path / "swallowed").open("w"))
    monkeypatch.setattr(os, "devnull", str(tmp_path / "swallowed"))
    (tmp_path / "file").touch()
    console.keep_what_nobody_hears(tmp_path / "file" / "data" / "clubchess.log")
    print("x")  # noqa: T201
    console._IntoFile(tmp_path / "file" / "no" / "directory").write("x")
    assert (tmp_path / "swallowed").read_text() == "x\n"


def test_what_is_heard_stays_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "heard").open("w") as heard:
        monkeypatch.setattr(sys, "stderr", heard)
        console.keep_what_nobody_hears(tmp_path / "clubchess.log")
        assert sys.stderr is heard
    assert [path.name for path in tmp_path.iterdir()] == ["heard"]
