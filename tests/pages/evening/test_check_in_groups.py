"""Check-in by what was said: who comes, who has said nothing, who is away; and who is still waited for."""

from __future__ import annotations

import datetime

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.casts.tonight import TONIGHT, opened, say
from tests.tools.guards.whole_database import dump
from tournaments.models import (
    Attendance,
    Availability,
    PairFrom,
    Player,
    Presence,
    RespondedBy,
    Response,
    Round,
    RoundState,
    Tournament,
)
from tournaments.pages.evening import evening_page
from tournaments.pages.evening.door import door_page, rounds_checking_in
from tournaments.pages.evening.evening import RoundView
from tournaments.pages.evening.signed_off import signed_off
from tournaments.pages.evening.trial_pairing import if_paired_page
from tournaments.pairing.types.snapshot import Result
from tournaments.services.evening import attendance

pytestmark = pytest.mark.django_db
NAMES = ["Anna", "Bo", "Cia", "Dag", "Eva", "Fia", "Geir"]


@pytest.fixture
def cast() -> Evening:
    cast = opened(7, expected="who_says")
    for number, name in enumerate(NAMES, 1):
        Player.objects.filter(pk=cast.entry(number).player_id).update(given_name=name)
    return cast


def shown(cast: Evening) -> RoundView:
    cast.tournament.refresh_from_db()
    found = evening_page(cast.tournament).round
    assert found is not None
    return found


def groups(cast: Evening) -> dict[str, list[str]]:
    return {group.title: [str(row.name) for row in group.rows] for group in shown(cast).check_in.groups}


def beside(cast: Evening) -> dict[str, tuple[str, ...]]:
    return {str(row.name): row.places[0].said for row in shown(cast).check_in.rows if row.places[0].said}


def test_where_nobody_has_said_anything_the_list_is_one(cast: Evening) -> None:
    assert groups(cast) == {"": NAMES}
    assert shown(cast).parity.radar == ()


def test_whoever_said_something_stands_in_their_group_with_what_they_said(cast: Evening) -> None:
    cast.director.name = "Kari"
    cast.director.save()
    say(cast, 1, Response.COMING, by_card=True, sits_out=True)
    say(cast, 2, Response.LATER, arrives_at=datetime.time(20, 15))
    say(cast, 3, Response.AWAY)
    say(cast, 4, Response.CLUB, by_card=True)

    assert groups(cast) == {"Coming": ["Anna", "Bo"], "No answer": ["Eva", "Fia", "Geir"], "Away": ["Cia", "Dag"]}
    assert beside(cast) == {
        "Anna": ("can sit out",),
        "Bo": ("about 20:15",),
        "Cia": ("by telephone, Kari, 4 Mar 18:00",),
        "Dag": ("plays for the club", "by card, 4 Mar 18:00"),
    }


def test_a_mark_moves_nobody_to_another_group(cast: Evening) -> None:
    say(cast, 3, Response.AWAY)
    before = groups(cast)
    cast.check_in(1, 3)

    assert groups(cast) == before


def test_the_door_has_the_same_groups(cast: Evening) -> None:
    say(cast, 3, Response.AWAY)
    say(cast, 1, Response.COMING)
    club = cast.tournament.club
    page = door_page(club, rounds_checking_in(club), directed={cast.tournament.slug}, user=cast.director)

    assert [group.title for group in page.said_groups] == ["Coming", "No answer", "Away"]
    assert [group.expected for group in page.groups] == [1]


def test_where_nobody_tells_all_of_the_first_round_are_here_with_one_tap(cast: Evening) -> None:
    assert shown(cast).check_in.all_are_here == "All 7 are here"
    say(cast, 3, Response.AWAY)
    assert shown(cast).check_in.all_are_here == "All 6 expected are here"
    cast.mark(3, Presence.EXCUSED)
    assert shown(cast).check_in.all_are_here == "All others are here (6)"

    attendance.mark_expected(cast.round, actor=cast.director)

    assert shown(cast).check_in.here == 6
    assert shown(cast).expected == 0
    cast.pair()
    cast.publish()
    for board in (1, 2, 3):
        cast.enter(board, Result.DRAW)
    cast.finish()
    cast.open()
    assert shown(cast).expected == 0


def test_all_who_are_expected_are_here_with_one_tap(cast: Evening) -> None:
    say(cast, 1, Response.COMING)
    say(cast, 2, Response.LATER)
    say(cast, 3, Response.AWAY)
    say(cast, 4, Response.COMING)
    cast.check_in(4)
    assert shown(cast).expected == 2

    rows = attendance.mark_expected(cast.round, actor=cast.director)

    assert {row.entry.number: row.presence for row in rows} == {1: Presence.PRESENT, 2: Presence.ON_THE_WAY}
    assert shown(cast).expected == 0
    assert attendance.mark_expected(cast.round, actor=cast.director) == []


