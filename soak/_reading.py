"""Mutated files of each format through its reader alone: what became of them, the longest time, the most memory.

Each format in a process of its own, so that its memory is its own.
"""

from __future__ import annotations

import os
import pickle
import resource
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random


@dataclass(kw_only=True)
class Read:
    taken: int = 0
    refused: int = 0
    others: Counter[str] = field(default_factory=Counter)
    """Any other exception, which none should raise."""
    worst: float = 0
    """Seconds of the processor."""
    peak: int = 0
    """Megabytes, beyond those before."""


def formats() -> Mapping[str, tuple[Callable[[Random], bytes], Callable[[bytes], object]]]:
    """What makes a file, and what reads it."""
    import datetime

    from tests.tools.fuzzing import fixtures, lists, pictures, rating_lists, seasons, tournaments, trfs
    from tests.tools.fuzzing.dear_shapes import read_fixtures, read_list
    from tournaments.exchange.logo import normalised
    from tournaments.exchange.player_list import players_of
    from tournaments.exchange.spreadsheet_reader import read_sheet
    from tournaments.exchange.tournament_formats import read_tournament

    def read_players(data: bytes) -> object:
        return players_of(read_sheet(data), today=datetime.date(2026, 11, 22))

    return {
        "tournament": (tournaments.mutated_tournament, read_tournament),
        "trf": (trfs.mutated_trf, read_tournament),
        "sevilla": (seasons.mutated_season, read_tournament),
        "keizer for clubs": (seasons.mutated_kfc_season, read_tournament),
        "csv": (lists.mutated_csv, read_players),
        "xlsx": (lists.mutated_xlsx, read_players),
        "fixtures": (fixtures.mutated_fixture_list, read_fixtures),
        "calendar": (fixtures.mutated_calendar, read_fixtures),
        **{name: (partial(rating_lists.mutated_list_of, name), read_list) for name in sorted(rating_lists.MAKERS)},
        **{f"logo {kind}": (partial(pictures.mutated_picture, kind), normalised) for kind in ("PNG", "JPEG", "WEBP")},
    }


def read_all(count: int, seed: str, alarm: Callable[[], AbstractContextManager[None]]) -> bool:
    """Prints a table; whether there was nothing but taken and refused."""
    warnings.simplefilter("ignore")
    folder = Path(tempfile.mkdtemp(prefix="clubchess-readers-"))
    print(f"readers: {count:,} files a format of seed {seed}\n  {'':22}  taken refused others  worst s  peak MB")
    is_well = True
    for name, (make, read) in formats().items():
        found = _apart(partial(_read, make, read, count, f"{seed}/{name}", alarm, folder))
        print(
            f"  {name:22} {found.taken:6,} {found.refused:7,} {sum(found.others.values()):6,} "
            f"{found.worst:8.2f} {found.peak:8,}",
            flush=True,
        )
        for what, often in found.others.most_common():
            print(f"    FAULT {often:,} x {what}", flush=True)
        is_well &= not found.others
    if is_well:
        folder.rmdir()
    return is_well


def _read(
    make: Callable[[Random], bytes],
    read: Callable[[bytes], object],
    count: int,
    seed: str,
    alarm: Callable[[], AbstractContextManager[None]],
    folder: Path,
) -> Read:
    from tests.tools.fuzzing.dear_shapes import was_taken

    found = Read()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number in range(count):
        data = make(Random(f"{seed}/{number}"))
        begun = time.process_time()
        try:
            with alarm():
                is_taken = was_taken(read, data)
        except BaseException as error:  # TooLong among them
            if isinstance(error, KeyboardInterrupt):
                raise
            what = f"{type(error).__name__} {error}"[:100]
            found.others[what] += 1
            if found.others[what] == 1:
                file = folder / f"{seed.replace('/', '-').replace(' ', '-')}-{number}"
                file.write_bytes(data)
                print(f"FAULT in {file}: {what}", flush=True)
        else:
            found.taken += is_taken
            found.refused += not is_taken
        found.worst = max(found.worst, time.process_time() - begun)
    found.peak = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1_000
    return found


def _apart(job: Callable[[], Read]) -> Read:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with os.fdopen(writing, "wb") as end:
            pickle.dump(job(), end)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as end:
        told = end.read()
    os.waitpid(child, 0)
    return pickle.loads(told) if told else Read(others=Counter({"the process ended": 1}))  # noqa: S301  # our own
