"""What the inbox's buttons send."""

from __future__ import annotations

from django import forms

from tournaments.models import Answer

_MOST = 2**63 - 1


class AnswerForm(forms.Form):
    """`seen` is when what the page showed was asked; `player`, of those who ask to enter: who they are to the club.
    `for_good`: what nothing brings back is ticked as well."""

    answer = forms.ChoiceField(choices=Answer.choices)
    seen = forms.CharField(max_length=40)
    player = forms.IntegerField(required=False, min_value=1, max_value=_MOST)
    another = forms.BooleanField(required=False)
    for_good = forms.BooleanField(required=False)
