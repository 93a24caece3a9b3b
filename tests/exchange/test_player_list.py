"""Which column is what, and what is wrong in which row."""

import datetime

import pytest

from tournaments.exchange.player_list import ListedPlayer, PlayerList, players_of, split_name
from tournaments.exchange.spreadsheet_reader import UnreadableSheet, read_sheet


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

    assert found.problems == ()
    assert found.notes == ()
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
    (problem,) = read(text).problems

    assert (problem.row, problem.column) == (row, column)
    assert part in problem.message


def test_two_of_one_name_with_ids_of_their_own_are_two_people() -> None:
    assert read("Name;FIDE\nAnna Berg;5\nAnna Berg;6").problems == ()


def test_two_of_one_name_with_birthdays_of_their_own_are_two_people() -> None:
    assert read("Name;Born\nPer Lundin;10.3.1950\nPer Lundin;2.6.2011").problems == ()


@pytest.mark.parametrize("dates", [("10.3.1950", ""), ("", "10.3.1950"), ("10.3.1950", "1950-03-10"), ("", "")])
def test_two_of_one_name_are_a_question_where_the_birthdays_do_not_say(dates: tuple[str, str]) -> None:
    (problem,) = read("Name;Born\nBo;\n" + "".join(f"Per Lundin;{date}\n" for date in dates)).problems

    assert (problem.row, problem.message) == (4, "The same person as in row 3.")


def test_the_third_of_a_name_is_compared_with_all_before() -> None:
    (problem,) = read("Name;Born\nPer;1.1.1950\nPer;1.1.1980\nPer;1.1.1980").problems

    assert problem.message == "The same person as in row 3."


@pytest.mark.parametrize("gap", [" ", "\u00a0", "\u202f", "\u2009", "'", "’"])
def test_a_rating_may_have_a_gap_at_the_thousands(gap: str) -> None:
    found = read(f"Name;Elo\nAnna;1{gap}100")

    assert found.problems == ()
    assert found.players[0].rating == 1100


@pytest.mark.parametrize("rating", ["1 10", "11 00", "1  1 00", "1.100", "1,100", "1 100,5", "1 1OO", "' 100"])
def test_no_other_gap_is_guessed_at(rating: str) -> None:
    (problem,) = read(f"Name;Elo\nAnna;{rating}").problems

    assert "is not a whole number" in problem.message


def test_a_fide_id_has_no_thousands() -> None:
    assert len(read("Name;FIDE ID\nAnna;1 503 014").problems) == 1


@pytest.mark.parametrize("nothing", ["", "-", "0"])
def test_lists_write_in_several_ways_that_there_is_no_rating(nothing: str) -> None:
    assert read(f"Name;Elo\nAnna;{nothing}").players[0].rating is None


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Anna;1500\nBo;1400", "No column for names was found in row 1"),
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

    assert (found.problems, found.players) == ((), (expected,))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Name;Titel\nAnna;Dr.", "“DR.” is not one of FIDE's titles"),
        ("Name;Fed\nAnna;Norge", "is not a federation in three letters"),
        ("Name;Kjønn\nAnna;?", "does not say a sex"),
        ("Name;Født\nAnna;1850", "is not a year of birth"),
        ("Name;Fødselsår\nAnna;12", "is not a year of birth"),
        ("Name;Født;Jahrgang\nAnna;31.5.2012;2011", "The date of birth says 2012."),
        ("Name;Elo;Stand\nAnna;1500;1.1.2030", "is not a date that has been"),
    ],
)
def test_it_says_what_is_no_title_federation_sex_or_year(text: str, part: str) -> None:
    (problem,) = read(text).problems

    assert part in problem.message


def test_two_of_one_name_with_years_of_their_own_are_two_people() -> None:
    assert read("Name;Born\nPer Lundin;1950\nPer Lundin;2.6.2011").problems == ()
    assert len(read("Name;Born\nPer Lundin;2011\nPer Lundin;2.6.2011").problems) == 1
