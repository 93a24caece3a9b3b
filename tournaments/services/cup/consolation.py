"""Those who are out of a cup play on in the tournament that takes its games."""

from __future__ import annotations

import uuid
from collections.abc import Collection

from django.utils.translation import gettext as _

from tournaments.models import Action, Club, Tournament, User
from tournaments.recording import recording, refresh
from tournaments.selectors.consolation import host_of, may_enter_consolation
from tournaments.services.common.refusal import Refused
from tournaments.services.setup.entries import write_late_entries


def enter_consolation(
    tournament: Tournament,
    cup: Tournament,
    players: Collection[int],
    *,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """Enter these players, who are out of the cup, from the round that is not published yet. Whoever is in already is
    left alone.

    Refused where the cup's losers do not play on here, and where somebody is not out, or not any more.
    """
    facts = {"cup": cup.name}
    public: list[Club | Tournament] = [tournament.club, tournament, cup]
    with recording(
        tournament, actor=actor, verb="entry.play_on", receipt=receipt, facts=facts, public=public
    ) as change:
        refresh(cup)
        if cup.counts_in_id != tournament.pk or cup.trashed_at is not None or host_of(cup) is None:
            raise Refused(_("Players knocked out of {cup} no longer join this tournament.").format(cup=cup.name))
        there = set(tournament.entries.values_list("player", flat=True))
        wanted = [key for key in dict.fromkeys(players) if key not in there]
        found = {each.entry.person_id: each.entry.person for each in may_enter_consolation(cup, tournament)}
        if not found.keys() >= set(wanted):
            raise Refused(_("One of these is still in {cup}, or does not play on.").format(cup=cup.name))
        if not wanted:
            return None
        change.facts["players"] = wanted
        write_late_entries(change, tournament, [found[key] for key in wanted])
    return change.action
