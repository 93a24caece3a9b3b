"""What the demo's public pages weigh on their way: `python -m bench.page_weight` from the root.

Compressed as they are sent: the page, its sheets, its scripts, and the pictures that it shows. `first` is the number of
requests before anything is painted: the page, its sheets, and the scripts that painting waits for.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import tempfile
from pathlib import Path

from bench._size import sized

PAGES = (
    "/en/",
    "/en/{club}/",
    "/en/{club}/seasons/",
    "/en/{club}/players/{key}/",
    "/en/{club}/{tournament}/",
    "/en/{club}/{tournament}/rounds/{round}/names/",
    "/en/{club}/{tournament}/rounds/{round}/story/",
    "/en/{club}/{tournament}/standings/",
    "/en/{club}/{tournament}/crosstable/",
    "/en/{club}/{tournament}/players/1/",
    "/en/{club}/{tournament}/hall/",
)
KINDS = ("page", "sheets", "scripts", "sum", "pictures", "whole", "first")
_SHOWN = {
    "sheets": r'rel="stylesheet" href="/static/([^"]+)"',
    "scripts": r'<script[^>]* src="/static/([^"]+)"',
    "pictures": r'<img[^>]* src="(/[^"]+)"',
}


def main() -> None:
    with tempfile.TemporaryDirectory() as directory:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "clubchess.settings", "CLUBCHESS_DATA": directory}
        os.environ |= {"STATIC_MANIFEST": "0", "DATABASE_URL": ""}
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("demo", stdout=io.StringIO())
        print(f"{'bytes, compressed':<58}" + "".join(f"{kind:>10}" for kind in KINDS))
        for page in PAGES[: sized(len(PAGES), 2)]:
            path = _filled(page)
            print(f"{path:<58}" + "".join(f"{each:>10,}" for each in _weights(path)))


def _filled(page: str) -> str:
    from tournaments.models import Round, Tournament

    last = Round.objects.filter(state="published").order_by("-number").select_related("tournament__club").first()
    tournament: Tournament = last.tournament if last else Tournament.objects.latest("pk")
    entry = tournament.entries.order_by("number").first()
    return page.format(
        club=tournament.club.slug,
        tournament=tournament.slug,
        round=last.number if last else 1,
        key=entry.player.public_key if entry else "",
    )


def _weights(path: str) -> tuple[int, ...]:
    from django.test import Client

    client = Client(headers={"accept-encoding": "gzip", "host": "localhost"})
    body = client.get(path).content
    html = gzip.decompress(body).decode() if body[:2] == b"\x1f\x8b" else body.decode()
    found = {kind: set(re.findall(pattern, html)) for kind, pattern in _SHOWN.items()}
    sheets, scripts = (sum(map(_sent, found[kind])) for kind in ("sheets", "scripts"))
    pictures = sum(len(client.get(address).content) for address in found["pictures"])
    total = len(body) + sheets + scripts
    return len(body), sheets, scripts, total, pictures, total + pictures, requests_before_paint(html)


def requests_before_paint(html: str) -> int:
    """A script in the page's head holds painting up unless it is deferred and not marked as one to wait for."""
    head = html.partition("</head>")[0]
    tags = re.findall(r'<script[^>]* src="[^"]+"[^>]*>', head)
    waited_for = [tag for tag in tags if 'blocking="render"' in tag or not re.search(r" (defer|async)\b", tag)]
    return 1 + len(set(re.findall(_SHOWN["sheets"], head))) + len(waited_for)


def _sent(name: str) -> int:
    from clubchess.static_files import as_sent, in_one_piece

    source = (Path("static") / name).read_bytes()
    return len(gzip.compress(as_sent(name, in_one_piece(name, source)), compresslevel=9, mtime=0))


if __name__ == "__main__":
    main()
