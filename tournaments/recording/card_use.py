"""When a card was last opened: the one thing that is written of a look, and no record tells of it."""

from __future__ import annotations

import datetime
from collections.abc import Collection

from django.db.models import Q

from tournaments.models import CardKey
from tournaments.recording.unit_of_work import being_active


def note_use(keys: Collection[int], at: datetime.datetime) -> None:
    """To the day: where they were opened today already nothing is written."""
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    with being_active():
        CardKey.objects.filter(Q(used_at=None) | Q(used_at__lt=midnight), pk__in=keys).update(used_at=midnight)
