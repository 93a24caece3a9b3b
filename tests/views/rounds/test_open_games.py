"""Games still to play over HTTP: overdue ones first, each with another day or one of the ways out."""

from __future__ import annotations

import datetime
import re
import uuid

import pytest
from django.http import HttpResponse

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import nothing_changes
from tests.tools.pages.page_forms import form_for
from tests.tools.pages.todays_date import today, today_in
from tests.tools.played.all_play_all import all_play_all, publish_next
from tournaments.models import Game, Round, Season
from tournaments.pages.rounds.open_games import OpenGameRow, open_games_page
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import Stale
from tournaments.services import rounds
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds import results, unplayed_games
from tournaments.services.setup import entries

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("by_day")]

DAY = datetime.timedelta(days=1)


def gone_by(evening: Evening, days: int = 9) -> None:
    """The season goes on, and its newest round was so long ago."""
    Season.objects.update(starts_on=today() - 100 * DAY, ends_on=today() + 100 * DAY)
    Round.objects.update(date=today() - days * DAY)
    evening.tournament.refresh_from_db()


def an_evening(**options: object) -> Evening:
    """Of six, number 4 has called off against 3; two results are missing, and it was nine days ago."""
    evening = all_play_all(6, **options)
    publish_next(evening, away={4})
    evening.enter(1, Result.DRAW)
    gone_by(evening)
    return evening


def address(evening: Evening, name: str, *more: object) -> str:
    return evening.url(name, *more)


def text(answer: HttpResponse, status: int = 200) -> str:
    assert answer.status_code == status, answer.status_code
    return " ".join(answer.content.decode().split())


def proposed(games: tuple[OpenGameRow, ...]) -> list[str]:
    return [each.proposed.value if each.proposed else "" for each in games]


def test_a_game_without_a_result_is_overdue_the_day_after_and_a_postponed_one_after_its_last_day() -> None:
    evening = an_evening()

    page = open_games_page(evening.tournament)

    assert [(each.board, each.is_postponed) for each in page.overdue] == [(2, False)]
    assert [each.board for each in page.waiting] == [3]
    Game.objects.filter(board=3).update(play_by=today() - DAY)
    assert [each.board for each in open_games_page(evening.tournament).overdue] == [2, 3]
    Game.objects.filter(board=3).update(date=today())
    assert [each.board for each in open_games_page(evening.tournament).agreed] == [3]
    Round.objects.update(date=today())
    assert [each.board for each in open_games_page(evening.tournament).this_round] == [2]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("director", ["", ""]), ("both_lose", ["---", "---"]), ("draw", ["1/2-1/2", "1/2-1/2"])],
)
def test_what_is_proposed_is_what_the_tournament_says(rule: str, expected: list[str]) -> None:
    evening = an_evening(unplayed=rule)
    Game.objects.filter(board=3).update(play_by=today() - DAY)

    page = open_games_page(evening.tournament)

    assert proposed(page.overdue) == expected
    assert bool(page.rule) == (rule != "director")
    assert all(len(each.ways) == 4 for each in page.overdue)


def test_whoever_called_off_is_proposed_to_lose_where_it_is_known() -> None:
    evening = an_evening(unplayed="caller_loses")
    Game.objects.filter(board=3).update(play_by=today() - DAY)

    page = open_games_page(evening.tournament)

    assert evening.boards()[2] == (3, 4)
    assert proposed(page.overdue) == ["", "+--"]
    assert [each.black.called_off for each in page.overdue] == [False, True]


def test_nothing_is_decided_unasked() -> None:
    evening = an_evening(unplayed="both_lose")
    before = Game.objects.filter(result="*").count()

    evening.client().get(address(evening, "open_games"))

    assert Game.objects.filter(result="*").count() == before == 2


