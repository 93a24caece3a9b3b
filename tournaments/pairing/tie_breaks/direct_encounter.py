"""Direct encounter (DE): the games among those still tied, also where not all of them have met."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from tournaments.pairing.history.direct_encounters import Group
from tournaments.pairing.history.encounters import Encounters
from tournaments.pairing.history.modifiers import with_modifiers
from tournaments.pairing.history.record import Record
from tournaments.pairing.history.round_entries import entry_term
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.options import fine_print, nullable_boolean
from tournaments.pairing.types.paired_round import Players, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

OUT_OF_REACH = Rule(
    "direct_encounter/out_of_reach",
    _("Not all of them have met, but even wins in all missing games would bring nobody behind level"),
)
AGAIN = Rule("direct_encounter/again", _("Level in this with {players}: then only the games among these count"))


@dataclass(frozen=True, kw_only=True, slots=True)
class DirectEncounter:
    """C.07, 6 (rulebook, tie_breaks): shown is the sum among all who were tied; of two games of the same two the mean.

    Where all have met all, the sums rank; those still level are ranked by the games among themselves alone. Where not,
    one is ahead of the others only if they could not have come level by winning all that was not played. In a fixed
    schedule all count as having met.
    """

    forfeits_played: bool | None = fine_print(
        nullable_boolean(
            None,
            label=_("Forfeits count"),
            unset=_("Where everybody meets everybody"),
            help=_("FIDE: DE/P where they always do."),
        )
    )
    turn: int = 1
    """The how many-th of a list: each looks anew at those still tied."""

    @property
    def info(self) -> TieBreakInfo:
        code = with_modifiers("DE", forfeits=bool(self.forfeits_played))
        return TieBreakInfo(
            name=_("Direct encounter"),
            short=code if self.turn == 1 else f"{code} {self.turn}",
            summary=_("The player who scored more in the games among those still level is placed higher (DE)."),
            legend=_("The points of the games among those still level"),
            family=Family.EACH_OTHER,
        )

    def repeated(self, turn: int) -> DirectEncounter:
        return replace(self, turn=turn)

    def cells(self, record: Record, tied: Group) -> Mapping[PlayerId, Cell]:
        if len(tied) < 2:
            return dict.fromkeys(tied, Cell(value=None))
        encounters = Encounters(record, tied, forfeits=self._counts_forfeits(record))
        meetings = encounters.meetings
        parts = meetings.split(tied)
        have_all_met = meetings.have_all_met(tied)
        if len(parts) == 1 and not have_all_met:
            return dict.fromkeys(tied, Cell(value=None))
        sums = meetings.sums(tied)
        cells = {}
        for place, level in enumerate(meetings.order(tied)):
            for player in level:
                part = next(part for part in parts if player in part)
                explain = partial(
                    _terms, encounters, player, tied, part, is_parted=part != level, is_alone=not have_all_met
                )
                cells[player] = Cell(value=sums[player], ranked_by=-place, explain=explain)
        return cells

    def _counts_forfeits(self, record: Record) -> bool:
        return record.forfeits_are_meetings if self.forfeits_played is None else self.forfeits_played


def _terms(
    encounters: Encounters, player: PlayerId, tied: Group, part: Group, *, is_parted: bool, is_alone: bool
) -> tuple[Term, ...]:
    """`is_alone`: not all of them have met."""
    terms = [replace(entry_term(entry), amount=worth) for entry, worth in encounters.among(player, tied)]
    if is_alone and len(part) == 1:
        terms.append(Term(reason=OUT_OF_REACH.reason(), amount=Fraction(0)))
    if is_parted:
        others = Players(tuple(sorted(part - {player})))
        terms.append(Term(reason=AGAIN.reason(players=others), amount=Fraction(0)))
    return tuple(terms)
