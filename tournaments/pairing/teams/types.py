"""A squad, its matches and what its people answered: values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from tournaments.pairing.types.paired_round import Reason

PersonKey: TypeAlias = int
"""The same person in squad, matches and answers."""


class SquadAnswer(StrEnum):
    """What somebody says of a match. The silent have none."""

    COMING = "coming"
    LATER = "later"
    IF_NEEDED = "if_needed"
    AWAY = "away"


@dataclass(frozen=True, kw_only=True, slots=True)
class SquadMember:
    """`team` from 1, the highest; None: nominated in no team. `rating`: of the league's list, None without one."""

    person: PersonKey
    team: int | None
    rating: int | None = None
    is_foreign: bool = False


@dataclass(frozen=True, slots=True)
class Squad:
    """All people of the club in one league, in list order. Raises ValueError where somebody stands in it twice."""

    members: tuple[SquadMember, ...]
    boards_of: Mapping[int, int] = field(default_factory=dict)
    """Of teams that have more or fewer boards than the league's rules say."""
    by_person: Mapping[PersonKey, SquadMember] = field(init=False, repr=False, compare=False)
    place_of: Mapping[PersonKey, int] = field(init=False, repr=False, compare=False)
    """From 0, the top of the list."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_person", {member.person: member for member in self.members})
        object.__setattr__(self, "place_of", {member.person: at for at, member in enumerate(self.members)})
        if len(self.by_person) < len(self.members):
            raise ValueError("a person stands in the squad twice")

    def starters(self, team: int, boards: int) -> tuple[SquadMember, ...]:
        """The first of those nominated in a team; the rest of them are its reserves."""
        return tuple(member for member in self.members if member.team == team)[: self.boards_of.get(team, boards)]


@dataclass(frozen=True, kw_only=True, slots=True)
class LineUp:
    """Who sits on boards 1, 2 … of a team in a match; None: nobody. `round`: the one for which the match was
    scheduled, also when it is moved. Raises ValueError where somebody sits on two boards."""

    round: int
    team: int
    people: tuple[PersonKey | None, ...]

    def __post_init__(self) -> None:
        seated = [person for _board, person in self.seated()]
        if len(set(seated)) < len(seated):
            raise ValueError("a person sits on two boards")

    def seated(self) -> Iterator[tuple[int, PersonKey]]:
        """Boards from 1 with somebody on them."""
        return ((board, person) for board, person in enumerate(self.people, 1) if person is not None)


@dataclass(frozen=True, kw_only=True, slots=True)
class LineUpWarning:
    """A rule of the league that a line-up breaks. It concerns a board with its person, a board that is empty, or the
    line-up as a whole."""

    reason: Reason
    board: int | None = None
    person: PersonKey | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposedLineUp:
    """`passed_over`: those who can play and do not, for each the rules that were in the way; none where the boards
    were full. `warnings`: what the line-up itself still breaks, which is only that too few are there."""

    line_up: LineUp
    passed_over: Mapping[PersonKey, tuple[Reason, ...]]
    warnings: tuple[LineUpWarning, ...]
