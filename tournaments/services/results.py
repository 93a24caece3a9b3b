"""Results: entered, corrected, cleared, forfeited, postponed."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext as _

from tournaments.evenings import is_waiting, nights
from tournaments.models import Action, Game, Round, RoundState, Tournament, User
from tournaments.pairing.model.snapshot import Result
from tournaments.pairing.telling.damage import damage
from tournaments.recording import Change, Stale, last_change_of, recording
from tournaments.services.carried import seen_in
from tournaments.services.closed_season import refuse_when_closed
from tournaments.services.refusal import Refused
from tournaments.services.rounds.no_shows import after_forfeit
from tournaments.snapshots import paired_since


def enter_result(
    game: Game, result: Result, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None
) -> Action | None:
    """Enter or correct a result, a forfeit too. `seen` is the result on the person's screen.

    The game is read anew under the lock: its key is asked for, and the tournament of its round. Raises
    Game.DoesNotExist for a game of another tournament.

    What was known when later rounds were paired is kept (tournament file: known_from, earlier).
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
    with recording(
        tournament, actor=actor, verb=verb, receipt=receipt, facts=facts, public=seen_in(tournament)
    ) as change:
        found, newest = game_and_newest(change, tournament, game.pk)
        change.facts |= {"round": found.round.number, "board": found.board, "result": result.value}
        if not found.round.is_public:
            raise Stale(last_change_of(found.round, tournament=tournament))
        if (found.result, found.is_postponed) == (result.value, is_postponed):
            return None
        if found.result != seen:
            raise Stale(last_change_of(found, tournament=tournament))
        if is_postponed and found.result != Result.OPEN:
            raise Refused(_("Board {board} has a result: clear the result first.").format(board=found.board))
        if result is Result.OPEN:
            refuse_when_closed(tournament)
        own_date = {"date": played_on(found, result, tournament)} if not is_postponed else {}
        change.update(found, **entered(found, result, newest=newest) | {"is_postponed": is_postponed} | own_date)
        change.relies_on([found.round], "state")
        if result.is_forfeit and found.round.state == RoundState.PUBLISHED:
            after_forfeit(change, found)
    return change.action


def entered(game: Game, result: Result, *, newest: int) -> dict[str, object]:
    """The game's columns once it has this result. It comes with its round; `newest`: see newest_paired."""
    values: dict[str, object] = {"result": result.value, "is_postponed": False}
    if game.result == result.value:
        return values
    if game.unplayed:
        values["unplayed"] = False
    if game.decided_by is not None:  # what decided another result says nothing of this one
        values["decided_by"] = None
    return values | _known(game, result, newest=newest)


def played_on(game: Game, result: Result, tournament: Tournament) -> datetime.date | None:
    """The game's own date once it has this result; it comes with its round. None: it was played with its round, or
    not at all. What is postponed, or of a round still to come, is played tonight, unless it was agreed for before."""
    if result is Result.OPEN or result.is_forfeit:
        return None
    if game.result != Result.OPEN.value:
        return game.date
    planned = game.round.date
    if not game.is_postponed and planned is None and not _is_ahead(game.round):
        return None
    tonight = max(nights(tournament.club.time_zone))
    if game.is_postponed:
        day = min(game.date or tonight, tonight)
        return None if day == planned else day
    return tonight if planned is None or planned > tonight else None


def _is_ahead(round: Round) -> bool:
    """On the wall, and its turn has not come."""
    return Round.with_ahead.filter(pk=round.pk).ahead().exists()


def newest_paired(tournament: Tournament) -> int:
    """The number of the newest round that is paired: it, and those before it, do not know a result entered now."""
    paired = Round.objects.filter(tournament=tournament).exclude(state=RoundState.OPEN)  # not those ahead
    return paired.order_by("-number").values_list("number", flat=True).first() or 0


def game_under_lock(change: Change, tournament: Tournament, key: int) -> Game:
    """With its round, as they are. Raises Game.DoesNotExist for a game of another tournament, Stale for one gone."""
    return game_and_newest(change, tournament, key)[0]


def game_and_newest(change: Change, tournament: Tournament, key: int) -> tuple[Game, int]:
    """With its round, as they are under the lock, and the number of the newest round that is paired."""
    wanted = Game.objects.filter(round__tournament=tournament, pk=key)
    found = next(iter(wanted.select_related("round").annotate(newest=_NEWEST_PAIRED)), None)
    if found is None:
        if Game.objects.filter(pk=key).exists():
            raise Game.DoesNotExist
        raise Stale
    found.round.tournament = tournament
    return change.read(found), found.newest


_PAIRED = Round.objects.filter(tournament=OuterRef("round__tournament")).exclude(state=RoundState.OPEN)
_NEWEST_PAIRED = Subquery(_PAIRED.order_by("-number").values("number")[:1])
"""Made once: Django takes as long to build a question as the database to answer it."""


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


def _known(game: Game, result: Result, *, newest: int) -> dict[str, object]:
    """From which round on the new result is known, and what the rounds paired meanwhile knew."""
    known = known_from_now(game, newest=newest)
    if known["earlier"] and known["earlier"][-1][0] == result.value:  # back to what the last pairing knew
        *earlier, (_result, since) = known["earlier"]
        return {"known_from": None if since == game.round.number + 1 else since, "earlier": earlier}
    if result is Result.OPEN and not known["earlier"]:  # nobody has known another
        return {"known_from": None, "earlier": []}
    return known


def known_from_now(game: Game, *, newest: int) -> dict[str, Any]:
    """The columns of a game of which something is known only now; rounds paired meanwhile knew it as it is.

    Played before its turn it is known to the round that is on: it counts in the table before that one too.
    """
    number = game.round.number
    now = newest if _is_early(game, newest) else max(newest, number) + 1
    known_from = game.known_from or number + 1
    earlier = [*game.earlier, *([[game.result, known_from]] if known_from < now else [])]
    return {"known_from": None if now == number + 1 else now, "earlier": earlier}


def _is_early(game: Game, newest: int) -> bool:
    """Its round is on the wall with the whole plan, and nobody has opened its evening."""
    is_next = newest == game.round.number and is_waiting(game.round.tournament, game.round)
    return newest < game.round.number or is_next
