"""Why these two, where everybody meets the highest placed they can."""

from __future__ import annotations

from tests.tools.pairing.true_reasons.saying import Said, says
from tournaments.pairing.types.snapshot import PlayerId

NAMED = 3
"""Those beyond are only counted."""


def is_barred(where: Said, higher: PlayerId, other: PlayerId) -> bool:
    return not where.scene.page.is_legal(higher, other)


def leaves_opponents(where: Said, other: PlayerId) -> bool:
    """Whether all those still free besides can be paired, if the board's higher placed plays `other`."""
    return where.scene.can_all_be_paired([player for player in where.free if player not in (where.players[0], other)])


def makes_it_worse(where: Said, other: PlayerId) -> bool:
    """Whether the round then needs more rematches or worse ones, or cannot be paired at all."""
    scene, higher = where.scene, where.players[0]
    if not scene.is_small:
        return True
    best = scene.least_rematches(where.free)
    own = scene.rematch_cost(higher, other)
    rest = scene.least_rematches([player for player in where.free if player not in (higher, other)])
    if own is None or rest is None:
        return True
    assert best is not None
    return tuple(a + b for a, b in zip(own, rest or (0, 0, 0), strict=True)) > best


def counted_beyond(players: list[PlayerId], count: int) -> bool:
    return count == len(players) - NAMED >= 1


@says("first/places")
def next_two(where: Said, higher_place: int, lower_place: int) -> bool:
    """Nobody is placed between them, which is why."""
    places = tuple(where.scene.place[player] for player in where.players)
    return places == (higher_place, lower_place) and higher_place + 1 == lower_place


@says("first/places_left")
def next_two_free(where: Said, higher_place: int, lower_place: int) -> bool:
    places = tuple(where.scene.place[player] for player in where.players)
    return places == (higher_place, lower_place) and is_next(where)


def is_next(where: Said) -> bool:
    return sorted(where.free, key=where.scene.place.__getitem__)[:2] == list(where.players)


@says("first/may_meet")
def may_meet(where: Said, higher: PlayerId, lower: PlayerId) -> bool:
    barred = [is_barred(where, higher, other) for other in where.passed_over]
    return where.is_of(higher, lower) and bool(barred) and all(barred) and not is_barred(where, higher, lower)


@says("first/others_too")
def others_too(where: Said, higher: PlayerId, lower: PlayerId) -> bool:
    """Whom they may meet and who leaves opponents: so nobody of those passed over is both."""
    return (
        where.is_of(higher, lower)
        and not is_barred(where, higher, lower)
        and leaves_opponents(where, lower)
        and bool(where.passed_over)
        and all(is_barred(where, higher, other) or not leaves_opponents(where, other) for other in where.passed_over)
    )


@says("first/cheapest")
def cheapest(where: Said, higher: PlayerId, lower: PlayerId) -> bool:
    return (
        where.is_of(higher, lower)
        and where.scene.needs_rematches
        and not is_barred(where, higher, lower)
        and not (where.scene.is_small and makes_it_worse(where, lower))
        and bool(where.passed_over)
        and all(is_barred(where, higher, other) or makes_it_worse(where, other) for other in where.passed_over)
    )


@says("first/met")
def met(where: Said, skipped: PlayerId, higher: PlayerId, round: int) -> bool:
    return where.was_passed_over(skipped, higher) and where.scene.page.meetings(higher, skipped) == [round]


@says("first/met_often")
def met_often(where: Said, skipped: PlayerId, higher: PlayerId, count: int, round: int) -> bool:
    rounds = where.scene.page.meetings(higher, skipped)
    return where.was_passed_over(skipped, higher) and len(rounds) == count >= 2 and rounds[-1] == round


@says("first/forbidden")
def forbidden(where: Said, skipped: PlayerId, higher: PlayerId) -> bool:
    return where.was_passed_over(skipped, higher) and where.scene.page.is_forbidden(higher, skipped)


@says("first/barred_more")
def barred_more(where: Said, higher: PlayerId, count: int) -> bool:
    """On the board of a rematch those alone whom not even that lets play."""
    barred = [other for other in where.passed_over if is_barred(where, higher, other) and other not in dear(where)]
    return higher == where.players[0] and counted_beyond(barred, count)


@says("first/others_left")
def others_left(where: Said, skipped: PlayerId) -> bool:
    higher = where.players[0]
    is_open = where.was_passed_over(skipped, higher) and not is_barred(where, higher, skipped)
    return is_open and not leaves_opponents(where, skipped)


@says("first/others_left_more")
def others_left_more(where: Said, count: int) -> bool:
    others = [other for other in where.passed_over if not is_barred(where, where.players[0], other)]
    return counted_beyond(others, count) and not any(leaves_opponents(where, other) for other in others)


def dear(where: Said) -> list[PlayerId]:
    """Whom nothing but worse rematches kept from the board: on a rematch's board old opponents too."""
    is_rematch = where.scene.page.is_rematch(*where.players)
    higher, page = where.players[0], where.scene.page
    return [
        other
        for other in where.passed_over
        if (is_rematch and not page.is_forbidden(higher, other)) or not is_barred(where, higher, other)
    ]


@says("first/dearer")
def dearer(where: Said, skipped: PlayerId) -> bool:
    return where.scene.needs_rematches and skipped in dear(where) and makes_it_worse(where, skipped)


@says("first/dearer_more")
def dearer_more(where: Said, count: int) -> bool:
    others = dear(where)
    is_so = where.scene.needs_rematches and counted_beyond(others, count)
    return is_so and all(makes_it_worse(where, other) for other in others)
