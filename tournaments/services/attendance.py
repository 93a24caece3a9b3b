"""Who is here tonight: one mark per player and round."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _

from tournaments.models import UNPUBLISHED_STATES, Attendance, Entry, Presence, Round, User, Withdrawal
from tournaments.recording import Stale, last_change_of, recording, refresh
from tournaments.services.refusal import Refused

_TAKING_PART = frozenset({Presence.PRESENT, Presence.HALF_BYE, Presence.FULL_BYE, Presence.ZERO_BYE})


def mark(
    round: Round,
    entry: Entry,
    presence: Presence,
    *,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Attendance:
    """Mark a player for a round that is not published yet. A draft stays, and no longer fits until it is paired again.

    `seen` is the presence on the person's screen. Raises Stale when another one has been marked since.
    """
    facts = {"player": entry.player_id, "round": round.number, "presence": str(presence)}
    with recording(round.tournament, actor=actor, verb="attendance.mark", receipt=receipt, facts=facts) as change:
        refresh(round)
        refresh(entry)
        row = Attendance.objects.filter(round=round, entry=entry).first() or Attendance(round=round, entry=entry)
        if row.presence == presence:
            return row
        if round.state not in UNPUBLISHED_STATES:
            raise Refused(
                _("The round is published: who plays in it is settled. On the evening, choose “Came late” or “Leaves”.")
            )
        if row.presence != seen:
            raise Stale(last_change_of(row, tournament=round.tournament))
        if presence in _TAKING_PART:
            refuse_outsider(entry, round)
        if row.pk is None:  # whose entering was undone and done again while the round was there
            row.presence = presence
            return change.create(row)
        change.update(row, presence=presence)
        return row


def refuse_outsider(entry: Entry, round: Round) -> None:
    if is_withdrawn(entry, round.number):
        raise Refused(_("This player has withdrawn. Let them return first."))
    if entry.joined_round > round.number:
        raise Refused(_("This player joins in round {number}.").format(number=entry.joined_round))


def is_withdrawn(entry: Entry, round_number: int) -> bool:
    return any(
        first <= round_number and (last is None or round_number <= last)
        for first, last in Withdrawal.objects.filter(entry=entry).values_list("first_round", "last_round")
    )
