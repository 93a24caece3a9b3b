"""A game of another tournament that is one of this round too: offered at its check-in, said at both boards."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Attendance, Game, Mark, Presence, Round, Tournament
from tournaments.pages.rounds.shared_games import also_words
from tournaments.pages.standings.round_context import RoundContext
from tournaments.pairing.types.paired_round import PinnedBoard
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.display_names import DisplayName
from tournaments.selectors.evenings import evening_days
from tournaments.selectors.shared_games import (
    SharedPair,
    boards_of,
    counts_two_games,
    guests_of,
    is_knock_out,
    marked_for,
    open_matches,
    said_there,
    shared_game_of,
)
from tournaments.selectors.snapshots import configured_system, presence_in


@dataclass(frozen=True, kw_only=True, slots=True)
class OfferedGame:
    """Both are here. `is_set`: it is their game of this round, once that is paired."""

    game: int
    words: str
    """Of which tournament, and of which of its rounds."""
    white: DisplayName
    black: DisplayName
    is_set: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class OfferedGames:
    """`first` are those that are set, and those proposed beside them: one for each player. `others` could be played by
    the same, or are not due."""

    first: tuple[OfferedGame, ...]
    others: tuple[OfferedGame, ...]

    @property
    def proposed(self) -> list[OfferedGame]:
        return [each for each in self.first if not each.is_set]

    def __bool__(self) -> bool:
        return bool(self.first or self.others)


@dataclass(frozen=True, kw_only=True, slots=True)
class AlsoIn:
    """`url` of the other board."""

    sentence: str
    url: str


def offered_games(
    shown: Round,
    context: RoundContext,
    attendances: Sequence[Attendance],
    unmarked: Mapping[int, Mark],
    guests: Sequence[Tournament],
) -> OfferedGames:
    """Those that are to be played in this round, and those that could be; the oldest that are due are proposed, and
    nobody has two of them. Two queries."""
    here = {
        row.entry.person_id: row.entry_id
        for row in attendances
        if presence_in(row, unmarked).is_here and row.entry_id in context.taking_part
    }
    marked = [each for each in marked_for(shown) if each.players <= here.keys()]
    busy = {player for each in marked for player in each.players}
    waiting = open_matches([each for each in guests if each.counts_in_id == shown.tournament_id], here) if here else []
    free = [each for each in waiting if each.players.isdisjoint(busy) and not _has_board_elsewhere(each, shown)]
    proposed: list[SharedPair] = []
    others: list[SharedPair] = []
    tonight = shown.date or max(evening_days(shown.tournament.club.time_zone))
    for each in sorted(free, key=lambda pair: (pair.game.round.number, pair.game.board)):
        is_proposed = _is_due(each.game, tonight) and each.players.isdisjoint(busy)
        (proposed if is_proposed else others).append(each)
        if is_proposed:
            busy |= each.players

    def shown_as(pair: SharedPair) -> OfferedGame:
        return OfferedGame(
            game=pair.game.pk,
            words=_words(pair.game.round),
            white=context.display_names[here[pair.white]],
            black=context.display_names[here[pair.black]],
            is_set=pair in marked,
        )

    return OfferedGames(first=tuple(map(shown_as, [*marked, *proposed])), others=tuple(map(shown_as, others)))


def _is_due(game: Game, tonight: datetime.date) -> bool:
    """A tie can be played on any evening until its last date; of a plan, what was to be played by now."""
    day = game.date or game.round.date
    return day is None or day <= tonight or is_knock_out(game.round.tournament)


def _words(round: Round) -> str:
    told = {"cup": round.tournament.name, "number": round.number}
    if configured_system(round.tournament).capabilities().games_of_matches > 1:
        return _(
            "{cup}, round {number}. If a tie has two games, the first counts here. If both are played on "
            "this evening, they count as one game."
        ).format(**told)
    return _("{cup}, round {number}").format(**told)


def set_boards(shown: Round, context: RoundContext, presences: Mapping[int, Presence]) -> tuple[PinnedBoard, ...]:
    """As the pairing sets them, where both are here by these presences, by the entry's key. Two queries, and none where
    no cup's games count here."""
    if not context.once("cups", lambda: guests_of(shown.tournament)):
        return ()
    here = {key for key, presence in presences.items() if presence.is_here and key in context.taking_part}
    numbers = {context.entries[key].player_id: context.entries[key].number or 0 for key in here}
    return tuple(
        PinnedBoard(white=numbers[each.white], black=numbers[each.black])
        for each in marked_for(shown)
        if each.players <= numbers.keys() and not Result(each.game.result).is_forfeit
    )


def _has_board_elsewhere(pair: SharedPair, shown: Round) -> bool:
    if pair.game.counted_in_id in {None, shown.pk}:
        return False
    twin = shared_game_of(pair.game)
    return twin is not None and twin.says(said_there(pair.game))


def also_in(shown: Round, attendances: Sequence[Attendance], cups: Sequence[Tournament]) -> Mapping[int, AlsoIn]:
    """By the key of the game. Nothing is read where no cup's games count here, and no game of this one elsewhere."""
    own = {row.game.pk: row.game for row in attendances if row.game is not None}
    found = {}
    for key, pair in boards_of(shown).items() if cups else ():
        if key in own and _is_one(own[key], pair.game):
            found[key] = _also(pair.game, counts_two_games(pair.game))
    for key, game in own.items():
        if game.counted_in_id is not None and shown.is_public:
            game.round = shown
            twin = shared_game_of(game)
            if twin is not None and twin.says(said_there(game)):
                found[key] = _also(twin.game, counts_two_games(game))
    return found


def _is_one(game: Game, cups_game: Game) -> bool:
    """A forfeit parts them; turned colours do not."""
    results = {Result(game.result), said_there(cups_game)}
    return not any(result.is_forfeit for result in results) and (
        len(results) == 1 or results == {Result.WHITE_WINS, Result.BLACK_WINS}
    )


def _also(there: Game, is_as_one: bool) -> AlsoIn:
    other = there.round.tournament
    return AlsoIn(
        sentence=also_words(there, is_as_one),
        url=reverse("evening_round", args=[other.club.slug, other.slug, there.round.number]) + f"#board-row-{there.pk}",
    )
