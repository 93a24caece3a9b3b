"""An hour of the club's clock, as one writes it by the 24-hour clock."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy


class HourField(forms.TimeField):
    """19:30, 19.30 or 19. Not the browser's own field, which shows "07:30 PM" where the device is set so."""

    widget = forms.TimeInput(attrs={"autocomplete": "off", "maxlength": "5", "placeholder": "19:30"}, format="%H:%M")
    default_error_messages = {  # noqa: RUF012  # as Django has it
        "invalid": gettext_lazy("Write the time by the 24-hour clock, for instance 19:30.")
    }

    def __init__(self, **values: Any) -> None:
        super().__init__(input_formats=["%H:%M", "%H.%M", "%H"], **values)
