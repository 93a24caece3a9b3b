"""The tree of a cup as it is shown: drawn once, or put together from the rounds as the lot drew them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from tournaments.pairing.systems.cup.drawing import Place, passes_among, slots_by_round
from tournaments.pairing.systems.cup.matches import CupCourse
from tournaments.pairing.types.knockout import BracketPlace, Match, MatchSide
from tournaments.pairing.types.snapshot import PlayerId, TournamentSnapshot

Lucky = Callable[[int, Sequence[PlayerId]], PlayerId | None]


def bracket_drawn_once(
    snapshot: TournamentSnapshot, course: CupCourse, field: AbstractSet[PlayerId], lucky: Lucky
) -> tuple[tuple[BracketPlace, ...], ...]:
    """All rounds, whether drawn yet or not."""
    found: list[tuple[BracketPlace, ...]] = []
    for number, (standing, ties) in enumerate(slots_by_round(snapshot, course, field, lucky), start=1):
        places = []
        for index in range(len(standing) // 2):
            feeders = (2 * index, 2 * index + 1) if number > 1 else ()
            places.append(_place(standing[2 * index], standing[2 * index + 1], feeders, ties.get(index)))
        found.append(tuple(places))
    return tuple(found)


def _place(one: Place, other: Place, feeders: tuple[int, ...], tie: Match | None) -> BracketPlace:
    if tie is not None:
        order = [player for player, _waits in (one, other) if player in tie.players]
        order += [player for player in (tie.white, tie.black) if player not in order]
        return BracketPlace(sides=tuple(MatchSide(player=player) for player in order), match=tie, feeders=feeders)
    sides = []
    for place, (player, waits) in enumerate((one, other)):
        if player is not None:
            sides.append(MatchSide(player=player))
        elif waits and feeders:
            sides.append(MatchSide(of_place=feeders[place]))
    return BracketPlace(sides=tuple(sides), feeders=feeders)


def bracket_by_lots(course: CupCourse, first_round: int, last_round: int) -> tuple[tuple[BracketPlace, ...], ...]:
    """The rounds drawn so far, so ordered that winners who met stand beside each other."""
    rounds: list[list[BracketPlace]] = []
    wanted: list[PlayerId] = []
    for number in range(last_round, first_round - 1, -1):
        ties = [tie for tie in course.matches if tie.round_number == number]
        passed = sorted(player for each, player in course.passed if each == number)
        units: list[tuple[PlayerId, ...]] = [(tie.white, tie.black) for tie in ties] + [(each,) for each in passed]
        by_player: dict[PlayerId, tuple[PlayerId, ...]] = {player: unit for unit in units for player in unit}
        in_order = dict.fromkeys([by_player[player] for player in wanted if player in by_player])
        in_order |= dict.fromkeys(units)
        of_unit: dict[tuple[PlayerId, ...], Match] = {(tie.white, tie.black): tie for tie in ties}
        rounds.insert(0, [BracketPlace(sides=tuple(map(_side, unit)), match=of_unit.get(unit)) for unit in in_order])
        wanted = [player for unit in in_order for player in unit]
    return tuple(_fed(places, rounds[index - 1] if index else []) for index, places in enumerate(rounds))


def _side(player: PlayerId) -> MatchSide:
    return MatchSide(player=player)


def _fed(places: Sequence[BracketPlace], before: Sequence[BracketPlace]) -> tuple[BracketPlace, ...]:
    came_from = {side.player: index for index, place in enumerate(before) for side in place.sides}
    return tuple(
        BracketPlace(
            sides=place.sides,
            match=place.match,
            feeders=tuple(came_from[side.player] for side in place.sides if side.player in came_from),
        )
        for place in places
    )


def matches_to_come(count: int, fill_to: int | None) -> tuple[int, ...]:
    """How many ties each round has that so many still have to play."""
    found = []
    while count > 1:
        passes = passes_among(count, fill_to)
        found.append((count - passes) // 2)
        count = (count + passes) // 2
    return tuple(found)


def winner_of(course: CupCourse, stay: AbstractSet[PlayerId]) -> PlayerId | None:
    """Once one alone is left."""
    last = course.still_in & stay
    return next(iter(last)) if len(last) == 1 and not course.open_matches and course.matches else None
