"""The papers of a round as page values."""

import datetime
from collections.abc import Callable, Collection

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.casts.factories import Evening
from tests.tools.guards.layers import first_fast
from tests.tools.played.played import Played, a_tournament
from tournaments.models import Player, Presence, Round, RoundState, ShownAs, Tournament
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.short_address import short_address_of
from tournaments.pages.files.paper_layout import (
    LANDSCAPE,
    PORTRAIT,
    PaperRoom,
    Size,
    columns_across,
    evenly,
    letters_by_height,
    letters_filling,
    lines_of,
)
from tournaments.pages.files.printouts import (
    ChosenPapers,
    Paper,
    PaperPage,
    PapersPage,
    one_paper,
    papers_page,
    papers_together,
)
from tournaments.pages.files.scorecards import BELOW_POSITIONS, PLAIN, PlayerScorecard, ScorecardEnd
from tournaments.pages.files.scorecards import RowRoom as CardRoom
from tournaments.pages.files.wall_lists import usual_length
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pages.standings.standings import standings_page
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.snapshots import out_before

pytestmark = pytest.mark.django_db
AT = datetime.datetime(2026, 11, 21, 20, 14, tzinfo=datetime.UTC)


BASE = "https://chess.example.org"


def every_paper(played: Played, number: int, audience: Audience = Audience.STAFF) -> PaperPage:
    tournament = Tournament.objects.get(pk=played.tournament.pk)
    chosen = ChosenPapers(audience=audience)
    return papers_together(tournament, chosen, short_address_of(tournament, BASE), number=number, at=AT)


def list_of_papers(tournament: Tournament, number: int | None = None) -> PapersPage:
    return papers_page(tournament, short_address_of(tournament, BASE), number=number)


def paper_of(tournament: Tournament, paper: Paper, number: int, to_a_page: int | None = None) -> PaperPage:
    address = short_address_of(tournament, BASE)
    return one_paper(tournament, Audience.STAFF, address, number=number, paper=paper, at=AT, to_a_page=to_a_page)


def cards_of(page: PaperPage) -> list[PlayerScorecard]:
    assert page.scorecards is not None
    return [card for cards in page.scorecards.pages for card in cards]


def names_on(page: PaperPage) -> set[str]:
    assert page.names is not None
    assert page.standings is not None
    return {place.name for place in page.names.places} | {row.name for row in page.standings.table.rows}


def test_standings_on_paper_wait_for_no_game() -> None:
    played = a_tournament(6)
    played.play()
    played.play(open_boards={1}, state=RoundState.PUBLISHED)

    page = every_paper(played, 2)

    assert page.standings is not None
    assert page.standings.table.after_round == 1
    assert [sheet.after_round for sheet in page.crosstable] == [1]
    assert [line.result for card in cards_of(page) for line in card.lists[0] if line.number == 2].count("") == 2
    assert all(line.total == "" for card in cards_of(page) for line in card.lists[0] if line.number == 2)


def test_a_first_round_still_going_has_a_starting_list_and_no_crosstable() -> None:
    played = a_tournament(6)
    played.play(open_boards={1}, state=RoundState.PUBLISHED)

    page = every_paper(played, 1)

    assert page.standings is not None
    assert (page.standings.table.after_round, page.crosstable) == (0, ())
    assert "Crosstable" not in [link.name for link in list_of_papers(played.tournament).papers]
    with pytest.raises(NotPublished):
        paper_of(played.tournament, Paper.CROSSTABLE, 1)


def test_the_papers_of_an_earlier_round_know_nothing_of_later_ones() -> None:
    played = a_tournament(6)
    for _ in range(3):
        played.play()

    page = every_paper(played, 2)

    assert page.standings is not None
    assert page.standings.table.after_round == 2
    assert [sheet.rounds for sheet in page.crosstable] == [(1, 2)]
    assert all(not line.opponent for card in cards_of(page) for line in card.lists[0] if line.number > 2)


