"""The ladder's settings in words: a sentence for each that is in force."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tournaments.pairing.choices.common_options import OPEN_AS_DRAW
from tournaments.pairing.facts.record import OpenGame
from tournaments.pairing.model.paired_round import Reason, Rule, Share
from tournaments.pairing.model.snapshot import AbsenceKind
from tournaments.pairing.model.translation import gettext_noop as _
from tournaments.pairing.systems.keizer.rules import (
    LadderRules,
    OnCycle,
    OwnValueOf,
    Passes,
    Rescoring,
    Restart,
    StartingList,
)
from tournaments.pairing.systems.keizer.values import Ladder, Top, Values
from tournaments.pairing.systems.keizer.worth import BeforeEntry, Worth

_START = {
    StartingList.RATING: Rule("ladder/settings/start_rating", _("The first ladder goes by rating, the unrated last.")),
    StartingList.NUMBER: Rule("ladder/settings/start_number", _("The first ladder goes by start number.")),
}
_TOP = {
    Top.RATIO: Rule(
        "ladder/settings/top_ratio",
        _("The first place is worth so much that it is {ratio} times the last one, or as many as there are players."),
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
    _("The values go by total: the lowest total makes a value of {bottom}, those between lie in proportion."),
)
AT_LEAST = Rule("ladder/settings/at_least", _("No value is below {least}."))
GAMES = Rule(
    "ladder/settings/games",
    _("A win pays the opponent's value times {win}, a draw times {draw}, a loss times {loss}."),
)
FORFEITS = Rule(
    "ladder/settings/forfeits",
    _("A win by forfeit pays the opponent's value times {win}, a loss by forfeit times {loss}."),
)
OWN = {
    OwnValueOf.CURRENT: Rule("ladder/settings/own", _("The own value counts once in the total, times {share}.")),
    OwnValueOf.START: Rule(
        "ladder/settings/own_start", _("The own value in the starting list counts once in the total, times {share}.")
    ),
    OwnValueOf.FINAL: Rule(
        "ladder/settings/own_final",
        _("The own value counts once in the total, times {share}, when the last planned round has been played."),
    ),
}
NO_OWN = Rule("ladder/settings/no_own", _("The own value does not count in the total."))
FADE = Rule("ladder/settings/fade", _("The own value fades away over {count} rounds."))
_RESCORING = {
    Rescoring.CLASSIC: Rule(
        "ladder/settings/classic", _("After each round all games count anew with the values of the ranking before it.")
    ),
    Rescoring.FROZEN: Rule("ladder/settings/frozen", _("Each round keeps the values it was played with.")),
    Rescoring.COMPLETE: Rule(
        "ladder/settings/complete",
        _("After each round all games count anew, again and again, until the ranking no longer changes."),
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
BYE = Rule("ladder/settings/bye", _("A bye pays the own value times {share}."))
BYE_FIXED = Rule("ladder/settings/bye_fixed", _("A bye pays {points}."))
EXCUSED = Rule("ladder/settings/excused", _("An excused absence pays the own value times {share}."))
EXCUSED_FIXED = Rule("ladder/settings/excused_fixed", _("An excused absence pays {points}."))
UNEXCUSED = Rule("ladder/settings/unexcused", _("An unexcused absence pays the own value times {share}."))
UNEXCUSED_FIXED = Rule("ladder/settings/unexcused_fixed", _("An unexcused absence pays {points}."))
CLUB = Rule("ladder/settings/club", _("A round on club duty pays the own value times {share}."))
CLUB_FIXED = Rule("ladder/settings/club_fixed", _("A round on club duty pays {points}."))
_BEFORE = {
    BeforeEntry.EXCUSED: Rule(
        "ladder/settings/late_excused", _("A round before joining counts as an excused absence.")
    ),
    BeforeEntry.UNEXCUSED: Rule(
        "ladder/settings/late_unexcused", _("A round before joining counts as an unexcused absence.")
    ),
    BeforeEntry.NOTHING: Rule("ladder/settings/late_nothing", _("A round before joining pays nothing.")),
}
LATE_FIXED = Rule("ladder/settings/late_fixed", _("A round before joining pays {points}."))
PAID = Rule("ladder/settings/paid", _("So many absences, excused or unexcused, are paid: {count}."))
HALVING = Rule("ladder/settings/halving", _("Each further absence pays half of the one before."))
PERIODS = Rule("ladder/settings/periods", _("With each new part of the season the absences are counted anew."))
_UNMARKED = {
    AbsenceKind.EXCUSED: Rule("ladder/settings/unmarked_excused", _("Anyone not marked counts as excused.")),
    AbsenceKind.UNEXCUSED: Rule("ladder/settings/unmarked_unexcused", _("Anyone not marked counts as unexcused.")),
    AbsenceKind.CLUB: Rule("ladder/settings/unmarked_club", _("Anyone not marked counts as on club duty.")),
}
WITHDRAWN = Rule(
    "ladder/settings/withdrawn",
    _("Games against somebody who has withdrawn pay {share} of the own value in place of the opponent's."),
)
WITHDRAWN_STAY = Rule("ladder/settings/withdrawn_stay", _("Whoever withdraws keeps a place and a value in the ladder."))
ROUND_ITEM = Rule("ladder/settings/round_item", _("Each item is rounded to {unit}."))
ROUND_TOTAL = Rule("ladder/settings/round_total", _("Each total is rounded to {unit}."))


def ladder_settings(rules: LadderRules) -> tuple[Reason, ...]:
    return (
        _START[rules.starting_list].reason(),
        *_values(rules.values),
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
    yield GAMES.reason(win=Share(worth.win_share), draw=Share(worth.draw_share), loss=Share(worth.loss_share))
    yield FORFEITS.reason(win=Share(worth.forfeit_win), loss=Share(worth.forfeit_loss))
    if worth.open_game is OpenGame.DRAW:
        yield OPEN_AS_DRAW.reason()
    if worth.withdrawn_share is None:
        yield WITHDRAWN_STAY.reason()
    else:
        yield WITHDRAWN.reason(share=Share(worth.withdrawn_share))


def in_the_last_round(rules: LadderRules) -> tuple[Reason, ...]:
    """What the last planned round alone brings."""
    if rules.worth.own_value and rules.passes.own_value_of is OwnValueOf.FINAL:
        return (OWN[OwnValueOf.FINAL].reason(share=Share(rules.worth.own_value)),)
    return ()


def _own(rules: LadderRules) -> Iterator[Reason]:
    if not rules.worth.own_value:
        yield NO_OWN.reason()
        return
    yield OWN[rules.passes.own_value_of].reason(share=Share(rules.worth.own_value))
    if rules.worth.own_value_fade:
        yield FADE.reason(count=rules.worth.own_value_fade)


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
    yield _pay(BYE, BYE_FIXED, worth.bye_share, worth.bye_points)
    yield _pay(EXCUSED, EXCUSED_FIXED, worth.excused_share, worth.excused_points)
    yield _pay(UNEXCUSED, UNEXCUSED_FIXED, worth.unexcused_share, worth.unexcused_points)
    yield _pay(CLUB, CLUB_FIXED, worth.club_share, worth.club_points)
    if worth.late_points is None:
        yield _BEFORE[worth.before_entry].reason()
    else:
        yield LATE_FIXED.reason(points=worth.late_points)
    yield _UNMARKED[worth.default_absence].reason()
    if worth.paid_absences is not None:
        yield PAID.reason(count=worth.paid_absences)
    if worth.halving:
        yield HALVING.reason()
    if worth.period_rounds and (worth.paid_absences is not None or worth.halving):
        yield PERIODS.reason()


def _pay(by_share: Rule, fixed: Rule, share: Fraction, points: Fraction | None) -> Reason:
    return by_share.reason(share=Share(share)) if points is None else fixed.reason(points=points)
