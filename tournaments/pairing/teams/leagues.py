"""What a league asks of a line-up, as data: read like options, with the leagues that clubs told us of as presets."""

from __future__ import annotations

import re
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
    fine_print,
    integer,
    nullable_integer,
    structured,
    text,
)
from tournaments.pairing.types.snapshot import Colour
from tournaments.pairing.types.translation import gettext_noop as _

_LARGEST_RATING = 4000
_LONGEST_LINE = 60
MOST_BOARDS = 12

_MATCH = _("The match")
_PLACES = _("Who sits where")
_SUBSTITUTES = _("Substitutes")
_LIMITS = _("Limits")


class OrderKind(StrEnum):
    FREE = "free"
    LIST = "list"
    RATING = "rating"


class Gap(StrEnum):
    """Where a board may stay empty."""

    ANYWHERE = "anywhere"
    BOTTOM = "bottom"
    LOSES_BELOW = "loses_below"


class RankBy(StrEnum):
    """What a league's table goes by."""

    MATCH = "match"
    BOARDS = "boards"


@dataclass(frozen=True, slots=True)
class Order:
    """`slack`: boards from the place that the list gives, or points of rating by which somebody below may be higher."""

    kind: OrderKind
    slack: int = 0


_FREE: Final = Order(OrderKind.FREE)
_ORDER_TYPED = re.compile(r"([a-z]+)(?:[\s,]+(\d{1,4}))?", re.ASCII)


def _order_read(given: object) -> Order | None:
    """Of JSON as ["list", 2]; as typed "list 2"."""
    if isinstance(given, str) and (found := _ORDER_TYPED.fullmatch(given.strip().casefold())):
        given = [found[1], int(found[2] or 0)]
    match given:
        case [str(kind), int(slack)] if kind in set(OrderKind) and 0 <= slack <= _LARGEST_RATING:
            return None if isinstance(slack, bool) else Order(OrderKind(kind), slack)
    return None


def _order_written(order: Order) -> list[object]:
    return [order.kind.value, order.slack]


def _order_typed(order: Order) -> str:
    return f"{order.kind.value} {order.slack}" if order.slack else order.kind.value


def _order_words(order: Order) -> list[str]:
    return [order.kind.value, str(order.slack)]


_ORDER: Final = Structure(read=_order_read, write=_order_written, typed=_order_typed, words=_order_words)


@dataclass(frozen=True, slots=True)
class HomeColours:
    """The home team's colours by board: W and B, from board 1, again from the start where there are more boards."""

    letters: str

    def __str__(self) -> str:
        return self.letters

    def of(self, board: int, *, is_home: bool) -> Colour:
        """Ours on a board, from 1."""
        is_white = (self.letters[(board - 1) % len(self.letters)] == "W") == is_home
        return Colour.WHITE if is_white else Colour.BLACK


def _colours(given: str) -> HomeColours | None:
    """Letters, or white or black for what the home team has on odd boards."""
    letters = {"WHITE": "WB", "BLACK": "BW"}.get(word := re.sub(r"\s", "", given).upper(), word)
    return HomeColours(letters) if re.fullmatch(r"[WB]{1,12}", letters) else None


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """For a match won, drawn and lost."""

    win: int
    draw: int
    loss: int

    def __str__(self) -> str:
        return f"{self.win} {self.draw} {self.loss}"


def _line(given: str) -> str | None:
    """A few words."""
    words = " ".join(given.split())
    return words if words and len(words) <= _LONGEST_LINE else None


def _match_points(given: str) -> MatchPoints | None:
    found = re.fullmatch(r"(\d{1,2})[\s,;-]+(\d{1,2})[\s,;-]+(\d{1,2})", given.strip(), re.ASCII)
    return MatchPoints(*map(int, found.groups())) if found else None


@dataclass(frozen=True, kw_only=True, slots=True)
class LeaguePresets:
    """`names` and `sources` are marked texts, by preset; the name of "" is that of any other league."""

    presets: Mapping[str, Mapping[str, object]]
    names: Mapping[str, str]
    sources: Mapping[str, str]
    """Where the rules were read, and of which year."""
    asked: Mapping[str, tuple[str, ...]]
    """By preset the options that differ between its divisions, or whose figure nobody has seen: to be asked for."""


_CLUB_PAGES = _("pages of clubs, 2025")

