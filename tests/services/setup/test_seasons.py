"""Seasons: opened, edited, closed, reopened."""

import datetime
from typing import Any

import pytest

from tests.tools.casts.club_cast import Cast
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, RoundState, Season
from tournaments.recording import Stale
from tournaments.services.common.refusal import Refused
from tournaments.services.setup import seasons

pytestmark = pytest.mark.django_db

DATES: dict[str, Any] = {"starts_on": datetime.date(2027, 8, 1), "ends_on": datetime.date(2028, 6, 1)}


def test_it_opens_a_season_and_the_club_page_changes(cast: Cast) -> None:
    season = seasons.open_season(cast.club, name=" 2027–28 ", **DATES, actor=cast.kari)

    cast.club.refresh_from_db()
    assert (season.name, season.is_open, cast.club.public_revision) == ("2027–28", True, 2)


@pytest.mark.parametrize(
    ("values", "part"),
    [
        ({"name": "2026–27"}, "The club has a season “2026–27” already."),
        ({"name": "\u200b"}, "A season needs a name of at most 100 characters."),
        ({"name": "2027", "starts_on": datetime.date(2029, 1, 1)}, "last day is before its first"),
    ],
)
def test_it_refuses_what_no_season_can_be(cast: Cast, values: dict[str, Any], part: str) -> None:
    with pytest.raises(Refused, match=part):
        seasons.open_season(cast.club, **{**DATES, **values}, actor=cast.kari)
    assert Season.objects.count() == 1


def test_a_season_may_keep_its_name_when_edited(cast: Cast) -> None:
    seen = seasons.version_of(cast.season)
    seasons.edit_season(cast.season, name="2026–27", **DATES, seen=seen, actor=cast.kari)

    cast.season.refresh_from_db()
    assert cast.season.starts_on == DATES["starts_on"]


def test_a_season_that_somebody_else_edited_meanwhile_is_not_overwritten(cast: Cast) -> None:
    seen = seasons.version_of(cast.season)
    seasons.edit_season(cast.season, name="Season 1", **DATES, seen=seen, actor=cast.kari)

    with nothing_changes(Stale) as stale:
        seasons.edit_season(cast.season, name="Season 2", **DATES, seen=seen, actor=None)

    assert isinstance(stale.value, Stale)
    assert stale.value.since is not None
    assert stale.value.since.actor == cast.kari


def test_two_who_edit_a_season_alike_agree(cast: Cast) -> None:
    seen = seasons.version_of(cast.season)
    for name in ("Season 1", " Season  1"):
        seasons.edit_season(cast.season, name=name, **DATES, seen=seen, actor=None)

    assert Action.objects.count() == 1


def test_a_season_that_is_gone_is_stale(cast: Cast) -> None:
    season = Season.objects.get()
    cast.season.delete()

    with nothing_changes(Stale):
        seasons.edit_season(season, name="Season 1", **DATES, seen=seasons.version_of(season), actor=None)


def test_it_closes_and_reopens(cast: Cast) -> None:
    assert not seasons.close_season(cast.season, actor=cast.kari).is_open
    assert seasons.reopen_season(cast.season, actor=cast.kari).is_open


@pytest.mark.parametrize(
    ("state", "result"),
    [
        (RoundState.OPEN, "1-0"),
        (RoundState.DRAFTED, "*"),
        (RoundState.PUBLISHED, "*"),
        (RoundState.FINISHED, "*"),
    ],
)
def test_it_stays_open_while_a_round_is_not_played_to_its_end(cast: Cast, state: str, result: str) -> None:
    tournament = cast.add_tournament("Autumn", cast.add_player("Anna"), cast.add_player("Bo"))
    cast.play_round(tournament, state=state, result=result)

    with pytest.raises(Refused, match="Round 1 of Autumn is not finished"):
        seasons.close_season(cast.season, actor=cast.kari)
    assert Season.objects.get().is_open


def test_it_closes_when_the_last_round_has_all_its_results(cast: Cast) -> None:
    tournament = cast.add_tournament("Autumn", cast.add_player("Anna"), cast.add_player("Bo"))
    cast.play_round(tournament, state=RoundState.PUBLISHED, result="1-0")

    assert not seasons.close_season(cast.season, actor=cast.kari).is_open


def test_a_tournament_in_the_trash_keeps_no_season_open(cast: Cast) -> None:
    now = datetime.datetime(2026, 9, 1, tzinfo=datetime.UTC)
    cast.play_round(cast.add_tournament(trashed_at=now), state=RoundState.OPEN)

    assert not seasons.close_season(cast.season, actor=cast.kari).is_open
