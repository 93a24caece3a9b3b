"""nginx with the files in deploy/ as they are, in front of processes on this machine, and who comes through it."""

from __future__ import annotations

import http.cookiejar
import os
import shutil
import socket
import ssl
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[3]
_PROCESSES = ("127.0.0.1:8001", "127.0.0.1:8002", "127.0.0.1:8003")
"""As nginx.conf names them."""
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    status: int
    kept: str
    """What nginx says of where it is from: HIT, MISS, …; empty for what it never keeps."""
    text: str
    location: str
    """Where it leads to."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: object) -> None:
        return None


@dataclass(frozen=True, kw_only=True)
class Visitor:
    """Comes over TLS to the usual port, as far as anybody can see, and keeps cookies."""

    port: int
    certificate: Path
    cookies: http.cookiejar.CookieJar = field(default_factory=http.cookiejar.CookieJar)

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask(path, headers)

    def post(self, path: str, form: Mapping[str, str]) -> Answer:
        return self._ask(path, {"Origin": "https://localhost"}, urllib.parse.urlencode(form).encode())

    def _ask(self, path: str, headers: Mapping[str, str], data: bytes | None = None) -> Answer:
        request = urllib.request.Request(f"https://localhost:{self.port}{path}", data, dict(headers))
        trusting = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=str(self.certificate)))
        opener = urllib.request.build_opener(trusting, urllib.request.HTTPCookieProcessor(self.cookies), _NoRedirects)
        try:
            answer = opener.open(request, timeout=10)
        except urllib.error.HTTPError as other:
            answer = other
        with answer:
            return Answer(
                status=answer.status,
                kept=answer.headers.get("X-Kept", ""),
                text=answer.read().decode("utf-8", "replace"),
                location=answer.headers.get("Location", ""),
            )


def free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _ in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in probes]


@contextmanager
def nginx_before(processes: Sequence[int], *, folder: Path, plain: int, tls: int) -> Iterator[subprocess.Popen[bytes]]:
    """`processes`, up to three, and the others are ports; static files are looked for in `folder`/static, and the
    certificate that clients must trust is `folder`/certificate.pem. It may not answer yet."""
    if NGINX is None:
        raise FileNotFoundError("nginx")
    configuration = _put_in_place(processes, folder=folder, plain=plain, tls=tls)
    who = "user root;" if os.geteuid() == 0 else ""
    beside = f"{who} daemon off; pid {folder}/pid; error_log {folder}/error.log;"
    with subprocess.Popen([NGINX, "-c", str(configuration), "-g", beside]) as process:
        try:
            yield process
        finally:
            process.terminate()


def _put_in_place(processes: Sequence[int], *, folder: Path, plain: int, tls: int) -> Path:
    """The files with these ports in the place of theirs."""
    for name in ("nginx.conf", "proxy.conf"):
        text = (ROOT / "deploy" / name).read_text().replace("/srv/clubchess", str(folder))
        text = text.replace("listen 80", f"listen 127.0.0.1:{plain}")
        text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{tls} ssl").replace("chess.example.org", "localhost")
        for place, theirs in enumerate(_PROCESSES):
            there = place < len(processes)
            lines = text.splitlines(keepends=True)
            text = "".join(line for line in lines if there or theirs not in line)
            text = text.replace(theirs, f"127.0.0.1:{processes[place]}") if there else text
        (folder / name).write_text(text)
    asked = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    named = ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    into = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
    subprocess.run([*asked, *named, *into], check=True, capture_output=True)
    return folder / "nginx.conf"
