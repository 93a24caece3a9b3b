"""KeizerForClubs' files: a season with the options that it names, and files that somebody has made to hurt.

What states, results and keys mean is taken from the program's sources, as facts: `SqliteInterface` makes the tables,
`RankingCalculator` counts, the settings' page reads and writes the keys.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tools.files.keizer_for_clubs import (
    CONFIG,
    DELETED,
    EXCUSED,
    INDEXES,
    NOBODY,
    PAIRING,
    PLAYER,
    PRESENT,
    RETIRED,
    kfc_file,
)
from tournaments.exchange.apart import Reader, is_short, read_apart
from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_file import LARGEST
from tournaments.exchange.tournament_formats import ReadTournament, read_tournament
from tournaments.pairing.types.snapshot import AbsenceKind, ByeKind
from tournaments.pairing.types.table import Table

ANNA, BO, COR, DORA = (
    (1, "Anna Berg", 1800, PRESENT, "s"),
    (2, "Dahl, Bo", 1700, PRESENT, ""),
    (3, "Cor", 0, PRESENT, None),
    (4, "Dora Ek", 1500, PRESENT, "j, s"),
)
FOUR = (ANNA, BO, COR, DORA)
PLAYED = ((1, 1, 1, 2, 1), (1, 2, 4, 3, 2))
SETTINGS = {
    "BONUS.Clubgame": 70,
    "BONUS.Excused": 35,
    "BONUS.Unexcused": 0,
    "BONUS.Retired": 75,
    "BONUS.Freilos": 50,
    "BONUS.Verlust": 0,
    "OPTION.DistBye": 0,
    "OPTION.GameRepeat": 4,
    "OPTION.RatioFirst2Last": 2.5,
    "WIN.locX": -1920,
    "LANGCODE": "DE",
}


def found(
    players: Sequence[Sequence[object]] = FOUR, pairings: Sequence[Sequence[object]] = PLAYED, **changes: object
) -> ReadTournament:
    return read_tournament(
        kfc_file(players, pairings, SETTINGS | {key.replace("_", "."): changes[key] for key in changes})
    )


def options(**changes: object) -> dict[str, Any]:
    return dict(found(**changes).file.options)


def told(read: ReadTournament) -> str:
    return " ".join(note.message.format(**note.facts) for note in read.notes)


def table(read: ReadTournament) -> Table:
    system, tie_breaks = read.file.configured()
    return system.standings(read.file.snapshot, tie_breaks)


def points(read: ReadTournament) -> dict[int, Fraction]:
    return {row.player: row.cells["points"].value for row in table(read).rows}  # type: ignore[misc]


def test_a_season_is_read_as_a_keizer_tournament() -> None:
    read = found(
        pairings=[
            *((1, 7, 2, 1, 3), (1, 3, 4, 3, 2)),
            *((2, 1, 1, 4, 8), (2, 100, 3, NOBODY, 4), (2, 101, 2, NOBODY, 5)),
            *((3, 1, 3, 1, 9), (3, 100, 2, NOBODY, 6), (3, 101, 4, NOBODY, 7)),
            *((4, 1, 1, 3, 10), (4, 2, 2, 4, -1)),
        ],
        OPTION_NiceName="Vereinsmeisterschaft",
    )
    file = read.file
    assert (file.name, file.system) == ("Vereinsmeisterschaft", "keizer")
    assert file.names == {1: "Anna Berg", 2: "Bo Dahl", 3: "Cor", 4: "Dora Ek"}
    assert (read.people[2].given_name, read.people[2].family_name) == ("Bo", "Dahl")
    assert {each.number: each.rating for each in file.snapshot.entrants} == {1: 1800, 2: 1700, 3: None, 4: 1500}
    first, second, third, fourth = file.snapshot.rounds
    assert [(game.board, game.white, game.black, game.result) for game in first.games] == [
        (1, 4, 3, "1/2-1/2"),
        (2, 2, 1, "0-1"),
    ]
    assert [(game.white, game.result) for game in second.games] == [(1, "+--")]
    assert [(bye.player, bye.kind) for bye in second.byes] == [(3, ByeKind.PAIRING)]
    assert {each.player: each.kind for each in second.absences} == {2: AbsenceKind.CLUB}
    assert [game.result for game in third.games] == ["--+"]
    assert {each.player: each.kind for each in third.absences} == {2: AbsenceKind.EXCUSED, 4: AbsenceKind.UNEXCUSED}
    assert [game.result for game in fourth.games] == ["---", "*"]
    system, _tie_breaks = file.configured()
    assert system.pair(file.snapshot).number == 5


@pytest.mark.parametrize(
    ("key", "value", "option", "is_set"),
    [
        ("BONUS_Clubgame", 70, "club_share", "7/10"),
        ("BONUS_Excused", 35, "excused_share", "7/20"),
        ("BONUS_Unexcused", 10, "unexcused_share", "1/10"),
        ("BONUS_Retired", 80, "withdrawn_share", "4/5"),
        ("BONUS_Freilos", 60, "bye_share", "3/5"),
        ("BONUS_Verlust", 3, "loss_share", "3/100"),
        ("OPTION_RatioFirst2Last", 1.5, "ratio", "3/2"),
        ("OPTION_GameRepeat", 99, "gap", 99),
        ("OPTION_DistBye", 1, "bye_choice", "shared"),
        ("OPTION_DistBye", 0, "bye_choice", "lowest"),
        ("BONUS_Excused", 0, "top_rounding", "half_even"),
        ("BONUS_Excused", 0, "colour_count", "balance"),
    ],
)
def test_each_option_that_it_names_is_set(key: str, value: float, option: str, is_set: object) -> None:
    read = found(**{key: value})
    assert read.file.options[option] == is_set
    read.file.configured()


def test_points_are_those_that_the_program_counts() -> None:
    """By hand: four players and 2.5, so 3 * 5/3 = 5 for the first; after a round with the values 5 4 3 2 of the
    starting list: 5 + 4 for the winner, 4 and the part for losing, half of the opponent's 3 and 2."""
    assert points(found(BONUS_Verlust=20)) == {1: 9, 2: 5, 4: 4, 3: Fraction(7, 2)}


