"""A closed season stays played to its end: results are corrected in it, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tools.casts.factories import Evening, PlayerFactory
from tests.tools.guards.layers import first_fast
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Presence, PublishedTable, RoundState, Season
from tournaments.pairing.types.snapshot import Result
from tournaments.services import rounds
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import manual_pairing
from tournaments.services.rounds import results
from tournaments.services.setup import entries, seasons, tournaments

pytestmark = pytest.mark.django_db

CLOSED = "is closed: results can still be corrected"


@pytest.fixture
def evening() -> Evening:
    """Two rounds are played, number 5 has withdrawn since, the season is closed."""
    evening = Evening.of(6)
    evening.play(1, 2, 3, 4)
    evening.play(1, 2, 3, 4)
    evening.withdraw(5)
    seasons.close_season(evening.tournament.season, actor=None)
    return evening


def change_options(evening: Evening) -> None:
    seen = tournaments.version_of(evening.tournament)
    tournaments.change_options(evening.tournament, options={"win": "2"}, tie_breaks=None, seen=seen, actor=None)


def swap(evening: Evening) -> None:
    one, other = evening.entry(1), evening.entry(3)
    manual_pairing.swap_players(evening.round, one, other, seen_revision=evening.round.revision, actor=None)


REFUSED: dict[str, Callable[[Evening], object]] = {
    "next round": lambda e: e.open(),
    "start": lambda e: rounds.start_round(e.round, seen_revision=e.round.revision, actor=None),
    "swap": swap,
    "clear": lambda e: results.clear_result(e.game(1), seen="1-0", actor=None),
    "enter": lambda e: entries.enter_players(e.tournament, [e.tournament.club.players.get(rating=7)], actor=None),
    "remove": lambda e: entries.remove_entry(e.entry(6), actor=None),
    "withdraw": lambda e: e.withdraw(4),
    "return": lambda e: e.bring_back(5),
    "options": change_options,
    "undo of a result": lambda e: undo_action(Action.objects.filter(verb="result.enter").latest("pk"), actor=None),
    "undo of a withdrawal": lambda e: undo_action(Action.objects.get(verb="entry.withdraw"), actor=None),
}


@pytest.mark.slow
@pytest.mark.parametrize("verb", first_fast(2, REFUSED.values()), ids=REFUSED)
def test_what_would_open_it_again_or_move_its_tables_is_refused(
    evening: Evening, verb: Callable[[Evening], object]
) -> None:
    PlayerFactory(club=evening.tournament.club, rating=7)

    with nothing_changes(Refused, CLOSED):
        verb(evening)


@pytest.mark.slow
def test_a_result_is_corrected_and_the_correction_undone(evening: Evening) -> None:
    evening.enter(1, Result.DRAW)
    assert evening.game(1).result == "1/2-1/2"

    undo_action(Action.objects.latest("pk"), actor=None)

    assert evening.game(1).result == "1-0"


def test_closing_publishes_the_last_tables_so_that_a_correction_stands_beside_them(evening: Evening) -> None:
    assert [table.round.number for table in PublishedTable.objects.order_by("round__number")] == [1, 2]
    assert evening.round.state == RoundState.FINISHED
    published = PublishedTable.objects.get(round=evening.round).table

    evening.enter(1, Result.DRAW)

    assert PublishedTable.objects.get(round=evening.round).table == published


@pytest.mark.slow
def test_closing_is_undone_with_what_it_published(evening: Evening) -> None:
    undo_action(Action.objects.latest("pk"), actor=None)

    assert evening.round.state == RoundState.PUBLISHED
    assert PublishedTable.objects.count() == 1
    assert Season.objects.get().is_open


def test_reopened_it_goes_on(evening: Evening) -> None:
    seasons.reopen_season(evening.tournament.season, actor=None)

    evening.open()
    evening.mark(1, Presence.PRESENT)
