"""The end of a round: its table is published, and kept as it was."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import Entry, Game, PublishedTable, Round, RoundState, User
from tournaments.pairing.types.snapshot import Result
from tournaments.pairing.wording import listing
from tournaments.recording import Change, Stale, last_change_of
from tournaments.selectors.display_names import display_names_in
from tournaments.selectors.snapshots import (
    configured_system,
    packed,
    packed_table,
    ranked,
    snapshot_of,
    tournament_file_of,
)
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.publish import changing
from tournaments.services.rounds.seats import misfits


def finish_round(round: Round, *, seen_revision: int, actor: User | None, receipt: uuid.UUID | None = None) -> Round:
    """Publish the table after this round, before the next is opened or because there is none.

    Results can still be corrected: the table that was published stays, and the corrected one stands beside it.
    """
    with changing(round, "round.finish", seen_revision, actor, receipt) as change:
        if round.state != RoundState.PUBLISHED:
            raise Stale(last_change_of(round, tournament=round.tournament))
        refuse_unfinished(round)
        finish(change, round)
        change.touch(round)
    return round


def finish(change: Change, round: Round) -> None:
    """The newest round becomes history: its table, and the tournament file as known now, are kept with it."""
    tournament = round.tournament
    snapshot = snapshot_of(tournament)
    table = ranked(tournament, snapshot)
    change.create(
        PublishedTable(
            round=round,
            table=packed_table(table),
            tournament_file=packed(tournament_file_of(tournament, snapshot)),
            published_at=clock.now(),
        )
    )
    change.update(round, state=RoundState.FINISHED)
    change.relies_on([round], "state")
    change.relies_on(Entry.objects.filter(tournament=tournament), "number")


def refuse_unfinished(round: Round) -> None:
    """Raises Refused unless everybody who was here has a game or the bye, and no game is waited for."""
    if not round.is_public:
        raise Refused(_("Round {number} is not published yet.").format(number=round.number))
    fits = round.state == RoundState.FINISHED  # so it did then, and an imported one was played elsewhere
    free = [] if fits else misfits(round)
    if (
        configured_system(round.tournament).capabilities().knocks_out is not None
    ):  # a correction since leaves its boards
        free = [row for row in free if row.game_id is None]
    if free:
        called = display_names_in(round.tournament_id)
        raise Refused(
            _("In round {number} these are here without a game or the bye: {names}. Give them one.").format(
                number=round.number, names=listing(sorted(called[row.entry_id] for row in free), _)
            )
        )
    waiting = Game.objects.filter(round=round, result=Result.OPEN, is_postponed=False).order_by("board")
    boards = [str(board) for board in waiting.values_list("board", flat=True)]
    if boards:
        raise Refused(
            _("Round {number} still waits for the result of board {boards}. Enter it, or postpone the game.").format(
                number=round.number, boards=listing(boards, _)
            )
        )
