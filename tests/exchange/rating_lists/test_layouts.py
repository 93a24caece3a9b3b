"""Lists in all layouts, with what is odd in them: who is in them, and with which numbers."""

from __future__ import annotations

import datetime
import io
import json
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest

from tests.tools.pages import rating_lists as made
from tests.tools.pages.rating_lists import BERG, CARLSEN, DAHL, FIDE_HEADER, FIDE_LEGACY, FIDE_SINGLE, Made
from tournaments.exchange.rating_lists import ListedPerson, ListSource, OpenList, UnreadableList, dsb, open_list, reader
from tournaments.exchange.rating_lists.types import TITLES
from tournaments.models import Pace, Title

MUELLER = Made(
    family="Müller", given="Anna", national_id="NU0000001", sex="F", title="WFM", rating=1650, year=2005, federation=""
)


def opened(data: bytes, **options: str) -> tuple[OpenList, list[ListedPerson]]:
    found = open_list(io.BytesIO(data), **options)
    return found, list(found.people)


def test_fide_combined() -> None:
    found, people = opened(made.fide([CARLSEN, BERG, DAHL]))

    assert (found.source, found.month, found.pace, found.problems.count) == (ListSource.FIDE, None, "", 0)
    assert people[0] == ListedPerson(
        b"carlsen magnus", "Carlsen, Magnus", "NOR", 1503014, "", "GM", "male", 1990, 2823, 2801, 2860, ""
    )
    assert people[1][3:11] == (1500001, "", "", "female", 1988, 1612, None, None)
    assert people[2][3:11] == (None, "", "", "male", 1975, None, None, None), "0 is unrated, and no number"


def test_fide_as_the_rulebook_has_the_line() -> None:
    """Copied, not made by the tool."""
    line = (
        "1503014        Carlsen, Magnus".ljust(76)
        + "NOR M   GM".ljust(37)
        + "2823  0   10 2801  12  10 2860  0   10 1990"
    )
    _found, people = opened(f"{FIDE_HEADER}\r\n{line}\r\n".encode())

    assert people[0][3:11] == (1503014, "", "GM", "male", 1990, 2823, 2801, 2860)


@pytest.mark.parametrize("header", [FIDE_HEADER, FIDE_LEGACY])
@pytest.mark.parametrize("length", [15, 16, 17, 18, 19, 20, 30])
def test_fide_with_one_line_too_long(header: str, length: int) -> None:
    long = replace(CARLSEN, other=("FT,IA,DI,NI,SI,FA,NA,LSI,FST,IO")[:length])
    found, people = opened(made.fide([BERG, long, DAHL], header))

    assert found.problems.count == 0
    assert [each.name for each in people] == ["Berg, Anna", "Carlsen, Magnus", "Dahl, Bo"]
    assert people[1][7:11] == (1990, 2823, 2801, 2860)


def test_fide_single_names_its_month_and_no_pace() -> None:
    data = made.fide([CARLSEN], FIDE_SINGLE)

    found, people = opened(data)
    assert (found.month, found.pace) == (datetime.date(2026, 10, 1), None)
    assert people[0][7:11] == (1990, 2823, None, None)
    found, people = opened(data, name="rapid_rating_list.txt")
    assert (found.pace, people[0][8:11]) == ("rapid", (None, 2823, None))
    found, people = opened(data, pace="blitz")
    assert (found.pace, people[0][8:11]) == ("blitz", (None, None, 2823))


def test_fide_xml_and_text_say_the_same() -> None:
    people = [CARLSEN, BERG, replace(DAHL, title="WGM")]

    assert opened(made.fide_xml(people))[1] == opened(made.fide(people))[1]
    assert opened(made.zipped({"players_list_xml.xml": made.fide_xml(people)}))[1] == opened(made.fide(people))[1]


