"""Make groups: looked at, moved by taps without JavaScript, made once; the event's pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.tools.casts.club_cast import Cast
from tests.tools.guards.whole_database import dump
from tests.tools.pages.page_forms import Body, form_for, form_of_button
from tournaments.models import Action, Event, Player, RoundState, Season, ShownAs, Tournament, User
from tournaments.services.clubs import trash
from tournaments.services.events.events import GroupSettings, make_event

pytestmark = pytest.mark.django_db

NEW = "/en/sk-rockaden/staff/events/new/"
STRONGEST = ("Anna", "Bo", "Cato", "Dag", "Eva", "Finn", "Geir")


@pytest.fixture
def cast() -> Cast:
    cast = Cast()
    for place, name in enumerate(STRONGEST):
        cast.add_player(name, rating=2000 - 50 * place)
    return cast


def proposed(client: Client, **typed: Any) -> Body:
    """The form with the board on it, as the browser would send it."""
    body = form_for(NEW, client.get(NEW).content.decode(), NEW, press="propose")
    body |= {"name": ["Championship"], "sized_by": ["count"], "number": ["2"], "planned_rounds": ["5"]}
    body |= {key: value if isinstance(value, list) else [value] for key, value in typed.items()}
    answer = client.post(NEW, body)
    assert answer.status_code == 200, answer.content.decode()
    return form_for(NEW, answer.content.decode(), NEW, press="confirm")


def text(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def groups(event: Event) -> list[list[str]]:
    found = event.groups.order_by("group")
    return [list(each.entries.order_by("pk").values_list("player__given_name", flat=True)) for each in found]


def test_groups_are_shown_with_reasons_and_nothing_is_made(cast: Cast, dag: Client) -> None:
    before = dump()
    body = proposed(dag)
    page = text(dag.post(NEW, {**body, "confirm": [], "propose": "1"}))

    assert "Group A 3 players Anna : 1st on the list. Rating 2000." in page
    assert "Group B 4 players Dag : 4th on the list. Rating 1850." in page
    assert dump() == before


def test_where_no_season_is_open_an_admin_opens_one_with_them(cast: Cast, as_user: Callable[[User], Client]) -> None:
    Season.objects.update(is_open=False)
    client = as_user(cast.kari)
    assert "No season is open: this one is opened too." in text(client.get(NEW))

    assert client.post(NEW, proposed(client, **{"season-name": "Summer"})).status_code == 302

    assert {group.season.name for group in Event.objects.get().groups.all()} == {"Summer"}
    assert Season.objects.get(is_open=True).name == "Summer"


def test_confirming_makes_them_in_one_action(cast: Cast, dag: Client) -> None:
    answer = dag.post(NEW, proposed(dag))

    event = Event.objects.get()
    assert answer.headers["Location"] == f"/en/sk-rockaden/staff/events/{event.pk}/"
    assert groups(event) == [["Anna", "Bo", "Cato"], ["Dag", "Eva", "Finn", "Geir"]]
    assert Action.objects.get().verb == "event.make"
    page = text(dag.get(answer.headers["Location"]))
    assert "A 3 players" in page


def test_a_name_is_moved_by_a_tap(dag: Client) -> None:
    body = proposed(dag)
    dag_key = Player.objects.get(given_name="Dag").pk
    moving = {key: value for key, value in body.items() if key != "confirm"} | {"move": [f"{dag_key}:1"]}
    answer = dag.post(NEW, moving)
    page = text(answer)
    assert "Moved by you, from B." in page
    assert "Group A 4 players" in page

    dag.post(NEW, form_for(NEW, answer.content.decode(), NEW, press="confirm"))
    assert groups(Event.objects.get()) == [["Anna", "Bo", "Cato", "Dag"], ["Eva", "Finn", "Geir"]]


def test_each_name_has_a_button_to_the_group_beside(dag: Client) -> None:
    body = {key: value for key, value in proposed(dag).items() if key != "confirm"}
    anna = Player.objects.get(given_name="Anna").pk
    html = dag.post(NEW, {**body, "propose": "1"}).content.decode()
    _to, moved = form_of_button(NEW, html, f"{anna}:")
    assert moved["move"] == [f"{anna}:2"]
    assert "Move Anna to B" in html


def test_a_group_more_can_be_made_below_the_last(dag: Client) -> None:
    body = proposed(dag)
    for name in ("Finn", "Geir"):
        key = Player.objects.get(given_name=name).pk
        body |= {f"in_{key}": ["3"]}
    dag.post(NEW, body)
    assert groups(Event.objects.get()) == [["Anna", "Bo", "Cato"], ["Dag", "Eva"], ["Finn", "Geir"]]


def test_an_empty_group_between_is_refused_and_nothing_is_lost(dag: Client) -> None:
    body = proposed(dag)
    moved = {f"in_{key}": ["3"] for key in Player.objects.filter(rating__lt=1900).values_list("pk", flat=True)}
    answer = dag.post(NEW, body | moved)
    assert answer.status_code == 409
    assert "Group B has nobody to play against" in text(answer)
    assert form_for(NEW, answer.content.decode(), NEW).items() >= moved.items()


def test_players_are_picked_and_pasted(cast: Cast, dag: Client) -> None:
    picked = list(Player.objects.filter(given_name__in=["Anna", "Bo"]).values_list("pk", flat=True))
    body = form_for(NEW, dag.get(NEW).content.decode(), NEW, press="propose")
    body |= {"name": ["Championship"], "sized_by": ["count"], "number": ["2"], "planned_rounds": ["5"]}
    body |= {"players": [str(key) for key in picked], "text": ["Nils Berg 1700\n geir \nOla\nOla"]}
    looked = dag.post(NEW, body).content.decode()
    assert "Look at the names first" in looked
    assert "Ola in row 4 is somebody else" in looked

    proposal = dag.post(NEW, form_for(NEW, looked, NEW, press="propose") | {"two": ["4"]}).content.decode()
    assert not Player.objects.filter(given_name="Nils").exists()
    dag.post(NEW, form_for(NEW, proposal, NEW, press="confirm"))

    assert groups(Event.objects.get()) == [["Anna", "Bo", "Nils"], ["Geir", "Ola", "Ola"]]
    nils = Player.objects.get(given_name="Nils")
    assert (nils.family_name, nils.rating, nils.is_active) == ("Berg", 1700, True)
    assert Player.objects.filter(given_name="Geir").count() == 1
    assert {*Player.objects.filter(given_name="Ola").values_list("rating", flat=True)} == {None}
    assert [*Action.objects.order_by("pk").values_list("verb", flat=True)] == ["player.import", "event.make"]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"number": "9"}, "7 players are too few for 9 groups."),
        ({"sized_by": "size", "number": "3", "slack": "0"}, "7 players cannot be split into groups of 3"),
        ({"sized_by": "size", "number": "1"}, "A group has at least two players."),
        ({"name": "\u200b"}, "An event needs a name."),
        ({"text": "Nils;Berg\nOla;Ek"}, "Two columns look like names"),
        ({"way": "by magic"}, "by magic"),
        ({"season": "999999"}, "Season"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_lost(dag: Client, typed: dict[str, str], why: str) -> None:
    body = form_for(NEW, dag.get(NEW).content.decode(), NEW, press="propose")
    body |= {"name": ["Championship"], "sized_by": ["count"], "number": ["2"], "planned_rounds": ["5"]}
    answer = dag.post(NEW, body | {key: [value] for key, value in typed.items()})
    assert answer.status_code == 422
    assert why in text(answer)
    assert not Event.objects.exists()


def test_groups_made_from_something_else_are_looked_at_once_more(cast: Cast, dag: Client) -> None:
    body = proposed(dag)
    Player.objects.filter(given_name="Geir").update(rating=2100)
    answer = dag.post(NEW, body)
    assert answer.status_code == 409
    assert "What the groups are made from has changed" in text(answer)
    assert "Geir : 1st on the list. Rating 2100." in text(answer)
    assert not Event.objects.exists()


def test_a_double_tap_makes_one_event(dag: Client) -> None:
    body = proposed(dag)
    first, second = dag.post(NEW, body), dag.post(NEW, body)
    assert Event.objects.count() == 1
    assert first.headers["Location"] == second.headers["Location"]


def test_pots_are_drawn_once_and_again_only_when_asked(dag: Client) -> None:
    body = {key: value for key, value in proposed(dag, way="pots", number="3").items() if key != "confirm"}
    drawn = [dag.post(NEW, {**body, "propose": "1"}).content.decode() for _time in range(2)]
    assert _order(drawn[0]) == _order(drawn[1])
    others = {_order(dag.post(NEW, {**body, "again": "1"}).content.decode()) for _time in range(8)}
    assert len(others) > 1


def _order(html: str) -> str:
    return " ".join(re.findall(r'name="in_\d+" value="\d+"', html))


def test_nobody_chooses_their_lots(dag: Client) -> None:
    body = {key: value for key, value in proposed(dag, way="pots").items() if key != "confirm"}
    found = [dag.post(NEW, {**body, "seed": "ab" * 32, "propose": "1"}).content.decode() for _time in range(2)]
    seeds = [form_for(NEW, html, NEW)["seed"] for html in found]
    assert seeds[0] != seeds[1]


def test_hostile_values_move_nobody(dag: Client) -> None:
    body = proposed(dag)
    anna = Player.objects.get(given_name="Anna").pk
    for value in ("-1", "0", "99999999999999999999", "²", "", "1e9", "41", "0001" + "9" * 9, "0001" + "9" * 5_000):
        answer = dag.post(NEW, {key: v for key, v in body.items() if key != "confirm"} | {f"in_{anna}": [value]})
        assert answer.status_code == 200
        assert "Group A 3 players Anna" in text(answer)
    assert dag.post(NEW, {key: v for key, v in body.items() if key != "confirm"} | {"move": ["x:y"]}).status_code == 200


def test_without_an_open_season_it_is_said(cast: Cast, dag: Client) -> None:
    cast.season.is_open = False
    cast.season.save()
    assert "none is open" in text(dag.get(NEW))


# The event's pages


@pytest.fixture
def event(cast: Cast) -> Event:
    players = list(Player.objects.order_by("pk"))
    played = GroupSettings(system="attendance_monrad")
    return make_event(
        cast.club, season=cast.season, name="Championship", played=played, groups=[players[:3], players[3:]], actor=None
    )


def test_the_public_page_has_all_groups(cast: Cast, event: Event, client: Client) -> None:
    first = event.groups.get(group=1)
    first.entries.all().update(number=None)
    for number, entry in enumerate(first.entries.order_by("pk"), 1):
        entry.number = number
        entry.save()
    cast.play_round(first, state=RoundState.FINISHED, result="0-1")
    Player.objects.filter(given_name="Geir").update(shown_as=ShownAs.NUMBER)

    answer = client.get(f"/en/sk-rockaden/events/{event.pk}/")
    page = text(answer)
    assert "Championship A After round 1" in page
    assert "Championship B Not begun" in page
    assert page.index("Bo") < page.index("Anna")
    assert "Eva" in page
    assert "Geir" not in page
    assert client.get(f"/en/sk-rockaden/events/{event.pk}/live/").status_code == 200


def test_it_is_gone_with_its_last_group(cast: Cast, event: Event, client: Client) -> None:
    address = f"/en/sk-rockaden/events/{event.pk}/"
    first, second = event.groups.order_by("group")
    trash.trash_tournament(first, actor=None)
    assert "Championship A" not in text(client.get(address))
    trash.trash_tournament(second, actor=None)
    assert client.get(address).status_code == 404
    assert client.get(f"/en/bergens/events/{event.pk}/").status_code == 404


def test_the_season_shows_the_event_as_one(cast: Cast, event: Event, client: Client) -> None:
    Tournament.objects.create(
        club=cast.club, season=cast.season, name="Blitz", slug="blitz", short_code="b", system="keizer", seed="ab" * 32
    )
    page = text(client.get(f"/en/sk-rockaden/seasons/{cast.season.pk}/"))
    assert "Championship 2 groups, 7 players Championship A 3 players" in page
    assert page.count("Championship A") == 1
    assert page.index("Championship B") < page.index("Blitz")


def test_the_clubs_staff_page_leads_to_it(event: Event, dag: Client) -> None:
    html = dag.get("/en/sk-rockaden/staff/").content.decode()
    assert f'href="/en/sk-rockaden/staff/events/{event.pk}/"' in html
    assert f'href="{NEW}"' in html
    assert html.count(">Championship A<") == 1


def test_the_clubs_front_page_has_one_card_for_it(event: Event, client: Client) -> None:
    html = client.get("/en/sk-rockaden/").content.decode()
    assert html.count(f'href="/en/sk-rockaden/events/{event.pk}/"') == 1
    assert html.count('<li class="tournament event">') == 1
    assert ">Championship B</a>" in html
