"""Which column is what, and what is wrong in which row."""

import datetime
from pathlib import Path

import pytest

from tournaments.exchange.player_list import ListedPlayer, PlayerList, players_of
from tournaments.exchange.spreadsheet_reader import Sheet, SheetRow, UnreadableSheet, read_sheet
from tournaments.names import split_name

LISTS = Path(__file__).parents[1] / "data" / "player_lists"


def read(text: str) -> PlayerList:
    return players_of(read_sheet(text.encode()), today=datetime.date(2026, 11, 20))


@pytest.mark.parametrize(
    "header",
    [
        "Given name;Family name;Rating;FIDE ID;Date of birth;E-mail;Phone;National ID",
        "First Name;Surname;Elo;FIDE-ID;Birthday;email;Mobile;Member number",
        "Fornavn;Etternavn;Ratingtall;fide_id;Fødselsdato;E-post;Tlf.;Medlemsnr",
        "Förnamn;Efternamn;LASK;FIDE nr;Född;E-postadress;Mobil;Medlemsnummer",
        "Fornavn;Efternavn;Ratingtal;FIDE;Født;Mail;Telefon;DSU-ID",
        "Vorname;Nachname;DWZ;FIDE ID;Geburtsdatum;E-Mail;Handy;Mitgliedsnummer",
        "Voornaam;Achternaam;Rating;Fide ID;Geboortedatum;Emailadres;Telefoon;Bondsnummer",
    ],
)
def test_it_knows_the_columns_in_six_languages(header: str) -> None:
    found = read(f"{header}\nAnna;Berg;1500;1234;31.5.2012;anna@example.org;555;77")

    assert (found.stopped, found.left_out, found.notes) == ((), (), ())
    assert found.players == (
        ListedPlayer(
            row=2,
            given_name="Anna",
            family_name="Berg",
            rating=1500,
            fide_id=1234,
            national_id="77",
            contact={"birth_date": datetime.date(2012, 5, 31), "email": "anna@example.org", "phone": "555"},
        ),
    )


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Berg, Anna Maria", ("Anna Maria", "Berg")),
        ("Anna Maria Berg", ("Anna Maria", "Berg")),
        ("Jan van den Berg", ("Jan", "van den Berg")),
        ("van den Berg, Jan", ("Jan", "van den Berg")),
        ("Anna", ("Anna", "")),
        ("Berg,", ("Berg", "")),
        ("", ("", "")),
    ],
)
def test_it_parts_a_whole_name(name: str, parts: tuple[str, str]) -> None:
    assert split_name(name) == parts


def test_the_club_is_left_out_and_unknown_columns_are_named() -> None:
    found = read("Navn;Klubb;Sko;Hatt\nAnna Berg;SK;38;L")

    assert found.notes == ("Columns left out: Sko, Hatt.",)
    assert found.players[0].family_name == "Berg"


@pytest.mark.parametrize(
    ("text", "row", "column", "part"),
    [
        ("Name;Elo\nAnna;12x", 2, "Elo", "“12x” is not a whole number from 1 to 3500"),
        ("Name;Elo\nAnna;9999", 2, "Elo", "not a whole number"),
        ("Name;Elo\nAnna;１５００", 2, "Elo", "not a whole number"),
        ("Name;FIDE ID\nAnna;99999999999", 2, "FIDE ID", "not a whole number"),
        ("Name;Elo\nAnna;1\n;1500", 3, "Name", "A name is needed"),
        ("Vorname;Elo\n\u200b;1500", 2, "Vorname", "A given name is needed"),
        (f"Name\n{'A' * 101}", 2, "Name", "longer than 100"),
        (f"Name;Tlf\nAnna;{'5' * 41}", 2, "Tlf", "longer than 40"),
        ("Name;Født\nAnna;2012-13-01", 2, "Født", "not a date of birth"),
        ("Name;Født\nAnna;1.1.2030", 2, "Født", "not a date of birth"),
        ("Name;Født\nAnna;01/02/12", 2, "Født", "not a date of birth"),
        ("Name;Mail\nAnna;anna", 2, "Mail", "not an e-mail address"),
        ("Name\nAnna Berg\nBERG, anna", 3, "", "same person as in row 2"),
        ("Name;FIDE\nAnna;5\nBo;5", 3, "", "same person as in row 2"),
    ],
)
def test_it_says_row_column_and_what_was_expected(text: str, row: int, column: str, part: str) -> None:
    found = read(text)
    (problem,) = (*found.stopped, *found.left_out)

    assert (problem.row, problem.column) == (row, column)
    assert part in problem.message


