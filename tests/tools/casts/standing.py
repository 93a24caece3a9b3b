"""Where many cases begin: brought about once for all of them, and each is taken back to it when it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import transaction
from django.utils import translation

from tests.tools.casts.factories import Evening, PlayerFactory
from tests.tools.guards.write_guard import guarded
from tournaments.models import Tournament

Before = Callable[[Evening], object]
CaseT = TypeVar("CaseT", bound=tuple[str, Any, Any])

OPTIONS = {"keizer": {"default_absence": "unexcused"}}
"""Where being excused is something else than not being marked."""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Six players in a tournament and two more in its club, and what has happened since."""

    before: Before
    system: str = "attendance_monrad"

    @contextmanager
    def brought_about(self, django_db_blocker: Any) -> Iterator[Evening]:
        """For a fixture of a class, in a transaction around those of its tests, which is taken back in the end."""
        with django_db_blocker.unblock(), transaction.atomic():
            with guarded(), translation.override("en"):
                evening = Evening.of(6, system=self.system, options=OPTIONS.get(self.system, {}))
                PlayerFactory.create_batch(2, club=evening.tournament.club)
                self.before(evening)
            yield evening
            transaction.set_rollback(True)


def read_anew(evening: Evening) -> Evening:
    """For each test: what the one before did to its own is taken back in the database alone."""
    tournament = Tournament.objects.select_related("club", "season").get(pk=evening.tournament.pk)
    return Evening(tournament=tournament, director=type(evening.director).objects.get(pk=evening.director.pk))


def side_by_side(cases: Sequence[CaseT], *, but: int) -> list[CaseT]:
    """All but the first so many (the fast ones) in the order of where they begin, the second part of a case."""
    places = list(dict.fromkeys(before for _name, before, _verb in cases))
    return [*cases[:but], *sorted(cases[but:], key=lambda case: places.index(case[1]))]
