"""The hall: phones that open a page and poll it, and a director who enters results, over plain sockets."""

from __future__ import annotations

import asyncio
import gzip
import re
import ssl
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import cast
from urllib.parse import urlencode

import brotli  # type: ignore[import-untyped]

PATIENCE = 30.0  # seconds; a person has gone long before
# Seconds, at full length; shorter runs are quicker in everything.
OPENING = 10.0
POLLS_EVERY = 10.0
TAPS_EVERY = 2.0

# What Chrome on a phone sends with each request.
BROWSER = (
    b"Host: %b\r\n"
    b"Connection: keep-alive\r\n"
    b'sec-ch-ua: "Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"\r\n'
    b"sec-ch-ua-mobile: ?1\r\n"
    b'sec-ch-ua-platform: "Android"\r\n'
    b"User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)"
    b" Chrome/142.0.0.0 Mobile Safari/537.36\r\n"
    b"Accept: %b\r\n"
    b"Sec-Fetch-Site: same-origin\r\n"
    b"Sec-Fetch-Mode: %b\r\n"
    b"Sec-Fetch-Dest: %b\r\n"
    b"Accept-Encoding: gzip, deflate, br, zstd\r\n"
    b"Accept-Language: nb-NO,nb;q=0.9,en;q=0.8\r\n"
)
NAVIGATE = (b"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", b"navigate", b"document")
FETCH = (b"*/*", b"cors", b"empty")

_KEPT = re.compile(rb"\r\nx-kept: *(\w+)", re.IGNORECASE)
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_ENCODING = re.compile(rb"\r\ncontent-encoding: *(\w+)", re.IGNORECASE)
_CLOSES = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)
_ASSET = re.compile(r'(?:<link rel="stylesheet" href|<script[^>]* src)="(/[^"]+)"')
_VERSION = re.compile(r'data-version="([^"]+)"')
_LIVE = re.compile(r'data-live="([^"]+)"')


@dataclass(slots=True, frozen=True)
class Answer:
    status: int
    head: bytes
    body: bytes

    def text(self) -> str:
        encoding = _ENCODING.search(self.head)
        if encoding is None:
            return self.body.decode()
        if encoding[1] == b"br":
            return str(brotli.decompress(self.body), "utf-8")
        return gzip.decompress(self.body).decode()


