"""Tables as they were published, beside how they stand now: on the standings and on the cards."""

from __future__ import annotations

import pytest

from tests.tools.casts.factories import Evening, PlayerFactory
from tests.tools.guards.layers import first_fast
from tests.tools.guards.whole_database import dump
from tournaments.models import PublishedTable, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.wording import result_text
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pages.standings.scorecard import ScorecardPage, scorecard_page
from tournaments.pages.standings.standings import StandingsPage, standings_page
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.snapshots import configured_system
from tournaments.services.rounds import results
from tournaments.services.setup import entries, settings, tournaments

pytestmark = pytest.mark.django_db
SYSTEMS = ["attendance_monrad", "keizer"]


def standings(evening: Evening, after: int | None = None, *, is_corrected: bool = False) -> StandingsPage:
    found = Tournament.objects.select_related("club").get(pk=evening.tournament.pk)
    return standings_page(found, Audience.PUBLIC, after=after, is_corrected=is_corrected)


def card(evening: Evening, number: int, after: int | None = None, *, is_corrected: bool = False) -> ScorecardPage:
    found = Tournament.objects.select_related("club").get(pk=evening.tournament.pk)
    return scorecard_page(found, Audience.PUBLIC, number=number, after=after, is_corrected=is_corrected)


def lines(page: StandingsPage) -> list[tuple[int, int, list[str]]]:
    return [(row.rank, row.number, [cell.text for cell in row.cells]) for row in page.rows]


@pytest.fixture(params=first_fast(1, SYSTEMS))
def evening(request: pytest.FixtureRequest) -> Evening:
    """Two rounds are finished, the third is open for check-in."""
    evening = Evening.of(6, system=request.param)
    evening.play()
    evening.play()
    evening.open()
    return evening


@pytest.mark.slow
def test_a_published_table_stays_as_it_was_and_the_corrected_one_stands_beside_it(evening: Evening) -> None:
    published = lines(standings(evening, 1))
    white, black = evening.boards(in_round=1)[0]
    assert standings(evening, 1).corrections is None

    evening.enter(1, Result.BLACK_WINS, in_round=1)
    shown, corrected = standings(evening, 1), standings(evening, 1, is_corrected=True)

    assert lines(shown) == published != lines(corrected)
    assert shown.corrections is not None
    assert corrected.corrections is not None
    assert shown.corrections.other.shows_published
    assert not corrected.corrections.other.shows_published
    assert shown.corrections.rows == corrected.corrections.rows
    now, was = result_text(Result.BLACK_WINS), result_text(Result.WHITE_WINS)
    assert shown.corrections.happened == (f"Round 1, No{white} against No{black}: now {now}, was {was}.",)
    assert shown.corrections.is_corrected


@pytest.mark.slow
def test_the_changes_are_the_differences_between_the_two_and_no_others(evening: Evening) -> None:
    evening.enter(1, Result.BLACK_WINS, in_round=1)
    then, now = standings(evening, 1), standings(evening, 1, is_corrected=True)
    assert then.corrections is not None

    def numbers(page: StandingsPage) -> dict[int, dict[str, str]]:
        return {
            row.number: {"#": str(row.rank)} | {c.column.short: c.text for c in row.cells if c.column.is_number}
            for row in page.rows
        }

    before, after = numbers(then), numbers(now)
    expected = {
        (player, code, before[player][code], after[player][code])
        for player in before
        for code in before[player]
        if before[player][code] != after[player][code]
    }
    said = {
        (row.number, change.short, change.then, change.now)
        for row in then.corrections.rows
        for change in (row.place, row.points, *row.others)
        if change is not None
    }

    assert said == expected
    changed = {short for _player, short, _then, _now in said}
    assert {"#", "Pts"} <= changed or not configured_system(evening.tournament).capabilities().is_sum_of_rounds


@pytest.mark.slow
def test_a_correction_taken_back_leaves_one_edition(evening: Evening) -> None:
    evening.enter(1, Result.BLACK_WINS, in_round=1)
    evening.enter(1, Result.WHITE_WINS, in_round=1)

    assert standings(evening, 1).corrections is None
    assert lines(standings(evening, 1)) == lines(standings(evening, 1, is_corrected=True))


@pytest.mark.slow
def test_the_newest_table_is_how_it_stands_and_says_when_it_was_published_otherwise(evening: Evening) -> None:
    published = lines(standings(evening))
    evening.enter(1, Result.DRAW, in_round=2)

    newest, kept = standings(evening), standings(evening, 2)

    assert lines(kept) == published != lines(newest)
    assert newest.corrections is not None
    assert newest.corrections.other.url.endswith("/standings/2/")
    assert kept.corrections is not None
    assert kept.corrections.other.url.endswith("/standings/")


