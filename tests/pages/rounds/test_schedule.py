"""The plan of an all-play-all joined with what was played: as a grid, and round by round."""

import datetime

import pytest
from django.db.models import F
from django.test import Client

from tests.tools.casts.factories import Evening
from tests.tools.pages.todays_date import today
from tests.tools.played.all_play_all import all_play_all, publish_next
from tests.tools.played.played import a_tournament
from tournaments.models import Game, Round, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.rounds.schedule import GridPage, SchedulePage, grid_page, schedule_page
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pairing.types.snapshot import Result
from tournaments.services.rounds import results
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db


def grid(evening: Evening) -> GridPage:
    return grid_page(evening.fresh(), Audience.PUBLIC)


def plan(evening: Evening, audience: Audience = Audience.PUBLIC) -> SchedulePage:
    return schedule_page(evening.fresh(), audience)


def row(page: GridPage, number: int) -> list[str]:
    """Each square as it reads: "1 3w", and "x" against oneself."""
    (found,) = [each for each in page.rows if each.number == number]
    return [
        "x" if cell.is_own else ", ".join(f"{each.short} {each.round_number}{each.letter}" for each in cell.meetings)
        for cell in found.cells
    ]


def games(page: SchedulePage, number: int) -> list[str]:
    (found,) = [each for each in page.rounds if each.number == number]
    return [f"{game.white.number}-{game.black.number} {game.result} {game.state}".strip() for game in found.games]


def test_before_the_first_round_the_whole_plan_is_there() -> None:
    evening = all_play_all(6)

    assert row(grid(evening), 1) == ["x", " 2w", " 3b", " 4w", " 5b", " 1w"]
    assert [games(plan(evening), number) for number in range(1, 6)] == [
        ["1-6", "2-5", "3-4"],
        ["6-4", "5-3", "1-2"],
        ["2-6", "3-1", "4-5"],
        ["6-5", "1-4", "2-3"],
        ["3-6", "4-2", "5-1"],
    ]


def test_a_published_round_shows_its_games_and_the_others_the_plan() -> None:
    evening = all_play_all(6)
    publish_next(evening, away={4})
    evening.enter(1, Result.WHITE_WINS)
    evening.enter(2, Result.DRAW)

    page = grid(evening)

    assert row(page, 1)[5] == "1 1w"
    assert row(page, 6)[0] == "0 1b"
    assert row(page, 2)[4] == "½ 1w"
    assert row(page, 3)[3] == "* 1w"
    assert row(page, 1)[1][:1] == " ", "a round to come has no mark"
    assert [(each.number, each.standing.points) for each in page.rows if each.standing.points != "0"] == [
        (1, "1"),
        (2, "½"),
        (5, "½"),
    ]
    assert games(plan(evening), 1) == ["1-6 1\u202f–\u202f0", "2-5 ½\u202f–\u202f½", "3-4  postponed"]


def test_a_draft_is_nobodys_business_and_changes_nothing() -> None:
    evening = all_play_all(6)
    before = grid(evening), plan(evening)
    evening.draft()

    assert grid(evening).rows == before[0].rows
    assert [each.games for each in plan(evening).rounds] == [each.games for each in before[1].rounds]


def test_with_an_odd_number_somebody_has_no_game_in_each_round() -> None:
    evening = all_play_all(5)
    publish_next(evening)

    assert [[each.number for each in found.without] for found in plan(evening).rounds] == [[1], [4], [2], [5], [3]]
    assert grid(evening).free == (6,)


def test_everybody_twice_has_two_games_in_each_square() -> None:
    evening = all_play_all(4, cycles=2)

    page = grid(evening)

    cells = [cell for each in page.rows for cell in each.cells if not cell.is_own]
    assert {len(cell.meetings) for cell in cells} == {2}
    assert all({meeting.letter for meeting in cell.meetings} == {"w", "b"} for cell in cells)
    assert len(plan(evening).rounds) == 6


