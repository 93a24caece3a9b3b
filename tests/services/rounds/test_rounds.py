"""Rounds from check-in to their last result: opened, paired, published, taken back, started."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tools.casts.factories import EntryFactory, Evening, PlayerFactory
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import (
    Action,
    Attendance,
    Game,
    Presence,
    PublishedTable,
    Round,
    RoundRecord,
    RoundState,
    Tournament,
)
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.paired_round import PairedRound
from tournaments.pairing.types.snapshot import Result
from tournaments.pairing.types.table import Table
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.snapshots import table_of, unpacked, unpacked_table
from tournaments.services import rounds
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import manual_pairing
from tournaments.services.rounds import results
from tournaments.services.setup import entries

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # unique numbers, order of rows


@pytest.fixture
def evening() -> Evening:
    return Evening.of(6)


def paired_again_from_the_record(round_: Round) -> PairedRound:
    """What the kept tournament file alone gives: nothing else is read."""
    file = unpacked(RoundRecord.objects.get(round=round_).tournament_file)
    system = configured(SYSTEMS[file.system], file.options, preset=file.preset)
    return system.pair(file.snapshot, pinned=file.pinned)


# Opening


def test_it_opens_the_first_round_with_a_row_for_everybody(evening: Evening) -> None:
    opened = evening.open()

    assert (opened.number, opened.state) == (1, RoundState.OPEN)
    assert list(opened.attendances.values_list("presence", flat=True)) == ["unmarked"] * 6


def test_it_is_not_opened_without_players_or_numbers() -> None:
    empty = Evening.of(0)
    with nothing_changes(Refused, "Nobody has been entered"):
        empty.open()
    evening = Evening.of(1)
    EntryFactory(tournament=evening.tournament)
    with nothing_changes(Refused, "number the players"):
        evening.open()


def test_the_first_rounds_opening_needs_the_numbers_to_stay() -> None:
    evening = Evening.of(0)
    players = [PlayerFactory(club=evening.tournament.club) for _ in range(3)]
    entries.enter_players(evening.tournament, players, actor=None)
    entries.draw_numbers(evening.tournament, actor=None)
    drawn = Action.objects.latest("pk")
    evening.open()

    with nothing_changes(Refused, "1 later change"):
        undo_action(drawn, actor=None)


@pytest.mark.slow
def test_the_next_round_waits_until_the_last_is_published_and_has_all_results(evening: Evening) -> None:
    evening.draft()
    with nothing_changes(Refused, "Round 1 is not published yet"):
        evening.open()
    evening.publish()
    evening.enter(2, Result.DRAW)
    with nothing_changes(Refused, "result of board 1 and 3"):
        evening.open()
    evening.enter(1, Result.BLACK_WINS_BY_FORFEIT)
    with nothing_changes(Refused, "result of board 3"):
        evening.open()
    results.postpone_game(evening.game(3), seen="*", actor=None)

    opened = evening.open()

    assert opened.number == 2
    assert Round.objects.get(number=1).state == RoundState.FINISHED
    assert set(opened.attendances.values_list("presence", flat=True)) == {"unmarked"}


# Publishing the table


def kept_table(number: int) -> Table:
    return unpacked_table(PublishedTable.objects.get(round__number=number).table)


@pytest.mark.slow
@pytest.mark.parametrize("by_hand", [True, False])
@pytest.mark.usefixtures("by_the_services")
def test_the_table_is_kept_as_it_was_when_the_round_was_finished(evening: Evening, by_hand: bool) -> None:
    evening.play()
    before = timezone.now()
    if by_hand:
        evening.finish()
    evening.open()
    kept = PublishedTable.objects.get()
    published = table_of(evening.tournament, after=1)

    assert kept_table(1) == published
    assert (kept.round.number, kept.round.state) == (1, RoundState.FINISHED)
    assert before <= kept.published_at <= timezone.now()
    file = unpacked(kept.tournament_file)
    system, tie_breaks = file.configured()
    assert system.standings(file.snapshot, tie_breaks) == published

    evening.enter(1, Result.BLACK_WINS, in_round=1)

    assert kept_table(1) == published != table_of(evening.tournament, after=1)


@pytest.mark.slow
def test_the_table_is_published_once_the_round_waits_for_nothing(evening: Evening) -> None:
    evening.open()
    for _step in (lambda: None, lambda: [evening.check_in(), evening.pair()]):
        _step()
        with nothing_changes(Stale):
            evening.finish()
    evening.publish()
    for board in (1, 2):
        evening.enter(board, Result.DRAW)
    with nothing_changes(Refused, "result of board 3"):
        evening.finish()
    results.postpone_game(evening.game(3), seen="*", actor=None)

    evening.finish()
    with nothing_changes(Stale):
        evening.finish()

    evening.enter(3, Result.DRAW)  # when it has been played
    assert table_of(evening.tournament, after=1) != kept_table(1)


def test_somebody_without_a_game_holds_the_table_up(evening: Evening) -> None:
    evening.draft(1, 2, 3, 4)
    evening.publish()
    manual_pairing.remove_board(evening.game(2), seen_revision=evening.round.revision, actor=None)
    evening.enter(1, Result.DRAW)

    with nothing_changes(Refused, "without a game or the bye"):
        evening.finish()


@pytest.mark.slow
def test_a_button_left_over_from_before_the_table_was_published_does_nothing(evening: Evening) -> None:
    evening.play()
    seen = evening.round.revision
    evening.finish()
    undo_action(Action.objects.latest("pk"), actor=None)

    with nothing_changes(Stale):
        rounds.finish_round(evening.round, seen_revision=seen, actor=None)


@pytest.mark.slow
def test_the_next_round_waits_again_for_a_result_that_was_taken_away_since(evening: Evening) -> None:
    evening.play()
    evening.finish()
    results.clear_result(evening.game(2), seen="1-0", actor=None)

    with nothing_changes(Refused, "result of board 2"):
        evening.open()


@pytest.mark.slow
def test_nobody_who_stands_in_a_published_table_is_taken_off_the_list(evening: Evening) -> None:
    evening.play()
    entries.enter_players(evening.tournament, [PlayerFactory(club=evening.tournament.club)], actor=None)
    evening.open()
    entries.enter_players(evening.tournament, [PlayerFactory(club=evening.tournament.club)], actor=None)

    with nothing_changes(Refused, "in the table published after round 1"):
        entries.remove_entry(evening.entry(7), actor=None)
    entries.remove_entry(evening.entry(8), actor=None)


# Opening the next


@pytest.mark.slow
def test_the_next_round_waits_while_somebody_here_has_no_game(evening: Evening) -> None:
    evening.draft()
    evening.publish()
    manual_pairing.remove_board(evening.game(3), seen_revision=evening.round.revision, actor=None)
    for board in (1, 2):
        evening.enter(board, Result.DRAW)

    with nothing_changes(Refused, r"without a game or the bye: No\d and No\d"):
        evening.open()


def test_no_round_is_opened_beyond_the_plan() -> None:
    evening = Evening.of(4, planned_rounds=1)
    evening.play()

    with nothing_changes(Refused, "All planned rounds"):
        evening.open()


def test_opening_what_is_there_is_stale_and_says_who_opened_it(evening: Evening) -> None:
    evening.open()

    with nothing_changes(Stale) as stale:
        rounds.open_next_round(evening.tournament, seen_number=1, actor=None)

    assert isinstance(stale.value, Stale)
    assert stale.value.since is not None
    assert stale.value.since.actor == evening.director


def test_a_double_tap_opens_one_round(evening: Evening) -> None:
    receipt = uuid.uuid4()
    rounds.open_next_round(evening.tournament, seen_number=1, actor=None, receipt=receipt)

    with nothing_changes(AlreadyDone):
        rounds.open_next_round(evening.tournament, seen_number=1, actor=None, receipt=receipt)


def test_a_round_has_the_date_of_the_clubs_own_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening.of(2, club__time_zone="America/New_York")
    late_at_night = datetime.datetime(2026, 11, 20, 1, 30, tzinfo=datetime.UTC)
    monkeypatch.setattr(timezone, "now", lambda: late_at_night)

    assert evening.open().date == datetime.date(2026, 11, 19)


# Pairing


def test_nobody_here_is_refused_with_the_systems_sentence(evening: Evening) -> None:
    evening.open()

    with nothing_changes(Refused, "[Nn]obody"):
        evening.pair()


def test_one_here_gets_the_bye(evening: Evening) -> None:
    evening.draft(3)

    assert (evening.boards(), evening.byes()) == ([], {3: "pairing"})
    evening.publish()
    evening.open()


def test_two_here_play_each_other(evening: Evening) -> None:
    evening.draft(2, 5)

    assert (evening.boards(), evening.byes()) == ([(5, 2)], {})


def test_everybody_is_paired_once_and_the_others_are_left_out_with_a_reason(evening: Evening) -> None:
    evening.open()
    evening.check_in(1, 2, 3)
    evening.mark(4, Presence.HALF_BYE)
    evening.mark(5, Presence.CLUB)
    evening.pair()

    assert (evening.boards(), evening.byes()) == ([(2, 1)], {3: "pairing", 4: "half"})
    rules = [slot.reasons[0]["rule"] for slot in (evening.slot(4), evening.slot(5), evening.slot(6))]
    assert rules == ["attendance/half_bye", "attendance/club", "attendance/unexcused"]


def test_everybody_has_met_everybody_and_a_rematch_is_said() -> None:
    evening = Evening.of(2)
    evening.play()

    evening.draft()

    assert len(evening.boards()) == 1
    assert evening.round.notes
    evening.publish()


def test_everybody_has_met_everybody_and_the_option_says_stop() -> None:
    evening = Evening.of(2, options={"last_resort": "stop"})
    evening.play()
    evening.open()
    evening.check_in()

    with nothing_changes(Refused, "No possible opponent is left"):
        evening.pair()


def test_pairing_again_gives_the_same_and_replaces_the_draft(evening: Evening) -> None:
    evening.draft()
    before, games = evening.boards(), set(Game.objects.values_list("pk", flat=True))

    evening.pair()

    assert evening.boards() == before
    assert not games & set(Game.objects.values_list("pk", flat=True))


def test_pairing_again_takes_in_who_came_since(evening: Evening) -> None:
    evening.draft(1, 2, 3)
    evening.mark(4, Presence.PRESENT)
    evening.pair()

    assert len(evening.boards()) == 2
    evening.publish()


@pytest.mark.slow
def test_pairing_again_keeps_what_was_set_by_hand(evening: Evening) -> None:
    evening.draft(1, 2, 3, 4, 5)
    revision = evening.round.revision
    manual_pairing.set_board(evening.round, evening.entry(5), evening.entry(1), seen_revision=revision, actor=None)
    manual_pairing.give_bye(evening.round, evening.entry(2), seen_revision=evening.round.revision, actor=None)

    for _ in range(2):
        evening.pair()
        assert (5, 1) in evening.boards()
        assert evening.byes() == {2: "pairing"}
        assert Game.objects.get(by_hand=True).reasons[0]["rule"] == "pin/board"
        record = paired_again_from_the_record(evening.round)
        assert [(board.white, board.black) for board in record.boards] == evening.boards()
        assert [bye.player for bye in record.byes] == [2]
    evening.publish()


def test_the_bye_given_by_hand_goes_with_who_leaves(evening: Evening) -> None:
    evening.draft(1, 2, 3)
    manual_pairing.give_bye(evening.round, evening.entry(1), seen_revision=evening.round.revision, actor=None)
    evening.mark(1, Presence.EXCUSED)

    evening.pair()

    assert (evening.boards(), evening.byes()) == ([(3, 2)], {})


@pytest.mark.slow
def test_a_board_set_by_hand_whose_player_left_stands_in_the_way_until_it_is_removed(evening: Evening) -> None:
    evening.draft(1, 2, 3, 4)
    manual_pairing.set_board(
        evening.round, evening.entry(1), evening.entry(4), seen_revision=evening.round.revision, actor=None
    )
    evening.mark(1, Presence.UNEXCUSED)
    with nothing_changes(Refused, "No1 is set by the director, but is not there"):
        evening.pair()

    by_hand = Game.objects.get(by_hand=True)
    manual_pairing.remove_board(by_hand, seen_revision=evening.round.revision, actor=None)
    evening.pair()

    evening.publish()


def test_somebody_entered_for_a_later_round_is_left_out_and_not_missed(evening: Evening) -> None:
    evening.open()
    evening.check_in()
    late = PlayerFactory(club=evening.tournament.club, given_name="Late")
    entries.enter_players(evening.tournament, [late], joined_round=3, actor=None)

    evening.pair()

    assert evening.slot(7).reasons[0]["rule"] == "attendance/not_yet_joined"
    evening.publish()


def test_somebody_back_on_the_list_without_a_row_is_left_out() -> None:
    evening = Evening.of(5)
    entries.remove_entry(evening.entry(5), actor=None)
    removed = Action.objects.latest("pk")
    evening.open()
    undo_action(removed, actor=None)
    evening.check_in(1, 2, 3, 4)

    evening.pair()

    assert evening.slot(5).reasons


@pytest.mark.parametrize("verb", ["pair", "publish", "take_back", "start"])
def test_a_screen_that_is_out_of_date_is_stale_and_says_who_changed_it(evening: Evening, verb: str) -> None:
    evening.draft()
    seen = evening.round
    if verb == "start":
        evening.publish()
        evening.take_back()
    else:
        evening.pair()

    call: Callable[..., Round] = getattr(rounds, f"{verb}_round")
    with nothing_changes(Stale) as stale:
        call(seen, seen_revision=seen.revision, actor=None)

    assert isinstance(stale.value, Stale)
    assert stale.value.since is not None
    assert stale.value.since.actor == evening.director


@pytest.mark.parametrize("verb", ["pair", "publish", "take_back", "start"])
def test_a_round_that_is_gone_is_stale(evening: Evening, verb: str) -> None:
    gone = evening.open()
    undo_action(Action.objects.latest("pk"), actor=None)

    call: Callable[..., Round] = getattr(rounds, f"{verb}_round")
    with nothing_changes(Stale):
        call(gone, seen_revision=1, actor=None)


# Publishing


def test_publishing_shows_it_and_raises_what_the_public_sees(evening: Evening) -> None:
    evening.draft()
    before = Tournament.objects.get().public_revision
    evening.publish()

    assert evening.round.state == RoundState.PUBLISHED
    assert Tournament.objects.get().public_revision == before + 1


def test_publishing_twice_is_stale(evening: Evening) -> None:
    evening.draft()
    seen = evening.round.revision
    evening.publish()

    for revision in (seen, evening.round.revision):
        with nothing_changes(Stale):
            rounds.publish_round(evening.round, seen_revision=revision, actor=None)


def test_a_double_tap_publishes_once(evening: Evening) -> None:
    evening.draft()
    receipt = uuid.uuid4()
    evening.publish(receipt=receipt)

    with nothing_changes(AlreadyDone):
        evening.publish(receipt=receipt)


@pytest.mark.parametrize(("number", "presence"), [(1, Presence.EXCUSED), (6, Presence.PRESENT), (5, Presence.HALF_BYE)])
def test_a_draft_that_no_longer_fits_is_refused_by_name(evening: Evening, number: int, presence: Presence) -> None:
    evening.draft(1, 2, 3, 4)
    evening.mark(number, presence)

    with nothing_changes(Refused, f"no longer fits who is here: No{number}. Pair again"):
        evening.publish()

    evening.pair()
    evening.publish()


def test_a_draft_with_somebody_who_withdrew_since_is_refused(evening: Evening) -> None:
    evening.draft()
    evening.withdraw(2)

    with nothing_changes(Refused, "No2"):
        evening.publish()


@pytest.mark.slow
def test_a_draft_from_before_the_return_was_undone_is_refused_and_pairing_again_mends_it(evening: Evening) -> None:
    evening.play()
    evening.withdraw(2)
    evening.play(1, 3, 4, 5)
    evening.bring_back(2)
    returned = Action.objects.latest("pk")
    evening.draft()
    undo_action(returned, actor=None)

    with nothing_changes(Refused, "No2"):
        evening.publish()

    evening.pair()
    evening.publish()
    assert evening.slot(2).game is None


# Taking back and starting


def test_a_published_round_that_has_not_begun_becomes_a_draft_and_then_goes_back_to_check_in(evening: Evening) -> None:
    evening.draft(1, 2, 3)
    evening.publish()
    drawn = evening.boards()
    evening.take_back()
    assert (evening.round.state, evening.boards()) == (RoundState.DRAFTED, drawn)

    public = Tournament.objects.get().public_revision
    evening.take_back()

    assert (evening.round.state, evening.boards(), evening.byes()) == (RoundState.OPEN, [], {})
    assert not RoundRecord.objects.exists()
    here = Attendance.objects.filter(presence="present").order_by("entry__number")
    assert list(here.values_list("entry__number", flat=True)) == [1, 2, 3]
    assert Tournament.objects.get().public_revision == public, "nobody saw the draft"
    with nothing_changes(Stale):
        evening.take_back()


@pytest.mark.parametrize("begin", ["start", "result", "postpone"])
def test_a_round_that_has_begun_is_not_taken_back(evening: Evening, begin: str) -> None:
    evening.draft()
    evening.publish()
    if begin == "start":
        evening.start()
    elif begin == "result":
        evening.enter(1, Result.BOTH_FORFEIT)
    else:
        results.postpone_game(evening.game(1), seen="*", actor=None)

    with nothing_changes(Refused, "This round has begun, so it can no longer be taken back."):
        evening.take_back()


def test_one_tap_starts_all_boards_but_the_postponed_and_a_second_changes_nothing(evening: Evening) -> None:
    evening.draft()
    evening.publish()
    results.postpone_game(evening.game(2), seen="*", actor=None)
    evening.start()
    actions = Action.objects.count()

    started = dict(Game.objects.values_list("board", "started_at"))
    assert [board for board, at in started.items() if at is None] == [2]
    evening.start()
    assert Action.objects.count() == actions
    assert dict(Game.objects.values_list("board", "started_at")) == started


def test_a_draft_cannot_be_started(evening: Evening) -> None:
    evening.draft()

    with nothing_changes(Stale):
        evening.start()


# The number of queries


@pytest.mark.slow
def test_the_number_of_queries_does_not_grow_with_the_players() -> None:
    def queries(players: int) -> dict[str, int]:
        evening = Evening.of(players)
        counts = {}

        def count(name: str, verb: Callable[[], object]) -> None:
            with CaptureQueriesContext(connection) as captured:
                verb()
            counts[name] = len(captured)

        for number in (1, 2):
            count(f"open {number}", evening.open)
            count(f"mark {number}", lambda: evening.mark(1, Presence.PRESENT))
            Attendance.objects.filter(round=evening.round).update(presence=Presence.PRESENT)
            count(f"pair {number}", evening.pair)
            count(f"pair again {number}", evening.pair)
            count(f"publish {number}", evening.publish)
            count(f"take back {number}", evening.take_back)
            evening.publish()
            count(f"start {number}", evening.start)
            Game.objects.exclude(board=1).update(result=Result.DRAW)
            count(f"enter {number}", lambda: evening.enter(1, Result.DRAW))
        count("finish", evening.finish)
        return counts

    assert queries(60) == queries(10)


def test_a_draft_whose_last_board_was_split_and_whose_two_have_gone_is_not_published() -> None:
    evening = Evening.of(4)
    evening.draft(1, 2)
    manual_pairing.remove_board(evening.game(1), seen_revision=evening.round.revision, actor=None)
    for number in (1, 2):
        evening.mark(number, Presence.EXCUSED)

    with nothing_changes(Refused, "There is no board in this draft."):
        evening.publish()
