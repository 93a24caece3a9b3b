"""What a total is made of: one sentence per round, and the own value."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournaments.pairing.history import round_entries as entries
from tournaments.pairing.history.record import RoundEntry, RoundOutcome, entries_of
from tournaments.pairing.systems.keizer.rescoring import After, Chain
from tournaments.pairing.systems.keizer.rules import OwnValueOf
from tournaments.pairing.systems.keizer.sums import Due, Place
from tournaments.pairing.systems.keizer.worth import Used, Worth
from tournaments.pairing.types.paired_round import Fact, Named, Player, Reason, Rule, Share
from tournaments.pairing.types.paired_round import Place as PlaceFact
from tournaments.pairing.types.snapshot import Absence, OwnGame, PlayerId
from tournaments.pairing.types.table import Term
from tournaments.pairing.types.translation import gettext_noop as _

OWN = Rule("ladder/own", _("Own value {value}"))
OWN_PART = Rule("ladder/own_part", _("Own value: {share} of {value}"))
OWN_START = Rule("ladder/own_start", _("Own value in the starting list: {share} of {value}"))
OWN_FINAL = Rule("ladder/own_final", _("Own value in the final ladder"))
OWN_NOT_YET = Rule("ladder/own_not_yet", _("Own value counts when the last planned round has been played"))
ROUNDED = Rule("ladder/rounded", _("The total, rounded to {unit}"))

OWN_KIND = Rule("ladder/own_kind_nothing", _("Away ({kind}) in round {round}"), in_public=_("Away in round {round}"))

_WORTH = {  # not all: what can be worth the whole value; else _PART
    RoundOutcome.WIN: Rule("ladder/win", _("Win against {opponent} in round {round}, worth {value}")),
    RoundOutcome.FORFEIT_WIN: Rule(
        "ladder/forfeit_win", _("Win by forfeit against {opponent} in round {round}, worth {value}")
    ),
}
"""The whole value of the opponent."""
_PART = {  # not all: the others bring nothing, which entries say
    RoundOutcome.WIN: Rule("ladder/win_part", _("Win against {opponent} in round {round}: {share} of {value}")),
    RoundOutcome.DRAW: Rule("ladder/draw_part", _("Draw with {opponent} in round {round}: {share} of {value}")),
    RoundOutcome.LOSS: Rule("ladder/loss_part", _("Loss against {opponent} in round {round}: {share} of {value}")),
    RoundOutcome.OPEN_AS_DRAW: Rule(
        "ladder/open_part",
        _("The game against {opponent} in round {round} counts as a draw until it is played: {share} of {value}"),
    ),
    RoundOutcome.FORFEIT_WIN: Rule(
        "ladder/forfeit_win_part", _("Win by forfeit against {opponent} in round {round}: {share} of {value}")
    ),
    RoundOutcome.FORFEIT_LOSS: Rule(
        "ladder/forfeit_loss_part", _("Loss by forfeit against {opponent} in round {round}: {share} of {value}")
    ),
    RoundOutcome.BYE: Rule("ladder/bye", _("Bye in round {round} (odd number): {share} of {value}")),
    RoundOutcome.FULL_BYE: Rule("ladder/full_bye", _("Full-point bye asked for in round {round}: {share} of {value}")),
    RoundOutcome.HALF_BYE: Rule("ladder/half_bye", _("Half-point bye asked for in round {round}: {share} of {value}")),
    RoundOutcome.EXCUSED: Rule("ladder/excused", _("Excused absence in round {round}: {share} of {value}")),
    RoundOutcome.UNEXCUSED: Rule("ladder/unexcused", _("Unexcused absence in round {round}: {share} of {value}")),
    RoundOutcome.CLUB: Rule("ladder/club", _("On club duty in round {round}: {share} of {value}")),
    RoundOutcome.OWN_KIND: Rule(
        "ladder/own_kind",
        _("Away ({kind}) in round {round}: {share} of {value}"),
        in_public=_("Away in round {round}: {share} of {value}"),
    ),
    RoundOutcome.WITHDRAWN: Rule("ladder/withdrawn", _("Withdrawn in round {round}: {share} of {value}")),
    RoundOutcome.BEFORE_JOINING: Rule(
        "ladder/before_joining", _("Not yet joined in round {round}: {share} of {value}")
    ),
}
"""A part of the opponent's value or, without a game, of the own."""
_AGAINST_WITHDRAWN = {  # not all: games that bring something; the others bring nothing
    RoundOutcome.WIN: Rule(
        "ladder/withdrawn_win",
        _("Win against {opponent}, who has withdrawn, in round {round}: {share} of own value {value}"),
    ),
    RoundOutcome.DRAW: Rule(
        "ladder/withdrawn_draw",
        _("Draw with {opponent}, who has withdrawn, in round {round}: {share} of own value {value}"),
    ),
    RoundOutcome.LOSS: Rule(
        "ladder/withdrawn_loss",
        _("Loss against {opponent}, who has withdrawn, in round {round}: {share} of own value {value}"),
    ),
    RoundOutcome.OPEN_AS_DRAW: Rule(
        "ladder/withdrawn_open",
        _(
            "The game against {opponent}, who has withdrawn, in round {round} counts as a draw until it is "
            "played: {share} of own value {value}"
        ),
    ),
    RoundOutcome.FORFEIT_WIN: Rule(
        "ladder/withdrawn_forfeit_win",
        _("Win by forfeit against {opponent}, who has withdrawn, in round {round}: {share} of own value {value}"),
    ),
    RoundOutcome.FORFEIT_LOSS: Rule(
        "ladder/withdrawn_forfeit_loss",
        _("Loss by forfeit against {opponent}, who has withdrawn, in round {round}: {share} of own value {value}"),
    ),
}
_FIXED = {  # not all: what the settings can give fixed points
    RoundOutcome.BYE: Rule("ladder/bye_fixed", _("Bye in round {round} (odd number): fixed points")),
    RoundOutcome.FULL_BYE: Rule("ladder/full_bye_fixed", _("Full-point bye asked for in round {round}: fixed points")),
    RoundOutcome.EXCUSED: Rule("ladder/excused_fixed", _("Excused absence in round {round}: fixed points")),
    RoundOutcome.UNEXCUSED: Rule("ladder/unexcused_fixed", _("Unexcused absence in round {round}: fixed points")),
    RoundOutcome.CLUB: Rule("ladder/club_fixed", _("On club duty in round {round}: fixed points")),
    RoundOutcome.OWN_KIND: Rule(
        "ladder/own_kind_fixed",
        _("Away ({kind}) in round {round}: fixed points"),
        in_public=_("Away in round {round}: fixed points"),
    ),
    RoundOutcome.LOSS: Rule("ladder/loss_fixed", _("Loss against {opponent} in round {round}: fixed points")),
    RoundOutcome.BEFORE_JOINING: Rule(
        "ladder/before_joining_fixed", _("Not yet joined in round {round}: fixed points")
    ),
}
_NOT_PAID = {  # not all: the absences
    RoundOutcome.EXCUSED: Rule(
        "ladder/excused_not_paid",
        _("Excused absence in round {round}, not paid: all {limit} paid absences are used"),
    ),
    RoundOutcome.UNEXCUSED: Rule(
        "ladder/unexcused_not_paid",
        _("Unexcused absence in round {round}, not paid: all {limit} paid absences are used"),
    ),
    RoundOutcome.CLUB: Rule(
        "ladder/club_not_paid",
        _("On club duty in round {round}, not paid: all {limit} paid absences are used"),
    ),
    RoundOutcome.OWN_KIND: Rule(
        "ladder/own_kind_not_paid",
        _("Away ({kind}) in round {round}, not paid: all {limit} paid absences are used"),
        in_public=_("Away in round {round}, not paid: all {limit} paid absences are used"),
    ),
}
_PAID = {  # not all: the absences
    RoundOutcome.EXCUSED: Rule(
        "ladder/excused_paid",
        _("Excused absence in round {round}: {share} of {value}; {count} of {limit} paid"),
    ),
    RoundOutcome.UNEXCUSED: Rule(
        "ladder/unexcused_paid",
        _("Unexcused absence in round {round}: {share} of {value}; {count} of {limit} paid"),
    ),
    RoundOutcome.CLUB: Rule(
        "ladder/club_paid",
        _("On club duty in round {round}: {share} of {value}; {count} of {limit} paid"),
    ),
    RoundOutcome.OWN_KIND: Rule(
        "ladder/own_kind_paid",
        _("Away ({kind}) in round {round}: {share} of {value}; {count} of {limit} paid"),
        in_public=_("Away in round {round}: {share} of {value}; {count} of {limit} paid"),
    ),
}
_PAID_FIXED = {  # not all: the absences
    RoundOutcome.EXCUSED: Rule(
        "ladder/excused_paid_fixed",
        _("Excused absence in round {round}: fixed points; {count} of {limit} paid"),
    ),
    RoundOutcome.UNEXCUSED: Rule(
        "ladder/unexcused_paid_fixed",
        _("Unexcused absence in round {round}: fixed points; {count} of {limit} paid"),
    ),
    RoundOutcome.CLUB: Rule(
        "ladder/club_paid_fixed",
        _("On club duty in round {round}: fixed points; {count} of {limit} paid"),
    ),
    RoundOutcome.OWN_KIND: Rule(
        "ladder/own_kind_paid_fixed",
        _("Away ({kind}) in round {round}: fixed points; {count} of {limit} paid"),
        in_public=_("Away in round {round}: fixed points; {count} of {limit} paid"),
    ),
}
_HALVED = {  # not all: the absences
    RoundOutcome.EXCUSED: Rule(
        "ladder/excused_halved",
        _("Excused absence in round {round}: {share} of {value}, halved with each absence; this is number {count}"),
    ),
    RoundOutcome.UNEXCUSED: Rule(
        "ladder/unexcused_halved",
        _("Unexcused absence in round {round}: {share} of {value}, halved with each absence; this is number {count}"),
    ),
    RoundOutcome.CLUB: Rule(
        "ladder/club_halved",
        _("On club duty in round {round}: {share} of {value}, halved with each absence; this is number {count}"),
    ),
    RoundOutcome.OWN_KIND: Rule(
        "ladder/own_kind_halved",
        _("Away ({kind}) in round {round}: {share} of {value}, halved with each absence; this is number {count}"),
        in_public=_("Away in round {round}: {share} of {value}, halved with each absence; this is number {count}"),
    ),
}
_HALVED_FIXED = {  # not all: the absences
    RoundOutcome.EXCUSED: Rule(
        "ladder/excused_halved_fixed",
        _("Excused absence in round {round}: fixed points, halved with each absence; this is number {count}"),
    ),
    RoundOutcome.UNEXCUSED: Rule(
        "ladder/unexcused_halved_fixed",
        _("Unexcused absence in round {round}: fixed points, halved with each absence; this is number {count}"),
    ),
    RoundOutcome.CLUB: Rule(
        "ladder/club_halved_fixed",
        _("On club duty in round {round}: fixed points, halved with each absence; this is number {count}"),
    ),
    RoundOutcome.OWN_KIND: Rule(
        "ladder/own_kind_halved_fixed",
        _("Away ({kind}) in round {round}: fixed points, halved with each absence; this is number {count}"),
        in_public=_("Away in round {round}: fixed points, halved with each absence; this is number {count}"),
    ),
}
_STEP = {  # not all: what can be paid in steps
    RoundOutcome.EXCUSED: Rule(
        "ladder/excused_step",
        _("Excused absence in round {round}, for the {which} time: {share} of {value}"),
    ),
    RoundOutcome.OWN_KIND: Rule(
        "ladder/own_kind_step",
        _("Away ({kind}) in round {round}, for the {which} time: {share} of {value}"),
        in_public=_("Away in round {round}, for the {which} time: {share} of {value}"),
    ),
}
_BY_RESULT = {
    OwnGame.WIN: {  # not all: what can be paid by a result
        RoundOutcome.CLUB: Rule(
            "ladder/club_win",
            _("On club duty in round {round}, own game won: {share} of {value}"),
        ),
        RoundOutcome.OWN_KIND: Rule(
            "ladder/own_kind_win",
            _("Away ({kind}) in round {round}, own game won: {share} of {value}"),
            in_public=_("Away in round {round}, own game won: {share} of {value}"),
        ),
    },
    OwnGame.DRAW: {  # not all: what can be paid by a result
        RoundOutcome.CLUB: Rule(
            "ladder/club_draw",
            _("On club duty in round {round}, own game drawn: {share} of {value}"),
        ),
        RoundOutcome.OWN_KIND: Rule(
            "ladder/own_kind_draw",
            _("Away ({kind}) in round {round}, own game drawn: {share} of {value}"),
            in_public=_("Away in round {round}, own game drawn: {share} of {value}"),
        ),
    },
    OwnGame.LOSS: {  # not all: what can be paid by a result
        RoundOutcome.CLUB: Rule(
            "ladder/club_loss",
            _("On club duty in round {round}, own game lost: {share} of {value}"),
        ),
        RoundOutcome.OWN_KIND: Rule(
            "ladder/own_kind_loss",
            _("Away ({kind}) in round {round}, own game lost: {share} of {value}"),
            in_public=_("Away in round {round}, own game lost: {share} of {value}"),
        ),
    },
}


