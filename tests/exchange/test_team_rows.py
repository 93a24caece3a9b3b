"""Of a file of teams, which boards have White for the first-named one."""

from __future__ import annotations

import json

import pytest

from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_file import dump, parse


def a_file(**more: object) -> bytes:
    document = {"format": "clubchess-tournament", "version": 1, "name": "x", "system": "norwegian_monrad"}
    return json.dumps({**document, "players": [{"number": 1, "name": "Heia"}], **more}).encode()


@pytest.mark.parametrize("pattern", ["ends", "all", "WWBB"])
def test_the_colours_of_the_boards_come_back(pattern: str) -> None:
    file = parse(a_file(boards=4, board_colours=pattern))
    assert file.board_colours == pattern
    assert parse(dump(file)) == file


def test_the_usual_ones_are_left_out() -> None:
    file = parse(a_file(boards=4, board_colours="alternate"))
    assert file == parse(a_file(boards=4))
    assert b"board_colours" not in dump(file)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"board_colours": "ends"}, "“boards” is missing at the top"),
        ({"boards": 4, "board_colours": "WBW"}, "a letter for each of the 4 boards"),
        ({"boards": 4, "board_colours": "BWBW"}, "W first"),
        ({"boards": 4, "board_colours": 1}, "A text is expected"),
    ],
)
def test_other_words_are_refused_at_their_place(more: dict[str, object], sentence: str) -> None:
    with pytest.raises(FileError, match=sentence) as caught:
        parse(a_file(**more))
    assert caught.value.place == "board_colours"
