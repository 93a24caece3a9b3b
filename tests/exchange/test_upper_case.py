"""Names in capitals."""

import pytest

from tournaments.exchange.upper_case import is_in_capitals, without_capitals


@pytest.mark.parametrize(
    ("given", "family", "written"),
    [
        ("PER", "PINE", ("Per", "Pine")),
        ("Dov", "DOGWOOD", ("Dov", "Dogwood")),
        ("BO", "LI", ("Bo", "Li")),
        ("JAN VAN DER", "BERG", ("Jan", "van der Berg")),
        ("Jan", "VAN DER BERG", ("Jan", "van der Berg")),
        ("ANNA-LENA", "MÜLLER-LÜDENSCHEIDT", ("Anna-Lena", "Müller-Lüdenscheidt")),
        ("SINEAD", "O'NEILL", ("Sinead", "O'Neill")),
        ("ROSA", "D’ANGELO", ("Rosa", "D’Angelo")),
        ("IAN", "MCDONALD", ("Ian", "McDonald")),
        ("KEES", "IJSSELSTEIN", ("Kees", "IJsselstein")),
        ("JOHN", "SMITH III", ("John", "Smith III")),
        ("ÅSA", "ÖBERG", ("Åsa", "Öberg")),
        ("ΑΝΝΑ", "ΠΑΠΠΑ", ("Αννα", "Παππα")),
        ("ANNA", "", ("Anna", "")),
    ],
)
def test_they_are_written_as_names_are(given: str, family: str, written: tuple[str, str]) -> None:
    assert is_in_capitals(given, family)
    assert without_capitals(given, family) == written


@pytest.mark.parametrize(
    ("given", "family"),
    [
        ("JP", "Morgan"),
        ("A.", "Berg"),
        ("Anna", "Li"),
        ("Ian", "McDonald"),
        ("John", "Smith III"),
        ("王", "小明"),
        ("Bo", ""),
    ],
)
def test_what_is_no_shouting_stays(given: str, family: str) -> None:
    assert not is_in_capitals(given, family)
    assert without_capitals(given, family) == (given, family)
