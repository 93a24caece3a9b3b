"""You against X: what a card says before the game of those that were played before it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.pages.common.wording import points_text
from tournaments.selectors.earlier_meetings import EarlierMeeting
from tournaments.selectors.result_reports import Ended

_POINTS = {Ended.WON: Fraction(1), Ended.DRAW: Fraction(1, 2), Ended.LOST: Fraction(0)}


def meetings_in_words(meetings: Sequence[EarlierMeeting], opponent: str) -> tuple[str, ...]:
    """Nothing where they have never met."""
    if not meetings:
        return ()
    own = sum((_POINTS[each.ended] for each in meetings), Fraction(0))
    score = _("You against {opponent}: {own}–{theirs}").format(
        opponent=opponent, own=points_text(own), theirs=points_text(len(meetings) - own)
    )
    whites = sum(each.had_white for each in meetings)
    white = ngettext("You had White once.", "You had White {count} times.", whites).format(count=whites)
    return (score, _last(meetings[-1]), *([white] if whites else []))


def _last(meeting: EarlierMeeting) -> str:
    match meeting.ended:
        case Ended.WON:
            text = _("Last time, {date}: you won.") if meeting.day else _("Last time you won.")
        case Ended.DRAW:
            text = _("Last time, {date}: a draw.") if meeting.day else _("Last time it was a draw.")
        case Ended.LOST:
            text = _("Last time, {date}: you lost.") if meeting.day else _("Last time you lost.")
    return text.format(date=date_format(meeting.day, "DATE_FORMAT")) if meeting.day else text
