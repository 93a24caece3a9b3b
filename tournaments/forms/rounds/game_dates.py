"""A game's own dates."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy


def _day() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class GameDatesForm(forms.Form):
    """`is_played`: the game has its result, and so no last day any more."""

    use_required_attribute = False

    date = forms.DateField(widget=_day(), required=False)
    play_by = forms.DateField(
        label=gettext_lazy("Last day to play"),
        help_text=gettext_lazy("Empty: by the day of the last round."),
        widget=_day(),
        required=False,
    )

    def __init__(self, data: Mapping[str, str] | None = None, *, is_played: bool, **kwargs: object) -> None:
        super().__init__(data, **kwargs)  # type: ignore[arg-type]  # Django's own
        if is_played:
            self.fields["date"].label = gettext_lazy("Day it was played")
            self.fields["date"].help_text = gettext_lazy("Empty: on the day of its round.")
            del self.fields["play_by"]
        else:
            self.fields["date"].label = gettext_lazy("Day agreed")
            self.fields["date"].help_text = gettext_lazy("Empty: no day is agreed.")