def test_a_win_against_the_last_may_be_worth_one() -> None:
    """The program's: from 2.5 down to 1 in steps of 0.5, which needs one decimal to differ."""
    read = found(OPTION_WickerNormalization=1)
    assert {row.player: row.cells["value"].value for row in table(read).rows} == {
        1: Fraction(5, 2),
        2: 2,
        4: Fraction(3, 2),
        3: 1,
    }
    assert read.file.options["value_unit"] == "1/10"
    assert "Number of players used for rounding: 4" in told(read)


def test_an_adjourned_game_counts_as_drawn() -> None:
    read = found(pairings=[*PLAYED, (2, 1, 1, 3, 11), (2, 2, 2, 4, 1)])
    assert read.file.options["open_game"] == "draw"
    assert read.file.snapshot.rounds[1].games[0].result == "*"
    assert "open_game" not in options()


def test_whoever_is_signed_off_for_good_there_has_withdrawn() -> None:
    """“abgemeldet” in German: out of the ranking, and a win against them counts by the own value."""
    read = found(players=[ANNA, (*BO[:3], RETIRED, ""), COR, DORA])
    assert read.file.snapshot.by_number[2].away == ((2, None),)
    assert table(read).rows[-1].withdrawn
    never_came = found(players=[*FOUR, (5, "Eva", 1400, RETIRED, "")])
    assert never_came.file.snapshot.by_number[5].away == ((1, None),)


def test_rounds_without_a_row_earn_nothing() -> None:
    """Whoever had been gone for a while and came back."""
    gone = found(pairings=[*PLAYED, (2, 1, 1, 3, 1), (3, 1, 1, 3, 1), (4, 1, 1, 2, 1), (4, 2, 3, 4, 1)])
    assert gone.file.snapshot.by_number[2].away == ((2, 3),)


def test_whoever_came_later_is_paid_as_in_the_program() -> None:
    late = [*PLAYED, (1, 100, 5, NOBODY, 12), (2, 1, 5, 1, 1), (2, 2, 2, 4, 1)]
    with_rows = found(players=[*FOUR, (5, "Eva", 1400, PRESENT, "")], pairings=late)
    assert with_rows.file.snapshot.by_number[5].joined_round == 2
    assert with_rows.file.snapshot.rounds[0].absences == ()
    assert "before_entry" not in with_rows.file.options  # as unexcused
    without = found(players=[*FOUR, (5, "Eva", 1400, PRESENT, "")], pairings=[late[0], late[1], *late[3:]])
    assert without.file.snapshot.by_number[5].joined_round == 2
    assert without.file.options["before_entry"] == "nothing"


