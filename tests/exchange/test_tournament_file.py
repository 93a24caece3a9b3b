"""Tournament files: there and back again, and a place for every fault (docs/tournament-file.md)."""

import copy
import json
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.fuzzing.wild import OTHERS
from tests.tools.pairing.evenings import evenings
from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_file import LARGEST, TournamentFile, dump, parse
from tournaments.pairing.systems.attendance_monrad import AttendanceMonrad
from tournaments.pairing.types.paired_round import PinnedBoard
from tournaments.pairing.types.snapshot import (
    NO_SEED,
    AbsenceKind,
    ByeKind,
    Entrant,
    KnownBefore,
    PlayedGame,
    PlayedRound,
    Result,
    TournamentSnapshot,
)

SIX = Path(__file__).parents[1] / "data" / "attendance_monrad_six.json"
CLUBS = json.loads((Path(__file__).parents[1] / "data" / "keizer_clubs" / "clubs.json").read_bytes())


def document(**changes: Any) -> dict[str, Any]:
    """A small right file; a change of None takes the key away."""
    players = [{"number": 1, "name": "Anna Berg"}, {"number": 2, "name": "Bo"}, {"number": 3, "name": "Cy"}]
    keys: dict[str, Any] = {
        "format": "clubchess-tournament",
        "version": 1,
        "name": "Klubbkväll",
        "system": "attendance_monrad",
        "players": players,
        "rounds": [
            {
                "number": 1,
                "games": [{"board": 1, "white": 2, "black": 1, "result": "1-0"}],
                "byes": [{"player": 3, "kind": "pairing"}],
            }
        ],
    }
    return {key: value for key, value in (keys | changes).items() if value is not None}


def encoded(**changes: Any) -> bytes:
    return json.dumps(document(**changes)).encode()


def fault(data: bytes) -> tuple[str, str]:
    with pytest.raises(FileError) as caught:
        parse(data).configured()
    return caught.value.place, str(caught.value)


# There and back again

texts = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=12)
option_values = st.one_of(st.none(), st.booleans(), st.integers(-(10**9), 10**9), texts, st.lists(st.integers(0, 99)))


@st.composite
def files(draw: st.DrawFn) -> TournamentFile:
    snapshot = draw(evenings())
    numbers = sorted(snapshot.by_number)
    away = {each.player for each in (*snapshot.next_round.absences, *snapshot.next_round.byes)}
    free = [number for number in numbers if number not in away]
    categories = draw(st.lists(texts.filter(str.strip), max_size=3, unique_by=str.casefold))
    return TournamentFile(
        name=draw(texts),
        system=draw(st.sampled_from(["attendance_monrad", "keizer"])),
        names={number: draw(texts) for number in numbers},
        clubs={number: draw(texts.filter(bool)) for number in numbers if draw(st.booleans())},
        categories=tuple(categories),
        category_of={
            number: draw(st.sampled_from(categories)) for number in numbers if categories and draw(st.booleans())
        },
        preset=draw(st.none() | texts),
        options=draw(st.dictionaries(texts, option_values, max_size=3)),
        tie_breaks=draw(st.none() | st.lists(st.dictionaries(texts, option_values, max_size=2), max_size=2).map(tuple)),
        snapshot=snapshot,
        pinned=tuple(PinnedBoard(white=a, black=b) for a, b in zip(free[::2], free[1::2], strict=False)),
    )


@given(files())
def test_it_reads_back_what_it_wrote(file: TournamentFile) -> None:
    data = dump(file)
    assert parse(data) == file
    assert dump(parse(data)) == data


def test_the_order_of_the_rows_changes_nothing_of_what_is_written() -> None:
    keys = json.loads(SIX.read_bytes())
    keys["tie_breaks"] = [{"code": "buchholz", "cut": 2}]
    keys["players"][0]["away"] = [[1, 2], [4, None]]
    written = dump(parse(json.dumps(keys).encode()))
    keys["players"][0]["away"].reverse()
    keys["tie_breaks"] = [{"cut": 2, "code": "buchholz"}]
    for rows in (keys["players"], keys["rounds"], *(each["games"] for each in keys["rounds"])):
        rows.reverse()
    assert dump(parse(json.dumps(keys).encode())) == written


