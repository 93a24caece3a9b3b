"""What is asked of a guest: nothing that is not needed to play tonight."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.forms.players.players import MAX_RATING, MIN_RATING
from tournaments.names import clean_name
from tournaments.services.evening.guests import Guest

_TYPED_ANEW = {"autocomplete": "off"}


class GuestForm(forms.Form):
    given_name = forms.CharField(
        label=_("Given name"), max_length=100, required=False, widget=forms.TextInput(attrs=_TYPED_ANEW)
    )
    family_name = forms.CharField(
        label=_("Family name"), max_length=100, required=False, widget=forms.TextInput(attrs=_TYPED_ANEW)
    )
    rating = forms.IntegerField(label=_("Rating"), min_value=MIN_RATING, max_value=MAX_RATING, required=False)
    home_club = forms.CharField(
        label=_("Home club"), max_length=100, required=False, widget=forms.TextInput(attrs=_TYPED_ANEW)
    )
    another_of_the_name = forms.BooleanField(required=False, widget=forms.HiddenInput)

    @property
    def guest(self) -> Guest:
        return Guest(**{name: self.cleaned_data[name] for name in Guest.__dataclass_fields__})

    def clean_given_name(self) -> str:
        return _readable(self.cleaned_data["given_name"])

    def clean_family_name(self) -> str:
        return _readable(self.cleaned_data["family_name"])

    def clean_home_club(self) -> str:
        return clean_name(self.cleaned_data["home_club"])

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("family_name") and data.get("given_name") == "":
            self.add_error("given_name", _("A player needs a given name."))
        return data


def _readable(typed: str) -> str:
    name = clean_name(typed)
    if typed and not name:
        raise ValidationError(_("This contains no visible letters."))
    return name
