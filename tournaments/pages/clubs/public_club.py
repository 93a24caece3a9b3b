"""The club as the public sees it: what is on, what comes next, each tournament of the season, and who won before."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournaments.models import UNPUBLISHED_STATES, Club, Event, Round, RoundState, Season, Tournament
from tournaments.pages.calendar.dates import RoundDate, date_in_words, dates_page
from tournaments.pages.clubs.past_seasons import seasons_of
from tournaments.pages.clubs.roll_of_honour import Honour, honour_of
from tournaments.pages.common.branding import ClubIdentity, club_identity
from tournaments.pages.common.display_names import Audience
from tournaments.pages.events.series_links import SeriesTile, series_tiles
from tournaments.pages.standings.published_tournament import PublishedTournament, published_tournament
from tournaments.pages.standings.standings import StandingsRow, standings_of
from tournaments.pages.teams.public_teams import TeamTile, team_tiles
from tournaments.pairing.discovery import SYSTEMS
from tournaments.selectors.evenings import STILL_PLAYING
from tournaments.selectors.start_times import hour_of


@dataclass(frozen=True, kw_only=True, slots=True)
class PublicTonight:
    """A tournament with a round going on. Until it `is_playing` people check in, and more is not public.

    Of the round's games so many are still going, none of those postponed; `url` leads to the round once it is
    published, `board_url` to one's own board.
    """

    tournament: str
    slug: str
    url: str
    board_url: str
    hall_url: str
    message: str
    round_number: int
    is_playing: bool
    games: int
    open_games: int

    @property
    def games_over(self) -> int:
        return self.games - self.open_games


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubNextRound:
    """One of the next evening's."""

    tournament: str
    url: str
    rounds: str
    hour: str
    """Empty where nobody has said."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubNextEvening:
    """The soonest day with rounds, while nothing is on."""

    day: str
    rounds: tuple[ClubNextRound, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentLeader:
    """As the standings have them."""

    name: str
    url: str
    points: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentTile:
    """`state` and `next` in words. `leaders` share the first place after the last round of which all games are played;
    empty before the first.

    `is_over`: no round will follow, so that who leads has won.
    """

    name: str
    slug: str
    url: str
    table_url: str
    """Empty before the first round."""
    system: str
    players: int
    state: str
    next: str
    is_over: bool
    leaders: tuple[TournamentLeader, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class EventTile:
    """An event of several groups: one card, a line for each group, the highest first."""

    name: str
    url: str
    players: int
    groups: tuple[TournamentTile, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeasonTiles:
    name: str
    url: str
    is_open: bool
    starts_on: datetime.date
    ends_on: datetime.date
    events: tuple[EventTile, ...]
    tournaments: tuple[TournamentTile, ...]
    """Those that are no groups of an event."""
    series: tuple[SeriesTile, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PublicClubPage:
    """The open seasons; while there is none, the latest. `archive_url` leads to all, empty where that is no more.

    Of `tonight` the first is shown large. `calendar_url` is empty while no round has a date.
    """

    identity: ClubIdentity
    tonight: tuple[PublicTonight, ...]
    next_evening: ClubNextEvening | None
    calendar_url: str
    seasons: tuple[SeasonTiles, ...]
    honour: Honour | None
    archive_url: str
    teams: tuple[TeamTile, ...] = ()
    """In leagues outside, of the open seasons."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Dated:
    """A tournament's next evening that has not begun."""

    tournament: Tournament
    date: RoundDate
    hour: datetime.time | None


def public_club_page(club: Club) -> PublicClubPage:
    seasons = list(seasons_of(club))
    current = [season for season in seasons if season.is_open] or seasons[:1]
    tournaments = _tournaments(current)
    tonight = _tonight(club)
    series = series_tiles(club, current)
    dated = {each.pk: found for each in tournaments if (found := _next_of(each)) is not None}
    return PublicClubPage(
        identity=club_identity(club),
        tonight=tonight,
        next_evening=None if tonight else _next_evening(dated.values()),
        calendar_url=reverse("public_club_calendar", args=[club.slug]) if dated else "",
        seasons=tuple(
            SeasonTiles(
                name=season.name,
                url=reverse("public_season", args=[club.slug, season.pk]),
                is_open=season.is_open,
                starts_on=season.starts_on,
                ends_on=season.ends_on,
                events=_event_cards(
                    [each for each in tournaments if each.season_id == season.pk and each.event is not None],
                    dated,
                ),
                tournaments=_cards(
                    [each for each in tournaments if each.season_id == season.pk and each.event is None], dated
                ),
                series=series.get(season.pk, ()),
            )
            for season in current
        ),
        honour=honour_of(club, [season for season in seasons if not season.is_open and season not in current]),
        archive_url=reverse("public_seasons", args=[club.slug]) if len(seasons) > len(current) else "",
        teams=team_tiles(club),
    )


