"""Fixtures taken over in bulk, and taken over again when the league has changed its dates."""

from __future__ import annotations

import datetime
import uuid
from dataclasses import replace
from typing import Any

import pytest

from tests.tools.casts.factories import ClubFactory
from tests.tools.casts.teams_cast import FIRST_MATCH, Teams
from tournaments import clock
from tournaments.exchange.fixtures.listed_fixture import FixtureStep, ListedFixture
from tournaments.models import Action, Fixture, FixtureAnswer, RespondedBy, Season
from tournaments.recording import AlreadyDone, Stale
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.teams import fixture_import
from tournaments.services.teams.fixture_import import ImportedFixtures, import_fixtures, preview_import
from tournaments.services.teams.fixture_teams import Answers

pytestmark = pytest.mark.django_db
A_WEEK = datetime.timedelta(weeks=1)


@pytest.fixture(autouse=True)
def before_the_season(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: datetime.datetime(2026, 9, 1, 12, tzinfo=datetime.UTC))


@pytest.fixture
def teams() -> Teams:
    return Teams.of()


def row(at: int = 1, **values: Any) -> ListedFixture:
    """A match at home of team 1, a week after the one before."""
    given: dict[str, Any] = {
        "date": FIRST_MATCH + (at - 1) * A_WEEK,
        "team": "SK Rockaden 1",
        "opponent": f"Rivals {at}",
    }
    return ListedFixture(row=at, **({"is_home": True} | given | values))


def event(at: int = 1, home: str = "SK Rockaden 1", away: str = "Solna", **values: Any) -> ListedFixture:
    given: dict[str, Any] = {"date": FIRST_MATCH + (at - 1) * A_WEEK, "uid": f"{at}@league"} | values
    return ListedFixture(row=at, home=home, away=away, **given)


def take(teams: Teams, *rows: ListedFixture, answers: Answers | None = None, **asked: Any) -> ImportedFixtures:
    seen = preview_import(teams.league, rows, answers=answers).fingerprint
    return import_fixtures(teams.league, rows, answers=answers, **({"seen": seen, "actor": None} | asked))


def steps(teams: Teams, *rows: ListedFixture, answers: Answers | None = None) -> list[str]:
    return [each.step.value for each in preview_import(teams.league, rows, answers=answers).rows]


