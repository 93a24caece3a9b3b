"""What the buttons of pairing by hand send: keys of entries."""

from __future__ import annotations

from django import forms

_LARGEST_KEY = 2**31 - 1


class TwoEntriesForm(forms.Form):
    """`one` was tapped first, or has White."""

    one = forms.IntegerField(min_value=1, max_value=_LARGEST_KEY)
    other = forms.IntegerField(min_value=1, max_value=_LARGEST_KEY)


class EntryForm(forms.Form):
    """`beside` whoever else sits out."""

    entry = forms.IntegerField(min_value=1, max_value=_LARGEST_KEY)
    beside = forms.BooleanField(required=False)