@pytest.mark.parametrize("system", ["attendance_monrad", "keizer"])
def test_a_card_says_what_the_standings_say_and_has_room_for_the_next_rounds(system: str) -> None:
    played = a_tournament(7, joining_late={7})
    for absent in ({2}, {3}, set()):
        played.play(absent=absent)
    Tournament.objects.filter(pk=played.tournament.pk).update(system=system, planned_rounds=9)
    tournament = Tournament.objects.get(pk=played.tournament.pk)

    cards = {card.number: card for card in cards_of(every_paper(played, 3))}

    standings = standings_page(tournament, Audience.STAFF).rows
    assert {row.number for row in standings} == set(cards)
    for row in standings:
        card = cards[row.number]
        assert card.rank == row.rank
        assert [line.number for line in card.lists[0]] == list(range(1, 10))
        assert card.lists[0][2].total == card.points
        assert all(line.opponent or line.words for line in card.lists[0][:3])


@pytest.mark.slow
def test_a_card_ends_with_points_quality_and_place_to_be_filled_in_until_the_last_table() -> None:
    """The playing card of modified Monrad (rulebook)."""
    evening = Evening.of(6, system="modified_monrad", planned_rounds=3)
    for _ in range(2):
        evening.play()
    so_far = {card.number: card for card in cards_of(paper_of(evening.tournament, Paper.CARDS, 2))}
    assert {card.ends for card in so_far.values()} == {
        tuple(ScorecardEnd(name=name, value="") for name in ("Points", "Quality", "Place"))
    }
    assert [line.number for line in so_far[1].lists[0]] == [1, 2, 3]

    evening.play()

    cards = cards_of(paper_of(evening.tournament, Paper.CARDS, 3))
    rows = {row.number: row for row in standings_page(evening.tournament, Audience.STAFF).rows}
    for card in cards:
        row = rows[card.number]
        assert [end.value for end in card.ends] == [*(cell.text for cell in row.cells), str(row.rank)], card.ends
        assert [line.opponent_number for line in card.lists[0]] == opponents_of(evening, card.number)
        assert card.lists[0][-1].total == card.ends[0].value


def opponents_of(evening: Evening, number: int) -> list[int]:
    pairs = [pair for played in (1, 2, 3) for pair in evening.boards(in_round=played)]
    return [black if white == number else white for white, black in pairs if number in (white, black)]


# Positions, and whose cards there are


def positions_on(card: PlayerScorecard) -> list[str | None]:
    return [line.position for lines in card.lists for line in lines]


def positions_after(tournament: Tournament, number: int) -> dict[int, str]:
    """As the standings show them."""
    table = standings_page(Tournament.objects.get(pk=tournament.pk), Audience.STAFF, after=number or None)
    place = [column.name for column in table.columns].index("Position")
    return {row.number: row.cells[place].text for row in table.rows}


def test_above_each_round_stands_the_position_from_which_it_was_paired() -> None:
    played = a_tournament(9)
    for absent in ({4}, {4, 7}, set()):
        played.play(absent=absent)

    cards = cards_of(every_paper(played, 3))

    assert {card.position_name for card in cards} == {"Position"}
    tables = {after: positions_after(played.tournament, after) for after in (1, 2, 3)}
    for card in cards:
        before = [str(card.number), *(tables[after][card.number] for after in (1, 2, 3))]
        assert positions_on(card) == [*before, *[""] * 5]
        assert [line.is_to_come for line in card.lists[0]] == [False] * 3 + [True] * 6


def test_while_a_round_is_played_nobody_knows_the_positions_of_the_next() -> None:
    played = a_tournament(6)
    played.play()
    played.play(open_boards={1}, state=RoundState.PUBLISHED)

    cards = cards_of(every_paper(played, 2))

    known = positions_after(played.tournament, 1)
    assert [positions_on(card)[:3] for card in cards] == [[str(card.number), known[card.number], ""] for card in cards]


def test_a_card_laid_behind_the_others_later_has_no_position_before() -> None:
    played = a_tournament(5, joining_late={5})
    for _ in range(3):
        played.play()

    (card,) = (card for card in cards_of(every_paper(played, 3)) if card.number == 5)

    assert positions_on(card)[:4] == ["", "", "5", positions_after(played.tournament, 3)[5]]
    assert [line.is_to_come for line in card.lists[0]][:4] == [False, False, False, True]


