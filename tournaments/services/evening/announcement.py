"""The message from the director: one paragraph on top of a tournament's public pages until it is taken away."""

from __future__ import annotations

import uuid

from django.utils.translation import ngettext

from tournaments.models import Tournament, User
from tournaments.names import clean_name
from tournaments.recording import Scope, Stale, last_change_of, recording
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused

LONGEST = 500


def set_message(
    tournament: Tournament, *, text: str, seen: str, actor: User | None, receipt: uuid.UUID | None = None
) -> None:
    """An empty text takes the message away, in a closed season too. `seen` is the message on the person's screen.

    The club's page shows it beside the tournament. Raises Stale when another one has been written since.
    """
    public: list[Scope] = [tournament.club, tournament]
    with recording(tournament, actor=actor, verb="tournament.message", receipt=receipt, public=public) as change:
        text = clean_name(text)
        if text == tournament.message:
            return
        if tournament.message != seen:
            raise Stale(last_change_of(tournament, tournament=tournament, fields={"message"}))
        if text:
            refuse_when_closed(tournament)
        if len(text) > LONGEST:
            raise Refused(_too_long(len(text)))
        change.update(tournament, message=text)


def _too_long(letters: int) -> str:
    return ngettext(
        "A message has at most {most} characters, and this one has {count} too many. Nothing was saved.",
        "A message has at most {most} characters, and this one has {count} too many. Nothing was saved.",
        letters - LONGEST,
    ).format(most=LONGEST, count=letters - LONGEST)
