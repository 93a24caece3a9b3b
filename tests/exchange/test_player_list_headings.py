"""Every heading of the table is understood as what stands beside it."""

from __future__ import annotations

import datetime
import re
from collections import Counter, defaultdict

import pytest

from tournaments.exchange.player_list import ListedPlayer, PlayerList, players_of
from tournaments.exchange.player_list_headings import (
    LEFT_OUT,
    KnownHeading,
    known_headings,
    meaning_of,
    plain_heading,
)
from tournaments.exchange.spreadsheet_reader import Sheet, SheetRow

MOST_OF_ONE_PROGRAM = 30
TWO_MEANINGS = {"id": "national_id", "s": "sex", "nr": "row", "fide": "fide_id"}
"""Headings that are one thing to one program and another to the next, and what they are alone: what stands beside them
tells them apart, and the sheets below have both."""
A_DAY = datetime.date(2012, 5, 31)
CELLS: dict[str, tuple[str, dict[str, object]]] = {
    "title": ("FM", {"title": "FM"}),
    "women_title": ("WFM", {"title": "WFM"}),
    "federation": ("NOR", {"federation": "NOR"}),
    "rating": ("1500", {"rating": 1500}),
    "fide_rating": ("1500", {"rating": 1500, "fide_rating": 1500}),
    "rating_date": ("31.5.2012", {"rating_date": A_DAY}),
    "rapid_rating": ("1500", {"rapid_rating": 1500}),
    "blitz_rating": ("1500", {"blitz_rating": 1500}),
    "fide_id": ("1234", {"fide_id": 1234}),
    "national_id": ("77", {"national_id": "77"}),
    "categories": ("U14", {"categories": "U14"}),
    "sex": ("f", {"contact": {"sex": "female"}}),
    "birth_date": ("31.5.2012", {"contact": {"birth_date": A_DAY}}),
    "birth_year": ("2012", {"contact": {"birth_year": 2012}}),
    "email": ("anna@example.org", {"contact": {"email": "anna@example.org"}}),
    "phone": ("555", {"contact": {"phone": "555"}}),
    **{meaning: ("9", {}) for meaning in LEFT_OUT},
}
"""A cell below a heading that means this, and what is read of it."""


def read(*rows: tuple[str, ...]) -> PlayerList:
    numbered = tuple(SheetRow(number=number, cells=cells) for number, cells in enumerate(rows, start=1))
    return players_of(Sheet(rows=numbered, notes=()), today=datetime.date(2026, 11, 20))


def sheet_of(known: KnownHeading) -> tuple[tuple[str, ...], tuple[str, ...], dict[str, object]]:
    """A heading, a row and what it tells besides the name Anna Berg."""
    heading = re.sub(r"\b1\b|(?<=[A-Za-z])1\b", "12", known.heading)
    match known.meaning:
        case "name" | "username":
            return (heading,), ("Berg, Anna",), {}
        case "given_name":
            return (heading, "Nachname"), ("Anna", "Berg"), {}
        case "family_name":
            return ("Vorname", heading), ("Anna", "Berg"), {}
        case "prefix":
            return ("Vorname", heading, "Nachname"), ("Anna", "van", "Berg"), {"family_name": "van Berg"}
        case "member_number":
            return ("Name", "PKZ", heading), ("Berg, Anna", "5", "77"), {"national_id": "5", "member_number": "77"}
        case meaning:
            cell, told = CELLS[meaning]
            return ("Name", heading), ("Berg, Anna", cell), told


def test_each_is_understood_in_a_sheet_without_a_word() -> None:
    wrong = []
    for known in known_headings():
        plain = plain_heading(known.heading)
        if known.meaning != TWO_MEANINGS.get(plain, known.meaning):
            continue
        heading, row, told = sheet_of(known)
        found = read(heading, row)
        expected = ListedPlayer(**{"row": 2, "given_name": "Anna", "family_name": "Berg"} | told)  # type: ignore[arg-type]
        if (found.players, found.left_out, found.notes) != ((expected,), (), ()):
            wrong.append((known.heading, known.seen_in, found))

    assert wrong == []


