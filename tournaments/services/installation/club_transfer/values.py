"""One value of a column as JSON, and back: a file from elsewhere may hold anything."""

from __future__ import annotations

import base64
import binascii
import datetime
import uuid
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import (
    AutoField,
    BinaryField,
    BooleanField,
    CharField,
    DateField,
    DateTimeField,
    Field,
    ForeignKey,
    IntegerField,
    JSONField,
    TimeField,
    UUIDField,
)

LARGEST_KEY = 2**63 - 1


class BadValue(Exception):
    """Not of the column's type, or out of its bounds."""


def is_key(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= LARGEST_KEY


def checked(column: Field[Any, Any], value: Any) -> Any:
    """As Python has it. Raises BadValue."""
    if value is None:
        if not column.null:
            raise BadValue
        return None
    if isinstance(column, ForeignKey | AutoField):
        if not is_key(value):
            raise BadValue
        return value
    if isinstance(column, JSONField):
        return value
    try:
        found = _typed(column, value)
        if column.choices and found not in dict(column.flatchoices) and not (found == "" and column.blank):
            raise BadValue
        if found not in column.empty_values:
            column.run_validators(found)
    except (ValidationError, ValueError, TypeError, OverflowError, binascii.Error) as error:
        raise BadValue from error
    return found


def _typed(column: Field[Any, Any], value: Any) -> Any:
    _refuse_another_type(column, value)
    match column:
        case BinaryField():
            return base64.b64decode(value, validate=True)
        case DateTimeField():
            found = datetime.datetime.fromisoformat(value)
            if found.tzinfo is None:
                raise BadValue
            return found
        case DateField():
            return datetime.date.fromisoformat(value)
        case TimeField():
            return datetime.time.fromisoformat(value)
        case UUIDField():
            return uuid.UUID(value)
        case CharField() | BooleanField() | IntegerField():
            return value
    raise BadValue


def _refuse_another_type(column: Field[Any, Any], value: object) -> None:
    wanted = bool if isinstance(column, BooleanField) else int if isinstance(column, IntegerField) else str
    if type(value) is not wanted:
        raise BadValue
