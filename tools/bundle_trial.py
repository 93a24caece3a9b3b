"""The folder to click on, tried: `python -m tools.bundle_trial ARCHIVE`, in `make release` where there is no network.

It makes a club, reads a file in a process of its own, stops and starts again; and shows its window where Xvfb and
xdotool are.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from xlsxwriter import Workbook

from tools.bundle import size_of
from tools.release import BARS, Started, say, start, started, walked
from tools.visitor import Visitor

PASSWORD = "a rook on the seventh"  # noqa: S105
CLUB = {"club": "SK Rockaden", "language": "nb", "time_zone": "Europe/Oslo", "name": "Kari Elm", "username": "kari"}
SCREEN = ":97"


def main(archive: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="clubchess-bundle-") as made:
        shutil.unpack_archive(archive, made, filter="tar")
        [folder] = Path(made).iterdir()
        data = Path(made) / "a club æ"
        program = folder / "Clubchess"
        tell("first", start(program, data), size_of(folder))
        with started(program, data) as (_process, address):
            make_club(address)
        tell("second", start(program, data))
        with started(program, data) as (_process, address):
            visitor = Visitor(address.rstrip("/"))
            visitor.open("/en/")
            must("SK Rockaden" in visitor.text, "the club is there when it is started again")
        say(f"  {walked(program)}")
        if shutil.which("Xvfb") and shutil.which("xdotool"):
            with running(["Xvfb", SCREEN, "-screen", "0", "800x600x24"], stderr=subprocess.DEVNULL):
                try_window(program, data, Path(made))
        else:
            say("  Its window was not tried: Xvfb or xdotool is not here.")


def tell(which: str, measured: Started, size: int = 0) -> None:
    if size:
        say(f"The folder: {size / 1e6:.0f} MB. Bars: {BARS}.")
    seconds, processor = measured.seconds, measured.processor_seconds
    say(f"  {which} start: {seconds:.1f} s, {processor:.1f} s of processor, {measured.megabytes} MB")


def make_club(address: str) -> None:
    visitor = Visitor(address.rstrip("/"))
    visitor.open("/en/")
    visitor.send("/first/", **CLUB, password=PASSWORD, repeated=PASSWORD)
    must("SK Rockaden" in visitor.text, "the first page makes the club")
    visitor.open("/en/sk-rockaden/staff/players/import/")
    visitor.send_file("/players/import/", "members.xlsx", spreadsheet("Åse Nilsen", "Bo Ek"))
    must("Nilsen" in visitor.text, "a spreadsheet is read in a process of its own")


def spreadsheet(*names: str) -> bytes:
    file = io.BytesIO()
    with Workbook(file) as book:
        book.add_worksheet().write_column(0, 0, ["Name", *names])
    return file.getvalue()


@contextmanager
def running(line: list[str], **more: Any) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(line, **more) as process:
        try:
            yield process
        finally:
            process.kill()


def try_window(program: Path, data: Path, made: Path) -> None:
    opened = made / "opened"
    browser = made / "browser"
    browser.write_text(f'#!/bin/sh\necho "$LD_LIBRARY_PATH $1" >"{opened}"\n')
    browser.chmod(0o700)
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "LD_LIBRARY_PATH"}}
    environment = kept | {
        "BROWSER": str(browser),
        "CLUBCHESS_DATA": str(data),
        "DISPLAY": SCREEN,
        "LC_ALL": "nb_NO.UTF-8",
    }
    silent = {"env": environment, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with running([str(program)], **silent) as process:
        until(opened.exists, "the browser is opened")
        must(opened.read_text().startswith(" http://127.0.0.1:"), "with none of the folder's libraries")
        click_stop()
        must(process.wait(timeout=60) == 0, "Stop stops it")
    must("Clubchess has stopped." in (data / "clubchess.log").read_text(encoding="utf-8"), "what it said is kept")
    say("  Its window: shown, and Stop stops it.")


def click_stop() -> None:
    window = until(lambda: xdotool("search", "--name", "^Clubchess$").split()[-1], "the window is there")
    width, height = map(int, re.findall(r"=(\d+)", xdotool("getwindowgeometry", "--shell", window))[3:5])
    xdotool("mousemove", "--window", window, str(width * 3 // 4), str(height - 36), "click", "1")


def xdotool(*command: str) -> str:
    asked = ["xdotool", *command]
    on_screen = os.environ | {"DISPLAY": SCREEN}
    return subprocess.run(asked, env=on_screen, stdout=subprocess.PIPE, text=True, check=False).stdout


def until(holds: Callable[[], object], what: str) -> str:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            if found := holds():
                return str(found)
        except IndexError:
            pass
        time.sleep(0.2)
    sys.exit(f"Not so: {what}.")


def must(holds: bool, what: str) -> None:
    if not holds:
        sys.exit(f"Not so: {what}.")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
