"""TRFs as other programs write them: made up by hand after what their users reported."""

import datetime
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_formats import ReadTournament, read_tournament
from tournaments.exchange.trf import importer, parse
from tournaments.exchange.trf.importer import taken
from tournaments.pairing.history.record import Scoring
from tournaments.pairing.types.snapshot import ByeKind, PlayedBye

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


def test_the_letter_z_of_162_is_an_absence() -> None:
    read = parse(written("162_letter_z"))
    assert read.scoring == {
        "W": Fraction(1),
        "D": Fraction(1, 2),
        "L": Fraction(0),
        "A": Fraction(0),
        "P": Fraction(1, 2),
    }
    assert told("162_letter_z") == []
    assert read_tournament(written("162_letter_z")).file.options["bye_points"] == "1/2"


def scored(line: str) -> dict[str, Fraction]:
    return dict(parse(written("date_month_name") + f"{line}\n".encode()).scoring)


@pytest.mark.parametrize(
    "line",
    [
        "162  W 3.0    D 1.0    L 0.0",  # from column 6
        "162 W 3.0    D 1.0    L 0.0",  # from column 5
        "162   w 3,0 D 1 L",
        "162 W3 D1 L0",
    ],
)
def test_the_letters_of_162_are_read_wherever_they_stand(line: str) -> None:
    assert scored(line) == {"W": 3, "D": 1, "L": 0}


def test_halves_may_be_written_as_such() -> None:
    assert scored("162  W 1½      D ½") == {"W": Fraction(3, 2), "D": Fraction(1, 2)}


def test_of_the_letters_a_and_z_the_first_is_the_absence() -> None:
    assert scored("162  A 0.5    Z 0.0") == {"A": Fraction(1, 2)}


@pytest.mark.parametrize(
    ("line", "column", "sentence"),
    [
        ("162  W 1.0    Q 0.5", 15, "“Q” is not one of the letters W D L A P X."),
        ("162  W 1.0    0.5", 11, "A letter and its points are expected here, not “0.5”."),
        ("162 3 1 0", 5, "A letter and its points are expected here, not “3 1 0”."),
        ("162  W 1.0.0", 8, "Points are expected in columns 8–12, not “1.0.0”."),
    ],
)
def test_a_162_that_cannot_be_read_is_refused(line: str, column: int, sentence: str) -> None:
    with pytest.raises(FileError) as caught:
        scored(line)
    assert str(caught.value).endswith(sentence)
    assert caught.value.place == f"line 7, column {column}"


def test_an_absence_that_names_an_opponent_is_one_with_a_note() -> None:
    read = read_tournament(written("zero_bye_with_opponent"))
    _first, second = read.file.snapshot.rounds
    assert {(game.white, game.black, game.result) for game in second.games} == {(1, 2, "0-1"), (4, 3, "+--")}
    assert told("zero_bye_with_opponent") == [
        "Line 5, round 2: “Z” was read as an absence, though player 4 is named.",
        "Round 2: only the line of 4 names the game forfeited against 3.",
    ]


def test_two_absences_that_name_each_other_are_no_game() -> None:
    data = written("zero_bye_with_opponent").replace(b"3 w +", b"3 w Z")
    read = read_tournament(data)
    assert [(bye.player, bye.kind) for bye in read.file.snapshot.rounds[1].byes] == [
        (3, ByeKind.ZERO),
        (4, ByeKind.ZERO),
    ]


def boards_of(read: ReadTournament) -> list[tuple[int, int]]:
    paired = read.file.configured()[0].pair(read.file.snapshot)
    return [(board.white, board.black) for board in paired.boards]


def test_a_bye_given_before_the_first_round_was_paired_waits_for_it() -> None:
    read = read_tournament(written("preset_pab_round_1"))
    assert read.file.snapshot.rounds == ()
    assert read.file.snapshot.next_round.byes == (PlayedBye(player=5, kind=ByeKind.PAIRING),)
    assert boards_of(read) == [(1, 4), (6, 2), (3, 7)]
    assert read.notes == (), "the file's points count the bye already"


