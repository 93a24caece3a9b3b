"""Lines of a TRF that tell of teams (rulebook, teams, B9), and whether they fit each other."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from tournaments.exchange.json_node import FileError
from tournaments.exchange.team_rows import MOST_MEMBERS
from tournaments.exchange.trf.columns import Columns
from tournaments.exchange.trf.fields import fail, points_of, whole_number
from tournaments.exchange.trf.types import ForfeitedMatch, TeamByes, TrfLineUp, TrfTeam
from tournaments.pairing.teams.rosters import MOST_BOARDS
from tournaments.pairing.types.translation import gettext_noop as _

MOST_TEAMS: Final = 999
_MOST_PERSONS: Final = 9999
_NUMBER, _NAME, _NICKNAME, _RATING = Columns(5, 7), Columns(9, 40), Columns(42, 46), Columns(48, 53)
_MATCHES, _BOARDS, _RANK = Columns(55, 60), Columns(62, 67), Columns(69, 71)
_BLANKS: Final = (8, 41, 47, 54, 61, 68, 72, 73)
_FIRST_MEMBER, _FIRST_OLD_MEMBER, _FIRST_SEAT = 74, 37, 17
_MARKS: Final = {
    **dict.fromkeys(("+-", "10", "WL"), "+-"),
    **dict.fromkeys(("-+", "01", "LW"), "-+"),
    **dict.fromkeys(("--", "00", "LL"), "--"),
}
_LETTERS: Final = re.compile("[WB]+")
_SCORED: Final = {"TW": "W", "TD": "D", "TL": "L"}


@dataclass(kw_only=True, slots=True)
class TeamLines:
    """What they say, as they come."""

    most_rounds: int
    teams: list[TrfTeam] = field(default_factory=list)
    old_teams: list[TrfTeam] = field(default_factory=list)
    """013."""
    fault: FileError | None = None
    """Of those: of clubs beside a tournament of single players anything may stand there."""
    codes: list[str] = field(default_factory=list)
    """Of all lines but 013."""
    byes: TeamByes | None = None
    line_ups: list[TrfLineUp] = field(default_factory=list)
    forfeited: list[ForfeitedMatch] = field(default_factory=list)
    board_colours: str = ""
    match_scoring: dict[str, Fraction] = field(default_factory=dict)
    passed_over: list[str] = field(default_factory=list)

    def take(self, line: int, text: str) -> None:
        code = text[:3]
        self.codes.append(code)
        match code:
            case "300":
                self.line_ups.append(line_up_in(line, text, most_rounds=self.most_rounds))
            case "310":
                self.teams.append(team_in(line, text))
            case "320":
                if self.byes is not None:
                    fail(line, _("There is a second line {code}; there is one at most."), code=code)
                self.byes = team_byes_in(line, text, most_rounds=self.most_rounds)
            case "330":
                self.forfeited.append(forfeited_in(line, text, most_rounds=self.most_rounds))
            case "352":
                self.board_colours = board_colours_in(line, text)
            case "362":
                self.match_scoring = match_scoring_in(line, text)

    def take_old(self, line: int, text: str) -> None:
        if len(self.old_teams) >= MOST_TEAMS:
            return
        try:
            self.old_teams.append(old_team_in(line, text, len(self.old_teams) + 1))
        except FileError as fault:
            self.fault = self.fault or fault

    def found(self, persons: Collection[int], *, system: str) -> dict[int, TrfTeam]:
        """Those of 310, else of 013 where they can be read. Raises FileError where lines contradict each other."""
        if self.teams:
            teams = check_teams(self.teams, persons)
            check_matches(teams, self.line_ups, self.forfeited, self.byes)
            return teams
        try:
            teams = check_teams(self.old_teams, persons)
            if teams:
                check_matches(teams, self.line_ups, self.forfeited, self.byes)
        except FileError as fault:
            self.fault = self.fault or fault
        if self.fault is not None:
            if self.codes or "TEAM" in system.upper():
                raise self.fault
            self.passed_over.append("013")
            return {}
        if not teams:
            self.passed_over += self.codes
        return teams

    def said(self) -> dict[str, Any]:
        """As a Trf has it."""
        return {
            "team_byes": self.byes,
            "line_ups": tuple(self.line_ups),
            "forfeited": tuple(self.forfeited),
            "board_colours": self.board_colours,
            "match_scoring": self.match_scoring,
        }


def team_in(line: int, text: str) -> TrfTeam:
    text = _in_columns(text, _BLANKS, _NAME)
    for column in _BLANKS:
        if text[column - 1 : column].strip():
            fail(line, _("Column {column} should be blank: this line is shifted out of its columns."), column=column)
    rating, rank = _RATING.of(text), _RANK.of(text)
    return TrfTeam(
        number=_team(line, text, _NUMBER),
        name=" ".join(_NAME.of(text).split()),
        nickname=_NICKNAME.of(text),
        rating=whole_number(line, _RATING, rating, most=9999, least=0) or None if rating else None,
        match_points=points_of(line, _MATCHES, _MATCHES.of(text)),
        board_points=points_of(line, _BOARDS, _BOARDS.of(text)),
        rank=whole_number(line, _RANK, rank, most=MOST_TEAMS, least=0) or None if rank else None,
        members=_numbers(line, text, _FIRST_MEMBER),
        line=line,
    )


def old_team_in(line: int, text: str, number: int) -> TrfTeam:
    """013: without a number, so they are numbered as they come."""
    name = Columns(5, 36)
    text = _in_columns(text, (41, 46), name)
    return TrfTeam(
        number=number,
        name=" ".join(name.of(text).split()),
        members=_numbers(line, text, _FIRST_OLD_MEMBER),
        line=line,
    )


def line_up_in(line: int, text: str, *, most_rounds: int) -> TrfLineUp:
    at = Columns(5, 7)
    players = _numbers(line, text, _FIRST_SEAT, with_empty=True)
    if len(players) > MOST_BOARDS:
        fail(line, _("A match has at most {count} boards."), count=MOST_BOARDS)
    seated = [player for player in players if player]
    if len(set(seated)) < len(seated):
        fail(line, _("Somebody sits at two boards of this match."))
    team, opponent = _team(line, text, Columns(9, 11)), _team(line, text, Columns(13, 15))
    if team == opponent:
        fail(line, _("Team {number} is named as its own opponent."), number=team)
    return TrfLineUp(
        round=whole_number(line, at, at.of(text), most=most_rounds),
        team=team,
        opponent=opponent,
        players=players,
        line=line,
    )


def forfeited_in(line: int, text: str, *, most_rounds: int) -> ForfeitedMatch:
    at = Columns(8, 10)
    given = Columns(5, 6).of(text).upper()
    if given not in _MARKS:
        fail(line, _("One of +-, -+ and -- is expected here, not “{given}”."), given=given, column=5)
    first, second = _team(line, text, Columns(12, 14)), _team(line, text, Columns(16, 18))
    if first == second:
        fail(line, _("Team {number} is named as its own opponent."), number=first)
    return ForfeitedMatch(
        marks=_MARKS[given],
        round=whole_number(line, at, at.of(text), most=most_rounds),
        first=first,
        second=second,
        line=line,
    )


def team_byes_in(line: int, text: str, *, most_rounds: int) -> TeamByes:
    matches, boards = Columns(5, 8), Columns(10, 13)
    cells = [Columns(at, at + 2) for at in range(15, len(text.rstrip()) + 1, 4)]
    if len(cells) > most_rounds:
        fail(line, _("There are more than {most} rounds."), most=most_rounds)
    teams = [whole_number(line, at, at.of(text) or "0", most=MOST_TEAMS, least=0) for at in cells]
    return TeamByes(
        match_points=points_of(line, matches, matches.of(text)) or Fraction(0),
        board_points=points_of(line, boards, boards.of(text)) or Fraction(0),
        teams=tuple(teams),
        line=line,
    )


def board_colours_in(line: int, text: str) -> str:
    letters = text[4:].strip().upper()
    if not _LETTERS.fullmatch(letters):
        fail(line, _("The colours of the boards are expected here as letters W and B."), column=5)
    if letters[0] != "W":
        fail(line, _("The colours begin with W: the first-named team is the one with White on board 1."), column=5)
    if len(letters) > MOST_BOARDS:
        fail(line, _("A match has at most {count} boards."), count=MOST_BOARDS)
    return letters


def match_scoring_in(line: int, text: str) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for start in range(5, len(text.rstrip()) + 1, 9):
        letters, at = Columns(start, start + 1).of(text).upper(), Columns(start + 2, start + 5)
        points = points_of(line, at, at.of(text))
        if letters not in _SCORED or points is None:
            given = text[start - 1 : start + 5].strip()
            fail(line, _("TW, TD or TL and its points are expected here, not “{given}”."), given=given, column=start)
        found[_SCORED[letters]] = points
    return found


def check_teams(teams: Sequence[TrfTeam], persons: Collection[int]) -> dict[int, TrfTeam]:
    """By their numbers. Raises FileError, with the line, where two have one number or one person, or a member is
    nobody of the file."""
    by_number: dict[int, TrfTeam] = {}
    team_of: dict[int, int] = {}
    for team in teams:
        if team.number in by_number:
            fail(team.line, _("There are two teams with the number {number}."), number=team.number, column=5)
        by_number[team.number] = team
        for member in team.members:
            if member not in persons:
                fail(team.line, _("There is no player with the number {number}."), number=member)
            if member in team_of:
                fail(
                    team.line,
                    _("Player {number} is in team {team} already: each plays in one team."),
                    number=member,
                    team=team_of[member],
                )
            team_of[member] = team.number
    return by_number


def check_matches(
    teams: Mapping[int, TrfTeam],
    line_ups: Iterable[TrfLineUp],
    forfeited: Iterable[ForfeitedMatch],
    byes: TeamByes | None,
) -> None:
    """Raises FileError, with the line, where these name teams that there are not, or contradict each other."""
    against: dict[tuple[int, int], int] = {}

    def meet(line: int, round_number: int, team: int, opponent: int) -> None:
        for each in (team, opponent):
            if each not in teams:
                fail(line, _("There is no team with the number {number}."), number=each)
        for one, other in ((team, opponent), (opponent, team)):
            known = against.setdefault((round_number, one), other)
            if known != other:
                message = _("Round {round}: team {team} is said to meet team {other} here, and team {known} elsewhere.")
                fail(line, message, round=round_number, team=one, other=other, known=known)

    told: set[tuple[int, int]] = set()
    for each in line_ups:
        meet(each.line, each.round, each.team, each.opponent)
        if (each.round, each.team) in told:
            message = _("Round {round}: there is a second line-up of team {team}.")
            fail(each.line, message, round=each.round, team=each.team)
        told.add((each.round, each.team))
        members = set(teams[each.team].members)
        for player in each.players:
            if player and player not in members:
                fail(each.line, _("Player {number} is not in team {team}."), number=player, team=each.team)
    lost: set[tuple[int, int]] = set()
    for match in forfeited:
        meet(match.line, match.round, match.first, match.second)
        if (match.round, match.first) in lost:
            message = _("Round {round}: this match is told a second time.")
            fail(match.line, message, round=match.round)
        lost |= {(match.round, match.first), (match.round, match.second)}
    for number, team in enumerate(byes.teams if byes else (), start=1):
        line = byes.line if byes else 0
        if team and team not in teams:
            fail(line, _("There is no team with the number {number}."), number=team)
        if (number, team) in against:
            message = _("Round {round}: team {team} has the bye here, and meets team {known} elsewhere.")
            fail(line, message, round=number, team=team, known=against[number, team])


def _team(line: int, text: str, at: Columns) -> int:
    return whole_number(line, at, at.of(text), most=MOST_TEAMS)


def _numbers(line: int, text: str, first: int, *, with_empty: bool = False) -> tuple[int, ...]:
    """Of persons, in every fifth column from there on."""
    found: list[int] = []
    end = len(text.rstrip())
    if end > first + 5 * MOST_MEMBERS:
        fail(line, _("A team has at most {count} members."), count=MOST_MEMBERS)
    for start in range(first, end + 1, 5):
        at = Columns(start, start + 3)
        if text[start + 3 : start + 4].strip():
            message = _("Column {column} should be blank: this line is shifted out of its columns.")
            fail(line, message, column=start + 4)
        number = whole_number(line, at, at.of(text) or "0", most=_MOST_PERSONS, least=0)
        if number or with_empty:
            found.append(number)
    return tuple(found)


def _in_columns(text: str, blanks: Sequence[int], name: Columns) -> str:
    """Some programs count bytes: then a line with å is right only when it is cut as bytes."""
    as_bytes = text.encode().decode("latin-1")
    if text.isascii() or not any(text[column - 1 : column].strip() for column in blanks):
        return text
    if any(as_bytes[column - 1 : column].strip() for column in blanks):
        return text
    before, behind = as_bytes[: name.first - 1], as_bytes[name.last :]
    letters = as_bytes[name.first - 1 : name.last].encode("latin-1").decode(errors="replace")
    return f"{before}{letters:<{name.width}}{behind}"