def total_terms(chain: Chain, after_round: int, player: PlayerId) -> tuple[Term, ...]:
    """The own value, a term per round, and what rounding the total adds."""
    table = chain.after[after_round]
    place = chain.sums.place[player]
    terms = [*_own(chain, after_round, place)]
    for number in range(1, after_round + 1):
        worked_out = chain.after[number] if chain.sums.rules.passes.is_frozen else table
        terms.append(round_term(chain, number, worked_out, player))
    rest = _total(chain, table, place) - sum(term.amount for term in terms)
    if rest:
        unit = chain.sums.rules.passes.round_total or Fraction(0)
        terms.append(Term(reason=ROUNDED.reason(unit=Share(unit)), amount=rest))
    return tuple(terms)


def round_term(chain: Chain, number: int, worked_out: After, player: PlayerId) -> Term:
    """What a round gives by the values of `worked_out`."""
    place = chain.sums.place[player]
    entry = entries_of(chain.rounds[number - 1], [chain.sums.start[place]], chain.sums.rules.worth.scoring)[player]
    used = chain.after[number].rounds.used(place, entry.absence)
    return _item(chain, entry, used, worked_out, place)


def value_of(chain: Chain, after: After, place: Place) -> Fraction:
    """What the player is worth in the table; the mean, where it is the mean of two passes."""
    return chain.sums.scale.value(sum(each.values[place] for each in after.passes), len(after.passes))


