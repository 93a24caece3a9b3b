"""Who comes: a tournament's settings, beside each choice what its players then read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from tournaments.forms.common.times import HourField
from tournaments.models import (
    AfterNoShow,
    AttendanceVisibility,
    ByeClosing,
    Expected,
    LateCountsAs,
    LineUpBy,
    MayJoin,
    MayReport,
    PairFrom,
    Tournament,
)
from tournaments.pages.calendar.attendance_settings import has_meaning, sentence_with
from tournaments.pairing.teams.board_colours import BoardColours
from tournaments.selectors.snapshots import configured_system
from tournaments.services.calendar.attendance_settings import (
    ATTENDANCE_MODES,
    LONGEST_WAIT,
    MOST_DAYS_BEFORE,
    MOST_NO_SHOWS,
    SETTINGS,
    AttendanceMode,
    attendance_mode_of,
    settings_of,
)

_WAITS = (15, 20, 30, LONGEST_WAIT)
_LISTS = ("waiting_time", "out_after", "line_up_closes")
_OF_TEAMS = ("line_up", "line_up_closes", "board_colours")
_LINE_UP_CLOSES = (5, 10, 15, 30, 60, 0, -15, -30, -60, -120, -1440)
_ON_OFF = ("may_say", "may_flag", "may_ask_to_postpone")
MODES_IN_WORDS = (
    (AttendanceMode.TELL, gettext_lazy("They tell us when they cannot come")),
    (AttendanceMode.TURN_UP, gettext_lazy("They turn up")),
    (AttendanceMode.AHEAD, gettext_lazy("We pair days ahead")),
)
Groups = tuple[tuple[Any, tuple[str, ...]], ...]
_FIRST: Groups = ((gettext_lazy("Who is expected"), ("expected", "pair_from")),)
_LATE: Groups = ((gettext_lazy("Deadline"), ("late_counts_as",)),)
_FINE_PRINT: Groups = (
    (gettext_lazy("Boards of a match"), _OF_TEAMS),
    (gettext_lazy("Half-point byes"), ("bye_closing",)),
    (gettext_lazy("No-shows"), ("waiting_time", "after_no_show", "out_after")),
    (gettext_lazy("What members can do"), ("may_say", "who_comes", "may_report", "may_flag")),
    (gettext_lazy("Games and newcomers"), ("may_ask_to_postpone", "may_join")),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class SettingOption:
    """A radio button. `read`: what players read where it is chosen; empty where that is nothing."""

    id: str
    value: str
    label: str
    is_chosen: bool
    read: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """`name` of its radio buttons; `field` for its errors."""

    name: str
    label: str
    help: str
    options: tuple[SettingOption, ...]
    field: forms.BoundField
    read: str
    """What players read as it is saved, of a number that is chosen out of a list; the buttons have their own."""

    @property
    def described_by(self) -> str:
        parts = [("helptext", self.help), ("error", self.field.errors)]
        return " ".join(f"id_{self.name}_{part}" for part, is_there in parts if is_there)


@dataclass(frozen=True, kw_only=True, slots=True)
class QuestionGroup:
    title: str
    questions: tuple[Question, ...]


class AttendanceSettingsForm(forms.Form):
    """Only what has a meaning in the tournament's system is asked."""

    use_required_attribute = False

    closing = forms.ChoiceField(label=gettext_lazy("Closing time for absences"), required=False)
    closing_time = HourField(
        label=pgettext_lazy("a time", "At"),
        required=False,
        help_text=gettext_lazy("By the club's clock."),
    )

    def __init__(self, tournament: Tournament, data: Mapping[str, Any] | None = None, *, way: str = "") -> None:
        """`way` fills in what it stands for, to be looked at and saved."""
        self.tournament = tournament
        capabilities = configured_system(tournament).capabilities()
        initial = {name: _typed(value) for name, value in settings_of(tournament).items()}
        initial |= {"closing": _typed(tournament.closing_days), "closing_time": tournament.closing_time}
        self.way = AttendanceMode(way) if way in set(AttendanceMode) else attendance_mode_of(tournament)
        filled_in = {} if self.way is None else dict(ATTENDANCE_MODES[self.way])
        self.is_filled_in = self.way is not None and self.way != attendance_mode_of(tournament)
        super().__init__(data, label_suffix="", initial=initial | filled_in)
        self.fields["closing"].choices = list(_closing_choices())  # type: ignore[attr-defined]
        colours = tournament.board_colours
        more = {
            "late_counts_as": [(kind.code, kind.name) for kind in capabilities.absences.own_kinds],
            "board_colours": [] if colours in {*BoardColours} else [(colours, " ".join(colours))],
        }
        for name, (label, help_text, built_in) in _questions().items():
            choices = [*built_in, *more.get(name, ())]
            if has_meaning(name, capabilities) and (name not in _OF_TEAMS or tournament.boards is not None):
                self.fields[name] = forms.ChoiceField(
                    label=label, help_text=help_text, choices=list(choices), required=False
                )

        self.order_fields(["expected", "pair_from"])

    @property
    def ways(self) -> tuple[tuple[str, str, bool], ...]:
        """Value, words, and whether it is the one in the fields."""
        return tuple((way.value, str(words), way == self.way) for way, words in MODES_IN_WORDS)

    @property
    def first(self) -> QuestionGroup:
        """Who is expected."""
        return next(iter(self._grouped(_FIRST)))

    @property
    def late(self) -> tuple[Question, ...]:
        """What becomes of who says it late, where that makes a difference."""
        return tuple(question for group in self._grouped(_LATE) for question in group.questions)

    @property
    def fine_print(self) -> tuple[QuestionGroup, ...]:
        return tuple(self._grouped(_FINE_PRINT))

    @property
    def is_fine_print_wrong(self) -> bool:
        return any(question.field.errors for group in self.fine_print for question in group.questions)

    def _grouped(self, groups: Groups) -> Iterable[QuestionGroup]:
        for title, names in groups:
            if asked := tuple(self._question(name) for name in names if name in self.fields):
                yield QuestionGroup(title=str(title), questions=asked)

    def _question(self, name: str) -> Question:
        field = self[name]
        if name in _LISTS:
            read = sentence_with(self.tournament, name)
            return Question(name=name, label="", help="", field=field, read=read, options=())
        chosen = str(field.value() or "")
        choices = cast("Iterable[tuple[object, object]]", cast("forms.ChoiceField", self.fields[name]).choices)
        return Question(
            name=name,
            label=str(field.label),
            help=str(field.help_text),
            field=field,
            read="",
            options=tuple(
                SettingOption(
                    id=f"id_{name}_{place}",
                    value=str(value),
                    label=str(label),
                    is_chosen=str(value) == chosen,
                    read=sentence_with(self.tournament, name, **{name: _saved(name, str(value))}),
                )
                for place, (value, label) in enumerate(choices)
            ),
        )

    @property
    def closing_read(self) -> str:
        """As it is saved: the hour is typed, so no choice has a sentence of its own."""
        return sentence_with(self.tournament, "closing")

    def clean(self) -> dict[str, Any]:
        lacks_hour = self.cleaned_data.get("closing") and self.cleaned_data.get("closing_time", "") is None
        if lacks_hour:
            self.add_error("closing_time", _("Enter the time, too."))
        return self.cleaned_data

    def settings(self) -> dict[str, object]:
        """By their names in SETTINGS; those that were not asked are missing."""
        sent = {name: value for name, value in self.cleaned_data.items() if name in self.data}
        found = {name: _saved(name, value) for name, value in sent.items() if name in SETTINGS and name in _questions()}
        if "closing" not in sent:
            return found
        days = _number(sent["closing"])
        return {**found, "closing_days": days, "closing_time": None if days is None else sent["closing_time"]}


