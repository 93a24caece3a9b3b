"""The club's staff home."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tools.casts.club_cast import Cast
from tournaments.models import Action, Directorship, Player, RoundState, User
from tournaments.services.players import players
from tournaments.services.players.players import PlayerDetails
from tournaments.services.setup import seasons

pytestmark = pytest.mark.django_db

HOME = "/en/sk-rockaden/staff/"
Clients = Callable[[User], Client]


def undo_link(action: Action) -> str:
    return f"{HOME}actions/{action.pk}/undo/"


def test_it_shows_what_is_on_with_one_tap_to_the_evening(cast: Cast, as_user: Clients) -> None:
    pair = cast.add_player("Anna"), cast.add_player("Bo")
    checking_in, playing = cast.add_tournament("Autumn", *pair), cast.add_tournament("Blitz", *pair)
    over, not_begun = cast.add_tournament("Over", *pair, planned_rounds=1), cast.add_tournament("Spring", *pair)
    cast.play_round(checking_in, state=RoundState.OPEN)
    cast.play_round(playing, number=1, state=RoundState.FINISHED, result="1-0")
    cast.play_round(playing, number=2, state=RoundState.PUBLISHED)
    cast.play_round(over, state=RoundState.PUBLISHED, result="0-1")
    page = as_user(cast.kari).get(HOME).context["page"]

    assert [(on.name, on.round, on.state, on.detail) for on in page.tonight] == [
        ("Autumn", 1, "People are checking in", "2 here"),
        ("Blitz", 2, "Being played", "1 game without a result"),
    ]
    html = as_user(cast.kari).get(HOME).content.decode()
    assert f'href="{HOME}{checking_in.slug}/"' in html
    assert f'href="{HOME}{not_begun.slug}/"' in html


@pytest.mark.parametrize("state", [RoundState.PUBLISHED, RoundState.FINISHED])
def test_when_all_results_are_in_it_still_leads_to_the_next_round(
    cast: Cast, as_user: Clients, state: RoundState
) -> None:
    tournament = cast.add_tournament("Autumn", cast.add_player("Anna"), cast.add_player("Bo"), planned_rounds=2)
    cast.play_round(tournament, state=state, result="1-0")

    (on,) = as_user(cast.kari).get(HOME).context["page"].tonight
    assert (on.state, on.detail) == ("All results are in", "")


def test_a_director_is_led_to_the_evening_of_their_own_tournaments_only(cast: Cast, as_user: Clients) -> None:
    own, other = cast.add_tournament("Own"), cast.add_tournament("Other")
    Directorship.objects.create(tournament=own, user=cast.dag)
    html = as_user(cast.dag).get(HOME).content.decode()

    assert f'href="{HOME}{own.slug}/"' in html
    assert f'href="{HOME}{other.slug}/"' not in html
    assert f'href="/en/sk-rockaden/{other.slug}/"' in html


def test_only_admins_are_offered_what_only_they_may(cast: Cast, as_user: Clients) -> None:
    links = ("seasons/new/", f"seasons/{cast.season.pk}/close/", "staff/")
    for user, offered in ((cast.kari, True), (cast.dag, False)):
        html = as_user(user).get(HOME).content.decode()
        assert [f'"{HOME}{link}"' in html for link in links] == [offered] * 3


def test_closed_seasons_are_folded(cast: Cast, as_user: Clients) -> None:
    seasons.close_season(cast.season, actor=cast.kari)
    page = as_user(cast.kari).get(HOME).context["page"]

    assert ([s.name for s in page.open_seasons], [s.name for s in page.closed_seasons]) == ([], ["2026–27"])


def test_an_action_is_undone_and_done_again_from_the_page(cast: Cast, as_user: Clients) -> None:
    players.add_player(cast.club, PlayerDetails(given_name="Anna"), actor=cast.kari)
    kari = as_user(cast.kari)
    for there in (False, True, False):
        (action,) = re.findall(r"/actions/\d+/undo/", kari.get(HOME).content.decode())
        assert kari.post(f"/en/sk-rockaden/staff{action}")["Location"] == HOME
        assert Player.objects.exists() is there


def test_a_refused_undo_says_why_and_changes_nothing(cast: Cast, as_user: Clients) -> None:
    anna = players.add_player(cast.club, PlayerDetails(given_name="Anna"), actor=cast.kari)
    cast.add_tournament("Autumn", anna)
    response = as_user(cast.kari).post(undo_link(Action.objects.latest("pk")))

    assert response.status_code == 409
    assert b"cannot be undone any more" in response.content
    assert Player.objects.exists()


def test_a_director_undoes_players_and_nothing_of_the_admins(cast: Cast, as_user: Clients) -> None:
    players.add_player(cast.club, PlayerDetails(given_name="Anna"), actor=cast.kari)
    added = Action.objects.latest("pk")
    seasons.close_season(cast.season, actor=cast.kari)
    closed = Action.objects.latest("pk")
    dag = as_user(cast.dag)

    assert dag.post(undo_link(closed)).status_code == 403
    assert dag.post(undo_link(added)).status_code == 302
    undone = Action.objects.latest("pk")
    assert dag.post(undo_link(undone)).status_code == 302
    offered = re.findall(r"/actions/(\d+)/undo/", dag.get(HOME).content.decode())
    assert offered == [str(Action.objects.latest("pk").pk)]


def test_a_contact_is_not_offered_for_undo(cast: Cast, as_user: Clients) -> None:
    anna = cast.add_player("Anna")
    offered = []
    for phone in ("1", "2"):
        players.edit_contact(anna, birth_date=None, phone=phone, email="", actor=cast.kari)
        offered.append(len(re.findall(r"/undo/", as_user(cast.kari).get(HOME).content.decode())))

    assert offered == [1, 0], "the first one made the row; what stood there before the second was not kept"


def test_the_actions_of_others_are_not_found(cast: Cast, as_user: Clients) -> None:
    players.add_player(cast.other_club, PlayerDetails(given_name="Anna"), actor=cast.stig)
    theirs = Action.objects.latest("pk")
    of_a_tournament = Action.objects.create(club=cast.club, tournament=cast.add_tournament(), verb="round.publish")
    kari = as_user(cast.kari)

    assert [kari.post(undo_link(action)).status_code for action in (theirs, of_a_tournament)] == [404, 404]


@pytest.mark.parametrize(("who", "status"), [("kari", 200), ("dag", 200), ("stig", 404)])
def test_it_is_for_those_who_work_here(cast: Cast, as_user: Clients, who: str, status: int) -> None:
    assert as_user(getattr(cast, who)).get(HOME).status_code == status


def test_a_stranger_logs_in_first(cast: Cast, client: Client) -> None:
    assert client.get(HOME)["Location"] == f"/en/log-in/?next={HOME}"


@pytest.mark.slow
def test_its_queries_do_not_grow(cast: Cast, as_user: Clients) -> None:
    def fill(count: int) -> None:
        for number in range(count):
            players.add_player(cast.club, PlayerDetails(given_name=f"P{Player.objects.count()}"), actor=cast.kari)
            pair = Player.objects.order_by("-pk")[:2]
            cast.play_round(cast.add_tournament(f"T{number}", *pair), state=RoundState.OPEN)
            cast.add_season(f"S{Player.objects.count()}")

    def queries() -> int:
        client: Any = as_user(cast.kari)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(HOME).status_code == 200
        return len(captured)

    fill(2)
    few = queries()
    fill(10)
    assert queries() == few <= 24  # five of them ask which of the last actions can be undone now


# What was done -------------------------------------------------------------------------------------------------------


def test_an_import_can_be_undone_after_eight_more_changes(cast: Cast, as_user: Clients) -> None:
    kari = as_user(cast.kari)
    players.add_player(cast.club, PlayerDetails(given_name="First"), actor=cast.kari)
    first = Action.objects.latest("pk")
    for number in range(9):
        players.add_player(cast.club, PlayerDetails(given_name=f"P{number}"), actor=cast.kari)
    home = kari.get(HOME).content.decode()
    assert undo_link(first) not in home
    assert f'href="{HOME}actions/"' in home

    listed = kari.get(f"{HOME}actions/").content.decode()
    assert undo_link(first) in listed
    answer = kari.post(undo_link(first), {"back": "done"})

    assert answer.status_code == 302
    assert answer["Location"] == f"{HOME}actions/"
    assert not Player.objects.filter(given_name="First").exists()


def test_what_cannot_be_undone_names_what_is_in_the_way(cast: Cast, as_user: Clients) -> None:
    player = players.add_player(cast.club, PlayerDetails(given_name="Anna"), actor=cast.kari)
    added = Action.objects.latest("pk")
    cast.play_round(cast.add_tournament("T", player, cast.add_player("Bo")), state=RoundState.OPEN)
    players.edit_player(player, PlayerDetails(given_name="Ann"), seen=players.version_of(player), actor=cast.kari)
    kari = as_user(cast.kari)

    listed = kari.get(f"{HOME}actions/").content.decode()
    refused = kari.post(undo_link(added), {"back": "done"})

    assert undo_link(added) not in listed
    assert "Undo first: The details of Ann are changed (" in listed
    assert refused.status_code == 409
    assert '<p class="notice bad">Undo first: The details of Ann are changed (' in refused.content.decode()