_INFO: Final = LeaguePresets(
    presets=MappingProxyType(
        {
            "nl_knsb": {"boards": 10, "home_odd": "BW", "ups_free": 3, "max_above_best": 40},
            "nl_sos": {"boards": 8, "home_odd": "BW", "ups_free": 3, "max_above_best": 75},
            "nl_sgs_fours": {"boards": 4},
            "be_national": {
                "boards": 8,
                "order": ["list", 0],
                "min_boards": 4,
                "starters_stay": True,
                "report_by": "24:00",
            },
            "de_hamburg": {"boards": 8, "order": ["list", 0], "ups_free": 3},
            "de_coburg": {"order": ["list", 0], "gap": "loses_below"},
            "de_trier": {"home_odd": "BW", "order": ["list", 1], "ups_free": 3},
            "no_series": {"order": ["list", 0], "report_by": "19:00"},
            "se_allsvenskan": {"boards": 8, "order": ["list", 2], "foreigners": 2},
            "dk_regions": {"boards": 8, "rank": "boards", "order": ["list", 0], "foreigners": 1},
            "fr_top": {"boards": 8, "match_points": "3 2 1", "order": ["rating", 100], "foreigners": 3},
        }
    ),
    names=MappingProxyType(
        {
            "": _("Another league"),
            "nl_knsb": _("Netherlands: KNSB league"),
            "nl_sos": _("Netherlands: SOS league"),
            "nl_sgs_fours": _("Netherlands: SGS teams of four"),
            "be_national": _("Belgium: national league"),
            "de_hamburg": _("Germany: Hamburg"),
            "de_coburg": _("Germany: Coburg"),
            "de_trier": _("Germany: Trier"),
            "no_series": _("Norway: league"),
            "se_allsvenskan": _("Sweden: Allsvenskan"),
            "dk_regions": _("Denmark: two regions"),
            "fr_top": _("France: top division"),
        }
    ),
    sources=MappingProxyType(
        {
            "nl_knsb": _CLUB_PAGES,
            "nl_sos": _CLUB_PAGES,
            "nl_sgs_fours": _CLUB_PAGES,
            "be_national": _("the rules of 2021"),
            "de_hamburg": _("the rules of 2011"),
            "de_coburg": _("the rules, year unknown"),
            "de_trier": _("the rules, year unknown"),
            "no_series": _("the rules, year unknown"),
            "se_allsvenskan": _("an encyclopaedia"),
            "dk_regions": _("the rules, year unknown"),
            "fr_top": _("the rules of 2016"),
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
class LeagueRules:
    """The rules of a league for a match and its line-ups; `options.configured` builds it. Raises OptionError.

    None: the league has no such rule.
    """

    info: ClassVar[LeaguePresets] = _INFO

    boards: int = integer(8, label=_("Boards"), group=_MATCH, minimum=1, maximum=MOST_BOARDS)
    home_odd: HomeColours = text(
        HomeColours("WB"),
        parse=_colours,
        label=_("Colours of the home team, from board 1"),
        help=_("WB: White on boards 1, 3, 5. BW: Black there. WBBW and so on where a league has it."),
        group=_MATCH,
    )
    match_points: MatchPoints = text(
        MatchPoints(2, 1, 0),
        parse=_match_points,
        label=_("Match points: win, draw, loss"),
        group=_MATCH,
    )
    rank: RankBy = choice(
        RankBy.MATCH,
        choices={RankBy.MATCH: _("match points"), RankBy.BOARDS: _("board points")},
        label=_("What decides the league’s table"),
        group=_MATCH,
    )
    min_boards: int = integer(
        1, label=_("With fewer people than this the match is lost"), group=_MATCH, minimum=1, maximum=MOST_BOARDS
    )
    order: Order = structured(
        _FREE,
        _ORDER,
        label=_("Order of the boards"),
        group=_PLACES,
    )
    gap: Gap = choice(
        Gap.ANYWHERE,
        choices={
            Gap.ANYWHERE: _("anywhere"),
            Gap.BOTTOM: _("only on the last boards"),
            Gap.LOSES_BELOW: _("all boards below it are lost too"),
        },
        label=_("An empty board may be"),
        group=_PLACES,
    )
    ups_free: int | None = nullable_integer(
        None,
        label=_("Matches above one’s own team that are free"),
        help=_("After one more, that player only plays in the teams above. Empty: as many as one likes."),
        group=_SUBSTITUTES,
        minimum=0,
        maximum=100,
    )
    starters_stay: bool = boolean(False, label=_("Starters of a team play in none below it"), group=_SUBSTITUTES)
    once_a_round: bool = boolean(
        True,
        label=_("Nobody plays in two teams in one round"),
        help=_("By the round for which a match was planned, also when it is moved."),
        group=_SUBSTITUTES,
    )
    max_above_best: int | None = fine_print(
        nullable_integer(
            None,
            label=_("Somebody of no team: at most so far above the team’s best starter"),
            help=_("In points of rating."),
            group=_LIMITS,
            minimum=0,
            maximum=_LARGEST_RATING,
        )
    )
    max_average: int | None = fine_print(
        nullable_integer(None, label=_("Highest average rating"), group=_LIMITS, minimum=1, maximum=_LARGEST_RATING)
    )
    max_player: int | None = fine_print(
        nullable_integer(None, label=_("Highest rating of anybody"), group=_LIMITS, minimum=1, maximum=_LARGEST_RATING)
    )
    foreigners: int | None = fine_print(
        nullable_integer(None, label=_("Foreigners in a match"), group=_LIMITS, minimum=0, maximum=MOST_BOARDS)
    )

    list_date: str | None = fine_print(
        text(
            None,
            parse=_line,
            nullable=True,
            label=_("Which rating list counts"),
            help=_("For example: September, for the whole season."),
            group=_LIMITS,
        )
    )
    report_by: str | None = fine_print(
        text(
            None,
            parse=_line,
            nullable=True,
            label=_("Until when the result is reported"),
            help=_("In your own words. Shown where the result is typed in."),
            group=_MATCH,
        )
    )

    def __post_init__(self) -> None:
        if self.min_boards > self.boards:
            raise OptionError(
                "min_boards",
                _("The option {option} is {given}, but must be at most {maximum}."),
                given=self.min_boards,
                maximum=self.boards,
            )
