"""Matches of teams: a board entered, a whole match, only its score, or all of it cleared."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.models import Action, Game, Tournament, User
from tournaments.pairing.explanations.correction_impact import damage
from tournaments.pairing.teams.board_signs import RESULT_OF, SIGN_OF, halves_text, match_score
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import Change, Stale, last_change_of, recording
from tournaments.selectors.snapshots import paired_since
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.finish import finish_played_rounds, shown_with_results
from tournaments.services.rounds.result_rows import MadeOf, entered_match, played_on
from tournaments.services.rounds.results import game_and_newest, round_of
from tournaments.services.rounds.team_line_ups import boards_to_begin_with, forget_line_ups, write_line_ups


def enter_board(
    game: Game, board: int, sign: str, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None
) -> Action | None:
    """One board of a match, from 1, by its sign, written from the side of the team with White on board 1; `*` clears
    it. `seen` is the sign on the person's screen: what others enter on other boards is no conflict.

    With the first one the line-ups stay as they are. Boards at which nobody sits are won by forfeit from then on.
    """
    if sign not in RESULT_OF:
        raise Refused(_("There is no such result."))

    def one_more(found: Game, tournament: Tournament) -> MadeOf:
        boards = found.boards or boards_to_begin_with(found, tournament)
        if not 1 <= board <= len(boards):
            raise Refused(_("This match has {count} boards.").format(count=len(boards)))
        if found.own_halves is not None:  # only the score is known: no screen that shows it has a board to tap
            raise Stale(last_change_of(found, tournament=tournament))
        if boards[board - 1] == sign:
            return MadeOf.of(found)
        if boards[board - 1] != seen:
            raise Stale(last_change_of(found, tournament=tournament))
        return MadeOf(boards=boards[: board - 1] + sign + boards[board:])

    facts: dict[str, object] = {"line": board, "result": RESULT_OF[sign].value}
    return _changed(
        game, "match.board", one_more, facts, corrects=seen != SIGN_OF[Result.OPEN], actor=actor, receipt=receipt
    )


def enter_match(
    game: Game, made_of: MadeOf, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None
) -> Action | None:
    """All boards at once, or only the score. `seen` is the match as it stood on the person's screen, `Game.seen`."""

    def all_of_it(found: Game, tournament: Tournament) -> MadeOf:
        refuse_what_does_not_add_up(made_of, tournament.boards or 0)
        if MadeOf.of(found) != made_of and found.seen != seen:
            raise Stale(last_change_of(found, tournament=tournament))
        return made_of

    return _changed(game, "match.enter", all_of_it, {}, corrects=True, actor=actor, receipt=receipt)


def clear_match(game: Game, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None) -> Action | None:
    """Every board, or the score, as if nothing had been entered."""

    def nothing(found: Game, tournament: Tournament) -> MadeOf:
        if MadeOf.of(found) != MadeOf() and found.seen != seen:
            raise Stale(last_change_of(found, tournament=tournament))
        return MadeOf()

    return _changed(game, "match.clear", nothing, {}, corrects=True, actor=actor, receipt=receipt)


def refuse_what_does_not_add_up(made_of: MadeOf, boards: int) -> None:
    if made_of.halves is not None and sum(made_of.halves) != 2 * boards:
        raise Refused(
            _("The board points add up to {sum}, but a match has {count} boards.").format(
                sum=halves_text(Fraction(sum(made_of.halves), 2)), count=boards
            )
        )
    if made_of.halves is None and len(made_of.boards) != boards:
        raise Refused(_("This match has {count} boards.").format(count=boards))


def _changed(
    game: Game,
    verb: str,
    work_out: Callable[[Game, Tournament], MadeOf],
    facts: dict[str, object],
    *,
    corrects: bool,
    actor: User | None,
    receipt: uuid.UUID | None,
) -> Action | None:
    """`corrects`: whoever does it may have seen a result of the match."""
    tournament = round_of(game).tournament
    if tournament.boards is None:
        raise Refused(_("In this tournament players play, not teams."))
    if corrects:
        facts = facts | _damage(tournament, game.pk, work_out)
    public = shown_with_results([tournament])
    with recording(tournament, actor=actor, verb=verb, receipt=receipt, facts=facts, public=public) as change:
        found, newest = game_and_newest(change, tournament, game.pk)
        change.facts |= {"round": found.round.number, "board": found.board}
        if not found.round.is_public:
            raise Stale(last_change_of(found.round, tournament=tournament))
        made_of = work_out(found, tournament)
        if MadeOf.of(found) != made_of:
            _write(change, tournament, found, made_of, newest=newest)
    return change.action


def _damage(tournament: Tournament, key: int, work_out: Callable[[Game, Tournament], MadeOf]) -> dict[str, object]:
    """What a correction would have made of the rounds paired since. Before anything is locked: it may take a second."""
    found = Game.objects.filter(pk=key, round__tournament=tournament).select_related("round").first()
    if found is None or not found.has_result:
        return {}
    try:
        made_of = work_out(found, tournament)
    except (Refused, Stale):
        return {}  # said under the lock
    if made_of == MadeOf.of(found):
        return {}
    number = found.round.number
    told = damage(
        paired_since(tournament, after=number), number, found.board, made_of.result, made_of.results, made_of.score
    )
    return {"damage": [each.to_json() for each in told]} if told else {}


def _write(change: Change, tournament: Tournament, found: Game, made_of: MadeOf, *, newest: int) -> None:
    if found.has_result and made_of.result is Result.OPEN:
        refuse_when_closed(tournament)
    if made_of == MadeOf():
        forget_line_ups(change, found)
    elif not found.boards and found.own_halves is None:
        write_line_ups(change, found, tournament)
    change.facts["score"] = match_score(made_of.boards, *(made_of.halves or (None, None)))
    date = played_on(found, made_of.result, tournament)
    change.update(found, **entered_match(found, made_of, newest=newest) | {"date": date})
    change.relies_on([found.round], "state")
    finish_played_rounds(change, tournament)
