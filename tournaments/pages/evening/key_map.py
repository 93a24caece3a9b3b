"""The keys that results are typed with: programs disagree, so the map is everybody's own choice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import KeyMap
from tournaments.pages.common.result_words import RESULT_TEXTS, RESULT_WORDS
from tournaments.pairing.types.snapshot import Result

_DIGITS: Mapping[KeyMap, Mapping[str, Result]] = {
    KeyMap.ONE_ZERO_FIVE: {"1": Result.WHITE_WINS, "5": Result.DRAW, "0": Result.BLACK_WINS},
    KeyMap.ONE_TWO_THREE: {"1": Result.WHITE_WINS, "2": Result.BLACK_WINS, "3": Result.DRAW},
    KeyMap.ONE_THREE_TWO: {"1": Result.WHITE_WINS, "2": Result.DRAW, "3": Result.BLACK_WINS},
}
_IN_EVERY_MAP = {"+": Result.WHITE_WINS_BY_FORFEIT, "-": Result.BLACK_WINS_BY_FORFEIT}


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultKey:
    key: str
    result: Result
    text: str
    words: str


@dataclass(frozen=True, kw_only=True, slots=True)
class MapChoice:
    """One of the maps, by its digits."""

    key_map: KeyMap
    digits: tuple[ResultKey, ...]
    is_chosen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class KeyMapView:
    choices: tuple[MapChoice, ...]
    keys: tuple[ResultKey, ...]
    """Those of the chosen map, forfeits too."""

    @property
    def data(self) -> str:
        """For the script: which result each key stands for."""
        return json.dumps({each.key: each.result.value for each in self.keys})


def key_map_view(chosen: KeyMap) -> KeyMapView:
    return KeyMapView(
        choices=tuple(
            MapChoice(key_map=each, digits=_keys(digits), is_chosen=each is chosen) for each, digits in _DIGITS.items()
        ),
        keys=_keys({**_DIGITS[chosen], **_IN_EVERY_MAP}),
    )


def _keys(results: Mapping[str, Result]) -> tuple[ResultKey, ...]:
    return tuple(
        ResultKey(key=key, result=result, text=RESULT_TEXTS[result], words=str(RESULT_WORDS[result]))
        for key, result in results.items()
    )
