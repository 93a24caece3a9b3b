"""The club's teams as strangers ask for them: pages, calendars, news, data, the screen in the hall."""

from __future__ import annotations

import datetime
import gzip
import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree.ElementTree import Element

import icalendar
import pytest
import time_machine
from defusedxml import ElementTree
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.tools.casts.factories import ClubFactory, Evening, UserFactory
from tests.tools.casts.teams_cast import FIRST_MATCH, Teams
from tests.tools.pages.sheets import classes_without_a_rule
from tests.views.common.test_public_sizes import LIMIT, PLAIN, asset_size
from tournaments.models import (
    Action,
    Club,
    Fixture,
    FixtureAnswer,
    FixturePlace,
    Membership,
    OutsideTeam,
    Player,
    RespondedBy,
    Role,
    ShownAs,
    User,
)
from tournaments.services.cards.own_settings import choose_shown_as
from tournaments.views.common import page_cache

pytestmark = pytest.mark.django_db

NIGHT = datetime.datetime.combine(FIRST_MATCH, datetime.time(18), tzinfo=datetime.UTC)
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(autouse=True)
def on_the_night() -> Iterator[None]:
    page_cache.forget_all()
    with time_machine.travel(NIGHT, tick=False):
        yield


@pytest.fixture
def teams() -> Teams:
    """Today at home, with a line-up; in three weeks away, with a draft of it."""
    teams = Teams.of(club=ClubFactory(name="Rockaden", slug="rockaden"))
    today = teams.fixture(starts_at=datetime.time(19, 30), place="Village hall", note="Tea by Ola")
    teams.sits(today, *teams.people[:4])
    later = teams.fixture(round=2, is_home=False, note="Train 17:12", place="Library")
    Fixture.objects.filter(pk=later.pk).update(draft=[teams.people[11].pk, None, None, None])
    said = {"said_by": RespondedBy.CARD, "said_at": NIGHT}
    FixtureAnswer.objects.create(fixture=later, player=teams.people[10], said="if_needed", **said)
    return teams


def today(teams: Teams) -> Fixture:
    return teams.first.fixtures.get(round=1)


def enter(teams: Teams, results: str) -> None:
    for board, each in enumerate(results, 1):
        FixturePlace.objects.filter(fixture=today(teams), board=board).update(result="" if each == " " else each)
    noticed(teams.club)


def noticed(club: Club) -> None:
    """As whatever the public sees of it does."""
    Club.objects.filter(pk=club.pk).update(public_revision=F("public_revision") + 1)


def path(name: str, teams: Teams, **gaps: object) -> str:
    with translation.override("en"):
        return reverse(name, kwargs={"club": teams.club.slug, **gaps})


def page(client: Client, name: str, teams: Teams, **gaps: object) -> str:
    answer = client.get(path(name, teams, **gaps))
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def everything(client: Client, teams: Teams) -> str:
    """All that a stranger can open of the teams, and where else they stand."""
    texts = [
        page(client, name, teams, **gaps)
        for name, gaps in (
            *((each, {}) for each in ("public_teams", "public_teams_calendar", "public_teams_feed")),
            *((each, {}) for each in ("public_api_teams", "public_club")),
            *(
                (each, {"team": teams.first.pk})
                for each in ("public_team", "public_team_live", "public_team_calendar", "public_team_feed")
            ),
        )
    ]
    return "\n".join(re.sub(r"\r?\n[ \t]", "", text) for text in texts)


def test_a_teams_page_says_who_sits_where_and_how_it_goes(client: Client, teams: Teams) -> None:
    enter(teams, "1½  ")
    text = words(page(client, "public_team", teams, team=teams.first.pk))
    assert "Rockaden 1 – Rivals 1 1½–½ so far" in text
    assert "Today Round 1 Tuesday 6 Oct 2026, 19:30 at home · Village hall" in text
    assert "1 Person0 1–0 2 Person1 ½–½ 3 Person2 – 4 Person3 –" in text
    assert "Next matches Rockaden 1 – Rivals 2 Round 2 Tuesday 27 Oct 2026 away · Library" in text


