"""The container's files: what they start from, what the processes may do, and which settings reach them. `make image`
builds and tries them where Docker or Podman is."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tournaments.exchange.apart import _AT_ONCE, LIMITS

ROOT = Path(__file__).parents[2]
# Whether they are right is for the image to say, not for who runs it.
THE_IMAGES_OWN = {"CLUBCHESS_DATA", "STATIC_ROOT", "STATIC_MANIFEST", "DEBUG"}


@pytest.fixture(scope="module")
def dockerfile() -> list[str]:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.fixture(scope="module")
def services() -> dict[str, dict[str, Any]]:
    return dict(yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"])


@pytest.fixture(scope="module")
def federation() -> dict[str, dict[str, Any]]:
    file = ROOT / "deploy" / "compose.federation.yaml"
    return dict(yaml.safe_load(file.read_text(encoding="utf-8"))["services"])


def test_every_image_has_an_exact_version(dockerfile: list[str], services: dict[str, dict[str, Any]]) -> None:
    [base] = [line.removeprefix("ARG BASE=") for line in dockerfile if line.startswith("ARG BASE=")]
    images = [base, services["database"]["image"]]

    for image in images:
        assert re.fullmatch(r"([a-z.]+/)*[a-z]+:\d+\.\d+(-slim)?(@sha256:[0-9a-f]{64})?", image), image
    # What was installed on one runs on the other.
    assert [line.split()[1] for line in dockerfile if line.startswith("FROM")] == ["${BASE}", "${BASE}"]


def test_what_is_copied_is_there_and_enough_for_the_wheel(dockerfile: list[str]) -> None:
    ignored = set((ROOT / ".dockerignore").read_text(encoding="utf-8").split())
    copied = {
        name for line in dockerfile if line.startswith("COPY ") and "--from" not in line for name in line.split()[1:-1]
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {project["project"]["readme"], project["project"]["license"]["file"], "hatch_build.py", "manage.py"}
    wanted |= {*project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"], "templates", "static", "locale"}
    wanted |= {*re.findall(r'\broot / "([^"]+)"', (ROOT / "hatch_build.py").read_text(encoding="utf-8"))}

    assert {name for name in copied if not (ROOT / name).exists()} == set()
    assert wanted | {"pyproject.toml", "requirements.txt"} == copied
    assert copied & ignored == set()
    assert {".git", ".env", "var", "deploy"} <= ignored, "secrets of whoever builds it"


def test_the_client_that_backs_up_is_of_the_servers_version(
    dockerfile: list[str], services: dict[str, dict[str, Any]], federation: dict[str, dict[str, Any]]
) -> None:
    [copied] = [line for line in dockerfile if line.startswith("COPY") and "/pg_dump" in line]
    major = services["database"]["image"].removeprefix("postgres:").partition(".")[0]

    assert [f"/usr/lib/postgresql/{major}/bin/{name}" for name in ("pg_dump", "pg_restore", "psql")] == copied.split()[
        2:-1
    ]
    assert federation["database"]["image"] == services["database"]["image"]


def test_a_database_that_is_being_made_is_not_taken_for_one_that_answers(
    services: dict[str, dict[str, Any]], federation: dict[str, dict[str, Any]]
) -> None:
    """It is made by a server that listens on its socket alone; `migrate` of the federation is not tried again."""
    for each in (services, federation):
        assert "pg_isready --host 127.0.0.1" in each["database"]["healthcheck"]["test"][1]


def test_nginx_finds_the_processes_where_its_own_file_says(federation: dict[str, dict[str, Any]]) -> None:
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    published = [port for service in federation.values() for port in service.get("ports", ())]

    assert federation["nginx"]["network_mode"] == "host"
    assert [f"{there}:8000" for there in re.findall(r"server (127\.0\.0\.1:\d+) ", text)] == published


def test_the_image_serves_as_nobody_in_particular(dockerfile: list[str]) -> None:
    last_stage = dockerfile[max(number for number, line in enumerate(dockerfile) if line.startswith("FROM")) :]
    users = [line.split()[1] for line in last_stage if line.startswith("USER")]

    assert users == ["clubchess"]
    assert [line.split()[0] for line in last_stage].index("USER") < [line.split()[0] for line in last_stage].index(
        "CMD"
    )


def test_its_user_and_group_have_one_number_and_own_the_data(dockerfile: list[str]) -> None:
    """Of people, not of a system's services: useradd warns where a number is of the other kind."""
    (made,) = [line for line in dockerfile if "useradd" in line]

    assert re.findall(r"--[gu]id (\d+)", made) == ["1000", "1000", "1000"]
    assert "--system" not in made
    assert "install -d -o clubchess -g clubchess /data" in made


def test_it_is_restarted_when_it_is_dead_and_not_while_it_migrates(dockerfile: list[str]) -> None:
    (check,) = [line for line in dockerfile if line.startswith("HEALTHCHECK")]
    minutes = re.search(r"--start-period=(\d+)m ", check)

    assert "127.0.0.1:8000/healthz'" in check
    assert minutes is not None
    assert int(minutes[1]) >= 5


