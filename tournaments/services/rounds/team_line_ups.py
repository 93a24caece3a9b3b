"""The line-ups of a match of teams: kept with its first result, and forgotten with what it stands on."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.models import Attendance, Game, LineUpPlace, MemberAway, Round, Tournament
from tournaments.pairing.types.snapshot import Colour
from tournaments.recording import Change
from tournaments.selectors.team_entries.team_line_ups import signs_to_begin_with, team_line_ups


def boards_to_begin_with(game: Game, tournament: Tournament) -> str:
    """In signs, those at which nobody sits decided."""
    sides = _sides(game)
    found = team_line_ups(list(sides.values()), tournament, number=game.round.number)
    first, second = (found[sides[colour].pk] for colour in (Colour.WHITE, Colour.BLACK))
    return signs_to_begin_with(first, second, tournament.boards or 0)


def write_line_ups(change: Change, game: Game, tournament: Tournament) -> None:
    """Keeps who sits where, since play has begun: what changes in a team from now on concerns later rounds."""
    sides = list(_sides(game).values())
    kept = set(LineUpPlace.objects.filter(attendance__in=sides).values_list("attendance", flat=True))
    found = team_line_ups(sides, tournament, number=game.round.number)
    change.relies_on(sides, "handed_in_at")
    change.create_many(
        [
            LineUpPlace(attendance=side, board=board, member=member)
            for side in sides
            if side.pk not in kept
            for board, member in enumerate(found[side.pk], start=1)
            if member is not None
        ]
    )


def forget_teams_in(change: Change, rounds: Iterable[Round]) -> None:
    """Who sits where and who is away, of rounds that are taken off again."""
    rounds = list(rounds)
    change.delete_many(LineUpPlace.objects.filter(attendance__round__in=rounds))
    change.delete_many(MemberAway.objects.filter(attendance__round__in=rounds))


def forget_line_ups(change: Change, game: Game) -> None:
    """Play has not begun after all: the roster says again who sits where, of a team that has not handed it in."""
    change.delete_many(LineUpPlace.objects.filter(attendance__game=game, attendance__handed_in_at=None))


def take_back_line_ups(change: Change, round: Round) -> None:
    """The matches are not published any more, so nobody has said who plays them."""
    change.delete_many(LineUpPlace.objects.filter(attendance__round=round))
    handed_in = Attendance.objects.filter(round=round, handed_in_at__isnull=False)
    change.update_many([(row, {"handed_in_at": None}) for row in handed_in])


def _sides(game: Game) -> dict[Colour, Attendance]:
    return {Colour(side.colour): side for side in Attendance.objects.filter(game=game)}
