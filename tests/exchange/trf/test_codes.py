"""The table of a TRF's codes: whole by what the formats name, and what the reader goes by."""

import pytest

from tests.exchange.trf.test_other_programs import written
from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_formats import read_tournament
from tournaments.exchange.trf import parse
from tournaments.exchange.trf import reader as reading
from tournaments.exchange.trf.codes import CODES, CodeFate

TRF16 = "001 012 013 022 032 042 052 062 072 082 092 102 112 122 132"
TRF26 = (
    "142 152 162 172 182 192 202 212 222 240 250 260 299 300 310 320 330 352 362 801 802 ###"  # and federations' lines
)
JAVAFO = "XXA XXC XXP XXR XXS XXZ"
"""As the chapters of its manual for programmers name them, release 2.2."""
BBP_PAIRINGS = "BBW BBD BBL BBU BBZ BBF"
TEXTS = {
    "299": "299          1.0    1    1",
    "013": "013 Club                                1    2",
    "BBZ": "BBZ  0.5",
    "BBF": "BBF  0.5",
}


def test_every_code_that_the_formats_name_has_its_fate() -> None:
    assert [*CODES] == " ".join((TRF16, TRF26, JAVAFO, BBP_PAIRINGS)).split()


def test_what_is_taken_is_read_and_what_says_nothing_is_not() -> None:
    taken = {code for code, fate in CODES.items() if fate is CodeFate.TAKEN}
    assert (
        taken - {"001"}
        <= reading._READ.keys()
        <= CODES.keys() - {code for code, fate in CODES.items() if fate is CodeFate.SILENT}
    )


@pytest.mark.parametrize("code", [code for code, fate in CODES.items() if fate is CodeFate.TOLD])
def test_what_is_told_is_told(code: str) -> None:
    before = read_tournament(written("date_month_name")).notes
    notes = read_tournament(written("date_month_name") + f"{TEXTS[code]}\n".encode()).notes
    assert len(notes) == len(before) + 1
    assert code in notes[0].message.format(**notes[0].facts)


@pytest.mark.parametrize(
    "line",
    [
        "300   1   1   2    1    2",
        "320  1.0  2.0 001",
        "330 +-   1   1   2",
        "352 WB",
        "362 TW 3.0",
    ],
)
def test_lines_of_matches_are_refused_where_nobody_says_which_teams_there_are(line: str) -> None:
    with pytest.raises(FileError, match=rf"team tournament \({line[:3]}\)"):
        read_tournament(written("date_month_name") + f"{line}\n".encode())


@pytest.mark.parametrize("code", ["XXB", "XXQ", "BBX", "302", "555", "DAT"])
def test_others_are_told_as_not_known(code: str) -> None:
    (note,) = read_tournament(written("date_month_name") + f"{code} 1.0\n".encode()).notes
    assert note.message.format(**note.facts) == f"Line 7: the code {code} is not known and was left out."


def test_comments_are_left_out_without_a_word_and_a_federations_line_is_read() -> None:
    read = parse(written("date_month_name") + b"### a word\nNED    1      Player01, Test\n")
    assert read.notes == ()
    assert [each.federation for each in read.national] == ["NED"]
