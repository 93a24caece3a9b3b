"""The line-up proposed: by turn, without a warning, and the first of all ways by trying every one."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from tests.tools.pairing.team_rules import broken, drawn, first_of_all, line_up_of, squad_of
from tests.tools.seeds import by_seeds
from tournaments.pairing.teams.leagues import LeagueRules
from tournaments.pairing.teams.proposals import proposed
from tournaments.pairing.teams.types import ProposedLineUp, Squad, SquadAnswer, SquadMember
from tournaments.pairing.types.options import configured
from tournaments.pairing.wording import sentence

COMING, LATER, IF_NEEDED, AWAY = SquadAnswer
SQUAD = Squad(
    (
        SquadMember(person=1, team=1, rating=2000),
        SquadMember(person=2, team=1, rating=1900, is_foreign=True),
        SquadMember(person=3, team=1, rating=1800),
        SquadMember(person=4, team=2, rating=1750, is_foreign=True),
        SquadMember(person=5, team=2, rating=1700),
        SquadMember(person=6, team=None, rating=1500),
    )
)
ALL = dict.fromkeys(range(1, 7), COMING)


def of(answers: dict[int, SquadAnswer], *, team: int = 1, squad: Squad = SQUAD, **rules: object) -> ProposedLineUp:
    league = configured(LeagueRules, {"boards": 2} | rules)
    return proposed(squad, answers, (), league, number=1, team=team)


def said(proposal: ProposedLineUp) -> dict[int, list[str]]:
    return {
        person: [sentence(reason, str) for reason in reasons]
        for person, reasons in proposal.passed_over.items()
        if reasons
    }


def test_starters_then_reserves_then_lower_teams() -> None:
    assert of(ALL).line_up.people == (1, 2)
    assert of(ALL | {1: AWAY}).line_up.people == (2, 3)
    assert of(ALL | {1: AWAY, 2: AWAY}).line_up.people == (3, 4)
    assert of(ALL, boards=6).line_up.people == (1, 2, 3, 4, 5, 6)


def test_who_plays_only_if_needed_comes_after_all_others_and_sits_by_the_list() -> None:
    assert of(ALL | {1: IF_NEEDED}).line_up.people == (2, 3)
    assert of({1: IF_NEEDED, 3: LATER}).line_up.people == (1, 3)


def test_the_silent_and_those_of_higher_teams_are_not_asked() -> None:
    proposal = of(ALL | {4: AWAY}, team=2)
    assert proposal.line_up.people == (5, 6)
    assert proposal.passed_over == {}
    assert of({5: COMING}).line_up.people == (5,)


def test_who_would_be_a_foreigner_too_many_is_passed_over_with_the_reason() -> None:
    proposal = of(ALL, boards=3, foreigners=0)
    assert proposal.line_up.people == (1, 3, 5)
    assert said(proposal) == {2: ["1st foreigner, 0 allowed."], 4: ["1st foreigner, 0 allowed."]}


def test_an_average_is_kept_by_those_who_sit_lower() -> None:
    """The best is in as long as others make up for it."""
    proposal = of(ALL, max_average=1800)
    assert proposal.line_up.people == (1, 6)
    assert said(proposal) == {
        2: ["Average 1950, at most 1800."],
        3: ["Average 1900, at most 1800."],
        4: ["Average 1875, at most 1800."],
        5: ["Average 1850, at most 1800."],
    }


def test_by_rating_they_sit_by_rating() -> None:
    squad = Squad(tuple(replace(member, rating=2500 - (member.rating or 0)) for member in SQUAD.members))
    assert of(ALL, squad=squad, order=["rating", 0]).line_up.people == (2, 1)


def test_rules_that_forbid_everybody_give_an_empty_line_up_and_why() -> None:
    proposal = of(ALL, max_player=1400, min_boards=1)
    assert proposal.line_up.people == ()
    assert said(proposal)[6] == ["1500: 100 above the limit."]
    assert said(proposal).keys() == ALL.keys()
    assert [sentence(warning.reason, str) for warning in proposal.warnings] == ["0 there, 1 needed."]


@by_seeds(drawn, times=10)
def test_it_is_the_first_of_all_ways_and_says_of_everybody_else_why_not(case: dict[str, Any]) -> None:
    number, team, _seats = case["match"]
    people, season, rule = case["people"], case["season"], case["rule"]
    answers = {person: SquadAnswer(answer) for person, answer in case["answers"].items()}
    league = configured(LeagueRules, rule)
    proposal = proposed(
        squad_of(people), answers, [line_up_of(each) for each in season], league, number=number, team=team
    )
    seats = list(proposal.line_up.people)
    assert seats == first_of_all(people, season, rule, number, team, case["answers"])
    assert {warning.reason.rule for warning in proposal.warnings} <= {"teams/too_few"}
    can = {person for person, answer in answers.items() if answer is not AWAY and people[person]["team"] >= team}
    assert proposal.passed_over.keys() | {*seats} == can
    for person, reasons in proposal.passed_over.items():
        alone = {code for _board, code, _figure in broken(people, season, rule, (number, team, [person]))}
        assert reasons or len(seats) == league.boards
        assert reasons or not alone - {"too_few", "foreigner", "average"}


def test_the_drawn_cases_fill_boards_and_pass_people_over() -> None:
    lengths = {
        len(first_of_all(case["people"], case["season"], case["rule"], *case["match"][:2], case["answers"]))
        for case in map(drawn, map(Random, range(60)))
    }
    assert lengths == {0, 1, 2, 3, 4}
