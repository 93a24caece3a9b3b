"""FIDE's Dutch system: who was passed over, every candidate of the bracket having been looked at."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from tests.tools.pairing.page_facts import Pairs
from tests.tools.pairing.true_reasons.fide_dutch import (
    DutchPage,
    both_are_due,
    is_halves,
    members,
    page_of,
    plays_at,
    remainder,
)
from tests.tools.pairing.true_reasons.saying import Said, says
from tournaments.pairing.types.snapshot import Colour, PlayerId

MOST = 9
"""To be paired, for whom every candidate can be looked at."""


class Group(NamedTuple):
    """A bracket as the boards show it."""

    moved_down: list[PlayerId]
    residents: list[PlayerId]
    following: list[PlayerId]
    below: frozenset[PlayerId]

    @property
    def members(self) -> list[PlayerId]:
        return [*self.moved_down, *self.residents]


def is_small(where: Said) -> bool:
    return len(where.scene.field) <= MOST


def bracket(where: Said, score: Fraction) -> Group:
    page, field = page_of(where), where.scene.field
    here = members(where, score)
    lower = sorted({page.score(each) for each in field if page.score(each) < score}, reverse=True)
    following = [each for each in field if lower and page.score(each) == lower[0]]
    return Group(
        moved_down=[each for each in here if page.score(each) > score],
        residents=[each for each in here if page.score(each) == score],
        following=following,
        below=frozenset(each for each in field if page.score(each) < score),
    )


def prepared(where: Said) -> DutchPage:
    """What the enumeration rests on: the order, and the bye's score."""
    page, field = page_of(where), where.scene.field
    page.place = {player: place for place, player in enumerate(field)}
    page.bye_score = None
    if len(field) % 2:
        scores = sorted({page.score(player) for player in field})
        page.bye_score = next((score for score in scores if page.can_be_paired(frozenset(field), score)), None)
    return page


def first_worse(where: Said, group: Group, has: Callable[[Pairs], bool]) -> int | None:
    """The number of the first criterion in which the best candidate that has it is worse than the best; 0: none; None:
    there is no such candidate."""
    page = prepared(where)
    best, other = page.best_with(lambda _pairs: True, *group), page.best_with(has, *group)
    assert best is not None
    return None if other is None else differing(best[0], other[0])


def differing(best: tuple[Any, ...], other: tuple[Any, ...]) -> int:
    assert best <= other
    return next((number for number, (a, b) in enumerate(zip(best, other, strict=True), start=6) if a != b), 0)


def of_board(where: Said) -> Group:
    at = plays_at(where, where.players[0])
    assert at is not None
    return bracket(where, at)


def with_board(where: Said, skipped: PlayerId) -> int | None:
    higher = where.players[0]
    return first_worse(where, of_board(where), lambda pairs: (higher, skipped) in pairs or (skipped, higher) in pairs)


def came_first(where: Said, skipped: PlayerId) -> bool:
    """Still free, and nearer in the order of the candidates: of the residents for whoever came down, else of the lower
    half."""
    place, group = where.scene.place, of_board(where)
    higher, lower = where.players
    if skipped not in group.residents or skipped in (higher, lower) or skipped in paired_before(where):
        return False
    if higher in group.moved_down:
        return place[skipped] < place[lower]
    own, pairs = remainder(where, page_of(where).score(higher))
    return skipped in own[pairs:] and (place[skipped] < place[lower] or lower in own[:pairs])


def paired_before(where: Said) -> set[PlayerId]:
    """On the boards of the bracket whose higher players are placed above the board's."""
    place, higher = where.scene.place, where.players[0]
    at = plays_at(where, higher)
    pairs = [where.scene.in_order(board) for board in where.scene.boards]
    return {each for pair in pairs for each in pair if place[pair[0]] < place[higher] and plays_at(where, each) == at}


def legal(where: Said, skipped: PlayerId) -> bool:
    return page_of(where).legal(where.players[0], skipped)


# Opponents


@says("fide_dutch/C1")
def met(where: Said, skipped: PlayerId, higher: PlayerId, round: int) -> bool:
    page = page_of(where)
    is_last = page.meetings(higher, skipped)[-1:] == [round]
    return (
        is_last and higher == where.players[0] and not page.is_forbidden(higher, skipped) and came_first(where, skipped)
    )


@says("fide_dutch/C1/forbidden")
def forbidden(where: Said, skipped: PlayerId, higher: PlayerId) -> bool:
    return higher == where.players[0] and page_of(where).is_forbidden(higher, skipped) and came_first(where, skipped)


@says("fide_dutch/C3")
def same_colour(where: Said, skipped: PlayerId, colour: Colour) -> bool:
    page, higher = page_of(where), where.players[0]
    is_due = page.preferences[skipped].colour == page.preferences[higher].colour == colour.value
    return is_due and page.is_c3(higher, skipped) and page.may_meet(higher, skipped) and came_first(where, skipped)


