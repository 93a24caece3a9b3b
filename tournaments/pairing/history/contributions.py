"""What each round brings to tie-breaks from opponents' scores, what is cut of it, and how it is told (FIDE C.07, 14 and
16; rulebook, tie_breaks)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tournaments.pairing.history.opponents_points import OPPONENT
from tournaments.pairing.history.record import PointsOf, Record, RoundEntry, RoundOutcome
from tournaments.pairing.history.unplayed_rounds import (
    FORFEITS,
    VOLUNTARY,
    Scores,
    UnplayedRules,
    is_game,
    last_is_paired,
    scores,
)
from tournaments.pairing.types.paired_round import Fact, Player, Rule, Share
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

FORE = Rule("contribution/fore", _("Round {round}: {opponent} has {total} if the last round is drawn"))
ADJUSTED = Rule(
    "contribution/adjusted",
    _("Round {round}: {opponent} has {points}, counted as {total}: a draw for each round given up at the end"),
)
OWN = Rule("contribution/own", _("No game in round {round}: a virtual opponent with the same score, {total}"))
LIMITED = Rule(
    "contribution/limited",
    _("No game in round {round}: a virtual opponent with {total}, at most a draw for every round"),
)
AS_DRAWN = Rule(
    "contribution/as_drawn",
    _("Forfeit in round {round}: a virtual opponent with {total}, at most what {opponent} counts"),
)
OPPONENT_TIMES = Rule("contribution/opponent_times", _("Round {round}: {opponent} has {total}, times {share}"))
ADJUSTED_TIMES = Rule(
    "contribution/adjusted_times",
    _(
        "Round {round}: {opponent} has {points}, counted as {total}: a draw for each round given up at the end; "
        "times {share}"
    ),
)
OWN_TIMES = Rule(
    "contribution/own_times",
    _("No game in round {round}: a virtual opponent with the same score, {total}, times {share}"),
)
LIMITED_TIMES = Rule(
    "contribution/limited_times",
    _("No game in round {round}: a virtual opponent with {total}, at most a draw for every round; times {share}"),
)
AS_DRAWN_TIMES = Rule(
    "contribution/as_drawn_times",
    _("Forfeit in round {round}: a virtual opponent with {total}, at most what {opponent} counts; times {share}"),
)
NO_MATCH = Rule(
    "contribution/no_match", _("No match in round {round}: a virtual opponent with the same score, {total}")
)
NO_MATCH_LIMITED = Rule(
    "contribution/no_match_limited",
    _("No match in round {round}: a virtual opponent with {total}, at most a draw for every round"),
)
MATCH_TIMES = Rule(
    "contribution/match_times", _("Round {round}: {opponent} has {total}, times {own} scored in the match")
)
MATCH_ADJUSTED_TIMES = Rule(
    "contribution/match_adjusted_times",
    _(
        "Round {round}: {opponent} has {points}, counted as {total}: a draw for each round given up at the end; "
        "times {own} scored in the match"
    ),
)
NO_MATCH_TIMES = Rule(
    "contribution/no_match_times",
    _("No match in round {round}: a virtual opponent with the same score, {total}, times {own} given for the round"),
)
NO_MATCH_LIMITED_TIMES = Rule(
    "contribution/no_match_limited_times",
    _(
        "No match in round {round}: a virtual opponent with {total}, at most a draw for every round; "
        "times {own} given for the round"
    ),
)
MATCH_AS_DRAWN_TIMES = Rule(
    "contribution/match_as_drawn_times",
    _(
        "Forfeit in round {round}: a virtual opponent with {total}, at most what {opponent} counts; "
        "times {own} given for the round"
    ),
)
CUT_LOWEST = Rule("contribution/cut_lowest", _("Round {round} is cut: the lowest opponent"))
CUT_VOLUNTARY = Rule(
    "contribution/cut_voluntary", _("Round {round} is cut: unplayed by choice; such rounds are cut first")
)
CUT_HIGHEST = Rule("contribution/cut_highest", _("Round {round} is cut: the highest opponent"))

_TIMES = {
    OPPONENT: OPPONENT_TIMES,
    ADJUSTED: ADJUSTED_TIMES,
    OWN: OWN_TIMES,
    LIMITED: LIMITED_TIMES,
    AS_DRAWN: AS_DRAWN_TIMES,
}
_OF_MATCHES = {OWN: NO_MATCH, LIMITED: NO_MATCH_LIMITED}  # not all: the others are told alike of players and of teams
_TIMES_OWN_POINTS = {
    OPPONENT: MATCH_TIMES,
    ADJUSTED: MATCH_ADJUSTED_TIMES,
    OWN: NO_MATCH_TIMES,
    LIMITED: NO_MATCH_LIMITED_TIMES,
    AS_DRAWN: MATCH_AS_DRAWN_TIMES,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Counted:
    """How opponents' scores are counted. `low`, `high`: so many rounds are cut at either end. `by_result`: each counts
    as far as the player has scored against it. Of teams, `of`: which points of the opponents; None: those that rank.
    `times`: each counts as often as the team has scored such points against it."""

    rules: UnplayedRules
    forfeits: bool | None = None
    """Whether a forfeit is a game against its opponent; None: as the schedule has it."""
    low: int = 0
    high: int = 0
    is_fore: bool = False
    by_result: bool = False
    of: PointsOf | None = None
    times: PointsOf | None = None


class Contribution(NamedTuple):
    """One round: what the opponent counts, real or virtual, and what the round brings, in parts of a point."""

    entry: RoundEntry
    value: int
    amount: int
    rule: Rule
    is_voluntary: bool = False
    own: int = 0
    """What it was taken times, in its own units."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Contributions:
    """A player's rounds that bring something, and those of them that are cut, each with the rule that says why."""

    record: Record
    scores: Scores
    rounds: Sequence[Contribution]
    cut: Sequence[tuple[Contribution, Rule]]
    parts: int
    """So many parts make a point."""
    counted: Counted
    own_unit: int

    @property
    def value(self) -> Fraction:
        brought = sum([each.amount for each in self.rounds]) - sum([each.amount for each, _why in self.cut])
        return Fraction(brought, self.parts)

    def terms(self) -> tuple[Term, ...]:
        """Each round, then each cut, which takes the amount of its round away again."""
        cuts = [
            Term(reason=why.reason(round=each.entry.round_number), amount=-Fraction(each.amount, self.parts))
            for each, why in self.cut
        ]
        return (*map(self._told, self.rounds), *cuts)

    def _told(self, each: Contribution) -> Term:
        entry, unit = each.entry, self.record.unit
        facts: dict[str, Fact] = {"round": entry.round_number, "total": Fraction(each.value, unit)}
        if entry.opponent is not None and each.rule not in (OWN, LIMITED):
            facts["opponent"] = Player(entry.opponent)
        if entry.opponent is not None and each.rule is ADJUSTED:
            facts["points"] = Fraction(self.scores.own[entry.opponent], unit)
        rule = each.rule
        if self.counted.times is not None:
            rule, facts["own"] = _TIMES_OWN_POINTS[each.rule], Fraction(each.own, self.own_unit)
        elif self.counted.by_result:
            rule, facts["share"] = _TIMES[each.rule], Share(_share(self.record, entry))
        elif self.record.snapshot.boards is not None:
            rule = _OF_MATCHES.get(rule, rule)
        return Term(reason=rule.reason(**facts), amount=Fraction(each.amount, self.parts))


