"""Asking others over the network: an address is looked up once and used, no redirects, nothing within the own walls.

Whoever gives an address to this server could make it ask its neighbours: so what a name stands for is looked at first,
and the connection is made to what was looked at.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import urlsplit

from django.conf import settings

SECONDS = 10
"""For each step: a name, a connection, an answer."""
_MOST_READ = 4_096
"""Bytes of an answer that are of use to anybody here."""


class Inward(Exception):
    """The name stands for an address inside: nothing was asked."""


class Unanswered(Exception):
    """Nobody is there, or what was said made no sense, or took too long."""


class Peer:
    """One server, over one connection as long as it holds. Not for several threads at once."""

    def __init__(self, scheme: str, netloc: str) -> None:
        parts = urlsplit(f"{scheme}://{netloc}")
        self._host, self._is_secure = parts.hostname or "", scheme == "https"
        self._port = parts.port or (443 if self._is_secure else 80)
        self._connection: http.client.HTTPConnection | None = None

    def post(self, path: str, body: bytes, headers: Mapping[str, str]) -> int:
        """The status of the answer, whatever it is. Raises Inward or Unanswered."""
        was_open = self._connection is not None
        try:
            return self._post(path, body, headers)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError) as error:
            self.close()
            if not was_open:
                raise Unanswered from error
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Unanswered from error
        return self.post(path, body, headers)  # it had been kept too long: once more, over a new one

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def hang_up(self) -> None:
        """From another thread: whoever waits here for an answer gets an error in its place."""
        connection = self._connection
        if connection is not None and connection.sock is not None:
            with suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    def _post(self, path: str, body: bytes, headers: Mapping[str, str]) -> int:
        if self._connection is None:
            self._connection = self._connected()
        self._connection.request("POST", path, body=body, headers=dict(headers))
        answer = self._connection.getresponse()
        answer.read(_MOST_READ)
        if not answer.isclosed() or self._connection.sock is None:  # it says more than anybody asked, or has hung up
            self.close()
        return answer.status

    def _connected(self) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection(self._host, self._port, timeout=SECONDS)
        connection.auto_open = 0  # never by its name
        connected = socket.create_connection((outer_address(self._host, self._port), self._port), timeout=SECONDS)
        connected.settimeout(SECONDS)
        if self._is_secure:
            connected = ssl.create_default_context().wrap_socket(connected, server_hostname=self._host)
        connection.sock = connected
        return connection


def outer_address(host: str, port: int) -> str:
    """What the name stands for. Raises Inward where any of it is no address of the open network, OSError where there is
    none."""
    found = [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not settings.INNER_ADDRESSES and not all(_is_outer(each) for each in found):
        raise Inward(host)
    return found[0]


def _is_outer(address: str) -> bool:
    of_it = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(of_it, ipaddress.IPv6Address) and of_it.ipv4_mapped is not None:
        of_it = of_it.ipv4_mapped
    return of_it.is_global and not of_it.is_multicast
