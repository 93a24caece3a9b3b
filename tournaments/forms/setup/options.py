"""A form out of any pairing system's own fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.common.typed_numbers import plain_number
from tournaments.forms.setup.kind_rows import KindRows, KindRowsField
from tournaments.pages.common.option_words import by_group, typed
from tournaments.pairing.protocols import PairingSystem, TeamDefaults
from tournaments.pairing.types.absence_kinds import CODES, KIND_WORDS, KINDS, OWN_KINDS
from tournaments.pairing.types.options import Kind, Option, OptionError, configured, fields_of, saved

_LONGEST = 60
_LONGEST_TEXT = 200


_AS_TYPED = {Kind.INTEGERS, Kind.TEXT, Kind.STRUCTURE}
"""Kinds in which no half point is looked for."""
_LONG = {Kind.TEXT, Kind.STRUCTURE}


class OptionField(forms.CharField):
    """What was typed, read by the option itself: numbers as 1/2, ½, 2½, 0,5 or 0.5."""

    def __init__(self, option: Option, **kwargs: Any) -> None:
        longest = _LONGEST_TEXT if option.kind in _LONG else _LONGEST
        super().__init__(max_length=longest, strip=True, **kwargs)
        self.option = option

    def clean(self, value: Any) -> object:
        text = super().clean(value)
        if text == "" and self.option.nullable:
            return read_option(self.option, None)
        return read_option(self.option, text if self.option.kind in _AS_TYPED else self._word(plain_number(text)))

    def _word(self, text: str) -> str:
        """2n is 2N."""
        words = {choice.value.casefold(): choice.value for choice in self.option.choices}
        return words.get(text.casefold(), text)


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldGroup:
    """Fields that stand together. `changed`: how many say something else than the system or the preset does."""

    title: str
    fields: tuple[forms.BoundField, ...]
    changed: int

    @property
    def has_errors(self) -> bool:
        return any(field.errors for field in self.fields)


@dataclass(frozen=True, kw_only=True, slots=True)
class FinePrint:
    """What a club can leave as it is without knowing it."""

    groups: tuple[FieldGroup, ...]

    @property
    def changed(self) -> int:
        return sum(group.changed for group in self.groups)

    @property
    def has_errors(self) -> bool:
        return any(group.has_errors for group in self.groups)


class OptionsForm(forms.Form):
    """Fields, labels and help are the system's. It starts from `base` or, for a new tournament, from the preset. With
    what the system says `of_teams` it asks for what is theirs too."""

    def __init__(
        self,
        system: type[PairingSystem],
        data: Mapping[str, Any] | None = None,
        *,
        preset: str = "",
        base: PairingSystem | None = None,
        of_teams: TeamDefaults | None = None,
    ) -> None:
        super().__init__(data, label_suffix="")
        self.system = system
        self.preset = preset or None
        self.of_teams = of_teams
        self.own = self._with({})
        self.base = base or self.own
        self.options = {option.code: option for option in fields_of(system)}
        asked = {option.code: option for option in self._asked}
        kinds = [code for code, option in asked.items() if option.structure in OWN_KINDS]
        own_kinds = [(own.code, own.name) for code in kinds for own in getattr(self.base, code)]
        for option in asked.values():
            self.fields[option.code] = form_field(option, getattr(self.base, option.code), own_kinds)

    @property
    def _asked(self) -> tuple[Option, ...]:
        asked = (each for each in self.options.values() if not each.is_of_files)
        return tuple(each for each in asked if self.of_teams is not None or not each.is_of_teams)

    def _with(self, options: Mapping[str, object]) -> PairingSystem:
        defaults = None if self.of_teams is None else self.of_teams.options
        return configured(self.system, options, preset=self.preset, unless_given=defaults)

    @property
    def groups(self) -> tuple[FieldGroup, ...]:
        """What a club wants to know of."""
        return self._grouped(option for option in self._asked if not option.is_fine_print)

    @property
    def fine_print(self) -> FinePrint:
        return FinePrint(groups=self._grouped(option for option in self._asked if option.is_fine_print))

    def _grouped(self, chosen: Iterable[Option]) -> tuple[FieldGroup, ...]:
        own, shown = saved(self.own), saved(self.base)
        return tuple(
            FieldGroup(
                title=_(title) if title else "",
                fields=tuple(self[option.code] for option in options),
                changed=sum(shown[option.code] != own[option.code] for option in options),
            )
            for title, options in by_group(chosen).items()
        )

    def clean(self) -> dict[str, object]:
        """Options that are right each by itself may contradict each other: the system says so when it is built."""
        if not self.errors:
            try:
                self._with(self.saved_options())
            except OptionError as error:
                option = self.options.get(error.option)
                self.add_error(
                    option.code if option else None,
                    option_sentence(error, option.label if option else "", words=self._words()),
                )
        return self.cleaned_data

    def _words(self) -> dict[str, str]:
        """What choices are called, by what is saved."""
        return {
            choice.value: label
            for option in self.options.values()
            if option.kind is Kind.CHOICE
            for choice, label in option.choices.items()
        }

    def configured(self) -> PairingSystem:
        """The system with the options as sent; while they are not sent, or are wrong, as it begins."""
        if not self.is_valid():
            return self.base
        return self._with(self.saved_options())

    def saved_options(self) -> dict[str, object]:
        """The options as JSON, without those that are what the system or the preset says anyway."""
        own = saved(self.own)
        kept = saved(self.base)  # where no form asks
        given = {
            code: option.save(self.cleaned_data[code]) if option in self._asked else kept[code]
            for code, option in self.options.items()
        }
        return {code: value for code, value in given.items() if value != own[code]}


class _KindRows(KindRowsField):
    """What is typed into the rows, read by the option."""

    def __init__(self, option: Option, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.option = option

    def clean(self, value: Any) -> object:  # type: ignore[override]
        return read_option(self.option, super().clean(value))


class _Kinds(forms.MultipleChoiceField):
    """Kinds of absence that are ticked, read by the option."""

    def __init__(self, option: Option, **kwargs: Any) -> None:
        super().__init__(required=False, widget=forms.CheckboxSelectMultiple, **kwargs)
        self.option = option

    def clean(self, value: Any) -> object:
        return read_option(self.option, super().clean(value))


def form_field(option: Option, value: object, own_kinds: Sequence[tuple[str, str]] = ()) -> forms.Field:
    """`own_kinds`: the club's own kinds of absence, by their codes."""
    shared: dict[str, Any] = {
        "label": gettext_lazy(option.label),
        "help_text": _help(option),
        "initial": typed(option, value),
    }
    match option.kind:  # not all: the others are typed into one line
        case Kind.BOOLEAN if option.nullable:
            words = [("", gettext_lazy(option.unset)), ("yes", gettext_lazy("Yes")), ("no", gettext_lazy("No"))]
            return forms.TypedChoiceField(
                choices=words, coerce="yes".__eq__, empty_value=None, required=False, widget=forms.RadioSelect, **shared
            )
        case Kind.BOOLEAN:
            return forms.BooleanField(required=False, **shared)
        case Kind.CHOICE:
            choices: list[tuple[str, Any]] = [
                (choice.value, gettext_lazy(option.choices[choice])) for choice in option.choices
            ]
            if option.nullable:
                choices = [("", gettext_lazy(option.unset)), *choices]
                return forms.TypedChoiceField(
                    choices=choices, empty_value=None, required=False, widget=forms.RadioSelect, **shared
                )
            if option.takes_own_kinds:
                choices += [(code, _("Counts as “{kind}”").format(kind=name)) for code, name in own_kinds]
            return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **shared)
        case Kind.STRUCTURE if option.structure in OWN_KINDS:
            return _KindRows(option, widget=KindRows(pays=option.structure is KINDS), **shared)
        case Kind.STRUCTURE if option.structure is CODES:
            built_in = [(kind.value, gettext_lazy(word)) for kind, word in KIND_WORDS.items()]
            return _Kinds(option, choices=[*built_in, *own_kinds], **shared)
    if option.choices:
        shared["help_text"] = _with_words(option)
    mode = "numeric" if option.kind is Kind.INTEGER else "text"  # a telephone's number pad has neither / nor ½
    size = 32 if option.kind in _LONG else 6
    widget = forms.TextInput(attrs={"inputmode": mode, "size": size, "autocomplete": "off"})
    return OptionField(option, required=not option.nullable, widget=widget, **shared)


def _help(option: Option) -> str:
    """What is to be known, and an example of it."""
    told = _(option.help) if option.help else ""
    if not option.example:
        return told
    example = _("Example: {example}").format(example=_(option.example))
    return format_html("{} <span class='example'>{}</span>", told, example)


def _with_words(option: Option) -> str:
    """The help, and the words that may stand in place of a number."""
    words = format_html_join(
        "", "<dt>{}</dt> <dd>{}</dd>", ((word, _(label)) for word, label in option.choices.items())
    )
    return format_html("{} <dl class='words'>{}</dl>", _(option.help) if option.help else "", words)


def read_option(option: Option, given: object) -> object:
    try:
        return option.read(given)
    except OptionError as error:
        raise ValidationError(option_sentence(error, option.label)) from error


def option_sentence(error: OptionError, label: str = "", *, words: Mapping[str, str] | None = None) -> str:
    """The error in the reader's language, the option called by its label, and choices by their `words`."""
    facts = {name: _(words[fact]) if words and fact in words else fact for name, fact in error.facts.items()}
    facts |= {"option": _(label)} if label else {}
    return _(error.message).format_map(facts)
