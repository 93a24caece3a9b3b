"""A club's own ratings as they stand: reckoned anew from its games, so that whatever is corrected counts at once.

Nothing of it is stored but what was published, and what somebody begins with who came with a rating of the club's. It
is kept in memory by what it was reckoned from: the games of each tournament by its revisions, the ratings by those and
the rules (docs/decisions/0055-the-clubs-own-rating.md).
"""

from __future__ import annotations

import datetime
import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from django.db import connection, models

from tournaments.models import (
    PUBLIC_STATES,
    Attendance,
    BoardResult,
    Club,
    ClubRatingStart,
    Entry,
    FixturePlace,
    Pace,
    Player,
    PlayerContact,
    RatingFrom,
    Tournament,
)
from tournaments.models.player import rating_field
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.ratings.club import ClubGame, ClubRatings, ClubRules, rated
from tournaments.selectors.minors import last_possible_birthday

_KEPT_TOURNAMENTS = 200
_KEPT_LISTS = 12
_OF_AGE = 16
_K = {Pace.CLASSICAL: 20, Pace.RAPID: 16, Pace.BLITZ: 16}
_HALVES = {Result.WHITE_WINS.value: 2, Result.DRAW.value: 1, Result.BLACK_WINS.value: 0}
"""Of White, of a game that was played; forfeits and open games are none."""


@dataclass(frozen=True, kw_only=True, slots=True, order=True)
class Evening:
    """A day on which was played. Of rounds without a day: the last one known before them, and the round's number."""

    day: datetime.date
    round_number: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class RatedSide:
    """Who played it, as they were entered."""

    player: int
    rating: int | None
    is_guest: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class RatedGame:
    """One of a tournament that is rated; `counted_in`: the key of the round in which it is another game too."""

    key: int
    tournament: int
    round: int
    evening: Evening
    white: RatedSide
    black: RatedSide
    halves: int
    counted_in: int | None

    @property
    def players(self) -> frozenset[int]:
        return frozenset({self.white.player, self.black.player})

    def halves_of(self, player: int) -> int:
        return self.halves if self.white.player == player else 2 - self.halves


@dataclass(frozen=True, kw_only=True, slots=True)
class OutsideGame:
    """Of the club's team, over the board. `key`: below 0, since it is no game of a tournament; `rating`: the
    opponent's, as it was typed."""

    key: int
    evening: Evening
    player: int
    rating: int
    halves: int

    @property
    def place(self) -> int:
        """The key of the board's row."""
        return -self.key


@dataclass(frozen=True, kw_only=True, slots=True)
class Start:
    """With what somebody begins. `is_set`: typed, or begun with in a published list; `tournament`: the key of the one
    with whose rating they were entered, None for the club's first rating. `rating` None: a guest who has none."""

    rating: int | None
    games: int = 0
    is_set: bool = False
    tournament: int | None = None


Reckoned: TypeAlias = ClubRatings[Evening]


@dataclass(frozen=True, kw_only=True, slots=True)
class PaceRatings:
    """All of one pace. `games` by their key; those outside are not among them."""

    pace: Pace
    rules: ClubRules
    reckoned: Reckoned
    games: Mapping[int, RatedGame]
    starts: Mapping[int, Start]

    @property
    def people(self) -> Sequence[int]:
        """Keys of those with a rating, the highest first."""
        ratings = self.reckoned.ratings
        return sorted(ratings, key=lambda player: (-ratings[player], player))

    def games_of(self, player: int) -> int:
        """Those brought along counted."""
        return self.reckoned.games.get(player, 0)

    def is_provisional(self, player: int) -> bool:
        return self.reckoned.is_provisional(player, self.rules)


def whole(rating: float) -> int:
    """As it is shown; a half goes up."""
    return math.floor(rating + 0.5)


def paces_of(club: Club) -> tuple[Pace, ...]:
    """Of the tournaments that are rated, in the order of the paces."""
    found = set(_rated(club).values_list("rated_as", flat=True))
    return tuple(pace for pace in Pace if pace.value in found)


def ratings_of(club: Club, pace: Pace) -> PaceRatings:
    """As they stand now. Inside a transaction nothing is kept: a revision may be rolled back."""
    tournaments = list(_rated(club).filter(rated_as=pace).order_by("pk"))
    versions = tuple(
        (each.pk, each.seed, each.revision, each.public_revision, each.past_revision) for each in tournaments
    )
    may_keep = not connection.in_atomic_block
    by_tournament = [_kept_games(*version) if may_keep else _read_games(version[0]) for version in versions]
    games = _once([game for each in by_tournament for game in each])
    starts = _starts(club, pace, games)
    begins = tuple(sorted((player, start.rating, start.games) for player, start in starts.items()))
    rules = ClubRules(k=_K[pace], provisional=club.rating_provisional)
    outside = tuple(game for game in _outside(club, pace) if starts.get(game.player) is not None)
    reckoned = _kept_ratings(versions, begins, rules, outside) if may_keep else _reckoned(games, begins, rules, outside)
    return PaceRatings(
        pace=pace, rules=rules, reckoned=reckoned, games={each.key: each for each in games}, starts=starts
    )


