"""Extended direct encounter of teams (EDE): by the points that rank, then by the others, then by two teams' boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import partial

from tournaments.pairing.history.board_scores import Points, board_count, from_the_top, lines_of, without_the_bottom
from tournaments.pairing.history.direct_encounters import Group
from tournaments.pairing.history.encounters import Encounters
from tournaments.pairing.history.record import PointsOf, Record
from tournaments.pairing.history.round_entries import entry_term
from tournaments.pairing.history.unplayed_rounds import UnplayedRules, is_game, rules_in_force
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.options import choice, fine_print
from tournaments.pairing.types.paired_round import Player, Players, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

BY_BOARD_POINTS = Rule(
    "extended_encounter/by_board_points",
    _("The match points of these matches part nobody of those level, so their board points count"),
)
BY_MATCH_POINTS = Rule(
    "extended_encounter/by_match_points",
    _("The board points of these matches part nobody of those level, so their match points count"),
)
OUT_OF_REACH = Rule(
    "extended_encounter/out_of_reach",
    _("Not all of them have met, but even the highest wins in all missing matches would bring nobody behind level"),
)
AGAIN = Rule("extended_encounter/again", _("Level in this with {players}: then only the matches among these count"))
COUNT = Rule(
    "extended_encounter/count",
    _("Level with {opponent} to the end: of their matches the board count decides, {own} against {other}"),
)
TOP = Rule(
    "extended_encounter/top",
    _("Level with {opponent} to the end: of their matches board {board} decides, {own} against {other}"),
)
BOTTOM = Rule(
    "extended_encounter/bottom",
    _(
        "Level with {opponent} to the end: of their matches the boards from {board} on are left out, then it is "
        "{own} against {other}"
    ),
)


class Then(StrEnum):
    """What parts exactly two who are still level, in this order."""

    NOTHING = "none"
    COUNT = "bc"
    TOP = "tbr"
    BOTTOM = "bbe"
    COUNT_TOP = "bc_tbr"
    COUNT_BOTTOM = "bc_bbe"


_SHORTS = {
    Then.NOTHING: "EDE",
    Then.COUNT: "EDEC",
    Then.TOP: "EDET",
    Then.BOTTOM: "EDEB",
    Then.COUNT_TOP: "EDEBT",
    Then.COUNT_BOTTOM: "EDEBB",
}
_STEPS = {
    Then.NOTHING: (),
    Then.COUNT: (COUNT,),
    Then.TOP: (TOP,),
    Then.BOTTOM: (BOTTOM,),
    Then.COUNT_TOP: (COUNT, TOP),
    Then.COUNT_BOTTOM: (COUNT, BOTTOM),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class ExtendedEncounter:
    """C.07, 13 (rulebook, teams, B4): shown is the sum, among all who were tied, of the points that parted them.

    A smaller group that is still level begins again with the points that rank; by the rules of 2023 it goes on with
    those that have just parted it from others. It says nothing of players.
    """

    rules: UnplayedRules = rules_in_force()
    then: Then = fine_print(
        choice(
            Then.NOTHING,
            label=_("Between two teams level to the end"),
            choices={
                Then.NOTHING: _("Nothing more"),
                Then.COUNT: _("The board count of their matches"),
                Then.TOP: _("The higher boards of their matches"),
                Then.BOTTOM: _("Their matches without the lower boards"),
                Then.COUNT_TOP: _("The board count of their matches, then the higher boards"),
                Then.COUNT_BOTTOM: _("The board count of their matches, then without the lower boards"),
            },
        )
    )

    @property
    def info(self) -> TieBreakInfo:
        return TieBreakInfo(
            name=_("Extended direct encounter"),
            short=_SHORTS[self.then],
            summary=_(
                "The team that scored more in the matches among those still level is placed higher: first by the "
                "points that rank, then by the others (EDE)."
            ),
            legend=_("The points of the matches among those still level, of the kind that parts them"),
            family=Family.BOARDS,
        )

    def cells(self, record: Record, tied: Group) -> Mapping[PlayerId, Cell]:
        if record.snapshot.boards is None or len(tied) < 2:
            return dict.fromkeys(tied, Cell(value=None))
        return _Extended(record, tied, self).cells()


@dataclass(frozen=True, kw_only=True, slots=True)
class _Parted:
    """How a group was parted for the first time: by which points, or else by which step of two teams' boards."""

    parts: Sequence[Group]
    kind: int = 0
    step: Rule | None = None

    @property
    def is_parted(self) -> bool:
        return len(self.parts) > 1


