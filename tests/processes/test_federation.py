"""deploy/compose.federation.yaml without containers: the processes that it names, with its commands and environment."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.tools.casts.factories import Evening
from tests.tools.pages import rating_lists as made
from tests.tools.processes.nginx import NGINX, Visitor, free_ports, nginx_before
from tests.tools.processes.postgresql import (
    Server,
    database_on,
    on_postgresql,
    pooled,
    with_pgbouncer,
)
from tests.tools.processes.served import ROOT, until_it_answers
from tests.tools.processes.waiting import until
from tournaments.models import ListState, Membership, RatingList, Role

pytestmark = [
    pytest.mark.slow,
    *on_postgresql,
    with_pgbouncer,
    pytest.mark.skipif(
        NGINX is None and os.environ.get("CI") != "true",
        reason="nginx is not installed, so deploy/compose.federation.yaml is NOT TRIED. Debian: nginx-light",
    ),
]
COMPOSE = ROOT / "deploy" / "compose.federation.yaml"
APPS = ("app1", "app2", "app3")
PASSWORD = "a long one for the club"
GIVEN = {"SECRET_KEY": "s" * 50, "POSTGRES_PASSWORD": "not asked for here", "PUBLIC_ADDRESS": "https://localhost"}
AS_SERVED = ["clubchess.log_in.password_hashing.BoundedArgon2PasswordHasher"]
PEOPLE = 2_000


def test_what_the_file_starts_serves_a_club_and_does_its_jobs(
    postgresql: Server, tmp_path: Path, settings: Any
) -> None:
    settings.PASSWORD_HASHERS = AS_SERVED
    with database_on(postgresql, "clubchess"), ExitStack() as stack:
        pooler = stack.enter_context(pooled(postgresql, "clubchess", behind=6))
        plain, tls, *ports = free_ports(2 + len(APPS))
        image = Image(
            folder=tmp_path,
            places={"pooler:6432": f"127.0.0.1:{pooler}", "database:5432": f"127.0.0.1:{postgresql.port}"},
        )
        image.build()
        assert image.start("migrate").wait(60) == 0
        running = {
            name: stack.enter_context(image.running(name, {"0.0.0.0:8000": f"127.0.0.1:{port}"}))
            for name, port in zip((*APPS, "worker"), (*ports, 0), strict=True)
        }
        for name, port in zip(APPS, ports, strict=True):
            until_it_answers(port, running[name])
        until_it_answers(tls, stack.enter_context(nginx_before(ports, folder=tmp_path, plain=plain, tls=tls)))

        evening = an_evening()
        visitor = Visitor(port=tls, certificate=tmp_path / "certificate.pem")
        page = visitor.get(evening.url("public_tournament"))
        assert (page.status, evening.tournament.name in page.text) == (200, True)
        sheets = re.findall(r'rel="stylesheet" href="([^"]+)"', page.text)
        assert sheets
        assert [visitor.get(sheet).status for sheet in sheets] == [200] * len(sheets)

        log_in(visitor, evening)
        assert visitor.get(evening.url("evening")).status == 200
        hand_in_a_list(evening)
        until(lambda: RatingList.objects.get().state == ListState.READY)

        for process in running.values():
            process.terminate()
        assert {name: process.wait(60) for name, process in running.items()} == dict.fromkeys(running, 0)


def test_the_processes_of_systemd_are_those_of_the_containers() -> None:
    """But for where they listen."""
    commands = {
        name: service["command"] for name, service in services().items() if "clubchess" in service.get("command", ())
    }
    for unit, name in (("clubchess@", "app1"), ("clubchess-worker@", "worker"), ("clubchess-migrate", "migrate")):
        text = (ROOT / "deploy" / "systemd" / f"{unit}.service").read_text()
        first = re.search(r"^ExecStart=\S+/python manage.py (.+)$", text, re.MULTILINE)
        assert first is not None
        assert first[1].replace("127.0.0.1:%i", "0.0.0.0:8000") == " ".join(commands[name][1:])


def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())["services"]
    return found


@dataclass(frozen=True, kw_only=True)
class Image:
    """What the Dockerfile makes, as far as processes can tell: they get nothing of our own environment."""

    folder: Path
    """In the place of /data, and of what was collected."""
    places: Mapping[str, str]
    """Names of the network that compose makes, and what stands for them."""

    def environment(self) -> dict[str, str]:
        static = {"STATIC_ROOT": str(self.folder / "collected")}
        return {"PATH": os.environ["PATH"], "CLUBCHESS_DATA": str(self.folder), "PYTHONUNBUFFERED": "1", **static}

    def build(self) -> None:
        """Its step that is not about packages."""
        environment = self.environment() | {"SECRET_KEY": "only-while-building", "DATABASE_URL": ""}
        collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
        subprocess.run(collect, cwd=ROOT, env=environment, check=True)

    def start(self, name: str, places: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        service = services()[name]
        given = {key: filled(value) for key, value in service["environment"].items() if value is not None}
        for theirs, ours in self.places.items():
            given["DATABASE_URL"] = given["DATABASE_URL"].replace(theirs, ours)
        program, *arguments = service["command"]
        assert program == "clubchess"
        arguments = [(places or {}).get(each, each) for each in arguments]
        return subprocess.Popen([sys.executable, "manage.py", *arguments], cwd=ROOT, env=self.environment() | given)

    @contextmanager
    def running(self, name: str, places: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
        process = self.start(name, places)
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def filled(value: object) -> str:
    """As compose fills in what whoever starts it must say."""
    return re.sub(r"\$\{(\w+)(?::\?[^}]*)?\}", lambda gap: GIVEN[gap[1]], str(value))


def an_evening() -> Evening:
    evening = Evening.of(6)
    evening.draft()
    evening.publish()
    evening.director.set_password(PASSWORD)
    evening.director.save()
    Membership.objects.filter(user=evening.director).update(role=Role.ADMIN)
    return evening


def hand_in_a_list(evening: Evening) -> None:
    client = evening.client()
    file = SimpleUploadedFile("list.txt", made.fide(made.many(PEOPLE)))
    address = reverse("rating_lists", args=[evening.tournament.club.slug])
    assert client.post(address, {"file": file, "month": "2026-10"}).status_code == 302


def log_in(visitor: Visitor, evening: Evening) -> None:
    address = "/en/log-in/"
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', visitor.get(address).text)
    assert token is not None
    form = {"csrfmiddlewaretoken": token[1], "username": evening.director.username, "password": PASSWORD}
    assert visitor.post(address, form).status == 302