def test_a_table_that_is_not_published_yet_follows_the_results() -> None:
    evening = Evening.of(4)
    evening.play(leaving_open={2})
    before = lines(standings(evening, 1))

    evening.enter(2, Result.DRAW)

    assert lines(standings(evening, 1)) == lines(standings(evening)) != before
    assert standings(evening, 1).corrections is None


@pytest.mark.slow
def test_a_game_played_later_is_no_correction_but_said() -> None:
    evening = Evening.of(4)
    evening.play(leaving_open={2})
    results.postpone_game(evening.game(2), seen="*", actor=None)
    evening.finish()
    assert standings(evening).open_games == 1
    white, black = evening.boards()[1]

    evening.enter(2, Result.DRAW)
    shown = standings(evening, 1)

    assert (shown.open_games, standings(evening).open_games) == (1, 0)
    assert shown.corrections is not None
    assert shown.corrections.happened[0].startswith(f"Round 1, No{white} against No{black}: played since")


@pytest.mark.slow
def test_it_says_who_came_and_went_and_that_the_options_changed() -> None:
    evening = Evening.of(6, system="keizer")
    evening.play()
    evening.open()
    newcomer = PlayerFactory(club=evening.tournament.club, given_name="Eva")
    entries.enter_players(evening.tournament, [newcomer], actor=None)
    evening.withdraw(6)
    seen = tournaments.version_of(evening.tournament)
    tournaments.change_options(evening.tournament, options={"bye_share": "1"}, tie_breaks=None, seen=seen, actor=None)

    shown = standings(evening, 1)

    assert shown.corrections is not None
    assert set(shown.corrections.happened) == {
        "The options are changed.",
        "Entered since: Eva.",
        "Withdrawn since: No6.",
    }
    assert not shown.corrections.is_corrected
    (eva,) = (row for row in shown.corrections.rows if row.name == "Eva")
    assert eva.place is not None
    assert eva.place.then == ""


def test_it_says_that_the_number_of_rounds_was_changed_since() -> None:
    evening = Evening.of(6, system="norwegian_monrad", planned_rounds=7)
    evening.play()
    evening.finish()
    there = Tournament.objects.get()
    settings.edit_tournament(
        there, name=there.name, season=there.season, planned_rounds=6, seen=settings.version_of(there), actor=None
    )

    shown = standings(evening, 1)

    assert shown.corrections is not None
    assert shown.corrections.happened == ("The number of planned rounds is changed.",)
    assert shown.corrections.columns == ("No longer in the table: M-2.",)


def choose(evening: Evening, tie_breaks: list[dict[str, object]] | None, **options: object) -> None:
    seen = tournaments.version_of(evening.tournament)
    tournaments.change_options(evening.tournament, options=options, tie_breaks=tie_breaks, seen=seen, actor=None)


@pytest.mark.slow
def test_it_says_which_tie_breaks_were_in_force_and_leaves_out_the_numbers_that_were_not_there() -> None:
    evening = Evening.of(6, tie_breaks=[{"code": "wins"}])
    evening.play(result=Result.DRAW)
    evening.finish()

    choose(evening, [{"code": "blacks"}, {"code": "wins"}])
    shown = standings(evening, 1)

    assert shown.corrections is not None
    assert shown.corrections.happened == ("The tie-breaks are changed: now Games with Black, Wins, was Wins.",)
    assert shown.corrections.rows, "who shared a place does so no longer"
    assert not any(row.others for row in shown.corrections.rows)
    assert [column.short for column in standings(evening).columns] == ["Pts", "Games with Black", "Wins", "Pos"]
    assert "Games with Black" not in [column.short for column in shown.columns], "as published"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tie_breaks", "options", "said"),
    [
        ([], {}, "The tie-breaks are changed: now none, was Buchholz-1."),
        ([{"code": "buchholz", "cut": 1, "buchholz": "mean"}], {}, "The options of the tie-breaks are changed."),
        ([{"code": "buchholz", "cut": 1}], {"buchholz": "mean"}, "The options are changed."),
    ],
)
def test_it_tells_tie_breaks_from_their_options_and_from_those_of_the_system(
    tie_breaks: list[dict[str, object]], options: dict[str, object], said: str
) -> None:
    evening = Evening.of(7, tie_breaks=[{"code": "buchholz", "cut": 1}], options={"max_meetings": 5})
    evening.play(1, 2, 3, 4, 5)
    evening.play(1, 2, 3, 4, 6, 7)
    evening.finish()

    choose(evening, tie_breaks, max_meetings=5, **options)
    shown = standings(evening, 2)

    assert shown.corrections is not None
    assert shown.corrections.happened == (said,)