def test_knsb() -> None:
    people = [
        Made(family="Van der Aa", given="Quinten", national_id="9055882", federation="NED", rating=1679, year=2012),
        Made(
            family="Aarten", given="Marjolein", national_id="8538442", federation="NED", sex="F", title="WFM", year=1981
        ),
        Made(family="Çelik", given="Zoë", national_id="1", federation="NED", rating=1500, year=1981),
    ]
    found, listed = opened(made.zipped({"KLASSIEK.csv": made.knsb(people)}))

    assert (found.source, found.pace) == (ListSource.KNSB, "classical")
    assert listed[0] == ListedPerson(
        b"van der aa quinten", "Van der Aa, Quinten", "NED", None, "9055882", "", "", 2012, 1679, None, None, ""
    )
    assert listed[1][4:9] == ("8538442", "WFM", "female", 1981, None)
    assert listed[2][:2] == (b"celik zoe", "Çelik, Zoë")
    assert opened(made.zipped({"SNEL.csv": made.knsb(people)}))[1][0][8:11] == (None, None, 1679)


def test_dsb_has_a_row_for_each_membership() -> None:
    passive = replace(MUELLER, is_passive=True, rating=1)
    found, listed = opened(made.dsb([passive, MUELLER, passive, replace(DAHL, national_id="NU2", rating=1500)]))

    assert (found.source, found.pace, len(listed)) == (ListSource.DSB, "", 2)
    assert listed[0] == ListedPerson(
        b"muller anna", "Müller, Anna", "GER", None, "NU0000001", "WFM", "female", 2005, 1650, None, None, "SK Köln"
    )


def test_dsb_of_older_years() -> None:
    found, listed = opened(made.dsb_old([replace(MUELLER, title="")]))

    assert (found.source, listed[0].name, listed[0].national_id) == (ListSource.DSB, "Müller, Anna", "20001-0001")


def test_dsu_begins_with_an_empty_line_and_has_two_columns_nr() -> None:
    bjerre = Made(
        family="Bjerre",
        given="Jonas Buhl",
        national_id="103110502",
        fide_id=1444948,
        title="GM",
        rating=2635,
        rapid=2505,
        blitz=2655,
        year=2004,
        club="Skanderborg Skakklub",
    )
    found, listed = opened(made.dsu([bjerre, replace(DAHL, year=0)]))

    assert found.source == ListSource.DSU
    assert listed[0] == ListedPerson(
        b"bjerre jonas buhl",
        "Bjerre, Jonas Buhl",
        "DEN",
        1444948,
        "103110502",
        "GM",
        "",
        2004,
        2635,
        2505,
        2655,
        "Skanderborg Skakklub",
    )
    assert listed[1][3:11] == (None, "78", "", "", None, None, None, None)


def test_ssf() -> None:
    found, listed = opened(made.ssf([replace(BERG, rapid=1500, club="LASK"), replace(DAHL, rating=0)]))

    assert (found.source, found.month, found.pace) == (ListSource.SSF, datetime.date(2026, 10, 1), "")
    assert listed[0][3:] == (1500001, "77", "", "female", 1988, 1612, 1500, None, "LASK")
    assert listed[1].rating == 1234, "LASK where there is no Elo"


def test_swiss_manager() -> None:
    found, listed = opened(made.swiss_manager([replace(BERG, club="SK")]))

    assert (found.source, found.problems.count) == (ListSource.SWISS_MANAGER, 0)
    assert listed[0][2:] == ("NOR", 1500001, "77", "", "female", 1988, 1612, None, None, "SK")


def test_titles_and_paces_are_those_of_the_models() -> None:
    assert {"", *TITLES} == {*Title.values}
    assert {*reader._PACES.values()} == {*Pace.values}


@pytest.mark.parametrize(
    "data", [made.fide([BERG] * 3), made.knsb([BERG] * 3), made.swiss_manager([BERG] * 3), made.dsu([BERG] * 3)]
)
def test_a_list_cut_off_is_not_taken(data: bytes) -> None:
    with pytest.raises(UnreadableList, match="cut off"):
        opened(data[:-40])


@pytest.mark.parametrize("cut", [10, 300, 700])
def test_xml_json_and_zip_cut_off_are_not_taken(cut: int) -> None:
    for data in (
        made.fide_xml(made.many(50)),
        made.ssf([BERG] * 20),
        made.zipped({"a.txt": made.fide(made.many(300))}),
    ):
        with pytest.raises(UnreadableList, match="cut off"):
            opened(data[:-cut])


