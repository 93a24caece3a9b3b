"""What a captain says in the club's chat: who has not answered yet, and where to."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from tournaments.models import Fixture
from tournaments.pages.common.dates_in_words import with_weekday
from tournaments.pages.teams.fixture_words import fixture_in_words
from tournaments.pairing.wording import listing
from tournaments.selectors.outside_teams import silent_of


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
