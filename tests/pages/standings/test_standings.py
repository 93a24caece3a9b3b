"""Standings as a page value."""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

import pytest
from django.utils import translation

from tests.tools.casts.factories import Evening
from tests.tools.played.played import Played, a_tournament
from tournaments.models import Game, PublishedTable, RoundState, ShownAs, Tournament
from tournaments.pages.common.charts.squares import square_of
from tournaments.pages.common.display_names import Audience
from tournaments.pages.rounds.link_preview import link_preview
from tournaments.pages.standings.player_extras import PlayerExtras
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pages.standings.standings import StandingsPage, StandingsRow, standings_page
from tournaments.pairing.discovery import tie_breaks_of
from tournaments.pairing.history.record import RoundEntry, RoundOutcome
from tournaments.pairing.systems.attendance_monrad import AttendanceMonrad
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.snapshots import unpacked_table
from tournaments.services.rounds import postpone_open

pytestmark = pytest.mark.django_db


def row_of(page: StandingsPage, number: int) -> StandingsRow:
    return next(row for row in page.rows if row.number == number)


def texts(row: StandingsRow) -> dict[str, str]:
    return {cell.column.short: cell.text for cell in row.cells}


def test_it_stands_as_the_core_ranks_what_was_played() -> None:
    played = a_tournament(7)
    for _ in range(3):
        played.play(absent={3})
    system = AttendanceMonrad()
    table = system.standings(played.snapshot, tie_breaks_of(system))

    page = standings_page(played.tournament, Audience.PUBLIC)

    assert [(row.rank, row.number) for row in page.rows] == [(row.rank, row.player) for row in table.rows]
    assert [texts(row)["Pts"] for row in page.rows] == [str(row.cells["points"].value) for row in table.rows]
    assert page.after_round == 3


def test_it_is_the_starting_list_before_the_first_round() -> None:
    page = standings_page(a_tournament(4).tournament, Audience.PUBLIC)

    assert page.after_round == 0
    assert [(row.rank, row.number, row.moved) for row in page.rows] == [(n, n, None) for n in (1, 2, 3, 4)]


def test_it_counts_the_results_of_the_published_round_at_once() -> None:
    played = a_tournament(2)
    played.play(open_boards={1}, state=RoundState.PUBLISHED)
    assert {texts(row)["Pts"] for row in standings_page(played.tournament, Audience.PUBLIC, after=1).rows} == {"0"}

    Game.objects.update(result="1-0")

    assert {texts(row)["Pts"] for row in standings_page(played.tournament, Audience.PUBLIC).rows} == {"3", "1"}


@pytest.mark.parametrize("audience", Audience)
def test_it_knows_nothing_of_a_draft(audience: Audience) -> None:
    played = a_tournament(6)
    played.play()
    before = standings_page(played.tournament, audience)
    played.play(state=RoundState.DRAFTED)

    assert standings_page(played.tournament, audience) == before


def test_it_says_how_many_places_somebody_moved() -> None:
    played = a_tournament(8)
    played.play()
    played.play()
    first = {row.number: row.rank for row in standings_page(played.tournament, Audience.PUBLIC, after=1).rows}

    rows = standings_page(played.tournament, Audience.PUBLIC).rows

    assert {row.number: row.moved for row in rows} == {row.number: first[row.number] - row.rank for row in rows}
    assert any(row.moved for row in rows)
    assert all(row.places_down == -(row.moved or 0) for row in rows)


def test_it_says_nothing_of_moves_after_the_first_round() -> None:
    played = a_tournament(4)
    played.play()

    assert {row.moved for row in standings_page(played.tournament, Audience.PUBLIC).rows} == {None}


def test_it_shows_shared_places_as_shared() -> None:
    played = a_tournament(2)
    played.play(open_boards={1}, state=RoundState.PUBLISHED)

    rows = standings_page(played.tournament, Audience.PUBLIC, after=1).rows

    assert [(row.rank, row.is_shared) for row in rows] == [(1, True), (1, True)]


def test_it_keeps_and_marks_the_withdrawn() -> None:
    played = a_tournament(5)
    played.play()
    played.withdraw(4, first_round=2)

    rows = standings_page(played.tournament, Audience.PUBLIC).rows

    assert [row.number for row in rows if row.is_withdrawn] == [4]
    assert len(rows) == 5


