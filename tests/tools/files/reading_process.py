"""In the place of the process that reads a file one that does what a test says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from unittest.mock import patch

from tournaments.exchange import apart
from tournaments.exchange.apart import LIMITS, Reader


@contextmanager
def a_child(code: str, reader: Reader = Reader.SHEET, **limits: int) -> Iterator[None]:
    """It runs this code: `tell(answer)` for each, or `answer = …` for the last."""
    with (
        patch.object(apart, "_CHILD", "tests.tools.files.a_child"),
        patch.dict(os.environ, {"PATH": f"{code}"}),
        patch.dict(LIMITS, {reader: replace(LIMITS[reader], **limits)}),  # type: ignore[arg-type]
    ):
        yield
