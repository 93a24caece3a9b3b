"""The keys that somebody types results with."""

from __future__ import annotations

import uuid

from tournaments.models import KeyMap, User
from tournaments.recording import recording


def choose_key_map(user: User, key_map: KeyMap, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """For all tournaments that this person runs, on every machine."""
    with recording(None, actor=actor, verb="user.choose_key_map", receipt=receipt) as change:
        change.update(User.objects.get(pk=user.pk), key_map=key_map.value)
        change.facts["user"] = user.pk