def test_a_list_in_the_wrong_encoding_is_not_taken() -> None:
    dos = made.knsb([replace(BERG, family="Müller")]).decode("cp1252").encode("cp850")

    with pytest.raises(UnreadableList, match="letters of line 2 are neither UTF-8 nor Windows text"):
        opened(dos)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_other_encodings_pass(encoding: str) -> None:
    text = made.knsb([replace(BERG, family="Åström")]).decode("cp1252")

    assert opened(text.encode(encoding))[1][0][:2] == (b"astrom anna", "Åström, Anna")


def test_a_line_that_cannot_be_read_is_left_out_and_told() -> None:
    people = [replace(BERG, national_id=str(nth)) for nth in range(30)]
    data = made.knsb([*people, replace(BERG, rating=9999), replace(BERG, family="", given="")])
    found, listed = opened(data)

    assert len(listed) == 30
    assert [str(bad) for bad in found.problems.told] == [
        "Line 32: “9999” is not a number from 1 to 3500.",
        "Line 33: There is no name.",
    ]


def test_with_many_such_lines_it_is_another_kind_of_file() -> None:
    with pytest.raises(UnreadableList, match=r"^30 lines cannot be read.*Line 2: “9999”"):
        opened(made.knsb([replace(BERG, rating=9999)] * 30))


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "is empty"),
        (b"Name;Elo\nAnna;1500\n", "cannot read this list: it begins with “Name;Elo”"),
        (b'[{"a": 1}]', "not the ratings of SSF"),
        (b"[" * 100_000, "cut off or broken"),
        (made.zipped({"a.txt": b"", "b.txt": b""}), "several lists: a.txt, b.txt"),
        (made.zipped({"a.pdf": b"x"}), "holds no list"),
        (made.zipped({"a.txt": made.fide([BERG]) + (b" " * 999 + b"\n") * 20_000}), "far larger than a rating list"),
        (b"PK\x03\x04" + b"x" * 100, "cut off or broken"),
        (FIDE_HEADER.encode() + b"\n" + b"x" * 5_000, "Line 2 is longer than 2000"),
        ((FIDE_HEADER + "\n" + "x" * 5_000).encode("utf-16"), "Line 2 is longer than 2000"),
        (made.fide([]), "names nobody"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><playerslist></playerslist>', "declares a document type"),
    ],
)
def test_what_is_no_list_gets_a_sentence(data: bytes, part: str) -> None:
    with pytest.raises(UnreadableList, match=part):
        opened(data)


UNLIKE = {
    "nested": b"<player>" + b"<a>" * 1_000_000,
    "nested outside": b"<a>" * 1_000_000,
    "many names in one player": b"<player>" + b"<a></a>" * 500_000,
    "ever other names": b"".join(b"<player><a%d/></player>" % nth for nth in range(100_000)),
    "ever other attributes": b"".join(b'<player a%d=""/>' % nth for nth in range(100_000)),
    "a long attribute": b'<player a="' + b"x" * 3_000_000 + b'"/>',
    "many attributes": b"<player " + b" ".join(b'a%d=""' % nth for nth in range(300_000)) + b"/>",
    "a long name": b"<player><" + b"x" * 3_000_000 + b"/></player>",
    "a long comment": b"<!--" + b"x" * 3_000_000 + b"-->",
}


@pytest.mark.parametrize("inside", UNLIKE.values(), ids=UNLIKE)
def test_xml_unlike_fides_is_refused_before_it_takes_memory(inside: bytes) -> None:
    data = b"<playerslist>" + made.fide_element(BERG) + inside
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableList, match="is not built like FIDE's lists"):
            opened(data)
        assert tracemalloc.get_traced_memory()[1] < 3_500_000
    finally:
        tracemalloc.stop()


def test_xml_with_long_texts_is_read_flat() -> None:
    data = made.fide_xml([BERG] * 100).replace(b"</o_title>", b"x" * 100_000 + b"</o_title>")
    tracemalloc.start()
    try:
        assert len(opened(data)[1]) == 100
        assert tracemalloc.get_traced_memory()[1] < 3_500_000
    finally:
        tracemalloc.stop()


def test_where_far_too_many_lines_are_bad_the_rest_is_not_read() -> None:
    stream = io.BytesIO(b"<playerslist>" + b"<player/>" * 1_000_000)

    with pytest.raises(UnreadableList, match=r"^30001 lines cannot be read"):
        list(open_list(stream).people)
    assert stream.tell() < 1_000_000


