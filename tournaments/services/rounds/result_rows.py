"""What a result makes of a game's row, and of its twin's where the game is one of two tournaments."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Game, Round, RoundState, Tournament
from tournaments.pairing.teams.board_signs import from_signs, in_signs
from tournaments.pairing.types.snapshot import BoardScore, Result, match_result, result_of_score
from tournaments.recording import Change
from tournaments.selectors.evenings import evening_days, is_waiting, paired_later
from tournaments.selectors.shared_games import SharedGame, counts_two_games
from tournaments.services.common.refusal import Refused


def write_on_shared(change: Change, twin: SharedGame, result: Result, *, is_postponed: bool = False) -> None:
    """What has been entered on the one row stands on the other; its tournament's row is locked. A forfeit does not:
    there the game is open, as if it had not been played."""
    game, tournament = twin.game, twin.game.round.tournament
    if counts_two_games(game):
        raise Refused(
            _("This board counts the two games of a tie of {cup} as one: correct them there.").format(
                cup=tournament.name
            )
        )
    wanted = Result.OPEN if result.is_forfeit else twin.in_its_colours(result)
    if (game.result, game.is_postponed) == (wanted.value, is_postponed) or (result.is_forfeit and not game.has_result):
        return
    values = entered(game, wanted, newest=newest_paired(tournament)) | {"is_postponed": is_postponed}
    if not is_postponed:
        values["date"] = played_on(game, wanted, tournament)
    change.update(game, **values)
    change.relies_on([game.round], "state")


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
    not at all. What is postponed, or of a round still to come, is played tonight, unless it was agreed for before.
    What was paired on the round's second date keeps that."""
    if result is Result.OPEN or result.is_forfeit:
        return game.date if paired_later(game.round) else None
    if game.result != Result.OPEN.value or (game.date is not None and not game.is_postponed):
        return game.date
    planned = game.round.date
    if not game.is_postponed and planned is None and not _is_ahead(game.round):
        return None
    tonight = max(evening_days(tournament.club.time_zone))
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


def entered_match(game: Game, made_of: MadeOf, *, newest: int) -> dict[str, object]:
    """The columns of a match of teams once its boards, or its score, are these. While one is open nothing is known."""
    values: dict[str, object] = made_of.columns | {"result": made_of.result.value, "is_postponed": False}
    if made_of.result is Result.OPEN and not game.has_result:
        return values
    if game.decided_by is not None:
        values["decided_by"] = None
    return values | _known(game, made_of.result, newest=newest, made_of=made_of)


@dataclass(frozen=True, kw_only=True, slots=True)
class MadeOf:
    """Of a match: a sign for each board, or both sides' board points in halves."""

    boards: str = ""
    halves: tuple[int, int] | None = None

    @classmethod
    def of(cls, game: Game) -> MadeOf:
        halves = None if game.own_halves is None or game.their_halves is None else (game.own_halves, game.their_halves)
        return cls(boards=game.boards, halves=halves)

    @classmethod
    def from_core(cls, boards: Sequence[Result], score: BoardScore | None) -> MadeOf:
        return cls(boards=in_signs(boards), halves=None if score is None else (int(2 * score[0]), int(2 * score[1])))

    @property
    def results(self) -> tuple[Result, ...]:
        return from_signs(self.boards)

    @property
    def score(self) -> BoardScore | None:
        return None if self.halves is None else (Fraction(self.halves[0], 2), Fraction(self.halves[1], 2))

    @property
    def result(self) -> Result:
        if self.score is not None:
            return result_of_score(self.score)
        return match_result(self.results) if self.boards else Result.OPEN

    @property
    def columns(self) -> dict[str, object]:
        own, their = self.halves or (None, None)
        return {"boards": self.boards, "own_halves": own, "their_halves": their}

    @property
    def kept(self) -> list[object]:
        """Beside a result that was known before; nothing of a game of players."""
        return [self.boards, self.halves and list(self.halves)] if self.boards or self.halves else []


def _known(game: Game, result: Result, *, newest: int, made_of: MadeOf | None = None) -> dict[str, object]:
    """From which round on the new result is known, and what the rounds paired meanwhile knew."""
    known = known_from_now(game, newest=newest)
    kept = (made_of or MadeOf()).kept if result is not Result.OPEN else []
    if known["earlier"] and _is_back(known["earlier"][-1], result, kept):  # to what the last pairing knew
        *earlier, (_result, since, *_made_of) = known["earlier"]
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
    earlier = [*game.earlier, *([_known_until_now(game, known_from)] if known_from < now else [])]
    return {"known_from": None if now == number + 1 else now, "earlier": earlier}


def _is_back(was: Sequence[Any], result: Result, kept: Sequence[object]) -> bool:
    before, _since, *made_of = was
    return bool(before == result.value and list(made_of) == list(kept))


def _known_until_now(game: Game, known_from: int) -> list[object]:
    """A result, and of a match what it was made of."""
    return [game.result, known_from, *(MadeOf.of(game).kept if game.has_result else [])]


def _is_early(game: Game, newest: int) -> bool:
    """Its round is on the wall with the whole plan, and nobody has opened its evening."""
    is_next = newest == game.round.number and is_waiting(game.round.tournament, game.round)
    return newest < game.round.number or is_next
