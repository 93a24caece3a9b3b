"""What decides a tie that is level: a list of steps, worked off until somebody is ahead (rulebook, cup, A tie)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tournaments.pairing.systems.cup.board_steps import BY_BOARDS
from tournaments.pairing.types.options import OptionError
from tournaments.pairing.types.paired_round import Reason, Rule
from tournaments.pairing.types.translation import gettext_noop as _

RAPID = Rule("cup/settings/rapid", _("After a draw: rapid games with {minutes} minutes each, at most: {count}."))
BLITZ = Rule("cup/settings/blitz", _("Then, if still level, blitz games with {minutes} minutes each: {count}."))
SUDDEN = Rule("cup/settings/sudden", _("Then blitz games with {minutes} minutes each until one is won."))
ARMAGEDDON = Rule(
    "cup/settings/armageddon",
    _("Then one game, White with {white_minutes} minutes, Black with {black_minutes}: a draw wins for Black."),
)
BLACK = Rule("cup/settings/black", _("Then the player who had Black goes through."))
LOWER = Rule("cup/settings/lower", _("Then the player with the lower rating goes through."))
LOWER_IF = Rule(
    "cup/settings/lower_if",
    _("Then the player with the lower rating goes through, if the ratings differ by {points} or more."),
)
REPLAY = Rule("cup/settings/replay", _("Then the game is played again another evening, with colours changed."))
BOARD_WEIGHTS = Rule(
    "cup/settings/board_weights",
    _("If level, each board counts by weight: board 1 as many times as there are boards, the last one once (Berlin)."),
)
BOTTOM_OUT = Rule(
    "cup/settings/bottom_out",
    _("If still level, the board points without the last board decide, then those without the last two, and so on."),
)
TOP_BOARD = Rule("cup/settings/top_board", _("If still level, board 1 decides, then board 2, and so on."))
BLACK_BOARD_1 = Rule(
    "cup/settings/black_board_1",
    _("If still level, the team goes through that won on board 1, or drew there with Black."),
)
BLITZ_MATCH = Rule(
    "cup/settings/blitz_match",
    _("Then, if still level, blitz matches on all boards at once, with colours changed: {count}."),
)
LOT = Rule("cup/settings/by_lot", _("Then lots are drawn."))

STEP_NAMES: Final = {
    "second_game": _("Second game"),
    "rapid": _("Rapid"),
    "blitz": _("Blitz"),
    "sudden": _("Sudden death"),
    "armageddon": _("Armageddon"),
    "black": _("Had Black"),
    "lower": _("Lower rating"),
    "lower_if": _("Lower rating by far"),
    "replay": _("Played again"),
    "lot": _("By lot"),
    "board_weights": _("Berlin"),
    "bottom_out": _("Without the lower boards"),
    "top_board": _("Top board"),
    "black_board_1": _("Board 1"),
    "blitz_match": _("Blitz match"),
}
"""What each step of a tie is called, beside its result."""
MAIN: Final = "main"
"""The game itself."""
WALK_OVER: Final = "walk_over"
_SUDDEN_GAMES: Final = 6
"""So many can be told of."""

_STEP: Final = re.compile(r"([a-z_]+[0-9]?)\s*(?:\(([^()]*)\))?")
_BETWEEN: Final = re.compile(r",\s*(?![^()]*\))")
_LONGEST: Final = 10
SECOND_GAME: Final = "second_game"
"""The step of a tie of two games that their sum has decided."""
_NUMBERS: Final = {
    "rapid": 2,
    "blitz": 2,
    "sudden": 1,
    "armageddon": 2,
    "black": 0,
    "lower": 0,
    "lower_if": 1,
    "replay": 0,
    "lot": 0,
    "board_weights": 0,
    "bottom_out": 0,
    "top_board": 0,
    "black_board_1": 0,
    "blitz_match": 1,
}
"""How many numbers each step has."""
_DECIDE_ALWAYS: Final = frozenset({"lot", "lower", "black", "armageddon", "sudden"})
BY_ITSELF: Final = frozenset({"black", "lower", "lower_if", "lot"}) | BY_BOARDS
"""Steps without a further game."""


@dataclass(frozen=True, slots=True)
class MatchStep:
    name: str
    numbers: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.numbers))})" if self.numbers else self.name

    @property
    def most_games(self) -> int:
        """How many further games it may take."""
        match self.name, self.numbers:
            case (("rapid" | "blitz"), (count, _minutes)):
                return count
            case "blitz_match", (count,):
                return count
            case (("armageddon" | "replay"), _):
                return 1
            case "sudden", _:
                return _SUDDEN_GAMES
        return 0

    def reason(self) -> Reason:
        match self.name, self.numbers:
            case "rapid", (count, minutes):
                return RAPID.reason(count=count, minutes=minutes)
            case "blitz", (count, minutes):
                return BLITZ.reason(count=count, minutes=minutes)
            case "sudden", (minutes,):
                return SUDDEN.reason(minutes=minutes)
            case "armageddon", (white, black):
                return ARMAGEDDON.reason(white_minutes=white, black_minutes=black)
            case "lower_if", (points,):
                return LOWER_IF.reason(points=points)
            case "blitz_match", (count,):
                return BLITZ_MATCH.reason(count=count)
        return _ALONE.get(self.name, LOT).reason()


_ALONE: Final = {  # not all: the others say a number
    "black": BLACK,
    "lower": LOWER,
    "replay": REPLAY,
    "board_weights": BOARD_WEIGHTS,
    "bottom_out": BOTTOM_OUT,
    "top_board": TOP_BOARD,
    "black_board_1": BLACK_BOARD_1,
}


@dataclass(frozen=True, slots=True)
class MatchSteps:
    """As it is written: `blitz(2, 5), armageddon(6, 5)`."""

    steps: tuple[MatchStep, ...]

    def __str__(self) -> str:
        return ", ".join(map(str, self.steps))


def read_steps(text: str) -> MatchSteps | None:
    """None where it is no list of steps."""
    found = [_step(part.strip()) for part in _BETWEEN.split(text)]
    steps = [step for step in found if step is not None]
    return MatchSteps(tuple(steps)) if steps and len(steps) == len(found) <= _LONGEST else None


def _step(text: str) -> MatchStep | None:
    matched = _STEP.fullmatch(text)
    if matched is None or matched[1] not in _NUMBERS:
        return None
    given = [part.strip() for part in matched[2].split(",")] if matched[2] and matched[2].strip() else []
    if len(given) != _NUMBERS[matched[1]] or not all(re.fullmatch(r"[1-9]\d{0,3}", each, re.ASCII) for each in given):
        return None
    return MatchStep(matched[1], tuple(map(int, given)))


def refuse_undecided(option: str, steps: MatchSteps) -> None:
    """Raises OptionError unless the last step always decides."""
    if steps.steps[-1].name not in _DECIDE_ALWAYS:
        raise OptionError(
            option,
            _("The last step of {option} is {given}, which may leave a tie undecided: end with one of {choices}."),
            given=str(steps.steps[-1]),
            choices=", ".join(sorted(_DECIDE_ALWAYS)),
        )