def can_others_be_paired(where: Said, others: frozenset[PlayerId]) -> tuple[bool, bool]:
    """With the bye as low as it is, and with any."""
    page = prepared(where)
    scores = {page.score(player) for player in others}
    return page.can_be_paired(others, page.bye_score), any(page.can_be_paired(others, score) for score in scores)


def without(where: Said, skipped: PlayerId) -> frozenset[PlayerId]:
    group = of_board(where)
    return frozenset({*group.members, *group.below} - {where.players[0], skipped})


@says("fide_dutch/C4")
def others_not_paired(where: Said, skipped: PlayerId) -> bool:
    if not came_first(where, skipped) or not legal(where, skipped):
        return False
    return not is_small(where) or not any(can_others_be_paired(where, without(where, skipped)))


@says("fide_dutch/C5")
def bye_not_low(where: Said, skipped: PlayerId) -> bool:
    if not came_first(where, skipped) or not legal(where, skipped):
        return False
    return not is_small(where) or can_others_be_paired(where, without(where, skipped)) == (False, True)


def worse_by(number: int) -> Callable[[Said, PlayerId], bool]:
    def worse(where: Said, skipped: PlayerId) -> bool:
        if not came_first(where, skipped) or not legal(where, skipped):
            return False
        return not is_small(where) or with_board(where, skipped) == number

    return worse


says("fide_dutch/4")(worse_by(0))
for _number in range(6, 22):
    says(f"fide_dutch/C{_number}")(worse_by(_number))


@says("fide_dutch/more")
def further(where: Said, higher: PlayerId, count: int) -> bool:
    behind = [each for each in of_board(where).residents if came_first(where, each)]
    return higher == where.players[0] and 0 < count < len(behind)


# The halves, as they stand


def halves_of(where: Said) -> list[tuple[PlayerId, PlayerId]]:
    """Of the board's score group: those who have nobody from above, upper against lower."""
    own, pairs = remainder(where, page_of(where).score(where.players[0]))
    return list(zip(own[:pairs], own[pairs:], strict=False))


def is_first_barred(where: Said, one: PlayerId, other: PlayerId) -> bool:
    page = page_of(where)
    barred = [pair for pair in halves_of(where) if not page.legal(*pair)]
    return is_halves(where) is None and barred[:1] == [(one, other)]


@says("fide_dutch/3.3/C1")
def halves_met(where: Said, one: PlayerId, other: PlayerId, round: int) -> bool:
    page = page_of(where)
    is_last = page.meetings(one, other)[-1:] == [round]
    return is_first_barred(where, one, other) and is_last and not page.is_forbidden(one, other)


@says("fide_dutch/3.3/C1/forbidden")
def halves_forbidden(where: Said, one: PlayerId, other: PlayerId) -> bool:
    return is_first_barred(where, one, other) and page_of(where).is_forbidden(one, other)


@says("fide_dutch/3.3/C3")
def halves_same_colour(where: Said, one: PlayerId, other: PlayerId, colour: Colour) -> bool:
    page = page_of(where)
    is_due = page.preferences[one].colour == page.preferences[other].colour == colour.value
    return is_first_barred(where, one, other) and is_due and page.is_c3(one, other) and page.may_meet(one, other)


def as_they_stand(where: Said) -> set[frozenset[PlayerId]] | None:
    """With the pairs that the round has with those from above; None: some of the halves may not meet."""
    page, halves = page_of(where), halves_of(where)
    if is_halves(where) is not None or not all(page.legal(*pair) for pair in halves):
        return None
    group = of_board(where)
    pairs = [where.scene.in_order(board) for board in where.scene.boards]
    from_above = [pair for pair in pairs if pair[0] in group.moved_down and pair[1] in group.residents]
    return {frozenset(pair) for pair in (*from_above, *halves)}


def halves_bar(number: int) -> Callable[[Said], bool]:
    def bars(where: Said) -> bool:
        stand = as_they_stand(where)
        if stand is None or not is_small(where):
            return stand is not None
        group = of_board(where)
        left = frozenset({*group.members, *group.below} - {player for pair in stand for player in pair})
        return can_others_be_paired(where, left) == (False, number == 5)

    return bars


def halves_worse_by(number: int) -> Callable[[Said], bool]:
    def worse(where: Said) -> bool:
        stand = as_they_stand(where)
        if stand is None or not is_small(where):
            return stand is not None
        return first_worse(where, of_board(where), lambda pairs: {frozenset(pair) for pair in pairs} == stand) == number

    return worse


for _number in (4, 5):
    says(f"fide_dutch/3.3/C{_number}")(halves_bar(_number))
for _number in (8, 9, 10, 11, 12, 13, 14, 16):
    says(f"fide_dutch/3.3/C{_number}")(halves_worse_by(_number))


# Downfloaters


def just_above(where: Said, player: PlayerId) -> Group | None:
    """The bracket that left somebody who is paired in the next one, or has the bye; None: nobody came down."""
    page, at = page_of(where), plays_at(where, player)
    scores = sorted({page.score(each) for each in where.scene.field if at is None or page.score(each) > at})
    if not scores or player not in (where.players if where.board else (where.about,)):
        return None
    group = bracket(where, scores[0])
    return group if player in group.members else None