def test_an_empty_club_is_none() -> None:
    players = [{"number": number, "name": "A", "club": ""} for number in (1, 2, 3)]
    assert parse(encoded(players=players)).clubs == {}


def test_a_public_file_keeps_the_seed() -> None:
    file = parse(encoded(seed="ab" * 32))
    assert b"abab" in dump(file)
    assert b"seed" not in dump(file, public=True)
    assert parse(dump(file, public=True)).snapshot.seed == NO_SEED


@pytest.mark.parametrize(
    ("categories", "category", "place"),
    [
        (["A", "B"], "C", "players[1].category"),
        (None, "A", "players[1].category"),
        (["A", "a"], "A", "categories[1]"),
        (["A", " "], "A", "categories[1]"),
        (["A", "B" * 41], "A", "categories[1]"),
        ([*"ABCDEFGHIJKLM"], "A", "categories"),
        ("A", "A", "categories"),
        (["A"], 1, "players[1].category"),
    ],
)
def test_what_is_wrong_with_categories_is_told_with_its_place(categories: Any, category: Any, place: str) -> None:
    players = [{"number": 1, "name": "A"}, {"number": 2, "name": "B", "category": category}, {"number": 3, "name": "C"}]
    assert fault(encoded(players=players, categories=categories))[0] == place


def test_it_reads_the_file_of_the_page() -> None:
    players = [
        {
            "number": 1,
            "name": "Anna Berg",
            "rating": 1512,
            "club": "SK Rockaden",
            "joined_round": 1,
            "away": [[6, 8], [12, None]],
        },
        {"number": 2, "name": "Bo"},
        {"number": 3, "name": "Cy"},
        {"number": 4, "name": "Di"},
    ]
    game = {
        "board": 1,
        "white": 2,
        "black": 1,
        "result": "1-0",
        "by_hand": True,
        "known_from": 2,
        "earlier": [["*", 2]],
    }
    rounds = [
        {
            "number": 1,
            "games": [game],
            "byes": [{"player": 3, "kind": "pairing"}],
            "absences": [{"player": 4, "kind": "excused"}],
        }
    ]
    coming = {"absences": [{"player": 4, "kind": "club"}], "byes": [{"player": 3, "kind": "half"}]}
    file = parse(
        encoded(
            players=players, rounds=rounds, next_round=coming, options={"bye_points": "3"}, planned_rounds=8,
            seed="9f" * 32, forbidden_pairs=[[3, 4]],
        )
    )  # fmt: skip
    anna = file.snapshot.by_number[1]
    assert (anna.rating, anna.away, file.clubs, file.names[2]) == (1512, ((6, 8), (12, None)), {1: "SK Rockaden"}, "Bo")
    played = file.snapshot.rounds[0].games[0]
    assert (played.result, played.by_hand, played.known_from) == (Result.WHITE_WINS, True, 2)
    assert played.earlier == (KnownBefore(Result.OPEN, 2),)
    assert file.snapshot.next_round.absences[0].kind == AbsenceKind.CLUB
    assert file.snapshot.next_round.byes[0].kind is ByeKind.HALF
    assert (file.snapshot.planned_rounds, file.snapshot.forbidden_pairs) == (8, {frozenset({3, 4})})


def test_games_of_the_next_round_are_the_directors_boards() -> None:
    file = parse(encoded(next_round={"games": [{"board": 1, "white": 3, "black": 1, "result": "*"}]}))
    assert file.pinned == (PinnedBoard(white=3, black=1),)


def test_numbers_with_decimals_are_read_by_their_text() -> None:
    data = encoded(options={"win": "WIN"}).replace(b'"WIN"', b"0.1")
    system, _tie_breaks = parse(data).configured()
    assert isinstance(system, AttendanceMonrad)
    assert system.win == Fraction(1, 10)


def test_a_byte_order_mark_is_no_fault() -> None:
    assert parse(b"\xef\xbb\xbf" + encoded()) == parse(encoded())


