"""A season in numbers, for the public: who came most, the longest streaks, the greatest upsets, each one's score.

Whoever is only a number to the public is left out as a person, since nothing may say that two numbers are one; their
games count for those whom they met.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import ngettext

from tournaments.models import PUBLIC_STATES, Club, Entry, Round, Season
from tournaments.pages.common.charts.season_calendar import (
    CalendarRound,
    ClubCalendar,
    SeasonCalendar,
    club_calendar,
    season_calendar,
)
from tournaments.pages.common.charts.win_draw_loss import OF_A_GAME, Score, score_of
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.common.display_names import (
    Audience,
    display_names_across,
    is_number_only,
    knows_rating_of,
)
from tournaments.pages.common.links import entry_url
from tournaments.pages.rounds.round_summary import LEAST_DIFFERENCE, LEAST_STREAK, LEAST_UNBEATEN
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pairing.history.record import RoundEntry, RoundOutcome
from tournaments.pairing.types.snapshot import Colour
from tournaments.selectors.display_names import DisplayName
from tournaments.selectors.evenings import attendance_counts
from tournaments.selectors.snapshots import rounds_of

MOST = 5
"""Of each list; whoever is level with the last of them stands there too, up to twice as many."""
_GAMES = frozenset(OF_A_GAME)
_LOST = frozenset({RoundOutcome.LOSS, RoundOutcome.FORFEIT_LOSS, RoundOutcome.BOTH_FORFEIT})


@dataclass(frozen=True, kw_only=True, slots=True)
class Faithful:
    name: DisplayName
    url: str
    calendar: SeasonCalendar

    @property
    def came(self) -> int:
        return self.calendar.came

    @property
    def words(self) -> str:
        return ngettext("{came} of {evenings} evening", "{came} of {evenings} evenings", self.calendar.evenings).format(
            came=self.came, evenings=self.calendar.evenings
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Streak:
    """So many games in a row in one tournament, from round `first` to `last`; `wins`: all won, otherwise none lost."""

    name: DisplayName
    url: str
    tournament: str
    count: int
    first: int
    last: int
    wins: bool

    @property
    def words(self) -> str:
        if self.wins:
            said = ngettext("{count} win in a row", "{count} wins in a row", self.count)
        else:
            said = ngettext("{count} game in a row without a loss", "{count} games in a row without a loss", self.count)
        return said.format(count=self.count)


@dataclass(frozen=True, kw_only=True, slots=True)
class SeasonUpset:
    winner: DisplayName
    winner_rating: int
    loser: DisplayName
    loser_rating: int
    tournament: str
    round_number: int
    url: str

    @property
    def difference(self) -> int:
        return self.loser_rating - self.winner_rating


@dataclass(frozen=True, kw_only=True, slots=True)
class StatisticsRow:
    """`white` and `black` are games with each colour."""

    name: DisplayName
    url: str
    score: Score
    white: int
    black: int
    came: int
    evenings: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SeasonInNumbersPage:
    """Over all its tournaments; games are those that were played to their end."""

    season: str
    season_url: str
    games: int
    white_won: int
    drawn: int
    black_won: int
    calendar: ClubCalendar | None
    faithful: tuple[Faithful, ...]
    streaks: tuple[Streak, ...]
    unbeaten: tuple[Streak, ...]
    upsets: tuple[SeasonUpset, ...]
    people: tuple[StatisticsRow, ...]
    """By name."""

    @property
    def colours(self) -> Score:
        """Of all games, as White has them."""
        return Score(won=self.white_won, drawn=self.drawn, lost=self.black_won)


@dataclass(frozen=True, kw_only=True)
class _Played:
    """All there is of the season: the entries, what each public round was for each, and what everybody is called."""

    club: Club
    entries: Mapping[int, Entry]
    by_number: Mapping[tuple[int, int], Entry]
    rounds: Mapping[int, Sequence[Round]]
    items: Mapping[int, Sequence[RoundEntry]]
    names: Mapping[int, DisplayName]

    def of(self, entry: Entry) -> Iterable[tuple[Round, RoundEntry]]:
        return zip(self.rounds.get(entry.tournament_id, ()), self.items.get(entry.pk, ()), strict=False)

    def games(self, entry: Entry) -> list[RoundEntry]:
        return [item for _round, item in self.of(entry) if item.outcome in _GAMES]

    def url(self, entry: Entry) -> str:
        return entry_url(self.club.slug, entry)


def season_in_numbers(club: Club, key: int) -> SeasonInNumbersPage:
    """Raises NotPublished for a season that is not the club's."""
    season = Season.objects.filter(club=club, pk=key).first()
    if season is None:
        raise NotPublished
    played = _played(club, season)
    people = _by_person(played)
    calendars = {key: found for key, entries in people.items() if (found := _calendar(played, entries)) is not None}
    colours = Counter(
        item.outcome for entry in played.entries.values() for item in played.games(entry) if item.colour is Colour.WHITE
    )
    return SeasonInNumbersPage(
        season=season.name,
        season_url=reverse("public_season", args=[club.slug, season.pk]),
        games=sum(colours.values()),
        white_won=colours[RoundOutcome.WIN],
        drawn=colours[RoundOutcome.DRAW],
        black_won=colours[RoundOutcome.LOSS],
        calendar=club_calendar(*attendance_counts(season)),
        faithful=_faithful(played, people, calendars),
        streaks=_streaks(played, wins=True),
        unbeaten=_streaks(played, wins=False),
        upsets=_upsets(played),
        people=_rows(played, people, calendars),
    )


def _public_rounds(season: Season) -> QuerySet[Round]:
    return Round.objects.filter(
        tournament__season=season, tournament__trashed_at=None, state__in=PUBLIC_STATES
    ).order_by("number")


