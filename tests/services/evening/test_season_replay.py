"""Six evenings of a real club's season, played through the services as its director would (all 37: soak/season.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.evenings.season import Replay

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

EVENINGS = [[1], [8], [19], [24], [36, 37]]
"""The first, two on which two had no opponent, one in the middle with most away, and the last two, where the second
stands on a table that the first has published."""


@pytest.mark.parametrize("evenings", EVENINGS, ids=str)
def test_after_each_evening_page_command_and_hand_computation_agree(tmp_path: Path, evenings: list[int]) -> None:
    replay = Replay(tmp_path, first=evenings[0])

    for number in evenings:
        replay.hold(number)

    replay.look_back(evenings)