def test_tie_breaks_of_the_file_replace_the_systems_own() -> None:
    _system, tie_breaks = parse(encoded(tie_breaks=[{"code": "buchholz", "cut": 2}])).configured()
    assert [tie_break.info.short for tie_break in tie_breaks] == ["Buchholz-2"]
    _system, tie_breaks = parse(encoded()).configured()
    assert [tie_break.info.short for tie_break in tie_breaks] == ["Buchholz-1", "wins", "blacks"]


# Faults

GAME = {"board": 1, "white": 2, "black": 1, "result": "1-0"}


def one_round(**keys: Any) -> dict[str, Any]:
    return {"rounds": [{"number": 1} | keys]}


@pytest.mark.parametrize(
    ("changes", "place", "message"),
    [
        ({"format": "other"}, "format", "This is not a tournament file"),
        ({"version": 2}, "version", "of version 2, but only version 1"),
        ({"version": True}, "version", "of version true"),
        ({"version": "1"}, "version", "only version 1"),
        ({"naem": "x"}, "naem", "The key naem is not known here"),
        ({"name": None}, "name", "The key name is missing"),
        ({"name": 7}, "name", "A text is expected here, not 7"),
        ({"name": "a\x00b"}, "name", "control characters"),
        ({"name": "a\ud800"}, "name", "control characters"),
        ({"name": "x" * 501}, "name", "longer than 500"),
        ({"system": "swiss"}, "system", "There is no pairing system swiss; there are all_play_all, attendance_monrad"),
        ({"preset": "big"}, "preset", "There is no preset big"),
        ({"options": {"winn": "3"}}, "options.winn", "There is no option winn here"),
        ({"options": {"win": "three"}}, "options.win", "The option win is three, but must be a number"),
        ({"options": {"win": {}}}, "options.win", "cannot be the value of an option"),
        ({"options": {"win": [1] * 1_001}}, "options.win", "cannot be the value of an option"),
        ({"options": []}, "options", "An object is expected here, not […]"),
        ({"tie_breaks": [{"code": "wins"}, {"code": "luck"}]}, "tie_breaks[1].code", "There is no tie-break luck"),
        ({"tie_breaks": [{"code": "buchholz", "cut": -1}]}, "tie_breaks[0].cut", "must be at least 0"),
        ({"tie_breaks": [{"code": "wins"}, {"code": "wins"}]}, "tie_breaks", "listed twice"),
        ({"tie_breaks": [{"code": "monrad", "cut": cut} for cut in range(21)]}, "tie_breaks", "at most 20 tie-breaks"),
        ({"planned_rounds": -1}, "planned_rounds", "A whole number from 0 is expected here, not -1"),
        ({"planned_rounds": 2.5}, "planned_rounds", "not 2.5"),
        ({"seed": "ab" * 31}, "seed", "A seed has 64 hex digits"),
        ({"seed": "g" * 64}, "seed", "A seed has 64 hex digits"),
        ({"seed": "ab" * 32 + "\n"}, "seed", "A seed has 64 hex digits"),
        ({"forbidden_pairs": [[1, 2, 3]]}, "forbidden_pairs[0]", "A list of 2 is expected"),
        ({"forbidden_pairs": [[1, 9]]}, "forbidden_pairs[0][1]", "There is no player with the number 9"),
        ({"forbidden_pairs": [[1, 1]]}, "forbidden_pairs[0]", "two different players"),
        ({"players": {}}, "players", "A list is expected"),
        ({"players": [{"number": 1}]}, "players[0].name", "The key name is missing"),
        ({"players": [{"number": 0, "name": "A"}]}, "players[0].number", "A whole number from 1"),
        ({"players": [{"number": True, "name": "A"}]}, "players[0].number", "not true"),
        ({"players": [{"number": 1.0, "name": "A"}]}, "players[0].number", "not 1.0"),
        ({"players": [{"number": 10**30, "name": "A"}]}, "players[0].number", "A whole number from 1"),
        ({"players": [{"number": 1, "name": "A"}] * 2}, "players[1].number", "two players with the number 1"),
        ({"players": [{"number": 1, "name": "A", "rating": "1500"}]}, "players[0].rating", "not 1500"),
        ({"players": [{"number": 1, "name": "A", "joined_round": 0}]}, "players[0].joined_round", "from 1"),
        ({"players": [{"number": 1, "name": "A", "away": [[3, 2]]}]}, "players[0].away[0][1]", "from 3"),
        ({"players": [{"number": 1, "name": "A", "away": [[3]]}]}, "players[0].away[0]", "A list of 2"),
        ({"players": [{"number": 1, "name": "A", "birth": 2001}]}, "players[0].birth", "not known here"),
        ({"rounds": [{"number": 2}]}, "rounds[0].number", "without a gap"),
        ({"rounds": [{"number": 1}, {"number": 1}]}, "rounds[1].number", "without a gap"),
        ({"rounds": [{"number": 1}, {"number": 3}]}, "rounds[1].number", "without a gap"),
        ({"rounds": [{}]}, "rounds[0].number", "The key number is missing"),
        (one_round(games=[GAME | {"white": 9}]), "rounds[0].games[0].white", "There is no player with the number 9"),
        (one_round(games=[GAME | {"white": "2"}]), "rounds[0].games[0].white", "A whole number"),
        (one_round(games=[GAME | {"white": 1}]), "rounds[0].games[0].black", "The player 1 is in this round twice"),
        (one_round(games=[GAME | {"result": "2-0"}]), "rounds[0].games[0].result", "One of 1-0, 0-1"),
        (one_round(games=[GAME | {"result": ["1-0"]}]), "rounds[0].games[0].result", "One of 1-0, 0-1"),
        (one_round(games=[GAME | {"by_hand": 1}]), "rounds[0].games[0].by_hand", "true or false"),
        (one_round(games=[GAME | {"earlier": [["*"]]}]), "rounds[0].games[0].earlier[0]", "A list of 2"),
        (one_round(games=[GAME, GAME]), "rounds[0].games[1].board", "two boards with the number 1"),
        (one_round(games=[GAME], byes=[{"player": 2, "kind": "half"}]), "rounds[0].byes[0].player", "twice"),
        (one_round(absences=[{"player": 2, "kind": "ill"}]), "rounds[0].absences[0].kind", "One of excused, unexcused"),
        (one_round(byes=[{"player": 2, "kind": "double"}]), "rounds[0].byes[0].kind", "One of pairing, half"),
        ({"next_round": {"game": []}}, "next_round.game", "not known here"),
        ({"next_round": {"games": [GAME]}}, "next_round.games", "has no result yet"),
        (
            {"next_round": {"absences": [{"player": 1, "kind": "club"}], "byes": [{"player": 1, "kind": "half"}]}},
            "next_round.absences[0].player",
            "twice",
        ),
    ],
)
def test_a_fault_names_its_place(changes: dict[str, Any], place: str, message: str) -> None:
    found_place, found_message = fault(encoded(**changes))
    assert found_place == place
    assert message in found_message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "The file is not JSON: see line 1."),
        (b"{", "The file is not JSON"),
        (b'{"format": 1}\n}', "The file is not JSON: see line 2."),
        (b"[]", "This is not a tournament file"),
        (b"null", "This is not a tournament file"),
        (b"NaN", "This is not a tournament file"),
        (b"\xff\xfe{\x00", "The file is not UTF-8: byte 0 cannot be read."),
        ("{é}".encode("latin-1"), "The file is not UTF-8: byte 1"),
        (b"[" * 200_000, "The file is nested too deeply."),
        (b'{"a":' * 200_000, "The file is nested too deeply."),
        (b" " * (LARGEST + 1), "The file is larger than 20 megabytes."),
    ],
)
def test_what_is_no_tournament_file_is_said(data: bytes, message: str) -> None:
    assert message in fault(data)[1]


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e999999999", b"9" * 10_000])
@pytest.mark.parametrize("key", ["planned_rounds", "options"])
def test_numbers_that_are_none_or_endless_are_refused(key: str, number: bytes) -> None:
    value = {"win": "HERE"} if key == "options" else "HERE"
    place, _message = fault(encoded(**{key: value}).replace(b'"HERE"', number))
    assert place.startswith(key)


