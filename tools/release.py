"""What a club gets, in dist/: wheel, source, a folder to click on, checksums; and both are tried, the wheel in an
environment that holds nothing else, without a network where that can be taken away: `python -m tools.release PYTHON …`,
`make release`. With `--last=WHEEL` that one, of the release before, goes on beside this one on the same database."""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from clubchess.start import HOST, free_port
from tools.visitor import has_been_played, makes_a_club, play_a_round

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
ALONE = ("unshare", "--net", "--", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
"""Runs the rest of the line where there is no network but this machine's own."""
NOT_OURS = {"CLUBCHESS_DATA", "DATABASE_URL", "PYTHONDONTWRITEBYTECODE"}
"""Of the environment. With the last every start would be a first one, at a second of processor more."""
BARS = "at most 120 MB installed, 4 s of processor for the first start and 2.5 for later ones, 100 MB of memory"


@dataclass(frozen=True, kw_only=True, slots=True)
class Started:
    seconds: float
    processor_seconds: float
    megabytes: int


def main(pythons: Sequence[str], last: Path | None) -> None:
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--target", "sdist", "--directory", str(DIST))
    [wheel] = DIST.glob("*.whl")
    say(run(sys.executable, "-m", "tools.bundle", str(wheel)))
    files = sorted(file for file in DIST.iterdir() if file.is_file())
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (DIST / "SHA256SUMS").write_text("".join(sums))
    say(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB. Bars: {BARS}.")
    [bundle] = DIST.glob("Clubchess-*.tar.gz")
    say(run(*alone(), sys.executable, "-m", "tools.bundle_trial", str(bundle)))
    found = [python for python in pythons if runs(python)]
    for python in found:
        with tempfile.TemporaryDirectory(prefix="clubchess-release-") as made:
            try_wheel(python, wheel, Path(made))
    if missing := [python for python in pythons if python not in found]:
        say(f"Not tried, since they are not here: {', '.join(missing)}.")
    if not found:
        sys.exit("No Python was found to try it with.")
    if last is None:
        say("Beside the last release: NOT TRIED, since its wheel was not given (LAST=…).")
        return
    with tempfile.TemporaryDirectory(prefix="clubchess-release-") as made:
        say(try_beside(found[0], last, wheel, Path(made)))


def try_beside(python: str, last: Path, wheel: Path, made: Path) -> str:
    """The evening goes on with the one that was there while this one has changed the database and shows it. Raises
    where one of them breaks."""
    before, this = installed(python, last, made / "before"), installed(python, wheel, made / "this")
    data = made / "both"
    with started(before, data) as (_process, address):
        director = makes_a_club(address.rstrip("/"))
        run(str(this), "--data", str(data), "migrate", "--verbosity", "0")
        with started(this, data, "serve", "--bind", f"{HOST}:{free_port(range(8900, 9000))}") as (_other, beside):
            play_a_round(director, 1)
            has_been_played(beside.rstrip("/"), public := director.page.replace("/staff/", "/"))
            director.send("/rounds/next/")
            play_a_round(director, 2)
            has_been_played(beside.rstrip("/"), public)
    return f"Beside {last.name}: it played two rounds on a database of this one, which showed them."


def try_wheel(python: str, wheel: Path, made: Path) -> None:
    program = installed(python, wheel, made)
    size = sum(file.stat().st_size for file in (made / "venv" / "lib").rglob("*") if file.is_file())
    starts = [start(program, made / "a club æ") for _first_and_later in range(3)]
    version = run(python, "-c", "import platform; print(platform.python_version())")
    say(f"Python {version}: {size / 1e6:.0f} MB installed")
    for name, each in zip(("first", "second", "third"), starts, strict=True):
        say(f"  {name} start: {each.seconds:.1f} s, {each.processor_seconds:.1f} s of processor, {each.megabytes} MB")
    say(f"  {walked(program)}")


def installed(python: str, wheel: Path, made: Path) -> Path:
    """The program, in an environment that holds nothing else."""
    run(python, "-m", "venv", str(made / "venv"))
    own = made / "venv" / "bin"
    run(str(own / "pip"), "download", "--quiet", "--dest", str(made / "house"), str(wheel))
    run(
        *alone(),
        str(own / "pip"),
        "install",
        "--quiet",
        "--no-compile",
        "--no-index",
        "--find-links",
        str(made / "house"),
        "clubchess",
    )
    run(str(own / "pip"), "uninstall", "--quiet", "--yes", "pip", "setuptools")
    return own / "clubchess"


def walked(program: Path) -> str:
    """From the first page of one computer to all of it put back on another, in a browser: what the test said last."""
    walk = (sys.executable, "-m", "pytest", "-q", "-n", "0", "tests/browser/clubs/test_this_computer.py")
    return run(*alone(), *walk, CLUBCHESS_PROGRAM=str(program)).splitlines()[-1]


def start(program: Path, data: Path) -> Started:
    """Until the first page is answered. Raises where it is not."""
    began = time.monotonic()
    with started(program, data) as (process, address):
        with urllib.request.urlopen(f"{address}en/", timeout=60) as answer:
            answer.read()
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        status = Path(f"/proc/{process}/status").read_text()
        return Started(
            seconds=time.monotonic() - began,
            processor_seconds=ticks / os.sysconf("SC_CLK_TCK"),
            megabytes=int(status.partition("VmRSS:")[2].split()[0]) // 1024,
        )


@contextmanager
def started(program: Path, data: Path, *arguments: str) -> Iterator[tuple[int, str]]:
    """The number of the process, and its address."""
    line = [str(program), "--data", str(data), *(arguments or ["--no-browser"])]
    with subprocess.Popen(line, cwd=data.parent, env=_environment(), stdout=subprocess.PIPE, text=True) as process:
        try:
            if process.stdout is None:
                raise ValueError(line)
            yield process.pid, next(said.split()[3] for said in process.stdout if said.startswith("Clubchess is at"))
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=60)


def alone() -> Sequence[str]:
    """Empty where this user cannot take the network away."""
    tried = subprocess.run([*ALONE, "true"], capture_output=True, check=False) if shutil.which("unshare") else None
    return ALONE if tried is not None and tried.returncode == 0 else ()


def runs(python: str) -> bool:
    try:
        return subprocess.run([python, "-c", "import venv"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def run(*line: str, **environment: str) -> str:
    return subprocess.run(
        line, cwd=ROOT, env=_environment() | environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.strip()


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in NOT_OURS}


def say(text: str) -> None:
    print(text, flush=True)  # noqa: T201  # a command's output


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("pythons", nargs="*")
    parser.add_argument("--last", default="", help="the wheel of the release before")
    given = parser.parse_args()
    main(given.pythons, Path(given.last) if given.last else None)
