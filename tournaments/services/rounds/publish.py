"""From draft to public and back, and the start of play."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import (
    Action,
    Attendance,
    Bye,
    ForbiddenPair,
    Game,
    Mark,
    Presence,
    ResultReport,
    Round,
    RoundRecord,
    RoundState,
    Tournament,
    User,
    Withdrawal,
)
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.pairing.wording import listing
from tournaments.recording import Change, Scope, Stale, last_change_of, recording, refresh
from tournaments.selectors.misfits import forbidden_since
from tournaments.selectors.shared_games import SharedGame, boards_of, guests_of, said_there
from tournaments.selectors.snapshots import knew_the_plan, mark_in
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.players import notifications
from tournaments.services.rounds.absent_guests import guests_without_a_mark
from tournaments.services.rounds.no_shows import after_no_show
from tournaments.services.rounds.result_rows import write_on_shared
from tournaments.services.rounds.round_under_lock import RoundUnderLock
from tournaments.services.rounds.seats import unseated
from tournaments.services.rounds.team_line_ups import take_back_line_ups


def publish_round(round: Round, *, seen_revision: int, actor: User | None, receipt: uuid.UUID | None = None) -> Round:
    """Show the draft to everybody. It must fit who is here: everybody present once, nobody else."""
    cups = guests_of(round.tournament)
    with changing(round, "round.publish", seen_revision, actor, receipt, beside=cups) as change:
        if round.state != RoundState.DRAFTED:
            raise Stale(last_change_of(round, tournament=round.tournament))
        locked = RoundUnderLock(round=round)
        refuse_mismatched_rows(locked)
        refuse_forbidden(locked)
        refuse_another_count(round)
        rows, games = locked.rows, locked.games
        if not games and not any(row.bye for row in rows):
            raise Refused(_("There is no board in this draft."))
        guests_without_a_mark(change, locked)
        change.update_many(settled(locked))
        after_no_show(change, round, [row.entry_id for row in rows if row.presence == Presence.NO_SHOW])
        change.update_many([(row.entry, {"owes_bye": False}) for row in rows if row.bye == Bye.UNPAID])
        change.update(round, state=RoundState.PUBLISHED, published_at=clock.now())
        if cups:
            take_results(change, round)
        change.relies_on(rows, "presence", "game", "colour", "bye")
        change.relies_on(games, "board")
        if round.number == round.tournament.planned_rounds:  # the plan is settled by that
            change.relies_on([round.tournament], "planned_rounds")
        away = Withdrawal.objects.filter(entry__tournament=round.tournament_id).only("pk")
        change.relies_on(away, "first_round", "last_round")
        notifications.tell_of(round)
    return round


def take_results(change: Change, round: Round, *, from_board: int = 1) -> None:
    """A tie of a cup that is played in this round may have been played before its board was published."""
    published = Game.objects.filter(round=round, board__gte=from_board)
    games = {game.pk: game for game in published.select_related("round__tournament")}
    for key, pair in boards_of(round).items():
        result = said_there(pair.game)
        if key in games and result is not Result.OPEN and not result.is_forfeit:
            twin = SharedGame(game=games[key], is_turned=_white_of(games[key]) != pair.white)
            write_on_shared(change, twin, result)
            change.relies_on([pair.game], "result")


def _white_of(game: Game) -> int:
    return Attendance.objects.get(game=game, colour=Colour.WHITE.value).entry.person_id


def refuse_mismatched_rows(locked: RoundUnderLock) -> None:
    """Everybody who is here must be in the draft once, and nobody else."""
    if free := locked.misfits():
        names: list[str] = sorted(locked.display_names[row.entry_id] for row in free)
        raise Refused(
            _("The draft no longer fits who is here: {names}. Pair again.").format(names=listing([*names], _))
        )


def refuse_forbidden(locked: RoundUnderLock) -> None:
    """No pair that was forbidden after drafting, unless the director set it by hand, which overrules."""
    kept_apart = ForbiddenPair.objects.filter(tournament=locked.round.tournament_id)
    pairs = kept_apart.values_list("one__number", "other__number")
    forbidden = {frozenset({one or 0, other or 0}) for one, other in pairs}
    for pair in forbidden_since(locked.round, locked.rows, forbidden, locked.capabilities):
        one, other = sorted(locked.display_names[row.entry_id] for row in locked.rows if row.entry.number in pair)
        raise Refused(
            _("{one} and {other} have been forbidden to meet since this draft was made. Pair again.").format(
                one=one, other=other
            )
        )


def take_back_round(round: Round, *, seen_revision: int, actor: User | None, receipt: uuid.UUID | None = None) -> Round:
    """A published round becomes a draft again while nobody has played; a draft goes back to check-in."""
    with changing(round, "round.take_back", seen_revision, actor, receipt, public=round.is_public) as change:
        if round.state == RoundState.PUBLISHED:
            touched = Game.objects.filter(round=round).exclude(
                result=Result.OPEN, boards="", started_at=None, is_postponed=False
            )
            if round.started_at is not None or touched.exists():
                raise Refused(_("This round has begun, so it can no longer be taken back."))
            change.delete_many(ResultReport.objects.filter(attendance__round=round))
            take_back_line_ups(change, round)
            change.update_many(not_marked_before(round))
            unpaid = Attendance.objects.filter(round=round, bye=Bye.UNPAID).select_related("entry")
            change.update_many([(row.entry, {"owes_bye": True}) for row in unpaid])
            change.update(round, state=RoundState.DRAFTED, published_at=None, over_at=None)
        elif round.state == RoundState.DRAFTED:
            change.update_many([(row, unseated()) for row in Attendance.objects.filter(round=round)])
            change.delete_many(Game.objects.filter(round=round))
            change.delete_many(RoundRecord.objects.filter(round=round))
            change.update(round, state=RoundState.OPEN, notes=[])
        else:
            raise Stale(last_change_of(round, tournament=round.tournament))
    return round


def start_round(round: Round, *, seen_revision: int, actor: User | None, receipt: uuid.UUID | None = None) -> Round:
    """Play has begun on all boards: from now on they are not paired anew."""
    with changing(round, "round.start", seen_revision, actor, receipt) as change:
        if round.state != RoundState.PUBLISHED:
            raise Stale(last_change_of(round, tournament=round.tournament))
        if round.started_at is None:
            now = clock.now()
            change.update(round, started_at=now)
            change.update_many(
                [
                    (game, {"started_at": now})
                    for game in Game.objects.filter(round=round, started_at=None, is_postponed=False)
                ]
            )
            change.relies_on([round], "state")
    return round


@contextmanager
def changing(
    round: Round,
    verb: str,
    seen_revision: int,
    actor: User | None,
    receipt: uuid.UUID | None,
    *,
    public: bool = True,
    beside: Iterable[Tournament] = (),
) -> Iterator[Change]:
    """The round under the tournament's lock, if it still is what the person saw; `beside` it others are locked too."""
    tournament = round.tournament
    shown: list[Scope] = [tournament.club, tournament] if public else []
    with recording(
        tournament,
        actor=actor,
        verb=verb,
        receipt=receipt,
        facts={"round": round.number},
        public=[*shown, *beside],
    ) as change:
        refresh(round)
        round.tournament = tournament  # as it is under the lock
        if round.revision != seen_revision:
            raise Stale(last_change_of(round, tournament=tournament))
        refuse_when_closed(tournament)
        yield change