HUGE = [b"1e9999999999999999999", b"-1E+99999999999999999999", b"1e-9999999999999999999", b"9" * 5_000_000]
HUGE += [b"0." + b"1" * 5_000_000, b"1.5e999999999", b"1e21", b"-" + b"7" * 21]


@pytest.mark.parametrize("number", HUGE, ids=lambda number: number[:24].decode())
@pytest.mark.parametrize(
    ("key", "value", "place"),
    [
        ("planned_rounds", "HERE", "planned_rounds"),
        ("version", "HERE", "version"),
        ("name", "HERE", "name"),
        ("options", {"win": "HERE"}, "options.win"),
        ("options", {"win": [["HERE"]]}, "options.win[0][0]"),
        ("tie_breaks", [{"code": "buchholz", "cut": "HERE"}], "tie_breaks[0].cut"),
        ("players", [{"number": "HERE", "name": "A"}], "players[0].number"),
        ("players", [{"number": 1, "name": "A", "away": [[1, "HERE"]]}], "players[0].away[0][1]"),
        ("rounds", [{"number": 1, "games": "HERE"}], "rounds[0].games"),
        ("anything", "HERE", "anything"),
    ],
)
def test_a_number_too_long_to_convert_names_its_place(key: str, value: Any, place: str, number: bytes) -> None:
    found_place, message = fault(encoded(**{key: value}).replace(b'"HERE"', number))
    assert found_place == place
    assert len(message) < 200


