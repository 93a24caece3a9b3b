"""TRF16 and TRF26: there and back again, to the byte, and a line for every fault (rulebook, ratings and reports 2)."""

import datetime
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.fuzzing.trfs import mutated_trf
from tests.tools.guards.layers import first_fast
from tournaments.exchange.json_node import FileError
from tournaments.exchange.trf import (
    BirthDate,
    Identity,
    Trf,
    TrfCell,
    TrfEdition,
    TrfMark,
    TrfPlayer,
    dump,
    looks_like_trf,
    parse,
)
from tournaments.exchange.trf.fields import day_of
from tournaments.exchange.trf.reader import LARGEST
from tournaments.exchange.trf.types import AddedPoints, AskedByes, Forbidden, NationalLine, TrfDecision
from tournaments.pairing.types.snapshot import Colour

DATA = Path(__file__).parents[2] / "data" / "trf"
SAMPLES = [(DATA / "sample16.trf", TrfEdition.TRF16), (DATA / "sample26.trf", TrfEdition.TRF26)]


def sample() -> list[str]:
    return (DATA / "sample26.trf").read_bytes().decode().split("\r\n")


def changed(old: str, new: str) -> bytes:
    text = "\r\n".join(sample())
    assert text.count(old) == 1, "the change is of one place"
    return text.replace(old, new).encode()


def fault(data: bytes) -> tuple[str, str]:
    with pytest.raises(FileError) as caught:
        parse(data)
    return caught.value.place, str(caught.value)


def read_or_refused(data: bytes) -> Trf | FileError:
    try:
        return parse(data)
    except FileError as error:
        return error


@pytest.mark.parametrize(("path", "edition"), SAMPLES)
def test_the_page_s_samples_are_read_and_written_byte_for_byte(path: Path, edition: TrfEdition) -> None:
    data = path.read_bytes()
    read = parse(data)
    assert dump(read, edition=edition) == data
    assert read.notes == ()


def test_what_the_sample_says() -> None:
    read = parse((DATA / "sample26.trf").read_bytes())
    assert (read.name, read.city, read.federation) == ("Klubbkveld hoest 2026", "Oslo", "NOR")
    assert (read.starts, read.ends) == (datetime.date(2026, 9, 1), datetime.date(2026, 9, 15))
    assert read.dates == tuple(datetime.date(2026, 9, day) for day in (1, 8, 15))
    assert (read.players_said, read.rated_said, read.teams_said, read.rounds) == (5, 4, 0, 3)
    assert (read.initial_colour, read.system, read.tie_breaks) == (Colour.BLACK, "CUSTOM_SWISS", ("BH/C1", "BH", "SB"))
    assert read.byes == (
        AskedByes(mark=TrfMark.HALF_BYE, round=2, players=(2,)),
        AskedByes(mark=TrfMark.ZERO_BYE, round=3, players=(5,)),
    )
    foss, gran = read.players[3:]
    assert foss.identity == Identity(
        number=4,
        sex="m",
        title="CM",
        name="Foss,Dag",
        rating=1455,
        federation="SWE",
        id="1700004",
        born=BirthDate(year=2001, month=7, day=9),
    )
    assert (foss.points, foss.rank) == (Fraction(2), 2)
    assert foss.cells[0] == TrfCell(opponent=3, colour=Colour.WHITE, mark=TrfMark.DRAW)
    assert (gran.identity.rating, gran.identity.id) == (None, "")
    assert gran.cells == (
        TrfCell(mark=TrfMark.PAIRING_BYE),
        TrfCell(opponent=4, colour=Colour.WHITE, mark=TrfMark.LOSS),
        TrfCell(mark=TrfMark.ZERO_BYE),
    )


# There and back again

words = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=8)
lines_of_text = st.lists(words, max_size=4).map(" ".join)
numbers = st.integers(1, 9999)
tenths = st.integers(0, 999).map(lambda value: Fraction(value, 10))
days = st.dates(datetime.date(2000, 1, 1), datetime.date(2099, 12, 31))
born = st.one_of(
    st.none(),
    st.builds(BirthDate, year=st.integers(1900, 2026)),
    st.builds(BirthDate, year=st.integers(1900, 2026), month=st.integers(1, 12), day=st.integers(0, 28)),
)
identities = st.builds(
    Identity,
    number=numbers,
    sex=st.sampled_from(["", "m", "w"]),
    title=st.sampled_from(["", "GM", "WFM", "CM"]),
    name=lines_of_text.map(lambda text: text[:33].strip()),
    rating=st.none() | st.integers(1, 9999),
    federation=st.sampled_from(["", "NOR", "NED"]),
    id=st.just("") | st.from_regex(r"[1-9][0-9]{0,10}", fullmatch=True),
    born=born,
)
byes_alone = [TrfMark.PAIRING_BYE, TrfMark.HALF_BYE, TrfMark.FULL_BYE, TrfMark.ZERO_BYE, TrfMark.BLANK]
games = [mark for mark in TrfMark if mark not in byes_alone] + [TrfMark.BLANK]


