"""How a shared first place is played off: a name and, for a match of two, its games and what decides a level one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.pairing.discovery import SYSTEMS
from tournaments.services.cup.play_offs import MATCH, PlayOffMatch
from tournaments.services.setup.settings import LONGEST_NAME


class PlayOffForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=LONGEST_NAME)
    games = forms.TypedChoiceField(
        label=gettext_lazy("Games of the play-off"),
        coerce=int,
        choices=[(1, gettext_lazy("One game")), (2, gettext_lazy("Two games with colours reversed"))],
        initial=1,
    )
    preset = forms.ChoiceField(
        label=gettext_lazy("If the play-off ends level"),
        help_text=gettext_lazy(
            "Lots are drawn for White in the first game. Other ways can be chosen in the set-up of the play-off."
        ),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, name: str, is_match: bool) -> None:
        super().__init__(data, label_suffix="", initial={"name": name})
        if is_match:
            ways = SYSTEMS[MATCH].info.preset_names
            # the mapping of fields does not know that this one has choices
            self.fields["preset"].choices = [(code, _(way)) for code, way in ways.items()]  # type: ignore[attr-defined]
        else:
            del self.fields["games"], self.fields["preset"]

    @property
    def match(self) -> PlayOffMatch | None:
        """None where more than two play."""
        if "games" not in self.fields:
            return None
        return PlayOffMatch(games=self.cleaned_data["games"], preset=self.cleaned_data["preset"])
