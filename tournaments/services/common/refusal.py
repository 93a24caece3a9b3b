"""How a service says no."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Refused(Exception):
    """A rule of the app forbids it, and nothing was changed. `message` is a whole sentence for the person."""

    def __init__(self, message: str | StrPromise) -> None:
        super().__init__(str(message))
        self.message = message
