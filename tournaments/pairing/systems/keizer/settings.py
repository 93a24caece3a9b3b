"""The ladder's settings in words: a sentence for each that is in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction

from tournaments.pairing.history.attendance import UNMARKED_COUNTS
from tournaments.pairing.history.record import OpenGameCounts
from tournaments.pairing.opponents.common_options import OPEN_AS_DRAW
from tournaments.pairing.systems.keizer.rules import (
    LadderRules,
    OnCycle,
    OwnValueOf,
    Passes,
    Rescoring,
    Restart,
    StartingList,
    ValuesFrom,
)
from tournaments.pairing.systems.keizer.values import Ladder, Top, Values
from tournaments.pairing.systems.keizer.worth import BeforeEntry, Worth
from tournaments.pairing.types.absence_kinds import OwnKind, Steps
from tournaments.pairing.types.paired_round import Fact, Named, Reason, Rule, Share
from tournaments.pairing.types.snapshot import AbsenceKind, OwnGame
from tournaments.pairing.types.translation import gettext_noop as _

_START = {
    StartingList.RATING: Rule(
        "ladder/settings/start_rating", _("The first ladder is in order of rating, the unrated last.")
    ),
    StartingList.NUMBER: Rule("ladder/settings/start_number", _("The first ladder is in order of start number.")),
    StartingList.LOT: Rule(
        "ladder/settings/start_lot", _("The first ladder is drawn by lot; players who join later come last in it.")
    ),
}
_TOP = {
    Top.RATIO: Rule(
        "ladder/settings/top_ratio",
        _(
            "The first place is worth about {ratio} times the last one, or as many points as there are players if that "
            "is more."
        ),
    ),
    Top.N: Rule("ladder/settings/top_n", _("The first place is worth as many points as there are players.")),
    Top.TWO_N: Rule("ladder/settings/top_2n", _("The first place is worth twice as many points as there are players.")),
    Top.ONE_AND_A_HALF_N: Rule(
        "ladder/settings/top_1_5n",
        _("The first place is worth one and a half times as many points as there are players."),
    ),
}
TOP = Rule("ladder/settings/top", _("The first place is worth {top}."))
STEP = Rule("ladder/settings/step", _("Each place is worth {step} less than the one above it."))
BY_PLACE = Rule(
    "ladder/settings/by_place", _("The values fall evenly from place to place, down to {bottom} for the last.")
)
BY_SCORE = Rule(
    "ladder/settings/by_score",
    _("The values follow the totals: the lowest total is worth {bottom}, those between first and last in proportion."),
)
AT_LEAST = Rule("ladder/settings/at_least", _("No value is below {least}."))
VALUES_OF_START = Rule("ladder/settings/values_of_start", _("The values stay those of the starting list all season."))
LOSS_FIXED = Rule("ladder/settings/loss_fixed", _("A game lost at the board earns {points}."))
WINS_AND_DRAWS = Rule(
    "ladder/settings/wins_and_draws",
    _("Games earn parts of the opponent's value: {win} for a win, {draw} for a draw."),
)
USUAL_GAMES = Rule(
    "ladder/settings/usual_games", _("A win earns the opponent's value, a draw half of it, a loss nothing.")
)
GAMES = Rule(
    "ladder/settings/games",
    _("Games earn parts of the opponent's value: {win} for a win, {draw} for a draw, {loss} for a loss."),
)
USUAL_FORFEITS = Rule(
    "ladder/settings/usual_forfeits", _("A win by forfeit earns the opponent's value, a loss by forfeit nothing.")
)
FORFEITS = Rule(
    "ladder/settings/forfeits",
    _("Forfeits earn parts of the opponent's value: {win} for a win, {loss} for a loss."),
)
OWN_ONCE = {
    OwnValueOf.CURRENT: Rule("ladder/settings/own_once", _("Your own value counts once in your total.")),
    OwnValueOf.START: Rule(
        "ladder/settings/own_start_once", _("Your own value in the starting list counts once in your total.")
    ),
    OwnValueOf.FINAL: Rule(
        "ladder/settings/own_final_once",
        _("Your own value counts once in your total, when the last planned round has been played."),
    ),
}
OWN = {
    OwnValueOf.CURRENT: Rule("ladder/settings/own", _("Your own value counts in your total, times {share}.")),
    OwnValueOf.START: Rule(
        "ladder/settings/own_start", _("Your own value in the starting list counts in your total, times {share}.")
    ),
    OwnValueOf.FINAL: Rule(
        "ladder/settings/own_final",
        _("Your own value counts in your total, times {share}, when the last planned round has been played."),
    ),
}
NO_OWN = Rule("ladder/settings/no_own", _("Your own value does not count in your total."))
FADE = Rule("ladder/settings/fade", _("Your own value fades away over {count} rounds."))
_RESCORING = {
    Rescoring.CLASSIC: Rule(
        "ladder/settings/classic", _("After each round all games count again with the values of the ranking before it.")
    ),
    Rescoring.FROZEN: Rule("ladder/settings/frozen", _("Each round keeps the values it was played with.")),
    Rescoring.COMPLETE: Rule(
        "ladder/settings/complete",
        _("After each round all games count again and again until the ranking no longer changes."),
    ),
}
FROM_START = Rule("ladder/settings/from_start", _("This begins at the starting list each time."))
_CYCLE = {
    OnCycle.CALMEST: Rule(
        "ladder/settings/calmest", _("If the ranking does not settle, the one with the least movement counts.")
    ),
    OnCycle.AVERAGE: Rule(
        "ladder/settings/average", _("If the ranking does not settle, the mean of the last two counts.")
    ),
    OnCycle.LAST: Rule("ladder/settings/last", _("If the ranking does not settle, the last one counts.")),
}


class _Pays(StrEnum):
    """What a round without a game earns, as it is said."""

    NOTHING = "nothing"
    ALL = "all"
    PART = "part"
    TIMES = "times"
    FIXED = "fixed"

    @classmethod
    def of(cls, share: Fraction, points: Fraction | None) -> _Pays:
        if points is not None:
            return cls.FIXED
        if share in (0, 1):
            return cls.ALL if share else cls.NOTHING
        return cls.PART if share < 1 else cls.TIMES


_BYE = {
    _Pays.NOTHING: Rule("ladder/settings/bye_nothing", _("A bye earns nothing.")),
    _Pays.ALL: Rule("ladder/settings/bye_all", _("A bye earns your own value.")),
    _Pays.PART: Rule("ladder/settings/bye", _("A bye earns {share} of your own value.")),
    _Pays.TIMES: Rule("ladder/settings/bye_times", _("A bye earns your own value times {share}.")),
    _Pays.FIXED: Rule("ladder/settings/bye_fixed", _("A bye earns {points}, whatever your own value.")),
}
_EXCUSED = {
    _Pays.NOTHING: Rule("ladder/settings/excused_nothing", _("An excused absence earns nothing.")),
    _Pays.ALL: Rule("ladder/settings/excused_all", _("An excused absence earns your own value.")),
    _Pays.PART: Rule("ladder/settings/excused", _("An excused absence earns {share} of your own value.")),
    _Pays.TIMES: Rule("ladder/settings/excused_times", _("An excused absence earns your own value times {share}.")),
    _Pays.FIXED: Rule(
        "ladder/settings/excused_fixed", _("An excused absence earns {points}, whatever your own value.")
    ),
}
_UNEXCUSED = {
    _Pays.NOTHING: Rule("ladder/settings/unexcused_nothing", _("An unexcused absence earns nothing.")),
    _Pays.ALL: Rule("ladder/settings/unexcused_all", _("An unexcused absence earns your own value.")),
    _Pays.PART: Rule("ladder/settings/unexcused", _("An unexcused absence earns {share} of your own value.")),
    _Pays.TIMES: Rule("ladder/settings/unexcused_times", _("An unexcused absence earns your own value times {share}.")),
    _Pays.FIXED: Rule(
        "ladder/settings/unexcused_fixed", _("An unexcused absence earns {points}, whatever your own value.")
    ),
}
_CLUB = {
    _Pays.NOTHING: Rule("ladder/settings/club_nothing", _("A round on club duty earns nothing.")),
    _Pays.ALL: Rule("ladder/settings/club_all", _("A round on club duty earns your own value.")),
    _Pays.PART: Rule("ladder/settings/club", _("A round on club duty earns {share} of your own value.")),
    _Pays.TIMES: Rule("ladder/settings/club_times", _("A round on club duty earns your own value times {share}.")),
    _Pays.FIXED: Rule("ladder/settings/club_fixed", _("A round on club duty earns {points}, whatever your own value.")),
}
_BEFORE = {
    BeforeEntry.EXCUSED: Rule(
        "ladder/settings/late_excused", _("A round before joining counts as an excused absence.")
    ),
    BeforeEntry.UNEXCUSED: Rule(
        "ladder/settings/late_unexcused", _("A round before joining counts as an unexcused absence.")
    ),
    BeforeEntry.NOTHING: Rule("ladder/settings/late_nothing", _("A round before joining earns nothing.")),
}
FIRST_EXCUSED = Rule(
    "ladder/settings/first_excused", _("The first excused absences ({count}) earn {share} of your own value each.")
)
FIRST_OF_OWN_KIND = Rule(
    "ladder/settings/first_of_own_kind",
    _("The first absences of the kind “{kind}” ({count}) earn {share} of your own value each."),
)
ALL_EXCUSED = Rule("ladder/settings/all_excused", _("Each excused absence earns {share} of your own value."))
NEXT_STEP = Rule("ladder/settings/next_step", _("The next ({count}) earn {share} each."))
LAST_STEP = Rule("ladder/settings/last_step", _("All further ones earn {share} each."))
NO_MORE_STEPS = Rule("ladder/settings/no_more_steps", _("Further ones earn nothing."))
CLUB_BY_RESULT = Rule(
    "ladder/settings/club_by_result",
    _("On club duty your own game decides: {win} of your own value for a win, {draw} for a draw, {loss} for a loss."),
)
OWN_KIND_NOTHING = Rule("ladder/settings/own_kind_nothing", _("An absence of the kind “{kind}” earns nothing."))
OWN_KIND_SHARE = Rule(
    "ladder/settings/own_kind_share", _("An absence of the kind “{kind}” earns {share} of your own value.")
)
OWN_KIND_FIXED = Rule(
    "ladder/settings/own_kind_fixed", _("An absence of the kind “{kind}” earns {points}, whatever your own value.")
)
OWN_KIND_BY_RESULT = Rule(
    "ladder/settings/own_kind_by_result",
    _(
        "For an absence of the kind “{kind}” your own game decides: {win} of your own value for a win, "
        "{draw} for a draw, {loss} for a loss."
    ),
)
OWN_KIND_PAID = Rule(
    "ladder/settings/own_kind_paid", _("Most times that “{kind}” is paid in one part of the season: {count}.")
)
NONE_EXCUSED_PAID = Rule("ladder/settings/none_excused_paid", _("No excused absence is paid."))
ONE_EXCUSED_PAID = Rule("ladder/settings/one_excused_paid", _("Only the first excused absence is paid."))
EXCUSED_PAID = Rule("ladder/settings/excused_paid", _("Only the first {count} excused absences are paid."))
COUNTED_PAID = Rule("ladder/settings/counted_paid", _("The limit of paid absences is {count}."))
_IS_COUNTED = {
    AbsenceKind.EXCUSED: Rule(
        "ladder/settings/excused_counted", _("Excused absences count towards the limit of paid absences.")
    ),
    AbsenceKind.UNEXCUSED: Rule(
        "ladder/settings/unexcused_counted", _("Unexcused absences count towards the limit of paid absences.")
    ),
    AbsenceKind.CLUB: Rule("ladder/settings/club_counted", _("Club duty counts towards the limit of paid absences.")),
}
OWN_KIND_COUNTED = Rule("ladder/settings/own_kind_counted", _("“{kind}” counts towards the limit of paid absences."))
UNMARKED_OWN_KIND = Rule("ladder/settings/unmarked_own_kind", _("Anyone not marked counts as “{kind}”."))
WITHDRAWN_PAY = Rule(
    "ladder/settings/withdrawn_pay", _("Each round after withdrawing earns {share} of your own value.")
)
LATE_FIXED = Rule("ladder/settings/late_fixed", _("A round before joining earns {points}, whatever your own value."))
NONE_PAID = Rule("ladder/settings/none_paid", _("No absence is paid, neither excused nor unexcused."))
ONE_PAID = Rule("ladder/settings/one_paid", _("Only the first absence is paid, excused or unexcused."))
PAID = Rule("ladder/settings/paid", _("Only the first {count} absences are paid, excused and unexcused together."))
HALVING = Rule("ladder/settings/halving", _("Each further absence earns half of the one before."))
PERIODS = Rule("ladder/settings/periods", _("In each new part of the season the count of absences starts again."))
WITHDRAWN = Rule(
    "ladder/settings/withdrawn",
    _("Games against somebody who has withdrawn count with {share} of your own value in place of the opponent's."),
)
WITHDRAWN_STAY = Rule(
    "ladder/settings/withdrawn_stay", _("A player who withdraws keeps a place and a value in the ladder.")
)
ROUND_ITEM = Rule("ladder/settings/round_item", _("Each item is rounded to {unit}."))
ROUND_TOTAL = Rule("ladder/settings/round_total", _("Each total is rounded to {unit}."))

_USUAL_GAMES = Fraction(1), Fraction(1, 2), Fraction(0)
_USUAL_FORFEITS = Fraction(1), Fraction(0)


def ladder_settings(rules: LadderRules) -> tuple[Reason, ...]:
    return (
        _START[rules.starting_list].reason(),
        *_values(rules.values),
        *((VALUES_OF_START.reason(),) if rules.values_from is ValuesFrom.START else ()),
        *_games(rules.worth),
        *_own(rules),
        *_passes(rules.passes),
        *_others(rules.worth),
    )


def _values(values: Values) -> Iterator[Reason]:
    if isinstance(values.top, Fraction):
        yield TOP.reason(top=values.top)
    else:
        facts = {"ratio": Share(values.ratio)} if values.top is Top.RATIO else {}
        yield _TOP[values.top].reason(**facts)
    match values.ladder:
        case Ladder.STEP:
            yield STEP.reason(step=values.step)
        case Ladder.RANGE_PLACE:
            yield BY_PLACE.reason(bottom=values.bottom)
        case Ladder.RANGE_SCORE:
            yield BY_SCORE.reason(bottom=values.bottom)
    if values.min_value is not None:
        yield AT_LEAST.reason(least=values.min_value)


def _games(worth: Worth) -> Iterator[Reason]:
    if worth.loss_points is not None:
        yield WINS_AND_DRAWS.reason(win=Share(worth.win_share), draw=Share(worth.draw_share))
        yield LOSS_FIXED.reason(points=worth.loss_points)
    elif (worth.win_share, worth.draw_share, worth.loss_share) == _USUAL_GAMES:
        yield USUAL_GAMES.reason()
    else:
        yield GAMES.reason(win=Share(worth.win_share), draw=Share(worth.draw_share), loss=Share(worth.loss_share))
    if (worth.forfeit_win, worth.forfeit_loss) == _USUAL_FORFEITS:
        yield USUAL_FORFEITS.reason()
    else:
        yield FORFEITS.reason(win=Share(worth.forfeit_win), loss=Share(worth.forfeit_loss))
    if worth.open_game is OpenGameCounts.DRAW:
        yield OPEN_AS_DRAW.reason()
    if worth.withdrawn_share is None:
        yield WITHDRAWN_STAY.reason()
    else:
        yield WITHDRAWN.reason(share=Share(worth.withdrawn_share))


def in_the_last_round(rules: LadderRules) -> tuple[Reason, ...]:
    """What the last planned round alone brings."""
    if rules.worth.own_value and rules.passes.own_value_of is OwnValueOf.FINAL:
        return (_own_value(rules),)
    return ()


def _own(rules: LadderRules) -> Iterator[Reason]:
    if not rules.worth.own_value:
        yield NO_OWN.reason()
        return
    yield _own_value(rules)
    if rules.worth.own_value_fade:
        yield FADE.reason(count=rules.worth.own_value_fade)


def _own_value(rules: LadderRules) -> Reason:
    if rules.worth.own_value == 1:
        return OWN_ONCE[rules.passes.own_value_of].reason()
    return OWN[rules.passes.own_value_of].reason(share=Share(rules.worth.own_value))


def _passes(passes: Passes) -> Iterator[Reason]:
    yield _RESCORING[passes.rescoring].reason()
    if passes.rescoring is Rescoring.COMPLETE:
        if passes.restart is Restart.INITIAL:
            yield FROM_START.reason()
        yield _CYCLE[passes.on_cycle].reason()
    if passes.round_item is not None:
        yield ROUND_ITEM.reason(unit=Share(passes.round_item))
    if passes.round_total is not None:
        yield ROUND_TOTAL.reason(unit=Share(passes.round_total))


def _others(worth: Worth) -> Iterator[Reason]:
    yield _earned(_BYE, worth.bye_share, worth.bye_points)
    if worth.excused_steps:
        yield from _steps(worth.excused_steps, FIRST_EXCUSED, ALL_EXCUSED)
    else:
        yield _earned(_EXCUSED, worth.excused_share, worth.excused_points)
    yield _earned(_UNEXCUSED, worth.unexcused_share, worth.unexcused_points)
    yield _earned(_CLUB, worth.club_share, worth.club_points)
    if worth.by_result(AbsenceKind.CLUB):
        yield CLUB_BY_RESULT.reason(**_by_result(worth.by_result(AbsenceKind.CLUB), worth.club_share))
    for own in worth.absence_kinds:
        yield from _own_kind(own)
    if worth.withdrawn_pay:
        yield WITHDRAWN_PAY.reason(share=Share(worth.withdrawn_pay))
    if worth.late_points is None:
        yield _BEFORE[worth.before_entry].reason()
    else:
        yield LATE_FIXED.reason(points=worth.late_points)
    if (unmarked := worth.own_kinds.get(worth.default_absence)) is not None:
        yield UNMARKED_OWN_KIND.reason(kind=Named(unmarked.name))
    else:
        yield UNMARKED_COUNTS[AbsenceKind(worth.default_absence)].reason()
    if worth.paid_absences is not None:
        yield from _paid(worth, worth.paid_absences)
    if worth.halving:
        yield HALVING.reason()
    if worth.period_rounds and (worth.paid_absences is not None or worth.halving):
        yield PERIODS.reason()


def _earned(rules: Mapping[_Pays, Rule], share: Fraction, points: Fraction | None) -> Reason:
    rule = rules[pays := _Pays.of(share, points)]
    if pays in (_Pays.PART, _Pays.TIMES):
        return rule.reason(share=Share(share))
    return rule.reason() if points is None else rule.reason(points=points)


def _own_kind(own: OwnKind) -> Iterator[Reason]:
    kind = Named(own.name)
    if own.steps:
        yield from _steps(own.steps, FIRST_OF_OWN_KIND, OWN_KIND_SHARE, kind=kind)
    elif own.points is not None:
        yield OWN_KIND_FIXED.reason(kind=kind, points=own.points)
    elif own.share:
        yield OWN_KIND_SHARE.reason(kind=kind, share=Share(own.share))
    elif not own.by_result:
        yield OWN_KIND_NOTHING.reason(kind=kind)
    if own.by_result:
        yield OWN_KIND_BY_RESULT.reason(kind=kind, **_by_result(own.by_result, own.share))
    if own.paid is not None:
        yield OWN_KIND_PAID.reason(kind=kind, count=own.paid)


def _by_result(shares: Mapping[OwnGame, Fraction], usual: Fraction) -> dict[str, Fact]:
    return {result.name.lower(): Share(shares.get(result, usual)) for result in OwnGame}


def _steps(steps: Steps, first: Rule, only: Rule, **facts: Fact) -> Iterator[Reason]:
    for number, (times, share) in enumerate(steps):
        if times is None:
            rule = only if number == 0 else LAST_STEP
            yield rule.reason(**(facts if number == 0 else {}), share=Share(share))
        elif number == 0:
            yield first.reason(**facts, count=times, share=Share(share))
        else:
            yield NEXT_STEP.reason(count=times, share=Share(share))
    if steps[-1].times is not None:
        yield NO_MORE_STEPS.reason()


def _paid(worth: Worth, count: int) -> Iterator[Reason]:
    if worth.counted == {AbsenceKind.EXCUSED, AbsenceKind.UNEXCUSED}:
        yield _among(count, none=NONE_PAID, one=ONE_PAID, more=PAID)
    elif worth.counted == {AbsenceKind.EXCUSED}:
        yield _among(count, none=NONE_EXCUSED_PAID, one=ONE_EXCUSED_PAID, more=EXCUSED_PAID)
    elif worth.counted:
        yield COUNTED_PAID.reason(count=count)
        yield from (rule.reason() for kind, rule in _IS_COUNTED.items() if kind in worth.counted)
        yield from (
            OWN_KIND_COUNTED.reason(kind=Named(own.name)) for own in worth.absence_kinds if own.code in worth.counted
        )


def _among(count: int, *, none: Rule, one: Rule, more: Rule) -> Reason:
    match count:
        case 0:
            return none.reason()
        case 1:
            return one.reason()
    return more.reason(count=count)
