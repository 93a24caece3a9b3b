"""How long a list of two million people takes to load, how much memory, and a look-up by three letters in it; then
half as many as they are dropped on the page, in a zip, and read in a process of their own.

    .venv/bin/python -m bench.rating_list [PEOPLE]

Uses the database of DATABASE_URL, or an SQLite file in a directory of its own; what it loads it takes away again.
"""

from __future__ import annotations

import io
import os
import resource
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

_LETTERS = ("ber", "gra", "dah", "eli", "sen", "xyz")


def main() -> None:
    people = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000
    with tempfile.TemporaryDirectory() as directory:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")
        os.environ["CLUBCHESS_DATA"] = directory
        os.environ.setdefault("SECRET_KEY", "bench" * 12)
        list_file = Path(directory) / "players_list_foa.txt"
        _generate(list_file, people)
        print(f"{people} people, {list_file.stat().st_size / 1e6:.0f} MB")
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], check=True)
        for again in ("first", "in the place of the first"):
            began, busy = time.perf_counter(), _busy()
            subprocess.run([sys.executable, "manage.py", "load_rating_list", str(list_file)], check=True)  # noqa: S603
            print(f"{again}: {time.perf_counter() - began:.0f} s, {_busy() - busy:.0f} s of them of one processor")
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"at most {memory:.0f} MB")
        _look_up()
        _upload(list_file, people // 2)


def _busy() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _upload(file: Path, people: int) -> None:
    from tests.tools.pages.rating_lists import zipped
    from tournaments.models import ListState, RatingList
    from tournaments.recording import forget_lists, new_list
    from tournaments.services.players.rating_lists import load

    with file.open("rb") as lines:
        data = zipped({file.name: b"".join(islice(lines, people + 1))})
    row = new_list(club=None, source="", state=ListState.LOADING)
    began, busy, own = time.perf_counter(), _busy(), time.process_time()
    load(io.BytesIO(data), name=file.name, club=None, row=row)
    own = time.process_time() - own
    print(
        f"{people} people uploaded, {len(data) / 1e6:.0f} MB: {time.perf_counter() - began:.0f} s, {own:.0f} s of one "
        f"processor here and {_busy() - busy:.0f} s in the process that reads"
    )
    forget_lists(RatingList.objects.filter(club=None))


def _generate(file: Path, people: int) -> None:
    from tests.tools.pages.rating_lists import FIDE_HEADER, fide_line, many

    with file.open("w", newline="\r\n", encoding="ascii") as text:
        text.write(FIDE_HEADER + "\n")
        text.writelines(fide_line(who) + "\n" for who in many(people))


def _look_up() -> None:
    import django

    django.setup()
    from tournaments.models import Club, RatingList
    from tournaments.recording import forget_lists
    from tournaments.selectors.rating_list_lookup import found_by

    club = Club(name="bench")
    found_by(club, "abc")
    for letters in _LETTERS:
        began = time.perf_counter()
        found = found_by(club, letters)
        print(f"{letters}: {1000 * (time.perf_counter() - began):.1f} ms, {len(found)} shown")
    forget_lists(RatingList.objects.filter(club=None))


if __name__ == "__main__":
    main()
