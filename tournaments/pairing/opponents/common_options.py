"""Options that most systems have, lists of tie-breaks, and what is said of them: in the same words everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tournaments.pairing.history.record import OpenGameCounts, PointsOf
from tournaments.pairing.opponents.colour_allocation import ColourCount
from tournaments.pairing.protocols import TieBreakList
from tournaments.pairing.search.last_resort import LastResort, SecondBye
from tournaments.pairing.types.absence_kinds import NAMED_KINDS, OwnKind
from tournaments.pairing.types.options import (
    boolean,
    choice,
    fine_print,
    integer,
    nullable_rational,
    of_teams,
    rational,
    structured,
)
from tournaments.pairing.types.paired_round import Named, Reason, Rule
from tournaments.pairing.types.translation import gettext_noop as _

BY_OWN_ROUNDS = TieBreakList(
    name=_("Rounds won, wins, direct encounter"),
    saved=({"code": "fide_wins"}, {"code": "wins"}, {"code": "direct_encounter"}),
)
"""Nothing that depends on whom one met: fair to those who are away half of the time (rulebook, tie_breaks)."""


GAMES_AND_BYE = Rule("settings/games", _("A win scores {win}, a draw {draw}, a loss {loss}, a bye {bye}."))
GAMES_AT_BOARD = Rule("settings/games_at_board", _("A win scores {win}, a draw {draw}, a loss at the board {loss}."))
MEETINGS = Rule("settings/meetings", _("Two players meet {count} times at most."))
BYE_ONCE = Rule("settings/bye_once", _("Nobody sits out a second time because of an odd number of players."))
NEVER_TWICE = Rule("settings/never_twice", _("Nobody meets the same opponent twice."))
BY_BOARD_POINTS = Rule("settings/by_board_points", _("Board points rank; match points part those who are level."))
OPEN_AS_DRAW = Rule("settings/open_as_draw", _("A postponed game counts as a draw until it is played."))
OWN_KIND = Rule("settings/own_kind", _("“{kind}” counts as an excused absence."))
_STOP = _("Stop and leave it to the director")


TWO_ONE_NOTHING: Mapping[str, Fraction] = {"win": Fraction(2), "draw": Fraction(1), "loss": Fraction(0)}
"""Match points, unless a tournament of teams says others (rulebook, teams, B2)."""
OF_TEAMS = ({"code": "board_points"}, {"code": "extended_encounter"}, {"code": "board_weights"})
"""Tie-breaks of teams where neither text nor practice has a list (rulebook, teams, B4)."""


def meetings_said(max_meetings: int) -> Reason:
    return NEVER_TWICE.reason() if max_meetings == 1 else MEETINGS.reason(count=max_meetings)


def own_kinds_said(kinds: tuple[OwnKind, ...]) -> tuple[Reason, ...]:
    return tuple(OWN_KIND.reason(kind=Named(kind.name)) for kind in kinds)


def own_kinds_of_absence() -> tuple[OwnKind, ...]:
    """A field: reasons that a club names itself."""
    return fine_print(
        structured(
            (),
            NAMED_KINDS,
            label=_("Our kinds of absence"),
            help=_("Each counts as an excused absence. Staff and the member read the name: do not name an illness."),
        )
    )


def points_for_a_win(default: int) -> Fraction:
    """A field."""
    return rational(default, minimum=0, label=_("Win"), help=_("Points for a win, also by forfeit."))


def points_for_a_draw(default: int | str) -> Fraction:
    """A field."""
    return rational(default, minimum=0, label=_("Drawn game"), help=_("Points for a draw and for a half-point bye."))


def points_for_a_loss(default: int, *, only_at_board: bool = False) -> Fraction:
    """A field."""
    at_board = _("Points for a game lost at the board; a forfeit lost gives none.")
    return rational(default, minimum=0, label=_("Loss"), help=at_board if only_at_board else "")


def points_for_the_bye(default: int) -> Fraction:
    """A field."""
    return rational(default, minimum=0, label=_("Bye"), help=_("Points for sitting out when the number is odd."))


def ranked_by() -> PointsOf:
    """A field: what is *points* for pairing and table."""
    return of_teams(
        choice(
            PointsOf.MATCHES,
            label=_("What ranks teams"),
            choices={PointsOf.MATCHES: _("Match points"), PointsOf.BOARDS: _("Board points")},
        )
    )


def list_goes_by_both(default: bool = False) -> bool:
    """A field: whether the points that do not rank part equals in the list that pairs are made from."""
    return of_teams(
        fine_print(
            boolean(
                default,
                label=_("Teams with equal points are listed by their other points"),
                help=_("Match points first and board points second, or the other way round. Otherwise by number."),
            )
        )
    )


def boards_of_the_bye() -> Fraction | None:
    """A field."""
    return of_teams(
        fine_print(
            nullable_rational(
                None,
                minimum=0,
                maximum=12,
                label=_("Board points for the bye"),
                help=_("Empty: the narrowest win; half where the bye gives as many match points as a draw."),
            )
        )
    )


def meetings() -> int:
    """A field: how often two players may meet."""
    return integer(
        1,
        minimum=1,
        label=_("Games of the same two"),
        help=_("At most, in the whole tournament. 1: they never meet twice."),
    )


def white_goes_to(*, help: str = "", group: str = "") -> ColourCount:
    """A field: what decides who has White."""
    return choice(
        ColourCount.WHITES,
        label=_("Who gets White"),
        choices={
            ColourCount.WHITES: _("The player who has had White fewer times"),
            ColourCount.BALANCE: _("The player with the lower colour balance: games with White minus games with Black"),
        },
        help=help,
        group=group,
    )


def if_not_all_can_be_paired(default: LastResort) -> LastResort:
    """A field."""
    return fine_print(
        choice(
            default,
            label=_("If not everybody can be paired"),
            choices={
                LastResort.REMATCH: _("Allow as few and as old rematches as possible"),
                LastResort.STOP: _STOP,
            },
        )
    )


def if_all_had_the_bye(default: SecondBye) -> SecondBye:
    """A field."""
    return fine_print(
        choice(
            default,
            label=_("If somebody would have to sit out twice"),
            choices={SecondBye.GIVE: _("Allow a second bye"), SecondBye.STOP: _STOP},
            help=_("With an odd number of players. Players who have had no bye come first."),
        )
    )


def postponed_games(default: OpenGameCounts = OpenGameCounts.UNSCORED, *, group: str = "") -> OpenGameCounts:
    """A field: what a game counts as until it is played."""
    return fine_print(
        choice(
            default,
            label=_("Postponed games"),
            choices={
                OpenGameCounts.UNSCORED: _("Count nothing until they are played"),
                OpenGameCounts.DRAW: _("Count as a draw until they are played"),
            },
            group=group,
        )
    )
