"""One answer by card for all tournaments of an evening, or of all children on one phone: all of them, or none."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Collection, Mapping

from django.db import transaction

from tournaments.models import Entry, Reply, RespondedBy, Tournament
from tournaments.recording import AlreadyDone, Stale, action_of
from tournaments.selectors.availability import responses_on, version_of
from tournaments.services.calendar import availability


def respond_for_all(
    entries: Collection[Entry],
    date: datetime.date,
    reply: Reply | None,
    *,
    arrives_at: datetime.time | None = None,
    first_round: int | None = None,
    last_round: int | None = None,
    sits_out: bool = False,
    seen: str,
    promised: Mapping[int, str],
    receipt: uuid.UUID | None = None,
) -> None:
    """`reply` None takes back what was said. `seen` is the seen_of(words) that stood on the screen, in the order
    of tournaments and entries; `promised` by the entry's key what the button promised.

    Raises Stale where something else was said meanwhile, on another phone or by the director.
    """
    ordered = sorted(entries, key=lambda entry: (entry.tournament_id, entry.pk))
    with transaction.atomic():
        keys = [entry.tournament_id for entry in ordered]
        list(Tournament.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk").values_list("pk"))
        if any(action_of(entry.tournament, actor=None, receipt=receipt) for entry in ordered):
            raise AlreadyDone
        if version_of(responses_on(entry.tournament, date).get(entry.pk) for entry in ordered) != seen:
            raise Stale
        receipts = {entry.tournament_id: receipt for entry in ordered}  # a receipt is for one action in each
        for entry in ordered:
            one = receipts.pop(entry.tournament_id, None)
            if reply is None:
                availability.withdraw_response(
                    entry, date, said_by=RespondedBy.CARD, actor=None, by_card=entry.player_id, receipt=one
                )
                continue
            availability.respond(
                entry,
                date,
                reply.said,
                kind=reply.kind,
                arrives_at=arrives_at,
                first_round=first_round,
                last_round=last_round,
                sits_out=sits_out,
                said_by=RespondedBy.CARD,
                actor=None,
                by_card=entry.player_id,
                promised=promised.get(entry.pk),
                receipt=one,
            )
