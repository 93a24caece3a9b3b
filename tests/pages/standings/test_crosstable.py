"""The crosstable as a page value."""

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.casts.team_event import TeamEvent
from tests.tools.played.played import a_tournament
from tournaments.models import Entry, RoundState, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.standings.crosstable import CrosstablePage, CrosstableRow, crosstable_page
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pages.standings.standings import standings_page
from tournaments.pairing.types.snapshot import Colour, Result

pytestmark = pytest.mark.django_db


def row_of(page: CrosstablePage, number: int) -> CrosstableRow:
    return next(row for row in page.rows if row.number == number)


def drawn(row: CrosstableRow) -> list[str]:
    colours = {"": "", "white": "w", "black": "b"}
    return [f"{cell.opponent or ''}{colours[cell.colour]}{cell.mark.short}" for cell in row.cells]


def test_it_draws_opponent_colour_and_result_round_by_round() -> None:
    played = a_tournament(4)
    for _ in range(2):
        played.play()

    page = crosstable_page(played.tournament, Audience.PUBLIC)

    expected: dict[int, list[str]] = {number: [] for number in played.entries}
    marks = {"1-0": ("1", "0"), "0-1": ("0", "1"), "1/2-1/2": ("½", "½")}
    for found in played.snapshot.rounds:
        for game in found.games:
            white, black = marks[game.result.value]
            expected[game.white].append(f"{game.black}w{white}")
            expected[game.black].append(f"{game.white}b{black}")
    assert {row.number: drawn(row) for row in page.rows} == expected
    assert [number for number, _url in page.rounds] == [1, 2]


def test_it_stands_in_the_order_of_the_standings() -> None:
    played = a_tournament(6)
    for _ in range(3):
        played.play()

    standings = standings_page(played.tournament, Audience.PUBLIC)
    page = crosstable_page(played.tournament, Audience.PUBLIC)

    assert [(row.rank, row.number, row.points) for row in page.rows] == [
        (row.rank, row.number, row.cells[0].text) for row in standings.rows
    ]


def test_byes_absences_forfeits_and_open_games_have_marks_of_their_own_and_a_legend() -> None:
    played = a_tournament(9, joining_late={9})
    played.play(absent={1}, half_byes={2})
    played.withdraw(3, first_round=2)
    played.play(forfeits={1}, open_boards={2}, state=RoundState.PUBLISHED)

    page = crosstable_page(played.tournament, Audience.PUBLIC, after=2)

    first = {row.number: drawn(row)[0] for row in page.rows}
    assert (first[1], first[2], first[9]) == ("away", "half", "·")
    assert drawn(row_of(page, 3))[1] == "out"
    assert {"+", "−", "*"} <= {cell.mark.short for row in page.rows for cell in row.cells}
    assert {"bye", "away", "half", "out", "·", "+", "−", "*"} <= {str(mark.short) for mark in page.legend}
    assert {str(mark.short) for mark in page.screen_legend} == {"1", "½", "0", "bye", "half", "·", "+", "−", "*"}
    dots = {str(cell.mark.short) for row in page.rows for cell in row.cells if cell.is_dot}
    assert dots == {"away", "out", "·"}, "who was not there is a dot on the screen, and keeps its words"


def test_the_legend_explains_only_what_occurs() -> None:
    played = a_tournament(2)
    played.play()

    assert {str(mark.short) for mark in crosstable_page(played.tournament, Audience.PUBLIC).legend} <= {"1", "½", "0"}


def test_a_forfeit_shows_the_opponent_and_colour_that_were_paired() -> None:
    played = a_tournament(2)
    played.play(forfeits={1})
    game = played.snapshot.rounds[0].games[0]

    page = crosstable_page(played.tournament, Audience.PUBLIC)

    cell = row_of(page, game.white).cells[0]
    assert (cell.opponent, cell.colour, cell.mark.short) == (game.black, Colour.WHITE.value, "+")


@pytest.mark.parametrize(("rounds", "density"), [(1, "roomy"), (9, "roomy"), (10, "tight"), (16, "dense")])
def test_it_is_set_tighter_the_more_rounds_there_are(rounds: int, density: str) -> None:
    page = CrosstablePage(
        after_round=0,
        rounds=tuple((number, "") for number in range(rounds)),
        links=(),
        standings_url="",
        other_edition=None,
        rows=(),
        legend=(),
        screen_legend=(),
        settings=(),
        about_guests="",
    )

    assert page.density == density


