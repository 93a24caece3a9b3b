"""An all-play-all that is played to its end with a shared first place, and the play-off for it."""

from __future__ import annotations

from typing import Any

from tests.kept import kept
from tests.tools.casts.event_cast import drawn_by_the_first, play_out
from tests.tools.casts.factories import Evening
from tests.tools.played.all_play_all import all_play_all
from tournaments.models import Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.play_offs import tied_for_first
from tournaments.services.cup.play_offs import make_play_off, usual_name


@kept
def shared_by(count: int, *, players: int = 5, **options: object) -> Evening:
    """The first `count` have drawn among themselves and won against all others, of whom the lower number wins."""
    evening = all_play_all(players, **{"play_off": "on_points", **options})
    play_out(evening.tournament, drawn_by_the_first(count))
    return evening


def played_off(evening: Evening, **values: Any) -> Evening:
    """The play-off of those who are level now, not begun; its evening has the same director."""
    tournament = Tournament.objects.select_related("club", "season").get(pk=evening.tournament.pk)
    level = tied_for_first(tournament)
    assert level is not None
    given = {"name": usual_name(tournament), "seen": level.state, "actor": evening.director, **values}
    return Evening(tournament=make_play_off(tournament, **given), director=evening.director)


def number_in(evening: Evening, play_off: Evening, number: int) -> int:
    """The number that somebody of the tournament has in the play-off."""
    found = play_off.tournament.entries.get(player=evening.entry(number).player).number
    assert found is not None
    return found


def winner_first(play_off: Evening, *order: int) -> None:
    """Play it to its end: of each board whoever stands first in `order`, by the numbers of the play-off, wins."""
    while not _is_played(play_off):
        play_off.draft()
        play_off.publish()
        for board, (white, black) in enumerate(play_off.boards(), 1):
            wins = order.index(white) < order.index(black)
            play_off.enter(board, Result.WHITE_WINS if wins else Result.BLACK_WINS)


def _is_played(play_off: Evening) -> bool:
    rounds = play_off.tournament.rounds.count()
    return rounds == (1 if play_off.is_knock_out else play_off.tournament.entries.count() // 2 * 2 + 1)
