"""What somebody has still to play of a plan: on their public page, on their own card, in their calendar."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import Evening
from tests.tools.pages.todays_date import today
from tests.tools.played.all_play_all import all_play_all, publish_next
from tests.tools.played.played import a_tournament
from tournaments.models import Game, Player, Round, Season, Tournament
from tournaments.pages.cards.cards import own_card
from tournaments.pages.cards.own_calendar import own_calendar
from tournaments.pages.rounds.open_games import open_games
from tournaments.pages.rounds.schedule import GamesToPlay, games_to_play
from tournaments.pages.rounds.scheduled_games import dates_of_schedule, last_day_of
from tournaments.pairing.types.snapshot import Result
from tournaments.services import rounds
from tournaments.services.rounds.game_dates import set_dates
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db

DAY = datetime.timedelta(days=1)


def of(evening: Evening, number: int) -> GamesToPlay:
    found = games_to_play(evening.fresh(), number)
    assert found is not None
    return found


def lines(found: GamesToPlay) -> list[tuple[int, str, str, str, str]]:
    return [(each.round_number, each.colour, each.opponent, each.when, each.by) for each in found.games]


def with_dates(players: int = 4) -> Evening:
    """Weekly from tomorrow on, published round by round."""
    evening = all_play_all(players)
    Season.objects.update(starts_on=today() - 9 * DAY, ends_on=today() + 99 * DAY)
    days = [(today() + (1 + 7 * week) * DAY).isoformat() for week in range(players)]
    Tournament.objects.update(round_dates=days)
    evening.tournament.refresh_from_db()
    return evening


def test_opponent_colour_round_and_day_of_all_that_is_left() -> None:
    evening = all_play_all(4, weeks=3)

    assert lines(of(evening, 1)) == [
        (1, "white", "No4", "Thursday, 3 Sep", ""),
        (2, "white", "No2", "Thursday, 10 Sep", ""),
        (3, "black", "No3", "Thursday, 17 Sep", ""),
    ]


@pytest.mark.parametrize(
    ("rule", "by"), [("last_round", "17 Sep"), ("before_last", "16 Sep"), ("next_round", "10 Sep")]
)
def test_by_when_a_postponed_game_is_to_be_played_is_the_clubs_rule(rule: str, by: str) -> None:
    evening = all_play_all(4, weeks=3, play_by=rule)
    publish_next(evening, away={4})
    Round.objects.update(date=datetime.date(2026, 9, 3))
    assert lines(of(evening, 1))[-1] == (1, "white", "No4", "postponed", f"to be played by {by}")
    [postponed] = [game for game in open_games(evening.fresh()) if game.is_postponed]
    assert postponed.last_day is not None
    assert f"{postponed.last_day.day} Sep" == by
    last = last_day_of(evening.fresh(), dates_of_schedule(evening.fresh()))
    assert last(3) == datetime.date(2026, 9, 17), "a game of the last round has its day"


def test_what_is_played_is_gone_and_a_postponed_game_says_by_when() -> None:
    evening = all_play_all(4, weeks=3)
    publish_next(evening, away={4})
    Round.objects.update(date=datetime.date(2026, 9, 3))
    evening.enter(2, Result.DRAW)

    assert [line[0] for line in lines(of(evening, 2))] == [2, 3]
    assert lines(of(evening, 1))[-1] == (1, "white", "No4", "postponed", "to be played by 17 Sep")


def test_an_agreed_game_stands_at_its_day() -> None:
    evening = with_dates()
    publish_next(evening, away={4})
    day = today() + 2 * DAY
    game = evening.game(1)

    set_dates(game, date=day, seen=game.seen, actor=None)

    first = of(evening, 1).first[0]
    assert (first.round_number, first.by) == (1, "")
    assert first.when.startswith("agreed for ")
    (tonight,) = own_card(evening.entry(1).player).tonight
    assert tonight.own_day.startswith("agreed for ")


def test_with_all_played_or_without_a_plan_there_is_nothing() -> None:
    evening = all_play_all(2)
    evening.play()
    other = a_tournament(4)
    other.play()

    assert games_to_play(evening.fresh(), 1) is None
    assert games_to_play(other.tournament, 1) is None
    assert games_to_play(evening.fresh(), None) is None


def test_many_are_folded_beyond_the_first_four() -> None:
    found = of(all_play_all(8), 3)

    assert (len(found.first), len(found.others)) == (4, 3)


def test_who_has_left_has_nothing_to_play_and_nobody_has_to_play_them() -> None:
    evening = all_play_all(4)
    rounds.publish_schedule(evening.tournament, seen_number=1, actor=None)
    entries.withdraw_entry(evening.entry(4), actor=None)

    assert {each.opponent for each in of(evening, 1).games} == {"No2", "No3"}
    assert games_to_play(evening.fresh(), 4) is None


def test_the_public_page_and_the_own_card_have_the_list(client: Client) -> None:
    evening = with_dates()
    publish_next(evening, away={4})
    player = evening.entry(1).player
    address = reverse("public_player", args=[evening.tournament.club.slug, player.public_key])

    page = " ".join(client.get(address).content.decode().split())

    assert "Still to play" in page
    assert "postponed, to be played by" in page
    assert [each.tournament for each in own_card(player).to_play] == [evening.tournament.name]
    Season.objects.update(is_open=False)
    assert own_card(player).to_play == ()


def test_somebody_shown_by_number_is_one_on_the_others_list() -> None:
    evening = all_play_all(4)
    Player.objects.filter(pk=evening.entry(4).player_id).update(shown_as="number")

    assert "No4" not in {each.opponent for each in of(evening, 1).games}


def test_the_own_calendar_names_the_opponents_of_the_plan_and_agreed_days() -> None:
    evening = with_dates()
    rounds.publish_schedule(evening.tournament, seen_number=1, actor=None)
    player = evening.entry(1).player
    name = evening.tournament.name

    said = [event.summary for event in own_calendar(player, "https://example.org").events]

    assert said == [
        f"{name}, round 1: White against No4",
        f"{name}, round 2: White against No2",
        f"{name}, round 3: Black against No3",
    ]
    game = Game.objects.select_related("round__tournament").get(round__number=2, sides__entry__number=1)
    day = today() + 5 * DAY
    set_dates(game, date=day, seen=game.seen, actor=None)
    events = own_calendar(Player.objects.get(pk=player.pk), "https://example.org").events
    told = {event.date: event.summary for event in events}
    assert told[day] == f"{name}, round 2: White against No2"
    assert any(": you play your game on " in summary for summary in told.values())
    assert len({event.uid for event in events}) == len(events) == 4