_OUTSIDE_HALVES = {BoardResult.WIN.value: 2, BoardResult.DRAW.value: 1, BoardResult.LOSS.value: 0}


def _outside(club: Club, pace: Pace) -> list[OutsideGame]:
    """Games of the club's teams, where the club counts them and the opponent's rating is known. One query, or none."""
    if not club.outside_counts or pace is not Pace.CLASSICAL:
        return []
    places = FixturePlace.objects.filter(
        fixture__team__league__club=club, result__in=_OUTSIDE_HALVES, opponent_rating__isnull=False
    )
    rows = places.exclude(player=None).order_by("pk")
    return [
        OutsideGame(key=-key, evening=Evening(day=day), player=player, rating=rating, halves=_OUTSIDE_HALVES[result])
        for key, day, player, rating, result in rows.values_list(
            "pk", "fixture__date", "player", "opponent_rating", "result"
        )
        if rating is not None and player is not None
    ]


def ratings_to_enter(tournament: Tournament, players: Collection[Player]) -> Mapping[int, int | None]:
    """By the player's key, with which rating they are entered there; no query where that is the federation's."""
    source = tournament.rating_from
    found = {player.pk: player.rating for player in players}
    if source == RatingFrom.OWN and tournament.club.rates_games:
        pace = Pace(tournament.rated_as or Pace.CLASSICAL)
        own = ratings_of(tournament.club, pace).reckoned.ratings
        starts = dict(ClubRatingStart.objects.filter(player__in=found, pace=pace).values_list("player", "rating"))
        for player in players:
            listed = getattr(player, rating_field(pace))
            known = whole(own[player.pk]) if player.pk in own else starts.get(player.pk, listed)
            found[player.pk] = known if known is not None else player.rating
    elif source in (RatingFrom.RAPID, RatingFrom.BLITZ):
        for player in players:
            listed = player.rating_of(source)
            found[player.pk] = player.rating if listed is None else listed
    return found


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposed:
    """Another rating for somebody who is entered."""

    entry: Entry
    rating: int | None


def proposed_ratings(tournament: Tournament) -> list[Proposed]:
    """Whose rating is another one by what the tournament says its ratings are, by number."""
    entries = list(
        Entry.objects.filter(tournament=tournament, is_guest=False, team_name="")
        .select_related("player")
        .order_by("number", "pk")
    )
    ratings = ratings_to_enter(tournament, [entry.person for entry in entries])
    return [
        Proposed(entry=entry, rating=ratings[entry.person_id])
        for entry in entries
        if ratings[entry.person_id] != entry.rating
    ]


def forget_all() -> None:
    """For another database in the same process: keys and revisions begin anew there."""
    _kept_games.cache_clear()
    _kept_ratings.cache_clear()


def _rated(club: Club) -> models.QuerySet[Tournament]:
    return Tournament.objects.filter(club=club, trashed_at=None).exclude(rated_as="")


@lru_cache(maxsize=_KEPT_TOURNAMENTS)
def _kept_games(key: int, seed: str, revision: int, public_revision: int, past_revision: int) -> tuple[RatedGame, ...]:
    return _read_games(key)


def _read_games(tournament: int) -> tuple[RatedGame, ...]:
    """Those that were played to their end, of rounds that everybody sees. Two queries."""
    days = _days_of_rounds(tournament)
    sides = (
        Attendance.objects.filter(
            round__tournament=tournament,
            round__state__in=PUBLIC_STATES,
            game__result__in=_HALVES,
            game__unplayed=False,
        )
        .order_by()
        .values_list(
            "game_id",
            "colour",
            "entry__player_id",
            "entry__rating",
            "entry__is_guest",
            "round_id",
            "game__result",
            "game__date",
            "game__counted_in_id",
        )
    )
    whites: dict[int, RatedSide] = {}
    blacks: dict[int, RatedSide] = {}
    facts: dict[int, tuple[int, str, datetime.date | None, int | None]] = {}
    for game, colour, player, rating, is_guest, round_, result, date, counted_in in sides.iterator(chunk_size=5000):
        of_colour = whites if colour == Colour.WHITE.value else blacks
        of_colour[game] = RatedSide(player=player, rating=rating, is_guest=is_guest)
        facts[game] = (round_, result, date, counted_in)
    return tuple(
        RatedGame(
            key=game,
            tournament=tournament,
            round=round_,
            evening=Evening(day=date) if date is not None else days[round_],
            white=whites[game],
            black=blacks[game],
            halves=_HALVES[result],
            counted_in=counted_in,
        )
        for game, (round_, result, date, counted_in) in sorted(facts.items())
        if game in whites and game in blacks
    )


