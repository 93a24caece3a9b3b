"""The matches of a TRF of teams, put together from the games of its players (rulebook, teams, B9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from tournaments.exchange.team_rows import BoardPlayers
from tournaments.exchange.trf.fields import fail
from tournaments.exchange.trf.rounds import TrfGame, games_by_player, result_of_marks
from tournaments.exchange.trf.types import (
    NOTHING,
    ForfeitedMatch,
    Note,
    Trf,
    TrfCell,
    TrfDecision,
    TrfLineUp,
    TrfMark,
    TrfTeam,
)
from tournaments.pairing.teams.board_colours import BoardColours, Pattern, colour_of_first, pattern_of
from tournaments.pairing.teams.board_signs import MIRRORED
from tournaments.pairing.teams.rosters import MOST_BOARDS
from tournaments.pairing.types.snapshot import BoardScore, Colour, PlayedGame, Result
from tournaments.pairing.types.translation import gettext_noop as _

_MOST_NOTES: Final = 20
_USUAL_BOARDS: Final = 4
_FORFEITS: Final = {
    "+-": Result.WHITE_WINS_BY_FORFEIT,
    "-+": Result.BLACK_WINS_BY_FORFEIT,
    "--": Result.BOTH_FORFEIT,
}
_ALONE: Final = {  # not all: what somebody has who sits opposite an empty seat
    TrfMark.FORFEIT_WIN: Result.WHITE_WINS_BY_FORFEIT,
    TrfMark.WIN: Result.WHITE_WINS_BY_FORFEIT,
    TrfMark.FORFEIT_LOSS: Result.BOTH_FORFEIT,
    TrfMark.LOSS: Result.BOTH_FORFEIT,
}
_BYES: Final = frozenset({TrfMark.PAIRING_BYE, TrfMark.HALF_BYE, TrfMark.FULL_BYE})
Seats = tuple[int | None, ...]


class NoMatch(Exception):
    """The boards of a round fit no match of two teams."""

    def __init__(self, message: str, /, **facts: object) -> None:
        self.note = Note(message=message, facts=facts)
        super().__init__(message.format(**facts))


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadMatch:
    """`game` has no number yet; `seats` by board, none where nobody is known."""

    game: PlayedGame
    seats: tuple[BoardPlayers, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadMatches:
    boards: int
    board_colours: Pattern
    by_round: tuple[tuple[ReadMatch, ...], ...]
    decisions: tuple[TrfDecision, ...]
    """Those that are not the score of a match."""
    notes: tuple[Note, ...]


def matches_in(trf: Trf) -> ReadMatches:
    """Raises NoMatch where the boards of a round fit no matches, FileError where lines contradict each other."""
    return _Matching(trf=trf).together()


@dataclass(kw_only=True)
class _Matching:
    trf: Trf
    notes: list[Note] = field(default_factory=list)
    scored: set[int] = field(default_factory=set)
    """Lines of 299 that tell the score of a match."""
    byes_left_out: int = 0
    seated: dict[tuple[int, int], list[int]] = field(default_factory=dict)

    @cached_property
    def teams(self) -> Mapping[int, TrfTeam]:
        return {team.number: team for team in self.trf.teams}

    @cached_property
    def team_of(self) -> Mapping[int, int]:
        return {member: team.number for team in self.trf.teams for member in team.members}

    @cached_property
    def cells(self) -> Mapping[int, Sequence[TrfCell]]:
        return {player.number: player.cells for player in self.trf.players}

    @cached_property
    def told(self) -> Mapping[tuple[int, int], TrfLineUp]:
        return {(each.round, each.team): each for each in self.trf.line_ups}

    @cached_property
    def forfeited(self) -> Mapping[tuple[int, int], ForfeitedMatch]:
        return {(each.round, team): each for each in self.trf.forfeited for team in (each.first, each.second)}

    @cached_property
    def scores(self) -> Mapping[tuple[int, int], TrfDecision]:
        return {(each.round, team): each for each in self.trf.decisions if each.kind for team in each.players}

    @cached_property
    def games(self) -> Sequence[Mapping[int, TrfGame]]:
        """By round, and by person."""
        games, notes = games_by_player(self.trf)
        self.notes += notes
        return games

    @cached_property
    def boards(self) -> int:
        said = max((len(each.players) for each in self.trf.line_ups), default=0)
        if letters := self.trf.board_colours:
            if said > len(letters):
                line = next(each.line for each in self.trf.line_ups if len(each.players) > len(letters))
                fail(line, _("A match has {count} boards, and more are named here."), count=len(letters))
            return len(letters)
        for number, games in enumerate(self.games, start=1):
            seated: dict[int, int] = {}
            for person in {*games, *(each for each in self.team_of if self._sits_alone(each, number))}:
                if (team := self.team_of.get(person)) is not None:
                    seated[team] = seated.get(team, 0) + 1
            said = max(said, *seated.values(), 0)
        if said > MOST_BOARDS:
            raise NoMatch(_("A match would have {count} boards."), count=said)
        return said or _USUAL_BOARDS

    def together(self) -> ReadMatches:
        opponents = self._opponents()
        pairs = [sorted({(min(team, other), max(team, other)) for team, other in each.items()}) for each in opponents]
        seats = [{pair: self._seats(number, *pair) for pair in each} for number, each in enumerate(pairs, start=1)]
        pattern = self._pattern(seats)
        by_round = tuple(
            tuple(self._match(number, pair, each[pair], pattern) for pair in each)
            for number, each in enumerate(seats, start=1)
        )
        if self.byes_left_out:
            message = _("Byes of players whose team had a match are left out: {count}.")
            self.notes.append(Note(message=message, facts={"count": self.byes_left_out}))
        return ReadMatches(
            boards=self.boards,
            board_colours=pattern,
            by_round=by_round,
            decisions=tuple(each for each in self.trf.decisions if each.line not in self.scored and each.kind != "F"),
            notes=tuple(self.notes[:_MOST_NOTES]),
        )

    def _opponents(self) -> list[dict[int, int]]:
        """By round, and by team, whom it met."""
        found: list[dict[int, int]] = [{} for _games in self.games]
        for each in self.trf.line_ups:
            found[each.round - 1] |= {each.team: each.opponent, each.opponent: each.team}
        for match in self.trf.forfeited:
            found[match.round - 1] |= {match.first: match.second, match.second: match.first}
        for number, (games, met) in enumerate(zip(self.games, found, strict=True), start=1):
            for game in games.values():
                first, second = self._teams_of(game, number)
                for team, other in ((first, second), (second, first)):
                    if met.setdefault(team, other) != other:
                        self._two_opponents(number, team, other, met[team])
        return found

    def _teams_of(self, game: TrfGame, number: int) -> tuple[int, int]:
        for person in (game.white, game.black):
            if person not in self.team_of:
                message = _("Round {round}: player {number} has a game and is in no team.")
                raise NoMatch(message, round=number, number=person)
        first, second = self.team_of[game.white], self.team_of[game.black]
        if first == second:
            message = _("Round {round}: players {number} and {other} of one team have a game.")
            raise NoMatch(message, round=number, number=game.white, other=game.black)
        return first, second

    def _two_opponents(self, number: int, team: int, other: int, known: int) -> None:
        """Said by a line 300 or 330, or else by games."""
        lines = [each.line for at, each in self.told.items() if at == (number, team)]
        lines += [match.line for at, match in self.forfeited.items() if at == (number, team)]
        message = _("Round {round}: team {team} has games against teams {other} and {known}.")
        if lines:
            fail(lines[0], message, round=number, team=team, other=other, known=known)
        raise NoMatch(message, round=number, team=team, other=other, known=known)

    def _cell(self, person: int, number: int) -> TrfCell:
        cells = self.cells[person]
        return cells[number - 1] if number <= len(cells) else NOTHING

    def _sits_alone(self, person: int, number: int) -> bool:
        cell = self._cell(person, number)
        return cell.opponent is None and cell.mark in _ALONE

    # Who sat where

    def _seats(self, number: int, team: int, other: int) -> tuple[Seats, Seats]:
        one, two = self._told_or_first(number, team), self._told_or_first(number, other)
        if one is None and two is None:
            one = self._from_the_top(self._seated(number, team), number)
        if two is None:
            two = self._opposite(number, other, one or ())
        if one is None:
            one = self._opposite(number, team, two)
        for seats, each in ((one, team), (two, other)):
            self._check_seated(number, each, seats)
        return one, two

    def _seated(self, number: int, team: int) -> list[int]:
        if (number, team) not in self.seated:
            self.seated[number, team] = self._find_seated(number, team)
        return self.seated[number, team]

    def _find_seated(self, number: int, team: int) -> list[int]:
        games = self.games[number - 1]
        members = self.teams[team].members
        self.byes_left_out += sum(
            self._cell(each, number).opponent is None and self._cell(each, number).mark in _BYES for each in members
        )
        return [each for each in members if each in games or self._sits_alone(each, number)]

    def _told_or_first(self, number: int, team: int) -> Seats | None:
        """As 300 says, or the first of the team where these are the ones who sat; None: neither."""
        seated = self._seated(number, team)
        line_up = self.told.get((number, team))
        if line_up is not None:
            players = [self._here(each, number) for each in line_up.players]
            return (*players, *[None] * (self.boards - len(players)))
        first = self.teams[team].members[: self.boards]
        return self._from_the_top(first, number) if {*first} == {*seated} else None

    def _here(self, player: int, number: int) -> int | None:
        """Whoever is named and has an absence there was not."""
        cell = self._cell(player, number) if player else NOTHING
        is_away = not player or (cell.opponent is None and cell.mark in (*_BYES, TrfMark.ZERO_BYE))
        return None if is_away else player

    def _from_the_top(self, persons: Sequence[int], number: int) -> Seats:
        if len(persons) > self.boards:
            raise NoMatch(
                _("Round {round}: {seated} players of one team have games, and a match has {count} boards."),
                round=number,
                seated=len(persons),
                count=self.boards,
            )
        return (*persons, *[None] * (self.boards - len(persons)))

    def _opposite(self, number: int, team: int, others: Seats) -> Seats:
        """By whom they met; who met nobody then sits where nobody else does, in the order of the team."""
        games = self.games[number - 1]
        seated = self._seated(number, team)
        found: list[int | None] = [
            games[other].other(other) if other is not None and other in games else None for other in others
        ]
        left = [each for each in seated if each not in found]
        free = [
            at for at, person in enumerate(found) if person is None and (others[at] is None or others[at] not in games)
        ]
        empty_first = sorted(free, key=lambda at: (others[at] is not None, at))
        for at, person in zip(empty_first, left, strict=False):
            found[at] = person
        return tuple(found)

    def _check_seated(self, number: int, team: int, seats: Seats) -> None:
        missing = [each for each in self._seated(number, team) if each not in seats]
        if not missing:
            return
        if (line_up := self.told.get((number, team))) is not None:
            message = _("Round {round}: player {number} of team {team} has a game and is not in this line-up.")
            fail(line_up.line, message, round=number, number=missing[0], team=team)
        message = _("Round {round}: player {number} of team {team} has a game at none of its boards.")
        raise NoMatch(message, round=number, number=missing[0], team=team)

    # What it brought

    def _pattern(self, seats: Sequence[Mapping[tuple[int, int], tuple[Seats, Seats]]]) -> Pattern:
        if self.trf.board_colours:
            return pattern_of(self.trf.board_colours)

        def fits(pattern: Pattern) -> bool:
            return all(
                self._as_first(number, one, two, pattern) in (0, len([*self._colours(number, one, two)]))
                for number, each in enumerate(seats, start=1)
                for one, two in each.values()
            )

        return next((each.value for each in BoardColours if fits(each)), BoardColours.ALTERNATE.value)

    def _colours(self, number: int, one: Seats, two: Seats) -> Iterator[tuple[int, Colour]]:
        """Of those on the left, by board, where two played."""
        games = self.games[number - 1]
        for board, (left, right) in enumerate(zip(one, two, strict=True), start=1):
            if left is not None and right is not None and left in games:
                yield board, Colour.WHITE if games[left].white == left else Colour.BLACK

    def _as_first(self, number: int, one: Seats, two: Seats, pattern: Pattern) -> int:
        """On how many boards those on the left have the colours of the first-named team."""
        return sum(colour is colour_of_first(pattern, board) for board, colour in self._colours(number, one, two))

    def _match(self, number: int, pair: tuple[int, int], seats: tuple[Seats, Seats], pattern: Pattern) -> ReadMatch:
        (team, other), (one, two) = pair, seats
        told = self.forfeited.get((number, team))
        coloured = [*self._colours(number, one, two)]
        right = self._as_first(number, one, two, pattern)
        if told is not None:
            is_first = told.first == team
        elif coloured and 2 * right != len(coloured):
            is_first = 2 * right > len(coloured)
        else:
            lines = [self.told[number, each].line if (number, each) in self.told else None for each in pair]
            is_first = lines[0] is not None and (lines[1] is None or lines[0] < lines[1])
            is_first = is_first or (lines == [None, None] and (not coloured or coloured[0][1] is Colour.WHITE))
        if not is_first:
            team, other, one, two = other, team, two, one
            right = len(coloured) - right
        if right < len(coloured):
            message = _(
                "Round {round}: boards of teams {team} and {other} on which the colours are other ones: {count}."
            )
            facts = {"round": number, "count": len(coloured) - right, "team": team, "other": other}
            self.notes.append(Note(message=message, facts=facts))
        is_told_alone = told is not None and not {(number, team), (number, other)} & self.told.keys()
        seated = [any(person is not None for person in seats) for seats in (one, two)]
        if not any(seated) or (is_told_alone and not all(seated)):  # whoever won has its starters there, as for a bye
            return self._without_persons(number, team, other, told)
        results = tuple(self._board(number, *each) for each in zip(one, two, strict=True))
        if told is not None and not all(result.is_forfeit for result in results):
            fail(told.line, _("Round {round}: this match has games, so it was not forfeited."), round=number)
        return ReadMatch(
            game=_game(team, other, boards=results),
            seats=tuple(BoardPlayers(first=left, second=right) for left, right in zip(one, two, strict=True)),
        )

    def _board(self, number: int, left: int | None, right: int | None) -> Result:
        if left is None or right is None:
            person = right if left is None else left
            if person is None:
                return Result.BOTH_FORFEIT
            cell = self._cell(person, number)
            if cell.opponent is not None:
                self._not_opposite(number, person, cell.opponent)
            result = _ALONE.get(cell.mark, Result.OPEN)
            return MIRRORED[result] if left is None else result
        game = self.games[number - 1].get(left)
        if game is None and self.games[number - 1].get(right) is None:  # both told without an opponent
            marks = self._cell(left, number).mark, self._cell(right, number).mark
            return result_of_marks(*marks) or Result.BOTH_FORFEIT
        if game is None or game.other(left) != right:
            person = right if game is None else left
            self._not_opposite(number, person, self.games[number - 1][person].other(person))
        result = Result.OPEN if game is None else game.result
        return result if game is not None and game.white == left else MIRRORED[result]

    def _not_opposite(self, number: int, person: int, other: int) -> None:
        message = _("Round {round}: players {number} and {other} have a game and do not sit opposite each other.")
        facts = {"round": number, "number": person, "other": other}
        lines = [
            self.told[number, team].line
            for team in (self.team_of.get(person), self.team_of.get(other))
            if team is not None and (number, team) in self.told
        ]
        if lines:
            fail(lines[0], message, **facts)
        raise NoMatch(message, **facts)

    def _without_persons(self, number: int, team: int, other: int, told: ForfeitedMatch | None) -> ReadMatch:
        decisions = [self.scores.get((number, each)) for each in (team, other)]
        points = [None if each is None else each.points for each in decisions]
        self.scored |= {each.line for each in decisions if each is not None}
        first, second = points
        if first is None or second is None:
            result = Result.OPEN if told is None else _FORFEITS[told.marks]
            return ReadMatch(game=_game(team, other, result=result))
        return ReadMatch(game=self._scored(number, team, other, (first, second), is_forfeit=told is not None))

    def _scored(self, number: int, team: int, other: int, score: BoardScore, *, is_forfeit: bool) -> PlayedGame:
        """Where not every board counted, as many of them as the sums need, in an order that nobody knows."""
        half = any(each.denominator == 2 for each in score)
        first, second = (int(each) for each in score)
        empty = self.boards - first - second - half
        is_possible = all(each >= 0 and (2 * each).denominator == 1 for each in score) and empty >= 0
        if not is_possible or (half and not all(each.denominator == 2 for each in score)):
            line = next(each.line for each in self.scores.values() if each.round == number and team in each.players)
            message = _("The board points are {first} and {second}, but a match has {count} boards.")
            fail(line, message, first=score[0], second=score[1], count=self.boards)
        if not is_forfeit and sum(score) == self.boards:
            return _game(team, other, score=score)
        won, lost = (
            (Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT)
            if is_forfeit
            else (Result.WHITE_WINS, Result.BLACK_WINS)
        )
        boards = [won] * first + [lost] * second + [Result.DRAW] * half + [Result.BOTH_FORFEIT] * empty
        message = _(
            "Round {round}: only the board points of teams {team} and {other} are known, and not every board counted."
        )
        self.notes.append(Note(message=message, facts={"round": number, "team": team, "other": other}))
        return _game(team, other, boards=tuple(boards))


def _game(
    first: int,
    second: int,
    *,
    boards: tuple[Result, ...] = (),
    score: BoardScore | None = None,
    result: Result = Result.OPEN,
) -> PlayedGame:
    return PlayedGame(board=1, white=first, black=second, result=result, boards=boards, score=score)
