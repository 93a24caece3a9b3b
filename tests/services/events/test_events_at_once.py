"""Nobody comes into two groups of one event by what two people do in the same moment."""

from __future__ import annotations

import threading

import pytest

from tests.tools.casts.club_cast import Cast
from tests.tools.played.at_once import at_once
from tournaments.models import Action, Entry, Player, Tournament
from tournaments.services.activity import undo
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.events.events import GroupSettings, make_event
from tournaments.services.setup import entries

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.postgresql]  # locks


def test_who_is_brought_back_by_undo_while_another_enters_them_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    cast = Cast()
    players = [cast.add_player(f"No{number}") for number in range(1, 7)]
    event = make_event(
        cast.club,
        season=cast.season,
        name="Championship",
        played=GroupSettings(system="attendance_monrad"),
        groups=[players[:3], players[3:]],
        actor=cast.dag,
    )
    first, second = event.groups.order_by("group")
    entries.remove_entry(Entry.objects.get(tournament=first, player=players[0]), actor=cast.dag)
    removed = Action.objects.get(verb="entry.remove")
    looked, entered = threading.Event(), threading.Event()
    look = undo.refuse_two_groups

    def look_and_wait(tournament: Tournament) -> None:
        look(tournament)
        looked.set()
        entered.wait(1)  # where nobody is held off, the other is entered before this is kept

    monkeypatch.setattr(undo, "refuse_two_groups", look_and_wait)

    def enter(player: Player) -> None:
        looked.wait(10)
        entries.enter_players(second, [player], actor=cast.kari)
        entered.set()

    answers = at_once(lambda: undo_action(removed, actor=cast.dag), lambda: enter(players[0]))

    assert answers[0] is None
    assert isinstance(answers[1], Refused), answers[1]
    assert Entry.objects.filter(player=players[0]).count() == 1