@says("fide_dutch/float/C1")
def nobody_left(where: Said, player: PlayerId, points: Fraction) -> bool:
    page, group = page_of(where), just_above(where, player)
    if group is None or page.score(group.residents[0]) != points:
        return False
    others = group.residents if player in group.moved_down else group.members
    return not any(page.legal(player, other) for other in others if other != player)


def staying(where: Said, group: Group, player: PlayerId) -> int | None:
    return first_worse(where, group, lambda pairs: any(player in pair for pair in pairs))


def barred_by(number: int) -> Callable[[Said, PlayerId], bool]:
    def barred(where: Said, player: PlayerId) -> bool:
        """With nobody whom they may meet can the others be paired; C5: with somebody, if the bye went higher."""
        group = just_above(where, player)
        if group is None:
            return False
        if not is_small(where):
            return True
        page = page_of(where)
        partners = group.residents if player in group.moved_down else group.members
        found = [
            can_others_be_paired(where, frozenset({*group.members, *group.below} - {player, other}))
            for other in partners
            if other != player and page.legal(player, other)
        ]
        is_as_low = any(low for low, _anyhow in found)
        return bool(found) and not is_as_low and any(anyhow for _low, anyhow in found) == (number == 5)

    return barred


def stays_worse_by(number: int) -> Callable[[Said, PlayerId], bool]:
    def worse(where: Said, player: PlayerId) -> bool:
        group = just_above(where, player)
        return group is not None and (not is_small(where) or staying(where, group, player) == number)

    return worse


for _number in (4, 5):
    says(f"fide_dutch/float/C{_number}")(barred_by(_number))
for _number in range(6, 22):
    says(f"fide_dutch/float/C{_number}")(stays_worse_by(_number))


# The bye


def is_lower(where: Said, skipped: PlayerId) -> bool:
    place = where.scene.place
    return where.about is not None and skipped in where.scene.field and place[skipped] > place[where.about]


@says("fide_dutch/bye/C5")
def others_left(where: Said, skipped: PlayerId) -> bool:
    page = page_of(where)
    if not is_lower(where, skipped) or not page.may_have_bye(skipped):
        return False
    rest = frozenset(where.scene.field) - {skipped}
    assert where.about is not None
    if page.score(skipped) < page.score(where.about):
        return not is_small(where) or not page.can_be_paired(rest, None)
    group = bracket(where, page.score(skipped))
    rest = frozenset({*group.members, *group.below} - {skipped})
    return not is_small(where) or not page.can_be_paired(rest, None)


def with_bye(where: Said, skipped: PlayerId) -> int | None:
    """Of the bracket of whoever has the bye: `skipped` goes down, and without them all who do so or stand below can be
    paired."""
    page = prepared(where)
    group = bracket(where, page.score(skipped))

    def sits_out(pairs: Pairs) -> bool:
        left = {*group.members, *group.below} - {each for pair in pairs for each in pair}
        return skipped in left and page.can_be_paired(frozenset(left - {skipped}), None)

    return first_worse(where, group, sits_out)


@says("fide_dutch/bye/C9")
def played_less(where: Said, skipped: PlayerId) -> bool:
    page = page_of(where)
    assert where.about is not None
    return is_lower(where, skipped) and len(page.games(skipped)) < len(page.games(where.about))


@says("fide_dutch/bye/worse")
def paired_worse(where: Said, skipped: PlayerId, criterion: int) -> bool:
    return is_lower(where, skipped) and (not is_small(where) or with_bye(where, skipped) == criterion)


@says("fide_dutch/bye/more")
def more_lower(where: Said, count: int) -> bool:
    return 0 < count < sum(is_lower(where, each) for each in where.scene.field)


# Preferences


def clashes(where: Said, player: PlayerId, due: Colour) -> bool:
    """Of the board, where both are due the same colour."""
    return player in where.players and both_are_due(where, due)


@says("fide_dutch/1.7/more_often")
def more_often(where: Said, player: PlayerId, count: int, due: Colour) -> bool:
    lean = page_of(where).lean(player)
    return clashes(where, player, due) and abs(lean) == count >= 2 and (lean > 0) == (due is Colour.BLACK)


@says("fide_dutch/1.7/twice_running")
def twice_running(where: Said, player: PlayerId, due: Colour) -> bool:
    page = page_of(where)
    last_two = [colour for _number, colour in page.games(player)][-2:]
    return clashes(where, player, due) and abs(page.lean(player)) < 2 and last_two == [due.other.value] * 2


@says("fide_dutch/1.7/once_more")
def once_more(where: Said, player: PlayerId, due: Colour) -> bool:
    page = page_of(where)
    return clashes(where, player, due) and page.preferences[player].strength == 2 and abs(page.lean(player)) == 1


@says("fide_dutch/1.7/last_time")
def last_time(where: Said, player: PlayerId, due: Colour) -> bool:
    page = page_of(where)
    is_last = page.games(player)[-1][1] == due.other.value
    return clashes(where, player, due) and page.lean(player) == 0 and is_last and page.preferences[player].strength == 1
