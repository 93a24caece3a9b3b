"""Writes locale/seen.csv: which messages stand on which page, as what and beside what: `python -m tools.texts_by_page`.

A demo club of its own is made, and each screen of `make screens` is read in English, then what else the demo club has
a page of. Without a browser. What stands there only after something was sent, in mails and in files is not read.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tools.collected_texts import ROOT, Text, collected
from tools.demo_club import demo_data
from tools.marked_pages import Marks, Place, beside, heading_above, places
from tools.screens import FOLDER, all_screens, family, query_of

if TYPE_CHECKING:
    from django.test import Client

SEEN = ROOT / "locale/seen.csv"
MANY = 3
"""So many pictures of a message are named."""
_WHO = {"staff": "staff", "card": "players", "public": "everybody"}
_NOT_SEEN = ("said by a script", "preview of a shared link", "title of the page", "read aloud only")
"""How the kinds begin that do not stand on the page for everybody to see."""
GUIDE = {"help", "help-chapter"}
"""Has the words of all other pages."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """Where a message stands, as it is written into the file; "" where there is nothing to say."""

    context: str
    english: str
    kind: str
    other_kinds: str
    """With commas, the commonest first; those that are seen."""
    who: str
    """"staff", "players" (by their card) or "everybody", and then who else on other pages, in brackets."""
    page: str
    """The screen on which it is this kind, or else a route."""
    beside: str
    under: str
    """The heading above it."""
    inside: str
    """The message in whose gap it stands, where it stands nowhere else."""
    pictures: str
    """Names of docs/screens, with blanks."""
    pages: int
    """On how many it stands."""

    @property
    def text(self) -> tuple[str | None, str]:
        return self.context or None, self.english


def seen() -> dict[tuple[str | None, str], Seen]:
    """As the file has it."""
    with SEEN.open(encoding="utf-8", newline="") as opened:
        rows = [Seen(pages=int(row.pop("pages")), **row) for row in csv.DictReader(opened)]
    return {row.text: row for row in rows}


@dataclass(frozen=True, kw_only=True, slots=True)
class Sight:
    who: str
    page: str
    is_picture: bool
    place: Place
    beside: Text | None
    under: Text | None


def sights() -> Iterator[Sight]:
    """All there are on a demo club's pages; those with a picture first. Django is set up."""
    from django.urls import reverse

    marks = Marks(collected())
    with marks.spoken():
        clients = _clients()
        for name, (who, route, gaps) in all_screens():
            address = f"{reverse(route, kwargs=gaps)}{query_of(route)}"
            is_picture = (FOLDER / f"{name}.webp").exists()
            yield from _on_page(clients[who], address, marks, who=who, page=name, is_picture=is_picture)
        for who, page, address in _other_pages():
            yield from _on_page(clients[who], address, marks, who=who, page=page, is_picture=False)


def _clients() -> dict[str, Client]:
    from django.test import Client
    from django.urls import reverse

    from tournaments.models import User
    from tournaments.services.players import card_keys

    clients = {who: Client(SERVER_NAME="localhost") for who in _WHO}
    clients["staff"].force_login(User.objects.get(), backend="tournaments.log_in.EmailOrUsernameBackend")
    for player in family():
        clients["card"].get(reverse("open_card", args=[card_keys.make_key(player, actor=None)]))
    return clients


def _other_pages() -> Iterator[tuple[str, str, str]]:
    """Who looks, what the page is called and its address."""
    from django.urls import resolve

    from tests.tools.pages.public_pages import addresses_of, the_last
    from tests.tools.pages.staff_pages import addresses_for_staff
    from tournaments.models import Club, Tournament

    club = Club.objects.earliest("pk")
    tournaments = Tournament.objects.filter(club=club, trashed_at=None).order_by("pk")
    systems = {tournament.system: tournament for tournament in tournaments}
    found = {address: "staff" for each in systems.values() for address in addresses_for_staff(each)}
    found |= dict.fromkeys(addresses_of(club, choose=the_last), "public")
    for address, who in found.items():
        name = resolve(address).url_name or ""
        if name != "log_out":
            yield who, name.removeprefix("public_").replace("_", "-"), address


