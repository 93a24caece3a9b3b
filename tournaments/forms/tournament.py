"""A new tournament: its name, its season, its rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club
from tournaments.models.names import clean_name

MOST_ROUNDS = 99


class NewTournamentForm(forms.Form):
    def __init__(self, club: Club, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, label_suffix="")
        seasons = club.seasons.filter(is_open=True).order_by("-starts_on", "name")
        self.fields["name"] = forms.CharField(label=_("Name"), max_length=200)
        self.fields["season"] = forms.ModelChoiceField(
            seasons, label=_("Season"), empty_label=None, initial=seasons.first()
        )
        self.fields["planned_rounds"] = forms.IntegerField(
            label=_("Planned rounds"),
            help_text=_("Leave it empty when the evenings simply go on."),
            required=False,
            min_value=1,
            max_value=MOST_ROUNDS,
        )

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("A tournament needs a name that can be read."))
        return name