def test_it_lists_late_entrants_from_the_round_before_they_join() -> None:
    played = a_tournament(5, joining_late={5})
    played.play()
    played.play()

    assert 5 not in {row.number for row in standings_page(played.tournament, Audience.PUBLIC, after=1).rows}
    late = row_of(standings_page(played.tournament, Audience.PUBLIC), 5)
    assert late.moved is None


def test_it_shows_any_earlier_round_as_it_was() -> None:
    played = a_tournament(6)
    played.play()
    after_one = standings_page(played.tournament, Audience.PUBLIC)
    played.play()

    earlier = standings_page(played.tournament, Audience.PUBLIC, after=1)

    assert [texts(row) for row in earlier.rows] == [texts(row) for row in after_one.rows]
    assert [(link.number, link.is_shown) for link in earlier.rounds] == [(1, True), (2, False)]
    assert earlier.in_play is None


@pytest.mark.parametrize("after", [0, 2, 99, 10**30])
def test_it_has_no_standings_of_a_round_that_is_not_published(after: int) -> None:
    played = a_tournament(4)
    played.play()
    played.play(state=RoundState.DRAFTED)

    with pytest.raises(NotPublished):
        standings_page(played.tournament, Audience.PUBLIC, after=after)


def test_every_number_leads_to_what_it_is_the_sum_of() -> None:
    played = a_tournament(4)
    played.play()
    played.play()

    newest = row_of(standings_page(played.tournament, Audience.PUBLIC), 2)
    earlier = row_of(standings_page(played.tournament, Audience.STAFF, after=1), 2)

    card = played.address("players/2/")
    assert [cell.url for cell in newest.cells][:4] == [
        f"{card}#{n}" for n in ("points", "buchholz-1", "wins", "blacks")
    ]
    assert earlier.cells[0].url == played.address("players/2/after/1/", staff=True) + "#points"


def test_a_phone_has_room_for_the_points_and_the_wall_for_one_column_more() -> None:
    played = a_tournament(4)
    played.play()

    row = standings_page(played.tournament, Audience.PUBLIC).rows[0]

    assert [cell.column.short for cell in row.cells if cell.column.width == "always"] == ["Pts"]
    assert [cell.column.short for cell in row.cells if cell.column.is_on_wall] == ["Pts", "Buchholz-1"]
    assert {"Buchholz-1", "Wins", "Games with Black"} <= {cell.column.short for cell in row.folded}


def test_it_calls_players_as_they_wish_for_the_public_and_in_full_for_the_staff() -> None:
    played = a_tournament(3)
    played.play()
    for number, shown_as in ((1, ShownAs.INITIAL), (2, ShownAs.NUMBER)):
        player = played.entries[number].player
        player.shown_as = shown_as
        player.save()

    public = standings_page(played.tournament, Audience.PUBLIC)
    staff = standings_page(played.tournament, Audience.STAFF)

    assert [row_of(public, number).name for number in (1, 2)] == ["Bo H.", "Player 2"]
    assert [row_of(staff, number).name for number in (1, 2)] == ["Bo Holm", "Anna Lindqvist-Sørensen"]


def test_it_says_the_settings_in_force() -> None:
    played = a_tournament(2)
    played.tournament.options = {"draw": "3/2"}
    played.tournament.save()

    with translation.override("en"):
        settings = standings_page(played.tournament, Audience.PUBLIC).settings

    assert settings[0] == "A win scores 3, a draw 1½, a loss at the board 1."


def test_it_says_how_many_games_are_still_open() -> None:
    played = a_tournament(6)
    played.play()
    played.play(open_boards={1, 3}, state=RoundState.PUBLISHED)

    assert standings_page(played.tournament, Audience.PUBLIC, after=2).open_games == 2
    assert standings_page(played.tournament, Audience.PUBLIC).open_games == 0


def in_play(played: Played, after: int | None = None) -> tuple[int, bool, int] | None:
    """As of a tournament as just read: the table's round, whether it is live, and the games waited for."""
    found = Tournament.objects.select_related("club").get(pk=played.tournament.pk)
    Tournament.objects.filter(pk=found.pk).update(public_revision=found.public_revision + 1)
    page = standings_page(found, Audience.PUBLIC, after=after)
    return None if page.in_play is None else (page.after_round, page.is_live, page.in_play.open_games)


