"""What a club says of itself: its name, and when and where it meets."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Club
from tournaments.models.names import clean_name
from tournaments.services.clubs import LONGEST_NAME, ClubDetails, details_of

NEARBY = (
    "Europe/Oslo",
    "Europe/Stockholm",
    "Europe/Copenhagen",
    "Europe/Helsinki",
    "Europe/Berlin",
    "Europe/Amsterdam",
    "Europe/Brussels",
    "Europe/Zurich",
    "Europe/Vienna",
    "Europe/London",
    "Atlantic/Reykjavik",
    "Atlantic/Faroe",
)
"""Where the six languages are spoken: they stand first."""


class ClubForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=LONGEST_NAME, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    weekday = forms.TypedChoiceField(
        label=gettext_lazy("Day of the evening"), coerce=int, empty_value=None, required=False
    )
    starts_at = forms.TimeField(
        label=gettext_lazy("Starting time"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    place = forms.CharField(
        label=gettext_lazy("Place"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=gettext_lazy("As people find it: the house, and the street."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("Times of day, and which day it is, go by this clock."),
    )

    def __init__(self, club: Club, data: Mapping[str, Any] | None = None) -> None:
        details = details_of(club)
        initial = {field: getattr(details, field) for field in ClubDetails.__dataclass_fields__}
        super().__init__(data, label_suffix="", initial=initial)
        days = [(number, day) for number, day in WEEKDAYS.items()]
        self.fields["weekday"].choices = [("", _("No fixed day")), *days]  # type: ignore[attr-defined]
        self.fields["time_zone"].choices = _time_zones(club.time_zone)  # type: ignore[attr-defined]
        self.fields["name"].help_text = _("The address stays as it is: {address}").format(address=f"/{club.slug}/")

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("A club needs a name that can be read."))
        return name

    @property
    def details(self) -> ClubDetails:
        return ClubDetails(**{field: self.cleaned_data[field] for field in ClubDetails.__dataclass_fields__})


def _time_zones(now: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Those nearby, then all by continent; the one in force is always among them."""
    known = zoneinfo.available_timezones() | {now}
    nearby = [zone for zone in NEARBY if zone in known]
    rest = sorted(zone for zone in known if zone == now or ("/" in zone and not zone.startswith("Etc/")))
    by_part: dict[str, list[tuple[str, str]]] = {}
    for zone in rest:
        if zone not in nearby:
            by_part.setdefault(zone.partition("/")[0], []).append((zone, _shown(zone)))
    return [(_("Nearby"), [(zone, _shown(zone)) for zone in nearby]), *by_part.items()]


def _shown(zone: str) -> str:
    """Europe/Oslo as Oslo (Europe)."""
    part, _slash, place = zone.partition("/")
    return f"{place.replace('_', ' ')} ({part})" if place else zone
