"""Ties of a knock-out that their game left open: who goes on, and by what."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.models import Action, Attendance, Game, Round, RoundState, Tournament, User
from tournaments.pairing.protocols import KnockOutSystem
from tournaments.pairing.types.knockout import Match, MatchEnding, ahead
from tournaments.pairing.types.snapshot import Colour, MatchDecision, PlayerId, Result
from tournaments.recording import Change, Stale, last_change_of, recording
from tournaments.selectors.display_names import display_names_in
from tournaments.selectors.shared_games import COUNTS_AS, SharedGame, agreeing, counts_two_games, said_there
from tournaments.selectors.snapshots import configured_system, kept_decision, seen_decision, snapshot_of
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.result_rows import known_from_now, write_on_shared
from tournaments.services.rounds.results import game_and_newest, round_of
from tournaments.services.rounds.scheduled_games import write_boards


@dataclass(frozen=True, kw_only=True, slots=True)
class EnteredDecision:
    """As somebody says it: `winner` by their colour on the board, and further games as they were played, each with the
    colour that White of the first game had; none where only the outcome is known. `as_one`: both games of a tie of two
    were played on the evening of the other tournament in which the first one counts, and count there as one."""

    step: str
    winner: Colour
    games: tuple[tuple[Colour, Result], ...] = ()
    as_one: bool = False


def decide_match(
    game: Game, decision: EnteredDecision, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None
) -> Action | None:
    """Who goes on from a tie that its game left open. `seen`: see seen_decision.

    Refused before the game has a result, where that decides by itself, and where games and outcome do not fit. Where
    two games count elsewhere as one, that is written there by the same action.
    """
    return _change(game, "tie.decide", decision, seen=seen, actor=actor, receipt=receipt)


def clear_decision(game: Game, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None) -> Action | None:
    """The tie is open again."""
    return _change(game, "tie.clear", None, seen=seen, actor=actor, receipt=receipt)


def _change(
    game: Game,
    verb: str,
    decision: EnteredDecision | None,
    *,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None,
) -> Action | None:
    tournament = round_of(game).tournament
    locked = [tournament, *_written_to(game, decision)]
    with recording(tournament, actor=actor, verb=verb, receipt=receipt, public=locked) as change:
        found, newest = game_and_newest(change, tournament, game.pk)
        change.facts |= {"round": found.round.number, "board": found.board}
        if not found.round.is_public:
            raise Stale(last_change_of(found.round, tournament=tournament))
        decided = _checked(change, found, decision) if decision is not None else None
        if found.decided_by == decided:
            return None
        if seen_decision(found.decided_by) != seen:
            raise Stale(last_change_of(found, tournament=tournament))
        if decided is None:
            refuse_when_closed(tournament)
        twin = _twin(found, decided, locked)
        change.update(found, decided_by=decided, **known_from_now(found, newest=newest))
        if twin is not None:
            write_on_shared(change, twin, said_there(found))
        change.relies_on([found], "result")
        change.relies_on([found.round], "state")
    return change.action


def _written_to(game: Game, decision: EnteredDecision | None) -> list[Tournament]:
    """The other tournament, where the two games count as one, or did."""
    is_asked = decision is not None and decision.as_one
    if game.counted_in is None or not (is_asked or counts_two_games(game)):
        return []
    return [game.counted_in.tournament]


def _twin(found: Game, decided: dict[str, object] | None, locked: Sequence[Tournament]) -> SharedGame | None:
    """The other row, where what it says changes."""
    wants = COUNTS_AS in (decided or {})
    if not wants and not counts_two_games(found):
        return None
    twin = agreeing(found)
    if twin is None and wants:
        raise Refused(_("This game counts in no other tournament, or not any more."))
    if twin is not None and twin.game.round.tournament not in locked:
        raise Stale(None)
    return twin


def _checked(change: Change, game: Game, decision: EnteredDecision) -> dict[str, object] | None:
    tournament = game.round.tournament
    system = configured_system(tournament)
    if not isinstance(system, KnockOutSystem):
        raise Refused(_("In this tournament a game needs no winner."))
    if game.result == Result.OPEN:
        raise Refused(_("Enter the result of the game first, and then what decided the tie."))
    if game.result == Result.BOTH_FORFEIT and game.decided_by is not None:
        raise Refused(_("Neither of the two came, and lots were drawn. If they have played, enter the result first."))
    snapshot = snapshot_of(tournament)
    tie = next(
        (tie for tie in system.matches(snapshot) if (tie.round_number, tie.board) == (game.round.number, game.board)),
        None,
    )
    if tie is None:
        raise Refused(_("The game on board {board} is no tie of the cup.").format(board=game.board))
    names = _names(game)
    if game.decided_by is None and not tie.is_open:
        raise Refused(_already(tie, names))
    ways = system.endings(snapshot, tie)
    place = next((place for place, way in enumerate(ways) if way.step == decision.step), None)
    if place is None:
        raise Refused(_("By this tournament's options that does not decide a tie."))
    winner = tie.white if decision.winner is Colour.WHITE else tie.black
    _refuse_misfit(game, tie, ways[: place + 1], decision, winner, names)
    decided = MatchDecision(step=decision.step, winner=winner, games=decision.games)
    change.facts |= {"step": decision.step, "player": _player_of(game, decision.winner)}
    kept = kept_decision(decided, white=tie.white)
    return kept | {COUNTS_AS: _as_one(ways, ways[place], decision).value} if kept and decision.as_one else kept


def _as_one(ways: Sequence[MatchEnding], way: MatchEnding, decision: EnteredDecision) -> Result:
    """Of the two games on one evening: whoever is ahead after both has won the one, and else it is a draw."""
    if not ways[0].is_second_game:
        raise Refused(_("This tie is one game."))
    if not way.is_second_game:
        return Result.DRAW
    return Result.WHITE_WINS if decision.winner is Colour.WHITE else Result.BLACK_WINS


def _already(tie: Match, names: Mapping[PlayerId, str]) -> str:
    if tie.winner is None:
        return _("Neither of the two goes through: neither came.")
    return _("This tie is decided already: {name} goes through.").format(name=names[tie.winner])


def _refuse_misfit(
    game: Game,
    tie: Match,
    ways: tuple[MatchEnding, ...],
    decision: EnteredDecision,
    winner: PlayerId,
    names: Mapping[PlayerId, str],
) -> None:
    way = ways[-1]
    if way.winner is not None and way.winner != winner:
        raise Refused(_("By this step {name} goes through.").format(name=names[way.winner]))
    if not decision.games:
        return
    if len(decision.games) > sum(each.games for each in ways):
        raise Refused(_("That is more games than are played up to this step."))
    leads = ahead(Result(game.result), decision.games, draw_is_for_black=way.draw_is_for_black)
    if leads is None and way.games:
        raise Refused(_("After these games both are level. Enter the one that was won, or another step."))
    if leads is not None and not way.games:
        raise Refused(_("After these games one of them is ahead: no other step is needed."))
    if leads is not None and leads is not decision.winner:
        ahead_name = names[tie.white if leads is Colour.WHITE else tie.black]
        raise Refused(_("After these games {name} is ahead.").format(name=ahead_name))


def _names(game: Game) -> dict[PlayerId, str]:
    called = display_names_in(game.round.tournament_id)
    return {row.entry.number or 0: called[row.entry_id] for row in _rows(game)}


def _player_of(game: Game, colour: Colour) -> int:
    return next(row.entry.person_id for row in _rows(game) if row.colour == colour)


def _rows(game: Game) -> list[Attendance]:
    return list(Attendance.objects.filter(game=game).select_related("entry"))


def set_up_known(
    tournament: Tournament, *, seen: int, actor: User | None, receipt: uuid.UUID | None = None
) -> Action | None:
    """In a tree, the ties whose two became known after their round was drawn get a board in it. `seen`: how many the
    person saw. In a round that is over they are to be played another day."""
    with recording(
        tournament, actor=actor, verb="tie.set_up", receipt=receipt, public=[tournament.club, tournament]
    ) as change:
        refuse_when_closed(tournament)
        system = configured_system(tournament)
        known = system.known_since(snapshot_of(tournament)) if isinstance(system, KnockOutSystem) else {}
        count = sum(map(len, known.values()))
        if count != seen:
            raise Stale(None)
        if not count:
            return None
        rounds = {each.number: each for each in Round.objects.filter(tournament=tournament, number__in=known)}
        for number, boards in known.items():
            found = change.read(rounds[number])
            if not found.is_public:
                raise Refused(_("Round {number} is a draft: pair it again instead.").format(number=number))
            is_over = found.state == RoundState.FINISHED
            write_boards(change, found, [replace(board, is_postponed=is_over) for board in boards])
            change.touch(found)
        change.facts |= {"count": count}
        change.relies_on(Game.objects.filter(round__tournament=tournament), "result", "decided_by")
    return change.action


def open_matches(round: Round) -> tuple[Match, ...]:
    """Of the games of a round that have been played, the ties that wait for who goes on."""
    system = configured_system(round.tournament)
    if not isinstance(system, KnockOutSystem):
        return ()
    snapshot = snapshot_of(round.tournament)
    played = {game.board for game in snapshot.rounds[round.number - 1].games if game.result is not Result.OPEN}
    return tuple(
        tie
        for tie in system.matches(snapshot)
        if tie.round_number == round.number and tie.is_open and tie.board in played
    )


def endings_of(round: Round, tie: Match) -> tuple[MatchEnding, ...]:
    system = configured_system(round.tournament)
    return system.endings(snapshot_of(round.tournament), tie) if isinstance(system, KnockOutSystem) else ()
