"""Each key map has one key for each result, and no two results share a key."""

import pytest

from tournaments.models import KeyMap
from tournaments.pages.evening.key_map import key_map_view
from tournaments.pairing.types.snapshot import Result

ONE_KEY_EACH = {
    KeyMap.ONE_ZERO_FIVE: {"1": "1-0", "0": "0-1", "5": "1/2-1/2"},
    KeyMap.ONE_TWO_THREE: {"1": "1-0", "2": "0-1", "3": "1/2-1/2"},
    KeyMap.ONE_THREE_TWO: {"1": "1-0", "3": "0-1", "2": "1/2-1/2"},
}


@pytest.mark.parametrize("chosen", KeyMap)
def test_it_is_named_by_the_keys_of_the_three_results(chosen: KeyMap) -> None:
    keys = {each.key: each.result for each in key_map_view(chosen).keys}

    assert keys == {**ONE_KEY_EACH[chosen], "+": Result.WHITE_WINS_BY_FORFEIT, "-": Result.BLACK_WINS_BY_FORFEIT}
    assert chosen == "".join(ONE_KEY_EACH[chosen])
    (marked,) = (choice for choice in key_map_view(chosen).choices if choice.is_chosen)
    assert marked.key_map is chosen
