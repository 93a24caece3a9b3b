"""The C library keeps less of the memory that is given back; called before anything else is loaded.

Glibc raises by itself the size from which a block goes back to the system at once, to 32 MB, and gives each thread a
heap of its own: a process that has made pages for an hour held 284 MB so, and 227 MB like this.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress
from typing import Final

_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
_ARENA_MAX: Final = -8
"""As malloc.h numbers them."""


def keep_little() -> bool:
    """Whether the C library has such settings: glibc does."""
    with suppress(OSError, AttributeError, TypeError):
        mallopt = ctypes.CDLL(None).mallopt
        return all((mallopt(_MMAP_THRESHOLD, 65_536), mallopt(_TRIM_THRESHOLD, 131_072), mallopt(_ARENA_MAX, 1)))
    return False
