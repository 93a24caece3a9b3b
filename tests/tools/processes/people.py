"""People in front of several processes: who taps as the page's queue does, and phones that look again and again."""

from __future__ import annotations

import http.client
import itertools
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from django.test import Client

from tournaments.models import User

TOKEN = "x" * 32
_PATIENCE = 60.0
_PAUSE = 0.2
_LATER = {502, 503, 504}
_VERSION = re.compile(r'data-version="\d+-(\d+)"')


class _StaysHere(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_arguments: object) -> None:
        return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    text: str


def ask(address: str, headers: Mapping[str, str] | None = None, form: Mapping[str, str] | None = None) -> Answer:
    """By one name for all of them, as through a proxy. Goes nowhere by itself. Raises OSError or HTTPException where
    nobody answers."""
    data = urllib.parse.urlencode(form).encode() if form else None
    request = urllib.request.Request(address, data, {"Host": "localhost", **(headers or {})})
    try:
        with urllib.request.build_opener(_StaysHere).open(request, timeout=60) as answer:
            return Answer(status=answer.status, headers=answer.headers, text=answer.read().decode())
    except urllib.error.HTTPError as error:
        return Answer(status=error.code, headers=error.headers, text=error.read().decode())


def version_of(page: str) -> int:
    """The revision that the page shows; 0 where it is of no tournament."""
    found = _VERSION.search(page)
    return int(found[1]) if found else 0


def log_in(user: User) -> str:
    """The cookies of somebody who has logged in, with the token of their forms."""
    client = Client()
    client.force_login(user, backend="tournaments.log_in.EmailOrUsernameBackend")
    (session,) = client.cookies.values()
    return f"{session.key}={session.value}; csrftoken={TOKEN}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Tap:
    path: str
    form: Mapping[str, str]


@dataclass(kw_only=True)
class Director:
    """Somebody whose taps go to one process after the other, and again, with the same receipt, to the next one where
    one has died or says that it cannot just now: as static/js/queue.js behind a proxy."""

    cookies: str
    sites: Sequence[str]
    receipts: list[uuid.UUID] = field(default_factory=list)
    """Of each tap one, in the order of the taps."""
    answers: list[Answer] = field(default_factory=list)
    unreached: list[Exception] = field(default_factory=list)
    """As often as nobody answered."""
    _turn: Iterator[int] = field(default_factory=itertools.count)

    def tap(self, tap: Tap, *, site: str = "", again: bool = False) -> Answer:
        """Until it is carried out or refused. `site`: which is asked first; `again`: the last tap, since its answer
        was lost."""
        if not again:
            self.receipts.append(uuid.uuid4())
        form = {**tap.form, "receipt": str(self.receipts[-1]), "csrfmiddlewaretoken": TOKEN}
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                answer = ask((site or self._next()) + tap.path, {"Cookie": self.cookies}, form)
            except (OSError, http.client.HTTPException) as gone:
                self.unreached.append(gone)
            else:
                self.answers.append(answer)
                if answer.status not in _LATER:
                    return answer
            assert time.monotonic() < end, "nobody carries it out"
            site = ""
            time.sleep(_PAUSE)

    def _next(self) -> str:
        return self.sites[next(self._turn) % len(self.sites)]


@dataclass(kw_only=True)
class Phone:
    """Looks at public pages, each time in another process, and says what it has."""

    sites: Sequence[str]
    paths: Sequence[str]
    statuses: Counter[int] = field(default_factory=Counter)
    refused: list[Answer] = field(default_factory=list)
    unreached: Counter[str] = field(default_factory=Counter)
    """How often nobody answered, by process."""
    went_back: list[str] = field(default_factory=list)
    """Pages that showed an older version than this phone had seen."""
    _etags: dict[str, str] = field(default_factory=dict)
    _versions: dict[str, int] = field(default_factory=dict)

    def look_until(self, ended: threading.Event) -> None:
        for turn in itertools.count():
            if ended.wait(0.2):
                return
            self._look(self.sites[turn % len(self.sites)], self.paths[turn // len(self.sites) % len(self.paths)])

    def _look(self, site: str, path: str) -> None:
        has = {"If-None-Match": self._etags[path]} if path in self._etags else {}
        try:
            answer = ask(site + path, has)
        except (OSError, http.client.HTTPException):
            self.unreached[site] += 1
            return
        self.statuses[answer.status] += 1
        if answer.status >= 400:
            self.refused.append(answer)
        if answer.status != 200:
            return
        self._etags[path] = answer.headers["ETag"]
        version = version_of(answer.text)
        if version < self._versions.get(path, 0):
            self.went_back.append(f"{path} {version}")
        self._versions[path] = version


@contextmanager
def looking(phones: Sequence[Phone]) -> Iterator[None]:
    """All of them, as long as the block takes."""
    ended = threading.Event()
    with ExitStack() as stack:
        for phone in phones:
            thread = threading.Thread(target=phone.look_until, args=[ended])
            thread.start()
            stack.callback(thread.join)
        stack.callback(ended.set)
        yield
