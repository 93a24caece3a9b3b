"""FIDE's tie-breaks: every number of the rulebook's tables, under both rule sets where they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.tools.pairing.drawing import tournament
from tests.tools.pairing.fide_charts import ALL_PLAY_ALL, BERG, CLUB_EVENINGS, DAHL, ERIKSEN, FOSS, GRAN, exercises
from tournaments.exchange.tournament_file import parse
from tournaments.pairing.discovery import TIE_BREAKS
from tournaments.pairing.explanations.standings import points_table, rank
from tournaments.pairing.history.record import Record, Scoring
from tournaments.pairing.history.unplayed_rounds import scores
from tournaments.pairing.protocols import TieBreak
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.snapshot import PlayerId, TournamentSnapshot
from tournaments.pairing.types.table import Cell, CellValue
from tournaments.pairing.wording import sentence

SCORING = Scoring(win=Fraction(1), draw=Fraction(1, 2), loss=Fraction(0), bye=Fraction(1))
OF_2023 = {"rules": "2023"}


def of(code: str, **options: object) -> TieBreak:
    return configured(TIE_BREAKS[code], options)


def record(snapshot: TournamentSnapshot, *, is_fixed: bool = False) -> Record:
    return Record(snapshot=snapshot, scoring=SCORING, forfeits_are_meetings=is_fixed)


def cells(found: Record, tie_break: TieBreak) -> Mapping[PlayerId, Cell]:
    """Of everybody as if all were tied, each opened up."""
    shown = tie_break.cells(found, frozenset(found.entries))
    for cell in shown.values():
        assert cell.value is None or sum(term.amount for term in cell.terms) == cell.value
    return shown


def values(found: Record, tie_break: TieBreak) -> dict[PlayerId, CellValue]:
    return {player: cell.value for player, cell in cells(found, tie_break).items()}


def number(text: str) -> Fraction:
    """As the page prints it: 13½, ¼, 13.375."""
    whole = text.rstrip("¼½¾")
    part = {"¼": Fraction(1, 4), "½": Fraction(1, 2), "¾": Fraction(3, 4)}.get(text[-1], Fraction(0))
    return Fraction(whole or 0) + part


def numbers(line: str) -> list[Fraction]:
    return [number(each.strip()) for each in line.split("|")]


# The worked example: three rounds, five players

CLUB = record(CLUB_EVENINGS)


def test_the_adjusted_scores_count_a_draw_for_each_round_given_up() -> None:
    found = scores(CLUB)

    assert {player: Fraction(units, CLUB.unit) for player, units in found.own.items()} == {
        BERG: number("2½"), FOSS: 2, ERIKSEN: number("1½"), GRAN: 1, DAHL: number("½")
    }  # fmt: skip
    assert {player: Fraction(units, CLUB.unit) for player, units in found.adjusted.items()} == {
        BERG: number("2½"), FOSS: 2, ERIKSEN: number("1½"), GRAN: number("1½"), DAHL: number("½")
    }  # fmt: skip


@pytest.mark.parametrize(
    ("player", "contributions", "buchholz", "cut", "without", "sonneborn_berger"),
    [
        (BERG, "½ | 1½ | 2", "4", "½", "3½", "½ | 1½ | 1"),
        (FOSS, "1½ | 1½ | 2½", "5½", "1½", "4", "¾ | 1½ | 1¼"),
        (ERIKSEN, "2 | 2½ | ½", "5", "½", "4½", "1 | 0 | ½"),
        (GRAN, "1 | 2 | 1", "4", "1", "3", "1 | 0 | 0"),
        (DAHL, "2½ | ½ | ½", "3½", "½", "3", "0 | ¼ | 0"),
    ],
)
def test_each_round_of_the_example_brings_what_the_page_says(
    player: PlayerId, contributions: str, buchholz: str, cut: str, without: str, sonneborn_berger: str
) -> None:
    all_of_it, one_cut = (cells(CLUB, of("fide_buchholz", cut=each))[player] for each in (0, 1))
    shares = cells(CLUB, of("fide_sonneborn_berger"))[player]

    assert [term.amount for term in all_of_it.terms] == numbers(contributions)
    assert all_of_it.value == number(buchholz)
    assert [term.amount for term in one_cut.terms] == [*numbers(contributions), -number(cut)]
    assert one_cut.value == number(without)
    assert [term.amount for term in shares.terms] == numbers(sonneborn_berger)
    assert shares.value == sum(numbers(sonneborn_berger))


def test_what_is_cut_of_gran_is_the_round_stayed_away_from() -> None:
    for player, cut in ((GRAN, "Round 3 is cut: unplayed by choice; such rounds are cut first"), (ERIKSEN, None)):
        told = [sentence(term.reason, str) for term in cells(CLUB, of("fide_buchholz", cut=1))[player].terms]
        assert told[-1] == (cut or "Round 3 is cut: the lowest opponent")


@pytest.mark.parametrize(
    ("code", "options", "player", "value"),
    [
        ("fide_buchholz", {}, DAHL, "3½"),
        ("fide_buchholz", {"cut": 1}, DAHL, "3"),
        ("fide_sonneborn_berger", {}, DAHL, "¼"),
        ("fide_wins", {}, ERIKSEN, "1"),
        ("wins", {}, ERIKSEN, "0"),
        ("blacks", {}, ERIKSEN, "2"),
        ("black_wins", {}, ERIKSEN, "0"),
        ("progressive", {}, BERG, "5½"),
        ("progressive", {"cut": 1}, BERG, "4½"),
        ("rounds_played", {}, DAHL, "1"),
        ("average_rating", {"unrated_as": 1400}, BERG, "1492"),
        ("performance_rating", {"unrated_as": 1400}, BERG, "1765"),
        ("perfect_performance", {"unrated_as": 1400}, BERG, "1771"),
    ],
)
def test_the_codes_examples(code: str, options: Mapping[str, object], player: PlayerId, value: str) -> None:
    assert cells(CLUB, of(code, **options))[player].value == number(value)


# 16 players, 5 rounds: FIDE's own exercise book

EXERCISES = record(exercises())

COLUMNS: Sequence[tuple[str, Mapping[str, object]]] = (
    ("fide_buchholz", OF_2023),
    ("fide_buchholz", {}),
    ("fide_buchholz", {"cut": 1} | OF_2023),
    ("fide_buchholz", {"cut": 1}),
    ("fore_buchholz", {}),
    ("fide_sonneborn_berger", OF_2023),
    ("fide_sonneborn_berger", {}),
    ("fide_sonneborn_berger", {"cut": 1}),
    ("average_of_buchholz", {}),
    ("performance_rating", {}),
    ("perfect_performance", {}),
    ("average_performance", {}),
    ("average_perfect_performance", {}),
    ("progressive", {}),
    ("rounds_played", {}),
)
"""The page's table, after number and points."""

