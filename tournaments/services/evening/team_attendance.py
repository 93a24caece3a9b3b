"""Who of a team is here tonight."""

from __future__ import annotations

import uuid
from collections.abc import Collection

from django.utils.translation import gettext as _

from tournaments.models import Action, Attendance, Entry, LineUpPlace, MemberAway, Round, RoundState, User
from tournaments.recording import Stale, last_change_of, recording
from tournaments.selectors.team_entries.team_line_ups import rosters_of
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused


def mark_members(
    round: Round, entry: Entry, here: Collection[int], *, actor: User | None, receipt: uuid.UUID | None = None
) -> Action | None:
    """`here` are keys of members; all others of the team are away in this round. Nobody is taken off a board at which
    play has begun: then the line-up is changed instead."""
    tournament = round.tournament
    facts = {"player": entry.who, "round": round.number}
    with recording(
        tournament, actor=actor, verb="roster.mark", receipt=receipt, facts=facts, public=[tournament]
    ) as change:
        refuse_when_closed(tournament)
        found = Round.objects.get(pk=round.pk)
        if found.state == RoundState.FINISHED:
            raise Stale(last_change_of(found, tournament=tournament))
        row = Attendance.objects.filter(round=found, entry=entry).first()
        if row is None:
            raise Refused(_("This team has no match in round {number}.").format(number=found.number))
        if row.handed_in_at is not None:
            raise Refused(_("{team} has handed in its line-up: change that.").format(team=entry.team_name))
        if LineUpPlace.objects.filter(attendance=row).exists():
            raise Refused(_("The match of {team} has begun: its line-up stays.").format(team=entry.team_name))
        roster = {member.pk: member for member in rosters_of([entry.pk], found.number).get(entry.pk, ())}
        away = {each.member_id: each for each in MemberAway.objects.filter(attendance=row)}
        change.delete_many([each for key, each in away.items() if key in here])
        gone = [member for key, member in roster.items() if key not in here and key not in away]
        change.create_many([MemberAway(attendance=row, member=member) for member in gone])
        change.facts["count"] = len(roster.keys() & set(here))
    return change.action
