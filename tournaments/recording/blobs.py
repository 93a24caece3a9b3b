"""Pictures are kept beside the record: an action names one by its digest, so that it stays small, and undo finds it."""

from __future__ import annotations

import hashlib

from tournaments.models import Club, ClubLogo
from tournaments.recording.change import Change

MOST_LOGOS = 10
"""Of a club. An older one is forgotten, and what took it away can then not be undone any more."""


def digest_of(png: bytes) -> str:
    return hashlib.sha256(png).hexdigest()


def keep_logo(change: Change, club: Club, png: bytes) -> str:
    """Its digest, which `change` can then write to the club. The newest are kept, whichever are shown."""
    digest = digest_of(png)
    logos = ClubLogo.objects.filter(club=club)
    if not logos.filter(digest=digest).exists():
        ClubLogo(club=club, digest=digest, png=png).save(force_insert=True)
        newest = list(logos.exclude(digest=club.logo).order_by("-pk").values_list("pk", flat=True)[:MOST_LOGOS])
        logos.exclude(digest=club.logo).exclude(pk__in=newest).delete()
    change.facts["logo"] = digest
    return digest
