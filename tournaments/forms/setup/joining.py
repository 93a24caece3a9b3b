"""The form of those who ask to enter."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class JoiningForm(forms.Form):
    """`website` is for machines: no person sees it."""

    name = forms.CharField(label=_("Name"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    home_club = forms.CharField(label=_("Club, if any"), max_length=100, required=False)
    rating_number = forms.CharField(label=_("Rating number, if any"), max_length=20, required=False)
    website = forms.CharField(required=False)
