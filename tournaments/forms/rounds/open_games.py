"""A game's own dates, and what becomes of games that were not played."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.pairing.types.knockout import BY_LOT
from tournaments.pairing.types.snapshot import Result
from tournaments.services.rounds.unplayed_games import WAYS, Decided

_MOST = 1_000
_WAYS = {result.value: result for result in WAYS}


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


class DecidedForm(forms.Form):
    """Each game with what it becomes and how it was seen, in one value: 17:---:*/1//."""

    decided = forms.Field()

    def __init__(self, values: list[str]) -> None:
        super().__init__({"decided": values})

    def clean_decided(self) -> dict[int, Decided]:
        found: dict[int, Decided] = {}
        values = self.data["decided"][:_MOST]
        for value in values:
            key, _colon, rest = value.partition(":")
            way, _colon, seen = rest.partition(":")
            if not (key.isascii() and key.isdigit() and len(key) < 10) or way not in {*_WAYS, BY_LOT}:
                raise forms.ValidationError("")
            result = Result.BOTH_FORFEIT if way == BY_LOT else Result(_WAYS[way])
            found[int(key)] = Decided(result, seen[:100], is_by_lot=way == BY_LOT)
        return found
