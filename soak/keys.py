"""Publish, then twenty keys at once, many times: `python -m soak.keys [repetitions] [seed]`."""

from __future__ import annotations

import os
import random
import secrets
import shutil
import sys
import tempfile
from collections import Counter

REPETITIONS = 200
BOARDS = 20
LINES = (0, 0.02, 0.1, 0.3, 2)
"""Seconds that an answer takes."""
PAUSES = (0, 0, 0.005, 0.02, 0.05, 0.1, 0.3)
"""Seconds from Publish to the first key: while the boards are on their way, and while they are put in."""
MEANT = {"1": "1-0", "5": "1/2-1/2", "0": "0-1"}


def main() -> int:
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else REPETITIONS
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbits(32)
    data = tempfile.mkdtemp(prefix="clubchess-soak-")
    os.environ |= {"CLUBCHESS_DATA": data, "DJANGO_SETTINGS_MODULE": "clubchess.settings", "STATIC_MANIFEST": "false"}
    os.environ |= {"DJANGO_ALLOW_ASYNC_UNSAFE": "true"}  # playwright runs its loop in this thread
    os.environ.setdefault("SECRET_KEY", "for the soak only, " + "x" * 50)
    os.environ["DATABASE_URL"] = ""
    try:
        return _type(repetitions, seed)
    finally:
        shutil.rmtree(data, ignore_errors=True)


def _type(repetitions: int, seed: int) -> int:
    import django

    django.setup()
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.management import call_command
    from django.test import Client
    from django.test.testcases import LiveServerThread
    from django.test.utils import setup_test_environment
    from playwright.sync_api import sync_playwright

    from tests.tools.casts.evening_cast import evening

    setup_test_environment()
    call_command("migrate", verbosity=0)
    cast = evening(2 * BOARDS)
    cast.open()
    cast.check_in()
    cast.pair()
    server = LiveServerThread("127.0.0.1", StaticFilesHandler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    print(f"seed {seed}")
    chance = random.Random(seed)
    became: Counter[str] = Counter()
    client = Client()
    client.force_login(cast.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        address = f"http://127.0.0.1:{server.port}"
        context = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900})
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}])
        for repetition in range(repetitions):
            line, pause = LINES[repetition % len(LINES)], chance.choice(PAUSES)
            keys = "".join(chance.choice("150") for _ in range(BOARDS))
            became.update(_publish(context.new_page(), cast, keys, line, pause, by_enter=repetition % 2 == 1))
            context.pages[0].close()
        browser.close()
    server.terminate()
    print(
        f"{repetitions} times Publish and {BOARDS} keys: {became['entered']} entered, {became['refused']} refused in"
        f" words, {became['lost']} lost, {became['wrong']} on a wrong board"
    )
    return 1 if became["lost"] or became["wrong"] else 0


def _publish(page, cast, keys: str, line: float, pause: float, *, by_enter: bool) -> dict[str, int]:  # type: ignore[no-untyped-def]
    """What became of the keys; then the round is a draft again."""
    from tests.tools.browser.typing import delay, publish_and_type, refused
    from tournaments.services import rounds

    page.goto(cast.url("evening"))
    slowed = delay(page, line)
    publish_and_type(page, keys, by_enter=by_enter, pause=pause)
    page.wait_for_selector("ol.pairings[data-takes-keys=now]", timeout=60_000)
    delay(page, 0, slowed)
    page.wait_for_timeout(100)
    while page.evaluate("window.clubchess.queue.waiting()"):
        page.wait_for_timeout(50)
    page.wait_for_timeout(100)
    said = refused(page).rpartition(":")[2].split()
    entered = keys[: len(keys) - len(said)]
    found = {game: game.result for game in cast.games}
    open_games = sum(result == "*" for result in found.values())
    right = [MEANT[key] for key in entered] + ["*"] * len(said)
    wrong = sum(is_there not in {meant, "*"} for is_there, meant in zip(found.values(), right, strict=True))
    cast.round.games.update(result="*")  # sooner than twenty services
    rounds.take_back_round(cast.round, seen_revision=cast.round.revision, actor=cast.director)
    lost = len(keys) - len(said) - (len(keys) - open_games)
    return {"entered": len(keys) - open_games, "refused": len(said), "lost": max(lost, 0), "wrong": wrong}


if __name__ == "__main__":
    sys.exit(main())
