"""The evening as a value, in every state of a round."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation

from tests.tools.casts.evening_cast import Evening, evening
from tournaments.models import Presence, Round, RoundState, Tournament
from tournaments.pages.evening import EveningPage, RoundView, evening_page
from tournaments.pairing.types.snapshot import Result
from tournaments.services import rounds
from tournaments.services.evening import manual_pairing
from tournaments.services.rounds import results
from tournaments.services.setup import entries, seasons

pytestmark = pytest.mark.django_db


def shown(cast: Evening, number: int | None = None) -> RoundView:
    page = evening_page(cast.tournament, number)
    assert page.round is not None
    return page.round


def test_it_asks_for_players_and_numbers_before_the_first_round() -> None:
    empty = evening(3, entered=False)

    page = evening_page(empty.tournament)

    assert (page.round, page.entered, page.has_all_numbers, page.can_go_on) == (None, 0, False, False)


def test_it_can_open_the_first_round_once_the_numbers_are_drawn() -> None:
    page = evening_page(evening(3).tournament)

    assert (page.entered, page.has_all_numbers, page.next_number, page.can_go_on) == (3, True, 1, True)


def test_it_lists_everybody_by_name_with_what_is_marked() -> None:
    cast = evening(4)
    cast.open()
    cast.mark(cast.entries[0])
    cast.mark(cast.entries[1], Presence.EXCUSED)

    checked_in = shown(cast).check_in

    assert [row.name for row in checked_in.rows] == ["Anna Dahl 2", "Åse Holm 3", "Bo Ek 1", "Kari Berg 0"]
    assert (checked_in.here, checked_in.away, checked_in.unmarked) == (1, 1, 2)
    row = checked_in.row(cast.entries[1].pk)
    assert row is not None
    assert (row.state, [place.presence for place in row.places]) == ("away", [Presence.EXCUSED])


def test_it_sorts_names_as_the_reader_does() -> None:
    cast = evening(10)
    cast.open()

    with translation.override("nb"):
        names = [row.name for row in shown(cast).check_in.rows]

    assert names[-1].startswith("Åse")


def test_it_does_not_ask_for_those_who_have_withdrawn() -> None:
    cast = evening(4)
    entries.withdraw_entry(cast.entries[0], **cast.by)
    cast.open()

    assert shown(cast).check_in.row(cast.entries[0].pk) is None


def test_it_says_that_nobody_is_here_yet() -> None:
    cast = evening(4)
    cast.open()

    assert shown(cast).parity.text == "Nobody is here yet."
    assert not shown(cast).parity.can_pair


def test_it_says_that_an_even_number_is_here() -> None:
    cast = evening(4)
    cast.open()
    cast.check_in()

    assert shown(cast).parity.text == "4 here, nobody sits out."


def test_it_says_who_would_sit_out_and_that_they_have_had_none() -> None:
    cast = evening(5)
    cast.open()
    cast.check_in()

    before = shown(cast).parity.text
    cast.pair()

    out = [row for row in shown(cast).without_board if row.is_bye]
    assert before == f"5 here, one sits out: {out[0].name}, who has had none."
    assert shown(cast).parity.text == before
    assert out[0].word == "sits out"
    assert out[0].reasons


def test_it_says_how_often_the_one_who_sits_out_has_had_to() -> None:
    cast = evening(1)
    cast.play()
    cast.open()
    cast.check_in()

    name = cast.players[0].full_name
    assert shown(cast).parity.text == f"1 here, one sits out: {name}, who has sat out once."


def test_it_names_all_whom_the_director_lets_sit_out() -> None:
    cast = evening(4)
    cast.open()
    cast.check_in()
    cast.pair()
    for entry in cast.entries[:2]:
        manual_pairing.give_bye(cast.round, entry, beside=True, seen_revision=cast.round.revision, **cast.by)
    others = cast.entries[2:]
    manual_pairing.set_board(cast.round, *others, seen_revision=cast.round.revision, **cast.by)

    names = ", ".join(sorted(entry.player.full_name for entry in cast.entries[:2]))
    assert shown(cast).parity.text == f"4 here, these sit out: {names}."


def test_it_says_why_those_who_are_here_cannot_be_paired() -> None:
    cast = evening(2)
    entries.forbid_pair(cast.tournament, cast.entries[0], cast.entries[1], **cast.by)
    cast.open()
    cast.check_in()

    parity = shown(cast).parity

    assert parity.text == "2 here, but they cannot be paired."
    assert parity.why_not
    assert not parity.can_pair


@pytest.mark.slow
def test_its_draft_gives_the_reason_for_each_board() -> None:
    cast = evening(6)
    cast.play()
    cast.open()
    cast.check_in()
    cast.pair()

    draft = shown(cast)

    assert [row.board for row in draft.boards] == [1, 2, 3]
    assert all(row.reasons and row.white.name in " ".join(row.reasons) for row in draft.boards)
    assert {side.standing and side.standing.points for row in draft.boards for side in (row.white, row.black)} == {3, 1}


def test_its_draft_writes_out_why_somebody_has_no_board() -> None:
    cast = evening(6)
    cast.open()
    cast.check_in(3)
    cast.mark(cast.entries[3], Presence.EXCUSED)
    cast.mark(cast.entries[4], Presence.HALF_BYE)
    cast.pair()

    words = {row.number: row.word for row in shown(cast).without_board}

    assert {words[4], words[5], words[6]} == {"excused", "half-point bye", "not here"}


def test_its_draft_says_whom_it_no_longer_fits() -> None:
    cast = evening(5)
    cast.open()
    cast.check_in(4)
    cast.pair()
    assert shown(cast).misfits == ()

    cast.mark(cast.entries[4])
    cast.mark(cast.entries[0], Presence.EXCUSED, seen=Presence.PRESENT)

    late, gone = cast.entries[4].player.full_name, cast.entries[0].player.full_name
    assert shown(cast).misfits == (
        f"Here, but not in this draft: {late}.",
        f"In this draft, but not here: {gone}.",
    )


def test_its_draft_names_two_who_shall_not_meet_any_more() -> None:
    cast = evening(2)
    cast.open()
    cast.check_in()
    cast.pair()

    entries.forbid_pair(cast.tournament, cast.entries[0], cast.entries[1], **cast.by)

    (misfit,) = shown(cast).misfits
    assert misfit.startswith("Must not meet each other any more: ")
    assert all(entry.player.full_name in misfit for entry in cast.entries)


def test_it_counts_the_boards_that_still_play() -> None:
    cast = evening(6)
    cast.open()
    cast.check_in()
    cast.pair()
    cast.publish()
    results.enter_result(cast.games[1], Result.DRAW, seen="*", **cast.by)
    results.postpone_game(cast.games[2], seen="*", **cast.by)

    published = shown(cast)

    assert published.open_boards == (1,)
    assert [row.result_text for row in published.boards] == ["–", "½–½", "postponed"]
    assert not evening_page(cast.tournament).can_go_on


def test_it_goes_on_when_only_postponed_games_are_open() -> None:
    cast = evening(4)
    cast.open()
    cast.check_in()
    cast.pair()
    cast.publish()
    results.enter_result(cast.games[0], Result.BOTH_FORFEIT, seen="*", **cast.by)
    results.postpone_game(cast.games[1], seen="*", **cast.by)

    assert evening_page(cast.tournament).can_go_on


def test_it_offers_to_take_a_round_back_only_while_nothing_has_happened() -> None:
    cast = evening(4)
    cast.open()
    cast.check_in()
    cast.pair()
    cast.publish()
    assert shown(cast).is_untouched

    rounds.start_round(cast.round, seen_revision=cast.round.revision, **cast.by)

    assert not shown(cast).is_untouched


@pytest.mark.slow
def points_in(view: RoundView) -> list[Any]:
    points = [side.standing and side.standing.points for row in view.boards for side in (row.white, row.black)]
    return sorted(points, key=lambda each: each or 0)


def test_it_shows_an_earlier_round_with_the_points_before_it() -> None:
    cast = evening(4)
    cast.play()
    cast.play()

    first = shown(cast, 1)

    assert (first.number, first.state, first.is_newest) == (1, RoundState.FINISHED, False)
    assert points_in(first) == [None] * 4, "before the first round all have the same"
    assert points_in(shown(cast, 2)) == [1, 1, 3, 3]


def test_there_is_no_page_for_a_round_that_is_not_there() -> None:
    with pytest.raises(Round.DoesNotExist):
        evening_page(evening(2).tournament, 7)


@pytest.mark.slow
def test_in_a_closed_season_no_next_round_is_offered() -> None:
    cast = evening(4)
    cast.play()
    assert (evening_page(cast.tournament).next_number, evening_page(cast.tournament).closed_season) == (2, "")

    seasons.close_season(cast.season, **cast.by)

    page = evening_page(Tournament.objects.get())
    assert (page.next_number, page.can_go_on, page.can_publish_table, page.closed_season) == (
        None,
        False,
        False,
        "2026-27",
    )
    html = cast.client().get(cast.url("evening")).content.decode()
    assert "The season 2026-27 is closed. Results can still be corrected, nothing else." in html


def test_it_is_over_after_the_last_planned_round() -> None:
    cast = evening(4, planned_rounds=1)
    cast.play()

    page = evening_page(cast.tournament)

    assert page.is_over
    assert (page.next_number, page.can_go_on) == (None, False)


def opened(cast: Evening) -> None:
    cast.open()
    cast.check_in()


def drafted(cast: Evening) -> None:
    opened(cast)
    cast.pair()


def published(cast: Evening) -> None:
    drafted(cast)
    cast.publish()


@pytest.mark.slow
@pytest.mark.parametrize("take_to", [opened, drafted, published])
def test_its_queries_do_not_grow_with_the_players(
    take_to: Callable[[Evening], None], django_assert_max_num_queries: Any
) -> None:
    """The evening needs at most 16, of which the session, the user and the rights take five."""
    cast = evening(60)
    cast.play()
    take_to(cast)

    with django_assert_max_num_queries(11):
        page = evening_page(cast.tournament)

    assert isinstance(page, EveningPage)
