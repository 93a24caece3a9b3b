"""What the standings say besides the table: form, games, the way of each through the season, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import sqrt

from django.utils.translation import gettext as _

from tournaments.pages.common.charts.race import Race, path_of, race_of
from tournaments.pages.common.charts.recent_form import FORM
from tournaments.pages.common.charts.squares import Square, spoken, square_of
from tournaments.pages.standings.published_tournament import PublishedTournament
from tournaments.pages.standings.rank_history import published_places
from tournaments.pages.standings.ranks_before import number_in
from tournaments.pairing.explanations.standings import PLAY_OFF, POINTS
from tournaments.pairing.history.record import RoundEntry, RoundOutcome
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Row, Table
from tournaments.pairing.wording import listing

SEASON = 3
"""From so many rounds on there is a way to look at."""
SEASON_WIDTH, SEASON_HEIGHT = 116, 26
MOST_ROWS = 150
"""A larger field has the table alone: its page would be heavier than a phone should load."""
_MOST_WINNERS = 3
_AT_THE_BOARD = (RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.LOSS)


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerExtras:
    """`form` are the last rounds, the oldest first, `said` the same in words. `rating` is None where it is nobody's.

    `results` are games won, drawn and lost at the board; `season` is a line through the places, in the language of SVG.
    """

    rating: int | None
    form: tuple[Square, ...]
    said: str
    games: int
    results: str
    season: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ExtraColumns:
    """What stands around the columns: `has_…` says whether a column has a use, `story` how a tournament ended."""

    has_form: bool = False
    has_games: bool = False
    has_season: bool = False
    story: str = ""
    race: Race | None = None

    @property
    def columns(self) -> tuple[bool, bool, bool]:
        return self.has_form, self.has_games, self.has_season


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsExtras:
    columns: ExtraColumns
    of: Mapping[PlayerId, PlayerExtras]


def player_extras(published: PublishedTournament, table: Table, *, is_final: bool) -> StandingsExtras:
    """Of those in the table, which stands after a round. A round in play has no way yet, its places still move."""
    entries = published.record.entries
    places = {} if published.is_in_play else _places(published, table)
    rows = () if is_large(table) else table.rows
    ways = _ways(table, places) if rows and len(places) >= SEASON else {}

    form = published.state.context.in_words("form", lambda: cache(_form))
    of = {row.player: _told(published, row.player, entries[row.player], form, ways) for row in rows}
    return StandingsExtras(
        columns=ExtraColumns(
            has_form=bool(rows) and table.after_round > 0,
            has_games=len({told.games for told in of.values()}) > 1,
            has_season=bool(ways),
            story=_story(published, table, places) if is_final else "",
            race=race_in(published, table) if rows else None,
        ),
        of=of,
    )


def recent_form(published: PublishedTournament, player: PlayerId) -> tuple[tuple[Square, ...], str]:
    """The last rounds of one player, the oldest first, and the same in words."""
    return _form(_last(each.outcome for each in published.record.entries.get(player, ())))


def is_large(table: Table) -> bool:
    return len(table.rows) > MOST_ROWS


def race_in(published: PublishedTournament, table: Table, *, own: PlayerId | None = None) -> Race | None:
    """Of the best of the table, and of whoever is `own`. None before the second round, and of one that is in play."""
    places = {} if published.is_in_play else _places(published, table)
    runners = [(row.player, published.names[row.player], published.name_url(row.player)) for row in _placed(table)]
    return race_of(runners, places, own=own)


def _form(outcomes: tuple[RoundOutcome, ...]) -> tuple[tuple[Square, ...], str]:
    """Of the last rounds, in the language in force."""
    squares = tuple(Square(sign=each.sign, words=str(each.words)) for each in map(square_of, outcomes))
    return squares, _("Last rounds, the oldest first: {rounds}").format(rounds=spoken(squares))


def _last(outcomes: Iterable[RoundOutcome]) -> tuple[RoundOutcome, ...]:
    return tuple(each for each in outcomes if each is not RoundOutcome.BEFORE_JOINING)[-FORM:]


def _told(
    published: PublishedTournament,
    player: PlayerId,
    items: Sequence[RoundEntry],
    form: Callable[[tuple[RoundOutcome, ...]], tuple[tuple[Square, ...], str]],
    ways: Mapping[PlayerId, str],
) -> PlayerExtras:
    outcomes = [item.outcome for item in items]
    won, drawn, lost = map(outcomes.count, _AT_THE_BOARD)
    squares, said = form(_last(outcomes))
    return PlayerExtras(
        rating=published.rating(player) if player in published.entries else None,
        form=squares,
        said=said,
        games=won + drawn + lost,
        results=f"{won}–{drawn}–{lost}",
        season=ways.get(player, ""),
    )


def _placed(table: Table) -> Iterable[Row]:
    return (row for row in table.rows if row.place is not None)


def _places(published: PublishedTournament, table: Table) -> Mapping[int, Mapping[PlayerId, int]]:
    """By round: as the tables before were published, and as the one shown has it."""
    key = published.state.tournament
    kept = published.state.context.once("published places", lambda: published_places([key]).get(key, ()))
    before = {each.round_number: each.places for each in kept if each.round_number < table.after_round}
    shown = {row.player: row.place for row in table.rows if row.place is not None}
    return before | {table.after_round: shown} if table.after_round and shown else {}


def _ways(table: Table, places: Mapping[int, Mapping[PlayerId, int]]) -> Mapping[PlayerId, str]:
    rounds = [places[number] for number in sorted(places)]
    last = max(max(each.values(), default=1) for each in rounds)
    return {row.player: _way(tuple([each.get(row.player) for each in rounds]), last) for row in table.rows}


@lru_cache(maxsize=1_024)
def _way(places: tuple[int | None, ...], last: int) -> str:
    """Of one who stood on these of `last` places. The height of a place is its square root, so that what happens at the
    top is seen. Kept, since a result moves few of a table's rows."""
    scale = (SEASON_HEIGHT - 4) / (sqrt(last) - 1) if last > 1 else 0
    return path_of(
        [
            None
            if place is None
            else (2 + round(at * (SEASON_WIDTH - 6) / (len(places) - 1)), round(2 + (sqrt(place) - 1) * scale))
            for at, place in enumerate(places)
        ]
    )


