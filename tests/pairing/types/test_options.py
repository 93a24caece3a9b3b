"""Options: to and from JSON, and what they refuse."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

import pytest

from tournaments.pairing.protocols import SystemInfo
from tournaments.pairing.types.options import (
    Kind,
    OptionError,
    boolean,
    choice,
    configured,
    fields_of,
    integer,
    nullable_integer,
    nullable_integers,
    nullable_rational,
    rational,
    rational_or_word,
    saved,
    text,
)


class Taste(StrEnum):
    SWEET = "sweet"
    SOUR = "sour"


class Height(StrEnum):
    AS_MANY = "N"


@dataclass(frozen=True, kw_only=True, slots=True)
class Toy:
    info = SystemInfo(name="Toy", summary="", source="", presets={"big": {"win": "10", "limit": 5}})

    win: Fraction = rational(3, label="Win", minimum=0)
    meetings: int = integer(1, label="Meetings", minimum=1, maximum=9)
    limit: int | None = nullable_integer(None, label="Limit")
    strict: bool = boolean(False, label="Strict")
    taste: Taste = choice(Taste.SWEET, label="Taste", choices={Taste.SWEET: "Sweet", Taste.SOUR: "Sour"})


def test_it_builds_from_json_and_goes_back() -> None:
    toy = configured(Toy, {"win": "1/3", "limit": 4, "strict": True, "taste": "sour"})
    assert toy == Toy(win=Fraction(1, 3), limit=4, strict=True, taste=Taste.SOUR)
    assert saved(toy) == {"win": "1/3", "meetings": 1, "limit": 4, "strict": True, "taste": "sour"}
    assert configured(Toy, saved(toy)) == toy


@pytest.mark.parametrize("given", ["0.5", "1/2", "2/4", Decimal("0.5"), Decimal("5e-1"), Fraction(1, 2), " 0.50 "])
def test_a_rational_is_read_by_its_decimal_text(given: object) -> None:
    assert configured(Toy, {"win": given}).win == Fraction(1, 2)


def test_decimals_stay_exact() -> None:
    assert configured(Toy, {"win": Decimal("0.1")}).win == Fraction(1, 10)


@pytest.mark.parametrize(
    ("option", "given"),
    [
        ("win", "half"),
        ("win", "1/0"),
        ("win", True),
        ("win", None),
        ("win", "-1"),
        ("win", 0.5),  # a float has lost its text
        ("win", Decimal("NaN")),
        ("win", Decimal("1e999999999")),
        ("win", "1e999999999"),
        ("win", "١"),
        ("win", ["1"]),
        ("meetings", 0),
        ("meetings", 10),
        ("meetings", "1.5"),
        ("meetings", True),
        ("meetings", None),
        ("strict", "yes"),
        ("strict", 1),
        ("taste", "bitter"),
        ("taste", {}),
    ],
)
def test_it_names_the_option_that_is_wrong(option: str, given: object) -> None:
    with pytest.raises(OptionError) as caught:
        configured(Toy, {option: given})
    assert caught.value.option == option
    assert str(caught.value).startswith(f"The option {option} is ")
    assert caught.value.message.format(**caught.value.facts) == str(caught.value)


def test_it_says_what_was_given_and_expected() -> None:
    with pytest.raises(OptionError, match="The option meetings is 0, but must be at least 1"):
        configured(Toy, {"meetings": 0})
    with pytest.raises(OptionError, match="The option taste is bitter, but must be one of sweet, sour"):
        configured(Toy, {"taste": "bitter"})


def test_what_was_given_is_cut_short() -> None:
    with pytest.raises(OptionError) as caught:
        configured(Toy, {"win": "x" * 10_000})
    assert len(str(caught.value)) < 200


def test_an_unknown_option_is_an_error() -> None:
    with pytest.raises(OptionError, match="There is no option winn here; there are win, meetings"):
        configured(Toy, {"winn": "3"})


def test_single_options_go_over_the_preset() -> None:
    assert configured(Toy, {"limit": None}, preset="big") == Toy(win=Fraction(10))
    with pytest.raises(OptionError, match="There is no preset huge here; there are big"):
        configured(Toy, {}, preset="huge")


def test_what_is_not_given_may_have_other_defaults() -> None:
    others = {"meetings": 7, "taste": Taste.SOUR, "unknown": 1}
    assert configured(Toy, {"meetings": 2}, unless_given=others) == Toy(meetings=2, taste=Taste.SOUR)


def test_fields_tell_a_form_all_it_needs() -> None:
    win, meetings, limit, strict, taste = fields_of(Toy)
    assert (win.code, win.label, win.kind, win.default, win.minimum) == ("win", "Win", Kind.RATIONAL, Fraction(3), 0)
    assert (meetings.kind, meetings.maximum, meetings.nullable) == (Kind.INTEGER, 9, False)
    assert (limit.kind, limit.nullable, limit.default) == (Kind.INTEGER, True, None)
    assert (strict.kind, strict.default) == (Kind.BOOLEAN, False)
    assert (taste.kind, dict(taste.choices)) == (Kind.CHOICE, {Taste.SWEET: "Sweet", Taste.SOUR: "Sour"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Ladder:
    info = SystemInfo(name="Ladder", summary="", source="")

    top: Height | Fraction = rational_or_word(Height.AS_MANY, label="Top", words={Height.AS_MANY: "N"}, minimum=0)
    floor: Fraction | None = nullable_rational(label="Floor", minimum=0, group="Values")
    periods: tuple[int, ...] | None = nullable_integers(label="Periods")


@pytest.mark.parametrize("given", [{}, {"top": "N"}, {"top": "7/2", "floor": "0.5", "periods": [9, 18]}])
def test_words_lists_and_nothing_survive_json(given: dict[str, object]) -> None:
    ladder = configured(Ladder, given)
    assert configured(Ladder, saved(ladder)) == ladder
    assert saved(ladder) == {"top": "N", "floor": None, "periods": None} | given | (
        {"floor": "1/2"} if "floor" in given else {}
    )


def test_a_word_may_stand_for_a_number_and_a_form_may_type_a_list() -> None:
    assert configured(Ladder, {"top": "N"}).top is Height.AS_MANY
    assert configured(Ladder, {"top": 60}).top == Fraction(60)
    assert configured(Ladder, {"periods": "9, 18"}).periods == (9, 18)
    assert configured(Ladder, {"periods": [*range(1, 101)]}).periods == tuple(range(1, 101))
    assert [option.group for option in fields_of(Ladder)] == ["", "Values", ""]


@pytest.mark.parametrize(
    ("option", "given"),
    [
        ("top", "M"),
        ("top", -1),
        ("top", None),
        ("floor", "low"),
        ("floor", "-1/2"),
        ("periods", [18, 9]),
        ("periods", [9, 9]),
        ("periods", [0, 9]),
        ("periods", ["nine"]),
        ("periods", []),
        ("periods", "9, x"),
        ("periods", 9),
        ("periods", [*range(1, 102)]),
        ("periods", ",".join(map(str, range(1, 102)))),
        ("periods", [*range(1, 700_000)]),
        ("periods", "1" * 1_000_000),
    ],
)
def test_it_refuses_what_is_neither_word_nor_number_nor_rising(option: str, given: object) -> None:
    with pytest.raises(OptionError) as refused:
        configured(Ladder, {option: given})
    assert refused.value.option == option


@dataclass(frozen=True, kw_only=True, slots=True)
class Worded:
    info = SystemInfo(name="Worded", summary="", source="")

    word: str = text("lot", parse=lambda given: given.strip() or None, label="Word")
    more: str | None = text(None, parse=str.strip, nullable=True, label="More")


def test_a_text_is_read_by_its_own_parser_or_from_its_parts() -> None:
    assert configured(Worded, {"word": " lower "}) == Worded(word="lower")
    assert configured(Worded, {"word": ["blitz", "lot"]}).word == "blitz, lot"
    assert saved(Worded(more="x")) == {"word": "lot", "more": "x"}
    assert saved(Worded()) == {"word": "lot", "more": None}


@pytest.mark.parametrize("given", ["", 7, ["lot", 3], None, "x" * 201])
def test_a_text_that_cannot_be_read_is_refused(given: object) -> None:
    with pytest.raises(OptionError):
        configured(Worded, {"word": given})