def test_a_number_that_fits_a_line_is_exact() -> None:
    data = encoded(options={"win": "HERE"}).replace(b'"HERE"', b"12.5e-1")
    assert parse(data).options == {"win": "1.25"}


def test_a_number_with_a_huge_exponent_is_not_written_out() -> None:
    data = encoded(options={"win": "HERE"}).replace(b'"HERE"', b"1e999999999")
    assert fault(data) == ("options.win", "1e999999999 cannot be the value of an option.")


@pytest.mark.parametrize("depth", [7, 100, 300, 450, 800])
def test_lists_within_lists_are_no_option(depth: int) -> None:
    data = encoded(options={"win": "HERE"}).replace(b'"HERE"', b"[" * depth + b"]" * depth)
    place, message = fault(data)
    assert place == "options.win" + "[0]" * 5
    assert "cannot be the value of an option" in message


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"[" * 200_000, "line 1, column 101"),
        (b'{"[": "]\\"[",\n "b":' + b"[" * 200_000, "line 2, column 105"),
    ],
)
def test_a_file_nested_too_deeply_names_the_place(data: bytes, place: str) -> None:
    assert fault(data) == (place, "The file is nested too deeply.")


@pytest.mark.parametrize("value", [b"{},", b"[],"])
def test_a_file_of_millions_of_empty_things_is_refused_before_it_is_built(value: bytes) -> None:
    data = encoded(rounds="HERE").replace(b'"HERE"', b"[" + value * 1_000_001 + b"1]")
    assert "more than 1000000 lists and objects" in fault(data)[1]


