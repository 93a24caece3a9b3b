"""The matches to come of somebody who holds a card: whether they can play, and on which board they sit."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from tournaments.models import (
    AwayPeriod,
    Fixture,
    FixtureAnswer,
    FixturePlace,
    InboxItem,
    InboxSubject,
    OutsideTeam,
    Player,
    RespondedBy,
    SquadPlace,
    UsualAnswer,
)
from tournaments.pages.calendar.availability import LATER_BY
from tournaments.pages.calendar.dates import date_in_words
from tournaments.pages.teams.fixture_words import OWN_WORDS, fixture_in_words, seat_in_words
from tournaments.pairing.teams.types import SquadAnswer
from tournaments.selectors.outside_teams import KnownAnswer, answers_for, home_colours_of


@dataclass(frozen=True, kw_only=True, slots=True)
class FixtureOption:
    """A button, and what it sends."""

    said: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class LineUpSeat:
    """A board of the line-up; `name` is empty where nobody sits there."""

    words: str
    name: str
    is_own: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnFixture:
    """`stands`: what holds, and since when. `seat`: their board, or that they do not play; empty before the line-up is
    published. Without `options` there is nothing to say."""

    is_fixture: ClassVar[bool] = True
    entries: ClassVar[tuple[int, ...]] = ()
    """It is of no tournament."""

    fixture: int
    iso: str
    words: str
    called: str
    starts_at: str
    note: str
    seen: str
    said: str
    stands: str
    state: str
    options: tuple[FixtureOption, ...]
    arrives_at: str
    can_take_back: bool
    seat: str
    line_up: tuple[LineUpSeat, ...]

    @property
    def is_away(self) -> bool:
        return self.said == SquadAnswer.AWAY

    @property
    def plays(self) -> bool:
        return any(each.is_own for each in self.line_up)


@dataclass(frozen=True, kw_only=True, slots=True)
class UsualChoice:
    value: str
    words: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnUsualAnswer:
    """What holds in a league of each match of which they have said nothing."""

    key: int
    league: str
    choices: tuple[UsualChoice, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class CaptainedTeam:
    """`absences`: who stands in a line-up that is published and cannot play after all, in sentences."""

    name: str
    url: str
    absences: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class FixtureRows:
    """All that is read of some players' matches. By the player's key `fixtures`, by date, `places` on leagues' lists,
    `captained` teams; by the fixture's key its `line_up`, once it is published."""

    fixtures: Mapping[int, Sequence[Fixture]] = field(default_factory=dict)
    places: Mapping[int, Sequence[SquadPlace]] = field(default_factory=dict)
    captained: Mapping[int, Sequence[OutsideTeam]] = field(default_factory=dict)
    known: Mapping[tuple[int, int], KnownAnswer] = field(default_factory=dict)
    line_ups: Mapping[int, Sequence[FixturePlace]] = field(default_factory=dict)
    absences: Mapping[int, Sequence[InboxItem]] = field(default_factory=dict)
    """By the key of a captained team, who cannot play after all."""
    away: Mapping[int, Sequence[AwayPeriod]] = field(default_factory=dict)
    """Times away from all that the club plays, of those on a list."""

    def keeps_free(self, player: Player, fixture: Fixture) -> bool:
        """Whether it is a date of theirs: not once they say that they cannot play, or others do."""
        if fixture.pk in self.line_ups:
            return any(seat.player_id == player.pk for seat in self.line_ups[fixture.pk])
        return self.known[fixture.pk, player.pk].said is not SquadAnswer.AWAY

    def seat_of(self, player: Player, fixture: Fixture) -> str:
        """Empty where they sit on no board, or none is published."""
        return next((each.words for each in _line_up(player, fixture, self) if each.is_own), "")


