"""The tournaments that somebody could still enter by their card."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournaments.models import InboxItem, InboxSubject, MayJoin, Player, Tournament


@dataclass(frozen=True, kw_only=True, slots=True)
class Joinable:
    slug: str
    tournament: str
    is_at_once: bool
    has_asked: bool
    """And waits for the director's answer."""


def joinable(player: Player) -> tuple[Joinable, ...]:
    """One query."""
    asked = InboxItem.objects.filter(tournament=OuterRef("pk"), player=player, asked=InboxSubject.ENTER, answer="")
    there = Tournament.objects.filter(club=player.club_id, trashed_at=None, season__is_open=True)
    others = there.exclude(may_join=MayJoin.OFF).exclude(entries__player=player)
    return tuple(
        Joinable(slug=slug, tournament=name, is_at_once=may_join == MayJoin.YES, has_asked=has_asked)
        for slug, name, may_join, has_asked in others.annotate(has_asked=Exists(asked))
        .order_by("name")
        .values_list("slug", "name", "may_join", "has_asked")
    )
