"""Of every format the files that are dearest to read: nested, repeated, long; each as large as is asked for."""

from __future__ import annotations

import datetime
import io
import json
import struct
import tracemalloc
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import isqrt
from typing import Any, TypeAlias

from PIL import Image

from tests.tools.counted_calls import calls_of
from tests.tools.files.keizer_for_clubs import PAIRING, PLAYER, kfc_file
from tests.tools.pages import rating_lists
from tests.tools.pages.rating_lists import BERG, FIDE_HEADER, Made, fide_element, zipped
from tournaments.exchange.fixtures.calendar_events import fixtures_of_calendar
from tournaments.exchange.fixtures.calendar_file import is_calendar, read_calendar
from tournaments.exchange.fixtures.fixture_table import fixtures_of
from tournaments.exchange.json_node import FileError
from tournaments.exchange.logo import UnusableLogo, normalised
from tournaments.exchange.player_list import players_of
from tournaments.exchange.rating_lists import UnreadableList, open_list
from tournaments.exchange.spreadsheet_reader import Sheet, SheetRow, UnreadableSheet, read_sheet
from tournaments.exchange.tournament_formats import read_tournament

Shape: TypeAlias = Callable[[int], bytes]
Reader: TypeAlias = Callable[[bytes], object]

REFUSALS = (FileError, UnusableLogo, UnreadableList, UnreadableSheet)
MARKS = "\u0315\u0300"
"""In this order they have to be sorted."""
_TODAY = datetime.date(2026, 11, 22)


@dataclass(frozen=True, kw_only=True, slots=True)
class Cost:
    calls: int
    peak: int
    """Bytes that Python asked for."""
    is_taken: bool

    def beyond(self, least: Cost) -> Cost:
        """Without the memory that the smallest file takes, too: buffers of a reader."""
        return replace(self, peak=self.peak - least.peak)


def was_taken(read: Reader, data: bytes) -> bool:
    """Whatever else is raised comes through."""
    try:
        read(data)
    except REFUSALS:
        return False
    return True


