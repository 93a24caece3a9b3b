"""TRFs as other programs write them: made up by hand after what their users reported."""

import datetime
from pathlib import Path

import pytest

from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_formats import read_tournament
from tournaments.exchange.trf import parse

DATA = Path(__file__).parents[2] / "data" / "trf_inputs"


def written(name: str) -> bytes:
    return (DATA / f"{name}.trf").read_bytes()


def test_a_month_in_words_is_read() -> None:
    read = parse(written("date_month_name"))
    assert (read.starts, read.ends) == (datetime.date(2020, 5, 29), datetime.date(2020, 5, 29))
    assert read_tournament(written("date_month_name")).notes == ()


def told(name: str) -> list[str]:
    return [note.message.format(**note.facts) for note in read_tournament(written(name)).notes]


def test_rulers_of_columns_are_left_out_with_one_note() -> None:
    assert told("ruler_lines") == ["Lines without a code, such as rulers of columns, were left out: 3, first line 3."]
    assert [game.result for game in read_tournament(written("ruler_lines")).file.snapshot.rounds[0].games] == ["1-0"]


@pytest.mark.parametrize("line", ["# a word", "----+----1----+----2", "01234567890123456789", "  to whom it concerns"])
def test_comments_are_left_out(line: str) -> None:
    read = parse(f"{line}\n".encode() + written("date_month_name"))
    assert [dict(note.facts) for note in read.notes] == [{"count": 1, "line": 1}]


@pytest.mark.parametrize("line", [" 001    3      Player03", "0013       Player03", "Player03"])
def test_what_may_be_a_player_out_of_columns_is_refused(line: str) -> None:
    with pytest.raises(FileError, match="begins with a code"):
        parse(written("date_month_name") + f"{line}\n".encode())
