"""The line-up of a team for its match: handed in by its captain, or said by a director."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import (
    PUBLIC_STATES,
    Action,
    Attendance,
    LineUpBy,
    LineUpPlace,
    Player,
    TeamMember,
    Tournament,
    User,
)
from tournaments.pairing.teams.board_signs import from_signs
from tournaments.pairing.teams.rosters import BoardOrder, LineUpFault, faults_of
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import Change, Stale, last_change_of, recording
from tournaments.selectors.display_names import display_name_of
from tournaments.selectors.team_entries.team_line_ups import closed_in_words, is_closed, rosters_of
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused
from tournaments.services.players.push_subscriptions import PushTopic, tell_phones

_READ = ("round", "entry", "game")


def version_of(row: Attendance) -> str:
    """What a form about this team's line-up was made for."""
    places = LineUpPlace.objects.filter(attendance=row).order_by("board").values_list("board", "member")
    return fingerprint([row.game_id, row.handed_in_at is not None, list(places)])


def hand_in_line_up(
    row: Attendance,
    members: Sequence[int | None],
    *,
    seen: str,
    by_card: Player | None = None,
    actor: User | None = None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """`members` are keys of the team's, from board 1 on; None: nobody sits there. By a card only the captain does so,
    until it closes or play begins; a director whenever the round is published, also in another order than the roster's
    (rulebook, teams, B1). `seen` is the version_of(row) that the form was made for.

    Raises Attendance.DoesNotExist where the team is not theirs.
    """
    tournament = row.round.tournament
    facts: dict[str, object] = {"player": row.entry.who, "round": row.round.number}
    facts |= {} if by_card is None else {"by_card": by_card.pk}
    with recording(
        tournament, actor=actor, verb="roster.line_up", receipt=receipt, facts=facts, public=[tournament]
    ) as change:
        refuse_when_closed(tournament)
        found = _reread(row, tournament, by_card)
        if version_of(found) != seen:
            raise Stale(last_change_of(found, tournament=tournament))
        if tournament.line_up == LineUpBy.NOBODY:
            raise Refused(_("In this tournament nobody says who sits where."))
        if by_card is not None:
            _refuse_late(found, tournament)
        boards = tournament.boards or 0
        if len(members) != boards:
            raise Refused(_("This match has {count} boards.").format(count=boards))
        roster = {each.pk: each for each in rosters_of([found.entry_id], found.round.number).get(found.entry_id, ())}
        _refuse_faults(members, roster, boards, BoardOrder.FREE if by_card is None else BoardOrder.FIXED)
        _refuse_played(found, members)
        _write(change, found, members)
        change.facts["count"] = sum(member is not None for member in members)
        tell_phones(PushTopic.ROUND, found.round_id, tournament.club_id)
    return change.action


def _reread(row: Attendance, tournament: Tournament, by_card: Player | None) -> Attendance:
    found = Attendance.objects.filter(pk=row.pk).select_related(*_READ).first()
    if found is None or found.game is None or found.round.state not in PUBLIC_STATES:
        raise Stale
    found.round.tournament = tournament
    if not found.entry.is_team or (by_card is not None and found.entry.captain_id != by_card.pk):
        raise Attendance.DoesNotExist
    return found


def _refuse_late(row: Attendance, tournament: Tournament) -> None:
    if tournament.line_up != LineUpBy.CAPTAIN:
        raise Refused(_("In this tournament the first of the team who are here play: tell the director who is away."))
    if row.game is not None and row.game.has_begun:
        raise Refused(_("The match has begun: ask the director."))
    if is_closed(row.round, tournament):
        raise Refused(closed_in_words(row.round, tournament))


def _refuse_faults(
    members: Sequence[int | None], roster: Mapping[int, TeamMember], boards: int, order: BoardOrder
) -> None:
    if not any(members):
        raise Refused(_("Choose who plays."))
    for board, fault in faults_of(tuple(members), [*roster], starters=boards, order=order):
        name = display_name_of(roster[member].player) if (member := members[board - 1]) in roster and member else ""
        match fault:
            case LineUpFault.GAP:
                raise Refused(_("Board {board} is empty: move up those below.").format(board=board))
            case LineUpFault.TWICE:
                raise Refused(_("{player} cannot sit at two boards.").format(player=name))
            case LineUpFault.NOT_IN_TEAM:
                raise Refused(_("Somebody at board {board} is not of this team.").format(board=board))
            case LineUpFault.ORDER | LineUpFault.RESERVE_ABOVE:
                raise Refused(_("{player} does not sit in the order of the team.").format(player=name))


def _refuse_played(row: Attendance, members: Sequence[int | None]) -> None:
    """Nobody is taken from a board at which somebody has played."""
    results = from_signs(row.game.boards) if row.game is not None else ()
    for board, (result, member) in enumerate(zip(results, members, strict=False), 1):
        if member is None and result is not Result.OPEN and not result.is_forfeit:
            raise Refused(_("Board {board} has been played: clear its result first.").format(board=board))


def _write(change: Change, row: Attendance, members: Sequence[int | None]) -> None:
    change.delete_many(LineUpPlace.objects.filter(attendance=row))
    change.create_many(
        [
            LineUpPlace(attendance=row, board=board, member_id=member)
            for board, member in enumerate(members, 1)
            if member is not None
        ]
    )
    change.update(row, handed_in_at=clock.now())
