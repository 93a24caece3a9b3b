"""Whatever changes what is kept for public pages raises the revision it is kept by: every verb, done and undone."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from tests.services.test_undoing import CASES, Verb, all_played, nothing
from tests.tools.contacts import made_up_contact
from tests.tools.factories import Evening, PlayerFactory, UserFactory
from tests.tools.kept import as_outside_a_transaction, forget_all
from tests.tools.layers import first_fast
from tests.tools.pictures import picture
from tests.tools.public_pages import addresses_of, first_and_last, public_routes
from tests.tools.standing import Standing, read_anew, side_by_side
from tournaments.exchange.logo import normalised
from tournaments.exchange.player_list import ListedPlayer
from tournaments.models import (
    Action,
    Attendance,
    Club,
    Game,
    KeyMap,
    Membership,
    Player,
    PublishedTable,
    Role,
    Round,
    ShownAs,
    Tournament,
)
from tournaments.pages.tables import state_of
from tournaments.pairing.model.snapshot import Result
from tournaments.recording import digest_of
from tournaments.services import accounts, clubs, invitations, key_map, player_import, players, seasons
from tournaments.services.undoing import undo_action
from tournaments.views import page_cache

pytestmark = [pytest.mark.django_db, pytest.mark.same_on_both]
SYSTEM = {"tournaments.change_options": "attendance_monrad"}
"""Whose options a case sets; in the tables of the others everybody counts for everybody."""


def kept(tournament: Tournament) -> list[object]:
    """All that the pages of a tournament keep; names and entries are read anew by each."""
    state = state_of(tournament)
    rounds = [each.pk for each in state.rounds]
    published = PublishedTable.objects.filter(round__in=rounds)
    return [
        (state.current.system, state.current.tie_breaks, state.current.snapshot, state.finished),
        list(
            Round.objects.filter(pk__in=rounds).order_by("pk").values("number", "state", "date", "notes", "started_at")
        ),
        [(each.round_id, bytes(each.table), bytes(each.tournament_file)) for each in published.order_by("pk")],
        list(Attendance.objects.filter(round__in=rounds).order_by("pk").values()),
        list(Game.objects.filter(round__in=rounds).order_by("pk").values()),
    ]


def changes_what_is_kept(evening: Evening, verb: Callable[[], object]) -> bool:
    """Then the revision must have risen."""

    def look() -> tuple[int, list[object]]:
        found = Tournament.objects.get(pk=evening.tournament.pk)
        forget_all()
        return found.public_revision, kept(found)

    revision, before = look()
    verb()
    raised, after = look()
    assert raised > revision or after == before
    return after != before


@dataclass(kw_only=True)
class Visitor:
    """Has opened every public page of a club, and looks whether those that are kept may still be given out."""

    club: Club
    client: Client = field(default_factory=Client)
    pages: dict[str, tuple[page_cache.Source, str | None, bytes]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Fragments are the pages without their shell; what is corrected stands on the newest ones too."""
        addresses = addresses_of(self.club, choose=lambda all_there_are: all_there_are[-1:])
        for address in addresses:
            if not address.endswith(("/live/", "/corrected/")) and (kept := self.opened(address)) is not None:
                self.pages[address] = (kept.source, kept.source.version(), kept.body)
        assert self.pages

    def opened(self, address: str) -> page_cache.CachedPage | None:
        """Rendered anew; None for what is not kept."""
        page_cache.forget_all()
        self.client.get(address)
        found = page_cache._pages.peek(address)
        return found[1] if found is not None else None

    def versions(self) -> dict[page_cache.Source, str | None]:
        return {source: source.version() for source in {source for source, _version, _body in self.pages.values()}}

    def outdated(self) -> list[str]:
        """Pages that would still be given out though they say something else by now."""
        forget_all()
        versions = self.versions()
        return [
            address
            for address, (source, version, body) in self.pages.items()
            if versions[source] == version and ((kept := self.opened(address)) is None or kept.body != body)
        ]


@pytest.fixture
def _tables_are_kept() -> Iterator[None]:
    with as_outside_a_transaction():
        yield


def newest_action() -> int:
    return Action.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def rename(evening: Evening, **details: Any) -> None:
    edit(evening.entry(1).player, **details)


def edit(player: Player, **details: Any) -> None:
    wanted = replace(players.details_of(player), **details)
    players.edit_player(player, wanted, seen=players.state_of(player), actor=None)


def import_list(evening: Evening, **details: Any) -> None:
    player = evening.entry(1).player
    Player.objects.filter(pk=player.pk).update(fide_id=17)
    listed = [ListedPlayer(row=1, fide_id=17, **{"given_name": player.given_name, "family_name": "", **details})]
    plan = player_import.plan_import(evening.tournament.club, listed, update=True)
    player_import.import_players(
        evening.tournament.club, listed, update=True, seen=plan.fingerprint, actor=evening.director
    )


def rename_club(evening: Evening) -> None:
    club = evening.tournament.club
    wanted = replace(clubs.details_of(club), name="Another name", weekday=3, time_zone="Pacific/Auckland")
    clubs.edit_club(club, wanted, seen=clubs.state_of(club), actor=None)


def rename_season(evening: Evening) -> None:
    season = evening.tournament.season
    seasons.edit_season(
        season,
        name="Another name",
        starts_on=season.starts_on,
        ends_on=season.ends_on,
        seen=seasons.state_of(season),
        actor=None,
    )


def open_another_season(evening: Evening) -> None:
    first, last = datetime.date(2027, 8, 1), datetime.date(2028, 6, 1)
    seasons.open_season(evening.tournament.club, name="Next", starts_on=first, ends_on=last, actor=None)


