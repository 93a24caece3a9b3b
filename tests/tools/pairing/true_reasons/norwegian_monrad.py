"""Norwegian Monrad and Konrad: colours inside the score group, the walk-over, and what of the colour rules fell."""

from __future__ import annotations

from collections.abc import Sequence

from tests.tools.pairing.oracles.norwegian_monrad import ANY_BALANCE, ANY_COLOUR, STRICT, Oracle
from tests.tools.pairing.true_reasons.byes import is_lowest, sits_out
from tests.tools.pairing.true_reasons.groups import GroupPage, Turn, turn_of
from tests.tools.pairing.true_reasons.saying import Said, says
from tests.tools.pairing.true_reasons.scene import PAGES, Cost, Scene
from tournaments.pairing.types.snapshot import Colour, PlayerId

OLD = 3
"""Behind all levels."""
TOO_MANY = 2
"""More games with one colour than with the other."""


class NorwegianPage(GroupPage, Oracle):
    asked = STRICT
    """What of the colour rules is in force."""
    again = False
    """Whether second games had to be allowed."""
    has_round = True
    """Whether everybody can be paired at all, but for the last resort."""

    def begin(self, scene: Scene) -> None:
        """The first of the page's steps by which everybody can be paired."""
        for again, asked in ((False, STRICT), (True, STRICT), (True, ANY_BALANCE), (True, ANY_COLOUR)):
            self.again, self.asked = again, asked
            if any(scene.can_all_be_paired(rest) for rest in scene.without_each_bye):
                return
        self.has_round = False

    def turns(self, field: Sequence[PlayerId]) -> list[PlayerId]:
        return [player for player in self.walk_over_candidates(field) if player is not None]

    @property
    def is_free(self) -> bool:
        """Whether the colours bar nobody, in the last round."""
        return self.is_last_round and self.options.last_round != "strict"

    def is_legal(self, one: PlayerId, other: PlayerId) -> bool:
        return (self.again or not self.meetings(one, other)) and self.is_legal_again(one, other)

    def is_legal_again(self, one: PlayerId, other: PlayerId) -> bool:
        """Also for a second game, where the page knows them."""
        return self.may_meet(one, other) if self.is_free else self.legal(one, other, self.asked)

    def is_rematch(self, one: PlayerId, other: PlayerId) -> bool:
        """Any second game: it is asked for last of all."""
        return not self.is_forbidden(one, other) and bool(self.meetings(one, other))

    @property
    def usual_meetings(self) -> int:
        return 1

    def needs_rematches(self, scene: Scene) -> bool:
        """Or would, with somebody else sitting out."""
        return self.again or self.options.max_meetings > 1

    def least_rematches(self, scene: Scene, rest: Sequence[PlayerId]) -> Cost | None:
        if not self.has_round:
            return scene.least_rematches(rest)

        def cost(one: PlayerId, other: PlayerId) -> Cost | None:
            met = self.meetings(one, other)
            own = (1, len(met), met[-1]) if met else (0, 0, 0)
            return own if self.is_legal_again(one, other) else None

        return scene.least("second games", rest, cost)

    def colours_allow(self, one: PlayerId, other: PlayerId) -> bool:
        return bool(self.colourings(one, other, self.asked))

    def suits(self, one: PlayerId, other: PlayerId) -> bool:
        dues = {self.due(one), self.due(other)}
        return self.colours_allow(one, other) and (len(dues) == 2 or None in dues)

    # Second games

    def may_again(self, where: Said, turn: Turn, other: PlayerId) -> bool:
        """Whether the group lets them choose each other though they have met."""
        one, members = turn.player, turn.group.members
        if not self.meetings(one, other) or not self.may_meet(one, other):
            return False
        if not (self.is_free or self.colours_allow(one, other)):
            return False
        if self.again:
            return True
        is_in_group = self.options.max_meetings > 1 and self.options.second_games == "score_group"
        has_nobody_new = self.has_met_all(one, members) or self.has_met_all(other, members)
        return bool(is_in_group and has_nobody_new and self.is_long_ago(one, other))

    def could_have_met(self, where: Said, turn: Turn, other: PlayerId) -> bool:
        return self.is_legal(turn.player, other) or self.may_again(where, turn, other)

    def cost_in_group(self, one: PlayerId, other: PlayerId) -> Cost:
        met = self.meetings(one, other)
        if not self.again:
            return ()
        return (1, len(met), met[-1]) if met else (0, 0, 0)

    def could_get_at(self, where: Said, turn: Turn, other: PlayerId) -> bool:
        if not self.again and self.may_again(where, turn, other):
            # No more go down than without second games, on which nobody counts.
            start = Turn(group=turn.group, player=turn.player, still=turn.group.members, gone_down=[])
            most = self.floaters(where, start, [*turn.group.members, *turn.group.below])
            players = [*turn.still, *turn.gone_down, *turn.group.below]
            rest = self.floaters(where, turn, [each for each in players if each not in (turn.player, other)])
            return rest is not None and most is not None and (not rest or rest <= most)
        return super().could_get_at(where, turn, other)

    # The order of choosing

    def level(self, one: PlayerId, other: PlayerId) -> int | None:
        """The smaller, the earlier taken; None: never."""
        if self.is_last_round and self.options.last_round == "ignored":
            return 0
        if self.colours_allow(one, other):
            return 0 if self.suits(one, other) else 1
        return 2 if self.is_free else None

    def before(self, where: Said, lower: PlayerId) -> list[PlayerId]:
        """New opponents, and those barred, by level; then old ones by the list."""
        turn, place = turn_of(where), where.scene.place
        levels: dict[PlayerId, tuple[int, int]] = {}
        for other in turn.still:
            level = self.level(turn.player, other)
            if other != turn.player and level is not None:
                levels[other] = (OLD if self.may_again(where, turn, other) else level), place[other]
        return [other for other, level in levels.items() if lower in levels and level < levels[lower]]


