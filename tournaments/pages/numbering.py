"""What giving the players their start numbers is called: it says where the numbers come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.pairing.protocols import NumberedBy, PairingSystem
from tournaments.snapshots import configured_system

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


def numbering_verb(system: PairingSystem, *, again: bool = False) -> str:
    return str((_AGAIN if again else _VERBS)[system.terms().numbered_by])


def numbering_of(tournament: Tournament, *, again: bool = False) -> str:
    return numbering_verb(configured_system(tournament), again=again)
