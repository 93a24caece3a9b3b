"""What somebody says of an evening or of a longer time, as a director writes it down."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.models import DefaultAvailability, Reply, RespondedBy
from tournaments.pages.calendar.availability import TAKE_BACK, EveningColumn

_NOTED = [(str(RespondedBy.TELEPHONE), ""), (str(RespondedBy.LIST), "")]


def _day() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def _hour() -> forms.TimeInput:
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


class _SaidField(forms.CharField):
    """A Reply, or TAKE_BACK."""

    def clean(self, value: str | None) -> Reply | str | None:
        text: str = super().clean(value)
        if text in {"", TAKE_BACK}:
            return text
        if (reply := Reply.sent(text)) is None:
            raise forms.ValidationError("")
        return reply


class ResponseForm(forms.Form):
    """One word on one evening; a button of the grid sends both in one. A `pen` chosen beside the grid is what every tap
    says, and not the next word in turn."""

    date = forms.DateField()
    said = _SaidField()
    pen = _SaidField(required=False)
    arrives_at = forms.TimeField(required=False)
    first_round = forms.IntegerField(required=False)
    last_round = forms.IntegerField(required=False)
    said_by = forms.ChoiceField(choices=_NOTED, required=False)

    def __init__(self, data: dict[str, str]) -> None:
        date, slash, said = data.get("word", "").partition("/")
        super().__init__(data | {"date": date, "said": data.get("pen") or said} if slash else data)

    @property
    def noted_as(self) -> RespondedBy:
        return RespondedBy(self.cleaned_data["said_by"] or RespondedBy.TELEPHONE)


class AwayForm(forms.Form):
    first_day = forms.DateField(label=gettext_lazy("First day away"), widget=_day())
    last_day = forms.DateField(label=gettext_lazy("Last day away"), widget=_day())
    everywhere = forms.BooleanField(label=gettext_lazy("In all tournaments of the club"), required=False, initial=True)

    use_required_attribute = False


class DefaultAvailabilityForm(forms.Form):
    standing_plan = forms.ChoiceField(
        label=gettext_lazy("If they don't answer"), choices=DefaultAvailability.choices, required=False
    )
    usual_arrival = forms.TimeField(
        label=gettext_lazy("Usual time of arrival"),
        required=False,
        widget=_hour(),
        help_text=gettext_lazy("Empty: when the evening starts."),
    )


class TeamDutyForm(forms.Form):
    """Who plays for the club, ticked, on one of the evenings to come."""

    use_required_attribute = False

    date = forms.TypedChoiceField(label=gettext_lazy("Evening"), coerce=datetime.date.fromisoformat)
    players = forms.TypedMultipleChoiceField(label=gettext_lazy("Who plays for the club"), coerce=int)

    def __init__(
        self,
        data: object = None,
        *,
        columns: Iterable[EveningColumn],
        entries: Iterable[tuple[int, str]],
    ) -> None:
        super().__init__(data, label_suffix="")  # type: ignore[arg-type]
        self.fields["date"].choices = [(each.date.isoformat(), each.words) for each in columns]  # type: ignore[attr-defined]
        self.fields["players"].choices = list(entries)  # type: ignore[attr-defined]

    @property
    def rows(self) -> list[tuple[int, str, bool]]:
        """Key, name, and whether they are ticked."""
        ticked = {str(key) for key in self["players"].value() or ()}
        choices = self.fields["players"].choices  # type: ignore[attr-defined]
        return [(key, name, str(key) in ticked) for key, name in choices]
