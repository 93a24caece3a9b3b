"""Files that are made for their owner alone, put into place whole, and known to be on the disk."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

_NO_LINKS: Final = {errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL, errno.EACCES}
"""What a USB stick or a network drive answers."""


def new_private_file(path: Path) -> IO[bytes]:
    """To write, and to read back. Raises FileExistsError where there is one."""
    return open(path, "x+b", opener=_for_the_owner)


def write_for_the_owner(path: Path, content: bytes) -> None:
    """Whole or not at all, in the place of what was there. Raises OSError."""
    aside = path.with_name(f"{path.name}-new")
    aside.unlink(missing_ok=True)
    with new_private_file(aside) as stream:
        stream.write(content)
    aside.replace(path)


def _for_the_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def flush_directory(directory: Path) -> None:
    """The names in it stand on the disk. Windows opens no directory, and writes names down by itself."""
    if not hasattr(os, "geteuid"):
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace_open_file(new: Path, old: Path, close: Callable[[], None]) -> None:
    """`new` gets the name of `old`, which this process has open. Where an open file cannot be replaced it is closed
    before."""
    try:
        new.replace(old)
    except PermissionError:
        close()
        new.replace(old)


def put_in_place(aside: Path, path: Path) -> bool:
    """Gives the finished file `aside` the name `path`, unless there is one: then False, and nothing has changed.
    `aside` is gone in any case."""
    try:
        os.link(aside, path)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if path.exists():  # between the two somebody may be first; that both began this moment is rarer still
            return False
        aside.rename(path)  # on Windows that refuses a name that is taken
        return True
    finally:
        aside.unlink(missing_ok=True)
    return True
