"""The rounds of a TRF, put together from what each player's line says of them: both sides have to say the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count
from typing import Final, NoReturn

from tournaments.exchange.json_node import FileError
from tournaments.exchange.trf.types import NOTHING, Note, Trf, TrfCell, TrfMark, TrfPlayer
from tournaments.pairing.types.snapshot import ByeKind, Colour, PlayedBye, PlayedGame, PlayedRound, PlayerId, Result
from tournaments.pairing.types.translation import gettext_noop as _

BYES: Final = {  # not all: rounds without an opponent; those with one are games
    TrfMark.PAIRING_BYE: ByeKind.PAIRING,
    TrfMark.HALF_BYE: ByeKind.HALF,
    TrfMark.FULL_BYE: ByeKind.FULL,
    TrfMark.ZERO_BYE: ByeKind.ZERO,
    TrfMark.BLANK: ByeKind.ZERO,
    # without an opponent, as teams have them
    TrfMark.FORFEIT_WIN: ByeKind.PAIRING,
    TrfMark.FORFEIT_LOSS: ByeKind.ZERO,
    TrfMark.WIN: ByeKind.FULL,
    TrfMark.DRAW: ByeKind.HALF,
    TrfMark.LOSS: ByeKind.ZERO,
}
_WON: Final = frozenset({TrfMark.WIN, TrfMark.UNRATED_WIN})
_LOST: Final = frozenset({TrfMark.LOSS, TrfMark.UNRATED_LOSS})
_DRAWN: Final = frozenset({TrfMark.DRAW, TrfMark.UNRATED_DRAW})
_UNRATED: Final = frozenset({TrfMark.UNRATED_WIN, TrfMark.UNRATED_DRAW, TrfMark.UNRATED_LOSS})
_FORFEITS: Final = frozenset({TrfMark.FORFEIT_WIN, TrfMark.FORFEIT_LOSS})


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedRounds:
    rounds: tuple[PlayedRound, ...]
    coming: tuple[PlayedBye, ...] = ()
    """Of a column behind all games: who is away from the round to be paired, or has a bye in it, the given one too."""
    is_told_ahead: bool = False
    """Of rounds behind that one something is told as well."""
    notes: tuple[Note, ...] = ()


def played_rounds(trf: Trf) -> PlayedRounds:
    """Raises FileError where two lines contradict each other."""
    return _Putting(trf=trf, lines={player.number: player for player in trf.players}).together()


@dataclass(frozen=True, kw_only=True, slots=True)
class TrfGame:
    white: PlayerId
    black: PlayerId
    result: Result

    def other(self, player: PlayerId) -> PlayerId:
        return self.black if player == self.white else self.white


def games_by_player(trf: Trf) -> tuple[list[dict[PlayerId, TrfGame]], tuple[Note, ...]]:
    """Of every round only the games, and notes. Raises FileError where two lines contradict each other."""
    putting = _Putting(trf=trf, lines={player.number: player for player in trf.players})
    return putting.games(), tuple(putting.told())


@dataclass(kw_only=True, slots=True)
class _Putting:
    trf: Trf
    lines: Mapping[PlayerId, TrfPlayer]
    notes: list[Note] = field(default_factory=list)
    unrated: int = 0

    def together(self) -> PlayedRounds:
        held = self.trf.rounds_held
        rounds = [self._round(number) for number in range(1, held + 1)]
        asked = tuple(
            PlayedBye(player=player, kind=BYES[cell.mark])
            for player in self.lines
            if (cell := self._cell(player, held + 1)).mark is not TrfMark.BLANK
        )
        return PlayedRounds(
            rounds=tuple(rounds),
            coming=asked,
            is_told_ahead=self.trf.rounds_told > held + 1,
            notes=tuple(self.told()),
        )

    def told(self) -> list[Note]:
        if not self.unrated:
            return self.notes
        message = _("Games of less than one move (W, D, L) count here like all others: {count}.")
        return [*self.notes, Note(message=message, facts={"count": self.unrated})]

    def games(self) -> list[dict[PlayerId, TrfGame]]:
        found: list[dict[PlayerId, TrfGame]] = [{} for _number in range(self.trf.rounds_held)]
        for player, line in self.lines.items():
            for number, cell in enumerate(line.cells, start=1):
                if cell.opponent is not None and player not in found[number - 1]:
                    white, black, result = self._game(player, number)
                    game = TrfGame(white=white, black=black, result=result)
                    found[number - 1] |= {white: game, black: game}
        return found

    def _cell(self, player: PlayerId, number: int) -> TrfCell:
        cells = self.lines[player].cells
        return cells[number - 1] if number <= len(cells) else NOTHING

    def _round(self, number: int) -> PlayedRound:
        games: dict[PlayerId, tuple[PlayerId, PlayerId, Result]] = {}
        for player in self.lines:
            if self._cell(player, number).opponent is not None and player not in games:
                game = self._game(player, number)
                games[game[0]] = games[game[1]] = game
        byes = [
            PlayedBye(player=player, kind=BYES[self._cell(player, number).mark])
            for player, line in self.lines.items()
            if player not in games and line.cells  # who has no round at all has not joined yet
        ]
        pairs = sorted(set(games.values()))
        return PlayedRound(
            number=number,
            games=tuple(
                PlayedGame(board=board, white=white, black=black, result=result)
                for board, (white, black, result) in enumerate(pairs, start=1)
            ),
            byes=tuple(byes),
        )

    def _game(self, player: PlayerId, number: int) -> tuple[PlayerId, PlayerId, Result]:
        own = self._cell(player, number)
        other = own.opponent or 0
        theirs = self._cell(other, number)
        if other == player:
            self._fail(player, number, _("Player {number} is named as their own opponent."), number=player)
        if theirs.opponent is None and own.mark in _FORFEITS:
            theirs = self._missing_side(player, other, number, own)
        if theirs.opponent != player:
            self._fail(
                player,
                number,
                _("Player {number} names {other} as the opponent, but the line of {other} does not name {number}."),
                number=player,
                other=other,
            )
        colour = own.colour or (theirs.colour.other if theirs.colour else None)
        colour = colour or (Colour.WHITE if player < other else Colour.BLACK)  # a forfeit without colours
        if theirs.colour is colour:
            self._fail(
                player, number, _("Players {number} and {other} both have the same colour."), number=player, other=other
            )
        white, black = (player, other) if colour is Colour.WHITE else (other, player)
        marks = (own.mark, theirs.mark) if colour is Colour.WHITE else (theirs.mark, own.mark)
        result = result_of_marks(*marks)
        if result is None:
            self._fail(
                player,
                number,
                _("“{mine}” of player {number} and “{theirs}” of player {other} are not two sides of one result."),
                mine=own.mark.value,
                theirs=theirs.mark.value,
                number=player,
                other=other,
            )
        if marks == (TrfMark.LOSS, TrfMark.LOSS):
            message = _("Round {round}: both lost, players {number} and {other}; it was taken as a forfeit by both.")
            self.notes.append(Note(message=message, facts={"round": number, "number": white, "other": black}))
        self.unrated += bool(_UNRATED & set(marks))
        return white, black, result

    def _missing_side(self, player: PlayerId, other: PlayerId, number: int, own: TrfCell) -> TrfCell:
        """Some programs name the opponent of a forfeited game on one side only."""
        message = _("Round {round}: only the line of {number} names the game forfeited against {other}.")
        self.notes.append(Note(message=message, facts={"round": number, "number": player, "other": other}))
        mark = TrfMark.FORFEIT_LOSS if own.mark is TrfMark.FORFEIT_WIN else TrfMark.FORFEIT_WIN
        if own.mark is TrfMark.FORFEIT_LOSS and self._cell(other, number).mark in (TrfMark.ZERO_BYE, TrfMark.BLANK):
            mark = TrfMark.FORFEIT_LOSS
        return TrfCell(opponent=player, colour=own.colour.other if own.colour else None, mark=mark)

    def _fail(self, player: PlayerId, round_number: int, message: str, /, **facts: object) -> NoReturn:
        place = f"line {self.lines[player].line}, round {round_number}"
        raise FileError(message, place, **facts)


def result_of_marks(white: TrfMark, black: TrfMark) -> Result | None:
    """None: these are not two sides of one result."""
    match white, black:
        case TrfMark.FORFEIT_WIN, TrfMark.FORFEIT_LOSS:
            return Result.WHITE_WINS_BY_FORFEIT
        case TrfMark.FORFEIT_LOSS, TrfMark.FORFEIT_WIN:
            return Result.BLACK_WINS_BY_FORFEIT
        case (TrfMark.FORFEIT_LOSS, TrfMark.FORFEIT_LOSS) | (TrfMark.LOSS, TrfMark.LOSS):
            return Result.BOTH_FORFEIT
        case TrfMark.BLANK, TrfMark.BLANK:
            return Result.OPEN
    if white in _WON and black in _LOST:
        return Result.WHITE_WINS
    if white in _LOST and black in _WON:
        return Result.BLACK_WINS
    return Result.DRAW if white in _DRAWN and black in _DRAWN else None


def by_standing(games: Sequence[PlayedGame], points: Mapping[PlayerId, Fraction]) -> tuple[PlayedGame, ...]:
    """Boards as most programs number them: the highest score first, then the sum of both, then the lower number."""
    boards: Iterator[int] = count(1)

    def place(game: PlayedGame) -> tuple[Fraction, Fraction, PlayerId]:
        both = points[game.white], points[game.black]
        return -max(both), -sum(both, Fraction(0)), min(game.white, game.black)

    return tuple(replace(game, board=next(boards)) for game in sorted(games, key=place))
