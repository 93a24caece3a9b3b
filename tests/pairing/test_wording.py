"""Facts as words: places, and colours inside a sentence, also in languages that write them otherwise."""

import pytest

from tournaments.pairing.types.paired_round import Place, Player, Reason
from tournaments.pairing.types.snapshot import Colour
from tournaments.pairing.types.translation import CONTEXT_SEPARATOR
from tournaments.pairing.wording import listing, place, sentence

NEXT = Reason(rule="first/places", facts={"higher_place": Place(3), "lower_place": Place(4)})


PLACES = "1st 2nd 3rd 4th 10th 11th 12th 13th 14th 21st 22nd 23rd 30th 101st 103rd 111th 112th 113th"


@pytest.mark.parametrize("word", PLACES.split())
def test_a_place_has_the_ending_of_its_number(word: str) -> None:
    assert place(int(word[:-2])) == word


def test_a_place_is_said_as_the_language_does() -> None:
    def norwegian(message: str) -> str:
        return "{number}." if CONTEXT_SEPARATOR in message else "{higher_place} mot {lower_place} av dem som er her."

    assert sentence(NEXT, str) == "3rd against 4th of those here."
    assert sentence(NEXT, str, norwegian) == "3. mot 4. av dem som er her."


def test_a_name_that_ends_in_a_stop_ends_the_sentence() -> None:
    free = Reason(rule="modified_monrad/4/free", facts={"higher": Player(1), "lower": Player(2)})
    names = {1: "Ella N.", 2: "Filip D."}
    assert sentence(free, names.__getitem__) == "Filip D. is the first on the list who can still play Ella N."
    assert sentence(free, str) == "2 is the first on the list who can still play 1."


def test_a_place_can_be_kept_with_the_game() -> None:
    assert Reason.from_json(NEXT.to_json()) == NEXT


def test_a_colour_inside_a_sentence_is_a_message_of_its_own() -> None:
    """Above a column it may need a capital where in a sentence it has none."""
    again = Reason(rule="neighbours/one_colour_more", facts={"player": 1, "colour": Colour.BLACK, "count": 3})
    asked: list[str] = []

    def noted(message: str) -> str:
        asked.append(message)
        return message

    assert "may have Black again" in sentence(again, str, noted)
    assert asked[-1] == f"a colour, inside a sentence{CONTEXT_SEPARATOR}Black"


@pytest.mark.parametrize(
    ("words", "said"), [((), ""), (("A",), "A"), (("A", "B"), "A and B"), (("A", "B", "C"), "A, B and C")]
)
def test_a_list_inside_a_sentence_ends_as_one_is_spoken(words: tuple[str, ...], said: str) -> None:
    assert listing(words) == said


def test_a_list_ends_as_the_language_does() -> None:
    def norwegian(message: str) -> str:
        return message.replace(" and ", " og ")

    assert listing(["A", "B", "C"], norwegian) == "A, B og C"
