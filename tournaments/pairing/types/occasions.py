"""When a tournament is played, and which system suits that."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Occasion(StrEnum):
    DAY = "day"
    EVENING = "evening"
    WEEKLY = "weekly"
    WEEKEND = "weekend"
    ANY_TIME = "any_time"


@dataclass(frozen=True, kw_only=True, slots=True)
class Suits:
    """What a system is good for. `sentence` says why: a marked message. Of several systems the one for few players is
    proposed before the one for any number, and the one of the club's own language before others."""

    occasion: Occasion
    sentence: str
    preset: str = ""
    most: int | None = None
    """Players; None: any number."""
    languages: frozenset[str] = frozenset()
    """Where clubs know it best; empty: everywhere."""
    in_groups: bool = False
    """The players are split into several tournaments of it."""
