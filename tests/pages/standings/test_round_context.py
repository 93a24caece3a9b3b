"""What an evening is played on is worked out once and kept: never is an older one shown (each verb: tests/walks)."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from unittest.mock import patch

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tools.casts.factories import Evening
from tests.walks.kept_evening import it_is_kept, seen, shows_what_is_there
from tournaments.models import Action, Presence, RespondedBy, Tournament
from tournaments.pages.evening import EveningPage, evening_page
from tournaments.pages.standings import round_context
from tournaments.pairing.types.snapshot import Result
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar import availability
from tournaments.services.evening import manual_pairing
from tournaments.services.setup import entries

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_it_is_kept")]


@pytest.fixture
def _it_is_kept() -> Iterator[None]:
    with it_is_kept():
        yield


def test_an_eliminated_player_is_out_as_soon_as_the_result_says_so_and_back_with_its_undo() -> None:
    evening = Evening.of(6, system="drawboss_monrad", options={"elimination": 1})
    evening.play()
    evening.enter(1, Result.DRAW)
    evening.open()
    assert shows_what_is_there(evening)

    evening.enter(1, Result.WHITE_WINS, in_round=1)
    assert shows_what_is_there(evening)
    out = [place.is_out for place in seen(evening)[0].round.check_in.places]  # type: ignore[union-attr]
    assert sum(out) == 3

    undo_action(Action.objects.latest("pk"), actor=None)
    assert shows_what_is_there(evening)
    assert sum(place.is_out for place in seen(evening)[0].round.check_in.places) == 2  # type: ignore[union-attr]


def test_a_change_that_leaves_the_version_would_be_found() -> None:
    """Or the tests above would prove nothing."""
    evening = Evening.of(4, system="keizer")
    evening.play()
    evening.open()
    assert shows_what_is_there(evening)

    Tournament.objects.update(system="attendance_monrad", options={})

    assert not shows_what_is_there(evening)


def test_what_was_just_done_is_told_and_what_another_did_is_read() -> None:
    evening = Evening.of(4)
    evening.open()
    places = [evening.entry(number).pk for number in (1, 2, 3)]
    seen(evening)

    evening.mark(1, Presence.PRESENT)
    one = after(evening)
    evening.mark(2, Presence.EXCUSED)  # at another tablet, in another process
    evening.mark(3, Presence.PRESENT)
    both = after(evening)

    assert [presences(one)[place] for place in places] == ["present", "unmarked", "unmarked"]
    assert [presences(both)[place] for place in places] == ["present", "excused", "present"]


def test_a_result_just_entered_is_told_and_what_another_did_is_read() -> None:
    evening = Evening.of(6)
    evening.draft()
    evening.publish()
    seen(evening)

    evening.enter(1, Result.DRAW)
    one = after(evening)
    evening.enter(2, Result.BLACK_WINS)
    evening.enter(1, Result.WHITE_WINS)
    all_three = after(evening)

    assert results_in(one) == [Result.DRAW, Result.OPEN, Result.OPEN]
    assert results_in(all_three) == [Result.WHITE_WINS, Result.BLACK_WINS, Result.OPEN]


def away_until_tomorrow(evening: Evening, number: int, tournament: Tournament | None) -> None:
    day = datetime.timedelta(days=1)
    date = evening.round.date
    player = evening.entry(number).player
    by = {"said_by": RespondedBy.TELEPHONE, "actor": evening.director}
    availability.set_away(player, date - day, date + day, tournament=tournament, **by)


@pytest.mark.parametrize("is_everywhere", [False, True])
def test_what_another_has_said_meanwhile_is_told(is_everywhere: bool) -> None:
    evening = Evening.of(6)
    evening.open()
    seen(evening)

    evening.mark(1, Presence.PRESENT)
    after(evening)
    away_until_tomorrow(evening, 2, None if is_everywhere else evening.tournament)
    evening.mark(3, Presence.PRESENT)
    found = after(evening)

    round_context.forget_all()
    assert found == after(evening)
    assert found.round
    assert found.round.check_in.expected == 3


def test_what_others_did_meanwhile_is_told_however_much_and_whatever() -> None:
    evening = Evening.of(20)
    evening.open()
    seen(evening)
    evening.mark(1, Presence.PRESENT)
    after(evening)
    away_until_tomorrow(evening, 20, None)  # said in the club
    evening.mark(2, Presence.PRESENT)
    undo_action(Action.objects.latest("pk"), actor=None)
    evening.mark(3, Presence.CLUB)
    evening.mark(3, Presence.PRESENT)
    evening.mark(4, Presence.PRESENT)
    some = after(evening)
    for number in range(5, 19):
        evening.mark(number, Presence.EXCUSED)
    many = after(evening)

    entries = [evening.entry(number).pk for number in range(1, 21)]
    assert [presences(some)[entry] for entry in entries[:5]] == [
        "present",
        "unmarked",
        "present",
        "present",
        "unmarked",
    ]
    assert [presences(many)[entry] for entry in entries[4:]] == ["excused"] * 14 + ["unmarked"] * 2
    round_context.forget_all()
    assert many == after(evening)


def after(evening: Evening) -> EveningPage:
    """As the answer to what was done last."""
    tournament = Tournament.objects.get(pk=evening.tournament.pk)
    return evening_page(tournament, just_done=tournament.actions.latest("pk"))


def presences(page: EveningPage) -> dict[int, str]:
    assert page.round
    return {place.entry: place.presence.value for place in page.round.check_in.places}


def results_in(page: EveningPage) -> list[Result]:
    assert page.round
    return [board.result for board in page.round.boards]


def test_a_change_that_is_rolled_back_is_never_kept() -> None:
    evening = Evening.of(4)
    evening.open()

    with patch.object(round_context, "connection", connection):  # in a transaction, as every test is
        seen(evening)

    assert len(round_context._KEPT) == len(round_context._ROUNDS) == 0


# What raises the version


def raised(evening: Evening, verb: Callable[[], object]) -> bool:
    before = Tournament.objects.get(pk=evening.tournament.pk).past_revision
    verb()
    return Tournament.objects.get(pk=evening.tournament.pk).past_revision > before


def undo_newest() -> None:
    undo_action(Action.objects.latest("pk"), actor=None)


def test_marks_and_results_of_the_newest_round_leave_it_and_so_does_their_undo() -> None:
    evening = Evening.of(6)
    evening.play()
    evening.open()

    assert not raised(evening, lambda: evening.mark(1, Presence.PRESENT))
    assert not raised(evening, undo_newest)
    evening.check_in()
    evening.pair()
    assert not raised(evening, lambda: evening.mark(1, Presence.EXCUSED))
    assert not raised(evening, undo_newest)
    evening.publish()
    assert not raised(evening, lambda: evening.enter(1, Result.DRAW))
    assert not raised(evening, undo_newest)


def test_what_the_round_is_played_on_raises_it() -> None:
    evening = Evening.of(6)
    evening.play()
    steps: list[Callable[[], object]] = [
        evening.open,
        lambda: evening.enter(1, Result.DRAW, in_round=1),
        undo_newest,
        lambda: entries.withdraw_entry(evening.entry(6), actor=None),
        undo_newest,
        lambda: entries.forbid_pair(evening.tournament, evening.entry(1), evening.entry(2), actor=None),
        undo_newest,
    ]
    assert all(raised(evening, step) for step in steps)
    evening.check_in()
    assert raised(evening, evening.pair)
    game = evening.game(1)
    assert raised(evening, lambda: manual_pairing.remove_board(game, seen_revision=evening.round.revision, actor=None))


def test_it_is_read_once_and_not_again_for_a_mark_or_a_result() -> None:
    evening = Evening.of(6, system="keizer")
    evening.play()
    evening.open()
    seen(evening)

    def queries() -> int:
        tournament = Tournament.objects.select_related("club", "season").get()
        with CaptureQueriesContext(connection) as captured:
            evening_page(tournament)
        return len(captured)

    evening.check_in(1, 2, 3, 4)
    assert queries() == 3, "the marks, what was said of the evening, and what was done last"
    evening.check_in()
    evening.pair()
    evening.publish()
    seen(evening)
    evening.enter(1, Result.DRAW)
    assert queries() == 2