def test_less_may_come_out_of_an_upload() -> None:
    data = made.fide(made.many(3_000))
    for whole in (data, made.zipped({"a.txt": data})):
        with pytest.raises(UnreadableList, match="far larger than a rating list"):
            list(open_list(io.BytesIO(whole), most=len(data) - 1).people)
        assert sum(1 for _each in open_list(io.BytesIO(whole), most=len(data)).people) == 3_000


@pytest.mark.parametrize("value", [b'{"":[]},', b"1.5,", b'"",'])
def test_ssf_of_millions_of_values_is_refused_before_it_is_parsed(value: bytes) -> None:
    data = b"[" + value * (24_000_000 // len(value)) + b"1]"
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableList, match="more than 1000000"):
            opened(data)
        assert tracemalloc.get_traced_memory()[1] < 4 * len(data), "its text, and nothing made of it"
    finally:
        tracemalloc.stop()


TABLES = {"knsb": made.knsb, "dsu": made.dsu, "swiss_manager": made.swiss_manager, "dsb": made.dsb_old}


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)
def test_a_line_with_the_end_of_another_in_it_is_left_out(make: Callable[[list[Made]], bytes]) -> None:
    lines = make([CARLSEN] * 9).split(b"\r\n")
    lines[-3] = lines[-3].replace(b'"', b"").replace(b"1990", b"19\r90")
    found, listed = opened(b"\r\n".join(lines))

    assert [str(bad) for bad in found.problems.told] == [f"Line {len(lines) - 2}: It contains the end of another line."]
    assert len(listed) == 8


@pytest.mark.parametrize("make", [*TABLES.values(), made.fide, made.fide_xml, made.ssf])
def test_with_the_end_of_a_line_anywhere_it_is_read_or_no_list(make: Callable[[list[Made]], bytes]) -> None:
    data = make([BERG])
    for at in range(len(data)):
        with suppress(UnreadableList):
            opened(data[:at] + b"\r" + data[at + 1 :])


@pytest.mark.parametrize(
    ("head", "word"),
    [
        (b'Nr;"X;Navn;";Rat.;', "navn"),
        (b'"N"r";Navn;Rat.;', "nr"),
        (b"Relatienummer;Naam;,,,,,", "relatienummer"),
    ],
)
def test_a_heading_without_a_column_that_is_needed_is_told(head: bytes, word: str) -> None:
    with pytest.raises(UnreadableList, match=f"The first line has no “{word}”"):
        opened(head + b"\r\n1;2;3;4;5\r\n")


@pytest.mark.parametrize("declared", [b"shift_jis", b"xyz", b"utf-7"])
def test_xml_in_an_encoding_that_nobody_reads_is_no_list(declared: bytes) -> None:
    data = b'<?xml version="1.0" encoding="' + declared + b'"?>' + made.fide_xml([BERG])
    with pytest.raises(UnreadableList):
        opened(data)


@pytest.mark.parametrize("what", ["9" * 5_000, "a" + "\u0315\u0300" * 200_000, "\ud800", "a\u0000b"])
@pytest.mark.parametrize("name", ["lastName", "club", "fideid", "birthdate", "country"])
def test_ssf_with_any_text_is_read_or_that_player_is_left_out(name: str, what: str) -> None:
    rows = json.loads(made.ssf([BERG, DAHL]))
    rows[0][name] = what
    for each in opened(json.dumps(rows).encode())[1]:
        assert all(text.isprintable() for text in (each.name, each.club, each.federation, each.national_id))


def test_the_dsb_has_no_millions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dsb, "_MOST_PEOPLE", 20)
    with pytest.raises(UnreadableList, match="at most 20 people"):
        opened(made.dsb([replace(MUELLER, national_id=str(nth)) for nth in range(21)]))


@pytest.mark.parametrize("encoding", ["ascii", "utf-16"])
def test_a_line_without_an_end_is_not_held_whole(encoding: str) -> None:
    data = (FIDE_HEADER + "\n").encode(encoding) + b"x\x00" * 10_000_000
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableList):
            opened(data)
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()
