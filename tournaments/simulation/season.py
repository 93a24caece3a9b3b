"""One season of a system, played by chance: the same seed gives the same season, on every machine."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from tournaments.pairing.discovery import tie_breaks_of
from tournaments.pairing.protocols import KnockOutSystem, PairingSystem, RoundCountKind
from tournaments.pairing.types.knockout import Match
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    Entrant,
    MatchDecision,
    NextRound,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    PlayerId,
    Result,
    TournamentSnapshot,
)
from tournaments.simulation.field import SimulatedField

DRAWS_OF_EQUALS = 0.25
"""Of the games between two of the same rating; fewer, the further apart two are."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedSeason:
    """Members are named by their place in the field, from 0."""

    games: tuple[tuple[int, int], ...]
    """White and Black, in the order in which they were played."""
    came: tuple[int, ...]
    """Of each member, the evenings they came while the tournament was going on."""
    without_game: tuple[int, ...]
    """Of these, the evenings on which they played nobody: the bye, no opponent, an opponent who was away, being out."""
    postponed: int
    """Games set up though one of the two was away."""
    not_paired: int
    """Evenings with two players or more for whom the system had no pairing."""
    evenings: int
    """Those that the tournament lasted."""
    winners: frozenset[int]
    """Who stood first in the end; nobody, where no game was played."""


def play(
    system: PairingSystem,
    plan: SimulatedField,
    *,
    seed: str,
    number: int,
    after_evening: Callable[[], None] = lambda: None,
) -> PlayedSeason:
    """Season `number` of those that follow from the seed.

    Each evening each member comes or does not, by their share. What is drawn for that hangs on seed, season and evening
    alone, so all systems are compared on the same evenings. Who is away has excused themselves. Results go by
    `result_of`; a postponed game is played before the next round. Where a system has no pairing, that evening has no
    round. Without two players there is none either. Raises nothing but what `after_evening` raises.
    """
    season = _Season.begun(system, plan, seed, number)
    coming = random.Random(f"{seed}:{number}:coming")  # noqa: S311  # a dice for seasons, not a secret
    for _evening in range(plan.evenings):
        present = [coming.random() < member.comes for member in plan.members]
        if system.is_finished(season.snapshot):
            break
        season.play_evening({place for place, is_here in enumerate(present) if is_here})
        after_evening()
    return season.as_played()


def result_of(white: int, black: int, chance: float) -> Result:
    """From two ratings and a number from 0 up to 1.

    White's expectation is E = 1 / (1 + 10^((black - white) / 400)) (Elo). Draws have the share 4 E (1 - E) x
    `DRAWS_OF_EQUALS`, taken half from the wins and half from the losses, so that the expectation stays E.
    """
    expected = 1 / (1 + 10 ** ((black - white) / 400))
    draws = 4 * expected * (1 - expected) * DRAWS_OF_EQUALS
    if chance < expected - draws / 2:
        return Result.WHITE_WINS
    return Result.DRAW if chance < expected + draws / 2 else Result.BLACK_WINS


