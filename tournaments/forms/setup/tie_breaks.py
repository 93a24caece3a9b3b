"""The list of tie-breaks: added, moved and taken out by buttons that send the form, which comes back with all of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _

from tournaments.forms.setup.options import form_field, option_sentence
from tournaments.pages.common.option_words import typed
from tournaments.pages.common.tie_break_words import (
    TieBreakFamily,
    TieBreakInWords,
    how_a_tie_ends,
    on_offer,
    short_of,
    tie_break_in_words,
)
from tournaments.pairing.discovery import MOST_TIE_BREAKS, TIE_BREAKS, tie_break_of, tie_breaks_of
from tournaments.pairing.protocols import PairingSystem, TieBreak
from tournaments.pairing.types.options import Option, OptionError, fields_of, saved

Saved = Sequence[Mapping[str, object]]

LIST = "tie_breaks"
"""The codes in order, an empty one before them: so a form with an empty list is told from a form without one."""
BUTTON = "tie_breaks_button"
_PRESSED = re.compile(r"(up|down|remove|add|list)-(\w{1,60})", re.ASCII)


@dataclass(frozen=True, kw_only=True, slots=True)
class Typed:
    """One tie-break as it stands in the form, raw. `own`: options that the system has too, and that this one has for
    itself, as a file can say; all others of such a name follow the system's."""

    code: str
    own: frozenset[str] = frozenset()
    values: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class ListOnOffer:
    """Tie-breaks that are chosen together with one button. `is_shown`: the form shows just these."""

    key: str
    name: str
    is_shown: bool


class TieBreakForm(forms.Form):
    """One tie-break of the list with its own options. Unbound it shows what was typed and judges nothing."""

    def __init__(
        self, system: PairingSystem, row: Typed, place: int, *, of_teams: bool, is_bound: bool, focus: str = ""
    ) -> None:
        prefix = f"{LIST}-{place}"
        data = {f"{prefix}-{code}": value for code, value in row.values.items()} if is_bound else None
        super().__init__(data, prefix=prefix, label_suffix="", initial=dict(row.values))
        self.system, self.code, self.own, self.typed, self.place = system, row.code, row.own, row.values, place
        self.options = options_of(system, row.code, row.own, of_teams=of_teams)
        for code, option in self.options.items():
            self.fields[code] = form_field(option, option.default)
        self.focus = focus
        """What is to have the focus: `up`, `down`, the `row` itself, or nothing of it."""

    @property
    def main(self) -> tuple[forms.BoundField, ...]:
        """The fields that a club wants to know of."""
        return tuple(self[code] for code, option in self.options.items() if not option.is_fine_print)

    @property
    def fine_print(self) -> tuple[forms.BoundField, ...]:
        """The others: folded away while they are as usual."""
        return tuple(self[code] for code, option in self.options.items() if option.is_fine_print)

    @property
    def shows_fine_print(self) -> bool:
        usual = {code: _plain(typed(option, option.default)) for code, option in self.options.items()}
        return any(field.errors or _plain(field.value()) != usual[field.name] for field in self.fine_print)

    @property
    def words(self) -> TieBreakInWords:
        """Called as its options say, as far as they can be read."""
        return tie_break_in_words(self.tie_break())

    def tie_break(self) -> TieBreak:
        """As configured so far; as it begins where its options contradict each other."""
        try:
            return tie_break_of(self.system, self.so_far())
        except OptionError:
            return tie_break_of(self.system, {"code": self.code})

    def chosen(self) -> dict[str, object]:
        """As JSON; only of a valid form."""
        return self._saved(self.cleaned_data)

    def so_far(self) -> dict[str, object]:
        """As JSON, without what cannot be read."""
        values = {}
        for code, field in self.fields.items():
            try:
                values[code] = field.clean(self.typed.get(code))
            except ValidationError:
                continue
        return self._saved(values)

    def clean(self) -> dict[str, object]:
        """Options that are right each by itself may contradict each other: the tie-break says so when it is built."""
        if not self.errors:
            try:
                tie_break_of(self.system, self._saved(self.cleaned_data))
            except OptionError as error:
                option = self.options.get(error.option)
                sentence = option_sentence(error, option.label if option else "")
                self.add_error(option.code if option else None, sentence)
        return self.cleaned_data

    def _saved(self, values: Mapping[str, Any]) -> dict[str, object]:
        given = {code: option.save(values[code]) for code, option in self.options.items() if code in values}
        return _without_the_usual(self.system, self.code, given, self.own)


