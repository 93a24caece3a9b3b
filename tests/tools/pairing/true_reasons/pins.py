"""Boards that the director has set, and what they do not keep."""

from __future__ import annotations

from tests.tools.pairing.page_facts import FORFEITS
from tests.tools.pairing.true_reasons.saying import Said, says
from tournaments.pairing.types.snapshot import Colour, PlayerId

USUAL_COLOURS = 2


@says("pin/board")
def board(where: Said, white: PlayerId, black: PlayerId) -> bool:
    is_pinned = where.board is not None and where.board.pinned
    return is_pinned and where.is_between(white, black) and (white, black) in where.scene.pinned_boards


def period_start(where: Said) -> int:
    coming = where.scene.page.coming
    if where.scene.page.option("gap_over_periods"):
        return 1
    return max((end for end in where.scene.page.option("period_rounds") or () if end < coming), default=0) + 1


@says("pin/met")
def met(where: Said, white: PlayerId, black: PlayerId, round: int) -> bool:
    return where.is_between(white, black) and where.scene.page.meetings(white, black)[-1:] == [round]


@says("pin/met_early")
def met_early(where: Said, white: PlayerId, black: PlayerId, round: int, count: int, gap: int) -> bool:
    page = where.scene.page
    is_last = page.meetings(white, black)[-1:] == [round] and period_start(where) <= round
    is_early = page.coming - round - 1 == count < gap == page.option("gap")
    return where.is_between(white, black) and is_last and is_early


@says("pin/met_often")
def met_often(where: Said, white: PlayerId, black: PlayerId, count: int, round: int) -> bool:
    rounds, page = where.scene.page.meetings(white, black), where.scene.page
    coming = page.coming
    start = max((end for end in page.option("period_rounds") or () if end < coming), default=0) + 1
    most, in_period = page.option("max_meetings"), page.option("max_meetings_in_period")
    is_at_a_limit = (
        (most is not None and len(rounds) >= most)
        or (in_period is not None and sum(number >= start for number in rounds) >= in_period)
        or coming <= (page.option("no_rematch_until") or 0)
    )
    return where.is_between(white, black) and len(rounds) == count >= 1 and rounds[-1] == round and is_at_a_limit


def colours_at_the_board(where: Said, player: PlayerId) -> list[str]:
    return [colour for what, _, colour in where.scene.page.story(player) if colour and what not in FORFEITS]


def in_a_row(where: Said, player: PlayerId, colour: Colour) -> int:
    """Games with that colour up to the last one, this one included."""
    had = [*colours_at_the_board(where, player), colour.value]
    return next((n for n, each in enumerate(reversed(had)) if each != colour.value), len(had))


@says("pin/colour_again")
def colour_again(where: Said, player: PlayerId, colour: Colour, count: int) -> bool:
    assert where.board is not None
    own = where.board.white if colour is Colour.WHITE else where.board.black
    most = where.scene.page.option("colour_limit") or USUAL_COLOURS
    return own == player and in_a_row(where, player, colour) == count > most


@says("pin/forbidden")
def forbidden(where: Said, white: PlayerId, black: PlayerId) -> bool:
    return where.is_between(white, black) and where.scene.page.is_forbidden(white, black)


@says("pin/not_there")
def not_there(where: Said, player: PlayerId) -> bool:
    return player not in where.scene.page.present() and player in set_by_hand(where)


@says("pin/twice")
def twice(where: Said, player: PlayerId) -> bool:
    return set_by_hand(where).count(player) > 1


def set_by_hand(where: Said) -> list[PlayerId]:
    return where.scene.set_by_hand
