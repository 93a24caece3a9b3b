"""Two directors who tap in the same moment make one play-off."""

from __future__ import annotations

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.played.at_once import at_once
from tests.tools.played.played_off import played_off, shared_by
from tournaments.models import Tournament
from tournaments.services.common.refusal import Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.postgresql]  # locks


def test_two_at_once_make_one() -> None:
    evening = shared_by(2)
    other = Evening(tournament=evening.tournament, director=evening.second_director())

    answers = at_once(lambda: played_off(evening, name="One"), lambda: played_off(other, name="Other"))

    made = Tournament.objects.get(play_off_of=evening.tournament)
    [refused] = [each for each in answers if isinstance(each, Refused)]
    assert str(refused) == f"They play off already: {made.name}."