def _days_of_rounds(tournament: int) -> Mapping[int, Evening]:
    """By the round's key."""
    found = Tournament.objects.filter(pk=tournament).values_list(
        "season__starts_on", "rounds__pk", "rounds__number", "rounds__date"
    )
    days: dict[int, Evening] = {}
    last: datetime.date | None = None
    for starts_on, key, number, date in sorted(found, key=lambda row: row[2] or 0):
        last = date or last or starts_on
        days[key] = Evening(day=date) if date is not None else Evening(day=last, round_number=number)
    return days


def _once(games: Sequence[RatedGame]) -> list[RatedGame]:
    """A tie of a cup that was played in a round of another tournament is one game, where that one is rated too and
    both say the same."""
    by_round: dict[int, list[RatedGame]] = defaultdict(list)
    for each in games:
        by_round[each.round].append(each)

    def is_told_there(tie: RatedGame) -> bool:
        return any(
            other.players == tie.players and other.halves_of(tie.white.player) == tie.halves
            for other in by_round[tie.counted_in or 0]
        )

    return [each for each in games if each.counted_in is None or not is_told_there(each)]


def _starts(club: Club, pace: Pace, games: Iterable[RatedGame]) -> dict[int, Start]:
    """What is set; else the rating with which they were entered in the tournament of their first rated game; else the
    club's first rating. Guests without a rating have none, and are not rated."""
    first: dict[int, tuple[Evening, int, RatedSide, int]] = {}
    rated_side: dict[int, tuple[Evening, int, RatedSide, int]] = {}
    members = set()
    for game in games:
        for side in (game.white, game.black):
            at = (game.evening, game.key, side, game.tournament)
            if side.player not in first or at[:2] < first[side.player][:2]:
                first[side.player] = at
            if side.rating is not None and (side.player not in rated_side or at[:2] < rated_side[side.player][:2]):
                rated_side[side.player] = at
            if not side.is_guest:
                members.add(side.player)
    set_by_hand = (
        {
            player: Start(rating=rating, games=count, is_set=True)
            for player, rating, count in ClubRatingStart.objects.filter(player__in=first, pace=pace).values_list(
                "player", "rating", "games"
            )
        }
        if first
        else {}
    )
    found: dict[int, Start] = {}
    unrated: dict[int, datetime.date] = {}
    for player, (evening, _key, side, tournament) in first.items():
        if player in set_by_hand:
            found[player] = set_by_hand[player]
        elif side.rating is not None:
            found[player] = Start(rating=side.rating, tournament=tournament)
        elif player not in members:
            known = rated_side.get(player)
            found[player] = Start(rating=known[2].rating, tournament=known[3]) if known else Start(rating=None)
        else:
            unrated[player] = evening.day
    young = _young(unrated)
    for player in unrated:
        found[player] = Start(rating=club.rating_start_youth if player in young else club.rating_start)
    return found


def _young(first_evenings: Mapping[int, datetime.date]) -> frozenset[int]:
    """Who was a child when they began: by the date or the year of birth, and only where neither is known by the tick,
    which is taken away one day."""
    if not first_evenings:
        return frozenset()
    born = {
        contact.player_id: day
        for contact in PlayerContact.objects.filter(player__in=first_evenings).only(
            "player", "birth_date", "birth_year"
        )
        if (day := last_possible_birthday(contact.birth_date, contact.birth_year)) is not None
    }
    ticked = set(
        Player.objects.filter(pk__in=first_evenings.keys() - born.keys(), is_child=True).values_list("pk", flat=True)
    )
    return frozenset(ticked | {player for player, day in born.items() if _age(day, first_evenings[player]) < _OF_AGE})


def _age(born: datetime.date, on: datetime.date) -> int:
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


@lru_cache(maxsize=_KEPT_LISTS)
def _kept_ratings(
    versions: tuple[tuple[int, str, int, int, int], ...],
    begins: tuple[tuple[int, int | None, int], ...],
    rules: ClubRules,
    outside: tuple[OutsideGame, ...],
) -> Reckoned:
    return _reckoned(_once([game for version in versions for game in _kept_games(*version)]), begins, rules, outside)


def _reckoned(
    games: Iterable[RatedGame],
    begins: Iterable[tuple[int, int | None, int]],
    rules: ClubRules,
    outside: Sequence[OutsideGame] = (),
) -> Reckoned:
    evenings: dict[Evening, list[ClubGame]] = defaultdict(list)
    for each in games:
        evenings[each.evening].append(
            ClubGame(white=each.white.player, black=each.black.player, halves=each.halves, about=each.key)
        )
    for game in outside:
        evenings[game.evening].append(ClubGame(white=game.player, black=game.key, halves=game.halves, about=game.key))
    begins = list(begins)
    return rated(
        [(evening, evenings[evening]) for evening in sorted(evenings)],
        {player: rating if rating is None else float(rating) for player, rating, _games in begins},
        rules,
        {player: count for player, _rating, count in begins if count},
        {game.key: float(game.rating) for game in outside},
    )
