"""The club's teams outside as the core has them: a league's rules, its squad, what was played, who can."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import (
    AwayPeriod,
    BoardResult,
    Club,
    Fixture,
    FixtureAnswer,
    FixturePlace,
    League,
    OutsideTeam,
    Player,
    SquadPlace,
)
from tournaments.pairing.teams.leagues import HomeColours, LeagueRules
from tournaments.pairing.teams.types import LineUp, PersonKey, Squad, SquadAnswer, SquadMember
from tournaments.pairing.types.options import OptionError, configured
from tournaments.pairing.types.snapshot import OwnGame
from tournaments.selectors.configured_system import UnreadableHere


def rules_of(league: League) -> LeagueRules:
    """Raises UnreadableHere."""
    return _configured(league, {})


def rules_for(team: OutsideTeam) -> LeagueRules:
    """With the number of boards that the team's division has. Raises UnreadableHere."""
    least = rules_of(team.league).min_boards
    return _configured(team.league, {"boards": team.boards, "min_boards": min(least, team.boards)})


def _configured(league: League, own: Mapping[str, object]) -> LeagueRules:
    try:
        return configured(LeagueRules, dict(league.rules) | dict(own), preset=league.preset or None)
    except OptionError as error:
        raise UnreadableHere(f"league {league.pk}") from error


def readable_rules(team: OutsideTeam) -> LeagueRules | None:
    """None where a newer version has written them: then neither colours nor match points are told."""
    try:
        return rules_for(team)
    except UnreadableHere:
        return None


def home_colours_of(team: OutsideTeam) -> HomeColours | None:
    rules = readable_rules(team)
    return None if rules is None else rules.home_odd


def match_title(team: str, opponent: str) -> str:
    """Rockaden 1 – Rivals, ours first also away, as all scores are: the same in all languages."""
    return f"{team} – {opponent}"


def fixture_called(fixture: Fixture) -> str:
    """The fixture has its team read."""
    return match_title(fixture.team.name, fixture.opponent)


@dataclass(frozen=True, kw_only=True, slots=True)
class LeagueSquad:
    """`places`: in the order of the list, with player and team read; `squad`: the same as the core has it."""

    places: tuple[SquadPlace, ...]
    squad: Squad

    def place_of(self, person: PersonKey) -> SquadPlace:
        return self.places[self.squad.place_of[person]]


def squad_of(league: League) -> LeagueSquad:
    """One query; one more for the teams' boards, where they are not read."""
    places = tuple(league.squad.select_related("player", "team").order_by("position", "pk"))
    boards = {team.number: team.boards for team in league.teams.all()}
    members = tuple(
        SquadMember(
            person=place.player_id,
            team=place.team.number if place.team else None,
            rating=place.rating,
            is_foreign=place.is_foreign,
        )
        for place in places
    )
    return LeagueSquad(places=places, squad=Squad(members, boards_of=boards))


def history_of(league: League) -> list[LineUp]:
    """All published line-ups of the club's teams in the league, in no order. One query."""
    rows = FixturePlace.objects.filter(fixture__team__league=league, fixture__published_at__isnull=False)
    seats: dict[tuple[int, int], dict[int, int | None]] = {}
    found = rows.values_list("fixture__round", "fixture__team__number", "board", "player")
    for number, team, board, player in found:
        seats.setdefault((number, team), {})[board] = player
    return [
        LineUp(round=number, team=team, people=tuple(boards.get(at) for at in range(1, max(boards) + 1)))
        for (number, team), boards in seats.items()
    ]


def line_up_of(fixture: Fixture) -> tuple[int | None, ...]:
    """Keys of players by board, as published."""
    boards = dict(fixture.places.values_list("board", "player"))
    return tuple(boards.get(at) for at in range(1, max(boards, default=0) + 1))


def duty_days(fixture: Fixture) -> tuple[datetime.date, ...]:
    """The day of the match; of an away match the one after it too, where the club has it so."""
    if fixture.is_home or not fixture.team.league.also_day_after:
        return (fixture.date,)
    return (fixture.date, fixture.date + datetime.timedelta(days=1))


_OWN_GAMES = {  # not all: what was not played over the board
    BoardResult.WIN: OwnGame.WIN,
    BoardResult.DRAW: OwnGame.DRAW,
    BoardResult.LOSS: OwnGame.LOSS,
}
"""Of a forfeit a director says what it counts."""


def own_games_on(date: datetime.date, players: Collection[int]) -> Mapping[int, OwnGame]:
    """By the player's key, how their game for the club went that excuses them on that day. One query."""
    places = FixturePlace.objects.filter(
        player__in=players,
        result__in=_OWN_GAMES,
        fixture__date__range=(date - datetime.timedelta(days=1), date),
        fixture__published_at__isnull=False,
    ).select_related("fixture__team__league")
    return {
        place.player_id: _OWN_GAMES[BoardResult(place.result)]
        for place in places.order_by("fixture__date")
        if place.player_id is not None and date in duty_days(place.fixture)
    }