TABLE = """
2 | 4 | 13 | 13 | 12 | 12 | 13½ | 9½ | 9½ | 8½ | 13.6 | 2120 | 2216 | 1856 | 1852 | 13 | 5
1 | 3½ | 12½ | 12½ | 11 | 11 | 13½ | 8 | 8 | 7¼ | 12.4 | 1969 | 2029 | 1789 | 1769 | 11 | 5
3 | 3½ | 15½ | 15½ | 13 | 13 | 15 | 10½ | 10½ | 9¼ | 12.9 | 2089 | 2112 | 1904 | 1934 | 11 | 5
4 | 3½ | 15 | 14 | 11½ | 11½ | 14½ | 9¾ | 9¼ | 7¾ | 13.375 | 2081 | 2168 | 1772 | 1784 | 11½ | 4
16 | 3½ | 12½ | 12½ | 11 | 11 | 13½ | 7¼ | 7¼ | 5¾ | 13.1 | 1969 | 2013 | 1805 | 1799 | 10½ | 5
6 | 3 | 12 | 11½ | 11 | 10½ | 12 | 6½ | 6 | 5 | 13.25 | 1813 | 1810 | 1846 | 1836 | 6 | 5
11 | 2½ | 13½ | 12½ | 12 | 11 | 12 | 5¾ | 4¾ | 3¼ | 12.75 | 1776 | 1763 | 1840 | 1836 | 5½ | 5
8 | 2½ | 13½ | 13½ | 12 | 12 | 12½ | 5¼ | 5¼ | 3¾ | 12.9 | 1730 | 1715 | 1915 | 1924 | 8½ | 5
5 | 2½ | 8½ | 8½ | 7½ | 7½ | 10 | 4¼ | 4¼ | 3¼ | 13.2 | 1690 | 1689 | 1719 | 1676 | 5 | 5
12 | 2 | 11½ | 11½ | 9½ | 9½ | 11 | 4 | 4 | 4 | 14 | 1250 | 1250 | 2081 | 2168 | 7 | 3
14 | 2 | 11 | 11 | 9 | 9 | 10½ | 4½ | 4½ | 3 | 13 | 1925 | 1942 | 1775 | 1756 | 6 | 3
15 | 2 | 12 | 12 | 11 | 11 | 12 | 3½ | 3½ | 2½ | 12.2 | 1788 | 1768 | 1776 | 1767 | 7 | 5
7 | 1½ | 14½ | 14½ | 12½ | 12½ | 13½ | 3¼ | 3¼ | 1¼ | 11.7 | 1611 | 1531 | 1869 | 1890 | 6 | 5
13 | 1½ | 14 | 14 | 12 | 12 | 13½ | 4¼ | 4¼ | 4¼ | 11.9 | 1781 | 1744 | 1879 | 1909 | 7 | 5
9 | 1½ | 9 | 9 | 7½ | 7½ | 9½ | 2¼ | 2¼ | 2¼ | 12.75 | 1175 | 950 | 1805 | 1802 | 2½ | 3
10 | 1 | 13 | 13 | 11½ | 11½ | 12½ | 1½ | 1½ | 0 | 10.8 | 1640 | 1575 | 1717 | 1687 | 4 | 5
"""

