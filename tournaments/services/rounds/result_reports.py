"""Results as the players report them by their cards: said, confirmed, contradicted, taken back, accepted."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import (
    PUBLIC_STATES,
    Action,
    Attendance,
    Entry,
    Game,
    InboxItem,
    InboxSubject,
    MayReport,
    Player,
    ResultReport,
    Round,
    RoundState,
    Tournament,
    User,
)
from tournaments.names import clean_name
from tournaments.pairing.teams.board_signs import match_score
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import Change, Stale, last_change_of, recording, refresh
from tournaments.selectors.minors import is_child
from tournaments.selectors.result_reports import WrongReport, reported
from tournaments.selectors.shared_games import SharedGame, agreeing, shared_with
from tournaments.selectors.team_entries.team_line_ups import is_closed, is_sealed
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.inbox_items import put_in_inbox
from tournaments.services.common.refusal import Refused
from tournaments.services.players.push_subscriptions import PushTopic, tell_phones
from tournaments.services.rounds.carried_games import seen_in, takers_of
from tournaments.services.rounds.finish import finish_played_rounds, shown_with_results
from tournaments.services.rounds.result_rows import (
    MadeOf,
    entered,
    entered_match,
    newest_paired,
    played_on,
    write_on_shared,
)
from tournaments.services.rounds.team_line_ups import boards_to_begin_with, write_line_ups

_MOST = 20
"""Reports of one card in one round, flags in a day: more is a hand that plays with it."""
_MOST_FLAGS = 5
"""Of one card that wait in one tournament."""
_LONGEST = 300
_PLAYED = frozenset({Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS})


@dataclass(frozen=True, kw_only=True, slots=True)
class _Said:
    result: Result
    boards: str = ""
    """Of a match of teams."""

    @classmethod
    def of(cls, report: ResultReport) -> _Said:
        return cls(result=Result(report.result), boards=report.boards)

    @property
    def told(self) -> str:
        """As a button says what was on the screen: a result or, of a match, the signs of its boards."""
        return self.boards or self.result.value

    @property
    def columns(self) -> dict[str, object]:
        return {"result": self.result.value, "boards": self.boards}


def report_result(
    row: Attendance,
    result: Result,
    *,
    seen_opponent: int,
    by_card: Player,
    actor: User | None = None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """What the player of this row says of their game, again or anew; against what the other says, too.

    The row's key is asked for, and the tournament of its round; it is read anew under the lock. `seen_opponent` is the
    key of the entry whom the person's screen named. Raises Stale where it is another by now, Attendance.DoesNotExist
    where the row is not theirs.
    """
    if result not in _PLAYED:
        raise Refused(_("Players report a game as won, drawn or lost. Tell the director about anything else."))
    with _reporting(row, by_card, actor, receipt) as (change, board):
        if board.opponent != seen_opponent:
            raise Stale(last_change_of(board.game, tournament=board.tournament))
        if board.tournament.boards is not None:
            raise Attendance.DoesNotExist
        _say(change, board, _Said(result=result), by_card)
    return change.action


def report_match(
    row: Attendance,
    boards: str,
    *,
    seen_opponent: int,
    by_card: Player,
    actor: User | None = None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """What the captain of this row's team says of all boards of the match, as `Game.boards`. Where both captains say
    the same, it stands (rulebook, teams, B8); where they do not, a director decides."""
    with _reporting(row, by_card, actor, receipt) as (change, board):
        if board.tournament.boards is None:
            raise Attendance.DoesNotExist
        if board.opponent != seen_opponent:
            raise Stale(last_change_of(board.game, tournament=board.tournament))
        sides = list(Attendance.objects.filter(game=board.game))
        if is_sealed(board.game, sides, board.tournament) and not is_closed(board.round, board.tournament):
            raise Stale  # nothing of the other line-up is answered before it may be read
        begun = boards_to_begin_with(board.game, board.tournament)
        if not _is_whole(begun, boards):
            raise Refused(_("Say of each board how it ended."))
        result = MadeOf(boards=boards).result
        if result not in _PLAYED:
            raise Refused(_("Nobody has played in this match: tell the director."))
        _say(change, board, _Said(result=result, boards=boards), by_card)
    return change.action


def _is_whole(begun: str, boards: str) -> bool:
    """`begun`: its signs before the first result. Boards at which nobody sits are decided by that."""
    return len(boards) == len(begun) and all(
        said in "1=0" if begins == "*" else said == begins for begins, said in zip(begun, boards, strict=True)
    )


def confirm_report(
    row: Attendance,
    *,
    seen: str,
    by_card: Player,
    actor: User | None = None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """What the other has said is right. `seen` is what the person's screen had the other say; Stale where they say
    something else by now."""
    with _reporting(row, by_card, actor, receipt) as (change, board):
        if board.others is None or _Said.of(board.others).told != seen:
            raise Stale(last_change_of(board.game, tournament=board.tournament))
        _say(change, board, _Said.of(board.others), by_card)
    return change.action


def take_back_report(
    row: Attendance,
    *,
    seen: str,
    by_card: Player,
    actor: User | None = None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """As long as nothing is entered: they have reported nothing. `seen` is what they had said on their screen."""
    with _reporting(row, by_card, actor, receipt) as (change, board):
        _refuse_entered(board.game)
        if board.own is None:
            return None
        if _Said.of(board.own).told != seen:
            raise Stale
        _refuse_too_many(board, by_card)
        change.facts |= _facts("taken_back", _Said.of(board.own))
        change.delete(board.own)
        change.relies_on([board.round], "state")
    return change.action


def accept_agreed(
    round: Round, agreed: Mapping[int, Result], *, actor: User | None, receipt: uuid.UUID | None = None
) -> Action | None:
    """Enter all results on which both say the same. `agreed` are those of the person's screen, by the key of the game:
    what has been agreed since waits for the next tap, what is agreed no longer is not entered."""
    tournament = round.tournament
    facts = {"round": round.number}
    locked = [*seen_in(tournament), *takers_of(tournament), *shared_with(tournament)]
    public = shown_with_results(locked)
    with recording(
        tournament, actor=actor, verb="report.accept", receipt=receipt, facts=facts, public=public
    ) as change:
        refresh(round)
        round.tournament = tournament
        if round.state != RoundState.PUBLISHED:
            raise Stale(last_change_of(round, tournament=tournament))
        stand = {
            game: _Said(result=said.result, boards=said.boards)
            for game, said in reported(round).items()
            if said.is_agreed and said.result is not None
        }
        accepted = {game: said for game, said in stand.items() if agreed.get(game) is said.result}
        games = list(Game.objects.filter(round=round, pk__in=agreed).select_related("round").order_by("board"))
        if not accepted:
            if games and all(game.result == agreed[game.pk] for game in games):
                return None
            raise Stale
        newest = newest_paired(tournament)
        entering = [game for game in games if game.pk in accepted]
        change.facts["boards"] = [game.board for game in entering]
        twins = {game.pk: _twin(game, locked) for game in entering}
        change.update_many([(game, _accepted(game, accepted[game.pk], tournament, newest)) for game in entering])
        for game in entering:
            if accepted[game.pk].boards:
                write_line_ups(change, game, tournament)
        for key, twin in twins.items():
            if twin is not None:
                write_on_shared(change, twin, accepted[key].result)
        change.relies_on([round], "state")
        finish_played_rounds(
            change, tournament, *(twin.game.round.tournament for twin in twins.values() if twin is not None)
        )
    return change.action


def flag_result(
    entry: Entry,
    wrong: WrongReport,
    *,
    number: int,
    text: str = "",
    by_card: Player,
    actor: User | None = None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """“This is wrong”: for a director to look at. Nothing else is changed by it. `text` is for the staff alone."""
    tournament = entry.tournament
    facts = {"by_card": by_card.pk, "round": number}
    with recording(tournament, actor=actor, verb="report.flag", receipt=receipt, facts=facts) as change:
        if entry.player_id != by_card.pk:
            raise Entry.DoesNotExist
        if not tournament.may_flag:
            raise Refused(_("In this tournament, please tell the director in person."))
        if not Round.objects.filter(tournament=tournament, number=number, state__in=PUBLIC_STATES).exists():
            raise Stale
        waiting = InboxItem.objects.filter(tournament=tournament, player=by_card, asked=InboxSubject.MISTAKE, answer="")
        said = {"round": number, "wrong": wrong.value}
        text = clean_name(text)[:_LONGEST]
        if any(item.facts == said and item.text == text for item in waiting):
            return None
        if len(waiting) >= _MOST_FLAGS or _flagged_today(tournament, by_card) >= _MOST:
            raise Refused(_("The director has not read yet what you sent before. Talk to them."))
        words = {"text": text} if text else {}
        put_in_inbox(
            change,
            InboxSubject.MISTAKE,
            club=tournament.club,
            tournament=tournament,
            player=by_card,
            facts=said,
            **words,
        )
    return change.action


def _flagged_today(tournament: Tournament, by_card: Player) -> int:
    since = clock.now() - datetime.timedelta(days=1)
    actions = Action.objects.filter(tournament=tournament, verb="report.flag", at__gte=since)
    return actions.filter(facts__by_card=by_card.pk).count()


@dataclass(frozen=True, kw_only=True, slots=True)
class _Board:
    """The reporter's game, as it is under the lock. `own` and `others` are what the two have said of it."""

    row: Attendance
    game: Game
    opponent: int
    locked: Sequence[Tournament]
    own: ResultReport | None
    """Also what they have said of another board of this round, which counts no more."""
    others: ResultReport | None

    @property
    def round(self) -> Round:
        return self.row.round

    @property
    def tournament(self) -> Tournament:
        return self.row.round.tournament