def _tournaments(seasons: Sequence[Season]) -> list[Tournament]:
    return list(
        Tournament.objects.filter(season__in=seasons, trashed_at=None, play_off_of=None)
        .select_related("club", "season", "event")
        .prefetch_related("rounds")
        .order_by("pk")
    )


# Tonight


def _tonight(club: Club) -> tuple[PublicTonight, ...]:
    """Check-in and games still going; a round whose results are all in is over, though nobody has said so.

    Where the director has said that the evening is over, games still open do not make it go on. Those that play come
    first, the largest before the others.
    """
    going_on = (
        Round.objects.filter(tournament__club=club, tournament__trashed_at=None, tournament__season__is_open=True)
        .filter(over_at=None)
        .filter(Q(date=None) | Q(date__lte=timezone.localdate()))
        .annotate(boards=Count("games"), open_games=Count("games", filter=STILL_PLAYING))
        .filter(Q(state__in=UNPUBLISHED_STATES) | Q(state=RoundState.PUBLISHED, open_games__gt=0))
        .select_related("tournament")
    )
    found = sorted(
        going_on,
        key=lambda each: (
            each.state != RoundState.PUBLISHED,
            -each.boards if each.state == RoundState.PUBLISHED else 0,
            each.tournament_id,
            each.number,
        ),
    )
    return tuple(_on(club, each, each.boards, each.open_games) for each in found)


def _on(club: Club, found: Round, games: int, open_games: int) -> PublicTonight:
    """Of a draft nothing, not even how many boards it has."""
    tournament = found.tournament
    is_playing = found.state == RoundState.PUBLISHED
    url = _address(club, tournament, found.number if is_playing else None)
    return PublicTonight(
        tournament=tournament.name,
        slug=tournament.slug,
        url=url,
        board_url=reverse("public_own_board", args=[club.slug, tournament.slug]),
        hall_url=reverse("public_hall", args=[club.slug, tournament.slug]) if is_playing else "",
        message=tournament.message,
        round_number=found.number,
        is_playing=is_playing,
        games=games if is_playing else 0,
        open_games=open_games if is_playing else 0,
    )


# Next


def _next_of(tournament: Tournament) -> _Dated | None:
    """A date that has passed without its round is not told any more."""
    if not tournament.season.is_open or not tournament.round_dates:
        return None
    today = timezone.localdate()
    dates = dates_page(tournament, _rounds(tournament))
    coming = next((each for each in dates.to_come if each.date >= today), None)
    if coming is None:
        return None
    return _Dated(tournament=tournament, date=coming, hour=hour_of(tournament, coming.date))


def _next_evening(dated: Iterable[_Dated]) -> ClubNextEvening | None:
    found = sorted(dated, key=lambda each: (each.date.date, each.hour or datetime.time.min, each.tournament.pk))
    if not found:
        return None
    soonest = found[0].date.date
    return ClubNextEvening(
        day=date_in_words(soonest),
        rounds=tuple(
            ClubNextRound(
                tournament=each.tournament.name,
                url=_address(each.tournament.club, each.tournament, None),
                rounds=each.date.to_play,
                hour=_hour(each.hour),
            )
            for each in found
            if each.date.date == soonest
        ),
    )


def _when(dated: _Dated) -> str:
    day = date_in_words(dated.date.date)
    return _("{day}, {time}").format(day=day, time=_hour(dated.hour)) if dated.hour is not None else day


def _hour(hour: datetime.time | None) -> str:
    return time_format(hour, "H:i") if hour is not None else ""


# Tournaments