PAGES["norwegian_monrad"] = NorwegianPage


def page_of(where: Said) -> NorwegianPage:
    page = where.scene.page
    assert isinstance(page, NorwegianPage)
    return page


def others(where: Said) -> list[PlayerId]:
    """Left in the score group for the higher placed of the board, to be met for the first time."""
    turn = turn_of(where)
    page = page_of(where)
    return [other for other in turn.still if other != turn.player and not page.meetings(turn.player, other)]


def is_first(where: Said, lower: PlayerId, among: list[PlayerId]) -> bool:
    """On the list, of those of `among` who could still be had."""
    place, page = where.scene.place, page_of(where)
    can = not where.scene.is_small or page.could_get(where, lower)
    return (
        can and lower in among and not any(page.could_get(where, each) for each in among if place[each] < place[lower])
    )


@says("norwegian_monrad/3/a")
def suits(where: Said, lower: PlayerId, higher: PlayerId) -> bool:
    suiting = [other for other in others(where) if page_of(where).suits(higher, other)]
    return where.is_of(higher, lower) and is_first(where, lower, suiting)


@says("norwegian_monrad/3/b")
def same_due(where: Said, lower: PlayerId, higher: PlayerId, colour: Colour) -> bool:
    page = page_of(where)
    suiting = [other for other in others(where) if page.suits(higher, other)]
    allowed = [other for other in others(where) if page.colours_allow(higher, other)]
    are_due = page.due(higher) == page.due(lower) == colour.value
    nobody = not any(page.could_get(where, other) for other in suiting)
    return where.is_of(higher, lower) and are_due and nobody and is_first(where, lower, allowed)


@says("norwegian_monrad/5")
def whatever_colours(where: Said, lower: PlayerId, higher: PlayerId) -> bool:
    return where.is_of(higher, lower) and page_of(where).is_free and is_first(where, lower, others(where))


def is_behind(where: Said, skipped: PlayerId, higher: PlayerId) -> bool:
    """Left in the group and placed higher than the one who was taken."""
    place = where.scene.place
    return higher == where.players[0] and skipped in turn_of(where).still and place[skipped] < place[where.players[1]]


@says("norwegian_monrad/3/due")
def due_too(where: Said, skipped: PlayerId, colour: Colour, higher: PlayerId) -> bool:
    page = page_of(where)
    return is_behind(where, skipped, higher) and page.due(skipped) == page.due(higher) == colour.value


@says("norwegian_monrad/3/barred")
def too_often(where: Said, skipped: PlayerId, higher: PlayerId) -> bool:
    return is_behind(where, skipped, higher) and not page_of(where).colours_allow(higher, skipped)


# Colours


def has_the_other(where: Said, player: PlayerId, colour: Colour, white: PlayerId) -> bool:
    assert where.board is not None
    own = where.board.black if colour is Colour.WHITE else where.board.white
    return own == player and where.board.white == white