GAMES = """
2: 3 3 3 1 · 1, 3, 4: 2 2 2 1 · 16: 3 3 2 1 · 6: 3 2 2 1 · 11: 2 1 2 0 · 8, 5: 2 2 2 0 · 12: 2 0 0 0 · 14: 2 2 2 1
· 15: 2 2 3 1 · 7: 1 1 3 0 · 13, 10: 1 1 3 1 · 9: 1 0 1 0
"""
"""WIN, WON, BPG and BWG."""


@pytest.mark.parametrize(("place", "column"), [*enumerate(COLUMNS)])
def test_a_column_of_the_exercises(place: int, column: tuple[str, Mapping[str, object]]) -> None:
    code, options = column
    rows = [numbers(line) for line in TABLE.strip().splitlines()]

    assert len(rows) == 16
    assert values(EXERCISES, of(code, **options)) == {int(row[0]): row[place + 2] for row in rows}


def test_the_points_of_the_exercises() -> None:
    rows = [numbers(line) for line in TABLE.strip().splitlines()]

    assert EXERCISES.points == {int(row[0]): row[1] for row in rows}


def test_wins_and_blacks_of_the_exercises() -> None:
    asked = [values(EXERCISES, of(code)) for code in ("fide_wins", "wins", "blacks", "black_wins")]
    said = {
        int(player): [int(each) for each in counts.split()]
        for part in GAMES.replace("\n", " ").split("·")
        for players, counts in [part.split(":")]
        for player in players.split(",")
    }

    assert len(said) == 16
    assert {player: [each[player] for each in asked] for player in said} == said


