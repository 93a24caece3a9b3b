"""A published round as a page value."""

from dataclasses import replace

import pytest
from django.utils import translation

from tests.tools.played import a_tournament
from tournaments.models import Entry, Game, RoundState, ShownAs
from tournaments.pages.names import Audience
from tournaments.pages.placing import Standing
from tournaments.pages.published import NotPublished
from tournaments.pages.round import entrants_page, newest_round, round_page
from tournaments.pairing.choices.opponent_reasons import FORBIDDEN, MAY_MEET
from tournaments.pairing.model.paired_round import Player

pytestmark = pytest.mark.django_db


def test_it_shows_the_boards_as_they_were_paired() -> None:
    played = a_tournament(6)
    played.play()
    played.play(state=RoundState.PUBLISHED)
    games = played.snapshot.rounds[1].games

    page = round_page(played.tournament, Audience.PUBLIC, number=2)

    assert [(board.number, board.white.number, board.black.number) for board in page.boards] == [
        (game.board, game.white, game.black) for game in games
    ]
    assert all(board.reasons for board in page.boards)
    assert {board.white.rating for board in page.boards} == {played.entries[game.white].rating for game in games}


def test_it_shows_the_points_from_before_the_round() -> None:
    played = a_tournament(2)
    played.play()
    played.tournament.options = {"max_meetings": 2}
    played.play(state=RoundState.PUBLISHED)

    first = round_page(played.tournament, Audience.PUBLIC, number=1).boards[0]
    second = round_page(played.tournament, Audience.PUBLIC, number=2).boards[0]

    assert first.white.standing == first.black.standing == Standing(points=None)  # nobody has any
    assert {side.standing and side.standing.points for side in (second.white, second.black)} == {1, 3}


def test_it_counts_the_games_still_going_without_the_postponed() -> None:
    played = a_tournament(6)
    played.play(open_boards={1, 2}, state=RoundState.PUBLISHED)
    Game.objects.filter(board=2).update(is_postponed=True)

    page = round_page(played.tournament, Audience.PUBLIC, number=1)

    assert page.open_games == 1
    assert [(board.is_open, board.is_postponed) for board in page.boards] == [
        (True, False),
        (True, True),
        (False, False),
    ]
    assert [bool(board.result) for board in page.boards] == [False, False, True]


def test_everybody_stands_on_it_exactly_once() -> None:
    played = a_tournament(9, joining_late={9})
    played.play()
    played.withdraw(5, first_round=2)
    played.play(absent={1}, half_byes={2})

    page = round_page(played.tournament, Audience.PUBLIC, number=2)

    at_boards = [side.number for board in page.boards for side in (board.white, board.black)]
    away = [player.number for group in page.away for player in group.players]
    assert sorted([*at_boards, *(bye.number for bye in page.byes), *away]) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [str(group.mark.words) for group in page.away] == ["Away, excused", "Withdrawn"]
    assert sorted(str(bye.mark.words) for bye in page.byes) == ["Bye (odd number of players)", "Half-point bye"]
    assert all(bye.reasons for bye in page.byes)


def test_the_list_by_name_tells_board_colour_and_opponent() -> None:
    played = a_tournament(5)
    played.play(state=RoundState.PUBLISHED)

    page = round_page(played.tournament, Audience.PUBLIC, number=1)

    board = page.boards[0]
    places = {place.number: place for place in page.by_name}
    white, black = places[board.white.number], places[board.black.number]
    assert (white.board, white.colour, white.opponent) == (1, "white", board.black.name)
    assert (black.board, black.colour, black.opponent) == (1, "black", board.white.name)
    assert [place.board for place in page.by_name if place.mark] == [None]
    assert len(places) == 5


def test_the_list_by_name_is_sorted_in_the_readers_language() -> None:
    played = a_tournament(8)
    played.play()

    with translation.override("en"):
        english = [place.name.split()[0] for place in round_page(played.tournament, Audience.PUBLIC, number=1).by_name]
    with translation.override("nb"):
        norwegian = [
            place.name.split()[0] for place in round_page(played.tournament, Audience.PUBLIC, number=1).by_name
        ]

    assert english[:3] == ["Anna", "Åse", "Bo"]
    assert norwegian[-2:] == ["Ørjan", "Åse"]


