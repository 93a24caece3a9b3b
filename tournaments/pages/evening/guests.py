"""Whom the club knows by the name that a guest gives."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.models import Attendance, Entry, Player, Presence, Tournament
from tournaments.names import folded_name
from tournaments.pages.common.collation import sorted_by_name
from tournaments.selectors.display_names import display_names_of_players

_MOST_GUESTS = 40
_LOOKED_AT = 200


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


@dataclass(frozen=True, kw_only=True, slots=True)
class EarlierGuest:
    """Somebody who has played as a guest before, and is not on tonight's list."""

    player: int
    name: str
    rating: int | None
    home_club: str


def earlier_guests(tournament: Tournament) -> tuple[EarlierGuest, ...]:
    """Those of the club who came last, by name: each comes in again with one tap."""
    newest = tournament.rounds.order_by("-number").values_list("number", flat=True).first() or 1
    gone = Q(withdrawals__first_round__lte=newest) & (
        Q(withdrawals__last_round=None) | Q(withdrawals__last_round__gte=newest)
    )
    listed = tournament.entries.exclude(pk__in=tournament.entries.filter(gone, is_guest=True).values("pk"))
    guests = Entry.objects.filter(tournament__club=tournament.club_id, is_guest=True, player__is_active=False)
    latest: dict[int, Entry] = {}
    for entry in (
        guests.exclude(player__in=listed.values("player")).select_related("player").order_by("-pk")[:_LOOKED_AT]
    ):
        latest.setdefault(entry.person_id, entry)
    shown = list(latest.values())[:_MOST_GUESTS]
    names = display_names_of_players([entry.person for entry in shown])
    return tuple(
        EarlierGuest(
            player=entry.person_id, name=names[entry.person_id], rating=entry.person.rating, home_club=entry.home_club
        )
        for entry in sorted_by_name(shown, lambda entry: names[entry.person_id])
    )


def known_players(tournament: Tournament, given_name: str, family_name: str) -> tuple[KnownPlayer, ...]:
    """Players of the club whose name reads the same; nobody for no name."""
    folded = folded_name(given_name, family_name)
    if not folded:
        return ()
    found = list(Player.objects.filter(club=tournament.club_id, folded_name=folded))
    newest = tournament.rounds.order_by("-number").first()
    marks = Attendance.objects.filter(round=newest, entry__player__in=found).values_list("entry__player", "presence")
    presences = {player: Presence(presence) for player, presence in marks} if newest else {}
    names = display_names_of_players(found)
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