def there(teams: Teams) -> list[tuple[int, int, str, bool, int]]:
    """Team, round, opponent, at home, and how many weeks after the first match."""
    rows = Fixture.objects.filter(team__league=teams.league).order_by("team__number", "round").select_related("team")
    return [(f.team.number, f.round, f.opponent, f.is_home, (f.date - FIRST_MATCH).days // 7) for f in rows]


def test_all_of_them_are_one_action_that_is_undone_as_a_whole(teams: Teams) -> None:
    old = teams.fixture(round=1, opponent="Rivals 1")
    found = take(teams, row(1, date=FIRST_MATCH + A_WEEK), row(2), row(3, team="SK Rockaden 2", is_home=False))

    assert there(teams) == [(1, 1, "Rivals 1", True, 1), (1, 2, "Rivals 2", True, 1), (2, 1, "Rivals 3", False, 2)]
    assert [(each.fixture.pk, each.old_date) for each in found.moved] == [(old.pk, FIRST_MATCH)]
    action = Action.objects.get()
    assert (action.verb, action.club, action.public) == (
        "fixture.import",
        teams.club,
        [["club", teams.club.pk]],
    )
    assert (action.facts["count"], action.facts["changed"]) == (2, 1)
    assert action.facts["fixtures"] == [old.pk]

    undo_action(action, actor=None)
    assert there(teams) == [(1, 1, "Rivals 1", True, 0)]


@pytest.mark.parametrize(
    "rows",
    [
        (row(1), row(2, is_home=False), row(3, round=7, starts_at=datetime.time(19), place="Hall", note="Train")),
        (event(1), event(2, home="Solna", away="SK Rockaden 1"), event(3, home="SK Rockaden 1", away="SK Rockaden 2")),
        (row(1, opponent="Solna"), row(2, opponent="Solna"), row(3, opponent="Solna", is_home=False)),
    ],
    ids=["table", "calendar", "often the same opponent"],
)
def test_the_same_file_again_is_no_action(teams: Teams, rows: tuple[ListedFixture, ...]) -> None:
    first = take(teams, *rows)
    again = take(teams, *rows)

    assert len(first.new) >= len(rows)
    assert (again.new, again.moved, again.changed, len(again.unchanged)) == ((), (), (), len(first.new))
    assert Action.objects.count() == 1


def test_an_event_is_found_again_wherever_it_has_moved(teams: Teams) -> None:
    take(teams, event(1, away="To be known"))
    found = take(teams, replace(event(1, home="Solna", away="SK Rockaden 1"), date=FIRST_MATCH + 9 * A_WEEK))

    assert there(teams) == [(1, 1, "Solna", False, 9)]
    assert found.moved[0].old_date == FIRST_MATCH


def test_a_round_is_found_again_when_its_opponent_is_known(teams: Teams) -> None:
    take(teams, row(1, round=3, opponent="Winner of group A"))
    assert [each.opponent for each in take(teams, row(1, round=3, opponent="Solna")).changed] == ["Solna"]
    assert there(teams) == [(1, 3, "Solna", True, 0)]


@pytest.mark.parametrize(
    "settled",
    [
        {"date": datetime.date(2026, 8, 1)},
        {"own_halves": 5, "their_halves": 3},
        {"published_at": datetime.datetime(2026, 8, 1, tzinfo=datetime.UTC)},
    ],
    ids=["past", "score", "line-up"],
)
def test_a_round_alone_makes_no_match_another_that_is_settled(teams: Teams, settled: dict[str, Any]) -> None:
    teams.fixture(round=1, opponent="Autumn", **settled)
    (found,) = preview_import(teams.league, [row(9, round=1, opponent="Spring")]).rows
    assert (found.step, found.problem) == (
        FixtureStep.SKIP,
        "Round 1 of SK Rockaden 1 is there already, against Autumn.",
    )


def test_a_match_of_which_a_board_is_known_is_settled(teams: Teams) -> None:
    fixture = teams.fixture(round=1, opponent="Autumn")
    fixture.places.create(board=1, player=teams.people[0], result="1")
    assert steps(teams, row(9, round=1, opponent="Spring")) == ["skip"]
    assert steps(teams, row(9, opponent="Autumn")) == ["add"], "the return match"


@pytest.mark.parametrize("is_home", [True, None])
def test_a_match_that_is_over_is_found_by_its_opponent_on_its_day_alone(teams: Teams, is_home: bool | None) -> None:
    fixture = teams.fixture(opponent="Solna", date=datetime.date(2026, 8, 1))
    teams.sits(fixture, teams.people[0])
    again = row(1, opponent="Solna", is_home=is_home)
    assert preview_import(teams.league, [again]).rows[0].fixture is None
    assert preview_import(teams.league, [replace(again, date=fixture.date)]).rows[0].fixture == fixture
    assert preview_import(teams.league, [replace(again, round=1)]).rows[0].fixture == fixture


def test_without_round_and_event_the_opponent_tells_and_where_it_is_played(teams: Teams) -> None:
    take(teams, row(1, opponent="Solna"), row(2, opponent="Solna", is_home=False))
    take(teams, row(4, opponent="SOLNA", is_home=False), row(5, opponent="Solna"))

    assert there(teams) == [(1, 1, "Solna", True, 4), (1, 2, "Solna", False, 3)]


def test_a_calendar_whose_events_have_other_names_each_time_doubles_nothing(teams: Teams) -> None:
    take(teams, event(1), event(2, away="Täby"))
    found = take(teams, event(1, uid="x"), event(2, away="Täby", uid="y", date=FIRST_MATCH + 5 * A_WEEK))

    assert (len(found.new), len(found.moved)) == (0, 1)
    assert Fixture.objects.get(opponent="Täby").uid == "y"


def test_rounds_that_the_file_counts_otherwise_are_put_right_at_once(teams: Teams) -> None:
    take(teams, row(1), row(2), row(3))
    truly = (row(1, round=1), row(2, round=3), row(3, round=5))
    take(teams, *truly)

    assert [each[1:3] for each in there(teams)] == [(1, "Rivals 1"), (3, "Rivals 2"), (5, "Rivals 3")]
    assert steps(teams, *truly) == ["keep"] * 3
    undo_action(Action.objects.latest("pk"), actor=None)
    assert [each[1] for each in there(teams)] == [1, 2, 3]


def test_two_rounds_that_would_change_places_stay_and_are_told(teams: Teams) -> None:
    take(teams, row(1, round=1), row(2, round=2))
    preview = preview_import(teams.league, [row(1, round=2), row(2, round=1)])
    assert [each.step.value for each in preview.rows] == ["keep", "keep"]
    assert preview.notes == (
        "SK Rockaden 1 – Rivals 1: the file counts round 2, here it is round 1.",
        "SK Rockaden 1 – Rivals 2: the file counts round 1, here it is round 2.",
    )


def test_rounds_that_the_file_counts_otherwise_are_part_of_what_was_seen(teams: Teams) -> None:
    take(teams, row(1, round=1))
    once, twice = (preview_import(teams.league, [row(1, round=number)]).fingerprint for number in (2, 3))
    assert once != twice


def test_a_team_has_so_many_matches_and_no_more(teams: Teams, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixture_import, "MOST_FIXTURES", 3)
    teams.fixture(round=1)
    rows = preview_import(teams.league, [row(7), row(8), row(9), row(10, team="SK Rockaden 2")]).rows
    assert [each.step.value for each in rows] == ["add", "add", "skip", "add"]
    assert rows[2].problem == "A team has at most 3 matches in a season."


def test_no_round_is_beyond_the_last(teams: Teams) -> None:
    teams.fixture(round=200)
    (found,) = preview_import(teams.league, [row(9)]).rows
    assert found.problem == "A team has at most 200 matches in a season."


def test_who_plays_for_another_team_on_the_new_day_is_told(teams: Teams) -> None:
    mine, theirs = teams.fixture(), teams.fixture(teams.second, opponent="Täby", date=FIRST_MATCH + A_WEEK)
    teams.sits(mine, *teams.people[:3])
    teams.sits(theirs, teams.people[2], teams.people[1], None)
    moved = row(1, date=FIRST_MATCH + A_WEEK)
    assert preview_import(teams.league, [moved]).notes == (
        "SK Rockaden 1 – Rivals 1 moves to 13 Oct 2026. In the line-up of SK Rockaden 2 that day: Person1, Person2.",
    )
    gone = row(2, team="SK Rockaden 2", opponent="Täby", date=FIRST_MATCH + 5 * A_WEEK)
    assert preview_import(teams.league, [moved, gone]).notes == ()
    assert preview_import(teams.league, [row(1)]).notes == ()


@pytest.mark.parametrize(
    ("changed", "told"),
    [({"starts_at": datetime.time(18)}, 1), ({"date": FIRST_MATCH + A_WEEK}, 1), ({"place": "Hall"}, 0)],
)
def test_people_are_told_of_another_day_and_of_another_time(
    teams: Teams, monkeypatch: pytest.MonkeyPatch, changed: dict[str, Any], told: int
) -> None:
    asked: list[Fixture] = []
    monkeypatch.setattr(fixture_import, "tell_of_moved_match", asked.append)
    fixture = teams.fixture(starts_at=datetime.time(19))
    take(teams, row(1, **changed))
    assert asked == [fixture] * told


def test_new_matches_without_rounds_follow_by_their_dates(teams: Teams) -> None:
    teams.fixture(round=4, opponent="Before")
    take(teams, row(3), row(2), row(9, round=6))

    assert [(each[1], each[2]) for each in there(teams)] == [
        (4, "Before"),
        (6, "Rivals 9"),
        (7, "Rivals 2"),
        (8, "Rivals 3"),
    ]


def test_what_the_file_does_not_say_stays_and_so_do_answers_and_line_ups(teams: Teams) -> None:
    fixture = teams.fixture(place="Hall", starts_at=datetime.time(19), note="Train", draft=[1, None])
    now = datetime.datetime(2026, 9, 1, tzinfo=datetime.UTC)
    FixtureAnswer.objects.create(
        fixture=fixture, player=teams.people[0], said="coming", said_by=RespondedBy.CARD, said_at=now
    )
    teams.sits(fixture, *teams.people[:4])
    take(teams, row(1, date=FIRST_MATCH + A_WEEK))

    fixture.refresh_from_db()
    assert (fixture.place, fixture.note, fixture.starts_at) == ("Hall", "Train", datetime.time(19))
    assert (fixture.date, fixture.draft, fixture.places.count()) == (FIRST_MATCH + A_WEEK, [1, None], 4)
    assert fixture.answers.get().said == "coming"
    assert fixture.published_at is not None


def test_another_time_is_a_move_and_a_first_one_is_none(teams: Teams) -> None:
    take(teams, row(1))
    assert steps(teams, row(1, starts_at=datetime.time(19))) == ["change"]
    take(teams, row(1, starts_at=datetime.time(19)))
    assert steps(teams, row(1, starts_at=datetime.time(18))) == ["move"]


def test_nothing_is_deleted(teams: Teams) -> None:
    take(teams, row(1), row(2))
    take(teams, row(2, date=FIRST_MATCH))
    assert [each[2] for each in there(teams)] == ["Rivals 1", "Rivals 2"]


def test_two_matches_on_one_day_are_taken_and_said(teams: Teams) -> None:
    teams.fixture(opponent="Before")
    preview = preview_import(teams.league, [row(1)])
    assert [each.step for each in preview.rows] == [FixtureStep.ADD]
    assert preview.notes == ("SK Rockaden 1 has 2 matches on 6 Oct 2026.",)
    take(teams, row(1))
    assert preview_import(teams.league, [row(1)]).notes == ()


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ((row(1), row(2, opponent="Rivals 1", date=FIRST_MATCH)), "The same match as in row 1."),
        ((row(1, round=2), row(2, round=2)), "Round 2 of SK Rockaden 1 is there already, against Rivals 1."),
        ((row(1), row(2, is_home=None)), "Whether at home or away is missing."),
        ((row(1), event(2, home="SK Rockaden 1", away="sk rockaden 1")), "Both teams are the same."),
    ],
)
def test_a_row_that_cannot_be_taken_says_why_and_the_others_are(
    teams: Teams, rows: tuple[ListedFixture, ...], problem: str
) -> None:
    first, second = preview_import(teams.league, rows).rows
    assert (first.step, second.step, second.problem) == (FixtureStep.ADD, FixtureStep.SKIP, problem)
    assert len(take(teams, *rows).new) == 1


