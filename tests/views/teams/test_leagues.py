"""Leagues, teams, lists and matches in the browser of those who run them."""

from __future__ import annotations

import json
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import UserFactory
from tests.tools.casts.teams_cast import Teams
from tournaments import clock
from tournaments.forms.teams.leagues import TeamForm
from tournaments.models import Action, Fixture, FixtureAnswer, League, Membership, OutsideTeam, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def teams() -> Teams:
    return Teams.of()


@pytest.fixture
def director(teams: Teams) -> Client:
    user = UserFactory()
    Membership.objects.create(club=teams.club, user=user, role=Role.DIRECTOR)
    client = Client()
    client.force_login(user, backend="tournaments.log_in.EmailOrUsernameBackend")
    return client


def address(teams: Teams, name: str, *more: object) -> str:
    return reverse(name, args=[teams.club.slug, *more])


def test_a_league_is_made_from_a_preset_and_leads_to_its_list(teams: Teams, director: Client) -> None:
    where = address(teams, "make_league", teams.league.season_id)
    page = director.get(where, {"preset": "nl_knsb"}).content.decode()
    assert "These rules were read in pages of clubs, 2025. Please check them." in page
    assert "Divisions differ in: Boards." in page
    sent = {
        **_typed(page),
        "name": "KNSB 3e klasse",
        "preset": "nl_knsb",
        "boards": "8",
        "order_kind": "list",
        "order_slack": "2",
        "receipt": str(uuid.uuid4()),
    }
    answer = director.post(where, sent)
    made = League.objects.get(name="KNSB 3e klasse")
    assert answer["Location"] == address(teams, "edit_squad", made.pk)
    assert made.rules == {"boards": 8, "order": ["list", 2]}
    assert director.post(where, sent)["Location"] == answer["Location"]
    assert League.objects.count() == 2


def _typed(page: str) -> dict[str, str]:
    """What a form of options is filled with, by hand: the fields that are asked for."""
    assert 'name="home_odd"' in page
    return {
        "home_odd": "BW",
        "match_points": "2 1 0",
        "rank": "match",
        "min_boards": "1",
        "gap": "anywhere",
        "ups_free": "3",
        "once_a_round": "on",
        "max_above_best": "40",
    }


