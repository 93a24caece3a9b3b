"""All papers of every system, 9 to 120 players, printed and read: `python -m soak.papers [folder]`."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from bench._size import sized

EVENTS = (
    ("attendance_monrad", 9, 5, None),
    ("attendance_monrad", 40, 9, None),
    ("attendance_monrad", 120, 9, None),
    ("keizer", 9, 12, 20),
    ("keizer", 40, 37, None),
    ("keizer", 120, 24, 37),
    ("modified_monrad", 40, 4, 7),
    ("modified_monrad", 13, 7, 9),
    ("norwegian_monrad", 40, 9, 12),
    ("norwegian_monrad", 22, 15, 21),
    ("norwegian_monrad", 10, 9, 28),
    ("drawboss_monrad", 30, 6, None),
)
"""System, players, rounds, and how many of those are planned."""
TOGETHER = ("all/", "all/?names=public")


def main() -> int:
    data = tempfile.mkdtemp(prefix="clubchess-soak-")
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else data)
    os.environ |= {"CLUBCHESS_DATA": data, "DJANGO_SETTINGS_MODULE": "clubchess.settings", "STATIC_MANIFEST": "false"}
    os.environ |= {"DJANGO_ALLOW_ASYNC_UNSAFE": "true"}  # playwright runs its loop in this thread
    os.environ.setdefault("SECRET_KEY", "for the soak only, " + "x" * 50)
    try:
        return _print(folder)
    finally:
        shutil.rmtree(data, ignore_errors=True)


def _print(folder: Path) -> int:
    import django

    django.setup()
    from django.db import connection
    from django.test.utils import setup_test_environment
    from playwright.sync_api import sync_playwright

    setup_test_environment()
    folder.mkdir(parents=True, exist_ok=True)
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            return min(sum(_look(browser.new_page(), folder, *event) for event in EVENTS[: sized(len(EVENTS), 1)]), 1)
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def _look(page, folder: Path, system: str, players: int, rounds: int, planned: int | None) -> int:  # type: ignore[no-untyped-def]
    """How many papers have something wrong with them."""
    from django.test import Client

    from tests.tools.browser.judging_paper import PAPERS, address_of, wider_than_its_page, wrong_with
    from tests.tools.pages.printed_field import a_printed_field

    played = a_printed_field(players, rounds, system=system, planned=planned)
    client = Client()
    client.force_login(played.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    failed = 0
    for paper, to_a_page in PAPERS:
        rest = address_of(paper, to_a_page)
        stem = folder / f"{system}-{players}-{paper}{to_a_page or ''}"
        sheets = _printed(page, client, played.address(f"papers/rounds/{rounds}/{rest}", staff=True), stem)
        wrong = wrong_with(played, sheets, paper, to_a_page)
        failed += bool(wrong)
        print(f"{system}, {players} players, round {rounds}, {rest} {len(sheets)} pages", *wrong[:8], sep="\n    ")
    for rest in TOGETHER:
        started = time.monotonic()
        stem = folder / f"{system}-{players}-{'wall' if 'public' in rest else 'all'}"
        sheets = _printed(page, client, played.address(f"papers/rounds/{rounds}/{rest}", staff=True), stem)
        print(f"{system}, {players} players, {rest} {len(sheets)} pages in {time.monotonic() - started:.1f} s")
        wide = wider_than_its_page(page)
        failed += bool(wide)
        print(*(f"    wider than its page: {each}" for each in wide), sep="\n", end="")
    return failed


def _printed(page, client, address: str, stem: Path):  # type: ignore[no-untyped-def]
    from django.conf import settings

    from tests.tools.browser.reading_paper import sheets_of

    answer = client.get(address)
    assert answer.status_code == 200, address
    static = (settings.BASE_DIR / "static").as_uri()
    stem.with_suffix(".html").write_text(answer.content.decode().replace("/static/", f"{static}/"))
    page.goto(stem.with_suffix(".html").as_uri())
    page.pdf(path=stem.with_suffix(".pdf"), prefer_css_page_size=True)
    return sheets_of(stem.with_suffix(".pdf"))


if __name__ == "__main__":
    sys.exit(main())