def _questions() -> dict[str, tuple[str, str, Iterable[tuple[str, object]]]]:
    """Label, help and choices of each."""
    yes_no = (("yes", _("Yes")), ("", _("No")))
    return {
        "expected": (
            _("Players who have not answered"),
            "",
            ((Expected.EVERYBODY, _("They are expected")), (Expected.WHO_SAYS, _("They are not expected"))),
        ),
        "pair_from": (
            _("Players who are paired"),
            "",
            (
                (PairFrom.HERE, _("Those who are here")),
                (PairFrom.EXPECTED, _("Those who are expected, also days ahead")),
            ),
        ),
        "late_counts_as": (
            _("Absence said after the closing time"),
            _("Players can tell you at any time: better late than never."),
            ((LateCountsAs.UNEXCUSED, _("Unexcused")), (LateCountsAs.EXCUSED, _("Excused"))),
        ),
        "bye_closing": (
            _("Closing time for half-point byes"),
            "",
            (
                (ByeClosing.AS_CLOSING, _("The same time")),
                (ByeClosing.ROUND_BEFORE, _("When the round before starts")),
            ),
        ),
        "waiting_time": (
            _("Waiting time"),
            _("A published round shows when it ends; nothing happens by itself."),
            (("", pgettext("waiting time", "None")), *((str(wait), _minutes(wait)) for wait in _WAITS)),
        ),
        "after_no_show": (
            _("After staying away without a word"),
            "",
            (
                (AfterNoShow.NOTHING, _("Nothing changes")),
                (AfterNoShow.MUST_SAY, _("They are expected only when they say so, until you reset it")),
            ),
        ),
        "out_after": (
            _("Proposal to withdraw somebody"),
            _("You decide, from your inbox."),
            (("", _("Never")), *((str(times), _no_shows(times)) for times in range(1, MOST_NO_SHOWS + 1))),
        ),
        "may_say": (_("Say by card whether they are coming"), "", yes_no),
        "who_comes": (
            _("See before the evening"),
            _("With a card only; children are never named."),
            (
                (AttendanceVisibility.NOBODY, pgettext("who comes", "Nothing")),
                (AttendanceVisibility.NUMBER, _("How many are coming")),
                (AttendanceVisibility.NAMES, pgettext("a choice", "Who comes")),
            ),
        ),
        "may_report": (
            _("Report results by card"),
            "",
            (
                (MayReport.OFF, _("No")),
                (MayReport.CONFIRM, _("Yes; the opponent confirms")),
                (MayReport.TRUST, _("Yes; one report counts")),
            ),
        ),
        "line_up": (
            _("Who says who plays"),
            "",
            (
                (LineUpBy.ROSTER, _("Nobody: the first of the team who are here play")),
                (LineUpBy.CAPTAIN, _("The captains, with their cards")),
                (LineUpBy.NOBODY, _("No names are kept, only results")),
            ),
        ),
        "line_up_closes": (
            _("Closing time for line-ups"),
            _("Where captains hand them in."),
            tuple((str(minutes), _closes(minutes)) for minutes in _LINE_UP_CLOSES),
        ),
        "board_colours": (
            _("White for the team named first"),
            "",
            (
                (BoardColours.ALTERNATE, _("On odd boards")),
                (BoardColours.ENDS, _("On the outer boards of each four")),
                (BoardColours.ALL, _("On all boards")),
            ),
        ),
        "may_flag": (_("Say by card that something is wrong"), "", yes_no),
        "may_ask_to_postpone": (_("Ask by card to postpone a game"), "", yes_no),
        "may_join": (
            _("Enter the tournament themselves"),
            "",
            (
                (MayJoin.OFF, _("No")),
                (MayJoin.ASK, _("They ask, and you answer")),
                (MayJoin.YES, _("Card holders at once; others ask")),
            ),
        ),
    }


