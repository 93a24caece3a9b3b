"""Making a line-up in the browser: by taps that save nothing, published with one; the same by a captain's card."""

from __future__ import annotations

import datetime
import re
import uuid
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import UserFactory
from tests.tools.casts.teams_cast import Teams
from tests.tools.pages.card_client import holding
from tournaments import clock
from tournaments.models import Action, Fixture, FixtureAnswer, Membership, Player, RespondedBy, Role
from tournaments.pages.calendar.dates import date_in_words
from tournaments.selectors.outside_teams import line_up_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def teams() -> Teams:
    return Teams.of(order=["list", 0])


@pytest.fixture
def fixture(teams: Teams) -> Fixture:
    return teams.fixture(date=clock.now().date() + datetime.timedelta(days=2))


@pytest.fixture
def director(teams: Teams) -> Client:
    user = UserFactory()
    Membership.objects.create(club=teams.club, user=user, role=Role.DIRECTOR)
    client = Client()
    client.force_login(user, backend="tournaments.log_in.EmailOrUsernameBackend")
    return client


def page_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def tap(client: Client, where: str, page: str, text: str) -> str:
    """Follow the link around that text."""
    links = re.findall(r'<a [^>]*href="(\?[^"]*)"[^>]*>(.*?)</a>', page, re.DOTALL)
    [first, *_others] = [href for href, inner in links if text in inner]
    return page_of(client, where + first.partition("#")[0])


def send(client: Client, page: str, **more: str) -> int:
    form = re.search(r'<form class="line-up-form".*?</form>', page, re.DOTALL)
    assert form is not None
    action = re.search(r'action="([^"]+)"', form[0])
    assert action is not None
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[0]))
    return client.post(action[1], {**fields, "receipt": str(uuid.uuid4()), **more}).status_code


def test_while_nobody_is_in_it_the_one_button_proposes_and_nothing_can_be_published(
    teams: Teams, fixture: Fixture, director: Client
) -> None:
    where = reverse("fixture", args=[teams.club.slug, fixture.pk])
    page = page_of(director, where)
    assert re.findall(r'<(\w+) class=" ?primary"[^>]*>([^<]*)<', page) == [("a", "Propose")]
    page = tap(director, where, page, "<b>Person1</b>")
    assert re.findall(r'<(\w+) class=" ?primary"[^>]*>([^<]*)<', page) == [("button", "Publish")]


def test_the_day_on_which_somebody_was_asked_is_the_clubs(teams: Teams, fixture: Fixture, director: Client) -> None:
    teams.club.time_zone = "Europe/Oslo"
    teams.club.save()
    at = datetime.datetime(2026, 11, 25, 23, 30, tzinfo=datetime.UTC)
    FixtureAnswer.objects.create(
        fixture=fixture, player=teams.people[-1], said="", said_by=RespondedBy.CARD, said_at=at
    )
    page = page_of(director, reverse("fixture", args=[teams.club.slug, fixture.pk]))
    assert re.findall(r"asked on ([^<]*)", page) == [date_in_words(datetime.date(2026, 11, 26))]


def test_whoever_is_tapped_sits_on_the_first_free_board_and_two_change_places_by_two_taps(
    teams: Teams, fixture: Fixture, director: Client
) -> None:
    where = reverse("fixture", args=[teams.club.slug, fixture.pk])
    page = page_of(director, where)
    page = tap(director, where, page, "<b>Person1</b>")
    page = tap(director, where, page, "<b>Person0</b>")
    assert "Person1 is listed above" not in page
    assert "Person0 is listed above Person1: by the list Person1 plays on board 2." in page
    assert "Publish all the same" in page
    page = tap(director, where, page, '<span class="board">1</span>')
    page = tap(director, where, page, '<span class="board">2</span>')
    assert "listed above" not in page
    assert Action.objects.count() == 0
    assert send(director, page, do="publish") == 302
    assert line_up_of(fixture)[:2] == (teams.people[0].pk, teams.people[1].pk)


def test_a_picked_board_takes_whoever_is_tapped_next_and_loses_them_again(
    teams: Teams, fixture: Fixture, director: Client
) -> None:
    where = reverse("fixture", args=[teams.club.slug, fixture.pk])
    page = tap(director, where, page_of(director, where), '<span class="board">3</span>')
    assert "Board 3: tap whoever plays there." in page
    page = tap(director, where, page, "<b>Person4</b>")
    assert f'name="line" value=",,{teams.people[4].pk},"' in page
    page = tap(director, where, page, "×")
    assert 'name="line" value=",,,"' in page


def test_what_is_proposed_is_whoever_can_and_may(teams: Teams, fixture: Fixture, director: Client) -> None:
    for player, said in zip(
        teams.people, ["coming", "away", "if_needed", "coming", "coming", "", "later"], strict=False
    ):
        FixtureAnswer.objects.create(fixture=fixture, player=player, said=said, said_by="card", said_at=clock.now())
    where = reverse("fixture", args=[teams.club.slug, fixture.pk])
    page = page_of(director, f"{where}?propose=yes")
    keys = [teams.people[at].pk for at in (0, 3, 4, 6)]
    assert f'name="line" value="{",".join(map(str, keys))}"' in page
    assert send(director, page, do="draft") == 302
    fixture.refresh_from_db()
    assert fixture.draft == keys
    assert fixture.published_at is None


