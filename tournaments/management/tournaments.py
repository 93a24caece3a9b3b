"""How a command is told which tournament is meant."""

from __future__ import annotations

from django.core.management.base import CommandError

from tournaments.models import Tournament


def tournament_called(given: str) -> Tournament:
    """By CLUB/TOURNAMENT, as in its address, or by its short code. Raises CommandError."""
    club, slash, slug = given.strip("/").partition("/")
    there = Tournament.objects.filter(trashed_at=None).select_related("club")
    wanted = there.filter(club__slug=club, slug=slug) if slash else there.filter(short_code__iexact=club)
    found = wanted.first()
    if found is None:
        raise CommandError(
            f"There is no tournament {given}. Write it as in its address, rockaden/autumn-cup, or its short code."
        )
    return found
