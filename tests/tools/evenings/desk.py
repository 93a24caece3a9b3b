"""The director's desk: presses the app's buttons and looks at the whole database before and after each."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.db import connection

from tests.tools.evenings.rows import Rows, all_rows, replayed, without_counters
from tournaments.models import Action
from tournaments.recording import AlreadyDone, Stale
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused

Service = Callable[..., Any]


class Desk:
    """All writing goes through `press`, so that the rows seen last are those before the next."""

    def __init__(self) -> None:
        self.rows = all_rows()
        self.actions = Action.objects.count()

    def press(self, service: Service, *args: Any, **kwargs: Any) -> bool:
        """Whether something was done. What is refused, stale or done already must have changed nothing."""
        name = service.__name__
        try:
            service(*args, **kwargs, actor=None)
        except (Refused, Stale, AlreadyDone):
            self._see_that_nothing_changed(f"{name} was refused, and changed something")
            return False
        connection.check_constraints()
        if Action.objects.count() == self.actions:
            self._see_that_nothing_changed(f"{name} changed something without recording it")
            return False
        before, self.rows = self.rows, all_rows()
        self.actions += 1
        assert Action.objects.count() == self.actions
        assert replayed(before, self.newest) == self._there(), f"{name} recorded something else than it did"
        return True

    def press_hard(self, service: Service, *args: Any, **kwargs: Any) -> bool:
        """As `press`, and then: the phone sends it again, somebody else presses it too, it is undone and redone."""
        name, before, receipt = service.__name__, self._there(), uuid.uuid4()
        if not self.press(service, *args, **kwargs, receipt=receipt):
            return False
        done, after = self.newest, self._there()
        assert not self.press(service, *args, **kwargs, receipt=receipt), f"{name} took a receipt twice"
        self.press(service, *args, **kwargs)
        assert self._there() == after, f"{name} pressed by two was done twice"
        if self.newest == done:
            assert self.press(undo_action, done), f"{name} cannot be undone at once"
            assert self._there() == before, f"{name} undone is not as before"
            assert self.press(undo_action, self.newest), f"{name} undone cannot be redone at once"
            assert self._there() == after, f"{name} redone is not as after"
        return True

    @property
    def newest(self) -> Action:
        return Action.objects.latest("id")

    def _there(self) -> Rows:
        return without_counters(self.rows)

    def _see_that_nothing_changed(self, complaint: str) -> None:
        assert all_rows() == self.rows, complaint
        assert Action.objects.count() == self.actions, complaint