def test_none_has_two_meanings_but_those_that_are_declared() -> None:
    meanings = defaultdict(set)
    for known in known_headings():
        meanings[plain_heading(known.heading)].add(known.meaning)

    assert {plain for plain, several in meanings.items() if len(several) > 1} == TWO_MEANINGS.keys()


def test_a_program_has_no_heading_twice_and_a_language_of_one_no_more_than_a_reader_can_check() -> None:
    once = Counter((known.heading, known.seen_in) for known in known_headings())
    of_one = Counter(
        known.seen_in.partition(",")[0].rstrip(")") for known in known_headings() if known.seen_in != "ours"
    )

    assert [twice for twice, times in once.items() if times > 1] == []
    assert {where: many for where, many in of_one.items() if many > MOST_OF_ONE_PROGRAM} == {}


def test_the_table_says_where_each_was_seen() -> None:
    assert [known for known in known_headings() if not (known.heading and known.meaning and known.seen_in)] == []


def test_a_number_in_a_heading_stands_for_every_number() -> None:
    assert [meaning_of(plain_heading(heading)) for heading in ("TB1", "TB5", "11.Rd", "R 9")] == ["results"] * 4


def test_what_a_rating_has_changed_by_is_no_rating() -> None:
    found = read(("Name", "rtg+/-", "Rtg"), ("Berg, Anna", "-12", "1500"))

    assert (found.players[0].rating, found.left_out, found.notes) == (1500, (), ())


