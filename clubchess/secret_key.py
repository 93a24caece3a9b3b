"""The installation's secret key, made on first use."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from clubchess.platforms.files import new_private_file, put_in_place


def read_or_make_secret_key(path: Path) -> str:
    """Several processes may start at once: the key is written aside and put into place, whole."""
    if not path.exists():
        _make(path)
    key = path.read_text(encoding="ascii").strip()
    if len(key) < 50:
        raise ImproperlyConfigured(f"The secret key in {path} is too short. Delete the file and start again.")
    return key


def _make(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with new_private_file(aside) as file:
            file.write(secrets.token_urlsafe(64).encode("ascii"))
            file.flush()
            os.fsync(file.fileno())
        put_in_place(aside, path)  # or another process was first, and its key counts
    finally:
        aside.unlink(missing_ok=True)