def test_only_a_row_without_a_name_stops_and_stops_itself_alone() -> None:
    found = read("Name;Elo;Fed\nAnna;15oo;NOR\n;1500;\nBo;1400;Norge\nAnna;1600;\nBYE;0;")

    assert [(each.row, each.given_name, each.rating, each.federation) for each in found.players] == [
        (2, "Anna", None, "NOR"),
        (4, "Bo", 1400, ""),
    ]
    assert [problem.row for problem in found.stopped] == [3, 5]
    assert [(problem.row, problem.column) for problem in found.left_out] == [(2, "Elo"), (4, "Fed")]
    assert found.notes == ("Not a person, so left out: BYE.",)


def test_two_of_one_name_with_ids_of_their_own_are_two_people() -> None:
    assert read("Name;FIDE\nAnna Berg;5\nAnna Berg;6").stopped == ()


def test_two_of_one_name_with_birthdays_of_their_own_are_two_people() -> None:
    assert read("Name;Born\nPer Lundin;10.3.1950\nPer Lundin;2.6.2011").stopped == ()


@pytest.mark.parametrize("dates", [("10.3.1950", ""), ("", "10.3.1950"), ("10.3.1950", "1950-03-10"), ("", "")])
def test_two_of_one_name_are_a_question_where_the_birthdays_do_not_say(dates: tuple[str, str]) -> None:
    (problem,) = read("Name;Born\nBo;\n" + "".join(f"Per Lundin;{date}\n" for date in dates)).stopped

    assert (problem.row, problem.message) == (4, "The same person as in row 3.")


def test_the_third_of_a_name_is_compared_with_all_before() -> None:
    (problem,) = read("Name;Born\nPer;1.1.1950\nPer;1.1.1980\nPer;1.1.1980").stopped

    assert problem.message == "The same person as in row 3."


@pytest.mark.parametrize("gap", [" ", "\u00a0", "\u202f", "\u2009", "'", "’"])
def test_a_rating_may_have_a_gap_at_the_thousands(gap: str) -> None:
    found = read(f"Name;Elo\nAnna;1{gap}100")

    assert found.left_out == ()
    assert found.players[0].rating == 1100


@pytest.mark.parametrize("rating", ["1 10", "11 00", "1  1 00", "1.100", "1,100", "1 100,5", "1 1OO", "' 100"])
def test_no_other_gap_is_guessed_at(rating: str) -> None:
    (problem,) = read(f"Name;Elo\nAnna;{rating}").left_out

    assert "is not a whole number" in problem.message


def test_a_fide_id_has_no_thousands() -> None:
    assert len(read("Name;FIDE ID\nAnna;1 503 014").left_out) == 1


@pytest.mark.parametrize("nothing", ["", "-", "0", "unr", "Unrated", "n/a", "ohne"])
def test_lists_write_in_several_ways_that_there_is_no_rating(nothing: str) -> None:
    assert read(f"Name;Elo\nAnna;{nothing}").players[0].rating is None


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Anna;Berg\nBo;Ek", "Two columns look like names"),
        ("Name;Elo", "no players below them"),
        ("Name;Navn\nAnna;Anna", "Two columns mean the same: “Name” and “Navn”"),
    ],
)
def test_it_says_what_the_first_row_lacks(text: str, part: str) -> None:
    with pytest.raises(UnreadableSheet, match=part):
        read(text)


