"""Who comes to an evening, as far as the tournament tells those who hold a card. Children are in the number alone."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import AttendanceVisibility, Tournament
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.common.display_names import Audience
from tournaments.pages.standings.round_context import RoundContext
from tournaments.pairing.wording import listing
from tournaments.selectors.availability import expected
from tournaments.selectors.evenings import EveningDate

_MOST_NAMES = 60


def expected_players(tournament: Tournament, evening: EveningDate, context: RoundContext | None) -> str:
    """Empty where nothing is told of it."""
    if tournament.who_comes == AttendanceVisibility.NOBODY or context is None:
        return ""
    comes = [
        context.entries[key]
        for key in expected(tournament, evening.date, entries=context.entries.values())
        if key in context.taking_part
    ]
    if not comes:
        return _("Nobody is expected so far.")
    count = ngettext("{count} player is expected.", "{count} players are expected.", len(comes)).format(
        count=len(comes)
    )
    if tournament.who_comes != AttendanceVisibility.NAMES:
        return count
    names = context.names(Audience.PUBLIC)
    named = [names[each.number] for each in comes if each.number is not None and not each.person.is_child]
    if not named:
        return count
    return _("{count} {names}").format(count=count, names=listing(sorted_by_name(named, str)[:_MOST_NAMES], _))
