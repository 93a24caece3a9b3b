"""Names in the order of the reader's language."""

import itertools

import pytest

from tournaments.pages.common.collation import name_key, sorted_by_name


@pytest.mark.parametrize(
    ("language", "order"),
    [
        ("nb", "Anna Zoe Ærlig Østen Åse"),
        ("da", "Anna Zoe Ærlig Østen Åse"),
        ("sv", "Anna Zoe Åse Ärlig Östen"),
        ("de", "Anna Ärlig Åse Östen Zoe"),
        ("nl", "Anna Ärlig Åse Östen Zoe"),
        ("nl", "Udo Ülo Uwe"),
        ("nl", "Igor IJsbrand Ike Yvo"),
        ("nl", "Bijl Bik By"),
        ("en", "Ærlig Anna Åse Östen Zoe"),
        ("sv", "Ykens Ülo Ysa"),
        ("de", "Udo Ülo Uwe"),
        ("de", "Strasse Straße Strast"),
        ("nb", "Berg Zoe Aasen Åsen"),
        ("da", "Berg Zoe Aasen Åsen"),
        ("sv", "Aasen Berg Zoe Åsen"),
        ("sv", "Zäta Åke"),
        ("en", "Élise Eric"),
    ],
)
def test_it_follows_the_language(language: str, order: str) -> None:
    names = order.split()
    for shuffled in itertools.permutations(names):
        assert sorted_by_name(shuffled, lambda name: name, language) == names


def test_a_foreign_letter_stands_where_its_neighbour_does() -> None:
    assert sorted_by_name(["Öberg", "Ødegård", "Åberg"], str, "nb") == ["Öberg", "Ødegård", "Åberg"]
    assert sorted_by_name(["Zeta", "Æbelø", "Ädel"], str, "sv")[0] == "Zeta"


def test_ij_counts_as_its_two_letters_in_whatever_way_it_is_typed() -> None:
    """As in Dutch dictionaries and lists of members; in one character it is the same name."""
    letters, *_rest = name_key("IJsbrand", "nl")
    assert {name_key(typed, "nl")[0] for typed in ("ijsbrand", "Ijsbrand", "\N{LATIN CAPITAL LIGATURE IJ}sbrand")} == {
        letters
    }


def test_a_shorter_name_stands_before_a_longer_one_that_begins_with_it() -> None:
    assert sorted_by_name(["Anna-Karin Ek", "Anna Ek", "Annabel"], str, "en") == ["Anna Ek", "Annabel", "Anna-Karin Ek"]


def test_names_that_differ_only_in_accents_keep_one_order() -> None:
    assert name_key("Rene", "en") != name_key("René", "en")
    assert sorted_by_name(["René", "Rene"], str, "en") == sorted_by_name(["Rene", "René"], str, "en")


def test_a_letter_that_falls_apart_into_a_mark_alone_is_kept() -> None:
    assert name_key("¨", "en") != name_key("", "en")
