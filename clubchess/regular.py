"""What the settings name to be done every so often: one that fails keeps none of the others from it."""

from __future__ import annotations

from collections.abc import Iterable

import structlog
from django.db import DatabaseError
from django.utils.module_loading import import_string

log = structlog.get_logger("clubchess")


def do_each(paths: Iterable[str]) -> None:
    """Functions without arguments, by their dotted paths.

    Raises DatabaseError, since then the others would hardly do better; anything else is logged.
    """
    for path in paths:
        try:
            import_string(path)()
        except DatabaseError:
            raise
        except Exception as error:  # whatever it is: the others are still done
            log.warning("job_failed", task=path, exc_info=error)
