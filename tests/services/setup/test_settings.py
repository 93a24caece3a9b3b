"""A tournament's name, its season and its planned rounds: changed, ended early, and how far that can be undone."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Any

import pytest

from tests.tools.casts.factories import ClubFactory, Evening, SeasonFactory
from tests.tools.guards.layers import first_fast
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, RoundState, Season, Tournament, User
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import Stale, unit_of_work
from tournaments.selectors.snapshots import configured_system, configured_tie_breaks, snapshot_of
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar import dates
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds import pair_round, publish_round
from tournaments.services.setup import seasons, settings

pytestmark = pytest.mark.django_db


def now(evening: Evening) -> Tournament:
    return Tournament.objects.get(pk=evening.tournament.pk)


def edit(evening: Evening, *, seen: str | None = None, actor: User | None = None, **values: Any) -> Tournament:
    """As on a fresh screen, the rest as it is."""
    there = now(evening)
    kept = {"name": there.name, "season": there.season, "planned_rounds": there.planned_rounds}
    return settings.edit_tournament(there, **{**kept, **values}, seen=seen or settings.version_of(there), actor=actor)


def end(evening: Evening, *, after: int | None = None, seen: str | None = None) -> Tournament:
    there = now(evening)
    number = after or evening.round.number
    return settings.end_tournament(there, after=number, seen=seen or settings.version_of(there), actor=None)


def undo(verb: str) -> None:
    undo_action(Action.objects.filter(verb=verb).latest("pk"), actor=None)


def tie_breaks(evening: Evening) -> set[str]:
    """The columns of the table, as the tournament stands."""
    there = now(evening)
    system = configured_system(there)
    table = system.standings(snapshot_of(there), configured_tie_breaks(there, system))
    return {column.code for column in table.columns}


# The name


def test_it_is_renamed_and_the_address_stays() -> None:
    evening = Evening.of(2, name="Tusday cup", slug="tusday-cup")
    before = now(evening)
    of_the_club = before.club.public_revision

    edit(evening, name="  Tuesday\u200b  cup ")

    after = now(evening)
    assert (after.name, after.slug, after.short_code) == ("Tuesday cup", "tusday-cup", before.short_code)
    assert after.public_revision > before.public_revision
    assert after.club.public_revision > of_the_club
    action = Action.objects.latest("pk")
    assert (action.verb, action.facts) == (
        "tournament.edit",
        {"what": "name", "name": "Tuesday cup", "before": "Tusday cup"},
    )


@pytest.mark.parametrize("name", ["", " \u200b\n"])
def test_a_name_that_cannot_be_read_is_refused(name: str) -> None:
    evening = Evening.of(2)

    with nothing_changes(Refused, "A tournament needs a name."):
        edit(evening, name=name)


def test_the_same_values_are_no_change() -> None:
    evening = Evening.of(2, planned_rounds=5)

    edit(evening, name=f" {evening.tournament.name} ", seen="long ago")

    assert not Action.objects.exists()


def test_what_somebody_else_has_changed_meanwhile_is_not_overwritten() -> None:
    evening = Evening.of(2)
    kari = evening.second_director()
    seen = settings.version_of(now(evening))
    edit(evening, name="Autumn cup", actor=kari)

    with nothing_changes(Stale) as stale:
        edit(evening, planned_rounds=5, seen=seen)

    assert isinstance(stale.value, Stale)
    assert stale.value.since is not None
    assert stale.value.since.actor == kari


# The season


def test_it_moves_into_another_open_season_of_the_club() -> None:
    evening = Evening.of(2)
    spring = SeasonFactory(club=evening.tournament.club, name="Spring")

    edit(evening, season=spring)

    assert now(evening).season == spring
    assert Action.objects.latest("pk").facts == {"what": "season", "season": "Spring"}
    undo("tournament.edit")
    assert now(evening).season == evening.tournament.season


def test_another_clubs_season_is_refused() -> None:
    evening = Evening.of(2)
    elsewhere = SeasonFactory(club=ClubFactory())

    with nothing_changes(Refused, "The season belongs to another club."):
        edit(evening, season=elsewhere)


def test_it_moves_neither_into_a_closed_season_nor_out_of_one() -> None:
    evening = Evening.of(2)
    closed = SeasonFactory(club=evening.tournament.club, name="Spring", is_open=False)

    with nothing_changes(Refused, "The season Spring is closed."):
        edit(evening, season=closed)
    Season.objects.filter(pk=evening.tournament.season_id).update(is_open=False)
    Season.objects.filter(pk=closed.pk).update(is_open=True)
    for values in ({"season": closed}, {"name": "Autumn cup"}, {"planned_rounds": 3}):
        with nothing_changes(Refused, "nothing else"):
            edit(evening, **values)


@pytest.mark.slow
def test_a_move_is_not_undone_once_the_season_it_went_to_is_closed() -> None:
    evening = Evening.of(4)
    evening.play()
    spring = SeasonFactory(club=evening.tournament.club, name="Spring")
    edit(evening, season=spring)
    moved = Action.objects.latest("pk")
    seasons.close_season(spring, actor=None)

    with nothing_changes(Refused, "The season Spring is closed"):
        undo_action(moved, actor=None)
    seasons.reopen_season(spring, actor=None)
    seasons.close_season(evening.tournament.season, actor=None)
    with nothing_changes(Refused, f"The season {evening.tournament.season} is closed"):
        undo_action(moved, actor=None)


# The planned rounds


@pytest.mark.slow
def test_they_are_raised_and_lowered_while_rounds_are_played() -> None:
    evening = Evening.of(6, system="norwegian_monrad", planned_rounds=5)
    for planned in (7, 4, 9):
        edit(evening, planned_rounds=planned)
        assert now(evening).planned_rounds == planned
        assert Action.objects.latest("pk").facts == {"what": "rounds", "rounds": planned}
        evening.play()
    assert now(evening).planned_rounds == 9


@pytest.mark.parametrize("system", ["norwegian_monrad", "modified_monrad"])
def test_a_system_that_needs_them_does_not_go_back_to_none(system: str) -> None:
    evening = Evening.of(4, system=system, planned_rounds=5)

    with nothing_changes(Refused, "This pairing system needs to know how many rounds are planned."):
        edit(evening, planned_rounds=None)


def test_one_that_came_without_a_plan_can_be_renamed_all_the_same() -> None:
    evening = Evening.of(4, system="norwegian_monrad", planned_rounds=None)

    edit(evening, name="Autumn cup")

    assert (now(evening).name, now(evening).planned_rounds) == ("Autumn cup", None)


@pytest.mark.parametrize(("system", "preset"), [("attendance_monrad", ""), ("norwegian_monrad", "konrad")])
def test_where_the_evenings_simply_go_on_the_plan_can_be_emptied(system: str, preset: str) -> None:
    evening = Evening.of(4, system=system, preset=preset, planned_rounds=5)

    edit(evening, planned_rounds=None)

    assert now(evening).planned_rounds is None
    assert Action.objects.latest("pk").facts == {"what": "open_end"}


@pytest.mark.parametrize("planned", [0, -1, 501])
def test_as_many_rounds_as_nobody_plays_are_refused(planned: int) -> None:
    evening = Evening.of(4)

    with nothing_changes(Refused, "Plan from 1 to 500 rounds"):
        edit(evening, planned_rounds=planned)


@pytest.mark.slow
@pytest.mark.parametrize("state", list(RoundState))
def test_it_does_not_end_before_a_round_that_is_open(state: RoundState) -> None:
    evening = Evening.of(4, planned_rounds=5)
    evening.play()
    evening.open()
    if state != RoundState.OPEN:
        evening.check_in()
        evening.pair()
    if state in {RoundState.PUBLISHED, RoundState.FINISHED}:
        evening.publish()
    if state == RoundState.FINISHED:
        for game in evening.round.games.all():
            evening.enter(game.board, Result.DRAW)
        evening.finish()

    with nothing_changes(Refused, "Round 2 is open: plan at least 2 rounds"):
        edit(evening, planned_rounds=1)
    edit(evening, planned_rounds=2)
    assert now(evening).planned_rounds == 2


@pytest.mark.slow
def test_the_number_is_settled_once_the_last_planned_round_is_published() -> None:
    evening = Evening.of(4, planned_rounds=2)
    evening.play()
    evening.draft()
    edit(evening, planned_rounds=3)
    edit(evening, planned_rounds=2)
    evening.publish()

    for planned in (3, 7, None):
        with nothing_changes(Refused, "Round 2, the last one planned, is published: the number of rounds is settled."):
            edit(evening, planned_rounds=planned)
    edit(evening, name="Autumn cup")
    evening.take_back()
    edit(evening, planned_rounds=3)
    assert now(evening).planned_rounds == 3


def test_dates_behind_the_end_go_with_it_and_come_back_with_undo() -> None:
    evening = Evening.of(4, planned_rounds=4)
    days = [datetime.date(2027, 1, day) for day in (5, 12, 19, 26)]
    there = now(evening)
    dates.plan_dates(there, dates=days, starts_at=None, seen=dates.version_of(there), actor=None)

    edit(evening, planned_rounds=2)
    assert now(evening).round_dates == ["2027-01-05", "2027-01-12"]

    undo("tournament.edit")
    assert now(evening).round_dates == [day.isoformat() for day in days]


@pytest.mark.slow
def test_monrad_points_cut_twice_come_and_go_with_the_seventh_round() -> None:
    evening = Evening.of(6, system="norwegian_monrad", planned_rounds=6)
    evening.play()
    assert "M-2" not in tie_breaks(evening)

    edit(evening, planned_rounds=7)
    assert "M-2" in tie_breaks(evening)

    end(evening)
    assert "M-2" not in tie_breaks(evening)


@pytest.mark.slow
def test_a_draft_that_was_made_for_another_end_is_paired_again() -> None:
    evening = Evening.of(6, system="norwegian_monrad", planned_rounds=7)
    evening.play()
    evening.draft()
    edit(evening, planned_rounds=2)

    with nothing_changes(Refused, "The number of planned rounds has changed since this draft was made. Pair again."):
        publish_round(evening.round, seen_revision=evening.round.revision, actor=None)
    pair_round(evening.round, seen_revision=evening.round.revision, actor=None)
    edit(evening, planned_rounds=3)
    with nothing_changes(Refused, "Pair again."):
        publish_round(evening.round, seen_revision=evening.round.revision, actor=None)
    edit(evening, planned_rounds=2)
    evening.publish()

    assert evening.round.state == RoundState.PUBLISHED


@pytest.mark.slow
def test_a_draft_is_published_where_the_end_changes_nothing_for_it() -> None:
    without_a_last_round = Evening.of(6, system="attendance_monrad", planned_rounds=7)
    elsewhere_in_the_plan = Evening.of(6, system="norwegian_monrad", planned_rounds=7)
    for evening, planned in ((without_a_last_round, 1), (elsewhere_in_the_plan, 5)):
        evening.draft()
        edit(evening, planned_rounds=planned)
        evening.publish()
        assert evening.round.state == RoundState.PUBLISHED


def test_a_last_round_that_was_taken_back_does_not_come_back_into_the_middle() -> None:
    evening = Evening.of(6, system="norwegian_monrad", planned_rounds=1)
    evening.draft()
    evening.publish()
    evening.take_back()
    taken_back = Action.objects.latest("pk")
    edit(evening, planned_rounds=5)

    with nothing_changes(Refused, "Pair again."):
        undo_action(taken_back, actor=None)


# Undoing a plan


def test_a_plan_is_not_undone_once_its_last_round_is_published() -> None:
    evening = Evening.of(6, system="norwegian_monrad", planned_rounds=7)
    edit(evening, planned_rounds=1)
    shortened = Action.objects.latest("pk")
    evening.draft()
    evening.publish()

    with nothing_changes(Refused, "1 later change builds on this"):
        undo_action(shortened, actor=None)


def test_a_plan_is_not_undone_under_a_round_behind_its_end() -> None:
    evening = Evening.of(4, planned_rounds=1)
    edit(evening, planned_rounds=3)
    raised = Action.objects.latest("pk")
    evening.play()
    evening.open()

    with nothing_changes(Refused, "Round 2 has been opened since."):
        undo_action(raised, actor=None)


def test_a_plan_changed_again_since_is_undone_step_by_step() -> None:
    evening = Evening.of(4, planned_rounds=5)
    edit(evening, planned_rounds=7)
    first = Action.objects.latest("pk")
    edit(evening, planned_rounds=9)

    with nothing_changes(Refused, "builds on this"):
        undo_action(first, actor=None)
    undo("tournament.edit")
    undo_action(first, actor=None)

    assert now(evening).planned_rounds == 5


# End after this round


@pytest.mark.slow
@pytest.mark.parametrize("planned", first_fast(1, [7, None]))
@pytest.mark.parametrize(
    "system", first_fast(1, ["norwegian_monrad", "modified_monrad", "keizer", "attendance_monrad"])
)
def test_it_ends_after_the_newest_round_and_that_is_undone(system: str, planned: int | None) -> None:
    evening = Evening.of(6, system=system, planned_rounds=planned)
    evening.play()
    evening.play()

    end(evening)

    assert now(evening).planned_rounds == 2
    assert Action.objects.latest("pk").facts == {"round": 2}
    with nothing_changes(Refused, "All planned rounds have been played."):
        evening.open()
    undo("tournament.end")
    assert now(evening).planned_rounds == planned
    evening.open()


@pytest.mark.slow
def test_modified_monrad_cuts_by_the_rounds_that_were_played() -> None:
    """Rulebook, modified_monrad 10: nine planned rounds cut two values, broken off after three they cut one."""
    evening = Evening.of(8, system="modified_monrad", planned_rounds=9)
    for _round in range(3):
        evening.play()

    def cut_of(number: int) -> int:
        there = now(evening)
        system = configured_system(there)
        table = system.standings(snapshot_of(there), configured_tie_breaks(there, system))
        (row,) = (row for row in table.rows if row.player == number)
        return sum(term.amount == 0 for term in row.cells["quality"].terms)

    assert cut_of(1) == 2
    end(evening)
    assert cut_of(1) == 1


@pytest.mark.slow
def test_a_round_that_is_still_to_be_paired_becomes_the_last_one() -> None:
    evening = Evening.of(6, system="norwegian_monrad", planned_rounds=7)
    evening.play()
    evening.open()
    end(evening)
    evening.check_in()
    evening.pair()
    evening.publish()
    (published,) = Action.objects.filter(verb="round.publish", facts__round=2)

    assert {"model": "tournament", "pks": [evening.tournament.pk], "fields": ["planned_rounds"]} in published.relies_on
    with nothing_changes(Refused, "builds on this"):
        undo("tournament.end")


def test_it_does_not_end_behind_the_back_of_whoever_opens_the_next_round() -> None:
    evening = Evening.of(4, planned_rounds=7)
    evening.play()
    seen = settings.version_of(now(evening))
    evening.open()

    with nothing_changes(Stale):
        end(evening, after=1, seen=seen)


def test_nor_of_whoever_changes_the_plan() -> None:
    evening = Evening.of(4, planned_rounds=7)
    evening.play()
    seen = settings.version_of(now(evening))
    edit(evening, planned_rounds=5)

    with nothing_changes(Stale):
        end(evening, seen=seen)


def test_two_who_end_it_agree() -> None:
    evening = Evening.of(4, planned_rounds=7)
    evening.play()
    seen = settings.version_of(now(evening))

    end(evening, seen=seen)
    end(evening, seen=seen)

    assert Action.objects.filter(verb="tournament.end").count() == 1


def test_without_a_round_there_is_nothing_to_end_after() -> None:
    evening = Evening.of(4, planned_rounds=7)

    with nothing_changes(Stale):
        end(evening, after=1)


def test_in_a_closed_season_nothing_ends() -> None:
    evening = Evening.of(4, planned_rounds=7)
    evening.play()
    Season.objects.update(is_open=False)

    with nothing_changes(Refused, "nothing else"):
        end(evening)


def test_a_season_closes_with_the_tournament_that_moves_into_it_in_the_same_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = Evening.of(4)
    evening.play()
    spring = SeasonFactory(club=evening.tournament.club)
    revision = now(evening).public_revision
    lock = unit_of_work._lock

    def moved_before_the_lock_is_there(rows: Iterable[unit_of_work.Scope]) -> None:
        monkeypatch.setattr(unit_of_work, "_lock", lock)
        Tournament.objects.update(season=spring)
        lock(rows)

    monkeypatch.setattr(unit_of_work, "_lock", moved_before_the_lock_is_there)
    seasons.close_season(spring, actor=None)

    assert evening.round.state == RoundState.FINISHED
    assert now(evening).public_revision > revision


@pytest.mark.parametrize("system", ["cup", "all_play_all"])
def test_where_the_rounds_follow_from_the_players_none_are_planned(system: str) -> None:
    evening = Evening.of(4, system=system)
    with nothing_changes(Refused, "In this pairing system the number of rounds follows from the players."):
        edit(evening, planned_rounds=3)
