"""Who has left, and what becomes of their games (rulebook, all_play_all, Coming late, leaving: FIDE C.05, 6.6).

A function of the whole record, worked out anew each time: coming back undoes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby

from tournaments.pairing.systems.all_play_all.berger import BergerTable, Pair
from tournaments.pairing.types.snapshot import (
    ByeKind,
    Entrant,
    PlayedGame,
    PlayedRound,
    PlayerId,
    Result,
    TournamentSnapshot,
)


class Withdrawal(StrEnum):
    """What becomes of the games of those who leave."""

    HALF = "half"
    ANNUL = "annul"
    KEEP = "keep"


_OVER_THE_BOARD = frozenset({Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW})
# not all: games that were won by forfeit
_WON_BY_FORFEIT = {Result.WHITE_WINS_BY_FORFEIT: "white", Result.BLACK_WINS_BY_FORFEIT: "black"}


def seats(snapshot: TournamentSnapshot, plan: BergerTable) -> dict[PlayerId, Entrant]:
    """Who has a number of the plan in the table after the snapshot's last round."""
    return {each.number: each for each in snapshot.listed() if each.number <= plan.numbers}


def left_in(entrant: Entrant, coming: int) -> int | None:
    """The first round without them, of somebody who has left by round `coming` and has not come back."""
    return next((first for first, last in entrant.away if last is None and first <= coming), None)


def lacking(snapshot: TournamentSnapshot, plan: BergerTable, held: AbstractSet[PlayerId]) -> Iterator[tuple[int, Pair]]:
    """By rounds gone by, the games of the plan among these numbers that no round holds. A game that the director had
    two play out of turn stands for one of theirs."""
    played = {(number, frozenset(pair)) for number, pair in _games(snapshot)}
    spare = Counter(pair for number, pair in _games(snapshot))
    plans = [(number, pair) for number in _gone_by(snapshot, plan) for pair in plan.games(number, held)]
    spare.subtract(frozenset(pair) for number, pair in plans if (number, frozenset(pair)) in played)
    for number, pair in plans:
        both = frozenset(pair)
        if (number, both) in played:
            continue
        if spare[both] > 0:
            spare[both] -= 1
            continue
        yield number, pair


def _games(snapshot: TournamentSnapshot) -> Iterator[tuple[int, frozenset[PlayerId]]]:
    return ((played.number, frozenset({game.white, game.black})) for played in snapshot.rounds for game in played.games)


def _gone_by(snapshot: TournamentSnapshot, plan: BergerTable) -> Iterable[int]:
    return range(1, min(len(snapshot.rounds), plan.rounds) + 1)


@dataclass(frozen=True, kw_only=True, slots=True)
class Leavers:
    """`annulled`: none of their games counts. `counted` is the record without these games, and with a forfeit for each
    game that the others who left have not played."""

    annulled: frozenset[PlayerId]
    counted: TournamentSnapshot


def leavers(snapshot: TournamentSnapshot, plan: BergerTable, rule: Withdrawal) -> Leavers:
    held = seats(snapshot, plan)
    gone = sorted((first, number) for number, each in held.items() if (first := left_in(each, snapshot.next_number)))
    if not gone or not snapshot.rounds:  # rulebook, README: before any round everybody stands 1..n by number
        return Leavers(annulled=frozenset(), counted=snapshot)
    book = _Book(snapshot, plan, frozenset(held))
    annulled: set[PlayerId] = set()
    scheduled = plan.cycles * (len(held) - 1)
    for _first, together in groupby(gone, key=lambda each: each[0]):
        leaving = frozenset(number for _first, number in together)
        # Judged before any of them gives games away: those who leave together win nothing from each other by it.
        annulled |= {number for number in leaving if _is_annulled(rule, book.done(number), scheduled)}
        book.give_up(leaving - annulled, annulled)
    return Leavers(annulled=frozenset(annulled), counted=book.without(annulled))


def _is_annulled(rule: Withdrawal, done: int, scheduled: int) -> bool:
    return rule is Withdrawal.ANNUL or (rule is Withdrawal.HALF and 2 * done < scheduled)


