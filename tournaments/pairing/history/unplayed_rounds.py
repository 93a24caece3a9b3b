"""What unplayed rounds count as where opponents' scores are added up (FIDE C.07, article 16; rulebook, tie_breaks)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from tournaments.pairing.history.record import ABSENCES, PLAYED, Record, RoundEntry, RoundOutcome
from tournaments.pairing.types.options import choice, fine_print
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.translation import gettext_noop as _


class UnplayedRules(StrEnum):
    """Which text of C.07 is in force."""

    OF_2026 = "2026"
    OF_2023 = "2023"


def rules_in_force() -> UnplayedRules:
    """A field."""
    return fine_print(
        choice(
            UnplayedRules.OF_2026,
            label=_("FIDE rules"),
            choices={UnplayedRules.OF_2026: _("From 1 March 2026"), UnplayedRules.OF_2023: _("From 1 September 2023")},
            help=_("Those in force on the tournament's first day."),
        )
    )


FORFEITS = frozenset({RoundOutcome.FORFEIT_WIN, RoundOutcome.FORFEIT_LOSS, RoundOutcome.BOTH_FORFEIT})
LOST_BY_FORFEIT = FORFEITS - {RoundOutcome.FORFEIT_WIN}
REQUESTED = ABSENCES | {
    RoundOutcome.HALF_BYE,
    RoundOutcome.ZERO_BYE,
    RoundOutcome.WITHDRAWN,
    RoundOutcome.BEFORE_JOINING,
    RoundOutcome.ELIMINATED,
}
"""A half-point bye or a round without points that nobody was drawn for: the player was not there to be paired."""
VOLUNTARY = REQUESTED | LOST_BY_FORFEIT
"""Rounds left unplayed by choice; a full-point bye is not among them (16.2)."""


def is_game(entry: RoundEntry, record: Record, *, forfeits: bool | None = None) -> bool:
    """Whether the round counts as a game against its opponent: one with a value, and a forfeit where the draw, and not
    the game, makes the pair (15.2). `forfeits` says it otherwise."""
    counted = record.forfeits_are_meetings if forfeits is None else forfeits
    return entry.opponent is not None and (entry.outcome in PLAYED or (counted and entry.outcome in FORFEITS))


@dataclass(frozen=True, kw_only=True)
class Scores:
    """In the record's units. `adjusted` is what each counts for those who met them (16.3)."""

    entries: Mapping[PlayerId, Sequence[RoundEntry]]
    own: Mapping[PlayerId, int]
    adjusted: Mapping[PlayerId, int]


def scores(record: Record, *, is_fore: bool = False) -> Scores:
    """`is_fore`: as if all who were paired in the last round planned had drawn; before it, as they are."""
    is_fore = is_fore and last_is_paired(record)
    return record.once(("scores of C.07", is_fore), lambda: _scores(record, is_fore=is_fore))


def last_is_paired(record: Record) -> bool:
    """Whether the last round held is the last one planned (8.3). Where no number is planned nobody knows which is the
    last: it is said when the tournament is told to end."""
    return record.snapshot.all_played


def _scores(record: Record, *, is_fore: bool) -> Scores:
    entries: Mapping[PlayerId, Sequence[RoundEntry]] = record.entries
    if is_fore:
        entries = {player: _last_one_drawn(played, record) for player, played in entries.items()}
    own = {player: sum(map(record.units_of, played)) for player, played in entries.items()}
    if record.forfeits_are_meetings:  # article 16 does not apply to fixed schedules
        return Scores(entries=entries, own=own, adjusted=own)
    adjusted = {player: own[player] + _more_for_giving_up(played, record) for player, played in entries.items()}
    return Scores(entries=entries, own=own, adjusted=adjusted)


def _last_one_drawn(played: Sequence[RoundEntry], record: Record) -> list[RoundEntry]:
    """A forfeited game of the last round and one still open are drawn as well; byes stay as they are."""
    if not played or played[-1].opponent is None:
        return list(played)
    draw = Fraction(record.draw_units, record.unit)
    return [*played[:-1], played[-1]._replace(outcome=RoundOutcome.DRAW, points=draw)]


def _more_for_giving_up(played: Sequence[RoundEntry], record: Record) -> int:
    """What it adds that a requested bye counts as a draw where nothing but rounds left by choice came after it (16.2,
    category 5; 16.3). A table on the way counts by the rounds held, as if they were all: so does the dummy."""
    more = 0
    for entry in reversed(played):
        if entry.outcome not in VOLUNTARY:
            break
        if entry.outcome in REQUESTED:
            more += record.draw_units - record.units_of(entry)
    return more
