"""What is wrong with forms: all of it at the top, the first wrong field with the focus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from django import forms, template
from django.utils.safestring import SafeString

register = template.Library()


@dataclass(frozen=True, kw_only=True, slots=True)
class WrongField:
    """`anchor` is empty for what concerns no single field."""

    anchor: str
    label: str
    sentences: tuple[str, ...]


@runtime_checkable
class ListOfForms(Protocol):
    """A form of several rows, such as the tie-breaks: what is wrong with the list, which has the `anchor`, and rows."""

    anchor: str
    errors: Sequence[str]
    rows: Sequence[forms.Form]


@register.simple_tag
def what_is_wrong(*sent: object) -> tuple[WrongField, ...]:
    """Of forms that are sent together, in their order; a page that has one of them only leaves the others out."""
    return tuple(wrong for form in sent for wrong in _wrong_in(form))


@register.filter
def is_first_wrong(field: forms.BoundField) -> bool:
    """Where the browser is to go without a script."""
    first = next((each for each in field.form if each.errors), None)
    return first is not None and first.name == field.name


@register.filter
def control(field: forms.BoundField) -> SafeString:
    return field.as_widget(attrs={"autofocus": True} if is_first_wrong(field) else None)


def _wrong_in(sent: object) -> Iterator[WrongField]:
    if isinstance(sent, forms.Form):
        yield from _wrong_in_form(sent)
    elif isinstance(sent, ListOfForms):
        if sent.errors:
            yield WrongField(anchor=sent.anchor, label="", sentences=tuple(sent.errors))
        for row in sent.rows:
            yield from _wrong_in_form(row)


def _wrong_in_form(form: forms.Form) -> Iterator[WrongField]:
    general = form.non_field_errors()
    if general:
        yield WrongField(anchor="", label="", sentences=tuple(str(each) for each in general))
    for field in form:
        if field.errors:
            said = tuple(str(each) for each in field.errors)
            yield WrongField(anchor=str(field.auto_id), label=str(field.label), sentences=said)