def test_it_knows_nothing_of_a_draft() -> None:
    played = a_tournament(6)
    played.play()
    before = crosstable_page(played.tournament, Audience.STAFF)
    played.play(state=RoundState.DRAFTED)

    assert crosstable_page(played.tournament, Audience.STAFF) == before


def test_after_an_earlier_round_it_is_as_it_was_then() -> None:
    played = a_tournament(6)
    played.play()
    then = crosstable_page(played.tournament, Audience.PUBLIC)
    played.play()

    now = crosstable_page(played.tournament, Audience.PUBLIC, after=1)

    assert [(row.rank, row.number, row.points, drawn(row)) for row in now.rows] == [
        (row.rank, row.number, row.points, drawn(row)) for row in then.rows
    ]
    assert (now.after_round, now.rounds) == (1, then.rounds)
    assert [(link.number, link.is_shown) for link in now.links] == [(1, True), (2, False)]
    assert now.links[1].url == played.address("crosstable/2/")
    assert now.standings_url == played.address("standings/1/")


@pytest.mark.parametrize("after", [0, 2, 10**30])
def test_there_is_none_after_a_round_that_is_not_published(after: int) -> None:
    played = a_tournament(4)
    played.play()
    played.play(state=RoundState.DRAFTED)

    with pytest.raises(NotPublished):
        crosstable_page(played.tournament, Audience.PUBLIC, after=after)


@pytest.mark.slow
def test_it_has_the_editions_of_the_standings_beside_it() -> None:
    evening = Evening.of(4)
    evening.play()
    evening.finish()
    evening.open()
    found = Tournament.objects.select_related("club").get(pk=evening.tournament.pk)
    assert crosstable_page(found, Audience.PUBLIC, after=1).other_edition is None

    evening.enter(1, Result.BLACK_WINS, in_round=1)
    found.refresh_from_db()
    published = crosstable_page(found, Audience.PUBLIC, after=1)
    corrected = crosstable_page(found, Audience.PUBLIC, after=1, is_corrected=True)

    white = evening.boards(in_round=1)[0][0]
    assert (drawn(row_of(published, white))[0][-1], drawn(row_of(corrected, white))[0][-1]) == ("1", "0")
    assert published.other_edition is not None
    assert corrected.other_edition is not None
    assert published.other_edition.shows_published
    assert published.other_edition.url.endswith("/crosstable/")  # the newest numbers there are
    assert corrected.other_edition.url.endswith("/crosstable/1/")
    assert published.standings_url.endswith("/standings/1/")


def test_it_tells_what_the_marks_are_worth() -> None:
    played = a_tournament(4)
    played.tournament.options = {"win": "3", "draw": "2", "loss": "1"}
    played.tournament.save()
    played.play()

    page = crosstable_page(played.tournament, Audience.PUBLIC)

    assert "A win scores 3, a draw 2, a loss at the board 1." in page.settings


def test_two_whose_short_name_would_be_the_same_are_called_in_full() -> None:
    played = a_tournament(3)
    for number, given, family in ((1, "Femke", "van Dekkers"), (2, "Frits", "van Dekkers"), (3, "Anna", "van Dekkers")):
        player = played.entries[number].player
        player.given_name, player.family_name = given, family
        player.save()
    played.play()

    shorts = {row.number: row.short for row in crosstable_page(played.tournament, Audience.PUBLIC).rows}

    assert shorts == {1: "Femke van Dekkers", 2: "Frits van Dekkers", 3: "A. van Dekkers"}


def test_a_cell_says_result_opponent_and_colour() -> None:
    played = a_tournament(4)
    played.play()
    game = played.snapshot.rounds[0].games[0]

    page = crosstable_page(played.tournament, Audience.PUBLIC)

    for number, other, letter in ((game.white, game.black, "w"), (game.black, game.white, "b")):
        (cell,) = row_of(page, number).cells
        assert (cell.opponent, cell.letter, cell.is_dot) == (other, letter, False)
        assert cell.sign == {"1": "win", "½": "draw", "0": "loss"}[str(cell.mark.short)]


def test_a_team_has_a_short_name_of_its_own_and_no_initials() -> None:
    event = TeamEvent.of_teams(("Granlia middle school", "Heia middle school"), boards=2)
    Entry.objects.filter(pk=event.entry(1).pk).update(short_name="Granlia")
    event.draft()
    event.publish()
    event.enter_boards(1, "11")
    event.finish()
    shorts = {row.name: row.short for row in crosstable_page(event.tournament, Audience.PUBLIC).rows}
    assert shorts == {"Granlia middle school": "Granlia", "Heia middle school": "Heia middle sc…"}
