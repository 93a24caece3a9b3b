"""Every verb is done, undone, redone and undone again, and three readers say what of that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction

from tests.tools.casts.factories import Evening
from tests.tools.casts.standing import Standing, read_anew, side_by_side
from tests.tools.guards.layers import first_fast, first_on_postgresql
from tests.tools.guards.whole_database import Dump, dump
from tests.tools.played.kept import as_outside_a_transaction
from tests.walks.kept_evening import KeptEvening, it_is_kept
from tests.walks.public_pages import PublicPages, Visitor
from tests.walks.rows import Rows
from tests.walks.verbs import CASES, Verb
from tests.walks.verbs_of_the_club import OF_THE_CLUB
from tournaments.models import Action
from tournaments.services.activity.undo import undo_action

pytestmark = pytest.mark.django_db

SYSTEM = {"tournaments.change_options": "attendance_monrad"}
"""Whose options a case sets; in the tables of the others everybody counts for everybody."""
DONE_AND_UNDONE = side_by_side(CASES + OF_THE_CLUB, but=4)


@dataclass(frozen=True, kw_only=True)
class Begun:
    """What all verbs that begin at the same place find there."""

    evening: Evening
    untouched: Dump
    visitor: Visitor


@pytest.fixture(scope="class")
def begun(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Iterator[Begun]:
    with request.param.brought_about(django_db_blocker) as evening:
        with as_outside_a_transaction():
            visitor = Visitor(club=evening.tournament.club)
        yield Begun(evening=evening, untouched=dump(), visitor=visitor)


def cases() -> Iterator[tuple[str, Standing, Verb]]:
    for name, before, verb in DONE_AND_UNDONE:
        yield name, Standing(before=before, system=SYSTEM.get(name, "keizer")), verb


class TestVerbs:
    @pytest.mark.parametrize(
        ("name", "begun", "verb"),
        first_on_postgresql(first_fast(8, cases()), kind=lambda _name, standing, _verb: standing.before),
        ids=[f"{n}-{b.__name__}" for n, b, _ in DONE_AND_UNDONE],
        indirect=["begun"],
    )
    def test_what_is_undone_never_was_and_what_is_shown_is_what_is_there(
        self, name: str, begun: Begun, verb: Verb
    ) -> None:
        rows, evening, pages = walked(begun, verb)

        assert not rows.wrong, f"{name}: undo gives back exactly what was, and redo what was done"
        assert not evening.wrong, f"{name}: on what is kept the evening is as if nothing were kept"
        assert not pages.wrong, f"{name}: what the public sees changes with its version, and only with it"


def walked(begun: Begun, verb: Verb) -> tuple[Rows, KeptEvening, PublicPages]:
    with as_outside_a_transaction(), it_is_kept():
        with transaction.atomic():
            evening = read_anew(begun.evening)
            rows = Rows(untouched=begun.untouched)
            pages = PublicPages(evening=evening, visitor=begun.visitor)
            shown = KeptEvening(evening=evening)
            for step, action in steps(evening, verb, rows):
                rows.look(step, action)
                if step != "undone again":  # what is shown then was shown before
                    shown.look(step, action)
                    pages.look(step, action)
            transaction.set_rollback(True)
        pages.look_back()
    return rows, shown, pages


def steps(evening: Evening, verb: Verb, rows: Rows) -> Iterator[tuple[str, Action]]:
    """Each verb is one action, and so is its undo."""
    newest = Action.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    with rows.watching():
        verb(evening)
    (action,) = Action.objects.filter(pk__gt=newest)
    yield "done", action
    for step in ("undone", "redone", "undone again"):
        with rows.watching():
            undo_action(action, actor=evening.director)
        (action,) = Action.objects.filter(pk__gt=action.pk)
        yield step, action
