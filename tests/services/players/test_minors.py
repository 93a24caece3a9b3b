"""Children: ticked, or known by a date of birth, which ticks; the public sees no more than given name and initial."""

from __future__ import annotations

import datetime
from dataclasses import replace
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from tests.tools.casts.club_cast import Cast
from tournaments.exchange.player_list import ListedPlayer
from tournaments.models import Player, PlayerContact, ShownAs
from tournaments.pages.common.display_names import Audience, knows_rating, name_of
from tournaments.selectors.minors import is_under_age_by_birth
from tournaments.services.players import player_import, players
from tournaments.services.players.players import PlayerDetails, contact_version_of, details_of, version_of

pytestmark = pytest.mark.django_db
TODAY = datetime.date.today()  # noqa: DTZ011  # the club's day differs by hours from it, the ages here by a year
CHILD, ADULT = TODAY.replace(day=1, year=TODAY.year - 12), TODAY.replace(day=1, year=TODAY.year - 40)
IDA = PlayerDetails(given_name="Ida", family_name="van der Berg", rating=900)


def contact(born: datetime.date | None) -> dict[str, datetime.date | str | None]:
    return {"birth_date": born, "phone": "", "email": ""}


@pytest.mark.parametrize(
    ("shown_as", "name"),
    [(ShownAs.FULL, "Ida B."), (ShownAs.INITIAL, "Ida B."), (ShownAs.NUMBER, "Player 3")],
)
def test_the_public_name_of_a_child(cast: Cast, shown_as: ShownAs, name: str) -> None:
    ida = players.add_player(cast.club, replace(IDA, is_child=True, shown_as=shown_as), actor=cast.dag)

    assert name_of(ida, Audience.PUBLIC, 3) == name
    assert name_of(ida, Audience.STAFF, 3) == "Ida van der Berg"
    assert not knows_rating(ida, Audience.PUBLIC)
    grown = players.add_player(cast.club, replace(IDA, given_name="Eva"), actor=cast.dag)
    assert name_of(grown, Audience.PUBLIC, 3) == "Eva van der Berg"


@pytest.mark.parametrize(("born", "is_child"), [(CHILD, True), (ADULT, False), (None, False)])
def test_a_date_of_birth_ticks(cast: Cast, born: datetime.date | None, is_child: bool) -> None:
    ida = players.add_player(cast.club, IDA, contact(born), actor=cast.kari)
    assert ida.is_child is is_child


def test_a_date_given_later_ticks_and_is_seen_by_the_public_at_once(cast: Cast) -> None:
    ida = players.add_player(cast.club, IDA, actor=cast.kari)
    tournament = cast.add_tournament("Autumn", ida)
    revision = tournament.public_revision
    players.save_player(
        ida,
        details_of(ida),
        contact(CHILD),
        seen=version_of(ida),
        seen_contact=contact_version_of(ida),
        actor=cast.kari,
    )
    tournament.refresh_from_db()
    assert Player.objects.get().is_child
    assert tournament.public_revision > revision


def test_whoever_sees_no_dates_cannot_take_the_tick_away(cast: Cast) -> None:
    ida = players.add_player(cast.club, IDA, contact(CHILD), actor=cast.kari)
    players.edit_player(ida, replace(details_of(ida), is_child=False, rating=950), seen=version_of(ida), actor=cast.dag)
    ida.refresh_from_db()
    assert (ida.is_child, ida.rating) == (True, 950)


def test_an_import_ticks_too(cast: Cast) -> None:
    listed = [
        ListedPlayer(row=2, given_name="Ida", contact={"birth_date": CHILD}),
        ListedPlayer(row=3, given_name="Bo", contact={"birth_date": ADULT}),
    ]
    plan = player_import.preview_import(cast.club, listed, update=False)
    player_import.import_players(cast.club, listed, update=False, seen=plan.fingerprint, actor=cast.kari)

    assert dict(Player.objects.values_list("given_name", "is_child")) == {"Ida": True, "Bo": False}


def test_the_migration_ticks_those_whose_dates_are_known(cast: Cast) -> None:
    child, adult = cast.add_player("Ida"), cast.add_player("Bo")
    PlayerContact.objects.create(player=child, birth_date=CHILD)
    PlayerContact.objects.create(player=adult, birth_date=ADULT)
    tournament = cast.add_tournament("Autumn", child)
    before = tournament.public_revision
    import_module("tournaments.migrations.0025_children_ticked").tick(apps, connection.schema_editor())

    assert dict(Player.objects.values_list("given_name", "is_child")) == {"Ida": True, "Bo": False}
    tournament.refresh_from_db()
    assert tournament.public_revision == before + 1


@pytest.mark.parametrize(("years", "is_child"), [(16, True), (17, False)])
def test_whose_year_alone_is_known_is_a_child_until_surely_of_age(cast: Cast, years: int, is_child: bool) -> None:
    year = datetime.datetime.now(tz=datetime.UTC).year - years
    anna = players.add_player(
        cast.club, players.PlayerDetails(given_name="Anna"), {"birth_year": year}, actor=cast.kari
    )

    assert anna.is_child == is_child
    assert is_under_age_by_birth(anna) == is_child
