"""Direct encounter (DE): the games among those still tied, also where not all of them have met."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from tournaments.pairing.facts.modifiers import with_modifiers
from tournaments.pairing.facts.record import MEETINGS, Record, RoundEntry
from tournaments.pairing.facts.round_entries import entry_term
from tournaments.pairing.facts.unplayed import FORFEITS
from tournaments.pairing.model.options import fine_print, nullable_boolean
from tournaments.pairing.model.paired_round import Players, Rule
from tournaments.pairing.model.snapshot import PlayerId
from tournaments.pairing.model.table import Cell, Term
from tournaments.pairing.model.translation import gettext_noop as _
from tournaments.pairing.protocols import Family, TieBreakInfo

OUT_OF_REACH = Rule(
    "direct_encounter/out_of_reach",
    _("Not all of them have met, but even wins in all missing games would bring nobody behind level"),
)
AGAIN = Rule("direct_encounter/again", _("Level in this with {players}: then only the games among these count"))

Group = frozenset[PlayerId]


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
            summary=_("Whoever scored more in the games among those still level stands higher (DE)."),
            legend=_("The points of the games among those still tied"),
            family=Family.EACH_OTHER,
        )

    def repeated(self, turn: int) -> DirectEncounter:
        return replace(self, turn=turn)

    def cells(self, record: Record, tied: Group) -> Mapping[PlayerId, Cell]:
        if len(tied) < 2:
            return dict.fromkeys(tied, Cell(value=None))
        encounters = Encounters(record, tied, forfeits=self._counts_forfeits(record))
        parts = encounters.split(tied)
        if len(parts) == 1 and not encounters.have_all_met(tied):
            return dict.fromkeys(tied, Cell(value=None))
        sums = encounters.sums(tied)
        cells = {}
        for place, level in enumerate(encounters.order(tied)):
            for player in level:
                part = next(part for part in parts if player in part)
                explain = partial(_terms, encounters, player, tied, part, is_parted=part != level)
                cells[player] = Cell(value=sums[player], ranked_by=-place, explain=explain)
        return cells

    def _counts_forfeits(self, record: Record) -> bool:
        return record.forfeits_are_meetings if self.forfeits_played is None else self.forfeits_played


class Encounters:
    """The games among some players."""

    def __init__(self, record: Record, players: Group, *, forfeits: bool) -> None:
        counted = MEETINGS | FORFEITS if forfeits else MEETINGS
        self.record = record
        self.games: dict[PlayerId, dict[PlayerId, list[RoundEntry]]] = {player: {} for player in players}
        for player in players:
            for entry in record.entries[player]:
                if entry.opponent in players and entry.outcome in counted:
                    self.games[player].setdefault(entry.opponent, []).append(entry)

    def among(self, player: PlayerId, group: Group) -> Iterable[tuple[RoundEntry, Fraction]]:
        """The player's games with these, in order, each with what it counts."""
        met = (games for opponent, games in self.games[player].items() if opponent in group)
        each = [(entry, entry.points / len(games)) for games in met for entry in games]
        return sorted(each, key=lambda one: one[0].round_number)

    def sums(self, group: Group) -> Mapping[PlayerId, Fraction]:
        return {player: sum((worth for _entry, worth in self.among(player, group)), Fraction(0)) for player in group}

    def missing(self, player: PlayerId, group: Group) -> int:
        """With how many of the others there was no game."""
        return len(group) - 1 - len(self.games[player].keys() & group)

    def have_all_met(self, group: Group) -> bool:
        return self.record.forfeits_are_meetings or not any(self.missing(player, group) for player in group)

    def split(self, group: Group) -> Sequence[Group]:
        """Best first, those level together; one part where nothing is decided."""
        sums = self.sums(group)
        if self.have_all_met(group):
            return [frozenset(one for one in group if sums[one] == value) for value in sorted({*sums.values()})[::-1]]
        reach = {player: sums[player] + self.missing(player, group) * self.record.scoring.win for player in group}
        parts: list[Group] = []
        left = group
        while left:
            best = max(left, key=sums.__getitem__)
            others = left - {best}
            if any(reach[other] >= sums[best] for other in others):
                return [*parts, left]
            parts.append(frozenset({best}))
            left = others
        return parts

    def order(self, group: Group) -> Sequence[Group]:
        """Best first, those level to the end together."""
        done: list[Group] = []
        to_do = [group]
        while to_do:
            parts = self.split(part := to_do.pop())
            if len(parts) == 1:
                done.append(part)
            else:
                to_do.extend(reversed(parts))
        return done


def _terms(encounters: Encounters, player: PlayerId, tied: Group, part: Group, *, is_parted: bool) -> tuple[Term, ...]:
    terms = [replace(entry_term(entry), amount=worth) for entry, worth in encounters.among(player, tied)]
    if not encounters.have_all_met(tied) and len(part) == 1:
        terms.append(Term(reason=OUT_OF_REACH.reason(), amount=Fraction(0)))
    if is_parted:
        others = Players(tuple(sorted(part - {player})))
        terms.append(Term(reason=AGAIN.reason(players=others), amount=Fraction(0)))
    return tuple(terms)