def test_the_cards_of_those_who_play_lie_in_the_order_of_their_positions() -> None:
    played = a_tournament(9)
    played.play()
    played.play(absent={1, 4, 6})

    cards = cards_of(every_paper(played, 2))

    known = {number: int(place) for number, place in positions_after(played.tournament, 2).items()}
    here = sorted({2, 3, 5, 7, 8, 9}, key=known.__getitem__)
    assert [card.number for card in cards] == here
    assert [int(positions_on(card)[2] or 0) for card in cards] == [known[card.number] for card in cards]


@pytest.mark.slow
def test_at_check_in_there_are_cards_of_those_marked() -> None:
    evening = Evening.of(6)
    evening.play(1, 2, 3, 4)
    evening.open()
    for number in (2, 6):
        evening.mark(number, Presence.PRESENT)

    page = paper_of(evening.tournament, Paper.CARDS, 1)

    assert page.scorecards is not None
    known = {number: int(place) for number, place in positions_after(evening.tournament, 1).items()}
    assert [card.number for card in cards_of(page)] == sorted({2, 6}, key=known.__getitem__)
    assert page.scorecards.without_card == "4 players who do not play get no card."


@pytest.mark.slow
def test_where_no_table_shows_an_order_cards_have_no_positions_and_lie_by_name() -> None:
    evening = Evening.of(7, system="keizer")
    evening.play(2, 4, 6)
    evening.play()

    cards = cards_of(paper_of(evening.tournament, Paper.CARDS, 2))

    assert [card.name for card in cards] == [f"No{number}" for number in range(1, 8)]
    assert {place for card in cards for place in positions_on(card)} == {None}


def with_a_place(evening: Evening) -> set[int]:
    """Who has a game in the newest round, be it to be played another day, or a bye."""
    return {player for board in evening.boards() for player in board} | evening.byes().keys()


@pytest.mark.slow
@pytest.mark.parametrize("system", first_fast(1, SYSTEMS))
def test_only_who_plays_the_round_gets_a_card(system: str) -> None:
    evening = Evening.of(9, system=system, planned_rounds=5)
    for number, here in ((1, (1, 2, 3)), (2, (2, 3, 4, 5))):
        evening.play(*here)
        page = paper_of(evening.tournament, Paper.CARDS, number)

        assert page.scorecards is not None
        play = with_a_place(evening)
        assert play.issuperset(set(here) - out_before(evening.round).keys())
        assert {card.number for card in cards_of(page)} == play
        assert bool(page.scorecards.without_card) == (len(play) < 9)


def test_whoever_sits_out_has_a_card_and_whoever_asked_for_a_bye_has_none() -> None:
    played = a_tournament(6)
    played.play(half_byes={4})

    page = every_paper(played, 1)

    assert page.scorecards is not None
    assert {card.number for card in cards_of(page)} == {1, 2, 3, 5, 6}
    assert page.scorecards.without_card == "1 player who does not play gets no card."


def test_where_no_last_round_is_planned_a_card_has_no_end() -> None:
    played = a_tournament(4)
    played.play()

    assert {card.ends for card in cards_of(every_paper(played, 1))} == {()}


def test_the_end_of_a_long_card_stands_on_the_last_one_only() -> None:
    played = a_tournament(4)
    Tournament.objects.filter(pk=played.tournament.pk).update(planned_rounds=40)
    for _ in range(37):
        played.play()

    cards = [card for card in cards_of(every_paper(played, 37)) if card.number == 1]

    assert [bool(card.ends) for card in cards] == [False] * (len(cards) - 1) + [True]
    assert len(cards) > 1


