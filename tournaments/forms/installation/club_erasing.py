"""The name of the club that is erased, typed once more."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class EraseForm(forms.Form):
    name = forms.CharField(
        label=_("The club's name"), max_length=300, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
