"""Publish, then twenty keys at once, many times: `python -m soak.keys [repetitions] [seed]`."""

from __future__ import annotations

import random
import secrets
import sys
from collections import Counter
from functools import partial

from soak._browser import served_to_a_browser, with_data_of_its_own

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
    return with_data_of_its_own(partial(_type, repetitions, seed))


def _type(repetitions: int, seed: int) -> int:
    from tests.tools.casts.evening_cast import evening

    cast = evening(2 * BOARDS)
    cast.open()
    cast.check_in()
    cast.pair()
    print(f"seed {seed}")
    chance = random.Random(seed)
    became: Counter[str] = Counter()
    with served_to_a_browser(cast.director, width=1440, height=900) as (context, _site):
        for repetition in range(repetitions):
            line, pause = LINES[repetition % len(LINES)], chance.choice(PAUSES)
            keys = "".join(chance.choice("150") for _ in range(BOARDS))
            became.update(_publish(context.new_page(), cast, keys, line, pause, by_enter=repetition % 2 == 1))
            context.pages[0].close()
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