def _cards(tournaments: Iterable[Tournament], dated: Mapping[int, _Dated]) -> tuple[TournamentTile, ...]:
    """Those that are played, those that have not begun, those that are over; of each the largest first."""
    cards = [(each.pk, _card(each, dated.get(each.pk))) for each in tournaments]
    ordered = sorted(cards, key=lambda each: (each[1].is_over, not each[1].table_url, -each[1].players, each[0]))
    return tuple(card for _pk, card in ordered)


def _event_cards(groups: Iterable[Tournament], dated: Mapping[int, _Dated]) -> tuple[EventTile, ...]:
    """The latest first."""
    by_event: dict[Event, list[Tournament]] = {}
    for each in groups:
        if each.event is not None:
            by_event.setdefault(each.event, []).append(each)
    found = []
    for event, members in sorted(by_event.items(), key=lambda each: -each[0].pk):
        ordered = sorted(members, key=lambda each: each.group or 0)
        cards = tuple(_card(each, dated.get(each.pk)) for each in ordered)
        url = reverse("public_event", args=[members[0].club.slug, event.pk])
        players = sum(card.players for card in cards)
        found.append(EventTile(name=event.name, url=url, players=players, groups=cards))
    return tuple(found)


def _card(tournament: Tournament, dated: _Dated | None) -> TournamentTile:
    published = published_tournament(tournament, Audience.PUBLIC)
    rounds = _rounds(tournament)
    newest, after, planned = published.newest, published.after_round, tournament.planned_rounds
    is_over = not tournament.season.is_open or (planned is not None and after >= planned and len(rounds) <= after)
    total = planned or _last_dated(tournament, rounds)
    system = SYSTEMS.get(tournament.system)
    return TournamentTile(
        name=tournament.name,
        slug=tournament.slug,
        url=_address(tournament.club, tournament, None),
        table_url=published.standings_url() if newest else "",
        system=_(system.info.name) if system else tournament.system,
        players=len(published.state.context.entries),
        state=_state(rounds, newest, after, total, is_over=is_over),
        next=_when(dated) if dated and not is_over else "",
        is_over=is_over,
        leaders=tuple(_leader(row) for row in _top(published)),
    )


def _last_dated(tournament: Tournament, rounds: Sequence[Round]) -> int | None:
    """As many rounds as the dates tell of, where nothing else says it. The day of the newest round alone plans none."""
    last = max((each.last for each in dates_page(tournament, rounds).rounds), default=0)
    return last if last > len(rounds) else None


def _rounds(tournament: Tournament) -> list[Round]:
    """As prefetched."""
    return sorted(tournament.rounds.all(), key=lambda each: each.number)


def _top(published: PublishedTournament) -> tuple[StandingsRow, ...]:
    """Whoever is first. As the standings say it: kept as they are."""
    if published.after_round < 1:
        return ()

    def rows() -> tuple[StandingsRow, ...]:
        return tuple(row for row in standings_of(published).rows if row.rank == 1)

    found: tuple[StandingsRow, ...] = published.state.rows.get(("top of the club's page", get_language()), rows)
    return found


def _leader(row: StandingsRow) -> TournamentLeader:
    return TournamentLeader(name=row.name, url=row.url, points=row.first_number.text if row.first_number else "")


def _state(rounds: Sequence[Round], newest: int, after: int, planned: int | None, *, is_over: bool) -> str:
    if is_over:
        return ngettext("{count} round", "{count} rounds", newest).format(count=newest) if newest else _("Not begun")
    if len(rounds) > newest:
        number = rounds[-1].number
        return _("Checking in for round {number}").format(number=number)
    if not newest:
        return _("Not begun")
    if newest > after:
        return (
            _("Round {number} of {planned} in play").format(number=newest, planned=planned)
            if planned
            else _("Round {number} in play").format(number=newest)
        )
    return (
        _("{number} of {planned} rounds played").format(number=newest, planned=planned)
        if planned
        else ngettext("{number} round played", "{number} rounds played", newest).format(number=newest)
    )


def _address(club: Club, tournament: Tournament, round_number: int | None) -> str:
    if round_number is None:
        return reverse("public_tournament", args=[club.slug, tournament.slug])
    return reverse("public_round", args=[club.slug, tournament.slug, round_number])
