"""Tables kept in the process: worked out once, never older than the database, never of another tournament."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests.tools.casts.factories import Evening, PlayerFactory
from tests.tools.guards.layers import first_fast
from tournaments.models import Action, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.rounds.round import round_page
from tournaments.pages.standings import rank_history, round_context, table_cache
from tournaments.pages.standings.crosstable import crosstable_page
from tournaments.pages.standings.standings import standings_page
from tournaments.pages.standings.table_cache import tournament_state_of
from tournaments.pairing.systems.attendance_monrad import AttendanceMonrad
from tournaments.pairing.systems.keizer import Keizer
from tournaments.pairing.types.snapshot import Result
from tournaments.services.activity.undo import undo_action
from tournaments.services.players import players
from tournaments.services.rounds import results
from tournaments.services.setup import entries, tournaments

pytestmark = pytest.mark.django_db(transaction=True)
PAGES = ["", "rounds/1/", "standings/", "standings/1/", "standings/1/corrected/", "crosstable/", "players/1/"]
PAGES += ["players/1/after/1/", "players/1/after/1/corrected/"]


@pytest.fixture(params=first_fast(1, ["attendance_monrad", "keizer"]))
def evening(request: pytest.FixtureRequest) -> Evening:
    """One round is finished and corrected since, the second is played."""
    return played(request.param)


def played(system: str) -> Evening:
    evening = Evening.of(6, system=system)
    evening.play()
    evening.play()
    evening.enter(1, Result.BLACK_WINS, in_round=1)
    return evening


def address(evening: Evening, rest: str) -> str:
    return f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/{rest}"


@pytest.mark.slow
def test_the_second_look_at_a_page_neither_ranks_nor_reads_what_was_played(client: Client, evening: Evening) -> None:
    first = shown(client, evening)

    with (
        patch.object(AttendanceMonrad, "standings", side_effect=AssertionError("ranked again")),
        patch.object(Keizer, "standings", side_effect=AssertionError("ranked again")),
        patch.object(AttendanceMonrad, "history", side_effect=AssertionError("ranked again")),
        patch.object(Keizer, "history", side_effect=AssertionError("ranked again")),
        CaptureQueriesContext(connection) as captured,
    ):
        second = shown(client, evening)

    assert first == second
    assert {status for status, _content in first[:-1]} == {200}
    asked = [query["sql"] for query in captured]
    assert not [sql for sql in asked if "tournaments_attendance" in sql or "tournaments_game" in sql]
    # The tournament and its entries for each page, and which round is the newest for the tournament's own.
    assert len(asked) <= 2 * len(first) + 1, asked


def test_the_staff_reads_the_same_tables(client: Client, evening: Evening) -> None:
    client.get(address(evening, "standings/"))
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")

    with patch.object(
        type(tournament_state_of(evening.fresh()).current.system), "standings", side_effect=AssertionError
    ):
        response = client.get(f"/en/{evening.tournament.club.slug}/staff/{evening.tournament.slug}/standings/")

    assert response.status_code == 200


# Whatever is done is seen at once


def change_options(evening: Evening) -> None:
    seen = tournaments.version_of(evening.tournament)
    tournaments.change_options(evening.tournament, options={"bye_points": "2"}, tie_breaks=None, seen=seen, actor=None)


def rename(evening: Evening) -> None:
    player = evening.entry(1).player
    details = replace(players.details_of(player), given_name="Renamed")
    players.edit_player(player, details, seen=players.version_of(player), actor=None)


def hide(evening: Evening) -> None:
    player = evening.entry(1).player
    details = replace(players.details_of(player), shown_as="number")
    players.edit_player(player, details, seen=players.version_of(player), actor=None)


def undo_the_last_result(evening: Evening) -> None:
    undo_action(Action.objects.filter(verb="result.enter").latest("pk"), actor=None)


def take_back_the_new_round(evening: Evening) -> None:
    undo_action(Action.objects.filter(verb="round.publish").latest("pk"), actor=None)


def enter_somebody(evening: Evening) -> None:
    entries.enter_players(evening.tournament, [PlayerFactory(club=evening.tournament.club)], actor=None)


def carry_on(evening: Evening) -> None:
    evening.draft(1, 2, 3, 4)
    evening.publish()


CHANGES: dict[str, Callable[[Evening], object]] = {
    "a result": lambda e: e.enter(1, Result.DRAW),
    "a correction of a finished round": lambda e: e.enter(2, Result.DRAW, in_round=1),
    "the undo of a result": undo_the_last_result,
    "a result taken away": lambda e: results.clear_result(e.game(1), seen=e.game(1).result, actor=None),
    "a postponed game": lambda e: results.postpone_game(e.game(1), seen="*", actor=None),
    "somebody who comes late": enter_somebody,
    "another name": rename,
    "no name": hide,
    "other options": change_options,
    "a withdrawal": lambda e: e.withdraw(6),
    "a new round": carry_on,
    "the undo of its publishing": take_back_the_new_round,
    "its publishing": lambda e: e.publish(),
}


def shown(client: Client, evening: Evening) -> list[tuple[int, bytes]]:
    answers = [client.get(address(evening, rest)) for rest in [*PAGES, "rounds/3/"]]
    return [(answer.status_code, answer.content) for answer in answers]


@pytest.mark.slow
def test_a_change_is_seen_at_once(client: Client, evening: Evening) -> None:
    for what, change in CHANGES.items():
        before = shown(client, evening)
        change(evening)
        seen = shown(client, evening)
        table_cache.forget_all()
        assert seen != before, what
        assert seen == shown(client, evening), what


@pytest.mark.slow
def test_what_nobody_may_see_yet_leaves_the_tables_kept(client: Client, evening: Evening) -> None:
    evening.open()
    first = shown(client, evening)

    with patch.object(
        type(tournament_state_of(evening.fresh()).current.system), "standings", side_effect=AssertionError
    ):
        evening.check_in(1, 2, 3)
        assert shown(client, evening) == first


# What follows from the rounds before the one in play is kept while its results come in


def in_play(system: str) -> Evening:
    """Two rounds are over, and two games of the third are still open."""
    evening = Evening.of(6, system=system)
    evening.play()
    evening.play()
    evening.play(leaving_open={2, 3})
    return evening


def as_if_nothing_were_kept(evening: Evening, language: str, audience: Audience) -> list[object]:
    for keeper in (table_cache, round_context, rank_history):
        keeper.forget_all()
    return pages_of(evening, language, audience)


def pages_of(evening: Evening, language: str, audience: Audience) -> list[object]:
    """Under the round in play, and of it."""
    with translation.override(language):
        found = evening.fresh()
        rounds = [round_page(found, audience, number=number) for number in (2, 3)]
        shown_tables = [
            make(found, audience, after=each) for make in (standings_page, crosstable_page) for each in (None, 2, 3)
        ]
        return [*rounds, *shown_tables]


def correct_a_finished_round(evening: Evening) -> None:
    evening.enter(1, Result.BLACK_WINS, in_round=1)


def undo_the_correction(_evening: Evening) -> None:
    undo_action(Action.objects.filter(verb__startswith="result.").latest("pk"), actor=None)


def rename_the_tournaments_address(evening: Evening) -> None:
    Tournament.objects.filter(pk=evening.tournament.pk).update(slug="another")


IN_PLAY: dict[str, Callable[[Evening], object]] = {
    "another name": rename,
    "no name": hide,
    "a correction of a finished round": correct_a_finished_round,
    "its undo": undo_the_correction,
    "a result": lambda e: e.enter(2, Result.DRAW),
    "the last result": lambda e: e.enter(3, Result.BLACK_WINS),
    "its undo, which opens the round again": undo_the_last_result,
    "other options": change_options,
    "another address": rename_the_tournaments_address,
    "a withdrawal": lambda e: e.withdraw(6),
}


@pytest.mark.parametrize("system", first_fast(1, ["keizer", "attendance_monrad", "drawboss_monrad"]))
def test_what_is_kept_while_a_round_is_in_play_is_never_out_of_date(system: str) -> None:
    evening, other = in_play(system), in_play(system)
    readers = [("en", Audience.PUBLIC), ("nb", Audience.PUBLIC), ("en", Audience.STAFF)]
    for what, change in IN_PLAY.items():
        before = [pages_of(evening, *reader) for reader in readers]
        others = [pages_of(other, *reader) for reader in readers]
        change(evening)
        seen = [pages_of(evening, *reader) for reader in readers]
        assert seen != before, what
        assert seen == [as_if_nothing_were_kept(evening, *reader) for reader in readers], what
        assert others == [pages_of(other, *reader) for reader in readers], what


def test_a_result_works_out_neither_earlier_tables_nor_whose_way_leads_where() -> None:
    evening = in_play("keizer")
    first = standings_page(evening.fresh(), Audience.PUBLIC)
    evening.enter(2, Result.DRAW)

    with patch.object(Keizer, "standings", side_effect=AssertionError), CaptureQueriesContext(connection) as captured:
        second = standings_page(evening.fresh(), Audience.PUBLIC)

    assert second.rows is first.rows
    assert first.in_play is not None
    assert second.in_play is not None
    assert (first.in_play.open_games, second.in_play.open_games) == (2, 1)
    assert len(captured) == 2, [query["sql"] for query in captured]  # the tournament, the results


@pytest.mark.parametrize("system", first_fast(1, ["keizer", "attendance_monrad", "drawboss_monrad"]))
def test_earlier_tables_say_what_they_say_without_the_newest_round(system: str) -> None:
    current = tournament_state_of((in_play(system)).fresh()).current
    alone = replace(current, earlier=None)

    for after in range(4):
        assert current.table(after) == alone.table_of(current.snapshot.after(after))
        assert current.record(after) == alone.system.capabilities().record(current.snapshot.after(after))
        assert current.history(after) == alone.system.history(current.snapshot.after(after))
    assert current.earlier is not None
    assert current.earlier.snapshot == current.snapshot.after(2)


# What could mix or poison them


@pytest.mark.slow
def test_two_tournaments_never_mix(client: Client) -> None:
    one, other = played("keizer"), Evening.of(4, system="keizer")
    other.play()
    assert (one.fresh().seed, one.tournament.pk) != (other.fresh().seed, other.tournament.pk)
    seen = [shown(client, one), shown(client, other), shown(client, one), shown(client, other)]
    table_cache.forget_all()

    assert seen[:2] == seen[2:] == [shown(client, one), shown(client, other)]


@pytest.mark.slow
def test_a_tournament_made_anew_under_an_old_key_has_its_own_tables(evening: Evening) -> None:
    """The demo is removed and made again by another process, with all keys from 1 on."""
    old = tournament_state_of(evening.fresh())
    Tournament.objects.filter(pk=evening.tournament.pk).update(seed="cd" * 32)

    assert tournament_state_of(evening.fresh()) is not old


@pytest.mark.slow
def test_what_is_rolled_back_is_not_kept(client: Client, evening: Evening) -> None:
    before = shown(client, evening)

    class Never(Exception):
        pass

    def look_in_the_middle() -> None:
        with transaction.atomic():
            evening.enter(1, Result.DRAW)
            inside = standings_page(evening.fresh(), Audience.PUBLIC)
            assert inside != standing_before
            raise Never

    standing_before = standings_page(evening.fresh(), Audience.PUBLIC)
    with pytest.raises(Never):
        look_in_the_middle()
    assert standings_page(evening.fresh(), Audience.PUBLIC) == standing_before
    evening.enter(2, Result.BLACK_WINS)  # takes the revision that was rolled back

    seen = shown(client, evening)
    table_cache.forget_all()
    assert before != seen == shown(client, evening)


def test_rows_that_come_while_the_tables_are_read_are_not_taken_for_old_ones(evening: Evening) -> None:
    """Between the revision and the rows another request enters a result: what is kept then is never asked for again."""
    asked = evening.fresh()
    evening.enter(1, Result.DRAW)
    tournament_state_of(asked)
    evening.enter(1, Result.BLACK_WINS)

    now = tournament_state_of(evening.fresh())

    assert now.current.snapshot.rounds[1].games[0].result is Result.BLACK_WINS


@pytest.mark.slow
def test_it_stays_bounded() -> None:
    for _ in range(table_cache.TOURNAMENTS + 3):
        tournament_state_of((Evening.of(2)).fresh())

    assert table_cache.how_many() == table_cache.TOURNAMENTS