@pytest.mark.slow
@pytest.mark.parametrize(("system", "parts"), [("keizer", [24, 19]), ("attendance_monrad", [14, 14, 14])])
def test_a_long_season_goes_on_in_even_parts_and_on_further_cards(system: str, parts: list[int]) -> None:
    played = a_tournament(4)
    for _ in range(37):
        played.play()
    Tournament.objects.filter(pk=played.tournament.pk).update(system=system)

    page = every_paper(played, 37)

    assert [len(sheet.rounds) for sheet in page.crosstable] == [13, 12, 12]
    assert [round_ for sheet in page.crosstable for round_ in sheet.rounds] == list(range(1, 38))
    assert all(len(row.cells) == len(sheet.rounds) for sheet in page.crosstable for row in sheet.rows)
    for number in played.entries:
        cards = [card for card in cards_of(page) if card.number == number]
        lists = [lines for card in cards for lines in card.lists]
        assert [(card.part, card.parts) for card in cards] == [(part, len(parts)) for part in range(1, len(parts) + 1)]
        assert [len(lines) for lines in lists] == parts
        assert [line.number for lines in lists for line in lines] == list(range(1, 1 + sum(parts)))


def test_two_to_a_page_have_lists_beside_each_other_for_a_whole_season() -> None:
    played = a_tournament(4)
    for _ in range(30):
        played.play()
    Tournament.objects.filter(pk=played.tournament.pk).update(system="keizer")

    page = paper_of(Tournament.objects.get(pk=played.tournament.pk), Paper.CARDS, 30, to_a_page=2)

    assert page.scorecards is not None
    assert [len(cards) for cards in page.scorecards.pages] == [2, 2]
    assert [[len(lines) for lines in card.lists] for card in cards_of(page)] == [[24, 12]] * 4


@pytest.mark.parametrize(("system", "room"), [("keizer", PLAIN), ("attendance_monrad", BELOW_POSITIONS)])
def test_long_names_take_their_room_from_the_lines_of_a_card(system: str, room: CardRoom) -> None:
    played = a_tournament(4)
    Player.objects.update(given_name="Wolfeschlegelsteinhausenbergerdorff" * 2)
    for _ in range(20):
        played.play()
    Tournament.objects.filter(pk=played.tournament.pk).update(system=system)

    for card in cards_of(every_paper(played, 20)):
        assert all(room.taken(lines) <= room.rows for lines in card.lists)
        assert card.part > 1 or card.density is Size.SMALL


def test_the_wall_shows_names_as_each_wishes_and_only_lists() -> None:
    played = a_tournament(6)
    played.play()
    Player.objects.update(shown_as=ShownAs.NUMBER)

    wall = every_paper(played, 1, Audience.PUBLIC)

    assert names_on(wall) == {f"Player {number}" for number in played.entries}
    assert (wall.scorecards, wall.slips) == (None, None)
    assert "Anna Lindqvist-Sørensen" in names_on(every_paper(played, 1))


def together(played: Played, chosen: ChosenPapers, number: int = 1) -> PaperPage:
    address = short_address_of(played.tournament, BASE)
    return papers_together(played.tournament, chosen, address, number=number, at=AT)


def test_those_chosen_are_printed_together_and_the_way_back_remembers_them() -> None:
    played = a_tournament(6)
    played.play()
    chosen = ChosenPapers(papers=(Paper.NAMES, Paper.CARDS), to_a_page={Paper.CARDS: 2, Paper.SLIPS: 8})

    page = together(played, chosen)

    assert page.names is not None
    assert (page.boards, page.standings, page.crosstable, page.slips) == (None, None, (), None)
    assert page.scorecards is not None
    assert page.scorecards.to_a_page == 2
    assert page.back_url.endswith("/papers/rounds/1/?paper=names&paper=cards&cards=2")


def test_cards_and_slips_are_in_full_names_whatever_the_lists_show() -> None:
    played = a_tournament(6)
    played.play()
    Player.objects.update(shown_as=ShownAs.NUMBER)

    page = together(played, ChosenPapers(papers=tuple(Paper), audience=Audience.PUBLIC))

    assert page.place_cards is not None
    cards = {card.name for cards in page.place_cards.pages for card in cards}
    assert cards | {certificate.name for certificate in page.certificates} <= {
        entry.player.full_name for entry in played.entries.values()
    }
    assert page.prizes is not None
    assert all(line.name.startswith("Player ") for line in page.prizes.lines)

    assert names_on(page) == {f"Player {number}" for number in played.entries}
    assert "Anna Lindqvist-Sørensen" in {card.name for card in cards_of(page)}
    assert page.slips is not None
    assert not any("Player " in board.white.name for boards in page.slips.pages for board in boards)


