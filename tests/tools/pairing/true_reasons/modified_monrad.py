"""Modified Monrad: the list, and who comes first on it by colours."""

from __future__ import annotations

from collections.abc import Sequence

from tests.tools.pairing.oracles.modified_monrad import Oracle
from tests.tools.pairing.true_reasons.opponents import makes_it_worse
from tests.tools.pairing.true_reasons.saying import Said, says
from tests.tools.pairing.true_reasons.scene import PAGES, Page
from tournaments.pairing.types.snapshot import Colour, PlayerId


class ModifiedPage(Page, Oracle):
    def turns(self, field: Sequence[PlayerId]) -> list[PlayerId]:
        return [player for player in self.walk_over_candidates([*field]) if player is not None]

    def before(self, where: Said, lower: PlayerId) -> list[PlayerId]:
        """Those free who come before that one for the board's higher placed: by level, then as on the list."""
        higher, place = where.players[0], where.scene.place

        def turn(other: PlayerId) -> tuple[int, int]:
            return self.level(higher, other), place[other]

        return [other for other in where.free if other != higher and turn(other) < turn(lower)]

    def could_get(self, where: Said, other: PlayerId) -> bool:
        """The two may meet, and all others can be paired as well as they can be at all."""
        higher = where.players[0]
        if not self.is_legal(higher, other):
            return False
        if where.scene.needs_rematches:
            return not makes_it_worse(where, other)
        return where.scene.can_all_be_paired([player for player in where.free if player not in (higher, other)])


PAGES["modified_monrad"] = ModifiedPage


def page_of(where: Said) -> ModifiedPage:
    page = where.scene.page
    assert isinstance(page, ModifiedPage)
    return page


@says("list/by_number")
def by_number(where: Said) -> bool:
    return not where.scene.snapshot.rounds and where.lies_as_said and where.scene.order == sorted(where.scene.order)


@says("list/by_points")
def by_points(where: Said) -> bool:
    total = where.scene.page.total
    by_points = sorted(where.scene.order, key=lambda player: (-total(player), player))
    return bool(where.scene.snapshot.rounds) and where.lies_as_said and where.scene.order == by_points


@says("list/by_matches_and_boards")
def by_matches_and_boards(where: Said) -> bool:
    """Said of teams alone: their lists are drawn in tests/pairing/teams."""
    return where.scene.snapshot.boards is not None


@says("list/by_boards_and_matches")
def by_boards_and_matches(where: Said) -> bool:
    return where.scene.snapshot.boards is not None


def last(where: Said, player: PlayerId) -> str | None:
    return ([None, *where.scene.page.colours(player)])[-1]


def is_first(where: Said, lower: PlayerId, among: list[PlayerId]) -> bool:
    """On the list, of those of `among` who could still be had."""
    place, page = where.scene.place, page_of(where)
    higher_up = [other for other in among if place[other] < place[lower]]
    can = not where.scene.is_small or page.could_get(where, lower)
    return can and lower in among and not any(page.could_get(where, other) for other in higher_up)


def without_colour(where: Said, colour: str) -> list[PlayerId]:
    return [other for other in where.could_choose if last(where, other) != colour]


@says("modified_monrad/4/1")
def other_colour(where: Said, higher: PlayerId, lower: PlayerId, colour: Colour) -> bool:
    is_so = where.is_of(higher, lower) and last(where, higher) == colour.value
    return is_so and is_first(where, lower, without_colour(where, colour.value))


@says("modified_monrad/4/free", "modified_monrad/7")
def first_free(where: Said, higher: PlayerId, lower: PlayerId) -> bool:
    return where.is_of(higher, lower) and is_first(where, lower, where.could_choose)


def nobody_else(where: Said, colour: str) -> bool:
    """Nobody who did not have that colour last could be had."""
    return not any(page_of(where).could_get(where, other) for other in without_colour(where, colour))


@says("modified_monrad/4/2/any")
def same_colour(where: Said, higher: PlayerId, lower: PlayerId, colour: Colour) -> bool:
    is_so = where.is_of(higher, lower) and nobody_else(where, colour.value)
    return is_so and is_first(where, lower, where.could_choose)


@says("modified_monrad/4/2/once")
def same_colour_once(where: Said, higher: PlayerId, lower: PlayerId, colour: Colour) -> bool:
    once = [other for other in where.could_choose if where.scene.page.colours(other)[-2:] != [colour.value] * 2]
    is_so = where.is_of(higher, lower) and nobody_else(where, colour.value)
    return is_so and last(where, lower) == colour.value and is_first(where, lower, once)


@says("modified_monrad/4/3")
def again(where: Said, higher: PlayerId, colour: Colour) -> bool:
    """Both had it the last two times; nobody could be had who had not."""
    page = page_of(where)
    both = all(page.colours(player)[-2:] == [colour.value] * 2 for player in where.players)
    others = [other for other in where.could_choose if page.colours(other)[-2:] != [colour.value] * 2]
    return higher == where.players[0] and both and not any(page.could_get(where, other) for other in others)
