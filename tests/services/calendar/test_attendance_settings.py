"""Who comes: the settings of a tournament, recorded, undone, and kept from whoever saw others."""

import datetime
import uuid

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Tournament
from tournaments.pairing.teams.board_colours import BoardColours
from tournaments.recording import AlreadyDone, Stale
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar.attendance_settings import (
    ATTENDANCE_MODES,
    SETTINGS,
    AttendanceMode,
    attendance_mode_of,
    change_settings,
    refuse_settings,
    settings_of,
    version_of,
)
from tournaments.services.common.refusal import Refused
from tournaments.services.setup import seasons
from tournaments.services.setup.next_season import Successor, open_next_season
from tournaments.services.setup.seasons import NewSeason

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return Evening.of(4)


def change(evening: Evening, *, seen: str | None = None, receipt: uuid.UUID | None = None, **wanted: object) -> None:
    state = version_of(there(evening)) if seen is None else seen
    change_settings(evening.tournament, wanted, seen=state, actor=evening.director, receipt=receipt)


def there(evening: Evening) -> Tournament:
    return Tournament.objects.get(pk=evening.tournament.pk)


def choices(name: str) -> st.SearchStrategy[object]:
    column = Tournament._meta.get_field(name)
    if column.choices:  # type: ignore[union-attr]
        return st.sampled_from([value for value, _label in column.flatchoices])  # type: ignore[union-attr]
    return st.booleans()


CLOSING = st.one_of(
    st.just({"closing_days": None, "closing_time": None}),
    st.builds(
        lambda days, minutes: {
            "closing_days": days,
            "closing_time": (datetime.datetime(2026, 1, 1) + datetime.timedelta(minutes=minutes)).time(),  # noqa: DTZ001
        },
        st.integers(0, 7),
        st.integers(0, 1439),
    ),
)
MORE = {
    "out_after": st.one_of(st.none(), st.integers(1, 5)),
    "waiting_time": st.one_of(st.none(), st.sampled_from([15, 20, 30, 60])),
    "line_up_closes": st.integers(-1440, 60),
    "board_colours": st.sampled_from(
        [*map(str, BoardColours)]
    ),  # of its own in tests/services/setup/test_board_colours.py
}
REST = {
    name: MORE[name] if name in MORE else choices(name)
    for name in SETTINGS
    if name not in {"closing_days", "closing_time"}
}


@given(st.builds(lambda rest, closing: rest | closing, st.fixed_dictionaries(REST), CLOSING))
@settings(max_examples=30, deadline=None)
def test_any_settings_are_saved_as_they_are_and_undone(wanted: dict[str, object]) -> None:
    evening = Evening.of(2)
    before = settings_of(there(evening))
    change(evening, **wanted)

    assert settings_of(there(evening)) == wanted
    if wanted != before:
        undo_action(Action.objects.latest("pk"), actor=None)
        assert settings_of(there(evening)) == before


def test_they_raise_what_the_public_pages_are_kept_by_and_name_what_has_changed(evening: Evening) -> None:
    before = there(evening).public_revision
    change(evening, out_after=2, expected="everybody")

    assert there(evening).public_revision == before + 1
    assert Action.objects.get().facts == {"settings": ["out_after"]}


def test_they_change_while_a_round_is_played_and_leave_what_is_marked(evening: Evening) -> None:
    evening.play(1, 2)
    presences = [evening.slot(number).presence for number in (1, 2, 3, 4)]
    change(evening, **ATTENDANCE_MODES[AttendanceMode.AHEAD])

    assert attendance_mode_of(there(evening)) is AttendanceMode.AHEAD
    assert [evening.slot(number).presence for number in (1, 2, 3, 4)] == presences


def test_what_somebody_else_has_set_since_is_not_written_over(evening: Evening) -> None:
    seen = version_of(there(evening))
    change(evening, out_after=3)

    with nothing_changes(Stale) as stale:
        change(evening, out_after=2, seen=seen)
    assert stale.value.since is not None
    assert stale.value.since.verb == "tournament.change_settings"


def test_the_same_form_twice_is_done_once(evening: Evening) -> None:
    receipt = uuid.uuid4()
    change(evening, out_after=3, receipt=receipt)

    with nothing_changes(AlreadyDone):
        change(evening, out_after=3, receipt=receipt)
    change(evening, out_after=3)
    assert Action.objects.count() == 1


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"expected": "some"}, "There is no such choice."),
        ({"closing_days": 1}, "A closing time is a day and an hour."),
        ({"closing_days": 8, "closing_time": datetime.time(18)}, "The number is from 0 to 7."),
        ({"out_after": 0}, "The number is from 1 to 5."),
        ({"out_after": 6}, "The number is from 1 to 5."),
        ({"waiting_time": 90}, "The number is from 1 to 60."),
    ],
)
def test_what_is_no_setting_is_refused(evening: Evening, wanted: dict[str, object], said: str) -> None:
    with nothing_changes(Refused, said):
        change(evening, **wanted)


def test_in_a_closed_season_they_stay(evening: Evening) -> None:
    seasons.close_season(evening.tournament.season, actor=None)

    with nothing_changes(Refused, "closed"):
        change(evening, out_after=2)


def test_each_way_is_one_of_its_own() -> None:
    for settings_of_way in ATTENDANCE_MODES.values():
        refuse_settings(settings_of_way, boards=None)
    assert len({tuple(sorted(found.items())) for found in ATTENDANCE_MODES.values()}) == len(AttendanceMode)


def test_the_next_season_goes_on_with_them(evening: Evening) -> None:
    evening.play()
    evening.finish()
    change(evening, out_after=2, closing_days=1, closing_time=datetime.time(18))
    season = NewSeason(name="Next", starts_on=datetime.date(2027, 8, 1), ends_on=datetime.date(2028, 6, 1))
    open_next_season(
        evening.tournament.season, [Successor(earlier=evening.tournament, name="Cup")], into=season, actor=None
    )

    assert settings_of(Tournament.objects.latest("pk")) == settings_of(there(evening))
