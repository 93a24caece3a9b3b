"""Somebody holds the database's lock for a while: those who save wait, those who look do not."""

from __future__ import annotations

import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.tools.factories import Evening
from tests.tools.processes.races import database_of_its_own
from tests.tools.processes.served import served
from tournaments.models import Attendance, Presence, Tournament

WRITERS = 20
LOCKED = 4.0  # seconds
TOKEN = "x" * 32

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


class StaysHere(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments: object) -> None:
        return None


def ask(address: str, cookies: str = "", form: dict[str, str] | None = None) -> tuple[int, str, str]:
    """Status, Retry-After and text."""
    data = urllib.parse.urlencode(form).encode() if form else None
    request = urllib.request.Request(address, data, {"Cookie": cookies} if cookies else {})
    try:
        with urllib.request.build_opener(StaysHere).open(request, timeout=60) as answer:
            return answer.status, "", answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers.get("Retry-After", ""), error.read().decode()


def test_a_kept_page_answers_at_once_and_of_twenty_who_save_nobodys_is_lost(tmp_path: Path) -> None:
    with database_of_its_own(tmp_path, called="locked") as environment, served(environment) as site:
        evening = Evening.of(WRITERS)
        evening.play()
        evening.finish()
        evening.open()
        client = Client()
        client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
        (session,) = client.cookies.values()
        cookies = f"{session.key}={session.value}; csrftoken={TOKEN}"
        place = [evening.tournament.club.slug, evening.tournament.slug]
        page = site + reverse("public_standings", args=place)
        taps = [
            site + reverse("mark_attendance", args=[*place, 2, entry.pk])
            for entry in evening.tournament.entries.order_by("number")
        ]
        form = {"presence": "present", "seen": "unmarked", "csrfmiddlewaretoken": TOKEN}
        answers: list[tuple[int, str, str]] = []

        def tap(address: str) -> None:
            answer = ask(address, cookies, form)
            answers.append(answer)
            while answer[0] == 503:  # as the page does by itself
                time.sleep(0.5)
                answer = ask(address, cookies, form)
            assert answer[0] == 302

        ask(page)
        threads = [threading.Thread(target=tap, args=[address]) for address in taps]
        took = []
        with transaction.atomic():
            Tournament.objects.select_for_update().get()
            until = time.monotonic() + LOCKED
            for thread in threads:
                thread.start()
            time.sleep(0.5)
            while time.monotonic() < until:
                began = time.monotonic()
                assert ask(page)[0] == 200
                took.append(time.monotonic() - began)
                time.sleep(0.1)
        for thread in threads:
            thread.join()

        print(f"pages {len(took)}, slowest {max(took) * 1000:.0f} ms; refused {sum(a[0] == 503 for a in answers)}")  # noqa: T201
        assert max(took) < 1
        refused = [answer for answer in answers if answer[0] == 503]
        assert refused
        assert {answer[1] for answer in refused} == {"10"}
        assert all("Nothing was saved" in answer[2] for answer in refused)
        here = Attendance.objects.filter(round=evening.round, presence=Presence.PRESENT)
        assert here.count() == WRITERS
