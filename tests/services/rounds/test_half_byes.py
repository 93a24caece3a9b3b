"""Half-point byes on request: as many as the system's options allow, and none in the last rounds."""

from __future__ import annotations

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Presence
from tournaments.pairing.explanations.late_changes import LateChoice, changes_for_latecomer
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.snapshots import set_round_of
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import attendance

pytestmark = pytest.mark.django_db


def evening_with(allowed: int, *, none_in_last: int = 0, planned: int | None = None) -> Evening:
    options = {"half_byes": allowed, "half_bye_last_rounds": none_in_last}
    evening = Evening.of(6, system="norwegian_monrad", options=options, planned_rounds=planned)
    evening.open()
    return evening


def finish_round(evening: Evening) -> None:
    evening.pair()
    evening.publish()
    for board in range(1, len(evening.boards()) + 1):
        evening.enter(board, Result.DRAW)


@pytest.mark.slow
def test_a_player_may_have_as_many_as_the_tournament_allows_and_is_told_how_many_that_were() -> None:
    evening = evening_with(2)
    for _ in range(2):
        evening.mark(1, Presence.HALF_BYE)
        evening.check_in(2, 3, 4, 5)
        finish_round(evening)
        assert evening.byes()[1] == "half"
        evening.open()

    with nothing_changes(Refused, "No1 has had 2 half-point byes, of 2 that a player may have."):
        evening.mark(1, Presence.HALF_BYE)
    evening.mark(1, Presence.ZERO_BYE)
    evening.mark(2, Presence.HALF_BYE)


def test_a_mark_in_this_round_does_not_count_until_the_round_is_paired() -> None:
    evening = evening_with(1)
    evening.mark(1, Presence.HALF_BYE)
    evening.mark(1, Presence.PRESENT)

    assert evening.mark(1, Presence.HALF_BYE).presence == Presence.HALF_BYE


def test_there_are_none_where_the_option_says_none() -> None:
    evening = evening_with(0)

    with nothing_changes(Refused, "no half-point byes in this tournament"):
        evening.mark(1, Presence.HALF_BYE)


@pytest.mark.parametrize(("last", "sentence"), [(1, "in the last round."), (2, "in the last 2 rounds.")])
def test_there_are_none_in_the_last_rounds(last: int, sentence: str) -> None:
    evening = evening_with(3, none_in_last=last, planned=last + 1)
    evening.mark(1, Presence.HALF_BYE)
    evening.check_in(2, 3, 4, 5)
    finish_round(evening)
    evening.open()

    with nothing_changes(Refused, sentence):
        evening.mark(2, Presence.HALF_BYE)


def test_where_no_number_of_rounds_is_planned_no_round_is_among_the_last() -> None:
    evening = evening_with(1, none_in_last=9)

    assert evening.mark(1, Presence.HALF_BYE).presence == Presence.HALF_BYE


def test_a_system_without_such_options_gives_them_as_asked() -> None:
    evening = Evening.of(4)
    evening.open()

    attendance.mark_attendance(
        evening.round, evening.entry(1), Presence.HALF_BYE, seen=Presence.UNMARKED, actor=evening.director
    )

    assert evening.slot(1).presence == Presence.HALF_BYE


@pytest.mark.parametrize("allowed", [0, 1])
def test_who_comes_too_late_is_offered_one_only_while_there_are_some_left(allowed: int) -> None:
    evening = evening_with(allowed)
    evening.check_in(1, 2, 3, 4)
    evening.pair()
    evening.publish()
    rows = evening.round.attendances.select_related("entry__player", "game")

    offered = {plan.choice for plan in changes_for_latecomer(set_round_of(evening.round, rows), 5)}

    assert (LateChoice.HALF in offered) is bool(allowed)
    assert LateChoice.ZERO in offered