def close_season(evening: Evening) -> None:
    seasons.close_season(evening.tournament.season, actor=None)


def closed(evening: Evening) -> None:
    all_played(evening)
    close_season(evening)


def named(evening: Evening) -> Membership:
    return Membership.objects.get(user=evening.director)


def another_logo(evening: Evening) -> None:
    club, png = evening.tournament.club, normalised(picture())
    wanted = replace(clubs.details_of(club), logo=digest_of(png))
    clubs.edit_club(club, wanted, picture=png, seen=clubs.state_of(club), actor=None)


def another_accent(evening: Evening) -> None:
    club = evening.tournament.club
    wanted = replace(clubs.details_of(club), accent="berry")
    clubs.edit_club(club, wanted, seen=clubs.state_of(club), actor=None)


OF_THE_CLUB: list[tuple[str, Verb, Verb]] = [
    ("players.rename", all_played, lambda e: rename(e, given_name="Kari")),
    ("players.shown_by_initial", all_played, lambda e: rename(e, shown_as=ShownAs.INITIAL, family_name="Moe")),
    ("players.shown_by_number", all_played, lambda e: rename(e, shown_as=ShownAs.NUMBER)),
    ("players.rename_before_the_first_round", nothing, lambda e: rename(e, given_name="Kari")),
    ("player_import.rename", all_played, lambda e: import_list(e, given_name="Kari")),
    ("clubs.edit_club", all_played, rename_club),
    ("clubs.edit_club", nothing, rename_club),
    ("clubs.edit_club:logo", all_played, another_logo),
    ("clubs.edit_club:accent", nothing, another_accent),
    ("seasons.open_season", all_played, open_another_season),
    ("seasons.edit_season", all_played, rename_season),
    ("seasons.edit_season", nothing, rename_season),
    ("seasons.close_season", all_played, close_season),
    ("seasons.reopen_season", closed, lambda e: seasons.reopen_season(e.tournament.season, actor=None)),
]

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
    ("player_import.rate", all_played, lambda e: import_list(e, rating=2100)),
    (
        "key_map.choose_key_map",
        all_played,
        lambda e: key_map.choose_key_map(e.director, KeyMap.ONE_TWO_THREE, actor=None),
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


def begun(cases: list[tuple[str, Verb, Verb]]) -> list[tuple[str, Standing, Verb]]:
    return [(n, Standing(before=before, system=SYSTEM.get(n, "keizer")), verb) for n, before, verb in cases]


def named_by(cases: list[tuple[str, Verb, Verb]]) -> list[str]:
    return [f"{name}-{before.__name__}" for name, before, _verb in cases]


DONE_AND_UNDONE = side_by_side(CASES + OF_THE_CLUB, but=2)


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
class TestVerbs:
    """Those that begin at the same place have the same visitor, who has opened the pages there once."""

    @pytest.mark.parametrize(
        ("name", "visited", "verb"),
        first_fast(2, begun(DONE_AND_UNDONE)),
        ids=named_by(DONE_AND_UNDONE),
        indirect=["visited"],
    )
    def test_a_verb_that_changes_what_is_kept_raises_the_revision(
        self, name: str, visited: tuple[Evening, Visitor], verb: Verb
    ) -> None:
        evening, visitor = read_anew(visited[0]), visited[1]
        newest = newest_action()
        seen = [visitor.versions()]
        assert seen[0] == {source: version for source, version, _body in visitor.pages.values()}

        changes = changes_what_is_kept(evening, lambda: verb(evening))

        assert visitor.outdated() == []
        seen.append(visitor.versions())
        raised = {source for source, version in seen[0].items() if version != seen[1][source]}
        (action,) = Action.objects.filter(pk__gt=newest)
        for _undone_and_redone in range(2):
            assert changes_what_is_kept(evening, lambda: undo_action(action, actor=None)) is changes  # noqa: B023
            action = Action.objects.latest("pk")
            now = visitor.versions()
            for source in raised:  # its pages say something else each time, and no version comes twice
                assert now[source] is None or all(now[source] != earlier[source] for earlier in seen)
            seen.append(now)

    @pytest.mark.parametrize(
        ("name", "visited", "verb"),
        first_fast(1, begun(NOT_PUBLIC)),
        ids=[name for name, _, _ in NOT_PUBLIC],
        indirect=["visited"],
    )
    def test_what_nobody_sees_makes_no_phone_ask_again(
        self, name: str, visited: tuple[Evening, Visitor], verb: Verb
    ) -> None:
        evening, visitor = read_anew(visited[0]), visited[1]
        versions = visitor.versions()
        newest = newest_action()

        verb(evening)

        assert Action.objects.filter(pk__gt=newest).exists(), name
        assert visitor.versions() == versions
        assert visitor.outdated() == []


@pytest.mark.slow
def test_every_live_fragment_is_a_part_of_its_page() -> None:
    """So that what is looked at above holds for them too."""
    evening = Evening.of(4, system="keizer")
    all_played(evening)
    evening.finish()
    addresses = addresses_of(evening.tournament.club, choose=first_and_last)
    fragments = [address for address in addresses if address.endswith("/live/")]
    kinds = ("event", "series", "series_person", "draw", "grid", "plan", "tree", "prizes")
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
    assert visitor.outdated() == []

    Tournament.objects.update(name="Renamed")
    Club.objects.update(name="Renamed", accent="berry")

    # The race, a part of the standings, names neither, nor do tables that are only data.
    names_neither = re.compile(r"/race/|^/api/.*/(rounds|standings|crosstable)/")
    assert set(visitor.outdated()) == {address for address in visitor.pages if not names_neither.search(address)}


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