def _on_page(client: Client, address: str, marks: Marks, *, who: str, page: str, is_picture: bool) -> Iterator[Sight]:
    answer = client.get(address)
    if answer.status_code == 200 and answer.get("Content-Type", "").startswith("text/html"):
        found = places(answer.content.decode(), marks)
        for place in found:
            near = beside(place, found)
            above = heading_above(place, found)
            yield Sight(who=who, page=page, is_picture=is_picture, place=place, beside=near, under=above)
    elif is_picture:
        raise SystemExit(f"{address} answered {answer.status_code}")


@dataclass
class _Gathered:
    sights: list[Sight] = field(default_factory=list)
    pages: dict[str, bool] = field(default_factory=dict)


def rows(found: Iterable[Sight]) -> Iterator[Seen]:
    """One for each message, in the order of its English. Of each page and kind the first sight counts."""
    gathered: dict[Text, _Gathered] = {}
    for sight in found:
        those = gathered.setdefault(sight.place.text, _Gathered())
        those.pages.setdefault(sight.page, sight.is_picture)
        those.sights.append(sight)
    for text, those in sorted(gathered.items(), key=lambda each: (each[0][1], each[0][0] or "")):
        yield _row(text, those)


def _row(text: Text, gathered: _Gathered) -> Seen:
    kinds = Counter(kind for kind, _page in {(each.place.kind, each.page) for each in gathered.sights})
    # One that is seen, and says more than that it is there.
    kind = max(kinds, key=lambda each: (not each.startswith(_NOT_SEEN), each != "text", kinds[each], each))
    best = min(
        (each for each in gathered.sights if each.place.kind == kind),
        key=lambda each: (not each.is_picture, each.page in GUIDE, each.place.inside is not None),
    )
    pictures = [page for page, is_picture in gathered.pages.items() if is_picture]
    pictures.sort(key=lambda page: (page != best.page, page in GUIDE))
    others = sorted(kinds.keys() - {kind, "text"}, key=lambda each: (-kinds[each], each))
    who = sorted({_WHO[each.who] for each in gathered.sights} - {_WHO[best.who]}) if best.who != "public" else []
    return Seen(
        context=text[0] or "",
        english=text[1],
        kind=kind,
        other_kinds=", ".join([each for each in others if not each.startswith(_NOT_SEEN)][:MANY]),
        who=f"{_WHO[best.who]} (also {' and '.join(who)})" if who else _WHO[best.who],
        page=best.page,
        beside=best.beside[1] if best.beside else "",
        under=best.under[1] if best.under else "",
        inside=best.place.inside[1] if best.place.inside else "",
        pictures=" ".join(pictures[:MANY]),
        pages=len(gathered.pages),
    )


def write(found: Iterable[Seen]) -> None:
    names = list(Seen.__dataclass_fields__)
    with SEEN.open("w", encoding="utf-8", newline="") as opened:
        written = csv.DictWriter(opened, names, lineterminator="\n")
        written.writeheader()
        for each in found:
            written.writerow({name: getattr(each, name) for name in names})


def counts(found: Mapping[tuple[str | None, str], Seen]) -> str:
    texts = collected()
    pictured = [row for row in found.values() if row.pictures]
    return (
        f"{len(texts)} messages: {len(pictured)} on a picture in docs/screens, {len(found) - len(pictured)} on another "
        f"page, {len(texts) - len(found)} on none that was read (refusals, mails, files, commands, rare cases)."
    )


if __name__ == "__main__":
    with demo_data():
        write([*rows(sights())])
    print(counts(seen()))  # noqa: T201  # a command's output
