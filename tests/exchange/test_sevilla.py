"""Sevilla's JSON: a season of a Dutch club, read as far as it is known how it is written."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.counted_calls import calls_of
from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_formats import read_tournament
from tournaments.pairing.types.snapshot import AbsenceKind, ByeKind


def game(round_number: int, colour: str, opponent: int, result: str) -> dict[str, Any]:
    return {"Round": round_number, "Color": colour, "Opponent": opponent, "White": "x", "Black": "y", "Res": result}


def season(**changes: Any) -> bytes:
    players = [
        {"Pos": 1, "ID": 3, "Name": "Jan de Vries", "SortName": "Vries, Jan de", "PlayerID": 7654321, "IRtg": 1712.0,
         "Score": 61.5, "Game": [game(1, "W", 5, "1-0"), game(2, "B", 8, "1/2-1/2")]},
        {"Pos": 2, "ID": 5, "Name": "Eva Bos", "IRtg": 0, "Rating": 1500, "Game": [game(1, "B", 3, "1-0")],
         "Abs": [{"Round": 2, "Reason": "Extern", "Score": 10}]},
        {"Pos": 3, "ID": 8, "Name": "Ties", "Game": [game(2, "W", 3, "1/2-1/2")],
         "Abs": [{"Round": 1, "Reason": "Bye (oneven)", "Score": 8}]},
        {"Pos": 4, "ID": 9, "Name": "Mia Mol", "Game": [],
         "Abs": [{"Round": 2, "Reason": "Zonder bericht", "Score": 0}]},
    ]  # fmt: skip
    group = {"ID": 1, "Name": "A", "Ranking": [{"Round": 1, "Player": []}, {"Round": 2, "Player": players}]}
    return json.dumps({"Name": "Intern 2026", "License": "x", "GroupReport": [group]} | changes).encode()


def test_a_season_is_read_as_a_keizer_tournament() -> None:
    found = read_tournament(season())
    file = found.file
    assert (file.name, file.system) == ("Intern 2026", "keizer")
    first, second = file.snapshot.rounds
    assert [(each.white, each.black, each.result) for each in first.games] == [(3, 5, "1-0")]
    assert [(each.white, each.black, each.result) for each in second.games] == [(8, 3, "1/2-1/2")]
    assert [(bye.player, bye.kind) for bye in first.byes] == [(8, ByeKind.PAIRING)]
    assert {each.player: each.kind for each in second.absences} == {5: AbsenceKind.CLUB, 9: AbsenceKind.UNEXCUSED}
    assert {each.number: each.rating for each in file.snapshot.entrants} == {3: 1712, 5: 1500, 8: None, 9: None}
    assert file.snapshot.by_number[9].joined_round == 2
    assert file.names[3] == "Jan de Vries"
    assert found.people[3].national_id == "7654321"
    system, tie_breaks = file.configured()
    assert len(system.standings(file.snapshot, tie_breaks).rows) == 4
    assert system.pair(file.snapshot).number == 3


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"Opponent": 5', '"Opponent": 6', "no player with the number 6"),
        ('"Res": "1-0"', '"Res": "2-0"', "is no result"),
        ('"GroupReport": [', '"GroupReport": [7, ', "object is expected"),
        ('"ID": 9', '"ID": 8', "the same number"),
        ('"Color": "B", "Opponent": 3', '"Color": "W", "Opponent": 3', "two games"),
    ],
)
def test_a_fault_is_a_sentence(old: str, new: str, sentence: str) -> None:
    with pytest.raises(FileError, match=sentence):
        read_tournament(season().replace(old.encode(), new.encode()))


def test_nothing_to_read_is_said() -> None:
    with pytest.raises(FileError, match="no ranking"):
        read_tournament(season(GroupReport=[]))


def half_absent(count: int) -> bytes:
    """One round; every other pair of players is absent."""
    absent = [{"Round": 1, "Reason": "Ziek", "Score": 0}]
    players = [
        {"ID": number, "Name": f"Jan {number}", "Abs": absent}
        if number > count // 2
        else {"ID": number, "Name": f"Jan {number}", "Game": [game(1, "WB"[1 - number % 2], opponent, "1-0")]}
        for number in range(1, count + 1)
        for opponent in (number + 1 if number % 2 else number - 1,)
    ]
    return season(GroupReport=[{"ID": 1, "Ranking": [{"Round": 1, "Player": players}]}])


def calls_to_read(data: bytes) -> int:
    return calls_of(lambda: read_tournament(data))


def test_who_plays_is_known_without_looking_through_all_games() -> None:
    assert calls_to_read(half_absent(800)) < 4.2 * calls_to_read(half_absent(200))


def test_two_thousand_players_are_read_and_no_more() -> None:
    assert len(read_tournament(half_absent(2_000)).file.names) == 2_000
    with pytest.raises(FileError, match="at most 2000 players"):
        read_tournament(half_absent(2_004))


def test_players_are_counted_before_anything_else() -> None:
    too_many = half_absent(2_004)

    def refused() -> None:
        with pytest.raises(FileError):
            read_tournament(too_many)

    assert calls_of(refused) < calls_to_read(half_absent(2_000)) / 3


@given(st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda each: st.lists(each, max_size=3)))
def test_whatever_stands_there_is_read_or_refused(value: Any) -> None:
    for key in ("GroupReport", "Name"):
        try:
            found = read_tournament(season(**{key: value}))
        except FileError as error:
            told = str(error)
        else:
            told = found.file.system
        assert told