@dataclass(kw_only=True, slots=True)
class _Season:
    system: PairingSystem
    strength: Sequence[int]
    chance: random.Random
    place_of: dict[PlayerId, int]
    """By start number."""
    snapshot: TournamentSnapshot
    came: list[int]
    played_on: list[int]
    games: list[tuple[int, int]] = field(default_factory=list)
    postponed: int = 0
    not_paired: int = 0
    evenings: int = 0

    @classmethod
    def begun(cls, system: PairingSystem, plan: SimulatedField, seed: str, number: int) -> _Season:
        key = f"{seed}:{number}"
        tournament_seed = hashlib.sha256(key.encode()).hexdigest()
        rounds = system.capabilities().rounds
        follows = rounds.kind is RoundCountKind.FOLLOWS
        entered = [
            Entrant(number=place, rating=rating)
            for place, rating in enumerate((member.rating for member in plan.members), 1)
        ]
        numbers = system.start_numbers(entered, Lots(tournament_seed, 0))
        place_of = {number: entry - 1 for number, entry in enumerate(numbers, 1) if entry is not None}
        return cls(
            system=system,
            strength=plan.ratings,
            chance=random.Random(f"{key}:games"),  # noqa: S311  # a dice for seasons, not a secret
            place_of=place_of,
            snapshot=TournamentSnapshot(
                entrants=tuple(replace(entered[place], number=number) for number, place in place_of.items()),
                planned_rounds=None if follows else plan.evenings,
                seed=tournament_seed,
            ),
            came=[0] * len(entered),
            played_on=[0] * len(entered),
        )

    def play_evening(self, here: set[int]) -> None:
        self.evenings += 1
        for place in here:
            self.came[place] += 1
        paired = self._paired(here)
        if paired is None:
            self.not_paired += len(here) > 1
            return
        games = []
        for board in paired.boards:
            white, black = self.place_of[board.white], self.place_of[board.black]
            self.games.append((white, black))
            if board.is_postponed:
                self.postponed += 1
            else:
                self.played_on[white] += 1
                self.played_on[black] += 1
            result = result_of(self.strength[white], self.strength[black], self.chance.random())
            games.append(PlayedGame(board=board.board, white=board.white, black=board.black, result=result))
        placed = {player for board in paired.boards for player in (board.white, board.black)}
        byes = tuple(PlayedBye(player=bye.player, kind=bye.kind) for bye in paired.byes)
        placed.update(bye.player for bye in byes)
        played = PlayedRound(
            number=paired.number,
            games=tuple(games),
            byes=byes,
            absences=tuple(absence for absence in self._absences(here) if absence.player not in placed),
        )
        self._keep((*self.snapshot.rounds, played))
        self._decide_ties()

    def _paired(self, here: set[int]) -> PairedRound | None:
        if len(here) < 2:
            return None
        try:
            return self.system.pair(replace(self.snapshot, next_round=NextRound(absences=self._absences(here))))
        except PairingImpossible:
            return None

    def _absences(self, here: set[int]) -> tuple[Absence, ...]:
        return tuple(
            Absence(player=number, kind=AbsenceKind.EXCUSED)
            for number, place in self.place_of.items()
            if place not in here
        )

    def _keep(self, rounds: tuple[PlayedRound, ...]) -> None:
        self.snapshot = replace(self.snapshot, rounds=rounds)

    def _decide_ties(self) -> None:
        """In a knock-out, whoever is lucky goes on where the game left it open."""
        system = self.system
        if not isinstance(system, KnockOutSystem):
            return
        open_ties = {(tie.round_number, tie.board): tie for tie in system.matches(self.snapshot) if tie.is_open}

        def decided(played: PlayedRound, game: PlayedGame) -> PlayedGame:
            tie = open_ties.get((played.number, game.board))
            return game if tie is None else replace(game, decided_by=self._decision(system, tie))

        if open_ties:
            rounds = (
                replace(played, games=tuple(decided(played, game) for game in played.games))
                for played in self.snapshot.rounds
            )
            self._keep(tuple(rounds))

    def _decision(self, system: KnockOutSystem, tie: Match) -> MatchDecision:
        ways = system.endings(self.snapshot, tie)
        way = ways[int(self.chance.random() * len(ways))]
        lucky = (tie.white, tie.black)[self.chance.random() < 0.5]
        return MatchDecision(step=way.step, winner=way.winner or lucky)

    def as_played(self) -> PlayedSeason:
        winners: frozenset[int] = frozenset()
        if self.games:
            table = self.system.standings(self.snapshot, tie_breaks_of(self.system))
            winners = frozenset(self.place_of[row.player] for row in table.rows if row.rank == 1)
        return PlayedSeason(
            games=tuple(self.games),
            came=tuple(self.came),
            without_game=tuple(came - played for came, played in zip(self.came, self.played_on, strict=True)),
            postponed=self.postponed,
            not_paired=self.not_paired,
            evenings=self.evenings,
            winners=winners,
        )