def test_names_are_cleaned() -> None:
    assert read("Name\nAnna\u202e  Berg").players[0].given_name == "Anna"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Relatienummer;Naam;Titel;FED;Rating;Nv;Geboren;S\n8538442;Aarten, Marjolein;WFM;NED;1 700;100;1981;w",
            ListedPlayer(
                row=2,
                given_name="Marjolein",
                family_name="Aarten",
                title="WFM",
                federation="NED",
                rating=1700,
                national_id="8538442",
                contact={"sex": "female", "birth_year": 1981},
            ),
        ),
        (
            "ID_No;Name;Sex;Fed;Clubnumber;ClubName;Birthday;Rtg_Nat;Fide_No;Rtg_Int;Title\n"
            "77;Berg, Anna;f;NOR;12;SK;1988/00/00;0;1500001;1612;",
            ListedPlayer(
                row=2,
                given_name="Anna",
                family_name="Berg",
                federation="NOR",
                rating=1612,
                fide_rating=1612,
                fide_id=1500001,
                national_id="77",
                contact={"sex": "female", "birth_year": 1988},
            ),
        ),
        (
            "Nr;Født;Alder;Navn;Klub;Titel;Rat.;Hur.;Lyn;Fide;Nr;K\n"
            "103110502;2004;22;Jonas Buhl Bjerre;Skanderborg;GM;2635;2505;-;2615;1444948;10",
            ListedPlayer(
                row=2,
                given_name="Jonas Buhl",
                family_name="Bjerre",
                title="GM",
                rating=2635,
                fide_rating=2615,
                rapid_rating=2505,
                fide_id=1444948,
                national_id="103110502",
                contact={"birth_year": 2004},
            ),
        ),
        (
            'ID,ZPS,Mitgliedsnummer,"Name,Vorname",Geschlecht,Geburtsjahr,DWZ,FIDE-Elozahl,FIDE-Titel,FIDE-ID,FIDE-Land,'
            "Vorname,Nachname\n"
            'NU0000001,20001,12,"Müller,Anna",W,2005,1650,,,,GER,Anna,Müller',
            ListedPlayer(
                row=2,
                given_name="Anna",
                family_name="Müller",
                federation="GER",
                rating=1650,
                national_id="NU0000001",
                member_number="12",
                contact={"sex": "female", "birth_year": 2005},
            ),
        ),
    ],
    ids=["KNSB", "Swiss-Manager", "DSU", "DSB"],
)
def test_columns_as_federations_call_them_pass(text: str, expected: ListedPlayer) -> None:
    found = read(text)

    assert (found.stopped, found.left_out, found.players) == ((), (), (expected,))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Name;Titel\nAnna;Dr.", "“DR.” is not one of FIDE's titles"),
        ("Name;Fed\nAnna;Norge", "is not a federation in three letters"),
        ("Name;Kjønn\nAnna;?", "does not say a sex"),
        ("Name;Født\nAnna;1850", "is not a year of birth"),
        ("Name;Fødselsår\nAnna;12", "is not a year of birth"),
        ("Name;Født;Jahrgang\nAnna;31.5.2012;2011", "The date of birth says 2012."),
        ("Name;Elo;Stand\nAnna;1500;1.1.2030", "is not a date in the past"),
    ],
)
def test_it_says_what_is_no_title_federation_sex_or_year(text: str, part: str) -> None:
    found = read(text)
    (problem,) = found.left_out

    assert part in problem.message
    assert len(found.players) == 1


def test_two_of_one_name_with_years_of_their_own_are_two_people() -> None:
    assert read("Name;Born\nPer Lundin;1950\nPer Lundin;2.6.2011").stopped == ()
    assert len(read("Name;Born\nPer Lundin;2011\nPer Lundin;2.6.2011").stopped) == 1


@pytest.mark.parametrize(
    ("rating", "meant"),
    [("1512.0", 1512), ("1512,00", 1512), ("1512-34", 1512), ("1600*", 1600), ("1600 P", 1600), ("1712 (12)", 1712)],
)
def test_a_rating_with_something_behind_it_is_read(rating: str, meant: int) -> None:
    assert read(f"Name;Elo\nAnna;{rating}").players[0].rating == meant


def listed(name: str) -> PlayerList:
    return players_of(read_sheet((LISTS / name).read_bytes()), today=datetime.date(2026, 11, 20))


def shown(found: PlayerList) -> list[tuple[object, ...]]:
    return [
        (each.given_name, each.family_name, each.title, each.federation, each.rating, each.fide_id)
        for each in found.players
    ]


