"""A TRF of teams as one whose players they are: what goes on here pairs teams as it pairs players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from tournaments.exchange.federation_person import FederationPerson
from tournaments.exchange.json_node import FileError
from tournaments.exchange.team_rows import BoardPlayers, ListedMember
from tournaments.exchange.trf.rounds import PlayedRounds
from tournaments.exchange.trf.team_rounds import NoMatch, ReadMatches, matches_in
from tournaments.exchange.trf.types import Identity, Note, Trf, TrfCell, TrfMark, TrfPlayer, TrfTeam
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.history.record import PointsOf
from tournaments.pairing.teams.board_colours import Pattern
from tournaments.pairing.teams.rosters import RosterMember
from tournaments.pairing.types.options import fields_of
from tournaments.pairing.types.snapshot import Colour, PlayedRound, PlayerId, Result
from tournaments.pairing.types.translation import gettext_noop as _

TEAM_SWISS: Final = "fide_team"
"""The system of FIDE's own codes for teams; it pairs nobody else."""
_OTHER_SWISS: Final = "norwegian_monrad"
BY_BOARDS: Final = "board points"
"""In 092, where no code of 192 says that they rank."""
USUAL: Final = {"W": Fraction(2), "D": Fraction(1), "L": Fraction(0)}
_TEAMS = re.compile(r"TEAM|OLYMPIAD")
_RANKED = re.compile(r"_(MP|GP)(?:_(?:MP|GP))?(?:_BAKU)?\Z")
_COLOURS: Final = {"TYPEA": "a", "TYPEB": "b"}
_MOST_TOLD: Final = 200
"""Characters of a list in a note."""
_MARKS: Final = {
    Result.WHITE_WINS: (TrfMark.WIN, TrfMark.LOSS),
    Result.BLACK_WINS: (TrfMark.LOSS, TrfMark.WIN),
    Result.DRAW: (TrfMark.DRAW, TrfMark.DRAW),
    Result.WHITE_WINS_BY_FORFEIT: (TrfMark.FORFEIT_WIN, TrfMark.FORFEIT_LOSS),
    Result.BLACK_WINS_BY_FORFEIT: (TrfMark.FORFEIT_LOSS, TrfMark.FORFEIT_WIN),
    Result.BOTH_FORFEIT: (TrfMark.FORFEIT_LOSS, TrfMark.FORFEIT_LOSS),
    Result.OPEN: (TrfMark.BLANK, TrfMark.BLANK),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadTeams:
    """`trf` has the teams as its players; `written` is the one of persons."""

    trf: Trf
    written: Trf
    matches: ReadMatches
    by_boards: bool
    notes: tuple[Note, ...] = ()

    def with_boards(self, together: PlayedRounds) -> PlayedRounds:
        found = [{match.game.white: match.game for match in each} for each in self.matches.by_round]
        rounds = tuple(
            replace(
                played,
                games=tuple(replace(matches[game.white], board=game.board) for game in played.games),
            )
            for played, matches in zip(together.rounds, found, strict=True)
        )
        return replace(together, rounds=rounds, notes=(*together.notes, *self.matches.notes))

    def line_ups(self, rounds: Iterable[PlayedRound]) -> dict[tuple[int, int], tuple[BoardPlayers, ...]]:
        """By round and number of the match, as the rounds have them."""
        found: dict[tuple[int, int], tuple[BoardPlayers, ...]] = {}
        for played in rounds:
            seats = {match.game.white: match.seats for match in self.matches.by_round[played.number - 1]}
            found |= {(played.number, game.board): seats[game.white] for game in played.games if seats[game.white]}
        return found

    def members(self, people: Mapping[int, FederationPerson]) -> dict[PlayerId, tuple[ListedMember, ...]]:
        ratings = {player.number: player.identity.rating for player in self.written.players}
        return {
            team.number: tuple(
                ListedMember(
                    name=people[each].given_name_first, in_team=RosterMember(member=each, rating=ratings[each])
                )
                for each in team.members
            )
            for team in self.written.teams
            if team.members
        }

    @property
    def names(self) -> dict[PlayerId, str]:
        return {team.number: team.name or f"No. {team.number}" for team in self.written.teams}

    @property
    def board_colours(self) -> Pattern:
        return self.matches.board_colours

    def options(self, code: str) -> dict[str, object]:
        """Those that teams alone have."""
        known = {option.code for option in fields_of(SYSTEMS[code])}
        asked: dict[str, object] = {}
        if self.by_boards and "rank_by" in known:
            asked["rank_by"] = PointsOf.BOARDS.value
        if "colour_rules" in known and self.written.system.upper().startswith("FIDE_TEAM_"):
            colours = next((to for word, to in _COLOURS.items() if word in self.written.system.upper()), "none")
            asked["colour_rules"] = colours
        byes = self.written.team_byes
        if byes is not None and "bye_boards" in known and byes.board_points != self._boards_of_a_bye(byes.match_points):
            asked["bye_boards"] = str(byes.board_points)
        return asked

    def _boards_of_a_bye(self, match_points: Fraction) -> Fraction:
        """What it brings where nobody says otherwise: half where it is worth a draw, else the least that wins."""
        half = Fraction(self.matches.boards, 2)
        return half if match_points == self.trf.scoring["D"] else half + Fraction(1, 2)


def refuse_teams_unknown(trf: Trf) -> None:
    """Of teams by its own words, and nobody says which there are."""
    if _TEAMS.search(trf.system.upper()):
        said = f"192 {trf.system}"
    elif lines := [code for code in trf.passed_over if code[:1] == "3"]:
        said = ", ".join(lines)
    elif trf.teams_said and "individual" not in trf.kind.casefold():
        said = f"082 {trf.teams_said}"
    else:
        return
    raise FileError(_("This is a team tournament ({given}), but no line 310 says who is in which team."), given=said)


def teams_in(trf: Trf) -> tuple[ReadTeams | None, tuple[Note, ...]]:
    """None: of single players, and why it is. Raises FileError where lines contradict each other."""
    if not trf.teams:
        refuse_teams_unknown(trf)
        return None, ()
    is_of_clubs = trf.is_old_teams and not _TEAMS.search(trf.system.upper())
    try:
        matches = matches_in(trf)
    except NoMatch as unfit:
        alone = trf.read_alone
        if is_of_clubs:
            return None, (Note(message=_("Teams (013) are not imported.")), *alone)
        message = _("The boards fit no matches of teams, so the tournament is one of its players.")
        return None, (Note(message=message), unfit.note, *alone)
    if is_of_clubs and not any(len(match.seats) > 1 for played in matches.by_round for match in played):
        return None, (Note(message=_("Teams (013) are not imported.")), *trf.read_alone)
    return _read(trf, matches), ()


def without_teams(trf: Trf) -> Trf:
    """Of its players alone. Beside 310 all other numbers are those of teams, and say nothing of players."""
    trf = replace(trf, line_ups=(), forfeited=(), team_byes=None)
    return trf if trf.is_old_teams else replace(trf, byes=(), forbidden=(), decisions=(), tie_breaks=(), order=())


def _read(trf: Trf, matches: ReadMatches) -> ReadTeams:
    ranked = _RANKED.search(trf.system.upper())
    by_boards = ranked[1] == "GP" if ranked else BY_BOARDS in trf.kind.casefold()
    scoring = {**USUAL, **trf.match_scoring} | ({"P": trf.team_byes.match_points} if trf.team_byes else {})
    as_players = replace(
        trf,
        players=_Players(trf=trf, matches=matches, by_boards=by_boards).all(),
        system=re.sub(r"_TEAM_(?=ROUND|DOUBLE)", "_", trf.system),
        scoring=scoring,
        scored_by={},
        decisions=matches.decisions,
        national=(),
        line_ups=(),
        forfeited=(),
    )
    return ReadTeams(
        trf=as_players, written=trf, matches=matches, by_boards=by_boards, notes=tuple(_left_out(trf, matches))
    )


def _left_out(trf: Trf, matches: ReadMatches) -> list[Note]:
    in_teams = {member for team in trf.teams for member in team.members}
    outside = [player.number for player in trf.players if player.number not in in_teams]
    if not outside:
        return []
    message = _("Players in no team are left out: {numbers}.")
    return [Note(message=message, facts={"numbers": ", ".join(map(str, outside))[:_MOST_TOLD]})]


class _Players:
    """The teams, round by round, as lines of players."""

    def __init__(self, *, trf: Trf, matches: ReadMatches, by_boards: bool) -> None:
        self._trf = trf
        self._by_boards = by_boards
        self._cells = {player.number: player.cells for player in trf.players}
        self._games = [
            {team: match.game for match in each for team in (match.game.white, match.game.black)}
            for each in matches.by_round
        ]
        self._asked = {(each.round, team): each.mark for each in trf.byes for team in each.players}

    def all(self) -> tuple[TrfPlayer, ...]:
        return tuple(map(self._player, self._trf.teams))

    def _player(self, team: TrfTeam) -> TrfPlayer:
        own = [self._cells[member] for member in team.members]
        cells = [self._cell(team.number, at, own) for at in range(1, max(len(self._games), *map(len, own), 0) + 1)]
        while cells and cells[-1] == TrfCell():
            cells.pop()
        return TrfPlayer(
            identity=Identity(number=team.number, name=team.name, rating=team.rating),
            points=team.board_points if self._by_boards else team.match_points,
            rank=team.rank,
            cells=tuple(cells),
            line=team.line,
        )

    def _cell(self, team: int, at: int, own: Sequence[Sequence[TrfCell]]) -> TrfCell:
        game = self._games[at - 1].get(team) if at <= len(self._games) else None
        if game is None:
            return TrfCell(mark=self._bye(team, at, own))
        is_first = game.white == team
        return TrfCell(
            opponent=game.black if is_first else game.white,
            colour=Colour.WHITE if is_first else Colour.BLACK,
            mark=_MARKS[game.result][not is_first],
        )

    def _bye(self, team: int, at: int, own: Sequence[Sequence[TrfCell]]) -> TrfMark:
        """By 320, by 240, or as its players have it."""
        byes = self._trf.team_byes.teams if self._trf.team_byes else ()
        if at <= len(byes) and byes[at - 1] == team:
            return TrfMark.PAIRING_BYE
        if (team_asked := self._asked.get((at, team))) is not None:
            return team_asked
        marks = {cells[at - 1].mark for cells in own if at <= len(cells)}
        if TrfMark.FORFEIT_WIN in marks:  # nobody says against whom
            return TrfMark.PAIRING_BYE
        letters = (TrfMark.PAIRING_BYE, TrfMark.FULL_BYE, TrfMark.HALF_BYE, TrfMark.ZERO_BYE)
        return next((each for each in letters if each in marks), TrfMark.BLANK)


def swiss_of_teams() -> str:
    return TEAM_SWISS if TEAM_SWISS in SYSTEMS else _OTHER_SWISS