class _Book:
    """The rounds while those who have left give up their games, the earliest first."""

    def __init__(self, snapshot: TournamentSnapshot, plan: BergerTable, held: frozenset[PlayerId]) -> None:
        self.snapshot = snapshot
        self.rounds = {played.number: played for played in snapshot.rounds}
        self.lacking = list(lacking(snapshot, plan, held))

    def done(self, player: PlayerId) -> int:
        """Games with a result of any kind, a win by forfeit included; their own losses by forfeit are not."""
        return sum(
            _is_done(game, player)
            for played in (*self.rounds.values(), *self.snapshot.ahead)
            for game in played.games
            if player in (game.white, game.black)
        )

    def give_up(self, leaving: frozenset[PlayerId], annulled: AbstractSet[PlayerId]) -> None:
        """Each game that one of these has not played is won by the other; among themselves it is lost by both. Against
        the annulled there is none to give up: it would count for nobody, and stand in place of a bye that does."""
        for number, played in self.rounds.items():
            games = tuple(_given_up(game, leaving) for game in played.games)
            self.rounds[number] = replace(played, games=games)
        for number, (white, black) in self.lacking:
            played = self.rounds[number]
            is_given_up = leaving & {white, black} and not annulled & {white, black}
            if is_given_up and not _seated(played) & {white, black}:
                game = PlayedGame(board=len(played.games) + 1, white=white, black=black, result=Result.OPEN)
                self.rounds[number] = _with_game(played, _given_up(game, leaving))

    def without(self, annulled: AbstractSet[PlayerId]) -> TournamentSnapshot:
        return replace(
            self.snapshot,
            rounds=tuple(_without(played, annulled) for played in self.rounds.values()),
            ahead=tuple(_without(played, annulled) for played in self.snapshot.ahead),
        )


def _without(played: PlayedRound, annulled: AbstractSet[PlayerId]) -> PlayedRound:
    games = (replace(game, counts=False) if annulled & {game.white, game.black} else game for game in played.games)
    return replace(played, games=tuple(games))


def _is_done(game: PlayedGame, player: PlayerId) -> bool:
    side = "white" if game.white == player else "black"
    return game.result in _OVER_THE_BOARD or _WON_BY_FORFEIT.get(game.result) == side


def _given_up(game: PlayedGame, leaving: AbstractSet[PlayerId]) -> PlayedGame:
    if game.result is not Result.OPEN or not leaving & {game.white, game.black}:
        return game
    if {game.white, game.black} <= leaving:
        return replace(game, result=Result.BOTH_FORFEIT)
    white_stays = game.white not in leaving
    return replace(game, result=Result.WHITE_WINS_BY_FORFEIT if white_stays else Result.BLACK_WINS_BY_FORFEIT)


def _seated(played: PlayedRound) -> set[PlayerId]:
    return {player for game in played.games for player in (game.white, game.black)}


def _with_game(played: PlayedRound, game: PlayedGame) -> PlayedRound:
    """Whoever has a game has nothing else in the round."""
    both = {game.white, game.black}
    return replace(
        played,
        games=(*played.games, game),
        byes=tuple(bye for bye in played.byes if bye.player not in both),
        absences=tuple(away for away in played.absences if away.player not in both),
    )


def with_byes_paid(snapshot: TournamentSnapshot, plan: BergerTable) -> TournamentSnapshot:
    """A round against a number that nobody has is worth what one against the dummy is."""
    return replace(snapshot, rounds=tuple(_paid(snapshot, plan, played) for played in snapshot.rounds))


def _paid(snapshot: TournamentSnapshot, plan: BergerTable, played: PlayedRound) -> PlayedRound:
    def is_against_nobody(player: PlayerId) -> bool:
        if player > plan.numbers or played.number > plan.rounds:
            return False
        other = snapshot.by_number.get(plan.opponent(player, played.number))
        return other is None or other.joined_round > played.number

    byes = (
        replace(bye, kind=ByeKind.PAIRING) if bye.kind is ByeKind.ZERO and is_against_nobody(bye.player) else bye
        for bye in played.byes
    )
    return replace(played, byes=tuple(byes))