OTHER_PROGRAMS: list[tuple[str, list[tuple[object, ...]], int]] = [
    (
        "list_chess_results_de.csv",
        [("Jörg", "Muster", "FM", "GER", 2188, 12345678), ("Änne", "Beispiel", "", "GER", 1650, None)],
        0,
    ),
    ("list_dwz_and_elo.csv", [("Jan", "Muster", "", "", 1512, None)], 0),
    ("list_heading_above.csv", [("John", "Doe", "FM", "ENG", 2210, 12345678)], 0),
    ("list_lastname_firstname.csv", [("John", "Doe", "", "", 1500, None)], 0),
    ("list_national_title.csv", [("Anna", "Ek", "", "", 1500, None), ("Bo", "Ny", "", "", 1600, None)], 1),
    (
        "list_rating_words.csv",
        [
            ("Anna", "Ek", "", "", 1512, None),
            ("Bo", "Ny", "", "", None, None),
            ("Cy", "Al", "", "", 1600, None),
            ("Dan", "Eld", "", "", None, None),
        ],
        0,
    ),
    ("list_federation.csv", [("Anna", "Ek", "", "", 1500, None), ("Bo", "Ny", "", "", 1400, None)], 2),
    ("list_cp850.csv", [("Åsa", "Öberg", "", "", 1500, None)], 0),
    ("list_bye_rows.csv", [("Anna", "Berg", "", "", 1500, None)], 0),
]
"""As the programs write them that clubs come from, with how many values are left out."""


@pytest.mark.parametrize(("name", "players", "left_out"), OTHER_PROGRAMS, ids=[name for name, _, _ in OTHER_PROGRAMS])
def test_lists_of_other_programs_come_in(name: str, players: list[tuple[object, ...]], left_out: int) -> None:
    found = listed(name)

    assert shown(found) == players
    assert (found.stopped, len(found.left_out)) == ((), left_out)


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "mac_roman"])
@pytest.mark.parametrize("name", ["Åsa Öberg", "Jörg Müller", "Søren Kjær", "André Größe"])
def test_older_letters_are_known_by_what_they_make_of_names(encoding: str, name: str) -> None:
    found = players_of(read_sheet(f"Name;Elo\n{name};1500".encode(encoding)), today=datetime.date(2026, 11, 20))

    assert " ".join(filter(None, shown(found)[0][:2])) == name
    assert found.notes == ("The file is not in UTF-8. Look at letters like å, ö and ü.",)


@pytest.mark.parametrize("text", ["Vorname;Nachname\nBye;Andersen", "Name\nBye Andersen", "Name\nAndersen, Bye"])
def test_somebody_of_that_name_is_a_person(text: str) -> None:
    assert shown(read(text))[0][:2] == ("Bye", "Andersen")


def test_small_words_of_a_name_have_a_column_of_their_own() -> None:
    found = read("Roepnaam;Tussenvoegsel;Achternaam;KNSB-nummer\nJan;van den;Berg;8538442")

    assert shown(found)[0][:2] == ("Jan", "van den Berg")
    assert found.players[0].national_id == "8538442"


def test_a_list_of_names_needs_no_heading() -> None:
    assert [each[:2] for each in shown(read("Anna Berg\nBo van Dijk\n\nCy"))] == [
        ("Anna", "Berg"),
        ("Bo", "van Dijk"),
        ("Cy", ""),
    ]


@pytest.mark.parametrize(
    "text",
    ["Anna Berg;1500\nBo;1620\nCy;", "1;Anna Berg;1500\n2;Bo;1620\n3;Cy;", "1. Anna Berg\t1500\n2) Bo\t1620\nCy"],
)
def test_nor_do_ratings_beside_them(text: str) -> None:
    assert [(each[0], each[4]) for each in shown(read(text))] == [("Anna", 1500), ("Bo", 1620), ("Cy", None)]


def test_of_columns_that_look_like_ratings_somebody_says_which_has_them() -> None:
    found = read("Name;Styrke;Form;Points\nAnna;1500;1400;3\nBo;1620*;1600;2\nCy;;1700;")

    assert [(each.heading, each.examples) for each in found.rating_columns] == [
        ("Styrke", ("1500", "1620*")),
        ("Form", ("1400", "1600", "1700")),
    ]
    assert [each.rating for each in found.players] == [None] * 3
    assert [each.rating for each in found.rated_by(found.rating_columns[0]).players] == [1500, 1620, None]