def test_it_keeps_itself_up_to_date(client: Client, teams: Teams) -> None:
    """The open page asks for its fragment with the version it shows."""
    html = page(client, "public_team", teams, team=teams.first.pk)
    (version,) = re.findall(r'data-version="([^"]+)"', html)
    (live,) = re.findall(r'data-live="([^"]+)"', html)
    assert client.get(live, {"v": version}).status_code == 204
    enter(teams, "1   ")
    answer = client.get(live, {"v": version})
    assert answer.status_code == 200
    assert "1–0 so far" in words(answer.content.decode())
    fragment, whole = (client.get(each).content.decode() for each in (live, live.removesuffix("live/")))
    lines = {line.strip() for line in whole.splitlines()}
    assert [line for line in fragment.splitlines()[1:-1] if line.strip() not in lines] == []


def test_nothing_for_members_is_public(client: Client, teams: Teams) -> None:
    """The draft, the notes, who has answered what."""
    enter(teams, "1   ")
    text = everything(client, teams)
    assert "Person0" in text
    for secret in ("Person10", "Person11", "Tea by Ola", "Train 17:12", "if_needed", "only if you need me"):
        assert secret not in text, secret


def test_no_name_is_told_that_its_owner_hides(client: Client, teams: Teams) -> None:
    child, number = teams.people[:2]
    Player.objects.filter(pk=child.pk).update(family_name="Barneby", is_child=True, rating=1431)
    Player.objects.filter(pk=number.pk).update(given_name="Gerda", family_name="Geheim", shown_as=ShownAs.NUMBER)
    noticed(teams.club)
    text = everything(client, teams)
    for secret in ("Barneby", "1431", "Gerda", "Geheim", number.public_key):
        assert secret not in text, secret
    assert "Person0 B." in text


def test_whoever_becomes_a_number_is_gone_at_once(client: Client, teams: Teams) -> None:
    assert "Person3" in everything(client, teams)
    choose_shown_as(teams.people[3], ShownAs.NUMBER, seen=ShownAs.FULL)
    assert "Person3" not in everything(client, teams)


def test_another_clubs_team_is_not_there(client: Client, teams: Teams) -> None:
    other = Teams.of(club=ClubFactory(slug="elsewhere"))
    for name in ("public_team", "public_team_live", "public_team_calendar", "public_team_feed"):
        assert client.get(path(name, other, team=teams.first.pk)).status_code == 404, name
        assert client.get(path(name, teams, team=10**8)).status_code == 404, name
    assert client.get("/en/nobody/teams/").status_code == 404


def test_a_club_without_teams_says_so_and_its_front_page_nothing(client: Client) -> None:
    ClubFactory(slug="empty")
    assert "The club has no team in a league this season." in client.get("/en/empty/teams/").content.decode()
    assert "/en/empty/teams/" not in client.get("/en/empty/").content.decode()
    assert client.get("/en/empty/teams.ics").status_code == client.get("/en/empty/teams.atom").status_code == 200


def test_all_teams_and_their_nights_stand_on_one_page(client: Client, teams: Teams) -> None:
    teams.fixture(teams.second, round=2)
    enter(teams, "1½01")
    teams.sits(teams.fixture(teams.second), *teams.people[4:8])
    html = page(client, "public_teams", teams)
    text, ids = words(html), re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert html.count('class="team-boards"') == 2
    assert "1 match, match points: 2 Board points: 2½–1½" in text
    assert "Match nights Tuesday 27 Oct 2026 Rockaden 1 – Rivals 2 away · Library" in text
    assert "Rockaden 2 – Rivals 2 at home" in text


def test_the_front_page_leads_to_each_team(client: Client, teams: Teams) -> None:
    enter(teams, "1½  ")
    html = page(client, "public_club", teams)
    assert "Tonight: Rockaden 1 – Rivals 1, 1½–½ so far" in words(html)
    for name, gaps in (("public_teams", {}), ("public_team", {"team": teams.second.pk})):
        assert f'href="{path(name, teams, **gaps)}"' in html


def test_the_leagues_table_is_escaped_and_its_link_hands_on_nothing(client: Client, teams: Teams) -> None:
    OutsideTeam.objects.filter(pk=teams.first.pk).update(
        table=[["<b>Rivals</b>", 4], ["Rockaden 1", 2]], table_link="https://league.example/a?b=1&c=2"
    )
    html = page(client, "public_team", teams, team=teams.first.pk)
    assert "&lt;b&gt;Rivals&lt;/b&gt;" in html
    assert '<tr class="own">' in html
    assert 'href="https://league.example/a?b=1&amp;c=2" rel="noopener nofollow"' in html


