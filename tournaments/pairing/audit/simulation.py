"""Random tournaments, played by a system: the same chance gives the same tournament, on every machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, count
from typing import TypeVar

from tournaments.pairing.history.half_byes import HalfByeLimits
from tournaments.pairing.protocols import KnockOutSystem, PairingSystem, ScheduledSystem
from tournaments.pairing.search.last_resort import ALL_PLAYED
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible, PinnedBoard, Reason
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    ByeKind,
    Entrant,
    KnownBefore,
    MatchDecision,
    NextRound,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    PlayerId,
    Result,
    TournamentSnapshot,
)

T = TypeVar("T")

_DRAWS = 0.25
_UNRATED = 0.15
_PLAYED_LATER = 0.5
"""Of the postponed games, before each round."""
_NOT_MARKED = 0.2
"""Of those who are away."""
_SPREAD = 800
_FORFEITS = (Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT, Result.BOTH_FORFEIT)
_RESULTS = (Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW, *_FORFEITS)
_LARGEST_BY_HAND = 24
"""Players up to whom a director tries each pair when the system finds nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rates:
    """How often what happens, from 0 to 1: each player in each round, each game, each pair, each round."""

    attendance: float = field(default=0.8, metadata={"help": "of the players who come to a round"})
    late: float = field(default=0.05, metadata={"help": "of the players who join after round 1"})
    withdrawals: float = field(default=0.02, metadata={"help": "of the players who withdraw before a round"})
    returns: float = field(default=0.2, metadata={"help": "of the withdrawn who return before a round"})
    forfeits: float = field(default=0.02, metadata={"help": "of the games that are forfeited"})
    postponed: float = field(default=0.02, metadata={"help": "of the games that are postponed"})
    corrections: float = field(default=0.005, metadata={"help": "of the results that are corrected before a round"})
    half_byes: float = field(default=0.02, metadata={"help": "of those present who ask for a half-point bye instead"})
    by_hand: float = field(default=0.02, metadata={"help": "of the rounds in which the director sets a board"})
    forbidden: float = field(default=0.0, metadata={"help": "of the pairs that shall not be paired"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Simulated:
    snapshot: TournamentSnapshot
    ended: tuple[Reason, ...] = ()
    """Why there are fewer rounds than planned."""


class Chance:
    """All that is left to chance comes from `draw`, which gives numbers from 0 up to 1."""

    def __init__(self, draw: Callable[[], float]) -> None:
        self._draw = draw

    def happens(self, rate: float) -> bool:
        return self._draw() < rate

    def below(self, count: int) -> int:
        return int(self._draw() * count)

    def one_of(self, choices: Sequence[T]) -> T:
        return choices[self.below(len(choices))]


def simulate(
    system: PairingSystem,
    *,
    draw: Callable[[], float],
    seed: str,
    players: int,
    rounds: int,
    rates: Rates | None = None,
) -> Simulated:
    """A tournament of that system from its first round to its last; `seed` is the tournament's own. Raises
    PairingImpossible where nobody can be numbered."""
    game = _Simulation(system=system, rates=rates or Rates(), chance=Chance(draw), planned=rounds)
    game.enter(players, seed)
    ended: tuple[Reason, ...] = ()
    while not ended and len(game.snapshot.rounds) < rounds:
        ended = game.play()
    game.play_postponed(rounds + 1)
    game.decide_ties()
    return Simulated(snapshot=_without_strangers(game.snapshot), ended=ended)


@dataclass(kw_only=True)
class _Simulation:
    system: PairingSystem
    rates: Rates
    chance: Chance
    planned: int
    snapshot: TournamentSnapshot = field(default_factory=lambda: TournamentSnapshot(entrants=()))
    coming_later: list[Entrant] = field(default_factory=list)
    """In the order in which they join; their number is given then."""
    strength: dict[PlayerId, int] = field(default_factory=dict)

    # Who plays

    def enter(self, players: int, seed: str) -> None:
        chance, rates = self.chance, self.rates
        joins = [
            1 if not chance.happens(rates.late) else 2 + chance.below(max(1, self.planned - 1)) for _ in range(players)
        ]
        ratings = [None if chance.happens(_UNRATED) else 1000 + chance.below(1000) for _ in range(players)]
        if ratings and not any(ratings):
            ratings[0] = 1000
        entered = [
            Entrant(number=place, rating=rating)
            for place, rating in enumerate((r for r, join in zip(ratings, joins, strict=True) if join == 1), 1)
        ]
        numbers = self.system.start_numbers(entered, Lots(seed, 0))
        by_place = {entrant.number: entrant for entrant in entered}
        entrants = tuple(
            replace(by_place[place], number=number) for number, place in enumerate(numbers, 1) if place is not None
        )
        late = [(join, rating) for join, rating in zip(joins, ratings, strict=True) if join > 1]
        self.coming_later = [
            Entrant(number=number, rating=rating, joined_round=join)
            for number, (join, rating) in zip(
                self._late_numbers(entrants), sorted(late, key=lambda each: each[0]), strict=False
            )
        ]
        everybody = [*entrants, *self.coming_later]
        self.strength = {each.number: (each.rating or 1000) + chance.below(_SPREAD) for each in everybody}
        pairs = combinations(sorted(self.strength), 2)
        self.snapshot = TournamentSnapshot(
            entrants=entrants,
            planned_rounds=self.planned,
            seed=seed,
            forbidden_pairs=frozenset(frozenset(pair) for pair in pairs if chance.happens(rates.forbidden)),
        )

    def _late_numbers(self, entrants: tuple[Entrant, ...]) -> Iterable[PlayerId]:
        """Where numbers are a place in a plan, those that nobody has; otherwise they go on."""
        if isinstance(self.system, ScheduledSystem):
            return self.system.free_numbers(TournamentSnapshot(entrants=entrants))
        return count(len(entrants) + 1)

    def _who_takes_part(self, number: int) -> None:
        """Late entrants join, others withdraw or return, before the round is paired."""
        joining = [entrant for entrant in self.coming_later if entrant.joined_round <= number]
        self.coming_later = [entrant for entrant in self.coming_later if entrant not in joining]
        staying = [
            self._withdrawn_or_back(entrant, number) if number > 1 else entrant for entrant in self.snapshot.entrants
        ]
        self.snapshot = replace(self.snapshot, entrants=(*staying, *joining))

    def _withdrawn_or_back(self, entrant: Entrant, number: int) -> Entrant:
        if not entrant.is_away(number):
            is_leaving = self.chance.happens(self.rates.withdrawals)
            return replace(entrant, away=(*entrant.away, (number, None))) if is_leaving else entrant
        if self.system.capabilities().knocks_out is None and self.chance.happens(self.rates.returns):
            *before, (first, _last) = entrant.away
            return replace(entrant, away=(*before, (first, number - 1)))
        return entrant

    def _attendance(self, number: int) -> tuple[NextRound, tuple[Absence, ...]]:
        """The round to be paired, and which of the absences are marked."""
        chance = self.chance
        there = [entrant.number for entrant in self.snapshot.entrants if entrant.takes_part(number)]
        away = [player for player in there if not chance.happens(self.rates.attendance)]
        if len(there) - len(away) < 2:
            away = []
        absences = tuple(Absence(player=player, kind=chance.one_of([*AbsenceKind])) for player in away)
        marked = tuple(absence for absence in absences if not chance.happens(_NOT_MARKED))
        present = [player for player in there if player not in away]
        asking = [
            player for player in present if self._may_ask(player, number) and chance.happens(self.rates.half_byes)
        ]
        byes = [PlayedBye(player=player, kind=ByeKind.HALF) for player in asking[: max(0, len(present) - 2)]]
        return NextRound(absences=absences, byes=tuple(byes)), marked

    def _may_ask(self, player: PlayerId, number: int) -> bool:
        """Systems that limit half-point byes say how many, and not in which last rounds."""
        limits = self.system.capabilities().half_byes or HalfByeLimits(allowed=self.planned)
        had = sum(
            bye.player == player and bye.kind is ByeKind.HALF for played in self.snapshot.rounds for bye in played.byes
        )
        return had < limits.allowed and number <= self.planned - limits.not_in_last

    # A round

    def play(self) -> tuple[Reason, ...]:
        """The next round; or why there is none."""
        number = self.snapshot.next_number
        self._who_takes_part(number)
        self.play_postponed(number)
        self._correct(number)
        self.decide_ties()
        coming, marked = self._attendance(number)
        to_pair = replace(self.snapshot, next_round=coming)
        try:
            paired = self._paired(to_pair)
        except PairingImpossible as impossible:
            return impossible.reasons
        self.snapshot = replace(self.snapshot, rounds=(*self.snapshot.rounds, self._played(paired, marked)))
        self.decide_ties()
        return ()

    def _paired(self, to_pair: TournamentSnapshot) -> PairedRound:
        pinned: tuple[PinnedBoard, ...] = ()
        present = _present(to_pair)
        if len(present) > 1 and self.chance.happens(self.rates.by_hand):
            white = self.chance.one_of(present)
            black = self.chance.one_of([player for player in present if player != white])
            pinned = (PinnedBoard(white=white, black=black),)
        for pins in dict.fromkeys((pinned, ())):
            try:
                return self.system.pair(to_pair, pinned=pins)
            except PairingImpossible as impossible:
                refused = impossible
        return self._by_hand(to_pair, refused)

    def _by_hand(self, to_pair: TournamentSnapshot, refused: PairingImpossible) -> PairedRound:
        """What a director can do: give the bye, else set one board, else several; or it ends here."""
        present = _present(to_pair)
        is_over = any(reason.rule == ALL_PLAYED.code for reason in refused.reasons)
        if not is_over and len(present) <= _LARGEST_BY_HAND:
            for coming, pins in _ways_out(to_pair, present):
                try:
                    return self.system.pair(replace(to_pair, next_round=coming), pinned=pins)
                except PairingImpossible:
                    continue
        raise refused

    def _played(self, paired: PairedRound, marked: tuple[Absence, ...]) -> PlayedRound:
        placed = {player for board in paired.boards for player in (board.white, board.black)}
        placed |= {bye.player for bye in paired.byes}
        return PlayedRound(
            number=paired.number,
            games=tuple(
                PlayedGame(
                    board=board.board,
                    white=board.white,
                    black=board.black,
                    result=Result.OPEN if board.is_postponed else self._result(board.white, board.black),
                    by_hand=board.pinned,
                )
                for board in paired.boards
            ),
            byes=tuple(PlayedBye(player=bye.player, kind=bye.kind) for bye in paired.byes),
            absences=tuple(absence for absence in marked if absence.player not in placed),
        )

    # Results

    def _result(self, white: PlayerId, black: PlayerId) -> Result:
        if self.chance.happens(self.rates.postponed):
            return Result.OPEN
        if self.chance.happens(self.rates.forfeits):
            return self.chance.one_of(_FORFEITS)
        return self._over_the_board(white, black)

    def _over_the_board(self, white: PlayerId, black: PlayerId) -> Result:
        if self.chance.happens(_DRAWS):
            return Result.DRAW
        is_stronger = self.chance.happens(0.5 + (self.strength[white] - self.strength[black]) / (4 * _SPREAD))
        return Result.WHITE_WINS if is_stronger else Result.BLACK_WINS

    def play_postponed(self, coming: int) -> None:
        """Some of the postponed games are played before that round: all that was paired until then did not know."""

        def later(played: PlayedRound, game: PlayedGame) -> PlayedGame:
            is_waiting = game.result is Result.OPEN and played.number + 1 < coming
            if not is_waiting or not self.chance.happens(_PLAYED_LATER):
                return game
            return replace(game, result=self._over_the_board(game.white, game.black), known_from=coming)

        self._change_games(later)

    def _correct(self, coming: int) -> None:
        def corrected(played: PlayedRound, game: PlayedGame) -> PlayedGame:
            # A file does not tell how an earlier result was decided, so those that were stay.
            is_known = (
                game.result is not Result.OPEN
                and game.decided_by is None
                and (game.known_from or played.number + 1) < coming
            )
            if not is_known or not self.chance.happens(self.rates.corrections):
                return game
            others = [result for result in _RESULTS if result is not game.result]
            return replace(
                game,
                result=self.chance.one_of(others),
                known_from=coming,
                earlier=(
                    *game.earlier,
                    KnownBefore(game.result, game.known_from or played.number + 1, game.boards, game.score),
                ),
            )

        self._change_games(corrected)

    def decide_ties(self) -> None:
        """In a knock-out, whoever is lucky goes on where the game left it open."""
        system = self.system
        if not isinstance(system, KnockOutSystem):
            return
        open_ties = {(tie.round_number, tie.board): tie for tie in system.matches(self.snapshot) if tie.is_open}

        def decided(played: PlayedRound, game: PlayedGame) -> PlayedGame:
            tie = open_ties.get((played.number, game.board))
            if tie is None or game.result is Result.OPEN:
                return game
            way = self.chance.one_of(system.endings(self.snapshot, tie))
            winner = way.winner or self.chance.one_of((game.white, game.black))
            return replace(game, decided_by=MatchDecision(step=way.step, winner=winner))

        self._change_games(decided)

    def _change_games(self, change: Callable[[PlayedRound, PlayedGame], PlayedGame]) -> None:
        rounds = tuple(
            replace(played, games=tuple(change(played, game) for game in played.games))
            for played in self.snapshot.rounds
        )
        self.snapshot = replace(self.snapshot, rounds=rounds)


def _without_strangers(snapshot: TournamentSnapshot) -> TournamentSnapshot:
    """It may have ended before a late entrant came, whom somebody should not have met."""
    entered = snapshot.by_number.keys()
    forbidden = frozenset(pair for pair in snapshot.forbidden_pairs if pair <= entered)
    return replace(snapshot, forbidden_pairs=forbidden, next_round=NextRound())


def _present(to_pair: TournamentSnapshot) -> list[PlayerId]:
    elsewhere = {away.player for away in to_pair.next_round.absences} | {bye.player for bye in to_pair.next_round.byes}
    return [
        entrant.number
        for entrant in to_pair.entrants
        if entrant.takes_part(to_pair.next_number) and entrant.number not in elsewhere
    ]


def _ways_out(
    to_pair: TournamentSnapshot, present: Sequence[PlayerId]
) -> Iterator[tuple[NextRound, tuple[PinnedBoard, ...]]]:
    """The bye by hand, then one board by hand, then both."""
    coming = to_pair.next_round
    boards = [(PinnedBoard(white=white, black=black),) for white, black in combinations(present, 2)]
    with_bye = [
        replace(coming, byes=(*coming.byes, PlayedBye(player=player, kind=ByeKind.PAIRING)))
        for player in reversed(present)
    ]
    if len(present) % 2:
        yield from ((each, ()) for each in with_bye)
    yield from ((coming, board) for board in boards)
    if len(present) % 2:
        yield from ((with_bye[0], board) for board in boards)
