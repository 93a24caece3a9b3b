"""Who sits where in a match of teams: as the roster gives it, until the first result keeps it."""

from __future__ import annotations

from django.db.models import Q

from tournaments.models import Attendance, Game, LineUpPlace, MemberAway, TeamMember
from tournaments.pairing.teams.rosters import first_who_are_there
from tournaments.pairing.types.snapshot import Colour
from tournaments.recording import Change


def line_ups(game: Game, boards: int) -> dict[Colour, tuple[TeamMember | None, ...]]:
    """By the colour on board 1, from board 1 on; None: nobody sits there.

    What was handed in stands; else the first of the roster who are there (rulebook, teams, B1). Four queries. Empty for
    a team whose members nobody knows.
    """
    sides = list(Attendance.objects.filter(game=game).select_related("entry"))
    in_round = Q(from_round__lte=game.round.number) & (Q(until_round=None) | Q(until_round__gte=game.round.number))
    members = TeamMember.objects.filter(in_round, entry__in=[side.entry_id for side in sides]).order_by("place", "pk")
    rosters: dict[int, list[TeamMember]] = {side.entry_id: [] for side in sides}
    for member in members.select_related("player"):
        rosters[member.entry_id].append(member)
    away = set(MemberAway.objects.filter(attendance__in=sides).values_list("member", flat=True))
    places: dict[int, dict[int, TeamMember]] = {side.pk: {} for side in sides}
    for place in LineUpPlace.objects.filter(attendance__in=sides).select_related("member__player"):
        places[place.attendance_id][place.board] = place.member
    return {Colour(side.colour): _seated(rosters[side.entry_id], places[side.pk], away, boards) for side in sides}


def _seated(
    roster: list[TeamMember], places: dict[int, TeamMember], away: set[int], boards: int
) -> tuple[TeamMember | None, ...]:
    if places:
        return tuple(places.get(board) for board in range(1, boards + 1))
    if not roster:
        return ()
    by_key = {member.pk: member for member in roster}
    seated = first_who_are_there([*by_key], by_key.keys() - away, boards)
    return tuple(None if member is None else by_key[member] for member in seated)


def boards_to_begin_with(game: Game, boards: int) -> str:
    """In signs: where only one sits the other team has lost that board by forfeit, and where nobody does both have. Of
    a team whose members nobody knows somebody sits at every board."""
    first, second = (_sits(side, boards) for side in _both(line_ups(game, boards)))
    signs = {(True, True): "*", (True, False): "+", (False, True): "-", (False, False): "x"}
    return "".join(signs[pair] for pair in zip(first, second, strict=True))


def _both(
    found: dict[Colour, tuple[TeamMember | None, ...]],
) -> tuple[tuple[TeamMember | None, ...], tuple[TeamMember | None, ...]]:
    return found.get(Colour.WHITE, ()), found.get(Colour.BLACK, ())


def _sits(side: tuple[TeamMember | None, ...], boards: int) -> list[bool]:
    return [member is not None for member in side] or [True] * boards


def write_line_ups(change: Change, game: Game, boards: int) -> None:
    """Keeps who sits where, since play has begun: what changes in a team from now on concerns later rounds."""
    kept = LineUpPlace.objects.filter(attendance__game=game).values_list("attendance", flat=True)
    sides = {Colour(side.colour): side for side in Attendance.objects.filter(game=game).exclude(pk__in=kept)}
    found = line_ups(game, boards)
    change.create_many(
        [
            LineUpPlace(attendance=side, board=board, member=member)
            for colour, side in sides.items()
            for board, member in enumerate(found[colour], start=1)
            if member is not None
        ]
    )