def _total(chain: Chain, after: After, place: Place) -> Fraction:
    return Fraction(after.totals[place], chain.sums.scale.totals)


def _own(chain: Chain, after_round: int, place: Place) -> Sequence[Term]:
    sums, table = chain.sums, chain.after[after_round]
    share = sums.rules.worth.own_share(after_round)
    if place not in table.ladder or not sums.rules.worth.own_value:
        return ()
    amount = Fraction(sum(each.own[place] for each in table.passes), len(table.passes) * sums.scale.totals)
    value = value_of(chain, table, place)
    match sums.rules.passes.own_value_of:
        case OwnValueOf.START:
            start = sums.scale.value(sums.start_values[place])
            reason = OWN_START.reason(share=Share(share), value=start)
        case OwnValueOf.FINAL:
            reason = (OWN_FINAL if amount else OWN_NOT_YET).reason()
        case OwnValueOf.CURRENT if share == 1:
            reason = OWN.reason(value=value)
        case OwnValueOf.CURRENT:
            reason = OWN_PART.reason(share=Share(share), value=value)
    return (Term(reason=reason, amount=amount),)


def _item(chain: Chain, entry: RoundEntry, used: Used, worked_out: After, place: Place) -> Term:
    sums = chain.sums
    if entry.opponent is None:
        due = sums.other_due(entry.outcome, entry.absence, place, used, worked_out.valued)
    else:
        due = sums.game_due(entry.outcome, place, sums.place[entry.opponent], worked_out.valued)
    if due.points is not None:
        amount = Fraction(sums.scale.points(due.points), sums.scale.totals)
    else:
        each = [sums.scale.items(due.share, [one.values[due.of]])[0] for one in worked_out.passes]
        amount = Fraction(sum(each), len(each) * sums.scale.totals)
    value = value_of(chain, worked_out, due.of)
    if entry.absence is not None:
        reason = _reason_of_absence(sums.rules.worth, entry, entry.absence, due, used, value)
    else:
        reason = _reason(entry, due, value, is_own=due.of == place)
    return Term(reason=reason, amount=amount)


