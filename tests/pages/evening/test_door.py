"""The door as a value: each person once, groups with their counts, what was done last in any of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools.casts.factories import Evening, PlayerFactory, TournamentFactory, UserFactory
from tournaments.models import Club, Entry, Player, Presence
from tournaments.pages.evening.door import DoorPage, door_page, rounds_checking_in
from tournaments.pages.evening.guests import known_players

pytestmark = pytest.mark.django_db


def group(club: Club, name: str, *players: Player) -> Evening:
    """A tournament of the club whose first round is open, its players numbered in this order."""
    tournament = TournamentFactory(club=club, name=name, slug=name.lower())
    for number, player in enumerate(players, 1):
        Entry.objects.create(tournament=tournament, player=player, number=number, rating=player.rating)
    evening = Evening(tournament=tournament)
    evening.open()
    return evening


@pytest.fixture
def people() -> list[Player]:
    club = PlayerFactory(given_name="Anna").club
    others = [PlayerFactory(club=club, given_name=name) for name in ("Bo", "Cid", "Dag")]
    return [Player.objects.get(given_name="Anna"), *others]


def shown(club: Club, *, only: str = "") -> DoorPage:
    """As a director of all groups sees it."""
    rounds = rounds_checking_in(club)
    directed = {each.tournament.slug for each in rounds}
    return door_page(club, rounds, only=only, directed=directed, user=UserFactory())


def test_each_person_stands_there_once_with_all_their_groups(people: list[Player]) -> None:
    anna, bo, cid, dag = people
    group(anna.club, "A", bo, anna, cid)
    group(anna.club, "B", dag, anna)

    rows = shown(anna.club).rows

    assert [(row.name, [place.tournament for place in row.places]) for row in rows] == [
        ("Anna", ["A", "B"]),
        ("Bo", ["A"]),
        ("Cid", ["A"]),
        ("Dag", ["B"]),
    ]


def test_it_counts_each_group_and_says_whether_it_is_odd(people: list[Player]) -> None:
    anna, bo, cid, dag = people
    one = group(anna.club, "A", anna, bo, cid)
    other = group(anna.club, "B", dag, anna)
    one.check_in(1, 2)
    other.mark(1, Presence.PRESENT)
    other.mark(2, Presence.EXCUSED)

    page = shown(anna.club)

    assert [(each.name, each.count) for each in page.groups] == [("A", "2 of 3 here, even"), ("B", "1 of 2 here, odd")]
    assert [row.state for row in page.rows] == ["present", "present", "unmarked", "present"]


def test_one_group_can_be_shown_alone_and_the_others_are_counted_still(people: list[Player]) -> None:
    anna, bo, _cid, dag = people
    group(anna.club, "A", anna, bo)
    group(anna.club, "B", dag, anna).check_in(1)

    page = shown(anna.club, only="b")

    assert [row.name for row in page.rows] == ["Anna", "Dag"]
    assert [len(row.places) for row in page.rows] == [1, 1]
    assert (page.only, [each.here for each in page.groups]) == ("b", [0, 1])
    assert page.undo_bar is not None
    assert page.undo_bar.group == "B"
    assert shown(anna.club, only="no such group").only == ""


def test_only_rounds_that_people_come_to_are_on_the_list(people: list[Player]) -> None:
    anna, bo, cid, dag = people
    published = group(anna.club, "A", anna, bo)
    published.check_in()
    published.pair()
    drafted = group(anna.club, "B", cid, dag)
    drafted.check_in()
    drafted.pair()
    published.publish()
    trashed = group(anna.club, "C", anna)
    trashed.tournament.trashed_at = "2026-01-01T00:00Z"
    trashed.tournament.save()
    closed = group(anna.club, "D", anna)
    closed.tournament.season.is_open = False
    closed.tournament.season.save()

    page = shown(anna.club)

    assert [(each.name, each.is_drafted) for each in page.groups] == [("B", True)]


def test_who_has_withdrawn_or_joins_later_is_not_asked_for(people: list[Player]) -> None:
    anna, bo, cid, _dag = people
    evening = group(anna.club, "A", anna, bo, cid)
    evening.withdraw(1)
    Entry.objects.filter(player=cid).update(joined_round=2)

    assert [row.name for row in shown(anna.club).rows] == ["Bo"]

    evening.bring_back(1)
    assert [row.name for row in shown(anna.club).rows] == ["Anna", "Bo"]


def test_what_was_done_last_comes_from_any_of_the_groups(people: list[Player]) -> None:
    anna, bo, _cid, _dag = people
    one, other = group(anna.club, "A", anna), group(anna.club, "B", bo)
    said = []
    for each in (one, other):
        each.check_in()
        done = shown(anna.club).undo_bar
        assert done is not None
        assert done.bar.done is not None
        said.append((done.group, done.slug, done.bar.done.sentence))

    assert said == [("A", "a", "Anna is here"), ("B", "b", "Bo is here")]


def test_its_revision_never_falls_when_a_group_leaves_the_list(people: list[Player]) -> None:
    anna, bo, cid, dag = people
    one = group(anna.club, "A", anna, bo)
    group(anna.club, "B", cid, dag)
    one.check_in()
    one.pair()
    before = shown(anna.club).newest_action

    one.publish()

    assert shown(anna.club).newest_action > before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("players", [4, 60])
def test_the_queries_do_not_depend_on_the_players(players: int, django_assert_max_num_queries: Any) -> None:
    """The first look reads what each group's round is played on; what a tap shows does not read it again."""
    club = PlayerFactory().club
    for name in "AB":
        group(club, name, *(PlayerFactory(club=club) for _ in range(players))).check_in(1, 2)

    with django_assert_max_num_queries(11 + 2 * 6):
        shown(club)
    with django_assert_max_num_queries(11):
        page = shown(club)

    assert len(page.rows) == 2 * players


def test_a_known_name_tells_who_it_is(people: list[Player]) -> None:
    anna, bo, _cid, _dag = people
    evening = group(anna.club, "A", anna)
    evening.check_in()

    (found,) = known_players(evening.tournament, " ANNA", "")
    assert (found.player, found.can_come_in, found.standing) == (anna.pk, False, "on the list: here")
    (found,) = known_players(evening.tournament, "bo", "")
    assert (found.player, found.can_come_in, found.standing) == (bo.pk, True, "member of the club")
    assert known_players(evening.tournament, "", "") == ()
