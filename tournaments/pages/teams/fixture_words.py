"""A match, its score and a league's rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from tournaments.models import Fixture
from tournaments.pages.calendar.dates import date_in_words
from tournaments.pages.common.wording import points_text
from tournaments.pairing.teams.leagues import Gap, LeagueRules, OrderKind, RankBy
from tournaments.pairing.teams.types import SquadAnswer
from tournaments.pairing.types.snapshot import Colour
from tournaments.selectors.outside_teams import MatchScore, fixture_called

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

OWN_WORDS: Mapping[SquadAnswer, StrPromise] = {
    SquadAnswer.COMING: pgettext_lazy("said of a match", "I can play"),
    SquadAnswer.LATER: pgettext_lazy("said of a match", "I come later …"),
    SquadAnswer.IF_NEEDED: pgettext_lazy("said of a match", "Only if you need me"),
    SquadAnswer.AWAY: pgettext_lazy("said of a match", "I cannot play"),
}
"""On the button of whoever says it."""

_BETWEEN = "–"


def where(fixture: Fixture) -> str:
    side = pgettext("a match", "home") if fixture.is_home else pgettext("a match", "away")
    return f"{side}, {fixture.place}" if fixture.place else side


def when(fixture: Fixture) -> str:
    day = date_in_words(fixture.date)
    if fixture.starts_at is None:
        return day
    return _("{date}, {time}").format(date=day, time=time_format(fixture.starts_at, "H:i"))


def halves_text(count: int) -> str:
    return points_text(Fraction(count, 2))


def score_text(score: MatchScore) -> str:
    """Ours first; empty while nothing is known."""
    if score.is_open and not score.own and not score.their:
        return ""
    return _BETWEEN.join(map(halves_text, (score.own, score.their)))


def rules_in_sentences(rules: LeagueRules) -> tuple[str, ...]:
    """What a league asks, as whoever makes a line-up has to know it."""
    found = [
        ngettext("{count} board.", "{count} boards.", rules.boards).format(count=rules.boards),
        _first_colours(rules),
    ]
    found += _order(rules)
    if rules.gap is Gap.BOTTOM:
        found.append(_("Only the last boards may stay empty."))
    if rules.gap is Gap.LOSES_BELOW:
        found.append(_("Below an empty board all boards are lost."))
    if rules.min_boards > 1:
        found.append(_("With fewer than {count} people the match is lost.").format(count=rules.min_boards))
    if rules.ups_free is not None:
        found.append(
            ngettext(
                "{count} match above one’s own team is free; after one more, that player only plays in teams above.",
                "{count} matches above one’s own team are free; after one more, that player only plays in teams above.",
                rules.ups_free,
            ).format(count=rules.ups_free)
        )
    if rules.starters_stay:
        found.append(_("Starters of a team play in none below it."))
    if rules.once_a_round:
        found.append(_("Nobody plays in two teams in one round."))
    found += _limits(rules)
    if rules.rank is RankBy.BOARDS:
        found.append(_("Board points decide the table."))
    if rules.report_by:
        found.append(_("The result is reported by: {when}.").format(when=rules.report_by))
    return tuple(found)


def _first_colours(rules: LeagueRules) -> str:
    match rules.home_odd.letters:
        case "WB":
            return _("The home team has White on odd boards.")
        case "BW":
            return _("The home team has Black on odd boards.")
        case letters:
            return _("Colours of the home team from board 1: {letters}.").format(letters=" ".join(letters))


def _order(rules: LeagueRules) -> list[str]:
    slack = rules.order.slack
    match rules.order.kind:
        case OrderKind.FREE:
            return [_("Any order of the boards.")]
        case OrderKind.LIST if not slack:
            return [_("The boards follow the club’s list.")]
        case OrderKind.LIST:
            return [
                ngettext(
                    "The boards follow the club’s list; {count} board up or down is allowed.",
                    "The boards follow the club’s list; {count} boards up or down are allowed.",
                    slack,
                ).format(count=slack)
            ]
        case OrderKind.RATING:
            return [_("Nobody sits below somebody who is rated more than {points} lower.").format(points=slack)]


def _limits(rules: LeagueRules) -> list[str]:
    found = []
    if rules.max_above_best is not None:
        found.append(
            _("Somebody of no team: at most {points} above the team’s best starter.").format(
                points=rules.max_above_best
            )
        )
    if rules.max_average is not None:
        found.append(_("Average rating at most {rating}.").format(rating=rules.max_average))
    if rules.max_player is not None:
        found.append(_("Nobody above {rating}.").format(rating=rules.max_player))
    if rules.foreigners is not None:
        found.append(
            ngettext("At most {count} foreigner.", "At most {count} foreigners.", rules.foreigners).format(
                count=rules.foreigners
            )
        )
    return found


def fixture_in_words(fixture: Fixture) -> str:
    """Rockaden 1 – Rivals (away, Town Hall)."""
    if fixture.is_home:
        text = _("{match} (home, {place})") if fixture.place else _("{match} (home)")
    else:
        text = _("{match} (away, {place})") if fixture.place else _("{match} (away)")
    return text.format(match=fixture_called(fixture), place=fixture.place)


def seat_in_words(board: int, colour: Colour | None) -> str:
    """Board 3, Black. Without the league's rules nobody knows the colour."""
    if colour is Colour.WHITE:
        return _("Board {board}, White").format(board=board)
    if colour is Colour.BLACK:
        return _("Board {board}, Black").format(board=board)
    return _("Board {board}").format(board=board)
