"""Questions that come with every page or tap: among thousands of clubs each must read its own club's rows alone.

In a test a table is too short to show it. So the index is named by which the rows are to be found, and no question asks
for one kind of rows or another: PostgreSQL then goes through all there are, of every club.
"""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet

from tests.tools.casts.evening_cast import Evening, evening
from tournaments.mail.jobs import mails, tell_of_place
from tournaments.pages.calendar.mail_failures import troubled
from tournaments.pages.clubs.front_page import rounds_of
from tournaments.selectors.display_names import with_namesakes
from tournaments.selectors.shared_games import guest_keys_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # an index


@pytest.fixture
def cast() -> Evening:
    cast = evening(4)
    cast.play()
    return cast


def plan_of(question: QuerySet[Any, Any]) -> str:
    """As of a table that is not read whole because it is short."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
    return question.explain()


def test_who_is_called_the_same_is_found_by_the_name(cast: Evening) -> None:
    question = with_namesakes([cast.players[0].pk])

    assert " OR " not in str(question.query)
    plan = plan_of(question)
    assert "player_by_folded_name" in plan or "player_club_id" in plan


def test_cups_that_count_in_a_tournament_are_found_by_it(cast: Evening) -> None:
    question = guest_keys_of(cast.tournament)

    assert " OR " not in str(question.query)
    plan = plan_of(question)
    assert "tournament_counts_in_id" in plan
    assert "game_counted_in_id" in plan


def test_mails_are_found_by_what_they_are_about_whatever_is_kept(cast: Evening) -> None:
    """The library's own indexes are all that its table has."""
    rounds = [round.pk for round in cast.tournament.rounds.all()]
    given_up, tried_again = troubled(cast.tournament, rounds)

    assert "queue_n" in plan_of(given_up)
    assert "tasks_db_new_ordering_idx" in plan_of(tried_again)
    assert "queue_n" in plan_of(mails(tell_of_place.module_path, about="round", key=rounds[0]))


def test_rounds_of_a_day_are_found_by_the_day() -> None:
    question = rounds_of([datetime.date(2026, 11, 23)])

    assert "earlier" not in str(question.query)
    assert "round_by_date" in plan_of(question)
