"""What the hall screen shows in turn, as page values."""

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.played.played import Played, a_tournament
from tournaments.models import Game, Player, RoundState, ShownAs, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.rounds.projector import Part, ProjectorPage, projector_page
from tournaments.pages.rounds.round_summary import round_summary
from tournaments.pages.standings.published_tournament import NotPublished, published_tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.services.rounds.results import clear_result

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # a key of JSON, order of rows


def shown(played: Played, part: str | None = None) -> ProjectorPage:
    return projector_page(Tournament.objects.get(pk=played.tournament.pk), part=part)


def test_before_the_first_round_it_shows_who_has_entered() -> None:
    played = a_tournament(6)

    page = shown(played)

    assert page.entrants is not None
    assert len(page.entrants) == 6
    assert (page.boards, page.names, page.standings) == (None, None, None)


def test_a_draft_is_not_shown() -> None:
    played = a_tournament(6)
    played.play()
    played.play(state=RoundState.DRAFTED)

    page = shown(played)

    assert page.boards is not None
    assert page.boards.number == 1


def test_the_standings_wait_for_the_first_result_of_the_newest_round() -> None:
    played = a_tournament(6)
    played.play()
    played.play(open_boards={1, 2, 3}, state=RoundState.PUBLISHED)

    assert shown(played).standings_wait

    Game.objects.filter(pk=played.game(2, 3).pk).update(result=Result.WHITE_WINS.value)
    Tournament.objects.filter(pk=played.tournament.pk).update(public_revision=2)

    assert not shown(played).standings_wait


def test_the_standings_wait_for_no_postponed_game() -> None:
    played = a_tournament(2)
    played.play(open_boards={1}, state=RoundState.PUBLISHED)
    Game.objects.filter(pk=played.game(1, 1).pk).update(is_postponed=True)

    assert not shown(played).standings_wait


@pytest.mark.parametrize("part", list(Part))
def test_one_list_alone_waits_for_nothing(part: Part) -> None:
    played = a_tournament(6)
    in_categories(played)
    played.play(open_boards={1, 2, 3}, state=RoundState.PUBLISHED)

    page = shown(played, part)

    lists = {Part.BOARDS: page.boards, Part.NAMES: page.names, Part.STANDINGS: page.standings}
    lists[Part.CATEGORIES] = page.categories or None
    by_name = Part.NAMES if part is Part.FIND else part  # of the list by name, each finds one place
    assert [each for each, value in lists.items() if value is not None] == [by_name]
    assert not page.standings_wait


def test_there_is_no_other_list() -> None:
    played = a_tournament(6)
    played.play()

    for part in ("crosstable", "categories"):  # nor one of categories where there are none
        with pytest.raises(NotPublished):
            shown(played, part)


def in_categories(played: Played) -> None:
    Tournament.objects.update(categories=[{"name": name, "low": None, "high": None} for name in "ABC"])
    played.tournament.entries.filter(number__lte=2).update(category="A")
    played.tournament.entries.filter(number__gte=5).update(category="B")


def test_each_category_that_somebody_is_in_is_a_list_of_its_own() -> None:
    played = a_tournament(6)
    in_categories(played)
    played.play()

    found = shown(played, "categories").categories

    assert [page.standings.shown for page in found if page.standings] == ["A", "B"]
    assert [{row.row.number for row in page.rows} for page in found] == [{1, 2}, {5, 6}]
    assert [[row.row.overall is not None for row in page.rows] for page in found] == [[True] * 2] * 2
    assert shown(played).categories == ()


def test_names_are_as_each_wishes_to_be_shown() -> None:
    played = a_tournament(6)
    played.play()
    Player.objects.filter(pk=played.entries[2].player.pk).update(shown_as=ShownAs.NUMBER)

    page = shown(played)

    assert page.names is not None
    assert page.standings is not None
    assert page.boards is not None
    hidden = played.entries[2].player.full_name
    names = {place.name for place in page.names.by_name} | {row.name for row in page.standings.rows}
    names |= {side.name for board in page.boards.boards for side in (board.white, board.black)}
    assert "Player 2" in names
    assert hidden not in names