class Line(asyncio.Protocol):
    """One connection, kept alive: one request at a time. Knows just as much HTTP as this server speaks."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.waiter: asyncio.Future[Answer] | None = None
        self.received = b""
        self.is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.is_open = True

    def data_received(self, data: bytes) -> None:
        self.received = received = self.received + data if self.received else data
        end = received.find(b"\r\n\r\n")
        if end < 0 or self.waiter is None:
            return
        head = received[:end]
        status = int(head[9:12])
        found = _LENGTH.search(head)
        length = int(found[1]) if found and status not in (204, 304) else 0
        if len(received) < end + 4 + length:
            return
        waiter, self.waiter, self.received = self.waiter, None, b""
        if _CLOSES.search(head):
            self.close()
        if not waiter.done():
            waiter.set_result(Answer(status, head, received[end + 4 :]))

    def connection_lost(self, error: Exception | None) -> None:
        self.is_open = False
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_exception(ConnectionResetError("closed before the answer"))

    def close(self) -> None:
        self.is_open = False
        if self.transport is not None:
            self.transport.close()

    async def ask(self, request: bytes) -> Answer:
        if self.transport is None:
            raise ConnectionResetError("never opened")
        self.waiter = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self.waiter


@dataclass(kw_only=True)
class Counts:
    """What the phones and the director met. Times in seconds, by kind of request."""

    times: dict[str, list[float]] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    """What a proxy says of the polls it answered: HIT and others."""
    reconnects: int = 0
    requests: int = 0
    lag: float = 0.0
    """How long this loop itself kept somebody waiting, at worst."""
    open_now: int = 0
    open_most: int = 0

    def took(self, kind: str, seconds: float) -> None:
        self.times.setdefault(kind, []).append(seconds)


@dataclass(frozen=True, kw_only=True, slots=True)
class Way:
    """To a server: over TLS where there is something to trust, from an address of its own where one is given."""

    host: str
    port: int
    trusted: ssl.SSLContext | None = None
    comes_from: str = ""

    @property
    def origin(self) -> str:
        """A proxy passes a host on without its port: as if it were the usual one."""
        return f"https://{self.host}" if self.trusted else f"http://{self.host}:{self.port}"

    @property
    def cookies_begin(self) -> str:
        return "__Host-" if self.trusted else ""

    async def connect(self) -> Line:
        _, line = await asyncio.get_running_loop().create_connection(
            Line,
            "127.0.0.1",
            self.port,
            ssl=self.trusted,
            server_hostname=self.host if self.trusted else None,
            local_addr=(self.comes_from, 0) if self.comes_from else None,
        )
        return line


class Browser:
    """Keeps its connections, and opens one again that the server has closed meanwhile, as a browser does."""

    def __init__(self, way: Way, counts: Counts, cookies: Mapping[str, str] | None = None) -> None:
        self.way, self.counts = way, counts
        self.cookies = dict(cookies or {})
        self.lines: list[Line] = []

    async def ask(self, path: str, *, line: int = 0, how: tuple[bytes, bytes, bytes] = NAVIGATE) -> Answer:
        return await self._send(self.request("GET", path, how), line)

    async def post(self, path: str, fields: Mapping[str, str], *, line: int = 0) -> Answer:
        return await self._send(self.request("POST", path, FETCH, urlencode(fields).encode()), line)

    def request(self, method: str, path: str, how: tuple[bytes, bytes, bytes], body: bytes | None = None) -> bytes:
        host = self.way.origin.partition("//")[2]
        lines = [f"{method} {path} HTTP/1.1\r\n".encode(), BROWSER % (host.encode(), *how)]
        if self.cookies:
            cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            lines.append(f"Cookie: {cookies}\r\n".encode())
        if body is not None:
            lines.append(
                f"Origin: {self.way.origin}\r\nHX-Request: true\r\nContent-Length: {len(body)}\r\n"
                "Content-Type: application/x-www-form-urlencoded\r\n".encode()
            )
        return b"".join([*lines, b"\r\n", body or b""])

    async def _send(self, request: bytes, place: int) -> Answer:
        self.counts.requests += 1
        while len(self.lines) <= place:
            self.lines.append(await self._connect())
        line = self.lines[place]
        if line.is_open:
            try:
                return await line.ask(request)
            except ConnectionResetError:
                if line.received:
                    raise
        # Closed while it was idle: a browser asks again on a new connection, and only then gives up.
        self.counts.reconnects += 1
        self.counts.open_now -= 1
        line = self.lines[place] = await self._connect()
        return await line.ask(request)

    async def _connect(self) -> Line:
        line = await self.way.connect()
        self.counts.open_now += 1
        self.counts.open_most = max(self.counts.open_most, self.counts.open_now)
        return line

    def close(self) -> None:
        for line in self.lines:
            line.close()


@dataclass(frozen=True, slots=True)
class Seen:
    """What a phone takes from an answer; read once for all phones that got the same bytes."""

    version: str
    live: str
    assets: tuple[str, ...]


@dataclass(kw_only=True)
class Hall:
    way: Way
    paths: list[str]
    """The pages that are opened, each as often as it stands here."""
    evening: str
    session: str
    phones: int
    seconds: float
    """How long they poll; the director enters results in the first two thirds of it, the last is quiet."""
    connections: int
    taps_every: float = TAPS_EVERY
    counts: Counts = field(default_factory=Counts)
    reads: dict[bytes, Seen] = field(default_factory=dict)
    end: float = 0.0

    @property
    def pace(self) -> float:
        return 1.0 if self.seconds >= 3 * POLLS_EVERY else self.seconds / (6 * POLLS_EVERY)

    async def run(self) -> None:
        named = self.way.cookies_begin
        director = Browser(self.way, self.counts, {f"{named}sessionid": self.session})
        page = await director.ask(self.evening)
        director.cookies[f"{named}csrftoken"] = cookie_of(page, f"{named}csrftoken")
        start = time.perf_counter()
        page = await self._publish(director, page.text())
        self.counts.took("publish", time.perf_counter() - start)
        rng = Random(2000)
        self.end = time.perf_counter() + self.pace * OPENING + self.seconds
        watch = asyncio.create_task(self._watch_lag())
        phones = [
            asyncio.create_task(self._phone(rng.uniform(0, self.pace * OPENING), self.paths[place % len(self.paths)]))
            for place in range(self.phones)
        ]
        await asyncio.gather(self._enter_results(director), *phones)
        watch.cancel()
        director.close()

    # Phones

    async def _phone(self, after: float, path: str) -> None:
        await asyncio.sleep(after)
        browser = Browser(self.way, self.counts)
        try:
            await self._open_and_poll(browser, path)
        except Exception as error:  # whatever a phone meets is counted, and the others go on
            self.counts.errors[f"{type(error).__name__}: {error}"] += 1
        finally:
            browser.close()

    async def _open_and_poll(self, browser: Browser, path: str) -> None:
        start = time.perf_counter()
        page = await asyncio.wait_for(browser.ask(path), PATIENCE)
        self.counts.took("page", time.perf_counter() - start)
        expect(page, 200, path)
        seen = self._read(page)
        by_line = [seen.assets[place :: self.connections] for place in range(self.connections)]
        await asyncio.wait_for(
            asyncio.gather(*(self._assets(browser, place, assets) for place, assets in enumerate(by_line))), PATIENCE
        )
        self.counts.took("opening", time.perf_counter() - start)
        if not seen.live:
            raise ValueError(f"{path} is not live")
        version, due = seen.version, start
        while (due := due + self.pace * POLLS_EVERY) < self.end:
            await asyncio.sleep(max(0, due - time.perf_counter()))
            began = time.perf_counter()
            answer = await asyncio.wait_for(browser.ask(f"{seen.live}?v={version}", how=FETCH), PATIENCE)
            self.counts.took(f"poll {answer.status}", time.perf_counter() - began)
            said = _KEPT.search(answer.head)
            self.counts.kept[said[1].decode() if said else "asked"] += 1
            if answer.status != 204:
                expect(answer, 200, seen.live)
                newer = self._read(answer).version
                if newer == version:
                    raise ValueError("a new fragment with the old version")
                version = newer

    async def _assets(self, browser: Browser, line: int, paths: tuple[str, ...]) -> None:
        for path in paths:
            expect(await browser.ask(path, line=line, how=FETCH), 200, path)

    def _read(self, answer: Answer) -> Seen:
        seen = self.reads.get(answer.body)
        if seen is None:
            text = answer.text()
            version, live = _VERSION.search(text), _LIVE.search(text)
            seen = Seen(
                version[1] if version else "", live[1] if live else "", tuple(dict.fromkeys(_ASSET.findall(text)))
            )
            self.reads[answer.body] = seen
        return seen

    # The director

    async def _publish(self, director: Browser, page: str) -> Answer:
        form = form_of(page, "publish/")
        answer = await director.post(form.pop("action"), form)
        expect(answer, 200, "publishing")
        return answer

    async def _enter_results(self, director: Browser) -> None:
        try:
            page = (await director.ask(self.evening)).text()
            actions = re.findall(r'hx-post="([^"]+/result/)"', page)
            for place, action in enumerate(actions):
                if time.perf_counter() > self.end - self.seconds / 3:
                    return
                await asyncio.sleep(self.pace * self.taps_every)
                form = form_of(page, action) | {"result": ("1-0", "1/2-1/2", "0-1")[place % 3]}
                start = time.perf_counter()
                answer = await asyncio.wait_for(director.post(form.pop("action"), form), PATIENCE)
                self.counts.took("tap", time.perf_counter() - start)
                expect(answer, 200, action)
        except Exception as error:
            self.counts.errors[f"director: {type(error).__name__}: {error}"] += 1

    async def _watch_lag(self) -> None:
        while True:
            start = time.perf_counter()
            await asyncio.sleep(0.05)
            self.counts.lag = max(self.counts.lag, time.perf_counter() - start - 0.05)


async def requests_per_second(way: Way, path: str, seconds: float, lines: int = 8) -> float:
    """As many as there go, from so many who ask again at once. The load script shares the machine."""
    counts = Counts()
    end = 0.0

    async def ask_again_and_again() -> None:
        browser = Browser(way, counts)
        while time.perf_counter() < end:
            expect(await browser.ask(path), 200, path)
        browser.close()

    first = Browser(way, Counts())
    expect(await first.ask(path), 200, path)
    first.close()
    start = time.perf_counter()
    end = start + seconds
    await asyncio.gather(*(ask_again_and_again() for _ in range(lines)))
    return counts.requests / (time.perf_counter() - start)


def expect(answer: Answer, status: int, what: str) -> None:
    if answer.status != status:
        raise ValueError(f"{answer.status} for {what}")


def cookie_of(answer: Answer, name: str) -> str:
    found = re.search(rf"Set-Cookie: *{name}=([^;\r]+)".encode(), answer.head, re.IGNORECASE)
    if found is None:
        raise ValueError(f"no cookie {name}; status {answer.status}")
    return found[1].decode()


def form_of(page: str, action_ends: str) -> dict[str, str]:
    """The hidden fields of the form whose action ends so, and its action."""
    found = re.search(rf'<form[^>]* action="([^"]*{re.escape(action_ends)})".*?</form>', page, re.DOTALL)
    if found is None:
        raise ValueError(f"no form for {action_ends}")
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', found[0]))
    return {"action": found[1], **fields}
