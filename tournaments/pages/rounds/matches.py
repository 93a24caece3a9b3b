"""Ties of a knock-out in words: who goes on and by what, and the form that asks for it at the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Attendance, Game, Round, RoundState, Tournament
from tournaments.pages.common.result_words import RESULT_TEXTS
from tournaments.pairing.protocols import KnockOutSystem
from tournaments.pairing.types.knockout import Match, MatchEnding
from tournaments.pairing.types.snapshot import Colour, MatchDecision, PlayedGame, PlayerId, Result
from tournaments.selectors.display_names import display_names_in
from tournaments.selectors.shared_games import agreeing, counts_two_games
from tournaments.selectors.snapshots import configured_system, seen_decision, snapshot_of

_HALVES = {Result.WHITE_WINS: (2, 0), Result.BLACK_WINS: (0, 2), Result.DRAW: (1, 1)}  # not all: a forfeit is no score
_MOST_ASKED = 6
"""Further games that the form has room for."""


def decided_text(decided: MatchDecision, step_names: Mapping[str, str]) -> str:
    """`(1½–½)` for White of the first game, or the step's name."""
    return _beside(decided.step, [(colour, result) for colour, result in decided.games], step_names)


def with_decision(text: str, kept: Mapping[str, Any] | None, step_names: Mapping[str, str]) -> str:
    """A game's own result, and beside it what a row keeps of the tie: `½–½ (1–0)`, or `½–½, Armageddon`."""
    if kept is None:
        return text
    beside = _beside(kept["step"], [(colour, Result(result)) for colour, result in kept["games"]], step_names)
    return f"{text} {beside}" if beside.startswith("(") else f"{text}, {beside}"


def _beside(step: str, games: Iterable[tuple[str, Result]], step_names: Mapping[str, str]) -> str:
    white = black = 0
    for colour, result in games:
        own, other = _HALVES.get(result, (0, 0))
        white += own if colour == Colour.WHITE else other
        black += other if colour == Colour.WHITE else own
    if white + black:
        return f"({_halves(white)}–{_halves(black)})"
    return _(step_names[step]) if step in step_names else step


def _halves(count: int) -> str:
    whole, half = divmod(count, 2)
    return ("" if half and not whole else str(whole)) + ("½" if half else "")