def test_whoever_came_later_under_an_older_version_earns_nothing_for_it() -> None:
    """Some have a row for each round before, since a newer version entered them, and some have none."""
    players = [*FOUR, (5, "Eva", 1400, PRESENT, ""), (6, "Finn", 1300, PRESENT, ""), (7, "Ole", 1200, PRESENT, "")]
    rows = [(1, 100, 5, NOBODY, 12), (2, 1, 5, 1, 1), (2, 2, 6, 4, 1)]
    read = found(players=players, pairings=[*PLAYED, *rows])
    told = {each.number: (each.joined_round, each.away) for each in read.file.snapshot.entrants}
    assert (told[5], told[6], told[7]) == ((2, ()), (1, ((1, 1),)), (1, ((1, 2),)))
    assert "before_entry" not in read.file.options


def test_deleted_players_are_left_out_with_their_rounds() -> None:
    read = found(
        players=[*FOUR, (5, "Eva", 1400, DELETED, "")],
        pairings=[*PLAYED, (1, 100, 5, NOBODY, 6), (1, 101, 6, NOBODY, 6)],
    )
    assert set(read.file.names) == {1, 2, 3, 4}
    assert read.file.snapshot.rounds[0].absences == ()


def test_categories_become_categories() -> None:
    read = found(OPTION_Categories="s=Senioren 60+, j = Jugend")
    assert read.file.categories == ("Senioren 60+", "Jugend")
    assert read.file.category_of == {1: "Senioren 60+", 4: "Senioren 60+"}
    assert "Players in more than one category: 1" in told(read)
    assert found(OPTION_Categories="#s=Senioren").file.categories == ()
    many = found(OPTION_Categories=", ".join(f"a{nth}=Gruppe {nth}" for nth in range(14)) + f", b={'x' * 41}")
    assert len(many.file.categories) == 12
    assert "left out because there are too many or their names are too long: 3" in told(many)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"OPTION_DistBye": 1}, "also counts absences when it decides who sits out"),
        ({"BONUS_Verlust": 5}, "earns nothing. Here it earns a part"),
        ({"OPTION_NovusRandom": 1}, "drew the board numbers by lot"),
        ({"OPTION_FirstRoundRandom": 200, "pairings": ()}, "partly by lot"),
        ({"players": [*FOUR[:3], (*DORA[:3], EXCUSED, "")]}, "Marked away for the next round in the file: 1"),
    ],
)
def test_what_has_no_counterpart_is_told(changes: dict[str, Any], sentence: str) -> None:
    assert sentence in told(found(**changes))
    assert sentence not in told(found())


def test_a_file_of_an_older_version_names_no_options() -> None:
    read = read_tournament(kfc_file(FOUR, PLAYED, schema=(PLAYER, PAIRING)))
    assert read.file.options == {"top_rounding": "half_even", "colour_count": "balance"}
    assert "hold no options: check the Keizer options yourself" in told(read)
    oldest = read_tournament(
        kfc_file((), schema=(PLAYER, PAIRING), further=["ALTER TABLE Player DROP COLUMN Categories"])
    )
    assert oldest.file.names == {}


# Files made to hurt


def test_it_is_never_read_in_the_process_of_the_pages() -> None:
    data = kfc_file(FOUR, PLAYED, SETTINGS)
    assert len(data) < 64_000
    assert not is_short(Reader.TOURNAMENT, data)
    assert read_apart(Reader.TOURNAMENT, data) == read_tournament(data)


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE Player SET rating = 'many' WHERE id = 3", "Player[2].rating"),
        ("UPDATE Player SET rating = -1 WHERE id = 3", "whole number"),
        ("UPDATE Player SET name = 'Cor' || char(0) || 'x' WHERE id = 3", "control characters"),
        ("UPDATE Player SET name = x'ff00' WHERE id = 3", "text is expected"),
        ("UPDATE Player SET name = CAST(x'ff41' AS TEXT) WHERE id = 3", "damaged"),
        ("UPDATE Player SET id = -4 WHERE id = 3", "whole number"),
        ("UPDATE Player SET state = 1.5 WHERE id = 3", "whole number"),
        ("UPDATE Pairing SET Rnd = 501 WHERE PID_W = 4", "more than 500 rounds"),
        ("UPDATE Pairing SET Rnd = 'two' WHERE PID_W = 4", "Pairing[1].Rnd"),
        ("UPDATE Pairing SET Result = 13 WHERE PID_W = 4", "is not a result"),
        ("UPDATE Pairing SET Result = 6 WHERE PID_W = 4", "is not a result"),
        ("UPDATE Pairing SET PID_B = 9 WHERE PID_W = 4", "no player with the number 9"),
        ("UPDATE Pairing SET PID_B = 1 WHERE PID_W = 4", "in this round twice"),
        ("UPDATE Pairing SET PID_B = 4 WHERE PID_W = 4", "in this round twice"),
        ("UPDATE ConfigTab SET CfgValue = 'x' WHERE CfgKey = 'BONUS.Excused'", "not a number"),
        ("UPDATE ConfigTab SET CfgValue = 9e999 WHERE CfgKey = 'BONUS.Excused'", "not a number"),
        ("UPDATE ConfigTab SET CfgValue = -1 WHERE CfgKey = 'BONUS.Excused'", "not a number"),
        ("UPDATE ConfigTab SET CfgKey = x'00' WHERE CfgKey = 'BONUS.Excused'", "text is expected"),
        ("ALTER TABLE Player RENAME COLUMN rating TO elo", "rating is missing"),
        ("ALTER TABLE Player RENAME TO Players", "not a KeizerForClubs tournament"),
        ("CREATE TRIGGER t AFTER INSERT ON Player BEGIN SELECT 1; END", "more than plain tables"),
        ("CREATE VIEW v AS SELECT 1", "more than plain tables"),
        ("CREATE VIRTUAL TABLE v USING fts5(a)", "more than plain tables"),
        ("ALTER TABLE Player ADD COLUMN a AS (id || name)", "is calculated from others"),
    ],
)
def test_a_fault_is_a_sentence(statement: str, sentence: str) -> None:
    with pytest.raises(FileError) as refused:
        read_tournament(kfc_file(FOUR, PLAYED, SETTINGS, further=[statement]))
    assert sentence in f"{refused.value} {refused.value.place}"