SHEETS: list[tuple[str, str, str, dict[str, object], str]] = [
    (
        "chess-results (en)",
        "No.|||Name|FideID|FED|RtgI|RtgN|Club/City",
        "1||IM|Able, Alice|1500001|ENG|2345|2301|Ur",
        {"title": "IM", "federation": "ENG", "rating": 2301, "fide_rating": 2345, "fide_id": 1500001},
        "",
    ),
    (
        "chess-results (en)",
        "Rk.|SNo|||Name|Typ|sex|FED|Rtg|TB1|TB2|K|rtg+/-",
        "1|4||FM|Able, Alice|U18|w|ENG|2101|6,5|30|20|-12,4",
        {"title": "FM", "federation": "ENG", "rating": 2101, "contact": {"sex": "female"}},
        "",
    ),
    (
        "chess-results (de)",
        "Rg.|Snr||Name|Land|Elo|Verein/Ort|Pkt. |Wtg1|Wtg2",
        "1|1|FM|Able, Alice|AUT|1512|SV Ur|4.5|14.5|12",
        {"title": "FM", "federation": "AUT", "rating": 1512},
        "",
    ),
    (
        "Swiss-Manager import (en",
        "ID_No|Name|Sex|Fed|Clubnumber|ClubName|Birthday|Rtg_Nat|Fide_No|Rtg_Int|Title|Type|K",
        "77|Able, Alice|f|ENG|12|Ur|1988/00/00|1712|1500001|1612|WFM||20",
        {
            "title": "WFM",
            "federation": "ENG",
            "rating": 1712,
            "fide_rating": 1612,
            "fide_id": 1500001,
            "national_id": "77",
            "contact": {"sex": "female", "birth_year": 1988},
        },
        "",
    ),
    (
        "Swiss-Chess (de)",
        "TlnNr|Teilnehmer|Titel|ELO|NWZ|Attr.|Verein/Ort|Land|Geburt|FideKenn.|PKZ",
        "1|Able, Alice||2210|2188|W|Ur|GER|1988|1500001|10123456",
        {
            "federation": "GER",
            "rating": 2188,
            "fide_rating": 2210,
            "fide_id": 1500001,
            "national_id": "10123456",
            "contact": {"birth_year": 1988},
        },
        "",
    ),
    (
        "Swiss-Chess (de)",
        "Rang|Teilnehmer|Titel|TWZ|Attr.|Verein|Land|S|R|V|Punkte|Buchh|SoBerg",
        "1|Able, Alice|CM|2188||Ur|GER|3|1|1|3.5|12.0|8.25",
        {"title": "CM", "federation": "GER", "rating": 2188},
        "",
    ),
    (
        "Vega (en)",
        "NAME|COUNTRY|BIRTHDAY|GENDER|TITLE|IDFIDE|ELOFIDE|IDNAT|ELONAT|KCOEFF|ORIGIN",
        "Able, Alice|ITA|13.04.1963|f|WFM|1500001|1830|4711|1850|20|Ur",
        {
            "title": "WFM",
            "federation": "ITA",
            "rating": 1850,
            "fide_rating": 1830,
            "fide_id": 1500001,
            "national_id": "4711",
            "contact": {"sex": "female", "birth_date": datetime.date(1963, 4, 13)},
        },
        "",
    ),
    (
        "Vega (en)",
        "ID|Name|Fed|Birthday|Gender|Title|ID_FIDE|RtgF|ID_Nat|RtgN|K|Status",
        "1|Able, Alice|ITA|1963|f||1500001|1830|4711|0|20|1",
        {
            "federation": "ITA",
            "rating": 1830,
            "fide_rating": 1830,
            "fide_id": 1500001,
            "national_id": "4711",
            "contact": {"sex": "female", "birth_year": 1963},
        },
        "Status",
    ),
    (
        "Sevilla (JSON",
        "Pos|Name|Games|Wins|Draws|Losses|Score|Rating|RtgDif",
        "1|Alice Able|9|6|2|1|312|1850|14",
        {"rating": 1850},
        "",
    ),
    (
        "KeizerForClubs (de)",
        "Platz|Name|Rank-Pb|Keizer-&#8721;|GamePts|R 1|R 12",
        "01|Alice Able|30|88.5|4|+|-",
        {},
        "",
    ),
    ("KeizerForClubs (de)", "|Name|Keizer-Punkte|Spiel-Punkte", "1.|Alice Able|88.5|4", {}, ""),
    (
        "SSF service (sv",
        "id|firstName|lastName|birthdate|fideid|country|club|clubId|rating|title|k|rapidRating|rapidk|blitzRating|blitzK",
        "585772|Alice|Able|1988-05-31|1700001|SWE|Ur|9|1712|CM|20|1650|20|1600|20",
        {
            "title": "CM",
            "federation": "SWE",
            "rating": 1712,
            "rapid_rating": 1650,
            "blitz_rating": 1600,
            "fide_id": 1700001,
            "national_id": "585772",
            "contact": {"birth_date": datetime.date(1988, 5, 31)},
        },
        "",
    ),
    (
        "DSU list (da",
        "Nr|Født|Alder|Navn|Klub|Titel|Rat.|Hur.|Lyn|Fide|Nr|K",
        "103110599|1988|38|Alice Able|Ur||1712|1650|-|1690|1400001|20",
        {
            "rating": 1712,
            "fide_rating": 1690,
            "rapid_rating": 1650,
            "fide_id": 1400001,
            "national_id": "103110599",
            "contact": {"birth_year": 1988},
        },
        "Alder",
    ),
    (
        "DSU report of a club (da)",
        "Navn|Klub|Titel|Rating|Lyn|Hurtig|K-factor",
        "Alice Able|Ur||1712|1600|1650|20",
        {"rating": 1712, "rapid_rating": 1650, "blitz_rating": 1600},
        "",
    ),
    (
        "Joomla component for tournaments (nb)",
        "Startnr.|Fornavn|Etternavn|Klubb|Rating|Født.",
        "1|Alice|Able|Ur|1712|31.5.1988",
        {"rating": 1712, "contact": {"birth_date": datetime.date(1988, 5, 31)}},
        "",
    ),
    (
        "KNSB list (nl",
        "Relatienummer|Naam|Titel|FED|Rating|Nv|Geboren|S",
        "8538499|Able, Alice|WFM|NED|1712|100|1981|w",
        {
            "title": "WFM",
            "federation": "NED",
            "rating": 1712,
            "national_id": "8538499",
            "contact": {"sex": "female", "birth_year": 1981},
        },
        "",
    ),
    (
        "DSB list (de",
        "ID|ZPS|Mitgliedsnummer|Status|Name,Vorname|Geschlecht|Geburtsjahr|Letzte Auswertung|DWZ|Index|FIDE-Elozahl|"
        "FIDE-Titel|FIDE-ID|FIDE-Land|Vorname|Nachname|FIDE-Frauentitel|FIDE-Elozahl-Schnellschach|FIDE-Elozahl-Blitz",
        "NU0000001|20001|12|P|Able,Alice|W|1988|202640|1712|20|1690||4600001|GER|Alice|Able|WFM|1650|",
        {
            "title": "WFM",
            "federation": "GER",
            "rating": 1712,
            "fide_rating": 1690,
            "rapid_rating": 1650,
            "fide_id": 4600001,
            "national_id": "NU0000001",
            "member_number": "12",
            "contact": {"sex": "female", "birth_year": 1988},
        },
        "Status",
    ),
    (
        "ECF list (en)",
        "ECF_code|full_name|member_no|FIDE_no|gender|nation|revised_standard|revised_rapid|club_code|club_name|title",
        "999999Z|Able, Alice|4711|400001|F|ENG|1712|1650|7UR|Ur|",
        {
            "federation": "ENG",
            "rating": 1712,
            "rapid_rating": 1650,
            "fide_id": 400001,
            "national_id": "999999Z",
            "member_number": "4711",
            "contact": {"sex": "female"},
        },
        "",
    ),
    (
        "CFC list (en)",
        "CFC#|Expiry|Last|First|Prov|City|Rating|High|Active Rtg|Active High|FIDE Number|FIDE Rating",
        "199999||Able|Alice|ON|Ur|1712|1800|1650|1700|2600001|1690",
        {"rating": 1712, "fide_rating": 1690, "rapid_rating": 1650, "fide_id": 2600001, "national_id": "199999"},
        "Expiry, Prov, City, High, Active High",
    ),
    (
        "CHESSA list (en)",
        "UNIQUE_NO|SURNAME|FIRSTNAME|SEX|TITLE|RATING|FED",
        "199999|Able|Alice|F||1712|",
        {"rating": 1712, "national_id": "199999", "contact": {"sex": "female"}},
        "",
    ),
    (
        "Papi (fr)",
        "Nr|NrFFE|Nom|Prenom|Sexe|NeLe|Cat|Elo|Rapide|Blitz|Federation|Club|FideCode|FideTitre|Tel|EMail",
        "1|Z99999|Able|Alice|F|31/05/1988|Sen|1712|1650|1600|FRA|Ur|600001||555|alice@example.org",
        {
            "federation": "FRA",
            "rating": 1712,
            "rapid_rating": 1650,
            "blitz_rating": 1600,
            "fide_id": 600001,
            "national_id": "Z99999",
            "categories": "Sen",
            "contact": {
                "sex": "female",
                "birth_date": datetime.date(1988, 5, 31),
                "phone": "555",
                "email": "alice@example.org",
            },
        },
        "",
    ),
    (
        "Sharly-Chess (en)",
        "title|women_title|last_name|first_name|date_of_birth|mail|phone|gender|federation|club|fide_id|national_id|rating|paid",
        "|WFM|Able|Alice|1988-05-31|alice@example.org|555|F|FRA|Ur|600001|Z99999|1712|5",
        {
            "title": "WFM",
            "federation": "FRA",
            "rating": 1712,
            "fide_id": 600001,
            "national_id": "Z99999",
            "contact": {
                "sex": "female",
                "birth_date": datetime.date(1988, 5, 31),
                "email": "alice@example.org",
                "phone": "555",
            },
        },
        "paid",
    ),
    (
        "gambit-pairing (en)",
        "Name|Rating|Gender|Date of Birth|Phone|Email|Club|Federation|Active|ID",
        "Alice Able|1712|F|1988-05-31|555|alice@example.org|Ur|USA|Yes|4711",
        {
            "federation": "USA",
            "rating": 1712,
            "national_id": "4711",
            "contact": {
                "sex": "female",
                "birth_date": datetime.date(1988, 5, 31),
                "email": "alice@example.org",
                "phone": "555",
            },
        },
        "Active",
    ),
    (
        "Tornelo (en)",
        "#|Flag|Player|Rating|Gender|YOB|U|Skip|Bye",
        "1|AUS|Able, Alice|1712|F|1988|1|false|false",
        {"federation": "AUS", "rating": 1712, "contact": {"sex": "female", "birth_year": 1988}},
        "U",
    ),
    ("WinTD (en)", "ID|Rtng|Ttl|Exp.", "19999999|1712||2027", {"rating": 1712, "national_id": "19999999"}, "Exp."),
    (
        "SwissSys club list (en)",
        "Name|I. D.#|Rating",
        "Able, Alice|19999999|1712",
        {"rating": 1712, "national_id": "19999999"},
        "",
    ),
]
"""Of each program its own headings, and an invented person below them: what is read, and which columns are told to be
left out."""


