"""A mail server of the tests' own: it takes what is sent, or refuses, or hangs, as it is told."""

from __future__ import annotations

import email
import email.policy
import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

from tests.tools.guards.in_a_thread import in_a_thread


@dataclass
class MailServer:
    port: int = 0
    received: list[tuple[str, EmailMessage]] = field(default_factory=list)
    """To whom, and what."""
    refuses: dict[str, str] = field(default_factory=dict)
    """By the command's first word, what is said instead of yes."""
    hangs_at: str = ""
    """A command that is never answered."""
    hangs_once: bool = False
    """Only the first time."""
    asked: list[str] = field(default_factory=list)
    """The commands as they came."""

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for receiver, mail in self.received if receiver == address]


class _Talk(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        told: MailServer = self.server.told  # type: ignore[attr-defined]
        receivers: list[str] = []
        self._say("220 here")
        for line in self.rfile:
            words = line.decode().strip()
            command = words.split(" ")[0].upper()
            told.asked.append(command)
            if told.hangs_at == command:
                if told.hangs_once:
                    told.hangs_at = ""
                self.request.recv(1)  # until the other side gives up
                return
            if command in told.refuses:
                self._say(told.refuses[command])
                continue
            if command == "RCPT":
                receivers.append(words.partition("<")[2].partition(">")[0])
            elif command == "DATA":
                self._say("354 go on")
                mail = self._mail()
                told.received += [(receiver, mail) for receiver in receivers]
            self._say("250 yes")
            if command == "QUIT":
                return

    def _mail(self) -> EmailMessage:
        lines = []
        for line in self.rfile:
            if line == b".\r\n":
                break
            lines.append(line[1:] if line.startswith(b"..") else line)
        message: Any = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
        return message  # type: ignore[no-any-return]

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """The other side has gone: that is what is tested."""


@contextmanager
def mail_server() -> Iterator[MailServer]:
    with _Server(("127.0.0.1", 0), _Talk) as server:
        server.told = told = MailServer(port=server.server_address[1])  # type: ignore[attr-defined]
        with in_a_thread(server):
            yield told
