"""Fixtures on the screen: pasted or chosen, looked at, asked about, taken over; what is typed is never lost."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tools.casts.club_cast import Cast
from tests.tools.casts.teams_cast import FIRST_MATCH, Teams
from tests.tools.pages.page_forms import form_for
from tournaments.models import Action, Fixture, User

pytestmark = pytest.mark.django_db
CALENDAR = (
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1@league\r\nDTSTART:20261013T170000Z\r\n"
    "SUMMARY:Solna - SK Rockaden 1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)
LIST = "Date;Team;Opponent;Home\n13.10.2026;SK Rockaden 1;Solna;home\n;SK Rockaden 1;Täby;home\n"


@pytest.fixture
def teams(cast: Cast) -> Teams:
    return Teams.of(club=cast.club)


@pytest.fixture
def address(teams: Teams) -> str:
    return reverse("import_fixtures", args=[teams.club.slug, teams.league.pk])


@pytest.fixture
def dag(cast: Cast, as_user: Callable[[User], Client]) -> Client:
    return as_user(cast.dag)


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def confirmation(address: str, answer: Any, press: str = "") -> dict[str, Any]:
    assert answer.status_code in {200, 409, 422}, answer.content.decode()
    return dict(form_for(address, answer.content.decode(), address, press=press))


def test_a_pasted_list_is_looked_at_and_taken_over(teams: Teams, address: str, dag: Client) -> None:
    looked = dag.post(address, {"text": LIST, "receipt": "x"})
    text = text_of(looked)
    assert "1 new 0 moved 0 unchanged" in text
    assert "13 Oct 2026 Solna home" in text
    assert "3 Date The date is missing." in text
    assert LIST.strip() in looked.content.decode(), "to be put right without typing it again"
    assert not Fixture.objects.exists()

    done = dag.post(address, confirmation(address, looked), follow=True)
    assert "The matches are taken over." in text_of(done)
    fixture = Fixture.objects.get()
    assert (fixture.team, fixture.opponent, fixture.round) == (teams.first, "Solna", 1)
    assert Action.objects.get().actor is not None


def test_a_calendar_moves_what_is_there(teams: Teams, address: str, dag: Client) -> None:
    fixture = teams.fixture(opponent="Solna", is_home=False, starts_at=datetime.time(18), note="Train")
    looked = dag.post(address, {"file": SimpleUploadedFile("season.ics", CALENDAR.encode())})
    assert "6 Oct 2026, 18:00 13 Oct 2026, 19:00" in text_of(looked)

    dag.post(address, confirmation(address, looked))
    fixture.refresh_from_db()
    assert (fixture.date - FIRST_MATCH, fixture.starts_at) == (datetime.timedelta(weeks=1), datetime.time(19))
    assert (fixture.uid, fixture.note) == ("1@league", "Train")


def test_the_same_again_changes_nothing_and_says_so(teams: Teams, address: str, dag: Client) -> None:
    for said in ("The matches are taken over.", "All of this was here already: nothing has changed."):
        done = dag.post(address, confirmation(address, dag.post(address, {"text": CALENDAR})), follow=True)
        assert said in text_of(done)
    assert Action.objects.count() == 1


def test_which_team_is_meant_is_asked_once(teams: Teams, address: str, dag: Client) -> None:
    looked = dag.post(address, {"text": CALENDAR.replace("SK Rockaden 1", "Rockaden II")})
    text = text_of(looked)
    assert text.count("Which of your teams is “Rockaden II”?") == 1
    assert "1 waits for your answer" in text
    assert "Take over" not in text

    body = confirmation(address, looked, press="look")
    (field,) = (name for name in body if name.startswith("team-"))
    assert body[field] in (str(teams.second.pk), [str(teams.second.pk)]), "the likeliest is chosen"
    again = dag.post(address, body)
    assert "1 new" in text_of(again)
    assert "SK Rockaden 2 1 13 Oct 2026" in text_of(again)

    other = dag.post(address, confirmation(address, again) | {field: str(teams.first.pk)})
    assert other.status_code == 409
    assert "Look at it with this choice first" in text_of(other)
    assert not Fixture.objects.exists()
    dag.post(address, confirmation(address, other))
    assert Fixture.objects.get().team == teams.first


@pytest.mark.parametrize("answer", ["", "0", "x", "-1"])
def test_an_answer_that_is_none_is_asked_for_again(teams: Teams, address: str, dag: Client, answer: str) -> None:
    looked = dag.post(address, {"text": CALENDAR.replace("SK Rockaden 1", "Rockaden II")})
    body = confirmation(address, looked, press="look")
    (field,) = (name for name in body if name.startswith("team-"))
    again = dag.post(address, body | {field: answer})
    assert again.status_code == 422
    assert "Which of your teams is “Rockaden II”?" in text_of(again)


def test_a_league_of_others_is_left_out(teams: Teams, address: str, dag: Client) -> None:
    looked = dag.post(address, {"text": CALENDAR.replace("SK Rockaden 1", "Täby")})
    body = confirmation(address, looked, press="look")
    answered = dag.post(address, body | {name: "none" for name in body if name.startswith("team-")})
    assert "1 match is left out: none of your teams plays in it." in text_of(answered)
    assert "Take over" not in text_of(answered)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "Paste a list here, or choose a file below."),
        ({"text": "hello"}, "No columns for the day and the opponent were found in row 1"),
        ({"text": "<table><tr><td>6.10.2026</table>"}, "source of a web page"),
        ({"text": "a\0b"}, "Null characters are not allowed."),
    ],
)
def test_what_cannot_be_read_says_why_and_stays(address: str, dag: Client, sent: dict[str, str], said: str) -> None:
    answer = dag.post(address, sent)
    assert answer.status_code == 422
    assert said in text_of(answer)
    if sent.get("text") == "hello":
        assert "hello</textarea>" in answer.content.decode()


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("huge.ics", CALENDAR.encode() + b"x" * 5_000_000, "The file is larger than 5 megabytes."),
        ("large.csv", LIST.encode() + b";" * 2_000_000, "The file is larger than 2 MB: a season of matches"),
        ("empty.csv", b"", "The file is empty."),
        ("zeros.ics", CALENDAR.encode() + b"\0", "This is no calendar file"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(address: str, dag: Client, name: str, data: bytes, said: str) -> None:
    answer = dag.post(address, {"file": SimpleUploadedFile(name, data)})
    assert answer.status_code == 422
    assert said in text_of(answer)


def test_what_changed_since_the_preview_is_looked_at_again(teams: Teams, address: str, dag: Client) -> None:
    looked = dag.post(address, {"text": CALENDAR})
    teams.fixture(opponent="Solna", is_home=False)
    again = dag.post(address, confirmation(address, looked))
    assert again.status_code == 409
    assert "This was changed in the meantime." in text_of(again)
    assert "0 new 1 moved" in text_of(again)
    dag.post(address, confirmation(address, again))
    assert Fixture.objects.count() == 1


def test_sent_twice_it_is_done_once(teams: Teams, address: str, dag: Client) -> None:
    body = confirmation(address, dag.post(address, {"text": CALENDAR}))
    assert [dag.post(address, body).status_code for _twice in range(2)] == [302, 302]
    assert Action.objects.count() == 1


def test_a_preview_that_is_gone_is_said(address: str, dag: Client) -> None:
    answer = dag.post(address, {"upload": "x" * 40})
    assert answer.status_code == 409
    assert "This preview is no longer there" in text_of(answer)


def test_anothers_league_is_not_found(dag: Client, cast: Cast) -> None:
    others = Teams.of(club=cast.other_club)
    address = reverse("import_fixtures", args=[cast.club.slug, others.league.pk])
    assert dag.get(address).status_code == 404
    assert dag.post(address, {"text": LIST}).status_code == 404


def test_what_a_file_calls_things_is_shown_as_text(address: str, dag: Client) -> None:
    looked = dag.post(address, {"text": "Date;Team;Opponent;Home;<b>x\n6.10.2026;<i>a;<i>b;home;1\n"})
    assert "<i>" not in looked.content.decode().replace("&lt;i&gt;", "")
    assert "Columns left out: &lt;b&gt;x." in looked.content.decode()
