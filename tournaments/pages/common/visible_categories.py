"""Who is in which category, as far as the audience may know it (docs/decisions/0087)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournaments.models import Entry, ShownAs
from tournaments.pages.common.display_names import Audience, knows_rating
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.selectors.categories import TournamentCategory


def categories_shown(
    category_of: Mapping[PlayerId, str],
    entries: Iterable[Entry],
    categories: Sequence[TournamentCategory],
    audience: Audience,
) -> Mapping[PlayerId, str]:
    """By start number. To the public whoever is only a number is in none, nor whoever hides their rating in one that
    says something of it; one that is gone may have."""
    if audience is Audience.STAFF:
        return category_of
    says_nothing = {each.name for each in categories if not each.goes_by_rating}
    players = {entry.number: entry.player for entry in entries}
    return {
        number: name
        for number, name in category_of.items()
        if (player := players.get(number)) is not None
        and player.shown_as != ShownAs.NUMBER
        and (name in says_nothing or knows_rating(player, audience))
    }
