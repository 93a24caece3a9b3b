"""Lists of the people of teams: everybody with their games, and who scored most on each board."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Player, Tournament
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.common.dates_in_words import in_full
from tournaments.pages.common.display_names import Audience, knows_rating, name_of
from tournaments.pages.common.wording import points_text
from tournaments.pages.files.paper_layout import IN_HAND, LANDSCAPE, bold, columns_across, evenly, letters_filling
from tournaments.pages.files.prize_papers import Certificate
from tournaments.pages.files.team_backs import BackCell, cell_of
from tournaments.pages.files.wall_lists import lines_of_name, usual_length
from tournaments.pages.standings.published_tournament import PublishedTournament
from tournaments.pairing.history.record import AT_THE_BOARD, RoundOutcome
from tournaments.pairing.teams.board_prizes import (
    BoardGame,
    IndividualScore,
    board_prizes,
    individual_scores,
)
from tournaments.selectors.team_entries.games_of_people import GameOfPerson, games_of_people

_A_ROUND, _BESIDES = 6, 24
"""Letters in the cell of a round: board, colour and result; and in the numbers behind the rounds."""
_PLACES = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonRow:
    """`percent` and `performance` are of the games over the board, empty without one; a performance is known to whoever
    may know the rating."""

    name: str
    team: str
    cells: tuple[BackCell, ...]
    points: str
    games: int
    percent: str
    performance: str
    is_long: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class IndividualSheet:
    """Some rounds of everybody: a whole season does not fit the width of a page."""

    letters: int
    after_round: int
    rounds: tuple[int, ...]
    is_whole: bool
    rows: tuple[PersonRow, ...]

    @property
    def width(self) -> int:
        """Columns, with name, team, points, games, percentage and performance."""
        return len(self.rounds) + 6


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardPrizeLine:
    place: int
    is_shared: bool
    name: str
    team: str
    points: str
    games: int
    percent: int
    performance: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PrizesOfBoard:
    board: int
    lines: tuple[BoardPrizeLine, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardPrizesSheet:
    """A board without anybody who played often enough is left out."""

    after_round: int
    is_final: bool
    boards: tuple[PrizesOfBoard, ...]


@dataclass(frozen=True, kw_only=True)
class PeopleOfTeams:
    """Everybody who sat at a board in the rounds of that table, called as the audience may know them."""

    settled: PublishedTournament
    audience: Audience
    games: Mapping[int, Sequence[GameOfPerson]]
    """By person, in order, without those still open."""
    scores: Mapping[int, IndividualScore]

    @classmethod
    def of(cls, tournament: Tournament, settled: PublishedTournament, audience: Audience) -> PeopleOfTeams:
        """Two queries."""
        by_person: dict[int, list[GameOfPerson]] = {}
        for game in games_of_people(tournament, until=settled.after_round):
            if game.outcome is not RoundOutcome.OPEN:
                by_person.setdefault(game.member.player_id, []).append(game)
        return cls(
            settled=settled,
            audience=audience,
            games=by_person,
            scores=individual_scores(_board_game(game) for own in by_person.values() for game in own),
        )

    def name(self, person: int) -> str:
        return name_of(self._player(person), self.audience, None)

    def team(self, person: int) -> str:
        """The one they played for last."""
        return str(self.settled.names[self.games[person][-1].team])

    def performance(self, person: int) -> str:
        found = self.scores[person].performance
        return "" if found is None or not knows_rating(self._player(person), self.audience) else str(found)

    def _player(self, person: int) -> Player:
        return self.games[person][-1].member.player


def individual_sheets(people: PeopleOfTeams) -> tuple[IndividualSheet, ...]:
    """By points over the board and by forfeit, then by percentage, then by name."""
    persons = sorted_by_name(people.games, people.name)
    persons.sort(key=lambda person: (-people.scores[person].all_points, -people.scores[person].share))
    names = {person: people.name(person) for person in persons}
    teams = {person: people.team(person) for person in persons}
    name, team = usual_length(names.values()), usual_length(teams.values())
    besides = bold(name) + team + _BESIDES
    numbers = range(1, people.settled.after_round + 1)
    parts = evenly(numbers, columns_across(_A_ROUND, besides=besides, points=IN_HAND, room=LANDSCAPE))
    widest = max(map(len, parts), default=0)
    letters = letters_filling(
        [max(lines_of_name(names[each], name), lines_of_name(teams[each], team)) for each in persons],
        letters=besides + _A_ROUND * widest,
        columns=widest + 6,
        room=LANDSCAPE,
    )
    return tuple(
        IndividualSheet(
            letters=letters,
            after_round=people.settled.after_round,
            rounds=tuple(part),
            is_whole=len(parts) == 1,
            rows=tuple(
                _row(people, person, part, is_long=len(names[person]) > name or len(teams[person]) > team)
                for person in persons
            ),
        )
        for part in parts
    )


def board_prizes_sheet(people: PeopleOfTeams, *, is_final: bool) -> BoardPrizesSheet:
    """The first three of each board, and who shares a place with them."""
    found = board_prizes(people.scores.values(), rounds=people.settled.after_round)
    boards = []
    for board, best in found.items():
        places = [each.place for each in best]
        lines = tuple(
            BoardPrizeLine(
                place=each.place,
                is_shared=places.count(each.place) > 1,
                name=people.name(each.score.member),
                team=people.team(each.score.member),
                points=points_text(each.score.points),
                games=len(each.score.played),
                percent=each.score.percent or 0,
                performance=people.performance(each.score.member),
            )
            for each in best
            if each.place <= _PLACES
        )
        boards.append(PrizesOfBoard(board=board, lines=lines))
    return BoardPrizesSheet(after_round=people.settled.after_round, is_final=is_final, boards=tuple(boards))


def board_certificates(people: PeopleOfTeams, date: datetime.date, *, is_final: bool) -> tuple[Certificate, ...]:
    """Of the best on each board, and who shares that with them."""
    found = board_prizes(people.scores.values(), rounds=people.settled.after_round)
    return tuple(
        Certificate(
            name=people.name(each.score.member),
            place=_("Best on board {board}").format(board=board),
            medal=1,
            result=_of_games(each.score),
            after="" if is_final else _("After round {number}").format(number=people.settled.after_round),
            date=in_full(date),
        )
        for board, best in found.items()
        for each in best
        if each.place == 1
    )


def _of_games(score: IndividualScore) -> str:
    text = ngettext("{points} points in {games} game", "{points} points in {games} games", len(score.played))
    return text.format(points=points_text(score.points), games=len(score.played))


def _row(people: PeopleOfTeams, person: int, rounds: Iterable[int], *, is_long: bool) -> PersonRow:
    score = people.scores[person]
    by_round = {game.round_number: cell_of(game) for game in people.games[person]}
    return PersonRow(
        name=people.name(person),
        team=people.team(person),
        cells=tuple(by_round.get(number, BackCell()) for number in rounds),
        points=points_text(score.all_points),
        games=len(score.games),
        percent="" if score.percent is None else str(score.percent),
        performance=people.performance(person),
        is_long=is_long,
    )


def _board_game(game: GameOfPerson) -> BoardGame:
    return BoardGame(
        member=game.member.player_id,
        board=game.board,
        points=game.points,
        is_played=game.outcome in AT_THE_BOARD,
        opponent_rating=game.opponent.rating if game.opponent else None,
    )
