"""Neighbours: a pairing system for the tests, as a club might add it. Copied out of the tree, then found there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from tournaments.pairing.explanations.standings import points_by_round, points_table
from tournaments.pairing.history.attendance import pairing_field
from tournaments.pairing.history.byes import bye_reasons
from tournaments.pairing.history.record import Record, Scoring
from tournaments.pairing.opponents.fixed_pairings import take_out
from tournaments.pairing.opponents.opponent_reasons import opponent_reasons, passed_over, places_of
from tournaments.pairing.protocols import Capabilities, PairLimits, RoundCount, SystemInfo, TieBreak
from tournaments.pairing.search.last_resort import (
    NOBODY_PRESENT,
    LastResort,
    complete,
    refuse_finished,
    rematch_reason,
)
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.options import choice, rational
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

LOWER_NUMBER = Rule("toy_neighbours/colour", "{white} has the lower number, so has white.")
IN_ORDER = Rule("toy_neighbours/order", "Most points first, then by number.")
GAMES = Rule("toy_neighbours/settings/games", "A win gives {win}, a draw {draw}.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Neighbours:
    """Everybody plays the next in the list; the lower number has white."""

    info: ClassVar[SystemInfo] = SystemInfo(
        name="Toy neighbours",
        summary="Everybody plays the next in the list.",
        source="Nobody",
        presets={"double": {"win": "2", "draw": "1"}},
        preset_names={"double": "Twice as much"},
        default_tie_breaks=({"code": "wins"},),
    )

    win: Fraction = rational(1, minimum=0, label="Win")
    draw: Fraction = rational("1/2", minimum=0, label="Draw")
    loss: Fraction = rational(0, minimum=0, label="Loss")
    bye_points: Fraction = rational(1, minimum=0, label="Bye")
    last_resort: LastResort = choice(
        LastResort.REMATCH,
        label="If not everybody can be paired",
        choices={LastResort.REMATCH: "Rematches", LastResort.STOP: "Stop"},
    )

    def start_numbers(self, entrants: Sequence[Entrant], lots: Lots) -> tuple[PlayerId, ...]:
        return lots.sort("number", (entrant.number for entrant in entrants))

    def pair(self, snapshot: TournamentSnapshot, *, pinned: Sequence[Pin] = ()) -> PairedRound:
        refuse_finished(snapshot)
        record = self._record(snapshot)
        here = pairing_field(snapshot)
        order = sorted(here.present, key=lambda player: (-record.units[player], player))
        if not order:
            raise PairingImpossible([NOBODY_PRESENT.reason()])
        by_hand = take_out(record, order, pinned, self.capabilities().limits)
        found = complete(record, by_hand.rest, max_meetings=1, last_resort=self.last_resort)
        is_relaxed = bool(found.rematches)
        places = places_of(order)
        boards = []
        for higher, lower, skipped in passed_over(by_hand.rest, found.pairs):
            why = opponent_reasons(record, places, higher, lower, skipped, max_meetings=1, relaxed=is_relaxed)
            if (higher, lower) in found.rematches:
                why = (rematch_reason(record, higher, lower), *why)
            white, black = sorted((higher, lower))
            why = (*why, LOWER_NUMBER.reason(white=Player(white)))
            boards.append(PairedBoard(board=0, white=white, black=black, reasons=why))
        byes = []
        if found.bye is not None:
            why = bye_reasons(record, by_hand.rest, found.bye, relaxed=is_relaxed)
            byes.append(PairedBye(player=found.bye, kind=ByeKind.PAIRING, reasons=why))
        return PairedRound(
            number=snapshot.next_number,
            boards=numbered([*by_hand.boards, *boards], order),
            byes=(*byes, *by_hand.byes, *here.byes),
            left_out=here.left_out,
            notes=found.notes,
            order=tuple(order),
            ordered_by=IN_ORDER.reason(),
        )

    def standings(self, snapshot: TournamentSnapshot, tie_breaks: Sequence[TieBreak]) -> Table:
        return points_table(self._record(snapshot), tie_breaks)

    def history(self, snapshot: TournamentSnapshot) -> Sequence[Mapping[PlayerId, Fraction]]:
        return points_by_round(self._record(snapshot))

    def settings(self) -> tuple[Reason, ...]:
        return (GAMES.reason(win=self.win, draw=self.draw),)

    def capabilities(self) -> Capabilities:
        return Capabilities(
            scoring=Scoring(win=self.win, draw=self.draw, loss=self.loss, bye=self.bye_points),
            limits=PairLimits(max_meetings=1, never_relaxed=self.last_resort is LastResort.STOP),
            rounds=RoundCount(),
        )

    def is_finished(self, snapshot: TournamentSnapshot) -> bool:
        return snapshot.all_played

    def _record(self, snapshot: TournamentSnapshot) -> Record:
        return self.capabilities().record(snapshot)
