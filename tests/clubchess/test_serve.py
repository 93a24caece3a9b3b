"""The server as an operator meets it: a process of its own, started, asked and stopped."""

import contextlib
import os
import resource
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.tools.guards.layers import first_fast
from tests.tools.processes.races import database_of_its_own
from tournaments.services.clubs import clubs, first_word

ROOT = Path(__file__).parents[2]


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


IMPATIENT = (
    "-c",
    "import sys; from clubchess import open_lines; from django.core.management import execute_from_command_line\n"
    "open_lines.HEADER_SECONDS, open_lines.ASK_ALL_EVERY = 1, 0.2\n"
    "import os; os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'clubchess.settings')\n"
    "execute_from_command_line(['manage.py', *sys.argv[1:]])",
)


@contextlib.contextmanager
def served(
    *arguments: str, files: int = 0, program: tuple[str, ...] = ("manage.py",), **environment: str
) -> Iterator[subprocess.Popen[str]]:
    """`files`: how many of them the process may open."""

    def limit() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored where the tests themselves run in the background
        if files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    process = subprocess.Popen(
        [sys.executable, *program, "serve", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        preexec_fn=limit,  # the test has one thread
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("how", first_fast(1, [signal.SIGTERM, signal.SIGINT]))
def test_it_prints_its_address_answers_there_and_stops_cleanly(free_port: int, how: signal.Signals) -> None:
    with served("--bind", f"127.0.0.1:{free_port}") as process:
        assert process.stdout is not None
        line = next(line for line in process.stdout if "Clubchess is at" in line)
        with urllib.request.urlopen(f"{line.split()[3]}healthz", timeout=10) as response:
            assert response.read() == b"ok"
        process.send_signal(how)
        output, _ = process.communicate(timeout=15)

    assert process.returncode == 0
    assert "has stopped" in output


@pytest.mark.slow
def test_half_sent_requests_keep_nobody_waiting(free_port: int) -> None:
    with served("--bind", f"127.0.0.1:{free_port}") as process, contextlib.ExitStack() as stack:
        assert process.stdout is not None
        line = next(line for line in process.stdout if "Clubchess is at" in line)
        for _ in range(150):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", free_port)))
            slow.send(b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf")
        with urllib.request.urlopen(f"{line.split()[3]}healthz", timeout=10) as response:
            assert response.read() == b"ok"


@contextlib.contextmanager
def connected(port: int, sent: bytes) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.sendall(sent)
        yield client


def until_it_serves(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    next(line for line in process.stdout if "Clubchess is at" in line)


def test_a_body_beyond_25_megabytes_is_cut_off_before_it_is_sent(free_port: int) -> None:
    posted = b"POST /en/log-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\n"
    with served("--bind", f"127.0.0.1:{free_port}") as process:
        until_it_serves(process)
        with connected(free_port, posted + b"Content-Length: 400000000\r\n\r\nonly this of it") as client:
            assert client.recv(1000).startswith(b"HTTP/1.1 413 ")
        with connected(free_port, posted + b"Content-Length: 26000000\r\n\r\nonly this of it") as client:
            client.settimeout(0.5)  # one of 25 MB is waited for
            with pytest.raises(TimeoutError):
                client.recv(1000)


@pytest.mark.slow
def test_a_body_that_does_not_say_its_length_is_cut_off_too(free_port: int) -> None:
    with served("--bind", f"127.0.0.1:{free_port}") as process:
        until_it_serves(process)
        head = b"POST /en/log-in/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        with connected(free_port, head) as client:
            sent = 0
            with contextlib.suppress(ConnectionError):
                while sent < 60_000_000:
                    client.sendall(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
                    sent += 0x10000

    assert 20_000_000 < sent < 40_000_000


@pytest.mark.slow
@pytest.mark.parametrize("sent", [b"", b"GET /healthz HTTP/1.1\r\nHost: loc"])
def test_connections_that_ask_nothing_make_room(free_port: int, sent: bytes) -> None:
    with served("--bind", f"127.0.0.1:{free_port}", files=300) as process, contextlib.ExitStack() as stack:
        until_it_serves(process)
        for _ in range(250):
            stack.enter_context(connected(free_port, sent))
        for _ in range(3):
            with urllib.request.urlopen(f"http://127.0.0.1:{free_port}/healthz", timeout=5) as response:
                assert response.read() == b"ok"


@pytest.mark.slow
def test_whoever_drips_a_header_is_hung_up_on(free_port: int) -> None:
    """After one second here; that it is after twenty tests/clubchess/test_open_lines.py sees, by a clock of its own."""
    with served("--bind", f"127.0.0.1:{free_port}", program=IMPATIENT) as process:
        until_it_serves(process)
        with connected(free_port, b"GET /healthz HTTP/1.1\r\nX: ") as client:
            client.settimeout(0.1)
            for _ in range(600):
                try:
                    client.send(b"y")
                    if client.recv(1000) == b"":
                        break
                except TimeoutError:
                    continue
                except ConnectionError:
                    break
            else:
                pytest.fail("nobody hangs up")


@pytest.mark.parametrize("bind", first_fast(1, ["8000", "127.0.0.1:", ":8000", "127.0.0.1:http", "127.0.0.1:70000"]))
def test_it_says_how_to_write_an_address(bind: str) -> None:
    with served("--bind", bind) as process:
        output, _ = process.communicate(timeout=30)

    assert "write it as address:port" in output
    assert process.returncode == 1


@pytest.mark.slow
def test_it_says_so_when_the_port_is_taken(free_port: int) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", free_port))
        taken.listen()
        with served("--bind", f"127.0.0.1:{free_port}") as process:
            output, _ = process.communicate(timeout=30)

    assert "Cannot listen" in output
    assert "Traceback" not in output


@pytest.mark.slow
def test_it_says_so_when_the_static_files_were_never_collected(free_port: int, tmp_path: Path) -> None:
    with served("--bind", f"127.0.0.1:{free_port}", STATIC_MANIFEST="true", STATIC_ROOT=str(tmp_path)) as process:
        output, _ = process.communicate(timeout=30)

    assert "collectstatic" in output
    assert process.returncode == 1


@pytest.mark.slow
@pytest.mark.parametrize(("address", "knows_who_asks"), [("127.0.0.1", True), ("0.0.0.0", False)])  # noqa: S104
def test_where_there_is_no_club_it_prints_a_word_and_who_may_do_without(
    address: str, knows_who_asks: bool, free_port: int, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    """And whoever is handed on may not, though the server drops what says so."""
    with django_db_blocker.unblock(), database_of_its_own(tmp_path, called="first") as environment:
        bind = ("--bind", f"{address}:{free_port}")
        with served(*bind, **environment) as process:
            assert process.stdout is not None
            line = next(line for line in process.stdout if "no club yet" in line)
            assert first_word.key_of(line.split()[-1])
            first = f"http://127.0.0.1:{free_port}/en/my-clubs/first/"
            assert ("Make the club" in _page(first)) == knows_who_asks
            for handed_on in ("X-Forwarded-For", "Forwarded", "Via"):
                assert "There is no club here yet" in _page(first, **{handed_on: "192.168.1.7"})
        clubs.create_club(name="SK Rockaden", username="kari")
        with served(*bind, **environment) as process:
            until_it_serves(process)
            assert "SK Rockaden" in _page(f"http://127.0.0.1:{free_port}/en/")
            process.send_signal(signal.SIGTERM)
            output, _ = process.communicate(timeout=15)
    assert "no club yet" not in output


def _page(address: str, **headers: str) -> str:
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=10) as response:
        return str(response.read().decode())
