"""What a director says in the club's chat: who meets whom, who leads, how many come; and last the link that stays.

Names are those that the public reads.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Attendance, Tournament
from tournaments.pages.calendar.availability import Expecting
from tournaments.pages.calendar.dates import dates_page
from tournaments.pages.common.dates_in_words import with_hour, with_weekday
from tournaments.pages.common.display_names import Audience, display_names
from tournaments.pages.standings.final_tables import Winner
from tournaments.pages.standings.published_tournament import published_tournament
from tournaments.pages.standings.standings import standings_of
from tournaments.pairing.types.snapshot import Colour
from tournaments.selectors.start_times import hour_of

FIRST = 5
"""Places, and boards where there are too many to name them all: a chat is read on a phone."""
MOST_BOARDS = 12


def of_round(tournament: Tournament, number: int, site: str) -> str:
    """Its boards, or the first of many. One query."""
    games = [f"{board}: {white} – {black}" for board, white, black in _boards(tournament, number)]
    named = games if len(games) <= MOST_BOARDS else games[:FIRST]
    more = len(games) - len(named)
    rest = [ngettext("{count} more board", "{count} more boards", more).format(count=more)] if more else []
    head = _("Round {number} of {tournament}").format(number=number, tournament=tournament.name)
    return "\n".join([head, *named, *rest, _address(tournament, site)])


def _boards(tournament: Tournament, number: int) -> list[tuple[int, str, str]]:
    """All who have a place in the round are told apart by their names."""
    found = Attendance.objects.filter(round__tournament=tournament, round__number=number)
    rows = list(found.select_related("game", "entry__player"))
    names = display_names([row.entry for row in rows], Audience.PUBLIC)
    sides: dict[int, dict[str, str]] = {}
    for row in rows:
        if row.game is not None:
            sides.setdefault(row.game.board, {})[row.colour] = str(names[row.entry_id])
    return [(board, both[Colour.WHITE], both[Colour.BLACK]) for board, both in sorted(sides.items()) if len(both) == 2]


def of_standings(tournament: Tournament, after: int, site: str) -> str:
    """The first places of the table as the public reads it."""
    path = reverse("public_standings", args=[tournament.club.slug, tournament.slug])
    head = _("{tournament}: the standings after round {number}").format(tournament=tournament.name, number=after)
    published = published_tournament(tournament, Audience.PUBLIC)
    rows = [row for row in standings_of(published).rows if row.rank is not None] if published.after_round else []
    places = [
        " ".join(filter(None, [f"{row.rank}.", str(row.name), row.first_number.text if row.first_number else ""]))
        for row in rows[:FIRST]
    ]
    return "\n".join([head, *places, site + path])


def of_result(tournament: Tournament, winners: Sequence[Winner], site: str) -> str:
    """Of one that is finished."""
    path = reverse("public_standings", args=[tournament.club.slug, tournament.slug])
    head = _("{tournament} is finished").format(tournament=tournament.name)
    return "\n".join([head, *(f"{each.place}. {each.name}" for each in winners), site + path])


def of_evening(tournament: Tournament, expecting: Expecting, site: str) -> str:
    """How many come, and where to say so."""
    count, date = expecting.count, expecting.column.date
    when = with_hour(date, hour_of(tournament, date))
    said = ngettext("{count} is coming so far.", "{count} are coming so far.", count).format(count=count)
    asks = _("Are you coming? Say so on your card:")
    return "\n".join(
        [f"{tournament.name}, {when}", f"{said} {asks}", site + reverse("me", args=[tournament.club.slug])]
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
