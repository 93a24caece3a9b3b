"""Warnings before a match: the worked cases, each sentence, and none too many or too few by a second reading."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.tools.pairing.team_rules import Broken, broken, drawn, line_up_of, squad_of
from tests.tools.seeds import by_seeds
from tournaments.pairing.teams.leagues import LeagueRules
from tournaments.pairing.teams.line_ups import remarks, warnings
from tournaments.pairing.teams.types import LineUp, LineUpWarning, Squad, SquadMember
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.paired_round import Place, Player
from tournaments.pairing.wording import sentence

CASES = json.loads((Path(__file__).parents[2] / "data" / "teams" / "leagues_one.json").read_text())
CODES = {
    "team_1_only": "becomes_stuck",
    "higher_teams_only": "becomes_stuck",
    "above_best": "too_strong",
    "listed_above": "order",
    "starter": "starter_of_higher",
    "foreigner": "foreign",
}
"""As the worked cases call the rules, where that is not as here."""
NAMES = dict(enumerate(["Anna", "Bo", "Cato", "Dag", "Eva", "Finn", "Geir", "Hans"], 1))


def code_of(warning: LineUpWarning) -> str:
    return warning.reason.rule.removeprefix("teams/")


def said(found: tuple[LineUpWarning, ...]) -> list[tuple[int | None, str]]:
    return [(warning.board, sentence(warning.reason, NAMES.__getitem__)) for warning in found]


def of_case(warning: LineUpWarning) -> list[Any]:
    code = CODES.get(code_of(warning), code_of(warning))
    facts: dict[str, Any] = dict(warning.reason.facts)
    if code == "too_strong":
        facts["limit"] = facts["best"] + facts["above"]
    kept = {
        "becomes_stuck": ("times", "team"),
        "too_strong": ("rating", "limit"),
        "order": ("belongs",),
        "foreign": ("count", "most"),
    }.get(code, tuple(facts))
    numbers = {name: fact.number if isinstance(fact, Place) else fact for name, fact in facts.items()}
    return [warning.board, code, {name: numbers[name] for name in kept}]


@pytest.mark.parametrize("case", CASES["checks"], ids=lambda case: f"{case['rule']}, team {case['match']['team']}")
def test_the_worked_cases(case: dict[str, Any]) -> None:
    match = case["match"]
    line_up = line_up_of((match["round"], match["team"], match["line_up"]))
    season = [line_up_of(each) for each in CASES["season"]]
    found = warnings(line_up, squad_of(CASES["squad"]), season, configured(LeagueRules, CASES["rules"][case["rule"]]))
    assert sorted(map(of_case, found), key=str) == sorted(case["warnings"], key=str)


SQUAD = Squad(
    (
        SquadMember(person=1, team=1, rating=2010),
        SquadMember(person=2, team=1, rating=1900, is_foreign=True),
        SquadMember(person=3, team=1, rating=1850),
        SquadMember(person=4, team=2, rating=1880),
        SquadMember(person=5, team=2, rating=1700, is_foreign=True),
        SquadMember(person=6, team=3),
        SquadMember(person=7, team=3, rating=1600),
        SquadMember(person=8, team=None, rating=2060),
    )
)


def found(
    people: list[int | None],
    *,
    team: int = 1,
    number: int = 9,
    before: tuple[tuple[int, int, list[int]], ...] = (),
    **rules: object,
) -> list[tuple[int | None, str]]:
    league = configured(LeagueRules, {"boards": 4} | rules)
    return said(warnings(line_up_of((number, team, people)), SQUAD, [line_up_of(each) for each in before], league))


UP_THREE = ((1, 1, [7]), (2, 2, [7]), (3, 1, [7]))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (
            {"people": [7], "team": 2, "before": UP_THREE, "ups_free": 3},
            [(1, "4th time above team 3: after this match only teams 1 to 2.")],
        ),
        (
            {"people": [4], "before": ((1, 1, [4]),), "ups_free": 1},
            [(1, "2nd time above team 2: after this match only team 1.")],
        ),
        (
            {"people": [4], "team": 2, "before": ((1, 1, [4]), (2, 1, [4])), "ups_free": 1},
            [(1, "Has played 2 × above this team: may not play here.")],
        ),
        (
            {"people": [1], "team": 2, "before": ((1, 1, [1]), (2, 1, [1])), "ups_free": 1},
            [(1, "Has played 2 × above this team: may not play here.")],
        ),
        ({"people": [1], "before": ((1, 1, [1]), (2, 1, [1])), "ups_free": 1}, []),
        ({"people": [4], "before": ((9, 2, [4]),)}, [(1, "Plays for team 2 in this round.")]),
        ({"people": [4], "before": ((9, 2, [4]),), "once_a_round": False}, []),
        (
            {"people": [4], "before": ((9, 1, [4]),), "ups_free": 0, "team": 1},
            [(1, "1st time above team 2: after this match only team 1.")],
        ),
        ({"people": [1], "team": 2, "starters_stay": True}, [(1, "Starter of team 1.")]),
        ({"people": [3], "team": 2, "starters_stay": True, "boards": 2}, []),
        ({"people": [1, 8], "max_above_best": 40}, [(2, "2060: 10 above the limit (best starter 2010 + 40).")]),
        ({"people": [1, 8], "max_above_best": 50}, []),
        ({"people": [1, 6], "max_player": 2000}, [(1, "2010: 10 above the limit.")]),
        (
            {"people": [1, 3, 2], "order": ["list", 0]},
            [
                (2, "Bo is listed above Cato: by the list Cato plays on board 3."),
                (3, "Bo is listed above Cato: by the list Bo plays on board 2."),
            ],
        ),
        ({"people": [1, 3, 2], "order": ["list", 1]}, []),
        (
            {"people": [7, 6, 5, 4], "order": ["rating", 200]},
            [(1, "Dag is rated 280 above Geir and sits below: at most 200 are allowed.")],
        ),
        ({"people": [2, 5, 1], "foreigners": 1}, [(2, "2nd foreigner, 1 allowed.")]),
        ({"people": [1, None, 3], "gap": "bottom"}, [(2, "Board 2 is empty, but somebody sits below it.")]),
        ({"people": [1, None, 3], "gap": "loses_below"}, [(2, "Board 2 is empty: all boards below it are lost too.")]),
        ({"people": [1, 2, None], "gap": "loses_below"}, []),
        ({"people": [1, 6, 7, 5], "max_average": 1770}, []),
        ({"people": [1, 6, 7, 5], "max_average": 1769}, [(None, "Average 1770, at most 1769.")]),
        ({"people": [None, None], "min_boards": 2}, [(None, "0 there, 2 needed.")]),
        ({"people": [], "min_boards": 1}, [(None, "0 there, 1 needed.")]),
    ],
)
def test_each_rule_has_its_sentence(given: dict[str, Any], expected: list[tuple[int | None, str]]) -> None:
    assert found(**given) == expected


def test_the_sentence_names_the_first_team_that_the_match_closes() -> None:
    """The third of two free ones above team 2 closes that; team 3 is closed already."""
    before = ((1, 2, [7]), (2, 2, [7]), (3, 1, [7]), (4, 1, [7]))
    assert found([7], before=before, ups_free=2) == [(1, "3rd time above team 2: after this match only team 1.")]


def test_the_last_free_one_is_a_remark_and_breaks_no_rule() -> None:
    league = configured(LeagueRules, {"ups_free": 3})
    before = [line_up_of((number, 1, [7])) for number in (1, 2)]
    line_up = line_up_of((3, 2, [4, 7]))
    assert warnings(line_up, SQUAD, before, league) == ()
    assert said(remarks(line_up, SQUAD, before, league)) == [(2, "3rd time above team 3: the last free one.")]
    assert remarks(line_up, SQUAD, before[:1], league) == remarks(line_up, SQUAD, before, LeagueRules()) == ()


def test_nobody_sits_on_two_boards_nor_stands_in_a_squad_twice() -> None:
    with pytest.raises(ValueError, match="two boards"):
        LineUp(round=1, team=1, people=(1, None, 1))
    with pytest.raises(ValueError, match="twice"):
        Squad((SquadMember(person=1, team=1), SquadMember(person=1, team=2)))
    with pytest.raises(ValueError, match="3 boards, where the league has 2"):
        found([1, 2, 3], boards=2)


FIGURES = {
    "stuck": "times",
    "becomes_stuck": "team",
    "other_team": "team",
    "starter": "team",
    "above_best": "over",
    "above_most": "over",
    "foreigner": "count",
    "listed_above": "belongs",
    "rated_above": "over",
    "gap_above": "board",
    "loses_below": "board",
    "average": "average",
    "too_few": "count",
}
"""Of each rule the fact that the second reading works out too."""


def as_read(warning: LineUpWarning) -> Broken:
    code = code_of(warning)
    code = "becomes_stuck" if code in ("team_1_only", "higher_teams_only") else code
    figure = warning.reason.facts[FIGURES[code]]
    assert isinstance(figure, Place | int)
    return warning.board, code, figure.number if isinstance(figure, Place) else figure


@by_seeds(drawn, times=10)
def test_no_rule_is_broken_without_its_sentence_and_none_is_told_that_is_kept(case: dict[str, Any]) -> None:
    line_up = line_up_of(case["match"])
    season = [line_up_of(each) for each in case["season"]]
    found = warnings(line_up, squad_of(case["people"]), season, configured(LeagueRules, case["rule"]))
    expected = broken(case["people"], case["season"], case["rule"], case["match"])
    assert sorted(map(as_read, found), key=str) == sorted(expected, key=str)
    assert all(warning.person in (None, line_up.people[(warning.board or 1) - 1]) for warning in found)
    for warning in found:
        facts = warning.reason.facts
        if code_of(warning) == "listed_above":
            _true_of_the_list(facts, case["people"], line_up)
        assert sentence(warning.reason, NAMES.__getitem__).endswith(".")


def _true_of_the_list(facts: Any, people: dict[int, dict[str, Any]], line_up: LineUp) -> None:
    higher, lower, player = facts["higher"], facts["lower"], facts["player"]
    assert isinstance(higher, Player)
    assert people[higher.number]["place"] < people[lower.number]["place"]
    assert line_up.people.index(higher.number) > line_up.people.index(lower.number)
    assert player in (higher, lower)


def test_the_drawn_cases_break_every_rule() -> None:
    told = Counter(
        code
        for seed in range(600)
        for case in [drawn(Random(seed))]
        for _board, code, _figure in broken(case["people"], case["season"], case["rule"], case["match"])
    )
    assert min(told.values()) > 5
    assert told.keys() == FIGURES.keys()
