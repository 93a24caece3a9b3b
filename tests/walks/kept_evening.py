"""A reader of the walk of verbs: the evening's page on what is kept, against one for which everything is read anew."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from types import SimpleNamespace
from unittest.mock import patch

from tests.tools.casts.factories import Evening
from tournaments.models import Action, Round, Tournament
from tournaments.pages.evening import EveningPage, evening_page
from tournaments.pages.standings import round_context


def seen(evening: Evening) -> list[EveningPage]:
    """Every round, and the newest at the evening's own address, as a process shows it that knew it before."""
    tournament = Tournament.objects.get(pk=evening.tournament.pk)
    numbers = Round.objects.filter(tournament=tournament).order_by("number").values_list("number", flat=True)
    return [evening_page(tournament), *(evening_page(tournament, number) for number in numbers)]


def seen_twice(evening: Evening) -> tuple[list[EveningPage], list[EveningPage]]:
    """On what is kept, and anew; and that is kept from now on. A verb empties nothing that is kept: it is as if another
    process had done it."""
    shown = seen(evening)
    round_context.forget_all()
    return shown, seen(evening)


def shows_what_is_there(evening: Evening) -> bool:
    shown, anew = seen_twice(evening)
    return shown == anew


@contextmanager
def it_is_kept() -> Iterator[None]:
    """As it is outside of a test, which is one transaction. What was kept outside may have been rolled back."""
    round_context.forget_all()
    with patch.object(round_context, "connection", SimpleNamespace(in_atomic_block=False)):
        try:
            yield
        finally:
            round_context.forget_all()


@dataclass(kw_only=True)
class KeptEvening:
    evening: Evening
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        seen(self.evening)

    def look(self, step: str, _action: Action) -> None:
        if not Tournament.objects.filter(pk=self.evening.tournament.pk, trashed_at=None).exists():
            return
        shown, anew = seen_twice(self.evening)
        if shown != anew:
            self.wrong.append(f"{step}: {_what_differs(shown, anew)}")


def _what_differs(shown: list[EveningPage], anew: list[EveningPage]) -> str:
    if len(shown) != len(anew):
        return f"{len(shown)} pages are kept, {len(anew)} are there"
    (kept, there), *_others = [(one, other) for one, other in zip(shown, anew, strict=True) if one != other]
    names = [each.name for each in fields(kept) if getattr(kept, each.name) != getattr(there, each.name)]
    told = [f"{name} is kept as {getattr(kept, name)}, but is {getattr(there, name)}" for name in names]
    return "; ".join(told)
