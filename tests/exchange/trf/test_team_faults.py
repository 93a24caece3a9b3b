"""Reports of teams whose boards fit no match, or whose lines contradict each other."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.tools.guards.layers import first_fast
from tests.tools.pairing.team_files import (
    BY_BOARD_POINTS,
)
from tests.tools.pairing.team_reports import (
    back,
    notes,
    seven,
    written,
)
from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.exchange.trf import dump, parse
from tournaments.exchange.trf.exporter import trf_of
from tournaments.exchange.trf.importer import taken

# What does not fit, and what contradicts itself


def changed(*changes: tuple[str, str]) -> str:
    text = written(seven())
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


LINE_1 = "  13 w 0    25 b =     5 w 0  0000 - U     9 b ="
LINE_13 = "   1 b 1     9 w =  0000 - U    21 b 0    17 b 0"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        (  # 1 and 13 have met 14 and 2
            (
                (LINE_1, LINE_1.replace("  13 w 0", "  14 w 0")),
                ("  14 b =    26 w 0", "  13 b =    26 w 0"),
                (LINE_13, LINE_13.replace("   1 b 1", "   2 w =")),
                ("   2 w =    10 b 0", "   1 b 1    10 b 0"),
            ),
            "Round 1: players 1 and 14 have a game and do not sit opposite each other.",
        ),
        (
            (("   1    2    3    4\r\n", "   1    2    3\r\n"),),
            "Round 1: player 4 has a game and is in no team.",
        ),
        (
            (
                ("   1    2    3    4\r\n", "   1    2    3   16\r\n"),
                ("  13   14   15   16\r\n", "  13   14   15    4\r\n"),
            ),
            "Round 2: team 7 has games against teams 4 and 1.",
        ),
    ],
)
def test_boards_that_fit_no_match_stay_games_of_persons_and_it_is_said_why(
    changes: tuple[tuple[str, str], ...], why: str
) -> None:
    found = back(changed(*changes))
    assert found.file.snapshot.boards is None
    assert len(found.file.snapshot.entrants) == 28
    assert len(found.file.snapshot.rounds[0].games) == 12
    assert notes(found)[:2] == [
        "The boards fit no matches of teams, so the tournament is one of its players.",
        why,
    ]


def refused(text: str) -> tuple[str, str]:
    with pytest.raises(FileError) as caught:
        back(text)
    return caught.value.place, str(caught.value)


def read_or_told(text: str) -> TournamentFile | str:
    try:
        return back(text).file
    except FileError as fault:
        return f"{fault.place} {fault}"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("310   7 Again", "There are two teams with the number 7."),
        ("310   8 " + " " * 65 + "   1", "Player 1 is in team 1 already: each plays in one team."),
        ("310   8 " + " " * 65 + "  99", "There is no player with the number 99."),
        ("310 1000 Too many", "Column 8 should be blank"),
        ("310   0 None", "A whole number from 1 to 999 is expected in columns 5–7"),
        ("310   8 " + "x" * 40, "Column 41 should be blank"),
        ("300   1   1   4    1    2    3   13", "Player 13 is not in team 1."),
        ("300   1   1   4    1    1    3    4", "Somebody sits at two boards of this match."),
        ("300   1   1   9    1", "There is no team with the number 9."),
        ("300   1   1   1    1", "Team 1 is named as its own opponent."),
        ("300   1   1   5    1    2    3    4", "Round 1: team 1 has games against teams 4 and 5."),
        ("300   1   1   4    1    2    3", "Round 1: player 4 of team 1 has a game and is not in this line-up."),
        (
            "300   1   1   4    2    1    3    4",
            "Round 1: players 2 and 14 have a game and do not sit opposite each other.",
        ),
        ("300   1   1   4    1    2    3    4    0", "A match has 4 boards, and more are named here."),
        ("300   0   1   4    1", "A whole number from 1 to 500 is expected in columns 5–7"),
        ("300   1   7   4   25", "Round 1: team 7 has the bye here, and meets team 4 elsewhere."),
        ("330 +-   1   1   4", "Round 1: this match has games, so it was not forfeited."),
        ("330 +-   1   1   5", "Round 1: team 1 has games against teams 4 and 5."),
        ("330 ++   1   1   4", "One of +-, -+ and -- is expected here, not “++”."),
        ("330 +-   1   1    ", "A whole number from 1 to 999 is expected in columns 16–18"),
        ("320  1.0  2.0 001", "There is a second line 320; there is one at most."),
        ("352 WXYZ", "The colours of the boards are expected here as letters W and B."),
        ("352 BWBW", "The colours begin with W: the first-named team is the one with White on board 1."),
        ("352 " + "W" * 13, "A match has at most 12 boards."),
        ("362 XX 1.0", "TW, TD or TL and its points are expected here, not “XX 1.0”."),
        ("240 H 006    9", "There is no team with the number 9."),
        ("260   1   9    1    9", "There is no team with the number 9."),
    ],
)
def test_lines_that_contradict_others_are_refused_with_their_line(more: str, sentence: str) -> None:
    text = written(seven())
    place, told = refused(f"{text}{more}\r\n")
    number = len(text.split("\r\n"))
    of_byes = 1 if "has the bye here" in sentence else 0
    assert place.startswith(f"line {number - of_byes}"), (place, told)
    assert sentence in told


def test_two_lines_of_one_match_are_refused_at_the_second() -> None:
    for more in (["300   6   1   4    1", "300   6   1   4    2"], ["330 +-   6   1   4", "330 +-   6   4   1"]):
        place, told = refused(written(seven()) + "\r\n".join(more))
        assert place.startswith("line ")
        assert "second" in told
    _place, told = refused(written(seven()) + "330 +-   6   1   4\r\n300   6   1   2    1\r\n")
    assert told.endswith("Round 6: team 1 is said to meet team 4 here, and team 2 elsewhere.")


def test_a_system_that_pairs_no_teams_is_refused_by_name() -> None:
    with pytest.raises(FileError, match="pairs no teams"):
        taken(parse(written(seven()).encode()), system="fide_dutch")


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "more",
    [
        "300   1   1   4    1    2    3    4\r\n" * 39_000,
        "".join(f"300 {at:>3}   1   4 0000 0000 0000 0000\r\n" for at in range(6, 501)),
        "".join(f"330 -- {at:>3} {one:>3} {one + 1:>3}\r\n" for at in range(6, 501) for one in (1, 3, 5)),
        "310   8 x\r\n" * 39_000,
        "352 WBWB\r\n" * 100_000,
        "013 x\r\n" * 39_000,
    ],
    ids=["one line-up again", "many rounds", "many forfeits", "one team again", "too many lines", "old teams"],
)
def test_many_lines_take_a_bounded_time(more: str) -> None:
    told = read_or_told(written(seven()) + more)
    assert "line" in told if isinstance(told, str) else told.snapshot.boards == 4


@pytest.mark.parametrize("seed", first_fast(4, list(range(20))))
def test_changed_files_of_teams_are_read_or_refused_with_a_sentence(seed: int) -> None:
    chance = Random(seed)
    lines = written(seven()).split("\r\n")
    for _again in range(20):
        some = list(lines)
        for _change in range(chance.randint(1, 4)):
            at = chance.randrange(len(some))
            line = some[at]
            match chance.randint(0, 4):
                case 0:
                    some.insert(at, line)
                case 1:
                    del some[at]
                case 2 if line:
                    where = chance.randrange(len(line))
                    some[at] = line[:where] + chance.choice("0123456789 +-ZUWBx") + line[where + 1 :]
                case 3:
                    other = chance.randrange(len(some))
                    some[at], some[other] = some[other], line
                case _:
                    code = chance.choice(["300", "330", "320", "310", "299", "240"])
                    numbers = " ".join(f"{chance.choice([0, 1, 2, 4, 13, 28, 99]):>3}" for _each in range(6))
                    some.append(f"{code} {numbers}")
        told = read_or_told("\r\n".join(some))
        if isinstance(told, str):
            assert told
            continue
        again = parse(dump(trf_of(replace(told, tie_breaks=BY_BOARD_POINTS))))
        assert taken(again).file.snapshot.boards == told.snapshot.boards
