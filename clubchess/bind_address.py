"""What a server listens on, and whether it could: `python -m clubchess.bind_address 127.0.0.1:8000`.

Without Django and without packages: `make run` looks before it installs any, by whatever Python there is.
"""

from __future__ import annotations

import os
import socket
import sys


def host_and_port(bind: str) -> tuple[str, int]:
    """Raises ValueError, in words for whoever wrote it."""
    host, colon, port = bind.rpartition(":")
    if not (colon and host and port.isdecimal() and 0 < int(port) < 65536):
        raise ValueError(f"--bind {bind}: write it as address:port, for instance 127.0.0.1:8000 or [::1]:8000.")
    return host.strip("[]"), int(port)


def written(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def cannot_listen(bind: str, error: OSError) -> str:
    return f"Cannot listen on {bind}: {error.strerror}. Choose another with --bind (make run: with PORT=8001)."


def why_not(bind: str) -> str:
    """Empty where a server could listen there now."""
    try:
        host, port = host_and_port(bind)
        for family, kind, protocol, _name, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            with socket.socket(family, kind, protocol) as probe:
                if hasattr(os, "geteuid"):  # as the server does; on Windows it would take the port from whoever has it
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
    except ValueError as error:
        return str(error)
    except OSError as error:
        return cannot_listen(bind, error)
    return ""


if __name__ == "__main__":
    sys.exit(why_not(sys.argv[1]) or None)
