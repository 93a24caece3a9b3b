"""Matches on the card: beside the evenings, answered with one tap, with the own board once it is published."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.tools.casts.factories import ClubFactory, EntryFactory, PlayerFactory, TournamentFactory
from tests.tools.casts.teams_cast import FIRST_MATCH, Teams
from tests.tools.pages.card_client import holding
from tests.tools.pages.page_forms import form_for, form_of_button
from tournaments import clock
from tournaments.models import AwayPeriod, Fixture, FixtureAnswer, OutsideTeam, Player, SquadPlace
from tournaments.pages.cards.cards import cards_page, own_card

pytestmark = pytest.mark.django_db
BEFORE = datetime.datetime(2026, 10, 1, 12, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def _some_days_before() -> Iterator[None]:
    with clock.at(BEFORE):
        yield


@pytest.fixture
def teams() -> Teams:
    return Teams.of()


def me(teams: Teams) -> str:
    return f"/en/{teams.club.slug}/me/"


def page_of(client: Client, teams: Teams) -> str:
    answer = client.get(me(teams))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def tap(client: Client, teams: Teams, value: str, *, page: str = "", **typed: str) -> int:
    address, body = form_of_button(me(teams), page or page_of(client, teams), value)
    return client.post(address, body | {name: [each] for name, each in typed.items()}).status_code


def said(player: Player) -> str:
    row = FixtureAnswer.objects.filter(player=player).first()
    return row.said if row else "no row"


def test_the_next_match_is_answered_with_one_tap(teams: Teams) -> None:
    player = teams.people[0]
    teams.fixture(starts_at=datetime.time(19, 30), is_home=False, place="Town Hall", note="Train at 17:10")
    client = holding(player)
    page = page_of(client, teams)
    assert "Tuesday, 6 Oct" in page
    assert f"{teams.first.name} – Rivals 1 (away, Town Hall) at 19:30" in page
    assert "Train at 17:10" in page
    assert "You have not answered." in page
    for words in ("I can play", "I come later …", "Only if you need me", "I cannot play"):
        assert words in page

    assert tap(client, teams, "if_needed") == 302
    assert said(player) == "if_needed"
    page = page_of(client, teams)
    assert "You said so: Thursday, 1 Oct, 14:00." in page
    assert re.search(r'class="answer chosen"[^>]*> <b>Only if you need me', page)
    assert 'value="20:00"' in page
    tap(client, teams, "later", arrives_at="20:15")
    assert FixtureAnswer.objects.get().arrives_at == datetime.time(20, 15)
    tap(client, teams, "nothing")
    assert said(player) == "no row"


def test_whose_match_it_is(teams: Teams) -> None:
    first, second, seated = teams.fixture(), teams.fixture(teams.second), teams.fixture(round=2)
    own, other, none, substitute = teams.people[0], teams.people[6], teams.people[10], teams.people[7]
    teams.fixture(round=3, date=datetime.date(2026, 9, 1))  # is over
    FixtureAnswer.objects.create(fixture=first, player=none, said="", said_by="card", said_at=BEFORE)
    teams.sits(seated, substitute)

    def shown(player: Player) -> list[int]:
        evenings = own_card(player).evenings
        return [each.fixture for each in (*evenings.next, *evenings.dates) if hasattr(each, "fixture")]

    assert shown(own) == [first.pk, seated.pk]
    assert shown(other) == [second.pk]
    assert shown(none) == [first.pk]
    assert shown(substitute) == [second.pk, seated.pk]
    assert "The captain asks whether you can play." in page_of(holding(none), teams)


def test_a_published_line_up_says_the_own_board_and_folds_the_others_away(teams: Teams) -> None:
    fixture = teams.fixture()
    teams.sits(fixture, teams.people[1], None, teams.people[0], teams.people[2])
    page = page_of(holding(teams.people[0]), teams)
    assert "<b>Board 3, White</b>" in page
    assert f"Board 1, White: {teams.people[1].full_name}" in page
    assert 'Board 2, Black: <span class="muted">nobody</span>' in page
    assert "I cannot play" in page
    assert "<b>You do not play</b>" in page_of(holding(teams.people[4]), teams)

    Fixture.objects.update(is_home=False)
    assert "<b>Board 3, Black</b>" in page_of(holding(teams.people[0]), teams)
    teams.league.rules = {"boards": 4, "newer": True}
    teams.league.save()
    assert "<b>Board 3</b>" in page_of(holding(teams.people[0]), teams)


def test_evenings_and_matches_are_one_list_by_date(teams: Teams) -> None:
    player = teams.people[0]
    days = [FIRST_MATCH + datetime.timedelta(days=7 * week - 2) for week in range(3)]
    tournament = TournamentFactory(
        club=teams.club, season=teams.league.season, round_dates=[day.isoformat() for day in days]
    )
    EntryFactory(tournament=tournament, player=player)
    match, later = teams.fixture(), teams.fixture(round=2)
    evenings = own_card(player).evenings
    assert [each.iso for each in evenings.next] == [days[0].isoformat()]
    assert [each.iso for each in evenings.dates] == [
        match.date.isoformat(),
        days[1].isoformat(),
        days[2].isoformat(),
        later.date.isoformat(),
    ]
    client = holding(player)
    assert tap(client, teams, "if_needed") == 302  # the match is on the list after the evening
    assert "You play if needed" in page_of(client, teams)

    match.date = days[0] - datetime.timedelta(days=1)
    match.save()
    evenings = own_card(player).evenings
    assert [each.is_fixture for each in evenings.next] == [True]
    assert [each.is_fixture for each in evenings.dates] == [False, False, False, True]
    match.date = days[0]
    match.save()
    assert [each.is_fixture for each in own_card(player).evenings.next] == [True, False]
    for number in (3, 4):
        teams.fixture(round=number)
    assert "One more date" in page_of(client, teams)


def test_an_old_page_on_a_second_phone_overwrites_nothing(teams: Teams) -> None:
    teams.fixture()
    player = teams.people[0]
    phone, tablet = holding(player), holding(player)
    old = page_of(tablet, teams)
    tap(phone, teams, "coming")
    assert tap(tablet, teams, "away", page=old) == 409
    assert said(player) == "coming"


def test_what_cannot_be_is_answered_with_a_sentence_and_changes_nothing(teams: Teams) -> None:
    fixture = teams.fixture()
    player, client = teams.people[0], holding(teams.people[0])
    address = f"{me(teams)}{player.public_key}/matches/{fixture.pk}/answer/"
    good = {"answer": "coming", "seen": "-"}
    elsewhere = Teams.of(club=ClubFactory()).fixture()
    for sent in ({}, {"answer": "perhaps"}, {"answer": "club", "seen": "-"}):
        assert client.post(address, sent).status_code == 422
    assert client.post(address.replace(f"/{fixture.pk}/", f"/{elsewhere.pk}/"), good).status_code == 404
    assert client.post(address.replace(f"/{fixture.pk}/", "/987654/"), good).status_code == 404
    with clock.at(BEFORE + datetime.timedelta(days=9)):
        answer = client.post(address, good)
        assert (answer.status_code, "This match is over" in answer.content.decode()) == (409, True)
    SquadPlace.objects.filter(player=player).delete()
    answer = client.post(address, good)
    assert (answer.status_code, "is not on the club’s list" in answer.content.decode()) == (409, True)
    assert FixtureAnswer.objects.count() == 0
    assert client.post(address.replace(player.public_key, teams.people[1].public_key), good).status_code == 404


def test_several_children_on_one_phone_each_have_their_own(teams: Teams) -> None:
    teams.fixture()
    anna, bo = teams.people[0], teams.people[1]
    client = holding(anna, bo)
    page = page_of(client, teams)
    assert page.count("I can play") == 2
    address, body = form_of_button(me(teams), page, "away", nth=1)
    answer = client.post(address, body)
    assert answer["Location"] == f"{me(teams)}#card-{bo.public_key}"
    assert [said(anna), said(bo)] == ["no row", "away"]
    assert cards_page([anna, bo]).answer_for_all is None


def test_the_usual_answer_is_chosen_under_usual_attendance(teams: Teams) -> None:
    teams.fixture()
    player = teams.people[0]
    client = holding(player)
    address = f"{me(teams)}{player.public_key}/leagues/{teams.league.pk}/usual/"
    body = form_for(me(teams), page_of(client, teams), address)
    assert body["usual_answer"] == ["none"]
    assert client.post(address, body | {"usual_answer": ["coming"]}).status_code == 302
    assert SquadPlace.objects.get(player=player).usual_answer == "coming"
    page = page_of(client, teams)
    assert "your usual answer counts" in page
    assert re.search(r'class="answer chosen"[^>]*> <b>I can play', page)
    client.post(address, {"usual_answer": "none"})
    assert SquadPlace.objects.get(player=player).usual_answer == ""
    assert client.post(address, {"usual_answer": "sometimes"}).status_code == 422
    assert client.post(address, {}).status_code == 422
    wrong = address.replace(f"/{teams.league.pk}/", "/987654/")
    assert client.post(wrong, {"usual_answer": "coming"}).status_code == 404


def test_who_plays_in_teams_alone_says_on_the_card_when_they_are_away(teams: Teams) -> None:
    teams.fixture()
    player = teams.people[0]
    client = holding(player)
    day = FIRST_MATCH.isoformat()
    body = form_for(me(teams), page_of(client, teams), f"{me(teams)}{player.public_key}/away/")
    client.post(f"{me(teams)}{player.public_key}/away/", body | {"first_day": [day], "last_day": [day]})
    page = page_of(client, teams)
    assert "You are away for a while." in page
    assert "Away: Tuesday, 6 Oct." in page
    client.post(f"{me(teams)}{player.public_key}/away/{AwayPeriod.objects.get().pk}/end/")
    assert "You have not answered." in page_of(client, teams)


def test_a_closed_season_shows_nothing(teams: Teams) -> None:
    teams.fixture()
    teams.league.season.is_open = False
    teams.league.season.save()
    assert "Rivals" not in page_of(holding(teams.people[0]), teams)


def test_a_captain_reads_who_cannot_play_after_all(teams: Teams) -> None:
    """Whoever leads a team need not stand on the list."""
    captain = PlayerFactory(club=teams.club)
    OutsideTeam.objects.filter(pk=teams.first.pk).update(captain=captain)
    fixture, other = teams.fixture(), teams.fixture(teams.second)
    teams.sits(fixture, teams.people[0])
    teams.sits(other, teams.people[6])
    for each, player in ((fixture, teams.people[0]), (other, teams.people[6])):
        client = holding(player)
        tap(client, teams, "away")
        assert said(player) == "away", each
    page = page_of(holding(captain), teams)
    assert "My team" in page
    assert f"{teams.people[0].full_name} cannot play after all: {teams.first.name} – Rivals 1, Tuesday, 6 Oct." in page
    assert teams.people[6].full_name not in page
    tap(holding(teams.people[0]), teams, "nothing")
    assert "has cancelled their answer" in page_of(holding(captain), teams)
    tap(holding(teams.people[0]), teams, "coming")
    assert "after all" not in page_of(holding(captain), teams)


def test_a_captains_card_leads_to_their_teams(teams: Teams) -> None:
    captain = teams.people[11]
    OutsideTeam.objects.filter(pk=teams.first.pk).update(captain=captain)
    address = reverse("captain_team", args=[teams.club.slug, captain.public_key, teams.first.pk])
    assert f'<a href="{address}">{teams.first.name}</a>' in page_of(holding(captain), teams)
    assert holding(captain).get(address).status_code == 200
    assert "My team" not in page_of(holding(teams.people[0]), teams)


@pytest.mark.django_db(transaction=True)
def test_a_look_costs_the_same_for_one_match_as_for_many(
    teams: Teams, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    player = teams.people[0]
    client = holding(player)
    teams.sits(teams.fixture(), player)
    page_of(client, teams)
    with django_assert_max_num_queries(17) as few:
        page_of(client, teams)
    for number in range(2, 10):
        teams.sits(teams.fixture(round=number), *teams.people[:4])
    with django_assert_max_num_queries(len(few)):
        page_of(client, teams)