@pytest.mark.parametrize(
    ("program", "headings", "row", "told", "left_out"), SHEETS, ids=[f"{each[0]} {each[1][:9]}" for each in SHEETS]
)
def test_a_sheet_of_each_program_gives_names_and_ratings(
    program: str, headings: str, row: str, told: dict[str, object], left_out: str
) -> None:
    header, cells = tuple(headings.split("|")), tuple(row.split("|"))
    if program == "WinTD (en)":  # its names may stand in columns of any heading
        header, cells = ("Name", *header), ("Able, Alice", *cells)
    found = read(header, cells)

    person = ListedPlayer(**{"row": 2, "given_name": "Alice", "family_name": "Able"} | told)  # type: ignore[arg-type]
    assert (found.players, found.left_out) == ((person,), ())
    assert found.notes == ((f"Columns left out: {left_out}.",) if left_out else ())


def one_for_all(heading: str) -> str:
    return re.sub("[0-9]+", "1", plain_heading(heading))


def program_of(seen_in: str) -> str:
    return seen_in.partition(" (")[0]


def test_the_sheets_have_what_the_programs_of_the_table_write() -> None:
    written = defaultdict(set)
    for known in known_headings():
        written[program_of(known.seen_in)].add(one_for_all(known.heading))
    invented = [
        (program, heading)
        for program, headings, _row, _told, left_out in SHEETS
        for heading in filter(None, headings.split("|"))
        if one_for_all(heading) not in written[program_of(program)] and heading not in left_out.split(", ")
    ]

    assert invented == []
    assert written.keys() - {program_of(program) for program, *_rest in SHEETS} == {"ours", "IJSCO", "lichess"}


