"""The club's own rating: which games count, from what start, the published list, ratings taken into tournaments."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import (
    Club,
    ClubRatingList,
    ClubRatingStart,
    Pace,
    Player,
    RatingFrom,
    Round,
    Tournament,
    User,
)
from tournaments.recording import Scope, Stale, last_change_in_club, recording
from tournaments.selectors.club_ratings import PaceRatings, Proposed, proposed_ratings, ratings_of
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused

LOWEST, HIGHEST = 400, 3000
MOST_PROVISIONAL = 100
MOST_GAMES = 9999
_COLUMNS = (
    "rates_games",
    "shows_ratings",
    "rating_start",
    "rating_start_youth",
    "rating_provisional",
    "outside_counts",
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Rated:
    """What a tournament's games count for, and with which rating its players are entered."""

    rated_as: str = ""
    rating_from: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class RatingSettings:
    """`tournaments` by their key; those left out stay as they are."""

    rates_games: bool = False
    shows_ratings: bool = False
    rating_start: int = 1400
    rating_start_youth: int = 1000
    rating_provisional: int = 10
    outside_counts: bool = False
    tournaments: Mapping[int, Rated] = field(default_factory=dict)


def settings_version(club: Club) -> str:
    """What a form about these was made for."""
    tournaments = Tournament.objects.filter(club=club, trashed_at=None).order_by("pk")
    return fingerprint(
        [
            *Club.objects.filter(pk=club.pk).values_list(*_COLUMNS),
            *tournaments.values_list("pk", "rated_as", "rating_from"),
        ]
    )


def save_settings(
    club: Club, settings: RatingSettings, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None
) -> None:
    """`seen` is the settings_version(club) that the form was made for. Ratings are reckoned anew from then on; a
    published list stays as it is."""

    def shown() -> Iterator[Scope]:
        yield club
        yield from Tournament.objects.filter(club=club, pk__in=settings.tournaments)

    with recording(club, actor=actor, verb="rating.settings", receipt=receipt, public=shown()) as change:
        if settings_version(club) != seen:
            raise Stale(last_change_in_club(club, club=club))
        for value in (settings.rating_start, settings.rating_start_youth):
            if not LOWEST <= value <= HIGHEST:
                raise Refused(
                    _("A starting rating is between {lowest} and {highest}.").format(lowest=LOWEST, highest=HIGHEST)
                )
        if not 0 <= settings.rating_provisional <= MOST_PROVISIONAL:
            raise Refused(_("A rating is settled after at most {most} games.").format(most=MOST_PROVISIONAL))
        there = Tournament.objects.filter(club=club, trashed_at=None, pk__in=settings.tournaments).order_by("pk")
        wanted = [(each, settings.tournaments[each.pk]) for each in there]
        if any(to.rated_as not in ("", *Pace) or to.rating_from not in RatingFrom for _each, to in wanted):
            raise Refused(_("That is not one of the choices."))
        change.update(club, **{name: getattr(settings, name) for name in _COLUMNS})
        change.update_many([(each, {"rated_as": to.rated_as, "rating_from": to.rating_from}) for each, to in wanted])


def start_version(player: Player, pace: Pace) -> str:
    found = ClubRatingStart.objects.filter(player=player, pace=pace).first()
    return f"{found.rating}/{found.games}" if found else ""


def set_start(
    player: Player,
    pace: Pace,
    rating: int | None,
    *,
    games: int = 0,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> None:
    """With what they begin, and how many rated games they bring along. None: as they were first entered.

    `seen` is the start_version that was on the screen. All that was reckoned from it is reckoned anew.
    """
    club = player.club
    with recording(club, actor=actor, verb="rating.start", receipt=receipt, public=[club]) as change:
        found = ClubRatingStart.objects.filter(player=player, pace=pace).first()
        if start_version(player, pace) != seen:
            raise Stale(last_change_in_club(found, club=club) if found else None)
        if rating is not None and not LOWEST <= rating <= HIGHEST:
            raise Refused(
                _("A starting rating is between {lowest} and {highest}.").format(lowest=LOWEST, highest=HIGHEST)
            )
        if not 0 <= games <= MOST_GAMES:
            raise Refused(_("Nobody brings along more than {most} games.").format(most=MOST_GAMES))
        change.facts.update({"player": player.pk, "rating": rating if rating is not None else "–"})
        if rating is None:
            if found is not None:
                change.delete(found)
        elif found is not None:
            change.update(found, rating=rating, games=games)
        else:
            change.create(ClubRatingStart(player=player, pace=pace, rating=rating, games=games))


def rows_now(ratings: PaceRatings) -> list[list[int | float]]:
    """As a list keeps them."""
    return [[player, ratings.reckoned.ratings[player], ratings.games_of(player)] for player in ratings.people]


def publish_list(club: Club, pace: Pace, *, actor: User | None, receipt: uuid.UUID | None = None) -> ClubRatingList:
    """As it stands now; corrections leave it as it is. Who began with the club's first rating begins with it for good:
    neither another first rating nor a birthday changes what was published."""
    with recording(club, actor=actor, verb="rating.publish", receipt=receipt, public=[club]) as change:
        if not club.rates_games:
            raise Refused(_("The club has no rating of its own: turn it on first."))
        ratings = ratings_of(club, pace)
        rows = rows_now(ratings)
        if not rows:
            raise Refused(_("No game has been rated yet, so there is no list to publish."))
        last = club.own_rating_lists.filter(pace=pace).order_by("-pk").first()
        if last is not None and last.rows == rows:
            raise Refused(_("Nothing has changed since the last list was published."))
        begun = [
            ClubRatingStart(player_id=player, pace=pace, rating=start.rating)
            for player, start in sorted(ratings.starts.items())
            if start.rating is not None and not start.is_set and start.tournament is None
        ]
        change.create_many(begun)
        published_on = timezone.localdate(clock.now())
        published = change.create(ClubRatingList(club=club, pace=pace, published_on=published_on, rows=rows))
        change.facts.update({"list": published.pk, "pace": pace.value, "count": len(rows)})
    return published


def proposed_version(proposed: Sequence[Proposed]) -> str:
    return fingerprint([[each.entry.pk, each.entry.rating, each.rating] for each in proposed])


def take_ratings(tournament: Tournament, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """All that are proposed, at once. `seen` is the proposed_version that was on the screen. Only before the first
    round: until then nobody was paired by them."""
    club = tournament.club
    with recording(
        tournament, actor=actor, verb="entry.take_ratings", receipt=receipt, public=[club, tournament]
    ) as change:
        refuse_when_closed(tournament)
        refuse_other_ratings(tournament)
        proposed = proposed_ratings(tournament)
        if proposed_version(proposed) != seen:
            raise Stale
        change.facts["players"] = [each.entry.player_id for each in proposed]
        change.update_many([(each.entry, {"rating": each.rating}) for each in proposed])


def refuse_other_ratings(tournament: Tournament) -> None:
    """Raises Refused from the first round on."""
    if Round.objects.filter(tournament=tournament).exists():
        raise Refused(_("The first round is open: the ratings stay as they are."))
