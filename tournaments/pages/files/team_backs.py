"""The back of a team's card: who of it played in which round, at which board, and what came of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.models import TeamMember, Tournament
from tournaments.pages.common.display_names import Audience, name_of
from tournaments.pages.common.wording import mark_of, points_text
from tournaments.pages.files.paper_layout import Size
from tournaments.pairing.history.record import RoundOutcome
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.selectors.team_entries.games_of_people import GameOfPerson, games_of_people

_SPARE, _MOST = 2, 20
"""Empty rows for whoever joins a team, and how many rows fit on a card."""
_LARGE, _MEDIUM = 11, 15
"""So many rows have room to write in, and so many are easy to read."""
_MANY_ROUNDS, _MOST_ROUNDS = 10, 16
"""From so many on letters are smaller, and what stands in a square does so below each other."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BackCell:
    """All empty for a round to come, and for one that somebody did not play."""

    board: str = ""
    colour: str = ""
    mark: str = ""
    """Empty while the game is open."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BackRow:
    """An empty name is a row to write in."""

    name: str = ""
    cells: tuple[BackCell, ...]
    points: str = ""
    """In all rounds, also those of another card."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CardBack:
    rounds: tuple[int, ...]
    rows: tuple[BackRow, ...]

    @property
    def density(self) -> Size:
        if len(self.rows) <= _LARGE:
            return Size.LARGE
        return Size.MEDIUM if len(self.rows) <= _MEDIUM else Size.SMALL

    @property
    def is_narrow(self) -> bool:
        return len(self.rounds) >= _MANY_ROUNDS

    @property
    def is_narrowest(self) -> bool:
        return len(self.rounds) >= _MOST_ROUNDS


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamBacks:
    """What is known of the people of all teams: their names in the order of their boards, and their games."""

    boards: int
    names: Mapping[PlayerId, Mapping[int, str]]
    """By team, of each person by key."""
    games: Mapping[tuple[PlayerId, int], Mapping[int, GameOfPerson]] = field(repr=False)
    """By team and person, then by round."""

    @classmethod
    def of(cls, tournament: Tournament, *, until: int) -> TeamBacks:
        """In full names: cards are given to people who know each other. Three queries."""
        games: dict[tuple[PlayerId, int], dict[int, GameOfPerson]] = defaultdict(dict)
        for game in games_of_people(tournament, until=until):
            games[game.team, game.member.player_id][game.round_number] = game
        names: dict[PlayerId, dict[int, str]] = defaultdict(dict)
        members = TeamMember.objects.filter(entry__tournament=tournament).select_related("player", "entry")
        for member in members.order_by("place", "pk"):
            team = member.entry.number or 0
            is_there = member.until_round is None or member.until_round > until
            if is_there or (team, member.player_id) in games:
                names[team].setdefault(member.player_id, name_of(member.player, Audience.STAFF, None))
        return cls(boards=tournament.boards or 0, names=names, games=games)

    def back(self, team: PlayerId, rounds: Sequence[int]) -> CardBack:
        """Of the rounds that stand on the front."""
        names = self.names.get(team, {})
        people = list(names)
        if len(people) > _MOST:  # whoever has not played yet can be written down when they do
            people = sorted(people, key=lambda person: (team, person) not in self.games)[:_MOST]
        rows = [self._row(team, person, names[person], rounds) for person in people]
        spare = min(max(self.boards - len(rows), 0) + _SPARE, _MOST - len(rows))
        nobody = BackRow(cells=tuple(BackCell() for _round in rounds))
        return CardBack(rounds=tuple(rounds), rows=(*rows, *[nobody] * spare))

    def _row(self, team: PlayerId, person: int, name: str, rounds: Sequence[int]) -> BackRow:
        own = self.games.get((team, person), {})
        counted = [game for game in own.values() if game.outcome is not RoundOutcome.OPEN]
        points = sum((game.points for game in counted), Fraction(0))
        return BackRow(
            name=name,
            cells=tuple(cell_of(own.get(number)) for number in rounds),
            points=f"{points_text(points)}/{len(counted)}" if counted else "",
        )


def cell_of(game: GameOfPerson | None) -> BackCell:
    if game is None:
        return BackCell()
    is_open = game.outcome is RoundOutcome.OPEN
    return BackCell(
        board=str(game.board), colour=game.colour.value, mark="" if is_open else str(mark_of(game.outcome).short)
    )
