"""Whose a file is, and who may read it.

Windows has no such numbers and no such bits: there a user's own folder is closed to others by its access list, and what
is made in it is closed as the folder is.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path


def is_own(there: os.stat_result) -> bool:
    return not hasattr(os, "geteuid") or there.st_uid == os.geteuid()


def is_administrator() -> bool:
    """Root, who may open everybody's files and give them away."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def close_to_others(path: Path, there: os.stat_result, mode: int) -> None:
    """`there`: what it is now; a path that others cannot read is left as it is."""
    if hasattr(os, "geteuid") and stat.S_IMODE(there.st_mode) & 0o077:
        path.chmod(mode)


def give_to(path: Path, like: os.stat_result, *, mode: int) -> None:
    """Owner and group as of another file, where this user may give files away; readable as `mode` says."""
    if is_administrator():
        os.chown(path, like.st_uid, like.st_gid)
    if hasattr(os, "geteuid"):
        path.chmod(mode)
