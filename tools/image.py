"""The container's image: built and tried, and the compose files where Docker's compose is: `make image`.

Where the base cannot be pulled, a stand-in for it is made by debootstrap (as root), and that is said.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tools.visitor import has_been_played, play_an_evening

ROOT = Path(__file__).parents[1]
IMAGE = "localhost/clubchess"  # as in the compose files
STAND_IN = "localhost/clubchess-base"
DEBIAN = "http://deb.debian.org/debian"
CONFINED = (
    "--init",
    *("--read-only", "--tmpfs", "/tmp:size=256m,mode=1777,noexec,nosuid,nodev", "--cap-drop", "ALL"),  # noqa: S108
    *("--security-opt", "no-new-privileges", "--memory", "1280m"),
)
"""As docs/installing.md says."""
READY_SECONDS = 180
KILLED_AFTER = 9
"""Seconds; builders wait ten."""
MOST_MEGABYTES = 300
OWN_CERTIFICATES = Path("/usr/local/share/ca-certificates")


def main() -> None:
    builder = find_builder()
    if builder is None:
        say("Image: NOT BUILT, since neither a running Docker nor Podman is here.")
        return
    base = base_of(builder)
    if base is None:
        say("Image: NOT BUILT, since its base cannot be pulled, and a stand-in needs debootstrap and root.")
        return
    began = time.monotonic()
    formatted = ("--format", "docker") if builder == "podman" else ()  # the other one has no health check
    run(builder, "build", "--quiet", *formatted, "--build-arg", f"BASE={base}", "--tag", IMAGE, str(ROOT))
    size = int(run(builder, "image", "inspect", "--format", "{{.Size}}", IMAGE)) / 1e6
    say(f"Image, by {builder}, on {base}: {size:.0f} MB in {time.monotonic() - began:.0f} s, at most {MOST_MEGABYTES}.")
    try_image(builder)
    if builder == "docker" and succeeds("docker", "compose", "version"):
        try_compose()
    else:
        say("Compose files: NOT TRIED, since Docker's compose is not here.")
    if size > MOST_MEGABYTES:
        sys.exit("The image is too large.")


def find_builder() -> str | None:
    return next((each for each in ("docker", "podman") if succeeds(each, "info")), None)


def base_of(builder: str) -> str | None:
    [base] = re.findall(r"^ARG BASE=(\S+)$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    if succeeds(builder, "pull", "--quiet", base):
        return str(base)
    if shutil.which("debootstrap") is None or os.geteuid() != 0:
        return None
    say(f"{base} cannot be pulled: a stand-in is made of the same packages.")
    with tempfile.TemporaryDirectory(prefix="clubchess-base-") as made:
        run("debootstrap", "--variant=minbase", "trixie", made, DEBIAN)
        for slimmed in (
            "usr/share/doc",
            "usr/share/man",
            "usr/share/info",
            "usr/share/locale",
            "var/cache/apt",
            "var/lib/apt/lists",
        ):
            shutil.rmtree(Path(made, slimmed), ignore_errors=True)
        if OWN_CERTIFICATES.is_dir():  # of a network that looks into what is downloaded
            shutil.copytree(OWN_CERTIFICATES, f"{made}{OWN_CERTIFICATES}", dirs_exist_ok=True)
        with subprocess.Popen(["tar", "-C", made, "-c", "."], stdout=subprocess.PIPE) as packed:
            subprocess.run([builder, "import", "-", STAND_IN], stdin=packed.stdout, capture_output=True, check=True)
    return STAND_IN


def try_image(builder: str) -> None:
    with tempfile.TemporaryDirectory() as outside, served(builder) as (container, address):
        club = play_an_evening(address, word=word_of(builder, container))
        check = json.loads(run(builder, "inspect", "--format", "{{json .Config.Healthcheck.Test}}", container))
        run(builder, "exec", container, *check[1:])
        processes = run(builder, "exec", container, "sh", "-c", "cat /proc/[0-9]*/status")
        memory = max(int(found) for found in re.findall(r"VmRSS:\s+(\d+)", processes)) // 1024
        run(builder, "exec", container, "clubchess", "backup", "--keep", "30")
        run(builder, "cp", f"{container}:/data/backups/.", outside)
        [backup] = Path(outside).glob("*.zip")
        began = time.monotonic()
        run(builder, "stop", container)
        state = run(builder, "inspect", "--format", "{{.State.ExitCode}}", container)
        stopped = time.monotonic() - began
        if state != "0" or stopped > KILLED_AFTER:
            sys.exit(f"It was told to stop and ended with {state} after {stopped:.0f} s.")
        began = time.monotonic()
        run(builder, "start", container)
        run(builder, "stop", container)
        if time.monotonic() - began > KILLED_AFTER:
            sys.exit("It did not stop while it started.")
        with served(builder, backup) as (_elsewhere, restored):
            has_been_played(restored, club)
    say(f"  an evening played, backed up and restored elsewhere; {memory} MB, stopped in {stopped:.1f} s")


@contextmanager
def served(builder: str, backup: Path | None = None) -> Iterator[tuple[str, str]]:
    """The container and its address, in which the backup is restored before."""
    name = f"clubchess-{secrets.token_hex(4)}"
    volume = ("--volume", f"{name}:/data")
    try:
        if backup is not None:
            taken_in = ("sh", "-c", "umask 077; cat > /data/outside.zip")
            with backup.open("rb") as file:
                line = [builder, "run", "--rm", "--interactive", *volume, IMAGE, *taken_in]
                subprocess.run(line, stdin=file, capture_output=True, check=True)
            run(builder, "run", "--rm", *CONFINED, *volume, IMAGE, "clubchess", "restore", "/data/outside.zip")
        run(builder, "run", "--detach", "--name", name, *CONFINED, *volume, "--publish", "127.0.0.1::8000", IMAGE)
        address = f"http://{run(builder, 'port', name, '8000').splitlines()[0]}"
        began = time.monotonic()
        try:
            until_ready(address)
        except SystemExit:
            say(logs_of(builder, name))
            raise
        say(f"  ready after {time.monotonic() - began:.1f} s{', restored' if backup else ''}")
        yield name, address
    finally:
        succeeds(builder, "rm", "--force", name)
        succeeds(builder, "volume", "rm", name)


def logs_of(builder: str, container: str) -> str:
    said = subprocess.run([builder, "logs", container], capture_output=True, text=True, check=True)
    return said.stdout + said.stderr


def word_of(builder: str, container: str) -> str:
    [word] = re.findall(r"asks for a word, which is: (\S+)", logs_of(builder, container))
    return str(word)


def try_compose() -> None:
    secret = {"SECRET_KEY": secrets.token_urlsafe(50), "POSTGRES_PASSWORD": secrets.token_hex(16)}
    given = secret | {"PUBLIC_ADDRESS": "https://chess.example.org"}
    with tempfile.TemporaryDirectory() as made:
        shutil.copy(ROOT / "compose.yaml", made)
        deploy = Path(shutil.copytree(ROOT / "deploy", Path(made, "deploy")))
        names = ("-keyout", str(deploy / "key.pem"), "-out", str(deploy / "certificate.pem"))
        run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=chess.example.org", *names)
        trusted = ssl.create_default_context(cafile=deploy / "certificate.pem")
        trusted.check_hostname = False
        for name, address, ports in (
            ("compose.yaml", "http://127.0.0.1:8000", [8000]),
            ("deploy/compose.federation.yaml", "https://127.0.0.1", [80, 443, 8001, 8002, 8003]),
        ):
            up_and_down(Path(made, name), address, ports, given, trusted)


def up_and_down(file: Path, address: str, ports: Sequence[int], given: dict[str, str], trusted: ssl.SSLContext) -> None:
    compose = ("docker", "compose", "--project-name", "clubchess-try", "--file", str(file))
    environment = os.environ | given
    images = set(run(*compose, "config", "--images", environment=environment).split()) - {IMAGE}
    lacking = [
        each
        for each in images
        if not (succeeds("docker", "image", "inspect", each) or succeeds("docker", "pull", each))
    ]
    taken = [port for port in ports if not is_free(port)]
    if lacking or taken:
        say(f"{file.name}: NOT TRIED. Images that cannot be had: {lacking}; ports that are taken: {taken}.")
        return
    began = time.monotonic()
    try:
        run(*compose, "up", "--detach", "--no-build", environment=environment)
        until_ready(address, trusted)
        say(f"{file.name}: up, and ready after {time.monotonic() - began:.0f} s")
    finally:
        began = time.monotonic()
        run(*compose, "down", "--volumes", environment=environment)
        say(f"{file.name}: down in {time.monotonic() - began:.0f} s")


def until_ready(address: str, trusted: ssl.SSLContext | None = None) -> None:
    asked = urllib.request.Request(f"{address}/readyz", headers={"Host": "chess.example.org"} if trusted else {})
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until:
        with suppress(OSError), urllib.request.urlopen(asked, timeout=5, context=trusted) as answer:
            if answer.read() == b"ok":
                return
        time.sleep(0.2)
    sys.exit(f"{address} was not ready within {READY_SECONDS} s.")


def is_free(port: int) -> bool:
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def succeeds(*line: str) -> bool:
    try:
        return subprocess.run(line, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def run(*line: str, environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(line)}: {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done.stdout.strip()


def say(text: str) -> None:
    print(text, flush=True)  # noqa: T201  # a command's output


if __name__ == "__main__":
    main()