def test_a_line_up_that_changed_meanwhile_is_not_overwritten(teams: Teams, fixture: Fixture, director: Client) -> None:
    where = reverse("fixture", args=[teams.club.slug, fixture.pk])
    old = tap(director, where, page_of(director, where), "<b>Person0</b>")
    other = tap(director, where, page_of(director, where), "<b>Person1</b>")
    assert send(director, other, do="publish") == 302
    assert send(director, old, do="publish") == 409
    assert line_up_of(fixture)[0] == teams.people[1].pk


@pytest.mark.parametrize("line", ["1,2,3,4,5", "x", "1;2", "9" * 30, "-1"])
def test_an_address_that_is_no_line_up_shows_the_one_that_stands(
    teams: Teams, fixture: Fixture, director: Client, line: str
) -> None:
    where = reverse("fixture", args=[teams.club.slug, fixture.pk])
    page = page_of(director, f"{where}?line={line}&board=99")
    assert 'name="line" value=",,,"' in page
    assert send(director, page, do="publish", line=line) == 422


def test_a_captain_does_the_same_by_their_card(teams: Teams, fixture: Fixture) -> None:
    captain = _captain(teams)
    client = holding(captain)
    where = reverse("captain_fixture", args=[teams.club.slug, captain.public_key, fixture.pk])
    page = tap(client, where, page_of(client, where), "<b>Person3</b>")
    assert send(client, page, do="publish") == 302
    action = Action.objects.get(verb="fixture.publish_line_up")
    assert (action.actor, action.facts["by_card"]) == (None, captain.pk)
    team = reverse("captain_team", args=[teams.club.slug, captain.public_key, teams.first.pk])
    assert "Line-up published, 3 boards empty." in page_of(client, team)


def _captain(teams: Teams) -> Player:
    captain = teams.people[0]
    teams.first.captain = captain
    teams.first.save()
    return captain


def test_for_everybody_else_it_is_not_there(teams: Teams, fixture: Fixture) -> None:
    _captain(teams)
    other = teams.people[1]
    client = holding(other)
    own = [teams.club.slug, other.public_key]
    assert client.get(reverse("captain_team", args=[*own, teams.first.pk])).status_code == 404
    assert client.get(reverse("captain_fixture", args=[*own, fixture.pk])).status_code == 404
    for name in ("captain_fixture_line_up", "captain_fixture_results"):
        assert client.post(reverse(name, args=[*own, fixture.pk]), {"do": "publish"}).status_code == 404
    theirs = teams.fixture(teams.second, date=fixture.date)
    captains = holding(teams.people[0])
    assert (
        captains.get(reverse("captain_fixture", args=[teams.club.slug, teams.people[0].public_key, theirs.pk]))
    ).status_code == 404


def test_results_are_sent_with_one_tap_for_all_boards(teams: Teams, director: Client) -> None:
    fixture = teams.fixture(date=clock.now().date())
    teams.sits(fixture, *teams.people[:4])
    where = reverse("fixture", args=[teams.club.slug, fixture.pk])
    page = page_of(director, where)
    seen = re.findall(r'<form class="match-results".*?name="seen" value="([^"]+)"', page, re.DOTALL)[0]
    sent = {
        **{f"result-{board}": result for board, result in enumerate(["1", "½", "0", "+"], 1)},
        "opponent-1": "Bo Olsen",
        "rating-1": "1900",
        "seen": seen,
        "receipt": str(uuid.uuid4()),
    }
    to = reverse("fixture_results", args=[teams.club.slug, fixture.pk])
    assert director.post(to, sent).status_code == 302
    assert list(fixture.places.order_by("board").values_list("result", flat=True)) == ["1", "½", "0", "+"]
    assert "2½" in page_of(director, where)
    assert director.post(to, sent).status_code == 302  # sent twice
    assert director.post(to, {**sent, "rating-1": "many", "receipt": str(uuid.uuid4())}).status_code == 422


def test_a_match_of_which_only_the_score_is_known(teams: Teams, director: Client) -> None:
    fixture = teams.fixture(date=clock.now().date() - datetime.timedelta(days=9), is_home=False)
    where = reverse("fixture", args=[teams.club.slug, fixture.pk])
    seen = director.get(where).context["seen_results"]
    to = reverse("fixture_results", args=[teams.club.slug, fixture.pk])
    sent = {"own_score": "2,5", "their_score": "1½", "seen": seen, "receipt": str(uuid.uuid4())}
    assert director.post(to, sent).status_code == 302
    fixture.refresh_from_db()
    assert (fixture.own_halves, fixture.their_halves) == (5, 3)
    assert "2½–1½" in page_of(director, where)