def test_a_number_that_is_none_leads_nowhere() -> None:
    evening = Evening.of(6, system="keizer")
    evening.play()
    evening.withdraw(6)

    (row,) = (row for row in standings(evening).rows if row.number == 6)

    assert [(cell.column.short, cell.text, bool(cell.url)) for cell in row.cells[1:]] == [
        ("Worth", "", False),
        ("Worth next", "", False),
    ]


@pytest.mark.slow
def test_who_joins_or_leaves_later_without_moving_anybody_changes_no_published_table() -> None:
    evening = Evening.of(6)
    evening.play()
    evening.open()
    entries.enter_players(evening.tournament, [PlayerFactory(club=evening.tournament.club)], actor=None)
    evening.withdraw(6)

    assert standings(evening, 1).corrections is None


@pytest.mark.slow
def test_moves_are_measured_within_the_edition(evening: Evening) -> None:
    published = {n: {row.number: row.rank for row in standings(evening, n).rows} for n in (1, 2)}
    moved = {row.number: row.moved for row in standings(evening, 2).rows}
    assert moved == {number: published[1][number] - rank for number, rank in published[2].items()}

    evening.enter(1, Result.BLACK_WINS, in_round=1)

    assert {row.number: row.moved for row in standings(evening, 2).rows} == moved
    current = {n: {row.number: row.rank for row in standings(evening, n, is_corrected=True).rows} for n in (1, 2)}
    assert {row.number: row.moved for row in standings(evening, 2, is_corrected=True).rows} == {
        number: current[1][number] - rank for number, rank in current[2].items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("is_corrected", [False, True])
def test_every_number_opens_on_a_card_of_its_own_edition(evening: Evening, is_corrected: bool) -> None:
    evening.enter(1, Result.BLACK_WINS, in_round=1)
    tail = "after/1/corrected/" if is_corrected else "after/1/"

    for row in standings(evening, 1, is_corrected=is_corrected).rows:
        opened = card(evening, row.number, 1, is_corrected=is_corrected)
        assert row.url.endswith(f"/players/{row.number}/{tail}")
        assert opened.rank == row.rank
        assert {number.short: number.value for number in opened.numbers} == {
            cell.column.short: cell.text for cell in row.cells
        }
        assert opened.other_edition is not None
        assert opened.other_edition.shows_published is not is_corrected
        assert opened.standings_url.endswith("standings/1/corrected/" if is_corrected else "standings/1/")
        assert all(met.opponent.url.endswith(tail) for met in opened.met)


@pytest.mark.slow
def test_a_card_of_the_published_table_tells_the_result_that_was_known(evening: Evening) -> None:
    white, _black = evening.boards(in_round=1)[0]
    evening.enter(1, Result.BLACK_WINS, in_round=1)

    def first_round(page: ScorecardPage) -> str:
        return str(page.rounds[0].mark.short)

    assert first_round(card(evening, white, 1)) == "1"
    assert first_round(card(evening, white, 1, is_corrected=True)) == "0"
    assert first_round(card(evening, white)) == "0"


def test_somebody_who_came_later_has_no_card_of_a_table_published_before() -> None:
    evening = Evening.of(4, system="keizer")
    evening.play()
    evening.open()
    entries.enter_players(evening.tournament, [PlayerFactory(club=evening.tournament.club)], actor=None)

    with pytest.raises(NotPublished):
        card(evening, 5, 1)
    assert card(evening, 5, 1, is_corrected=True).number == 5


@pytest.mark.slow
def test_a_table_from_before_tables_were_kept_is_shown_as_it_stands(evening: Evening) -> None:
    PublishedTable.objects.all().delete()
    evening.enter(1, Result.BLACK_WINS, in_round=1)

    assert standings(evening, 1).corrections is None
    assert lines(standings(evening, 1)) == lines(standings(evening, 1, is_corrected=True))


@pytest.mark.slow
def test_looking_changes_nothing(evening: Evening) -> None:
    evening.enter(1, Result.BLACK_WINS, in_round=1)
    before = dump()
    standings(evening, 1)
    card(evening, 1, 1)

    assert dump() == before