def test_one_tap_decides_a_game_and_undo_takes_it_back() -> None:
    evening = an_evening()
    client = evening.client()
    page = client.get(address(evening, "open_games")).content.decode()
    assert "Overdue" in page
    value = re.findall(r'name="decided" value="(\d+:---:[^"]*)"', page)[0]

    answer = client.post(address(evening, "decide_games"), {"decided": value}, follow=True)

    game = evening.game(2)
    assert (game.result, game.is_postponed, game.date) == ("---", False, None)
    assert "Round 1, board 2, not played" in text(answer)
    undo = address(evening, "undo_action", evening.tournament.actions.latest("pk").pk)
    sent = form_for(address(evening, "open_games"), answer.content.decode(), undo)
    assert text(client.post(undo, sent, follow=True)).count("Games still to play") > 1
    assert evening.game(2).result == "*"


def test_several_at_once_by_the_rule_are_one_action() -> None:
    evening = an_evening(unplayed="draw")
    Game.objects.filter(board=3).update(play_by=today() - DAY)
    client = evening.client()
    page = client.get(address(evening, "open_games")).content.decode()
    assert "Decide 2 games by the tournament" in page
    values = list(dict.fromkeys(re.findall(r'type="hidden" name="decided" value="([^"]*)"', page)))

    client.post(address(evening, "decide_games"), {"decided": values})

    assert [evening.game(board).result for board in (2, 3)] == ["1/2-1/2", "1/2-1/2"]
    undo_action(evening.tournament.actions.latest("pk"), actor=evening.director)
    assert [(evening.game(board).result, evening.game(board).is_postponed) for board in (2, 3)] == [
        ("*", False),
        ("*", True),
    ]


def test_of_two_directors_the_second_is_told_and_none_of_theirs_is_written() -> None:
    evening = an_evening()
    two, three = evening.game(2), evening.game(3)
    decided = {each.pk: unplayed_games.DecidedGame(Result.BOTH_FORFEIT, each.seen) for each in (two, three)}
    results.enter_result(two, Result.DRAW, seen="*", actor=evening.second_director())

    with nothing_changes(Stale):
        unplayed_games.decide_unplayed(evening.tournament, decided, actor=evening.director)
    both = {three.pk: unplayed_games.DecidedGame(Result.BOTH_FORFEIT, evening.game(3).seen)}
    unplayed_games.decide_unplayed(evening.tournament, both, actor=evening.director)
    actions = evening.tournament.actions.count()
    unplayed_games.decide_unplayed(evening.tournament, both, actor=evening.director)
    assert evening.tournament.actions.count() == actions, "the same, once more, does nothing"


def test_a_game_that_is_not_played_is_not_won_over_the_board() -> None:
    evening = an_evening()
    game = evening.game(2)

    with nothing_changes(Refused, "lost by both"):
        unplayed_games.decide_unplayed(
            evening.tournament, {game.pk: unplayed_games.DecidedGame(Result.WHITE_WINS, game.seen)}, actor=None
        )


@pytest.mark.parametrize("value", ["", "x", "1:1-0:", "-1:---:", "9" * 30 + ":---:", "1:---"])
def test_what_cannot_be_read_changes_nothing(value: str) -> None:
    evening = an_evening()

    assert evening.client().post(address(evening, "decide_games"), {"decided": value}).status_code in {409, 422}
    assert Game.objects.filter(result="*").count() == 2


def test_a_game_of_another_tournament_is_not_there() -> None:
    evening, other = an_evening(), an_evening()
    game = other.game(2)

    client = evening.client()

    assert client.post(address(evening, "decide_games"), {"decided": f"{game.pk}:---:{game.seen}"}).status_code == 404
    assert client.get(address(evening, "set_game_dates", game.pk)).status_code == 404


