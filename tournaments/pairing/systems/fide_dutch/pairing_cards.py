"""What FIDE's Dutch system knows of a player before a round: score, preference, floats (rulebook, fide_dutch 1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction

from tournaments.pairing.history.record import MEETINGS, Record, RoundEntry, RoundOutcome
from tournaments.pairing.types.snapshot import Colour, Entrant, PlayerId


class Strength(IntEnum):
    """Of a colour preference."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Float:
    """Of one past round."""

    down: bool = False
    up: bool = False


LEVEL = Float()
_DOWN = Float(down=True)
_UP = Float(up=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class PairingCard:
    """`score` is in the record's units, virtual points included. `had` are the colours of the games played with their
    rounds, oldest first; `lean` is whites less blacks. `before` and `two_before` are the floats of the last two
    rounds."""

    number: PlayerId
    tpn: int
    score: int
    had: tuple[tuple[int, Colour], ...] = ()
    lean: int = 0
    wants: Colour | None = None
    strength: Strength = Strength.NONE
    before: Float = LEVEL
    two_before: Float = LEVEL
    unplayed: int = 0
    may_have_bye: bool = True
    is_topscorer: bool = False

    @property
    def bars_its_like(self) -> bool:
        """Cannot meet another who must have the same colour, unless that one is a topscorer."""
        return self.strength is Strength.ABSOLUTE and not self.is_topscorer

    def clashes_with(self, other: PairingCard) -> bool:
        return self.wants is not None and self.wants is other.wants


def places_in_list(entrants: Iterable[Entrant], *, by_rating: bool) -> list[PlayerId]:
    """By number; late entrants directly before the first whose rating is lower, unless they stand last."""
    if not by_rating:
        return [entrant.number for entrant in entrants]
    on_time = [entrant for entrant in entrants if entrant.joined_round <= 1]
    listed = [*on_time]
    for late in entrants:
        if late.joined_round > 1:
            rating = late.rating or 0
            place = next((i for i, other in enumerate(listed) if (other.rating or 0) < rating), len(listed))
            listed.insert(place, late)
    return [entrant.number for entrant in listed]


Virtual = Mapping[PlayerId, Sequence[int]]
"""By round, from round 1: the points that a player has more, in units. Who is missing has none."""


def pairing_cards_of(
    record: Record,
    numbers: Mapping[PlayerId, int],
    players: Iterable[PlayerId],
    virtual: Virtual,
) -> list[PairingCard]:
    """Best first."""
    coming = record.snapshot.next_number
    scores = _scores_before(record, virtual)
    is_last = record.snapshot.planned_rounds == coming
    most = record.worth[RoundOutcome.WIN] * (coming - 1)
    cards = [
        _card(record, player, numbers[player], scores, is_topscorer=is_last and 2 * scores[-1][player] > most)
        for player in players
    ]
    return sorted(cards, key=lambda card: (-card.score, card.tpn))


def _scores_before(record: Record, virtual: Virtual) -> list[Mapping[PlayerId, int]]:
    """The scores before round 1, 2, … and before the one to be paired."""
    scores: list[Mapping[PlayerId, int]] = []
    for played, units in enumerate(record.units_after):
        if virtual:
            units = dict(units)
            for player, more in virtual.items():
                units[player] += more[played] if played < len(more) else 0
        scores.append(units)
    return scores


def _card(
    record: Record, player: PlayerId, tpn: int, scores: Sequence[Mapping[PlayerId, int]], *, is_topscorer: bool
) -> PairingCard:
    entries = record.entries[player]
    had = tuple(
        (entry.round_number, entry.colour)
        for entry in entries
        if entry.colour is not None and entry.outcome in MEETINGS
    )
    lean = sum(1 if colour is Colour.WHITE else -1 for _round, colour in had)
    wants, strength = preference([colour for _round, colour in had], lean)
    return PairingCard(
        number=player,
        tpn=tpn,
        score=scores[-1][player],
        had=had,
        lean=lean,
        wants=wants,
        strength=strength,
        before=_float(record, player, entries[-1], scores) if entries else LEVEL,
        two_before=_float(record, player, entries[-2], scores) if len(entries) > 1 else LEVEL,
        unplayed=len(entries) - len(had),
        may_have_bye=not any(_bars_bye(record, entry) for entry in entries),
        is_topscorer=is_topscorer,
    )


def preference(had: Sequence[Colour], lean: int) -> tuple[Colour | None, Strength]:
    """Of the colours had, oldest first; `lean` is whites less blacks (1.7)."""
    if not had:
        return None, Strength.NONE
    other_than_lean = Colour.BLACK if lean > 0 else Colour.WHITE
    if abs(lean) >= 2:
        return other_than_lean, Strength.ABSOLUTE
    if len(had) > 1 and had[-1] is had[-2]:
        return had[-1].other, Strength.ABSOLUTE
    return (other_than_lean, Strength.STRONG) if lean else (had[-1].other, Strength.MILD)


def _float(record: Record, player: PlayerId, entry: RoundEntry, scores: Sequence[Mapping[PlayerId, int]]) -> Float:
    if entry.outcome in MEETINGS and entry.opponent is not None:
        before = scores[entry.round_number - 1]
        own, other = before[player], before[entry.opponent]
        return _DOWN if own > other else _UP if own < other else LEVEL
    gave_more = entry.points > record.scoring.loss
    return _DOWN if entry.outcome is RoundOutcome.BYE or gave_more else LEVEL


def _bars_bye(record: Record, entry: RoundEntry) -> bool:
    """C2: half-point byes do not."""
    for_nothing = (RoundOutcome.FORFEIT_WIN, RoundOutcome.FULL_BYE)
    is_win = entry.outcome in for_nothing and entry.points >= record.scoring.win
    return entry.outcome is RoundOutcome.BYE or is_win


def in_points(record: Record, score: int) -> Fraction:
    return Fraction(score, record.unit)