@contextmanager
def _reporting(
    row: Attendance, by_card: Player, actor: User | None, receipt: uuid.UUID | None
) -> Iterator[tuple[Change, _Board]]:
    tournament = row.round.tournament
    facts = {"by_card": by_card.pk}
    locked = [tournament, *shared_with(tournament)]
    public = shown_with_results(locked)
    with recording(tournament, actor=actor, verb="report.say", receipt=receipt, facts=facts, public=public) as change:
        board = _board_of(tournament, row.pk, by_card, locked)
        change.facts |= {"round": board.round.number, "board": board.game.board}
        _refuse_unreported(board)
        refuse_when_closed(tournament)
        yield change, board


def _board_of(tournament: Tournament, key: int, by_card: Player, locked: Sequence[Tournament]) -> _Board:
    own = Attendance.objects.filter(round__tournament=tournament, pk=key).select_related(*_READ).first()
    if own is None:
        if Attendance.objects.filter(pk=key).exists():
            raise Attendance.DoesNotExist
        raise Stale  # the round was called off
    if by_card.pk not in {own.entry.player_id, own.entry.captain_id}:
        raise Attendance.DoesNotExist
    if own.game is None:
        raise Stale
    own.round.tournament = tournament
    other = Attendance.objects.filter(game=own.game_id).exclude(pk=key).select_related("report").get()
    others = _report_of(other)
    return _Board(
        row=own,
        game=own.game,
        locked=locked,
        opponent=other.entry_id,
        own=_report_of(own),
        others=others if others is not None and _is_of(others, other.colour, own.entry_id) else None,
    )


