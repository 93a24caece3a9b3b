"""Whose absence pays by the result of their own game elsewhere, and what is known of it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.models import Attendance
from tournaments.pages.common.collation import name_key
from tournaments.pairing.protocols import Capabilities
from tournaments.pairing.types.snapshot import OwnGame
from tournaments.selectors.display_names import DisplayName
from tournaments.selectors.outside_teams import own_games_on

_TEXTS = {
    OwnGame.WIN: ("1", gettext_lazy("Win")),
    OwnGame.DRAW: ("½", pgettext_lazy("a result", "Draw")),
    OwnGame.LOSS: ("0", gettext_lazy("Loss")),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnGameChoice:
    """`sends`: the one that is chosen is taken back."""

    sends: str
    text: str
    words: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnGameRow:
    entry: int
    name: DisplayName
    result: str
    known: str = ""
    """How their game in the club's team went, where it is known there and not entered here."""

    @property
    def choices(self) -> tuple[OwnGameChoice, ...]:
        return tuple(
            OwnGameChoice(
                sends="" if self.result == each.value else each.value,
                text=text,
                words=str(words),
                is_chosen=self.result == each.value,
            )
            for each, (text, words) in _TEXTS.items()
        )


def own_games(
    attendances: Iterable[Attendance],
    called: Mapping[int, DisplayName],
    capabilities: Capabilities,
    date: datetime.date | None,
) -> tuple[OwnGameRow, ...]:
    """By name. One query where there is anybody, else none."""
    by_result = capabilities.absences.by_result
    found = [row for row in attendances if row.mark.absence in by_result and row.game_id is None and not row.bye]
    known = own_games_on(date, [row.entry.person_id for row in found]) if found and date is not None else {}
    rows = [
        OwnGameRow(
            entry=row.entry_id,
            name=called[row.entry_id],
            result=row.own_result,
            known="" if row.own_result else str(known.get(row.entry.person_id, "")),
        )
        for row in found
    ]
    return tuple(sorted(rows, key=lambda row: name_key(row.name)))
