"""Random seasons of a Keizer with team matches: whoever is marked through line-ups is paid as if a director had marked
them by hand, and their own game's result counts as if it had been typed in."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.pages.todays_date import today
from tournaments.models import (
    Availability,
    Fixture,
    FixturePlace,
    League,
    OutsideTeam,
    Presence,
    RespondedBy,
    Response,
    Round,
    SquadPlace,
)
from tournaments.pairing.types.snapshot import OwnGame, PlayerId, Result
from tournaments.selectors.snapshots import table_of
from tournaments.services.calendar import availability
from tournaments.services.rounds import own_games
from tournaments.services.teams import line_ups

pytestmark = pytest.mark.django_db

PLAYERS, ROUNDS, BOARDS = 8, 4, 3
OPTIONS = {"club_win_share": "1", "club_draw_share": "1/2", "club_loss_share": "0", "club_share": "2/3"}
OUTCOMES = {OwnGame.WIN: "1", OwnGame.DRAW: "½", OwnGame.LOSS: "0"}


@dataclass(kw_only=True)
class Night:
    """What happens in both clubs: who says what, who plays for the team at last, and how."""

    said: Mapping[int, Response]
    first: list[int]
    last: list[int]
    results: Mapping[int, OwnGame]
    games: list[Result]


def night(draw: Random) -> Night:
    everybody = list(range(1, PLAYERS + 1))
    words = [Response.COMING, Response.AWAY, Response.LATER]
    first = draw.sample(everybody, draw.randint(1, BOARDS))
    last = draw.sample(everybody, draw.randint(1, BOARDS))
    return Night(
        said={number: draw.choice(words) for number in everybody if draw.random() < 0.5},
        first=first,
        last=last,
        results={number: draw.choice(list(OUTCOMES)) for number in last if draw.random() < 0.8},
        games=[draw.choice([Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS]) for _board in range(PLAYERS)],
    )


def a_club() -> Evening:
    return Evening.of(PLAYERS, system="keizer", options=OPTIONS, round_dates=[today().isoformat()])


def say(evening: Evening, number: int, said: Response) -> None:
    entry = evening.entry(number)
    availability.respond(entry, today(), said, said_by=RespondedBy.CARD, actor=None, by_card=entry.player_id)


def play(evening: Evening, away: set[int], games: list[Result]) -> None:
    """Everybody is here but those who said that they are not."""
    here = [number for number in range(1, PLAYERS + 1) if number not in away]
    evening.check_in(*here)
    evening.pair()
    evening.publish()
    for (board, _players), result in zip(enumerate(evening.boards(), 1), games, strict=False):
        evening.enter(board, result)


def by_line_ups(evening: Evening, played: Night, at: int, team: OutsideTeam) -> None:
    fixture = Fixture.objects.create(team=team, round=at, date=today(), opponent="Rivals")
    for numbers in (played.first, played.last):
        fixture.refresh_from_db()
        people = [evening.entry(number).player_id for number in numbers]
        over = line_ups.codes_of(line_ups.found_warnings(fixture, people))
        line_ups.publish(fixture, people, seen=line_ups.version_of(fixture), over=over, actor=None)
    play(evening, _away(played), played.games)
    for number, result in played.results.items():
        places = FixturePlace.objects.filter(fixture=fixture, player=evening.entry(number).player_id)
        places.update(result=OUTCOMES[result])
    own_games.take_over_own_games(evening.round, actor=None)


def by_hand(evening: Evening, played: Night) -> None:
    entries = [evening.entry(number) for number in played.last]
    availability.respond_with_team_duty(evening.tournament, entries, today(), actor=None)
    play(evening, _away(played), played.games)
    for number, result in played.results.items():
        own_games.enter_own_game(evening.round, evening.entry(number), result, seen="", actor=None)


def _away(played: Night) -> set[int]:
    return {*played.last, *(number for number, said in played.said.items() if said is Response.AWAY)}


def table(evening: Evening, after: int) -> list[tuple[PlayerId, object]]:
    return [(row.player, row.cells["points"].value) for row in table_of(evening.fresh(), after=after).rows]


@pytest.mark.parametrize("seed", range(2))
def test_the_table_is_the_one_that_a_director_would_have_made(seed: int) -> None:
    draw = Random(seed)
    ours, theirs = a_club(), a_club()
    league = League.objects.create(
        club=ours.tournament.club, season=ours.tournament.season, name="League", rules={"boards": BOARDS}
    )
    team = OutsideTeam.objects.create(league=league, number=1, name="First", boards=BOARDS)
    for number in range(1, PLAYERS + 1):
        SquadPlace.objects.create(league=league, player=ours.entry(number).player, team=team, position=number)
    for at in range(1, ROUNDS + 1):
        played = night(draw)
        for evening in (ours, theirs):
            evening.open()
            for number, said in played.said.items():
                say(evening, number, said)
        by_line_ups(ours, played, at, team)
        by_hand(theirs, played)
        assert table(ours, at) == table(theirs, at)
        marks = [
            sorted(evening.round.attendances.values_list("entry__number", "presence", "own_result"))
            for evening in (ours, theirs)
        ]
        assert marks[0] == marks[1]
        assert {Presence.CLUB} == {presence for number, presence, _result in marks[0] if number in played.last}
        for evening in (ours, theirs):
            evening.finish()
            evening.end_evening()
            _a_week_earlier(evening)
        Fixture.objects.filter(pk__gt=0).update(date=today() - datetime.timedelta(days=7 * at))


def _a_week_earlier(evening: Evening) -> None:
    """So that the next round is played today."""
    for each in evening.tournament.rounds.all():
        assert each.date is not None
        Round.objects.filter(pk=each.pk).update(date=each.date - datetime.timedelta(days=7))
    Availability.objects.filter(entry__tournament=evening.tournament).delete()
