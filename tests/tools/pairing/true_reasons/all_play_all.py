"""All-play-all: what the table has, why these colours, and why somebody has no game."""

from __future__ import annotations

from tests.tools.pairing.oracles.all_play_all import Oracle
from tests.tools.pairing.true_reasons.attendance import marked
from tests.tools.pairing.true_reasons.saying import Said, says
from tests.tools.pairing.true_reasons.scene import PAGES, Page
from tournaments.pairing.types.snapshot import OUTSIDE, PlayerId


class AllPlayAllPage(Page, Oracle):
    def find_meetings(self, one: PlayerId, other: PlayerId) -> list[int]:
        """The draw and not the game makes the pair: a forfeit is a meeting."""
        return [number for number, (_what, whom, _colour) in enumerate(self.story(one), start=1) if whom == other]

    @property
    def planned_rounds(self) -> int:
        """As follows from the numbers, or fewer."""
        planned = self.snapshot.planned_rounds
        return self.all_rounds if planned is None else min(self.all_rounds, planned)


PAGES["all_play_all"] = AllPlayAllPage


def page_of(where: Said) -> AllPlayAllPage:
    page = where.scene.page
    assert isinstance(page, AllPlayAllPage)
    return page


@says("all_play_all/order")
def by_number(where: Said) -> bool:
    paired = where.scene.paired
    assert paired is not None
    here = {player for board in paired.boards for player in (board.white, board.black)}
    here |= {bye.player for bye in paired.byes if bye.kind.value == "pairing" and bye.player in paired.order}
    return [*paired.order] == sorted(here)


def is_in_the_table(where: Said, white: PlayerId, black: PlayerId, numbers: int) -> bool:
    page = page_of(where)
    both = min(white, black), max(white, black)
    return where.is_between(white, black) and page.n == numbers and page.do_meet(*both, page.coming)


@says("all_play_all/table")
def in_the_table(where: Said, numbers: int, white: PlayerId, black: PlayerId, round: int) -> bool:
    page = page_of(where)
    return is_in_the_table(where, white, black, numbers) and page.option("cycles") == 1 and page.coming == round


@says("all_play_all/table/cycle")
def in_the_cycle(where: Said, numbers: int, white: PlayerId, black: PlayerId, round: int, cycle: int) -> bool:
    page = page_of(where)
    is_then = page.coming == (cycle - 1) * (page.n - 1) + round and 1 <= round < page.n
    return is_in_the_table(where, white, black, numbers) and page.option("cycles") > 1 and is_then


@says("all_play_all/postponed")
def postponed(where: Said, player: PlayerId) -> bool:
    board = where.board
    assert board is not None
    return board.is_postponed and player in (board.white, board.black) and marked(where, player) is not None


def colours_of(where: Said) -> tuple[PlayerId, PlayerId, int]:
    """White, Black, the last number of the table; of a board whose colours are those of the printed table."""
    assert where.board is not None
    assert page_of(where).cycle(page_of(where).coming) % 2 == 1
    return where.board.white, where.board.black, page_of(where).n


@says("all_play_all/colour/odd")
def lower_has_white(where: Said, white: PlayerId) -> bool:
    one, other, last = colours_of(where)
    return one == white and one < other < last and (one + other) % 2 == 1


@says("all_play_all/colour/even")
def higher_has_white(where: Said, white: PlayerId) -> bool:
    one, other, last = colours_of(where)
    return one == white and other < one < last and (one + other) % 2 == 0


@says("all_play_all/colour/against_last")
def against_last(where: Said, black: PlayerId, half: int) -> bool:
    one, other, last = colours_of(where)
    return other == black == last == 2 * half and one <= half


@says("all_play_all/colour/last")
def last_has_white(where: Said, white: PlayerId, half: int) -> bool:
    one, other, last = colours_of(where)
    return one == white == last == 2 * half and other > half


@says("all_play_all/colour/reversed")
def is_reversed(where: Said, white: PlayerId) -> bool:
    page, board = page_of(where), where.board
    assert board is not None
    pair = page.with_white(min(board.white, board.black), max(board.white, board.black), page.coming)
    return page.cycle(page.coming) % 2 == 0 and board.white == white and pair == (board.white, board.black)


def without_a_game(where: Said, player: PlayerId, round: int, kind: str) -> PlayerId:
    """Whom they would meet."""
    page = page_of(where)
    assert where.about == player
    assert where.bye is not None
    assert (where.bye.kind.value, page.coming) == (kind, round)
    return page.opponent(player, round)


@says("all_play_all/bye")
def odd_number(where: Said, player: PlayerId, round: int) -> bool:
    page = page_of(where)
    return without_a_game(where, player, round, "pairing") == page.n > page.drawn and not page.is_held(page.n)


@says("all_play_all/vacant")
def vacant(where: Said, player: PlayerId, round: int, number: int) -> bool:
    return without_a_game(where, player, round, "zero") == number and not page_of(where).is_held(number)


@says("all_play_all/left")
def opponent_left(where: Said, player: PlayerId, round: int, other: PlayerId) -> bool:
    page = page_of(where)
    return without_a_game(where, player, round, "zero") == other and page.is_away(other, round) and page.is_held(other)


@says("all_play_all/taken")
def opponent_taken(where: Said, player: PlayerId, round: int, other: PlayerId) -> bool:
    asked = {row.player for row in where.scene.snapshot.next_round.byes}
    is_taken = other in {*where.scene.set_by_hand, *where.scene.given_byes, *asked}
    return without_a_game(where, player, round, "zero") == other and is_taken and other in page_of(where).active()


@says("all_play_all/carried")
def carried(where: Said, player: PlayerId, other: PlayerId, group: int, round: int) -> bool:
    page = page_of(where)
    games = [each for each in page.snapshot.carried if {each.white, each.black} == {player, other}]
    groups = [each.group for each in games]
    return page.coming == round and page.do_meet(min(player, other), max(player, other), round) and group in groups


@says("all_play_all/played_before")
def played_before(where: Said, player: PlayerId, other: PlayerId, round: int) -> bool:
    return carried(where, player, other, OUTSIDE, round)


@says("all_play_all/met_already")
def met_already(where: Said, player: PlayerId, round: int, other: PlayerId) -> bool:
    is_so = page_of(where).met_out_of_turn(player, other)
    return without_a_game(where, player, round, "zero") == other and is_so


@says("all_play_all/forbidden")
def shall_not_meet(where: Said, player: PlayerId, round: int, other: PlayerId) -> bool:
    is_so = page_of(where).is_forbidden(player, other)
    return without_a_game(where, player, round, "zero") == other and is_so


@says("all_play_all/no_number")
def no_number(where: Said, player: PlayerId) -> bool:
    page = page_of(where)
    return where.about == player and player in page.active() and player > page.n


@says("all_play_all/impossible")
def no_game(where: Said, round: int) -> bool:
    page = page_of(where)
    games = [pair for pair in page.boards_in_order(round) if {*pair} <= {*page.active()}]
    return page.coming == round and any(page.is_forbidden(*pair) for pair in games)
