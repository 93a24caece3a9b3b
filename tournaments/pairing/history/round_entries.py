"""What a player's points are made of: one term per round, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from tournaments.pairing.history.record import Record, RoundEntry, RoundOutcome
from tournaments.pairing.types.paired_round import Fact, Group, Player, Rule
from tournaments.pairing.types.snapshot import OUTSIDE, PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

WIN = Rule("item/win", _("Win against {opponent} in round {round}"))
DRAW = Rule("item/draw", _("Draw with {opponent} in round {round}"))
LOSS = Rule("item/loss", _("Loss against {opponent} in round {round}"))
OPEN = Rule("item/open", _("The game against {opponent} in round {round} is still to be played"))
OPEN_AS_DRAW = Rule(
    "item/open_as_draw",
    _("The game against {opponent} in round {round} is still to be played and counts as a draw until then"),
)
FORFEIT_WIN = Rule("item/forfeit_win", _("Win by forfeit against {opponent} in round {round}"))
FORFEIT_LOSS = Rule("item/forfeit_loss", _("Loss by forfeit against {opponent} in round {round}"))
BOTH_FORFEIT = Rule("item/both_forfeit", _("Both lost by forfeit, against {opponent} in round {round}"))
ANNULLED = Rule("item/annulled", _("The game against {opponent} in round {round} counts for nobody: one of them left"))
BYE = Rule("item/bye", _("Bye in round {round} (odd number)"))
FULL_BYE = Rule("item/full_bye", _("Full-point bye asked for in round {round}"))
HALF_BYE = Rule("item/half_bye", _("Half-point bye asked for in round {round}"))
ZERO_BYE = Rule("item/zero_bye", _("Bye without points asked for in round {round}"))
UNPAID_BYE = Rule(
    "item/unpaid_bye",
    _("Sat out unpaid in round {round} (odd number)"),
    in_public=_("Bye in round {round} (odd number)"),
)
NO_OPPONENT = Rule("item/no_opponent", _("No opponent in round {round}"))
EXCUSED = Rule("item/excused", _("Excused absence in round {round}"))
UNEXCUSED = Rule("item/unexcused", _("Unexcused absence in round {round}"))
CLUB = Rule("item/club", _("On club duty in round {round}"))
OWN_KIND = Rule("item/own_kind", _("Away in round {round}"))
WITHDRAWN = Rule("item/withdrawn", _("Withdrawn in round {round}"))
BEFORE_JOINING = Rule("item/before_joining", _("Not yet joined in round {round}"))
ELIMINATED = Rule("item/eliminated", _("Eliminated before round {round}"))
CARRIED = Rule(
    "item/carried",
    _("The game against {opponent} was played in group {group} and counts here, in place of round {round}"),
)

PLAYED_BEFORE = Rule(
    "item/played_before",
    _("The game against {opponent} was played before and counts here, in place of round {round}"),
)

MATCH_WIN = Rule("item/match_win", _("Match won against {opponent} in round {round}, with {boards} board points"))
MATCH_DRAW = Rule("item/match_draw", _("Match drawn with {opponent} in round {round}, with {boards} board points"))
MATCH_LOSS = Rule("item/match_loss", _("Match lost against {opponent} in round {round}, with {boards} board points"))

# not all: the others are told alike of players and of teams
_OF_MATCHES = {RoundOutcome.WIN: MATCH_WIN, RoundOutcome.DRAW: MATCH_DRAW, RoundOutcome.LOSS: MATCH_LOSS}

_RULES = {
    RoundOutcome.WIN: WIN,
    RoundOutcome.DRAW: DRAW,
    RoundOutcome.LOSS: LOSS,
    RoundOutcome.OPEN: OPEN,
    RoundOutcome.OPEN_AS_DRAW: OPEN_AS_DRAW,
    RoundOutcome.FORFEIT_WIN: FORFEIT_WIN,
    RoundOutcome.FORFEIT_LOSS: FORFEIT_LOSS,
    RoundOutcome.BOTH_FORFEIT: BOTH_FORFEIT,
    RoundOutcome.ANNULLED: ANNULLED,
    RoundOutcome.BYE: BYE,
    RoundOutcome.FULL_BYE: FULL_BYE,
    RoundOutcome.HALF_BYE: HALF_BYE,
    RoundOutcome.ZERO_BYE: ZERO_BYE,
    RoundOutcome.UNPAID_BYE: UNPAID_BYE,
    RoundOutcome.NO_OPPONENT: NO_OPPONENT,
    RoundOutcome.EXCUSED: EXCUSED,
    RoundOutcome.UNEXCUSED: UNEXCUSED,
    RoundOutcome.CLUB: CLUB,
    RoundOutcome.OWN_KIND: OWN_KIND,
    RoundOutcome.WITHDRAWN: WITHDRAWN,
    RoundOutcome.BEFORE_JOINING: BEFORE_JOINING,
    RoundOutcome.ELIMINATED: ELIMINATED,
}


def points_terms(record: Record, player: PlayerId) -> tuple[Term, ...]:
    return tuple(entry_term(entry) for entry in record.entries[player])


def entry_term(entry: RoundEntry) -> Term:
    facts: dict[str, Fact] = {"round": entry.round_number}
    if entry.opponent is not None:
        facts["opponent"] = Player(entry.opponent)
    if entry.group is not None and entry.outcome is not RoundOutcome.ANNULLED:
        if entry.group == OUTSIDE:
            return Term(reason=PLAYED_BEFORE.reason(**facts), amount=entry.points)
        return Term(reason=CARRIED.reason(**facts, group=Group(entry.group)), amount=entry.points)
    if entry.boards is not None and entry.outcome in _OF_MATCHES:
        return Term(reason=_OF_MATCHES[entry.outcome].reason(**facts, boards=entry.boards), amount=entry.points)
    return Term(reason=rule_of(entry.outcome).reason(**facts), amount=entry.points)


def rule_of(outcome: RoundOutcome) -> Rule:
    """The sentence that names the round, and the opponent where there is one."""
    return _RULES[outcome]


def count_cells(
    record: Record, tied: frozenset[PlayerId], counts: Callable[[RoundEntry], bool], rule: Rule | None = None
) -> Mapping[PlayerId, Cell]:
    """How many of everybody's rounds count: told by `rule`, which names the opponent, or as what gave the points."""
    cells = {}
    for player in tied:
        counted = [entry for entry in record.entries[player] if counts(entry)]
        cells[player] = Cell(value=len(counted), explain=partial(_one_each, counted, rule))
    return cells


def _one_each(counted: Sequence[RoundEntry], rule: Rule | None) -> tuple[Term, ...]:
    if rule is None:
        return tuple(replace(entry_term(entry), amount=Fraction(1)) for entry in counted)
    return tuple(
        Term(reason=rule.reason(opponent=Player(entry.opponent), round=entry.round_number), amount=Fraction(1))
        for entry in counted
        if entry.opponent is not None
    )
