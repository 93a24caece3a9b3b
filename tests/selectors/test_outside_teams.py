"""Teams outside as the core has them: rules of a division, the list, what was played, the last word of everybody."""

from __future__ import annotations

import datetime

import pytest

from tests.tools.casts.teams_cast import Teams
from tournaments import clock
from tournaments.models import AwayPeriod, FixtureAnswer, FixturePlace, Player, SquadPlace
from tournaments.pairing.teams.types import LineUp, SquadAnswer
from tournaments.selectors.outside_teams import (
    answers_for,
    history_of,
    line_up_of,
    rules_for,
    score_of,
    squad_of,
)

pytestmark = pytest.mark.django_db


def test_a_division_may_have_boards_of_its_own() -> None:
    teams = Teams.of(boards=8, min_boards=5)
    teams.second.boards = 4
    rules = rules_for(teams.second)
    assert (rules.boards, rules.min_boards) == (4, 4)
    teams.second.save()
    assert len(squad_of(teams.league).squad.starters(2, 8)) == 4


def test_the_list_is_in_order_with_the_number_of_each_ones_team() -> None:
    found = squad_of(Teams.of().league)
    assert [member.team for member in found.squad.members] == [1] * 6 + [2] * 4 + [None] * 2
    assert found.place_of(found.places[7].player_id) == found.places[7]


def test_what_was_played_is_told_by_boards_with_gaps() -> None:
    teams = Teams.of()
    a, b, c = teams.people[:3]
    fixture = teams.fixture()
    teams.sits(fixture, a, None, b, c)
    teams.fixture(round=2)
    assert history_of(teams.league) == [LineUp(round=1, team=1, people=(a.pk, None, b.pk, c.pk))]
    assert line_up_of(fixture) == (a.pk, None, b.pk, c.pk)


def _says(fixture: object, player: Player, said: str, at: datetime.datetime) -> None:
    FixtureAnswer.objects.create(fixture=fixture, player=player, said=said, said_by="card", said_at=at)


def test_the_last_word_counts_be_it_of_the_match_or_of_a_longer_time() -> None:
    teams = Teams.of()
    fixture = teams.fixture()
    silent, says, away, back, usual, asked = teams.people[:6]
    now = clock.now()
    early, late = now - datetime.timedelta(days=3), now - datetime.timedelta(days=1)
    _says(fixture, says, "if_needed", early)
    _says(fixture, away, "coming", early)
    _says(fixture, back, "coming", now)
    _says(fixture, asked, "", early)
    for player in (away, back):
        day = fixture.date
        AwayPeriod.objects.create(player=player, first_day=day, last_day=day, said_by="card", said_at=late)
    SquadPlace.objects.filter(player=usual).update(usual_answer="coming")
    known = answers_for([fixture], [each.pk for each in teams.people[:6]])
    found = [known[fixture.pk, each.pk].said for each in teams.people[:6]]
    assert found == [None, SquadAnswer.IF_NEEDED, SquadAnswer.AWAY, SquadAnswer.COMING, SquadAnswer.COMING, None]
    assert known[fixture.pk, away.pk].is_away
    assert known[fixture.pk, usual.pk].is_usual
    assert known[fixture.pk, asked.pk].row is not None
    assert known[fixture.pk, silent.pk].row is None


def test_a_score_follows_from_the_boards_or_is_the_one_that_was_typed() -> None:
    teams = Teams.of()
    fixture = teams.fixture()
    teams.sits(fixture, *teams.people[:4])
    for board, result in enumerate(["1", "½", "-", "h"], 1):
        FixturePlace.objects.filter(fixture=fixture, board=board).update(result=result)
    score = score_of(fixture, list(fixture.places.all()), 4)
    assert (score.own, score.their, score.is_open) == (3, 3, True)
    fixture.own_halves, fixture.their_halves = 5, 3
    score = score_of(fixture, (), 4)
    assert (score.own, score.their, score.is_open) == (5, 3, False)
