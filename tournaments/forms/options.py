"""A form out of any pairing system's own fields."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.pages.option_words import typed
from tournaments.pairing.options import Kind, Option, OptionError, configured, fields_of, saved
from tournaments.pairing.protocols import PairingSystem

_LONGEST = 60


class OptionField(forms.CharField):
    """What was typed, read by the option itself: numbers as 1/2, ½, 2½, 0,5 or 0.5."""

    def __init__(self, option: Option, **kwargs: Any) -> None:
        super().__init__(max_length=_LONGEST, strip=True, **kwargs)
        self.option = option

    def clean(self, value: Any) -> object:
        text = super().clean(value)
        return read_option(self.option, None if text == "" and self.option.nullable else plain_number(text))


class OptionsForm(forms.Form):
    """Fields, labels and help are the system's. It starts from `base` or, for a new tournament, from the preset."""

    def __init__(
        self,
        system: type[PairingSystem],
        data: Mapping[str, Any] | None = None,
        *,
        preset: str = "",
        base: PairingSystem | None = None,
    ) -> None:
        super().__init__(data, label_suffix="")
        self.own = configured(system, {}, preset=preset or None)
        self.options = {option.code: option for option in fields_of(system)}
        for option in self.options.values():
            self.fields[option.code] = form_field(option, getattr(base or self.own, option.code))

    def saved_options(self) -> dict[str, object]:
        """The options as JSON, without those that are what the system or the preset says anyway."""
        own = saved(self.own)
        given = {code: option.save(self.cleaned_data[code]) for code, option in self.options.items()}
        return {code: value for code, value in given.items() if value != own[code]}


def form_field(option: Option, value: object) -> forms.Field:
    shared: dict[str, Any] = {
        "label": gettext_lazy(option.label),
        "help_text": gettext_lazy(option.help) if option.help else "",
        "initial": typed(option, value),
    }
    match option.kind:
        case Kind.BOOLEAN:
            return forms.BooleanField(required=False, **shared)
        case Kind.CHOICE:
            choices = [(choice.value, gettext_lazy(label)) for choice, label in option.choices.items()]
            return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **shared)
    mode = "numeric" if option.kind is Kind.INTEGER else "text"  # a telephone's number pad has neither / nor ½
    widget = forms.TextInput(attrs={"inputmode": mode, "size": 6, "autocomplete": "off"})
    return OptionField(option, required=not option.nullable, widget=widget, **shared)


def read_option(option: Option, given: object) -> object:
    try:
        return option.read(given)
    except OptionError as error:
        raise ValidationError(option_sentence(error, option.label)) from error


def option_sentence(error: OptionError, label: str = "") -> str:
    """The error in the reader's language, the option called by its label."""
    facts = error.facts | ({"option": _(label)} if label else {})
    return _(error.message).format_map(facts)


def plain_number(text: str) -> str:
    """½ and 2½ as fractions, a comma as the decimal point; anything else as it is."""
    whole, vulgar = text[:-1].strip(), text[-1:]
    if vulgar and unicodedata.category(vulgar) == "No" and (whole == "" or whole.isascii()):
        part = Fraction(unicodedata.numeric(vulgar)).limit_denominator(10)
        sign, digits = ("-", whole[1:]) if whole[:1] in "-−" and whole else ("", whole)
        if digits == "" or digits.isdigit():
            return f"{sign}{part + int(digits or 0)}"
    return text.replace(",", ".").replace("−", "-").replace(" ", "")
