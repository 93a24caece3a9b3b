"""Whatever changes what is kept for public pages raises the revision it is kept by: every verb, done and undone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.factories import Evening, PlayerFactory
from tests.services.test_undoing import CASES, Verb
from tournaments.models import Action, Attendance, Game, PublishedTable, Round, Tournament
from tournaments.pages.tables import state_of
from tournaments.pairing.snapshot import Result
from tournaments.services import seasons
from tournaments.services.undoing import undo_action

pytestmark = pytest.mark.django_db
SYSTEM = {"tournaments.change_options": "attendance_monrad"}
"""Whose options a case sets; in the tables of the others everybody counts for everybody."""


def kept(tournament: Tournament) -> list[object]:
    """All that the pages of a tournament keep; names and entries are read anew by each."""
    state = state_of(tournament)
    rounds = [each.pk for each in state.rounds]
    published = PublishedTable.objects.filter(round__in=rounds)
    return [
        (state.current.system, state.current.tie_breaks, state.current.snapshot, state.finished),
        list(
            Round.objects.filter(pk__in=rounds).order_by("pk").values("number", "state", "date", "notes", "started_at")
        ),
        [(each.round_id, bytes(each.table), bytes(each.tournament_file)) for each in published.order_by("pk")],
        list(Attendance.objects.filter(round__in=rounds).order_by("pk").values()),
        list(Game.objects.filter(round__in=rounds).order_by("pk").values()),
    ]


def changes_what_is_kept(evening: Evening, verb: Callable[[], object]) -> bool:
    """Then the revision must have risen."""

    def look() -> tuple[int, list[object]]:
        found = Tournament.objects.get(pk=evening.tournament.pk)
        return found.public_revision, kept(found)

    revision, before = look()
    verb()
    raised, after = look()
    assert raised > revision or after == before
    return after != before


@pytest.mark.parametrize(("name", "before", "verb"), CASES, ids=[f"{n}-{b.__name__}" for n, b, _ in CASES])
def test_a_verb_that_changes_what_is_kept_raises_the_revision(name: str, before: Verb, verb: Verb) -> None:
    evening = Evening.of(6, system=SYSTEM.get(name, "keizer"))
    PlayerFactory.create_batch(2, club=evening.tournament.club)
    before(evening)
    newest = Action.objects.order_by("-pk").values_list("pk", flat=True).first() or 0

    changes = changes_what_is_kept(evening, lambda: verb(evening))

    (action,) = Action.objects.filter(pk__gt=newest)
    for _undone_and_redone in range(2):
        assert changes_what_is_kept(evening, lambda: undo_action(action, actor=None)) is changes  # noqa: B023
        action = Action.objects.latest("pk")


def test_closing_a_season_that_publishes_tables_raises_it_too() -> None:
    evening = Evening.of(4)
    evening.play()

    assert changes_what_is_kept(evening, lambda: seasons.close_season(evening.tournament.season, actor=None))
    assert changes_what_is_kept(evening, lambda: undo_action(Action.objects.latest("pk"), actor=None))


def test_the_verbs_of_the_evening_do_change_it() -> None:
    """Or the test above would prove nothing."""
    evening = Evening.of(4, system="keizer")
    evening.draft()
    steps: list[Callable[[], object]] = [evening.publish, lambda: evening.enter(1, Result.DRAW), evening.start]

    assert all(changes_what_is_kept(evening, step) for step in steps)