def refuse_another_count(round: Round) -> None:
    """A draft is the last round, or not, by the plan as it is now; where that makes no difference, it fits anyhow."""
    if not knew_the_plan(round):
        raise Refused(_("The number of planned rounds has changed since this draft was made. Pair again."))


VERB = "round.publish"


def settled(locked: RoundUnderLock) -> list[tuple[Attendance, dict[str, object]]]:
    """To be written. Who takes no part in the round stays as they are."""
    if not locked.unmarked:
        return []
    return [
        (row, {"presence": mark.presence, "kind": mark.kind})
        for row in locked.rows
        if row.entry_id not in locked.outsiders and (mark := mark_in(row, locked.unmarked))
    ]


def not_marked_before(round: Round) -> list[tuple[Attendance, dict[str, object]]]:
    """A round that is taken back: who was not marked when it was published is not marked again, but for those whom
    somebody has marked since."""
    written = dict(_written(round))
    rows = Attendance.objects.filter(pk__in=written) if written else Attendance.objects.none()
    return [(row, {"presence": Presence.UNMARKED, "kind": ""}) for row in rows if row.mark == written[row.pk]]


def _written(round: Round) -> Iterator[tuple[int, Mark]]:
    """By the row's key, as the last publishing has it in the record."""
    doing = Q(verb=VERB) | Q(verb="undo", facts__verb=VERB, facts__again=True)
    of_round = Action.objects.filter(doing, tournament=round.tournament_id, facts__round=round.number)
    published = of_round.order_by("-pk").first()
    for kept in published.changes if published is not None else []:
        if kept["model"] == "attendance" and (kept["before"] or {}).get("presence") == Presence.UNMARKED:
            yield kept["pk"], Mark(Presence(kept["after"]["presence"]), kept["after"].get("kind", ""))
