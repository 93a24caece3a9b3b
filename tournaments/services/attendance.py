"""Who is here tonight: one mark per player and round."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.called import called_in
from tournaments.evenings import were_here
from tournaments.models import UNPUBLISHED_STATES, Attendance, Entry, Presence, Round, User, Withdrawal
from tournaments.pairing.facts.half_byes import half_byes
from tournaments.recording import Stale, last_change_of, recording, refresh
from tournaments.services.refusal import Refused
from tournaments.services.rounds import refuse_called_off
from tournaments.services.rounds.slots import outsiders
from tournaments.snapshots import configured_system, out_before, snapshot_of

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
        _refresh(round)
        refresh(entry)
        row = Attendance.objects.filter(round=round, entry=entry).first() or Attendance(round=round, entry=entry)
        if row.presence == presence:
            return row
        _refuse_published(round)
        if row.presence != seen:
            raise Stale(last_change_of(row, tournament=round.tournament))
        if presence in _TAKING_PART:
            refuse_outsider(entry, round)
        if presence == Presence.HALF_BYE:
            _refuse_half_bye(entry, round)
        if row.pk is None:  # whose entering was undone and done again while the round was there
            row.presence = presence
            return change.create(row)
        change.update(row, presence=presence)
        return row


def mark_again(round: Round, *, actor: User | None, receipt: uuid.UUID | None = None) -> list[Attendance]:
    """All who were here in the round before, on this same evening, are here again: who takes part and is not marked.

    Nothing is done where all of them are marked by now. Raises Refused when the round before was on another evening.
    """
    facts = {"round": round.number, "before": round.number - 1}
    with recording(round.tournament, actor=actor, verb="attendance.mark_again", receipt=receipt, facts=facts) as change:
        _refresh(round)
        _refuse_published(round)
        here = were_here([round]).get(round.pk, frozenset())
        if not here:
            raise Refused(_("The round before was on another day: mark those who are here."))
        waiting = Attendance.objects.filter(round=round, entry__in=here, presence=Presence.UNMARKED)
        rows = list(waiting.exclude(entry__in=outsiders(round)).select_related("entry").order_by("pk"))
        change.facts["players"] = [row.entry.player_id for row in rows]
        change.update_many([(row, {"presence": Presence.PRESENT}) for row in rows])
        return rows


def _refuse_published(round: Round) -> None:
    if round.state not in UNPUBLISHED_STATES:
        raise Refused(
            _("The round is published: who plays in it is settled. On the evening, choose “Came late” or “Leaves”.")
        )


def _refresh(round: Round) -> None:
    try:
        refresh(round)
    except Stale:
        refuse_called_off(round.tournament, round.number)
        raise


def refuse_outsider(entry: Entry, round: Round) -> None:
    if is_withdrawn(entry, round.number):
        raise Refused(_("This player has withdrawn. Let them return first."))
    if entry.joined_round > round.number:
        raise Refused(_("This player joins in round {number}.").format(number=entry.joined_round))
    if (last := out_before(round).get(entry.number or 0)) is not None:
        raise Refused(_("This player is out since round {number}.").format(number=last))


def _refuse_half_bye(entry: Entry, round: Round) -> None:
    """More than the system's options allow; the core takes what happened."""
    tournament = round.tournament
    quota = half_byes(configured_system(tournament).terms().half_byes, snapshot_of(tournament, before=round))
    if quota is None or quota.may_have(entry.number or 0):
        return
    if not quota.allowed:
        raise Refused(_("There are no half-point byes in this tournament."))
    if quota.is_too_late:
        raise Refused(
            ngettext(
                "There are no half-point byes in the last round.",
                "There are no half-point byes in the last {rounds} rounds.",
                quota.last_rounds,
            ).format(rounds=quota.last_rounds)
        )
    had = quota.had[entry.number or 0]
    raise Refused(
        ngettext(
            "{player} has had {had} half-point bye, of {allowed} that a player may have.",
            "{player} has had {had} half-point byes, of {allowed} that a player may have.",
            had,
        ).format(player=called_in(tournament)[entry.pk], had=had, allowed=quota.allowed)
    )


def is_withdrawn(entry: Entry, round_number: int) -> bool:
    return any(
        first <= round_number and (last is None or round_number <= last)
        for first, last in Withdrawal.objects.filter(entry=entry).values_list("first_round", "last_round")
    )
