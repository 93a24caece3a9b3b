"""The first club of an installation and who makes it; and the word that lets them, from another device."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from clubchess.languages import OWN_NAMES
from clubchess.log_in.passwords import NotOfThisPlace
from tournaments.forms.accounts.invitations import NewAccountForm
from tournaments.forms.clubs.club import time_zones, weekdays
from tournaments.forms.common.times import HourField
from tournaments.names import clean_name
from tournaments.services.accounts.accounts import free_username
from tournaments.services.clubs.clubs import LONGEST_NAME

_TIME_ZONES = {
    "en": "Europe/London",
    "nb": "Europe/Oslo",
    "sv": "Europe/Stockholm",
    "da": "Europe/Copenhagen",
    "de": "Europe/Berlin",
    "nl": "Europe/Amsterdam",
}
"""Where most readers of a language are. A script puts in the browser's own (static/js/first_club.js)."""


class FirstClubForm(NewAccountForm):
    club = forms.CharField(
        label=_("The club's name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    language = forms.ChoiceField(
        label=_("The club's language"),
        help_text=_("Used for printouts, the hall screen and mails to members who chose no language."),
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), help_text=_("All times and dates follow this time zone."))
    weekday = forms.TypedChoiceField(
        label=_("Weekday of the club evening"), coerce=int, empty_value=None, required=False
    )
    starts_at = HourField(
        label=_("Starting time"), required=False, help_text=_("By the 24-hour clock, for instance 19:30.")
    )
    username = forms.CharField(
        label=_("User name or e-mail address"),
        help_text=_("The name to log in with."),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    field_order = (
        *("club", "language", "time_zone", "weekday", "starts_at"),
        *NewAccountForm.field_order,
    )

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        reader = get_language() or "en"
        initial = {"language": reader, "time_zone": _TIME_ZONES.get(reader)}
        super().__init__(data, label_suffix="", initial=initial)
        self.fields["language"].choices = [*OWN_NAMES.items()]  # type: ignore[attr-defined]
        self.fields["time_zone"].choices = time_zones(_TIME_ZONES["en"])  # type: ignore[attr-defined]
        self.fields["weekday"].choices = weekdays()  # type: ignore[attr-defined]
        self.fields["name"].label = _("Your name")
        self.fields["name"].required = True

    def clean_club(self) -> str:
        name = clean_name(self.cleaned_data["club"])
        if not name:
            raise forms.ValidationError(_("A club needs a name that can be read."))
        return name

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("This name cannot be read. Type it in letters."))
        return name

    def clean_username(self) -> str:
        """Who gives an address gets a user name besides, as everybody has one."""
        typed = super().clean_username()
        if "@" in typed:
            self.user.email = typed
            self.user.username = free_username(self.cleaned_data.get("name") or typed.partition("@")[0])
        return typed

    def clean_password(self) -> str:
        NotOfThisPlace(self.cleaned_data.get("club", "")).validate(self.cleaned_data["password"])
        return super().clean_password()

    @property
    def typed(self) -> dict[str, Any]:
        """For `create_first_club`."""
        of_club = {name: self.cleaned_data[name] for name in ("language", "time_zone", "weekday", "starts_at")}
        return {
            **of_club,
            "name": self.cleaned_data["club"],
            "person": self.cleaned_data["name"],
            "username": self.user.username,
            "email": self.user.email,
            "password": self.cleaned_data["password"],
        }


class FirstWordForm(forms.Form):
    wrong = _("That is not the word. You find the newest one where the program was started.")
    word = forms.CharField(
        label=_("The word from the program's window"),
        max_length=100,
        help_text=_("Ten letters and figures. Capitals and the hyphen do not matter."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