def plays_elsewhere(fixture: Fixture) -> Mapping[int, str]:
    """By the key of who is in a published line-up of another team of the club on that day: the team. One query."""
    rows = FixturePlace.objects.filter(
        fixture__date=fixture.date,
        fixture__team__league__club=fixture.team.league.club_id,
        fixture__published_at__isnull=False,
        player__isnull=False,
    ).exclude(fixture=fixture)
    return {player: team for player, team in rows.values_list("player", "fixture__team__name") if player is not None}


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownAnswer:
    """What holds of somebody for a match. `row` is None where they have said nothing of the match itself; `is_usual`:
    it is what they always say; `is_away`: they are away for a while."""

    said: SquadAnswer | None = None
    row: FixtureAnswer | None = None
    is_usual: bool = False
    is_away: bool = False

    @property
    def plays(self) -> bool:
        return self.said is not None and self.said is not SquadAnswer.AWAY

    @property
    def version(self) -> str:
        """What a form about it was made for: when they said so of the match itself."""
        return self.row.said_at.isoformat() if self.row is not None and self.row.said else "-"


def answers_for(fixtures: Sequence[Fixture], players: Iterable[int]) -> Mapping[tuple[int, int], KnownAnswer]:
    """By the keys of fixture and player, of all these players in the fixtures' leagues. The last word counts, be it of
    the match or of a longer time with it. Three queries; `fixtures` have their team read."""
    keys = list(players)
    rows = FixtureAnswer.objects.filter(fixture__in=fixtures, player__in=keys).select_related("noted_by")
    said = {(row.fixture_id, row.player_id): row for row in rows}
    first = min((each.date for each in fixtures), default=datetime.date.max)
    periods = list(AwayPeriod.objects.filter(player__in=keys, tournament=None, last_day__gte=first))
    places = SquadPlace.objects.filter(league__in={each.team.league_id for each in fixtures}, player__in=keys)
    usual = {(place.league_id, place.player_id): place.usual_answer for place in places}
    return {
        (fixture.pk, player): _known(
            said.get((fixture.pk, player)),
            [each for each in periods if each.player_id == player and each.first_day <= fixture.date <= each.last_day],
            usual.get((fixture.team.league_id, player), ""),
        )
        for fixture in fixtures
        for player in keys
    }


def _known(row: FixtureAnswer | None, periods: Sequence[AwayPeriod], usual: str) -> KnownAnswer:
    spoken = row if row is not None and row.said else None
    if any(spoken is None or each.said_at > spoken.said_at for each in periods):
        return KnownAnswer(said=SquadAnswer.AWAY, row=row, is_away=True)
    if spoken is not None:
        return KnownAnswer(said=SquadAnswer(spoken.said), row=row)
    return KnownAnswer(said=SquadAnswer(usual) if usual else None, row=row, is_usual=bool(usual))


def is_silent(fixture: Fixture, place: SquadPlace, known: KnownAnswer) -> bool:
    """Whoever is asked, of the team itself, or was asked for, and of whom nothing is known."""
    return known.said is None and (place.team_id == fixture.team_id or known.row is not None)


def silent_of(fixture: Fixture) -> list[Player]:
    """In the order of the list. Five queries; with what mails have to know of them."""
    squad = squad_of(fixture.team.league)
    known = answers_for([fixture], [place.player_id for place in squad.places])
    silent = [
        place.player_id for place in squad.places if is_silent(fixture, place, known[fixture.pk, place.player_id])
    ]
    people = Player.objects.select_related("contact", "club").in_bulk(silent)
    return [people[key] for key in silent if key in people]


def stands_to_play(player: Player, today: datetime.date) -> list[Fixture]:
    """The matches to come in whose published line-up they stand, by date. One query."""
    found = Fixture.objects.filter(published_at__isnull=False, date__gte=today, places__player=player)
    return list(found.select_related("team__league").order_by("date", "starts_at", "pk"))


def fixtures_of(club: Club) -> list[Fixture]:
    """Of seasons that are open, by date."""
    found = Fixture.objects.filter(team__league__club=club, team__league__season__is_open=True)
    return list(found.select_related("team__league").order_by("date", "starts_at", "pk"))


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchScore:
    """Half board points so far; `is_open`: boards are still to be played, or nothing is known."""

    own: int
    their: int
    is_open: bool


_HALVES: Mapping[str, tuple[int, int]] = {  # not all: an adjourned board is still to be played
    BoardResult.WIN: (2, 0),
    BoardResult.DRAW: (1, 1),
    BoardResult.LOSS: (0, 2),
    BoardResult.WIN_BY_FORFEIT: (2, 0),
    BoardResult.LOSS_BY_FORFEIT: (0, 2),
    BoardResult.NOBODY: (0, 0),
}


def score_of(fixture: Fixture, places: Sequence[FixturePlace], boards: int) -> MatchScore:
    """From the boards; of a match of which only the score is known, that."""
    if fixture.own_halves is not None and fixture.their_halves is not None:
        return MatchScore(own=fixture.own_halves, their=fixture.their_halves, is_open=False)
    known = [_HALVES[place.result] for place in places if place.result in _HALVES]
    return MatchScore(
        own=sum(own for own, _their in known),
        their=sum(their for _own, their in known),
        is_open=len(known) < (len(places) or boards),
    )
