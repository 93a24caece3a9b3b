"""Ties with a last date: what is proposed when it has gone by, and carried out with one tap."""

from __future__ import annotations

import datetime

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import nothing_changes
from tests.tools.pages.todays_date import today
from tournaments.models import Game, Presence, Round, Season, Tournament
from tournaments.pages.rounds.open_games import OpenGameRow, open_games_page
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import Stale
from tournaments.selectors.snapshots import configured_system, snapshot_of
from tournaments.selectors.unplayed_matches import proposals
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar.dates import plan_dates, version_of
from tournaments.services.common.refusal import Refused
from tournaments.services.cup.matches import EnteredDecision, decide_match
from tournaments.services.rounds import results
from tournaments.services.rounds.game_dates import set_dates
from tournaments.services.rounds.unplayed_games import DecidedGame, decide_unplayed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("by_day")]

DAY = datetime.timedelta(days=1)
LOT = DecidedGame(Result.BOTH_FORFEIT, "*/1//", is_by_lot=True)


def a_cup(*away: int, last: int = -1, **options: object) -> Evening:
    """Of four, 1 against 4 and 2 against 3; round 1 was drawn nine days ago while these were away, and its last date is
    so many days from today."""
    evening = Evening.of(4, system="cup", options={"draw": "bracket"} | options)
    evening.open()
    evening.check_in(*({1, 2, 3, 4} - set(away)))
    for number in away:
        evening.mark(number, Presence.EXCUSED)
    evening.pair()
    evening.publish()
    Season.objects.update(starts_on=today() - 100 * DAY, ends_on=today() + 100 * DAY)
    Round.objects.update(date=today() - 9 * DAY)
    Tournament.objects.update(last_dates=[(today() + last * DAY).isoformat(), None])
    evening.tournament.refresh_from_db()
    return evening


def overdue(evening: Evening) -> list[OpenGameRow]:
    evening.tournament.refresh_from_db()
    return list(open_games_page(evening.tournament).overdue)


def carry_out(evening: Evening, each: OpenGameRow) -> None:
    assert each.proposed is not None
    is_by_lot = each.proposed.value == "lot"
    result = Result.BOTH_FORFEIT if is_by_lot else Result(each.proposed.value)
    decided = {each.game: DecidedGame(result, each.seen, is_by_lot=is_by_lot)}
    action = decide_unplayed(evening.tournament, decided, actor=evening.director)
    assert action is not None


def ties(evening: Evening) -> dict[int, tuple[int | None, bool]]:
    """By board, who goes on, and whether it is open."""
    snapshot = snapshot_of(evening.tournament)
    return {tie.board: (tie.winner, tie.is_open) for tie in configured_system(evening.tournament).matches(snapshot)}  # type: ignore[attr-defined]


def test_a_tie_is_overdue_after_its_last_date_and_not_after_its_evening() -> None:
    assert overdue(a_cup(4, last=0)) == []
    assert [each.board for each in overdue(a_cup(4, last=-1))] == [1, 2]


@pytest.mark.parametrize("absent", ["other_advances", "lot", "both_out"])
def test_one_was_away_and_the_other_goes_on_with_one_tap_and_one_undo(absent: str) -> None:
    evening = a_cup(4, absent=absent)
    [first, second] = overdue(evening)
    assert first.why == "No4 was away, and no other day is agreed: No1 goes through."
    assert first.proposed is not None
    assert first.proposed.text == "No1 goes through"
    assert second.proposed is None
    assert [way.text for way in second.ways] == ["No2 goes through", "No3 goes through", "Both are knocked out"]
    action = decide_unplayed(
        evening.tournament, {first.game: DecidedGame(Result(first.proposed.value), first.seen)}, actor=evening.director
    )

    assert ties(evening)[1] == (1, False)
    assert action is not None
    undo_action(action, actor=evening.director)
    assert ties(evening)[1] == (None, True)
    assert overdue(evening)[0] == first


