"""Firefox and WebKit as Debian packs them, each driven by what it brings itself: neither needs a driver from elsewhere.

Both speak WebDriver, Firefox over a socket of its own (Marionette), WebKit over http.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.servers.basehttp import WSGIRequestHandler
from django.test import Client
from django.test.testcases import LiveServerThread

from tests.tools.processes.served import free_port, until_it_answers
from tournaments.models import User

_PATIENCE = 20.0
_HEARS = "/what-goes-wrong.js"
_WHAT_GOES_WRONG = """(() => {
  const tell = words => { sessionStorage.wrong = (sessionStorage.wrong || "") + words + "\\n"; };
  addEventListener("error", event => tell("script error: " + event.message));
  addEventListener("unhandledrejection", event => tell("promise rejected: " + event.reason));
  addEventListener("securitypolicyviolation", event => tell("CSP violation: " + event.violatedDirective));
})();"""
"""First on each page: neither engine tells a driver what it has written into its console."""


_CONSOLE = """const said = Services.console.getMessageArray();
Services.console.reset();
return said.filter(each => each instanceof Ci.nsIScriptError && each.sourceName.startsWith("http"))
  .filter(each => each.category !== "Service Worker Interception")
  .map(each => each.category + ": " + each.errorMessage);"""
"""That a worker reached no network it says whatever the worker answers then."""


class Engine(ABC):
    """A window of one browser."""

    name = ""
    packages = ""
    programs: tuple[str, ...] = ()

    @abstractmethod
    def __init__(self, folder: Path) -> None: ...

    @abstractmethod
    def ask(self, command: str, **given: object) -> Any:
        """One command of WebDriver, by the name that Marionette has for it."""

    @abstractmethod
    def quit(self) -> None: ...

    @classmethod
    def lacks(cls) -> str:
        """The program that is not on this machine."""
        return next((program for program in cls.programs if not shutil.which(program)), "")

    def goes_to(self, address: str) -> None:
        self.ask("Navigate", url=address)

    def runs(self, script: str, *given: object) -> Any:
        return self.ask("ExecuteScript", script=script, args=list(given))

    def taps(self, selector: str) -> None:
        """What is there, or comes within a short time."""
        self.waits_for(f"document.querySelector({json.dumps(selector)})")
        found = self.ask("FindElement", using="css selector", value=selector)
        self.ask("ElementClick", id=next(iter(found.values())))

    def types(self, keys: str) -> None:
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.ask("PerformActions", actions=[{"type": "key", "id": "keys", "actions": strokes}])

    def waits_for(self, holds: str) -> None:
        """Until an expression of the page's is true."""
        end = time.monotonic() + _PATIENCE
        while not self.runs(f"return Boolean({holds})"):
            assert time.monotonic() < end, f"{self.name}: it never holds: {holds}"
            time.sleep(0.02)

    def counts(self, selector: str, count: int) -> None:
        self.waits_for(f"document.querySelectorAll({json.dumps(selector)}).length === {count}")

    def becomes(self, user: User, address: str) -> None:
        """Logged in, without the way through the log-in page."""
        client = Client()
        client.force_login(user, backend="tournaments.log_in.EmailOrUsernameBackend")
        self.goes_to(f"{address}/healthz")
        self.ask("AddCookie", cookie={"name": "sessionid", "value": client.cookies["sessionid"].value})

    def what_went_wrong(self) -> list[str]:
        """Since it was asked last. What is brought about here must be among it: otherwise nobody listened."""
        self.runs("dispatchEvent(new ErrorEvent('error', { message: 'brought about' }))")
        told = self.runs("const told = sessionStorage.wrong; sessionStorage.removeItem('wrong'); return told")
        lines: list[str] = told.splitlines()
        assert lines.pop() == "script error: brought about"
        return lines


