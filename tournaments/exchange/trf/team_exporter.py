"""A tournament of teams as lines of a TRF: its persons with their games, and records of teams and matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Final

from tournaments.exchange.federation_person import FederationPerson
from tournaments.exchange.json_node import FileError
from tournaments.exchange.team_rows import BoardPlayers
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.exchange.trf.types import (
    AskedByes,
    ForfeitedMatch,
    Identity,
    TeamByes,
    TrfCell,
    TrfDecision,
    TrfLineUp,
    TrfMark,
    TrfPlayer,
    TrfTeam,
)
from tournaments.pairing.history.record import PointsOf, Record, RoundEntry, RoundOutcome, Scoring
from tournaments.pairing.teams.board_colours import colour_of_first, letters_of
from tournaments.pairing.teams.board_signs import MIRRORED
from tournaments.pairing.teams.rosters import MemberId
from tournaments.pairing.types.snapshot import Colour, PlayedGame, PlayerId, Result
from tournaments.pairing.types.translation import gettext_noop as _
from tournaments.ratings.tables import half_up

_MOST_PERSONS, _MOST_TEAMS = 9999, 999
_NICKNAME: Final = 5
_MARKS: Final = {
    Result.WHITE_WINS: TrfMark.WIN,
    Result.BLACK_WINS: TrfMark.LOSS,
    Result.DRAW: TrfMark.DRAW,
    Result.WHITE_WINS_BY_FORFEIT: TrfMark.FORFEIT_WIN,
    Result.BLACK_WINS_BY_FORFEIT: TrfMark.FORFEIT_LOSS,
    Result.BOTH_FORFEIT: TrfMark.FORFEIT_LOSS,
    Result.OPEN: TrfMark.BLANK,
}
"""What a result is for the side that it is written from."""
_FORFEITS: Final = {  # not all: of matches without a game
    Result.WHITE_WINS_BY_FORFEIT: "+-",
    Result.BLACK_WINS_BY_FORFEIT: "-+",
    Result.BOTH_FORFEIT: "--",
}
_KINDS: Final = {  # not all: of results that 299 gives points for, from the side of the first-named team
    Result.WHITE_WINS: "WL",
    Result.BLACK_WINS: "LW",
    Result.DRAW: "DD",
    **_FORFEITS,
}
_BYES: Final = {  # not all: the letters of byes; other rounds without a match are told by their points
    RoundOutcome.BYE: TrfMark.PAIRING_BYE,
    RoundOutcome.HALF_BYE: TrfMark.HALF_BYE,
    RoundOutcome.FULL_BYE: TrfMark.FULL_BYE,
}
_ASKED: Final = (TrfMark.FULL_BYE, TrfMark.HALF_BYE, TrfMark.ZERO_BYE)
_ABSENT: Final = TrfCell(mark=TrfMark.ZERO_BYE)
_USUAL: Final = {"W": Fraction(2), "D": Fraction(1), "L": Fraction(0)}


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamRecords:
    """All by the numbers of the report."""

    players: tuple[TrfPlayer, ...]
    people: Mapping[int, FederationPerson]
    teams: tuple[TrfTeam, ...]
    byes: tuple[AskedByes, ...]
    """Of rounds that were held."""
    team_byes: TeamByes | None
    line_ups: tuple[TrfLineUp, ...]
    forfeited: tuple[ForfeitedMatch, ...]
    decisions: tuple[TrfDecision, ...]
    board_colours: str
    scoring: Mapping[str, Fraction]
    match_scoring: Mapping[str, Fraction]


def team_records(
    file: TournamentFile,
    record: Record,
    ranks: Mapping[PlayerId, int],
    places: Mapping[PlayerId, PlayerId],
    people: Mapping[MemberId, FederationPerson],
) -> TeamRecords:
    """`people` by their numbers in the file. Raises FileError where a report has no room for so many."""
    return _Records(file=file, record=record, places=places, people=people).all(ranks)


@dataclass(kw_only=True)
class _Records:
    file: TournamentFile
    record: Record
    places: Mapping[PlayerId, PlayerId]
    people: Mapping[MemberId, FederationPerson]
    cells: dict[int, list[TrfCell]] = field(default_factory=dict)
    line_ups: list[TrfLineUp] = field(default_factory=list)
    forfeited: list[ForfeitedMatch] = field(default_factory=list)
    decided: list[tuple[int, str, Fraction, Fraction, int]] = field(default_factory=list)
    """Round, kind, match points, board points, team."""
    byes: dict[tuple[int, TrfMark], list[int]] = field(default_factory=dict)

    @cached_property
    def boards(self) -> int:
        return self.file.snapshot.boards or 0

    @cached_property
    def in_order(self) -> Sequence[PlayerId]:
        return sorted(self.file.snapshot.by_number, key=self.place)

    @cached_property
    def numbers(self) -> Mapping[tuple[PlayerId, MemberId], int]:
        """Of persons, team by team: whoever changed teams has one in each."""
        keys = [(team, each.in_team.member) for team in self.in_order for each in self.file.members.get(team, ())]
        if len(keys) > _MOST_PERSONS or max(map(self.place, self.in_order), default=0) > _MOST_TEAMS:
            raise FileError(
                _("A report has room for {persons} players and {teams} teams."),
                persons=_MOST_PERSONS,
                teams=_MOST_TEAMS,
            )
        return {key: number for number, key in enumerate(keys, start=1)}

    @cached_property
    def by_matches(self) -> Record:
        return self.record.counted_by(PointsOf.MATCHES)

    @cached_property
    def scoring(self) -> Scoring:
        return self.by_matches.scoring

    @cached_property
    def bye_boards(self) -> Fraction:
        return self.scoring.boards_without_a_match(RoundOutcome.BYE, self.boards)

    @cached_property
    def worth_of_bye(self) -> Fraction:
        """For each starter, to one decimal, half up: what players' points in a report have."""
        return Fraction(half_up(10 * self.bye_boards.numerator, self.boards * self.bye_boards.denominator), 10)

    def place(self, team: PlayerId) -> int:
        return self.places.get(team, team)

    def all(self, ranks: Mapping[PlayerId, int]) -> TeamRecords:
        held = [played.number for played in self.file.snapshot.rounds]
        self.cells = {number: [_ABSENT] * len(held) for number in self.numbers.values()}
        for played in self.file.snapshot.rounds:
            for game in sorted(played.games, key=lambda game: self.place(game.white)):
                self._match(played.number, game)
            with_match = {team for game in played.games for team in (game.white, game.black)}
            for team in self.in_order:
                if team not in with_match:
                    self._without_a_match(team, self.by_matches.entries[team][played.number - 1])
        by_boards = self.record.counted_by(PointsOf.BOARDS)
        return TeamRecords(
            players=tuple(self._players()),
            people={
                number: self.people[member] for (_t, member), number in self.numbers.items() if member in self.people
            },
            teams=tuple(
                TrfTeam(
                    number=self.place(team),
                    name=self.file.names[team],
                    nickname=nickname(self.file.names[team]),
                    rating=self.file.snapshot.by_number[team].rating,
                    match_points=self.by_matches.points[team],
                    board_points=by_boards.points[team],
                    rank=ranks.get(team),
                    members=tuple(self.numbers[team, each.in_team.member] for each in self.file.members.get(team, ())),
                )
                for team in self.in_order
            ),
            byes=tuple(
                AskedByes(mark=mark, round=number, players=tuple(self.byes[number, mark]))
                for number in held
                for mark in _ASKED
                if (number, mark) in self.byes
            ),
            team_byes=self._team_byes(held),
            line_ups=tuple(self.line_ups),
            forfeited=tuple(self.forfeited),
            decisions=tuple(self._decisions()),
            board_colours=letters_of(self.file.board_colours, self.boards),
            scoring=self._scoring(),
            match_scoring=self._match_scoring(),
        )

    # Matches

    def _match(self, number: int, game: PlayedGame) -> None:
        seats = self.file.line_ups.get((number, game.board), ())
        if game.boards and any(each.first is not None or each.second is not None for each in seats):
            self._seated(number, game, seats)
        elif game.result.is_forfeit:
            self._forfeited(number, game)
            won = Fraction(self.boards)
            # not all: of matches without a game, and where both lost nobody has points
            usual = {Result.WHITE_WINS_BY_FORFEIT: (won, 0), Result.BLACK_WINS_BY_FORFEIT: (0, won)}
            if game.board_score(self.boards) != usual.get(game.result, (0, 0)):
                self._score(number, game)
            self._won_by_nobody_known(number, game)
        else:
            nobody = (0,) * self.boards
            self._line_up(number, game.white, game.black, nobody)
            self._line_up(number, game.black, game.white, nobody)
            if game.result is not Result.OPEN:
                self._score(number, game)

    def _seated(self, number: int, game: PlayedGame, seats: Sequence[BoardPlayers]) -> None:
        first = [self._number(game.white, each.first) for each in seats]
        second = [self._number(game.black, each.second) for each in seats]
        for board, (left, right, result) in enumerate(zip(first, second, game.boards, strict=True), start=1):
            colour = colour_of_first(self.file.board_colours, board)
            self._cell(number, left, right, colour, _MARKS[result])
            self._cell(number, right, left, colour.other, _MARKS[MIRRORED[result]])
        waits = [
            result is Result.OPEN and not (left and right)
            for left, right, result in zip(first, second, game.boards, strict=True)
        ]
        for team, other, own in ((game.white, game.black, first), (game.black, game.white, second)):
            is_waiting = any(each and wait for each, wait in zip(own, waits, strict=True))
            if own != self._first_of(team) or is_waiting or (not any(own) and any(waits)):
                self._line_up(number, team, other, tuple(own))
        if all(result.is_forfeit for result in game.boards):
            self._forfeited(number, game)

    def _cell(self, number: int, person: int, opponent: int, colour: Colour, mark: TrfMark) -> None:
        if not person:
            return
        cell = TrfCell(opponent=opponent, colour=colour, mark=mark) if opponent else TrfCell(mark=mark)
        self.cells[person][number - 1] = cell

    def _number(self, team: PlayerId, member: MemberId | None) -> int:
        return 0 if member is None else self.numbers[team, member]

    def _first_of(self, team: PlayerId) -> list[int]:
        first = [self.numbers[team, each.in_team.member] for each in self.file.members.get(team, ())[: self.boards]]
        return first + [0] * (self.boards - len(first))

    def _line_up(self, number: int, team: PlayerId, other: PlayerId, players: tuple[int, ...]) -> None:
        self.line_ups.append(
            TrfLineUp(round=number, team=self.place(team), opponent=self.place(other), players=players)
        )

    def _forfeited(self, number: int, game: PlayedGame) -> None:
        self.forfeited.append(
            ForfeitedMatch(
                marks=_FORFEITS[game.result],
                round=number,
                first=self.place(game.white),
                second=self.place(game.black),
            )
        )

    def _won_by_nobody_known(self, number: int, game: PlayedGame) -> None:
        """As for a bye the starters stand for the boards, since other programs count these."""
        if game.result is Result.BOTH_FORFEIT:
            return
        is_first = game.result is Result.WHITE_WINS_BY_FORFEIT
        winner, won = game.white if is_first else game.black, max(game.board_score(self.boards))
        for starter in self._first_of(winner)[: int(won)]:
            self._cell(number, starter, 0, Colour.WHITE, TrfMark.FORFEIT_WIN)

    def _score(self, number: int, game: PlayedGame) -> None:
        score = game.board_score(self.boards)
        for team, kind, boards in zip((game.white, game.black), _KINDS[game.result], score, strict=True):
            matches = self.by_matches.entries[team][number - 1].points
            self.decided.append((number, kind, matches, boards, self.place(team)))

    # Rounds without a match

    def _without_a_match(self, team: PlayerId, entry: RoundEntry) -> None:
        boards = entry.boards or Fraction(0)
        mark = _BYES.get(entry.outcome)
        if mark is None:
            is_half = bool(entry.points) and (entry.points, boards) == (self.scoring.draw, Fraction(self.boards, 2))
            mark = TrfMark.HALF_BYE if is_half else TrfMark.ZERO_BYE
        number, place = entry.round_number, self.place(team)
        self.byes.setdefault((number, mark), []).append(place)
        # not all: the bye and the half bye are always worth what the record says
        worth = {TrfMark.FULL_BYE: (self.scoring.win, Fraction(self.boards)), TrfMark.ZERO_BYE: (0, 0)}
        if worth.get(mark, (entry.points, boards)) != (entry.points, boards):
            kind = TrfMark.FULL_BYE.value if mark is TrfMark.FULL_BYE else ""
            self.decided.append((number, kind, entry.points, boards, place))
        if mark is not TrfMark.ZERO_BYE:
            here = [each.in_team for each in self.file.members.get(team, ()) if each.in_team.is_in(number)]
            for starter in here[: self.boards]:
                self.cells[self.numbers[team, starter.member]][number - 1] = TrfCell(mark=mark)

    def _team_byes(self, held: Sequence[int]) -> TeamByes | None:
        """One a round; a report has no room for a second one."""
        had = {number: self.byes[number, mark][0] for number, mark in self.byes if mark is TrfMark.PAIRING_BYE}
        is_paid = any(mark is TrfMark.FULL_BYE for _number, mark in self.byes)
        if not had and not is_paid:
            return None
        return TeamByes(
            match_points=self.scoring.bye,
            board_points=self.bye_boards,
            teams=tuple(had.get(number, 0) for number in held),
        )

    # Points

    def _players(self) -> Iterator[TrfPlayer]:
        for team in self.in_order:
            for member in self.file.members.get(team, ()):
                number = self.numbers[team, member.in_team.member]
                given, _blank, family = member.name.rpartition(" ")
                who = self.people.get(member.in_team.member) or FederationPerson(
                    given_name=given or family, family_name=family if given else ""
                )
                cells = self.cells[number]
                yield TrfPlayer(
                    identity=Identity(
                        number=number,
                        sex=who.sex,
                        title=who.title,
                        name=who.name,
                        rating=member.in_team.rating or None,
                        federation=who.federation,
                        id="" if who.fide_id is None else str(who.fide_id),
                        born=who.born,
                    ),
                    points=sum(map(self._worth, cells), Fraction(0)),
                    rank=number,
                    cells=_without_blanks(cells),
                )

    def _worth(self, cell: TrfCell) -> Fraction:
        if cell.mark is TrfMark.PAIRING_BYE:
            return self.worth_of_bye
        if cell.mark in (TrfMark.DRAW, TrfMark.HALF_BYE):
            return Fraction(1, 2)
        return Fraction(cell.mark in (TrfMark.WIN, TrfMark.FORFEIT_WIN, TrfMark.FULL_BYE))

    def _scoring(self) -> dict[str, Fraction]:
        has_byes = any(mark is TrfMark.PAIRING_BYE for _number, mark in self.byes)
        is_open = any(cell.opponent and cell.mark is TrfMark.BLANK for cells in self.cells.values() for cell in cells)
        byes = {"P": self.worth_of_bye} if has_byes and self.worth_of_bye != 1 else {}
        return byes | ({"X": Fraction(0)} if is_open else {})

    def _match_scoring(self) -> dict[str, Fraction]:
        given = {"W": self.scoring.win, "D": self.scoring.draw, "L": self.scoring.loss}
        return {letter: points for letter, points in given.items() if points != _USUAL[letter]}

    def _decisions(self) -> Iterator[TrfDecision]:
        for (number, kind, matches, boards), group in groupby(sorted(self.decided), key=lambda each: each[:4]):
            teams = tuple(team for *_same, team in group)
            yield TrfDecision(kind=kind, match_points=matches, points=boards, round=number, players=teams)


def _without_blanks(cells: Sequence[TrfCell]) -> tuple[TrfCell, ...]:
    last = max((at for at, cell in enumerate(cells, start=1) if cell != TrfCell()), default=0)
    return tuple(cells[:last])


def nickname(name: str) -> str:
    """The first letters of its words, numbers whole; of a single word its first three letters."""
    words = name.split()
    if len(words) == 1:
        return name[:3].upper()
    return "".join(word if word.isdigit() else word[0].upper() for word in words)[:_NICKNAME]
