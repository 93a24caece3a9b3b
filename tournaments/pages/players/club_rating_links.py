"""Where somebody's club rating is linked: on their pages."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Player
from tournaments.pages.common.display_names import Audience, knows_rating
from tournaments.pages.players.club_ratings import person_url
from tournaments.selectors.club_ratings import paces_of, ratings_of, whole


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnRating:
    pace: str
    rating: int
    url: str


def own_ratings(player: Player, audience: Audience) -> tuple[OwnRating, ...]:
    """One a pace in which they have been rated; none, and no query, where the audience has no list to see."""
    club = player.club
    if not club.rates_games or (
        audience is Audience.PUBLIC and not (club.shows_ratings and knows_rating(player, audience))
    ):
        return ()
    found = ((pace, ratings_of(club, pace).reckoned.ratings) for pace in paces_of(club))
    return tuple(
        OwnRating(
            pace=str(pace.label),
            rating=whole(ratings[player.pk]),
            url=person_url(club.slug, audience, player, pace.value),
        )
        for pace, ratings in found
        if player.pk in ratings
    )
