"""How clubs play: presets that begin with their numbers, and a few questions (rulebook, keizer_clubs, 10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tournaments.pairing.protocols import PresetAnswer, PresetQuestion
from tournaments.pairing.types.translation import gettext_noop as _

_CLUB_NL: Final[Mapping[str, object]] = {
    "top": "1.5N",
    "bye_share": "2/3",
    "club_share": "2/3",
    "excused_share": "1/3",
    "paid_absences": 10,
    "default_absence": "unexcused",
    "gap": 8,
    "colour_count": "balance",
}
_ONCE: Final[Mapping[str, object]] = {
    "max_meetings": 2,
    "max_meetings_in_period": 1,
    "period_rounds": [15],
    "gap_over_periods": True,
    "gap": 3,
}
_BY_RESULT: Final[Mapping[str, object]] = {
    "club_share": "1/2",
    "club_win_share": "1",
    "club_draw_share": "1/2",
    "club_loss_share": "0",
}
PRESETS: Final[Mapping[str, Mapping[str, object]]] = {
    "classic": {},
    "described": {"gap": 0, "bye_choice": "lowest"},
    "club_nl": _CLUB_NL,
    "periods": {**_CLUB_NL, **_ONCE, "counted_absences": ["excused"]},
    "team_results": {
        "top": "100",
        "bye_share": "2/3",
        "excused_share": "1/3",
        **_BY_RESULT,
        "gap": 8,
        "colour_count": "balance",
        "default_absence": "unexcused",
    },
    "by_score": {
        "ladder": "range_score",
        "top": "200",
        "bottom": "100",
        "bye_share": "0.667",
        "club_share": "0.667",
        "excused_share": "0.333",
        "unexcused_share": "0",
        "default_absence": "excused",
        "before_entry": "excused",
    },
    "fixed_points": {
        "top": "60",
        "min_value": "1",
        "own_value": "0",
        "rescoring": "frozen",
        "bye_points": "40",
        "club_points": "40",
        "excused_points": "20",
        "paid_absences": 5,
        "late_points": "15",
    },
}
NAMES: Final[Mapping[str, str]] = {
    "classic": _("Classic"),
    "described": _("As in the published description"),
    "club_nl": _("Club over a season"),
    "periods": _("Once in each half of the season"),
    "team_results": _("Team games by result"),
    "by_score": _("Values by score"),
    "fixed_points": _("Fixed points"),
}
SENTENCES: Final[Mapping[str, str]] = {
    "classic": _(
        "A bye is worth 1/2 of your own value, an excused absence 1/3; the same two meet again after 3 other rounds."
    ),
    "described": _(
        "The same two may meet again at once; the lowest placed sits out; a bye pays 1/2 of your own "
        "value, an excused absence 1/3."
    ),
    "club_nl": _(
        "First place 1½ times the number of players; bye and team match 2/3, excused absence 1/3 up to "
        "ten times; the same two meet again after 8 other rounds."
    ),
    "periods": _(
        "Two parts of 15 rounds: the same two meet once in each; bye and team match 2/3, excused absence 1/3."
    ),
    "team_results": _(
        "First place 100; bye 2/3 of your own value; a team match pays all of it, 1/2 or nothing, by your own result."
    ),
    "by_score": _(
        "Values from 200 down to 100 by points; bye and team match nearly 2/3 of your own value, excused nearly 1/3."
    ),
    "fixed_points": _(
        "First place 60; bye and team match 40 points, excused absence 20 up to five times; a game keeps its value."
    ),
}

_NO_RESULTS: Final[Mapping[str, object]] = {
    "club_points": None,
    "club_win_share": None,
    "club_draw_share": None,
    "club_loss_share": None,
}
_OFTEN: Final[Mapping[str, object]] = {
    "max_meetings": None,
    "max_meetings_in_period": None,
    "no_rematch_until": None,
}
QUESTIONS: Final = (
    PresetQuestion(
        code="team",
        label=_("A team match pays"),
        answers=(
            PresetAnswer(code="part", label=_("2/3 of your own value"), options={**_NO_RESULTS, "club_share": "2/3"}),
            PresetAnswer(code="all", label=_("your own value"), options={**_NO_RESULTS, "club_share": "1"}),
            PresetAnswer(
                code="result",
                label=_("by your own result"),
                options={"club_points": None, **_BY_RESULT},
            ),
            PresetAnswer(code="nothing", label=_("no points"), options={**_NO_RESULTS, "club_share": "0"}),
        ),
    ),
    PresetQuestion(
        code="excused",
        label=_("An excused absence pays"),
        answers=(
            PresetAnswer(
                code="third",
                label=_("1/3 of your own value"),
                options={"excused_points": None, "excused_steps": None, "excused_share": "1/3"},
            ),
            PresetAnswer(
                code="half",
                label=_("1/2 of your own value"),
                options={"excused_points": None, "excused_steps": None, "excused_share": "1/2"},
            ),
            PresetAnswer(
                code="steps",
                label=_("in steps of five: 0.4 then 0.3 then 0.23"),
                options={"excused_points": None, "excused_steps": [[5, "0.4"], [5, "0.3"], [5, "0.23"]]},
            ),
        ),
    ),
    PresetQuestion(
        code="paid",
        label=_("How often in a season"),
        answers=(
            PresetAnswer(code="always", label=_("always"), options={"paid_absences": None}),
            *(
                PresetAnswer(
                    code=str(times),
                    label=label,
                    options={"paid_absences": times, "counted_absences": ["excused"]},
                )
                for times, label in ((10, _("10 times")), (5, _("5 times")), (3, _("3 times")))
            ),
        ),
    ),
    PresetQuestion(
        code="start",
        label=_("The first ladder"),
        answers=(
            PresetAnswer(code="rating", label=_("by rating"), options={"starting_list": "rating"}),
            PresetAnswer(code="number", label=_("as last season ended"), options={"starting_list": "number"}),
            PresetAnswer(code="lot", label=_("by lot"), options={"starting_list": "lot"}),
        ),
    ),
    PresetQuestion(
        code="again",
        label=_("The same two meet again"),
        answers=(
            PresetAnswer(code="at_once", label=_("at once"), options={**_OFTEN, "gap": 0}),
            PresetAnswer(code="3", label=_("after 3 other rounds"), options={**_OFTEN, "gap": 3}),
            PresetAnswer(code="8", label=_("after 8 other rounds"), options={**_OFTEN, "gap": 8}),
            PresetAnswer(code="period", label=_("once in each half of 15 rounds"), options={**_OFTEN, **_ONCE}),
            PresetAnswer(
                code="not_before",
                label=_("not before round 13"),
                options={**_OFTEN, "no_rematch_until": 12, "gap": 0},
            ),
        ),
    ),
    PresetQuestion(
        code="odd",
        label=_("Sits out if the number is odd"),
        answers=(
            PresetAnswer(code="shared", label=_("in turn from the bottom up"), options={"bye_choice": "shared"}),
            PresetAnswer(code="lowest", label=_("always the lowest placed"), options={"bye_choice": "lowest"}),
        ),
    ),
)
