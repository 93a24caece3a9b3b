"""Where backups go, and a file that is put back."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from clubchess.chosen_here import MOST_KEPT


class BackupsForm(forms.Form):
    folder = forms.CharField(
        label=_("Folder"),
        required=False,
        max_length=1000,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        help_text=_("For example on a USB stick: E:\\ or /media/stick. Empty: next to the data."),
    )
    kept = forms.IntegerField(
        label=_("Automatic backups to keep"),
        min_value=0,
        max_value=MOST_KEPT,
        help_text=_("One after each evening, and when Clubchess stops. 0: none."),
    )


class BroughtForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        help_text=_("At most 24 MB. A larger one: put it into the folder of the backups."),
        allow_empty_file=True,  # said in a sentence of its own
        widget=forms.FileInput(attrs={"accept": ".zip"}),
    )
