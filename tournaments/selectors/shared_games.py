"""Games that are one game of two tournaments: one of a cup or of a group, played and counted in a round of another one.

`Game.counted_in` only says that the game is to be played in that round. The two are one game as long as both rounds are
published, that round has a board of the same two players, and both games say the same. Nothing else binds them, so
whatever is paired again, split or taken back in either tournament leaves the other as it is.

A tie of two games that were both played on that evening is one game there; what it counts as is kept with what decided
it (`counts_as` in `Game.decided_by`), and `said_there` is what the tie says in the other tournament.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import PUBLIC_STATES, Attendance, Game, Round, Tournament, Withdrawal
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.selectors.configured_system import configured_system

COUNTS_AS = "counts_as"
"""In what is kept of a tie's decision: the result of its two games as one, White of the first one's side first."""
# not all: the others are the same from both sides
_TURNED = {Result.WHITE_WINS: Result.BLACK_WINS, Result.BLACK_WINS: Result.WHITE_WINS}


@dataclass(frozen=True, kw_only=True, slots=True)
class SharedPair:
    """A game, and the keys of the two players. It comes with its round, and that with its tournament."""

    game: Game
    white: int
    black: int

    @property
    def players(self) -> frozenset[int]:
        return frozenset({self.white, self.black})


@dataclass(frozen=True, kw_only=True, slots=True)
class SharedGame:
    """The other row of one game; `is_turned` where a director has turned the colours of one of them."""

    game: Game
    is_turned: bool

    def in_its_colours(self, result: Result) -> Result:
        """What is said of the one game, as this row says it."""
        return _TURNED.get(result, result) if self.is_turned else result

    def says(self, result: Result) -> bool:
        """The same, the one in `said_there` of the other row. A forfeit is no game: it parts the two, and stands only
        where it was entered."""
        own = said_there(self.game)
        return not own.is_forfeit and own is (Result.OPEN if result.is_forfeit else self.in_its_colours(result))


def said_there(game: Game) -> Result:
    """What a tie's game is in the other tournament; of any other game, its result."""
    return Result((game.decided_by or {}).get(COUNTS_AS, game.result))


def counts_two_games(game: Game) -> bool:
    return COUNTS_AS in (game.decided_by or {})


def hosts_games(tournament: Tournament) -> bool:
    """Whether a game may be counted in it that it did not pair."""
    return configured_system(tournament).capabilities().pairs_round_by_round


def is_knock_out(tournament: Tournament) -> bool:
    return configured_system(tournament).capabilities().knocks_out is not None


def rounds_of_cup(tournament: Tournament) -> int:
    """How many it comes to with those who are entered, and at least those drawn; 0 where it is none."""
    of_field = configured_system(tournament).capabilities().rounds.of_field
    if of_field is None or not is_knock_out(tournament):
        return 0
    drawn = tournament.rounds.count()
    return max(of_field(tournament.entries.count()), drawn, len(tournament.last_dates), 1)


def possible_hosts(tournament: Tournament) -> list[Tournament]:
    """In which its games may count too: those of its season that take games and lend none, by name. None where its own
    stand there alone, as a Keizer's, and where it takes games itself. One query."""
    if not configured_system(tournament).capabilities().lends_games:
        return []
    there = tournament.season.tournaments.filter(trashed_at=None).exclude(pk=tournament.pk).order_by("name", "pk")
    others = list(there)
    if any(each.counts_in_id == tournament.pk for each in others):
        return []
    return [each for each in others if each.counts_in_id is None and hosts_games(each)]


def guests_of(tournament: Tournament) -> list[Tournament]:
    """Those whose games count in it, or whose games have been counted there. One query."""
    return list(Tournament.objects.filter(pk__in=guest_keys_of(tournament), trashed_at=None).order_by("pk"))


def guest_keys_of(tournament: Tournament, *others: QuerySet[Game, Any]) -> QuerySet[Any, Any]:
    """Keys. Each kind apart, since a database that is asked for one or the other reads all tournaments there are."""
    counted = Game.objects.filter(counted_in__tournament=tournament)
    return (
        Tournament.objects.filter(counts_in=tournament).values("pk").union(counted.values("round__tournament"), *others)
    )


def shared_with(tournament: Tournament) -> list[Tournament]:
    """All whose games may be one with games of this tournament: to be locked with it. One query."""
    there = Game.objects.filter(round__tournament=tournament, counted_in__isnull=False)
    keys = guest_keys_of(tournament, there.values("counted_in__tournament"))
    return list(Tournament.objects.filter(pk__in=keys).order_by("pk"))


def shared_game_of(game: Game) -> SharedGame | None:
    """Of a game of a published round; it comes with its round."""
    [own] = _pairs(Attendance.objects.filter(game=game))
    rows = Attendance.objects.filter(entry__player__in=own.players, round__state__in=PUBLIC_STATES)
    there = Q(round=game.counted_in_id, game__isnull=False) if game.counted_in_id else Q(game__counted_in=game.round_id)
    found = next((each for each in _pairs(rows.filter(there)) if each.players == own.players), None)
    return SharedGame(game=found.game, is_turned=found.white != own.white) if found else None


def agreeing(game: Game) -> SharedGame | None:
    """The other row of one game, as long as both say the same."""
    twin = shared_game_of(game)
    return twin if twin is not None and twin.says(said_there(game)) else None


def marked_for(round: Round) -> list[SharedPair]:
    """The ties that are to be played in that round."""
    rows = Attendance.objects.filter(
        game__counted_in=round, round__state__in=PUBLIC_STATES, round__tournament__trashed_at=None
    )
    return _pairs(rows)


def open_matches(cups: Iterable[Tournament], players: Iterable[int]) -> list[SharedPair]:
    """Games of these cups' published rounds that wait to be played, where both are among the players and neither has
    left. One query."""
    gone = Withdrawal.objects.filter(last_round=None).values("entry")
    rows = Attendance.objects.filter(
        round__tournament__in=list(cups),
        round__state__in=PUBLIC_STATES,
        game__result=Result.OPEN.value,
        entry__player__in=list(players),
    )
    return _pairs(rows.exclude(entry__in=gone))


def boards_of(round: Round) -> Mapping[int, SharedPair]:
    """By the key of its game, the ties that are one with a board of this round."""
    marked = {each.players: each for each in marked_for(round)}
    own = _pairs(Attendance.objects.filter(round=round, game__isnull=False)) if marked else []
    return {each.game.pk: marked[each.players] for each in own if each.players in marked}


def _pairs(rows: object) -> list[SharedPair]:
    """Where both sides are among the rows, in the order of the games' keys."""
    sides: dict[int, dict[str, Attendance]] = defaultdict(dict)
    for row in rows.select_related("game__round__tournament", "entry").order_by("game"):  # type: ignore[attr-defined]
        sides[row.game_id][row.colour] = row
    return [
        SharedPair(
            game=pair[Colour.WHITE].game,  # type: ignore[arg-type]
            white=pair[Colour.WHITE].entry.person_id,
            black=pair[Colour.BLACK].entry.person_id,
        )
        for pair in sides.values()
        if len(pair) == len(Colour)
    ]