@st.composite
def trfs(draw: st.DrawFn) -> Trf:
    people = draw(st.lists(identities, min_size=1, max_size=6, unique_by=lambda each: each.number))
    some = st.sampled_from([each.number for each in people])
    several = st.lists(some, min_size=1, max_size=4).map(tuple)
    cell = st.builds(TrfCell, mark=st.sampled_from(byes_alone)) | st.builds(
        TrfCell, opponent=some, colour=st.sampled_from(list(Colour)), mark=st.sampled_from(games)
    )

    def cells() -> tuple[TrfCell, ...]:
        found = draw(st.lists(cell, max_size=5))
        while found and found[-1] == TrfCell():
            found.pop()
        return tuple(found)

    rounds = st.integers(1, 99)
    dates = draw(st.lists(days, max_size=5))
    return Trf(
        name=draw(lines_of_text),
        city=draw(lines_of_text),
        starts=draw(st.none() | days),
        players_said=draw(st.none() | st.integers(0, 9999)),
        deputies=tuple(draw(st.lists(words, max_size=2))),
        dates=tuple(dates),
        players=tuple(
            TrfPlayer(identity=each, points=draw(st.none() | tenths), rank=draw(st.none() | numbers), cells=cells())
            for each in people
        ),
        rounds=draw(st.none() | rounds),
        initial_colour=draw(st.none() | st.sampled_from(list(Colour))),
        scoring=draw(st.dictionaries(st.sampled_from("WDLAPX"), tenths, max_size=6)),
        system=draw(st.sampled_from(["", "FIDE_DUTCH", "CUSTOM_SWISS"])),
        byes=tuple(
            AskedByes(mark=draw(st.sampled_from(byes_alone[1:4])), round=draw(rounds), players=draw(several))
            for _each in range(draw(st.integers(0, 2)))
        ),
        accelerated=tuple(
            AddedPoints(points=draw(tenths), first=1, last=draw(rounds), lowest=1, highest=draw(numbers))
            for _each in range(draw(st.integers(0, 2)))
        ),
        forbidden=tuple(
            Forbidden(first=1, last=draw(rounds), players=(*draw(several), people[0].number))
            for _each in range(draw(st.integers(0, 2)))
        ),
        decisions=tuple(
            TrfDecision(
                kind=draw(st.sampled_from(["", "P"])), points=draw(tenths), round=draw(rounds), players=draw(several)
            )
            for _each in range(draw(st.integers(0, 2)))
        ),
        national=tuple(NationalLine(federation="NED", identity=each) for each in people[: draw(st.integers(0, 2))]),
    )


@given(trfs())
def test_what_is_written_is_read_as_it_was(trf: Trf) -> None:
    written = dump(trf)
    assert parse(written) == trf
    assert dump(parse(written)) == written
    assert all(len(line) < 2_000 for line in written.split(b"\r\n"))


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_any_bytes_are_read_or_refused_with_a_sentence(data: bytes) -> None:
    for each in (data, b"001 " + data, (DATA / "sample16.trf").read_bytes() + data):
        looks_like_trf(each)
        assert read_or_refused(each)


@pytest.mark.parametrize("seed", first_fast(4, list(range(40))))
def test_changed_files_are_read_or_refused_with_a_place(seed: int) -> None:
    chance = Random(f"{seed}")
    for _again in range(25):
        data = mutated_trf(chance)
        told = read_or_refused(data)
        if isinstance(told, Trf):
            assert told.is_old_teams or parse(dump(told)) == told, "013 is read and never written"
        else:
            assert told.place.startswith("line ") or "bytes" in str(told) or "001" in str(told)


def test_at_least_a_third_of_the_changed_files_is_read() -> None:
    read = 0
    for seed in range(200):
        try:
            parse(mutated_trf(Random(f"{seed}")))
        except FileError:
            continue
        read += 1
    assert 60 < read < 190


# How programs write

BERG = sample()[18]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_every_end_of_line_is_read(end: str) -> None:
    assert parse(end.join(sample()).encode()) == parse((DATA / "sample26.trf").read_bytes())


