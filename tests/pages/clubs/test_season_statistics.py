"""A season in numbers: of what everybody may know, counted once, whatever the tournaments."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client

from tests.tools.casts.factories import Evening
from tournaments.models import Round, RoundState, ShownAs
from tournaments.pages.clubs.season_statistics import MOST, SeasonInNumbersPage, _first, _longest, season_in_numbers
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pairing.history.record import PLAYED, RoundEntry, RoundOutcome
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db


def numbers_of(evening: Evening) -> SeasonInNumbersPage:
    return season_in_numbers(evening.tournament.club, evening.tournament.season_id)


def round_of(evening: Evening, *present: int, result: Result = Result.WHITE_WINS) -> None:
    evening.play(*present, result=result)
    evening.finish()


@pytest.fixture
def three_rounds() -> Evening:
    """Five people, so one has the bye each time; number 5 comes once."""
    evening = Evening.of(5)
    round_of(evening)
    round_of(evening, 1, 2, 3, 4)
    round_of(evening, 1, 2, 3, 4, result=Result.DRAW)
    for each in evening.tournament.rounds.all():  # an evening each
        Round.objects.filter(pk=each.pk).update(date=datetime.date(2026, 9, each.number))
    return evening


def test_before_the_first_round_there_are_none_and_another_clubs_are_not_there(three_rounds: Evening) -> None:
    empty = Evening.of(4)
    page = numbers_of(empty)
    assert (page.games, page.people, page.faithful, page.calendar) == (0, (), (), None)
    with pytest.raises(NotPublished):
        season_in_numbers(empty.tournament.club, three_rounds.tournament.season_id)


def test_every_game_is_counted_once(three_rounds: Evening) -> None:
    page = numbers_of(three_rounds)

    assert (page.games, page.white_won, page.drawn, page.black_won) == (6, 4, 2, 0)
    assert sum(row.score.games for row in page.people) == 2 * page.games
    assert sum(row.white for row in page.people) == sum(row.black for row in page.people) == page.games
    for row in page.people:
        assert row.white + row.black == row.score.games


def test_who_came_most_is_named_first(three_rounds: Evening) -> None:
    page = numbers_of(three_rounds)

    assert [(each.came, each.calendar.evenings) for each in page.faithful][:4] == [(3, 3)] * 4
    assert page.faithful[-1].words == "1 of 3 evenings"
    assert sum(row.came for row in page.people) == 12  # number 5 had the bye, and no game


def test_who_is_only_a_number_is_nobody_here_and_their_games_count_for_the_others(three_rounds: Evening) -> None:
    """No "Player 1" either: in two tournaments that would be two numbers of one person."""
    before = numbers_of(three_rounds)
    entry = three_rounds.tournament.entries.get(number=1)
    entry.player.shown_as = ShownAs.NUMBER
    entry.player.save()

    after = numbers_of(three_rounds)

    assert len(after.people) == len(before.people) - 1
    assert after.games == before.games
    words = str((after.people, after.faithful, after.streaks, after.unbeaten))
    assert entry.player.full_name not in words
    assert "Player 1" not in words


def test_a_draft_and_an_open_game_are_no_numbers(three_rounds: Evening) -> None:
    before = numbers_of(three_rounds)
    three_rounds.draft()
    assert numbers_of(three_rounds).games == before.games
    three_rounds.publish()
    assert three_rounds.round.state == RoundState.PUBLISHED
    assert numbers_of(three_rounds).games == before.games


def items(*outcomes: RoundOutcome) -> list[RoundEntry]:
    return [RoundEntry(number, outcome, 0) for number, outcome in enumerate(outcomes, start=1)]  # type: ignore[arg-type]


W, D, L, FORFEIT, AWAY = (
    RoundOutcome.WIN,
    RoundOutcome.DRAW,
    RoundOutcome.LOSS,
    RoundOutcome.FORFEIT_WIN,
    RoundOutcome.EXCUSED,
)


@pytest.mark.parametrize(
    ("outcomes", "rounds"),
    [
        ((), []),
        ((L, L), []),
        ((W, W, D, W), [1, 2]),
        ((W, L, W), [3]),
        ((W, AWAY, W, FORFEIT, W, L), [1, 3, 5]),
        ((W, W, L, W, W), [4, 5]),
    ],
)
def test_a_streak_ends_with_what_is_no_win_and_not_with_an_evening_away(
    outcomes: tuple[RoundOutcome, ...], rounds: list[int]
) -> None:
    assert _longest(items(*outcomes), {W}, frozenset(PLAYED - {W})) == rounds


def test_of_a_list_whoever_is_level_with_the_last_stands_there_too() -> None:
    values = {0: 9, 1: 8, 2: 7, 3: 6, 4: 5, 5: 5, 6: 4}
    assert _first([*values], values.__getitem__) == [0, 1, 2, 3, 4, 5]
    level = dict.fromkeys(range(30), 3)
    assert len(_first([*level], level.__getitem__)) == MOST


def test_the_season_leads_to_it(client: Client, three_rounds: Evening) -> None:
    club, season = three_rounds.tournament.club, three_rounds.tournament.season_id
    address = f"/en/{club.slug}/seasons/{season}/numbers/"
    assert f'href="{address}"' in client.get(f"/en/{club.slug}/seasons/{season}/").content.decode()
    html = client.get(address).content.decode()
    assert "White won 4, Black 0, and 2 ended in a draw." in " ".join(html.split())
