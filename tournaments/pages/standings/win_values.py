"""What beating each opponent would bring, where a win is worth what the opponent is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.pages.common.ordinals import ordinal
from tournaments.pages.common.wording import Names
from tournaments.pages.standings.ranks_before import RankBefore
from tournaments.pairing.types.snapshot import PlayerId

NEAREST = 6


@dataclass(frozen=True, kw_only=True, slots=True)
class WinValue:
    """`words` are a whole sentence."""

    number: PlayerId
    place: str
    name: str
    value: str
    words: str


def win_values(
    standings: Mapping[PlayerId, RankBefore], player: PlayerId, names: Names, *, count: int = NEAREST
) -> tuple[WinValue, ...]:
    """Of those nearest to the player in the table, the highest first; nothing where there are no values, or where the
    player has no place in it."""
    said = {number: standing.worth_text for number, standing in standings.items()}
    worth = {
        number: (standing.place, standing.worth)
        for number, standing in standings.items()
        if standing.place is not None and standing.worth is not None
    }
    if player not in worth:
        return ()
    own = worth[player][0]
    others = sorted(worth.keys() - {player}, key=lambda number: (abs(worth[number][0] - own), worth[number][0]))
    shown = sorted(others[:count], key=lambda number: worth[number][0])
    return tuple(
        WinValue(
            number=number,
            place=ordinal(worth[number][0]),
            name=names[number],
            value=said[number],
            words=_("Beating {player} brings {value}.").format(player=names[number], value=said[number]),
        )
        for number in shown
    )
