"""A tournament and its play-offs: how they lead to each other, and who has to play one yet."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Tournament, User
from tournaments.pairing.wording import listing
from tournaments.permissions import helps_in_tournament
from tournaments.selectors.display_names import display_names_in
from tournaments.selectors.play_offs import plays_off, tied_for_first


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayOffLink:
    name: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Linked:
    """`first`: of a play-off, what it is played for. `play_offs`: of that one, in order."""

    first: PlayOffLink | None = None
    play_offs: tuple[PlayOffLink, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class WhoPlaysOff:
    """`players` in words. `under_way` leads to the play-off that they have begun or could begin."""

    players: str
    count: int
    is_match: bool
    state: str
    under_way: PlayOffLink | None


def linked(tournament: Tournament, user: User | None = None) -> Linked:
    """With the ways of whoever works there, or with those of the public. Nothing is read of one that can have none."""
    if tournament.play_off_of_id is not None:
        first = Tournament.objects.select_related("club").get(pk=tournament.play_off_of_id)
        return Linked(first=_link(first, user)) if first.trashed_at is None else Linked()
    if not plays_off(tournament):
        return Linked()
    found = tournament.play_offs.filter(trashed_at=None).select_related("club").order_by("pk")
    return Linked(play_offs=tuple(_link(each, user) for each in found))


def who_plays_off(tournament: Tournament, user: User) -> WhoPlaysOff | None:
    level = tied_for_first(tournament)
    if level is None:
        return None
    called = display_names_in(tournament)
    return WhoPlaysOff(
        players=listing([called[entry.pk] for entry in level.entries], _),
        count=len(level.entries),
        is_match=level.is_match,
        state=level.state,
        under_way=_link(level.under_way, user) if level.under_way is not None else None,
    )


def _link(tournament: Tournament, user: User | None) -> PlayOffLink:
    works_there = user is not None and helps_in_tournament(user, tournament)
    name = "evening" if works_there else "public_tournament"
    return PlayOffLink(name=tournament.name, url=reverse(name, args=[tournament.club.slug, tournament.slug]))
