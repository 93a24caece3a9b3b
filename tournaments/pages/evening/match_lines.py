"""The boards of a match of teams, for whoever enters results: left and right as the match is written."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Attendance, Tournament
from tournaments.pages.common.result_words import FORFEITS, OVER_THE_BOARD, RESULT_TEXTS, ResultChoice
from tournaments.pairing.teams.board_colours import Pattern, colour_of_first
from tournaments.pairing.teams.board_signs import match_score
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.selectors.team_entries.team_line_ups import SeatedMatch, TeamLineUp, seated_matches


@dataclass(frozen=True, kw_only=True, slots=True)
class LineSide:
    """Of the team on the left or on the right: somebody's name, empty where nobody sits, or the team's where its
    members are not known."""

    name: str
    rating: int | None
    colour: Colour


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchLine:
    game: int
    board: int
    """Of the match, from 1."""
    label: str
    """As it is called: 3.2."""
    first: LineSide
    second: LineSide
    first_team: str
    second_team: str
    result: Result

    @property
    def is_open(self) -> bool:
        return self.result is Result.OPEN

    @property
    def result_text(self) -> str:
        return RESULT_TEXTS[self.result]

    @property
    def result_words(self) -> str:
        return self._words(self.result)

    @property
    def choices(self) -> tuple[ResultChoice, ...]:
        return tuple(map(self._choice, OVER_THE_BOARD))

    @property
    def forfeits(self) -> tuple[ResultChoice, ...]:
        return tuple(map(self._choice, FORFEITS))

    def _choice(self, result: Result) -> ResultChoice:
        return ResultChoice(
            value=result.value,
            text=RESULT_TEXTS[result],
            words=self._words(result),
            is_chosen=result is self.result,
            is_reported=False,
        )

    def _words(self, result: Result) -> str:
        """By the teams: who has White changes from board to board."""
        match result:
            case Result.WHITE_WINS:
                return _("{team} wins").format(team=self.first_team)
            case Result.BLACK_WINS:
                return _("{team} wins").format(team=self.second_team)
            case Result.DRAW:
                return pgettext("a result", "Draw")
            case Result.WHITE_WINS_BY_FORFEIT:
                return _("{team} wins by forfeit").format(team=self.first_team)
            case Result.BLACK_WINS_BY_FORFEIT:
                return _("{team} wins by forfeit").format(team=self.second_team)
            case Result.BOTH_FORFEIT:
                return _("Neither came")
            case Result.OPEN:
                return _("No result yet")


@dataclass(frozen=True, kw_only=True, slots=True)
class EnteredMatch:
    """`score` is that so far, empty before the first result."""

    lines: tuple[MatchLine, ...]
    """None where only the score is known."""
    score: str
    seen: str
    """To be sent back with what is about the whole match."""

    def line(self, board: int | None) -> MatchLine | None:
        return next((line for line in self.lines if line.board == board), None)


@dataclass(frozen=True, kw_only=True)
class EnteredMatches:
    """Of a published round, by the keys of its games, read when they are looked at: a tap looks at its own alone."""

    attendances: Collection[Attendance]
    """With their games."""
    called: Mapping[int, str]
    tournament: Tournament
    number: int

    def of(self, game: int) -> EnteredMatch:
        """As one of all. At most three queries for whatever is asked."""
        return self._all[game]

    def alone(self, game: int) -> EnteredMatch:
        """At most three queries."""
        return self._read([row for row in self.attendances if row.game_id == game])[game]

    @cached_property
    def _all(self) -> Mapping[int, EnteredMatch]:
        return self._read(self.attendances)

    def _read(self, attendances: Collection[Attendance]) -> Mapping[int, EnteredMatch]:
        found = seated_matches(attendances, self.tournament, number=self.number)
        return {match.game.pk: _match(match, self.called, self.tournament.board_colours) for match in found}


def _match(match: SeatedMatch, called: Mapping[int, str], pattern: Pattern) -> EnteredMatch:
    game, (first, second) = match.game, match.line_ups
    teams = tuple(called[team] for team in match.teams)
    lines = [
        MatchLine(
            game=game.pk,
            board=board,
            label=f"{game.board}.{board}",
            first=_side(first, board, teams[0], colour_of_first(pattern, board)),
            second=_side(second, board, teams[1], colour_of_first(pattern, board).other),
            first_team=teams[0],
            second_team=teams[1],
            result=result,
        )
        for board, result in enumerate(match.results, start=1)
    ]
    return EnteredMatch(
        lines=() if game.own_halves is not None else tuple(lines),
        score=match_score(game.boards, game.own_halves, game.their_halves),
        seen=game.seen,
    )


def _side(line_up: TeamLineUp, board: int, team: str, colour: Colour) -> LineSide:
    if not line_up:
        return LineSide(name=team, rating=None, colour=colour)
    member = line_up[board - 1]
    if member is None:
        return LineSide(name="", rating=None, colour=colour)
    return LineSide(name=member.player.full_name, rating=member.rating, colour=colour)
