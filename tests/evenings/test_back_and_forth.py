"""What random evenings found, and what they find too rarely: taking back, and what was built on it meanwhile."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tools.evenings import invariants, verifier
from tests.tools.evenings.club import a_club, a_tournament
from tests.tools.evenings.desk import Desk
from tournaments.models import Action, Attendance, Entry, Game, Player, Presence, Round, Tournament
from tournaments.pairing.types.snapshot import ByeKind, Result
from tournaments.services import rounds
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import attendance, manual_pairing
from tournaments.services.rounds import results
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db


class Club:
    """A tournament of six whose first round is open and everybody is here; `late` can be entered."""

    def __init__(self, players: int = 6) -> None:
        club, members = a_club(players + 1)
        self.late: Player = members.pop()
        self.tournament: Tournament = a_tournament(club)
        self.desk = Desk()
        self.desk.press(entries.enter_players, self.tournament, members)
        self.desk.press(entries.draw_numbers, self.tournament)
        self.open()
        self.everybody_is_here()

    @property
    def round(self) -> Round:
        return Round.objects.filter(tournament=self.tournament).latest("number")

    def entry(self, number: int) -> Entry:
        return Entry.objects.get(tournament=self.tournament, number=number)

    def open(self) -> None:
        number = Round.objects.filter(tournament=self.tournament).count() + 1
        assert self.desk.press(rounds.open_next_round, self.tournament, seen_number=number)

    def everybody_is_here(self) -> None:
        for slot in Attendance.objects.filter(round=self.round).select_related("entry"):
            self.mark(slot.entry, Presence.PRESENT)

    def mark(self, entry: Entry, presence: Presence) -> bool:
        seen = Attendance.objects.get(round=self.round, entry=entry).presence
        return self.desk.press(attendance.mark_attendance, self.round, entry, presence, seen=seen)

    def do(self, verb: Callable[..., Any], *args: Entry) -> bool:
        return self.desk.press(verb, self.round, *args, seen_revision=self.round.revision)

    def pair(self) -> None:
        assert self.do(rounds.pair_round)

    def publish(self) -> None:
        assert self.do(rounds.publish_round)

    def play(self) -> None:
        self.pair()
        self.publish()
        for game in Game.objects.filter(round=self.round).order_by("board"):
            assert self.desk.press(results.enter_result, game, Result.WHITE_WINS, seen=game.result)

    def newest(self, verb: str) -> Action:
        return Action.objects.filter(tournament=self.tournament, verb=verb).latest("id")

    def check(self) -> None:
        invariants.check(self.tournament)
        verifier.check_what_was_known(self.tournament)
        verifier.check_table(self.tournament)


@pytest.fixture
def club() -> Club:
    return Club()


@pytest.mark.slow
def test_a_bye_given_by_hand_is_kept_with_the_pairing(club: Club) -> None:
    club.mark(club.entry(6), Presence.EXCUSED)
    club.pair()
    assert club.do(manual_pairing.give_bye, club.entry(1))
    club.pair()
    file = verifier.record_of(club.round)
    assert [(bye.player, bye.kind) for bye in file.snapshot.next_round.byes] == [(1, ByeKind.PAIRING)]
    assert verifier.boards_of(verifier.paired_again(file)) == verifier.boards_in_rows(club.round)


@pytest.mark.slow
def test_somebody_entered_for_a_later_round_is_left_out_until_then(club: Club) -> None:
    assert club.desk.press(entries.enter_players, club.tournament, [club.late], joined_round=3)
    club.pair()
    [reason] = Attendance.objects.get(round=club.round, entry=club.entry(7)).reasons
    assert reason["rule"] == "attendance/not_yet_joined"
    club.publish()
    club.check()


@pytest.mark.slow
@pytest.mark.parametrize("presence", [Presence.PRESENT, Presence.HALF_BYE, Presence.FULL_BYE, Presence.ZERO_BYE])
def test_nobody_is_here_or_asks_for_a_bye_before_joining(club: Club, presence: Presence) -> None:
    club.desk.press(entries.enter_players, club.tournament, [club.late], joined_round=3)
    club.pair()
    club.desk.press(rounds.take_back_round, club.round, seen_revision=club.round.revision)
    assert Attendance.objects.filter(round=club.round, entry=club.entry(7)).exists()
    assert not club.mark(club.entry(7), presence)


@pytest.mark.slow
@pytest.mark.parametrize("presence", [Presence.HALF_BYE, Presence.FULL_BYE, Presence.ZERO_BYE])
def test_nobody_who_has_withdrawn_asks_for_a_bye(club: Club, presence: Presence) -> None:
    club.desk.press(entries.withdraw_entry, club.entry(2))
    assert not club.mark(club.entry(2), presence)
    assert not club.mark(club.entry(2), Presence.PRESENT)


def test_numbers_stay_while_a_round_stands_on_them(club: Club) -> None:
    assert not club.desk.press(undo_action, club.newest("entry.draw_numbers"))
    club.check()


@pytest.mark.slow
def test_a_round_is_not_published_again_by_undo_once_somebody_has_left(club: Club) -> None:
    club.pair()
    club.publish()
    assert club.do(rounds.take_back_round)
    assert club.mark(club.entry(3), Presence.EXCUSED)
    with pytest.raises(Refused):
        undo_action(club.newest("round.take_back"), actor=None)
    club.check()


@pytest.mark.slow
def test_a_round_is_not_published_again_by_undo_once_somebody_has_withdrawn(club: Club) -> None:
    club.pair()
    club.publish()
    publishing = club.newest("round.publish")
    assert club.desk.press(undo_action, publishing)
    undoing = club.desk.newest
    assert club.desk.press(entries.withdraw_entry, club.entry(3))
    assert not club.desk.press(undo_action, undoing)
    club.check()


@pytest.mark.slow
def test_a_round_is_not_published_again_by_undo_once_somebody_has_come(club: Club) -> None:
    club.pair()
    club.publish()
    assert club.do(rounds.take_back_round)
    taking_back = club.desk.newest
    assert club.desk.press(entries.enter_players, club.tournament, [club.late])
    assert club.mark(club.entry(7), Presence.PRESENT)
    assert not club.desk.press(undo_action, taking_back)
    club.check()


@pytest.mark.slow
def test_a_return_stands_once_somebody_has_played_after_it(club: Club) -> None:
    club.mark(club.entry(2), Presence.UNMARKED)
    club.desk.press(entries.withdraw_entry, club.entry(2))
    club.mark(club.entry(6), Presence.UNMARKED)
    club.play()
    club.open()
    assert club.desk.press(entries.return_entry, club.entry(2))
    returning = club.desk.newest
    club.everybody_is_here()
    club.play()
    assert not club.desk.press(undo_action, returning)
    club.check()


@pytest.mark.slow
def test_a_return_in_the_same_round_stands_once_somebody_has_played_after_it(club: Club) -> None:
    club.desk.press(entries.withdraw_entry, club.entry(2))
    assert club.desk.press(entries.return_entry, club.entry(2))
    returning = club.desk.newest
    club.everybody_is_here()
    club.play()
    assert not club.desk.press(undo_action, returning)
    club.check()


@pytest.mark.slow
def test_somebody_who_returned_after_a_round_can_return_into_it_when_it_is_taken_back(club: Club) -> None:
    club.desk.press(entries.withdraw_entry, club.entry(2))
    club.mark(club.entry(6), Presence.UNMARKED)
    club.pair()
    club.publish()
    assert club.desk.press(entries.return_entry, club.entry(2))
    assert club.do(rounds.take_back_round)
    assert club.desk.press(entries.return_entry, club.entry(2))
    assert club.mark(club.entry(2), Presence.PRESENT)


@pytest.mark.slow
def test_a_draft_that_did_not_know_a_correction_does_not_come_back(club: Club) -> None:
    club.play()
    club.open()
    club.everybody_is_here()
    club.pair()
    assert club.do(rounds.take_back_round)
    taking_back = club.desk.newest
    first = Game.objects.get(round__tournament=club.tournament, round__number=1, board=1)
    assert club.desk.press(results.enter_result, first, Result.DRAW, seen=first.result)
    assert not club.desk.press(undo_action, taking_back)
    club.check()
    club.pair()
    club.check()


@pytest.mark.slow
def test_a_correction_is_known_again_where_a_draft_was_thrown_away(club: Club) -> None:
    club.play()
    club.open()
    club.everybody_is_here()
    club.pair()
    first = Game.objects.get(round__tournament=club.tournament, round__number=1, board=1)
    assert club.desk.press(results.enter_result, first, Result.DRAW, seen=first.result)
    club.check()
    assert club.do(rounds.take_back_round)
    club.pair()
    club.check()
    first.refresh_from_db()
    assert (first.known_from, first.earlier) == (None, [])


@pytest.mark.slow
def test_a_draft_comes_back_when_the_results_are_as_it_knew_them(club: Club) -> None:
    club.play()
    club.open()
    club.everybody_is_here()
    club.pair()
    first = Game.objects.get(round__tournament=club.tournament, round__number=1, board=1)
    assert club.desk.press(results.enter_result, first, Result.DRAW, seen=first.result)
    assert club.do(rounds.take_back_round)
    assert club.desk.press(undo_action, club.desk.newest)
    club.check()


def test_nobody_comes_back_without_a_number_once_a_round_is_open() -> None:
    club, members = a_club(5)
    tournament = a_tournament(club)
    desk = Desk()
    desk.press(entries.enter_players, tournament, members)
    last = Entry.objects.filter(tournament=tournament).latest("pk")
    desk.press(entries.remove_entry, last)
    removing = desk.newest
    desk.press(entries.draw_numbers, tournament)
    assert desk.press(rounds.open_next_round, tournament, seen_number=1)
    assert not desk.press(undo_action, removing)
    invariants.check(tournament)


@pytest.mark.slow
def test_boards_moved_after_publishing_are_moved_back_one_by_one(club: Club) -> None:
    club.pair()
    club.publish()
    boards_before, _ = verifier.boards_in_rows(club.round)
    (_, one, two), (_, three, four), _ = boards_before
    assert club.do(manual_pairing.set_board, club.entry(one), club.entry(three))
    freeing = club.desk.newest
    assert club.do(manual_pairing.set_board, club.entry(two), club.entry(four))
    assert club.desk.press(undo_action, club.desk.newest)
    assert club.desk.press(undo_action, club.desk.newest)
    assert club.desk.press(undo_action, club.desk.newest)
    assert club.desk.press(undo_action, freeing)
    assert verifier.boards_in_rows(club.round)[0] == boards_before
    club.check()