def test_why_two_of_them_change_with_the_rules() -> None:
    """No. 4's bye is worth min(3½, ½ · 5), no. 11's win by forfeit min(2½, adj(9) = 1½); no. 12 counts as 3."""

    def of_round(player: PlayerId, place: int, **options: object) -> tuple[str, Fraction]:
        term = cells(EXERCISES, of("fide_buchholz", **options))[player].terms[place]
        return sentence(term.reason, "no. {}".format), term.amount

    assert of_round(4, 1) == (
        "No game in round 2: a virtual opponent with 2½, at most a draw for every round",
        number("2½"),
    )
    assert of_round(4, 1, rules="2023") == (
        "No game in round 2: a virtual opponent with the same score, 3½",
        number("3½"),
    )
    assert of_round(11, 3) == (
        "Forfeit in round 4: a virtual opponent with 1½, at most what no. 9 counts",
        number("1½"),
    )
    assert of_round(4, 0) == (
        "Round 1: no. 12 has 2, counted as 3: a draw for each round given up at the end",
        Fraction(3),
    )


# All-play-all: six players, one round robin, one game won by forfeit

ROBIN = record(ALL_PLAY_ALL, is_fixed=True)
ROBIN_COLUMNS: Sequence[tuple[str, Mapping[str, object]]] = (
    ("fide_wins", {}),
    ("wins", {}),
    ("blacks", {}),
    ("fide_sonneborn_berger", {}),
    ("fide_sonneborn_berger", {"cut": 1}),
    ("koya", {}),
    ("koya", {"limit": 1}),
)
ROBIN_TABLE = """
2 | 3½ | 3 | 3 | 2 | 7¼ | 6¾ | 1½ | 1
3 | 3½ | 3 | 3 | 2 | 7 | 6½ | 2 | 1
1 | 3 | 2 | 2 | 2 | 7 | 6¾ | 1½ | 1
4 | 2½ | 1 | 1 | 3 | 4¾ | 4¼ | 1 | 1
5 | 2 | 1 | 0 | 2 | 3½ | 3 | 1 | ½
6 | ½ | 0 | 0 | 3 | 1½ | 1½ | ½ | ½
"""


@pytest.mark.parametrize(("place", "column"), [*enumerate(ROBIN_COLUMNS)])
@pytest.mark.parametrize("rules", ["2023", "2026"])
def test_a_column_of_the_all_play_all(place: int, column: tuple[str, Mapping[str, object]], rules: str) -> None:
    code, options = column
    chosen = {**options, "rules": rules} if code == "fide_sonneborn_berger" else options
    rows = [numbers(line) for line in ROBIN_TABLE.strip().splitlines()]

    assert ROBIN.points == {int(row[0]): row[1] for row in rows}
    assert values(ROBIN, of(code, **chosen)) == {int(row[0]): row[place + 2] for row in rows}


DEFAULT = [of("direct_encounter"), of("fide_wins"), of("fide_sonneborn_berger"), of("koya")]


def test_bo_stands_before_cato_by_their_game() -> None:
    ranking = rank(ROBIN, ROBIN.points, DEFAULT)

    assert ranking.order == (2, 3, 1, 4, 5, 6)
    assert {player: shown["DE"].value for player, shown in ranking.cells.items()} == {
        2: 1, 3: 0, 1: None, 4: None, 5: None, 6: None
    }  # fmt: skip


def test_a_leaver_whose_games_count_for_nobody_makes_another_champion() -> None:
    """Had Finn left after round 2: as if he had never played."""
    rounds = [
        "2:5 1-0, 3:4 1-0",
        "5:3 1/2-1/2, 1:2 1-0",
        "3:1 1-0, 4:5 1/2-1/2",
        "1:4 1/2-1/2, 2:3 1-0",
        "4:2 1/2-1/2, 5:1 0-1",
    ]
    found = record(
        tournament([entrant for entrant in ALL_PLAY_ALL.entrants if entrant.number != 6], *rounds), is_fixed=True
    )
    ranking = rank(found, found.points, DEFAULT)

    assert found.points == {1: number("2½"), 2: number("2½"), 3: number("2½"), 4: number("1½"), 5: 1}
    assert [ranking.cells[player]["DE"].value for player in (1, 2, 3)] == [1, 1, 1]
    assert [ranking.cells[player]["WIN"].value for player in (1, 2, 3)] == [2, 2, 2]
    assert [ranking.cells[player]["SB"].value for player in (1, 2, 3)] == [number("4¼"), number("4¼"), number("4½")]
    assert ranking.order[0] == 3
    assert koya_limit(found) == 2, "of 4 games each, though there were 5 rounds"


