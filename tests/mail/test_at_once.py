"""Two workers that find the same to do in the same moment: each mail is queued once."""

from __future__ import annotations

from typing import Any

import pytest
from django_tasks_db.models import DBTaskResult

from tests.mail.conftest import TOMORROW, plan, published
from tests.mail.test_asking import FIVE
from tests.tools.casts.factories import Evening
from tests.tools.played.at_once import at_once
from tournaments.mail import asking
from tournaments.mail.jobs import tell_of_place, tell_of_round

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.postgresql]  # locks

AT_ONCE = 4


def queued(mail: Any) -> int:
    return DBTaskResult.objects.filter(task_path=mail.module_path).count()


def test_of_a_published_round_each_is_told_once(evening: Evening) -> None:
    published(evening)
    DBTaskResult.objects.all().delete()
    key = evening.tournament.rounds.get().pk
    answers = at_once(*[lambda: tell_of_round.call(round=key)] * AT_ONCE)

    assert sorted(map(str, answers)) == ["0"] * (AT_ONCE - 1) + ["5"]
    assert queued(tell_of_place) == 5


def test_who_has_not_said_is_asked_once(evening: Evening, noon: Any) -> None:
    plan(evening.tournament, round_dates=[TOMORROW.isoformat()], expected="who_says")
    noon.move_to(FIVE)
    answers = at_once(*[asking.ask_who_has_not_said] * AT_ONCE)

    assert sorted(map(str, answers)) == ["0"] * (AT_ONCE - 1) + ["5"]
    assert queued(asking.ask) == 5
