"""Tournaments in which every member is who does not say no."""

from __future__ import annotations

from django.db.models import Max

from tournaments.models import Entry, Player, Round, Tournament
from tournaments.recording import Change
from tournaments.selectors.categories import categories_of, category_on_entering
from tournaments.selectors.club_ratings import ratings_to_enter
from tournaments.selectors.consolation import taken_off
from tournaments.selectors.snapshots import configured_system
from tournaments.services.common.closed_seasons import refuse_when_closed


def enter_everybody(change: Change, tournament: Tournament) -> list[Entry]:
    """Where the system says so, and before its first check-in is open, all active members who are not in and have not
    been taken off the list. Inside a recording that locks the club, too.

    Who was taken off said no: the record knows it, so that nobody comes back unasked.
    """
    if tournament.boards is not None:  # members are not teams
        return []
    if not configured_system(tournament).capabilities().enters_everybody or tournament.event_id is not None:
        return []
    if Round.with_ahead.filter(tournament=tournament).exists():
        return []
    said_no = taken_off(tournament)
    members = Player.objects.filter(club=tournament.club_id, is_active=True).exclude(entries__tournament=tournament)
    refuse_when_closed(tournament)
    highest = Entry.objects.filter(tournament=tournament).aggregate(highest=Max("number"))["highest"]
    coming = [each for each in members.order_by("pk") if each.pk not in said_no]
    ratings = ratings_to_enter(tournament, coming)
    categories = categories_of(tournament)
    return change.create_many(
        Entry(
            tournament=tournament,
            player=player,
            rating=ratings[player.pk],
            number=None if highest is None else highest + place,
            category=category_on_entering(categories, ratings[player.pk]),
        )
        for place, player in enumerate(coming, start=1)
    )