def test_wrong_rules_are_named_and_nothing_typed_is_lost(teams: Teams, director: Client) -> None:
    where = address(teams, "edit_league", teams.league.pk)
    page = director.get(where).content.decode()
    sent = {**_typed(page), "name": "League", "boards": "13", "order_kind": "free", "match_points": "many", "seen": "x"}
    answer = director.post(where, sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "must be at most 12" in page
    assert 'value="many"' in page


def test_the_list_is_pasted_and_put_into_its_order(teams: Teams, director: Client) -> None:
    where = address(teams, "edit_squad", teams.league.pk)
    teams.league.squad.all().delete()
    seen = director.get(where).context["seen"]
    names = "1. Person3\n2. Person1\n\nPerson3\n"
    director.post(where, {"seen": seen, "names": names, "into": teams.first.pk, "receipt": str(uuid.uuid4())})
    found = teams.league.squad.order_by("position").values_list("player__given_name", "team", "rating")
    assert list(found) == [("Person3", teams.first.pk, 1940), ("Person1", teams.first.pk, 1980)]
    [three, one] = [place.player_id for place in teams.league.squad.order_by("position")]
    sent = {
        f"at-{three}": "1",
        f"team-{three}": teams.first.pk,
        f"rating-{three}": "1940",
        f"at-{one}": "1",
        f"team-{one}": teams.second.pk,
        f"rating-{one}": "",
        f"foreign-{one}": "on",
        "seen": director.get(where).context["seen"],
        "receipt": str(uuid.uuid4()),
    }
    director.post(where, sent)
    found = teams.league.squad.order_by("position").values_list("player", "team", "rating", "is_foreign")
    assert list(found) == [(one, teams.second.pk, None, True), (three, teams.first.pk, 1940, False)]


def test_a_name_that_nobody_has_is_told_and_the_box_stays_as_typed(teams: Teams, director: Client) -> None:
    where = address(teams, "edit_squad", teams.league.pk)
    answer = director.post(where, {"names": "Nobody Here\nPerson1", "into": "", "seen": "x"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "No member is called “Nobody Here”." in page
    assert "Nobody Here\nPerson1" in page


def test_a_team_and_its_matches_are_made_changed_and_deleted(teams: Teams, director: Client) -> None:
    sent = {"name": "Third", "number": "3", "boards": "4", "reminder_days": "4", "receipt": str(uuid.uuid4())}
    director.post(address(teams, "make_team", teams.league.pk), sent)
    team = OutsideTeam.objects.get(name="Third")
    match = {"date": "2026-12-08", "opponent": "Rivals", "side": "away", "receipt": str(uuid.uuid4())}
    director.post(address(teams, "add_fixture", team.pk), match)
    fixture = Fixture.objects.get(team=team)
    assert (fixture.round, fixture.is_home) == (1, False)
    assert "Third – Rivals" in director.get(address(teams, "outside_team", team.pk)).content.decode()
    where = address(teams, "edit_fixture", fixture.pk)
    seen = director.get(where).context["seen"]
    director.post(where, {**match, "date": "2026-12-15", "round": "1", "seen": seen, "receipt": str(uuid.uuid4())})
    fixture.refresh_from_db()
    assert fixture.date.isoformat() == "2026-12-15"
    director.post(address(teams, "delete_fixture", fixture.pk), {"receipt": str(uuid.uuid4())})
    assert not Fixture.objects.filter(team=team).exists()
    director.post(address(teams, "delete_team", team.pk), {"receipt": str(uuid.uuid4())})
    assert not OutsideTeam.objects.filter(pk=team.pk).exists()
    assert Action.objects.filter(verb__in=["team.make", "fixture.add", "fixture.edit", "fixture.delete"]).count() == 4


def test_what_is_another_clubs_is_not_there(teams: Teams, director: Client) -> None:
    others = Teams.of()
    fixture = others.fixture()
    for name, key in (
        ("edit_league", others.league.pk),
        ("edit_squad", others.league.pk),
        ("outside_team", others.first.pk),
        ("edit_team", others.first.pk),
        ("fixture", fixture.pk),
        ("edit_fixture", fixture.pk),
    ):
        assert director.get(address(teams, name, key)).status_code == 404


def test_rules_go_from_club_to_club_as_a_file(teams: Teams, director: Client) -> None:
    where = address(teams, "take_league_rules", teams.league.pk)
    data = director.get(address(teams, "league_rules_file", teams.league.pk)).content
    rules = json.loads(data)
    assert (rules["boards"], rules["order"]) == (4, ["free", 0])

    def take(text: str) -> HttpResponse:
        seen = director.get(address(teams, "edit_league", teams.league.pk)).context["seen"]
        file = SimpleUploadedFile("rules.json", text.encode())
        return director.post(where, {"file": file, "seen": seen, "receipt": str(uuid.uuid4())})

    assert take(json.dumps(rules | {"boards": 6, "foreigners": 2})).status_code == 302
    teams.league.refresh_from_db()
    assert teams.league.rules == {"boards": 6, "foreigners": 2}
    for text, sentence in (
        (json.dumps({"bords": 8}), "The key bords is not known here. Place in the file: bords."),
        (json.dumps({"boards": 13}), "must be at most 12. Place in the file: boards."),
        (json.dumps({"order": ["lists", 0]}), "which cannot be read. Place in the file: order."),
        ("{", "The file is not JSON: see line 1."),
        ("[]", "An object is expected here"),
        ("[" * 5000, "nested too deeply"),
    ):
        answer = take(text)
        assert answer.status_code == 422
        assert sentence in answer.content.decode()
    teams.league.refresh_from_db()
    assert teams.league.rules == {"boards": 6, "foreigners": 2}


def test_rules_that_forbid_everybody_leave_the_choice_to_the_captain(teams: Teams, director: Client) -> None:
    League.objects.filter(pk=teams.league.pk).update(rules={"boards": 4, "max_player": 1, "min_boards": 4})
    fixture = teams.fixture(date=clock.now().date())
    for player in teams.people[:6]:
        FixtureAnswer.objects.create(fixture=fixture, player=player, said="coming", said_by="card", said_at=clock.now())
    page = director.get(address(teams, "fixture", fixture.pk), {"propose": "yes"}).content.decode()
    assert 'name="line" value=",,,"' in page
    assert "2000: 1999 above the limit." in page


def test_the_first_cell_of_a_pasted_table_may_be_empty() -> None:
    assert TeamForm.base_fields["table"].clean("\tTeam\r\n1\tA") == "\tTeam\r\n1\tA"