def test_what_does_not_listen_has_no_check_that_asks_it(federation: dict[str, dict[str, Any]]) -> None:
    silent = [
        name
        for name, service in federation.items()
        if "clubchess" in service.get("command", ()) and "serve" not in service["command"]
    ]

    assert silent == ["migrate", "worker"]  # the first is over before anybody asks
    assert federation["worker"]["healthcheck"] == {"disable": True}


def test_a_backup_goes_into_the_container_by_the_command_that_is_printed(tmp_path: Path) -> None:
    """As printed, but for the container: whoever runs the shell can read what came, and nobody else."""
    text = (ROOT / "docs" / "running-a-club.md").read_text(encoding="utf-8").partition("\n## Docker\n")[2]
    (script,) = re.findall(r"app sh -c '(.*?)' < backups/", text)
    data = tmp_path / "data"
    data.mkdir()

    subprocess.run(["sh", "-c", script.replace("/data", str(data))], input=b"a backup", check=True, timeout=10)

    there = data / "backups" / "outside.zip"
    assert there.read_bytes() == b"a backup"
    assert there.stat().st_mode & 0o777 == 0o600
    assert "restore /data/backups/" in text


def test_packages_are_those_whose_hashes_are_known(dockerfile: list[str]) -> None:
    """They come once, by their hashes; what is installed is taken from among them."""
    commands = [part.strip() for line in dockerfile for part in line.split("&&") if "bin/pip" in part]
    download, *installs = commands

    assert "--require-hashes" in download
    assert "--only-binary :all:" in download
    assert len(installs) == 2
    assert all("--no-index --find-links /packages" in install for install in installs)


def test_it_stops_when_it_is_told_to_while_it_starts(
    services: dict[str, dict[str, Any]], federation: dict[str, dict[str, Any]]
) -> None:
    """As a container's first process it would not listen yet, and be killed when the time for stopping is over."""
    ours = [each for file in (services, federation) for each in file.values() if "build" in each]

    assert len(ours) == 6
    assert all(each["init"] for each in ours)


@pytest.mark.parametrize("name", ["app", "database"])
def test_a_process_that_was_taken_over_can_do_little(services: dict[str, dict[str, Any]], name: str) -> None:
    service = services[name]

    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert "privileged" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert service["pids_limit"] > 0
    for place in service["tmpfs"]:
        path, _, options = place.partition(":")
        assert {"noexec", "nosuid"} <= set(options.split(",")), path
        assert "size=" in options, path  # it is memory


def test_uploads_on_their_way_have_room(services: dict[str, dict[str, Any]]) -> None:
    """The server writes a body of up to 25 MB to /tmp before anybody looks at it."""
    (temporary,) = [place for place in services["app"]["tmpfs"] if place.startswith("/tmp:")]  # noqa: S108
    found = re.search(r"size=(\d+)m", temporary)

    assert found is not None
    assert int(found[1]) >= 4 * 25
    assert int(found[1]) < int(services["app"]["mem_limit"].removesuffix("m"))


@pytest.mark.parametrize(("file", "name"), [("services", "app"), ("federation", "app1"), ("federation", "worker")])
def test_a_rating_list_and_a_file_beside_it_fit_in_with_the_server(
    file: str, name: str, request: pytest.FixtureRequest
) -> None:
    """Alone: two that are not would be read at once."""
    alone = max(limits.megabytes for limits in LIMITS.values() if limits.is_alone)
    beside = max(limits.megabytes for limits in LIMITS.values() if not limits.is_alone)
    service = request.getfixturevalue(file)[name]
    (temporary,) = (int(size) for place in service["tmpfs"] for size in re.findall(r"size=(\d+)m", place))
    server = 250

    assert alone + (_AT_ONCE - 1) * beside + temporary + server <= int(service["mem_limit"].removesuffix("m"))


def test_only_this_machine_reaches_it(services: dict[str, dict[str, Any]]) -> None:
    assert services["app"]["ports"] == ["127.0.0.1:8000:8000"]
    assert "ports" not in services["database"]


def test_every_setting_that_is_documented_reaches_the_application(services: dict[str, dict[str, Any]]) -> None:
    table = (
        (ROOT / "docs" / "installing.md")
        .read_text(encoding="utf-8")
        .partition("## Configuration")[2]
        .partition("\n## ")[0]
    )
    names = set(re.findall(r"^\| `([A-Z_]+)`", table, re.MULTILINE))
    environment = services["app"]["environment"]

    assert len(names) > 12
    assert names - set(environment) == THE_IMAGES_OWN
    # Without a value: what is not set outside is not set inside either, and an empty text is not a default.
    assert [name for name, value in environment.items() if str(value).endswith(":-}")] == []


def test_nothing_secret_has_a_default(services: dict[str, dict[str, Any]]) -> None:
    environments = [service["environment"] for service in services.values()]
    secrets = [
        value for each in environments for name, value in each.items() if re.search("KEY|PASSWORD|DATABASE_URL", name)
    ]

    given = [value for value in secrets if value is not None]  # the others are passed on where they are set
    assert len(given) == 3
    assert all(":?" in value for value in given)