def test_what_hangs_in_most_clubs_is_ticked_until_somebody_chooses() -> None:
    played = a_tournament(6)
    played.play()
    usual = papers_page(played.tournament, short_address_of(played.tournament, BASE))
    own = papers_page(
        played.tournament,
        short_address_of(played.tournament, BASE),
        chosen=ChosenPapers(papers=(Paper.SLIPS,), audience=Audience.PUBLIC, to_a_page={Paper.SLIPS: 10}),
    )

    assert [choice.code for choice in usual.choices if choice.is_chosen] == ["boards", "names", "standings"]
    assert [choice.code for choice in own.choices if choice.is_chosen] == ["slips"]
    assert [layout.count for choice in own.choices for layout in choice.layouts if layout.is_chosen] == [4, 10, 2]
    assert (usual.is_for_the_wall, own.is_for_the_wall) == (False, True)


def test_the_absent_stand_in_one_sentence_that_says_no_more_than_that() -> None:
    played = a_tournament(9)
    played.play(absent={2, 5}, half_byes={6})

    sheet = paper_of(played.tournament, Paper.BOARDS, 1).boards

    assert sheet is not None
    names = sorted(played.entries[number].player.full_name for number in (2, 5))
    assert sheet.away == f"Away: {', '.join(names)}."
    assert {bye.number for bye in sheet.byes} == {6}
    together_again = paper_of(played.tournament, Paper.NAMES, 1)
    assert together_again.boards is None


def test_nobody_away_makes_no_sentence() -> None:
    played = a_tournament(4)
    played.play()

    sheet = paper_of(played.tournament, Paper.BOARDS, 1).boards
    assert sheet is not None
    assert sheet.away == ""


@pytest.mark.parametrize(
    ("rows", "letters", "points"), [(5, 30, 20), (18, 30, 20), (26, 30, 16), (40, 30, 10), (51, 30, 16), (5, 90, 9)]
)
def test_a_table_fills_its_page_as_far_as_it_fits(rows: int, letters: int, points: int) -> None:
    assert letters_filling([1] * rows, letters=letters, columns=7) == points


@given(rows=st.lists(st.integers(1, 4), max_size=300), letters=st.integers(1, 300), columns=st.integers(3, 20))
def test_more_to_set_never_makes_larger_letters_on_as_many_pages(rows: list[int], letters: int, columns: int) -> None:
    size = letters_filling(rows, letters=letters, columns=columns)

    assert size in PORTRAIT.letters
    assert letters_filling(rows, letters=letters + 1, columns=columns) <= size


def test_a_long_name_takes_its_lines_from_the_others() -> None:
    assert letters_by_height(lambda _points: [1] * 30) > letters_by_height(lambda _points: [1] * 26 + [4] * 4)
    assert letters_by_height(lambda points: [lines_of("n" * 30, 60, points)] * 30) == 10  # in 11 points it takes two


@pytest.mark.parametrize("room", [PORTRAIT, LANDSCAPE])
def test_there_is_a_class_for_letters_of_every_size(room: PaperRoom) -> None:
    sheet = (settings.BASE_DIR / "static/css/staff/paper.css").read_text()

    assert [points for points in room.letters if f".pt-{points} {{ font-size: {points}pt; }}" not in sheet] == []


def test_fewer_columns_stand_beside_long_names() -> None:
    across = [columns_across(8, besides=name, points=7, room=LANDSCAPE) for name in (30, 50, 400)]

    assert across == [18, 16, 1]


def test_each_paper_says_which_version_it_is() -> None:
    played = a_tournament(4)
    played.play()
    Tournament.objects.filter(pk=played.tournament.pk).update(public_revision=37)

    assert (
        every_paper(played, 1).version == "SK Rockaden · Tuesday cup · round 1 · printed 21 Nov 2026 20:14 · version 37"
    )


