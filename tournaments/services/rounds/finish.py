"""The end of a round: its table is published, and kept as it was."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import PublishedTable, Round, RoundState, Tournament, User
from tournaments.pairing.types.snapshot import Result
from tournaments.pairing.wording import listing
from tournaments.recording import Change, Scope, Stale, last_change_of
from tournaments.selectors.snapshots import configured_system, packed_table, ranked
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.publish import changing
from tournaments.services.rounds.round_under_lock import RoundUnderLock


def finish_round(round: Round, *, seen_revision: int, actor: User | None, receipt: uuid.UUID | None = None) -> Round:
    """Publish the table after this round, before the next is opened or because there is none.

    Results can still be corrected: the table that was published stays, and the corrected one stands beside it.
    """
    with changing(round, "round.finish", seen_revision, actor, receipt) as change:
        if round.state != RoundState.PUBLISHED:
            raise Stale(last_change_of(round, tournament=round.tournament))
        locked = RoundUnderLock(round=round)
        refuse_unfinished(locked)
        finish(change, locked)
        change.touch(round)
    return round


def finish(change: Change, locked: RoundUnderLock) -> None:
    """The newest round becomes history, and with it what was played before its turn of a plan on the wall."""
    _finish_alone(change, locked)
    finish_played_rounds(change, locked.tournament)


def _finish_alone(change: Change, locked: RoundUnderLock) -> None:
    """Its table, and the tournament file as known now, are kept with it."""
    snapshot = locked.snapshot()
    change.create(
        PublishedTable(
            round=locked.round,
            table=packed_table(ranked(locked.tournament, snapshot, locked.entries)),
            tournament_file=locked.file(snapshot),
            published_at=clock.now(),
        )
    )
    change.update(locked.round, state=RoundState.FINISHED)
    change.relies_on([locked.round], "state")
    change.relies_on(locked.entries, "number")


def shown_with_results(tournaments: Sequence[Tournament]) -> list[Scope]:
    """Whose public pages a result in these changes: where a round may end with it, their clubs' too."""
    clubs = {each.club_id: each.club for each in tournaments if has_plan_on_the_wall(each)}
    return [*clubs.values(), *tournaments]


def has_plan_on_the_wall(tournament: Tournament) -> bool:
    """Or may have one."""
    return configured_system(tournament).capabilities().rounds.published_at_once


def finish_played_rounds(change: Change, *tournaments: Tournament) -> None:
    """The rounds of a plan that hangs on the wall, in their order, as far as all games of each have their results: the
    table follows the boards, and not who has opened which evening. Inside a recording, after whatever may have been the
    last result of one.

    A round that has been opened for an evening is its director's to end.
    """
    for tournament in filter(has_plan_on_the_wall, tournaments):
        _finish_played_rounds_of(tournament, change)


def _finish_played_rounds_of(tournament: Tournament, change: Change) -> None:
    before = None
    for round in Round.with_ahead.filter(tournament=tournament).order_by("number"):
        if round.state != RoundState.FINISHED:
            if not round.is_to_come or not _has_its_results(round):
                return
            round.tournament = tournament
            _finish_alone(change, RoundUnderLock(round=round))
            change.touch(round)
            if before is not None:
                change.relies_on([before], "state")
        before = round


def _has_its_results(round: Round) -> bool:
    """Postponed games are waited for by nobody; a round of nothing else has not been played."""
    games = set(round.games.values_list("result", "is_postponed"))
    return (Result.OPEN, False) not in games and any(result != Result.OPEN for result, _postponed in games)


def refuse_unfinished(locked: RoundUnderLock) -> None:
    """Raises Refused unless everybody who was here has a game or the bye, and no game is waited for."""
    round = locked.round
    if not round.is_public:
        raise Refused(_("Round {number} is not published yet.").format(number=round.number))
    fits = round.state == RoundState.FINISHED  # so it did then, and an imported one was played elsewhere
    free = [] if fits else locked.misfits()
    if locked.capabilities.knocks_out is not None:  # a correction since leaves its boards
        free = [row for row in free if row.game_id is None]
    if free:
        raise Refused(
            _("In round {number} these are here without a game or the bye: {names}. Give them one.").format(
                number=round.number, names=listing(sorted(locked.display_names[row.entry_id] for row in free), _)
            )
        )
    waiting = [game.board for game in locked.games if game.result == Result.OPEN and not game.is_postponed]
    boards = [str(board) for board in sorted(waiting)]
    if boards:
        raise Refused(
            _("Round {number} still waits for the result of board {boards}. Enter it, or postpone the game.").format(
                number=round.number, boards=listing(boards, _)
            )
        )