class Firefox(Engine):
    name = "Firefox"
    packages = "firefox-esr"
    programs = ("firefox-esr",)

    _FEW_PROCESSES: Mapping[str, object] = {
        "dom.ipc.processPrelaunch.enabled": False,
        "dom.ipc.processCount": 1,
        "fission.autostart": False,
    }
    """A third of what it costs to start."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        wishes = {"marionette.port": port, **self._FEW_PROCESSES}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in wishes.items()]
        (folder / "user.js").write_text("".join(lines))
        started = ["firefox-esr", "--headless", "--no-remote", "--marionette", "--profile", str(folder)]
        started += ["--remote-allow-system-access"]  # to its console
        self._process = subprocess.Popen(started, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until_it_answers(port, self._process)
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._answers = self._socket.makefile("rb")
        self._read()  # who it is
        self._asked = 0
        self.ask("NewSession", capabilities={})

    def what_went_wrong(self) -> list[str]:
        """And what it says in its console of our scripts, a worker's among them."""
        wrong = super().what_went_wrong()
        self._send("Marionette:SetContext", value="chrome")
        said: list[str] = self.runs(_CONSOLE)
        self._send("Marionette:SetContext", value="content")
        return wrong + said

    def ask(self, command: str, **given: object) -> Any:
        return self._send(f"WebDriver:{command}", **given)

    def _send(self, command: str, **given: object) -> Any:
        self._asked += 1
        message = json.dumps([0, self._asked, command, given]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _kind, _number, error, answer = self._read()
        assert not error, f"{self.name}: {command} {given}: {error}"
        return answer.get("value", answer) if isinstance(answer, dict) else answer

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._answers.read(1)
        return json.loads(self._answers.read(int(length[:-1])))

    def quit(self) -> None:
        self._socket.close()
        self._process.kill()
        self._process.wait()


class WebKit(Engine):
    name = "WebKit"
    packages = "webkit2gtk-driver xvfb"
    programs = ("WebKitWebDriver", "Xvfb")

    _PATHS: Mapping[str, str] = {
        "Navigate": "/url",
        "Refresh": "/refresh",
        "ExecuteScript": "/execute/sync",
        "FindElement": "/element",
        "ElementClick": "/element/{id}/click",
        "PerformActions": "/actions",
        "AddCookie": "/cookie",
    }

    def __init__(self, folder: Path) -> None:
        on_a_screen = ["Xvfb", "-displayfd", "1", "-screen", "0", "1024x1024x24", "-nolisten", "tcp"]
        self._screen = subprocess.Popen(on_a_screen, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self._screen.stdout
        display = f":{self._screen.stdout.readline().decode().strip()}"
        port = free_port()
        self._address = f"http://127.0.0.1:{port}/session"
        # It keeps what it stores in the home of whoever runs it.
        environment = os.environ | {"DISPLAY": display, "GDK_BACKEND": "x11", "HOME": str(folder)}
        driver = ["WebKitWebDriver", f"--port={port}"]
        self._process = subprocess.Popen(driver, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until_it_answers(port, self._process)
        self._session = ""
        self._session = f"/{self._send('', {'capabilities': {}})['sessionId']}"

    def ask(self, command: str, **given: object) -> Any:
        return self._send(self._PATHS[command].format(**given), given)

    def _send(self, path: str, given: Mapping[str, object]) -> Any:
        asked = urllib.request.Request(self._address + self._session + path, json.dumps(given).encode())
        try:
            with urllib.request.urlopen(asked, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{self.name}: {path} {given}: {error.read().decode()}") from error

    def quit(self) -> None:
        with urllib.request.urlopen(urllib.request.Request(self._address + self._session, method="DELETE")):
            pass
        for process in (self._process, self._screen):
            process.terminate()
            process.wait()


ENGINES = (Firefox, WebKit)


@contextmanager
def opened(kind: type[Engine]) -> Iterator[Engine]:
    folder = tempfile.mkdtemp(prefix="clubchess-engine-")
    engine = kind(Path(folder))
    try:
        yield engine
    finally:
        engine.quit()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def heard(server: LiveServerThread) -> Iterator[None]:
    """Each page of this server notes what goes wrong on it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(server.httpd, "application", _Heard(server.httpd.get_app()))
        yield


class _Heard:
    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        if environ["PATH_INFO"] == _HEARS:
            start_response("200 OK", [("Content-Type", "text/javascript")])
            return [_WHAT_GOES_WRONG.encode()]
        said: list[Any] = []
        environ.pop("HTTP_ACCEPT_ENCODING", None)
        parts = self.application(environ, lambda *status_and_headers: said.extend(status_and_headers))
        with closing(parts):  # type: ignore[type-var]  # what Django answers can be closed
            whole = b"".join(parts)
        whole = whole.replace(b"<head>", f'<head><script src="{_HEARS}"></script>'.encode(), 1)
        headers = [(name, value) for name, value in said[1] if name.lower() != "content-length"]
        start_response(said[0], [*headers, ("Content-Length", str(len(whole)))])
        return [whole]


@contextmanager
def nobody_answers() -> Iterator[None]:
    """The server hangs up on whoever asks."""

    def hang_up(handler: WSGIRequestHandler) -> bool:
        handler.close_connection = True
        return False

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(WSGIRequestHandler, "parse_request", hang_up)
        yield
