"""The trash: tournaments that were only tried out, or set up by mistake, put away and put back; and its emptying."""

from __future__ import annotations

import datetime
import uuid

from django.utils import timezone

from tournaments.models import Tournament, User
from tournaments.recording import erase_tournament, recording
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.cup.play_offs import refuse_parted, refuse_two_at_once
from tournaments.services.setup.single_group import refuse_two_groups


def trash_tournament(tournament: Tournament, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """It vanishes from every page and address at once, and can be put back. The club's action: its own pages go."""
    _move(tournament, "tournament.trash", timezone.now(), actor, receipt)


def put_back_tournament(tournament: Tournament, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    _move(tournament, "tournament.put_back", None, actor, receipt)


def empty_trash(*, before: datetime.datetime) -> list[str]:
    """Delete for good what was put into the trash before that instant; the names of the tournaments."""
    old = Tournament.objects.filter(trashed_at__lt=before).select_related("club").order_by("pk")
    return [tournament.name for tournament in list(old) if _erase(tournament, before)]


def _erase(tournament: Tournament, before: datetime.datetime) -> bool:
    club = tournament.club
    with recording(club, actor=None, verb="tournament.erase") as change:
        there = Tournament.objects.filter(pk=tournament.pk, trashed_at__lt=before).first()
        if there is None:  # put back in the same moment
            return False
        change.facts.update({"tournament": there.pk, "name": there.name})
        erase_tournament(change, there)
    return True


def _move(
    tournament: Tournament,
    verb: str,
    trashed_at: datetime.datetime | None,
    actor: User | None,
    receipt: uuid.UUID | None,
) -> None:
    club = tournament.club
    with recording(club, actor=actor, verb=verb, receipt=receipt, public=[club, tournament]) as change:
        there = Tournament.objects.get(pk=tournament.pk)
        if (there.trashed_at is None) is (trashed_at is None):
            return
        refuse_when_closed(there)
        change.update(there, trashed_at=trashed_at)
        refuse_parted(there)
        if trashed_at is None:
            refuse_two_groups(there)
            refuse_two_at_once([there.pk])
        change.facts.update({"tournament": there.pk, "name": there.name})
