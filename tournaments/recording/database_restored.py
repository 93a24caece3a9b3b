"""After another database has been put in the place of this one: nothing kept by its versions is taken for the new."""

from __future__ import annotations

import secrets

from django.db.models import F

from tournaments.models import Club, Tournament
from tournaments.recording.unit_of_work import being_active

_LARGEST_STEP = 1_000_000


def outdate_cached_pages() -> None:
    """Pages kept by running processes, phones and proxies stand under a version that the database may reach again with
    something else. So all of them jump, too far to guess: a fixed step would lead a second restore to the same place.
    """
    step = 1 + secrets.randbelow(_LARGEST_STEP)
    with being_active():
        Club.objects.update(public_revision=F("public_revision") + step)
        Tournament.objects.update(public_revision=F("public_revision") + step, past_revision=F("past_revision") + step)