def fixture_rows_of(players: Sequence[Player], since: datetime.date) -> FixtureRows:
    """Of one club. One question where it has no teams; with teams as many for a season of twenty matches as for one."""
    keys = [each.pk for each in players]
    found = OutsideTeam.objects.filter(league__club=players[0].club_id, league__season__is_open=True)
    teams = list(found.order_by("league__name", "league", "number"))
    captained: dict[int, list[OutsideTeam]] = defaultdict(list)
    for team in teams:
        if team.captain_id in keys:
            captained[team.captain_id].append(team)
    if not teams:
        return FixtureRows()
    absences = _absences([team.pk for own in captained.values() for team in own], players[0].club_id, since)
    places: dict[int, list[SquadPlace]] = defaultdict(list)
    listed = SquadPlace.objects.filter(player__in=keys, league__in={team.league_id for team in teams})
    for place in listed.select_related("league").order_by("league__name", "league"):
        places[place.player_id].append(place)
    if not places:
        return FixtureRows(captained=captained, absences=absences)
    fixtures = _fixtures(keys, {each.team_id for own in places.values() for each in own}, since)
    known = answers_for(fixtures, keys) if fixtures else {}
    line_ups: dict[int, list[FixturePlace]] = defaultdict(list)
    published = [each for each in fixtures if each.published_at is not None]
    for seat in FixturePlace.objects.filter(fixture__in=published).select_related("player").order_by("board"):
        line_ups[seat.fixture_id].append(seat)
    away: dict[int, list[AwayPeriod]] = defaultdict(list)
    for period in AwayPeriod.objects.filter(player__in=places, tournament=None, last_day__gte=since).order_by(
        "first_day", "pk"
    ):
        away[period.player_id].append(period)
    return FixtureRows(
        away=away,
        fixtures={key: [each for each in fixtures if _is_theirs(each, key, places, known, line_ups)] for key in keys},
        places=places,
        captained=captained,
        absences=absences,
        known=known,
        line_ups=line_ups,
    )


def _absences(teams: Sequence[int], club: int, since: datetime.date) -> Mapping[int, Sequence[InboxItem]]:
    """Of matches to come. What waits for a director waits for the captain, too; asked of captains alone."""
    found: dict[int, list[InboxItem]] = defaultdict(list)
    if not teams:
        return found
    waiting = InboxItem.objects.filter(club=club, asked=InboxSubject.LINE_UP, answer="").select_related("player")
    items = list(waiting.order_by("asked_at"))
    coming = Fixture.objects.filter(team__in=teams, date__gte=since, pk__in=[each.facts["fixture"] for each in items])
    team_of = dict(coming.values_list("pk", "team"))
    for item in items:
        if item.facts["fixture"] in team_of:
            found[team_of[item.facts["fixture"]]].append(item)
    return found


def _fixtures(keys: Sequence[int], teams: set[int | None], since: datetime.date) -> list[Fixture]:
    said = FixtureAnswer.objects.filter(fixture=OuterRef("pk"), player__in=keys)
    sits = FixturePlace.objects.filter(fixture=OuterRef("pk"), player__in=keys)
    theirs = Q(team__in=teams - {None}) | Exists(said) | Q(published_at__isnull=False) & Exists(sits)
    found = Fixture.objects.filter(theirs, date__gte=since, team__league__season__is_open=True)
    return list(found.select_related("team__league__season").order_by("date", "starts_at", "pk"))


def _is_theirs(
    fixture: Fixture,
    player: int,
    places: Mapping[int, Sequence[SquadPlace]],
    known: Mapping[tuple[int, int], KnownAnswer],
    line_ups: Mapping[int, Sequence[FixturePlace]],
) -> bool:
    """Of their team, or they were asked for it, or they sit in its line-up."""
    return (
        any(place.team_id == fixture.team_id for place in places.get(player, ()))
        or known[fixture.pk, player].row is not None
        or any(seat.player_id == player for seat in line_ups.get(fixture.pk, ()))
    )


def fixtures_for(player: Player, rows: FixtureRows) -> tuple[OwnFixture, ...]:
    return tuple(_fixture(player, fixture, rows) for fixture in rows.fixtures.get(player.pk, ()))


