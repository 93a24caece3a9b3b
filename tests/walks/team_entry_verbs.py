"""Every verb of teams as entries, and where it begins: a tournament of four teams in the club of an evening."""

from __future__ import annotations

from collections.abc import Callable

from tests.tools.casts.factories import Evening
from tests.tools.casts.team_event import TeamEvent, typed
from tournaments.models import Tournament
from tournaments.services.evening import team_attendance
from tournaments.services.rounds import match_results, result_reports
from tournaments.services.rounds.handed_in_line_ups import hand_in_line_up, version_of
from tournaments.services.rounds.result_rows import MadeOf
from tournaments.services.setup import entries, team_entries, tournaments
from tournaments.services.setup.team_entries import TypedMember

Verb = Callable[[Evening], object]
_NAMES = ("Askeby", "Birkeli", "Elvely", "Fjell")


def _event(evening: Evening) -> TeamEvent:
    return TeamEvent(tournament=Tournament.objects.get(boards=2), director=evening.director)


def with_teams(evening: Evening) -> None:
    of = evening.tournament
    made = tournaments.create_tournament(
        of.club,
        season=of.season,
        name="Schools",
        system="modified_monrad",
        options={},
        planned_rounds=3,
        boards=2,
        actor=evening.director,
    )
    team_entries.enter_teams(made, [typed(name, 3) for name in _NAMES], is_numbered=True, actor=evening.director)


def with_a_round(evening: Evening) -> None:
    with_teams(evening)
    _event(evening).draft()


def with_a_published_round(evening: Evening) -> None:
    with_a_round(evening)
    _event(evening).publish()


def with_a_match(evening: Evening) -> None:
    with_a_published_round(evening)
    _event(evening).enter_boards(1, "10")


def with_captains(evening: Evening) -> None:
    with_a_published_round(evening)
    _event(evening).have_captains()


def with_a_report(evening: Evening) -> None:
    with_captains_who_report(evening)
    report(evening)


def with_captains_who_report(evening: Evening) -> None:
    with_a_published_round(evening)
    _event(evening).have_captains(line_up="roster")


def hand_in(evening: Evening) -> None:
    event = _event(evening)
    row, _other = event.sides()
    hand_in_line_up(
        row,
        [member.pk for member in event.members(row.entry.number or 0)[1:]],
        seen=version_of(row),
        by_card=row.entry.captain,
    )


def report(evening: Evening, by: int = 0, boards: str = "1=") -> None:
    """By the team with White on board 1, or by the other."""
    sides = _event(evening).sides()
    row, other = sides[by], sides[1 - by]
    assert row.entry.captain is not None
    result_reports.report_match(row, boards, seen_opponent=other.entry_id, by_card=row.entry.captain)


def agree(evening: Evening) -> None:
    report(evening, by=1)


def differ(evening: Evening) -> None:
    report(evening, by=1, boards="==")


def enter_more(evening: Evening) -> None:
    team_entries.enter_teams(_event(evening).tournament, [typed("Granlia"), typed("Heia")], actor=evening.director)


def edit_one(evening: Evening) -> None:
    entry = _event(evening).entry(1)
    members = [TypedMember(name=f"{entry.team_name}{place} Berg") for place in (2, 1)] + [TypedMember(name="New One")]
    seen = team_entries.version_of(entry)
    team_entries.edit_team(entry, name="Other", short_name="Oth", members=members, seen=seen, actor=evening.director)


def move_one(evening: Evening) -> None:
    event = _event(evening)
    team_entries.move_member(event.members(1)[0], event.entry(2), actor=evening.director)


def mark_some(evening: Evening) -> None:
    event = _event(evening)
    team_attendance.mark_members(event.round, event.entry(1), [event.members(1)[1].pk], actor=evening.director)


def enter_a_board(evening: Evening) -> None:
    event = _event(evening)
    match_results.enter_board(event.game(1), 1, "1", seen="*", actor=evening.director)


def correct_a_board(evening: Evening) -> None:
    event = _event(evening)
    match_results.enter_board(event.game(1), 2, "=", seen="0", actor=evening.director)


def enter_a_score(evening: Evening) -> None:
    game = _event(evening).game(1)
    match_results.enter_match(game, MadeOf(halves=(3, 1)), seen=game.seen, actor=evening.director)


def clear(evening: Evening) -> None:
    game = _event(evening).game(1)
    match_results.clear_match(game, seen=game.seen, actor=evening.director)


def remove_one(evening: Evening) -> None:
    entries.remove_entry(_event(evening).entry(1), actor=evening.director)


TEAM_ENTRY_CASES: list[tuple[str, Verb, Verb]] = [
    ("team_entries.enter_teams", with_teams, enter_more),
    ("team_entries.enter_teams", with_a_match, enter_more),
    ("team_entries.edit_team", with_teams, edit_one),
    ("team_entries.edit_team", with_a_match, edit_one),
    ("team_entries.move_member", with_teams, move_one),
    ("team_entries.move_member", with_a_match, move_one),
    ("team_attendance.mark_members", with_a_round, mark_some),
    ("handed_in_line_ups.hand_in_line_up", with_captains, hand_in),
    ("result_reports.report_match", with_captains_who_report, report),
    ("result_reports.report_match", with_a_report, agree),
    ("result_reports.report_match", with_a_report, differ),
    ("match_results.enter_board", with_a_published_round, enter_a_board),
    ("match_results.enter_board", with_a_match, correct_a_board),
    ("match_results.enter_match", with_a_published_round, enter_a_score),
    ("match_results.clear_match", with_a_match, clear),
    ("entries.remove_entry", with_teams, remove_one),
]