def test_a_byte_order_mark_and_the_end_of_dos_are_read() -> None:
    whole = (DATA / "sample26.trf").read_bytes()
    assert parse(b"\xef\xbb\xbf" + whole + b"\x1a\r\n") == parse(whole)


def test_windows_letters_are_read_with_a_note() -> None:
    read = parse("\r\n".join(sample()).replace("Dahl,Bo ", "Dahl,Bø ").encode("cp1252"))
    assert read.players[1].identity.name == "Dahl,Bø"
    assert "Windows" in read.notes[0].message


def test_columns_counted_in_bytes_are_read() -> None:
    """Some programs pad a name to its width in bytes: the rest then stands one column too far left."""
    line = BERG.replace("Berg,Anna ", "Bærg,Anna")
    assert len(line.encode()) == len(BERG)
    read = parse("\r\n".join(line if each == BERG else each for each in sample()).encode())
    assert read.players[0].identity.name == "Bærg,Anna"
    assert read.players[0].cells == parse((DATA / "sample26.trf").read_bytes()).players[0].cells


def test_missing_last_blanks_leave_an_open_game_open() -> None:
    read = parse(changed("4 b =     1 b 0     2 w +", "4 b =     1 b 0     2 w"))
    assert read.players[2].cells[2] == TrfCell(opponent=2, colour=Colour.WHITE, mark=TrfMark.BLANK)
    assert b"     2 w  \r\n" in dump(read), "written to its result's column"


def test_small_letters_commas_old_titles_and_years_alone_are_read() -> None:
    line = BERG.replace("w    Berg", "f  g Berg").replace("1988/03/04", "      1988").replace(" 2.5", " 2,5")
    read = parse(
        "\r\n".join(line if each == BERG else each.replace("0000 - H", "0000 - h") for each in sample()).encode()
    )
    berg = read.players[0]
    assert (berg.identity.sex, berg.identity.title) == ("w", "GM")
    assert berg.identity.born == BirthDate(year=1988)
    assert berg.points == Fraction(5, 2)
    assert read.players[1].cells[1] == TrfCell(mark=TrfMark.HALF_BYE)


@pytest.mark.parametrize(
    ("written", "letter"),
    [("0000 - +", "U"), ("0000 - -", "Z"), ("0000 - =", "H"), ("0000 - 1", "F"), ("     - 0", "Z")],
)
def test_results_without_an_opponent_become_byes_with_a_note(written: str, letter: str) -> None:
    read = parse(changed("0000 - U", written))
    assert read.players[4].cells[0] == TrfCell(mark=TrfMark(letter))
    assert read.notes[0].facts["letter"] == letter


def test_the_codes_of_javafo_are_read() -> None:
    more = "\r\n".join([*sample(), "XXR 9", "XXC white1 rank", "XXZ 2 4", "XXP 1 3", "BBW 3.0", "BBU  1.0"])
    read = parse(more.encode())
    assert (read.rounds, read.initial_colour) == (9, Colour.WHITE)
    assert read.byes[-1] == AskedByes(mark=TrfMark.ZERO_BYE, round=4, players=(2, 4))
    assert read.forbidden[0].players == (1, 3)
    assert read.scoring == {"W": Fraction(3), "P": Fraction(1)}


def test_unknown_codes_are_named_and_left_out() -> None:
    read = parse("\r\n".join([*sample(), "777 something", "### a word"]).encode())
    assert [note.facts for note in read.notes] == [{"line": 27, "code": "777"}]


def test_dates_by_other_columns_are_read() -> None:
    read = parse(changed("132" + " " * 88 + "26/09/01  26/09/08  26/09/15", "132 2026/09/01 2026/09/08 2026/09/15"))
    assert read.dates == tuple(datetime.date(2026, 9, day) for day in (1, 8, 15))


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("May 29, 2020", (2020, 5, 29)),
        ("29 May 2020", (2020, 5, 29)),
        ("29th of May 2020", (2020, 5, 29)),
        ("2005 Jul 28", (2005, 7, 28)),
        ("28.07.2005", (2005, 7, 28)),
        ("28. 7. 2005", (2005, 7, 28)),
        ("2026 09 22", (2026, 9, 22)),
        ("2026-09-22 19:30", (2026, 9, 22)),
        ("2026-09-22T19:30:00Z", (2026, 9, 22)),
        ("22.9.2026 19:00", (2026, 9, 22)),
        ("22.9.2026, 19.00 Uhr", (2026, 9, 22)),
        ("1. März 2026", (2026, 3, 1)),
        ("24 MRT. 2026", (2026, 3, 24)),
        ("3 mei 2026", (2026, 5, 3)),
        ("17. mai 2026", (2026, 5, 17)),
        ("den 6 augusti 2026", (2026, 8, 6)),
        ("5. marts 2026", (2026, 3, 5)),
        ("31. des. 2026", (2026, 12, 31)),
        ("05/06/2020", (2020, 6, 5)),
    ],
)
def test_days_in_words_with_blanks_and_with_times_are_read(written: str, day: tuple[int, int, int]) -> None:
    read = parse(changed("042 2026/09/01", f"042 {written}"))
    assert read.starts == datetime.date(*day)
    assert read.notes == ()


