"""Series on the screens: the public table and what opens it up, set-up by form, and what a closed one still allows."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.tools.casts.club_cast import Cast
from tests.tools.casts.series_cast import event, series_of
from tests.tools.pages.page_forms import form_for
from tournaments.models import Game, Player, Series, ShownAs, Tournament
from tournaments.pairing.series.categories import Category, CategoryKind
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.series import NamedCategory
from tournaments.services.events.series import publish_table

pytestmark = pytest.mark.django_db
HOME = "/en/sk-rockaden/"


@pytest.fixture
def players(cast: Cast) -> list[Player]:
    return [cast.add_player(name, rating=1900 - 100 * at) for at, name in enumerate(("Anna", "Bo", "Cato", "Dag"))]


@pytest.fixture
def evenings(cast: Cast, players: list[Player]) -> list[Tournament]:
    anna, bo, cato, dag = players
    return [
        event(cast.season, "October", anna, bo, cato),
        event(cast.season, "November", bo, cato, dag),
        event(cast.season, "December", *players, is_played=False),
    ]


def text(answer: Any) -> str:
    assert answer.status_code == 200, answer.content.decode()[-3000:]
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_the_table_shows_counted_struck_and_what_is_possible(
    cast: Cast, evenings: list[Tournament], client: Client
) -> None:
    under = NamedCategory(name="Under 1750", category=Category(kind=CategoryKind.RATING, high=1749))
    found = series_of(cast.season, *evenings, options={"best": 1}, categories=[under])
    answer = client.get(f"{HOME}series/{found.pk}/")
    page = text(answer)
    assert "2 of 3 events held" in page
    assert "Bo Can still reach 10 points and 1st place. 10 not counted 8 10" in page
    assert '<s><span class="visually-hidden">not counted </span>8</s>' in answer.content.decode()
    assert (
        page.index("Total")
        < page.index("Places over time")
        < page.index("Under 1750", page.index("Places over time"))
        < page.index("Scoring rules")
    )
    assert text(client.get(f"{HOME}series/{found.pk}/live/"))


def test_a_name_opens_up_what_the_total_is_made_of(cast: Cast, evenings: list[Tournament], client: Client) -> None:
    found = series_of(cast.season, *evenings, options={"best": 1})
    bo = Player.objects.get(given_name="Bo")
    page = text(client.get(f"{HOME}series/{found.pk}/people/{bo.public_key}/"))
    assert "October 8 2nd of 3: 8 points. Not counted: only the best 1 count." in page
    assert "November 10 1st of 3: 10 points." in page
    assert client.get(f"{HOME}series/{found.pk}/people/nobody22/").status_code == 404
    assert client.get(f"{HOME}series/99/").status_code == 404


def test_whoever_is_a_number_is_not_followed_from_event_to_event(
    cast: Cast, evenings: list[Tournament], client: Client
) -> None:
    Player.objects.filter(given_name="Bo").update(shown_as=ShownAs.NUMBER)
    found = series_of(cast.season, *evenings)
    bo = Player.objects.get(given_name="Bo")
    answer = client.get(f"{HOME}series/{found.pk}/")
    assert "Player 1 Can still reach 28 points and 1st place. 18" in text(answer)
    assert bo.public_key not in answer.content.decode()
    assert client.get(f"{HOME}series/{found.pk}/people/{bo.public_key}/").status_code == 404


def test_the_series_is_linked_where_it_counts(cast: Cast, evenings: list[Tournament], client: Client) -> None:
    found = series_of(cast.season, *evenings)
    address = f"{HOME}series/{found.pk}/"
    anna = Player.objects.get(given_name="Anna")
    for page in (HOME, f"{HOME}seasons/{cast.season.pk}/", f"{HOME}players/{anna.public_key}/"):
        assert address in client.get(page).content.decode(), page
    assert address in client.get(f"{HOME}{evenings[0].slug}/standings/").content.decode()


def test_a_correction_after_publishing_is_told(cast: Cast, evenings: list[Tournament], client: Client) -> None:
    found = series_of(cast.season, *evenings[:2])
    publish_table(found, actor=cast.dag)
    assert "Final table, published on" in text(client.get(f"{HOME}series/{found.pk}/"))
    Game.objects.filter(round__tournament=evenings[0]).update(result=Result.DRAW.value)
    Tournament.objects.update(revision=77, public_revision=77)
    page = text(client.get(f"{HOME}series/{found.pk}/"))
    assert "Corrected since" in page
    assert "Anna 3rd: 10" in page


def test_a_director_makes_one_and_changes_it(cast: Cast, evenings: list[Tournament], dag: Client) -> None:
    new = f"{HOME}staff/seasons/{cast.season.pk}/series/new/?preset=points"
    october, november, _december = evenings
    body = form_for(new, dag.get(new).content.decode(), new.partition("?")[0]) | {"name": ["Grand prix"]}
    body |= {f"t{october.pk}-counts": ["on"], f"t{november.pk}-counts": ["on"], f"t{november.pk}-position": ["1"]}
    body |= {f"t{november.pk}-weight": ["½"], "c0-name": ["Veterans"], "c0-kind": ["age"], "c0-low": ["60"]}
    answer = dag.post(new, body)
    found = Series.objects.get()
    assert answer.headers["Location"] == f"{HOME}staff/series/{found.pk}/"
    assert dag.post(new, body).headers["Location"] == answer.headers["Location"]  # sent twice
    assert Series.objects.count() == 1
    rows = list(found.events.order_by("position").values_list("tournament__name", "weight"))
    assert rows == [("November", "1/2"), ("October", "1")]
    assert (found.preset, found.options, found.categories[0]["name"]) == ("points", {}, "Veterans")
    assert "Bo" in text(dag.get(answer.headers["Location"]))

    edit = f"{HOME}staff/series/{found.pk}/edit/"
    body = form_for(edit, dag.get(edit).content.decode(), edit)
    wrong = dag.post(edit, body | {"best": ["2"], "drop": ["1"], "c0-low": ["70"], "c0-high": ["60"]})
    assert wrong.status_code == 422
    assert "not both" in wrong.content.decode()
    assert "The end is before the beginning." in wrong.content.decode()
    assert dag.post(edit, body | {"name": ["Cup"]}).status_code == 302
    stale = dag.post(edit, body | {"name": ["Other"], "receipt": ["7d1d8b8e-0000-4000-8000-000000000000"]})
    assert stale.status_code == 409
    found.refresh_from_db()
    assert found.name == "Cup"


@pytest.mark.parametrize("winner", ["²", "9" * 5_000, "9" * 18, "x"], ids=lambda winner: winner[:3])
def test_a_winner_of_the_play_off_that_is_no_number_changes_nothing(
    cast: Cast, evenings: list[Tournament], dag: Client, winner: str
) -> None:
    found = series_of(cast.season, *evenings, options={"play_off": True, "ties": "none"})

    answer = dag.post(f"{HOME}staff/series/{found.pk}/play-off/", {"winner": winner, "seen": ""})

    assert answer.status_code < 500
    assert Series.objects.get().play_off == []
