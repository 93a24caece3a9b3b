"""What is still open when the evening ends: all of it is played another day."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _

from tournaments.models import Game, Round, RoundState, User
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import Stale, last_change_of
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.publish import changing


def postpone_open(round: Round, *, seen_revision: int, actor: User | None, receipt: uuid.UUID | None = None) -> Round:
    """Postpone each game of the round that is waited for, so that the next one need not wait. What has got a result
    meanwhile keeps it."""
    with changing(round, "round.postpone_open", seen_revision, actor, receipt) as change:
        if round.state != RoundState.PUBLISHED or round.is_to_come:
            raise Stale(last_change_of(round, tournament=round.tournament))
        refuse_when_closed(round.tournament)
        waiting = Game.objects.filter(round=round, result=Result.OPEN, is_postponed=False)
        games = list(waiting.order_by("board"))
        if not games:
            raise Refused(_("Round {number} is not waiting for any result.").format(number=round.number))
        change.facts["games"] = len(games)
        change.update_many([(game, {"is_postponed": True, "date": None}) for game in games])
        change.relies_on([round], "state")
    return round