def test_a_whole_season_is_light(client: Client) -> None:
    teams = Teams.of(club=ClubFactory(slug="large"), boards=10)
    for number in range(1, 12):
        fixture = teams.fixture(round=number)
        teams.sits(fixture, *teams.people[:10])
        for board, place in enumerate(fixture.places.all()):
            place.result, place.opponent = "1½0+"[board % 4], f"Opponent {number * 31 % 17} {board * number}"
            place.opponent_rating = 1500 + number * 37 + board * 13
            place.save()
    for name, gaps in (("public_teams", {}), ("public_team", {"team": teams.first.pk})):
        answer = client.get(path(name, teams, **gaps), headers={"Accept-Encoding": "gzip"})
        html = gzip.decompress(answer.content).decode()
        assert classes_without_a_rule(html, "public/teams") <= PLAIN
        assets = set(re.findall(r'(?:href="|src=")/static/([\w/]+\.(?:css|js))"', html))
        assert len(answer.content) + sum(map(asset_size, assets)) <= LIMIT, name


# Calendars


def events(client: Client, address: str) -> dict[str, Any]:
    answer = client.get(address)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    walked = icalendar.Calendar.from_ical(answer.content).walk("VEVENT")
    return {str(event["UID"]): event for event in walked}


def test_the_calendar_has_each_match_with_its_place(client: Client, teams: Teams) -> None:
    teams.fixture(teams.second, round=3)
    of_team = events(client, path("public_team_calendar", teams, team=teams.first.pk))
    first, second = of_team.values()
    assert (str(first["SUMMARY"]), str(second["SUMMARY"])) == ("Rockaden 1 – Rivals 1", "Rivals 2 – Rockaden 1")
    assert (str(first["LOCATION"]), str(second["LOCATION"])) == ("Village hall", "Library")
    assert first["DTSTART"].dt.isoformat() == "2026-10-06T19:30:00+02:00"
    assert second["DTSTART"].dt == datetime.date(2026, 10, 27)
    assert len(events(client, path("public_teams_calendar", teams))) == 3


def test_a_match_that_is_moved_is_the_same_event_with_a_higher_sequence(client: Client, teams: Teams) -> None:
    address = path("public_team_calendar", teams, team=teams.first.pk)
    before = events(client, address)
    moved = today(teams)
    Fixture.objects.filter(pk=moved.pk).update(date=datetime.date(2026, 10, 8))
    noticed(teams.club)
    Action.objects.create(club=teams.club, verb="fixture.edit", public=[["club", teams.club.pk]])
    after = events(client, address)
    assert before.keys() == after.keys()
    uid = f"match-{moved.pk}@rockaden"
    assert after[uid]["DTSTART"].dt.date() == datetime.date(2026, 10, 8)
    assert after[uid]["SEQUENCE"] > before[uid]["SEQUENCE"]
    assert after[uid]["DTSTAMP"].dt > before[uid]["DTSTAMP"].dt


# News


def news(client: Client, address: str) -> list[tuple[str, str, str]]:
    answer = client.get(address)
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    found = ElementTree.fromstring(answer.content)
    return [
        (_text(entry, "title"), _text(entry, "summary"), _text(entry, "updated"))
        for entry in found.iter(f"{ATOM}entry")
    ]


def _text(entry: Element, name: str) -> str:
    return entry.findtext(f"{ATOM}{name}") or ""


def test_news_are_line_ups_and_results(client: Client, teams: Teams) -> None:
    address = path("public_team_feed", teams, team=teams.first.pk)
    line_up = ("Rockaden 1 – Rivals 1: line-up", "Tuesday 6 Oct 2026, 19:30. 4 players.", "2026-10-01T20:00:00+00:00")
    assert news(client, address) == [line_up]
    enter(teams, "1½  ")
    assert news(client, address) == [line_up]

    enter(teams, "1½01")

    result = ("Rockaden 1 – Rivals 1 2½–1½", "Won", "2026-10-06T21:30:00+00:00")
    assert news(client, address) == [result, line_up]
    assert news(client, path("public_teams_feed", teams)) == [result, line_up]


def test_a_result_that_is_corrected_is_newer(client: Client, teams: Teams) -> None:
    enter(teams, "1½01")
    later = datetime.datetime(2026, 10, 9, 12, tzinfo=datetime.UTC)
    facts = {"fixture": today(teams).pk}
    Action.objects.create(club=teams.club, verb="x", facts=facts, at=later, public=[["club", teams.club.pk]])
    noticed(teams.club)
    assert news(client, path("public_teams_feed", teams))[0][2] == "2026-10-09T12:00:00+00:00"