def cost_of(read: Reader, data: bytes) -> Cost:
    taken: list[bool] = []
    calls = calls_of(lambda: taken.append(was_taken(read, data)))
    tracemalloc.start()
    try:
        was_taken(read, data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return Cost(calls=calls, peak=peak, is_taken=taken[0])


# Tournament files


def _document(**changes: object) -> bytes:
    players = [{"number": 1, "name": "Anna Berg"}, {"number": 2, "name": "Bo Dahl"}]
    usual = {"format": "clubchess-tournament", "version": 1, "name": "Cup", "system": "keizer", "players": players}
    return json.dumps(usual | changes).encode()


def _with(key: str, value: str, **changes: object) -> bytes:
    """What JSON's writer would not write, or not so fast."""
    return _document(**{key: "HERE"}, **changes).replace(b'"HERE"', value.encode())


def _entrants(count: int) -> list[dict[str, object]]:
    return [{"number": number, "name": f"Anna {number}"} for number in range(1, count + 1)]


def _games(count: int) -> list[dict[str, object]]:
    return [
        {"board": board, "white": 2 * board - 1, "black": 2 * board, "result": "1-0"}
        for board in range(1, count // 2 + 1)
    ]


def _one_game(**more: object) -> list[dict[str, object]]:
    return [{"number": 1, "games": [{"board": 1, "white": 1, "black": 2, "result": "1-0", **more}]}]


_EARLIER = ["1-0", 1]
TOURNAMENT: Mapping[str, Shape] = {
    "players": lambda n: _document(players=_entrants(n)),
    "players and rounds": lambda n: _document(
        players=_entrants(n), rounds=[{"number": number, "games": _games(n)} for number in range(1, 11)]
    ),
    "rounds": lambda n: _document(rounds=[*({"number": number} for number in range(1, n + 1))]),
    "byes": lambda n: _document(
        players=_entrants(n), rounds=[{"number": 1, "byes": [{"player": at, "kind": "half"} for at in range(1, n)]}]
    ),
    "nested": lambda n: b"[" * n,
    "nested in an option": lambda n: _with("options", '{"a":' + "[" * n + "]" * n + "}"),
    "nested objects": lambda n: b'{"a":' * n,
    "decimals": lambda n: _with("rounds", "[" + "1.5," * n + "1]"),
    "digits": lambda n: _with("planned_rounds", "9" * n),
    "exponents": lambda n: _with("rounds", "[" + "1e20," * n + "1]"),
    "texts": lambda n: _with("rounds", "[" + '"",' * n + "1]"),
    "objects": lambda n: _with("rounds", "[" + "{}," * n + "1]"),
    "members": lambda n: _with("options", json.dumps({f"a{nth}": 1 for nth in range(n)})),
    "a member again and again": lambda n: _with("options", "{" + '"a":1,' * n + '"b":1}'),
    "a long text": lambda n: _document(name="x" * n),
    "marks": lambda n: _document(name="x" + MARKS * n),
    "escapes": lambda n: _with("name", '"' + "\\u0061" * n + '"'),
    "an open text": lambda n: b'{"name": "' + b'\\"' * n,
    "blanks": lambda n: b"{" + b" " * n,
    "forbidden pairs": lambda n: _document(forbidden_pairs=[[1, 2]] * n),
    "intervals": lambda n: _document(
        players=[{"number": 1, "name": "A", "away": [[at, at] for at in range(1, n + 1)]}]
    ),
    "tie-breaks": lambda n: _document(tie_breaks=[{"code": "wins"}] * n),
    "a list in an option": lambda n: _document(options={"levels": [*range(n)]}),
    "carried games": lambda n: _document(carried=[{"white": 1, "black": 2, "result": "1-0", "group": 1}] * n),
    "play-offs": lambda n: _document(play_offs=[{"order": [[1], [2]]}] * n),
    "earlier results": lambda n: _document(rounds=_one_game(earlier=[_EARLIER] * n)),
    "boards": lambda n: _document(
        players=_entrants(n), next_round={"games": [game | {"result": "*"} for game in _games(n)]}
    ),
}


# TRF


def _trf_player(number: int, cells: str = "", name: str = "Berg,Anna", rating: int = 1500) -> str:
    return f"001 {number:4} w    {name:33} {rating:4} NOR {1500000 + number:11} 1988/03/04  0.0 {number:4}{cells}"


def _trf(*lines: str, players: int = 2, rounds: int = 0) -> bytes:
    there = [_trf_player(number, _trf_cells(number, rounds)) for number in range(1, players + 1)]
    return "\r\n".join(["012 Cup", *lines, *there, ""]).encode()


def _trf_cells(number: int, rounds: int) -> str:
    opponent, colour = (number + 1, "w") if number % 2 else (number - 1, "b")
    return f"  {opponent:4} {colour} =" * rounds


def _late(count: int) -> bytes:
    """The best stand first, so that of each is looked for somebody in front who is worse."""
    lines = [_trf_player(at, "  0000 - Z" + _trf_cells(at, 1), rating=9_000 - at) for at in range(1, count + 1)]
    return "\r\n".join(["012 Cup", "142 5", *lines, ""]).encode()


def _numbers(count: int) -> str:
    return " ".join(str(number) for number in range(1, count + 1))


TRF: Mapping[str, Shape] = {
    "players": lambda n: _trf(players=2 * n),
    "players and rounds": lambda n: _trf(players=2 * n, rounds=5),
    "rounds": lambda n: _trf(players=4, rounds=min(n, 500)),
    "rounds of a Swiss": lambda n: _trf(
        "092 Individual: Swiss-System (Dutch)", "142 500", players=10, rounds=min(n, 500)
    ),
    "late": lambda n: _late(2 * n),
    "all meet all": lambda n: _trf("192 FIDE_ROUNDROBIN", players=2 * n, rounds=1),
    "all meet all twice": lambda n: _trf("192 FIDE_DOUBLEROUNDROBIN", players=2 * n, rounds=1),
    "all have met all, nearly twice": lambda n: _trf(
        "192 FIDE_DOUBLEROUNDROBIN", players=2 * isqrt(n), rounds=3 * isqrt(n)
    ),
    "a plan for a high number": lambda n: _trf(_trf_player(min(30 * n, 9_999)), "192 FIDE_DOUBLEROUNDROBIN"),
    "many cycles": lambda n: _trf("192 FIDE_ROUNDROBIN", f"142 {min(n, 500)}", players=4, rounds=1),
    "apart": lambda n: _trf("XXP " + _numbers(n), players=n),
    "apart again": lambda n: _trf(*["XXP " + _numbers(40)] * n, players=40),
    "apart in turn": lambda n: _trf(*(f"XXP {_numbers(nth % 40)} {nth % 7 + 50}" for nth in range(n)), players=60),
    "apart for a while": lambda n: _trf(*[f"260   1 500 {_numbers(30)}"] * n, players=30),
    "accelerated": lambda n: _trf(
        "192 FIDE_DUTCH_BAKU", "142 9", *["250       1.0   1 500    1 9999"] * n, players=20, rounds=2
    ),
    "points added to one": lambda n: _trf("142 9", *["XXA    1" + "   1.0" * 60] * n, players=20),
    "byes": lambda n: _trf(*["240 H   3 " + _numbers(20)] * n, players=20),
    "away": lambda n: _trf(*["XXZ " + _numbers(20)] * n, players=20),
    "decisions": lambda n: _trf(*["299 W          1.0   1    1    2"] * n),
    "deputies": lambda n: _trf(*["112 Anna Berg"] * n),
    "dates": lambda n: _trf("132 " + "26/09/01  " * n),
    "dates in words": lambda n: _trf("132 " + "1 september 2026; " * n),
    "a day of blanks": lambda n: _trf("042 1" + " " * n + "1"),
    "a day of words": lambda n: _trf("042 " + "1a" * n),
    "points": lambda n: _trf("162 " + "  W 1.0" * n),
    "points in words": lambda n: _trf("XXS " + "W=1 " * n),
    "tie-breaks": lambda n: _trf("202 " + "BH," * n),
    "national lines": lambda n: _trf(*[_trf_player(1).replace("001", "NED")] * n),
    "unknown lines": lambda n: _trf(*["777 x"] * n),
    "rulers": lambda n: _trf(*["## x"] * n),
    "results alone": lambda n: _trf(_trf_player(9, "  0000 - 1" * n)),
    "blanks": lambda n: _trf("012 " + " " * n),
    "empty lines": lambda n: _trf(*[""] * n),
    "names with marks": lambda n: _trf(_trf_player(9, name="x" + MARKS * n)),
    "letters of two bytes": lambda n: _trf(*(_trf_player(nth, name="å" * 30) for nth in range(3, n))),
    "one long line": lambda n: b"012 Cup\r\n001 " + b"1" * n,
}


# Sevilla


def _season(players: list[dict[str, Any]]) -> bytes:
    return _groups([{"ID": 1, "Ranking": [{"Round": 1, "Player": players}]}])


def _groups(groups: list[dict[str, Any]]) -> bytes:
    return json.dumps({"Name": "Intern", "GroupReport": groups}).encode()


def _member(number: int, **more: object) -> dict[str, Any]:
    return {"ID": number, "Name": f"Jan {number}", **more}


def _sevilla_game(round_number: int, number: int) -> dict[str, Any]:
    colour, opponent = ("W", number + 1) if number % 2 else ("B", number - 1)
    return {"Round": round_number, "Color": colour, "Opponent": opponent, "Res": "1-0"}


def _absence(round_number: int, reason: str = "Ziek") -> dict[str, Any]:
    return {"Round": round_number, "Reason": reason}


def _thirds(number: int) -> dict[str, Any]:
    return _absence(2, "Vakantie") | {"Score": number - 1 + number % 2 * 2}


SEVILLA: Mapping[str, Shape] = {
    "players": lambda n: _season([_member(number) for number in range(1, n + 1)]),
    "games": lambda n: _season([_member(number, Game=[_sevilla_game(1, number)]) for number in range(1, 2 * n + 1)]),
    "half of them absent": lambda n: _season(
        [_member(number, Game=[_sevilla_game(1, number)]) for number in range(1, 2 * n + 1)]
        + [_member(number, Abs=[_absence(1)]) for number in range(2 * n + 1, 4 * n + 1)]
    ),
    "half of them with a bye": lambda n: _season(
        [_member(number, Game=[_sevilla_game(1, number)]) for number in range(1, 2 * n + 1)]
        + [_member(number, Abs=[_absence(1, "Bye")]) for number in range(2 * n + 1, 4 * n + 1)]
    ),
    "rounds": lambda n: _season(
        [
            _member(number, Game=[_sevilla_game(at, number) for at in range(1, 1 + min(n, 500))])
            for number in range(1, 11)
        ]
    ),
    "one game again and again": lambda n: _season([_member(1, Game=[_sevilla_game(1, 1)] * n), _member(2)]),
    "one absence again and again": lambda n: _season([_member(1, Abs=[_absence(1)] * n)]),
    "reasons": lambda n: _season([_member(1, Abs=[_absence(1, f"reden {nth}") for nth in range(n)])]),
    "reasons told alike": lambda n: _season(
        [_member(number, Abs=[_absence(1, "Vakantie") | {"Score": 10}]) for number in range(1, n + 1)]
    ),
    "points of a third": lambda n: _season(
        [
            _member(number, Game=[_sevilla_game(1, number) | {"Score": 3 * number}], Abs=[_thirds(number)])
            for number in range(1, 2 * n + 1)
        ]
    ),
    "a long reason": lambda n: _season([_member(1, Abs=[_absence(1, "niet " * n)])]),
    "parts of a group": lambda n: _groups(
        [
            {
                "ID": at,
                "Name": f"Groep {at}",
                "Ranking": [{"Round": 1, "Player": [_member(at), _member(0)][: 1 + at % 2]}],
            }
            for at in range(1, n + 1)
        ]
        + [{"ID": 0, "Ranking": [{"Round": 1, "Player": [_member(at) for at in range(1, n + 2)]}]}]
    ),
    "groups": lambda n: _groups([{"ID": 1, "Ranking": [{"Round": 1, "Player": [_member(1)]}]}] * n),
    "rankings": lambda n: _groups([{"ID": 1, "Ranking": [{"Round": 1, "Player": [_member(1)]}] * n}]),
    "members of a player": lambda n: _season([_member(1, **{f"a{nth}": 1 for nth in range(n)})]),
    "nested": lambda n: b'{"GroupReport"' + b":[" * n,
}


# KeizerForClubs


def _four(count: int = 4) -> list[tuple[object, ...]]:
    return [(number, f"Anna {number}", 1500, 1, "j") for number in range(1, count + 1)]


def _boards(count: int, rounds: int = 1) -> list[tuple[object, ...]]:
    return [(at, board, 2 * board - 1, 2 * board, 1) for at in range(1, rounds + 1) for board in range(1, count + 1)]


KEIZER_FOR_CLUBS: Mapping[str, Shape] = {
    "players": lambda n: kfc_file(_four(n)),
    "games": lambda n: kfc_file(_four(2 * n), _boards(n)),
    "rounds": lambda n: kfc_file(_four(20), _boards(10, min(n, 500))),
    "one game again and again": lambda n: kfc_file(_four(), _boards(1) * n, schema=(PLAYER, PAIRING)),
    "gaps": lambda n: kfc_file(_four(), [*_boards(1, 1), (min(2 * n, 500), 1, 1, 2, 1)]),
    "settings": lambda n: kfc_file(_four(), (), {f"OPTION.{nth}": 1 for nth in range(n)}),
    "categories": lambda n: kfc_file(
        _four(), (), {"OPTION.Categories": ",".join(f"{nth}={nth}" for nth in range(n))[:500]}
    ),
    "tables": lambda n: kfc_file(_four(), further=[f"CREATE TABLE t{nth} (id, line)" for nth in range(n)]),
    "columns": lambda n: kfc_file(
        _four(), further=[f"ALTER TABLE Player ADD COLUMN c{nth}" for nth in range(min(n, 85))]
    ),
    "a long name": lambda n: kfc_file([(1, "x" * n, 0, 1, "")]),
    "long rows": lambda n: kfc_file([(number, "A", 0, 1, "x" * 500) for number in range(1, n + 1)]),
    "a part": lambda n: kfc_file(_four(n))[:-100],
    "nothing but a beginning": lambda n: b"SQLite format 3\0" + bytes(n),
    "views": lambda n: kfc_file(_four(), further=[f"CREATE VIEW v{nth} AS SELECT 1" for nth in range(n)]),
}


# Rating lists


def _people(count: int, **more: Any) -> Iterator[Made]:
    for each in rating_lists.many(count):
        yield replace(each, national_id=str(each.fide_id), **more)


def _table(make: Callable[[Any], bytes], delimiter: bytes, name: bytes = b"Berg") -> Mapping[str, Shape]:
    """What hurts in a list of lines: the lines of one person, changed."""

    def lines(count: int, changed: Callable[[bytes], bytes]) -> bytes:
        head, _end, line = make([BERG]).strip().rpartition(b"\n")
        return b"".join((head, b"\n", (changed(line.strip()) + b"\r\n") * count))

    def longer(line: bytes, what: bytes) -> bytes:
        return line.replace(name, name + what[: max(0, 1_950 - len(line))], 1)

    return {
        "people": lambda n: make(_people(n)),
        "bad lines": lambda n: lines(n, lambda line: line.replace(b"1612", b"99x9")),
        "long names": lambda n: lines(n, lambda line: longer(line, b"x" * 2_000)),
        "marks": lambda n: lines(n, lambda line: longer(line, (MARKS * 1_000).encode()[:1_780])),
        "blanks": lambda n: lines(n, lambda line: longer(line, b" x" * 1_000)),
        "open quotation marks": lambda n: lines(n, lambda line: b'"' + line),
        "quotation marks": lambda n: lines(n, lambda line: longer(line, b'""' * 1_000)),
        "ends of lines inside": lambda n: lines(n, lambda line: line[:9] + b"\r" + line[9:]),
        "columns": lambda n: lines(n, lambda line: line + delimiter * (1_900 - len(line))),
        "columns of the heading": lambda n: make([BERG]).replace(b"\n", delimiter * (n % 1_500) + b"\n", 1),
        "empty lines": lambda n: make([BERG]) + b"\r\n" * n,
        "one long line": lambda n: make([BERG]) + b"x" * n,
    }


def _too_long(count: int) -> bytes:
    """Lines that have moved: in each is looked for the place."""
    line = rating_lists.fide_line(replace(BERG, other="FT,IA,DI,NI,SI,FA,NA,LSI,FST,IO,FI,FA"))
    return f"{FIDE_HEADER}\n{(line + chr(10)) * count}".encode()


def _dsb_clubs(count: int) -> bytes:
    clubs = "ZPS-Nummer,Landesverband,UebergeordneterVerband,Vereinsname\n" + "".join(
        f"{nth},2,200,SK Köln {nth}\n" for nth in range(count)
    )
    return zipped({"spieler.csv": rating_lists.dsb_old([BERG]), "vereine.csv": clubs.encode()})


def _dsb_open_clubs(count: int) -> bytes:
    clubs = "ZPS-Nummer,Landesverband,UebergeordneterVerband,Vereinsname\n" + '1,2,200,"SK\n' * count
    return zipped({"spieler.csv": rating_lists.dsb_old([BERG]), "vereine.csv": clubs.encode()})


def _fide_xml(inside: bytes) -> bytes:
    return b"<playerslist>" + fide_element(BERG) + inside + b"</playerslist>"


FIDE_XML: Mapping[str, Shape] = {
    "people": lambda n: rating_lists.fide_xml(_people(n)),
    "nested": lambda n: _fide_xml(b"<player>" + b"<a>" * n),
    "nested and closed": lambda n: _fide_xml(b"<player>" + b"<a>" * n + b"</a>" * n + b"</player>"),
    "names in one player": lambda n: _fide_xml(b"<player>" + b"<a/>" * n + b"</player>"),
    "players in a player": lambda n: _fide_xml(b"<player>" * n + b"</player>" * n),
    "ever other names": lambda n: _fide_xml(b"".join(b"<player><a%d/></player>" % nth for nth in range(n))),
    "attributes": lambda n: _fide_xml(b"<player " + b" ".join(b'a%d=""' % nth for nth in range(n)) + b"/>"),
    "a long attribute": lambda n: _fide_xml(b'<player a="' + b"x" * n + b'"/>'),
    "a long name": lambda n: _fide_xml(b"<player><" + b"x" * n + b"/></player>"),
    "a long text": lambda n: _fide_xml(b"<player><name>" + b"x" * n + b"</name></player>"),
    "ends of lines": lambda n: _fide_xml(b"<player><name>" + b"\r\n" * n + b"</name></player>"),
    "entities": lambda n: _fide_xml(b"<player><name>" + b"&amp;" * n + b"</name></player>"),
    "marks": lambda n: _fide_xml(b"<player><name>x" + (MARKS * n).encode() + b"</name></player>"),
    "comments": lambda n: _fide_xml(b"<!-- x -->" * n),
    "a long comment": lambda n: _fide_xml(b"<!--" + b"x" * n + b"-->"),
    "an open comment": lambda n: _fide_xml(b"<!--" + b"- " * n),
    "instructions": lambda n: _fide_xml(b"<?a b?>" * n),
    "nobody": lambda n: _fide_xml(b"<player/>" * n),
    "a declared type": lambda n: b"<!DOCTYPE playerslist [" + b'<!ENTITY a "a">' * n + b"]><playerslist/>",
}
_BJERRE = json.loads(rating_lists.ssf([BERG]))[0]
SSF: Mapping[str, Shape] = {
    "people": lambda n: rating_lists.ssf(_people(n)),
    "nested": lambda n: b"[" * n,
    "nested in a player": lambda n: b'[{"lastName": "x", "a": ' + b"[" * n + b"]" * n + b"}]",
    "small objects": lambda n: b'[{"lastName": "x"}' + b',{"":[]}' * n + b"]",
    "decimals": lambda n: b'[{"lastName": "x"}' + b",1.5" * n + b"]",
    "members": lambda n: json.dumps([_BJERRE | {f"a{nth}": 1 for nth in range(n)}]).encode(),
    "a long name": lambda n: json.dumps([_BJERRE | {"lastName": "x" * n}]).encode(),
    "marks": lambda n: json.dumps([_BJERRE | {"lastName": "x" + MARKS * n}]).encode(),
    "digits": lambda n: json.dumps([_BJERRE | {"fideid": "9" * n}]).encode(),
    "a number of digits": lambda n: b'[{"lastName": "x", "id": ' + b"9" * n + b"}]",
    "days": lambda n: json.dumps([_BJERRE | {"elo": {"date": "2026-10-01"}}] * n).encode(),
}


# Lists of players: their rows, however they were read


def read_rows(data: bytes) -> object:
    """Rows as cells that tabs part."""
    rows = tuple(
        SheetRow(number=number, cells=tuple(line.split("\t")))
        for number, line in enumerate(data.decode().splitlines(), start=1)
    )
    return players_of(Sheet(rows=rows), today=_TODAY)


def _rows(heading: str, *rows: str) -> bytes:
    return "\n".join([heading, *rows]).encode()


ROWS: Mapping[str, Shape] = {
    "people": lambda n: _rows("Name\tRating", *(f"Anna Berg {nth}\t1500" for nth in range(n))),
    "one person again and again": lambda n: _rows("Name\tRating", *["Anna Berg\t1500"] * n),
    "one number again and again": lambda n: _rows("Name\tFIDE ID", *(f"Anna Berg {nth}\t1500001" for nth in range(n))),
    "without a heading": lambda n: _rows("Anna Berg\t1500", *(f"Bo Dahl {nth}\t1400" for nth in range(n))),
    "names with what stands behind": lambda n: _rows("Anna Berg 1500", *(f"{nth}. Bo Dahl (6B)" for nth in range(n))),
    "columns": lambda n: _rows("Name" + "".join(f"\tRating {nth}" for nth in range(n)), "Anna Berg" + "\t1500" * n),
    "columns without a name": lambda n: _rows("Name" + "\t" * n, "Anna Berg" + "\t1500" * n),
    "a long name": lambda n: _rows("Name", "x" * n),
    "a long name and blanks": lambda n: _rows("x " * n, "x" + " " * n + "("),
    "marks": lambda n: _rows("Name", "x" + MARKS * n),
    "brackets": lambda n: _rows("Anna (" + "(x" * n, "Bo" + " , ;" * n + "("),
    "wrong cells": lambda n: _rows("Name\tRating\tBorn", *["Anna Berg\tx\ty"] * n),
    "remarks": lambda n: _rows("Name\tRating", *["\t1500"] * n),
}


# Fixtures


def read_fixtures(data: bytes) -> object:
    """As a view does."""
    if is_calendar(data):
        return fixtures_of_calendar(read_calendar(data), zone="Europe/Oslo")
    return fixtures_of(read_sheet(data, with_times=True))


def _event(*lines: str, times: int = 1) -> bytes:
    event = ("BEGIN:VEVENT", "SUMMARY:A - B", "DTSTART:20261006", *lines, "END:VEVENT")
    return "\r\n".join(["BEGIN:VCALENDAR", *event * times, "END:VCALENDAR", ""]).encode()


CALENDAR: Mapping[str, Shape] = {
    "events": lambda n: _event(times=min(n, 5_000)),
    "events that do not end": lambda n: b"BEGIN:VCALENDAR\n" + b"BEGIN:VEVENT\n" * min(n, 5_000),
    "events of ever other zones": lambda n: (
        b"BEGIN:VCALENDAR\n"
        + b"".join(b"BEGIN:VEVENT\nSUMMARY:A - B\nDTSTART;TZID=%d:20261006T190000\n" % nth for nth in range(n))
    ),
    "nested": lambda n: _event(*["BEGIN:X"] * n),
    "folded": lambda n: _event("LOCATION:x", *[" x"] * n),
    "empty lines": lambda n: _event(*[""] * n),
    "parameters": lambda n: _event("UID" + ";A=" * n),
    "lists of parameters": lambda n: _event("UID;A=" + ",b" * n + ":1"),
    "quotation marks": lambda n: _event("UID;A=" + '"' * n + ":1"),
    "escapes": lambda n: _event("LOCATION:" + "\\" * n),
    "dashes": lambda n: b"BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261006\nSUMMARY:" + b" -" * n,
    "marks": lambda n: _event("LOCATION:x" + MARKS * n),
    "a long line": lambda n: _event("DESCRIPTION:" + "x" * n),
}
FIXTURES: Mapping[str, Shape] = {
    "matches": lambda n: _rows("Date;Team;Opponent;Home", *["6.10.2026;A;B;home"] * n),
    "wrong cells": lambda n: _rows("Date;Team;Opponent;Home;Time;Round", *["6.10.2026;A;B;x;y;z"] * n),
    "wrong days": lambda n: _rows("Date;Match", *["x;A - B"] * n),
    "lines": lambda n: _rows("6.10.2026 A - B", *["Tue 6 Oct 2026 19:00 A - B"] * n),
    "a long name": lambda n: _rows("Date;Match", "6.10.2026;" + "x" * n),
    "dashes": lambda n: _rows("Date;Match", "6.10.2026;" + " -" * n),
    "columns": lambda n: _rows("Date;Opponent" + ";x" * n, "6.10.2026;B" + ";y" * n),
    "marks": lambda n: _rows("Date;Opponent", "6.10.2026;x" + MARKS * n),
}


# Logos


def _png(width: int, height: int, *, mode: str = "RGBA", **options: Any) -> bytes:
    file = io.BytesIO()
    Image.new(mode, (width, height)).save(file, "PNG", **options)
    return file.getvalue()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _with_chunks(chunks: bytes) -> bytes:
    """Behind the header."""
    png = _png(20, 20)
    return png[:33] + chunks + png[33:]


def _in_pieces(count: int) -> bytes:
    """The pixels in chunks of one byte each."""
    side = max(1, count // 4)
    packed = zlib.compress(bytes((side + 1) * side), 0)
    header = _chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0))
    pieces = b"".join(_chunk(b"IDAT", bytes([byte])) for byte in packed[: 4 * count])
    return b"\x89PNG\r\n\x1a\n" + header + pieces + _chunk(b"IDAT", packed[4 * count :]) + _chunk(b"IEND", b"")


LOGO: Mapping[str, Shape] = {
    "high": lambda n: _png(10, n),
    "wide": lambda n: _png(n, 10),
    "high and in colours of a palette": lambda n: _png(10, n, mode="P"),
    "texts": lambda n: _with_chunks(_chunk(b"tEXt", b"a\0b") * n),
    "packed texts": lambda n: _with_chunks(_chunk(b"zTXt", b"a\0\0" + zlib.compress(b"x" * 1_000)) * n),
    "a long text": lambda n: _with_chunks(_chunk(b"zTXt", b"a\0\0" + zlib.compress(b"x" * n))),
    "a long profile": lambda n: _with_chunks(_chunk(b"iCCP", b"a\0\0" + zlib.compress(b"x" * n))),
    "empty chunks": lambda n: _with_chunks(_chunk(b"abCd", b"") * n),
    "frames": lambda n: _with_chunks(
        _chunk(b"acTL", struct.pack(">II", n, 0))
        + _chunk(b"fcTL", struct.pack(">IIIIIHHBB", 0, 20, 20, 0, 0, 1, 1, 0, 0)) * n
    ),
    "pixels in pieces": _in_pieces,
    "notes of a camera": lambda n: _with_chunks(
        _chunk(b"eXIf", b"MM\0*\0\0\0\x08" + struct.pack(">H", min(n, 65_535)) + b"\1\x12\0\3\0\0\0\1\0\6\0\0" * n)
    ),
}


def read_list(data: bytes) -> object:
    return sum(1 for _each in open_list(io.BytesIO(data), pace="classical").people)


FORMATS: Mapping[str, tuple[Reader, Mapping[str, Shape]]] = {
    "tournament": (read_tournament, TOURNAMENT),
    "trf": (read_tournament, TRF),
    "sevilla": (read_tournament, SEVILLA),
    "keizer for clubs": (read_tournament, KEIZER_FOR_CLUBS),
    "rows": (read_rows, ROWS),
    "fixtures": (read_fixtures, FIXTURES),
    "calendar": (read_fixtures, CALENDAR),
    "fide text": (read_list, {**_table(rating_lists.fide, b" "), "moved": _too_long}),
    "fide xml": (read_list, FIDE_XML),
    "knsb": (read_list, _table(rating_lists.knsb, b";")),
    "dsb": (
        read_list,
        {**_table(rating_lists.dsb_old, b","), "clubs": _dsb_clubs, "open clubs": _dsb_open_clubs},
    ),
    "dsu": (read_list, _table(rating_lists.dsu, b";")),
    "ssf": (read_list, SSF),
    "swiss manager": (read_list, _table(rating_lists.swiss_manager, b";")),
    "logo": (normalised, LOGO),
}
"""By format: what reads it, and its shapes by name."""

FLOOR = Cost(calls=3_000, peak=1_000_000, is_taken=True)
"""Below it nobody minds how it grows."""
PER_DOUBLING = 2.4
REPLAYED = {("trf", "rounds"), ("trf", "rounds of a Swiss")}
"""Each round is paired again with all before it: four times per doubling, as far as anything can be imported."""
MOST_REPLAYED = 6_000_000
"""Calls of these, whatever the size."""


def is_small(cost: Cost) -> bool:
    return cost.calls < FLOOR.calls and cost.peak < FLOOR.peak


def growth(name: tuple[str, str], smaller: Cost, larger: Cost) -> list[str]:
    """What grew by more than it may when the file doubled."""
    factor = 4.2 if name in REPLAYED else PER_DOUBLING
    found = []
    if larger.calls > factor * max(smaller.calls, FLOOR.calls):
        found.append(f"calls {smaller.calls:,} -> {larger.calls:,}")
    if larger.peak > factor * max(smaller.peak, FLOOR.peak):
        found.append(f"peak {smaller.peak:,} -> {larger.peak:,} bytes")
    if name in REPLAYED and larger.calls > MOST_REPLAYED:
        found.append(f"calls {larger.calls:,} of a file that is replayed")
    return found