def test_while_a_round_is_in_play_it_stands_as_after_the_last_one_that_is_over() -> None:
    played = a_tournament(6)
    played.play()
    before = standings_page(played.tournament, Audience.PUBLIC)
    played.play(open_boards={1, 3}, state=RoundState.PUBLISHED)

    shown, live = (standings_page(played.tournament, Audience.PUBLIC, after=after) for after in (None, 2))

    assert [(row.rank, row.moved, texts(row)) for row in shown.rows] == [
        (row.rank, row.moved, texts(row)) for row in before.rows
    ]
    assert (in_play(played), in_play(played, 1), in_play(played, 2)) == ((1, False, 2), (1, False, 2), (2, True, 2))
    assert shown.in_play is not None
    assert (shown.in_play.settled_url, shown.in_play.url) == tuple(
        played.address(rest) for rest in ("standings/", "standings/2/")
    )
    assert not any(row.playing for row in shown.rows)
    assert [link.number for link in live.rounds] == [1, 2]


def test_live_who_is_still_playing_is_marked_and_has_not_moved() -> None:
    played = a_tournament(8)
    played.play()
    played.play(open_boards={1}, state=RoundState.PUBLISHED)
    at_board = {row.entry.number for row in played.rounds[1].attendances.filter(game__board=1).select_related("entry")}

    rows = standings_page(played.tournament, Audience.PUBLIC, after=2).rows

    assert {row.number for row in rows if row.playing == "still playing"} == at_board
    assert {row.moved for row in rows if row.number in at_board} == {None}
    assert any(row.moved for row in rows), "who has played has moved"


def test_a_first_round_in_play_leaves_the_starting_list() -> None:
    played = a_tournament(4)
    played.play(open_boards={1}, state=RoundState.PUBLISHED)

    assert (in_play(played), in_play(played, 1)) == ((0, False, 1), (1, True, 1))
    assert [row.number for row in standings_page(played.tournament, Audience.PUBLIC).rows] == [1, 2, 3, 4]


def test_a_postponed_game_keeps_no_round_in_play_and_its_players_are_marked() -> None:
    played = a_tournament(6)
    played.play()
    played.play(open_boards={1}, state=RoundState.PUBLISHED)
    assert in_play(played) == (1, False, 1)

    Game.objects.filter(pk=played.game(2, 1).pk).update(is_postponed=True)

    assert in_play(played) is None
    page = standings_page(Tournament.objects.select_related("club").get(), Audience.PUBLIC)
    assert (page.after_round, page.open_games, page.is_live) == (2, 1, False)
    assert sum(row.playing == "game still to come" for row in page.rows) == 2


def test_a_round_that_was_finished_is_not_in_play_whatever_was_left_open() -> None:
    played = a_tournament(6)
    played.play()
    played.play(open_boards={1})

    assert in_play(played) is None
    assert standings_page(played.tournament, Audience.PUBLIC).after_round == 2


def told(page: StandingsPage, number: int) -> PlayerExtras:
    found = row_of(page, number).extras
    assert found is not None
    return found


def test_a_row_has_the_last_five_rounds_the_games_and_the_rating() -> None:
    played = a_tournament(7)
    for number in range(6):
        played.play(absent={3} if number < 4 else ())

    page = standings_page(played.tournament, Audience.PUBLIC)

    for row in page.rows:
        items = played_rounds(played, row.number)
        assert told(page, row.number).form == tuple(square_of(item.outcome) for item in items[-5:])
        counts = Counter(item.outcome for item in items)
        won, drawn, lost = (counts[each] for each in (RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.LOSS))
        assert told(page, row.number).results == f"{won}–{drawn}–{lost}"
        assert told(page, row.number).games == won + drawn + lost
        assert told(page, row.number).rating == played.entries[row.number].rating
    assert "Away" in told(page, 3).said
    assert page.extras.has_games, "they have not played equally many"


def played_rounds(played: Played, number: int) -> tuple[RoundEntry, ...]:
    return tuple(AttendanceMonrad().capabilities().record(played.snapshot).entries[number])


