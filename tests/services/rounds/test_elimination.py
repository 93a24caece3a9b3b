"""Who is out after too many losses: shown, but neither marked nor paired any more, on every road into a round."""

from __future__ import annotations

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Attendance, Presence
from tournaments.pages.evening import evening_page
from tournaments.pages.evening.door import door_page, rounds_checking_in
from tournaments.pairing.explanations.late_changes import changes_for_latecomer
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.snapshots import set_round_of
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import late_changes, manual_pairing

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    """Six players; three have lost the first round and are out. The second is open."""
    evening = Evening.of(6, system="drawboss_monrad", options={"elimination": 1})
    evening.play()
    evening.open()
    return evening


def numbers(evening: Evening) -> tuple[list[int], list[int]]:
    """Those who won the first round, and those who are out."""
    pairs = evening.boards(in_round=1)
    return [white for white, _ in pairs], [black for _, black in pairs]


def test_check_in_shows_them_last_and_asks_nobody_for_them(evening: Evening) -> None:
    winners, out = numbers(evening)
    page = evening_page(evening.tournament)
    assert page.round is not None
    seen = page.round.check_in

    assert {place.number for place in seen.places[:3]} == set(winners)
    assert {place.number: place.out_since for place in seen.places[3:]} == dict.fromkeys(out, 1)
    assert (seen.here, seen.away, seen.unmarked) == (0, 0, 3)


@pytest.mark.slow
@pytest.mark.parametrize("presence", [Presence.PRESENT, Presence.FULL_BYE])
def test_they_cannot_be_marked_for_the_round(evening: Evening, presence: Presence) -> None:
    _winners, out = numbers(evening)

    with nothing_changes(Refused, "has been out since round 1"):
        evening.mark(out[0], presence)


def test_the_door_does_not_list_them(evening: Evening) -> None:
    winners, _out = numbers(evening)
    club = evening.tournament.club

    page = door_page(club, rounds_checking_in(club), directed=[], user=evening.director)

    assert {row.name for row in page.rows} == {f"No{number}" for number in winners}


@pytest.mark.slow
def test_whoever_is_out_only_since_a_result_was_corrected_does_not_hold_up_the_round(evening: Evening) -> None:
    """Marked as here, then the game that was won is lost: left out of the draft, which fits all the same."""
    evening.check_in(*numbers(evening)[0])
    evening.enter(1, Result.BLACK_WINS, in_round=1)
    winners, out = numbers(evening)
    lost_after_all = winners[0]
    assert evening.slot(lost_after_all).presence == Presence.PRESENT

    evening.mark(out[0], Presence.PRESENT)
    evening.pair()
    evening.publish()

    page = evening_page(evening.tournament)
    assert page.round is not None
    words = {row.number: (row.word, row.is_free) for row in page.round.without_board}
    assert words[lost_after_all] == ("knocked out", False)
    assert page.round.misfits == ()


@pytest.mark.slow
def test_they_can_be_set_on_no_board_and_do_not_come_late(evening: Evening) -> None:
    winners, out = numbers(evening)
    evening.check_in(*winners)
    evening.pair()
    with nothing_changes(Refused):
        manual_pairing.set_board(
            evening.round,
            white=evening.entry(winners[0]),
            black=evening.entry(out[0]),
            seen_revision=evening.round.revision,
            actor=evening.director,
        )
    evening.publish()
    rows = Attendance.objects.filter(round=evening.round).select_related("entry__player", "game")
    set_round = set_round_of(evening.round, rows)

    assert not set(set_round.not_here) & set(out)
    with nothing_changes(Refused, "is not in this round: withdrawn, out, or joining later"):
        late_changes.arrive_late(
            evening.round,
            evening.entry(out[0]),
            changes_for_latecomer(set_round, out[0])[0].code,
            seen_revision=evening.round.revision,
            actor=evening.director,
        )


@pytest.mark.slow
def test_where_all_play_on_everybody_is_asked_for() -> None:
    evening = Evening.of(6, system="drawboss_monrad", options={"elimination": 1, "play_on": True})
    evening.play()
    evening.open()

    evening.check_in()
    evening.pair()

    page = evening_page(evening.tournament)
    assert page.round is not None
    assert len(page.round.boards) == 3
