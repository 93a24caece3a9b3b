"""Schedule: a pairing system for the tests in which everybody meets everybody by a table that stands from the start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from tournaments.pairing.explanations.standings import points_by_round, points_table
from tournaments.pairing.history.attendance import pairing_field
from tournaments.pairing.history.record import Scoring
from tournaments.pairing.opponents.fixed_pairings import take_out
from tournaments.pairing.protocols import (
    Capabilities,
    PairLimits,
    RoundCount,
    RoundCountKind,
    SystemInfo,
    TieBreak,
    pairing_system,
)
from tournaments.pairing.search.last_resort import ALL_PLAYED, NOBODY_PRESENT, PAIR_BY_HAND, refuse_finished
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.options import integer, rational
from tournaments.pairing.types.paired_round import (
    PairedBoard,
    PairedBye,
    PairedRound,
    PairingImpossible,
    Pin,
    Player,
    Reason,
    Rule,
    numbered,
)
from tournaments.pairing.types.snapshot import ByeKind, Entrant, PlayerId, TournamentSnapshot
from tournaments.pairing.types.table import Table

IN_ORDER = Rule("toy_schedule/order", "By number, as in the table.")
IN_THE_TABLE = Rule("toy_schedule/table", "{white} and {black} meet in round {round} of the table.")
POSTPONED = Rule("toy_schedule/postponed", "{player} is away: the game is played another day.")
ODD_SUM = Rule("toy_schedule/colour/odd", "The sum of the numbers is odd: {white}, the lower, has White.")
EVEN_SUM = Rule("toy_schedule/colour/even", "The sum of the numbers is even: {white}, the higher, has White.")
NOBODY_TO_MEET = Rule("toy_schedule/bye", "The table has nobody for {player} in round {round}.")
NO_GAME = Rule("toy_schedule/impossible", "Nobody has a game in round {round}, and some shall not meet.")
GAMES = Rule("toy_schedule/settings/games", "A win gives {win}, a draw {draw}.")


@pairing_system
@dataclass(frozen=True, kw_only=True, slots=True)
class Schedule:
    """Numbers i and j meet in the round that i + j leaves when divided by the number of rounds; the last number meets
    whoever would meet themselves. Games of those away are postponed; spare numbers wait for latecomers."""

    info: ClassVar[SystemInfo] = SystemInfo(
        name="Toy schedule",
        summary="Everybody meets everybody by a table.",
        source="Nobody",
        default_tie_breaks=({"code": "wins"},),
    )

    win: Fraction = rational(1, minimum=0, label="Win")
    draw: Fraction = rational("1/2", minimum=0, label="Draw")
    loss: Fraction = rational(0, minimum=0, label="Loss")
    spare_numbers: int = integer(2, minimum=0, label="Numbers for latecomers")

    def capabilities(self) -> Capabilities:
        return Capabilities(
            scoring=Scoring(win=self.win, draw=self.draw, loss=self.loss, bye=Fraction(0)),
            limits=PairLimits(max_meetings=1, never_relaxed=True),
            rounds=RoundCount(
                kind=RoundCountKind.FOLLOWS,
                of_field=lambda entrants: self._numbers(entrants) - 1,
                known_at_start=True,
            ),
            several_without_a_game=True,
            postpones=True,
            forfeits_are_meetings=True,
            counts_absentees=True,
        )

    def start_numbers(self, entrants: Sequence[Entrant], lots: Lots) -> tuple[PlayerId, ...]:
        return lots.sort("number", (entrant.number for entrant in entrants))

    def pair(self, snapshot: TournamentSnapshot, *, pinned: Sequence[Pin] = ()) -> PairedRound:
        refuse_finished(snapshot)
        if self.is_finished(snapshot):
            raise PairingImpossible([ALL_PLAYED.reason(count=len(snapshot.rounds))])
        here = pairing_field(snapshot)
        if not here.present:
            raise PairingImpossible([NOBODY_PRESENT.reason()])
        capabilities = self.capabilities()
        by_hand = take_out(capabilities.record(snapshot), sorted(here.present), pinned, capabilities.limits)
        elsewhere = here.present - set(by_hand.rest) | {bye.player for bye in here.byes}
        boards = [*by_hand.boards, *self._boards(snapshot, here.present, elsewhere)]
        seated = {player for board in boards for player in (board.white, board.black)}
        byes = [
            PairedBye(
                player=player,
                kind=ByeKind.PAIRING,
                reasons=(NOBODY_TO_MEET.reason(player=Player(player), round=snapshot.next_number),),
            )
            for player in by_hand.rest
            if player not in seated
        ]
        if not boards and any(pair <= here.present for pair in snapshot.forbidden_pairs):
            raise PairingImpossible([NO_GAME.reason(round=snapshot.next_number), PAIR_BY_HAND.reason()])
        given = {bye.player for bye in by_hand.byes}
        return PairedRound(
            number=snapshot.next_number,
            boards=numbered(boards, sorted(snapshot.by_number)),
            byes=(*byes, *by_hand.byes, *here.byes),
            left_out=tuple(left for left in here.left_out if left.player not in seated),
            order=tuple(sorted(seated | {bye.player for bye in byes} | given)),
            ordered_by=IN_ORDER.reason(),
        )

    def standings(self, snapshot: TournamentSnapshot, tie_breaks: Sequence[TieBreak]) -> Table:
        return points_table(self.capabilities().record(snapshot), tie_breaks)

    def history(self, snapshot: TournamentSnapshot) -> Sequence[Mapping[PlayerId, Fraction]]:
        return points_by_round(self.capabilities().record(snapshot))

    def settings(self) -> tuple[Reason, ...]:
        return (GAMES.reason(win=self.win, draw=self.draw),)

    def is_finished(self, snapshot: TournamentSnapshot) -> bool:
        at_the_start = sum(entrant.joined_round <= 1 for entrant in snapshot.entrants)
        return snapshot.all_played or len(snapshot.rounds) >= self._numbers(at_the_start) - 1

    def _numbers(self, entrants: int) -> int:
        """Of the table: even, so that everybody has a number to meet in each round."""
        return max(2, (entrants + self.spare_numbers + 1) // 2 * 2)

    def _boards(
        self, snapshot: TournamentSnapshot, present: frozenset[PlayerId], elsewhere: set[PlayerId]
    ) -> Iterator[PairedBoard]:
        for one, other in self._in_the_table(snapshot):
            if not {one, other} & elsewhere and {one, other} not in snapshot.forbidden_pairs:
                yield _board(one, other, snapshot.next_number, present)

    def _in_the_table(self, snapshot: TournamentSnapshot) -> Iterator[tuple[PlayerId, PlayerId]]:
        """Those who take part in the round; a game that the director had them play early is not set up again."""
        taking_part = {each.number for each in snapshot.entrants if each.takes_part(snapshot.next_number)}
        record = self.capabilities().record(snapshot)
        numbers = self._numbers(sum(entrant.joined_round <= 1 for entrant in snapshot.entrants))
        pairs = table(numbers, snapshot.next_number)
        return (pair for pair in pairs if {*pair} <= taking_part and not record.met(*pair))


def table(numbers: int, round_number: int) -> Iterator[tuple[PlayerId, PlayerId]]:
    """Who meets in that round, the lower number first; `numbers` is even."""
    last, rounds = numbers, numbers - 1
    for one in range(1, last):
        other = (round_number + 1 - one) % rounds or rounds
        if one == other:
            yield one, last
        elif one < other:
            yield one, other


def _board(one: PlayerId, other: PlayerId, round_number: int, present: frozenset[PlayerId]) -> PairedBoard:
    is_odd = (one + other) % 2 == 1
    white, black = (one, other) if is_odd else (other, one)
    away = [player for player in (one, other) if player not in present]
    return PairedBoard(
        board=0,
        white=white,
        black=black,
        reasons=(
            IN_THE_TABLE.reason(white=Player(white), black=Player(black), round=round_number),
            *(POSTPONED.reason(player=Player(player)) for player in away),
            (ODD_SUM if is_odd else EVEN_SUM).reason(white=Player(white)),
        ),
        is_postponed=bool(away),
    )
