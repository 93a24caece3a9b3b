"""What the bar under the thumb says of the last tap, and what its button takes back."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from tests.tools.casts.evening_cast import Evening, evening
from tournaments import clock
from tournaments.models import Action, Presence, Tournament, User
from tournaments.pages.common.action_sentences import LastActionLine
from tournaments.pages.common.undo_bar import undo_bar
from tournaments.recording import YOUNGEST, undo
from tournaments.services.evening import attendance
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db


def checked_in(players: int = 3) -> Evening:
    cast = evening(players)
    cast.open()
    cast.check_in()
    return cast


def newest() -> Action:
    return Action.objects.latest("pk")


def rope(tournament: Tournament, **more: Any) -> tuple[str, str]:
    """What can be undone, and what can be done again: their sentences, empty where there is none."""
    bar = undo_bar(tournament, {}, **more)
    assert bar is not None
    for line, is_undone in ((bar.done, False), (bar.undone, True)):
        assert line is None or line.is_undone is is_undone
    return bar.done.sentence if bar.done else "", bar.undone.sentence if bar.undone else ""


def said(tournament: Tournament, **more: Any) -> LastActionLine:
    """Of what stands, or else of what was undone."""
    bar = undo_bar(tournament, {}, **more)
    assert bar is not None
    line = bar.undone or bar.done
    assert line is not None
    return line


def pull(cast: Evening, *, back: bool = True) -> None:
    bar = undo_bar(cast.tournament, {})
    assert bar is not None
    line = bar.done if back else bar.undone
    assert line is not None
    undo(Action.objects.get(pk=line.undo), actor=cast.director)


def test_it_says_what_the_last_tap_did_and_takes_that_back() -> None:
    cast = checked_in()

    line = said(cast.tournament)

    assert line.sentence == f"{cast.entries[2].player.full_name} is here"
    assert (line.undo, line.is_undone, line.by, line.actor) == (newest().pk, False, "Ola", cast.director.pk)


def test_after_an_undo_it_says_what_was_undone_and_brings_it_back() -> None:
    cast = checked_in()
    said_before = said(cast.tournament).sentence
    flips = []
    for _ in range(5):  # deeper than what one query reads
        undo(newest(), actor=cast.director)
        line = said(cast.tournament)
        assert (line.sentence, line.undo) == (said_before, newest().pk)
        flips.append(line.is_undone)

    assert flips == [True, False, True, False, True]


def test_an_older_action_that_was_undone_is_the_last_thing_done() -> None:
    cast = checked_in()
    first = Action.objects.filter(verb="attendance.mark").earliest("pk")

    undo(first, actor=cast.director)

    line = said(cast.tournament)
    assert (line.sentence, line.is_undone) == (f"{cast.entries[0].player.full_name} is here", True)


def test_undo_stays_undo_step_by_step_and_redo_comes_back_the_same_way() -> None:
    cast = checked_in()
    here = [f"{entry.player.full_name} is here" for entry in cast.entries]
    opened = "Check-in for round 1 is open"
    assert rope(cast.tournament) == (here[2], "")

    pull(cast)
    assert rope(cast.tournament) == (here[1], here[2])
    pull(cast)
    pull(cast)
    assert rope(cast.tournament) == (opened, here[0])
    pull(cast, back=False)
    assert rope(cast.tournament) == (here[0], here[1])
    pull(cast)
    assert rope(cast.tournament) == (opened, here[0])
    for _ in here:
        pull(cast, back=False)
    assert rope(cast.tournament) == (here[2], "")


def test_something_new_ends_what_could_be_done_again() -> None:
    cast = checked_in()
    pull(cast)
    pull(cast)
    cast.mark(cast.entries[2], Presence.EXCUSED)
    away = f"{cast.entries[2].player.full_name} is marked as excused"
    assert rope(cast.tournament) == (away, "")

    pull(cast)

    assert rope(cast.tournament) == (f"{cast.entries[0].player.full_name} is here", away)
    pull(cast, back=False)
    assert rope(cast.tournament) == (away, "")


def test_of_an_older_round_it_is_that_rounds() -> None:
    cast = checked_in(4)
    cast.pair()
    cast.publish()
    cast.finish()
    cast.open()
    last = rope(cast.tournament, of_round=1)[0]
    assert "ound 1" in last
    assert rope(cast.tournament) == ("Check-in for round 2 is open", "")
    pull(cast)
    assert rope(cast.tournament)[1] == "Check-in for round 2 is open"
    assert rope(cast.tournament, of_round=1) == (last, "")


def test_where_nothing_was_done_it_says_nothing() -> None:
    cast = evening(2)
    Action.objects.all().delete()

    assert undo_bar(cast.tournament, {}) is None


def test_what_is_archived_has_no_button() -> None:
    cast = checked_in()
    long_ago = clock.now() - YOUNGEST - datetime.timedelta(days=1)
    Action.objects.update(at=long_ago)
    assert said(cast.tournament).undo == newest().pk

    Action.objects.update(changes=[], relies_on=[])

    line = said(cast.tournament)
    assert (line.sentence, line.undo) == (f"{cast.entries[2].player.full_name} is here", None)


def test_a_helper_takes_back_what_is_their_own() -> None:
    cast = evening(4)
    helper = User.objects.create(username="bo", name="Bo")
    cast.open()
    cast.mark(cast.entries[0])
    others = said(cast.tournament, helper=helper)
    attendance.mark_attendance(cast.round, cast.entries[1], Presence.PRESENT, seen="unmarked", actor=helper)
    mark, own = newest(), said(cast.tournament, helper=helper)
    undo(newest(), actor=helper)
    undone = said(cast.tournament, helper=helper)

    assert (others.undo, own.undo, undone.undo) == (None, mark.pk, newest().pk)
    assert others.sentence.endswith("is here")


def test_it_names_somebody_who_is_on_no_list_any_more() -> None:
    cast = evening(2)
    removed = cast.entries[0].player.full_name
    entries.remove_entry(cast.entries[0], **cast.by)

    assert said(cast.tournament).sentence == f"{removed} is taken off the list"


def test_it_is_one_query_where_the_page_knows_the_names(django_assert_num_queries: Any) -> None:
    cast = checked_in(6)
    names = {player.pk: player.full_name for player in cast.players}
    undo(newest(), actor=cast.director)
    undo(newest(), actor=cast.director)

    with django_assert_num_queries(3):
        undo_bar(cast.tournament, names, helper=cast.director)
    cast.mark(cast.entries[0], Presence.EXCUSED, seen=Presence.PRESENT)
    with django_assert_num_queries(1):
        undo_bar(cast.tournament, names, helper=cast.director)