def contributions(record: Record, player: PlayerId, counted: Counted) -> Contributions:
    """What the player's rounds bring. An open game that has no score is no round."""
    own = _in_points(record, counted.times)
    record = _in_points(record, counted.of)
    found = scores(record, is_fore=counted.is_fore)
    rounds = [*_rounds(record, own, found, player, counted)]
    win = _win(record) if counted.by_result else 1
    return Contributions(
        record=record,
        scores=found,
        rounds=rounds,
        cut=[*_cuts(rounds, counted)],
        parts=record.unit * (win if counted.times is None else own.unit),
        counted=counted,
        own_unit=own.unit,
    )


def _in_points(record: Record, kind: PointsOf | None) -> Record:
    """Players have points of one kind only."""
    return record if kind is None or record.snapshot.boards is None else record.counted_by(kind)


def cells(record: Record, tied: frozenset[PlayerId], counted: Counted) -> Mapping[PlayerId, Cell]:
    found = {player: contributions(record, player, counted) for player in tied}
    return {player: Cell(value=each.value, explain=each.terms) for player, each in found.items()}


def cells_where_free(record: Record, tied: frozenset[PlayerId], counted: Counted) -> Mapping[PlayerId, Cell]:
    """As `cells`, but says nothing in a fixed schedule, where it would be the same for all (C.07, 8)."""
    if record.forfeits_are_meetings:
        return dict.fromkeys(tied, Cell(value=None))
    return cells(record, tied, counted)