FIVE = """012 Five
XXR 5
001    1      Player01, Test                    2300                             1.0          3 w 1  {1}
001    2      Player02, Test                    2200                             1.0          4 b 1  {2}
001    3      Player03, Test                    2100                             0.0          1 b 0  {3}
001    4      Player04, Test                    2000                             0.0          2 w 0  {4}
001    5      Player05, Test                    1900                             1.0       0000 - U  {5}
{6}
"""


def five(*cells: str, more: str = "") -> ReadTournament:
    return read_tournament(FIVE.format("", *cells, more).encode())


def test_a_bye_given_in_the_second_round_waits_for_it() -> None:
    read = five("", "", "", "0000 - U", "")
    assert len(read.file.snapshot.rounds) == 1
    assert read.file.snapshot.next_round.byes == (PlayedBye(player=4, kind=ByeKind.PAIRING),)
    assert sorted(sorted(pair) for pair in boards_of(read)) == [[1, 5], [2, 3]], "5 floated by the bye before"
    paired = read.file.configured()[0].pair(read.file.snapshot)
    assert [bye.player for bye in paired.byes] == [4]


def test_with_a_given_bye_the_others_are_asked_for_and_away_as_the_file_says() -> None:
    read = five("", "", "0000 - H", "0000 - U", "", more="XXZ 5")
    assert [(bye.player, bye.kind) for bye in read.file.snapshot.next_round.byes] == [
        (3, ByeKind.HALF),
        (4, ByeKind.PAIRING),
        (5, ByeKind.ZERO),
    ]


def test_byes_of_rounds_behind_the_coming_one_are_told() -> None:
    read = five("", "", "0000 - Z  0000 - H", "", "")
    assert len(read.file.snapshot.rounds) == 1
    assert [(bye.player, bye.kind) for bye in read.file.snapshot.next_round.byes] == [(3, ByeKind.ZERO)]
    assert [note.message for note in read.notes] == [
        "Byes asked for in later rounds are not imported: mark them when the round opens."
    ]


def test_a_round_with_a_game_in_it_is_played_though_others_have_byes() -> None:
    read = five("   2 w  ", "   1 b  ", "0000 - Z", "0000 - U", "0000 - Z")
    assert len(read.file.snapshot.rounds) == 2


def test_who_sits_out_an_all_play_all_s_coming_round_does_so_by_its_plan() -> None:
    read = read_tournament(written("preset_pab_round_1"), system="all_play_all")
    assert read.file.snapshot.rounds == ()
    assert len(boards_of(read)) == 2, "5 and who was to meet them"


DUTCH = "FIDE Swiss (Dutch)"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("192_dubov", f"The file says FIDE_DUBOV. The rounds to come are paired by {DUTCH}."),
        ("192_dutch_2017", f"The file says FIDE_DUTCH_2017. The rounds to come are paired by {DUTCH}."),
    ],
)
def test_what_the_rounds_to_come_are_not_paired_by_is_told_once(name: str, sentence: str) -> None:
    assert told(name) == [sentence]


