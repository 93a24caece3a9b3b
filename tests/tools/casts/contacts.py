"""Made-up contacts: a value for every private field, whatever fields there are."""

from __future__ import annotations

import datetime
from typing import Any

from django.db import models

from tournaments.models import PlayerContact

CONTACT_FIELDS: dict[str, models.Field[Any, Any]] = {
    column.name: column
    for column in PlayerContact._meta.concrete_fields
    if not column.primary_key and column.name != "player"
}
"""What the model itself holds, whatever PlayerContact.PRIVATE says."""


def made_up_contact(person: int) -> dict[str, Any]:
    """Values that no other field and no other person (0 to 9) has."""
    return {name: _made_up(column, person, nth) for nth, (name, column) in enumerate(CONTACT_FIELDS.items(), start=1)}


def as_typed(contact: dict[str, Any]) -> dict[str, str]:
    """As a form sends it, and a file holds it."""
    return {name: str(value) for name, value in contact.items()}


def _made_up(column: models.Field[Any, Any], person: int, nth: int) -> Any:
    if column.name == "birth_year":
        return _made_up(CONTACT_FIELDS["birth_date"], person, nth - 1).year
    if column.choices:
        return "female"  # of all of them: no other words occur on no page
    if isinstance(column, models.DateField):
        return datetime.date(1901 + 10 * nth + person, 2 + person, 3 + person)
    if isinstance(column, models.EmailField):
        return f"{column.name}{person}@private.example"
    if isinstance(column, models.CharField):
        return f"+47 90{nth} 55 60{person}"
    raise TypeError(f"{column.name} is of a kind for which nothing is made up here yet: {type(column).__name__}")
