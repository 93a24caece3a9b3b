"""The form of a match to print: boards with our people, room for the others, and two signatures."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _

from tournaments.models import Fixture, Player, SquadPlace
from tournaments.pages.common.dates_in_words import with_weekday
from tournaments.selectors.outside_teams import line_up_of, readable_rules


@dataclass(frozen=True, kw_only=True, slots=True)
class FormBoard:
    """`colour`: ours. `name` in full, empty where nobody sits; `rating`: that of the league's list."""

    number: int
    colour: str
    name: str
    rating: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchFormPage:
    """`is_draft`: the line-up is not published yet."""

    title: str
    version: str
    league: str
    division: str
    season: str
    round: int
    when: str
    place: str
    home: str
    guests: str
    is_home: bool
    own: str
    opponent: str
    boards: tuple[FormBoard, ...]
    is_draft: bool


def match_form_page(fixture: Fixture, *, at: datetime.datetime) -> MatchFormPage:
    """`fixture` with team, league, season and club. The line-up as published, else as drafted, else empty boards."""
    team, league = fixture.team, fixture.team.league
    rules = readable_rules(team)
    is_draft = fixture.published_at is None and bool(fixture.draft)
    line_up = tuple(fixture.draft or ()) if fixture.published_at is None else line_up_of(fixture)
    people = Player.with_merged.in_bulk([key for key in line_up if key is not None])
    listed = SquadPlace.objects.filter(league=league, player__in=people)
    ratings = dict(listed.values_list("player", "rating"))
    seated = dict(enumerate(line_up, 1))
    boards = range(1, max(team.boards, len(line_up)) + 1)
    home, guests = (team.name, fixture.opponent) if fixture.is_home else (fixture.opponent, team.name)
    hour = time_format(fixture.starts_at, "H:i") if fixture.starts_at else ""
    day = with_weekday(fixture.date)
    return MatchFormPage(
        title=_("Match form"),
        version=_("{club} · {team} · printed {day} {time}").format(
            club=league.club, team=team.name, day=date_format(at), time=time_format(at, "H:i")
        ),
        league=league.name,
        division=team.division,
        season=league.season.name,
        round=fixture.round,
        when=_("{day}, {time}").format(day=day, time=hour) if hour else day,
        place=fixture.place or (league.club.place if fixture.is_home else ""),
        home=home,
        guests=guests,
        is_home=fixture.is_home,
        own=team.name,
        opponent=fixture.opponent,
        boards=tuple(
            FormBoard(
                number=number,
                colour=rules.home_odd.of(number, is_home=fixture.is_home).value if rules else "",
                name=people[key].full_name if (key := seated.get(number)) in people else "",
                rating=ratings.get(key) if key is not None else None,
            )
            for number in boards
        ),
        is_draft=is_draft,
    )