@pytest.mark.parametrize(
    ("system", "kind", "goes_on", "given"),
    [
        ("FIDE_BURSTEIN", "", None, "FIDE_BURSTEIN"),
        ("FIDE_LIM", "Individual: Swiss", None, "FIDE_LIM"),
        ("FIDE_DOUBLESWISS", "", None, "FIDE_DOUBLESWISS"),
        ("CUSTOM_SWISS", "", None, "CUSTOM_SWISS"),
        ("CUSTOM_SWISS", "Individual: Swiss-System (Keizer)", None, "Individual: Swiss-System (Keizer)"),
        ("", "Individual Swiss Dubov", None, "Individual Swiss Dubov"),
        ("FIDE_DUTCH", "", "norwegian_monrad", "FIDE_DUTCH"),
        ("FIDE_ROUNDROBIN", "", "fide_dutch", "FIDE_ROUNDROBIN"),
        ("", "Individual: Swiss-System (Modified Monrad)", "fide_dutch", "Individual: Swiss-System (Modified Monrad)"),
        ("FIDE_DUTCH", "Individual: Swiss", None, ""),
        ("FIDE_DUTCH_2025", "", None, ""),
        ("FIDE_DUTCH_2026", "", None, ""),
        ("CUSTOM_SWISS", "Individual: Swiss-System (Modified Monrad)", None, ""),
        ("BERGER_ROUNDROBIN_G2", "", None, ""),
        ("", "Rundenturnier", None, ""),
        ("", "Individual: Swiss-System", None, ""),
        ("", "", "norwegian_monrad", ""),
    ],
)
def test_another_system_is_told(system: str, kind: str, goes_on: str | None, given: str) -> None:
    trf = replace(parse(written("192_dubov")), system=system, kind=kind, rounds=3)  # everybody once, of four
    notes = taken(trf, system=goes_on).notes
    assert [note.facts["given"] for note in notes] == ([given] if given else [])


@pytest.mark.parametrize("name", ["xxa_ignored", "250_baku"])
def test_what_baku_adds_is_taken(name: str) -> None:
    read = read_tournament(written(name))
    assert boards_of(read) == [(2, 1), (3, 5), (6, 4), (7, 8)]
    assert read.file.options["acceleration"] == "baku"
    assert read.notes == ()


def test_points_that_count_what_is_added_are_those_of_the_file() -> None:
    data = written("xxa_ignored").replace(b"1.0          3 w 1", b"2.0          3 w 1")
    assert read_tournament(data).notes == ()


def test_columns_of_added_points_may_stand_one_behind_the_other() -> None:
    data = written("xxa_ignored").replace(b"XXA    1  1.0  1.0  1.0  0.5  0.5", b"XXA 1 1.0 1 1,0 .5 0.5 0.0")
    assert read_tournament(data).file.options["acceleration"] == "baku"


OTHER_POINTS = (
    "The points of accelerated rounds (250, XXA) are not imported, since they are not those of the "
    "Baku acceleration: the rounds to come are paired by {}, without acceleration."
)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("xxa_ignored", "XXA    4  1.0  1.0", "XXA    4  1.0  0.5"),
        ("xxa_ignored", "XXA    4  1.0  1.0", "XXA    5  1.0  1.0"),
        ("xxa_ignored", "XXR 9", "XXR 4"),
        ("250_baku", "250       0.5   4   5", "250       0.5   4   6"),
        ("250_baku", "142 9", "162  W 3.0"),
    ],
)
def test_other_added_points_are_told(name: str, old: str, new: str) -> None:
    text = written(name).decode()
    assert old in text
    read = read_tournament(text.replace(old, new).encode())
    assert OTHER_POINTS.format(DUTCH) in [note.message.format(**note.facts) for note in read.notes]
    assert "acceleration" not in read.file.options


def test_no_other_system_takes_added_points() -> None:
    read = read_tournament(written("250_baku"), system="norwegian_monrad")
    assert [note.message.format(**note.facts) for note in read.notes] == [
        "The file says FIDE_DUTCH_2026_BAKU. The rounds to come are paired by Norwegian Monrad.",
        OTHER_POINTS.format("Norwegian Monrad"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "250             1   3    1    4",
        "250       1.0       3    1    4",
        "250       1.0   1   3    x    4",
        "XXA",
        "XXA    9  1.0",
        "XXA    1  1.x",
    ],
)
def test_added_points_that_cannot_be_read_are_refused_with_their_line(line: str) -> None:
    with pytest.raises(FileError) as caught:
        read_tournament(written("192_dubov") + f"{line}\n".encode())
    assert str(caught.value.place).startswith("line ")


