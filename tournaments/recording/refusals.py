"""Why nothing was recorded."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.models import Action


class AlreadyDone(Exception):
    """The same receipt was sent before: nothing was changed, and what is there is the answer."""


class Stale(Exception):
    """What the person saw is no longer there. `since` is the action that changed it, where it is known."""

    def __init__(self, since: Action | None = None) -> None:
        super().__init__()
        self.since = since


class UndoRefused(Exception):
    """Others built on it: `later` are the actions in the way, newest first (empty: already undone, or not kept)."""

    def __init__(self, later: Sequence[Action] = ()) -> None:
        super().__init__()
        self.later = tuple(later)


class OfAnotherVersion(UndoRefused):
    """It names what this version does not know, so that it can neither compare nor write it."""


class Archived(UndoRefused):
    """So old that what undo goes by is not in the database any more."""