def test_people_of_lichess_have_the_name_that_they_have_there() -> None:
    found = read(
        ("Rank", "Title", "Username", "Rating", "Points", "Tie Break", "Performance"),
        ("1", "CM", "Alice_A", "2101", "4.5", "14", "2210"),
    )

    assert found.players == (ListedPlayer(row=2, given_name="Alice_A", title="CM", rating=2101),)
    assert found.notes == ()


def test_beside_a_name_that_is_left_out() -> None:
    found = read(("Name", "Username"), ("Able, Alice", "Alice_A"))

    assert found.players == (ListedPlayer(row=2, given_name="Alice", family_name="Able"),)
    assert found.notes == ("Columns left out: Username.",)


@pytest.mark.parametrize("cells", [("x", "y"), ("", ""), ("GM", "NOR", "SWE")])
def test_a_column_without_a_heading_is_of_titles_only_where_most_cells_are(cells: tuple[str, ...]) -> None:
    people = [("1", cell, f"Able{number}, Alice") for number, cell in enumerate(cells)]
    found = read(("Nr.", "", "Name"), *people)

    assert {player.title for player in found.players} == {""}
    assert (found.left_out, found.notes) == ((), ())


def test_nor_is_it_behind_the_name() -> None:
    assert read(("Nr.", "Name", ""), ("1", "Able, Alice", "GM")).players[0].title == ""


def test_a_heading_of_titles_comes_before_an_unnamed_column() -> None:
    assert read(("", "Title", "Name"), ("GM", "FM", "Able, Alice")).players[0].title == "FM"
