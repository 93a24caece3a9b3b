"""The files in deploy/ as they are: nginx in front of two processes over one database."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from tests.tools.casts.factories import Evening
from tests.tools.processes.nginx import NGINX, Visitor, free_ports, nginx_before
from tests.tools.processes.races import ROOT, database_of_its_own
from tests.tools.processes.served import until_it_answers
from tests.tools.processes.waiting import until
from tournaments.models import User
from tournaments.pairing.types.snapshot import Result

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        NGINX is None and os.environ.get("CI") != "true",
        reason="nginx is not installed, so deploy/nginx.conf is NOT TRIED. Debian: sudo apt install nginx-light",
    ),
]


@dataclass(kw_only=True)
class Installation:
    visitor: Visitor
    evening: Evening
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def get(self, path: str, **headers: str) -> tuple[int, str, str]:
        answer = self.visitor.get(path, **headers)
        return answer.status, answer.kept, answer.text


@pytest.fixture(scope="module")
def installation(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[Installation]:
    folder = tmp_path_factory.mktemp("nginx")
    plain, tls, *ports = free_ports(4)
    with django_db_blocker.unblock(), database_of_its_own(folder, called="nginx") as environment, ExitStack() as stack:
        evening = Evening.of(6)
        evening.draft()
        evening.publish()
        environment |= {"BEHIND_PROXY": "1", "ALLOWED_HOSTS": "localhost", "STATIC_MANIFEST": "false"}
        visitor = Visitor(port=tls, certificate=folder / "certificate.pem")
        installation = Installation(visitor=visitor, evening=evening)
        for port in ports:
            serve = [sys.executable, "manage.py", "serve", "--bind", f"127.0.0.1:{port}", "--no-jobs"]
            process = subprocess.Popen(
                serve, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
            installation.processes.append(process)
        nginx = stack.enter_context(nginx_before(ports, folder=folder, plain=plain, tls=tls))
        for port, process in zip((tls, *ports), (nginx, *installation.processes), strict=True):
            until_it_answers(port, process)
        yield installation


def test_a_public_page_is_kept_for_a_second_and_then_asked_for_again(installation: Installation) -> None:
    path = f"/en/{installation.evening.tournament.club.slug}/{installation.evening.tournament.slug}/"
    status, _kept, text = installation.get(path)
    assert (status, installation.evening.tournament.name in text) == (200, True)
    until(lambda: installation.get(path)[1] == "HIT")

    installation.evening.enter(1, Result.WHITE_WINS)
    until(lambda: installation.get(path)[2] != text)  # a second, where nothing else runs


def test_whoever_comes_later_than_a_second_is_given_what_is_true_now(installation: Installation) -> None:
    """However long ago somebody asked before them: what is kept is not given out while it is asked for anew."""
    tournament = installation.evening.tournament
    page = f"/en/{tournament.club.slug}/{tournament.slug}/"
    version = re.search(r'data-version="([^"]+)"', installation.get(page)[2])
    assert version is not None
    asked = (page, f"{page}live/?v={version[1]}", f"/en/{tournament.club.slug}/")
    before = [installation.get(each)[2] for each in asked]
    time.sleep(2.1)  # nginx counts in whole seconds: one second ends in the next but one

    installation.evening.enter(2, Result.WHITE_WINS)

    assert [each for each, text in zip(asked, before, strict=True) if installation.get(each)[2] == text] == []


def test_hundreds_who_ask_whether_there_is_news_are_one_question_a_second(installation: Installation) -> None:
    tournament = installation.evening.tournament
    page = f"/en/{tournament.club.slug}/{tournament.slug}/"
    version = re.search(r'data-version="([^"]+)"', installation.get(page)[2])
    assert version is not None

    def asks() -> str:
        status, kept, _text = installation.get(f"{page}live/?v={version[1]}")
        assert status == 204
        return kept

    asks()
    until(lambda: asks() == "HIT")  # by the second question, unless a second lies between


def test_no_page_of_the_staff_and_no_log_in_is_ever_kept(installation: Installation) -> None:
    evening = installation.evening
    staff = f"/en/{evening.tournament.club.slug}/staff/{evening.tournament.slug}/"
    client = Client()
    client.force_login(User.objects.get(pk=evening.director.pk), backend="tournaments.log_in.EmailOrUsernameBackend")
    cookie = f"__Host-sessionid={client.cookies['sessionid'].value}"

    for _ in range(3):
        status, kept, text = installation.get(staff, Cookie=cookie)
        assert (status, kept, "Round 1" in text) == (200, "BYPASS", True)
        assert installation.get(staff)[0] == 302  # a stranger is sent to the log-in
        assert installation.get("/en/log-in/")[1] in {"", "MISS"}


def test_static_files_come_whether_nginx_has_them_or_not(installation: Installation) -> None:
    status, _kept, sheet = installation.get("/static/css/parts/tokens.css")
    assert (status, "--" in sheet) == (200, True)
    assert installation.get("/static/css/no-such-file.css")[0] == 404


def test_whoever_watches_on_this_machine_asks_whether_it_is_ready(installation: Installation) -> None:
    assert installation.get("/readyz")[:1] == (200,)
    assert installation.get("/healthz")[0] == 200


@pytest.mark.parametrize(
    ("host", "path", "status", "location"),
    [
        ("rockaden.example", "/", 302, "https://localhost/sv/sk-rockaden/"),
        ("rockaden.example", "/sv/sk-rockaden/rapid/?page=2", 302, "https://localhost/sv/sk-rockaden/rapid/?page=2"),
        ("nobody.example", "/", 421, ""),
        ("nobody.example", "/en/", 421, ""),
    ],
)
def test_a_clubs_own_name_leads_to_its_pages_and_no_other_does(
    installation: Installation, host: str, path: str, status: int, location: str
) -> None:
    answer = installation.visitor.get(path, Host=host)
    assert (answer.status, answer.location) == (status, location)


def test_a_process_that_is_killed_is_not_missed(installation: Installation) -> None:
    paths = [f"/{language}/{installation.evening.tournament.club.slug}/" for language in ("en", "nb", "sv", "da", "de")]
    installation.processes[0].send_signal(signal.SIGKILL)
    installation.processes[0].wait()

    assert [installation.get(path)[0] for path in paths for _ in range(4)] == [200] * 20
