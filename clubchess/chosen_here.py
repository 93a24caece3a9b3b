"""What was chosen on a page of this installation, and is needed before its database is read, or in another's place."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from clubchess.platforms.files import write_for_the_owner

_NAME: Final = "chosen.json"
_LARGEST: Final = 10_000
MOST_KEPT: Final = 1_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Chosen:
    phones: bool = False
    """Whether phones in the same network are let in."""
    backup_folder: str = ""
    """Empty: `backups` among the data."""
    backups_kept: int = 30
    """So many of those that are made by themselves; 0: none is made."""


def read(directory: Path) -> Chosen:
    """As nothing was chosen where the file is none of ours: a start does not fail for it."""
    with suppress(OSError, ValueError, TypeError):
        with (directory / _NAME).open(encoding="utf-8") as stream:
            found: Any = json.loads(stream.read(_LARGEST))
        chosen = Chosen(**found)
        if (
            type(chosen.phones) is bool
            and isinstance(chosen.backup_folder, str)
            and type(chosen.backups_kept) is int
            and 0 <= chosen.backups_kept <= MOST_KEPT
        ):
            return chosen
    return Chosen()


def write(directory: Path, chosen: Chosen) -> None:
    """Whole or not at all. Raises OSError."""
    write_for_the_owner(directory / _NAME, json.dumps(asdict(chosen)).encode())
