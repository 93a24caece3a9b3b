"""What a league asks of a line-up, as data: read like options, with the leagues that clubs told us of as presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar, Final

from tournaments.pairing.types.options import (
    OptionError,
    Structure,
    boolean,
    choice,
    integer,
    nullable_integer,
    of_files,
    structured,
)
from tournaments.pairing.types.translation import gettext_noop as _

_LARGEST_RATING = 4000
_MOST_BOARDS = 12


class OrderKind(StrEnum):
    FREE = "free"
    LIST = "list"
    RATING = "rating"


class Gap(StrEnum):
    """Where a board may stay empty."""

    ANYWHERE = "anywhere"
    BOTTOM = "bottom"
    LOSES_BELOW = "loses_below"


@dataclass(frozen=True, slots=True)
class Order:
    """`slack`: boards from the place that the list gives, or points of rating by which somebody below may be higher."""

    kind: OrderKind
    slack: int = 0


def _order_read(given: object) -> Order | None:
    match given:
        case [str(kind), int(slack)] if kind in set(OrderKind) and 0 <= slack <= _LARGEST_RATING:
            return None if isinstance(slack, bool) else Order(OrderKind(kind), slack)
    return None


def _order_written(order: Order) -> list[object]:
    return [order.kind.value, order.slack]


def _order_words(order: Order) -> list[str]:
    return [order.kind.value, str(order.slack)]


_ORDER: Final = Structure(read=_order_read, write=_order_written, typed=_order_written, words=_order_words)


@dataclass(frozen=True, kw_only=True, slots=True)
class LeaguePresets:
    presets: Mapping[str, Mapping[str, object]]
    asked: Mapping[str, tuple[str, ...]]
    """By preset the options that differ between its divisions, or whose figure nobody has seen: to be asked for."""


_INFO: Final = LeaguePresets(
    presets=MappingProxyType(
        {
            "nl_knsb": {"boards": 10, "ups_free": 3, "max_above_best": 40},
            "nl_sos": {"boards": 8, "ups_free": 3, "max_above_best": 75},
            "nl_sgs_fours": {"boards": 4},
            "be_national": {"boards": 8, "order": ["list", 0], "min_boards": 4, "starters_stay": True},
            "de_hamburg": {"boards": 8, "order": ["list", 0], "ups_free": 3},
            "de_coburg": {"order": ["list", 0], "gap": "loses_below"},
            "de_trier": {"order": ["list", 1], "ups_free": 3},
            "no_series": {"order": ["list", 0]},
            "se_allsvenskan": {"boards": 8, "order": ["list", 2], "foreigners": 2},
            "dk_regions": {"boards": 8, "order": ["list", 0], "foreigners": 1},
            "fr_top": {"boards": 8, "order": ["rating", 100], "foreigners": 3},
        }
    ),
    asked=MappingProxyType(
        {
            "nl_knsb": ("boards",),
            "nl_sgs_fours": ("max_average", "max_player"),
            "be_national": ("boards", "min_boards"),
            "de_coburg": ("boards",),
            "de_trier": ("boards",),
            "no_series": ("boards", "order", "foreigners"),
            "dk_regions": ("boards",),
        }
    ),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class League:
    """The rules of a league for line-ups; `options.configured` builds it. Raises OptionError.

    No form asks for them yet, so that they have no labels. None: the league has no such rule.
    """

    info: ClassVar[LeaguePresets] = _INFO

    boards: int = of_files(integer(8, label="", minimum=1, maximum=_MOST_BOARDS))
    order: Order = of_files(structured(Order(OrderKind.FREE), _ORDER, label=""))
    gap: Gap = of_files(choice(Gap.ANYWHERE, choices=dict.fromkeys(Gap, ""), label=""))
    min_boards: int = of_files(integer(1, label="", minimum=1, maximum=_MOST_BOARDS))
    """With fewer people the match is lost."""
    ups_free: int | None = of_files(nullable_integer(None, label="", minimum=0, maximum=100))
    """Matches above a team after which somebody may still play in it."""
    starters_stay: bool = of_files(boolean(False, label=""))
    """The starters of a team play in none below."""
    max_above_best: int | None = of_files(nullable_integer(None, label="", minimum=0, maximum=_LARGEST_RATING))
    """Of those nominated nowhere: points of rating above the best starter of the team."""
    max_average: int | None = of_files(nullable_integer(None, label="", minimum=1, maximum=_LARGEST_RATING))
    max_player: int | None = of_files(nullable_integer(None, label="", minimum=1, maximum=_LARGEST_RATING))
    foreigners: int | None = of_files(nullable_integer(None, label="", minimum=0, maximum=_MOST_BOARDS))
    once_a_round: bool = of_files(boolean(True, label=""))
    """Nobody plays in two teams in one scheduled round."""

    def __post_init__(self) -> None:
        if self.min_boards > self.boards:
            raise OptionError(
                "min_boards",
                _("The option {option} is {given}, but must be at most {maximum}."),
                given=self.min_boards,
                maximum=self.boards,
            )