_READ = ("round", "entry", "game", "report")


def _report_of(row: Attendance) -> ResultReport | None:
    return getattr(row, "report", None)


def _is_of(said: ResultReport, colour: str, opponent: int) -> bool:
    """Whether it is of the board that they have now."""
    return (said.colour, said.opponent_id) == (colour, opponent)


def _refuse_unreported(board: _Board) -> None:
    if board.tournament.may_report == MayReport.OFF:
        raise Refused(_("In this tournament the director enters the results: tell them yours."))
    if board.round.state == RoundState.FINISHED:
        raise Refused(
            _("Round {number} is over. If its result is wrong, say so with “This is wrong”.").format(
                number=board.round.number
            )
        )
    if board.round.state != RoundState.PUBLISHED:
        raise Stale(last_change_of(board.round, tournament=board.tournament))
    if board.game.is_postponed and board.game.result == Result.OPEN:
        raise Refused(_("This game is postponed: once it is played, tell the director the result."))


def _refuse_entered(game: Game) -> None:
    if game.result == Result.OPEN and game.boards:
        raise Refused(_("The director has begun to enter this match: tell them what is wrong."))
    if game.result != Result.OPEN:
        raise Refused(_("The result of this game is entered already. If it is wrong, say so with “This is wrong”."))


def _refuse_too_many(board: _Board, by_card: Player) -> None:
    own = Action.objects.filter(tournament=board.tournament, verb="report.say", facts__by_card=by_card.pk)
    if own.filter(facts__round=board.round.number).count() >= _MOST:
        raise Refused(_("You have changed this too often. Tell the director the result."))


