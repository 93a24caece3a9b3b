"""A match of a team in words: against whom, where, on which board somebody sits and with what colour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Fixture
from tournaments.pairing.teams.types import SquadAnswer
from tournaments.pairing.types.snapshot import Colour
from tournaments.selectors.outside_teams import fixture_called

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

OWN_WORDS: Mapping[SquadAnswer, StrPromise] = {
    SquadAnswer.COMING: pgettext_lazy("said of a match", "I can play"),
    SquadAnswer.LATER: pgettext_lazy("said of a match", "I come later …"),
    SquadAnswer.IF_NEEDED: pgettext_lazy("said of a match", "Only if you need me"),
    SquadAnswer.AWAY: pgettext_lazy("said of a match", "I cannot play"),
}
"""On the button of whoever says it."""


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