def _fixture(player: Player, fixture: Fixture, rows: FixtureRows) -> OwnFixture:
    known = rows.known[fixture.pk, player.pk]
    may_say = any(place.league_id == fixture.team.league_id for place in rows.places.get(player.pk, ()))
    line_up = _line_up(player, fixture, rows)
    seat = next((each.words for each in line_up if each.is_own), _("You do not play") if line_up else "")
    return OwnFixture(
        fixture=fixture.pk,
        iso=fixture.date.isoformat(),
        words=date_in_words(fixture.date),
        called=fixture_in_words(fixture),
        starts_at=time_format(fixture.starts_at, "H:i") if fixture.starts_at else "",
        note=fixture.note,
        seen=known.version,
        said=str(known.said or ""),
        stands=_stands(known),
        state=seat or _state(known),
        options=tuple(
            FixtureOption(said=str(said), label=str(words), is_chosen=known.said is said)
            for said, words in OWN_WORDS.items()
        )
        if may_say
        else (),
        arrives_at=_arrives_at(fixture, known),
        can_take_back=may_say and known.version != "-",
        seat=seat,
        line_up=line_up,
    )


def _line_up(player: Player, fixture: Fixture, rows: FixtureRows) -> tuple[LineUpSeat, ...]:
    seats = rows.line_ups.get(fixture.pk, ())
    colours = home_colours_of(fixture.team) if seats else None
    return tuple(
        LineUpSeat(
            words=seat_in_words(seat.board, colours.of(seat.board, is_home=fixture.is_home) if colours else None),
            name=seat.player.full_name if seat.player is not None else "",
            is_own=seat.player_id == player.pk,
        )
        for seat in seats
    )


def _stands(known: KnownAnswer) -> str:
    if known.is_away:
        return _("You are away for a while.")
    if known.row is not None and known.row.said:
        at = timezone.localtime(known.row.said_at)
        when = _("{date}, {time}").format(date=date_in_words(at.date()), time=time_format(at, "H:i"))
        if known.row.said_by != RespondedBy.CARD:
            return _("Written down for you: {when}.").format(when=when)
        return _("You said so: {when}.").format(when=when)
    if known.is_usual:
        return _("You have not answered: your usual answer counts.")
    if known.row is not None:
        return _("The captain asks whether you can play.")
    return _("You have not answered.")


def _state(known: KnownAnswer) -> str:
    """In a few words, on a line."""
    match known.said:
        case SquadAnswer.COMING:
            return _("You can play")
        case SquadAnswer.LATER:
            return _("You can play, but come later")
        case SquadAnswer.IF_NEEDED:
            return _("You play if needed")
        case SquadAnswer.AWAY:
            return _("You cannot play")
        case None:
            return _("Not answered yet")


def _arrives_at(fixture: Fixture, known: KnownAnswer) -> str:
    """As they said; else a while after it begins."""
    said = known.row.arrives_at if known.row is not None else None
    if said is None and fixture.starts_at is not None:
        said = (datetime.datetime.combine(fixture.date, fixture.starts_at) + LATER_BY).time()
    return f"{said:%H:%M}" if said is not None else ""


def usual_answers_of(player: Player, rows: FixtureRows) -> tuple[OwnUsualAnswer, ...]:
    return tuple(
        OwnUsualAnswer(
            key=place.league_id,
            league=place.league.name,
            choices=tuple(
                UsualChoice(value=each.value or "none", words=str(each.label), is_chosen=each == place.usual_answer)
                for each in UsualAnswer
            ),
        )
        for place in rows.places.get(player.pk, ())
    )


def captained_teams(player: Player, rows: FixtureRows) -> tuple[CaptainedTeam, ...]:
    return tuple(
        CaptainedTeam(
            name=team.name,
            url=reverse("captain_team", args=[player.club.slug, player.public_key, team.pk]),
            absences=tuple(_absence(each) for each in rows.absences.get(team.pk, ())),
        )
        for team in rows.captained.get(player.pk, ())
    )


def _absence(item: InboxItem) -> str:
    date = date_in_words(datetime.date.fromisoformat(item.facts["date"]))
    text = _("{player} cannot play after all: {match}, {date}.")
    if not item.facts["said"]:
        text = _("{player} has cancelled their answer: {match}, {date}.")
    return text.format(
        player=item.player.full_name if item.player else _("a player"), match=item.facts["match"], date=date
    )