def _played(club: Club, season: Season) -> _Played:
    rounds: dict[int, list[Round]] = defaultdict(list)
    for each in _public_rounds(season):
        rounds[each.tournament_id].append(each)
    entries = list(
        Entry.objects.filter(tournament__in=rounds)
        .select_related("player", "tournament__season", "tournament__club")
        .order_by("-tournament", "number")
    )
    return _Played(
        club=club,
        entries={each.pk: each for each in entries},
        by_number={(each.tournament_id, each.number): each for each in entries if each.number is not None},
        rounds=rounds,
        items=rounds_of(entries, [each for found in rounds.values() for each in found]),
        names=display_names_across(entries),
    )


def _by_person(played: _Played) -> Mapping[int, Sequence[Entry]]:
    """By the player's key; guests of a tournament are no members of it."""
    people: dict[int, list[Entry]] = defaultdict(list)
    for each in played.entries.values():
        if not is_number_only(each) and not each.is_guest:
            people[each.person_id].append(each)
    return people


def _calendar(played: _Played, entries: Iterable[Entry]) -> SeasonCalendar | None:
    return season_calendar(
        CalendarRound(tournament=entry.tournament_id, number=found.number, date=found.date, outcome=item.outcome)
        for entry in entries
        for found, item in played.of(entry)
    )


def _faithful(
    played: _Played, people: Mapping[int, Sequence[Entry]], calendars: Mapping[int, SeasonCalendar]
) -> tuple[Faithful, ...]:
    """Most evenings first; of as many, those who missed fewer."""
    order = sorted(calendars, key=lambda key: (-calendars[key].came, calendars[key].evenings))
    order = [key for key in order if calendars[key].came]
    shown = _first(order, lambda key: calendars[key].came)
    return tuple(
        Faithful(name=played.names[people[key][0].pk], url=played.url(people[key][0]), calendar=calendars[key])
        for key in shown
    )


def _first(order: Sequence[int], value: Callable[[int], int]) -> Sequence[int]:
    """The first MOST, and whoever is level with the last of them while they are no more than as many again."""
    if len(order) <= MOST:
        return order
    level = [key for key in order if value(key) >= value(order[MOST - 1])]
    return level if len(level) <= 2 * MOST else order[:MOST]


def _streaks(played: _Played, *, wins: bool) -> tuple[Streak, ...]:
    """Each one's longest, by length; a win by forfeit neither counts nor ends it, as in a round in short."""
    counts = {RoundOutcome.WIN} if wins else {RoundOutcome.WIN, RoundOutcome.DRAW}
    ends = _LOST | {RoundOutcome.DRAW} if wins else _LOST
    least = LEAST_STREAK if wins else LEAST_UNBEATEN
    found = []
    for entry in played.entries.values():
        if is_number_only(entry):
            continue
        row = _longest(played.items.get(entry.pk, ()), counts, ends)
        if len(row) >= least:
            found.append(
                Streak(
                    name=played.names[entry.pk],
                    url=played.url(entry),
                    tournament=entry.tournament.name,
                    count=len(row),
                    first=row[0],
                    last=row[-1],
                    wins=wins,
                )
            )
    return tuple(sorted(found, key=lambda each: -each.count)[:MOST])


def _longest(
    items: Iterable[RoundEntry], counts: frozenset[RoundOutcome] | set[RoundOutcome], ends: frozenset[RoundOutcome]
) -> Sequence[int]:
    """The rounds of the longest row; of several as long the last."""
    best: list[int] = []
    row: list[int] = []
    for item in items:
        if item.outcome in ends:
            row = []
        elif item.outcome in counts:
            row = [*row, item.round_number]
        if len(row) >= max(len(best), 1):
            best = row
    return best


def _upsets(played: _Played) -> tuple[SeasonUpset, ...]:
    """The greatest difference first; only ratings that everybody may know."""
    found = []
    for entry in played.entries.values():
        for item in played.games(entry):
            loser = played.by_number.get((entry.tournament_id, item.opponent or 0))
            if item.outcome is not RoundOutcome.WIN or loser is None:
                continue
            ratings = _known_rating(entry), _known_rating(loser)
            if ratings[0] is None or ratings[1] is None or ratings[1] - ratings[0] < LEAST_DIFFERENCE:
                continue
            address = [played.club.slug, entry.tournament.slug, item.round_number]
            found.append(
                SeasonUpset(
                    winner=played.names[entry.pk],
                    winner_rating=ratings[0],
                    loser=played.names[loser.pk],
                    loser_rating=ratings[1],
                    tournament=entry.tournament.name,
                    round_number=item.round_number,
                    url=f"{reverse('public_round', args=address)}#p{entry.number}",
                )
            )
    return tuple(sorted(found, key=lambda each: -each.difference)[:MOST])


def _known_rating(entry: Entry) -> int | None:
    return entry.rating if knows_rating_of(entry, Audience.PUBLIC) else None


def _rows(
    played: _Played, people: Mapping[int, Sequence[Entry]], calendars: Mapping[int, SeasonCalendar]
) -> tuple[StatisticsRow, ...]:
    rows = []
    for key, entries in people.items():
        games = [item for entry in entries for item in played.games(entry)]
        if not games:
            continue
        colours = Counter(item.colour for item in games)
        calendar = calendars.get(key)
        rows.append(
            StatisticsRow(
                name=played.names[entries[0].pk],
                url=played.url(entries[0]),
                score=score_of(games),
                white=colours[Colour.WHITE],
                black=colours[Colour.BLACK],
                came=calendar.came if calendar else 0,
                evenings=calendar.evenings if calendar else 0,
            )
        )
    return tuple(sorted_by_name(rows, lambda row: row.name))
