"""A draft that was just made fits who is here, whatever the system: else *Pair again* would give the same page for
ever."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools.casts.factories import Evening
from tournaments.models import RoundState
from tournaments.pages.evening.evening import evening_page
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.snapshot import Result
from tournaments.services.rounds import results
from tournaments.services.rounds.finish import refuse_unfinished
from tournaments.services.rounds.round_under_lock import RoundUnderLock

pytestmark = pytest.mark.django_db

OF_CLUBS = [
    code
    for code in SYSTEMS
    if not code.startswith("toy") and configured(SYSTEMS[code], {}).capabilities().knocks_out is None
]
TREES = [("cup", {"draw": draw, "free_to": free}) for draw in ("bracket", "bracket_lot") for free in ("lot", "best")]


def with_an_open_game(players: int, system: str, options: dict[str, Any]) -> Evening:
    """Of the round before."""
    evening = Evening.of(players, system=system, options=options)
    evening.draft()
    evening.publish()
    first, *others = evening.round.games.order_by("board")
    results.postpone_game(first, seen=Result.OPEN, actor=None)
    for game in others:
        if not game.is_postponed:
            evening.enter(game.board, Result.WHITE_WINS)
    return evening


@pytest.mark.parametrize(
    ("players", "system", "options"),
    [*((7, code, {}) for code in OF_CLUBS), *((11, *tree) for tree in TREES)],
)
def test_with_a_game_of_the_round_before_postponed_all_who_are_here_may_be_published(
    players: int, system: str, options: dict[str, Any]
) -> None:
    evening = with_an_open_game(players, system, options)

    evening.draft()
    page = evening_page(evening.fresh())

    assert page.round is not None
    assert page.round.misfits == ()
    evening.publish()
    assert evening.round.state == RoundState.PUBLISHED
    for game in evening.round.games.order_by("board"):
        if not game.is_postponed:
            evening.enter(game.board, Result.WHITE_WINS)
    refuse_unfinished(RoundUnderLock(round=evening.round))


def test_where_an_open_game_lets_nobody_be_paired_there_is_no_button_for_it_and_a_way_to_that_game() -> None:
    evening = with_an_open_game(7, "cup", {"draw": "each_round"})
    evening.open()
    evening.check_in()

    page = evening.client().get(evening.url("evening")).content.decode()

    assert "is not decided yet" in page
    assert evening.url("pair_round", 2) not in page
    assert f'href="{evening.url("open_games")}">Games still to play' in page
