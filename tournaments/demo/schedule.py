"""A tournament's season: its evenings, back from tonight and on from it."""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.demo.calendar import evenings_after, evenings_before
from tournaments.demo.playing import Marks, PastRound, Programme, TonightsRound
from tournaments.models import Tournament, User
from tournaments.services.calendar import dates

_CHECK_IN, _CHECK_IN_AGAIN, _BETWEEN_ROUNDS = 35, 5, 15
"""Minutes; the last two where an evening has several rounds."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DemoRhythm:
    """A round on every so many of the club's evenings, or several, at an hour; `to_come` evenings are planned."""

    every: int = 1
    rounds_an_evening: int = 1
    starts_at: datetime.time = datetime.time(19)
    minutes: int = 180
    """How long a round takes."""
    to_come: int

    @classmethod
    def from_json(cls, saved: Mapping[str, object]) -> DemoRhythm:
        """What a file of the folder says under `rhythm`."""
        return cls(**{**saved, "starts_at": datetime.time.fromisoformat(str(saved["starts_at"]))})  # type: ignore[arg-type]


@dataclass(frozen=True, kw_only=True, slots=True)
class DemoRounds:
    """Who was marked in each of the earlier rounds, and tonight."""

    past: Sequence[Marks]
    tonight: Marks
    is_checking_in: bool = False
    forfeits: Mapping[int, Collection[int]] = field(default_factory=dict)
    """By round, the boards at which Black had not come."""
    postponed: Mapping[int, Collection[int]] = field(default_factory=dict)
    """By round, the boards whose games are to be played yet."""


def planned(
    tournament: Tournament, rounds: DemoRounds, rhythm: DemoRhythm, *, tonight: datetime.date, director: User
) -> Programme:
    """With its dates planned, as a director does before the season. Earlier evenings had all of their rounds."""
    each = rhythm.rounds_an_evening
    before = evenings_before(tonight, len(rounds.past) // each, every=rhythm.every)
    left = (tournament.planned_rounds or dates.MOST_DATES) - len(rounds.past) - 1
    after = evenings_after(tonight, min(rhythm.to_come, left), every=rhythm.every, until=tournament.season.ends_on)
    dates.plan_dates(
        tournament,
        dates=[*before, tonight, *after],
        starts_at=rhythm.starts_at,
        rounds_an_evening=each,
        seen=dates.version_of(tournament),
        actor=director,
    )
    zone = zoneinfo.ZoneInfo(tournament.club.time_zone)
    past = []
    for index, marks in enumerate(rounds.past):
        evening, place = divmod(index, each)
        begins = datetime.datetime.combine(before[evening], rhythm.starts_at, zone)
        past.append(
            PastRound(
                tournament=tournament,
                number=index + 1,
                marks=marks,
                begins=begins + place * datetime.timedelta(minutes=rhythm.minutes + _BETWEEN_ROUNDS),
                minutes=rhythm.minutes,
                check_in=_CHECK_IN_AGAIN if place else _CHECK_IN,
                ends_evening=place == each - 1,
                forfeits=rounds.forfeits.get(index + 1, ()),
                postponed=rounds.postponed.get(index + 1, ()),
            )
        )
    return Programme(
        past=tuple(past),
        tonight=TonightsRound(
            tournament=tournament,
            number=len(rounds.past) + 1,
            marks=rounds.tonight,
            is_checking_in=rounds.is_checking_in,
        ),
    )
