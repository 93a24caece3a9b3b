"""Games that are one game of two tournaments, as the public and the papers say it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from tournaments.models import Attendance, Game, Round
from tournaments.selectors.shared_games import boards_of, counts_two_games, said_there, shared_game_of


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
            twin = shared_game_of(game)
            if twin is not None and twin.says(said_there(game)) and twin.game.round.tournament.trashed_at is None:
                found[game.pk] = also_words(twin.game, counts_two_games(game))
    if any(game.by_hand for game in games.values()):
        for key, pair in boards_of(round).items():
            twin = shared_game_of(pair.game)
            if key in games and twin is not None and twin.says(said_there(pair.game)):
                found[key] = also_words(pair.game, counts_two_games(pair.game))
    return found


def also_words(there: Game, is_as_one: bool) -> str:
    """`is_as_one`: of a tie of two games, which count as one in the tournament that is not the cup."""
    words = _("Also in {tournament}, round {number}, board {board}")
    if is_as_one:
        words = _("The two games of a tie as one: {tournament}, round {number}, board {board}")
    return words.format(tournament=there.round.tournament.name, number=there.round.number, board=there.board)
