"""Players: added, edited, and their contact."""

import uuid
from collections.abc import Iterable
from dataclasses import replace

import pytest

from tests.tools.casts.club_cast import Cast
from tests.tools.casts.factories import PlayerFactory, TournamentFactory
from tournaments.models import Action, Club, Player, PlayerContact, ShownAs, Tournament
from tournaments.recording import AlreadyDone, Stale, unit_of_work
from tournaments.services.common.refusal import Refused
from tournaments.services.players import players
from tournaments.services.players.players import PlayerDetails, details_of, version_of
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db

ANNA = PlayerDetails(given_name="Anna", family_name="Åberg", rating=1500, fide_id=1234)


def test_it_adds_a_player_with_a_clean_name(cast: Cast) -> None:
    details = PlayerDetails(given_name=" Anna\u202e\tMaria ", family_name="A\u030aberg")
    anna = players.add_player(cast.club, details, actor=cast.dag)

    assert (anna.given_name, anna.family_name, anna.folded_name) == ("Anna Maria", "Åberg", "anna maria aberg")


def test_the_same_form_twice_adds_one(cast: Cast) -> None:
    receipt = uuid.uuid4()
    players.add_player(cast.club, ANNA, actor=cast.dag, receipt=receipt)

    with pytest.raises(AlreadyDone):
        players.add_player(cast.club, ANNA, actor=cast.dag, receipt=receipt)
    assert Player.objects.count() == 1


@pytest.mark.parametrize("name", [("anna", "aberg"), ("ANNA", "ÅBERG"), ("Anna  ", " Åberg")])
def test_two_of_one_name_must_be_meant(cast: Cast, name: tuple[str, str]) -> None:
    players.add_player(cast.club, ANNA, actor=cast.dag)
    namesake = PlayerDetails(given_name=name[0], family_name=name[1])

    with pytest.raises(Refused, match="a player Anna Åberg already"):
        players.add_player(cast.club, namesake, actor=cast.dag)
    players.add_player(cast.club, namesake, another_of_the_name=True, actor=cast.dag)
    assert Player.objects.count() == 2


def test_another_clubs_player_is_no_namesake(cast: Cast) -> None:
    cast.add_player("Anna", "Åberg", club=cast.other_club, fide_id=1234)

    assert players.add_player(cast.club, ANNA, actor=cast.dag).pk


def test_a_fide_id_belongs_to_one(cast: Cast) -> None:
    players.add_player(cast.club, ANNA, actor=cast.dag)

    with pytest.raises(Refused, match="Anna Åberg has this FIDE ID"):
        players.add_player(cast.club, PlayerDetails(given_name="Bo", fide_id=1234), actor=cast.dag)


@pytest.mark.parametrize("name", ["", "\0", "\u202e", "\u3164", "\u2800", "\u0301"])
def test_a_name_must_be_seen(cast: Cast, name: str) -> None:
    with pytest.raises(Refused, match="needs a given name"):
        players.add_player(cast.club, PlayerDetails(given_name=name), actor=cast.dag)


@pytest.mark.parametrize("changed", [{"given_name": "Ane"}, {"family_name": ""}, {"shown_as": "initial"}])
def test_a_new_name_changes_every_public_page_where_it_stands(cast: Cast, changed: dict[str, str]) -> None:
    anna = players.add_player(cast.club, ANNA, actor=cast.dag)
    with_her, without_her = cast.add_tournament("Autumn", anna), cast.add_tournament("Spring")
    players.edit_player(anna, replace(ANNA, **changed), seen=version_of(anna), actor=cast.dag)

    revisions = dict(Tournament.objects.values_list("pk", "public_revision"))
    assert revisions == {with_her.pk: 2, without_her.pk: 1}
    assert Club.objects.get(pk=cast.club.pk).public_revision == 2


def test_a_new_rating_changes_no_public_page(cast: Cast) -> None:
    anna = players.add_player(cast.club, ANNA, actor=cast.dag)
    tournament = cast.add_tournament("Autumn", anna)
    players.edit_player(anna, replace(ANNA, rating=1600), seen=version_of(anna), actor=cast.dag)

    tournament.refresh_from_db()
    assert tournament.public_revision == 1
    assert Player.objects.get().rating == 1600


def test_a_form_left_open_overwrites_nobody_elses_change(cast: Cast) -> None:
    anna = players.add_player(cast.club, ANNA, actor=cast.dag)
    seen = version_of(anna)
    players.edit_player(anna, replace(ANNA, rating=1600), seen=seen, actor=cast.kari)

    with pytest.raises(Stale) as stale:
        players.edit_player(anna, replace(ANNA, rating=1700), seen=seen, actor=cast.dag)
    assert stale.value.since is not None
    assert stale.value.since.actor == cast.kari
    assert Player.objects.get().rating == 1600


def test_saving_what_is_there_keeps_no_action(cast: Cast) -> None:
    anna = players.add_player(cast.club, ANNA, actor=cast.dag)
    players.edit_player(anna, ANNA, seen=version_of(anna), actor=cast.dag)

    assert Action.objects.filter(verb="player.edit").count() == 0


def test_editing_asks_about_namesakes_only_when_the_name_changes(cast: Cast) -> None:
    cast.add_player("Bo")
    twin = cast.add_player("Bo", family_name="")
    players.edit_player(twin, replace(details_of(twin), rating=1200), seen=version_of(twin), actor=cast.dag)
    anna = cast.add_player("Anna")

    with pytest.raises(Refused, match=r"a player Bo \(no rating\) already"):
        players.edit_player(anna, PlayerDetails(given_name="Bo"), seen=version_of(anna), actor=cast.dag)


def test_an_empty_contact_makes_no_row(cast: Cast) -> None:
    players.edit_contact(cast.add_player("Anna"), birth_date=None, phone="", email="", actor=cast.kari)

    assert not PlayerContact.objects.exists()


def test_whoever_is_entered_while_their_name_is_changed_stands_under_a_new_revision_there_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Entered in the last moment before the lock: what is kept of that tournament shows the old name."""
    tournament = TournamentFactory()
    anna = PlayerFactory(club=tournament.club)
    hidden = replace(details_of(anna), shown_as=ShownAs.NUMBER)
    lock = unit_of_work._lock

    def enters_first(rows: Iterable[Club | Tournament]) -> None:
        monkeypatch.setattr(unit_of_work, "_lock", lock)
        entries.enter_players(tournament, [anna], actor=None)
        lock(rows)

    monkeypatch.setattr(unit_of_work, "_lock", enters_first)
    players.edit_player(anna, hidden, seen=version_of(anna), actor=None)

    assert Action.objects.get(verb="player.edit").public == [
        ["club", tournament.club.pk],
        ["tournament", tournament.pk],
    ]


def test_entering_waits_for_the_lock_under_which_players_are_renamed() -> None:
    tournament = TournamentFactory()
    entries.enter_players(tournament, [PlayerFactory(club=tournament.club)], actor=None)

    assert ["club", tournament.club.pk] in Action.objects.get().public
