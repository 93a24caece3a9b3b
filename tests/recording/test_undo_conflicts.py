"""What stands in the way of an undo: the right actions and no others, across the tournament and its club."""

import pytest

from tests.tools.casts.evening_cast import evening
from tournaments.models import Action, Attendance, Entry, Player, PlayerContact
from tournaments.recording import UndoRefused, undo
from tournaments.services.players import players
from tournaments.services.setup import entries

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # constraints


def last(verb: str) -> Action:
    return Action.objects.filter(verb=verb).latest("id")


def in_the_way_of(action: Action) -> list[str]:
    with pytest.raises(UndoRefused) as refused:
        undo(action, actor=None)
    return [later.verb for later in refused.value.later]


def test_a_row_made_later_that_refers_to_one_made_here_is_in_the_way_and_nothing_else() -> None:
    club = evening(3)
    club.open()
    entries.forbid_pair(club.tournament, *club.entries[:2], actor=None)
    late = Player.objects.create(club=club.club, given_name="Late", folded_name="late")
    entries.enter_players(club.tournament, [late], actor=None)  # which makes them a row in the open round

    assert in_the_way_of(last("round.open")) == ["entry.add"]


def test_who_deleted_what_a_row_refers_to_is_in_the_way_and_nothing_else() -> None:
    club = evening(4)
    one, other, third, _ = club.entries
    entries.forbid_pair(club.tournament, one, other, actor=None)
    entries.allow_pair(club.tournament, one, other, actor=None)
    entries.remove_entry(Entry.objects.get(pk=one.pk), actor=None)
    entries.withdraw_entry(third, actor=None)

    assert in_the_way_of(last("pair.allow")) == ["entry.remove"]


def test_what_was_done_in_a_tournament_is_in_the_way_of_undoing_its_making() -> None:
    evening(3)

    assert "entry.add" in in_the_way_of(last("tournament.create"))


def test_what_was_done_again_can_be_undone_by_its_first_name() -> None:
    club = evening(2)
    club.open()
    club.mark(club.entries[0])
    marked = last("attendance.mark")
    undo(marked, actor=None)
    undo(Action.objects.get(undoes=marked), actor=None)

    undo(marked, actor=None)

    assert Attendance.objects.get(entry=club.entries[0]).presence == "unmarked"


def test_a_change_of_private_values_alone_is_not_undone_as_if_it_had_been() -> None:
    club = evening(1)
    for phone in ("11 11", "22 22"):
        players.edit_contact(club.players[0], birth_date=None, phone=phone, email="", actor=None)

    assert in_the_way_of(last("player.edit_contact")) == []
    assert PlayerContact.objects.get().phone == "22 22"
    assert Action.objects.filter(verb="undo").count() == 0
