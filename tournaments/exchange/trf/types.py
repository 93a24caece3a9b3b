"""What a TRF says, as values: the lines of FIDE's text format, and nothing of tournaments played here."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Final

from tournaments.exchange.federation_person import BirthDate
from tournaments.pairing.types.snapshot import Colour

ACCELERATED: Final = "_BAKU"
"""Behind the type of a tournament in 192."""


class TrfEdition(StrEnum):
    TRF16 = "trf16"
    TRF26 = "trf26"


class TrfMark(StrEnum):
    """A round for one player, as the letter in its last column."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    UNRATED_WIN = "W"  # played, but less than one move: counted, not rated
    UNRATED_DRAW = "D"
    UNRATED_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    PAIRING_BYE = "U"
    HALF_BYE = "H"
    FULL_BYE = "F"
    ZERO_BYE = "Z"
    BLANK = " "
    """With an opponent a game that is still open; without one nothing at all."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TrfCell:
    """One round of one player. No opponent: a bye, an absence, or nobody said what."""

    opponent: int | None = None
    colour: Colour | None = None
    mark: TrfMark = TrfMark.BLANK


NOTHING = TrfCell()


@dataclass(frozen=True, kw_only=True, slots=True)
class Identity:
    """What a line says of a person, columns 5 to 79: FIDE's in a line 001, a federation's in a line of its own."""

    number: int
    sex: str = ""
    """`m`, `w` or nothing."""
    title: str = ""
    name: str = ""
    """“Family,Given”."""
    rating: int | None = None
    federation: str = ""
    id: str = ""
    """FIDE's, or the federation's in its line."""
    born: BirthDate | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class TrfPlayer:
    identity: Identity
    points: Fraction | None = None
    rank: int | None = None
    cells: tuple[TrfCell, ...] = ()
    """By round, without blank ones at the end."""
    line: int = field(default=0, compare=False)
    """Where it was read, from 1."""

    @property
    def number(self) -> int:
        return self.identity.number


@dataclass(frozen=True, kw_only=True, slots=True)
class NationalLine:
    federation: str
    """Three letters, in the place of 001."""
    identity: Identity


@dataclass(frozen=True, kw_only=True, slots=True)
class AskedByes:
    """240: of a round that need not have been paired yet. Where teams play, theirs."""

    mark: TrfMark
    round: int
    players: tuple[int, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class AddedPoints:
    """250: for the pairing of these rounds the players of these numbers have so many points more."""

    points: Fraction
    first: int
    last: int
    lowest: int
    highest: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Forbidden:
    """260: of these no two shall meet in the rounds from the first to the last."""

    first: int
    last: int
    players: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class TrfDecision:
    """299: points that somebody decided on."""

    kind: str = ""
    """A letter; empty: bonus points."""
    points: Fraction
    match_points: Fraction | None = None
    """Where teams play; `points` are those of their boards then."""
    round: int
    players: tuple[int, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class TrfTeam:
    """310, or 013, which has no more than name and members."""

    number: int
    name: str
    nickname: str = ""
    rating: int | None = None
    match_points: Fraction | None = None
    board_points: Fraction | None = None
    rank: int | None = None
    members: tuple[int, ...] = ()
    """In the order of their boards."""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamByes:
    """320: who had the bye, round by round (0: nobody), and what it is worth."""

    match_points: Fraction
    board_points: Fraction
    teams: tuple[int, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class TrfLineUp:
    """300: who of a team sat on boards 1, 2 …; 0: nobody."""

    round: int
    team: int
    opponent: int
    players: tuple[int, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class ForfeitedMatch:
    """330: a match without a game, from the side of the first-named team."""

    marks: str
    """`+-`, `-+` or `--`."""
    round: int
    first: int
    second: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class Note:
    """Something that was read otherwise than it is written. `message` is a marked text, filled by `facts`."""

    message: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Trf:
    name: str = ""
    city: str = ""
    federation: str = ""
    starts: datetime.date | None = None
    ends: datetime.date | None = None
    players_said: int | None = None
    rated_said: int | None = None
    teams_said: int | None = None
    kind: str = ""
    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()
    rate_of_play: str = ""
    dates: tuple[datetime.date | None, ...] = ()
    """Of the rounds."""
    players: tuple[TrfPlayer, ...] = ()
    rounds: int | None = None
    """142: so many are planned. What follows is in TRF26 only."""
    initial_colour: Colour | None = None
    scoring: Mapping[str, Fraction] = field(default_factory=dict)
    """162, by letter, where it is not the usual: W, D, L, A, P, X."""
    scored_by: Mapping[str, str] = field(default_factory=dict, compare=False)
    """By letter, the code that said it: 162, or another program's."""
    numbered: str = ""
    program: str = ""
    system: str = ""
    """192."""
    tie_breaks: tuple[str, ...] = ()
    """202, FIDE's codes."""
    order: tuple[str, ...] = ()
    """212, the same with PTS."""
    seconds: str = ""
    """222: the rate of play as `5400+30`."""
    byes: tuple[AskedByes, ...] = ()
    accelerated: tuple[AddedPoints, ...] = ()
    """250, or XXA."""
    forbidden: tuple[Forbidden, ...] = ()
    decisions: tuple[TrfDecision, ...] = ()
    national: tuple[NationalLine, ...] = ()
    teams: tuple[TrfTeam, ...] = ()
    """By their numbers. What follows is of teams alone."""
    is_old_teams: bool = False
    """Their lines are 013, which may be of a prize for clubs beside a tournament of single players."""
    team_byes: TeamByes | None = None
    line_ups: tuple[TrfLineUp, ...] = ()
    forfeited: tuple[ForfeitedMatch, ...] = ()
    board_colours: str = ""
    """352: of the first-named team, a letter for each board."""
    match_scoring: Mapping[str, Fraction] = field(default_factory=dict)
    """362, by letter, where it is not 2, 1, 0: W, D, L."""
    read_alone: tuple[Note, ...] = field(default=(), compare=False)
    """Of teams: which results without an opponent would be byes of single players."""
    passed_over: tuple[str, ...] = field(default=(), compare=False)
    """Codes of lines that are known, and of which nothing is kept: of teams, of points that have no letter."""
    notes: tuple[Note, ...] = field(default=(), compare=False)
    """What was worth a word in reading."""

    @property
    def is_first_table(self) -> bool:
        """Whether it says no more than TRF16 can, by whatever codes."""
        more = (self.rounds, self.initial_colour, self.scoring, self.numbered, self.program, self.system)
        of_teams = self.board_colours or self.match_scoring or (self.teams and not self.is_old_teams)
        return not any(
            (*more, of_teams, self.tie_breaks, self.order, self.seconds, self.byes, self.accelerated, self.forbidden)
        )

    @property
    def rounds_told(self) -> int:
        return max((len(player.cells) for player in self.players), default=0)

    @property
    def rounds_held(self) -> int:
        """Those up to the last one with a game in it: behind them stand byes of rounds that are still to be paired."""
        games = (at for player in self.players for at, cell in enumerate(player.cells, 1) if cell.opponent is not None)
        line_ups = (each.round for each in self.line_ups)
        return max((*games, *line_ups, *(each.round for each in self.forfeited)), default=0)
