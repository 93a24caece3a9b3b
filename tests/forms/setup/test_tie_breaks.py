"""The list of tie-breaks in a form: what its buttons do, what is saved of it, and what it refuses."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.http import QueryDict

from tournaments.forms.setup.tie_breaks import TieBreaksForm
from tournaments.pages.common.tie_break_words import TieBreakInWords
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.options import configured

Saved = Sequence[Mapping[str, object]]

NORWEGIAN = configured(SYSTEMS["norwegian_monrad"], {})
ATTENDANCE = configured(SYSTEMS["attendance_monrad"], {})
KEIZER = configured(SYSTEMS["keizer"], {})


def shown(form: TieBreaksForm) -> dict[str, list[str]]:
    """What a browser would send of the form as it stands."""
    fields: dict[str, list[str]] = {"tie_breaks": ["", *(row.code for row in form.rows)]}
    for row in form.rows:
        if row.own:
            fields[f"{row.prefix}-own"] = [" ".join(row.own)]
        for field in row:
            value = field.value()
            if value is not False and value is not None:
                fields[field.html_name] = ["on" if value is True else str(value)]
    return fields


def send(form: TieBreaksForm, button: str = "", **typed: str) -> TieBreaksForm:
    """The same form as it comes back: with a button pressed or for good, and with what was typed into it."""
    data = QueryDict(mutable=True)
    for name, values in shown(form).items():
        data.setlist(name, values)
    for name, value in typed.items():
        data[name] = value
    if button:
        data["tie_breaks_button"] = button
    return TieBreaksForm(form.system, form.before, data)


def press(form: TieBreaksForm, *buttons: str) -> TieBreaksForm:
    for button in buttons:
        form = send(form, button)
        assert not form.has_errors, form.errors
    return form


def shorts(form: TieBreaksForm) -> list[str]:
    return [row.words.short for row in form.rows]


def offered_by(form: TieBreaksForm) -> list[TieBreakInWords]:
    return [each for offer in form.on_offer for each in offer.tie_breaks]


def chosen(form: TieBreaksForm) -> Saved | None:
    """What is saved when the form is sent as it stands."""
    sent = send(form)
    assert not sent.has_errors, (sent.errors, [row.errors for row in sent.rows])
    return sent.chosen()


# What it shows


def test_it_begins_with_the_systems_own() -> None:
    form = TieBreaksForm(NORWEGIAN, None)

    assert shorts(form) == ["M-2", "M-1", "M", "Neustadtl"]
    assert [row.words.name for row in form.rows][-1] == "Neustadtl (Sonneborn-Berger)"
    assert all(row.words.summary for row in form.rows)
    assert [(each.name, each.is_shown) for each in form.lists] == [
        ("As usual in Norwegian Monrad", True),
        ("None: shared places", False),
        ("Rounds won, wins, direct encounter", False),
        ("FIDE: direct encounter, Buchholz, rounds won", False),
    ]
    assert not form.is_open


def test_it_shows_what_is_saved() -> None:
    form = TieBreaksForm(NORWEGIAN, [{"code": "buchholz", "cut": 2}, {"code": "wins"}])

    assert shorts(form) == ["Buchholz-2", "Wins"]
    assert form.rows[0]["cut"].value() == 2
    assert not any(each.is_shown for each in form.lists)


def test_sonneborn_berger_is_on_offer_by_that_name() -> None:
    offered = {each.code: each.name for each in offered_by(TieBreaksForm(ATTENDANCE, None))}

    assert offered["neustadtl"] == "Neustadtl (Sonneborn-Berger)"


def test_what_is_there_already_is_not_offered_again_unless_options_make_it_another() -> None:
    offered = {each.code for each in offered_by(TieBreaksForm(ATTENDANCE, None))}

    assert not {"wins", "blacks"} & offered
    assert {"buchholz", "monrad"} <= offered


def test_options_that_the_system_is_asked_for_are_not_asked_for_again() -> None:
    (row,) = TieBreaksForm(NORWEGIAN, [{"code": "monrad"}]).rows
    assert list(row.fields) == ["cut", "from_rounds"]

    (row,) = TieBreaksForm(ATTENDANCE, [{"code": "monrad"}]).rows
    assert list(row.fields) == ["cut", "from_rounds", "forfeit_quality", "counting_rounds"]


def test_where_tie_breaks_decide_nothing_it_says_so_and_offers_none() -> None:
    form = TieBreaksForm(KEIZER, None)

    assert form.note == "Tie-breaks decide nothing here: with equal totals the starting list decides."
    assert (form.rows, form.on_offer) == ([], ())


def test_where_tie_breaks_decide_nothing_those_of_a_file_can_be_taken_out() -> None:
    form = TieBreaksForm(KEIZER, [{"code": "wins"}])

    assert shorts(form) == ["Wins"]
    assert chosen(press(form, "remove-0")) is None
    assert chosen(press(form, "list-usual")) is None


# What its buttons do


@pytest.mark.parametrize(
    ("button", "left", "focus"),
    [
        ("up-1", ["M-1", "M-2", "M", "Neustadtl"], {0: "down"}),
        ("up-3", ["M-2", "M-1", "Neustadtl", "M"], {2: "up"}),
        ("down-0", ["M-1", "M-2", "M", "Neustadtl"], {1: "down"}),
        ("down-2", ["M-2", "M-1", "Neustadtl", "M"], {3: "up"}),
        ("remove-1", ["M-2", "M", "Neustadtl"], {1: "row"}),
        ("remove-3", ["M-2", "M-1", "M"], {2: "row"}),
        ("add-wins", ["M-2", "M-1", "M", "Neustadtl", "Wins"], {4: "row"}),
        ("list-none", [], {}),
        ("list-0", ["WIN", "Wins", "DE"], {}),
        ("list-1", ["DE", "BH/C1", "BH", "WIN"], {}),
    ],
)
def test_a_button_changes_the_list_and_says_where_one_is_then(
    button: str, left: list[str], focus: dict[int, str]
) -> None:
    form = press(TieBreaksForm(NORWEGIAN, None), button)

    assert shorts(form) == left
    assert {place: row.focus for place, row in enumerate(form.rows) if row.focus} == focus
    assert form.is_open


def test_the_last_one_can_be_removed_and_the_list_is_empty() -> None:
    form = press(TieBreaksForm(ATTENDANCE, [{"code": "wins"}]), "remove-0")

    assert form.rows == []
    assert form.note == "There are no tie-breaks: players with equal points share the place."
    assert chosen(form) == []


def test_what_was_typed_moves_with_its_row_even_where_it_is_wrong() -> None:
    form = send(TieBreaksForm(NORWEGIAN, None), "down-0", **{"tie_breaks-0-cut": "3", "tie_breaks-1-cut": "many"})

    assert [row["cut"].value() for row in form.rows[:3]] == ["many", "3", "0"]
    assert shorts(form) == ["M", "M-3", "M", "Neustadtl"], "called as far as it can be read"
    assert not form.has_errors, "nothing is judged before it is sent for good"


@pytest.mark.parametrize(
    "button", ["up-0", "down-3", "up-9", "remove-4", "remove-x", "add-beauty", "list-9", "explode", "up-1\n", "-" * 500]
)
def test_a_button_that_is_none_changes_nothing_and_is_answered(button: str) -> None:
    form = send(TieBreaksForm(NORWEGIAN, None), button)

    assert form.errors == ["This could not be read, and the list is as it was. Try again."]
    assert shorts(form) == ["M-2", "M-1", "M", "Neustadtl"]


def test_at_the_most_nothing_more_is_offered_or_added() -> None:
    form = TieBreaksForm(ATTENDANCE, [{"code": "monrad", "cut": cut} for cut in range(20)])

    assert form.on_offer == ()
    assert send(form, "add-wins").has_errors
    assert len(send(form, "add-wins").rows) == 20


# What is folded away


def test_options_that_few_clubs_change_are_folded_away_until_they_are_changed() -> None:
    usual, changed, own = TieBreaksForm(
        ATTENDANCE, [{"code": "fide_buchholz", "cut": 1}, {"code": "fide_buchholz", "rules": "2023"}, {"code": "wins"}]
    ).rows

    assert [field.name for field in usual.main] == ["cut"]
    assert [field.name for field in usual.fine_print] == ["median", "forfeits_played", "rules"]
    assert (usual.shows_fine_print, changed.shows_fine_print, own.shows_fine_print) == (False, True, False)
    assert (usual.words.name, usual.words.short) == ("FIDE Buchholz without the lowest", "BH/C1")


def test_a_wrong_option_is_not_folded_away() -> None:
    sent = send(TieBreaksForm(ATTENDANCE, [{"code": "fide_buchholz"}]), **{"tie_breaks-0-median": "both"})

    assert sent.has_errors
    assert sent.rows[0].shows_fine_print


def test_cuts_that_contradict_each_other_are_said_at_their_field() -> None:
    sent = send(
        TieBreaksForm(ATTENDANCE, [{"code": "fide_buchholz"}]),
        **{"tie_breaks-0-cut": "1", "tie_breaks-0-median": "1"},
    )

    assert sent.rows[0].errors == {"median": ["Cut the lowest values or those at both ends, not both."]}


@pytest.mark.parametrize(
    ("typed", "saved"),
    [("", {}), ("yes", {"forfeits_played": True}), ("no", {"forfeits_played": False})],
)
def test_a_box_can_be_left_to_the_schedule(typed: str, saved: Mapping[str, object]) -> None:
    before = [{"code": "wins"}]
    form = press(TieBreaksForm(ATTENDANCE, before), "add-direct_encounter", "up-1")
    sent = send(form, **{"tie_breaks-0-forfeits_played": typed})

    assert sent.chosen() == [{"code": "direct_encounter", **saved}, *before]
    again = TieBreaksForm(ATTENDANCE, sent.chosen())
    assert again.rows[0]["forfeits_played"].value() == typed
    assert again.rows[0].shows_fine_print == bool(typed)


def test_direct_encounter_may_be_added_twice() -> None:
    form = press(TieBreaksForm(ATTENDANCE, [{"code": "direct_encounter"}]), "add-wins", "add-direct_encounter")

    assert chosen(form) == [{"code": "direct_encounter"}, {"code": "wins"}, {"code": "direct_encounter"}]


# What is saved


@pytest.mark.parametrize(
    "before",
    [
        None,
        [],
        [{"code": "monrad", "cut": 2, "from_rounds": 7}, {"code": "monrad", "cut": 1}],
        [{"code": "monrad", "cut": 0}, {"code": "wins"}],
        [{"code": "quality", "bye_uses_cut": False, "cuts_at_eight": 2}],
        [{"code": "neustadtl", "forfeit_quality": "opponent", "counting_rounds": None}],
        [*NORWEGIAN.info.default_tie_breaks],
    ],
)
@pytest.mark.parametrize("system", [NORWEGIAN, ATTENDANCE])
def test_a_list_that_nobody_touched_stays_as_it_was_saved(system: Any, before: Saved | None) -> None:
    assert chosen(TieBreaksForm(system, before)) is before
    assert chosen(press(TieBreaksForm(system, before), "add-blacks", f"remove-{_length(system, before)}")) is before


def _length(system: Any, before: Saved | None) -> int:
    return len(system.info.default_tie_breaks if before is None else before)


def test_the_systems_own_list_is_saved_as_none() -> None:
    form = TieBreaksForm(ATTENDANCE, [{"code": "wins"}])

    assert chosen(press(form, "list-usual")) is None
    assert chosen(press(form, "add-blacks", "add-buchholz", "up-2", "up-1")) == [
        {"code": "buchholz"},
        {"code": "wins"},
        {"code": "blacks"},
    ], "another one: nothing is cut"


def test_only_what_is_not_as_usual_is_saved() -> None:
    sent = send(
        TieBreaksForm(ATTENDANCE, [{"code": "monrad"}]),
        **{"tie_breaks-0-cut": "1", "tie_breaks-0-from_rounds": "0", "tie_breaks-0-counting_rounds": "5"},
    )

    assert sent.chosen() == [{"code": "monrad", "cut": 1, "counting_rounds": 5}]


def test_an_option_of_its_own_stays_where_the_systems_is_another() -> None:
    before = [{"code": "buchholz", "buchholz": "mean"}, {"code": "wins"}]
    form = press(TieBreaksForm(ATTENDANCE, before), "down-0")
    (row,) = (row for row in form.rows if row.code == "buchholz")
    assert "buchholz" in row.fields

    assert chosen(form) == before[::-1]


def test_a_form_that_was_sent_without_the_list_leaves_it() -> None:
    before = [{"code": "wins"}]

    form = TieBreaksForm(ATTENDANCE, before, QueryDict("win=3"))

    assert form.chosen() is before
    assert not form.has_errors


def test_an_emptied_list_is_told_from_none_sent() -> None:
    assert TieBreaksForm(ATTENDANCE, None, QueryDict("tie_breaks=")).chosen() == []


# What it refuses


def sent(query: str) -> TieBreaksForm:
    return TieBreaksForm(ATTENDANCE, None, QueryDict(query))


def test_the_same_twice_is_said_at_the_second() -> None:
    form = sent("tie_breaks=wins&tie_breaks=blacks&tie_breaks=wins")

    assert [list(row.non_field_errors()) for row in form.rows] == [[], [], ["The tie-break Wins is listed twice."]]
    assert form.is_open


def test_the_same_with_another_cut_is_not_the_same() -> None:
    query = "tie_breaks=buchholz&tie_breaks=buchholz&tie_breaks-0-cut=1&tie_breaks-1-cut={}"

    assert not sent(query.format(2)).has_errors
    assert sent(query.format(1)).rows[1].non_field_errors() == ["The tie-break Buchholz-1 is listed twice."]


def test_an_option_that_cannot_be_read_is_answered_at_its_field() -> None:
    form = sent("tie_breaks=buchholz&tie_breaks-0-cut=-1")

    assert form.rows[0].errors == {"cut": ["The option Lowest values cut is -1, but must be at least 0."]}
    assert form.rows[0]["cut"].value() == "-1"


def test_an_unknown_code_is_named_and_the_others_stay() -> None:
    form = sent("tie_breaks=beauty&tie_breaks=wins")

    assert form.errors[0].startswith("There is no tie-break beauty; there are average_of_buchholz")
    assert shorts(form) == ["Wins"]


@pytest.mark.parametrize(
    "field", ["tie_breaks-0-win", "tie_breaks-1-cut", "tie_breaks-0", "tie_breaks-x-cut", "tie_breaks-0-buchholz"]
)
def test_a_field_that_is_none_of_the_lists_is_named(field: str) -> None:
    form = sent(f"tie_breaks=buchholz&tie_breaks-0-cut=1&{field}=1")

    assert form.errors == [f"The list of tie-breaks has no field {field}."]


def test_a_foreign_field_is_named_shortly_and_once() -> None:
    form = sent("tie_breaks=wins" + "".join(f"&tie_breaks-{'y' * 5000}{number}=1" for number in range(450)))

    assert len(form.errors) == 1
    assert len(form.errors[0]) < 120


def test_too_many_are_counted_and_those_after_the_most_are_left_out() -> None:
    form = sent("&".join(f"tie_breaks=monrad&tie_breaks-{number}-cut={number}" for number in range(450)))

    assert form.errors == ["There can be at most 20 tie-breaks: what came after them is left out."]
    assert len(form.rows) == 20