def test_neither_came_and_the_lot_says_who_goes_on() -> None:
    evening = a_cup(1, 4, absent="lot")
    [first, _second] = overdue(evening)
    drawn = proposals(evening.tournament, [first.game])[first.game].winner
    assert f"by lot No{drawn} goes through" in first.why
    assert first.proposed is not None
    assert first.proposed.text == f"By lot: No{drawn} goes through"

    carry_out(evening, first)

    assert ties(evening)[1] == (drawn, False)
    game = evening.game(1)
    assert (game.result, game.decided_by["step"]) == ("---", "lot")
    with pytest.raises(Refused, match="Neither of the two came"):
        decide_match(
            game,
            EnteredDecision(step="armageddon", winner="white"),  # type: ignore[arg-type]
            seen="lot",
            actor=evening.director,
        )
    results.enter_result(evening.game(1), Result.WHITE_WINS, seen="---", actor=evening.director)
    assert evening.game(1).decided_by is None, "they have played after all"


def test_neither_came_and_their_place_is_drawn_among_the_losers() -> None:
    evening = a_cup(1, 4, absent="both_out", lucky_loser=True)
    first = overdue(evening)[0]
    assert first.why.endswith("their place is drawn among the losers of the round.")
    carry_out(evening, first)
    evening.enter(2, Result.WHITE_WINS)
    assert ties(evening) == {1: (None, False), 2: (2, False)}
    evening.open()
    evening.check_in(2, 3)
    evening.pair()
    assert [set(pair) for pair in evening.boards()] == [{2, 3}]


def test_the_lot_is_drawn_only_where_the_rules_say_so() -> None:
    for evening in (a_cup(1, 4), a_cup(4, absent="lot"), a_cup(1, 4, absent="lot", last=0)):
        game = evening.game(1)
        with nothing_changes(Stale):
            decide_unplayed(evening.tournament, {game.pk: LOT._replace(seen=game.seen)}, actor=evening.director)


def test_who_has_agreed_another_day_is_out_by_no_proposal() -> None:
    evening = a_cup(4, absent="other_advances", last=5)
    set_dates(evening.game(1), date=today() + DAY, play_by=None, seen=evening.game(1).seen, actor=evening.director)
    Game.objects.filter(date__isnull=False).update(date=today() - DAY)
    Tournament.objects.update(last_dates=[(today() - 2 * DAY).isoformat()])
    [first, _second] = overdue(evening)
    assert first.proposed is None
    assert first.why == "The cup's rules propose nothing here: it is yours to decide."


def plan(evening: Evening, *last: datetime.date | None) -> None:
    evening.tournament.refresh_from_db()
    plan_dates(
        evening.tournament,
        dates=[],
        starts_at=None,
        last_dates=last,
        seen=version_of(evening.tournament),
        actor=evening.director,
    )
    evening.tournament.refresh_from_db()


def test_last_dates_are_planned_and_undone() -> None:
    evening = a_cup(last=3)
    plan(evening, today() + 4 * DAY, today() + 9 * DAY, None)
    assert evening.tournament.last_dates == [(today() + days * DAY).isoformat() for days in (4, 9)]
    [action] = evening.tournament.actions.filter(verb="tournament.plan_dates")
    assert action.facts["what"] == "last"
    undo_action(action, actor=evening.director)
    evening.tournament.refresh_from_db()
    assert evening.tournament.last_dates == [(today() + 3 * DAY).isoformat(), None]


def test_last_dates_that_cannot_be_are_refused() -> None:
    evening = a_cup(last=-3)
    with pytest.raises(Refused, match="Each round's last date is a later day than the one before: see round 2 on "):
        plan(evening, today() + 4 * DAY, today() + 4 * DAY)
    with pytest.raises(Refused, match="outside the season"):
        plan(evening, today() + 400 * DAY)
    with pytest.raises(Refused, match=" is past: choose a last day that is still to come"):
        plan(evening, today() - 2 * DAY)
    plan(evening, today() - 3 * DAY, today() + DAY)
    with pytest.raises(Refused, match="Only rounds of a cup"):
        plan(Evening.of(4), today())