def test_what_somebody_said_by_telephone_is_noted_and_others_are_asked(
    teams: Teams, fixture: Fixture, director: Client
) -> None:
    to = reverse("fixture_answers", args=[teams.club.slug, fixture.pk])
    said, asked = teams.people[1], teams.people[7]
    for player, wanted in ((said, "if_needed"), (asked, "ask")):
        sent = {"player": player.pk, "do": wanted, "receipt": str(uuid.uuid4())}
        assert director.post(to, sent).status_code == 302
    found = FixtureAnswer.objects.order_by("pk").values_list("player", "said", "said_by")
    assert list(found) == [(said.pk, "if_needed", "telephone"), (asked.pk, "", "telephone")]
    page = page_of(director, reverse("fixture", args=[teams.club.slug, fixture.pk]))
    assert "1 only if needed · 5 no answer" in page
    assert "Not answered yet: Person0, Person2, Person3, Person4, Person5 and Person7." in page
    assert director.post(to, {"do": "coming"}).status_code == 422
    assert director.post(to, {"player": said.pk, "do": "dance"}).status_code == 422
    assert director.post(to, {"do": "ask_silent", "receipt": str(uuid.uuid4())}).status_code == 409


def test_a_published_line_up_stands_ready_for_the_chat(teams: Teams, fixture: Fixture, director: Client) -> None:
    teams.sits(fixture, teams.people[2], None, teams.people[0])
    page = page_of(director, reverse("fixture", args=[teams.club.slug, fixture.pk]))
    assert "Board 1, White: Person2\nBoard 3, White: Person0\nhttp" in page


def test_a_score_that_would_take_for_ever_to_read_is_refused_at_once(teams: Teams, director: Client) -> None:
    fixture = teams.fixture(date=clock.now().date())
    to = reverse("fixture_results", args=[teams.club.slug, fixture.pk])
    for score in ("1e9999999", "9" * 5000, "1/0", "-1", "½½"):
        answer = director.post(to, {"own_score": score, "their_score": "2"})
        assert answer.status_code in {409, 422}
        if len(score) < 20:
            assert f'value="{score}"' in answer.content.decode()


def test_results_that_cannot_be_read_stay_as_they_were_typed(teams: Teams, director: Client) -> None:
    fixture = teams.fixture(date=clock.now().date())
    teams.sits(fixture, *teams.people[:4])
    to = reverse("fixture_results", args=[teams.club.slug, fixture.pk])
    page = director.post(to, {"result-1": "1", "opponent-1": "Bo Olsen", "rating-1": "many"}).content.decode()
    assert 'value="Bo Olsen"' in page
    assert 'value="many"' in page
    assert 'name="result-1" value="1" checked' in page


def test_a_score_outlasts_a_form_that_has_no_field_for_it(teams: Teams, director: Client) -> None:
    fixture = teams.fixture(date=clock.now().date())
    Fixture.objects.filter(pk=fixture.pk).update(own_halves=5, their_halves=3)
    teams.sits(fixture, *teams.people[:4])
    seen = director.get(reverse("fixture", args=[teams.club.slug, fixture.pk])).context["seen_results"]
    to = reverse("fixture_results", args=[teams.club.slug, fixture.pk])
    director.post(to, {"opponent-1": "Bo Olsen", "seen": seen, "receipt": str(uuid.uuid4())})
    fixture.refresh_from_db()
    assert (fixture.own_halves, fixture.their_halves) == (5, 3)
    assert fixture.places.get(board=1).opponent == "Bo Olsen"


def test_another_script_for_digits_is_no_line_up(teams: Teams, fixture: Fixture, director: Client) -> None:
    assert 'name="line" value=",,,"' in page_of(
        director, reverse("fixture", args=[teams.club.slug, fixture.pk]) + "?line=²"
    )


def test_a_captain_learns_no_name_by_counting_up(teams: Teams, fixture: Fixture) -> None:
    captain = _captain(teams)
    stranger = Player.objects.create(club=teams.club, given_name="Secret", family_name="Child", folded_name="x")
    to = reverse("captain_fixture_answers", args=[teams.club.slug, captain.public_key, fixture.pk])
    answer = holding(captain).post(to, {"player": stranger.pk, "do": "ask"})
    assert answer.status_code == 422
    assert "Secret" not in answer.content.decode()


def test_after_somebody_elses_line_up_the_page_shows_theirs(teams: Teams, fixture: Fixture, director: Client) -> None:
    where = reverse("fixture", args=[teams.club.slug, fixture.pk])
    old = tap(director, where, page_of(director, where), "<b>Person0</b>")
    assert send(director, tap(director, where, page_of(director, where), "<b>Person1</b>"), do="publish") == 302
    form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', old))
    to = reverse("fixture_line_up", args=[teams.club.slug, fixture.pk])
    page = unescape(director.post(to, {**form, "do": "publish", "receipt": str(uuid.uuid4())}).content.decode())
    assert f'name="line" value="{teams.people[1].pk},,,"' in page
