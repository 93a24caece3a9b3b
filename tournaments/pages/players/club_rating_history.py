"""One person's rating from evening to evening: each change opens up to the games that it is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Attendance, Club, Entry, FixturePlace, Game, Pace, Player, Tournament
from tournaments.pages.common.charts.rating_chart import RatingLine, RatingPoint, rating_line
from tournaments.pages.common.display_names import (
    Audience,
    display_names_across,
    knows_rating,
    knows_rating_of,
    name_of,
)
from tournaments.pages.players.club_ratings import list_url, person_url, refuse_hidden, signed
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.ratings.club import EveningChange, GameChange
from tournaments.selectors.club_ratings import Evening, PaceRatings, Start, ratings_of, whole
from tournaments.selectors.display_names import DisplayName, display_name_of, display_names_in_club
from tournaments.selectors.outside_teams import fixture_called, home_colours_of

_MOST = 60
"""Evenings that the public page opens up; all are in the line."""
_RESULTS = {2: "1", 1: "½", 0: "0"}


@dataclass(frozen=True, kw_only=True, slots=True)
class GameShown:
    """`rating`, `expected` and `by` are empty for the public where the opponent's rating is nobody's business."""

    opponent: str
    opponent_url: str
    rating: str
    colour: str
    result: str
    expected: str
    k: str
    by: str
    tournament: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EveningShown:
    when: str
    before: int
    after: int
    change: str
    is_at_floor: bool
    games: tuple[GameShown, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RatingPage:
    """`evenings`: the latest first; `more`: how many earlier ones are only in the line."""

    key: int
    name: str
    pace: str
    pace_name: str
    rating: int
    games: int
    is_provisional: bool
    provisional: int
    start: str
    start_rating: int
    line: RatingLine | None
    evenings: tuple[EveningShown, ...]
    more: int
    list_url: str
    paces: tuple[tuple[str, str, bool], ...]


def staff_rating_page(club: Club, player: Player, pace: str) -> RatingPage:
    """Raises NotPublished for a pace in which they have none."""
    return _page(club, player, pace, Audience.STAFF)


def public_rating_page(club: Club, public_key: str, pace: str) -> RatingPage:
    """Only of whoever is shown with the full name."""
    refuse_hidden(club, Audience.PUBLIC)
    player = Player.with_merged.now(club=club, public_key=public_key)
    if player is None or not knows_rating(player, Audience.PUBLIC):
        raise NotPublished
    return _page(club, player, pace, Audience.PUBLIC)


def _page(club: Club, player: Player, pace: str, audience: Audience) -> RatingPage:
    if pace not in Pace:
        raise NotPublished
    ratings = ratings_of(club, Pace(pace))
    history = ratings.reckoned.history.get(player.pk)
    if not history:
        raise NotPublished
    start = ratings.starts[player.pk]
    latest = list(reversed(history))
    shown = latest if audience is Audience.STAFF else latest[:_MOST]
    names = _Names(club, audience, [game for change in shown for game in change.games])
    words = [_when(change.evening) for change in history]
    points = [RatingPoint(when=when, rating=change.after) for when, change in zip(words, history, strict=True)]
    is_staff = audience is Audience.STAFF
    return RatingPage(
        key=player.pk,
        name=display_name_of(player) if is_staff else name_of(player, audience, None),
        pace=pace,
        pace_name=str(Pace(pace).label),
        rating=whole(history[-1].after),
        games=ratings.games_of(player.pk),
        is_provisional=ratings.is_provisional(player.pk),
        provisional=ratings.rules.provisional,
        start=_start_words(club, start, player, is_staff=is_staff),
        start_rating=whole(history[0].before),
        line=rating_line(points, start=history[0].before),
        evenings=tuple(_evening(change, ratings, player, names) for change in shown),
        more=len(latest) - len(shown),
        list_url=list_url(club.slug, audience, pace),
        paces=tuple(
            (str(each.label), person_url(club.slug, audience, player, each.value), each.value == pace)
            for each in Pace
            if each.value == pace or player.pk in ratings_of(club, each).reckoned.ratings
        ),
    )


def _when(evening: Evening) -> str:
    if evening.round_number:
        return _("round {number}").format(number=evening.round_number)
    return date_format(evening.day, "DATE_FORMAT")


def _start_words(club: Club, start: Start, player: Player, *, is_staff: bool) -> str:
    """Whether they began as a child is not the public's to know."""
    if start.is_set:
        return _("set by the club")
    if start.tournament is not None:
        tournament = Tournament.objects.get(pk=start.tournament)
        return _("the rating with which they were entered in {tournament}").format(tournament=tournament.name)
    if is_staff and start.rating == club.rating_start_youth != club.rating_start:
        return _("the club's first rating of children")
    return _("the club's first rating")


