"""Guests: one recording that makes a player, enters, numbers and marks; known names; rounds that are past it."""

from __future__ import annotations

import uuid

import pytest
from django.utils import translation

from tests.tools.casts.factories import Evening, PlayerFactory, TournamentFactory
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Attendance, Entry, Player, Presence
from tournaments.names import folded_name
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import AlreadyDone
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import guests
from tournaments.services.evening.guests import Guest
from tournaments.services.setup import seasons

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(4)
    evening.open()
    return evening


def welcome(evening: Evening, *, another_of_the_name: bool = False, **values: object) -> Entry:
    guest = Guest(**values)  # type: ignore[arg-type]
    return guests.enter_guest(
        evening.tournament, guest, another_of_the_name=another_of_the_name, actor=evening.director
    )


def come_in(evening: Evening, player: Player) -> Entry:
    return guests.enter_known_player(evening.tournament, player, actor=evening.director)


def test_a_guest_is_entered_numbered_and_here_in_one_action(evening: Evening) -> None:
    actions = Action.objects.count()

    entry = welcome(evening, given_name="  Eva ", family_name="Lind", rating=1650, home_club="Bergens")

    player = Player.objects.get(pk=entry.player_id)
    assert (player.full_name, player.rating, player.is_active) == ("Eva Lind", 1650, False)
    assert (entry.number, entry.rating, entry.joined_round, entry.home_club) == (5, 1650, 1, "Bergens")
    assert evening.slot(5).presence == Presence.PRESENT
    assert Action.objects.count() == actions + 1
    assert Action.objects.latest("pk").facts == {"player": player.pk}


def test_a_guest_is_paired_with_the_others(evening: Evening) -> None:
    welcome(evening, given_name="Eva")
    evening.check_in(1)

    evening.pair()

    assert {5, 1} == set(evening.boards()[0])


def test_guests_without_a_name_are_told_apart(evening: Evening) -> None:
    with translation.override("en"):
        names = [welcome(evening).player.full_name for _ in range(3)]

    assert names == ["Guest 1", "Guest 2", "Guest 3"]


def test_a_family_name_alone_is_refused(evening: Evening) -> None:
    with nothing_changes(Refused, "needs a given name"):
        welcome(evening, family_name="Lind")


def test_a_name_that_the_club_knows_is_refused_until_it_is_said_to_be_somebody_else(evening: Evening) -> None:
    PlayerFactory(club=evening.tournament.club, given_name="Åse", folded_name=folded_name("Åse"))

    with nothing_changes(Refused, "has a player Åse already"):
        welcome(evening, given_name="ÅSE")

    assert welcome(evening, given_name="Åse", another_of_the_name=True).number == 5


def test_the_same_form_sent_twice_makes_one_guest(evening: Evening) -> None:
    receipt = uuid.uuid4()
    guests.enter_guest(evening.tournament, Guest(), actor=evening.director, receipt=receipt)

    with nothing_changes(AlreadyDone):
        guests.enter_guest(evening.tournament, Guest(), actor=evening.director, receipt=receipt)


def test_a_guest_who_comes_again_is_the_same_player_from_the_same_club(evening: Evening) -> None:
    player = welcome(evening, given_name="Eva", home_club="Bergens").player
    other = Evening(tournament=TournamentFactory(club=evening.tournament.club, season=evening.tournament.season))
    other.tournament.entries.create(player=PlayerFactory(club=player.club), number=7)
    other.open()

    entry = come_in(other, player)

    assert (entry.player, entry.number, entry.home_club) == (player, 8, "Bergens")
    assert other.slot(8).presence == Presence.PRESENT


def test_whoever_is_on_the_list_is_marked_and_not_entered_again(evening: Evening) -> None:
    come_in(evening, evening.entry(2).player)

    assert evening.slot(2).presence == Presence.PRESENT
    assert evening.tournament.entries.count() == 4


def test_a_mark_that_somebody_made_is_not_overwritten(evening: Evening) -> None:
    evening.mark(1, Presence.PRESENT)
    evening.mark(2, Presence.EXCUSED)

    with nothing_changes(Refused, "No1 is on the list already, and marked as here."):
        come_in(evening, evening.entry(1).player)
    with nothing_changes(Refused, "with another mark"):
        come_in(evening, evening.entry(2).player)


def test_who_has_withdrawn_returns_first(evening: Evening) -> None:
    evening.withdraw(3)

    with nothing_changes(Refused, "has withdrawn"):
        come_in(evening, evening.entry(3).player)


def test_a_player_of_another_club_is_refused(evening: Evening) -> None:
    stranger = PlayerFactory()

    with nothing_changes(Refused, "Only the club's own players"):
        come_in(evening, stranger)


@pytest.mark.slow
def test_once_the_round_is_published_a_guest_is_on_its_list_without_a_board() -> None:
    evening = Evening.of(4)
    evening.draft()
    evening.publish()
    boards = evening.boards()

    entry = welcome(evening, given_name="Eva")

    slot = evening.slot(5)
    assert (entry.joined_round, slot.game, slot.bye, slot.presence) == (1, None, "", Presence.UNEXCUSED)
    assert evening.boards() == boards
    for board in (1, 2):
        evening.enter(board, Result.DRAW)
    evening.finish()
    evening.draft(1, 2, 3, 5)
    assert 5 in {player for board in evening.boards() for player in board}


def test_publishing_is_not_undone_under_a_guest() -> None:
    evening = Evening.of(4)
    evening.draft()
    evening.publish()
    published = Action.objects.latest("pk")
    welcome(evening, given_name="Eva")

    with nothing_changes(Refused, "1 later change builds"):
        undo_action(published, actor=None)


def test_it_is_refused_without_a_round_that_people_come_to() -> None:
    evening = Evening.of(2)
    with nothing_changes(Refused, "Check-in is not open yet"):
        welcome(evening)

    evening.play()
    evening.finish()
    with nothing_changes(Refused, "This round is over: open the next one first."):
        welcome(evening)


def test_it_is_refused_in_a_closed_season() -> None:
    evening = Evening.of(2)
    evening.play()
    evening.finish()
    seasons.close_season(evening.tournament.season, actor=None)

    with nothing_changes(Refused, "is closed"):
        welcome(evening)


def test_a_guest_who_is_paired_already_is_not_undone(evening: Evening) -> None:
    welcome(evening, given_name="Eva")
    welcomed = Action.objects.latest("pk")
    evening.check_in(1)
    evening.pair()

    with nothing_changes(Refused, "later change"):
        undo_action(welcomed, actor=None)
    assert Attendance.objects.filter(entry__number=5, game__isnull=False).exists()
