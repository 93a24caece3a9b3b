"""How somebody's own game for the club's team went, where their absence pays by it (rulebook, keizer_clubs, 4)."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _

from tournaments.models import Action, Attendance, Entry, Round, User
from tournaments.pairing.types.snapshot import OwnGame
from tournaments.recording import Stale, last_change_of, recording
from tournaments.selectors.configured_system import configured_system
from tournaments.selectors.outside_teams import own_games_on
from tournaments.services.common.refusal import Refused


def enter_own_game(
    round: Round,
    entry: Entry,
    result: OwnGame | None,
    *,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """None takes it away. A later round's table follows as after a postponed game. `seen` is the result on the person's
    screen.

    Raises Stale where another one has been entered since, or the row is gone, Entry.DoesNotExist for an entry of
    another tournament.
    """
    tournament = round.tournament
    if entry.tournament_id != tournament.pk:
        raise Entry.DoesNotExist
    with recording(
        tournament,
        actor=actor,
        verb="attendance.own_game",
        receipt=receipt,
        facts={"round": round.number, "player": entry.who},
        public=[tournament],
    ) as change:
        there = Attendance.objects.filter(round__tournament=tournament, round__number=round.number, entry=entry)
        row = there.select_related("round").first()
        if row is None:
            raise Stale
        wanted = "" if result is None else result.value
        if row.own_result == wanted:
            return None
        if row.own_result != seen:
            raise Stale(last_change_of(row, tournament=tournament))
        if row.mark.absence not in configured_system(tournament).capabilities().absences.by_result:
            raise Refused(_("This absence does not pay by the result of a game."))
        change.facts["what"] = wanted or "none"
        change.update(row, own_result=wanted)
    return change.action


def take_over_own_games(round: Round, *, actor: User | None, receipt: uuid.UUID | None = None) -> Action | None:
    """The results of the club's team matches of that evening, for all whose absence pays by one and of whom none is
    entered. Nothing is done where all of them are entered by now."""
    tournament = round.tournament
    with recording(
        tournament,
        actor=actor,
        verb="attendance.own_games",
        receipt=receipt,
        facts={"round": round.number},
        public=[tournament],
    ) as change:
        rows = Attendance.objects.filter(round__tournament=tournament, round__number=round.number, own_result="")
        by_result = configured_system(tournament).capabilities().absences.by_result
        found = [
            row
            for row in rows.select_related("round", "entry").order_by("pk")
            if row.mark.absence in by_result and row.game_id is None and not row.bye
        ]
        date = found[0].round.date if found else None
        known = own_games_on(date, [row.entry.person_id for row in found]) if date is not None else {}
        taken = [(row, known[row.entry.person_id]) for row in found if row.entry.person_id in known]
        change.facts["players"] = [row.entry.who for row, _result in taken]
        change.update_many([(row, {"own_result": result.value}) for row, result in taken])
    return change.action
