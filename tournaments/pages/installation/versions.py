"""What a version brings, as the changelog says it: in English."""

from __future__ import annotations

from collections.abc import Iterator

from clubchess import program_files


def changes_of(version: str) -> Iterator[str]:
    """Its points in the changelog, each as one text."""
    text = program_files.CHANGELOG.read_text(encoding="utf-8")
    section = text.partition(f"\n## [{version}]")[2].partition("\n## ")[0]
    for point in section.split("\n- ")[1:]:
        yield " ".join(point.partition("\n\n")[0].split())
