"""No round after all: a check-in is closed with its marks, and undo brings both back."""

from __future__ import annotations

import uuid

import pytest
from django.utils import timezone

from tests.tools.casts.factories import EntryFactory, Evening
from tests.tools.guards.whole_database import dump, nothing_changes
from tournaments.models import Action, Attendance, Club, Presence, Round, RoundState, Tournament
from tournaments.pairing.types.table import Row
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.snapshots import snapshot_of, table_of
from tournaments.services import rounds
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import attendance
from tournaments.services.setup import entries, settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    """One round is played, and for the second ten have been tapped: undoing them one by one is long."""
    evening = Evening.of(12)
    evening.play()
    evening.open()
    evening.check_in(*range(1, 11))
    evening.mark(11, Presence.UNEXCUSED)
    return evening


def undo_newest() -> None:
    undo_action(Action.objects.latest("pk"), actor=None)


def rows_of_the_table(tournament: Tournament) -> tuple[Row, ...]:
    return table_of(tournament, after=1).rows


def test_the_round_goes_with_everything_that_was_tapped_in_one_action(evening: Evening) -> None:
    table, actions = rows_of_the_table(evening.tournament), Action.objects.count()

    evening.call_off()

    assert (evening.round.number, evening.round.state) == (1, RoundState.FINISHED)
    assert not Attendance.objects.filter(round__number=2).exists()
    assert Action.objects.count() == actions + 1
    assert Action.objects.latest("pk").verb == "round.call_off"
    assert rows_of_the_table(evening.tournament) == table


@pytest.mark.slow
def test_nobody_was_absent_because_of_it(evening: Evening) -> None:
    evening.call_off()
    evening.open()

    snapshot = snapshot_of(evening.tournament, before=evening.round)

    assert len(snapshot.rounds) == 1
    assert not any(each.absences for each in snapshot.rounds)
    assert set(evening.round.attendances.values_list("presence", flat=True)) == {Presence.UNMARKED}


@pytest.mark.slow
def test_one_undo_brings_the_round_and_all_marks_back(evening: Evening) -> None:
    before = dump()
    evening.call_off()

    undo_newest()

    assert dump() == before
    evening.mark(12, Presence.PRESENT)
    evening.pair()


def test_the_first_round_is_called_off_like_any_other() -> None:
    evening = Evening.of(4)
    evening.open()
    evening.check_in()
    evening.call_off()

    assert not evening.tournament.rounds.exists()
    assert evening.open().number == 1


@pytest.mark.slow
def test_it_raises_the_public_revisions(evening: Evening) -> None:
    """The club's page says that people are checking in."""

    def revisions() -> tuple[int, int]:
        club = Club.objects.get(pk=evening.tournament.club_id)
        return club.public_revision, Tournament.objects.get(pk=evening.tournament.pk).public_revision

    club, tournament = revisions()

    evening.call_off()

    assert revisions() == (club + 1, tournament + 1)


@pytest.mark.slow
def test_a_draft_is_first_taken_back_to_check_in(evening: Evening) -> None:
    evening.pair()

    with nothing_changes(Refused, "Round 2 is paired already: go back to check-in first."):
        evening.call_off()


@pytest.mark.slow
def test_a_published_round_is_not_called_off(evening: Evening) -> None:
    evening.pair()
    evening.publish()

    with nothing_changes(Stale):
        evening.call_off()


@pytest.mark.slow
def test_a_screen_from_before_something_else_became_of_the_round_is_stale(evening: Evening) -> None:
    seen = evening.round.revision
    evening.pair()
    evening.take_back()

    with nothing_changes(Stale):
        rounds.call_off_round(evening.round, seen_revision=seen, actor=None)


@pytest.mark.slow
def test_the_same_tap_twice_and_another_directors_tap_close_it_once(evening: Evening) -> None:
    found, receipt, kari = evening.round, uuid.uuid4(), evening.second_director()
    evening.call_off(receipt=receipt)

    with nothing_changes(AlreadyDone):
        rounds.call_off_round(found, seen_revision=found.revision, actor=evening.director, receipt=receipt)
    with nothing_changes(Stale):
        rounds.call_off_round(found, seen_revision=found.revision, actor=kari)


@pytest.mark.slow
def test_a_mark_made_after_the_directors_screen_was_shown_goes_and_comes_back(evening: Evening) -> None:
    seen = evening.round
    evening.mark(12, Presence.PRESENT)
    rounds.call_off_round(seen, seen_revision=seen.revision, actor=evening.director)

    undo_newest()

    assert evening.slot(12).presence == Presence.PRESENT


@pytest.mark.slow
def test_who_checks_in_meanwhile_is_told_who_has_closed_it_and_when(evening: Evening) -> None:
    seen, entry = evening.round, evening.entry(12)
    evening.call_off()
    at = timezone.localtime(Action.objects.latest("pk").at).strftime("%H:%M")

    with nothing_changes(Refused, f"{evening.director} closed the check-in at {at}. Your tap was not saved"):
        attendance.mark_attendance(seen, entry, Presence.PRESENT, seen=Presence.UNMARKED, actor=None)


@pytest.mark.slow
def test_what_the_command_line_closed_names_nobody(evening: Evening) -> None:
    seen, entry = evening.round, evening.entry(12)
    evening.call_off()
    Action.objects.filter(verb="round.call_off").update(actor=None)

    with nothing_changes(Refused, "There is no round: the check-in was closed at"):
        attendance.mark_attendance(seen, entry, Presence.PRESENT, seen=Presence.UNMARKED, actor=None)


@pytest.mark.slow
def test_whose_round_went_by_an_undo_is_not_told_of_a_closing_of_another_day(evening: Evening) -> None:
    entry = evening.entry(12)
    evening.call_off()
    seen = evening.open()
    undo_newest()

    with nothing_changes(Stale):
        attendance.mark_attendance(seen, entry, Presence.PRESENT, seen=Presence.UNMARKED, actor=None)


@pytest.mark.slow
def test_it_does_not_come_back_beside_a_check_in_opened_since(evening: Evening) -> None:
    evening.call_off()
    closing = Action.objects.latest("pk")
    evening.open()

    with nothing_changes(Refused):
        undo_action(closing, actor=None)
    assert Round.objects.filter(tournament=evening.tournament, number=2).count() == 1


@pytest.mark.slow
def test_it_does_not_come_back_behind_the_end_planned_since(evening: Evening) -> None:
    evening.call_off()
    closing = Action.objects.latest("pk")
    there = Tournament.objects.get(pk=evening.tournament.pk)
    settings.edit_tournament(
        there, name=there.name, season=there.season, planned_rounds=1, seen=settings.version_of(there), actor=None
    )

    with nothing_changes(Refused, "The tournament now ends before round 2"):
        undo_action(closing, actor=None)


@pytest.mark.slow
def test_it_does_not_come_back_without_those_entered_since(evening: Evening) -> None:
    evening.call_off()
    closing = Action.objects.latest("pk")
    someone = EntryFactory.build(tournament=evening.tournament)
    someone.player.club = evening.tournament.club
    someone.player.save()
    entries.enter_players(evening.tournament, [someone.player], actor=None)

    with nothing_changes(Refused, "Players have been entered since: open the check-in again"):
        undo_action(closing, actor=None)


@pytest.mark.slow
def test_it_does_not_come_back_into_a_closed_season(evening: Evening) -> None:
    evening.call_off()
    closing = Action.objects.latest("pk")
    season = evening.tournament.season
    season.is_open = False
    season.save()

    with nothing_changes(Refused, "is closed"):
        undo_action(closing, actor=None)
