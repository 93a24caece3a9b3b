"""What a director says in the club's chat: one line with the link that stays."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.pages.calendar.dates import dates_page
from tournaments.pages.common.dates_in_words import with_weekday
from tournaments.pages.standings.final_tables import Winner
from tournaments.selectors.start_times import hour_of


def of_round(tournament: Tournament, number: int, site: str) -> str:
    return _("Round {number} of {tournament} is up: {address}").format(
        number=number, tournament=tournament.name, address=_address(tournament, site)
    )


def of_standings(tournament: Tournament, after: int, site: str) -> str:
    path = reverse("public_standings", args=[tournament.club.slug, tournament.slug])
    return _("{tournament}: the standings after round {number}: {address}").format(
        tournament=tournament.name, number=after, address=site + path
    )


def of_result(tournament: Tournament, winners: Sequence[Winner], site: str) -> str:
    """Of one that is finished."""
    path = reverse("public_standings", args=[tournament.club.slug, tournament.slug])
    return _("{tournament} is finished: {winners}. All places: {address}").format(
        tournament=tournament.name,
        winners=", ".join(f"{each.place}. {each.name}" for each in winners),
        address=site + path,
    )


def of_dates(tournament: Tournament, site: str) -> str:
    """Empty where nothing is planned."""
    coming = dates_page(tournament).next
    if coming is None:
        return ""
    hour = hour_of(tournament, coming.date)
    gaps = {
        "tournament": tournament.name,
        "date": with_weekday(coming.date),
        "address": _address(tournament, site),
    }
    if hour is None:
        return _("{tournament}: we play on {date}. Boards and dates: {address}").format(**gaps)
    return _("{tournament}: we play on {date} at {time}. Boards and dates: {address}").format(
        **gaps, time=time_format(hour, "H:i")
    )


def _address(tournament: Tournament, site: str) -> str:
    """The short one, which leads to whatever is on."""
    return site + reverse("short_address", args=[tournament.short_code])
