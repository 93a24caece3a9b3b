"""A fixed schedule in one file: games postponed, several without one, and all shared tests with no exception made."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from django.test import Client
from django.urls import reverse

from tests.management.test_tournament_files import answers
from tests.tools.casts.factories import Evening
from tests.tools.pairing.drawing import tournament
from tests.tools.toys.toy_schedule import table
from tournaments.models import Game, Presence, RoundState
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.snapshot import Absence, AbsenceKind, NextRound, Result

CODE = "toy_schedule"


@pytest.mark.parametrize("numbers", [2, 4, 6, 10, 16])
def test_everybody_meets_everybody_once(numbers: int) -> None:
    met = [pair for number in range(1, numbers) for pair in table(numbers, number)]
    assert sorted(met) == sorted(combinations(range(1, numbers + 1), 2))
    for number in range(1, numbers):
        assert len({player for pair in table(numbers, number) for player in pair}) == numbers


def test_the_game_of_somebody_away_is_set_up_to_be_played_another_day() -> None:
    system = configured(SYSTEMS[CODE], {"spare_numbers": 0})
    away = NextRound(absences=(Absence(player=4, kind=AbsenceKind.EXCUSED),))
    paired = system.pair(replace(tournament(4), next_round=away))
    assert [(board.white, board.black, board.is_postponed) for board in paired.boards] == [
        (1, 4, True),
        (2, 3, False),
    ]
    assert (paired.byes, paired.left_out) == ((), ())


def test_several_are_without_a_game_where_the_table_has_nobody() -> None:
    paired = configured(SYSTEMS[CODE], {"spare_numbers": 3}).pair(tournament(5))
    assert [(board.white, board.black) for board in paired.boards] == [(4, 5)]
    assert [bye.player for bye in paired.byes] == [1, 2, 3]


@pytest.mark.django_db
def test_an_evening_of_it_is_paired_published_played_and_verified() -> None:
    evening = Evening.of(4, system=CODE, options={"spare_numbers": 0}, tie_breaks=None)
    evening.open()
    evening.check_in(1, 2, 3)
    evening.mark(4, Presence.EXCUSED)
    evening.pair()
    assert evening.boards() == [(1, 4), (2, 3)]
    evening.publish()
    evening.enter(2, Result.WHITE_WINS)
    assert Game.objects.get(board=1).is_postponed
    assert evening.slot(4).presence == Presence.EXCUSED
    evening.finish()
    assert evening.round.state == RoundState.FINISHED
    evening.play()
    evening.enter(1, Result.DRAW, in_round=1)

    club, slug = evening.tournament.club.slug, evening.tournament.slug
    for name, *more in (("public_round", 1), ("public_round", 2), ("public_standings",), ("public_crosstable",)):
        assert Client().get(reverse(name, args=[club, slug, *more])).status_code == 200, name
    status, [verdict] = answers("verify_tournament", f"{club}/{slug}")
    assert (status, verdict["holds"], len(verdict["rounds"])) == (0, True, 2)
