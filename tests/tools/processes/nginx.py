"""nginx with the files in deploy/ as they are, in front of two processes on this machine."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[3]
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _ in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in probes]


@contextmanager
def nginx_before(processes: Sequence[int], *, folder: Path, plain: int, tls: int) -> Iterator[subprocess.Popen[bytes]]:
    """`processes` and the others are ports; static files are looked for in `folder`/static, and the certificate that
    clients must trust is `folder`/certificate.pem. It may not answer yet."""
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
        text = text.replace("listen 80;", f"listen 127.0.0.1:{plain};")
        text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{tls} ssl").replace("chess.example.org", "localhost")
        for theirs, ours in zip((8001, 8002), processes, strict=True):
            text = text.replace(f"127.0.0.1:{theirs}", f"127.0.0.1:{ours}")
        text = "".join(line for line in text.splitlines(keepends=True) if "127.0.0.1:8003" not in line)
        (folder / name).write_text(text)
    asked = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    named = ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    into = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
    subprocess.run([*asked, *named, *into], check=True, capture_output=True)
    return folder / "nginx.conf"
