"""What the hall screen shows in turn, as page values."""

import pytest

from tests.tools.played import Played, a_tournament
from tournaments.models import Game, Player, RoundState, ShownAs, Tournament
from tournaments.pages.hall import HallPage, Part, hall_page
from tournaments.pages.published import NotPublished
from tournaments.pairing.model.snapshot import Result

pytestmark = pytest.mark.django_db


def shown(played: Played, part: str | None = None) -> HallPage:
    return hall_page(Tournament.objects.get(pk=played.tournament.pk), part=part)


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
    played.play(open_boards={1, 2, 3}, state=RoundState.PUBLISHED)

    page = shown(played, part)

    lists = {Part.BOARDS: page.boards, Part.NAMES: page.names, Part.STANDINGS: page.standings}
    assert [each for each, value in lists.items() if value is not None] == [part]
    assert not page.standings_wait


def test_there_is_no_other_list() -> None:
    played = a_tournament(6)
    played.play()

    with pytest.raises(NotPublished):
        shown(played, "crosstable")


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
