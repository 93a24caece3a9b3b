"""The inbox: what waits for a director's decision is put there by what others do, in the same action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments import clock
from tournaments.models import Club, InboxItem, InboxSubject, Player, Tournament
from tournaments.recording import Change

_ABOUT = ("round", "board", "date", "plan", "entry", "wrong", "fixture")
"""The facts that say what an item is about; the others say what was said of it."""


def put_in_inbox(
    change: Change,
    asked: InboxSubject,
    *,
    club: Club,
    tournament: Tournament | None = None,
    player: Player | None = None,
    facts: Mapping[str, Any] | None = None,
    **words: str,
) -> InboxItem:
    """Inside a recording, so that what was said and the item are one action. `words` are the item's own: name,
    home_club, rating_number, text.

    Whoever says something else of the same thing while it waits has said that: the item that is there says it now. Said
    again, it waits as it is.
    """
    facts = dict(facts or {})
    waiting = _same_thing(club, tournament, player, asked, facts) if player is not None and not words else None
    if waiting is not None:
        if waiting.facts != facts:
            change.update(waiting, facts=facts, asked_at=clock.now())
        return waiting
    return change.create(
        InboxItem(
            club=club, tournament=tournament, player=player, asked=asked, facts=facts, asked_at=clock.now(), **words
        )
    )


def withdraw_from_inbox(
    change: Change,
    asked: InboxSubject,
    *,
    club: Club,
    tournament: Tournament | None = None,
    player: Player,
    facts: Mapping[str, Any],
) -> None:
    """Inside a recording: what was asked is taken back before it was answered."""
    waiting = _same_thing(club, tournament, player, asked, facts)
    if waiting is not None:
        change.delete(waiting)


def _same_thing(
    club: Club, tournament: Tournament | None, player: Player | None, asked: InboxSubject, facts: Mapping[str, Any]
) -> InboxItem | None:
    waiting = InboxItem.objects.filter(club=club, tournament=tournament, player=player, asked=asked, answer="")
    about = _about(facts)
    return next((item for item in waiting.order_by("pk") if _about(item.facts) == about), None)


def _about(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: facts[name] for name in _ABOUT if name in facts}