def _rounds(record: Record, own: Record, found: Scores, player: PlayerId, counted: Counted) -> Iterator[Contribution]:
    is_fore = counted.is_fore and last_is_paired(record)
    for entry, own_entry in zip(found.entries[player], own.entries[player], strict=True):
        value: int
        if entry.opponent is not None and is_game(entry, record, forfeits=counted.forfeits):
            value, rule = found.adjusted[entry.opponent], FORE if is_fore else OPPONENT
            if rule is OPPONENT and value != found.own[entry.opponent]:
                rule = ADJUSTED
            is_voluntary = False
        elif entry.outcome is RoundOutcome.OPEN or record.forfeits_are_meetings:
            continue  # in a fixed schedule article 16 does not apply: no virtual opponent
        else:
            value, rule = _virtual(record, found, player, entry, counted.rules)
            is_voluntary = entry.outcome in VOLUNTARY
        times = 1
        if counted.times is not None:
            times = own.units_of(own_entry)
        elif counted.by_result:
            times = _scored(record, entry)
        yield Contribution(entry, value, value * times, rule, is_voluntary, times)


def _virtual(
    record: Record, found: Scores, player: PlayerId, entry: RoundEntry, rules: UnplayedRules
) -> tuple[int, Rule]:
    """Has the player's own score, from 2026 on within limits (16.4)."""
    own = found.own[player]
    if rules is UnplayedRules.OF_2023:
        return own, OWN
    if entry.opponent is not None and entry.outcome in FORFEITS:
        limit, rule = found.adjusted[entry.opponent], AS_DRAWN
    else:
        limit, rule = record.draw_units * len(record.snapshot.rounds), LIMITED
    return (limit, rule) if limit < own else (own, OWN)


def _cuts(rounds: Sequence[Contribution], counted: Counted) -> Iterator[tuple[Contribution, Rule]]:
    """Where several are equal, the earliest round."""
    left = list(rounds)
    for _number in range(min(counted.low, len(left))):
        each, why = _least(left)
        left.remove(each)
        yield each, why
    for _number in range(min(counted.high, len(left))):
        greatest = max(left, key=lambda one: (one.value, one.amount))
        left.remove(greatest)
        yield greatest, CUT_HIGHEST


def _least(left: Sequence[Contribution]) -> tuple[Contribution, Rule]:
    """The least significant round (14), or what goes in its place since it was left by choice (16.5)."""
    least = min(left, key=lambda one: (one.value, one.amount))
    voluntary = [one for one in left if one.is_voluntary]
    if voluntary:
        smallest = min(voluntary, key=lambda one: (one.amount, one.value))
        if smallest.amount >= least.amount:
            return smallest, CUT_VOLUNTARY
    return least, CUT_LOWEST


def _win(record: Record) -> int:
    return record.win_units or 1


def _scored(record: Record, entry: RoundEntry) -> int:
    """What the round gave, in parts of a win."""
    return record.units_of(entry) if record.win_units else 0


def _share(record: Record, entry: RoundEntry) -> Fraction:
    return Fraction(_scored(record, entry), _win(record))
