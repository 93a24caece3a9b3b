"""No round after all: a check-in is closed, as if it had never been opened."""

from __future__ import annotations

import uuid

from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.models import Action, Attendance, Game, Round, RoundState, Tournament, User
from tournaments.recording import Stale, last_change_of
from tournaments.selectors.shared_games import guests_of
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.publish import changing
from tournaments.services.rounds.team_line_ups import forget_teams_in

VERB = "round.call_off"


def call_off_round(round: Round, *, seen_revision: int, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """The round goes, and all its marks with it: nobody was absent. Undoing brings both back.

    What was marked after the screen was shown goes too: it stands in the record like the rest.
    """
    cups = guests_of(round.tournament)
    with changing(round, VERB, seen_revision, actor, receipt, beside=cups) as change:
        if round.state == RoundState.DRAFTED:
            raise Refused(_("Round {number} is paired already: go back to check-in first.").format(number=round.number))
        if round.state != RoundState.OPEN:
            raise Stale(last_change_of(round, tournament=round.tournament))
        change.update_many([(game, {"counted_in": None}) for game in Game.objects.filter(counted_in=round)])
        forget_teams_in(change, [round])
        change.delete_many(Attendance.objects.filter(round=round))
        change.delete(round)


def refuse_called_off(tournament: Tournament, number: int) -> None:
    """For somebody whose screen still shows the check-in of a round that is gone: says who has closed it, and when."""
    newest = (
        Action.objects.filter(tournament=tournament, verb__in=["round.open", VERB], facts__round=number)
        .select_related("actor")
        .order_by("-pk")
        .first()
    )
    if newest is None or newest.verb != VERB or Action.objects.filter(undoes=newest).exists():
        return
    at = time_format(localtime(newest.at), "H:i")
    if newest.actor is None:
        raise Refused(
            _("There is no round: the check-in was closed at {time}. Your tap was not saved.").format(time=at)
        )
    raise Refused(
        _("There is no round: {person} closed the check-in at {time}. Your tap was not saved.").format(
            person=newest.actor, time=at
        )
    )
