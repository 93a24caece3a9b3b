"""A player in all of the club's tournaments, for the public: whoever is only a number to it is not followed."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format

from tournaments.models import PUBLIC_STATES, Club, Entry, Player, Round, ShownAs, Tournament, Withdrawal
from tournaments.pages.calendar.dates import dates_page
from tournaments.pages.common.charts.rank_chart import RankChart
from tournaments.pages.common.charts.season_calendar import CalendarRound, SeasonCalendar, season_calendar
from tournaments.pages.common.charts.squares import Square, spoken, square_of
from tournaments.pages.common.charts.win_draw_loss import OF_A_GAME, Score, score_of
from tournaments.pages.common.display_names import (
    Audience,
    display_names_across,
    is_number_only,
    knows_rating,
    knows_rating_of,
    name_of,
)
from tournaments.pages.common.links import entry_url
from tournaments.pages.common.ordinals import ordinal
from tournaments.pages.common.wording import points_text
from tournaments.pages.events.series_links import OwnSeries, series_of_player
from tournaments.pages.players.club_rating_links import OwnRating, own_ratings
from tournaments.pages.rounds.schedule import GamesToPlay, games_to_play
from tournaments.pages.standings.final_tables import final_tables
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pages.standings.rank_history import PlacesAfter, line_of, published_places
from tournaments.pages.standings.standings import is_shared
from tournaments.pages.standings.table_cache import tournament_state_of
from tournaments.pages.teams.team_games import TeamGames, team_games
from tournaments.pairing.history.record import MEETINGS, RoundEntry, RoundOutcome
from tournaments.pairing.types.snapshot import Colour
from tournaments.pairing.types.table import Row, Table
from tournaments.selectors.display_names import DisplayName
from tournaments.selectors.snapshots import rounds_of

_SEASONS = 2
"""So many, the latest, are drawn: this one and the one before."""
_LINES = 6
_LINE_FROM = 3
"""Places that make a line worth drawing."""
_MET = 8
_MEETINGS = 10
_LAST_GAMES = 8
_NEXT = 4
_HONOURS = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerRank:
    """Where somebody stands; `number` None for whoever takes no place. `after_round` None: it is over."""

    number: int | None
    is_shared: bool
    players: int
    after_round: int | None
    is_guest: bool = False

    @property
    def words(self) -> str:
        return ordinal(self.number) if self.number else ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Appearance:
    """In one tournament. `url` is empty before there is a card, `place` None before there is a table."""

    season: str
    tournament: str
    tournament_url: str
    url: str
    place: PlayerRank | None


@dataclass(frozen=True, kw_only=True, slots=True)
class OpponentMet:
    """Over all tournaments, the oldest meeting first; of many the latest are shown. `of` names the tournament of
    somebody who is a number in it, and no more than that is known."""

    name: DisplayName
    url: str
    of: str
    squares: tuple[Square, ...]
    said: str
    own: str
    theirs: str
    games: int


@dataclass(frozen=True, kw_only=True, slots=True)
class LastGame:
    square: Square
    colour: str
    name: DisplayName
    url: str
    rating: int | None
    tournament: str
    round_number: int
    round_url: str
    date: datetime.date | None


@dataclass(frozen=True, kw_only=True, slots=True)
class CareerLine:
    tournament: str
    season: str
    url: str
    line: RankChart


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerSeason:
    name: str
    calendar: SeasonCalendar


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerNextEvening:
    tournament: str
    url: str
    rounds: str
    date: datetime.date
    words: str
    time: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PublicPlayerPage:
    """`appearances`: the latest first. `now`: the tournaments that are going on. `rating` None where it is nobody's
    business. `first_line` is drawn large, `lines` are the others, the latest first. `public_key` is what a browser may
    keep of "this is me"."""

    name: str
    public_key: str
    club: str
    rating: int | None
    honours: tuple[Appearance, ...]
    now: tuple[Appearance, ...]
    score: Score
    with_white: Score
    with_black: Score
    first_line: CareerLine | None
    lines: tuple[CareerLine, ...]
    met: tuple[OpponentMet, ...]
    last_games: tuple[LastGame, ...]
    seasons: tuple[PlayerSeason, ...]
    next_evenings: tuple[PlayerNextEvening, ...]
    to_play: tuple[GamesToPlay, ...]
    """Of tournaments with a plan that go on."""
    appearances: tuple[Appearance, ...]
    series: tuple[OwnSeries, ...]
    ratings: tuple[OwnRating, ...]
    """The club's own, where everybody may see them."""
    for_teams: TeamGames | None
    """Apart from the tournaments."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GameMet:
    """One that was met, where and when; `when` is the date, or that of the round before."""

    entry: Entry
    round: Round
    when: datetime.date
    item: RoundEntry
    opponent: Entry


def public_player_page(club: Club, public_key: str) -> PublicPlayerPage:
    """Raises NotPublished for whoever plays nowhere, in no team either, or is only a number: no answer tells the two
    apart."""
    player = Player.with_merged.now(club=club, public_key=public_key)
    if player is None or player.shown_as == ShownAs.NUMBER:
        raise NotPublished
    entries = list(
        Entry.objects.filter(player=player, tournament__club=club, tournament__trashed_at=None)
        .select_related("tournament__season", "tournament__club", "player")
        .order_by("-tournament__season__starts_on", "-tournament")
    )
    for_teams = team_games(club, player)
    if not entries and for_teams is None:
        raise NotPublished
    seasons = list(dict.fromkeys(each.tournament.season_id for each in entries))[:_SEASONS]
    drawn = [each for each in entries if each.tournament.season_id in seasons]
    rounds: dict[int, list[Round]] = defaultdict(list)
    of_theirs = Round.objects.filter(tournament__in=[each.tournament_id for each in entries])
    for each in of_theirs.order_by("number"):
        rounds[each.tournament_id].append(each)
    public = {key: [each for each in found if each.state in PUBLIC_STATES] for key, found in rounds.items()}
    items = rounds_of(entries, [each for found in public.values() for each in found])
    places = published_places({each.tournament_id for each in drawn})
    tables = tables_of(entries, public)
    games = games_met(entries, items, public)
    names = display_names_across(_pool(entries, games))
    appearances = {each.pk: _appearance(each, tables, bool(public.get(each.tournament_id))) for each in entries}
    played_off = {each.pk for each in entries if each.tournament.play_off_of_id is not None}
    """Whose place is that in the tournament."""
    lines = [
        line
        for each in drawn
        if each.pk not in played_off and (line := _line(each, appearances[each.pk].url, places, tables, items))
    ]
    first = next((each for each in lines if each.line.headline), None) or max(
        lines, key=lambda each: len(each.line.points), default=None
    )
    return PublicPlayerPage(
        name=name_of(player, Audience.PUBLIC, None),
        club=club.name,
        public_key=player.public_key,
        rating=entries[0].rating if entries and knows_rating(player, Audience.PUBLIC) else None,
        honours=tuple(
            each
            for key, each in appearances.items()
            if key not in played_off
            and each.place
            and each.place.after_round is None
            and (each.place.number or _HONOURS + 1) <= _HONOURS
        ),
        now=tuple(each for each in appearances.values() if each.place and each.place.after_round is not None),
        score=score_of(each.item for each in games),
        with_white=score_of(each.item for each in games if each.item.colour is Colour.WHITE),
        with_black=score_of(each.item for each in games if each.item.colour is Colour.BLACK),
        first_line=first,
        lines=tuple(each for each in lines if each is not first)[: _LINES - 1],
        met=_met(games, names, club.slug),
        last_games=_last_games(games, names, club.slug),
        seasons=seasons_played(drawn, items, public),
        next_evenings=_next_evenings(entries, items, rounds),
        to_play=tuple(
            left
            for each in entries
            if each.tournament.season.is_open and (left := games_to_play(each.tournament, each.number))
        ),
        series=series_of_player(club, player, Audience.PUBLIC),
        ratings=own_ratings(player, Audience.PUBLIC),
        for_teams=for_teams,
        appearances=tuple(appearances.values()),
    )


def tables_of(entries: Sequence[Entry], public: Mapping[int, Sequence[Round]]) -> Mapping[int, tuple[Table, bool]]:
    """By tournament's key, the table that counts, and whether it is the last: of what goes on the one that its
    standings show, after the last round that is not in play."""
    final = final_tables(each.tournament for each in entries)
    tables = {key: (table, True) for key, table in final.items()}
    for each in entries:
        key = each.tournament_id
        if key not in tables and public.get(key) and (state := tournament_state_of(each.tournament)).settled:
            tables[key] = state.current.table(state.settled), False
    return tables


def _appearance(entry: Entry, tables: Mapping[int, tuple[Table, bool]], has_card: bool) -> Appearance:
    tournament = entry.tournament
    address = [tournament.club.slug, tournament.slug]
    return Appearance(
        season=tournament.season.name,
        tournament=tournament.name,
        tournament_url=reverse("public_tournament", args=address),
        url=reverse("public_card", args=[*address, entry.number]) if entry.number and has_card else "",
        place=place_of(entry, *tables[tournament.pk]) if tournament.pk in tables else None,
    )


def place_of(entry: Entry, table: Table, is_over: bool) -> PlayerRank | None:
    row: Row | None = next((row for row in table.rows if row.player == entry.number), None)
    if row is None:
        return None
    return PlayerRank(
        number=row.place,
        is_shared=is_shared(table)[row.place],
        players=sum(each.place is not None for each in table.rows),
        after_round=None if is_over else table.after_round,
        is_guest=entry.is_guest,
    )


def games_met(
    entries: Sequence[Entry], items: Mapping[int, Sequence[RoundEntry]], public: Mapping[int, Sequence[Round]]
) -> tuple[GameMet, ...]:
    """The oldest first; forfeits are no games."""
    wanted = Q(pk=None)
    for each in entries:
        met = {item.opponent for item in items.get(each.pk, ()) if item.outcome in MEETINGS}
        if met:
            wanted |= Q(tournament=each.tournament_id, number__in=met)
    opponents = {
        (each.tournament_id, each.number): each
        for each in Entry.objects.filter(wanted).select_related("player", "tournament__season")
    }
    games = []
    for entry in entries:
        when = entry.tournament.season.starts_on
        for found, item in zip(public.get(entry.tournament_id, ()), items.get(entry.pk, ()), strict=False):
            when = found.date or when
            opponent = opponents.get((entry.tournament_id, item.opponent))
            if item.outcome in MEETINGS and opponent is not None:
                games.append(GameMet(entry=entry, round=found, when=when, item=item, opponent=opponent))
    return tuple(sorted(games, key=lambda each: (each.when, each.entry.tournament_id, each.item.round_number)))


def _pool(entries: Sequence[Entry], games: Sequence[GameMet]) -> list[Entry]:
    """The player, those met, and whoever in these tournaments may be called as one of them; the latest first."""
    known = [*entries, *{each.opponent.pk: each.opponent for each in games}.values()]
    given = {each.person.given_name for each in known}
    others = Entry.objects.filter(
        tournament__in=[each.tournament_id for each in entries], player__given_name__in=given
    ).select_related("player", "tournament__season")
    pool = {each.pk: each for each in [*others, *known]}
    return sorted(pool.values(), key=lambda each: (each.tournament.season.starts_on, each.tournament_id), reverse=True)


def _line(
    entry: Entry,
    url: str,
    places: Mapping[int, Sequence[PlacesAfter]],
    tables: Mapping[int, tuple[Table, bool]],
    items: Mapping[int, Sequence[RoundEntry]],
) -> CareerLine | None:
    key = entry.tournament_id
    if entry.number is None or key not in tables:
        return None
    line = line_of(entry.number, places.get(key, ()), items.get(entry.pk, ()), now=tables[key][0])
    if line is None or len(line.points) < _LINE_FROM:
        return None
    return CareerLine(tournament=entry.tournament.name, season=entry.tournament.season.name, url=url, line=line)


def _met(games: Sequence[GameMet], names: Mapping[int, DisplayName], club: str) -> tuple[OpponentMet, ...]:
    """Those met most often, and of these those met last, first. Who is only a number in one tournament and a number in
    another is two people to the public."""
    by_person: dict[tuple[str, int], list[GameMet]] = defaultdict(list)
    for each in games:
        opponent = each.opponent
        is_number = is_number_only(opponent)
        by_person[("entry", opponent.pk) if is_number else ("player", opponent.person_id)].append(each)
    last = {id(each): place for place, each in enumerate(games)}
    order = sorted(by_person.values(), key=lambda found: (-len(found), -last[id(found[-1])]))
    return tuple(_head_to_head(found, names, club) for found in order[:_MET])


def _head_to_head(games: Sequence[GameMet], names: Mapping[int, DisplayName], club: str) -> OpponentMet:
    opponent = games[-1].opponent
    scores = [OF_A_GAME[each.item.outcome] for each in games if each.item.outcome in OF_A_GAME]
    own = sum(scores, Fraction(0))
    squares = tuple(square_of(each.item.outcome) for each in games[-_MEETINGS:])
    return OpponentMet(
        name=names[opponent.pk],
        url=_opponent_url(club, games[-1]),
        of=games[-1].entry.tournament.name if is_number_only(opponent) else "",
        squares=squares,
        said=spoken(squares),
        own=points_text(own),
        theirs=points_text(len(scores) - own),
        games=len(games),
    )


def _opponent_url(club: str, game: GameMet) -> str:
    """The person, or where the public knows a number only, their card in this tournament."""
    tournament = game.entry.tournament.slug
    return entry_url(club, game.opponent) or reverse("public_card", args=[club, tournament, game.opponent.number])


def _last_games(games: Sequence[GameMet], names: Mapping[int, DisplayName], club: str) -> tuple[LastGame, ...]:
    return tuple(
        LastGame(
            square=square_of(each.item.outcome),
            colour=each.item.colour.value if each.item.colour else "",
            name=names[each.opponent.pk],
            url=_opponent_url(club, each),
            rating=each.opponent.rating if knows_rating_of(each.opponent, Audience.PUBLIC) else None,
            tournament=each.entry.tournament.name,
            round_number=each.item.round_number,
            round_url="{}#p{}".format(
                reverse("public_round", args=[club, each.entry.tournament.slug, each.item.round_number]),
                each.entry.number,
            ),
            date=each.round.date,
        )
        for each in reversed(games[-_LAST_GAMES:])
    )


def seasons_played(
    entries: Sequence[Entry], items: Mapping[int, Sequence[RoundEntry]], public: Mapping[int, Sequence[Round]]
) -> tuple[PlayerSeason, ...]:
    """The latest first; without those in which no evening was theirs."""
    by_season: dict[str, list[CalendarRound]] = defaultdict(list)
    for entry in entries:
        for found, item in zip(public.get(entry.tournament_id, ()), items.get(entry.pk, ()), strict=False):
            by_season[entry.tournament.season.name].append(
                CalendarRound(
                    tournament=entry.tournament_id, number=found.number, date=found.date, outcome=item.outcome
                )
            )
    calendars = {name: season_calendar(found) for name, found in by_season.items()}
    return tuple(PlayerSeason(name=name, calendar=each) for name, each in calendars.items() if each is not None)


def _next_evenings(
    entries: Sequence[Entry], items: Mapping[int, Sequence[RoundEntry]], rounds: Mapping[int, Sequence[Round]]
) -> tuple[PlayerNextEvening, ...]:
    """The soonest first, of what goes on and has a date. No guest is waited for, and nobody who has gone for good or is
    out."""
    gone = set(
        Withdrawal.objects.filter(entry__in=[each.pk for each in entries], last_round=None).values_list(
            "entry", flat=True
        )
    )
    gone |= {key for key, found in items.items() if found and found[-1].outcome is RoundOutcome.ELIMINATED}
    found = []
    for entry in entries:
        if entry.tournament.season.is_open and not entry.is_guest and entry.pk not in gone:
            found += _dates(entry.tournament, rounds.get(entry.tournament_id, ()))
    return tuple(sorted(found, key=lambda each: each.date)[:_NEXT])


def _dates(tournament: Tournament, rounds: Sequence[Round]) -> list[PlayerNextEvening]:
    page, today = dates_page(tournament, rounds), timezone.localdate()
    return [
        PlayerNextEvening(
            tournament=tournament.name,
            url=reverse("public_tournament", args=[tournament.club.slug, tournament.slug]),
            rounds=each.to_play,
            date=each.date,
            words=each.words,
            time=time_format(page.starts_at, "H:i") if page.starts_at else "",
        )
        for each in page.rounds
        if not each.is_public and each.date >= today
    ]