def test_where_a_match_is_played_need_not_be_said_again(teams: Teams) -> None:
    take(teams, row(1, is_home=False))
    take(teams, row(1, is_home=None, date=FIRST_MATCH + A_WEEK))
    assert there(teams) == [(1, 1, "Rivals 1", False, 1)]


@pytest.mark.parametrize("name", ["SK Rockaden 2", "sk rockaden 2.", "Rockaden 2", "2", "Team 2", "SK  ROCKADEN 2"])
def test_a_team_is_known_by_its_name_or_number(teams: Teams, name: str) -> None:
    (found,) = preview_import(teams.league, [row(1, team=name)]).rows
    assert found.team == teams.second


@pytest.mark.parametrize("name", ["Rockaden II", "SK Rockaden", "Solna 2", "SK Rockaden 7", ""])
def test_a_team_that_is_not_known_is_asked_for_once(teams: Teams, name: str) -> None:
    rows = [row(1, team=name), row(2, team=name.upper()), row(3)]
    preview = preview_import(teams.league, rows)
    assert [each.name for each in preview.questions] == [name]
    assert [each.step.value for each in preview.rows] == ["ask", "ask", "add"]

    folded = name.lower()
    assert steps(teams, *rows, answers={folded: teams.second.pk}) == ["add"] * 3
    assert steps(teams, *rows, answers={folded: None}) == ["others", "others", "add"]
    take(teams, *rows, answers={folded: teams.second.pk})
    assert [each[0] for each in there(teams)] == [1, 2, 2]


