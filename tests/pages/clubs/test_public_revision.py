"""Whatever changes what is kept for public pages raises the revision it is kept by (each verb: tests/walks)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from tests.tools.casts.contacts import made_up_contact
from tests.tools.casts.factories import Evening, PlayerFactory, UserFactory
from tests.tools.casts.standing import Standing, read_anew
from tests.tools.pages.public_pages import addresses_of, first_and_last, public_routes
from tests.tools.played.kept import as_outside_a_transaction
from tests.walks.public_pages import Visitor, changes_what_is_kept, outdated_by
from tests.walks.verbs import Verb, all_played
from tests.walks.verbs_of_the_club import edit, import_list, known_to_fide, rename
from tournaments.models import (
    Action,
    Club,
    KeyMap,
    Membership,
    Role,
    Tournament,
)
from tournaments.pairing.types.snapshot import Result
from tournaments.services.accounts import accounts, invitations, own_account
from tournaments.services.activity.undo import undo_action
from tournaments.services.players import players
from tournaments.services.setup import seasons

pytestmark = pytest.mark.django_db


@pytest.fixture
def _tables_are_kept() -> Iterator[None]:
    with as_outside_a_transaction():
        yield


def named(evening: Evening) -> Membership:
    return Membership.objects.get(user=evening.director)


NOT_PUBLIC: list[tuple[str, Verb, Verb]] = [
    ("players.rate", all_played, lambda e: rename(e, rating=2100)),
    (
        "players.add",
        all_played,
        lambda e: players.add_player(e.tournament.club, players.PlayerDetails(given_name="Eva"), actor=None),
    ),
    (
        "players.edit_somebody_who_plays_nowhere",
        all_played,
        lambda e: edit(PlayerFactory(club=e.tournament.club), rating=1),
    ),
    (
        "players.edit_contact",
        all_played,
        lambda e: players.edit_contact(
            e.entry(1).player,
            **made_up_contact(1),
            actor=None,
        ),
    ),
    ("player_import.rate", known_to_fide, lambda e: import_list(e, rating=2100)),
    (
        "own_account.choose_key_map",
        all_played,
        lambda e: own_account.choose_key_map(e.director, KeyMap.ONE_TWO_THREE, actor=None),
    ),
    (
        "invitations.invite",
        all_played,
        lambda e: invitations.invite(e.tournament.club, name="Eva", actor=None),
    ),
    (
        "invitations.accept",
        all_played,
        lambda e: invitations.accept_invitation(
            invitations.invite(e.tournament.club, name="Eva", actor=None)[1], UserFactory()
        ),
    ),
    (
        "accounts.change_role",
        all_played,
        lambda e: accounts.change_role(named(e), Role.HELPER, seen=Role.DIRECTOR, actor=None),
    ),
    (
        "accounts.assign",
        all_played,
        lambda e: accounts.assign_tournaments(named(e), [], among=[e.tournament], everywhere=False, actor=None),
    ),
    ("accounts.take_away", all_played, lambda e: accounts.take_away_membership(named(e), actor=None)),
]


IN_ONE_PLACE = sorted(NOT_PUBLIC, key=lambda case: case[1].__name__)


@pytest.fixture(scope="class")
def visited(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any
) -> Iterator[tuple[Evening, Visitor]]:
    with request.param.brought_about(django_db_blocker) as evening:
        with as_outside_a_transaction():
            visitor = Visitor(club=evening.tournament.club)
        yield evening, visitor


@pytest.mark.slow
@pytest.mark.usefixtures("_tables_are_kept")
class TestNotPublic:
    """Those that begin at the same place have the same visitor, who has opened the pages there once."""

    @pytest.mark.parametrize(
        ("name", "visited", "verb"),
        [(name, Standing(before=before, system="keizer"), verb) for name, before, verb in IN_ONE_PLACE],
        ids=[name for name, _, _ in IN_ONE_PLACE],
        indirect=["visited"],
    )
    def test_what_nobody_sees_makes_no_phone_ask_again(
        self, name: str, visited: tuple[Evening, Visitor], verb: Verb
    ) -> None:
        evening, visitor = read_anew(visited[0]), visited[1]
        versions = visitor.versions()
        newest = Action.objects.latest("pk").pk

        verb(evening)

        assert Action.objects.filter(pk__gt=newest).exists(), name
        assert visitor.versions() == versions

    @pytest.mark.parametrize("visited", [Standing(before=known_to_fide, system="keizer")], indirect=True)
    def test_what_nobody_sees_is_on_no_page(self, visited: tuple[Evening, Visitor]) -> None:
        """All of it one after the other, and looked at once; one by one where something shows."""
        evening, visitor = read_anew(visited[0]), visited[1]

        def all_of_them() -> None:
            for _name, _before, verb in NOT_PUBLIC:
                verb(read_anew(evening))

        if outdated_by(visitor, all_of_them):
            alone = {n: outdated_by(visitor, partial(verb, read_anew(evening))) for n, _before, verb in NOT_PUBLIC}
            assert {name: pages for name, pages in alone.items() if pages} == {}
            pytest.fail("pages show what all of it together has done")


@pytest.mark.slow
def test_every_live_fragment_is_a_part_of_its_page() -> None:
    """So that what is looked at above holds for them too."""
    evening = Evening.of(4, system="keizer")
    all_played(evening)
    evening.finish()
    addresses = addresses_of(evening.tournament.club, choose=first_and_last)
    fragments = [address for address in addresses if address.endswith("/live/")]
    kinds = ("event", "series", "series_person", "draw", "grid", "plan", "tree", "prizes", "team")
    ratings = ("ratings", "ratings_of_pace", "rating_list", "rating")
    elsewhere = {f"public_{what}_live" for what in (*kinds, *ratings)}
    live = {name for name in public_routes() if name.endswith("_live")}
    assert {resolve(address).url_name for address in fragments} == live - elsewhere - {"home_live"}

    for address in fragments:
        fragment, page = (Client().get(each).content.decode() for each in (address, address.removesuffix("live/")))
        lines = {line.strip() for line in page.splitlines()}
        missing = [line for line in fragment.splitlines()[1:-1] if line.strip() not in lines]
        assert missing == [], address


@pytest.mark.slow
def test_a_change_past_the_revision_would_be_found() -> None:
    """Or the tests above would prove nothing."""
    evening = Evening.of(4, system="keizer")
    all_played(evening)
    visitor = Visitor(club=evening.tournament.club)
    assert outdated_by(visitor, lambda: None) == []

    def rename_past_the_revision() -> None:
        Tournament.objects.update(name="Renamed")
        Club.objects.update(name="Renamed", accent="berry")

    # The race, a part of the standings, names neither, nor does what is only data.
    names_neither = re.compile(r"/race/|^/api/.*/(rounds|standings|crosstable|teams)/|/standings\.csv$")
    kept = {address for address, source in visitor.sources.items() if source is not None}
    outdated = outdated_by(visitor, rename_past_the_revision)
    assert set(outdated) == {address for address in kept if not names_neither.search(address)}


def test_closing_a_season_that_publishes_tables_raises_it_too() -> None:
    evening = Evening.of(4)
    evening.play()

    assert changes_what_is_kept(evening, lambda: seasons.close_season(evening.tournament.season, actor=None))
    assert changes_what_is_kept(evening, lambda: undo_action(Action.objects.latest("pk"), actor=None))


def test_the_verbs_of_the_evening_do_change_it() -> None:
    """Or the test above would prove nothing."""
    evening = Evening.of(4, system="keizer")
    evening.draft()
    steps: list[Callable[[], object]] = [evening.publish, lambda: evening.enter(1, Result.DRAW), evening.start]

    assert all(changes_what_is_kept(evening, step) for step in steps)
