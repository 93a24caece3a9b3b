"""The club's staff home: what is on tonight, the seasons with their tournaments, who plays and who works here."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import (
    HERE,
    PUBLIC_STATES,
    Action,
    Attendance,
    Club,
    Directorship,
    Game,
    Round,
    RoundState,
    Season,
    Tournament,
    User,
)
from tournaments.models import Season as SeasonRow
from tournaments.models import Tournament as TournamentRow
from tournaments.pages.accounts.staff import admins_of
from tournaments.pages.activity.activity_log import ActivityPage, club_activity
from tournaments.pages.common.meeting_times import evening_in_words
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.snapshot import Result
from tournaments.permissions import works_everywhere
from tournaments.selectors.evenings import unfinished_rounds
from tournaments.selectors.snapshots import is_played_out

_DONE_LAST = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubTonight:
    name: str
    slug: str
    round: int
    state: str
    detail: str
    works_there: bool
    """Directs it or helps in it: its evening is open to whoever looks."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StaffTournament:
    name: str
    slug: str
    system: str
    rounds: str
    players: int
    works_there: bool
    has_table: bool
    event: int | None
    group: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class SeasonEvent:
    """The groups of an event, the highest first."""

    key: int
    name: str
    groups: tuple[StaffTournament, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeasonSeries:
    key: int
    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class StaffSeason:
    key: int
    name: str
    starts_on: datetime.date
    ends_on: datetime.date
    tournaments: tuple[StaffTournament, ...]
    """All of them."""
    events: tuple[SeasonEvent, ...]
    series: tuple[SeasonSeries, ...]
    is_over: bool
    """Closed, or past its last day: time for the next one."""

    @property
    def single(self) -> tuple[StaffTournament, ...]:
        """Those that are no groups of an event."""
        return tuple(each for each in self.tournaments if each.event is None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Trashed:
    key: int
    name: str
    trashed_at: datetime.datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class FirstSteps:
    """What a club has before its first tournament; the season may also be made with it."""

    players: int
    season: str

    @property
    def next(self) -> str:
        return "tournament" if self.players else "players"


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubHomePage:
    club: str
    slug: str
    evening: str
    """When and where the club meets; may be empty."""
    administers: bool
    directs: bool
    """May set up tournaments and keep the list of players."""
    tonight: tuple[ClubTonight, ...]
    open_seasons: tuple[StaffSeason, ...]
    closed_seasons: tuple[StaffSeason, ...]
    trash: tuple[Trashed, ...]
    """What whoever looks may put back."""
    active_players: int
    members: int
    done: ActivityPage | None
    """What was done last for the club itself; None for those who may not see it."""
    whom_to_ask: str
    """The admins, where whoever looks works in none of the tournaments; empty otherwise."""

    @property
    def first_steps(self) -> FirstSteps | None:
        """Until the club has its first tournament, be it in the trash by now."""
        if not self.directs or self.closed_seasons or self.trash or any(each.tournaments for each in self.open_seasons):
            return None
        season = next((each.name for each in self.open_seasons), "")
        return FirstSteps(players=self.active_players, season=season)

    @property
    def to_go_on_from(self) -> StaffSeason | None:
        """The season closed last, while none is open: the next one is opened from it."""
        latest = self.closed_seasons[0] if self.closed_seasons and not self.open_seasons else None
        return latest if latest is not None and latest.tournaments else None


def club_home_page(
    club: Club, user: User, *, administers: bool, directs: bool, may_undo: Callable[[Action], bool]
) -> ClubHomePage:
    named_for = set(
        Directorship.objects.filter(user=user, tournament__club=club).values_list("tournament_id", flat=True)
    )
    tournaments = list(
        TournamentRow.objects.filter(club=club, trashed_at=None)
        .select_related("event")
        .annotate(
            player_count=Count("entries", distinct=True),
            rounds_played=Subquery(
                Round.objects.filter(tournament=OuterRef("pk"), state__in=PUBLIC_STATES)
                .order_by("-number")
                .values("number")[:1]
            ),
        )
        .order_by("-id")
    )
    everywhere = works_everywhere(user, club)
    rows = {row.pk: _tournament(row, everywhere or row.pk in named_for) for row in tournaments}
    by_season: dict[int, list[StaffTournament]] = {}
    for row in tournaments:
        by_season.setdefault(row.season_id, []).append(rows[row.pk])
    events = {row.event_id: row.event.name for row in tournaments if row.event is not None}
    series: dict[int, list[SeasonSeries]] = {}
    for key, name, season_key in club.series.order_by("pk").values_list("pk", "name", "season"):
        series.setdefault(season_key, []).append(SeasonSeries(key=key, name=name))
    seasons = [
        (season.is_open, _season(season, by_season.get(season.pk, []), events, series.get(season.pk, [])))
        for season in club.seasons.order_by("-starts_on", "-id")
    ]
    return ClubHomePage(
        club=club.name,
        slug=club.slug,
        evening=evening_in_words(club),
        administers=administers,
        directs=directs,
        tonight=_tonight(club, rows),
        open_seasons=tuple(season for is_open, season in seasons if is_open),
        closed_seasons=tuple(season for is_open, season in seasons if not is_open),
        trash=_trash(club, None if everywhere else named_for) if directs else (),
        active_players=club.players.filter(is_active=True).count(),
        members=club.memberships.count(),
        done=club_activity(club, may_undo=may_undo, length=_DONE_LAST) if directs else None,
        whom_to_ask="" if everywhere or any(row.works_there for row in rows.values()) else admins_of(club),
    )


def _tonight(club: Club, rows: dict[int, StaffTournament]) -> tuple[ClubTonight, ...]:
    """The newest round of each tournament until its evening, or all of it, is over: the next is opened from it, too."""
    newest: dict[int, Round] = {}
    rounds = Round.objects.filter(tournament__club=club, tournament__season__is_open=True, tournament__trashed_at=None)
    for row in rounds.select_related("tournament").order_by("number"):
        newest[row.tournament_id] = row
    keys = [row.pk for row in newest.values()]
    here = _counted(Attendance.objects.filter(round__in=keys, presence__in=HERE).values_list("round_id"))
    open_games = _counted(Game.objects.filter(round__in=keys, result=Result.OPEN.value).values_list("round_id"))
    found = []
    for row in sorted(newest.values(), key=lambda each: each.tournament.name.casefold()):
        is_over = row.is_public and not open_games.get(row.pk)
        if row.over_at is not None or (is_over and is_played_out(row.tournament, after=row.number)):
            continue
        found.append(
            ClubTonight(
                name=row.tournament.name,
                slug=row.tournament.slug,
                round=row.number,
                state=_("All results are in") if is_over else str(RoundState(row.state).tonight),
                detail=_detail(row, here.get(row.pk, 0), open_games.get(row.pk, 0)),
                works_there=rows[row.tournament_id].works_there,
            )
        )
    return tuple(found)


def _trash(club: Club, among: Collection[int] | None) -> tuple[Trashed, ...]:
    """What was put away last comes first. None: all of it."""
    rows = TournamentRow.objects.filter(club=club, trashed_at__isnull=False).order_by("-trashed_at")
    if among is not None:
        rows = rows.filter(pk__in=among)
    return tuple(
        Trashed(key=row.pk, name=row.name, trashed_at=row.trashed_at) for row in rows if row.trashed_at is not None
    )


def _counted(rows: Any) -> dict[int, int]:
    return dict(rows.annotate(how_many=Count("pk")))


def _detail(row: Round, here: int, open_games: int) -> str:
    if not row.is_public:
        return _("{count} here").format(count=here)
    text = ngettext("{count} game without a result", "{count} games without a result", open_games)
    return text.format(count=open_games) if open_games else ""


def _tournament(row: Any, works_there: bool) -> StaffTournament:
    played = row.rounds_played or 0
    system = SYSTEMS.get(row.system)
    return StaffTournament(
        name=row.name,
        slug=row.slug,
        system=_(system.info.name) if system else row.system,
        rounds=_("{played} of {planned} rounds").format(played=played, planned=row.planned_rounds)
        if row.planned_rounds
        else _("Rounds played: {played}").format(played=played),
        players=row.player_count,
        works_there=works_there,
        has_table=played > 0,
        event=row.event_id,
        group=row.group,
    )


def _season(
    row: SeasonRow, tournaments: list[StaffTournament], events: Mapping[int | None, str], series: list[SeasonSeries]
) -> StaffSeason:
    groups: dict[int, list[StaffTournament]] = {}
    for each in tournaments:
        if each.event is not None:
            groups.setdefault(each.event, []).append(each)
    return StaffSeason(
        key=row.pk,
        name=row.name,
        starts_on=row.starts_on,
        ends_on=row.ends_on,
        tournaments=tuple(tournaments),
        events=tuple(
            SeasonEvent(key=key, name=events[key], groups=tuple(sorted(members, key=lambda each: each.group or 0)))
            for key, members in groups.items()
        ),
        series=tuple(series),
        is_over=not row.is_open or row.ends_on < timezone.localdate(),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class InTheWay:
    """A round that is not played to its end. `posts` where the verb is done with this one tap; else it leads there."""

    sentence: str
    verb: str
    url: str
    posts: bool
    revision: int


def in_the_way(season: Season) -> tuple[InTheWay, ...]:
    """By tournament's name, of those that are not in the trash. A plan on the wall is one line with all its rounds."""
    tournaments = Tournament.objects.filter(season=season)
    ahead = Round.with_ahead.filter(tournament__in=tournaments).ahead().order_by("number")
    last = dict(ahead.values_list("tournament", "number"))
    return tuple(_of(each, last.get(each.tournament_id)) for each in unfinished_rounds(tournaments))


def _of(found: Round, last: int | None) -> InTheWay:
    """`last`: the last of the rounds on the wall after it."""
    tournament = found.tournament
    sentence, verb, name = _ways()[RoundState(found.state)]
    args = [tournament.club.slug, tournament.slug, found.number]
    if found.is_public and last is not None:
        sentence = _("{tournament}: games of rounds {round} to {last} have no result.")
        verb, name, args = _("Games still to play"), "open_games", args[:2]
    return InTheWay(
        sentence=sentence.format(tournament=tournament.name, round=found.number, last=last),
        verb=verb,
        url=reverse(name, args=args),
        posts=not found.is_public,
        revision=found.revision,
    )


def _ways() -> dict[RoundState, tuple[str, str, str]]:
    """By the round's state: what is the matter, the verb, and its address."""
    waits = _("{tournament}: round {round} has games without a result.")
    return {
        RoundState.OPEN: (
            _("{tournament}: people are checking in for round {round}."),
            _("No round after all: close the check-in"),
            "call_off_round",
        ),
        RoundState.DRAFTED: (
            _("{tournament}: round {round} is paired but not published."),
            _("Throw the draft away: back to check-in"),
            "take_back_round",
        ),
        RoundState.PUBLISHED: (waits, _("Enter the results"), "evening_round"),
        RoundState.FINISHED: (waits, _("Enter the results"), "evening_round"),
    }
