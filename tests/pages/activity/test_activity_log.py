"""What was done, newest first: what can be undone has its button, the others say what is in the way."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.utils import timezone

from tests.tools.casts.evening_cast import Evening, evening
from tournaments.models import Action, Presence, Tournament, User
from tournaments.pages.activity.activity_log import (
    LENGTH,
    ActivityLine,
    club_activity,
    tournament_activity,
    what_is_in_the_way,
)
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import UndoRefused, obstacles, undo
from tournaments.services import rounds
from tournaments.services.activity.undo import undo_action
from tournaments.services.evening import attendance
from tournaments.services.players import players
from tournaments.services.players.players import PlayerDetails
from tournaments.services.rounds import results
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db


def checked_in(players: int = 3) -> Evening:
    cast = evening(players)
    cast.open()
    cast.check_in()
    return cast


def published() -> Evening:
    cast = checked_in()
    cast.pair()
    cast.publish()
    return cast


def lines(cast: Evening, **more: Any) -> tuple[ActivityLine, ...]:
    return tournament_activity(Tournament.objects.get(pk=cast.tournament.pk), **more).lines


def newest() -> Action:
    return Action.objects.latest("pk")


def is_here(cast: Evening, place: int) -> str:
    return f"{cast.entries[place].player.full_name} is here"


def undo_line(line: ActivityLine) -> None:
    undo_action(Action.objects.get(pk=line.undo), actor=None)


def test_it_tells_who_did_what_newest_first() -> None:
    cast = checked_in()

    shown = lines(cast)

    assert [line.sentence for line in shown[:4]] == [
        is_here(cast, 2),
        is_here(cast, 1),
        is_here(cast, 0),
        "Check-in for round 1 is open",
    ]
    assert {line.by for line in shown} == {"Ola"}


def test_its_button_takes_back_and_then_brings_back() -> None:
    cast = checked_in(1)
    seen = []
    for _ in range(4):
        line = next(line for line in lines(cast) if line.sentence == is_here(cast, 0))
        seen.append((line.is_undone, line.undo))
        undo_line(line)
        assert line.undo is not None

    marked = Action.objects.get(verb="attendance.mark")
    chain = [marked.pk, *Action.objects.filter(verb="undo").order_by("pk").values_list("pk", flat=True)]
    assert seen == list(zip([False, True, False, True], chain, strict=False))


def test_a_line_that_later_work_builds_on_names_what_is_to_be_undone_first() -> None:
    cast = published()
    last = newest()

    shown = {line.sentence: line for line in lines(cast)}

    at = f"{timezone.localtime(last.at):%H:%M:%S}"
    assert shown["Round 1 is published"].undo == last.pk
    assert shown[is_here(cast, 1)].undo is None
    assert shown[is_here(cast, 1)].in_the_way == f"Undo first: Round 1 is published ({at})"
    assert shown["Check-in for round 1 is open"].in_the_way == (
        f"Undo first: Round 1 is published ({at}), then 4 others"
    )


def test_what_is_undone_is_in_nobodys_way_and_what_is_done_again_is() -> None:
    cast = published()
    undo(newest(), actor=cast.director)
    free = {line.sentence: line.in_the_way for line in lines(cast)}
    undo(newest(), actor=cast.director)
    again = {line.sentence: line.in_the_way for line in lines(cast)}

    assert free[is_here(cast, 0)] == ""
    assert again[is_here(cast, 0)].startswith("Undo first: Round 1 is published (")


def test_an_earlier_action_undone_since_is_in_the_way_as_an_undo_and_has_no_say_in_the_list() -> None:
    cast = evening(2)
    cast.open()
    cast.mark(cast.entries[0])
    marked = newest()
    cast.mark(cast.entries[0], Presence.EXCUSED, seen=Presence.PRESENT)
    undo(newest(), actor=cast.director)
    excused_undone = newest()
    undo(marked, actor=cast.director)

    later = obstacles([excused_undone])[excused_undone.pk]
    (line,) = (line for line in lines(cast) if line.sentence.endswith("is marked as excused"))

    assert later is not None
    assert what_is_in_the_way(later).startswith(f"Undo first: Undone: {is_here(cast, 0)} (")
    assert (line.is_undone, line.undo, line.in_the_way) == (True, None, "")


@pytest.mark.slow
def test_what_it_offers_is_undone_and_what_it_does_not_is_refused() -> None:
    cast = checked_in(6)
    cast.pair()
    cast.publish()
    results.enter_result(cast.games[0], Result.DRAW, seen="*", **cast.by)
    cast.finish()
    entries.withdraw_entry(cast.entries[5], **cast.by)
    cast.open()
    rounds.call_off_round(cast.round, seen_revision=cast.round.revision, **cast.by)
    verbs = {"attendance.mark", "result.enter", "round.open"}
    tried = Action.objects.filter(tournament=cast.tournament, verb__in=verbs)
    found = obstacles(list(tried))
    assert {later is None for later in found.values()} == {True, False}

    for action in tried:
        offered = found[action.pk] is None
        if offered:
            undo(action, actor=None)
            undo(newest(), actor=None)
            continue
        with pytest.raises(UndoRefused) as refused:
            undo(action, actor=None)
        assert refused.value.later == found[action.pk]


def test_undone_lines_take_no_place_from_those_that_can_be_undone() -> None:
    cast = evening(2)
    cast.open()
    for _ in range(LENGTH + 3):
        cast.mark(cast.entries[0])
        undo(newest(), actor=cast.director)

    shown = lines(cast)

    assert next(line.sentence for line in shown if not line.is_undone) == "Check-in for round 1 is open"
    assert sum(line.is_undone for line in shown) == LENGTH + 3


def test_it_leads_back_to_the_very_first() -> None:
    cast = checked_in(2 * LENGTH)
    pages, before = [], None
    while True:
        page = tournament_activity(cast.tournament, before=before)
        pages.append(page)
        before = page.earlier
        if before is None:
            break

    assert [len(page.lines) for page in pages[:-1]] == [LENGTH] * (len(pages) - 1)
    assert [page.is_newest for page in pages] == [True] + [False] * (len(pages) - 1)
    everything = [line.sentence for page in pages for line in page.lines]
    assert len(everything) == cast.tournament.actions.count()
    assert everything[2 * LENGTH] == "Check-in for round 1 is open"


def test_lines_of_one_minute_are_told_apart_by_their_seconds() -> None:
    cast = checked_in(2)
    at = timezone.localtime().replace(hour=12, minute=30, second=1)
    for place, key in enumerate(Action.objects.order_by("-pk").values_list("pk", flat=True)):
        before = datetime.timedelta(seconds=place) if place < 2 else datetime.timedelta(days=place)
        Action.objects.filter(pk=key).update(at=at - before)

    shown = lines(cast)

    assert [line.has_seconds for line in shown] == [True, True] + [False] * (len(shown) - 2)
    assert [line.is_of_today for line in shown[2:]] == [False] * (len(shown) - 2)


def test_a_helper_has_buttons_for_what_is_their_own() -> None:
    cast = evening(2)
    helper = User.objects.create(username="bo", name="Bo")
    cast.open()
    cast.mark(cast.entries[0])
    attendance.mark_attendance(cast.round, cast.entries[1], Presence.PRESENT, seen="unmarked", actor=helper)

    shown = lines(cast, helper=helper)

    assert [line.undo is not None for line in shown[:3]] == [True, False, False]
    assert shown[2].in_the_way == ""


def test_in_a_closed_season_results_alone_can_be_taken_back() -> None:
    cast = evening(4)
    cast.play()
    cast.season.is_open = False
    cast.season.save()

    shown = lines(cast)

    assert {line.sentence[:14] for line in shown if line.undo} <= {"Round 1, board"}


def test_it_names_players_who_are_on_no_list_any_more() -> None:
    cast = evening(2)
    removed = cast.entries[0].player.full_name
    entries.remove_entry(cast.entries[0], **cast.by)

    assert lines(cast)[0].sentence == f"{removed} is taken off the list"


@pytest.mark.parametrize("many", [4, 24])
def test_its_queries_grow_neither_with_the_lines_nor_with_what_was_done_since(
    many: int, django_assert_max_num_queries: Any
) -> None:
    cast = checked_in(many)
    for _ in range(3):
        undo(newest(), actor=cast.director)
    cast.pair()

    with django_assert_max_num_queries(12):
        assert len(lines(cast)) > many


def test_the_clubs_list_has_what_belongs_to_no_tournament_and_leads_back() -> None:
    cast = evening(1)
    for number in range(12):
        players.add_player(cast.club, PlayerDetails(given_name=f"New{number}"), actor=cast.director)

    page = club_activity(cast.club, may_undo=lambda action: action.verb == "player.add", length=8)

    assert [line.sentence for line in page.lines] == [f"New{n} is on the list of players" for n in range(11, 3, -1)]
    assert all(line.undo for line in page.lines)
    rest = club_activity(cast.club, before=page.earlier, may_undo=lambda action: False)
    assert rest.lines[0].sentence == "New3 is on the list of players"
    assert not any(line.undo or line.in_the_way for line in rest.lines)
