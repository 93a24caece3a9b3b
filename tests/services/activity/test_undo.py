"""Every verb of the evening and of the set-up is walked (tests/walks), and what stands in the way of its undo."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from types import ModuleType

import pytest

from tests.tools.casts.factories import Evening, PlayerFactory
from tests.tools.guards.whole_database import nothing_changes
from tests.walks.verbs import CASES, change_options, enter
from tournaments import services
from tournaments.models import (
    Action,
    Game,
    Presence,
    PublishedTable,
    Round,
    RoundState,
)
from tournaments.pairing.types.snapshot import Result
from tournaments.services.activity.undo import undo_action
from tournaments.services.clubs import clubs
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import manual_pairing
from tournaments.services.setup import entries, tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # constraints, savepoints

MODULES = (
    "activity.inbox_answers",
    "activity.undo",
    "calendar.attendance_settings",
    "calendar.availability",
    "calendar.dates",
    "cards.entry_requests",
    "clubs.trash",
    "common.inbox_items",
    "cup.matches",
    "cup.play_offs",
    "cup.shared_games",
    "evening.announcement",
    "evening.attendance",
    "evening.guests",
    "evening.late_changes",
    "evening.manual_pairing",
    "events.events",
    "events.prizes",
    "events.series",
    "files.federation_reports",
    "files.import_limits",
    "files.import_matching",
    "files.import_rows",
    "files.tournament_import",
    "rounds.absent_guests",
    "rounds.call_off",
    "evening.end_evening",
    "evening.team_attendance",
    "rounds.finish",
    "rounds.game_dates",
    "rounds.handed_in_line_ups",
    "rounds.no_shows",
    "rounds.open_round",
    "rounds.own_games",
    "rounds.pair",
    "rounds.postpone",
    "rounds.publish",
    "rounds.result_reports",
    "rounds.match_results",
    "rounds.results",
    "rounds.schedule",
    "rounds.scheduled_games",
    "rounds.seats",
    "rounds.start_numbers",
    "rounds.unplayed_games",
    "setup.categories",
    "setup.entries",
    "setup.next_season",
    "setup.pairing_terms",
    "setup.settings",
    "setup.team_entries",
    "setup.tournaments",
    "teams.fixture_results",
    "teams.fixtures",
    "teams.leagues",
    "teams.line_ups",
    "teams.squads",
)


def service_functions(module: ModuleType) -> set[str]:
    """Verbs: public functions of the module, or of the package, that take an actor."""
    return {
        name
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if not name.startswith("_")
        and function.__module__.startswith(module.__name__)
        and "actor" in inspect.signature(function).parameters
    }


def test_every_verb_has_a_case() -> None:
    there = {
        f"{name.rpartition('.')[2]}.{function}"
        for name in MODULES
        for function in service_functions(importlib.import_module(f"tournaments.services.{name}"))
    }

    there.remove("publish.changing")  # what verbs of a round stand in
    # With a stranger's own words, which are kept nowhere else: tests/views/cards/test_entry_requests.py.
    assert there == {name for name, _before, _verb in CASES} | {"entry_requests.ask_to_enter"}


def test_every_service_module_is_walked_or_tested_elsewhere() -> None:
    tested_elsewhere = {
        "accounts.accounts",
        "accounts.helper_passes",
        "accounts.invitations",
        "accounts.own_account",
        "accounts.second_factor",
        "accounts.sessions",
        "accounts.text_corrections",  # past the record: of no club, and typed again where it was removed
        "activity.archiving",  # what is not undone any more
        "activity.retention",
        "calendar.line_up_absences",  # with what is said of a match, or of a longer time
        "cards.own_availability",
        "cards.own_settings",
        "clubs.clubs",
        "clubs.first_word",  # kept among the sessions, past the record
        "clubs.logos",
        "clubs.simulation_processes",  # past the record: figures, of which nothing is undone
        "clubs.simulation_runs",
        "clubs.simulations",
        "common.absence_kinds",  # reads alone
        "common.closed_seasons",
        "common.expected_version",
        "common.large_uploads",  # past the record: a count
        "common.refusal",
        "common.tokens",
        "cup.consolation",  # with a cup whose losers are out
        "events.qualification",
        "installation.house_words",
        "installation.moving",  # none of these is undone: test_this_computer.py
        "installation.own_backups",
        "installation.putting_back",
        "installation.serving",
        "players.push_subscriptions",  # past the record: tests/push
        "players.vapid_keys",
        "players.card_keys",
        "players.club_ratings",
        "players.erasing",
        "players.merging",
        "players.list_matching",  # reads alone
        "players.notifications",
        "players.player_import",
        "players.players",
        "players.rating_list_update",
        "players.rating_list_loading",
        "players.rating_lists",  # past the record
        "rounds.round_under_lock",  # reads alone
        "setup.tournament_settings",
        "rounds.automatic_entry",  # with tournaments that are made, options and the first check-in
        "rounds.carried_games",  # with the finals that are made, in events
        "rounds.result_rows",
        "rounds.team_line_ups",  # with the results of matches
        "files.import_teams",  # with tournaments that are imported
        "setup.seasons",
        "setup.single_group",
        "calendar.line_up_duties",  # with what is published, moved or deleted
        "teams.answers",  # tests/services/teams/test_answers.py
        "teams.fixture_import",
        "teams.fixture_teams",  # reads alone
    }
    whole = ("installation.backups.", "installation.club_transfer.")  # of a database, or of all that a club has
    begins = f"{services.__name__}."
    found = pkgutil.walk_packages(services.__path__, begins)
    there = {each.name.removeprefix(begins) for each in found if not each.ispkg}

    assert {each for each in there if not each.startswith(whole)} == {*MODULES, *tested_elsewhere}


# What stands in the way


def undo_first(verb: str) -> None:
    undo_action(Action.objects.filter(verb=verb).latest("pk"), actor=None)


@pytest.mark.parametrize(
    ("done", "later"),
    [
        ("round.open", "1 later change builds"),
        ("attendance.mark", "1 later change builds"),
        ("round.pair", "later change"),
        ("round.publish", "1 later change builds"),
    ],
)
def test_it_is_refused_while_later_work_stands_on_it(done: str, later: str) -> None:
    evening = Evening.of(2)
    evening.draft()
    evening.publish()
    evening.enter(1, Result.DRAW)
    if done == "round.open":
        later = "later changes build"

    with nothing_changes(Refused, later):
        undo_first(done)


@pytest.mark.slow
def test_a_result_that_the_next_pairing_stands_on_is_not_undone_but_may_be_corrected() -> None:
    evening = Evening.of(4)
    evening.play()
    entered = Action.objects.latest("pk")
    evening.draft()

    with nothing_changes(Refused, "builds on this"):
        undo_action(entered, actor=None)
    evening.enter(2, Result.DRAW, in_round=1)


def test_a_return_is_not_undone_under_somebody_who_has_played_since() -> None:
    evening = Evening.of(4)
    evening.withdraw(1)
    evening.bring_back(1)
    returned = Action.objects.latest("pk")
    evening.play()

    with nothing_changes(Refused, "taken part in round 1"):
        undo_action(returned, actor=None)


def test_a_published_round_that_was_taken_back_comes_back_only_if_it_still_fits() -> None:
    evening = Evening.of(4)
    evening.draft(1, 2)
    evening.publish()
    evening.take_back()
    taken_back = Action.objects.latest("pk")
    enter(evening)
    evening.mark(5, Presence.PRESENT)

    with nothing_changes(Refused, "no longer fits"):
        undo_action(taken_back, actor=None)
    evening.mark(5, Presence.EXCUSED)
    undo_action(taken_back, actor=None)

    assert Round.objects.get().state == RoundState.PUBLISHED


@pytest.mark.slow
def test_a_draft_does_not_come_back_once_a_result_it_stood_on_has_changed() -> None:
    evening = Evening.of(4)
    evening.play()
    evening.draft()
    undo_first("round.pair")
    undone = Action.objects.latest("pk")
    evening.enter(1, Result.DRAW, in_round=1)

    with nothing_changes(Refused, "builds on this"):
        undo_action(undone, actor=None)
    assert not Game.objects.filter(round__number=2).exists()


@pytest.mark.slow
def test_a_published_table_does_not_come_back_with_other_numbers() -> None:
    evening = Evening.of(4)
    evening.play()
    evening.finish()
    undo_first("round.finish")
    undone = Action.objects.latest("pk")
    assert not PublishedTable.objects.exists()
    change_options(evening, {"win": "2"})

    with nothing_changes(Refused, "publish it again"):
        undo_action(undone, actor=None)
    change_options(evening, {})
    undo_action(undone, actor=None)

    assert PublishedTable.objects.get().round.state == RoundState.FINISHED


def test_a_tournament_with_actions_of_its_own_stays() -> None:
    evening = Evening.of(0)
    tournaments.create_tournament(
        evening.tournament.club,
        season=evening.tournament.season,
        name="Spring",
        system="attendance_monrad",
        options={},
        actor=None,
    )
    created = Action.objects.latest("pk")
    entries.enter_players(
        created.club.tournaments.get(name="Spring"),  # type: ignore[union-attr]  # a club's action
        [PlayerFactory(club=evening.tournament.club)],
        actor=None,
    )

    with nothing_changes(Refused):
        clubs.undo_in_club(created, actor=None)


def test_a_round_taken_back_while_somebody_was_free_is_published_again_as_it_was() -> None:
    """Whoever lost the bye after publishing has neither a board nor the bye: that was so before it was taken back."""
    evening = Evening.of(5)
    evening.draft()
    evening.publish()
    (number,) = evening.byes()
    manual_pairing.take_bye(
        evening.round, evening.entry(number), seen_revision=evening.round.revision, actor=evening.director
    )
    evening.take_back()

    undo_action(Action.objects.latest("pk"), actor=None)

    assert evening.round.state == RoundState.PUBLISHED
    evening.take_back()
    taken_back = Action.objects.latest("pk")
    evening.mark(1, Presence.EXCUSED)
    with pytest.raises(Refused):
        undo_action(taken_back, actor=None)


def test_a_draft_does_not_come_back_over_another_result() -> None:
    evening = Evening.of(4)
    evening.play()
    evening.draft()
    evening.take_back()
    evening.enter(1, Result.DRAW, in_round=1)

    with nothing_changes(Refused, "Results have changed since this draft was made: pair the round instead."):
        undo_first("round.take_back")


def test_nobody_comes_back_without_a_number_once_they_are_drawn() -> None:
    evening = Evening.of(4)
    evening.tournament.entries.update(number=None)
    entries.remove_entry(evening.tournament.entries.earliest("pk"), actor=None)
    entries.draw_numbers(evening.tournament, actor=None)
    evening.open()

    with nothing_changes(Refused, "The numbers have been drawn since: enter the player again."):
        undo_first("entry.remove")