def _story(published: PublishedTournament, table: Table, places: Mapping[int, Mapping[PlayerId, int]]) -> str:
    placed = list(_placed(table))
    points = {row.player: number_in(row, POINTS.code) for row in placed}
    first = [row.player for row in placed if row.place == 1]
    others = [points[row.player] for row in placed if row.place != 1]
    best, second = (points[first[0]] if first else None), (others[0] if others else None)
    if best is None or len(first) > _MOST_WINNERS or _is_to_be_played_off(published):
        return ""
    if len(first) > 1:
        names = listing([str(published.names[player]) for player in first], _)
        return _("{names} share the first place with {points}.").format(names=names, points=published.points(best))
    facts = {
        "name": published.names[first[0]],
        "points": published.points(best),
        "lead": published.points(best - second) if second is not None else "",
        "round": _led_since(first[0], places),
    }
    if number_in(placed[0], PLAY_OFF) is not None:
        return _("{name} wins with {points}, after a play-off.").format(**facts)
    if second is None or published.points(best) == published.points(second):
        return _("{name} wins with {points}.").format(**facts)
    if facts["round"] == 1:
        return _("{name} wins with {points}, {lead} ahead, and led from the first round to the end.").format(**facts)
    if facts["round"] == table.after_round:
        return _("{name} wins with {points}, {lead} ahead, and took the lead in the last round.").format(**facts)
    return _("{name} wins with {points}, {lead} ahead, and led from round {round} to the end.").format(**facts)


def _is_to_be_played_off(published: PublishedTournament) -> bool:
    """Who wins is not known yet."""
    plays_off = published.tables.system.capabilities().plays_off
    return plays_off is not None and bool(plays_off(published.snapshot, published.tables.tie_breaks))


def _led_since(player: PlayerId, places: Mapping[int, Mapping[PlayerId, int]]) -> int:
    """The first round after which they stood first, and after all that followed."""
    since = max(places)
    for number in sorted(places, reverse=True):
        if places[number].get(player) != 1:
            break
        since = number
    return since
