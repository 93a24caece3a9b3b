"""The games of the people of teams, as they sat there: for lists of persons and for what is won on a board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.models import Attendance, Game, LineUpPlace, TeamMember, Tournament
from tournaments.pairing.history.record import OpenGameCounts, RoundOutcome, outcomes
from tournaments.pairing.teams.board_colours import Pattern, colour_of_first
from tournaments.pairing.teams.board_signs import from_signs
from tournaments.pairing.types.snapshot import Colour, PlayerId

_POINTS = {  # not all: the others bring nothing
    RoundOutcome.WIN: Fraction(1),
    RoundOutcome.FORFEIT_WIN: Fraction(1),
    RoundOutcome.DRAW: Fraction(1, 2),
}
_SIDES = outcomes(OpenGameCounts.UNSCORED)


@dataclass(frozen=True, kw_only=True, slots=True)
class GameOfPerson:
    """A board of a match, from the side of somebody who sat there. Open while it is played."""

    round_number: int
    board: int
    team: PlayerId
    member: TeamMember
    colour: Colour
    outcome: RoundOutcome
    other_team: PlayerId
    opponent: TeamMember | None
    """None: nobody sat there, or nobody knows who."""

    @property
    def points(self) -> Fraction:
        """On the scale 1, ½, 0; by forfeit too."""
        return _POINTS.get(self.outcome, Fraction(0))


def games_of_people(tournament: Tournament, *, until: int) -> tuple[GameOfPerson, ...]:
    """Of rounds 1 to `until`, in order, of matches of which the boards are known. Two queries."""
    rows = list(
        Attendance.objects.filter(round__tournament=tournament, round__number__lte=until, game__isnull=False)
        .exclude(game__boards="")
        .select_related("round", "game", "entry")
        .order_by("round__number", "game__board")
    )
    seats: dict[int, dict[int, TeamMember]] = defaultdict(dict)
    for place in LineUpPlace.objects.filter(attendance__in=rows).select_related("member__player"):
        seats[place.attendance_id][place.board] = place.member
    sides: dict[int, dict[Colour, Attendance]] = defaultdict(dict)
    for row in rows:
        sides[row.game_id or 0][Colour(row.colour)] = row
    pattern = tournament.board_colours
    return tuple(game for both in sides.values() if len(both) == 2 for game in _of_match(both, seats, pattern))


def _of_match(
    both: Mapping[Colour, Attendance], seats: Mapping[int, Mapping[int, TeamMember]], pattern: Pattern
) -> Iterator[GameOfPerson]:
    """From board 1 on, on each board first who sat to the left."""
    match: Game | None = both[Colour.WHITE].game
    for board, result in enumerate(from_signs(match.boards if match else ""), 1):
        colour_on_the_left = colour_of_first(pattern, board)
        for side, outcome in zip((Colour.WHITE, Colour.BLACK), _SIDES[result], strict=True):
            own, other = both[side], both[side.other]
            member = seats.get(own.pk, {}).get(board)
            if member is not None:
                yield GameOfPerson(
                    round_number=own.round.number,
                    board=board,
                    team=own.entry.number or 0,
                    member=member,
                    colour=colour_on_the_left if side is Colour.WHITE else colour_on_the_left.other,
                    outcome=outcome,
                    other_team=other.entry.number or 0,
                    opponent=seats.get(other.pk, {}).get(board),
                )
