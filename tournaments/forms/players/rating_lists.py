"""The file of a rating list, and of which month it is."""

from __future__ import annotations

import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import Pace
from tournaments.services.players.rating_lists import MOST_UPLOADED


class RatingListForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        help_text=_("As the federation publishes it, zipped or not; at most 24 MB."),
        allow_empty_file=True,  # said in a sentence of its own
        widget=forms.FileInput(attrs={"accept": ".zip,.txt,.csv,.xml,.json"}),
    )
    month = forms.CharField(
        label=_("Month of the list"),
        required=False,
        widget=forms.TextInput(attrs={"type": "month", "autocomplete": "off"}),
        help_text=_("Empty: the month that the list names or, if it names none, this month."),
    )
    pace = forms.ChoiceField(
        label=_("Time control"),
        choices=[("", _("as the list says")), *Pace.choices],
        required=False,
    )
    although = forms.BooleanField(label=_("Take it even if it is older or far shorter"), required=False)

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MOST_UPLOADED:
            raise ValidationError(
                _(
                    "The file is larger than 24 MB. Ask the person who runs this site to load it with manage.py "
                    "load_rating_list."
                )
            )
        return file

    def clean_month(self) -> datetime.date | None:
        text = self.cleaned_data["month"]
        try:
            return datetime.date.fromisoformat(f"{text}-01") if text else None
        except ValueError:
            raise ValidationError(_("Write it as 2026-10.")) from None
