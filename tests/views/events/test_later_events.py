"""What follows an event: finals and the next season's groups, proposed with reasons, edited, then made."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tools.casts.club_cast import Cast, make_user
from tests.tools.casts.event_cast import play_out
from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import dump
from tests.tools.pages.page_forms import Body, form_for
from tests.views.events.test_events import groups, text
from tournaments.models import Action, Directorship, Event, Game, Player, Role, Round, Season, Tournament, User
from tournaments.pairing.types.snapshot import Result
from tournaments.services.common.refusal import Refused
from tournaments.services.events.events import GroupSettings, make_event
from tournaments.services.rounds import publish_schedule, publish_schedules, schedule
from tournaments.services.rounds.results import enter_result

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Bo", "Cato", "Dag", "Eva", "Finn", "Geir", "Hanne")
"""Anna to Dag in A, Eva to Hanne in B, each group ending in this order."""


@pytest.fixture
def cast() -> Cast:
    cast = Cast()
    for place, name in enumerate(NAMES):
        cast.add_player(name, rating=2000 - 50 * place)
    return cast


@pytest.fixture
def event(cast: Cast) -> Event:
    players = list(Player.objects.order_by("pk"))
    played = GroupSettings(system="all_play_all", options={"numbering": "given"})
    made = make_event(
        cast.club, season=cast.season, name="Cup 2026", played=played, groups=[players[:4], players[4:]], actor=cast.dag
    )
    for group in made.groups.all():
        play_out(group)
    return made


@pytest.fixture
def later(cast: Cast) -> Season:
    return cast.add_season("2027–28", starts_on=datetime.date(2027, 8, 1), ends_on=datetime.date(2028, 6, 1))


def address(event: Event, what: str) -> str:
    return f"/en/sk-rockaden/staff/events/{event.pk}/{what}/"


def looked_at(client: Client, path: str, **typed: Any) -> tuple[str, Body]:
    """The page after *Propose again*, and its form with the button that makes the groups."""
    body = form_for(path, client.get(path).content.decode(), path, press="propose")
    answer = client.post(
        path, body | {key: value if isinstance(value, list) else [value] for key, value in typed.items()}
    )
    assert answer.status_code == 200, text(answer)
    return text(answer), form_for(path, answer.content.decode(), path, press="confirm")


def key(name: str) -> str:
    return str(Player.objects.get(given_name=name).pk)


# What the page of the event says of its groups, and what is in the way


@pytest.fixture
def begun(cast: Cast) -> Event:
    """Two groups whose plan nobody has published."""
    players = list(Player.objects.order_by("pk"))
    return make_event(
        cast.club,
        season=cast.season,
        name="Autumn",
        played=GroupSettings(system="all_play_all", options={"numbering": "given"}),
        groups=[players[:4], players[4:]],
        actor=cast.dag,
    )


def html(client: Client, path: str) -> str:
    return " ".join(client.get(path).content.decode().split())


def staff_page(event: Event, client: Client) -> str:
    return html(client, f"/en/sk-rockaden/staff/events/{event.pk}/")


def enter(event: Event, group: int, number: int, *boards: int) -> None:
    for board in boards:
        game = Game.objects.get(
            round__tournament__event=event, round__tournament__group=group, round__number=number, board=board
        )
        enter_result(game, Result.WHITE_WINS, seen=Result.OPEN, actor=None)


def test_all_plans_are_published_in_one_go_and_one_tap_twice_is_one(begun: Event, dag: Client) -> None:
    assert "Publish all 2 plans" in staff_page(begun, dag)
    path = address(begun, "plans")
    for _twice in range(2):
        assert dag.post(path).status_code == 302
    assert Round.with_ahead.filter(tournament__event=begun).count() == 6
    assert Action.objects.filter(verb="round.publish_plan").count() == 2
    assert "Publish all" not in staff_page(begun, dag)


def test_of_a_director_who_is_named_for_one_group_only_its_plan_is_published(
    cast: Cast, begun: Event, as_user: Callable[[User], Client]
) -> None:
    named = make_user("nina")
    cast.works(named, Role.DIRECTOR, everywhere=False)
    first = begun.groups.get(group=1)
    Directorship.objects.create(tournament=first, user=named)
    client = as_user(named)
    assert "Publish its whole plan" in staff_page(begun, client)
    assert client.post(address(begun, "plans")).status_code == 302
    assert {each.tournament_id for each in Round.with_ahead.all()} == {first.pk}


def test_one_plan_that_cannot_be_published_keeps_the_others_back(
    begun: Event, dag: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused_for_the_second(tournament: Tournament, **more: Any) -> list[Round]:
        if tournament.group == 2:
            raise Refused("No.")
        return publish_schedule(tournament, **more)

    monkeypatch.setattr(schedule, "publish_schedule", refused_for_the_second)
    answer = dag.post(address(begun, "plans"))
    assert (answer.status_code, "No." in answer.content.decode()) == (409, True)
    assert not Round.with_ahead.exists()


def test_the_groups_stand_in_a_grid_of_their_rounds(begun: Event, dag: Client) -> None:
    publish_schedules(list(begun.groups.order_by("group")), actor=None)
    enter(begun, 1, 1, 1, 2)
    enter(begun, 1, 2, 1)
    page = staff_page(begun, dag)
    for said in ("Group A, round 1: 2 of 2", "Group A, round 2: 1 of 2", "Group B, round 3: 0 of 2"):
        assert said in page
    assert re.findall(r'<td class="([\w-]*)">', page) == ["over", "going-on", "", "", "", ""]
    assert re.search(r'<a role="button" class="quiet" href="[^"]+/next/">', page)


def test_what_is_in_the_way_of_the_next_season_leads_to_the_round_and_goes_when_it_is_played(
    begun: Event, later: Season, dag: Client
) -> None:
    """Nobody has opened an evening: the results say what has been played."""
    path = address(begun, "next")
    page = html(dag, path)
    for group in begun.groups.all():
        assert f"No round of {group.name} has been played" in page
        assert f'class="quiet" href="{reverse("evening", args=["sk-rockaden", group.slug])}"' in page
    publish_schedules(list(begun.groups.order_by("group")), actor=None)
    for number in (1, 2, 3):
        enter(begun, 1, number, 1, 2)
    enter(begun, 2, 1, 1, 2)
    enter(begun, 2, 2, 1)
    first, second = begun.groups.order_by("group")
    page = html(dag, path)
    assert first.name not in page
    assert f"Round 2 of {second.name} is not finished" in page
    to_it = reverse("evening_round", args=["sk-rockaden", second.slug, 2])
    assert f'<a role="button" class="quiet" href="{to_it}">To round 2</a>' in page
    enter(begun, 2, 2, 2)
    enter(begun, 2, 3, 1, 2)
    assert "goes up" in html(dag, path)
    assert "Final standings" in text(dag.get(f"/en/sk-rockaden/{second.slug}/standings/"))
    assert re.search(r'<a role="button" href="[^"]+/next/">', staff_page(begun, dag))


# Finals whose games are carried


def test_games_that_were_played_count_again_where_that_is_ticked(event: Event, dag: Client) -> None:
    path = address(event, "finals")
    page, body = looked_at(dag, path, carry="on")
    assert "Games played already count again" in page
    dag.post(path, body)
    final = Event.objects.get(earlier=event).groups.get(group=1)
    assert [(each["group"], each["result"]) for each in final.carried] == [(1, "1-0"), (2, "1-0")]
    plan = text(dag.get(f"/en/sk-rockaden/{final.slug}/plan/"))
    assert "from group A" in plan
    assert "from group B" in plan


def test_unticked_all_of_a_final_meet_anew(event: Event, dag: Client) -> None:
    path = address(event, "finals")
    _page, body = looked_at(dag, path)
    dag.post(path, body)
    assert [each.carried for each in Event.objects.get(earlier=event).groups.all()] == [[], []]


# The next season


def test_up_and_down_is_shown_with_reasons_at_once(event: Event, later: Season, dag: Client) -> None:
    before = dump()
    page = text(dag.get(address(event, "next")))
    assert "Cato : 3rd of 4 in A, goes down." in page
    assert "Eva : 1st of B, goes up." in page
    assert "Geir : 3rd of 4 in B, stays." in page
    assert dump() == before


def test_it_is_made_into_the_next_season(event: Event, later: Season, dag: Client) -> None:
    path = address(event, "next")
    dag.post(path, form_for(path, dag.get(path).content.decode(), path, press="confirm"))

    made = Event.objects.get(earlier=event)
    assert (made.name, made.season) == ("Cup 2027", later)
    assert groups(made) == [["Anna", "Bo", "Eva", "Finn"], ["Cato", "Dag", "Geir", "Hanne"]]
    assert {each.options["numbering"] for each in made.groups.all()} == {"given"}
    assert list(made.groups.get(group=1).entries.order_by("number").values_list("player__given_name", flat=True)) == (
        ["Anna", "Bo", "Eva", "Finn"]
    )
    assert "The season after: Cup 2027" in text(dag.get(f"/en/sk-rockaden/staff/events/{event.pk}/"))


def test_borders_are_chosen_and_free_places_filled(event: Event, later: Season, dag: Client) -> None:
    path = address(event, "next")
    playing = [key(name) for name in NAMES if name != "Bo"]
    page, body = looked_at(dag, path, up_1="1", down_1="1", players=playing)
    assert "Dag : 4th of 4 in A, stays because Bo does not play." in page
    assert "Bo: 2nd of 4 in A, does not play." in page
    dag.post(path, body)
    assert groups(Event.objects.get(earlier=event)) == [["Anna", "Cato", "Eva", "Dag"], ["Finn", "Geir", "Hanne"]]


def test_the_proposal_is_edited_by_taps(event: Event, later: Season, dag: Client) -> None:
    path = address(event, "next")
    _page, body = looked_at(dag, path)
    answer = dag.post(path, {**body, "confirm": [], "move": [f"{key('Cato')}:1"]})
    assert "Moved by you, from B." in text(answer)
    dag.post(path, form_for(path, answer.content.decode(), path, press="confirm"))
    assert groups(Event.objects.get(earlier=event))[0] == ["Anna", "Bo", "Eva", "Finn", "Cato"]


def test_a_newcomer_is_ticked(cast: Cast, event: Event, later: Season, dag: Client) -> None:
    cast.add_player("Nils", rating=1990)
    path = address(event, "next")
    everybody = [key(name) for name in (*NAMES, "Nils")]
    page, _body = looked_at(dag, path, players=everybody)
    assert "Nils : new, so in the lowest group." in page
    page, _body = looked_at(dag, path, players=everybody, newcomers="rating")
    assert "Nils : new, and the rating 1990 reaches 1800, the middle one of A." in page


def test_a_shared_place_is_decided_before_anything_is_made(event: Event, later: Season, dag: Client) -> None:
    """Both groups without tie-breaks, and Bo and Cato level."""
    level(event, "Bo", "Cato")
    path = address(event, "next")
    html = dag.get(path).content.decode()
    assert "Bo and Cato share 2nd in A, and it matters who is ahead" in text(dag.get(path))
    assert "Make these groups" not in html
    body = form_for(path, html, path, press="propose")
    del body["propose"]
    refused = dag.post(path, body | {"confirm": ["1"]})
    assert refused.status_code == 409
    assert not Event.objects.filter(earlier=event).exists()

    tie = f"1-{'-'.join(sorted([key('Bo'), key('Cato')], key=int))}"
    wrong = dag.post(path, body | {"played_off": [tie]})
    assert wrong.status_code == 422
    order = {f"order_{tie}_{key('Bo')}": ["2"], f"order_{tie}_{key('Cato')}": ["1"]}
    answer = dag.post(path, body | order | {"played_off": [tie]})
    assert "Decided: 1. Cato, 2. Bo." in text(answer)
    dag.post(path, form_for(path, answer.content.decode(), path, press="confirm"))
    assert groups(Event.objects.get(earlier=event))[0] == ["Anna", "Cato", "Eva", "Finn"]


def test_or_drawn_by_lot_and_taken_back(event: Event, later: Season, dag: Client) -> None:
    level(event, "Bo", "Cato")
    path = address(event, "next")
    body = form_for(path, dag.get(path).content.decode(), path, press="propose")
    del body["propose"]
    tie = f"1-{'-'.join(sorted([key('Bo'), key('Cato')], key=int))}"
    drawn = [dag.post(path, body | {"lot": [tie]}) for _time in range(2)]
    decided = [form_for(path, each.content.decode(), path)["decided"] for each in drawn]
    assert decided[0] == decided[1]  # of one seed one lot
    again = form_for(path, drawn[0].content.decode(), path) | {"reopen": decided[0]}
    assert "it matters who is ahead" in text(dag.post(path, again))


def test_a_result_corrected_since_is_looked_at_first(event: Event, later: Season, dag: Client) -> None:
    path = address(event, "next")
    body = form_for(path, dag.get(path).content.decode(), path, press="confirm")
    level(event, "Bo", "Cato")
    answer = dag.post(path, body)
    assert answer.status_code == 409
    assert "What the groups are made from has changed" in text(answer)
    assert not Event.objects.filter(earlier=event).exists()


def test_while_no_next_season_is_open_it_can_be_looked_at(event: Event, dag: Client) -> None:
    path = address(event, "next")
    html = dag.get(path).content.decode()
    assert "The next season is not open yet" in html
    assert "This field is required" not in html
    assert dag.post(path, form_for(path, html, path) | {"confirm": ["1"]}).status_code == 409
    assert not Event.objects.filter(earlier=event).exists()


def test_the_next_season_is_opened_on_the_way_and_leads_back_to_the_groups(event: Event, kari: Client) -> None:
    path = address(event, "next")
    opens = f"{reverse('add_season', args=[event.club.slug])}?groups="
    assert f'href="{opens}{event.pk}"' in kari.get(path).content.decode()
    sent = {"name": "2027–28", "starts_on": "2027-08-15", "ends_on": "2028-06-15"}
    assert kari.post(f"{opens}{event.pk}", sent)["Location"] == path
    of_another = kari.post(f"{opens}{event.pk + 1}", sent | {"name": "2028–29"})
    assert of_another["Location"] == reverse("club_home", args=[event.club.slug])


def test_an_event_that_is_not_played_has_nothing_to_go_on_from(cast: Cast, later: Season, dag: Client) -> None:
    players = list(Player.objects.order_by("pk"))
    played = GroupSettings(system="all_play_all")
    event = make_event(cast.club, season=cast.season, name="New", played=played, groups=[players], actor=cast.dag)
    page = text(dag.get(address(event, "next")))
    assert "No round of New A has been played" in page
    assert dag.post(address(event, "next"), {"confirm": "1"}).status_code == 409


def test_nor_one_of_which_rounds_of_the_plan_are_to_come(cast: Cast, later: Season, dag: Client) -> None:
    """All results of the round that is on are in; the rest of the plan hangs on the wall."""
    players = list(Player.objects.order_by("pk"))
    played = GroupSettings(system="all_play_all")
    event = make_event(cast.club, season=cast.season, name="New", played=played, groups=[players], actor=cast.dag)
    group = event.groups.get()
    publish_schedule(group, seen_number=1, actor=cast.dag)
    Game.objects.filter(round__tournament=group, round__number=1).update(result=Result.DRAW)
    assert "of New A is not finished" in text(dag.get(address(event, "next")))
    assert dag.post(address(event, "next"), {"confirm": "1"}).status_code == 409


def test_directors_of_a_group_direct_its_successor(cast: Cast, event: Event, later: Season, dag: Client) -> None:
    ola = cast.waiting("ola")
    Directorship.objects.create(tournament=event.groups.get(group=2), user=ola)
    path = address(event, "next")
    dag.post(path, form_for(path, dag.get(path).content.decode(), path, press="confirm"))
    named = Tournament.objects.filter(event__earlier=event, directorships__user=ola)
    assert [each.group for each in named] == [2]


def test_the_next_seasons_page_leads_there(event: Event, cast: Cast, as_user: Callable[[User], Client]) -> None:
    """A group does not go on with the same people, unless somebody wants it."""
    html = as_user(cast.kari).get(f"/en/sk-rockaden/staff/seasons/{cast.season.pk}/next/").content.decode()
    assert f'href="{address(event, "next")}"' in html
    assert 'name="goes_on_' in html
    assert " checked" not in html


# Finals


def test_finals_are_made_in_the_same_season(event: Event, dag: Client, client: Client) -> None:
    path = address(event, "finals")
    html = dag.get(path).content.decode()
    assert "Eva : 1st of B." in text(dag.get(path))
    dag.post(path, form_for(path, html, path, press="confirm"))

    made = Event.objects.get(earlier=event)
    assert (made.name, made.season) == ("Cup 2026, finals", event.season)
    assert groups(made) == [["Anna", "Eva", "Bo", "Finn"], ["Cato", "Geir", "Dag", "Hanne"]]
    assert "Finals: Cup 2026, finals" in text(client.get(f"/en/sk-rockaden/events/{event.pk}/"))
    assert "Finals of Cup 2026" in text(client.get(f"/en/sk-rockaden/events/{made.pk}/"))


def test_finals_may_be_cups_in_which_winners_meet_seconds_of_other_groups(
    cast: Cast, event: Event, dag: Client, client: Client
) -> None:
    path = address(event, "finals")
    _page, body = looked_at(dag, path, cup="on")
    assert dag.post(path, body).status_code == 302

    made = Event.objects.get(earlier=event)
    first = made.groups.get(group=1)
    assert [group.system for group in made.groups.order_by("group")] == ["cup", "cup"]
    numbers = first.entries.order_by("number").values_list("number", "player__given_name")
    assert [*numbers] == [(1, "Anna"), (2, "Eva"), (3, "Bo"), (4, "Finn")]
    evening = Evening(tournament=first, director=cast.dag)
    evening.draft()
    evening.publish()
    names = dict(numbers)
    assert [{names[white], names[black]} for white, black in evening.boards()] == [{"Anna", "Finn"}, {"Eva", "Bo"}]
    assert "Tree" in text(client.get(f"/en/sk-rockaden/{first.slug}/tree/"))


def test_in_a_cup_no_game_counts_again(event: Event, dag: Client) -> None:
    path = address(event, "finals")
    body = form_for(path, dag.get(path).content.decode(), path, press="confirm")
    answer = dag.post(path, body | {"cup": ["on"], "carry": ["on"]})
    assert answer.status_code == 422
    assert "In a cup no game counts again" in text(answer)
    assert not Event.objects.filter(earlier=event).exists()


def test_how_many_advance_is_chosen(event: Event, dag: Client) -> None:
    page, _body = looked_at(dag, address(event, "finals"), advance="1", count="2")
    assert "Group A 2 players Anna" in page
    assert "Group B 6 players" in page


@pytest.mark.parametrize("typed", [{"advance": "0"}, {"advance": ""}, {"players": []}, {"players": ["999999"]}])
def test_what_cannot_be_is_said(event: Event, dag: Client, typed: dict[str, Any]) -> None:
    path = address(event, "finals")
    body = form_for(path, dag.get(path).content.decode(), path, press="confirm")
    answer = dag.post(path, body | {k: v if isinstance(v, list) else [v] for k, v in typed.items()})
    assert answer.status_code == 422
    assert not Event.objects.filter(earlier=event).exists()


def test_players_of_other_clubs_are_never_taken(cast: Cast, event: Event, later: Season, dag: Client) -> None:
    stine = Player.objects.create(club=cast.other_club, given_name="Stine", folded_name="stine")
    path = address(event, "next")
    body = form_for(path, dag.get(path).content.decode(), path, press="confirm")
    answer = dag.post(path, body | {"players": [*body["players"], str(stine.pk)], f"in_{stine.pk}": ["1"]})
    assert answer.status_code == 422
    assert dag.get(f"/en/bergens/staff/events/{event.pk}/next/").status_code == 404


def test_a_key_as_long_as_a_book_ticks_nobody(event: Event, later: Season, dag: Client) -> None:
    path = address(event, "next")
    body = form_for(path, dag.get(path).content.decode(), path, press="propose")
    answer = dag.post(path, body | {"players": [*body["players"], "9" * 5_000]})
    assert answer.status_code == 422
    assert "goes up" not in text(answer)


def level(event: Event, one: str, other: str) -> None:
    """Their game drawn, and no tie-breaks."""
    first = event.groups.get(group=1)
    Tournament.objects.filter(pk=first.pk).update(tie_breaks=[])
    games = Game.objects.filter(round__tournament=first, sides__entry__player__given_name=one)
    games.filter(sides__entry__player__given_name=other).update(result=Result.DRAW)
