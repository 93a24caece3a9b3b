"""A published round as a page value."""

from dataclasses import replace

import pytest
from django.utils import translation

from tests.tools.casts.factories import Evening
from tests.tools.played.played import a_tournament
from tournaments.models import Entry, Game, RoundState, ShownAs
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.ordinals import ordinal
from tournaments.pages.rounds.round import entrants_page, newest_round, round_page
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pages.standings.ranks_before import RankBefore
from tournaments.pairing.opponents.opponent_reasons import FORBIDDEN, MAY_MEET
from tournaments.pairing.types.paired_round import Player
from tournaments.pairing.types.snapshot import Result
from tournaments.templatetags.chess import round_after, round_before

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

    assert first.white.standing == first.black.standing == RankBefore(points=None)  # nobody has any
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
    assert [str(group.mark.words) for group in page.away] == ["Away", "Withdrawn"]
    assert sorted(str(bye.mark.words) for bye in page.byes) == ["Bye (odd number)", "Half-point bye"]
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


def test_before_the_first_round_a_name_leads_to_the_person() -> None:
    played = a_tournament(3)
    hidden, shown = played.entries[1].player, played.entries[2].player
    hidden.shown_as = ShownAs.NUMBER
    hidden.save()

    urls = {each.number: each.url for each in entrants_page(played.tournament, Audience.PUBLIC).entrants}

    assert (urls[1], urls[2]) == ("", f"/en/rockaden/players/{shown.public_key}/")
    assert {each.url for each in entrants_page(played.tournament, Audience.STAFF).entrants} == {""}


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
    assert "must not meet" in shown[Audience.STAFF][1]
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


def test_who_won_stands_out_by_forfeit_too_and_nobody_does_after_a_draw() -> None:
    played = a_tournament(6)
    played.play(state=RoundState.PUBLISHED)
    for board, result in enumerate((Result.BLACK_WINS, Result.DRAW, Result.WHITE_WINS_BY_FORFEIT), 1):
        Game.objects.filter(board=board).update(result=result)

    page = round_page(played.tournament, Audience.PUBLIC, number=1)

    assert [(board.white.ended, board.black.ended) for board in page.boards] == [
        ("lost", "won"),
        ("", ""),
        ("won", "lost"),
    ]


def test_all_reasons_of_a_board_are_told_in_their_parts() -> None:
    played = a_tournament(6)
    played.play()
    played.play()
    played.play(state=RoundState.PUBLISHED)

    page = round_page(played.tournament, Audience.PUBLIC, number=3)

    kept = {game.board: game.reasons for game in Game.objects.filter(round=played.rounds[2])}
    for board in page.boards:
        assert len(board.reasons) == len(kept[board.number])
        assert len(board.why.colours) == 1
        assert board.why.opponent
    assert any(board.why.passed_over for board in page.boards)


def test_a_board_set_by_hand_tells_all_as_why_these_two() -> None:
    played = a_tournament(4)
    played.play(state=RoundState.PUBLISHED)
    told = [MAY_MEET.reason(higher=Player(1), lower=Player(2)).to_json()] * 2
    Game.objects.filter(board=1).update(by_hand=True, reasons=told)

    board = round_page(played.tournament, Audience.PUBLIC, number=1).boards[0]

    assert (len(board.why.opponent), board.why.passed_over, board.why.colours) == (2, (), ())


def test_under_a_name_stand_points_and_rating_and_nothing_hidden() -> None:
    played = a_tournament(2)
    played.tournament.options = {"max_meetings": 2}
    played.play()
    played.play(state=RoundState.PUBLISHED)
    player = played.entries[1].player
    player.shown_as = ShownAs.NUMBER
    player.save()

    board = round_page(played.tournament, Audience.PUBLIC, number=2).boards[0]

    shown = {side.number: side.before for side in (board.white, board.black)}
    points = {side.number: side.standing.points for side in (board.white, board.black) if side.standing}
    said = {1: "1 pt", 3: "3 pts"}
    assert shown == {1: (said[int(points[1] or 0)],), 2: (said[int(points[2] or 0)], "2074")}
    assert board.at_stake == ""


@pytest.mark.slow
def test_where_a_win_is_worth_what_the_opponent_is_worth_it_says_what_is_at_stake() -> None:
    evening = Evening.of(4, system="keizer", options={"gap": 0})
    evening.play()
    evening.draft()
    evening.publish()

    page = round_page(evening.tournament, Audience.PUBLIC, number=2)

    assert page.has_values
    for board in page.boards:
        assert board.white.standing is not None
        assert board.black.standing is not None
        assert board.white.standing.worth is not None
        assert board.black.standing.worth is not None
        white, black = board.white.standing.worth_text, board.black.standing.worth_text
        assert board.at_stake == f"A win brings {board.white.name} {black}, {board.black.name} {white}."
        assert board.white.before == (ordinal(board.white.standing.place or 0), white)


def test_the_progress_is_told_until_nobody_plays_any_more() -> None:
    played = a_tournament(6)
    played.play(open_boards={1, 2}, state=RoundState.PUBLISHED)

    page = round_page(played.tournament, Audience.PUBLIC, number=1)
    assert (page.progress, page.finished) == ("2 of 3 still playing", 1)
    Game.objects.filter(board=2).update(is_postponed=True)
    assert round_page(played.tournament, Audience.PUBLIC, number=1).progress == "1 of 3 still playing"
    Game.objects.filter(board=1).update(result=Result.DRAW)
    assert round_page(played.tournament, Audience.PUBLIC, number=1).progress == ""


def test_the_rounds_beside_this_one_are_one_tap_away() -> None:
    played = a_tournament(4)
    played.play()
    played.play()
    played.play(state=RoundState.PUBLISHED)

    beside = []
    for number in (1, 2, 3):
        rounds = round_page(played.tournament, Audience.PUBLIC, number=number).rounds
        before, after = round_before(rounds), round_after(rounds)
        beside.append((before and before.number, after and after.number))

    assert beside == [(None, 2), (1, 3), (2, None)]


def test_beyond_a_hundred_boards_the_list_by_name_has_its_own_page_only() -> None:
    played = a_tournament(2)
    played.play(state=RoundState.PUBLISHED)
    page = round_page(played.tournament, Audience.PUBLIC, number=1)

    assert replace(page, boards=page.boards * 100).names_are_here
    assert not replace(page, boards=page.boards * 101).names_are_here
