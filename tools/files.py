"""Files by folder and name, of which there must be some: a check that reads none would say that all is well."""

from __future__ import annotations

from pathlib import Path


class NothingFound(AssertionError):
    pass


def files_in(folder: Path, pattern: str) -> list[Path]:
    """In their order, from all folders below where the pattern says so (`**/*.py`)."""
    files = sorted(folder.glob(pattern))
    if not files:
        raise NothingFound(f"no {pattern} in {folder}: has it moved?")
    return files


def existing(path: Path) -> Path:
    """What is left out of a check by its path."""
    if not path.exists():
        raise NothingFound(f"no {path}: has it moved?")
    return path
