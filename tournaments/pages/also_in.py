"""Games that are one game of two tournaments, as the public and the papers say it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from tournaments.counted import boards_of, twin_of
from tournaments.models import Attendance, Game, Round
from tournaments.pairing.model.snapshot import Result


def also_in(round: Round, rows: Iterable[Attendance]) -> Mapping[int, str]:
    """By the key of the game, of a published round. Nothing is asked where no board was set by hand and no game is
    counted elsewhere, which is nearly everywhere.

    Of a cup's game it is said once it has a result, with which both tournaments' pages are new.
    """
    games = {row.game.pk: row.game for row in rows if row.game is not None}
    found = {}
    for game in games.values():
        if game.counted_in_id is not None and game.has_result:
            game.round = round
            twin = twin_of(game)
            if twin is not None and twin.says(Result(game.result)) and twin.game.round.tournament.trashed_at is None:
                found[game.pk] = _words(twin.game)
    if any(game.by_hand for game in games.values()):
        for key, pair in boards_of(round).items():
            twin = twin_of(pair.game)
            if key in games and twin is not None and twin.says(Result(pair.game.result)):
                found[key] = _words(pair.game)
    return found


def _words(game: Game) -> str:
    return _("Also in {tournament}, round {number}, board {board}").format(
        tournament=game.round.tournament.name, number=game.round.number, board=game.board
    )