def _reason(entry: RoundEntry, due: Due, value: Fraction, *, is_own: bool) -> Reason:
    facts: dict[str, Fact] = {"round": entry.round_number}
    if entry.opponent is not None:
        facts["opponent"] = Player(entry.opponent)
    if due.points is not None:
        return _FIXED[entry.outcome].reason(**facts)
    if not due.share:
        return entries.rule_of(entry.outcome).reason(**facts)
    facts |= {"share": Share(due.share), "value": value}
    if entry.opponent is not None and is_own:
        return _AGAINST_WITHDRAWN[entry.outcome].reason(**facts)
    whole = entry.opponent is not None and due.share == 1 and entry.outcome in _WORTH
    return (_WORTH if whole else _PART)[entry.outcome].reason(**facts)


def _reason_of_absence(
    worth: Worth, entry: RoundEntry, absence: Absence, due: Due, used: Used, value: Fraction
) -> Reason:
    kind, outcome = absence.kind, entry.outcome
    facts: dict[str, Fact] = {"round": entry.round_number}
    if (own := worth.own_kinds.get(kind)) is not None:
        facts["kind"] = Named(own.name)
    if (limits := worth.limits_of(kind, used)) and (over := [each for each in limits if each.is_over]):
        return _NOT_PAID[outcome].reason(**facts, limit=over[0].limit)
    is_fixed = due.points is not None
    if not is_fixed and not due.share:
        return (OWN_KIND if own is not None else entries.rule_of(outcome)).reason(**facts)
    if not is_fixed:
        facts |= {"share": Share(due.share), "value": value}
    if absence.result is not None and absence.result in worth.by_result(kind):
        return _BY_RESULT[absence.result][outcome].reason(**facts)
    if worth.steps_of(kind):
        return _STEP[outcome].reason(**facts, which=PlaceFact(used.of_kind))
    if worth.halving and kind in worth.counted:
        return (_HALVED_FIXED if is_fixed else _HALVED)[outcome].reason(**facts, count=used.counted)
    if limits:
        rules = _PAID_FIXED if is_fixed else _PAID
        return rules[outcome].reason(**facts, count=limits[0].number, limit=limits[0].limit)
    return (_FIXED if is_fixed else _PART)[outcome].reason(**facts)