def test_a_day_is_agreed_on_the_games_own_page() -> None:
    evening = an_evening()
    client = evening.client()
    own = address(evening, "set_game_dates", evening.game(3).pk)
    sent = form_for(own, client.get(own).content.decode(), own)

    answer = client.post(own, sent | {"date": (today() + 7 * DAY).isoformat()}, follow=True)

    assert evening.game(3).date == today() + 7 * DAY
    assert "Agreed for a day" in text(answer)
    late = client.post(own, sent | {"receipt": str(uuid.uuid4()), "date": (today() + 8 * DAY).isoformat()})
    assert "nothing of yours was saved" in text(late, 409)
    wrong = client.post(own, form_for(own, client.get(own).content.decode(), own) | {"date": "2019-01-01"})
    page = text(wrong, 409)
    assert "outside the season" in page
    assert 'value="2019-01-01"' in page, "what was typed is not lost"
    assert "Enter a valid date" in text(client.post(own, sent | {"date": "soon"}), 422)


def test_of_a_game_with_a_result_the_day_it_was_played_is_asked() -> None:
    evening = an_evening()
    client = evening.client()
    own = address(evening, "set_game_dates", evening.game(1).pk)
    page = client.get(own).content.decode()
    assert "Day it was played" in page
    assert "If it is not played" not in page

    client.post(own, form_for(own, page, own) | {"date": (today() - 5 * DAY).isoformat()})

    assert evening.game(1).date == today() - 5 * DAY


def test_games_of_who_has_left_are_not_waited_for() -> None:
    evening = an_evening()
    Game.objects.filter(board=3).update(play_by=today() - DAY)
    entries.withdraw_entry(evening.entry(4), actor=None)

    page = open_games_page(evening.tournament)

    assert [each.board for each in page.overdue] == [2]
    assert page.waiting == ()


def test_of_a_plan_published_whole_the_rounds_to_come_can_be_played_early() -> None:
    evening = all_play_all(4)
    rounds.publish_schedule(evening.tournament, seen_number=1, actor=evening.director)
    gone_by(evening, days=-1)
    page = open_games_page(evening.tournament)
    assert [(each.round_number, each.board) for each in page.ahead] == [(2, 1), (2, 2), (3, 1), (3, 2)]
    game = Game.objects.select_related("round__tournament").get(pk=page.ahead[0].game)

    results.enter_result(game, Result.DRAW, seen="*", actor=evening.director)

    game.refresh_from_db()
    assert (game.result, game.date) == ("1/2-1/2", today_in(evening.tournament.club))


def test_a_postponed_game_can_be_decided_where_one_looks_though_no_last_day_is_set() -> None:
    evening = all_play_all(4)
    publish_next(evening)
    results.postpone_game(evening.game(1), seen=Result.OPEN, actor=None)
    path = address(evening, "open_games")
    page = text(evening.client().get(path))
    assert "Overdue" not in page
    folded = re.search(r'<details class="not-played">.*?</details>', page)
    assert folded is not None
    lost = re.search(r'<button name="decided" value="(\d+:0-0F?:[^"]*|\d+:[^"]*)"', folded[0])
    assert lost is not None
    answer = evening.client().post(address(evening, "decide_games"), {"decided": lost[1]})
    assert answer.status_code == 302
    assert evening.game(1).result == lost[1].split(":")[1]
    assert "not-played" not in text(evening.client().get(path))


def test_from_a_postponed_game_a_tap_leads_to_its_day_and_from_every_page_to_all_of_them() -> None:
    evening = Evening.of(4, system="keizer")
    evening.draft()
    evening.publish()
    game = evening.game(1)
    dates = f'href="{evening.url("set_game_dates", game.pk)}"'
    assert dates not in text(evening.client().get(evening.url("evening")))

    results.postpone_game(game, seen=Result.OPEN, actor=evening.director)

    page = text(evening.client().get(evening.url("evening")))
    assert re.search(dates + ">Agree a day<", page)
    assert page.count(f'href="{evening.url("open_games")}"') == 1
    assert "Postponed, no day agreed" in text(evening.client().get(evening.url("open_games")))
