"""Reasons: kept as JSON, filled as sentences."""

from fractions import Fraction

import pytest

from tournaments.pairing.types.paired_round import Player, Players, Reason
from tournaments.pairing.types.snapshot import Colour
from tournaments.pairing.wording import points, sentence

FACTS = {"one": Player(3), "two": Players((3, 1)), "three": Colour.BLACK, "four": Fraction(7, 2), "five": 5}


def test_a_reason_survives_json() -> None:
    reason = Reason(rule="toy/1", facts=FACTS)
    assert Reason.from_json(reason.to_json()) == reason
    assert reason.to_json()["facts"] == {
        "one": {"player": 3},
        "two": {"players": [3, 1]},
        "three": {"colour": "black"},
        "four": {"points": "7/2"},
        "five": 5,
    }


@pytest.mark.parametrize("fact", ["3", None, {"player": "3"}, {"name": "Bo"}, [1], 1.5])
def test_a_fact_that_is_none_is_refused(fact: object) -> None:
    with pytest.raises(ValueError, match="not a fact"):
        Reason.from_json({"rule": "toy/1", "facts": {"one": fact}})


def test_a_sentence_is_translated_whole_and_then_filled() -> None:
    reason = Reason(rule="item/win", facts={"opponent": Player(2), "round": 3})
    names = {2: "Bo {round}"}
    assert sentence(reason, names.__getitem__) == "Win against Bo {round} in round 3"
    german = {"Win against {opponent} in round {round}": "In Runde {round} Sieg gegen {opponent}"}
    assert sentence(reason, names.__getitem__, german.__getitem__) == "In Runde 3 Sieg gegen Bo {round}"


def test_points_are_shown_with_a_half() -> None:
    shown = {"0": "0", "1/2": "½", "7/2": "3½", "-1/2": "−½", "-2": "−2", "4/3": "4/3"}
    assert {text: points(Fraction(text)) for text in shown} == shown
