"""The forms about seasons."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client

from tests.tools.casts.club_cast import Cast
from tests.tools.casts.factories import Evening
from tournaments.models import Action, RoundState, Season, Tournament, User
from tournaments.services import rounds
from tournaments.services.setup.seasons import version_of

pytestmark = pytest.mark.django_db

STAFF = "/en/sk-rockaden/staff/"
NEXT = {"name": "2027–28", "starts_on": "2027-08-15", "ends_on": "2028-06-15"}
Clients = Callable[[User], Client]


def test_it_suggests_the_next_season_that_is_not_there(kari: Client) -> None:
    initial = kari.get(f"{STAFF}seasons/new/").context["form"].initial

    assert Season.objects.get().name != initial["name"]
    assert initial["starts_on"] < initial["ends_on"]


def test_it_adds_a_season_once(kari: Client) -> None:
    receipt = str(uuid.uuid4())
    for _ in range(2):
        assert kari.post(f"{STAFF}seasons/new/", {**NEXT, "receipt": receipt})["Location"] == STAFF
    assert Season.objects.filter(name="2027–28").count() == 1


@pytest.mark.parametrize(
    ("changed", "status", "part"),
    [
        ({"name": "2026–27"}, 409, "a season “2026–27” already"),
        ({"name": ""}, 422, "This field is required"),
        ({"name": "a\0b"}, 422, "Null characters are not allowed"),
        ({"ends_on": "2026-01-01"}, 422, "The last day is before the first"),
        ({"ends_on": "soon"}, 422, "Enter a valid date"),
        ({"ends_on": ""}, 422, "This field is required"),
    ],
)
def test_it_says_what_is_wrong_and_keeps_what_was_typed(
    kari: Client, changed: dict[str, str], status: int, part: str
) -> None:
    response = kari.post(f"{STAFF}seasons/new/", {**NEXT, **changed})

    assert response.status_code == status
    assert part in response.content.decode()
    assert 'value="2027-08-15"' in response.content.decode()
    assert Season.objects.count() == 1


def test_it_edits_closes_and_reopens(cast: Cast, kari: Client) -> None:
    place = f"{STAFF}seasons/{cast.season.pk}/"
    kari.post(place, NEXT | {"seen": version_of(cast.season)})
    assert Season.objects.get().name == "2027–28"

    for verb, is_open in (("close", False), ("reopen", True)):
        assert kari.post(f"{place}{verb}/")["Location"] == STAFF
        assert Season.objects.get().is_open is is_open
    assert [a.verb for a in Action.objects.order_by("pk")] == ["season.edit", "season.close", "season.reopen"]


def test_a_form_left_open_gets_the_season_as_it_is_now_and_who_changed_it(cast: Cast, kari: Client) -> None:
    place, seen = f"{STAFF}seasons/{cast.season.pk}/", version_of(cast.season)
    assert f'name="seen" value="{seen}"' in kari.get(place).content.decode()
    kari.post(place, NEXT | {"seen": seen})

    response = kari.post(place, NEXT | {"name": "Mine", "seen": seen})

    page = response.content.decode()
    assert response.status_code == 409
    assert "kari changed this at" in page
    assert 'value="2027–28"' in page
    assert f'name="seen" value="{version_of(Season.objects.get())}"' in page


def test_a_name_that_is_taken_stays_in_the_form(cast: Cast, kari: Client) -> None:
    cast.add_season("2027–28")

    response = kari.post(f"{STAFF}seasons/{cast.season.pk}/", NEXT | {"seen": version_of(cast.season)})

    assert response.status_code == 409
    assert 'value="2027–28"' in response.content.decode()


def test_a_season_with_an_open_round_stays_open_and_the_page_says_why(cast: Cast, kari: Client) -> None:
    cast.play_round(cast.add_tournament(), state=RoundState.OPEN)
    response = kari.post(f"{STAFF}seasons/{cast.season.pk}/close/")

    assert response.status_code == 409
    assert b"Round 1 of Autumn is not finished" in response.content


@pytest.mark.parametrize("place", ["new/", "{}/", "{}/close/", "{}/reopen/"])
def test_seasons_are_the_admins(cast: Cast, as_user: Clients, place: str) -> None:
    address = f"{STAFF}seasons/{place.format(cast.season.pk)}"

    assert as_user(cast.dag).post(address, NEXT).status_code == 403
    assert as_user(cast.stig).post(address, NEXT).status_code == 404


@pytest.mark.parametrize("place", ["{}/", "{}/close/", "{}/reopen/"])
def test_another_clubs_season_is_not_found(cast: Cast, as_user: Clients, place: str) -> None:
    address = f"/en/bergens/staff/seasons/{place.format(cast.season.pk)}"

    assert as_user(cast.stig).post(address, NEXT).status_code == 404


# What is in the way --------------------------------------------------------------------------------------------------


def close(kari: Client, cast: Cast) -> str:
    response = kari.post(f"{STAFF}seasons/{cast.season.pk}/close/")
    return " ".join(response.content.decode().split()) if response.status_code == 409 else ""


def test_closing_says_everything_that_is_in_the_way_with_the_verb_beside_it(cast: Cast, kari: Client) -> None:
    pair = cast.add_player("Anna"), cast.add_player("Bo")
    checking_in, drafted, playing = (cast.add_tournament(name, *pair) for name in ("Autumn", "Blitz", "Cup"))
    cast.play_round(checking_in, state=RoundState.OPEN)
    cast.play_round(drafted, state=RoundState.DRAFTED)
    cast.play_round(playing, state=RoundState.PUBLISHED)

    said = close(kari, cast)

    assert "Autumn: people are checking in for round 1." in said
    assert f'action="{STAFF}{checking_in.slug}/rounds/1/call-off/"' in said
    assert "Blitz: round 1 is paired but not published." in said
    assert f'action="{STAFF}{drafted.slug}/rounds/1/take-back/"' in said
    assert "Cup: round 1 has games without a result." in said
    assert f'href="{STAFF}{playing.slug}/rounds/1/"' in said


def test_a_plan_on_the_wall_is_in_the_way_with_all_its_rounds(kari: Client, cast: Cast) -> None:
    evening = Evening.of(4, system="all_play_all", options={"numbering": "given"}, tie_breaks=None)
    Tournament.objects.filter(pk=evening.tournament.pk).update(club=cast.club, season=cast.season, slug="group")
    rounds.publish_schedule(evening.fresh(), seen_number=1, actor=evening.director)

    said = close(kari, cast)

    assert "Tuesday cup: games of rounds 1 to 3 have no result." in said
    assert f'href="{STAFF}group/games/"' in said


def test_each_verb_leads_back_to_what_is_still_in_the_way_until_it_closes(cast: Cast, kari: Client) -> None:
    tournament = cast.add_tournament("Autumn", cast.add_player("Anna"), cast.add_player("Bo"))
    drafted = cast.play_round(tournament, state=RoundState.DRAFTED)
    data = {"closing": str(cast.season.pk), "seen_revision": str(drafted.revision)}

    there = kari.post(f"{STAFF}{tournament.slug}/rounds/1/take-back/", data)["Location"]
    assert there == f"{STAFF}?closing={cast.season.pk}#season-{cast.season.pk}"
    page = kari.get(there).content.decode()
    assert "people are checking in for round 1." in page
    drafted.refresh_from_db()
    kari.post(f"{STAFF}{tournament.slug}/rounds/1/call-off/", data | {"seen_revision": str(drafted.revision)})

    assert "in-the-way" not in kari.get(there).content.decode()
    assert close(kari, cast) == ""
    assert not Season.objects.get().is_open


@pytest.mark.parametrize("closing", ["", "x", "99999", "-1", "٣"])
def test_an_address_that_names_no_season_shows_the_page(kari: Client, closing: str) -> None:
    response = kari.get(STAFF, {"closing": closing})

    assert response.status_code == 200
    assert "in-the-way" not in response.content.decode()


def test_what_is_in_the_way_is_for_admins(cast: Cast, as_user: Clients) -> None:
    tournament = cast.add_tournament("Autumn", cast.add_player("Anna"))
    cast.play_round(tournament, state=RoundState.OPEN)

    assert "in-the-way" not in as_user(cast.dag).get(STAFF, {"closing": cast.season.pk}).content.decode()


def test_after_closing_the_green_button_opens_the_next_season_from_this_one(cast: Cast, kari: Client) -> None:
    cast.add_tournament("Autumn", cast.add_player("Anna"))
    assert 'id="next-season"' not in kari.get(STAFF).content.decode()
    assert close(kari, cast) == ""

    page = kari.get(STAFF).content.decode()

    assert f'<a role="button" id="next-season" href="{STAFF}seasons/{cast.season.pk}/next/">' in page


def test_a_closed_season_without_tournaments_has_nothing_to_take_over(cast: Cast, kari: Client) -> None:
    assert close(kari, cast) == ""

    assert 'id="next-season"' not in kari.get(STAFF).content.decode()
