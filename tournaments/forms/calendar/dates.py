"""The dates of the rounds: proposed from a first date and a rhythm, and one by one."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.common.times import HourField
from tournaments.models import Season
from tournaments.services.calendar.dates import FIRST_DAY, LAST_DAY, MOST_AN_EVENING, MOST_DATES, DateRhythm

_BLANK = 2
"""Fields for dates to add by hand."""

RHYTHMS = (
    (DateRhythm.WEEKLY.value, gettext_lazy("every week")),
    (DateRhythm.FORTNIGHTLY.value, gettext_lazy("every two weeks")),
    (DateRhythm.MONTHLY.value, gettext_lazy("every month, on the same weekday")),
    (DateRhythm.DAILY.value, gettext_lazy("every day")),
)


def _day_widget() -> forms.DateInput:
    days = {"min": FIRST_DAY.isoformat(), "max": LAST_DAY.isoformat()}
    return forms.DateInput(attrs={"type": "date", **days}, format="%Y-%m-%d")


def _rounds_an_evening() -> forms.IntegerField:
    """Left empty, it stays as it is."""
    return forms.IntegerField(
        label=gettext_lazy("Rounds an evening"),
        min_value=1,
        max_value=MOST_AN_EVENING,
        required=False,
        help_text=gettext_lazy("Several rounds on one evening use one date."),
    )


class ProposalForm(forms.Form):
    """What dates are proposed from."""

    use_required_attribute = False

    first = forms.DateField(label=gettext_lazy("First date"), widget=_day_widget())
    rhythm = forms.ChoiceField(label=gettext_lazy("How often"), choices=RHYTHMS)
    count = forms.IntegerField(label=gettext_lazy("Number of dates"), min_value=1, max_value=MOST_DATES)
    rounds_an_evening = _rounds_an_evening()


class DatesForm(forms.Form):
    """One field for the date of each evening from that of the `first_round` on.

    An emptied field takes its date away: the rounds after it move up, their dates stay.
    """

    use_required_attribute = False

    starts_at = HourField(
        label=gettext_lazy("Starting time"),
        required=False,
        help_text=gettext_lazy("The same for every evening, by the club's clock. Empty: dates without a time."),
    )

    rounds_an_evening = _rounds_an_evening()

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        first_round: int,
        rounds_an_evening: int = 1,
        season: Season,
        most: int = MOST_DATES,
        dates: Sequence[datetime.date] = (),
        starts_at: datetime.time | None = None,
        last_dates: Sequence[datetime.date | None] = (),
    ) -> None:
        """`last_dates`: of a knock-out, one for each of its rounds; none elsewhere."""
        super().__init__(
            data, initial={"starts_at": starts_at, "rounds_an_evening": rounds_an_evening}, label_suffix=""
        )
        for place in range(_count_sent(data) if data is not None else max(min(len(dates) + _BLANK, most), len(dates))):
            self.fields[f"date_{place}"] = forms.DateField(
                label=_label(first_round + place * rounds_an_evening, rounds_an_evening),
                initial=dates[place] if place < len(dates) else None,
                required=False,
                widget=_day_widget(),
                help_text=_("Outside the season.") if _is_outside(season, dates[place : place + 1]) else "",
            )

        for place, last in enumerate(last_dates):
            self.fields[f"last_{place}"] = forms.DateField(
                label=_("Round {number}").format(number=place + 1), initial=last, required=False, widget=_day_widget()
            )

    @property
    def last_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("last_")]

    def last_dates(self) -> list[datetime.date | None] | None:
        """None where the form did not ask."""
        names = [name for name in self.fields if name.startswith("last_")]
        return [self.cleaned_data[name] for name in names] if names else None

    @property
    def date_fields(self) -> Iterable[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("date_")]

    def dates(self) -> list[datetime.date]:
        values = (self.cleaned_data[name] for name in self.fields if name.startswith("date_"))
        return [value for value in values if value is not None]


def _label(first: int, rounds: int) -> str:
    if rounds == 1:
        return _("Round {number}").format(number=first)
    return _("Rounds {first} to {last}").format(first=first, last=first + rounds - 1)


def _is_outside(season: Season, dates: Sequence[datetime.date]) -> bool:
    return any(not season.starts_on <= date <= season.ends_on for date in dates)


def _count_sent(data: Mapping[str, Any]) -> int:
    """One more than may be planned: the service refuses it in words."""
    return sum(f"date_{place}" in data for place in range(MOST_DATES + 1))