def test_an_acceleration_that_is_only_named_is_taken_where_the_rounds_are_known() -> None:
    trf = replace(parse(written("250_baku")), accelerated=())
    assert taken(trf).file.options["acceleration"] == "baku"
    (note,) = taken(replace(trf, rounds=None)).notes
    assert note.message.format(**note.facts) == (
        f"The file says FIDE_DUTCH_2026_BAKU. The rounds to come are paired by {DUTCH}, without acceleration."
    )
    (other,) = taken(replace(trf, system="FIDE_BURSTEIN_BAKU")).notes
    assert other.message.format(**other.facts) == (
        f"The file says FIDE_BURSTEIN_BAKU. The rounds to come are paired by {DUTCH}."
    )


@pytest.mark.parametrize("name", ["FIDE_TEAM", "FIDE_OLYMPIAD"])
def test_a_tournament_of_teams_that_are_not_told_is_refused(name: str) -> None:
    data = written("192_dubov").replace(b"FIDE_DUBOV", name.encode())
    with pytest.raises(FileError) as caught:
        read_tournament(data)
    assert str(caught.value).endswith(
        f"This is a team tournament (192 {name}), but no line 310 says who is in which team."
    )


def test_a_team_out_of_its_columns_is_refused_with_its_line() -> None:
    with pytest.raises(FileError, match="Column 54 should be blank") as caught:
        read_tournament(written("team_file_as_individual"))
    assert caught.value.place == "line 12, column 54"


def test_so_many_teams_are_a_tournament_of_teams_where_it_is_not_called_individual() -> None:
    trf = parse(written("192_dutch_2017"))
    with pytest.raises(FileError, match=r"team tournament \(082 2\)"):
        taken(replace(trf, teams_said=2))
    assert taken(replace(trf, teams_said=2, kind="Individual: Swiss-System"))
    assert taken(replace(trf, teams_said=0))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("XXS ZPB=0.5", "These points for results and byes are not imported: XXS ZPB. Set them in the options."),
        ("XXS WW=2", "These points for results and byes are not imported: XXS WW. Set them in the options."),
        ("XXS W=1 D=0.5 L=0 FL=0 ZPB=0 PAB=1", None),
        ("XXC random", "Line 7: the code XXC random is not known and was left out."),
        ("XXC rank white1", None),
        ("152 X", "Line 7: the code 152 X is not known and was left out."),
        ("BBF  1.0", "These points for results and byes are not imported: BBF. Set them in the options."),
        ("162  A 0.5", "These points for results and byes are not imported: 162 A. Set them in the options."),
        ("162  A 0.0    X 0.5", None),
        ("BBZ  0.0", None),
        ("013 Club                                1    2", "Teams (013) are not imported."),
    ],
)
def test_other_points_and_teams_that_are_not_taken_over_are_told(line: str, sentence: str | None) -> None:
    read = read_tournament(written("date_month_name") + f"{line}\n".encode())
    assert [note.message.format(**note.facts) for note in read.notes] == ([sentence] if sentence else [])


def test_the_points_of_an_open_game_are_told_where_one_is_open() -> None:
    data = written("192_dubov").replace(b"3 w 1", b"3 w  ").replace(b"1 b 0", b"1 b  ") + b"162  X 0.5\n"
    assert [note.facts.get("codes") for note in read_tournament(data).notes][:2] == [None, "162 X"]


@pytest.mark.parametrize("line", ["BBW -1.0", "162  W-1.0"])
def test_points_that_no_system_takes_are_refused_with_a_sentence(line: str) -> None:
    with pytest.raises(FileError, match="win"):
        read_tournament(written("date_month_name") + f"{line}\n".encode())


