"""A game's own date: agreed, played on, to be played by; recorded, undoable, and kept in files."""

from __future__ import annotations

import datetime
import uuid
from dataclasses import replace

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import nothing_changes
from tests.tools.pages.todays_date import today
from tournaments.exchange import tournament_file
from tournaments.exchange.json_node import FileError
from tournaments.models import Action, Game, Round, Season
from tournaments.pairing.types.snapshot import Result, TournamentSnapshot
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.snapshots import exported, snapshot_of
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.files.tournament_import import import_tournament
from tournaments.services.rounds import results
from tournaments.services.rounds.game_dates import set_dates
from tournaments.services.setup import entries, seasons

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("by_day")]

DAY = datetime.timedelta(days=1)


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(6)
    evening.draft()
    evening.publish()
    Season.objects.update(starts_on=today() - 100 * DAY, ends_on=today() + 100 * DAY)
    evening.tournament.refresh_from_db()
    return evening


def agree(evening: Evening, day: datetime.date | None, *, board: int = 1, **values: object) -> Game:
    game = evening.game(board)
    given: dict[str, object] = {"seen": game.seen, "actor": evening.director} | values
    set_dates(game, date=day, **given)  # type: ignore[arg-type]
    return evening.game(board)


def test_an_open_game_is_agreed_for_another_day_and_is_waited_for_by_nobody(evening: Evening) -> None:
    game = agree(evening, today() + 5 * DAY)

    assert (game.date, game.is_postponed) == (today() + 5 * DAY, True)
    action = Action.objects.latest("pk")
    assert (action.verb, action.facts["what"]) == ("game.set_dates", "agreed")
    undo_action(action, actor=evening.director)
    game = evening.game(1)
    assert (game.date, game.is_postponed) == (None, False)


def test_back_to_the_day_of_its_round_it_has_no_date_of_its_own(evening: Evening) -> None:
    agree(evening, today() + 5 * DAY)

    game = agree(evening, evening.round.date)

    assert (game.date, game.is_postponed) == (None, False)


def test_without_a_day_it_stays_postponed(evening: Evening) -> None:
    agree(evening, today() + 5 * DAY)

    game = agree(evening, None)

    assert (game.date, game.is_postponed) == (None, True)


def test_a_last_day_alone_postpones_nothing(evening: Evening) -> None:
    game = agree(evening, None, play_by=today() + 9 * DAY)

    assert (game.date, game.play_by, game.is_postponed) == (None, today() + 9 * DAY, False)
    assert Action.objects.latest("pk").facts["what"] == "last_day"


def test_an_agreed_game_that_is_played_keeps_the_day_or_has_the_day_on_which_it_was(evening: Evening) -> None:
    agree(evening, today() + 5 * DAY)
    evening.enter(1, Result.DRAW)
    assert evening.game(1).date is None, "played tonight after all, with its round"

    agree(evening, today() + 5 * DAY, board=2)
    Round.objects.update(date=today() - 9 * DAY)
    evening.enter(2, Result.DRAW)
    assert evening.game(2).date == today(), "earlier than agreed"

    agree(evening, today() + 5 * DAY, board=3)
    Game.objects.filter(board=3).update(date=today() - 2 * DAY)
    evening.enter(3, Result.DRAW)
    assert evening.game(3).date == today() - 2 * DAY, "when it was agreed for"


def test_a_game_played_before_its_round_has_the_day_on_which_it_was(evening: Evening) -> None:
    Round.objects.update(date=today() + 9 * DAY)

    evening.enter(1, Result.DRAW)
    evening.enter(2, Result.WHITE_WINS_BY_FORFEIT)

    assert [evening.game(board).date for board in (1, 2)] == [today(), None]


def test_a_game_of_its_round_has_no_date_of_its_own_and_a_correction_changes_none(evening: Evening) -> None:
    Round.objects.update(date=today() - 9 * DAY)
    evening.enter(1, Result.DRAW)
    assert evening.game(1).date is None
    agree(evening, today() - 2 * DAY)

    evening.enter(1, Result.WHITE_WINS)

    assert evening.game(1).date == today() - 2 * DAY
    results.clear_result(evening.game(1), seen="1-0", actor=None)
    assert evening.game(1).date is None


def test_who_played_on_another_day_than_the_evening_can_say_so_later(evening: Evening) -> None:
    evening.enter(1, Result.DRAW)

    game = agree(evening, today() - 3 * DAY)

    assert (game.date, game.is_postponed) == (today() - 3 * DAY, False)
    assert Action.objects.latest("pk").facts["what"] == "played"


@pytest.mark.parametrize(
    ("days", "words", "of_the_last_day"),
    [
        (
            -1,
            " is past. If the game was played then, enter its result first.",
            "is past: choose a last day that is still to come",
        ),
        (200, "outside the season", "outside the season"),
        (-200, "outside the season", "outside the season"),
    ],
)
def test_an_open_game_is_agreed_for_a_day_to_come_within_the_season(
    evening: Evening, days: int, words: str, of_the_last_day: str
) -> None:
    with nothing_changes(Refused, words):
        agree(evening, today() + days * DAY)
    with nothing_changes(Refused, of_the_last_day):
        agree(evening, None, play_by=today() + days * DAY)


