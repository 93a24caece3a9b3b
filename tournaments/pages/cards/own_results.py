"""What a card says of the result of the own game: reported by whom as what, and what can be said of it now."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Attendance, MayReport, RoundState, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.result_reports import Ended, Reported, ended_for

_LABELS = {
    Ended.WON: pgettext_lazy("a player's own result", "I won"),
    Ended.DRAW: pgettext_lazy("a player's own result", "Draw"),
    Ended.LOST: pgettext_lazy("a player's own result", "I lost"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportChoice:
    value: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Reporting:
    """`opponent` is the key of the entry that the buttons are about; `said` is a sentence, empty where neither has said
    anything. `confirms` is what one tap says to be right, `takes_back` what one tap unsays; both may be empty."""

    attendance: int
    opponent: int
    is_open: bool
    """Something can be reported, or has been."""
    said: str = ""
    confirms: str = ""
    takes_back: str = ""
    is_contradicted: bool = False
    choices: tuple[ReportChoice, ...] = ()
    counts_at_once: bool = False
    may_flag: bool = False
    """Instead: it is entered, or the round is over."""


def reporting_of(
    row: Attendance, tournament: Tournament, opponent: int, opponent_name: str, said: Reported | None
) -> Reporting:
    """`row` comes with its round and its game."""
    game = row.game
    is_open = (
        game is not None
        and game.result == Result.OPEN
        and not game.is_postponed
        and row.round.state == RoundState.PUBLISHED
        and tournament.may_report != MayReport.OFF
    )
    is_entered = game is not None and game.result != Result.OPEN
    page = Reporting(attendance=row.pk, opponent=opponent, is_open=is_open, may_flag=tournament.may_flag and is_entered)
    if not is_open:
        return page
    own, other = (said.by(row.colour), said.by(_other(row.colour))) if said is not None else (None, None)
    told = ended_for(own.result, row.colour) if own is not None else None
    heard = ended_for(other.result, row.colour) if other is not None else None
    return replace(
        page,
        said=_sentence(told, heard, opponent_name),
        confirms=other.result.value if other is not None and told is not heard else "",
        takes_back=own.result.value if own is not None else "",
        is_contradicted=said is not None and said.is_contradicted,
        choices=tuple(
            ReportChoice(value=ended.value, text=str(text))
            for ended, text in _LABELS.items()
            if ended not in {told, heard if told is None else None}
        ),
        counts_at_once=tournament.may_report == MayReport.TRUST,
    )


def _other(colour: str) -> str:
    return "black" if colour == "white" else "white"


def _sentence(told: Ended | None, heard: Ended | None, opponent: str) -> str:
    """Whole for each case: languages differ in how they report."""
    match told, heard:
        case None, None:
            return ""
        case Ended.WON, None:
            text = _("You reported that you won. {opponent} has not confirmed it yet.")
        case Ended.DRAW, None:
            text = _("You reported a draw. {opponent} has not confirmed it yet.")
        case Ended.LOST, None:
            text = _("You reported that you lost. {opponent} has not confirmed it yet.")
        case None, Ended.WON:
            text = _("{opponent} reports that you won.")
        case None, Ended.DRAW:
            text = _("{opponent} reports a draw.")
        case None, Ended.LOST:
            text = _("{opponent} reports that you lost.")
        case Ended.WON, Ended.WON:
            text = _("You both report that you won. The director enters it.")
        case Ended.DRAW, Ended.DRAW:
            text = _("You both report a draw. The director enters it.")
        case Ended.LOST, Ended.LOST:
            text = _("You both report that you lost. The director enters it.")
        case _:
            return _differ(told, heard, opponent)
    return text.format(opponent=opponent)


def _differ(told: Ended | None, heard: Ended | None, opponent: str) -> str:
    match told, heard:
        case Ended.WON, Ended.DRAW:
            text = _("You report that you won, {opponent} reports a draw. The director decides.")
        case Ended.WON, _:
            text = _("You report that you won, {opponent} that you lost. The director decides.")
        case Ended.DRAW, Ended.WON:
            text = _("You report a draw, {opponent} reports that you won. The director decides.")
        case Ended.DRAW, _:
            text = _("You report a draw, {opponent} reports that you lost. The director decides.")
        case _, Ended.WON:
            text = _("You report that you lost, {opponent} that you won. The director decides.")
        case _:
            text = _("You report that you lost, {opponent} reports a draw. The director decides.")
    return text.format(opponent=opponent)
