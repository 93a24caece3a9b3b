"""The demo club's two teams in mid-season: what they have played, who plays tonight, who can next week."""

from __future__ import annotations

import datetime
import json
import zoneinfo
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import resources
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments import clock
from tournaments.demo.calendar import evenings_after, evenings_before
from tournaments.models import Club, Fixture, League, OutsideTeam, Player, RespondedBy, Season, User, UsualAnswer
from tournaments.pairing.teams.types import SquadAnswer
from tournaments.selectors.outside_teams import answers_for
from tournaments.services.teams import answers, fixture_results, fixtures, leagues, line_ups, squads
from tournaments.services.teams.fixture_results import TypedBoard
from tournaments.services.teams.fixtures import FixtureSettings
from tournaments.services.teams.leagues import LeagueSettings, TeamSettings

OPPONENTS = (
    *(gettext_noop("The Late Castling"), gettext_noop("The Patient Bishop"), gettext_noop("The Seventh Rank")),
    *(gettext_noop("The Sleeping Rook"), gettext_noop("The Wandering King")),
)
"""As the file has them."""

_RULES: Mapping[str, object] = {"boards": 6, "order": ["list", 2], "ups_free": 3}
_EVENINGS_BEFORE, _EVENINGS_AFTER = 9, 6
_DAY = datetime.timedelta(days=1)
_ASKED, _SHOWN = 5 * _DAY, 2 * _DAY
"""So long before a match people have answered, and its line-up is there."""
_ONE_AFTER_THE_OTHER = datetime.timedelta(minutes=7)
_EVENING, _AT_NIGHT = datetime.time(20), datetime.time(23, 30)


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamMatch:
    """A match, and what the file tells of it; `members` by the numbers that the file calls them by."""

    fixture: Fixture
    told: Mapping[str, Any]
    members: Mapping[int, Player]


def enter_teams(
    club: Club, season: Season, members: Mapping[int, Player], *, tonight: datetime.date, director: User
) -> Sequence[TeamMatch]:
    """Before the season: the league, its list, and all matches.

    Two teams of a real club: on the championship's evenings people were away for matches that stand in the file. The
    second team's is tonight; of the first team's people most sit at boards of tonight's rounds.
    """
    file = json.loads(resources.files("tournaments.demo").joinpath("teams.json").read_bytes())
    settings = LeagueSettings(name=_("Regional league"), rules=_RULES)
    league = leagues.make_league(club, season, settings, actor=director)
    teams = [_team(league, number, told, members, director) for number, told in enumerate(file["teams"], 1)]
    _write_squad(league, dict(zip(teams, file["teams"], strict=True)), file["in_no_team"], members, director)
    days = _days(tonight)
    return [
        TeamMatch(fixture=_fixture(team, match, days, director), told=match, members=members)
        for team, told in zip(teams, file["teams"], strict=True)
        for match in told["matches"]
    ]


def play_matches(matches: Sequence[TeamMatch], *, tonight: datetime.date, director: User) -> frozenset[int]:
    """Those of earlier days; for those to come people have answered. The keys of who plays for the club tonight."""
    done = [each for match in matches for each in _done_by_now(match, tonight, director)]
    for moment, do in sorted(done, key=lambda each: each[0]):
        with clock.at(moment):
            do()
    found = [match for match in matches if match.fixture.date == tonight]
    return frozenset(key for match in found for key in _line_up(match))


def report_boards(matches: Sequence[TeamMatch], *, tonight: datetime.date, director: User) -> None:
    """Of tonight's match: some games are over."""
    for match in matches:
        if match.fixture.date == tonight:
            _enter_results(match, director)


def _team(
    league: League, number: int, told: Mapping[str, Any], members: Mapping[int, Player], director: User
) -> OutsideTeam:
    """The first is there with its league."""
    settings = TeamSettings(
        name=f"{league.club.name} {number}",
        number=number,
        boards=told["boards"],
        division=_("Division {number}").format(number=told["division"]),
        captain=members[told["captain"]],
        table=_table(f"{league.club.name} {number}", number, told.get("table", ())),
    )
    team = league.teams.filter(number=number).first()
    if team is None:
        return leagues.make_team(league, settings, actor=director)
    leagues.edit_team(team, settings, seen=leagues.team_version(team), actor=director)
    return team


def _table(own: str, number: int, rows: Sequence[Sequence[Any]]) -> str:
    """As somebody copies it from the league's page; without a name it is our row."""
    if not rows:
        return ""
    head = ("", _("Team"), _("Played"), _("Points"), _("Board points"))
    lines = [(place, f"{_(name)} {number}" if name else own, *counts) for place, (name, *counts) in enumerate(rows, 1)]
    return "\n".join(";".join(map(str, line)) for line in [head, *lines])