def test_a_ratio_that_makes_no_values_is_refused_in_words() -> None:
    with pytest.raises(FileError, match="must be above 1"):
        found(OPTION_RatioFirst2Last=1).file.configured()


ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT"


@pytest.mark.parametrize(
    ("table", "view"),
    [
        (PLAYER, f"CREATE VIEW Player AS {ENDLESS} x AS id, 'a' AS name, 1 AS rating, 1 AS state FROM c"),
        (PAIRING, f"CREATE VIEW Pairing AS {ENDLESS} 1 AS Rnd, x AS board FROM c"),
        (CONFIG, f"CREATE VIEW ConfigTab AS {ENDLESS} x AS CfgKey, x AS CfgText, x AS CfgValue FROM c"),
    ],
)
def test_a_view_called_like_a_table_is_not_followed(table: str, view: str) -> None:
    schema = [view if each == table else each for each in (PLAYER, PAIRING, CONFIG)]
    with closing(sqlite3.connect(":memory:")) as made:
        for statement in schema:
            made.execute(statement)
        data = made.serialize()
    with pytest.raises(FileError, match="more than plain tables"):
        read_tournament(data)


def test_a_million_rows_are_not_gone_through() -> None:
    with closing(sqlite3.connect(":memory:")) as made:
        made.execute(PLAYER)
        made.execute("CREATE TABLE Pairing (Rnd, board, PID_W, PID_B, Result)")
        made.executemany("INSERT INTO Pairing VALUES (1, 1, 1, 1, 1)", (() for _each in range(1_000_000)))
        made.commit()
        data = made.serialize()
    assert len(data) < LARGEST
    with pytest.raises(FileError, match="more than 100000 rows"):
        read_tournament(data)


def test_it_has_so_many_players_and_bytes_at_the_most() -> None:
    with pytest.raises(FileError, match="more than 2000 rows"):
        read_tournament(kfc_file([(nth, "A", 0, 1, "") for nth in range(1, 2_002)]))
    with pytest.raises(FileError, match="larger than 20 megabytes"):
        read_tournament(kfc_file(FOUR, PLAYED, SETTINGS) + bytes(LARGEST))


@pytest.mark.parametrize("part", [16, 100, 2_000, 5_000])
def test_a_part_of_a_file_is_refused(part: int) -> None:
    with pytest.raises(FileError, match=r"damaged|not a KeizerForClubs tournament"):
        read_tournament(kfc_file(FOUR, PLAYED, SETTINGS)[:part])


@settings(max_examples=150)
@given(st.data())
def test_whatever_bytes_are_changed_it_is_read_or_refused(data: st.DataObject) -> None:
    made = bytearray(kfc_file(FOUR, PLAYED, SETTINGS, schema=(PLAYER, PAIRING, CONFIG, *INDEXES)))
    for _again in range(data.draw(st.integers(1, 6))):
        made[data.draw(st.integers(16, len(made) - 1))] = data.draw(st.integers(0, 255))
    try:
        read = read_tournament(bytes(made)).file.system
    except FileError as error:
        read = str(error)
    assert read