def _closing_choices() -> Iterable[tuple[str, object]]:
    yield "", _("When the evening starts")
    for days in range(MOST_DAYS_BEFORE + 1):
        yield str(days), _days_before(days)


def _days_before(days: int) -> str:
    if days == 0:
        return _("On the day")
    return ngettext("{days} day before", "{days} days before", days).format(days=days)


def _minutes(minutes: int) -> str:
    return ngettext("{minutes} minute", "{minutes} minutes", minutes).format(minutes=minutes)


def _closes(minutes: int) -> str:
    if minutes == 0:
        return _("When the round starts")
    if minutes < 0:
        text = ngettext("{minutes} minute before the round", "{minutes} minutes before the round", -minutes)
        return text.format(minutes=-minutes)
    return ngettext("{minutes} minute after publishing", "{minutes} minutes after publishing", minutes).format(
        minutes=minutes
    )


def _no_shows(times: int) -> str:
    return ngettext("After {times} no-show", "After {times} no-shows", times).format(times=times)


def _typed(value: object) -> object:
    """As a radio button has it."""
    if isinstance(value, bool):
        return "yes" if value else ""
    return "" if value is None else str(value) if isinstance(value, int) else value


def _saved(name: str, value: str) -> object:
    if name in _ON_OFF:
        return value == "yes"
    return _number(value) if name in _LISTS else value


def _number(value: str) -> int | None:
    return int(value) if value else None
