"""The promises that pairing systems and tie-breaks keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, Protocol, runtime_checkable

from tournaments.pairing.facts.record import Record
from tournaments.pairing.model.lots import Lots
from tournaments.pairing.model.paired_round import PairedRound, Pin, Reason
from tournaments.pairing.model.snapshot import Entrant, PlayerId, TournamentSnapshot
from tournaments.pairing.model.table import Cell, Table


class Schedule(StrEnum):
    EACH_ROUND = "each_round"  # paired round by round
    AT_START = "at_start"  # all rounds are known at the start


class Shape(StrEnum):
    """A way in which a tournament of this system is worth showing."""

    STANDINGS = "standings"
    CROSSTABLE = "crosstable"
    CARDS = "cards"


class RoundPlanKind(StrEnum):
    """Who says how many rounds there are."""

    FREE = "free"  # the director, or nobody: the rounds may simply go on
    ASKED = "asked"  # the director, before the tournament begins
    FOLLOWS = "follows"  # the system itself, from the field: nobody is asked


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundPlan:
    """What a configured system says about the number of rounds."""

    kind: RoundPlanKind = RoundPlanKind.FREE
    proposed: int | None = None
    """A number to begin with, where the director is asked."""
    prefers_odd: bool = False
    """An odd number leaves either colour open before the last round."""
    halves_leaders: bool = False
    """Leaders meet, so that each round at most halves those with all points: 2^rounds should reach the field."""
    decides: tuple[Reason, ...] = ()
    """What is different because a round is the last one planned, or near it: a sentence each."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemInfo:
    """Texts are marked messages. `presets` maps a code to saved options, `default_tie_breaks` are saved tie-breaks."""

    name: str
    summary: str
    source: str
    schedule: Schedule = Schedule.EACH_ROUND
    shown_as: frozenset[Shape] = frozenset(Shape)
    presets: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    preset_names: Mapping[str, str] = field(default_factory=dict)
    """What each preset is called: marked messages."""
    default_tie_breaks: tuple[Mapping[str, object], ...] = ()
    round_lots: Mapping[str, str] = field(default_factory=dict)
    """Of a system that draws each round, the purposes of the lots that decide who comes first: marked messages. Then
    the public can check the draw, and the system is a `DrawingSystem`."""


@runtime_checkable
class PairingSystem(Protocol):
    """A configured system: a frozen dataclass whose fields are its options, whose module name is its code."""

    info: ClassVar[SystemInfo]

    def start_numbers(self, entrants: Sequence[Entrant], lots: Lots) -> tuple[PlayerId, ...]:
        """Who gets start number 1, 2, …: the entrants' provisional numbers (1..n as entered) in that order."""
        ...

    def pair(self, snapshot: TournamentSnapshot, *, pinned: Sequence[Pin] = ()) -> PairedRound:
        """The next round. Raises PairingImpossible, and nothing else."""
        ...

    def standings(self, snapshot: TournamentSnapshot, tie_breaks: Sequence[TieBreak]) -> Table:
        """The table after the snapshot's last round."""
        ...

    def history(self, snapshot: TournamentSnapshot) -> Sequence[Mapping[PlayerId, Fraction]]:
        """The points that each table showed, after round 0, 1, … n; without those it did not list."""
        ...

    def settings(self) -> tuple[Reason, ...]:
        """The options in force in words, a sentence each."""
        ...

    def round_plan(self) -> RoundPlan:
        """Whether the number of rounds is asked for, and what hangs on it."""
        ...

    def is_finished(self, snapshot: TournamentSnapshot) -> bool: ...


@runtime_checkable
class DrawingSystem(PairingSystem, Protocol):
    """A system whose rounds are drawn by lot, anew each time, so that nobody can foresee them and everybody can repeat
    them."""

    def pair_by_lots(self, snapshot: TournamentSnapshot, lots: Lots, *, pinned: Sequence[Pin] = ()) -> PairedRound:
        """The next round with these lots, whatever the snapshot's seed. Raises PairingImpossible."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class TieBreakInfo:
    """`short` is the column's code in tables and files, for instance Buchholz-1."""

    name: str
    short: str
    legend: str
    higher_is_better: bool = True


@runtime_checkable
class TieBreak(Protocol):
    """A configured tie-break: a frozen dataclass whose fields are its options, whose module name is its code."""

    @property
    def info(self) -> TieBreakInfo:
        """Depends on the options: cut 1 is called Buchholz-1."""
        ...

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        """A value for each of `tied`, with the terms it is made of."""
        ...