def koya_limit(found: Record) -> Any:
    term = of("koya").cells(found, frozenset({1}))[1].terms[0]
    return term.reason.facts["limit"]


def test_the_threshold_of_koya_is_half_of_what_could_be_had() -> None:
    assert koya_limit(ROBIN) == number("2½")


def test_games_still_to_be_played_can_be_had() -> None:
    found = record(tournament(3, "1:2 1-0, 3 zero", "1:3 *, 2 zero", "2:3 *, 1 zero"), is_fixed=True)

    assert koya_limit(found) == 1, "half of two games each"
    assert values(found, of("koya")) == {1: 0, 2: 0, 3: 0}


@pytest.mark.parametrize("code", ["fide_buchholz", "fore_buchholz", "average_of_buchholz"])
def test_buchholz_says_nothing_where_everybody_meets_everybody(code: str) -> None:
    assert {*values(ROBIN, of(code)).values()} == {None}
    assert [column.code for column in points_table(ROBIN, [of(code)]).columns] == ["points"]


# Before the last round


def between_rounds() -> TournamentSnapshot:
    """Two of three planned rounds."""
    data = Path(__file__).parents[2] / "data" / "fore_buchholz_between_rounds.json"
    return parse(data.read_bytes()).snapshot


def test_before_the_last_planned_round_fore_buchholz_is_buchholz() -> None:
    found = record(between_rounds())
    fore = cells(found, of("fore_buchholz"))
    assert [cell.value for cell in fore.values()] == numbers("2½ | 1½ | 1½ | 2½")
    assert values(found, of("fide_buchholz")) == values(found, of("fore_buchholz"))
    assert not any("if the last round is drawn" in sentence(term.reason, str) for term in fore[1].terms)


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "--+", "*"])
def test_once_it_is_paired_its_games_are_drawn(result: str) -> None:
    before = between_rounds()
    (last,) = tournament(4, f"1:4 {result}, 3:2 {result}").rounds
    found = record(before.and_then(replace(last, number=3)))
    fore = cells(found, of("fore_buchholz"))
    assert [cell.value for cell in fore.values()] == numbers("4 | 4 | 4½ | 5½")
    assert "if the last round is drawn" in sentence(fore[1].terms[0].reason, str)


def test_without_a_plan_no_round_is_known_to_be_the_last() -> None:
    found = record(replace(exercises(), planned_rounds=None))
    assert values(found, of("fore_buchholz")) == values(found, of("fide_buchholz"))
    assert values(found, of("average_of_buchholz", fore=True)) == values(found, of("average_of_buchholz"))


def test_on_the_way_a_bye_asked_for_in_the_last_round_held_counts_as_one_that_gave_up() -> None:
    """As if the rounds held were all (16.2): the next round decides what it was."""
    rounds = ("1:2 1-0, 3:4 1-0", "1:3 1-0, 2:4 1-0", "2:3 1-0, 1 zero, 4 excused")
    half_way = record(tournament(4, *rounds[:2], "2:3 1-0, 1 zero, 4 excused", planned_rounds=5))
    later = record(tournament(4, *rounds, "1:4 0-1, 2:3 0-1", planned_rounds=5))
    assert Fraction(scores(half_way).adjusted[1] - scores(half_way).own[1], half_way.unit) == Fraction(1, 2)
    assert scores(later).adjusted[1] == scores(later).own[1]
