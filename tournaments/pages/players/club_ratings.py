"""The list as it stands now, and the lists that were published."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from tournaments.models import Club, ClubRatingList, Pace, Player, RatingFrom, Tournament
from tournaments.pages.common.display_names import Audience, knows_rating, name_of
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.selectors.club_ratings import PaceRatings, Proposed, paces_of, ratings_of, whole
from tournaments.selectors.display_names import (
    DisplayName,
    NamedPerson,
    disambiguated,
    display_names_in,
    display_names_in_club,
    no_years,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class RatedPerson:
    """`change`: since the list published last, 0 where that had the same, None for whoever was not on it."""

    place: int
    is_shared: bool
    name: DisplayName
    url: str
    rating: int
    games: int
    is_provisional: bool
    change: int | None
    is_active: bool

    @property
    def change_text(self) -> str:
        return "" if self.change is None else signed(self.change)


@dataclass(frozen=True, kw_only=True, slots=True)
class PaceLink:
    pace: str
    name: str
    url: str
    is_here: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ListLink:
    published_on: datetime.date
    people: int
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RatingListPage:
    """`left_out`: those who are rated and not shown here, by their own wish or as children. `published`: the newest
    first. `on`: of a published list, its day."""

    pace: str
    pace_name: str
    paces: tuple[PaceLink, ...]
    rows: tuple[RatedPerson, ...]
    former: tuple[RatedPerson, ...]
    left_out: int
    provisional: int
    published: tuple[ListLink, ...]
    compared_with: datetime.date | None
    now_url: str
    on: datetime.date | None = None


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"


def chosen_pace(club: Club, pace: str) -> Pace:
    """The first that is rated where none is asked for. Raises NotPublished for what is no pace."""
    if not pace:
        return next(iter(paces_of(club)), Pace.CLASSICAL)
    if pace not in Pace:
        raise NotPublished
    return Pace(pace)


def rating_list_page(club: Club, pace: str, audience: Audience) -> RatingListPage:
    """As it stands now. Raises NotPublished where the audience has no list to see."""
    refuse_hidden(club, audience)
    chosen = chosen_pace(club, pace)
    ratings = ratings_of(club, chosen)
    lists = list(club.own_rating_lists.filter(pace=chosen).order_by("-published_on", "-pk"))
    before = {row[0]: row[1] for row in lists[0].rows} if lists else None
    rows = [[player, ratings.reckoned.ratings[player], ratings.games_of(player)] for player in ratings.people]
    return _page(club, chosen, audience, rows, lists, before=before, ratings=ratings)


def published_list_page(club: Club, key: int, audience: Audience) -> RatingListPage:
    refuse_hidden(club, audience)
    lists = list(club.own_rating_lists.order_by("-published_on", "-pk"))
    found = next((each for each in lists if each.pk == key), None)
    if found is None:
        raise NotPublished
    of_pace = [each for each in lists if each.pace == found.pace]
    earlier = next((each for each in of_pace if each.pk < found.pk), None)
    before = {row[0]: row[1] for row in earlier.rows} if earlier else None
    return _page(club, Pace(found.pace), audience, found.rows, of_pace, before=before, published=found)


def refuse_hidden(club: Club, audience: Audience) -> None:
    if audience is Audience.PUBLIC and not (club.rates_games and club.shows_ratings):
        raise NotPublished


def list_url(club: str, audience: Audience, pace: str) -> str:
    name = "public_ratings_of_pace" if audience is Audience.PUBLIC else "club_ratings_of_pace"
    return reverse(name, args=[club, pace])


def person_url(club: str, audience: Audience, player: Player, pace: str) -> str:
    """Their history."""
    if audience is Audience.PUBLIC:
        return reverse("public_rating", args=[club, player.public_key, pace])
    return reverse("club_rating", args=[club, player.pk, pace])


def _page(
    club: Club,
    pace: Pace,
    audience: Audience,
    rows: Sequence[Sequence[float]],
    lists: Sequence[ClubRatingList],
    *,
    before: Mapping[int, float] | None,
    ratings: PaceRatings | None = None,
    published: ClubRatingList | None = None,
) -> RatingListPage:
    people = {each.pk: each for each in Player.with_merged.filter(club=club, pk__in=[int(row[0]) for row in rows])}
    names = _names(people.values(), audience)
    shown = [row for row in rows if int(row[0]) in names]
    everybody = published is not None
    active = [row for row in shown if everybody or people[int(row[0])].is_active]
    former = [row for row in shown if row not in active]
    now = (ratings or ratings_of(club, pace)).reckoned.ratings

    with_rating = Counter(whole(row[1]) for row in active)

    def rated(row: Sequence[float], place: int) -> RatedPerson:
        player = people[int(row[0])]
        return RatedPerson(
            place=place,
            is_shared=with_rating[whole(row[1])] > 1,
            name=names[player.pk],
            url=person_url(club.slug, audience, player, pace.value) if player.pk in now else "",
            rating=whole(row[1]),
            games=int(row[2]),
            is_provisional=int(row[2]) < club.rating_provisional,
            change=whole(row[1]) - whole(before[player.pk]) if before and player.pk in before else None,
            is_active=player.is_active,
        )

    places = {whole(row[1]): place for place, row in reversed(list(enumerate(active, 1)))}
    earlier = [each for each in lists if published is None or each.pk < published.pk]
    return RatingListPage(
        pace=pace.value,
        pace_name=str(pace.label),
        paces=tuple(
            PaceLink(
                pace=each.value,
                name=str(each.label),
                url=list_url(club.slug, audience, each.value),
                is_here=each is pace,
            )
            for each in paces_of(club)
        ),
        rows=tuple(rated(row, places[whole(row[1])]) for row in active),
        former=tuple(rated(row, 0) for row in former) if audience is Audience.STAFF else (),
        left_out=len(rows) - len(active) if audience is Audience.PUBLIC else 0,
        provisional=club.rating_provisional,
        published=tuple(
            ListLink(
                published_on=each.published_on,
                people=len(each.rows),
                url=reverse(
                    "public_rating_list" if audience is Audience.PUBLIC else "club_rating_list",
                    args=[club.slug, each.pk],
                ),
            )
            for each in lists
        ),
        compared_with=earlier[0].published_on if earlier else None,
        now_url=list_url(club.slug, audience, pace.value),
        on=published.published_on if published else None,
    )


def _names(people: Iterable[Player], audience: Audience) -> Mapping[int, DisplayName]:
    """Of those who are shown: to the public only who stands there with the full name, since a rating is as good as
    that."""
    if audience is Audience.STAFF:
        return display_names_in_club([each.pk for each in people])
    return disambiguated(
        {
            player.pk: NamedPerson(name=name_of(player, audience, None), player=player.pk)
            for player in people
            if knows_rating(player, audience)
        },
        no_years,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposedRow:
    name: DisplayName
    old: int | None
    new: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposedPage:
    source: str
    has_begun: bool
    rows: tuple[ProposedRow, ...]


def proposed_page(tournament: Tournament, proposed: Iterable[Proposed]) -> ProposedPage:
    names = display_names_in(tournament)
    return ProposedPage(
        source=str(RatingFrom(tournament.rating_from).label),
        has_begun=tournament.rounds.exists(),
        rows=tuple(ProposedRow(name=names[each.entry.pk], old=each.entry.rating, new=each.rating) for each in proposed),
    )
