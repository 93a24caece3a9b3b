"""Pairing: the system's proposal becomes the round's draft."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext

from tournaments.models import UNPUBLISHED_STATES, Attendance, Game, Round, RoundRecord, RoundState, User
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible, PinnedBoard
from tournaments.pairing.types.snapshot import ByeKind, PlayedBye, PlayerId, Result, TournamentSnapshot
from tournaments.pairing.wording import sentence
from tournaments.recording import Change, Stale, last_change_of, recording, refresh
from tournaments.selectors.display_names import display_names_of_entries
from tournaments.selectors.shared_games import marked_for
from tournaments.selectors.snapshots import (
    boards_by_hand,
    configured_system,
    has_given_bye,
    out_before,
)
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.carried_games import write_played_before
from tournaments.services.rounds.round_under_lock import RoundUnderLock
from tournaments.services.rounds.seats import reasons_to_json, seat, unseated, without_a_board


def pair_round(round: Round, *, seen_revision: int, actor: User | None, receipt: uuid.UUID | None = None) -> Round:
    """Draft the round from who is here; a draft that is there is thrown away, but for what was set by hand.

    Raises Stale when the round is no longer at the revision the person saw, Refused with the system's reasons when
    there is no pairing.
    """
    tournament = round.tournament
    with recording(
        tournament, actor=actor, verb="round.pair", receipt=receipt, facts={"round": round.number}
    ) as change:
        refresh(round)
        if round.revision != seen_revision or round.state not in UNPUBLISHED_STATES:
            raise Stale(last_change_of(round, tournament=tournament))
        round.tournament = tournament  # as it is under the lock
        if round.number == 1:
            write_played_before(change, tournament)
        locked = RoundUnderLock(round=round)
        rows = _slots(change, locked)
        by_number = {row.entry.number: row for row in rows if row.entry.number is not None}
        snapshot = _with_given_byes(locked.snapshot_before(), rows)
        pinned = boards_by_hand(rows)
        pinned += counted_here(change, round, snapshot, by_number, pinned)
        try:
            paired = configured_system(tournament).pair(snapshot, pinned=pinned)
        except PairingImpossible as impossible:
            raise Refused(said_of_impossible(impossible, by_number)) from impossible
        _throw_away_draft(change, round, rows)
        _write_draft(change, round, paired, by_number)
        _now_known(change, round)
        change.create(RoundRecord(round=round, tournament_file=locked.file(snapshot, pinned)))
        change.update(round, state=RoundState.DRAFTED, notes=reasons_to_json(paired.notes))
        change.touch(round)
        known = Game.objects.filter(round__tournament=tournament, round__number__lt=round.number).only("pk")
        change.relies_on(known, "result", "decided_by")
        return round


def _slots(change: Change, locked: RoundUnderLock) -> list[Attendance]:
    """A row for everybody, also for who is back on the list since the round was opened."""
    there = {row.entry_id for row in locked.rows}
    missing = [Attendance(round=locked.round, entry=entry) for entry in locked.entries if entry.pk not in there]
    return locked.rows + change.create_many(missing)


def _with_given_byes(snapshot: TournamentSnapshot, rows: Sequence[Attendance]) -> TournamentSnapshot:
    """Byes that the director gave stand with those asked for, so that the kept file says them too."""
    asked = snapshot.next_round
    elsewhere = {away.player for away in asked.absences} | {bye.player for bye in asked.byes}
    given = [
        PlayedBye(player=row.entry.number, kind=ByeKind.PAIRING)
        for row in rows
        if row.entry.number is not None and row.entry.number not in elsewhere and has_given_bye(row)
    ]
    return replace(snapshot, next_round=replace(asked, byes=(*asked.byes, *given)))


def counted_here(
    change: Change,
    round: Round,
    snapshot: TournamentSnapshot,
    by_number: Mapping[PlayerId, Attendance],
    pinned: Sequence[PinnedBoard],
) -> list[PinnedBoard]:
    """Ties of a cup that are played in this round, with the cup's colours: where both are here to be paired, and
    neither has been set on another board, nor been given the bye."""
    marked = marked_for(round)
    if not marked:
        return []
    asked = snapshot.next_round
    gone = {each.player for each in asked.absences} | {each.player for each in asked.byes} | out_before(round).keys()
    gone |= {player for board in pinned for player in (board.white, board.black)}
    free = {
        row.entry.who: number
        for number, row in by_number.items()
        if number not in gone and snapshot.by_number[number].takes_part(round.number)
    }
    taken: set[int] = set()
    found = []
    for pair in marked:
        is_walk_over = Result(pair.game.result).is_forfeit
        if not is_walk_over and pair.players <= free.keys() and taken.isdisjoint(pair.players):
            taken |= pair.players
            found.append(pair)
    change.relies_on([pair.game for pair in found], "counted_in")
    return [PinnedBoard(white=free[pair.white], black=free[pair.black]) for pair in found]


def _throw_away_draft(change: Change, round: Round, rows: Sequence[Attendance]) -> None:
    if round.state == RoundState.OPEN and not any(row.game_id or row.bye or row.reasons for row in rows):
        return
    change.update_many([(row, unseated()) for row in rows])
    change.delete_many(Game.objects.filter(round=round))
    change.delete_many(RoundRecord.objects.filter(round=round))


def _write_draft(change: Change, round: Round, paired: PairedRound, by_number: Mapping[PlayerId, Attendance]) -> None:
    slots = seat(change, round, [(board.board, board) for board in paired.boards], by_number)
    slots += [(by_number[player], values) for player, values in without_a_board(paired).items()]
    change.update_many(slots)


def _now_known(change: Change, round: Round) -> None:
    """This pairing knows all results as they stand, those too that were to be known only from a later round on.

    Happens when a result was corrected after a first draft: the draft that did not know it is thrown away now.
    """
    late = Game.objects.filter(
        round__tournament=round.tournament, round__number__lt=round.number, known_from__gt=round.number
    ).select_related("round")
    updates: list[tuple[Game, dict[str, object]]] = []
    for game in late:
        is_the_next = round.number == game.round.number + 1
        known_before = [each for each in game.earlier if each[1] < round.number]
        updates.append((game, {"known_from": None if is_the_next else round.number, "earlier": known_before}))
    change.update_many(updates)


def said_of_impossible(impossible: PairingImpossible, by_number: Mapping[PlayerId, Attendance]) -> str:
    called = display_names_of_entries(row.entry for row in by_number.values())

    def name(number: PlayerId) -> str:
        return called[by_number[number].entry_id]

    return " ".join(sentence(reason, name, gettext) for reason in impossible.reasons)
