"""Leagues' rules read a second time, from the rulebook's text: slow, on the shapes of `teams/leagues_one.json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from tournaments.pairing.teams.types import LineUp, Squad, SquadMember

NOWHERE = 99
"""The team of those who are nominated in none."""

Person = Mapping[str, Any]
Played = tuple[int, int, list[int | None]]
"""Round, team and who sat on its boards."""


Broken = tuple[int | None, str, int]
"""The board (None: all of them), a code, and the figure that its sentence tells."""


def broken(
    people: Mapping[int, Person], season: Sequence[Played], rule: Mapping[str, Any], match: Played
) -> set[Broken]:
    """Everything wrong with a line-up."""
    number, team, seats = match
    found: set[Broken] = set()
    here = {board: person for board, person in enumerate(seats, 1) if person}
    season = [each for each in season if each[:2] != (number, team)]

    def starters(of: int) -> list[int]:
        nominated = [person for person in people if people[person]["team"] == of]
        return sorted(nominated, key=lambda person: people[person]["place"])[: rule["boards"]]

    def above(of: int, person: int, extra: bool = False) -> int:
        played = [*season, match] if extra else season
        return len([1 for _round, where, who in played if where < of and person in who])

    for board, person in here.items():
        mine = people[person]
        free = rule["ups_free"]
        if free is not None:
            if above(team, person) > free:
                found.add((board, "stuck", above(team, person)))
            own = range(1, mine["team"] + 1 if mine["team"] < NOWHERE else 1)
            could = {of for of in own if above(of, person) <= free}
            lost = {of for of in could if above(of, person, extra=True) > free}
            if lost:
                found.add((board, "becomes_stuck", min(lost)))
        if rule["once_a_round"]:
            found |= {(board, "other_team", where) for when, where, who in season if when == number and person in who}
        if rule["starters_stay"]:
            found |= {(board, "starter", of) for of in range(1, team) if person in starters(of)}
        rating = mine["rating"]
        best = max((people[each]["rating"] or 0 for each in starters(team)), default=0)
        limit = rule["max_above_best"]
        if rating and limit is not None and best and mine["team"] == NOWHERE and rating > best + limit:
            found.add((board, "above_best", rating - (best + limit)))
        if rating and rule["max_player"] and rating > rule["max_player"]:
            found.add((board, "above_most", rating - rule["max_player"]))
        if mine["foreign"] and rule["foreigners"] is not None:
            so_far = len([1 for b, each in here.items() if b <= board and people[each]["foreign"]])
            if so_far > rule["foreigners"]:
                found.add((board, "foreigner", so_far))
        kind, slack = rule["order"]
        if kind == "list":
            before = len([1 for each in here.values() if people[each]["place"] < mine["place"]])
            belongs = list(here)[before]
            if not -slack <= board - belongs <= slack:
                found.add((board, "listed_above", belongs))
        if kind == "rating" and rating:
            best_below = max((people[each]["rating"] or 0 for b, each in here.items() if b > board), default=0)
            if best_below > rating + slack:
                found.add((board, "rated_above", best_below - rating))

    empty = [board for board in range(1, rule["boards"] + 1) if board not in here and any(b > board for b in here)]
    if empty and rule["gap"] != "anywhere":
        found.add((empty[0], "loses_below" if rule["gap"] == "loses_below" else "gap_above", empty[0]))
    rated = [people[person]["rating"] for person in here.values() if people[person]["rating"]]
    if rule["max_average"] and sum(rated) > rule["max_average"] * len(rated):
        found.add((None, "average", -(-sum(rated) // len(rated))))
    if len(here) < rule["min_boards"]:
        found.add((None, "too_few", len(here)))
    return found


def first_of_all(
    people: Mapping[int, Person],
    season: Sequence[Played],
    rule: Mapping[str, Any],
    number: int,
    team: int,
    answers: Mapping[int, str],
) -> list[int]:
    """Of all ways to seat as many as can be seated without a warning the first by turn, in order of boards."""
    turn = [
        person
        for needed in (False, True)
        for of in (*range(team, NOWHERE), NOWHERE)
        for person in sorted(people, key=lambda each: people[each]["place"])
        if people[person]["team"] == of and answers.get(person) in (("if_needed",) if needed else ("coming", "later"))
    ]
    for count in range(rule["boards"], 0, -1):
        for those in combinations(turn, count):
            seats = sorted(those, key=lambda person: people[person]["place"])
            if rule["order"][0] == "rating":
                seats.sort(key=lambda person: people[person]["rating"] or 0, reverse=True)
            wrong = broken(people, season, rule, (number, team, list(seats)))
            if not {code for _board, code, _figure in wrong} - {"too_few"}:
                return seats
    return []


def drawn(rng: Random) -> dict[str, Any]:
    """A small club: its people, some rounds of up to three teams, rules, a match and answers."""
    boards = rng.randint(1, 4)
    teams = rng.randint(1, 3)
    count = rng.randint(1, 8)
    places = rng.sample(range(1, count + 1), count)
    people = {
        person: {
            "team": rng.choice([*range(1, teams + 1), NOWHERE]),
            "place": places[person - 1],
            "rating": rng.choice([None, 1500, 1550, 1600, 1650, 1700]),
            "foreign": rng.random() < 0.3,
        }
        for person in range(1, count + 1)
    }

    def match(number: int, team: int) -> Played:
        seats: list[int | None] = [None] * boards
        for person, board in zip(rng.sample(sorted(people), count), rng.sample(range(boards), boards), strict=False):
            seats[board] = person if rng.random() < 0.85 else None
        return number, team, seats

    rounds = rng.randint(0, 6)
    season = [match(number, team) for number in range(1, rounds + 1) for team in range(1, teams + 1)]
    rule = {
        "boards": boards,
        "gap": rng.choice(["anywhere", "bottom", "loses_below"]),
        "min_boards": rng.randint(1, boards),
        "once_a_round": rng.random() < 0.5,
        "ups_free": rng.choice([None, 0, 1, 2, 3]),
        "starters_stay": rng.random() < 0.4,
        "max_above_best": rng.choice([None, 0, 50]),
        "order": [rng.choice(["free", "list", "rating"]), rng.choice([0, 0, 1, 2, 50])],
        "foreigners": rng.choice([None, None, 0, 1, 2]),
        "max_average": rng.choice([None, None, 1550, 1610]),
        "max_player": rng.choice([None, None, 1650]),
    }
    number = rng.randint(1, rounds + 1)
    return {
        "people": people,
        "season": season,
        "rule": rule,
        "match": match(number, rng.randint(1, teams)),
        "answers": {
            person: rng.choice(["coming", "coming", "coming", "later", "if_needed", "away"])
            for person in people
            if rng.random() < 0.9
        },
    }


def squad_of(people: Mapping[int, Person]) -> Squad:
    return Squad(
        tuple(
            SquadMember(
                person=int(person),
                team=None if each["team"] == NOWHERE else each["team"],
                rating=each["rating"],
                is_foreign=each["foreign"],
            )
            for person, each in sorted(people.items(), key=lambda one: one[1]["place"])
        )
    )


def line_up_of(played: Sequence[Any]) -> LineUp:
    number, team, seats = played
    return LineUp(round=number, team=team, people=tuple(seats))
