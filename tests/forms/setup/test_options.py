"""The options form, made from whatever fields a system has."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar

import pytest
from django.http import QueryDict
from django.utils import translation

from tournaments.forms.common.typed_numbers import plain_number
from tournaments.forms.setup.options import OptionsForm
from tournaments.pages.common.option_words import options_in_words
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.protocols import SystemInfo
from tournaments.pairing.types.options import (
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
)


class Reading(StrEnum):
    SUM = "sum"
    MEAN = "mean"


@dataclass(frozen=True, kw_only=True, slots=True)
class Toy:
    info: ClassVar[SystemInfo] = SystemInfo(name="Toy", summary="", source="", presets={"school": {"win": "2"}})

    win: Fraction = rational(3, label="Win", help="Points for a win.", minimum=0)
    half: Fraction = rational("1/2", label="Half")
    meetings: int = integer(1, label="Meetings", minimum=1, maximum=9)
    cut: int | None = nullable_integer(None, label="Cut")
    late: bool = boolean(True, label="Late")
    reading: Reading = choice(Reading.SUM, label="Reading", choices={Reading.SUM: "The sum", Reading.MEAN: "The mean"})


class Height(StrEnum):
    AS_MANY = "N"
    HALF_MORE = "1.5N"


@dataclass(frozen=True, kw_only=True, slots=True)
class Ladder:
    """Options in groups, of the richer kinds, that can contradict each other."""

    info: ClassVar[SystemInfo] = SystemInfo(name="Ladder", summary="", source="", presets={"high": {"bottom": "5"}})

    top: Height | Fraction = rational_or_word(
        Height.AS_MANY,
        label="Top",
        words={Height.AS_MANY: "as many as play", Height.HALF_MORE: "half as many again"},
        group="Values",
    )
    gap: int = integer(3, label="Gap", group="Pairing")
    bottom: Fraction | None = nullable_rational(label="Bottom", group="Values")
    periods: tuple[int, ...] | None = nullable_integers(label="Periods", group="Pairing")

    def __post_init__(self) -> None:
        if isinstance(self.top, Fraction) and self.bottom is not None and self.bottom > self.top:
            raise OptionError(
                "bottom", "The option {option} is {given}, above the top of {top}.", given=self.bottom, top=self.top
            )


AS_SHOWN: dict[str, Any] = {
    "win": "3",
    "half": "½",
    "meetings": "1",
    "cut": "",
    "late": "on",
    "reading": "sum",
}


def form(**typed: Any) -> OptionsForm:
    return OptionsForm(Toy, {**AS_SHOWN, **typed})


def test_it_has_a_field_for_each_option_with_the_systems_label_and_help() -> None:
    fields = OptionsForm(Toy).fields

    assert list(fields) == [option.code for option in fields_of(Toy)]
    assert str(fields["win"].label) == "Win"
    assert str(fields["win"].help_text) == "Points for a win."


def test_it_shows_the_values_as_a_person_types_them() -> None:
    shown = {name: field.initial for name, field in OptionsForm(Toy).fields.items()}

    assert shown == {"win": "3", "half": "½", "meetings": 1, "cut": None, "late": True, "reading": "sum"}


def test_it_saves_nothing_where_nothing_differs_from_the_systems_own() -> None:
    unchanged = form()

    assert unchanged.is_valid(), unchanged.errors
    assert unchanged.saved_options() == {}


@pytest.mark.parametrize("typed", ["1/2", "½", "0,5", "0.5", " 0.50 ", "50 %", "50%"])
def test_it_reads_a_half_however_it_is_typed(typed: str) -> None:
    one = form(win=typed)

    assert one.is_valid(), one.errors
    assert one.saved_options() == {"win": "1/2"}


@pytest.mark.parametrize(
    ("typed", "meant"), [("2½", "5/2"), ("¼", "1/4"), ("⅓", "1/3"), ("-½", "-1/2"), ("−2", "-2"), ("3", "3")]
)
def test_it_writes_vulgar_fractions_out(typed: str, meant: str) -> None:
    assert Fraction(plain_number(typed)) == Fraction(meant)


@pytest.mark.parametrize("typed", ["", "three", "1/0", "1e9999", "½½", "NaN", "x½", "1,2,3", "\x00", "9" * 70])
def test_it_refuses_what_is_no_number_beside_the_field(typed: str) -> None:
    one = form(win=typed)

    assert not one.is_valid()
    assert list(one.errors) == ["win"]


def test_it_calls_the_option_by_its_label_when_it_refuses_a_value_out_of_bounds() -> None:
    one = form(win="-1", meetings="10")

    assert not one.is_valid()
    assert one.errors["win"] == ["The option Win is -1, but must be at least 0."]
    assert one.errors["meetings"] == ["The option Meetings is 10, but must be at most 9."]


def test_it_takes_nothing_for_an_option_that_may_be_none() -> None:
    assert form(cut="2").is_valid()
    one = form(cut="2")
    one.is_valid()

    assert one.saved_options() == {"cut": 2}


def test_it_reads_boxes_and_choices() -> None:
    one = OptionsForm(Toy, {**{k: v for k, v in AS_SHOWN.items() if k != "late"}, "reading": "mean"})

    assert one.is_valid(), one.errors
    assert one.saved_options() == {"late": False, "reading": "mean"}
    assert not form(reading="median").is_valid()


def test_what_it_saves_builds_the_system_that_was_meant() -> None:
    one = form(win="2½", late="", reading="mean")
    one.is_valid()

    built = configured(Toy, one.saved_options())

    assert saved(built) == saved(Toy(win=Fraction(5, 2), late=False, reading=Reading.MEAN))


def test_it_saves_what_differs_from_the_preset() -> None:
    as_preset = OptionsForm(Toy, {**AS_SHOWN, "win": "2"}, preset="school")
    over_it = OptionsForm(Toy, {**AS_SHOWN, "win": "3"}, preset="school")

    assert as_preset.is_valid()
    assert over_it.is_valid()
    assert as_preset.saved_options() == {}
    assert over_it.saved_options() == {"win": "3"}


def test_it_starts_from_what_a_tournament_has() -> None:
    assert OptionsForm(Toy, base=Toy(win=Fraction(5, 2))).fields["win"].initial == "2½"


def test_it_says_the_options_in_words() -> None:
    (group,) = options_in_words(Toy())

    assert group.title == ""
    assert {option.label: option.value for option in group.options} == {
        "Win": "3",
        "Half": "½",
        "Meetings": "1",
        "Cut": "none",
        "Late": "yes",
        "Reading": "The sum",
    }


def ladder(**typed: Any) -> OptionsForm:
    shown = {"top": "N", "bottom": "", "gap": "3", "periods": ""}
    return OptionsForm(Ladder, shown | typed)  # type: ignore[arg-type]  # only its options matter


def test_options_of_one_group_stand_together() -> None:
    groups = OptionsForm(Ladder, base=Ladder(gap=5, periods=(9, 18))).groups  # type: ignore[arg-type]  # see above

    assert [(group.title, [field.name for field in group.fields], group.changed) for group in groups] == [
        ("Values", ["top", "bottom"], 0),
        ("Pairing", ["gap", "periods"], 2),
    ]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ({"top": "1,5n"}, {"top": "1.5N"}),
        ({"top": "60½"}, {"top": "121/2"}),
        ({"periods": "9, 18"}, {"periods": [9, 18]}),
        ({"periods": "9 18;27"}, {"periods": [9, 18, 27]}),
        ({"bottom": "⅓"}, {"bottom": "1/3"}),
    ],
)
def test_it_reads_words_lists_and_numbers_that_may_be_none(typed: dict[str, str], meant: dict[str, object]) -> None:
    one = ladder(**typed)

    assert one.is_valid(), one.errors
    assert one.saved_options() == meant
    again = OptionsForm(Ladder, base=configured(Ladder, meant))  # type: ignore[arg-type]  # see above
    (code,) = meant
    assert ladder(**{code: again.fields[code].initial}).is_valid()


@pytest.mark.parametrize("typed", [{"top": "M"}, {"periods": "18, 9"}, {"periods": "9, x"}, {"bottom": "low"}])
def test_it_refuses_what_is_neither_word_nor_number_nor_rising(typed: dict[str, str]) -> None:
    one = ladder(**typed)

    assert not one.is_valid()
    assert list(one.errors) == list(typed)


def test_it_names_the_words_that_may_stand_for_a_number() -> None:
    assert "as many as play" in str(ladder().fields["top"].help_text)


def test_a_contradiction_stands_at_its_field_and_what_was_typed_stays() -> None:
    one = ladder(top="3", bottom="4")

    assert not one.is_valid()
    assert one.errors == {"bottom": ["The option Bottom is 4, above the top of 3."]}
    assert one["top"].value() == "3"
    assert [group.has_errors for group in one.groups] == [True, False]


def test_a_contradiction_with_the_preset_is_noticed_too() -> None:
    one = OptionsForm(Ladder, {"top": "3", "bottom": "5", "gap": "3", "periods": ""}, preset="high")  # type: ignore[arg-type]  # see above

    assert list(one.errors) == ["bottom"]


def test_a_list_of_steps_is_read_as_it_is_typed_and_a_wrong_one_is_said() -> None:
    cup = SYSTEMS["cup"]
    typed = {"draw": "bracket", "seeded": "0", "free_to": "lot", "games": "1", "final_games": "1"}
    typed |= {"colours": "lot", "third_place": "none", "consolation": "none", "absent": "director"}
    form = OptionsForm(cup, {**typed, "decide": "rapid(1, 15), sudden(5)", "decide_final": ""})
    assert form.is_valid(), form.errors
    assert form.saved_options()["decide"] == "rapid(1, 15), sudden(5)"
    for wrong in ("chess960", "blitz(2, 5)", "blitz(½)"):
        assert "decide" in OptionsForm(cup, {**typed, "decide": wrong}).errors, wrong


def test_what_only_files_say_is_not_asked_and_not_lost() -> None:
    cup = SYSTEMS["cup"]
    base = configured(cup, {"counts_in": "Keizer", "carry_points": True})
    form = OptionsForm(cup, base=base)
    assert not {"counts_in", "carry_points"} & form.fields.keys()
    assert "all" in dict(OptionsForm(cup).fields["consolation"].choices)
    typed = {"draw": "bracket", "seeded": "0", "free_to": "lot", "games": "1", "final_games": "1", "decide": "lot"}
    typed |= {"colours": "lot", "third_place": "none", "consolation": "all", "absent": "lot"}
    sent = OptionsForm(cup, typed, base=base)
    assert sent.is_valid(), sent.errors
    assert sent.saved_options()["counts_in"] == "Keizer"
    assert sent.saved_options()["carry_points"] is True


def keizer_form(base: dict[str, object] | None = None, **typed: object) -> OptionsForm:
    """As it is sent unchanged but for what is typed; a box that is not ticked is not sent."""
    system = configured(SYSTEMS["keizer"], base or {})
    shown = OptionsForm(SYSTEMS["keizer"], base=system)
    sent = {
        name: field.initial
        for name, field in shown.fields.items()
        if field.initial is not None and field.initial is not False and name != "absence_kinds"
    }
    data = QueryDict(mutable=True)
    for name, value in (sent | typed).items():
        data.setlist(name, [str(each) for each in value] if isinstance(value, list) else [str(value)])
    return OptionsForm(SYSTEMS["keizer"], data, base=system)


def rows(*kinds: dict[str, str]) -> dict[str, str]:
    return {f"absence_kinds-{n}-{column}": value for n, kind in enumerate(kinds) for column, value in kind.items()}


def test_a_club_names_its_own_kinds_of_absence() -> None:
    sent = rows(
        {"name": "Långledig", "share": "33 %", "paid": "10"},
        {"name": "Extern, annan dag", "win_share": "1", "draw_share": "½", "loss_share": "0", "asked": "card"},
        {"name": "", "share": "1"},
    )
    form = keizer_form(**sent)

    assert form.is_valid(), form.errors
    assert form.saved_options() == {
        "absence_kinds": [
            {"code": "langledig", "name": "Långledig", "share": "33/100", "paid": 10},
            {
                "code": "extern_annan",
                "name": "Extern, annan dag",
                "win_share": "1",
                "draw_share": "1/2",
                "loss_share": "0",
                "asked": "card",
            },
        ]
    }


def test_a_kind_keeps_its_code_when_it_is_called_otherwise_and_counts_where_it_is_ticked() -> None:
    base = {"absence_kinds": [{"code": "abroad", "name": "Abroad", "share": "1/3"}]}
    form = keizer_form(
        base,
        **rows({"code": "abroad", "name": "Away for long", "steps": "2 × 0,4; then 0.1"}),
        counted_absences=["excused", "abroad"],
        default_absence="abroad",
    )

    assert form.is_valid(), form.errors
    assert form.saved_options() == {
        "absence_kinds": [{"code": "abroad", "name": "Away for long", "steps": [[2, "2/5"], [None, "1/10"]]}],
        "counted_absences": ["excused", "abroad"],
        "default_absence": "abroad",
    }


@pytest.mark.parametrize(
    ("sent", "field", "said"),
    [
        (rows({"name": "Long", "share": "-1"}), "absence_kinds", "“Long” pays -1, which is no number from 0."),
        (rows({"name": "Long", "share": "1", "points": "3"}), "absence_kinds", "only one of them"),
        (rows({"name": "Long"}, {"name": "LONG"}), "absence_kinds", "the same name: LONG"),
        (rows({"name": "Long", "steps": "then 0.3; 5 × 0.4"}), "absence_kinds", "Only the last step"),
        (rows({"code": "club", "name": "Long"}), "absence_kinds", "A code is made of small letters"),
        ({"excused_steps": "five times a bit"}, "excused_steps", "cannot be read"),
        ({"counted_absences": ["abroad"]}, "counted_absences", "abroad is not one of"),
    ],
)
def test_a_kind_that_cannot_be_is_refused_beside_the_field(sent: dict[str, object], field: str, said: str) -> None:
    form = keizer_form(**sent)

    assert not form.is_valid()
    assert said in str(form.errors[field])


def test_steps_are_typed_and_shown_again() -> None:
    form = keizer_form(excused_steps="5 × 0,4; 5 x 0.3")

    assert form.is_valid(), form.errors
    assert form.saved_options() == {"excused_steps": [[5, "2/5"], [5, "3/10"]]}
    again = OptionsForm(SYSTEMS["keizer"], base=form.configured())
    assert again["excused_steps"].initial == "5 × 0.4; 5 × 0.3"
    with translation.override("de"):
        again = OptionsForm(SYSTEMS["keizer"], base=form.configured())
        assert again["excused_steps"].initial == "5 × 0,4; 5 × 0,3"
