"""Who comes to a tournament's evenings, as sentences that its players read: a whole one for each setting."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from zoneinfo import ZoneInfo

from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import (
    AfterNoShow,
    AttendanceVisibility,
    ByeClosing,
    Expected,
    LateCountsAs,
    LineUpBy,
    MayJoin,
    MayReport,
    PairFrom,
    Round,
    RoundState,
    Tournament,
)
from tournaments.pages.common.absence_kinds import is_excusing_worth_something
from tournaments.pairing.protocols import Capabilities
from tournaments.pairing.teams.board_colours import letters_of
from tournaments.pairing.wording import listing
from tournaments.selectors.snapshots import configured_system
from tournaments.selectors.start_times import hour_of, hours_of

Saying = Callable[[Tournament, Capabilities], str]


def sentences_of(tournament: Tournament) -> tuple[str, ...]:
    """What is off or has no effect has none."""
    capabilities = configured_system(tournament).capabilities()
    return tuple(sentence for say in _SAYING.values() if (sentence := say(tournament, capabilities)))


def sentence_with(tournament: Tournament, setting: str, **values: object) -> str:
    """What players read of this setting with these values; empty where that is nothing."""
    wanted = copy(tournament)
    for field, value in values.items():
        setattr(wanted, field, value)
    return _SAYING[setting](wanted, configured_system(wanted).capabilities())


def has_meaning(field: str, capabilities: Capabilities) -> bool:
    """Whether the setting changes anything in this system."""
    if field == "bye_closing":
        return capabilities.half_byes is not None and capabilities.half_byes.allowed > 0
    if field == "may_ask_to_postpone":
        return capabilities.postpones
    if field == "late_counts_as":
        return is_excusing_worth_something(capabilities) or bool(capabilities.absences.own_kinds)
    return True


def waiting_in_words(tournament: Tournament, round: Round, rounds: Iterable[Round]) -> str:
    """Empty where nobody is waited for. Nothing happens by itself at that time. `rounds` are the tournament's."""
    ends = _waiting_ends(tournament, round, rounds)
    return _("Waiting time ends at {time}").format(time=time_format(ends, "H:i")) if ends else ""


def _waiting_ends(tournament: Tournament, round: Round, rounds: Iterable[Round]) -> datetime.time | None:
    """By the club's clock: counted from when the round was started or, before that, from the hour of its evening.
    Rounds after the first of an evening have no hour of their own."""
    if tournament.waiting_time is None or round.state != RoundState.PUBLISHED:
        return None
    wait = datetime.timedelta(minutes=tournament.waiting_time)
    if round.started_at is not None:
        return (round.started_at.astimezone(ZoneInfo(tournament.club.time_zone)) + wait).time()
    hour = hour_of(tournament, round.date) if round.date is not None else None
    if hour is None or round.date is None:
        return None
    if any(each.number < round.number and each.date == round.date for each in rounds):
        return None
    return (datetime.datetime.combine(round.date, hour) + wait).time()


def _expected(tournament: Tournament, _terms: Capabilities) -> str:
    if tournament.expected == Expected.WHO_SAYS:
        return _("You are expected once you have said that you are coming.")
    return _("You are expected unless you say that you cannot come.")


def _pair_from(tournament: Tournament, _terms: Capabilities) -> str:
    if tournament.pair_from == PairFrom.EXPECTED:
        return _("The round is paired from those who are expected, so you can have a board before you arrive.")
    return _("The round is paired from those who are here.")


def _may_say(tournament: Tournament, _terms: Capabilities) -> str:
    if tournament.may_say:
        return _("Say so with your card, or tell the director.")
    return _("Tell the director, or write it on the list on the wall.")


def _closing(tournament: Tournament, _terms: Capabilities) -> str:
    if tournament.closing_time is None:
        hours = hours_of(tournament)
        if len(hours) > 1:
            return _("If you cannot come, say so before the evening starts.")
        (hour,) = hours
        if hour is None:
            return _("If you cannot come, say so before the round is published.")
        at = time_format(hour, "H:i")
        return _("If you cannot come, say so before the evening starts at {time}.").format(time=at)
    at, days = time_format(tournament.closing_time, "H:i"), tournament.closing_days
    if days == 0:
        return _("If you cannot come, say so by {time} on the day.").format(time=at)
    if days == 1:
        return _("If you cannot come, say so by {time} the day before.").format(time=at)
    return ngettext(
        "If you cannot come, say so {days} day before, by {time}.",
        "If you cannot come, say so {days} days before, by {time}.",
        days or 0,
    ).format(time=at, days=days)


def _late_counts_as(tournament: Tournament, capabilities: Capabilities) -> str:
    if not has_meaning("late_counts_as", capabilities):
        return ""
    if tournament.late_counts_as == LateCountsAs.EXCUSED:
        return _("You can also tell us later: it still counts as excused.")
    if tournament.late_counts_as in {own.code for own in capabilities.absences.own_kinds}:
        return _(
            "You can also tell us later: it then counts as another kind of absence."
        )  # its name is not for everybody
    return _("Tell us even after that: it counts as unexcused, but then the others know.")


