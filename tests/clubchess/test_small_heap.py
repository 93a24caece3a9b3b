"""Memory that is given back goes back to the system."""

import platform
import subprocess
import sys

LARGE = """
import gc, os
from pathlib import Path
from clubchess.small_heap import keep_little
def megabytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
print(keep_little() if {says} else None)
large = bytes(4_000_000)
del large  # from here on glibc would keep what is smaller
blocks, kept = [], []
for _ in range(400):
    blocks.append(b"x" * 300_000)
    kept.append(b"x" * 30_000)  # lies behind it, so that the heap cannot end before it
del blocks
print(megabytes())
"""


def held(*, says: bool) -> tuple[str, float]:
    done = subprocess.run([sys.executable, "-c", LARGE.format(says=says)], capture_output=True, text=True, check=True)
    said, megabytes = done.stdout.split()
    return said, float(megabytes)


def test_where_there_is_glibc_it_takes_the_settings() -> None:
    said, megabytes = held(says=True)
    _said, without = held(says=False)
    is_glibc = platform.libc_ver()[0] == "glibc"
    assert said == str(is_glibc)
    assert not is_glibc or megabytes + 40 < without
