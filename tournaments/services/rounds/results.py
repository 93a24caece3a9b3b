"""Results: entered, corrected, cleared, forfeited, postponed."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Subquery
from django.utils.translation import gettext as _

from tournaments.models import Action, Game, Round, RoundState, Tournament, User
from tournaments.models.compiled_query import CompiledQuery
from tournaments.pairing.explanations.correction_impact import damage
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import Change, Stale, last_change_of, recording
from tournaments.selectors.shared_games import SharedGame, agreeing
from tournaments.selectors.snapshots import paired_since
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.carried_games import seen_in, takers_of
from tournaments.services.rounds.finish import finish_played_rounds, shown_with_results
from tournaments.services.rounds.no_shows import after_forfeit
from tournaments.services.rounds.result_rows import entered, played_on, write_on_shared


def enter_result(
    game: Game, result: Result, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None
) -> Action | None:
    """Enter or correct a result, a forfeit too. `seen` is the result on the person's screen.

    The game is read anew under the lock: its key is asked for, and the tournament of its round. Raises
    Game.DoesNotExist for a game of another tournament.

    What was known when later rounds were paired is kept (tournament file: known_from, earlier). Where the game is one
    with a game of another tournament the result stands there too, by the same action: in both, or in none.
    """
    if result is Result.OPEN:
        raise Refused(_("To take a result away, clear it."))
    return _change_result(game, "result.enter", result, False, seen=seen, actor=actor, receipt=receipt)


def clear_result(game: Game, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None) -> Action | None:
    """Take the result away, or the mark that the game is postponed."""
    return _change_result(game, "result.clear", Result.OPEN, False, seen=seen, actor=actor, receipt=receipt)


def postpone_game(game: Game, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None) -> Action | None:
    """The game is played another day: the next round need not wait for it."""
    return _change_result(game, "game.postpone", Result.OPEN, True, seen=seen, actor=actor, receipt=receipt)


class _Beside(Exception):
    """The game counts in these tournaments, too, whose rows are not locked yet. Nothing is written."""

    def __init__(self, *tournaments: Tournament) -> None:
        self.tournaments = tournaments
        super().__init__()


def _change_result(
    game: Game,
    verb: str,
    result: Result,
    is_postponed: bool,
    *,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None,
) -> Action | None:
    tournament = round_of(game).tournament
    facts = _damage(tournament, game.pk, result, seen=seen)
    locked = list(seen_in(tournament))
    while True:
        try:
            public = shown_with_results(locked)
            with recording(tournament, actor=actor, verb=verb, receipt=receipt, facts=facts, public=public) as change:
                _write_result(change, tournament, locked, game.pk, result, is_postponed, seen)
            return change.action
        except _Beside as other:
            locked = [*locked, *other.tournaments]


def _write_result(
    change: Change,
    tournament: Tournament,
    locked: Sequence[Tournament],
    key: int,
    result: Result,
    is_postponed: bool,
    seen: str,
) -> None:
    found, newest = game_and_newest(change, tournament, key)
    change.facts |= {"round": found.round.number, "board": found.board, "result": result.value}
    if not found.round.is_public:
        raise Stale(last_change_of(found.round, tournament=tournament))
    if (found.result, found.is_postponed) == (result.value, is_postponed):
        return
    if found.result != seen:
        raise Stale(last_change_of(found, tournament=tournament))
    if is_postponed and found.result != Result.OPEN:
        raise Refused(_("Board {board} has a result: clear the result first.").format(board=found.board))
    if result is Result.OPEN:
        refuse_when_closed(tournament)
    takers = takers_of(tournament) if found.is_taken_over else ()  # type: ignore[attr-defined]  # annotated
    if beside := [each for each in takers if each not in locked]:
        raise _Beside(*beside)
    twin = _twin(found, locked)
    own_date = None if is_postponed else played_on(found, result, tournament)
    change.update(found, **entered(found, result, newest=newest) | {"is_postponed": is_postponed, "date": own_date})
    change.relies_on([found.round], "state")
    if twin is not None:
        write_on_shared(change, twin, result, is_postponed=is_postponed)
    if result.is_forfeit and found.round.state == RoundState.PUBLISHED:
        after_forfeit(change, found)
    finish_played_rounds(change, tournament, *([twin.game.round.tournament] if twin is not None else ()))


def _twin(found: Game, locked: Sequence[Tournament]) -> SharedGame | None:
    """Asked only where there may be one. Raises _Beside where its tournament is to be locked first."""
    if found.counted_in_id is None and not found.may_have_twin:  # type: ignore[attr-defined]  # annotated
        return None
    twin = agreeing(found)
    if twin is not None and twin.game.round.tournament not in locked:
        raise _Beside(twin.game.round.tournament)
    return twin


def game_under_lock(change: Change, tournament: Tournament, key: int) -> Game:
    """With its round, as they are. Raises Game.DoesNotExist for a game of another tournament, Stale for one gone."""
    return game_and_newest(change, tournament, key)[0]


def game_and_newest(change: Change, tournament: Tournament, key: int) -> tuple[Game, int]:
    """With its round, as they are under the lock, and the number of the newest round that is paired."""
    found = _GAME.first(tournament.pk, key)
    if found is None:
        if Game.objects.filter(pk=key).exists():
            raise Game.DoesNotExist
        raise Stale
    found.round.tournament = tournament
    return change.read(found), found.newest


_PAIRED = Round.objects.filter(tournament=OuterRef("round__tournament")).exclude(state=RoundState.OPEN)
_NEWEST_PAIRED = Subquery(_PAIRED.order_by("-number").values("number")[:1])
_IS_TAKEN_OVER = Exists(takers_of(OuterRef("round__tournament")))
_IS_COUNTED = Exists(Game.objects.filter(counted_in=OuterRef("round")))
_GAME = CompiledQuery(
    lambda tournament, key: (
        Game.objects.select_related("round")
        .annotate(newest=_NEWEST_PAIRED, may_have_twin=_IS_COUNTED, is_taken_over=_IS_TAKEN_OVER)
        .filter(round__tournament=tournament, pk=key)
    ),
    int,
    int,
)


def _damage(tournament: Tournament, game: int, result: Result, *, seen: str) -> dict[str, object]:
    """What a correction would have made of the rounds paired since. Before anything is locked: it may take a second."""
    if seen in {Result.OPEN, result}:
        return {}
    corrected = Game.objects.filter(pk=game, round__tournament=tournament).select_related("round").first()
    if corrected is None:
        return {}
    number = corrected.round.number
    found = damage(paired_since(tournament, after=number), number, corrected.board, result)
    return {"damage": [each.to_json() for each in found]} if found else {}


def round_of(game: Game) -> Round:
    try:
        return game.round
    except Round.DoesNotExist as error:
        raise Stale from error
