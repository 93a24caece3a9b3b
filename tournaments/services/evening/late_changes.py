"""Who comes or leaves when the round is published: one of the choices that the core offers, carried out."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Collection, Iterable, Mapping

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Attendance, Bye, Entry, Game, Mark, Presence, Round, RoundRecord, RoundState, User
from tournaments.pairing.explanations.late_changes import (
    LateChange,
    LateChoice,
    LateQuestion,
    RoundChange,
    SetRound,
    asked_on_second_date,
    changes_for_latecomer,
    changes_for_leaver,
    paired_on_second_date,
)
from tournaments.pairing.history.record import ODD_NUMBER
from tournaments.pairing.types.paired_round import PairingImpossible, Reason
from tournaments.pairing.types.snapshot import AbsenceKind, ByeKind, Colour, PlayerId
from tournaments.recording import Change
from tournaments.selectors.display_names import display_names_in
from tournaments.selectors.evenings import second_date
from tournaments.selectors.shared_games import guests_of
from tournaments.selectors.snapshots import configured_system, packed, set_round_of, tournament_file_of
from tournaments.services.common.refusal import Refused
from tournaments.services.players import notifications
from tournaments.services.rounds.game_dates import refuse_outside_season
from tournaments.services.rounds.no_shows import after_no_show
from tournaments.services.rounds.pair import counted_here, said_of_impossible
from tournaments.services.rounds.publish import changing, take_results
from tournaments.services.rounds.seats import forget_byes_that_are_gone, reasons_to_json, unseated

_DOES_NOT_PLAY = "late.not_playing"
_COMING: Mapping[LateChoice | None, str] = {  # not all: all others do not play
    LateChoice.MEET: "late.meet",
    LateChoice.TOGETHER: "late.meet",
    LateChoice.REPAIR: "late.pair_again",
    LateChoice.BYE: "late.bye",
}
_LEAVING: Mapping[LateChoice | None, str] = {  # not all: all others are away
    LateChoice.MEET: "leave.meet",
    LateChoice.REPAIR: "leave.pair_again",
    LateChoice.BYE: "leave.bye",
    LateChoice.FORFEIT: "leave.forfeit",
    LateChoice.AWAY: "leave.away",
}


def arrive_late(
    round: Round,
    entry: Entry,
    code: str,
    *,
    seen_revision: int,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> LateChange:
    """Somebody who was not in the published round has come. `code` names one of the plans for a latecomer."""
    verb = _COMING.get(_choice(code), _DOES_NOT_PLAY)
    with changing(round, verb, seen_revision, actor, receipt) as change:
        rows = _rows(change, round)
        set_round = set_round_of(round, rows.values())
        number = refuse_latecomer(round, entry, set_round)
        return _carry_out(change, round, rows, changes_for_latecomer(set_round, number), code)


def leave_early(
    round: Round,
    entry: Entry,
    code: str,
    kind: AbsenceKind,
    *,
    is_our_mistake: bool = False,
    seen_revision: int,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> LateChange:
    """Somebody leaves before their board has begun; `kind` is what the absence counts as: unexcused did not come.

    With `is_our_mistake` they had signed off in time, and stood on the board by a mistake: nobody wins by forfeit.
    """
    verb = _LEAVING.get(_choice(code), "leave.away")
    with changing(round, verb, seen_revision, actor, receipt) as change:
        rows = _rows(change, round)
        set_round = set_round_of(round, rows.values())
        number = refuse_leaver(round, entry, set_round)
        change.facts["presence"] = kind.value  # also where the forfeit leaves the mark as it is
        if is_our_mistake:
            change.facts["is_our_mistake"] = True
            if kind is not AbsenceKind.EXCUSED or _choice(code) is LateChoice.FORFEIT:
                raise Refused(_("{name} had signed off in time: nobody wins by forfeit.").format(name=_called(entry)))
        did_not_come = kind is AbsenceKind.UNEXCUSED
        away = Presence.NO_SHOW if did_not_come else Presence(kind.value)
        plan = _carry_out(change, round, rows, changes_for_leaver(set_round, number, kind), code, away=away)
        after_no_show(change, round, [entry.pk] if did_not_come else [])
        return plan


def pair_those_here(
    round: Round,
    entries: Collection[int],
    *,
    date: datetime.date,
    seen_revision: int,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> RoundChange:
    """More are paired into the published round, on boards behind those that it has; these are played on that date.

    `entries` are the keys of those who are here now: away until now, or sitting out and playing on.
    """
    cups = guests_of(round.tournament)
    with changing(round, "late.pair_here", seen_revision, actor, receipt, beside=cups) as change:
        _refuse_second_date(round, date)
        rows = _rows(change, round)
        set_round = set_round_of(round, rows.values())
        here = frozenset(number for number, row in rows.items() if row.entry_id in entries)
        for number in sorted(here - set_round.without_board):
            refuse_latecomer(round, rows[number].entry, set_round)
        if len(here) < _FEWEST:
            raise Refused(_("Nobody can be paired alone: choose two players at least."))
        asked = asked_on_second_date(set_round, here)
        ties = counted_here(change, round, asked.snapshot, rows, asked.pinned)
        try:
            plan = paired_on_second_date(set_round, here, by_hand=ties)
        except PairingImpossible as impossible:
            raise Refused(said_of_impossible(impossible, rows)) from impossible
        change.facts |= _facts_of_second_date(plan, rows)
        _write(change, round, rows, plan, date=None if date == round.date else date)
        if cups and plan.boards:
            take_results(change, round, from_board=plan.boards[0].board)
        _settle(change, round, plan.asked, plan.notes)
        change.update(round, over_at=None)
    return plan


_FEWEST = 2


def _facts_of_second_date(plan: RoundChange, rows: Mapping[PlayerId, Attendance]) -> dict[str, object]:
    players = [number for board in plan.boards for number in (board.white, board.black)]
    facts: dict[str, object] = {
        "boards": [board.board for board in plan.boards],
        "players": [rows[number].entry.who for number in players],
    }
    odd = [rows[number].entry.who for number in plan.byes]
    return facts | {"what": "odd", "player": odd[0]} if odd else facts


def _refuse_second_date(round: Round, date: datetime.date) -> None:
    tournament = round.tournament
    later = tournament.rounds.filter(number__gt=round.number).exclude(state=RoundState.OPEN).order_by("number").first()
    if later is not None:
        raise Refused(
            _("Round {next} already has boards: nobody can be added to round {round} any more.").format(
                next=later.number, round=round.number
            )
        )
    _refuse_unless_published(round)
    if not configured_system(tournament).capabilities().pairs_round_by_round:
        raise Refused(_("The pairings are fixed here: nobody else can be added to a round."))
    refuse_outside_season(tournament, date)
    if round.date is not None and date < round.date:
        raise Refused(
            _("{date} is before the day of round {round}.").format(date=date_format(date), round=round.number)
        )


def refuse_latecomer(round: Round, entry: Entry, set_round: SetRound) -> PlayerId:
    """The number of somebody who can still come into the round; raises Refused for others."""
    _refuse_unless_published(round)
    number = entry.number or 0
    if set_round.has_place_for(number):
        raise Refused(_("{name} is in this round already.").format(name=_called(entry)))
    if number not in {*set_round.not_here, *set_round.free}:
        raise Refused(_("{name} is not in this round: withdrawn, out, or joining later.").format(name=_called(entry)))
    return number


def refuse_leaver(round: Round, entry: Entry, set_round: SetRound) -> PlayerId:
    """The number of somebody who can still leave the round; raises Refused for others."""
    _refuse_unless_published(round)
    number = entry.number or 0
    board = set_round.board_of(number)
    if board is None and number not in set_round.sitting_out | set_round.free:
        raise Refused(_("{name} is not in this round.").format(name=_called(entry)))
    if board is not None and board.has_begun:
        raise Refused(
            _("Board {board} has begun and stays as it is: enter its result, or a forfeit.").format(board=board.board)
        )
    return number


def _called(entry: Entry) -> str:
    return display_names_in(entry.tournament_id)[entry.pk]


def _refuse_unless_published(round: Round) -> None:
    if round.state == RoundState.FINISHED:
        raise Refused(_("Round {number} is finished: its table is published.").format(number=round.number))
    if round.state != RoundState.PUBLISHED:
        raise Refused(_("Round {number} is not published yet.").format(number=round.number))


def _choice(code: str) -> LateChoice | None:
    word = code.partition("-")[0]
    return LateChoice(word) if word in set(LateChoice) else None


def _rows(change: Change, round: Round) -> dict[PlayerId, Attendance]:
    """By number; also for whoever is back on the list since the round was opened."""
    rows = list(Attendance.objects.filter(round=round).select_related("entry__player", "game"))
    entries = Entry.objects.filter(tournament=round.tournament_id).select_related("player").order_by("pk")
    missing = entries.exclude(pk__in=[row.entry_id for row in rows])
    rows += change.create_many([Attendance(round=round, entry=entry) for entry in missing])
    return {row.entry.number: row for row in rows if row.entry.number is not None}


def _carry_out(
    change: Change,
    round: Round,
    rows: Mapping[PlayerId, Attendance],
    plans: Iterable[LateChange],
    code: str,
    *,
    away: Presence | None = None,
) -> LateChange:
    """`away` is what whoever leaves is marked as."""
    plan = next((plan for plan in plans if plan.code == code), None)
    if plan is None:
        raise Refused(_("This is no longer possible. Choose again."))
    opponents = [player for board in plan.boards for player in (board.white, board.black)]
    concerned = (
        opponents if plan.choice in {LateChoice.MEET, LateChoice.TOGETHER} else [plan.other] if plan.other else []
    )
    others = [rows[player].entry.who for player in concerned if player != plan.player]
    change.facts.update({"player": rows[plan.player].entry.who, "players": others})
    presence = _presence(plan)
    if presence is not None:
        change.facts["presence"] = presence.value
    left = {} if plan.away is None else {plan.player: away or Presence(plan.away.value)}
    _write(change, round, rows, plan, second_date(round), left)
    if plan.forfeit is not None:
        board, result = plan.forfeit
        change.update(Game.objects.get(round=round, board=board), result=result.value)
    _settle(change, round, plan.asked, plan.notes)
    return plan


def _settle(change: Change, round: Round, asked: LateQuestion | None, notes: Iterable[Reason]) -> None:
    if asked is not None:
        _keep_what_was_asked(change, round, asked, notes)
    forget_byes_that_are_gone(change, round)
    change.touch(round)
    change.relies_on([round], "state")
    notifications.tell_of(round)


def _presence(plan: LateChange) -> Presence | None:
    """What the player who comes or leaves is marked as, where that is not present."""
    if plan.away is not None:
        return Presence(plan.away.value)
    kind, _reasons = plan.byes.get(plan.player, (ByeKind.PAIRING, ()))
    return None if kind in ODD_NUMBER else Presence(kind.value)


def _write(
    change: Change,
    round: Round,
    rows: Mapping[PlayerId, Attendance],
    plan: RoundChange,
    date: datetime.date | None,
    left: Mapping[PlayerId, Presence] | None = None,
) -> None:
    """Only the boards that the plan clears vanish; no other game is written, but for its number. `date` is the new
    boards' own; `left` is what whoever leaves is marked as."""
    games = {game.board: game for game in Game.objects.filter(round=round)}
    cleared = [games[number] for number in sorted(plan.cleared)]
    keys = {game.pk for game in cleared}
    freed = [row for number, row in rows.items() if row.game_id in keys or number in plan.no_longer_out]
    owing = [row.entry for row in freed if row.bye == Bye.UNPAID]
    change.update_many([(row, unseated()) for row in freed])
    change.delete_many(cleared)
    for last, gap in plan.moved.items():
        change.update(games[last], board=gap)
    made = change.create_many(
        [
            Game(
                round=round,
                board=board.board,
                by_hand=board.pinned,
                date=date,
                reasons=reasons_to_json(board.reasons),
            )
            for board in plan.boards
        ]
    )
    places: dict[PlayerId, dict[str, object]] = {}
    for game, board in zip(made, plan.boards, strict=True):
        here = Mark(Presence.PRESENT).columns
        places[board.white] = {"game": game, "colour": Colour.WHITE.value} | here
        places[board.black] = {"game": game, "colour": Colour.BLACK.value} | here
    for player, (kind, reasons) in plan.byes.items():
        presence = Presence.PRESENT if kind in ODD_NUMBER else Presence(kind.value)
        places[player] = {"bye": kind.value, "reasons": reasons_to_json(reasons)} | Mark(presence).columns
    places |= {player: Mark(presence).columns for player, presence in (left or {}).items()}
    change.update_many([(rows[player], unseated() | place) for player, place in places.items()])
    paid_off = {rows[player].entry_id for player, (kind, _why) in plan.byes.items() if kind is ByeKind.UNPAID}
    change.update_many([(entry, {"owes_bye": entry.pk not in paid_off}) for entry in owing])
    paying = [rows[player].entry for player in plan.byes if rows[player].entry_id in paid_off]
    change.update_many([(entry, {"owes_bye": False}) for entry in paying if entry not in owing])


def _keep_what_was_asked(change: Change, round: Round, asked: LateQuestion, new: Iterable[Reason]) -> None:
    """So that the round explains itself as it is now. What was relaxed for boards that stay is still said."""
    file = tournament_file_of(round.tournament, asked.snapshot, pinned=asked.pinned)
    for record in RoundRecord.objects.filter(round=round):
        change.update(record, tournament_file=packed(file))
    notes = reasons_to_json(new)
    kept = round.notes if asked.pinned else []
    change.update(round, notes=[*kept, *(note for note in notes if note not in kept)])