def test_who_is_asked_is_told_the_likeliest(teams: Teams) -> None:
    questions = preview_import(teams.league, [row(1, team="Rockaden II"), row(2, team="SK Rockaden")]).questions
    assert [each.suggested for each in questions] == [teams.second, teams.first]


def test_a_word_that_every_club_has_is_like_none() -> None:
    teams = Teams.of(club=ClubFactory(name="Oslo Sjakkforening"))
    rows = [
        event(1, home="Bergen Sjakkforening 1", away="Moss Sjakkforening 2"),
        event(2, home="Oslo Sjakkforening 1"),
        event(3, home="Oslo Sjakkforening II", away="Oslo Schakselskap 2"),
    ]
    questions = preview_import(teams.league, rows).questions
    assert [(each.name, each.suggested) for each in questions] == [
        ("Oslo Sjakkforening II", teams.second),
        ("Oslo Schakselskap 2", None),
    ]


def test_so_many_are_asked_for_the_likeliest_of_them_and_the_rest_is_of_others(teams: Teams) -> None:
    rows = [event(at, home=f"Rockaden {'abcdefghij'[at % 10] * at}", away="Solna") for at in range(1, 40)]
    rows.append(event(40, home="Rockaden II", away="Solna"))
    preview = preview_import(teams.league, rows)
    assert len(preview.questions) == 30
    assert [preview.questions[at].name for at in (0, 28, 29)] == ["Rockaden b", "Rockaden " + 29 * "j", "Rockaden II"]
    assert [each.step.value for each in preview.rows] == ["ask"] * 29 + ["others"] * 10 + ["ask"]