def test_while_a_round_is_played_the_standings_are_those_before_it_and_in_the_first_there_are_none() -> None:
    played = a_tournament(6)
    played.play(open_boards={1}, state=RoundState.PUBLISHED)
    assert shown(played).standings is None
    assert shown(played, "standings").standings is not None

    Game.objects.update(result=Result.DRAW.value)
    Tournament.objects.update(public_revision=2)
    played.play(open_boards={1}, state=RoundState.PUBLISHED)
    Tournament.objects.update(public_revision=3)

    page = shown(played)
    assert page.standings is not None
    assert page.standings.after_round == 1
    assert [len(row.form) for row in page.rows] == [1] * 6
    assert page.rows[0].said == "Draw"


def test_the_form_is_that_of_the_last_five_rounds() -> None:
    played = a_tournament(7, joining_late={7})
    for _ in range(6):
        played.play()

    page = shown(played)

    entries = {row.row.number: row for row in page.rows}
    assert len(entries[1].form) == 5
    assert len(entries[7].form) == 4
    assert entries[1].said.count(";") == 4


def test_the_foot_tells_how_far_the_round_is_who_leads_and_what_was_entered_last() -> None:
    evening = Evening.of(8)
    evening.play()
    evening.draft()
    evening.publish()
    for board in (3, 1, 2):
        evening.enter(board, Result.WHITE_WINS)

    foot = projector_page(Tournament.objects.get(pk=evening.tournament.pk)).foot

    assert foot is not None
    assert (foot.progress.done, foot.progress.boards) == (3, 4)
    assert foot.progress.squares == (True, True, True, False)
    assert [board.number for board in foot.just_in] == [2, 1]
    assert foot.leader == ""  # four share the first place


def test_a_result_that_was_taken_away_is_not_just_in() -> None:
    evening = Evening.of(4)
    evening.draft()
    evening.publish()
    evening.enter(1, Result.DRAW)
    evening.enter(2, Result.DRAW)
    game = Game.objects.get(board=2)
    clear_result(game, seen=game.result, actor=evening.director)

    foot = projector_page(Tournament.objects.get(pk=evening.tournament.pk)).foot

    assert foot is not None
    assert [board.number for board in foot.just_in] == [1]
    assert foot.progress.done == 1


def test_one_leader_is_named() -> None:
    played = a_tournament(2)
    played.play()

    foot = shown(played).foot

    assert foot is not None
    names = [entry.player.full_name for entry in played.entries.values()]
    assert foot.leader in {f"Leads after round 1: {name}" for name in names}


def test_the_winner_is_bold_and_nobody_is_in_a_draw() -> None:
    evening = Evening.of(8)
    evening.draft()
    evening.publish()
    for board, result in ((1, Result.WHITE_WINS), (2, Result.BLACK_WINS_BY_FORFEIT), (3, Result.DRAW)):
        evening.enter(board, result)

    page = projector_page(Tournament.objects.get(pk=evening.tournament.pk))

    assert page.boards is not None
    ended = [(board.white.ended, board.black.ended) for board in page.boards.boards]
    assert ended == [("won", "lost"), ("lost", "won"), ("", ""), ("", "")]


def test_once_the_round_is_over_the_foot_tells_it_in_short() -> None:
    evening = Evening.of(8)
    for _ in range(2):
        evening.play(result=Result.WHITE_WINS)
    evening.play(leaving_open={1})
    tournament = Tournament.objects.get(pk=evening.tournament.pk)
    during = projector_page(tournament).foot
    evening.enter(1, Result.BLACK_WINS)

    tournament = Tournament.objects.get(pk=evening.tournament.pk)
    after = projector_page(tournament).foot
    told = round_summary(published_tournament(tournament, Audience.PUBLIC), 3)

    assert during is not None
    assert (bool(during.just_in), during.summary) == (True, ())
    assert after is not None
    assert told is not None
    assert after.summary == tuple(line.text for line in told.lines)
    assert after.just_in == ()
