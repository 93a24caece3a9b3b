"""What FIDE's system for teams knows of a team before a round: score, preference, float (rulebook, teams, B6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.pairing.history.record import MEETINGS, Record, RoundEntry, RoundOutcome
from tournaments.pairing.types.snapshot import Colour, PlayerId


class ColourRules(StrEnum):
    """Which preferences teams have (1.7)."""

    A = "a"
    B = "b"
    NONE = "none"


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamCard:
    """`score` and `second` are in units of their own, the points that rank and the others. `had` are the colours of the
    matches played with their rounds, oldest first; `lean` is whites less blacks."""

    number: PlayerId
    place: int
    """Among those who have come, by number."""
    score: int
    second: int
    had: tuple[tuple[int, Colour], ...] = ()
    lean: int = 0
    wants: Colour | None = None
    is_strong: bool = False
    """Of a preference by B: a mild one gives way to it."""
    has_floated: bool = False
    """Met another score in the last round (1.5)."""
    may_have_bye: bool = True

    def clashes_with(self, other: TeamCard) -> bool:
        return self.wants is not None and self.wants is other.wants


def team_cards_of(
    record: Record, places: Mapping[PlayerId, int], teams: Iterable[PlayerId], rules: ColourRules
) -> list[TeamCard]:
    """Best first: by score, then by number."""
    is_last = record.snapshot.planned_rounds == record.snapshot.next_number
    cards = [_card(record, team, places[team], rules, is_last=is_last) for team in teams]
    return sorted(cards, key=lambda card: (-card.score, card.number))


def _card(record: Record, team: PlayerId, place: int, rules: ColourRules, *, is_last: bool) -> TeamCard:
    entries = record.entries[team]
    had = tuple(
        (entry.round_number, entry.colour)
        for entry in entries
        if entry.colour is not None and entry.outcome in MEETINGS
    )
    colours = [colour for _round, colour in had]
    lean = 2 * colours.count(Colour.WHITE) - len(colours)
    wants, is_strong = preference(colours, lean, rules, is_last=is_last)
    return TeamCard(
        number=team,
        place=place,
        score=record.units[team],
        second=record.second_units[team],
        had=had,
        lean=lean,
        wants=wants,
        is_strong=is_strong,
        has_floated=bool(entries) and _is_float(record, team, entries[-1]),
        may_have_bye=not record.byes_had.get(team) and not any(entry.outcome in _BARS_BYE for entry in entries),
    )


_BARS_BYE = frozenset({RoundOutcome.BYE, RoundOutcome.FORFEIT_WIN, RoundOutcome.FULL_BYE})
"""C2."""


def preference(had: Sequence[Colour], lean: int, rules: ColourRules, *, is_last: bool) -> tuple[Colour | None, bool]:
    """Of the colours had, oldest first, and whether it is a strong one of B; `lean` is whites less blacks (1.7)."""
    if rules is ColourRules.NONE or not had:
        return None, False
    by_b = rules is ColourRules.B
    for colour, leans_away in ((Colour.WHITE, -lean), (Colour.BLACK, lean)):
        other_twice = list(had[-2:]) == [colour.other] * 2
        if leans_away > 1 or (leans_away in (0, 1) and other_twice):
            return colour, by_b
    if not by_b:
        return None, False
    if lean:
        return (Colour.BLACK if lean > 0 else Colour.WHITE), False
    return (None if is_last else had[-1].other), False


def _is_float(record: Record, team: PlayerId, entry: RoundEntry) -> bool:
    if entry.outcome not in MEETINGS or entry.opponent is None:
        return False
    before = record.units_after[entry.round_number - 1]
    return before[team] != before[entry.opponent]