def _write_squad(
    league: League,
    teams: Mapping[OutsideTeam, Mapping[str, Any]],
    in_no_team: Sequence[int],
    members: Mapping[int, Player],
    director: User,
) -> None:
    """By rating."""
    team_of = {key: team for team, told in teams.items() for key in told["members"]} | dict.fromkeys(in_no_team)
    people = [
        squads.Nominated(player=members[key], team=team, rating=members[key].rating) for key, team in team_of.items()
    ]
    people.sort(key=lambda each: each.rating or 0, reverse=True)
    squads.write_squad(league, people, seen=squads.version_of(league), actor=director)
    for told in teams.values():
        for key in told.get("if_needed", ()):
            place = league.squad.select_related("league__club").get(player=members[key])
            answers.set_usual_answer(place, UsualAnswer.IF_NEEDED, actor=None, by_card=place.player_id)


def _days(tonight: datetime.date) -> Sequence[datetime.date]:
    """By the numbers that the file gives the evenings of the season."""
    after = evenings_after(tonight, _EVENINGS_AFTER, until=datetime.date.max)
    return [*evenings_before(tonight, _EVENINGS_BEFORE), tonight, *after]


def _fixture(team: OutsideTeam, told: Mapping[str, Any], days: Sequence[datetime.date], director: User) -> Fixture:
    leaves = told.get("leaves")
    settings = FixtureSettings(
        date=days[told["evening"]] + told.get("days_later", 0) * _DAY,
        opponent=f"{_(told['opponent'])} {team.number}",
        starts_at=datetime.time.fromisoformat(told["starts_at"]),
        is_home=told.get("is_home", False),
        note=_("We leave together from the club at {time}.").format(time=leaves) if leaves else "",
    )
    return fixtures.add_fixture(team, settings, actor=director)


def _done_by_now(
    match: TeamMatch, tonight: datetime.date, director: User
) -> Iterator[tuple[datetime.datetime, Callable[[], object]]]:
    """What was done about a match, each with its moment."""
    fixture, told = match.fixture, match.told
    asked = _moment(match, min(fixture.date, tonight) - _ASKED)
    if "asked" in told:
        yield asked, partial(_ask, match)
    for place, (key, said, *arrives_at) in enumerate(told.get("answers", ()), 1):
        answer = partial(_answer, match, key, SquadAnswer(said), *map(datetime.time.fromisoformat, arrives_at))
        yield asked + place * _ONE_AFTER_THE_OTHER, partial(answer, director=director)
    if "line_up" in told:
        yield _moment(match, fixture.date - _SHOWN), partial(_publish, match)
    if fixture.date < tonight:
        yield _moment(match, fixture.date, _AT_NIGHT), partial(_enter_results, match, director)


def _moment(match: TeamMatch, date: datetime.date, time: datetime.time = _EVENING) -> datetime.datetime:
    """Or now, if that is earlier."""
    zone = zoneinfo.ZoneInfo(match.fixture.team.league.club.time_zone)
    return min(datetime.datetime.combine(date, time, zone), clock.now())


def _ask(match: TeamMatch) -> None:
    people = [match.members[key] for key in match.told["asked"]]
    answers.ask(match.fixture, people, actor=None, by_card=match.fixture.team.captain_id)


def _answer(
    match: TeamMatch, key: int, said: SquadAnswer, arrives_at: datetime.time | None = None, *, director: User
) -> None:
    """By card; who cannot has called."""
    player, is_card = match.members[key], said is not SquadAnswer.AWAY
    answers.answer(
        match.fixture,
        player,
        said,
        arrives_at=arrives_at,
        said_by=RespondedBy.CARD if is_card else RespondedBy.TELEPHONE,
        actor=None if is_card else director,
        by_card=player.pk if is_card else None,
        seen=answers_for([match.fixture], [player.pk])[match.fixture.pk, player.pk].version,
    )


def _line_up(match: TeamMatch) -> Sequence[int]:
    return [match.members[key].pk for key in match.told["line_up"]]


def _publish(match: TeamMatch) -> None:
    """By the captain's card. No rule of the league speaks against it."""
    fixture = match.fixture
    line_ups.publish(
        fixture,
        _line_up(match),
        seen=line_ups.version_of(fixture),
        actor=None,
        by_card=fixture.team.captain_id,
    )
    fixture.refresh_from_db(fields=["published_at"])


def _enter_results(match: TeamMatch, director: User) -> None:
    boards = [
        TypedBoard(board=board, result=result, opponent=opponent, opponent_rating=rating)
        for board, (result, opponent, rating) in enumerate(match.told.get("results", ()), 1)
    ]
    fixture_results.enter_results(
        match.fixture,
        boards,
        score=tuple(match.told["halves"]) if "halves" in match.told else None,
        seen=fixture_results.version_of(match.fixture),
        actor=director,
    )
