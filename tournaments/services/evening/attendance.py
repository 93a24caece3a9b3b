"""Who is here tonight: one mark per player and round."""

from __future__ import annotations

import uuid

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import (
    HERE,
    UNPUBLISHED_STATES,
    Action,
    Attendance,
    Entry,
    Mark,
    Presence,
    Response,
    Round,
    Tournament,
    User,
    Withdrawal,
)
from tournaments.models.compiled_query import CompiledQuery
from tournaments.pairing.history.half_byes import half_byes
from tournaments.pairing.types.snapshot import AbsenceCode
from tournaments.recording import Change, Stale, last_change_of, recording, refresh
from tournaments.selectors.availability import responses_for, waited_for
from tournaments.selectors.display_names import display_names_in
from tournaments.selectors.evenings import attended_last_round
from tournaments.selectors.snapshots import configured_system, out_before, snapshot_of
from tournaments.services.common.absence_kinds import own_kind
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds import refuse_called_off
from tournaments.services.rounds.seats import outsiders

_TAKING_PART = HERE | {Presence.HALF_BYE, Presence.FULL_BYE, Presence.ZERO_BYE}


def mark_attendance(
    round: Round,
    entry: Entry,
    presence: Presence,
    *,
    kind: AbsenceCode = "",
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """Mark a player for a round that is not published yet. A draft stays, and no longer fits until it is paired again.

    Both are read anew under the lock: of the round its tournament and number are asked for, of the entry its key.
    `kind`: of a club's own kind of absence, which. `seen` is the mark on the person's screen. Raises Stale when another
    one has been marked since, Entry.DoesNotExist for an entry of another tournament.
    """
    tournament, number, mark = round.tournament, round.number, Mark(presence, kind)
    with recording(tournament, actor=actor, verb="attendance.mark", receipt=receipt) as change:
        row, is_away = _row_of(change, tournament, number, entry.pk)
        change.facts |= {"player": row.entry.who, "round": number, "presence": mark.presence.value}
        if row.mark == mark:
            return None
        _refuse_published(row.round)
        if str(row.mark) != seen:
            raise Stale(last_change_of(row, tournament=tournament))
        if mark.presence is Presence.OWN_KIND:
            change.facts["kind"] = own_kind(row.round.tournament, mark.kind).name
        if mark.presence in _TAKING_PART:
            _refuse_outsider(row.entry, row.round, is_away=is_away)
        if mark.presence == Presence.HALF_BYE:
            _refuse_half_bye(row.entry, row.round)
        if row.pk is None:  # whose entering was undone and done again while the round was there
            row.presence, row.kind = mark
            change.create(row)
        else:
            change.update(row, **marked(row, mark))
    return change.action


def marked(row: Attendance, mark: Mark) -> dict[str, object]:
    """What of the row changes by the mark."""
    return {name: value for name, value in mark.columns.items() if getattr(row, name) != value}


def mark_again(round: Round, *, actor: User | None, receipt: uuid.UUID | None = None) -> list[Attendance]:
    """All who were here in the round before, on this same evening, are here again: who takes part and is not marked.

    Nothing is done where all of them are marked by now. Raises Refused when the round before was on another evening.
    """
    facts = {"round": round.number, "before": round.number - 1}
    with recording(round.tournament, actor=actor, verb="attendance.mark_again", receipt=receipt, facts=facts) as change:
        _refresh(round)
        _refuse_published(round)
        here = attended_last_round([round]).get(round.pk, frozenset())
        if not here:
            raise Refused(_("The round before was on another day: mark those who are here."))
        waiting = Attendance.objects.filter(round=round, entry__in=here, presence=Presence.UNMARKED)
        rows = list(waiting.exclude(entry__in=outsiders(round)).select_related("entry").order_by("pk"))
        change.facts["players"] = [row.entry.who for row in rows]
        change.update_many([(row, {"presence": Presence.PRESENT}) for row in rows])
        return rows


def mark_expected(round: Round, *, actor: User | None, receipt: uuid.UUID | None = None) -> list[Attendance]:
    """All who are waited for are here: who takes part and is not marked. Whoever comes later is on the way.

    Nothing is done where all of them are marked by now.
    """
    facts = {"round": round.number}
    with recording(
        round.tournament, actor=actor, verb="attendance.mark_expected", receipt=receipt, facts=facts
    ) as change:
        _refresh(round)
        _refuse_published(round)
        words = responses_for(round.tournament, round.date)
        waiting = Attendance.objects.filter(
            round=round, entry__in=waited_for(words, round.number), presence=Presence.UNMARKED
        )
        rows = list(waiting.exclude(entry__in=outsiders(round)).select_related("entry").order_by("pk"))
        change.facts["players"] = [row.entry.who for row in rows]
        comes_later = {key for key, word in words.items() if word.said is Response.LATER}
        change.update_many(
            [
                (row, {"presence": Presence.ON_THE_WAY if row.entry_id in comes_later else Presence.PRESENT})
                for row in rows
            ]
        )
        return rows


def _refuse_published(round: Round) -> None:
    if round.state not in UNPUBLISHED_STATES:
        raise Refused(
            _("The round is published: who plays in it is settled. On the evening, choose “Came late” or “Leaves”.")
        )


def _row_of(change: Change, tournament: Tournament, number: int, entry: int) -> tuple[Attendance, bool]:
    """With its round and its entry, as they are under the lock, and whether the player has withdrawn in that round."""
    found = _ROW.first(tournament.pk, number, entry)
    if found is not None:
        found.round.tournament = found.entry.tournament = tournament
        return change.read(found), found.is_away
    round = tournament.rounds.filter(number=number).first()
    if round is None:
        refuse_called_off(tournament, number)
        raise Stale
    there = Entry.objects.filter(pk=entry).first()
    if there is None:
        raise Stale
    if there.tournament_id != tournament.pk:
        raise Entry.DoesNotExist
    return Attendance(round=round, entry=there), is_withdrawn(there, number)


def _withdrawals(round_number: int | OuterRef) -> QuerySet[Withdrawal]:
    return Withdrawal.objects.filter(
        Q(last_round=None) | Q(last_round__gte=round_number), first_round__lte=round_number
    )


_IS_AWAY = Exists(_withdrawals(OuterRef("round__number")).filter(entry=OuterRef("entry")))
_ROW = CompiledQuery(
    lambda tournament, number, entry: (
        Attendance.objects.select_related("round", "entry")
        .annotate(is_away=_IS_AWAY)
        .filter(round__tournament=tournament, round__number=number, entry=entry)
    ),
    int,
    int,
    int,
)


def _refresh(round: Round) -> None:
    try:
        refresh(round)
    except Stale:
        refuse_called_off(round.tournament, round.number)
        raise


def refuse_outsider(entry: Entry, round: Round) -> None:
    _refuse_outsider(entry, round, is_away=is_withdrawn(entry, round.number))


def _refuse_outsider(entry: Entry, round: Round, *, is_away: bool) -> None:
    if is_away:
        raise Refused(_("This player has withdrawn. Let them return first."))
    if entry.joined_round > round.number:
        raise Refused(_("This player joins in round {number}.").format(number=entry.joined_round))
    if (last := out_before(round).get(entry.number or 0)) is not None:
        raise Refused(_("This player has been out since round {number}.").format(number=last))


def _refuse_half_bye(entry: Entry, round: Round) -> None:
    """More than the system's options allow; the core takes what happened."""
    tournament = round.tournament
    quota = half_byes(configured_system(tournament).capabilities().half_byes, snapshot_of(tournament, before=round))
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
        ).format(player=display_names_in(tournament)[entry.pk], had=had, allowed=quota.allowed)
    )


def is_withdrawn(entry: Entry, round_number: int) -> bool:
    return _withdrawals(round_number).filter(entry=entry).exists()