@pytest.mark.parametrize("value", [b"1.5,", b'"",', b"NaN,", b'{"":1},'])
def test_a_file_of_millions_of_small_values_is_refused_before_it_is_parsed(value: bytes) -> None:
    data = b"[" + value * (19_000_000 // len(value)) + b"1]"
    tracemalloc.start()
    try:
        _place, message = fault(data)
        assert tracemalloc.get_traced_memory()[1] < 3 * len(data), "its text, and nothing made of it"
    finally:
        tracemalloc.stop()
    assert "more than 1000000" in message


@pytest.mark.slow
def test_ten_thousand_players_over_thirty_rounds_are_read() -> None:
    names = {number: f"Berg {number}, Anna" for number in range(1, 10_001)}
    games = tuple(
        PlayedGame(board=board, white=2 * board - 1, black=2 * board, result=Result.DRAW) for board in range(1, 5_001)
    )
    snapshot = TournamentSnapshot(
        entrants=tuple(Entrant(number=number, rating=1500) for number in names),
        rounds=tuple(PlayedRound(number=number, games=games) for number in range(1, 31)),
    )
    data = dump(TournamentFile(name="League", system="keizer", names=names, snapshot=snapshot), for_people=False)

    assert len(parse(data).snapshot.rounds) == 30


def test_a_key_given_twice_is_refused() -> None:
    data = encoded().replace(b'"name": "Bo"', b'"name": "Bo", "name": "Bob"')
    assert fault(data) == ("players[1].name", "The key name is given twice.")


def test_a_hostile_key_is_not_repeated() -> None:
    place, message = fault(encoded(**{"\x1b[31m" + "x" * 1000: 1}))
    assert place == "?"
    assert len(message) < 120
    assert "\x1b" not in message


@given(st.binary(max_size=200))
def test_any_bytes_give_a_clear_error(data: bytes) -> None:
    assert fault(data)[1]


@given(
    st.recursive(option_values, lambda inner: st.lists(inner) | st.dictionaries(texts, inner), max_leaves=10), st.data()
)
def test_any_json_anywhere_gives_a_clear_error_or_a_file(value: Any, data: st.DataObject) -> None:
    keys = json.loads(SIX.read_bytes())
    place = data.draw(st.sampled_from([keys, keys["players"][0], keys["rounds"][0], keys["rounds"][0]["games"][0]]))
    place[data.draw(st.sampled_from(sorted(place)))] = value
    altered = json.dumps(keys).encode()
    with suppress(FileError):
        file = parse(altered)
        assert parse(dump(file)) == file
        file.configured()


def places_in(value: Any, within: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each: of the items of a list to the first alone."""
    keys = list(value) if isinstance(value, dict) else range(min(len(value), 1)) if isinstance(value, list) else ()
    for key in keys:
        yield (*within, key)
        yield from places_in(value[key], (*within, key))


@pytest.mark.parametrize("club", CLUBS, ids=lambda club: f"club {club['club']}")
def test_any_value_in_any_place_of_a_clubs_rules_gives_a_clear_error_or_a_file(club: dict[str, Any]) -> None:
    whole = club["cases"][0]["file"]
    options = {"absence_kinds": [{"code": "long_term", "name": "Long", "asked": "card", "paid": 2, "share": "1/3"}]}
    whole = whole | {"options": options | whole["options"]}
    for place in places_in(whole):
        for value in OTHERS:
            keys = copy.deepcopy(whole)
            within = reduce(getitem, place[:-1], keys)
            within[place[-1]] = value
            with suppress(FileError):
                file = parse(json.dumps(keys).encode())
                file.configured()
                assert parse(dump(file)) == file


# Play-offs


def of_play_offs(*play_offs: dict[str, Any]) -> bytes:
    return encoded(system="all_play_all", options={"play_off": "on_points"}, play_offs=list(play_offs))


def test_a_play_off_is_read_back_as_it_was() -> None:
    games = [{"white": 1, "black": 3, "result": "0-1"}, {"white": 3, "black": 1, "result": "+--"}]
    file = parse(of_play_offs({"order": [[3], [2, 1]], "games": games}, {"order": [[1], [2]]}))
    first, second = file.snapshot.play_offs
    assert (first.order, second.order, second.games) == (((3,), (1, 2)), ((1,), (2,)), ())
    assert [(game.white, game.black, game.result) for game in first.games] == [
        (1, 3, Result.BLACK_WINS),
        (3, 1, Result.WHITE_WINS_BY_FORFEIT),
    ]
    assert parse(dump(file)) == file
    assert b"play_offs" not in dump(parse(encoded()))


@pytest.mark.parametrize(
    ("play_off", "place", "message"),
    [
        ({"order": [[1], [1]]}, "play_offs[0].order[1][0]", "is in the order of this play-off twice"),
        ({"order": [[1]]}, "play_offs[0].order", "at least two players"),
        ({"order": [[1], [], [2]]}, "play_offs[0].order", "none of its places is empty"),
        ({"order": [[1], [9]]}, "play_offs[0].order[1][0]", "no player with the number 9"),
        (
            {"order": [[1], [2]], "games": [{"white": 1, "black": 3, "result": "1-0"}]},
            "play_offs[0].games[0].black",
            "no player with the number 3",
        ),
        (
            {"order": [[1], [2]], "games": [{"white": 1, "black": 1, "result": "1-0"}]},
            "play_offs[0].games[0]",
            "two different players",
        ),
    ],
)
def test_what_is_no_play_off_is_refused_at_its_place(play_off: dict[str, Any], place: str, message: str) -> None:
    found, said = fault(of_play_offs(play_off))
    assert found == place
    assert message in said
