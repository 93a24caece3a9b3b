"""Options and lists of tie-breaks that most systems have, in the same words everywhere."""

from __future__ import annotations

from tournaments.pairing.choices.colour_choice import ColourCount
from tournaments.pairing.facts.record import OpenGame
from tournaments.pairing.model.options import choice, integer
from tournaments.pairing.model.translation import gettext_noop as _
from tournaments.pairing.protocols import TieBreakList
from tournaments.pairing.search.last_resort import LastResort

BY_OWN_GAMES = TieBreakList(name=_("Wins, then head-to-head"), saved=({"code": "wins"}, {"code": "head_to_head"}))
"""Nothing that depends on whom one met: fair to those who are away half of the time (rulebook, tie_breaks)."""


def meetings() -> int:
    """A field: how often two players may meet."""
    return integer(1, minimum=1, label=_("Meetings"), help=_("How often two players may meet in the tournament."))


def white_goes_to(*, help: str = "", group: str = "") -> ColourCount:
    """A field: what decides who has White."""
    return choice(
        ColourCount.WHITES,
        label=_("White goes to"),
        choices={
            ColourCount.WHITES: _("Whoever has had White fewer times"),
            ColourCount.BALANCE: _("Whoever has had White less often compared with Black"),
        },
        help=help,
        group=group,
    )


def if_not_all_can_be_paired(default: LastResort) -> LastResort:
    """A field."""
    return choice(
        default,
        label=_("If not everybody can be paired"),
        choices={
            LastResort.REMATCH: _("Allow as few and as old rematches as possible"),
            LastResort.STOP: _("Stop and leave it to the director"),
        },
    )


def postponed_games() -> OpenGame:
    """A field: what a game counts as until it is played."""
    return choice(
        OpenGame.UNSCORED,
        label=_("Postponed games"),
        choices={
            OpenGame.UNSCORED: _("Count nothing until they are played"),
            OpenGame.DRAW: _("Count as a draw until they are played"),
        },
    )