def _evening(change: EveningChange[Evening], ratings: PaceRatings, player: Player, names: _Names) -> EveningShown:
    before, after = whole(change.before), whole(change.after)
    return EveningShown(
        when=_when(change.evening),
        before=before,
        after=after,
        change=signed(after - before),
        is_at_floor=change.after <= ratings.rules.floor,
        games=tuple(
            _game(game, ratings, player, names)
            for game in change.games
            if game.about > 0 or -game.about in names.outside
        ),
    )


def _game(game: GameChange, ratings: PaceRatings, player: Player, names: _Names) -> GameShown:
    if game.about not in ratings.games:
        return _outside_game(game, names)
    rated = ratings.games[game.about]
    is_white = rated.white.player == player.pk
    opponent = names.opponents.get((game.about, game.opponent))
    place = names.places.get(game.about)
    knows = opponent is not None and knows_rating_of(opponent, names.audience)
    return GameShown(
        opponent=names.called.get(opponent.pk, "") if opponent else "",
        opponent_url=names.url_of(opponent, ratings.pace.value) if opponent and knows else "",
        rating=str(whole(game.opponent_rating)) if knows else "",
        colour="white" if is_white else "black",
        result=_RESULTS[game.halves],
        expected=f"{game.expected:.2f}" if knows else "",
        k=f"{game.k:g}" if knows else "",
        by=_tenths(game.by) if knows else "",
        tournament=place[0] if place else "",
        url=place[1] if place else "",
    )


def _outside_game(game: GameChange, names: _Names) -> GameShown:
    """Of the club's team: everybody may read who that was against."""
    place = names.outside[-game.about]
    colours = home_colours_of(place.fixture.team)
    colour = colours.of(place.board, is_home=place.fixture.is_home).value if colours else ""
    return GameShown(
        opponent=place.opponent,
        opponent_url="",
        rating=str(whole(game.opponent_rating)),
        colour=colour,
        result=_RESULTS[game.halves],
        expected=f"{game.expected:.2f}",
        k=f"{game.k:g}",
        by=_tenths(game.by),
        tournament=fixture_called(place.fixture),
        url=reverse("public_team", args=[names.club, place.fixture.team_id]),
    )


def _tenths(value: float) -> str:
    text = f"{abs(value):.1f}"
    return f"{'−' if value < 0 and text != '0.0' else '+'}{text}"


class _Names:
    """Whom they played, and where: read at once for all games that are shown."""

    def __init__(self, club: Club, audience: Audience, games: Sequence[GameChange]) -> None:
        self.audience = audience
        self.club = club.slug
        keys = {game.about for game in games if game.about > 0}
        outside = [-game.about for game in games if game.about < 0]
        places = FixturePlace.objects.filter(pk__in=outside).select_related("fixture__team__league") if outside else ()
        self.outside: Mapping[int, FixturePlace] = {place.pk: place for place in places}
        sides = list(
            Attendance.objects.filter(game__in=keys).select_related(
                "entry__player", "entry__tournament__season", "entry__tournament__club"
            )
        )
        self.opponents: Mapping[tuple[int, int], Entry] = {
            (side.game_id or 0, side.entry.person_id): side.entry for side in sides
        }
        entries = sorted(
            {side.entry.pk: side.entry for side in sides}.values(),
            key=lambda each: (each.tournament.season.starts_on, each.tournament_id),
            reverse=True,
        )
        self.called: Mapping[int, DisplayName] = (
            display_names_across(entries) if audience is Audience.PUBLIC else _staff_names(entries)
        )
        name = "public_round" if audience is Audience.PUBLIC else "evening_round"
        self.places = {
            game.pk: (
                _("{tournament}, round {number}").format(
                    tournament=game.round.tournament.name, number=game.round.number
                ),
                reverse(name, args=[self.club, game.round.tournament.slug, game.round.number]),
            )
            for game in Game.objects.filter(pk__in=keys).select_related("round__tournament")
        }

    def url_of(self, entry: Entry, pace: str) -> str:
        return person_url(self.club, self.audience, entry.person, pace)


def _staff_names(entries: Sequence[Entry]) -> Mapping[int, DisplayName]:
    names = display_names_in_club([each.person_id for each in entries])
    return {each.pk: names[each.person_id] for each in entries}
