"""A form that is shown again before it is sent for good."""

from __future__ import annotations

from typing import TypeVar

from django import forms
from django.http import QueryDict

FormT = TypeVar("FormT", bound=forms.Form)


def as_typed(form: FormT, data: QueryDict) -> FormT:
    """The unbound form with what was typed in it: nothing is lost, and nothing judged yet."""
    form.initial = {
        name: field.widget.value_from_datadict(data, {}, form.add_prefix(name)) for name, field in form.fields.items()
    }
    return form
