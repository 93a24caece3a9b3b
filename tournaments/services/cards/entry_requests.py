"""Asking to enter: whoever would like to play waits in the inbox; a card holder may be entered at once."""

from __future__ import annotations

import datetime
import uuid
from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import Action, InboxItem, InboxSubject, MayJoin, Player, Tournament, User
from tournaments.names import clean_name, folded_name
from tournaments.recording import Scope, recording
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.inbox_items import put_in_inbox
from tournaments.services.common.refusal import Refused
from tournaments.services.setup.entries import write_late_entries

_MOST = 60
"""That wait for one tournament: who fills the inbox by a hundred addresses fills no more than that."""
_MOST_OF_ADDRESS = 10
_WITHIN = datetime.timedelta(hours=1)
"""A family asks, and a hall with its own address; nobody asks for hundreds."""


def asks_too_often(asked_from: str) -> bool:
    """Over all tournaments here, and over all processes: what stands in the inboxes is counted."""
    lately = InboxItem.objects.filter(asked=InboxSubject.ENTER, asked_at__gte=clock.now() - _WITHIN)
    return lately.filter(facts__asked_from=asked_from).count() >= _MOST_OF_ADDRESS


def ask_to_enter(
    tournament: Tournament,
    *,
    name: str,
    home_club: str = "",
    rating_number: str = "",
    reach: str = "",
    asked_from: str = "",
    actor: User | None = None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """A stranger asks. Nothing about the club's players is told by what becomes of it.

    `reach`, where they hope for an answer, is the request's text until it is answered. `asked_from` tells addresses
    apart and names none. Where no more can wait the oldest request of the address that has most of them makes room: a
    few addresses shut nobody out.
    """
    words = {"name": clean_name(name), "home_club": clean_name(home_club), "rating_number": clean_name(rating_number)}
    with recording(tournament, actor=actor, verb="entry.ask", receipt=receipt) as change:
        if tournament.may_join == MayJoin.OFF:
            raise Refused(_("You cannot enter yourself here: talk to the club."))
        refuse_when_closed(tournament)
        if not words["name"]:
            raise Refused(_("Enter your name."))
        asked = InboxItem.objects.filter(tournament=tournament, asked=InboxSubject.ENTER, answer="")
        waiting = list(asked.order_by("asked_at", "pk"))
        if any(folded_name(item.name) == folded_name(words["name"]) for item in waiting):
            return None
        if len(waiting) >= _MOST:
            change.delete(_who_makes_room(waiting, asked_from))
        put_in_inbox(
            change,
            InboxSubject.ENTER,
            club=tournament.club,
            tournament=tournament,
            name=words["name"],
            home_club=words["home_club"],
            rating_number=words["rating_number"],
            text=clean_name(reach),
            facts={"asked_from": asked_from} if asked_from else {},
        )
    return change.action


def _who_makes_room(waiting: Sequence[InboxItem], asked_from: str) -> InboxItem:
    """Of those of strangers, the oldest first. Raises Refused where each has an address of its own."""
    strangers = [item for item in waiting if item.player_id is None]
    counted = Counter(item.facts.get("asked_from", "") for item in strangers)
    most, count = max(counted.items(), key=lambda each: each[1], default=("", 0))
    if count < 2 or most == asked_from:
        raise Refused(_("So many have asked already that the director must answer first. Come back later."))
    return next(item for item in strangers if item.facts.get("asked_from", "") == most)


def enter_by_card(
    tournament: Tournament, *, by_card: Player, actor: User | None = None, receipt: uuid.UUID | None = None
) -> Action | None:
    """Of their club. At once where the tournament lets card holders; elsewhere they ask, as everybody does."""
    is_at_once = tournament.may_join == MayJoin.YES
    facts = {"by_card": by_card.pk, "what": "entered" if is_at_once else "asked"}
    public: list[Scope] = [tournament.club, tournament] if is_at_once else []
    with recording(tournament, actor=actor, verb="entry.join", receipt=receipt, facts=facts, public=public) as change:
        if tournament.may_join == MayJoin.OFF or is_at_once != (tournament.may_join == MayJoin.YES):
            raise Refused(_("You cannot enter yourself here: talk to the club."))
        refuse_when_closed(tournament)
        if is_at_once:
            write_late_entries(change, tournament, [by_card])
        elif not tournament.entries.filter(player=by_card).exists():
            asked = InboxItem.objects.filter(tournament=tournament, player=by_card, asked=InboxSubject.ENTER, answer="")
            if not asked.exists():
                put_in_inbox(change, InboxSubject.ENTER, club=tournament.club, tournament=tournament, player=by_card)
    return change.action
