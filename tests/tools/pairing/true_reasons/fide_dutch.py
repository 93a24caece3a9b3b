"""FIDE's Dutch system: the brackets as they can be seen from the boards, the bye, and the colours."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tests.tools.pairing.oracles.fide_dutch import Oracle
from tests.tools.pairing.true_reasons.last_resort import are_least
from tests.tools.pairing.true_reasons.saying import Said, says
from tests.tools.pairing.true_reasons.scene import PAGES, Page, Scene
from tournaments.pairing.types.snapshot import Colour, PlayerId


class DutchPage(Page, Oracle):
    def turns(self, field: Sequence[PlayerId]) -> list[PlayerId]:
        return [player for player in reversed(field) if self.may_have_bye(player)]

    def begin(self, scene: Scene) -> None:
        """C3 falls where not everybody can be paired with it."""
        self.without_c3 = False
        self.c3_falls = scene.needs_rematches
        if self.c3_falls:
            self.without_c3 = True
            self.c1_falls = not any(scene.can_all_be_paired(rest) for rest in scene.without_each_bye)
        else:
            self.c1_falls = False

    def is_legal(self, one: PlayerId, other: PlayerId) -> bool:
        return self.legal(one, other)


PAGES["fide_dutch"] = DutchPage


def page_of(where: Said) -> DutchPage:
    page = where.scene.page
    assert isinstance(page, DutchPage)
    return page


# The list


@says("fide_dutch/1.2")
def by_rating(where: Said) -> bool:
    return where.lies_as_said and page_of(where).option("late_entries") == "by_rating"


@says("fide_dutch/1.2/last")
def late_last(where: Said) -> bool:
    return where.lies_as_said and page_of(where).option("late_entries") == "last"


# The brackets, as the boards show them


def plays_at(where: Said, player: PlayerId) -> Fraction | None:
    """The score of the group in which the player is paired; None: the bye."""
    for board in where.scene.boards:
        if player in (board.white, board.black):
            return page_of(where).score(where.scene.in_order(board)[1])
    return None


def members(where: Said, score: Fraction) -> list[PlayerId]:
    """The residents, and those from above who are not paired above."""
    found = []
    for player in where.scene.field:
        at = plays_at(where, player)
        if page_of(where).score(player) >= score and (at is None or at <= score):
            found.append(player)
    return found


def remainder(where: Said, score: Fraction) -> tuple[list[PlayerId], int]:
    """The residents who have nobody from above, and how many pairs they make."""
    page = page_of(where)
    pairs = [where.scene.in_order(board) for board in where.scene.boards]
    met_from_above = {lower for higher, lower in pairs if page.score(higher) > page.score(lower)}
    own = [player for player in where.scene.field if page.score(player) == score and player not in met_from_above]
    return own, sum(page.score(higher) == page.score(lower) == score for higher, lower in pairs)


def is_halves(where: Said) -> int | None:
    """Of the board, the number in both halves."""
    page = page_of(where)
    higher, lower = where.players
    if page.score(higher) != page.score(lower):
        return None
    own, pairs = remainder(where, page.score(higher))
    number = own.index(higher) + 1
    return number if number <= pairs and own[pairs + number - 1] == lower else None


@says("fide_dutch/3.3")
def halves(where: Said, place: int) -> bool:
    return is_halves(where) == place


@says("fide_dutch/3.6")
def changed(where: Said, higher: PlayerId, lower: PlayerId) -> bool:
    page = page_of(where)
    return where.is_of(higher, lower) and page.score(higher) == page.score(lower) and is_halves(where) is None


@says("fide_dutch/3.7")
def came_down(where: Said, higher: PlayerId, lower: PlayerId, points: Fraction) -> bool:
    page = page_of(where)
    return where.is_of(higher, lower) and page.score(higher) > page.score(lower) and page.score(higher) == points


@says("fide_dutch/float/odd")
def odd(where: Said, player: PlayerId, points: Fraction) -> bool:
    """In the group just above the one where the player is paired, who left it alone."""
    page, at = page_of(where), plays_at(where, player)
    above = sorted({page.score(each) for each in where.scene.field if at is None or page.score(each) > at})
    if not above or above[0] != points or player not in where.players or page.score(player) < points:
        return False
    left = [each for each in members(where, points) if (found := plays_at(where, each)) is None or found < points]
    return left == [player] and len(members(where, points)) % 2 == 1


# The bye


@says("fide_dutch/bye")
def bye(where: Said, player: PlayerId, points: Fraction) -> bool:
    page, scene = page_of(where), where.scene
    if where.about != player or page.score(player) != points or not page.may_have_bye(player):
        return False
    lower = [each for each in page.turns(scene.field) if page.score(each) < points]
    return not scene.is_small or not any(
        scene.can_all_be_paired([each for each in scene.field if each != other]) for other in lower
    )


@says("fide_dutch/C2")
def had_it(where: Said, skipped: PlayerId) -> bool:
    page, place = page_of(where), where.scene.place
    is_lower = where.about is not None and skipped in where.scene.field and place[skipped] > place[where.about]
    return is_lower and not page.may_have_bye(skipped)


@says("fide_dutch/relaxed/bye")
def lowest(where: Said, player: PlayerId) -> bool:
    page = page_of(where)
    return page.c1_falls and where.about == player and page.turns(where.scene.field)[0] == player


# Colours


def gets(where: Said, player: PlayerId, colour: Colour) -> bool:
    assert where.board is not None
    return player == (where.board.white if colour is Colour.WHITE else where.board.black)


def by_step(where: Said, number: int) -> bool:
    return where.board is not None and page_of(where).white_and_step(*where.players) == (where.board.white, number)


@says("fide_dutch/5.2.1")
def both(where: Said, player: PlayerId, colour: Colour, other: PlayerId) -> bool:
    wants = page_of(where).preferences
    is_due = wants[player].colour == colour.value and wants[other].colour != colour.value
    return {player, other} == {*where.players} and by_step(where, 1) and is_due and gets(where, player, colour)


def both_are_due(where: Said, colour: Colour) -> bool:
    return all(page_of(where).preferences[player].colour == colour.value for player in where.players)


@says("fide_dutch/5.2.2")
def stronger(where: Said, player: PlayerId, colour: Colour) -> bool:
    return by_step(where, 2) and both_are_due(where, colour) and gets(where, player, colour)


@says("fide_dutch/5.2.3")
def last_difference(
    where: Said, colour: Colour, white: PlayerId, white_round: int, black: PlayerId, black_round: int
) -> bool:
    if not by_step(where, 3) or not both_are_due(where, colour) or not where.is_between(white, black):
        return False
    games = zip(reversed(page_of(where).games(white)), reversed(page_of(where).games(black)), strict=False)
    differing = [(one, other) for one, other in games if one[1] != other[1]]
    return differing[0] == ((white_round, "black"), (black_round, "white"))


@says("fide_dutch/5.2.4")
def higher_placed(where: Said, player: PlayerId, colour: Colour) -> bool:
    is_higher = where.players[0] == player
    return by_step(where, 4) and both_are_due(where, colour) and is_higher and gets(where, player, colour)


@says("fide_dutch/5.2.5")
def by_number(where: Said, higher: PlayerId, place: int, odd: Colour, even: Colour) -> bool:
    page = page_of(where)
    is_so = by_step(where, 5) and where.players[0] == higher and page.tpn[higher] == place
    return is_so and odd.value == page.initial_colour and even is odd.other


# The round


@says("fide_dutch/topscorers")
def topscorers(where: Said) -> bool:
    page = page_of(where)
    return page.is_last_round and any(map(page.is_topscorer, page.present()))


@says("fide_dutch/baku")
def accelerated(where: Said, player: PlayerId, points: Fraction) -> bool:
    page = page_of(where)
    more = [each for each in page.in_list if page.virtual.get((each, page.coming))]
    return more[-1] == player and page.virtual[player, page.coming] == points


@says("fide_dutch/relaxed/C3")
def without_c3(where: Said) -> bool:
    page = page_of(where)
    return page.c3_falls and not page.c1_falls and (where.board is None or page.is_c3(*where.players))


@says("fide_dutch/relaxed/C1")
def rematches(where: Said, count: int) -> bool:
    return page_of(where).c1_falls and are_least(where, count)


@says("fide_dutch/impossible")
def impossible(where: Said) -> bool:
    return page_of(where).c3_falls and where.scene.paired is None


@says("fide_dutch/impossible/bye")
def no_bye(where: Said) -> bool:
    return len(where.scene.field) % 2 == 1 and not page_of(where).turns(where.scene.field)


@says("fide_dutch/impossible/give_bye")
def give_bye(where: Said) -> bool:
    return where.scene.paired is None and len(where.scene.field) % 2 == 1


@says("fide_dutch/baku/plan")
def no_plan(where: Said) -> bool:
    return page_of(where).stops()
