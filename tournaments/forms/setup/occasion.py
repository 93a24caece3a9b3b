"""When a tournament is played, by how many and how long: asked of whoever does not choose a system themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.forms.setup.settings import MOST_ROUNDS
from tournaments.models import Club
from tournaments.pages.setup.system_proposal import OCCASIONS
from tournaments.pairing.types.occasions import Occasion

MOST_PLAYERS = 9999


class OccasionForm(forms.Form):
    when = forms.TypedChoiceField(choices=OCCASIONS.items(), coerce=Occasion)
    players = forms.IntegerField(
        label=gettext_lazy("Number of players"), min_value=1, max_value=MOST_PLAYERS, required=False
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds, if you know"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
    )

    def __init__(self, club: Club, data: Mapping[str, Any]) -> None:
        members = club.players.filter(is_active=True).count()
        is_asked = "when" in data
        super().__init__(data if is_asked else None, label_suffix="", initial={"players": members or None})