def _say(change: Change, board: _Board, said: _Said, by_card: Player) -> None:
    if (board.game.result, board.game.boards) == (said.result, said.boards):
        return
    _refuse_entered(board.game)
    values: dict[str, object] = {"opponent_id": board.opponent, "colour": board.row.colour} | said.columns
    if board.own is not None and all(getattr(board.own, name) == value for name, value in values.items()):
        return
    _refuse_too_many(board, by_card)
    change.facts |= _facts(_what(board, said), said)
    values["reported_at"] = clock.now()
    if board.own is None:
        change.create(ResultReport(attendance=board.row, **values))
    else:
        change.update(board.own, **values)
    if _counts_at_once(board, said, by_card):
        twin = _twin(board.game, board.locked)
        if said.boards:
            write_line_ups(change, board.game, board.tournament)
        change.update(board.game, **_accepted(board.game, said, board.tournament, newest_paired(board.tournament)))
        if twin is not None:
            write_on_shared(change, twin, said.result)
        finish_played_rounds(change, board.tournament, *([twin.game.round.tournament] if twin is not None else ()))
    elif board.others is not None and _Said.of(board.others) != said:
        tell_phones(PushTopic.GAME, board.game.pk, board.tournament.club_id)
    change.relies_on([board.round], "state")


def _facts(what: str, said: _Said) -> dict[str, object]:
    if said.boards:
        return {"what": f"match_{what}", "score": match_score(said.boards, None, None)}
    return {"what": what, "result": said.result.value}


def _accepted(game: Game, said: _Said, tournament: Tournament, newest: int) -> dict[str, object]:
    made = (
        entered_match(game, MadeOf(boards=said.boards), newest=newest)
        if said.boards
        else entered(game, said.result, newest=newest)
    )
    return made | {"date": played_on(game, said.result, tournament)}


def _twin(game: Game, locked: Sequence[Tournament]) -> SharedGame | None:
    """The other row of one game; asked only where another tournament is locked. Raises Stale where its own is not."""
    twin = agreeing(game) if len(locked) > 1 else None
    if twin is not None and twin.game.round.tournament not in locked:
        raise Stale
    return twin


def _what(board: _Board, said: _Said) -> str:
    if board.others is None:
        return "said"
    return "confirmed" if _Said.of(board.others) == said else "contradicted"


def _counts_at_once(board: _Board, said: _Said, by_card: Player) -> bool:
    """Where one report is enough; not a child's, nor one against another. And of a match where both captains agree."""
    what = _what(board, said)
    if said.boards and what == "confirmed":
        return True
    if board.tournament.may_report != MayReport.TRUST:
        return False
    return what != "contradicted" and not is_child(by_card)