def run_of(where: Said, player: PlayerId, colour: Colour) -> int:
    had = where.scene.page.colours(player)
    return next((n for n, each in enumerate(reversed(had)) if each != colour.value), len(had))


@says("norwegian_monrad/colours/1/third")
def third(where: Said, player: PlayerId, colour: Colour, white: PlayerId) -> bool:
    return has_the_other(where, player, colour, white) and run_of(where, player, colour) == 2


@says("norwegian_monrad/colours/1/fourth")
def fourth(where: Said, player: PlayerId, colour: Colour, place: int, white: PlayerId) -> bool:
    return has_the_other(where, player, colour, white) and run_of(where, player, colour) + 1 == place > 3


@says("norwegian_monrad/colours/1/leans")
def leans(where: Said, player: PlayerId, count: int, colour: Colour, white: PlayerId) -> bool:
    lean = where.scene.page.lean(player)
    is_so = lean == (count if colour is Colour.WHITE else -count) and count >= TOO_MANY
    return has_the_other(where, player, colour, white) and is_so


# The walk-over


def has_had_points(where: Said, player: PlayerId) -> bool:
    page = where.scene.page
    return bool(page.byes_had(player)) or any(what == "+--" for what, _, _ in page.story(player))


@says("norwegian_monrad/2")
def walk_over(where: Said, player: PlayerId) -> bool:
    have_not = [other for other in where.scene.field if not has_had_points(where, other)]
    return sits_out(where, player) and is_lowest(where, player, have_not)


@says("norwegian_monrad/impossible/walk_over")
def all_had_it(where: Said) -> bool:
    field = where.scene.field
    return len(field) % 2 == 1 and all(has_had_points(where, player) for player in field)


@says("norwegian_monrad/impossible/give_bye")
def give_bye(where: Said) -> bool:
    return where.scene.paired is None and len(where.scene.field) % 2 == 1


@says("norwegian_monrad/impossible/no_ratings")
def no_ratings(where: Said) -> bool:
    return not any(entrant.rating for entrant in where.scene.snapshot.entrants)


# What fell


def is_possible(where: Said, asked: int, *, again: bool) -> bool:
    page, scene = page_of(where), where.scene

    def is_legal(one: PlayerId, other: PlayerId) -> bool:
        if not again and page.meetings(one, other):
            return False
        return page.may_meet(one, other) if page.is_free else page.legal(one, other, asked)

    return any(scene.can_all_be_paired(rest, is_legal) for rest in scene.without_each_bye)


@says("norwegian_monrad/4/balance")
def without_limit(where: Said) -> bool:
    return not is_possible(where, STRICT, again=True) and page_of(where).asked >= ANY_BALANCE


@says("norwegian_monrad/4/third")
def without_ban(where: Said) -> bool:
    return not is_possible(where, ANY_BALANCE, again=True) and page_of(where).asked == ANY_COLOUR


# Second games


def meet_again(where: Said, cost: tuple[int, ...]) -> bool:
    """No choice of second games is better, whoever sits out."""
    page, scene = page_of(where), where.scene
    costs = [page.least_rematches(scene, rest) for rest in scene.without_each_bye]
    return min(each for each in costs if each is not None) == cost


@says("norwegian_monrad/4/second")
def boards_again(where: Said, count: int) -> bool:
    page, scene = page_of(where), where.scene
    again = [page.meetings(board.white, board.black) for board in scene.boards]
    own = [met for met in again if met]
    if is_possible(where, STRICT, again=False) or len(own) != count or not count:
        return False
    cost = count, sum(map(len, own)), sum(met[-1] for met in own)
    return not scene.is_small or meet_again(where, cost)


@says("norwegian_monrad/second/needed")
def second_game(where: Said, higher: PlayerId, lower: PlayerId, round: int) -> bool:
    is_last = page_of(where).meetings(higher, lower)[-1:] == [round]
    return where.is_of(higher, lower) and is_last and not is_possible(where, STRICT, again=False)


@says("norwegian_monrad/rematch")
def nobody_new(where: Said, higher: PlayerId, lower: PlayerId) -> bool:
    page, members = page_of(where), turn_of(where).group.members
    has_met = bool(page.meetings(higher, lower))
    return where.is_of(higher, lower) and has_met and any(page.has_met_all(one, members) for one in (higher, lower))