def test_games_of_somebody_who_left_early_stand_in_brackets_and_count_for_nobody() -> None:
    evening = all_play_all(6)
    evening.play(result=Result.BLACK_WINS)
    publish_next(evening)
    entries.withdraw_entry(evening.entry(6), actor=evening.director)

    page = grid(evening)

    assert row(page, 1)[5] == "(0) 1w"
    assert row(page, 6)[0] == "(1) 1b"
    assert page.has_uncounted
    assert row(page, 3)[5] == "", "what they would have played later is not there any more"
    assert [each.standing.points for each in page.rows if each.number == 1] == ["0"]
    assert "counts for nobody" in games(plan(evening), 1)[0]


def test_dates_stand_with_the_rounds() -> None:
    evening = all_play_all(4, weeks=3)

    assert [each.date for each in plan(evening).rounds] == [
        "Thursday, 3 Sep",
        "Thursday, 10 Sep",
        "Thursday, 17 Sep",
    ]


def test_played_rounds_are_folded_only_up_to_the_first_with_an_open_game() -> None:
    evening = all_play_all(4)
    evening.play()
    publish_next(evening, away={3})
    evening.enter(2, Result.DRAW)
    evening.play()

    page = plan(evening)

    assert [each.number for each in page.played] == [1]
    assert [each.number for each in page.to_play] == [2, 3]
    assert (page.games_played, page.games) == (5, 6)


def test_the_public_reads_names_as_they_wish_to_be_shown() -> None:
    evening = all_play_all(4)
    player = evening.entry(2).player
    player.shown_as = "number"
    player.save()

    assert "No2" not in {each.name for each in grid_page(evening.fresh(), Audience.PUBLIC).rows}
    assert "No2" in {each.name for each in grid_page(evening.fresh(), Audience.STAFF).rows}
    sides = {side.name for found in plan(evening).rounds for game in found.games for side in (game.white, game.black)}
    assert "No2" not in sides


def test_another_system_has_no_plan() -> None:
    played = a_tournament(4)
    played.play()

    for page in (grid_page, schedule_page):
        with pytest.raises(NotPublished):
            page(played.tournament, Audience.PUBLIC)


def test_a_large_field_has_the_plan_but_no_grid() -> None:
    evening = all_play_all(41)

    assert grid(evening).is_too_large
    assert grid(evening).rows == ()
    assert len(plan(evening).rounds) == 41


@pytest.mark.parametrize("audience", [Audience.PUBLIC, Audience.STAFF])
def test_every_name_leads_somewhere_before_and_after_the_first_round(audience: Audience, client: Client) -> None:
    evening = all_play_all(4)
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    for _ in range(2):
        urls = {each.url for each in grid_page(evening.fresh(), audience).rows}
        urls |= {game.white.url for each in plan(evening, audience).rounds for game in each.games}
        assert len(urls) == 4
        assert {client.get(url).status_code for url in urls} == {200}
        evening.play()


def test_without_start_numbers_there_is_nothing_yet() -> None:
    evening = all_play_all(4)
    evening.tournament.entries.update(number=None)

    assert grid(evening).rows == ()
    assert plan(evening).rounds == ()


def test_an_agreed_day_stands_in_the_grid_in_the_plan_and_on_the_round(client: Client) -> None:
    evening = all_play_all(4)
    publish_next(evening, away={1})
    game = evening.game(1)
    day = today() + datetime.timedelta(days=11)
    Game.objects.update(date=day)
    Tournament.objects.update(past_revision=F("past_revision") + 1, public_revision=F("public_revision") + 1)

    told = f"{day.day} {day:%b}"
    assert grid(evening).rows[0].cells[3].meetings[0].day == told
    assert games(plan(evening), 1)[0] == f"1-4  agreed for {told}"
    address = evening.url("public_round", 1)
    assert f"agreed for {told}" in client.get(address).content.decode()
    results.enter_result(game, Result.DRAW, seen="*", actor=None)
    assert games(plan(evening), 1)[0] == "1-4 ½\u202f–\u202f½", "today is the day of its round"
    day, before = today(), datetime.timedelta(days=30)
    Round.objects.update(date=day - before)
    Game.objects.filter(board=1).update(date=day)
    Tournament.objects.update(past_revision=F("past_revision") + 1, public_revision=F("public_revision") + 1)
    assert games(plan(evening), 1)[0] == f"1-4 ½\u202f–\u202f½ played {day.day} {day:%b}"