def test_no_news_is_of_the_future(client: Client, teams: Teams) -> None:
    """A result that stands before the evening is over came when it was entered."""
    enter(teams, "1½01")
    early = datetime.datetime(2026, 10, 6, 19, 15, tzinfo=datetime.UTC)
    facts = {"fixture": today(teams).pk}
    Action.objects.create(club=teams.club, verb="x", facts=facts, at=early, public=[["club", teams.club.pk]])
    noticed(teams.club)
    answer = client.get(path("public_teams_feed", teams)).content.decode()
    assert news(client, path("public_teams_feed", teams))[0][2] == "2026-10-06T19:15:00+00:00"
    assert "2026-10-06T21:30" not in answer


# Data


def test_programs_read_what_the_pages_say(client: Client, teams: Teams) -> None:
    enter(teams, "1½  ")
    FixturePlace.objects.filter(fixture=today(teams), board=1).update(opponent="Rita", opponent_rating=1850)
    noticed(teams.club)
    values = json.loads(page(client, "public_api_teams", teams))
    first, second = values["teams"]
    assert (first["name"], first["league"], first["match_points"], second["matches"]) == ("Rockaden 1", "League", 0, [])
    match, later = first["matches"]
    assert (match["score"], match["is_over"], match["starts_at"], match["place"]) == (
        "1½–½",
        False,
        "19:30",
        "Village hall",
    )
    assert match["boards"][0] == {
        "board": 1,
        "colour": "white",
        "player": "Person0",
        "opponent": "Rita",
        "opponent_rating": 1850,
        "result": "1–0",
    }
    assert later["boards"] == []
    assert first["url"] == f"http://testserver/en/rockaden/teams/{teams.first.pk}/"


# The hall


def test_the_hall_ends_with_tonights_match_at_home_and_follows_it(client: Client, teams: Teams) -> None:
    evening = Evening.of(4, club=teams.club, season=teams.league.season)
    evening.play(leaving_open={1})
    address = f"/en/rockaden/{evening.tournament.slug}/hall/"
    html = client.get(address).content.decode()
    lists = re.findall(r'data-list="([^"]+)"', html)
    assert lists[-1] == f"match-{today(teams).pk}"
    (version,) = re.findall(r'data-version="([^"]+)"', html)
    assert client.get(f"{address}live/", {"v": version}).status_code == 204

    enter(teams, "1½  ")

    answer = client.get(f"{address}live/", {"v": version})
    assert "Rockaden 1 – Rivals 1, 1½–½ so far" in answer.content.decode()
    assert 'data-list="match-' not in client.get(f"{address}boards/").content.decode()


def test_the_hall_forgets_the_match_overnight(client: Client, teams: Teams) -> None:
    evening = Evening.of(4, club=teams.club, season=teams.league.season)
    evening.play(leaving_open={1})
    address = f"/en/rockaden/{evening.tournament.slug}/hall/"
    assert 'data-list="match-' in client.get(address).content.decode()
    with time_machine.travel(NIGHT + datetime.timedelta(days=1), tick=False):
        assert 'data-list="match-' not in client.get(address).content.decode()


# Somebody


def test_a_players_page_has_their_games_for_the_club(client: Client, teams: Teams) -> None:
    enter(teams, "1+  ")
    own = words(page(client, "public_player", teams, public_key=teams.people[0].public_key))
    assert "For the club 1 of 1" in own
    assert "No game yet" not in own
    forfeit = words(page(client, "public_player", teams, public_key=teams.people[1].public_key))
    assert "For the club No game yet. (1 forfeit not counted)" in forfeit
    assert client.get(path("public_player", teams, public_key=teams.people[11].public_key)).status_code == 404


def test_the_staffs_page_of_somebody_has_them_too(teams: Teams, as_user: Callable[[User], Client]) -> None:
    director = Membership.objects.create(club=teams.club, user=UserFactory(), role=Role.DIRECTOR).user
    enter(teams, "½   ")
    answer = as_user(director).get(path("person_over_seasons", teams, player=teams.people[0].pk))
    assert "For the club ½ of 1" in words(answer.content.decode())
