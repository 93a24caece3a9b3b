"""A guest is on the list of the evenings they come to and of no other, takes no place, and is called a guest."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

from tests.tools.casts.factories import Evening, PlayerFactory
from tests.tools.guards.whole_database import nothing_changes
from tournaments.exchange import tournament_file
from tournaments.models import Action, Entry, Presence, Round, Tournament, Withdrawal
from tournaments.pages.common.display_names import Audience
from tournaments.pages.evening import evening_page
from tournaments.pages.evening.guests import earlier_guests
from tournaments.pages.evening.late_changes import late_page
from tournaments.pages.rounds.round import round_page
from tournaments.pages.standings.standings import standings_page
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.history.record import RoundOutcome
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.snapshots import configured_system, exported, snapshot_of
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import guests
from tournaments.services.evening.guests import Guest
from tournaments.services.setup import settings

pytestmark = pytest.mark.django_db

TERMS = {code: configured(SYSTEMS[code], {}).capabilities() for code in SYSTEMS if not code.startswith("toy")}
PLANNED = [code for code, capabilities in TERMS.items() if capabilities.rounds.known_at_start]
PAIRING_SYSTEMS = [
    code for code, capabilities in TERMS.items() if code not in PLANNED and capabilities.knocks_out is None
]
"""Where a guest who is gone has only missed a round; in a knock-out they would lose a tie."""


def welcome(evening: Evening, given_name: str = "Jan", family_name: str = "Gäst", rating: int | None = 1400) -> Entry:
    guest = Guest(given_name=given_name, family_name=family_name, rating=rating)
    return guests.enter_guest(evening.tournament, guest, actor=evening.director)


def come_again(evening: Evening, guest: Entry) -> Entry:
    return guests.enter_known_player(evening.tournament, guest.player, actor=evening.director)


def a_week_later(evening: Evening) -> None:
    """As if the evenings until now had been a week earlier."""
    for each in evening.tournament.rounds.all():
        assert each.date is not None
        Round.objects.filter(pk=each.pk).update(date=each.date - datetime.timedelta(days=7))


def listed(evening: Evening) -> set[int]:
    """Who stands on the check-in of the newest round."""
    page = evening_page(evening.tournament).round
    assert page is not None
    entries = evening.tournament.entries.filter(player__in=[row.player for row in page.check_in.rows])
    return {number or 0 for number in entries.values_list("number", flat=True)}


def last_round_of(evening: Evening, guest: Entry) -> tuple[RoundOutcome, int]:
    record = configured_system(evening.tournament).capabilities().record(snapshot_of(evening.tournament))
    last = record.entries[guest.number or 0][-1]
    return last.outcome, int(last.points)


def as_seen(evening: Evening) -> dict[int, int | None]:
    """The place of each, as the public reads it."""
    tournament = Tournament.objects.get(pk=evening.tournament.pk)
    return {row.number: row.rank for row in standings_page(tournament, Audience.PUBLIC).rows}


def a_first_evening(system: str = "attendance_monrad") -> tuple[Evening, Entry]:
    """Four members, three of them here and a guest."""
    evening = Evening.of(4, system=system, planned_rounds=9)
    evening.open()
    guest = welcome(evening)
    evening.check_in(1, 2, 3)
    evening.pair()
    evening.publish()
    for game in evening.round.games.order_by("board"):
        evening.enter(game.board, Result.WHITE_WINS)
    return evening, guest


def test_whoever_is_added_at_the_door_is_a_guest_and_a_member_is_none() -> None:
    evening = Evening.of(2)
    evening.open()

    member = guests.enter_known_player(
        evening.tournament, PlayerFactory(club=evening.tournament.club), actor=evening.director
    )
    former = guests.enter_known_player(
        evening.tournament, PlayerFactory(club=evening.tournament.club, is_active=False), actor=evening.director
    )

    assert welcome(evening).is_guest
    assert former.is_guest
    assert not member.is_guest
    assert not evening.entry(1).is_guest


def test_a_guest_is_on_the_list_of_later_rounds_of_the_same_evening() -> None:
    evening, guest = a_first_evening()
    evening.open()

    assert listed(evening) == {1, 2, 3, 4, guest.number}


@pytest.mark.parametrize("system", PAIRING_SYSTEMS)
def test_a_guest_is_not_on_next_weeks_list_and_gets_nothing_for_it(system: str) -> None:
    evening, guest = a_first_evening(system)
    a_week_later(evening)
    evening.open()

    assert listed(evening) - {1, 2, 3, 4} == set()
    evening.check_in(*listed(evening))
    evening.pair()
    evening.publish()
    assert last_round_of(evening, guest) == (RoundOutcome.WITHDRAWN, 0)


@pytest.mark.parametrize("system", PAIRING_SYSTEMS)
def test_a_guest_who_does_not_play_a_later_round_of_the_evening_is_not_absent(system: str) -> None:
    evening, guest = a_first_evening(system)
    evening.open()
    evening.check_in(*listed(evening) - {guest.number or 0})
    evening.pair()
    evening.publish()

    outcome, points = last_round_of(evening, guest)
    of_a_plan = {RoundOutcome.OPEN} if configured_system(evening.tournament).capabilities().postpones else set()
    assert (outcome in {RoundOutcome.WITHDRAWN, RoundOutcome.ELIMINATED, *of_a_plan}, points) == (True, 0)
    for game in evening.round.games.order_by("board"):
        evening.enter(game.board, Result.WHITE_WINS)
    evening.open()
    assert guest.number in listed(evening)


def test_an_absence_that_somebody_marked_stays() -> None:
    evening, guest = a_first_evening("keizer")
    evening.open()
    evening.check_in(1, 2, 3, 4)
    evening.mark(guest.number or 0, Presence.EXCUSED)
    evening.pair()
    evening.publish()

    assert last_round_of(evening, guest)[0] is RoundOutcome.EXCUSED


def test_a_guest_comes_again_with_one_tap_and_is_the_same_entry() -> None:
    evening, guest = a_first_evening()
    assert earlier_guests(evening.tournament) == ()
    a_week_later(evening)
    evening.open()
    assert [each.name for each in earlier_guests(evening.tournament)] == ["Jan Gäst"]

    assert come_again(evening, guest) == guest

    assert evening.slot(guest.number or 0).presence == Presence.PRESENT
    assert guest.number in listed(evening)
    assert earlier_guests(evening.tournament) == ()
    evening.check_in(1)
    evening.pair()
    assert guest.number in {number for board in evening.boards() for number in board}
    with nothing_changes(Refused, "marked as here"):
        come_again(evening, guest)


def test_undoing_that_takes_the_guest_off_the_list_again() -> None:
    evening, guest = a_first_evening()
    a_week_later(evening)
    evening.open()
    come_again(evening, guest)

    undo_action(Action.objects.latest("pk"), actor=evening.director)

    assert listed(evening) == {1, 2, 3, 4}


def test_a_guest_who_comes_again_after_publishing_can_still_get_a_board() -> None:
    evening, guest = a_first_evening()
    a_week_later(evening)
    evening.draft(1, 2, 3)
    evening.publish()

    come_again(evening, guest)

    assert late_page(evening.round, Entry.objects.get(pk=guest.pk)).options


def test_a_guest_stays_away_for_weeks_and_opening_can_be_undone() -> None:
    evening, guest = a_first_evening()
    for _week in range(2):
        a_week_later(evening)
        evening.open()
        assert listed(evening) == {1, 2, 3, 4}
        evening.check_in(1, 2)
        evening.pair()
        evening.publish()
        evening.enter(1, Result.DRAW)
    away = Withdrawal.objects.filter(entry=guest).values_list("first_round", "last_round")
    assert list(away) == [(2, None)]

    a_week_later(evening)
    evening.open()
    come_again(evening, guest)
    assert list(away.all()) == [(2, 3)]
    undo_action(Action.objects.latest("pk"), actor=evening.director)
    assert list(away.all()) == [(2, None)]


def test_undoing_the_opening_of_the_next_evening_brings_its_guests_back() -> None:
    evening, _guest = a_first_evening()
    a_week_later(evening)
    evening.open()
    assert Withdrawal.objects.count() == 1

    undo_action(Action.objects.latest("pk"), actor=evening.director)

    assert not Withdrawal.objects.exists()


def test_a_director_says_who_is_a_guest_and_undoes_it() -> None:
    evening = Evening.of(2)
    revision = Tournament.objects.get().public_revision
    guests.set_guest(evening.entry(2), is_guest=True, actor=evening.director)

    assert evening.entry(2).is_guest
    assert Tournament.objects.get().public_revision > revision
    undo_action(Action.objects.latest("pk"), actor=evening.director)
    assert not evening.entry(2).is_guest


@pytest.mark.parametrize("system", PAIRING_SYSTEMS)
def test_a_guest_takes_no_place_unless_the_tournament_gives_one(system: str) -> None:
    evening, guest = a_first_evening(system)
    page = standings_page(Tournament.objects.get(), Audience.PUBLIC)
    places = [row.rank for row in page.rows]

    assert as_seen(evening)[guest.number or 0] is None
    assert min(place for place in places if place is not None) == 1
    assert sum(place is not None for place in places) == 4
    assert page.about_guests.startswith("Guests take no place")
    assert next(row.name for row in page.rows if row.number == guest.number) == "Jan Gäst (guest)"

    settings.edit_tournament(
        evening.tournament,
        name=evening.tournament.name,
        season=evening.tournament.season,
        planned_rounds=evening.tournament.planned_rounds,
        guests_take_places=True,
        seen=settings.version_of(evening.tournament),
        actor=evening.director,
    )
    assert None not in as_seen(evening).values()
    assert standings_page(Tournament.objects.get(), Audience.PUBLIC).about_guests == ""
    undo_action(Action.objects.latest("pk"), actor=evening.director)
    assert None in as_seen(evening).values()


def test_a_table_once_published_keeps_its_places() -> None:
    evening, guest = a_first_evening()
    evening.finish()
    before = [row.rank for row in standings_page(Tournament.objects.get(), Audience.PUBLIC, after=1).rows]
    assert None in before

    guests.set_guest(guest, is_guest=False, actor=evening.director)

    page = standings_page(Tournament.objects.get(), Audience.PUBLIC, after=1)
    assert [row.rank for row in page.rows] == before
    assert page.corrections is not None
    assert None not in as_seen(evening).values()


def test_a_guest_of_another_evening_is_in_no_list_of_the_absent() -> None:
    evening, _guest = a_first_evening()
    a_week_later(evening)
    evening.draft(1, 2)
    evening.publish()

    page = round_page(Tournament.objects.get(), Audience.PUBLIC, number=2)
    staff = evening_page(evening.tournament).round
    assert staff is not None
    assert sorted(player.number for group in page.away for player in group.players) == [3, 4]
    assert sorted(row.number or 0 for row in staff.without_board) == [3, 4]


def test_a_guest_stays_one_through_a_tournament_file_and_old_files_are_read() -> None:
    evening, guest = a_first_evening()
    data = tournament_file.dump(exported(evening.tournament))
    read = tournament_file.parse(data)

    assert (read.guests, read.without_place) == ({guest.number}, {guest.number})
    assert tournament_file.dump(read) == data
    old = tournament_file.dump(replace(read, guests=frozenset(), guests_take_places=True))
    assert b"guest" not in old
    assert tournament_file.parse(old).without_place == frozenset()


def test_guest_one_is_not_called_a_guest_twice() -> None:
    evening = Evening.of(2)
    evening.open()
    nameless = guests.enter_guest(evening.tournament, Guest(), actor=evening.director)
    welcome(evening)

    page = evening_page(evening.tournament).round
    assert page is not None
    assert {row.name for row in page.check_in.rows} >= {"Guest 1", "Jan Gäst (guest)"}
    assert nameless.is_guest


@pytest.mark.parametrize("system", PLANNED)
def test_where_the_plan_says_who_meets_whom_there_is_no_place_for_a_guest(system: str) -> None:
    evening = Evening.of(4, system=system, options={}, tie_breaks=None)
    evening.open()
    with nothing_changes(Refused, match="no place for a guest for one evening"):
        welcome(evening)
