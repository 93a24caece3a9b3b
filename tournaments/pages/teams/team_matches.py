"""A match of a team as everybody sees it: who sits where once that is published, results, and the score so far."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments.models import BoardResult, Club, Fixture, FixturePlace, Player, SquadPlace
from tournaments.pages.common.dates_in_words import with_weekday
from tournaments.pages.common.display_names import display_names_of_people
from tournaments.pages.common.links import player_url
from tournaments.pages.teams.fixture_words import halves_text, score_text
from tournaments.pairing.teams.leagues import LeagueRules
from tournaments.selectors.display_names import DisplayName
from tournaments.selectors.evenings import evening_days
from tournaments.selectors.outside_teams import MatchScore, match_title, readable_rules, score_of

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

RESULT_TEXTS: Mapping[str, str | StrPromise] = {
    BoardResult.WIN: "1–0",
    BoardResult.DRAW: "½–½",
    BoardResult.LOSS: "0–1",
    BoardResult.WIN_BY_FORFEIT: "+ −",
    BoardResult.LOSS_BY_FORFEIT: "− +",
    BoardResult.NOBODY: "− −",
    BoardResult.ADJOURNED: gettext_lazy("adj."),
}
"""Ours first, whoever has White."""
SIGNS: Mapping[str, str] = {
    BoardResult.WIN: "win",
    BoardResult.DRAW: "draw",
    BoardResult.LOSS: "loss",
    BoardResult.WIN_BY_FORFEIT: "win",
    BoardResult.LOSS_BY_FORFEIT: "loss",
    BoardResult.NOBODY: "away",
    BoardResult.ADJOURNED: "open",
}
"""What the sheet knows a result by."""
NOT_PLAYED = frozenset({BoardResult.WIN_BY_FORFEIT, BoardResult.LOSS_BY_FORFEIT, BoardResult.NOBODY})


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardShown:
    """`name` is empty where nobody of ours sits, `colour` (ours) where a newer version has written the league's rules.
    `result` is empty while it is open, `said` the same in words."""

    number: int
    colour: str
    name: DisplayName
    url: str
    opponent: str
    opponent_rating: int | None
    result: str
    sign: str
    said: str

    @property
    def other_colour(self) -> str:
        return {"white": "black", "black": "white"}.get(self.colour, "")


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchShown:
    """`boards`: once the line-up is published. `score`: ours first, empty while nothing is known; `outcome`: won, drawn
    or lost once it is over. `place`: where it is said."""

    key: int
    team: str
    team_url: str
    round: int
    date: datetime.date
    starts_at: datetime.time | None
    opponent: str
    is_home: bool
    place: str
    boards: tuple[BoardShown, ...]
    score: str
    is_over: bool
    is_today: bool
    outcome: str

    @property
    def title(self) -> str:
        return match_title(self.team, self.opponent)

    @property
    def where(self) -> str:
        whose = _("at home") if self.is_home else pgettext("a match", "away")
        return f"{whose} · {self.place}" if self.place else whose

    @property
    def day(self) -> str:
        return with_weekday(self.date)

    @property
    def hour(self) -> str:
        return time_format(self.starts_at, "H:i") if self.starts_at else ""

    @property
    def when(self) -> str:
        return _("{day}, {time}").format(day=self.day, time=self.hour) if self.hour else self.day

    @property
    def score_words(self) -> str:
        """2½–1½ so far; 2½–1½ once it is over."""
        if self.score and not self.is_over:
            return _("{score} so far").format(score=self.score)
        return self.score

    @property
    def outcome_words(self) -> str:
        words = {
            "won": pgettext("a match", "won"),
            "drawn": pgettext("a match", "drawn"),
            "lost": pgettext("a match", "lost"),
        }
        return words.get(self.outcome, "")

    @property
    def url(self) -> str:
        return f"{self.team_url}#round-{self.round}"


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnSum:
    """Of the matches that are over. `match_points` None where the league's rules cannot be read."""

    matches: int
    match_points: int | None
    own: str
    their: str