def test_points_by_javafos_names_become_options() -> None:
    text = written("192_dubov").replace(b" 1.0  ", b" 3.0  ") + b"XXS W=3 D=1\nXXS PAB=1.5\n"
    read = read_tournament(text)
    assert read.file.options["win"] == "3"
    assert (read.file.options["draw"], read.file.options["bye_points"]) == ("1", "3/2")
    assert [note.facts["given"] for note in read.notes] == ["FIDE_DUBOV"]


@pytest.mark.parametrize(
    ("line", "given"),
    [("XXS WIN=3", "WIN=3"), ("XXS W", "W"), ("XXS W= 3", "W="), ("XXS 3", "3")],
)
def test_an_xxs_that_cannot_be_read_is_refused(line: str, given: str) -> None:
    with pytest.raises(FileError) as caught:
        scored(line)
    assert str(caught.value).endswith(f"A result and its points are expected here, such as W=3, not “{given}”.")
    assert str(caught.value.place) == "line 7, column 5"


def test_letters_that_javafos_points_have_no_place_for_are_told_where_they_stand() -> None:
    data = written("192_dubov").replace(b"3 w 1", b"3 w +").replace(b"1 b 0", b"1 b -")
    told_of = {
        line: [dict(note.facts) for note in read_tournament(data + line).notes][1:]
        for line in (
            b"XXS FPB=0 HPB=0\n",
            b"XXS FW=0.5 FL=0.5\n",
        )
    }
    assert told_of[b"XXS FPB=0 HPB=0\n"] == []
    assert told_of[b"XXS FW=0.5 FL=0.5\n"] == [{"codes": "XXS FW, XXS FL"}]


@pytest.mark.parametrize(("line", "code"), [("162  W 3.0", "162 W"), ("BBW  3.0", "BBW"), ("XXS WW=3 BW=3", "XXS W")])
def test_points_that_a_system_would_have_no_option_for_are_told(line: str, code: str) -> None:
    """All that may go on have one today."""
    trf = parse(written("192_dubov") + f"{line}\n".encode())
    half = Fraction(1, 2)
    (note,) = importer._left_out(trf, (), Scoring(win=Fraction(1), draw=half, loss=Fraction(0), bye=Fraction(1)))
    assert note.facts["codes"] == code
    assert importer._left_out(trf, (), Scoring(win=Fraction(3), draw=half, loss=Fraction(0), bye=Fraction(1))) == []


def test_places_in_the_file_are_told_where_they_are_not_the_numbers() -> None:
    lines = written("192_dubov").decode().splitlines()
    players = [line for line in lines if line.startswith("001")]
    others = [line for line in lines if not line.startswith("001")]
    data = "\n".join([*others, "XXC rank", *reversed(players)]).encode()
    assert read_tournament(data).notes[1].message == (
        "The file is in order of rank (XXC rank). Here the numbers in its lines are the start numbers."
    )


def test_one_fide_id_of_several_is_the_first_ones() -> None:
    lines = written("192_dubov").decode().splitlines()
    players = [at for at, line in enumerate(lines) if line.startswith("001")]
    for at in players[1:4]:
        lines[at] = lines[at][:57] + f"{1500001:>11}" + lines[at][68:]
    read = read_tournament("\n".join(lines).encode())
    assert [note.message.format(**note.facts) for note in read.notes][1:] == [
        "1500001 is the FIDE ID of several players: 2, 3, 4. Only the first of them keeps it."
    ]
    assert [read.people[number].fide_id for number in (1, 2, 3, 4)] == [None, 1500001, None, None]


def test_six_who_play_twice_end_as_fide_has_it() -> None:
    """No TRF, but what its system should have paired: the second cycle keeps the order of the table."""
    file = read_tournament((DATA / "berger_twice_6.json").read_bytes()).file
    system, _tie_breaks = file.configured()

    paired = system.pair(replace(file.snapshot, next_round=replace(file.snapshot.next_round, absences=(), byes=())))

    assert (paired.number, [(board.white, board.black) for board in paired.boards]) == (9, [(5, 6), (4, 1), (3, 2)])
