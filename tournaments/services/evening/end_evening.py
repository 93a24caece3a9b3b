"""Done for today: the last table is published where it can be, and the tournament is not on any more."""

from __future__ import annotations

import uuid

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import PUBLIC_STATES, Round, RoundState, User
from tournaments.recording import Stale, last_change_of
from tournaments.services.accounts.helper_passes import end_all
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.finish import finish, refuse_unfinished
from tournaments.services.rounds.publish import changing
from tournaments.services.rounds.round_under_lock import RoundUnderLock


def end_evening(round: Round, *, seen_revision: int, actor: User | None, receipt: uuid.UUID | None = None) -> Round:
    """After this round nothing is played tonight; until the next one is opened the tournament is not on.

    Games that are still open stay so: the table is published when their results are in.
    """
    with transaction.atomic():
        end_all(round.tournament, actor=actor)  # first: what is undone from the bar is the evening's end
        return _end_evening(round, seen_revision, actor, receipt)


def _end_evening(round: Round, seen_revision: int, actor: User | None, receipt: uuid.UUID | None) -> Round:
    with changing(round, "round.end_evening", seen_revision, actor, receipt) as change:
        if round.over_at is not None:
            return round
        if round.state not in PUBLIC_STATES:
            raise Refused(
                _("Round {number} is not published yet. Go back to check-in and choose “No round after all”.").format(
                    number=round.number
                )
            )
        newest = Round.objects.filter(tournament=round.tournament).latest("number")
        if newest.pk != round.pk:
            raise Stale(last_change_of(newest, tournament=round.tournament))
        locked = RoundUnderLock(round=round)
        if round.state == RoundState.PUBLISHED and _is_played(locked):
            finish(change, locked)
        change.update(round, over_at=clock.now())
        change.relies_on([round], "state")
    return round


def _is_played(locked: RoundUnderLock) -> bool:
    try:
        refuse_unfinished(locked)
    except Refused:
        return False
    return True
