"""Somebody holds the database's lock for a while: those who save wait, those who look do not."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from django.db import transaction
from django.urls import reverse

from tests.tools.casts.factories import Evening
from tests.tools.processes.people import TOKEN, Answer, ask, log_in
from tests.tools.processes.races import database_of_its_own
from tests.tools.processes.served import served
from tests.tools.processes.waiting import until
from tournaments.models import Attendance, Presence, Tournament

WRITERS = 20
LOOKS = 20
"""So many pages are asked for while the database is locked, one after the other."""

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.postgresql]  # locks


def test_a_kept_page_answers_at_once_and_of_twenty_who_save_nobodys_is_lost(tmp_path: Path) -> None:
    with database_of_its_own(tmp_path, called="locked") as environment, served(environment) as site:
        evening = Evening.of(WRITERS)
        evening.play()
        evening.finish()
        evening.open()
        cookies = {"Cookie": log_in(evening.director)}
        place = [evening.tournament.club.slug, evening.tournament.slug]
        page = site + reverse("public_standings", args=place)
        taps = [
            site + reverse("mark_attendance", args=[*place, 2, entry.pk])
            for entry in evening.tournament.entries.order_by("number")
        ]
        form = {"presence": "present", "seen": "unmarked", "csrfmiddlewaretoken": TOKEN}
        answers: list[Answer] = []

        def tap(address: str) -> None:
            answer = ask(address, cookies, form)
            answers.append(answer)
            while answer.status == 503:  # as the page does by itself
                time.sleep(0.5)
                answer = ask(address, cookies, form)
            assert answer.status == 302

        ask(page)
        threads = [threading.Thread(target=tap, args=[address]) for address in taps]
        with transaction.atomic():
            Tournament.objects.select_for_update().get()
            for thread in threads:
                thread.start()
            until(lambda: any(answer.status == 503 for answer in answers))
            for _look in range(LOOKS):  # whoever waited for the lock here would wait for ever
                assert ask(page).status == 200
            assert not [answer for answer in answers if answer.status != 503]
        for thread in threads:
            thread.join()

        refused = [answer for answer in answers if answer.status == 503]
        assert refused
        assert {answer.headers["Retry-After"] for answer in refused} == {"10"}
        assert all("Nothing was saved" in answer.text for answer in refused)
        here = Attendance.objects.filter(round=evening.round, presence=Presence.PRESENT)
        assert here.count() == WRITERS
