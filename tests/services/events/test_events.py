"""Events: a tournament for each group, one action, one undo; nobody plays in two of them."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from tests.tools.casts.club_cast import Cast
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Directorship, Entry, Event, Player, Season, Tournament
from tournaments.permissions import may_undo_in_club
from tournaments.recording import AlreadyDone, Stale
from tournaments.services import rounds
from tournaments.services.activity.undo import undo_action
from tournaments.services.clubs import trash
from tournaments.services.clubs.clubs import undo_in_club
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import guests
from tournaments.services.events import events
from tournaments.services.events.events import GroupSettings, make_event
from tournaments.services.players.players import PlayerDetails
from tournaments.services.setup import entries
from tournaments.services.setup.settings import edit_tournament, version_of

pytestmark = pytest.mark.django_db

EVA = PlayerDetails(given_name="Eva", family_name="Berg", rating=1500)


@pytest.fixture
def players(cast: Cast) -> list[Player]:
    return [cast.add_player(f"No{number}", rating=2000 - number) for number in range(1, 8)]


def made(cast: Cast, groups: list[Any], **values: Any) -> Event:
    given = {"season": cast.season, "name": "Championship", "actor": cast.dag, **values}
    return make_event(
        cast.club, played=given.pop("played", GroupSettings(system="all_play_all")), groups=groups, **given
    )


def members(event: Event) -> list[list[str]]:
    return [
        [entry.player.given_name for entry in group.entries.order_by("pk")] for group in event.groups.order_by("group")
    ]


def test_each_group_is_a_tournament(cast: Cast, players: list[Player]) -> None:
    event = made(cast, [players[:3], players[3:]])

    assert members(event) == [["No1", "No2", "No3"], ["No4", "No5", "No6", "No7"]]
    groups = list(event.groups.order_by("group"))
    assert [(each.name, each.slug, each.group) for each in groups] == [
        ("Championship A", "championship-a", 1),
        ("Championship B", "championship-b", 2),
    ]
    assert {each.system for each in groups} == {"all_play_all"}
    assert groups[0].seed != groups[1].seed != event.seed
    assert sorted(entry.number or 0 for entry in groups[1].entries.all()) == [1, 2, 3, 4]
    assert Directorship.objects.filter(user=cast.dag, tournament__in=groups).count() == 2


def test_it_is_one_action_that_undo_takes_back(cast: Cast, players: list[Player]) -> None:
    made(cast, [players[:3], [*players[3:], EVA]])
    action = Action.objects.get()
    assert (action.verb, action.facts["groups"], action.facts["count"]) == ("event.make", 2, 8)

    undo_in_club(action, actor=cast.dag)

    assert not Event.objects.exists()
    assert not Tournament.objects.exists()
    assert not Player.objects.filter(given_name="Eva").exists()


def test_undo_is_refused_once_a_group_is_played(cast: Cast, players: list[Player]) -> None:
    event = made(cast, [players[:3], players[3:]], played=GroupSettings(system="attendance_monrad"))
    rounds.open_next_round(event.groups.get(group=2), seen_number=1, actor=cast.dag)

    with nothing_changes(Refused):
        undo_in_club(Action.objects.get(verb="event.make"), actor=cast.dag)


def test_a_form_sent_twice_makes_one_event(cast: Cast, players: list[Player]) -> None:
    receipt = uuid.uuid4()
    made(cast, [players], receipt=receipt)
    with nothing_changes(AlreadyDone):
        made(cast, [players], receipt=receipt)


@pytest.mark.parametrize(
    ("groups", "why"),
    [
        ([], "Choose the players first"),
        ([[0, 1], [2]], "Group B has nobody to play against"),
        ([[0, 1], [2, 0]], "No1 is in A and in B: nobody plays in two groups of one event"),
        ([[0, 1]] * 41, "at most 40 groups"),
    ],
)
def test_groups_that_cannot_be(cast: Cast, players: list[Player], groups: list[list[int]], why: str) -> None:
    with nothing_changes(Refused, why):
        made(cast, [[players[index] for index in group] for group in groups])


def test_what_else_is_refused(cast: Cast, players: list[Player]) -> None:
    stranger = Player.objects.create(club=cast.other_club, given_name="Stine", folded_name="stine")
    closed = cast.add_season("2020", is_open=False)
    elsewhere = Season.objects.create(
        club=cast.other_club, name="2030", starts_on=closed.starts_on, ends_on=closed.ends_on
    )
    theirs = Event.objects.create(club=cast.other_club, season=elsewhere, name="Theirs", seed="ab" * 32)
    refusals: list[tuple[dict[str, Any], list[Any], str]] = [
        ({"name": "\u200b "}, players, "An event needs a name."),
        ({"name": "x" * 197}, players, "This name is too long: each group adds its letter to it."),
        ({"season": closed}, players, "closed"),
        ({"season": elsewhere}, players, "season"),
        ({"earlier": theirs}, players, "That event is not of this club."),
        ({"played": GroupSettings(system="chess")}, players, "no such pairing system"),
        ({}, [*players, stranger], "Only the club's own players"),
        ({}, [*players, PlayerDetails(given_name="NO1")], "The club has a player No1"),
        ({}, [*players, PlayerDetails(given_name=" ")], "A player needs a given name"),
        ({}, [*players, EVA, EVA], "The club has a player Eva Berg"),
    ]
    for values, group, why in refusals:
        with nothing_changes(Refused, why):
            made(cast, [group], **values)


def test_a_name_is_taken_while_one_of_its_groups_is_there(cast: Cast, players: list[Player]) -> None:
    event = made(cast, [players[:3], players[3:]])
    with nothing_changes(Refused, "The season 2026–27 has an event “championship” already."):
        made(cast, [players], name="championship")
    for group in event.groups.all():
        trash.trash_tournament(group, actor=cast.kari)

    assert members(made(cast, [players], name="championship")) == [[each.given_name for each in players]]


def test_a_tournament_of_that_name_is_in_the_way(cast: Cast, players: list[Player]) -> None:
    Tournament.objects.create(
        club=cast.club, season=cast.season, name="Championship b", slug="b", short_code="b", system="keizer", seed=""
    )
    with nothing_changes(Refused, "The season 2026–27 has a tournament “Championship B” already."):
        made(cast, [players[:3], players[3:]])


# Nobody in two groups


@pytest.fixture
def event(cast: Cast, players: list[Player]) -> Event:
    return made(cast, [players[:3], players[3:6]], played=GroupSettings(system="attendance_monrad"))


TWO = "No1 plays in Championship A already: nobody plays in two groups of one event"


def test_nobody_is_entered_into_a_second_group(cast: Cast, players: list[Player], event: Event) -> None:
    second = event.groups.get(group=2)
    entries.enter_players(second, [players[6]], actor=cast.dag)
    with nothing_changes(Refused, TWO):
        entries.enter_players(second, [players[0]], actor=cast.dag)


def test_nor_at_the_door(cast: Cast, players: list[Player], event: Event) -> None:
    second = event.groups.get(group=2)
    rounds.open_next_round(second, seen_number=1, actor=cast.dag)
    with nothing_changes(Refused, TWO):
        guests.enter_known_player(second, players[0], actor=cast.dag)


def test_nor_by_undoing(cast: Cast, players: list[Player], event: Event) -> None:
    first, second = event.groups.order_by("group")
    entries.remove_entry(Entry.objects.get(tournament=first, player=players[0]), actor=cast.dag)
    entries.enter_players(second, [players[0]], actor=cast.dag)
    with nothing_changes(Refused, "No1 plays in Championship B already"):
        undo_action(Action.objects.get(verb="entry.remove"), actor=cast.dag)


def test_nor_out_of_the_trash(cast: Cast, players: list[Player], event: Event) -> None:
    first, second = event.groups.order_by("group")
    trash.trash_tournament(first, actor=cast.kari)
    trashing = Action.objects.latest("pk")
    entries.enter_players(second, [players[0]], actor=cast.dag)
    first.refresh_from_db()
    with nothing_changes(Refused, "No1 plays in Championship B already"):
        trash.put_back_tournament(first, actor=cast.kari)
    with nothing_changes(Refused, "No1 plays in Championship B already"):
        undo_in_club(trashing, actor=cast.kari)


def test_a_group_stays_in_the_season_of_its_event(cast: Cast, event: Event) -> None:
    group, later = event.groups.get(group=1), cast.add_season("2030")
    with nothing_changes(
        Refused, "This is a group of Championship, and all groups of an event stay in the same season"
    ):
        edit_tournament(
            group,
            name=group.name,
            season=later,
            planned_rounds=None,
            seen=version_of(group),
            actor=cast.dag,
        )


def test_whoever_made_it_takes_it_back(cast: Cast, players: list[Player]) -> None:
    made(cast, [players])
    action = Action.objects.get()
    other = cast.waiting("ola")

    assert events.name_of_group("Cup", 28) == "Cup AB"
    assert may_undo_in_club(cast.dag, cast.club, action)
    assert may_undo_in_club(cast.kari, cast.club, action)
    assert not may_undo_in_club(other, cast.club, action)


# Another name


def test_groups_called_after_it_go_along(cast: Cast, event: Event) -> None:
    first = event.groups.get(group=1)
    Tournament.objects.filter(pk=first.pk).update(name="The elite")

    events.rename_event(event, " Cup ", seen="Championship", actor=cast.dag)

    assert list(event.groups.order_by("group").values_list("name", "slug")) == [
        ("The elite", "championship-a"),
        ("Cup B", "championship-b"),
    ]


def test_what_name_is_refused(cast: Cast, players: list[Player], event: Event) -> None:
    made(cast, [players], name="Blitz")
    for name, why in (("\u200b", "An event needs a name"), ("blitz", "has an event “blitz” already")):
        with nothing_changes(Refused, why):
            events.rename_event(event, name, seen="Championship", actor=cast.dag)
    with nothing_changes(Stale):
        events.rename_event(event, "Cup", seen="Something else", actor=cast.dag)
    Season.objects.update(is_open=False)
    event.refresh_from_db()
    with nothing_changes(Refused, "closed"):
        events.rename_event(event, "Cup", seen="Championship", actor=cast.dag)