def test_nobody_is_asked_where_a_column_has_the_ratings() -> None:
    assert not read("Name;Rating;Form\nAnna;1500;1400").rating_columns


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DOGWOOD, Dov\nPine, Per", [("Dov", "DOGWOOD", None, ""), ("Per", "Pine", None, "")]),
        ("Ada Elm\nPine, Per\nBo Ek", [("Ada", "Elm", None, ""), ("Per", "Pine", None, ""), ("Bo", "Ek", None, "")]),
        ("Per Pine\t6B\nPer Pine\t6A", [("Per", "Pine", None, "6B"), ("Per", "Pine", None, "6A")]),
        ("Per Pine 6B\nEva Elm (1650)\nBo Ek 1500\nCy (U12)", [
            ("Per", "Pine", None, "6B"),
            ("Eva", "Elm", 1650, ""),
            ("Bo", "Ek", 1500, ""),
            ("Cy", "", None, "U12"),
        ]),
        ("Pine, Per, 6B\nElm, Eva, 6A", [("Per", "Pine", None, "6B"), ("Eva", "Elm", None, "6A")]),
        ("Class 6B\nPer Pine\nEva Elm", [("Per", "Pine", None, ""), ("Eva", "Elm", None, "")]),
        ("Αννα Παππα\n🙂 Bo", [("Αννα", "Παππα", None, ""), ("🙂", "Bo", None, "")]),
    ],
)  # fmt: skip
def test_what_stands_beside_names_alone_is_known(text: str, expected: list[tuple[object, ...]]) -> None:
    found = read(text).players

    assert [(each.given_name, each.family_name, each.rating, each.categories) for each in found] == expected


@pytest.mark.timeout(60)
@pytest.mark.parametrize("cell", ["Bo" + " , ;" * 20_000 + "(", "Bo" + " " * 50_000 + "(", "Bo " * 20_000 + "("])
def test_what_stands_behind_a_name_is_found_without_trying_all_ways(cell: str) -> None:
    """It took hours, and no thread of the server answered meanwhile."""
    rows = tuple(SheetRow(number=number, cells=(cell,)) for number in (1, 2, 3))
    found = players_of(Sheet(rows=rows), today=datetime.date(2026, 11, 20))

    assert len(found.players) + len(found.stopped) + len(found.notes) > 0


def test_numbers_that_are_all_years_of_children_are_years() -> None:
    assert [each.contact for each in read("Per\t2014\nEva\t2015").players] == [
        {"birth_year": 2014},
        {"birth_year": 2015},
    ]


def test_a_title_above_names_alone_is_told() -> None:
    assert read("Class 6B\nPer Pine").notes == ("“Class 6B” above the names is left out.",)


def test_a_broken_letter_is_asked_about_and_not_written() -> None:
    found = read("Name;Rating\n\ufffdsa Berg;1500\nBo;1400")

    assert [each.given_name for each in found.players] == ["Bo"]
    assert "“\ufffdsa Berg” came out broken" in found.stopped[0].message


def test_a_list_pasted_twice_is_one() -> None:
    names = "\n".join(f"Anna {letter}berg" for letter in "ABCDEF")
    found = read(f"{names}\n{names}")

    assert (len(found.players), len(found.stopped), len(found.namesakes)) == (6, 6, 6)


def test_capitals_are_written_as_names_are_where_that_is_wished() -> None:
    found = read("PER PINE\nDOGWOOD Dov\nBo Ek")

    assert [each.is_in_capitals for each in found.players] == [True, True, False]
    assert [each.name for each in found.without_capitals().players] == ["Per Pine", "Dogwood Dov", "Bo Ek"]


def test_the_second_of_two_columns_is_left_out_and_told() -> None:
    found = read("Name;Tlf;Mobil\nAnna;555;777")

    assert found.players[0].contact == {"phone": "555"}
    assert found.notes == ("“Mobil” is left out: “Tlf” says the same.",)


def test_what_a_program_says_below_its_list_is_no_row() -> None:
    found = read("No.;Name;Rtg\n1;Berg, Anna;1500\n\nAll details under https://results.example\nResults server")

    assert shown(found)[0][:2] == ("Anna", "Berg")
    assert not found.stopped
