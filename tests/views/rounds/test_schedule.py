"""The plan's pages over HTTP."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.tools.played.all_play_all import all_play_all, publish_next
from tests.tools.played.played import a_tournament
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["public_grid", "public_plan", "staff_grid", "staff_plan", "plan_paper"])
def test_the_plan_is_shown_before_and_while_it_is_played(name: str, client: Client) -> None:
    evening = all_play_all(5, cycles=2, weeks=10)
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    assert "No5" in client.get(evening.url(name)).content.decode()
    publish_next(evening, away={2})
    evening.enter(2, Result.WHITE_WINS)

    html = client.get(evening.url(name)).content.decode()

    assert ("postponed" in html) == ("plan" in name)
    assert ('aria-current="page"' in html) == (name != "plan_paper")


@pytest.mark.parametrize("name", ["public_grid", "public_plan"])
def test_another_system_has_none_of_it(name: str, client: Client) -> None:
    played = a_tournament(4)
    played.play()

    assert client.get(played.address(f"{name.removeprefix('public_')}/")).status_code == 404
    assert "/plan/" not in client.get(played.address("standings/")).content.decode()


def test_the_way_to_the_plan_stands_on_all_pages_of_the_tournament(client: Client) -> None:
    evening = all_play_all(4)
    publish_next(evening)

    for name in ("public_tournament", "public_standings", "public_crosstable"):
        html = client.get(evening.url(name)).content.decode()
        assert evening.url("public_plan") in html
        assert evening.url("public_grid") in html


def test_it_asks_the_same_few_questions_however_many_play(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for players in (4, 24):
        evening = all_play_all(players)
        publish_next(evening)
        for name in ("public_grid", "public_plan"):
            with django_assert_max_num_queries(20):
                client.get(evening.url(name))


def test_the_paper_has_the_whole_plan_and_the_crosstable_and_stands_among_the_papers(client: Client) -> None:
    evening = all_play_all(6, weeks=5)
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")

    html = " ".join(client.get(evening.url("plan_paper")).content.decode().split())

    assert html.count("<h3>Round ") == 5
    assert html.count('class="game self"') == 6
    assert "Thursday, 3 Sep" in html
    assert evening.url("plan_paper") in client.get(evening.url("papers")).content.decode()
    played = a_tournament(4)
    client.force_login(played.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    assert client.get(played.address("papers/plan/", staff=True)).status_code == 404
    assert "/papers/plan/" not in client.get(played.address("papers/", staff=True)).content.decode()