class TieBreaksForm:
    """The whole list. Without `data` as saved; with a button of the list pressed as that leaves it, nothing judged yet.

    `before` is what is saved, None the usual list: the system's own one unless another is given. A form that was sent
    without the list leaves it as it is. `of_teams`: what is said of boards is asked for too.
    """

    anchor = "tie-breaks"
    """Where the list stands on the page."""

    def __init__(
        self,
        system: PairingSystem,
        before: Saved | None,
        data: QueryDict | None = None,
        *,
        usual: Saved | None = None,
        of_teams: bool = False,
    ) -> None:
        self.system, self.before, self.of_teams = system, before, of_teams
        self.usual = system.info.default_tie_breaks if usual is None else usual
        self.errors: list[str] = []
        self.is_sent = data is not None and LIST in data
        self.button = data.get(BUTTON, "") if data is not None and self.is_sent else ""
        rows = self._read(data) if data is not None and self.is_sent else self._typed(self._in_force)
        focus: dict[int, str] = {}
        if self.button:
            rows, focus = self._pressed(rows)
        self.rows = [
            self._row(row, place, is_bound=self.is_sent and not self.button, focus=focus.get(place, ""))
            for place, row in enumerate(rows)
        ]
        if self.is_sent and not self.button:
            self._check()

    @property
    def is_open(self) -> bool:
        """Whether there is something to look at: what a button has done, or what is wrong."""
        return bool(self.button) or self.has_errors

    @property
    def has_errors(self) -> bool:
        return bool(self.errors) or any(row.errors for row in self.rows)

    @property
    def is_adding(self) -> bool:
        """Something was just added: more may follow."""
        return self.button.startswith("add-")

    @property
    def note(self) -> str:
        return how_a_tie_ends(self.system, has_tie_breaks=bool(self.rows))

    @property
    def on_offer(self) -> tuple[TieBreakFamily, ...]:
        """What can be added: nothing twice that no option could make another."""
        if len(self.rows) >= MOST_TIE_BREAKS:
            return ()
        there = {row.code for row in self.rows if not row.fields}
        left = (
            replace(offer, tie_breaks=tuple(each for each in offer.tie_breaks if each.code not in there))
            for offer in self._on_offer
        )
        return tuple(offer for offer in left if offer.tie_breaks)

    @property
    def _on_offer(self) -> tuple[TieBreakFamily, ...]:
        return on_offer(self.system, self.usual, of_teams=self.of_teams)

    def _row(self, row: Typed, place: int, *, is_bound: bool = False, focus: str = "") -> TieBreakForm:
        return TieBreakForm(self.system, row, place, of_teams=self.of_teams, is_bound=is_bound, focus=focus)

    @property
    def lists(self) -> tuple[ListOnOffer, ...]:
        """The system's own first; then none, and the others that the system knows of."""
        now = [row.so_far() for row in self.rows]
        return tuple(
            ListOnOffer(key=key, name=name, is_shown=now == self._canonical(tie_breaks))
            for key, (name, tie_breaks) in self._lists().items()
        )

    def chosen(self) -> Saved | None:
        """To be saved: None where they are the system's own, and what is saved already where nothing has changed."""
        if not self.is_sent:
            return self.before
        now = [row.chosen() for row in self.rows]
        if now == self._canonical(self._in_force):
            return self.before
        return None if now == self._canonical(self.usual) else now

    @property
    def _in_force(self) -> Saved:
        return self.usual if self.before is None else self.before

    def _lists(self) -> dict[str, tuple[str, Saved]]:
        info = self.system.info
        lists: dict[str, tuple[str, Saved]] = {
            "usual": (_("As usual in {system}").format(system=_(info.name)), self.usual)
        }
        if self.usual:
            lists["none"] = (_("None: shared places"), ())
        if self.of_teams:  # the others are lists of players
            return lists
        return lists | {str(place): (_(each.name), each.saved) for place, each in enumerate(info.tie_break_lists)}

    def _typed(self, tie_breaks: Saved) -> list[Typed]:
        """As a person would type them."""
        rows = []
        for each in tie_breaks:
            tie_break, code = tie_break_of(self.system, each), str(each["code"])
            own = _shared(self.system, code) & each.keys()
            values = {
                option.code: typed(option, getattr(tie_break, option.code))
                for option in options_of(self.system, code, own, of_teams=self.of_teams).values()
            }
            rows.append(Typed(code=code, own=own, values=values))
        return rows

    def _canonical(self, tie_breaks: Saved) -> list[dict[str, object]]:
        """As a form saves them that shows just these."""
        return [self._row(row, 0).so_far() for row in self._typed(tie_breaks)]

    # What was sent

    def _read(self, data: QueryDict) -> list[Typed]:
        codes = [code for code in data.getlist(LIST) if code]
        known = {LIST, BUTTON}
        rows = []
        for place, code in enumerate(codes[:MOST_TIE_BREAKS]):
            prefix = f"{LIST}-{place}-"
            try:
                tie_break_of(self.system, {"code": code})
            except OptionError as error:
                self.errors.append(option_sentence(error))
                continue
            own = _shared(self.system, code) & set(data.get(f"{prefix}own", "").split())
            asked = options_of(self.system, code, own, of_teams=self.of_teams)
            fields = {each: form_field(option, None) for each, option in asked.items()}
            values = {each: field.widget.value_from_datadict(data, {}, prefix + each) for each, field in fields.items()}
            rows.append(Typed(code=code, own=own, values=values))
            known |= {f"{prefix}own", *(prefix + each for each in fields)}
        if len(codes) > MOST_TIE_BREAKS:
            sentence = _("There can be at most {most} tie-breaks: what came after them is left out.")
            self.errors.append(sentence.format(most=MOST_TIE_BREAKS))
        elif not self.errors:
            self.errors.extend(_foreign(data, known))
        return rows

    def _pressed(self, rows: list[Typed]) -> tuple[list[Typed], dict[int, str]]:
        """The list as the button leaves it, and what of which row is to have the focus then."""
        pressed = _PRESSED.fullmatch(self.button)
        verb, what = pressed.groups() if pressed else ("", "")
        lists = self._lists()
        if verb == "list" and what in lists:
            return self._typed(lists[what][1]), {}
        if verb == "add" and len(rows) < MOST_TIE_BREAKS and what in self._offered:
            return [*rows, *self._typed([{"code": what}])], {len(rows): "row"}
        place = int(what) if what.isdecimal() else -1
        if verb == "remove" and 0 <= place < len(rows):
            return rows[:place] + rows[place + 1 :], {min(place, len(rows) - 2): "row"}
        other = {"up": place - 1, "down": place + 1}.get(verb, -1)
        if 0 <= place < len(rows) and 0 <= other < len(rows):
            rows[place], rows[other] = rows[other], rows[place]
            at_the_end = {0: "down", len(rows) - 1: "up"}
            return rows, {other: at_the_end.get(other, verb)}
        self.errors.append(_("This could not be read, and the list is as it was. Try again."))
        return rows, {}

    @property
    def _offered(self) -> frozenset[str]:
        return frozenset(each.code for offer in self._on_offer for each in offer.tie_breaks)

    def _check(self) -> None:
        kept: list[Mapping[str, object]] = []
        for row in self.rows:
            if not row.is_valid():
                continue
            try:
                tie_breaks_of(self.system, [*kept, row.chosen()])
            except OptionError as error:
                twice = row.tie_break()
                row.add_error(None, option_sentence(error, words={twice.info.short: short_of(twice)}))
            else:
                kept.append(row.chosen())


