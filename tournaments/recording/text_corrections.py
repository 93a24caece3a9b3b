"""Better texts: no record tells of them, since nothing of a club's is changed by them."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.models import TextCorrection
from tournaments.recording.unit_of_work import being_active


def keep_correction(correction: TextCorrection) -> bool:
    """In the place of the one that this person has made of the same text, where they have. Whether they had."""
    values = {field.attname: getattr(correction, field.attname) for field in TextCorrection._meta.fields}
    of_person = {name: values.pop(name) for name in ("user_id", "language", "key")}
    values.pop("id")
    with being_active():
        _kept, is_new = TextCorrection.objects.update_or_create(**of_person, defaults=values)
    return not is_new


def drop_corrections(corrections: QuerySet[TextCorrection]) -> int:
    with being_active():
        return corrections.delete()[0]
