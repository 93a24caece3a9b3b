"""Tournaments: made from a system in an open season, their options changed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.tools.casts.club_cast import Cast
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Directorship, Season, Tournament
from tournaments.recording import Stale
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.setup import tournaments

pytestmark = pytest.mark.django_db


def create(cast: Cast, **values: Any) -> Tournament:
    basics = {"season": cast.season, "name": "Autumn", "system": "attendance_monrad", "options": {}, "actor": cast.dag}
    return tournaments.create_tournament(cast.club, **{**basics, **values})


def season_elsewhere(cast: Cast) -> Season:
    values = {"starts_on": cast.season.starts_on, "ends_on": cast.season.ends_on}
    return Season.objects.create(club=cast.other_club, name="2026–27", **values)


# Making one


def test_it_is_made_and_the_clubs_page_changes(cast: Cast) -> None:
    made = create(cast, name="  Autumn\u200b  cup ", options={"win": "2"}, planned_rounds=7)

    cast.club.refresh_from_db()
    assert (made.name, made.options, made.planned_rounds) == ("Autumn cup", {"win": "2"}, 7)
    assert (made.club, made.season, cast.club.public_revision) == (cast.club, cast.season, 2)
    action = Action.objects.get()
    assert (action.verb, action.facts) == ("tournament.create", {"tournament": made.pk, "name": "Autumn cup"})


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Høstcup 2026!", "hostcup-2026"),
        ("Schnell_Groß", "schnell-gross"),
        ("A" * 90, "a" * 60),
    ],
)
def test_its_address_is_made_from_its_name(cast: Cast, name: str, slug: str) -> None:
    assert create(cast, name=name).slug == slug


@pytest.mark.parametrize("name", ["Staff", "actions", "Members", "players", "SEASONS", "Tournaments"])
def test_a_name_that_means_something_else_in_addresses_gets_its_code_behind_it(cast: Cast, name: str) -> None:
    made = create(cast, name=name)

    assert made.slug == f"{name.lower()}-{made.short_code}"


def test_a_name_that_no_address_can_hold_gives_the_code_alone(cast: Cast) -> None:
    made = create(cast, name="Шахматы")

    assert made.slug == made.short_code


def test_tournaments_of_one_name_have_addresses_of_their_own(cast: Cast) -> None:
    create(cast, name="Autumn 2")

    assert [create(cast).slug for _time in range(3)] == ["autumn", "autumn-3", "autumn-4"]


def test_another_clubs_tournament_does_not_take_the_address(cast: Cast) -> None:
    create(cast)
    elsewhere = season_elsewhere(cast)

    made = tournaments.create_tournament(
        cast.other_club, season=elsewhere, name="Autumn", system="attendance_monrad", options={}, actor=cast.stig
    )

    assert made.slug == "autumn"


def test_codes_and_seeds_are_drawn_for_each(cast: Cast) -> None:
    made = [create(cast) for _time in range(5)]

    assert all(re.fullmatch(r"[a-hjkmnp-z2-9]{8}", tournament.short_code) for tournament in made)
    assert all(re.fullmatch(r"[0-9a-f]{64}", tournament.seed) for tournament in made)
    assert len({tournament.short_code for tournament in made} | {tournament.seed for tournament in made}) == 10


def test_a_closed_season_is_refused_also_when_it_was_open_on_the_screen(cast: Cast) -> None:
    on_the_screen = cast.season
    Season.objects.update(is_open=False)

    with nothing_changes(Refused, "The season 2026–27 is closed."):
        create(cast, season=on_the_screen)


def test_another_clubs_season_is_refused(cast: Cast) -> None:
    elsewhere = season_elsewhere(cast)

    with nothing_changes(Refused, "The season belongs to another club."):
        create(cast, season=elsewhere)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"name": " \u200b"}, "A tournament needs a name."),
        ({"system": "roulette"}, "There is no such pairing system."),
        ({"preset": "of my own"}, "of my own"),
        ({"options": {"win": "much"}}, "must be a number"),
        ({"options": {"wine": "3"}}, "wine"),
        ({"tie_breaks": [{"code": "beauty"}]}, "beauty"),
        ({"planned_rounds": 0}, "Plan from 1 to 500 rounds, or leave it open."),
        ({"planned_rounds": -1}, "Plan from 1 to 500 rounds, or leave it open."),
        ({"planned_rounds": 501}, "Plan from 1 to 500 rounds, or leave it open."),
    ],
)
def test_what_no_tournament_can_be_is_refused_with_a_sentence(
    cast: Cast, values: dict[str, Any], sentence: str
) -> None:
    with nothing_changes(Refused, sentence) as refused:
        create(cast, **values)
    assert "{" not in str(refused.value)


@pytest.mark.parametrize("planned", [None, 1, 500])
def test_rounds_may_be_planned_or_simply_go_on(cast: Cast, planned: int | None) -> None:
    assert create(cast, planned_rounds=planned).planned_rounds == planned


@pytest.mark.parametrize("system", ["norwegian_monrad", "modified_monrad"])
def test_a_system_that_plans_its_rounds_is_not_made_without_them(cast: Cast, system: str) -> None:
    with nothing_changes(Refused, "This pairing system needs to know how many rounds are planned."):
        create(cast, system=system)

    assert create(cast, system=system, planned_rounds=4).planned_rounds == 4


def test_a_director_directs_what_they_make(cast: Cast) -> None:
    made = create(cast)

    assert list(Directorship.objects.values_list("tournament", "user")) == [(made.pk, cast.dag.pk)]


def test_an_admin_directs_everything_anyway(cast: Cast) -> None:
    create(cast, actor=cast.kari)
    create(cast, actor=None)

    assert not Directorship.objects.exists()


# Its options


def change(made: Tournament, **options: Any) -> None:
    tournaments.change_options(
        made, options=options, tie_breaks=made.tie_breaks, seen=tournaments.version_of(made), actor=None
    )


def test_which_options_changed_is_recorded_and_an_undo_brings_them_back(cast: Cast) -> None:
    made = create(cast, options={"win": "2", "loss": "0"})

    change(made, win="5/2", draw="1", loss="0")

    action = Action.objects.latest("pk")
    assert (action.tournament, action.verb, action.facts) == (
        made,
        "tournament.change_options",
        {"options": ["draw", "win"]},
    )
    undo_action(action, actor=None)
    assert Tournament.objects.get().options == {"win": "2", "loss": "0"}


def test_an_option_left_out_is_the_systems_own_again(cast: Cast) -> None:
    made = create(cast, options={"win": "2"})

    change(made)

    assert (Tournament.objects.get().options, Action.objects.latest("pk").facts) == ({}, {"options": ["win"]})


def test_the_same_options_are_no_change(cast: Cast) -> None:
    made = create(cast, options={"win": "2"})

    change(made, win="2")

    assert Action.objects.latest("pk").verb == "tournament.create"


def test_a_change_of_options_is_seen_by_the_public(cast: Cast) -> None:
    made = create(cast)

    change(made, win="2")

    made.refresh_from_db()
    assert made.public_revision == 2


def test_an_option_that_the_system_cannot_have_is_refused(cast: Cast) -> None:
    made = create(cast)

    with nothing_changes(Refused, "must be a number"):
        change(made, win="much")


def test_options_that_somebody_else_changed_meanwhile_are_not_overwritten(cast: Cast) -> None:
    made = create(cast)
    seen = tournaments.version_of(made)
    tournaments.change_options(made, options={"win": "2"}, tie_breaks=None, seen=seen, actor=cast.kari)

    with nothing_changes(Stale) as stale:
        tournaments.change_options(made, options={"draw": "1"}, tie_breaks=None, seen=seen, actor=cast.dag)

    assert isinstance(stale.value, Stale)
    assert stale.value.since is not None
    assert stale.value.since.actor == cast.kari


def test_two_who_change_to_the_same_options_agree(cast: Cast) -> None:
    made = create(cast)
    seen = tournaments.version_of(made)
    for actor in (cast.kari, cast.dag):
        tournaments.change_options(made, options={"win": "2"}, tie_breaks=None, seen=seen, actor=actor)

    assert Action.objects.filter(tournament=made).count() == 1


# Its tie-breaks

WINS_FIRST = [{"code": "wins"}, {"code": "buchholz", "cut": 2}]


def choose(made: Tournament, tie_breaks: list[dict[str, Any]] | None, **options: Any) -> None:
    tournaments.change_options(
        made, options=options, tie_breaks=tie_breaks, seen=tournaments.version_of(made), actor=None
    )


def test_tie_breaks_are_chosen_for_a_new_tournament(cast: Cast) -> None:
    assert create(cast, tie_breaks=WINS_FIRST).tie_breaks == WINS_FIRST
    assert create(cast, tie_breaks=[]).tie_breaks == []
    assert create(cast).tie_breaks is None


def test_tie_breaks_are_changed_alone_and_an_undo_brings_the_systems_own_back(cast: Cast) -> None:
    made = create(cast, options={"win": "2"})

    choose(made, WINS_FIRST, win="2")

    made = Tournament.objects.get()
    assert (made.tie_breaks, made.public_revision) == (WINS_FIRST, 2)
    action = Action.objects.latest("pk")
    assert (action.verb, action.facts) == ("tournament.change_options", {"options": [], "what": "tie_breaks"})
    undo_action(action, actor=None)
    made = Tournament.objects.get()
    assert (made.tie_breaks, made.options) == (None, {"win": "2"})
    assert not Tournament.objects.exclude(tie_breaks=None).exists(), "null, and not the word for it"


def test_options_and_tie_breaks_are_changed_together_in_one_action(cast: Cast) -> None:
    made = create(cast, tie_breaks=[{"code": "wins"}])

    choose(made, None, win="2")

    action = Action.objects.latest("pk")
    assert action.facts == {"options": ["win"], "what": "options_and_tie_breaks"}
    undo_action(action, actor=None)
    made = Tournament.objects.get()
    assert (made.tie_breaks, made.options) == ([{"code": "wins"}], {})


def test_the_order_of_tie_breaks_is_a_change_and_the_same_list_is_none(cast: Cast) -> None:
    made = create(cast, tie_breaks=WINS_FIRST)
    choose(made, [dict(each) for each in WINS_FIRST])
    assert Action.objects.latest("pk").verb == "tournament.create"

    choose(made, WINS_FIRST[::-1])

    assert Tournament.objects.get().tie_breaks == WINS_FIRST[::-1]


@pytest.mark.parametrize(
    ("tie_breaks", "sentence"),
    [
        ([{"code": "beauty"}], "There is no tie-break beauty; there are average_of_buchholz"),
        ([{"code": "wins"}, {"code": "wins"}], "The tie-break wins is listed twice."),
        ([{"code": "monrad", "cut": cut} for cut in range(5_000)], "There can be at most 20 tie-breaks."),
        ([{"code": "wins", "cut": 1}], "There is no option cut here"),
    ],
)
def test_tie_breaks_that_cannot_be_are_refused(cast: Cast, tie_breaks: list[dict[str, Any]], sentence: str) -> None:
    made = create(cast)

    with nothing_changes(Refused, sentence):
        choose(made, tie_breaks)


def test_tie_breaks_that_somebody_else_changed_meanwhile_are_not_overwritten(cast: Cast) -> None:
    made = create(cast)
    seen = tournaments.version_of(made)
    tournaments.change_options(made, options={}, tie_breaks=WINS_FIRST, seen=seen, actor=cast.kari)

    with nothing_changes(Stale) as stale:
        tournaments.change_options(made, options={}, tie_breaks=[], seen=seen, actor=cast.dag)

    assert isinstance(stale.value, Stale)
    assert stale.value.since is not None
    assert stale.value.since.actor == cast.kari
