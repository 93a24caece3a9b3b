"""Whom the club knows by the name that a guest gives."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.called import players_called
from tournaments.models import Attendance, Player, Presence, Tournament
from tournaments.models.names import folded_name
from tournaments.pages.sorting import sorted_by_name


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownPlayer:
    """`presence` is what is marked in tonight's round; None for who is not on its list."""

    player: int
    name: str
    rating: int | None
    is_member: bool
    presence: Presence | None

    @property
    def can_come_in(self) -> bool:
        return self.presence in {None, Presence.UNMARKED}

    @property
    def standing(self) -> str:
        if self.presence is not None:
            return _("on the list: {presence}").format(presence=self.presence.label)
        return _("member of the club") if self.is_member else _("has been here as a guest, or as a member")


def known_players(tournament: Tournament, given_name: str, family_name: str) -> tuple[KnownPlayer, ...]:
    """Players of the club whose name reads the same; nobody for no name."""
    folded = folded_name(given_name, family_name)
    if not folded:
        return ()
    found = list(Player.objects.filter(club=tournament.club_id, folded_name=folded))
    newest = tournament.rounds.order_by("-number").first()
    marks = Attendance.objects.filter(round=newest, entry__player__in=found).values_list("entry__player", "presence")
    presences = {player: Presence(presence) for player, presence in marks} if newest else {}
    names = players_called(found)
    return tuple(
        KnownPlayer(
            player=player.pk,
            name=names[player.pk],
            rating=player.rating,
            is_member=player.is_active,
            presence=presences.get(player.pk),
        )
        for player in sorted_by_name(found, lambda player: names[player.pk])
    )