class _Extended:
    def __init__(self, record: Record, tied: Group, options: ExtendedEncounter) -> None:
        by_boards = record.scoring.by_boards
        other = record.counted_by(PointsOf.MATCHES if by_boards else PointsOf.BOARDS)
        self.record, self.tied, self.options = record, tied, options
        self.encounters = [Encounters(each, tied, forfeits=record.forfeits_are_meetings) for each in (record, other)]
        self.meetings = [each.meetings for each in self.encounters]
        self.second = BY_MATCH_POINTS if by_boards else BY_BOARD_POINTS

    def cells(self) -> Mapping[PlayerId, Cell]:
        first = self._part(self.tied, 0)
        have_all_met = self.meetings[0].have_all_met(self.tied)
        if not first.is_parted and not have_all_met:
            return dict.fromkeys(self.tied, Cell(value=None))
        sums = self.meetings[first.kind].sums(self.tied)
        return {
            team: Cell(value=Fraction(sums[team]), ranked_by=-place, explain=partial(self._terms, team))
            for place, level in enumerate(self._order(self.tied, 0))
            for team in level
        }

    def _order(self, group: Group, kind: int) -> Iterator[Group]:
        """Best first, those level to the end together."""
        found = self._part(group, kind)
        if not found.is_parted:
            yield group
            return
        for part in found.parts:
            yield from self._order(part, self._next(found))

    def _next(self, found: _Parted) -> int:
        """Which points a smaller group begins with."""
        return 0 if self.options.rules is UnplayedRules.OF_2026 else found.kind

    def _part(self, group: Group, kind: int) -> _Parted:
        if len(group) == 1:
            return _Parted(parts=[group])
        for each in range(kind, len(self.meetings)):
            parts = self.meetings[each].split(group)
            if len(parts) > 1:
                return _Parted(parts=parts, kind=each)
        for step in _STEPS[self.options.then] if len(group) == 2 else ():
            one, two = sorted(group)
            own, other = self._key(step, one, two), self._key(step, two, one)
            if own != other:
                best, last = (one, two) if own > other else (two, one)
                return _Parted(parts=[frozenset({best}), frozenset({last})], step=step)
        return _Parted(parts=[group])

    def _boards(self, team: PlayerId, other: PlayerId) -> Points:
        """The team's points on each board of its matches with the other one; nothing where only sums are known."""
        lines = [
            points
            for entry, points in lines_of(self.record)[team]
            if entry.opponent == other and is_game(entry, self.record)
        ]
        known = [points for points in lines if points is not None]
        if not known or len(known) < len(lines):
            return ()
        return tuple(sum(each, Fraction(0)) for each in zip(*known, strict=True))

    def _key(self, step: Rule, team: PlayerId, other: PlayerId) -> Points:
        """Higher is better."""
        boards = self._boards(team, other)
        if not boards or step is TOP:
            return from_the_top(boards)
        return (-board_count(boards),) if step is COUNT else without_the_bottom(boards)

    # In words

    def _terms(self, team: PlayerId) -> tuple[Term, ...]:
        """The matches that the value is the sum of, and what came after it."""
        first = self._part(self.tied, 0)
        shown = self.encounters[first.kind]
        terms = [replace(entry_term(entry), amount=worth) for entry, worth in shown.among(team, self.tied)]
        return (*terms, *self._further(team, self.tied, first))

    def _further(self, team: PlayerId, group: Group, found: _Parted) -> Iterator[Term]:
        if not found.is_parted:
            return
        if found.step is not None:
            yield self._of_two(found.step, team, next(iter(group - {team})))
            return
        if found.kind == 1:
            yield Term(reason=self.second.reason(), amount=Fraction(0))
        part = next(part for part in found.parts if team in part)
        if len(part) == 1:
            if not self.meetings[found.kind].have_all_met(group):
                yield Term(reason=OUT_OF_REACH.reason(), amount=Fraction(0))
            return
        then = self._part(part, self._next(found))
        if then.is_parted:
            if then.step is None:
                yield Term(reason=AGAIN.reason(players=Players(tuple(sorted(part - {team})))), amount=Fraction(0))
            yield from self._further(team, part, then)

    def _of_two(self, step: Rule, team: PlayerId, other: PlayerId) -> Term:
        facts = {"opponent": Player(other)}
        own, others = self._key(step, team, other), self._key(step, other, team)
        at = next(index for index, (one, two) in enumerate(zip(own, others, strict=True)) if one != two)
        if step is COUNT:
            return Term(reason=COUNT.reason(**facts, own=-own[at], other=-others[at]), amount=Fraction(0))
        board = at + 1 if step is TOP else len(own) + 1 - at
        return Term(reason=step.reason(**facts, board=board, own=own[at], other=others[at]), amount=Fraction(0))