def _plain(value: object) -> str:
    """As a browser sends it, or a box that is not ticked."""
    return "" if value is None or value is False else str(value)


def options_of(system: PairingSystem, code: str, own: frozenset[str], *, of_teams: bool) -> dict[str, Option]:
    """Those that are asked for: what the system is asked for too follows its answer, and what is said of teams is not
    asked for where players play."""
    followed = _shared(system, code) - own
    asked = (option for option in fields_of(TIE_BREAKS[code]) if of_teams or not option.is_of_teams)
    return {option.code: option for option in asked if option.code not in followed}


def _shared(system: PairingSystem, code: str) -> frozenset[str]:
    """Options of the tie-break that follow the system's, as it says in its capabilities."""
    return (
        frozenset(option.code for option in fields_of(TIE_BREAKS[code]))
        & system.capabilities().tie_break_options.keys()
    )


def _without_the_usual(
    system: PairingSystem, code: str, options: Mapping[str, object], own: frozenset[str]
) -> dict[str, object]:
    usual = saved(tie_break_of(system, {"code": code}))
    return {"code": code} | {name: value for name, value in options.items() if name in own or value != usual[name]}


def _foreign(data: QueryDict, known: set[str]) -> Iterator[str]:
    """A sentence for the first field of the list that is none of it."""
    name = next((name for name in data if name.startswith(LIST) and name not in known), None)
    if name is not None:
        yield _("The list of tie-breaks has no field {field}.").format(field=name[:60])
