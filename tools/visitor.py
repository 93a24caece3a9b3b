"""A browser without a screen: it keeps cookies, reads forms and sends them; and an evening played with it, for trying
whatever a program was made into."""

from __future__ import annotations

import re
import secrets
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from http.cookiejar import CookieJar

SECONDS = 60
PLAYERS = 8


@dataclass(kw_only=True, slots=True)
class Form:
    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    """As they would be sent, but for buttons."""
    buttons: list[tuple[str, str]] = field(default_factory=list)
    """Name and value of each, both empty where it has none."""


class Visitor:
    def __init__(self, address: str) -> None:
        """`address` without a slash at its end."""
        self.address, self.page, self.text = address, "", ""
        self.forms: list[Form] = []
        self._opened = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def open(self, page: str) -> None:
        """Raises HTTPError where the server refuses."""
        self._take(urllib.request.Request(urllib.parse.urljoin(f"{self.address}{self.page}", page)))

    def send(self, action: str, button: str = "", **typed: str | list[str]) -> None:
        """The first form on the page whose action matches this expression, by the button of this name or value."""
        self._send(action, button, typed, None)

    def send_file(self, action: str, name: str, content: bytes) -> None:
        """The same, with a file of this name in its field `file`."""
        self._send(action, "", {}, (name, content))

    def find(self, fits: Callable[[Form], bool]) -> Form:
        found = next(filter(fits, self.forms), None)
        if found is None:
            raise LookupError(f"no such form on {self.page}: {[(form.action, form.buttons) for form in self.forms]}")
        return found

    def _send(
        self, action: str, button: str, typed: Mapping[str, str | list[str]], file: tuple[str, bytes] | None
    ) -> None:
        form = self.find(lambda each: bool(re.search(f"{action}$", each.action)) and _has(each, button))
        fields = {name: list(values) for name, values in form.fields.items()}
        fields |= {name: [value] if isinstance(value, str) else value for name, value in typed.items()}
        if button:
            name, value = next(each for each in form.buttons if button in each)
            fields[name] = [value]
        body, kind = _body(fields, file)
        sent = urllib.request.Request(
            urllib.parse.urljoin(f"{self.address}{self.page}", form.action or self.page),
            body,
            headers={"Referer": f"{self.address}{self.page}", "Content-Type": kind},
        )
        self._take(sent)

    def _take(self, request: urllib.request.Request) -> None:
        with self._opened.open(request, timeout=SECONDS) as answer:
            self.page = answer.url.removeprefix(self.address)
            self.text = answer.read().decode()
        read = _Forms()
        read.feed(self.text)
        self.forms = read.forms


def play_an_evening(address: str, *, word: str = "") -> str:
    """From the first page of an empty installation to a finished round, as a director does it. `word` is what the
    server has printed for whoever comes from another device. Answers where the tournament's public pages are.

    Raises LookupError where a page lacks the form that a director would look for, HTTPError where one is refused.
    """
    director = makes_a_club(address, word=word)
    play_a_round(director, 1)
    has_been_played(address, public := director.page.replace("/staff/", "/"))
    return public


def makes_a_club(address: str, *, word: str = "") -> Visitor:
    """With eight players; the director is at the check-in of its first round."""
    password = secrets.token_urlsafe(20)
    director = Visitor(address)
    director.open("/en/")
    if word:
        director.send("/first/", word=word)
    director.send("/first/", club="Åpen sjakklubb", name="Kari", username="kari", password=password, repeated=password)
    director.send("/players/import/", text="".join(f"Player {n};{1500 + n}\n" for n in range(1, PLAYERS + 1)))
    director.send("/players/import/", "today", **{"today-system": "keizer", "today-name": "Autumn"})
    return director


def play_a_round(director: Visitor, round_number: int) -> None:
    """From its check-in to its end."""
    for number in range(1, PLAYERS + 1):
        director.send(f"/attendance/{number}/", "present")
    director.send(f"/rounds/{round_number}/pair/")
    director.send(f"/rounds/{round_number}/publish/")
    for board in range(PLAYERS // 2):
        director.send(f"/games/{(round_number - 1) * PLAYERS // 2 + board + 1}/result/", "1-0")
    director.send(f"/rounds/{round_number}/finish/")


def has_been_played(address: str, public: str) -> None:
    """Raises LookupError where the published table lacks a player."""
    visitor = Visitor(address)
    visitor.open(f"{public}standings/")
    if missing := [number for number in range(1, PLAYERS + 1) if f"Player {number}" not in visitor.text]:
        raise LookupError(f"{visitor.page} lacks the players {missing}")


def _body(fields: dict[str, list[str]], file: tuple[str, bytes] | None) -> tuple[bytes, str]:
    """What a form sends, and its kind."""
    if file is None:
        return urllib.parse.urlencode(fields, doseq=True).encode(), "application/x-www-form-urlencoded"
    line, (called, content) = secrets.token_hex(16), file
    parts = [
        f'--{line}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, values in fields.items()
        for value in values
        if name != "file"
    ]
    head = f'--{line}\r\nContent-Disposition: form-data; name="file"; filename="{called}"\r\n\r\n'
    body = "".join([*parts, head]).encode() + content + f"\r\n--{line}--\r\n".encode()
    return body, f"multipart/form-data; boundary={line}"


def _has(form: Form, button: str) -> bool:
    return not button or any(button in each for each in form.buttons)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select = self._area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value, kind = given.get("name") or "", given.get("value"), given.get("type") or ""
        if tag == "form":
            self._form = Form(action=given.get("action") or "")
            self.forms.append(self._form)
        if self._form is None:
            return
        if tag == "button" or kind == "submit":
            self._form.buttons.append((name, value or ""))
        elif tag == "select":
            self._select = name
        elif tag == "textarea":
            self._area = name
        elif tag == "option" and self._select:
            if "selected" in given or self._select not in self._form.fields:
                self._form.fields[self._select] = [value or ""]
        elif tag == "input" and name and (kind not in {"checkbox", "radio"} or "checked" in given):
            self._form.fields.setdefault(name, []).append(value or "")

    def handle_data(self, data: str) -> None:
        if self._area and self._form is not None:
            self._form.fields[self._area] = [unescape(data).removeprefix("\n")]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._area = ""
