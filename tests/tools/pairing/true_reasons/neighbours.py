"""Near neighbours of a ladder: what is asked of a pair, and what of it was left aside."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.tools.pairing.brute_force import can_be_paired_by_algebra
from tests.tools.pairing.oracles.keizer import Oracle, Step
from tests.tools.pairing.true_reasons.byes import before_in_turn, sits_out
from tests.tools.pairing.true_reasons.opponents import NAMED
from tests.tools.pairing.true_reasons.saying import Said, says
from tests.tools.pairing.true_reasons.scene import PAGES, Cost, Page, Scene
from tournaments.pairing.types.paired_round import PairedBoard
from tournaments.pairing.types.snapshot import Colour, PlayerId


class KeizerPage(Page):
    step: Step
    """The least that is left aside."""

    def begin(self, scene: Scene) -> None:
        usual = Step(self.options.gap, self.options.colour_limit, frozenset())
        field = scene.to_pair
        steps = self.ladder.steps(field)
        can = (step for step in steps if can_be_paired_by_algebra(field, self.ladder.barred(step)))
        self.step = next(can, usual) if len(field) % 2 == 0 else usual

    @property
    def ladder(self):  # type: ignore[no-untyped-def]
        if "_ladder" not in self.__dict__:
            self._ladder = Oracle(self.snapshot, self.options).page
        return self._ladder

    def order(self) -> list[PlayerId]:
        return list(self.ladder.present)

    def turns(self, field: Sequence[PlayerId]) -> list[PlayerId]:
        return list(self.ladder.byes(field))

    def may_meet(self, one: PlayerId, other: PlayerId) -> bool:
        return not self.is_forbidden(one, other) and not self.ladder.often(one, other)

    def is_legal(self, one: PlayerId, other: PlayerId) -> bool:
        return bool(self.ladder.may_meet(one, other, self.step))

    def is_rematch(self, one: PlayerId, other: PlayerId) -> bool:
        """They are part of the system."""
        return False

    def is_legal_for_bye(self, one: PlayerId, other: PlayerId) -> bool:
        """All else may be relaxed, and the bye is settled before."""
        return not self.is_forbidden(one, other)

    def is_as_usual(self, one: PlayerId, other: PlayerId) -> bool:
        return bool(self.ladder.may_meet(one, other, Step(self.options.gap, self.options.colour_limit, frozenset())))

    # What a pair does not keep of what is usual

    def is_early(self, one: PlayerId, other: PlayerId, gap: int) -> bool:
        return bool(self.ladder.too_soon(one, other, gap))

    def too_many(self, one: PlayerId, other: PlayerId, limit: int | None) -> dict[PlayerId, Colour]:
        if limit is None:
            return {}
        white = self.ladder.white(one, other)
        players = self.ladder.too_many_colours(one, other, limit)
        return {player: Colour.WHITE if player == white else Colour.BLACK for player in players}

    def between(self, number: int) -> int:
        return self.coming - number - 1


PAGES["keizer"] = KeizerPage


def page_of(where: Said) -> KeizerPage:
    page = where.scene.page
    assert isinstance(page, KeizerPage)
    return page


@says("neighbours/met_recently")
def met_recently(where: Said, skipped: PlayerId, higher: PlayerId, round: int, count: int, gap: int) -> bool:
    page = page_of(where)
    is_last = page.meetings(higher, skipped)[-1:] == [round]
    is_recent = page.is_early(higher, skipped, gap) and page.between(round) == count < gap == page.step.gap
    return where.was_passed_over(skipped, higher) and is_last and is_recent


@says("neighbours/colours")
def colours(where: Said, skipped: PlayerId, higher: PlayerId, player: PlayerId, colour: Colour, limit: int) -> bool:
    page = page_of(where)
    would = page.too_many(higher, skipped, limit).get(player) is colour
    return where.was_passed_over(skipped, higher) and would and limit == page.step.colour_limit


# As near as can be


def squares(where: Said) -> Callable[[PlayerId, PlayerId], Cost | None]:
    scene = where.scene

    def cost(one: PlayerId, other: PlayerId) -> Cost | None:
        if not scene.page.is_legal(one, other):
            return None
        return ((scene.to_pair.index(one) - scene.to_pair.index(other)) ** 2,)

    return cost


@says("neighbours/nearest")
def nearest(where: Said, higher: PlayerId, lower: PlayerId) -> bool:
    scene, cost = where.scene, squares(where)
    if not where.is_of(higher, lower) or not scene.is_small:
        return where.is_of(higher, lower)
    own = [cost(*scene.in_order(board)) for board in scene.boards]
    return scene.least("squares", scene.to_pair, cost) == (sum(each[0] for each in own if each),) and None not in own


def is_farther(where: Said, other: PlayerId) -> bool:
    """With that one no choice is left in which all are as near."""
    scene, cost, higher = where.scene, squares(where), where.players[0]
    if not scene.is_small:
        return True
    best, own = scene.least("squares", where.free, cost), cost(higher, other)
    rest = scene.least("squares", [player for player in where.free if player not in (higher, other)], cost)
    assert best is not None
    return own is None or rest is None or own[0] + sum(rest) > best[0]


def not_barred(where: Said) -> list[PlayerId]:
    return [other for other in where.passed_over if where.scene.page.is_legal(where.players[0], other)]


@says("neighbours/farther")
def farther(where: Said, skipped: PlayerId) -> bool:
    return skipped in not_barred(where) and is_farther(where, skipped)


@says("neighbours/farther_more")
def farther_more(where: Said, count: int) -> bool:
    others = not_barred(where)
    return count == len(others) - NAMED >= 1 and all(is_farther(where, other) for other in others)


# What was left aside


def is_possible(where: Said, step: Step) -> bool:
    """Whether everybody can be paired with so much asked."""
    scene, page = where.scene, page_of(where)
    return scene.can_all_be_paired(scene.to_pair, lambda one, other: bool(page.ladder.may_meet(one, other, step)))


def is_asked_too_much(where: Said) -> bool:
    page = page_of(where)
    return not is_possible(where, Step(page.options.gap, page.options.colour_limit, frozenset()))


def boards_with(where: Said, fault: Callable[[PairedBoard], bool]) -> int:
    return sum(fault(board) for board in where.scene.boards)


def is_early_board(where: Said) -> Callable[[PairedBoard], bool]:
    page = page_of(where)
    return lambda board: page.is_early(board.white, board.black, page.options.gap)


@says("neighbours/without_colours")
def without_colours(where: Said, limit: int, count: int) -> bool:
    """Left aside first; whatever else was, came after it."""
    page = page_of(where)
    boards = boards_with(where, lambda board: bool(page.too_many(*where.scene.in_order(board), limit)))
    return (
        is_asked_too_much(where)
        and page.step.colour_limit is None
        and limit == page.options.colour_limit
        and (boards == count)
    )


@says("neighbours/shorter_gap")
def shorter_gap(where: Said, gap: int, lowered: int, count: int) -> bool:
    """Nothing wider does, even with the colours left aside."""
    page = page_of(where)
    wider = Step(lowered + 1, None, frozenset())
    is_least = page.step.gap == lowered < gap == page.options.gap and not is_possible(where, wider)
    return is_least and boards_with(where, is_early_board(where)) == count


@says("neighbours/freed")
def freed(where: Said, limit: int, freed: int, count: int) -> bool:
    page = page_of(where)
    boards = boards_with(where, lambda board: bool(page.ladder.often(board.white, board.black)))
    is_so = page.options.max_meetings == limit and len(page.step.freed) == freed >= 1 and boards == count
    return is_so and not is_possible(where, Step(0, None, frozenset()))


@says("neighbours/freed_at_a_limit")
def freed_at_a_limit(where: Said, freed: int, count: int) -> bool:
    page = page_of(where)
    boards = boards_with(where, lambda board: bool(page.ladder.often(board.white, board.black)))
    is_so = len(page.step.freed) == freed >= 1 and boards == count
    return is_so and not is_possible(where, Step(0, None, frozenset()))


def can_sit_out(where: Said, player: PlayerId) -> bool:
    """So that nobody has to meet more often than allowed."""
    ladder = page_of(where).ladder
    rest = [other for other in where.scene.field if other != player]
    return can_be_paired_by_algebra(rest, ladder.barred(Step(0, None, frozenset())))


@says("neighbours/in_turn_within_limits")
def in_turn_within_limits(where: Said, player: PlayerId) -> bool:
    earlier = before_in_turn(where, player)
    can = can_sit_out(where, player) and not any(can_sit_out(where, other) for other in earlier)
    return sits_out(where, player) and bool(earlier) and can


@says("neighbours/held_by_a_limit")
def held_by_a_limit(where: Said, skipped: PlayerId, one: PlayerId, other: PlayerId) -> bool:
    """The two need not meet in every pairing without the limits; in the first of them they do."""
    assert where.about is not None
    is_earlier = skipped in before_in_turn(where, where.about) and not can_sit_out(where, skipped)
    return is_earlier and bool(page_of(where).ladder.often(one, other)) and skipped not in (one, other)


@says("neighbours/met_in_period")
def met_in_period(where: Said, skipped: PlayerId, higher: PlayerId, round: int, limit: int) -> bool:
    page = page_of(where)
    met = page.ladder.met(higher, skipped)
    here = [number for number in met if page.ladder.period(number) == page.ladder.period(page.coming)]
    is_so = met[-1:] == [round] and len(here) >= limit == page.options.max_meetings_in_period
    return where.was_passed_over(skipped, higher) and is_so


@says("neighbours/met_before")
def met_before(where: Said, skipped: PlayerId, higher: PlayerId, round: int, last: int) -> bool:
    page = page_of(where)
    is_so = page.ladder.met(higher, skipped)[-1:] == [round] and page.coming <= last == page.options.no_rematch_until
    return where.was_passed_over(skipped, higher) and is_so


@says("neighbours/one_colour_more")
def one_colour_more(where: Said, player: PlayerId, colour: Colour, count: int) -> bool:
    page = page_of(where)
    limit = page.options.colour_limit
    is_more = page.too_many(*where.players, limit).get(player) is colour and limit is not None and count > limit
    run = [*page.ladder.colours(player), colour.value[0]]
    in_a_row = next((n for n, each in enumerate(reversed(run)) if each != colour.value[0]), len(run))
    return is_asked_too_much(where) and is_more and in_a_row == count


@says("neighbours/met_early")
def met_early(where: Said, higher: PlayerId, lower: PlayerId, round: int, count: int, gap: int) -> bool:
    page = page_of(where)
    is_last = page.meetings(higher, lower)[-1:] == [round] and page.between(round) == count
    is_early = page.is_early(higher, lower, gap) and count < gap == page.options.gap
    return where.is_of(higher, lower) and is_asked_too_much(where) and is_last and is_early


@says("neighbours/one_meeting_more")
def one_meeting_more(where: Said, higher: PlayerId, lower: PlayerId, count: int, round: int) -> bool:
    page = page_of(where)
    rounds = page.meetings(higher, lower)
    is_more = page.ladder.often(higher, lower) and len(rounds) == count and rounds[-1] == round
    return where.is_of(higher, lower) and is_asked_too_much(where) and is_more


# How the ladder came about


@says("keizer/by_rating")
def by_rating(where: Said) -> bool:
    return bool(page_of(where).options.paired_by.value == "rating")


@says("keizer/paired_at")
def paired_at(where: Said, player: PlayerId, place: int) -> bool:
    at = where.scene.snapshot.by_number[player].paired_at
    return at is not None and at.place == place and player in where.scene.order


@says("neighbours/owes")
def owes(where: Said, player: PlayerId) -> bool:
    turns = where.scene.page.turns(where.scene.field)
    is_first = not any(can_sit_out(where, other) for other in turns[: turns.index(player)])
    does_owe = player in where.scene.snapshot.next_round.owe_bye
    return sits_out(where, player) and does_owe and is_first and where.bye.kind.value == "unpaid"


@says("keizer/starting_list")
def starting_list(where: Said) -> bool:
    return not where.scene.snapshot.rounds and where.lies_as_said


@says("keizer/ladder")
def ladder(where: Said, round: int) -> bool:
    table = where.scene.system.standings(where.scene.snapshot, ())
    points = {row.player: row.cells["points"].value for row in table.rows}
    shown = [points[player] for player in where.scene.order]
    return where.lies_as_said and round == where.scene.page.held >= 1 and shown == sorted(shown, reverse=True)
