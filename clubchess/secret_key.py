"""The installation's secret key, made on first use."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def read_or_make_secret_key(path: Path) -> str:
    """Several processes may start at once: the key is written aside and linked into place, whole."""
    if not path.exists():
        _make(path)
    key = path.read_text(encoding="ascii").strip()
    if len(key) < 50:
        raise ImproperlyConfigured(f"The secret key in {path} is too short. Delete the file and start again.")
    return key


def _make(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(64))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(aside, path)
        except FileExistsError:
            return  # another process was first, and its key counts
    finally:
        aside.unlink()
