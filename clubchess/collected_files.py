"""Whether the static files that were collected are still what would be collected: by contents, not by dates."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders

_MADE_BY: Final = ("requirements.txt", "clubchess/static_files.py")


def to_collect() -> str:
    """What collecting begins with: every file in the order in which it is found, by whom and how it is made smaller."""
    return _digest(_what_is_collected_from())


def is_as_collected(sources: str) -> bool:
    return _stamp().is_file() and _stamp().read_text(encoding="utf-8") == f"{sources} {_collected()}"


def note_collected(sources: str) -> None:
    """`sources` as they were before: what changed meanwhile is collected the next time."""
    _stamp().write_text(f"{sources} {_collected()}", encoding="utf-8")


def _stamp() -> Path:
    return Path(settings.DATA_DIR) / "static-collected"


def _what_is_collected_from() -> Iterable[bytes]:
    yield repr((settings.STORAGES["staticfiles"], settings.STATIC_URL, str(settings.STATIC_ROOT))).encode()
    for name in _MADE_BY:
        path = Path(settings.BASE_DIR) / name
        yield path.read_bytes() if path.is_file() else b""
    for finder in get_finders():
        for name, storage in sorted(finder.list(None), key=lambda found: found[0]):
            yield name.encode()
            with storage.open(name) as file:
                yield file.read()


def _collected() -> str:
    """As they lie there: whoever takes one away, or writes over it, has them collected again."""
    there = ((path, path.stat()) for path in sorted(Path(settings.STATIC_ROOT).rglob("*")) if path.is_file())
    return _digest(f"{path} {found.st_size} {found.st_mtime_ns}".encode() for path, found in there)


def _digest(parts: Iterable[bytes]) -> str:
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()