@pytest.mark.parametrize("state", [RoundState.OPEN, RoundState.DRAFTED])
@pytest.mark.parametrize("audience", Audience)
def test_a_round_that_is_not_published_is_not_there(state: RoundState, audience: Audience) -> None:
    played = a_tournament(4)
    played.play()
    played.play(state=state)

    assert newest_round(played.tournament) == 1
    with pytest.raises(NotPublished):
        round_page(played.tournament, audience, number=2)
    assert [link.number for link in round_page(played.tournament, audience, number=1).rounds] == [1]


def test_a_number_only_player_is_not_found_out_by_the_rating() -> None:
    played = a_tournament(2)
    played.play()
    player = played.entries[1].player
    player.shown_as = ShownAs.NUMBER
    player.save()

    board = round_page(played.tournament, Audience.PUBLIC, number=1).boards[0]

    assert {side.number: side.rating for side in (board.white, board.black)}[1] is None


def test_before_the_first_round_it_lists_who_has_entered() -> None:
    played = a_tournament(3)
    Entry.objects.update(number=None)
    player = played.entries[1].player
    player.shown_as = ShownAs.INITIAL
    player.save()

    assert newest_round(played.tournament) is None
    names = [entrant.name for entrant in entrants_page(played.tournament, Audience.PUBLIC).entrants]
    assert names == ["Anna Lindqvist-Sørensen", "Åse Ek", "Bo H."]


def test_who_shall_not_meet_is_for_the_director_alone() -> None:
    played = a_tournament(4)
    played.play(state=RoundState.PUBLISHED)
    game = Game.objects.get(round__tournament=played.tournament, board=1)
    pair = {"higher": Player(1), "lower": Player(2), "skipped": Player(3)}
    told = [MAY_MEET.reason(higher=pair["higher"], lower=pair["lower"]).to_json()]
    kept = [FORBIDDEN.reason(higher=pair["higher"], skipped=pair["skipped"]).to_json()]
    Game.objects.filter(pk=game.pk).update(reasons=told + kept)

    shown = {audience: round_page(played.tournament, audience, number=1).boards[0].reasons for audience in Audience}

    assert len(shown[Audience.STAFF]) == 2
    assert "shall not meet" in shown[Audience.STAFF][1]
    assert shown[Audience.PUBLIC] == shown[Audience.STAFF][:1]


def test_an_older_round_knows_the_newest_and_the_newest_itself_knows_no_newer() -> None:
    played = a_tournament(4)
    played.play()
    played.play(state=RoundState.PUBLISHED)
    played.play(state=RoundState.DRAFTED)

    older = round_page(played.tournament, Audience.PUBLIC, number=1)

    assert older.newer is not None
    assert (older.newer.number, older.newer.url) == (2, played.address("rounds/2/"))
    assert round_page(played.tournament, Audience.PUBLIC, number=2).newer is None


@pytest.mark.parametrize(("absent", "is_folded"), [(8, False), (9, True)])
def test_a_long_list_of_those_away_is_folded(absent: int, is_folded: bool) -> None:
    played = a_tournament(absent + 2)
    played.play(absent=set(range(3, absent + 3)), state=RoundState.PUBLISHED)

    (group,) = round_page(played.tournament, Audience.PUBLIC, number=1).away

    assert len(group.players) == absent
    assert group.is_folded is is_folded


def test_beyond_a_hundred_boards_the_list_by_name_has_its_own_page_only() -> None:
    played = a_tournament(2)
    played.play(state=RoundState.PUBLISHED)
    page = round_page(played.tournament, Audience.PUBLIC, number=1)

    assert replace(page, boards=page.boards * 100).names_are_here
    assert not replace(page, boards=page.boards * 101).names_are_here
