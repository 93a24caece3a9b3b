"""A round on two dates, as the screens of that evening show it."""

import datetime

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.pages.todays_date import today
from tournaments.models import Game, Round, Season, Tournament
from tournaments.pages.calendar.dates import dates_page
from tournaments.pages.cards.rows import rows_of
from tournaments.pages.cards.tonight import of_tonight, published_for
from tournaments.pages.common.display_names import Audience
from tournaments.pages.rounds.open_games import open_games_page
from tournaments.pages.rounds.projector import projector_page
from tournaments.pages.rounds.round import round_page
from tournaments.pages.rounds.story import story_page
from tournaments.pairing.types.snapshot import Result
from tournaments.services.evening import late_changes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("by_day")]

WEEK = datetime.timedelta(days=7)


@pytest.fixture
def evening() -> Evening:
    """A week ago boards 1 and 2 were played, and 5 sat out; today 5 6 7 8 are here."""
    evening = Evening.of(9, system="keizer", planned_rounds=5)
    Season.objects.update(starts_on=today() - 20 * WEEK, ends_on=today() + 20 * WEEK)
    evening.draft(1, 2, 3, 4, 5)
    evening.publish()
    for board in (1, 2):
        evening.enter(board, Result.DRAW)
    Round.objects.update(date=today() - WEEK)
    days = [f"{today() + weeks * WEEK}" for weeks in (-1, 0, 1)]
    Tournament.objects.update(round_dates=days)
    pair_here(evening, 5, 6, 7, 8)
    return evening


def pair_here(evening: Evening, *numbers: int) -> None:
    shown = evening.round
    keys = [evening.entry(number).pk for number in numbers]
    late_changes.pair_those_here(shown, keys, date=today(), seen_revision=shown.revision, actor=None)


def test_the_boards_of_the_second_date_say_their_day_and_are_played(evening: Evening) -> None:
    boards = round_page(evening.fresh(), Audience.PUBLIC, number=1).boards
    assert [(board.own_day, board.is_playing) for board in boards] == [("", False)] * 2 + [(day(), True)] * 2

    evening.enter(3, Result.DRAW)
    assert round_page(evening.fresh(), Audience.PUBLIC, number=1).boards[2].own_day == f"played {day()}"


def day() -> str:
    return f"{today().day} {today():%b}"


def test_the_hall_shows_the_new_boards_until_one_of_them_is_played(evening: Evening) -> None:
    assert projector_page(evening.fresh(), part=None).standings_wait
    evening.enter(3, Result.DRAW)
    assert not projector_page(evening.fresh(), part=None).standings_wait


def test_the_date_is_used_up_for_the_rounds_to_come(evening: Evening) -> None:
    coming = dates_page(evening.fresh()).next
    assert coming is not None
    assert (coming.number, coming.date) == (2, today() + WEEK)


def test_open_games_are_awaited_and_agreed_for_no_day(evening: Evening) -> None:
    page = open_games_page(evening.fresh())
    assert ([row.board for row in page.this_round], page.agreed) == ([3, 4], ())
    assert page.this_round[0].words.endswith(day())


def test_a_card_shows_the_board_on_its_day_also_when_it_is_played(evening: Evening) -> None:
    evening.enter(3, Result.DRAW)
    one, other = Game.objects.get(board=3).sides.select_related("entry").order_by("colour")
    played = {one.entry.number, other.entry.number}
    there = {number for number in (1, 5, 6, 7, 8, 9) if on_card(evening, number)}
    assert there == {5, 6, 7, 8}
    assert played < there


def on_card(evening: Evening, number: int) -> bool:
    entry = evening.entry(number)
    return of_tonight(entry, rows_of([entry.player]), published_for(entry)) is not None


def test_the_story_tells_the_first_date_and_the_second(evening: Evening) -> None:
    told = story_page(evening.fresh(), Audience.STAFF, number=1)
    assert [board.number for board in told.stood] == [1, 2]
    assert [board.number for group in told.groups for board in group.boards] == [3, 4]
    assert all(board.reasons for board in told.stood)
    assert not told.differs
    assert told.by_hand == ()