@pytest.mark.parametrize(
    "written", ["May 2020", "May 29-31, 2020", "29 May 20", "31 June 2026", "May June 2026", "3 foo 2026", "19:30"]
)
def test_what_is_no_day_is_left_out_with_a_note(written: str) -> None:
    read = parse(changed("042 2026/09/01", f"042 {written}"))
    assert read.starts is None
    assert "is not a date and was left out" in read.notes[0].message


@pytest.mark.parametrize(
    "written",
    [
        "1 Sep 2026  8 Sep 2026  15 Sep 2026",
        "2026-09-01 19:30 2026-09-08 19:30 2026-09-15 19:30",
        "September 1, 2026; September 8, 2026; September 15, 2026",
    ],
)
def test_days_of_rounds_in_words_and_with_times_are_read(written: str) -> None:
    read = parse(changed("132" + " " * 88 + "26/09/01  26/09/08  26/09/15", f"132 {written}"))
    assert read.dates == tuple(datetime.date(2026, 9, day) for day in (1, 8, 15))


# What is refused, and where


@pytest.mark.parametrize(
    ("old", "new", "place", "sentence"),
    [
        ("     2 b 1     3 w 1", "     9 b 1     3 w 1", "line 19", "no player with the number 9"),
        ("     2 b 1     3 w 1", "     2 b X     3 w 1", "line 19, column 99", "“X” is not a result"),
        ("     2 b 1     3 w 1", "     2 x 1     3 w 1", "line 19, column 97", "not “x”"),
        ("     2 b 1     3 w 1", "     2 b H     3 w 1", "line 19, column 92", "is a bye"),
        ("     2 b 1     3 w 1", "     2 - 1     3 w 1", "line 19, column 97", "needs its colour"),
        ("1988/03/04  2.5", "1988/03/04   2.5", "line 19, column 85", "Column 85 should be blank"),
        (" 1612 ", " 16x2 ", "line 19, column 49", "whole number from 0 to 9999"),
        ("  2.5    1", "  two    1", "line 19, column 81", "Points are expected in columns 81–84"),
        ("001    2 m", "001    1 m", "line 20, column 5", "two players with the number 1"),
        ("001    2 m", "001      m", "line 20, column 5", "whole number from 1 to 9999"),
        ("001    2 m", "001\t2 m", "line 20, column 4", "tabs"),
        ("142 3", "142 0", "line 13", "number of rounds"),
        ("240 H 002", "240 Q 002", "line 24, column 5", "One of F, H and Z"),
        ("240 H 002    2", "240 H 002    8", "line 24", "no player with the number 8"),
        ("022 Oslo", "022 Os\x0clo", "line 2, column 7", "control character"),
        ("022 Oslo", "Oslo", "line 2", "begins with a code"),
        ("Klubbkveld", "K" * 600, "line 1", "longer than 500"),
    ],
)
def test_a_fault_is_told_with_its_line(old: str, new: str, place: str, sentence: str) -> None:
    at, told = fault(changed(old, new))
    assert at == place
    assert sentence in told


def test_a_file_without_players_is_refused() -> None:
    assert "001" in fault(b"012 Nobody\r\n")[1]


def test_large_files_are_refused_before_they_are_read() -> None:
    assert "megabytes" in fault(b" " * (LARGEST + 1))[1]
    assert "lines" in fault(b"\n" * 50_000)[1]


def test_a_trf_is_told_from_other_files() -> None:
    assert looks_like_trf((DATA / "sample16.trf").read_bytes())
    assert looks_like_trf(b"\xef\xbb\xbf012 Name\r001    1")
    assert not looks_like_trf(b'{"format": "clubchess-tournament"}')
    assert not looks_like_trf(b"Name;Rating\nKari;1500\n")


@pytest.mark.timeout(60)
@pytest.mark.parametrize("text", ["1" + " " * 100_000 + "1", "1-" + " " * 100_000 + "x", " ," * 50_000 + "x"])
def test_a_day_of_a_hundred_thousand_blanks_is_none_at_once(text: str) -> None:
    """Twenty such lines took the whole server fourteen seconds."""
    assert day_of(text) is None
