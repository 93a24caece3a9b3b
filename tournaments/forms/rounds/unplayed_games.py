"""What becomes of games that were not played."""

from __future__ import annotations

from django import forms

from tournaments.pairing.types.knockout import BY_LOT
from tournaments.pairing.types.snapshot import Result
from tournaments.services.rounds.unplayed_games import WAYS, DecidedGame

_MOST = 1_000
_WAYS = {result.value: result for result in WAYS}


class DecidedForm(forms.Form):
    """Each game with what it becomes and how it was seen, in one value: 17:---:*/1//."""

    decided = forms.Field()

    def __init__(self, values: list[str]) -> None:
        super().__init__({"decided": values})

    def clean_decided(self) -> dict[int, DecidedGame]:
        found: dict[int, DecidedGame] = {}
        values = self.data["decided"][:_MOST]
        for value in values:
            key, _colon, rest = value.partition(":")
            way, _colon, seen = rest.partition(":")
            if not (key.isascii() and key.isdigit() and len(key) < 10) or way not in {*_WAYS, BY_LOT}:
                raise forms.ValidationError("")
            result = Result.BOTH_FORFEIT if way == BY_LOT else Result(_WAYS[way])
            found[int(key)] = DecidedGame(result, seen[:100], is_by_lot=way == BY_LOT)
        return found
