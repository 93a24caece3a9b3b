"""What the program brings along besides its code: beside it in a checkout, made ready in an installed wheel."""

import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
"""Where the packages can be imported from."""
_PACKED: Final = ROOT / "clubchess" / "_files"
IS_INSTALLED: Final = _PACKED.is_dir()
"""From a wheel: catalogues are compiled, static files collected, and an empty database is there (`hatch_build.py`)."""
TEMPLATES: Final = (_PACKED if IS_INSTALLED else ROOT) / "templates"
CATALOGUES: Final = (_PACKED if IS_INSTALLED else ROOT) / "locale"
COLLECTED: Final = _PACKED / "collected"
STATIC: Final = COLLECTED if IS_INSTALLED else ROOT / "static"
CHANGELOG: Final = (_PACKED if IS_INSTALLED else ROOT) / "CHANGELOG.md"
EMPTY_DATABASE: Final = _PACKED / "empty.sqlite3"
STOLEN_PASSWORDS: Final = _PACKED / "stolen_passwords"


def is_frozen() -> bool:
    """Whether all stands in one folder with a start program of its own (`make bundle`), which is then no Python."""
    return bool(getattr(sys, "frozen", False))