def test_what_is_played_was_not_played_on_a_day_to_come(evening: Evening) -> None:
    evening.enter(1, Result.DRAW)

    with nothing_changes(Refused, "Board 1 has a result, so it cannot be played on .*: that day is still to come."):
        agree(evening, today() + 2 * DAY)
    with nothing_changes(Refused, "no longer has to be played"):
        agree(evening, None, play_by=today() + 2 * DAY)


def test_it_is_not_agreed_for_later_than_its_last_day(evening: Evening) -> None:
    with nothing_changes(Refused, "later than the last day"):
        agree(evening, today() + 5 * DAY, play_by=today() + 4 * DAY)


def test_nothing_is_agreed_with_somebody_who_has_left(evening: Evening) -> None:
    white, _black = evening.boards()[0]
    entries.withdraw_entry(evening.entry(white), actor=None)

    with nothing_changes(Refused, f"No{white} has left the tournament"):
        agree(evening, today() + 5 * DAY)


def test_two_directors_at_once_the_second_hears_who_was_first(evening: Evening) -> None:
    kari = evening.second_director()
    seen = evening.game(1).seen
    agree(evening, today() + 5 * DAY, actor=kari)

    with nothing_changes(Stale) as stale:
        agree(evening, today() + 6 * DAY, seen=seen)
    assert isinstance(stale.value, Stale)
    assert stale.value.since is not None
    assert stale.value.since.actor == kari
    before = Action.objects.count()
    agree(evening, today() + 5 * DAY, seen=seen)
    assert Action.objects.count() == before, "both said the same: nothing to do"


def test_a_result_entered_meanwhile_makes_it_stale(evening: Evening) -> None:
    seen = evening.game(1).seen
    evening.enter(1, Result.DRAW)

    with nothing_changes(Stale):
        agree(evening, today() - 2 * DAY, seen=seen)


def test_a_double_tap_does_it_once(evening: Evening) -> None:
    receipt, seen = uuid.uuid4(), evening.game(1).seen
    agree(evening, today() + 5 * DAY, receipt=receipt)

    with nothing_changes(AlreadyDone):
        agree(evening, today() + 5 * DAY, seen=seen, receipt=receipt)


def test_in_a_closed_season_nothing_is_agreed(evening: Evening) -> None:
    for board in (1, 2, 3):
        evening.enter(board, Result.DRAW)
    evening.finish()
    seasons.close_season(evening.tournament.season, actor=None)
    Game.objects.filter(board=1).update(result="*")

    with nothing_changes(Refused, "closed"):
        agree(evening, today() + 5 * DAY)


def test_files_keep_it_and_older_ones_are_read(evening: Evening) -> None:
    agree(evening, today() + 5 * DAY, play_by=today() + 9 * DAY)
    agree(evening, None, board=2, play_by=today() + 9 * DAY)
    file = exported(evening.tournament)

    again = tournament_file.parse(tournament_file.dump(file))

    assert again == file
    game = again.snapshot.rounds[0].games[0]
    assert (game.date, game.play_by) == ((today() + 5 * DAY).isoformat(), (today() + 9 * DAY).isoformat())
    club, season = evening.tournament.club, evening.tournament.season
    copy = import_tournament(club, again, season=season, name="Copy", actor=None)
    assert snapshot_of(copy).rounds == file.snapshot.rounds
    there = Game.objects.filter(round__tournament=copy).order_by("board")
    assert [each.is_postponed for each in there] == [True, False, False]
    old = tournament_file.dump(replace(file, snapshot=_without_days(file))).decode()
    assert '"date"' not in old
    assert '"play_by"' not in old


def _without_days(file: tournament_file.TournamentFile) -> TournamentSnapshot:
    rounds = tuple(
        replace(each, games=tuple(replace(game, date=None, play_by=None) for game in each.games))
        for each in file.snapshot.rounds
    )
    return replace(file.snapshot, rounds=rounds)


@pytest.mark.parametrize("day", ["2026-13-01", "26-01-01", "tomorrow", 20261101, "2026-11-26T10:00", "9999-01-01"])
def test_a_day_in_a_file_that_is_none_is_named(evening: Evening, day: object) -> None:
    agree(evening, today() + 5 * DAY)
    text = tournament_file.dump(exported(evening.tournament)).decode()
    written = f'"{(today() + 5 * DAY).isoformat()}"'
    given = f'"{day}"' if isinstance(day, str) else str(day)

    with pytest.raises(FileError) as error:
        tournament_file.parse(text.replace(written, given).encode())
    assert error.value.place == "rounds[0].games[0].date"