@dataclass(frozen=True, slots=True)
class TeamMatches:
    """Matches of a club's teams with what is published of them; all people in them are told apart together."""

    club: Club
    places: Mapping[int, Sequence[FixturePlace]]
    names: Mapping[int, DisplayName]
    rules: Mapping[int, LeagueRules | None]
    today: datetime.date
    """Yesterday until the night is over: so long its evening goes on."""

    @classmethod
    def of(cls, club: Club, fixtures: Sequence[Fixture]) -> TeamMatches:
        """Two queries. The fixtures come with team and league."""
        places: dict[int, list[FixturePlace]] = defaultdict(list)
        found = FixturePlace.objects.filter(fixture__in=fixtures).select_related("player__merged_into")
        for place in found.order_by("board"):
            places[place.fixture_id].append(place)
        published = [place for each in fixtures if each.published_at is not None for place in places[each.pk]]
        people = {each.pk: each for place in published if (each := person_of(place))}
        listed = SquadPlace.objects.filter(league__in={each.team.league_id for each in fixtures}, player__in=people)
        return cls(
            club=club,
            places=places,
            names=display_names_of_people(people.values(), dict(listed.values_list("player", "rating"))),
            rules={team.pk: readable_rules(team) for team in {each.team_id: each.team for each in fixtures}.values()},
            today=evening_days(club.time_zone)[-1],
        )

    def score(self, fixture: Fixture) -> MatchScore:
        return score_of(fixture, self.places.get(fixture.pk, ()), fixture.team.boards)

    def shown(self, fixture: Fixture) -> MatchShown:
        score = self.score(fixture)
        is_known = not score.is_open or any(place.result for place in self.places.get(fixture.pk, ()))
        return MatchShown(
            key=fixture.pk,
            team=fixture.team.name,
            team_url=reverse("public_team", args=[self.club.slug, fixture.team_id]),
            round=fixture.round,
            date=fixture.date,
            starts_at=fixture.starts_at,
            opponent=fixture.opponent,
            is_home=fixture.is_home,
            place=fixture.place,
            boards=self._boards(fixture),
            score=score_text(score) if is_known else "",
            is_over=not score.is_open,
            is_today=fixture.date == self.today,
            outcome="" if score.is_open else outcome_of(score),
        )

    def own_sum(self, fixtures: Iterable[Fixture]) -> OwnSum:
        """Of one team."""
        over = [(each, score) for each in fixtures if not (score := self.score(each)).is_open]
        points = [self._match_points(each, score) for each, score in over]
        return OwnSum(
            matches=len(over),
            match_points=None if None in points else sum(each for each in points if each is not None),
            own=halves_text(sum(score.own for _fixture, score in over)),
            their=halves_text(sum(score.their for _fixture, score in over)),
        )

    def _match_points(self, fixture: Fixture, score: MatchScore) -> int | None:
        """Whoever loses without a game has none, and so have both where nobody came."""
        rules = self.rules[fixture.team_id]
        if rules is None:
            return None
        results = [place.result for place in self.places.get(fixture.pk, ())]
        is_forfeit = fixture.own_halves is None and all(each in NOT_PLAYED for each in results)
        if is_forfeit and score.own <= score.their:
            return 0
        pays = rules.match_points
        return {"won": pays.win, "drawn": pays.draw, "lost": pays.loss}[outcome_of(score)]

    def _boards(self, fixture: Fixture) -> tuple[BoardShown, ...]:
        """Results may be known before a line-up is: then they make the score, and no board is shown."""
        if fixture.published_at is None:
            return ()
        rules = self.rules[fixture.team_id]
        people = {place.pk: person_of(place) for place in self.places.get(fixture.pk, ())}
        return tuple(
            BoardShown(
                number=place.board,
                colour=rules.home_odd.of(place.board, is_home=fixture.is_home).value if rules else "",
                name=self.names[person.pk] if (person := people[place.pk]) else DisplayName(""),
                url=player_url(self.club.slug, person) if person else "",
                opponent=place.opponent,
                opponent_rating=place.opponent_rating,
                result=str(RESULT_TEXTS[place.result]) if place.result else "",
                sign=SIGNS[place.result] if place.result else "",
                said=str(BoardResult(place.result).label) if place.result else "",
            )
            for place in self.places.get(fixture.pk, ())
        )


def person_of(place: FixturePlace) -> Player | None:
    """Whom a merged record belongs to by now: what the public may read of them is said there."""
    return place.player and (place.player.merged_into or place.player)


def outcome_of(score: MatchScore) -> str:
    return "won" if score.own > score.their else "lost" if score.own < score.their else "drawn"


def home_matches_today(club: Club) -> tuple[MatchShown, ...]:
    """For the screen in the hall: those whose line-up is published. One query where there is none."""
    fixtures = list(
        Fixture.objects.filter(
            team__league__club=club, is_home=True, date=evening_days(club.time_zone)[-1], published_at__isnull=False
        )
        .select_related("team__league")
        .order_by("starts_at", "team__league", "team__number")
    )
    if not fixtures:
        return ()
    matches = TeamMatches.of(club, fixtures)
    return tuple(match for each in fixtures if (match := matches.shown(each)).boards)
