"""Somebody's games for the club's teams over all seasons, apart from its tournaments."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import BoardResult, Club, FixturePlace, Player
from tournaments.pages.common.wording import points_text
from tournaments.pages.teams.team_matches import RESULT_TEXTS, SIGNS
from tournaments.selectors.outside_teams import fixture_called, readable_rules

_LAST = 10
_POINTS = {  # not all: games that were played and are over
    BoardResult.WIN: Fraction(1),
    BoardResult.DRAW: Fraction(1, 2),
    BoardResult.LOSS: Fraction(0),
}
_FORFEITS = (BoardResult.WIN_BY_FORFEIT, BoardResult.LOSS_BY_FORFEIT)


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamScore:
    """Of games that were played to their end; `besides` says what is no game, empty for nothing."""

    points: str
    games: int
    besides: str

    @property
    def words(self) -> str:
        """6½ of 9."""
        return _("{points} of {games}").format(points=self.points, games=self.games) if self.games else ""


@dataclass(frozen=True, kw_only=True, slots=True)
class SeasonForTeam:
    season: str
    team: str
    url: str
    score: TeamScore


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamGame:
    date: datetime.date
    match: str
    url: str
    board: int
    colour: str
    opponent: str
    opponent_rating: int | None
    result: str
    sign: str
    said: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamGames:
    """`seasons` and `last`: the latest first."""

    score: TeamScore
    seasons: tuple[SeasonForTeam, ...]
    last: tuple[TeamGame, ...]


def team_games(club: Club, player: Player) -> TeamGames | None:
    """None for whoever stands in no published line-up; a match to come is no game yet. One query."""
    records = Player.with_merged.filter(Q(pk=player.pk) | Q(merged_into=player))
    found = FixturePlace.objects.filter(
        player__in=records, fixture__team__league__club=club, fixture__published_at__isnull=False
    )
    order = ("-fixture__team__league__season__starts_on", "fixture__team", "-fixture__date", "-pk")
    all_places = list(found.select_related("fixture__team__league__season").order_by(*order))
    if not all_places:
        return None
    today = timezone.localdate()
    places = [each for each in all_places if each.result or each.fixture.date <= today]
    last = sorted(places, key=lambda each: (each.fixture.date, each.pk), reverse=True)[:_LAST]
    return TeamGames(
        score=_score(places),
        seasons=tuple(
            SeasonForTeam(
                season=team.league.season.name,
                team=team.name,
                url=reverse("public_team", args=[club.slug, team.pk]),
                score=_score(list(own)),
            )
            for team, own in groupby(places, key=lambda each: each.fixture.team)
        ),
        last=tuple(_game(club, each) for each in last),
    )


def _score(places: Sequence[FixturePlace]) -> TeamScore:
    played = [_POINTS[BoardResult(each.result)] for each in places if each.result in _POINTS]
    return TeamScore(points=points_text(sum(played, Fraction(0))), games=len(played), besides=_besides(places))


def _besides(places: Sequence[FixturePlace]) -> str:
    counted = Counter(each.result for each in places)
    forfeits = sum(counted[each] for each in _FORFEITS)
    unfinished = counted[""] + counted[BoardResult.ADJOURNED]
    said = []
    if forfeits:
        said.append(
            ngettext("{count} forfeit not counted", "{count} forfeits not counted", forfeits).format(count=forfeits)
        )
    if unfinished:
        said.append(ngettext("{count} game open", "{count} games open", unfinished).format(count=unfinished))
    return ", ".join(said)


def _game(club: Club, place: FixturePlace) -> TeamGame:
    fixture = place.fixture
    rules = readable_rules(fixture.team)
    return TeamGame(
        date=fixture.date,
        match=fixture_called(fixture),
        url="{}#round-{}".format(reverse("public_team", args=[club.slug, fixture.team_id]), fixture.round),
        board=place.board,
        colour=rules.home_odd.of(place.board, is_home=fixture.is_home).value if rules else "",
        opponent=place.opponent,
        opponent_rating=place.opponent_rating,
        result=str(RESULT_TEXTS[place.result]) if place.result else "",
        sign=SIGNS[place.result] if place.result else "open",
        said=str(BoardResult(place.result).label) if place.result else _("No result yet"),
    )