def test_a_column_without_use_is_left_out() -> None:
    played = a_tournament(4)
    before = standings_page(played.tournament, Audience.PUBLIC)
    played.play()
    after = standings_page(played.tournament, Audience.PUBLIC)

    assert before.extras.columns == (False, False, False)
    assert after.extras.columns == (True, False, False), "everybody has played once, and there is no season yet"


def test_who_is_only_a_number_has_no_rating_for_the_public() -> None:
    played = a_tournament(4)
    played.play()
    player = played.entries[1].player
    player.shown_as = ShownAs.NUMBER
    player.save()

    assert told(standings_page(played.tournament, Audience.PUBLIC), 1).rating is None
    assert told(standings_page(played.tournament, Audience.STAFF), 1).rating is not None


def a_finished_one(results: Sequence[Result], **values: object) -> StandingsPage:
    evening = Evening.of(4, planned_rounds=len(results), **values)
    for result in results:
        evening.play(result=result)
    evening.finish()
    return standings_page(Tournament.objects.select_related("club", "season").get(), Audience.PUBLIC)


def test_the_table_is_final_once_the_last_result_is_in_and_no_game_is_open() -> None:
    evening = Evening.of(4, planned_rounds=2)
    evening.play()

    def says_final() -> bool:
        return standings_page(evening.fresh(), Audience.PUBLIC).is_final

    evening.draft()
    evening.publish()
    evening.enter(1, Result.DRAW)
    assert not says_final()
    postpone_open(evening.round, seen_revision=evening.round.revision, actor=evening.director)
    assert not says_final()
    evening.enter(2, Result.DRAW)
    assert says_final()


def test_the_picture_of_its_link_says_final_when_the_table_does() -> None:
    evening = Evening.of(4, planned_rounds=2)
    evening.draft()
    evening.publish()
    evening.enter(1, Result.DRAW)
    postpone_open(evening.round, seen_revision=evening.round.revision, actor=evening.director)
    evening.finish()
    evening.play()

    def say_final() -> set[bool]:
        tournament = evening.fresh()
        page = standings_page(tournament, Audience.PUBLIC)
        return {page.is_final, "Final" in link_preview(tournament, None).line}

    assert say_final() == {False}
    evening.enter(2, Result.DRAW, in_round=1)
    assert say_final() == {True}


def test_a_finished_tournament_says_who_won_and_since_when_they_led() -> None:
    page = a_finished_one([Result.WHITE_WINS] * 5, system="keizer", options={"gap": 0}, decimals_shown=2)

    assert page.is_final
    first, second = page.rows[:2]
    lead = Decimal(first.cells[0].text) - Decimal(second.cells[0].text)
    assert page.extras.story.startswith(f"{first.name} wins with {first.cells[0].text}, {lead} ahead, and ")
    assert page.extras.race is not None
    led = next(row.places for row in page.extras.race.rows if row.player == first.number)
    since = max((number for number, place in enumerate(led, 1) if place != 1), default=0) + 1
    said = {1: "led from the first round to the end.", 5: "took the lead in the last round."}
    assert page.extras.story.endswith(said.get(since, f"led from round {since} to the end."))


def test_a_shared_first_place_is_said_as_shared() -> None:
    page = a_finished_one([Result.WHITE_WINS] * 3, options={"max_meetings": 9})

    assert page.extras.story == "No2 and No4 share the first place with 7."


def test_a_tournament_that_goes_on_says_nothing_of_its_end() -> None:
    played = a_tournament(4)
    played.play()

    assert standings_page(played.tournament, Audience.PUBLIC).extras.story == ""


def test_the_race_is_the_tables_as_published_and_the_one_shown() -> None:
    evening = Evening.of(6, options={"max_meetings": 9})
    for result in (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS):
        evening.play(result=result)
    evening.finish()
    published = {
        number: {row.player: row.place for row in unpacked_table(bytes(table)).rows}
        for number, table in PublishedTable.objects.values_list("round__number", "table")
    }

    page = standings_page(Tournament.objects.select_related("club", "season").get(), Audience.PUBLIC)

    assert page.extras.race is not None
    assert {row.player: dict(enumerate(row.places, 1)) for row in page.extras.race.rows} == {
        player: {number: published[number][player] for number in (1, 2, 3)} for player in range(1, 7)
    }
    assert page.extras.has_season
    assert all(told(page, number).season for number in range(1, 7))