def test_cards_of_all_players_ask_the_database_no_more_often_than_cards_of_few() -> None:
    def queries(players: int) -> int:
        played = a_tournament(players, name=f"Cup of {players}")
        played.play()
        played.play()
        with CaptureQueriesContext(
            connection,
        ) as captured:
            every_paper(played, 2)
        return len(captured)

    assert queries(4) == queries(16)


@pytest.mark.parametrize(
    ("items", "at_most", "expected"), [(37, 18, [13, 12, 12]), (36, 18, [18, 18]), (5, 18, [5]), (0, 18, [])]
)
def test_parts_are_even(items: int, at_most: int, expected: Collection[int]) -> None:
    assert [len(part) for part in evenly(range(items), at_most)] == expected


@pytest.mark.parametrize("ask", [lambda t: list_of_papers(t, 2), lambda t: list_of_papers(t, 0)])
def test_a_round_that_is_not_published_has_no_papers(ask: Callable[[Tournament], object]) -> None:
    played = a_tournament(4)
    played.play()

    with pytest.raises(NotPublished):
        ask(played.tournament)
    with pytest.raises(NotPublished):
        every_paper(played, 2)


def test_before_the_first_round_there_is_only_the_poster_to_print() -> None:
    page = list_of_papers(a_tournament(4).tournament)

    assert page.number is None
    assert page.poster_url.endswith("/papers/poster/")


# For the tables and the prize-giving


def test_all_papers_are_those_of_the_round_and_no_others() -> None:
    played = a_tournament(6)
    played.play()

    page = every_paper(played, 1)

    assert page.slips is not None
    assert (page.signs, page.place_cards, page.prizes, page.certificates) == (None, None, None, ())


@pytest.mark.parametrize(("to_a_page", "pages"), [(2, [("1", "2"), ("3",)]), (1, [("1",), ("2",), ("3",)])])
def test_each_board_has_a_sign(to_a_page: int, pages: list[tuple[str, ...]]) -> None:
    played = a_tournament(7)
    played.play()

    page = paper_of(played.tournament, Paper.SIGNS, 1, to_a_page)

    assert page.signs is not None
    assert list(page.signs.pages) == pages
    assert page.signs.is_folded == (to_a_page == 1)


def test_who_plays_has_a_place_card_by_name() -> None:
    played = a_tournament(9)
    played.play(absent={2, 5})

    page = paper_of(played.tournament, Paper.PLACE_CARDS, 1)

    assert page.place_cards is not None
    cards = [card for cards in page.place_cards.pages for card in cards]
    assert {card.number for card in cards} == {1, 3, 4, 6, 7, 8, 9}
    assert cards == sorted_by_name(cards, lambda card: card.name)
    assert {card.rating for card in cards} == {played.entries[card.number].rating for card in cards}


def test_the_prize_list_has_the_first_places_of_the_last_table_and_says_whether_it_is_the_last() -> None:
    played = a_tournament(14)
    played.play()
    played.play(open_boards={1}, state=RoundState.PUBLISHED)

    page = paper_of(played.tournament, Paper.PRIZES, 2)

    assert page.prizes is not None
    table = standings_page(played.tournament, Audience.STAFF, after=1).rows
    assert [(line.place, line.name, line.is_shared) for line in page.prizes.lines] == [
        (row.rank, row.name, row.is_shared) for row in table if row.rank is not None and row.rank <= 10
    ]
    assert (page.prizes.after_round, page.prizes.is_final) == (1, False)

    board = played.tournament.rounds.get(number=2).games.get(board=1)
    board.result = Result.DRAW
    board.save()
    Tournament.objects.update(planned_rounds=2)
    last = paper_of(Tournament.objects.get(pk=played.tournament.pk), Paper.PRIZES, 2)
    assert last.prizes is not None
    assert (last.prizes.after_round, last.prizes.is_final) == (2, True)


