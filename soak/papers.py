"""All papers of every system, 9 to 120 players, printed and read: `python -m soak.papers [folder]`."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

EVENTS = (
    ("attendance_monrad", 9, 5, None),
    ("attendance_monrad", 40, 9, None),
    ("attendance_monrad", 120, 9, None),
    ("keizer", 40, 37, None),
    ("modified_monrad", 40, 4, 7),
    ("modified_monrad", 13, 7, 9),
    ("norwegian_monrad", 40, 9, 12),
    ("norwegian_monrad", 22, 15, 21),
    ("norwegian_monrad", 10, 9, 28),
    ("drawboss_monrad", 30, 6, None),
)
"""System, players, rounds, and how many of those are planned."""
OTHERS = ("signs/", "place_cards/", "prizes/", "certificates/?receivers=all")
PAPERS = ("all/", "all/?names=public", "cards/", "cards/?to_a_page=2", "slips/?to_a_page=10", *OTHERS)


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
            for event in EVENTS:
                _look(browser.new_page(), folder, *event)
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
    return 0


def _look(page, folder: Path, system: str, players: int, rounds: int, planned: int | None) -> None:  # type: ignore[no-untyped-def]
    from django.conf import settings
    from django.test import Client

    from tests.tools.browser.reading_paper import sheets_of

    played = _played(system, players, rounds, planned)
    client = Client()
    client.force_login(played.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    for place, rest in enumerate(PAPERS, start=1):
        started = time.monotonic()
        answer = client.get(played.address(f"papers/rounds/{rounds}/{rest}", staff=True))
        took = time.monotonic() - started
        assert answer.status_code == 200, rest
        stem = folder / f"{system}-{players}-{place}"
        static = (settings.BASE_DIR / "static").as_uri()
        stem.with_suffix(".html").write_text(answer.content.decode().replace("/static/", f"{static}/"))
        page.goto(stem.with_suffix(".html").as_uri())
        page.pdf(path=stem.with_suffix(".pdf"), prefer_css_page_size=True)
        sheets = sheets_of(stem.with_suffix(".pdf"))
        _judge(played, sheets, rest)
        print(f"{system}, {players} players, round {rounds}, {rest} {len(sheets)} pages, made in {took:.2f} s")


def _played(system: str, players: int, rounds: int, planned: int | None):  # type: ignore[no-untyped-def]
    """Every fourth name takes two lines and can be told from all others at both its ends."""
    from tests.tools.played import a_tournament
    from tournaments.models import Player, RoundState

    played = a_tournament(players, name=f"{players} {system}")
    for number, entry in played.entries.items():
        Player.objects.filter(pk=entry.player.pk).update(given_name=f"{entry.player.given_name}{number:03}")
        if number % 4 == 0:
            Player.objects.filter(pk=entry.player.pk).update(
                given_name=f"First{number:03}-Wolfeschlegelsteinhausen-Bergerdorff",
                family_name=f"Zu-Hohenlohe-Langenburg-Schillingsfürst-Last{number:03}",
            )
    for number in range(1, rounds):
        away = {each for each in played.entries if (each * 7 + number * 3) % 11 == 0}
        played.play(absent=away)
    played.tournament.system, played.tournament.planned_rounds = system, planned
    played.tournament.save()
    played.play(open_boards=set(range(1, players)), state=RoundState.PUBLISHED)
    return played


def _judge(played, sheets, rest: str) -> None:  # type: ignore[no-untyped-def]
    from tests.tools.browser.reading_paper import is_cut_clean

    shown = [entry.player.full_name for entry in played.tournament.entries.select_related("player")]
    if rest.startswith(("all", "cards", "certificates")):  # whoever is away has neither slip nor place
        assert [name for name in shown if not any(sheet.shows(name) for sheet in sheets)] == [], rest
    if "cards" in rest and played.tournament.planned_rounds:
        assert sum(sheet.count("Place") for sheet in sheets) == len(shown), rest
    for sheet in sheets:
        assert rest.startswith(("signs", "place_cards", "certificates")) or sheet.shows("printed"), rest
        for number in played.entries:
            assert sheet.count(f"First{number:03}") == sheet.count(f"Last{number:03}"), (rest, number)
    cut = {
        "place_cards/": (2, 4),
        "cards/": (2, 2),
        "cards/?to_a_page=2": (1, 2),
        "slips/?to_a_page=10": (2, 5),
        "signs/": (1, 2),
    }.get(rest)
    assert cut is None or all(is_cut_clean(sheet, *cut) for sheet in sheets), rest


if __name__ == "__main__":
    sys.exit(main())