def test_the_radar_says_who_is_still_waited_for(cast: Evening) -> None:
    say(cast, 1, Response.COMING)
    say(cast, 2, Response.LATER, arrives_at=datetime.time(20, 15))
    say(cast, 3, Response.COMING)
    say(cast, 4, Response.COMING, sits_out=True)
    cast.check_in(4, 5, 6)

    parity = shown(cast).parity
    assert parity.text.startswith("3 here, one sits out: ")
    assert parity.radar == (
        "Bo is coming at about 20:15.",
        "2 said yes but are not here yet: Anna and Cia.",
        "With one more player nobody sits out. Dag offered to sit out.",
    )
    cast.check_in(1)
    assert shown(cast).parity.radar == ("Bo is coming at about 20:15.", "1 said yes but is not here yet: Cia.")


def test_paired_from_those_expected_the_line_says_that_they_are_counted(cast: Evening) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(pair_from=PairFrom.EXPECTED)
    say(cast, 1, Response.COMING)
    cast.check_in(2, 3)

    assert shown(cast).parity.text.startswith("3 here or expected, sits out: ")
    cast.check_in(1)
    assert shown(cast).parity.text.startswith("3 here, one sits out: ")


def test_who_is_usually_here_and_has_said_nothing_is_named(cast: Evening) -> None:
    """Anna came to six of the last eight evenings, Bo to five."""
    Round.objects.filter(pk=cast.round.pk).update(number=9)
    for number in range(1, 9):
        day = TONIGHT.date() - datetime.timedelta(days=7 * (9 - number))
        made = Round.objects.create(tournament=cast.tournament, number=number, date=day, state=RoundState.FINISHED)
        for entry, times in {1: 6, 2: 5, 5: 8}.items():
            if number <= times:
                Attendance.objects.create(round=made, entry=cast.entry(entry), presence=Presence.PRESENT)
    cast.check_in(5)

    assert shown(cast).parity.radar == ("Usually here, but not yet tonight: Anna.",)
    Availability.objects.create(
        entry=cast.entry(1), date=TONIGHT.date(), said=Response.AWAY, said_by=RespondedBy.CARD, said_at=TONIGHT
    )
    assert shown(cast).parity.radar == ()


# If we paired now


def test_a_trial_says_what_pairing_now_would_give_and_writes_nothing(cast: Evening) -> None:
    say(cast, 1, Response.COMING)
    cast.check_in(4, 5, 6)
    before = dump()

    now, later = if_paired_page(cast.tournament, cast.round).trials

    assert (now.people, len(now.boards), len(now.sit_out), now.rematches) == (3, 1, 1, 0)
    assert (later.people, len(later.boards), later.sit_out) == (4, 2, ())
    assert dump() == before
    assert not Attendance.objects.exclude(game=None).exists()


def test_the_trial_is_what_pairing_then_gives(cast: Evening) -> None:
    cast.check_in(1, 2, 3, 4, 5)
    (now,) = if_paired_page(cast.tournament, cast.round).trials
    cast.pair()

    names = {entry.number: entry.player.given_name for entry in cast.tournament.entries.select_related("player")}
    assert [(board.white, board.black) for board in now.boards] == [
        (names[white], names[black]) for white, black in cast.boards()
    ]
    assert list(now.sit_out) == [names[number] for number in cast.byes()]


def test_a_rematch_and_the_widest_gap_are_said() -> None:
    cast = Evening.of(2)
    cast.play(1, 2)
    cast.open()
    cast.check_in(1, 2)
    (now,) = if_paired_page(cast.tournament, cast.round).trials

    assert [board.met_in for board in now.boards] == [(1,)]
    assert (now.rematches, now.widest_gap, len(now.relaxed)) == (1, "2", 1)


# After publishing


def test_who_signs_off_after_publishing_is_seen_at_once_and_plays_as_before(cast: Evening) -> None:
    cast.check_in(1, 2, 3)
    cast.pair()
    cast.publish()
    boards = cast.boards()
    assert signed_off(cast.tournament, shown(cast)) == ()
    ((white, _black),) = boards
    (sits_out,) = cast.byes()
    for number in (white, sits_out):
        say(cast, number, Response.AWAY, by_card=True)

    found = signed_off(cast.tournament, shown(cast))
    assert {(each.name, each.board) for each in found} == {(NAMES[white - 1], 1), (NAMES[sits_out - 1], None)}
    assert cast.boards() == boards