def known_matches(tournament: Tournament, names: Mapping[PlayerId, str]) -> tuple[str, ...]:
    """In a tree, who could play now: ties that became known only when their round had been drawn."""
    system = configured_system(tournament)
    if not isinstance(system, KnockOutSystem):
        return ()
    known = system.known_since(snapshot_of(tournament))
    return tuple(
        _("Round {round}: {white} – {black}").format(
            round=number, white=names.get(board.white, ""), black=names.get(board.black, "")
        )
        for number, boards in known.items()
        for board in boards
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchWords:
    """Beside a board. `waits`: the game is played, and it has to be said who goes on."""

    sentence: str
    waits: bool
    can_be_decided: bool


def matches_in_words(tournament: Tournament, number: int, called: Mapping[PlayerId, str]) -> Mapping[int, MatchWords]:
    """By board of that round; nothing is read where there are no ties."""
    system = configured_system(tournament)
    if not isinstance(system, KnockOutSystem):
        return {}
    snapshot = snapshot_of(tournament)
    if number > len(snapshot.rounds):
        return {}
    games = {game.board: game for game in snapshot.rounds[number - 1].games}
    ties = [tie for tie in system.matches(snapshot) if tie.round_number == number]
    return {tie.board: _words(tie, games[tie.board], system, called) for tie in ties}


def _words(tie: Match, game: PlayedGame, system: KnockOutSystem, called: Mapping[PlayerId, str]) -> MatchWords:
    is_played = game.result is not Result.OPEN
    if tie.is_open and is_played:
        return MatchWords(sentence=_("Level: who goes through?"), waits=True, can_be_decided=True)
    if tie.is_open:
        return MatchWords(sentence="", waits=False, can_be_decided=False)
    if tie.winner is None:
        return MatchWords(sentence=_("Neither goes through."), waits=False, can_be_decided=False)
    name = called.get(tie.winner, "")
    if tie.step in system.step_names:
        by = decided_text(game.decided_by, system.step_names) if game.decided_by else _(system.step_names[tie.step])
        sentence = _("{name} goes through: {by}").format(name=name, by=by.strip("()"))
        is_said = game.decided_by is not None and not game.result.is_forfeit
        return MatchWords(sentence=sentence, waits=False, can_be_decided=is_said)
    return MatchWords(sentence=_("{name} goes through.").format(name=name), waits=False, can_be_decided=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class EndingChoice:
    """One line of the form: `value` is step and colour, as it is sent."""

    value: str
    step: str
    name: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchPage:
    """`why_not`: why there is nothing to decide here, empty where there is."""

    game: int
    round: int
    board: int
    white: str
    black: str
    result: str
    seen: str
    is_decided: bool
    why_not: str
    choices: tuple[EndingChoice, ...]
    further: tuple[str, ...]
    """What each further game was, as the form sends it; empty ones to be filled in."""
    also_in: str
    """Of a tie of two games, the round elsewhere in which the first one counts, where both can count as one."""
    is_as_one: bool
    """So it is, or while that round is on."""


def match_page(tournament: Tournament, game: Game) -> MatchPage:
    """Of a game of a published round, which comes with its round."""
    names = _names(game)
    system = configured_system(tournament)
    tie, ways = _tie_and_ways(tournament, game)
    kept = game.decided_by
    has_games = any(way.games for way in ways)
    played = [f"{colour} {result}" for colour, result in kept["games"]] if kept else []
    twin = agreeing(game) if ways and ways[0].is_second_game and game.counted_in_id is not None else None
    room = max(len(played), min(_MOST_ASKED, sum(way.games for way in ways))) if has_games else 0
    return MatchPage(
        game=game.pk,
        round=game.round.number,
        board=game.board,
        white=names[Colour.WHITE],
        black=names[Colour.BLACK],
        result=RESULT_TEXTS[Result(game.result)],
        seen=seen_decision(kept),
        is_decided=kept is not None,
        why_not=_why_not(game, tie, isinstance(system, KnockOutSystem)),
        choices=tuple(_choices(ways, names, tie, kept)),
        further=(*played, *[""] * (room - len(played))),
        also_in=_round_in_words(twin.game.round) if twin is not None else "",
        is_as_one=counts_two_games(game) or (kept is None and twin is not None and _is_on(twin.game.round)),
    )


def _round_in_words(round: Round) -> str:
    return _("{tournament}, round {number}").format(tournament=round.tournament.name, number=round.number)


def _is_on(round: Round) -> bool:
    return round.state == RoundState.PUBLISHED and round.over_at is None


def _tie_and_ways(tournament: Tournament, game: Game) -> tuple[Match | None, tuple[MatchEnding, ...]]:
    system = configured_system(tournament)
    if not isinstance(system, KnockOutSystem):
        return None, ()
    snapshot = snapshot_of(tournament)
    place = (game.round.number, game.board)
    tie = next((tie for tie in system.matches(snapshot) if (tie.round_number, tie.board) == place), None)
    return tie, system.endings(snapshot, tie) if tie is not None else ()


def _why_not(game: Game, tie: Match | None, is_knock_out: bool) -> str:
    if not is_knock_out or tie is None:
        return _("This game is not a cup tie.")
    if game.result == Result.OPEN:
        return _("Enter the result of the game first, and then what decided the tie.")
    if game.result == Result.BOTH_FORFEIT and game.decided_by is not None:
        return _("Neither of the two came, and lots were drawn. If they have played, enter the result first.")
    if game.decided_by is None and not tie.is_open:
        return _("The game itself has decided this tie.") if tie.winner else _("Neither of the two goes through.")
    return ""


def _choices(
    ways: tuple[MatchEnding, ...], names: Mapping[str, str], tie: Match | None, kept: Mapping[str, str] | None
) -> list[EndingChoice]:
    found = []
    for way in ways:
        for colour in Colour:
            if tie is None or way.winner is None or tie.colour_of(way.winner) is colour:
                is_chosen = kept is not None and (kept["step"], kept["winner"]) == (way.step, colour)
                value = f"{way.step}:{colour.value}"
                found.append(EndingChoice(value=value, step=_(way.name), name=names[colour], is_chosen=is_chosen))
    return found


def _names(game: Game) -> dict[str, str]:
    called = display_names_in(game.round.tournament_id)
    return {row.colour: called[row.entry_id] for row in Attendance.objects.filter(game=game)}