def test_a_match_of_our_teams_in_a_table_is_a_match_of_both(teams: Teams) -> None:
    rows = (row(1, team="2", opponent="sk rockaden 1", is_home=False),)
    take(teams, *rows)
    assert there(teams) == [(1, 1, "SK Rockaden 2", True, 0), (2, 1, "SK Rockaden 1", False, 0)]
    assert steps(teams, *rows) == ["keep", "keep"]


def test_a_match_of_our_teams_may_stand_with_each(teams: Teams) -> None:
    other = row(2, team="SK Rockaden 2", opponent="SK Rockaden 1", is_home=False, date=FIRST_MATCH)
    rows = (row(1, opponent="SK Rockaden 2"), other)
    assert steps(teams, *rows) == ["add", "add"]


def test_a_team_does_not_play_itself(teams: Teams) -> None:
    (found,) = preview_import(teams.league, [row(1, opponent="SK ROCKADEN 1")]).rows
    assert found.problem == "Both teams are the same."


@pytest.mark.parametrize("listed", [event(1, away="Rockaden II"), row(1, opponent="Rockaden II")])
def test_the_other_side_is_asked_for_where_it_is_like_ours(teams: Teams, listed: ListedFixture) -> None:
    (question,) = preview_import(teams.league, [listed]).questions
    assert (question.name, question.suggested) == ("Rockaden II", teams.second)
    assert steps(teams, listed, answers={"rockaden ii": None}) == ["add"]
    assert steps(teams, listed, answers={"rockaden ii": teams.second.pk}) == ["add", "add"]


def test_the_only_team_is_meant_without_its_name() -> None:
    teams = Teams.of()
    teams.league.squad.update(team=None)
    teams.second.delete()
    assert steps(teams, row(1, team=""), row(2, team="SK Rockaden"), event(3, home="SK Rockaden")) == ["add"] * 3


def test_of_others_matches_only_names_like_ours_are_asked_for(teams: Teams) -> None:
    rows = [event(1, home="Rockaden II"), event(2, home="Solna", away="Täby"), event(3)]
    assert [each.name for each in preview_import(teams.league, rows).questions] == ["Rockaden II"]
    assert steps(teams, *rows) == ["ask", "others", "add"]


def test_where_no_name_is_like_ours_the_one_that_always_plays_is_asked_for(teams: Teams) -> None:
    rows = [event(1, home="The Kings"), event(2, home="Täby", away="The Kings"), event(3, home="The Kings", away="X")]
    assert [each.name for each in preview_import(teams.league, rows).questions] == ["The Kings"]


def test_two_of_our_teams_against_each_other_are_a_match_of_each(teams: Teams) -> None:
    take(teams, event(1, home="SK Rockaden 1", away="SK Rockaden 2"))
    assert there(teams) == [(1, 1, "SK Rockaden 2", True, 0), (2, 1, "SK Rockaden 1", False, 0)]


def test_a_team_of_another_league_is_no_answer(teams: Teams) -> None:
    other = Teams.of()
    assert steps(teams, row(1, team="Solna 2"), answers={"solna 2": other.first.pk}) == ["others"]


def test_fixtures_that_changed_since_the_preview_are_looked_at_again(teams: Teams) -> None:
    seen = preview_import(teams.league, [row(1)]).fingerprint
    teams.fixture(opponent="Rivals 1", date=FIRST_MATCH + A_WEEK)
    with pytest.raises(Stale):
        take(teams, row(1), seen=seen)
    assert not Action.objects.exists()


def test_a_form_sent_twice_is_done_once(teams: Teams) -> None:
    receipt = uuid.uuid4()
    take(teams, row(1), receipt=receipt)
    with pytest.raises(AlreadyDone):
        take(teams, row(1), receipt=receipt)


def test_in_a_closed_season_nothing_is_taken(teams: Teams) -> None:
    Season.objects.filter(pk=teams.league.season_id).update(is_open=False)
    teams.league.season.refresh_from_db()
    with pytest.raises(Refused, match="is closed"):
        take(teams, row(1))


def test_the_number_of_questions_to_the_database_does_not_grow(
    teams: Teams, django_assert_max_num_queries: Any
) -> None:
    rows = [row(at, round=at) for at in range(1, 40)]
    take(teams, *rows[:20])
    with django_assert_max_num_queries(4):
        preview_import(teams.league, rows)
