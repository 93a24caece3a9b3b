"""What a captain says in the club's chat: who has not answered yet, and who plays."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from tournaments.models import Fixture
from tournaments.pages.common.dates_in_words import with_weekday
from tournaments.pages.teams.fixture_words import fixture_in_words, seat_in_words
from tournaments.pairing.wording import listing
from tournaments.selectors.outside_teams import home_colours_of, silent_of


def text_to_copy(fixture: Fixture, site: str) -> str:
    """In the club's language, names in full: members know each other. Empty where everybody has answered. `site`:
    scheme and host of the link. The fixture has its team, league and club read."""
    club, silent = fixture.team.league.club, silent_of(fixture)
    if not silent:
        return ""
    with translation.override(club.language or settings.LANGUAGE_CODE):
        gaps = {
            "match": fixture_in_words(fixture),
            "date": with_weekday(fixture.date),
            "players": listing([each.full_name for each in silent], _),
            "address": site + reverse("me", args=[club.slug]),
        }
        text = _("{match}, {date}. Not answered yet: {players}. Please answer on your card: {address}")
        if fixture.starts_at is not None:
            text = _("{match}, {date} at {time}. Not answered yet: {players}. Please answer on your card: {address}")
            gaps["time"] = time_format(fixture.starts_at, "H:i")
        return text.format(**gaps)


def line_up_text(fixture: Fixture, site: str) -> str:
    """Who plays on which board, in the club's language. Empty before the line-up is published."""
    club = fixture.team.league.club
    places = list(fixture.places.exclude(player=None).select_related("player").order_by("board"))
    colours = home_colours_of(fixture.team)
    with translation.override(club.language or settings.LANGUAGE_CODE):
        first = f"{fixture_in_words(fixture)}, {with_weekday(fixture.date)}"
        if fixture.starts_at is not None:
            first = f"{first}, {time_format(fixture.starts_at, 'H:i')}"
        lines = [
            f"{seat_in_words(each.board, colours.of(each.board, is_home=fixture.is_home) if colours else None)}: "
            f"{each.player.full_name}"
            for each in places
            if each.player is not None
        ]
        last = site + reverse("me", args=[club.slug])
    return "\n".join([first, *lines, last]) if lines else ""