def certificates_for(played: Played, receivers: str) -> list[str]:
    address = short_address_of(played.tournament, BASE)
    page = one_paper(
        Tournament.objects.get(pk=played.tournament.pk),
        Audience.STAFF,
        address,
        number=2,
        paper=Paper.CERTIFICATES,
        at=AT,
        receivers=receivers,
    )
    return [certificate.name for certificate in page.certificates]


def test_certificates_are_for_the_first_three_everybody_or_one() -> None:
    played = a_tournament(6)
    played.play()
    played.play()
    rows = standings_page(played.tournament, Audience.STAFF).rows

    assert certificates_for(played, "3") == [row.name for row in rows if row.rank is not None and row.rank <= 3]
    assert certificates_for(played, "all") == [row.name for row in rows]
    assert certificates_for(played, "p6") == [row.name for row in rows if row.number == 6]
    for receivers in ("p7", "2", ""):
        with pytest.raises(NotPublished):
            certificates_for(played, receivers)


def test_a_certificate_names_place_points_rounds_and_the_day_of_the_last_one() -> None:
    played = a_tournament(6)
    played.play()
    played.play()
    Round.objects.filter(number=2).update(date=datetime.date(2026, 11, 19))
    Tournament.objects.update(planned_rounds=2)
    tournament = Tournament.objects.get(pk=played.tournament.pk)

    first = paper_of(tournament, Paper.CERTIFICATES, 2).certificates[0]
    earlier = paper_of(tournament, Paper.CERTIFICATES, 1).certificates[0]

    row = standings_page(tournament, Audience.STAFF).rows[0]
    assert (first.name, first.place, first.medal, first.after) == (row.name, "1st place", 1, "")
    assert first.result == f"{row.cells[0].text} points in 2 rounds"
    assert first.date == "19 November 2026"
    assert (earlier.after, earlier.date) == ("After round 1", "21 November 2026")


def test_standings_on_paper_show_what_the_last_rounds_were() -> None:
    played = a_tournament(7, joining_late={7})
    for _ in range(3):
        played.play()

    sheet = every_paper(played, 3).standings

    assert sheet is not None
    forms = {row.row.number: row.form for row in sheet.rows}
    assert [len(forms[number]) for number in (1, 7)] == [3, 1]
    assert sheet.width == len(sheet.table.columns) + 4


@pytest.mark.parametrize(("lengths", "usual"), [([], 0), ([20], 20), ([10] * 19 + [76], 10), ([76] * 5, 38)])
def test_one_name_in_ten_may_take_two_lines(lengths: list[int], usual: int) -> None:
    assert usual_length("n" * each for each in lengths) == usual


def test_the_standings_by_category_are_a_list_each_with_both_places() -> None:
    played = a_tournament(6)
    played.play()

    def offered() -> list[str]:
        tournament = Tournament.objects.get()
        return [paper.code for paper in papers_page(tournament, short_address_of(tournament, BASE)).choices]

    assert "categories" not in offered()
    with pytest.raises(NotPublished):
        paper_of(played.tournament, Paper.CATEGORIES, 1)
    played.tournament.entries.filter(number__lte=4).update(category="B")
    Tournament.objects.update(categories=[{"name": name, "low": None, "high": None} for name in "ABC"])
    played.tournament.entries.filter(number=5).update(category="C")
    Player.objects.filter(pk=played.tournament.entries.get(number=5).player_id).update(shown_as=ShownAs.NUMBER)

    [b, c] = paper_of(Tournament.objects.get(), Paper.CATEGORIES, 1).categories
    assert (b.table.shown, c.table.shown) == ("B", "C")
    assert [each.row.rank for each in c.rows] == [1]
    assert {each.row.number for each in b.rows} == {1, 2, 3, 4}
    places = {row.number: row.rank for row in standings_page(Tournament.objects.get(), Audience.STAFF).rows}
    assert {each.row.number: each.row.overall for each in b.rows} == {n: places[n] for n in (1, 2, 3, 4)}
    wall = every_paper(played, 1, Audience.PUBLIC)
    assert [sheet.table.shown for sheet in wall.categories] == ["B"]
    assert "categories" in offered()