def _bye_closing(tournament: Tournament, capabilities: Capabilities) -> str:
    if not has_meaning("bye_closing", capabilities):
        return ""
    if tournament.bye_closing == ByeClosing.ROUND_BEFORE:
        return _("Ask for a half-point bye before the previous round starts.")
    return _("Ask for a half-point bye by the closing time for absences.")


def _after_no_show(tournament: Tournament, _terms: Capabilities) -> str:
    if tournament.after_no_show != AfterNoShow.MUST_SAY or tournament.expected != Expected.EVERYBODY:
        return ""
    return _("If you stay away without a word, from then on you are expected only when you say that you are coming.")


def _out_after(tournament: Tournament, _terms: Capabilities) -> str:
    if tournament.out_after is None:
        return ""
    return ngettext(
        "If you stay away {times} time without a word, you can be withdrawn from the tournament.",
        "If you stay away {times} times without a word, you can be withdrawn from the tournament.",
        tournament.out_after,
    ).format(times=tournament.out_after)


def _waiting_time(tournament: Tournament, _terms: Capabilities) -> str:
    if tournament.waiting_time is None:
        return ""
    return ngettext(
        "If you are late, your opponent waits {minutes} minute.",
        "If you are late, your opponent waits {minutes} minutes.",
        tournament.waiting_time,
    ).format(minutes=tournament.waiting_time)


def _who_comes(tournament: Tournament, _terms: Capabilities) -> str:
    if tournament.who_comes == AttendanceVisibility.NUMBER:
        return _("Your card shows how many are coming.")
    if tournament.who_comes == AttendanceVisibility.NAMES:
        return _("Your card shows who is coming; children are not named.")
    return ""


def _may_report(tournament: Tournament, _terms: Capabilities) -> str:
    if tournament.boards is not None and tournament.may_report != MayReport.OFF:
        return _("After the match the captains report every board with their cards. What both say counts.")
    if tournament.may_report == MayReport.CONFIRM:
        return _(
            "After the game, outside the playing room, report the result with your card; your opponent confirms it."
        )
    if tournament.may_report == MayReport.TRUST:
        return _("After the game, outside the playing room, one of you reports the result with their card.")
    return ""


def _board_colours(tournament: Tournament, _terms: Capabilities) -> str:
    if tournament.boards is None or tournament.boards == 1:
        return ""
    letters = letters_of(tournament.board_colours, tournament.boards)
    whites = listing([str(board) for board, letter in enumerate(letters, 1) if letter == "W"], _)
    return _("The team named first has White on these boards: {boards}.").format(boards=whites)


def _line_up(tournament: Tournament, _terms: Capabilities) -> str:
    if tournament.boards is None:
        return ""
    if tournament.line_up == LineUpBy.CAPTAIN:
        return _("The captain hands in the line-up with their card. Nobody sees it before both are in.")
    if tournament.line_up == LineUpBy.NOBODY:
        return ""
    return _("The first of the team who are here play, in the order of the team.")


def _line_up_closes(tournament: Tournament, _terms: Capabilities) -> str:
    if tournament.boards is None or tournament.line_up != LineUpBy.CAPTAIN:
        return ""
    minutes = tournament.line_up_closes
    if minutes == 0:
        return _("It can be changed until the round starts. If none is handed in, the first who are here play.")
    text = ngettext(
        "It can be changed for {minutes} minute after the round is published. If none is handed in, the first who are "
        "here play.",
        "It can be changed for {minutes} minutes after the round is published. If none is handed in, the first who are "
        "here play.",
        minutes,
    )
    if minutes < 0:
        text = ngettext(
            "It can be changed until {minutes} minute before the round starts. If none is handed in, the first who are "
            "here play.",
            "It can be changed until {minutes} minutes before the round starts. If none is handed in, the first who "
            "are here play.",
            -minutes,
        )
    return text.format(minutes=abs(minutes))


def _may_flag(tournament: Tournament, _terms: Capabilities) -> str:
    return _("Is a result wrong? Say so with your card.") if tournament.may_flag else ""


def _may_ask_to_postpone(tournament: Tournament, capabilities: Capabilities) -> str:
    if not tournament.may_ask_to_postpone or not has_meaning("may_ask_to_postpone", capabilities):
        return ""
    return _("With your card you can ask to play your game on another day.")


def _may_join(tournament: Tournament, _terms: Capabilities) -> str:
    if tournament.may_join == MayJoin.ASK:
        return _("You can ask to enter; a director answers.")
    if tournament.may_join == MayJoin.YES:
        return _("With a card of the club you can enter at once; without one, you can ask.")
    return ""


_SAYING: Mapping[str, Saying] = {
    "expected": _expected,
    "closing": _closing,
    "late_counts_as": _late_counts_as,
    "may_say": _may_say,
    "bye_closing": _bye_closing,
    "pair_from": _pair_from,
    "waiting_time": _waiting_time,
    "after_no_show": _after_no_show,
    "out_after": _out_after,
    "who_comes": _who_comes,
    "board_colours": _board_colours,
    "line_up": _line_up,
    "line_up_closes": _line_up_closes,
    "may_report": _may_report,
    "may_flag": _may_flag,
    "may_ask_to_postpone": _may_ask_to_postpone,
    "may_join": _may_join,
}
"""In the order in which they are read."""
