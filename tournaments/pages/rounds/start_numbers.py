"""What giving the players their start numbers is called: it says where the numbers come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.pairing.protocols import NumberedBy, PairingSystem
from tournaments.selectors.snapshots import configured_system

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_VERBS: dict[NumberedBy, StrPromise] = {
    NumberedBy.LOT: _("Draw the start numbers by lot"),
    NumberedBy.RATING: _("Number by rating"),
    NumberedBy.ENTERING: _("Number in the order of entering"),
}
_AGAIN: dict[NumberedBy, StrPromise] = {
    NumberedBy.LOT: _("Draw the start numbers again"),
    NumberedBy.RATING: _("Number by rating again"),
    NumberedBy.ENTERING: _("Number in the order of entering again"),
}
_WITH_CHECK_IN: dict[NumberedBy, StrPromise] = {
    NumberedBy.LOT: _("Opening check-in draws the start numbers by lot."),
    NumberedBy.RATING: _("Opening check-in numbers the players by rating."),
    NumberedBy.ENTERING: _("Opening check-in numbers the players in the order of entering."),
}


_WITH_PLAN: dict[NumberedBy, StrPromise] = {
    NumberedBy.LOT: _("The start numbers are drawn by lot. Then you look at the plan, and publish it."),
    NumberedBy.RATING: _("The players are numbered by rating. Then you look at the plan, and publish it."),
    NumberedBy.ENTERING: _(
        "The players are numbered in the order of entering. Then you look at the plan, and publish it."
    ),
}


def numbering_with_check_in(system: PairingSystem) -> str:
    """What comes first on the way from the form to the first round."""
    capabilities = system.capabilities()
    return str((_WITH_PLAN if capabilities.rounds.published_at_once else _WITH_CHECK_IN)[capabilities.numbered_by])


def numbering_of(tournament: Tournament, *, again: bool = False) -> str:
    return str((_AGAIN if again else _VERBS)[configured_system(tournament).capabilities().numbered_by])
