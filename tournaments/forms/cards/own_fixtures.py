"""What a tap on a card sends of a match: whether somebody can play, and what always holds of them."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.http import QueryDict

from tournaments.forms.cards.own_availability import TAKE_BACK, time_in
from tournaments.models import UsualAnswer
from tournaments.pairing.teams.types import SquadAnswer

NONE = "none"
"""What a form sends for no usual answer."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SentFixtureAnswer:
    """`said` None takes back what was said."""

    said: SquadAnswer | None
    arrives_at: datetime.time | None
    seen: str


def sent_fixture_answer(data: QueryDict) -> SentFixtureAnswer | None:
    """None where it cannot be read."""
    value = data.get("answer", "")
    if value != TAKE_BACK and value not in list(SquadAnswer):
        return None
    return SentFixtureAnswer(
        said=None if value == TAKE_BACK else SquadAnswer(value),
        arrives_at=time_in(data, "arrives_at"),
        seen=data.get("seen", ""),
    )


def usual_answer_in(data: QueryDict) -> UsualAnswer | None:
    """None where it cannot be read."""
    value = data.get("usual_answer")
    return {each.value or NONE: each for each in UsualAnswer}.get(value or "")
