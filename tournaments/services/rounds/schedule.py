"""A plan published whole: all its rounds at once, before anybody plays, and off the wall again."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import (
    Attendance,
    Entry,
    Game,
    ResultReport,
    Round,
    RoundRecord,
    RoundState,
    Tournament,
    User,
    Withdrawal,
)
from tournaments.pairing.protocols import ScheduledSystem
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import Change, Stale, last_change_of, recording
from tournaments.selectors.evenings import MOST_SCHEDULED_GAMES, is_schedule_too_long
from tournaments.selectors.snapshots import snapshot_of
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.carried_games import write_played_before
from tournaments.services.rounds.finish import finish, refuse_unfinished
from tournaments.services.rounds.round_under_lock import RoundUnderLock
from tournaments.services.rounds.scheduled_games import scheduled_system_of, write_planned
from tournaments.services.rounds.start_numbers import refuse_without_numbers
from tournaments.services.rounds.team_line_ups import forget_teams_in


def publish_schedule(
    tournament: Tournament, *, seen_number: int, actor: User | None, receipt: uuid.UUID | None = None
) -> list[Round]:
    """All rounds from `seen_number` on, with their boards. Nobody is checked in for that: games that somebody cannot
    come to are played another day.

    Raises Stale where that round is there by now.
    """
    with recording(
        tournament,
        actor=actor,
        verb="round.publish_plan",
        receipt=receipt,
        facts={"round": seen_number},
        public=[tournament.club, tournament],
    ) as change:
        rounds = list(Round.with_ahead.filter(tournament=tournament).order_by("number"))
        if seen_number != len(rounds) + 1:
            raise Stale(last_change_of(rounds[-1], tournament=tournament) if rounds else None)
        refuse_when_closed(tournament)
        system = scheduled_system_of(tournament)
        if system is None:
            raise Refused(_("This pairing system has no plan: each round is paired by itself."))
        entries = list(Entry.objects.filter(tournament=tournament).order_by("pk"))
        refuse_without_numbers(entries)
        if rounds:
            locked = RoundUnderLock(round=rounds[-1])
            refuse_unfinished(locked)
            if rounds[-1].state == RoundState.PUBLISHED:
                finish(change, locked)
        else:
            write_played_before(change, tournament)
        made = _write_plan(change, tournament, system, after=len(rounds))
        change.facts["last"] = made[-1].number
        change.relies_on(entries, "number")
        change.relies_on(Withdrawal.objects.filter(entry__tournament=tournament), "first_round", "last_round")
        return made


def publish_schedules(
    tournaments: Sequence[Tournament], *, actor: User | None, receipt: uuid.UUID | None = None
) -> list[Round]:
    """Of all these, from their first round on, or of none. Each is an action of its tournament, undone there."""
    with transaction.atomic():
        return [
            round
            for each in tournaments
            for round in publish_schedule(
                each, seen_number=1, actor=actor, receipt=receipt and uuid.uuid5(receipt, str(each.pk))
            )
        ]


def take_back_schedule(
    tournament: Tournament, *, seen_number: int, actor: User | None, receipt: uuid.UUID | None = None
) -> None:
    """The rounds from `seen_number`, the one that is on, to the last: nobody has played in any of them yet."""
    with recording(
        tournament,
        actor=actor,
        verb="round.take_back_plan",
        receipt=receipt,
        facts={"round": seen_number},
        public=[tournament.club, tournament],
    ) as change:
        rounds = list(Round.with_ahead.filter(tournament=tournament, number__gte=seen_number).order_by("number"))
        newest = tournament.rounds.order_by("-number").first()
        if newest is None or newest.number != seen_number or newest.state != RoundState.PUBLISHED:
            raise Stale(last_change_of(newest, tournament=tournament) if newest else None)
        refuse_when_closed(tournament)
        games = Game.objects.filter(round__in=rounds)
        begun = (
            games.exclude(result=Result.OPEN, boards="", started_at=None)
            .order_by("round__number")
            .select_related("round")
        )
        if (found := begun.first()) is not None:
            raise Refused(
                _("Round {number} has begun, so the plan can no longer be taken back.").format(
                    number=found.round.number
                )
            )
        change.facts["last"] = rounds[-1].number
        change.delete_many(ResultReport.objects.filter(attendance__round__in=rounds))
        forget_teams_in(change, rounds)
        change.delete_many(Attendance.objects.filter(round__in=rounds))
        change.delete_many(games)
        change.delete_many(RoundRecord.objects.filter(round__in=rounds))
        change.delete_many(rounds)
        if seen_number == 1:
            change.update(tournament, planned_rounds=None)


def _write_plan(change: Change, tournament: Tournament, system: ScheduledSystem, *, after: int) -> list[Round]:
    snapshot = snapshot_of(tournament)
    if len(snapshot.entrants) < 2:
        raise Refused(_("Two players at least make a plan: enter more."))
    if is_schedule_too_long(tournament, max(len(snapshot.entrants), max(snapshot.by_number))):
        raise Refused(
            _("With {count} players the plan has more than {most} games: make groups of them.").format(
                count=len(snapshot.entrants), most=MOST_SCHEDULED_GAMES
            )
        )
    planned = system.schedule(snapshot)[after:]
    if not planned:
        raise Refused(_("All planned rounds have been played."))
    made = change.create_many(
        [Round(tournament=tournament, number=each.number, state=RoundState.PUBLISHED) for each in planned]
    )
    for each, boards in zip(made, planned, strict=True):
        write_planned(change, each, boards)
    change.update(tournament, planned_rounds=planned[-1].number)
    return made
