"""What Keizer's options come to in one line: the same numbers as the real tables have."""

from fractions import Fraction

import pytest

from tournaments.pairing.systems.keizer import Keizer
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.snapshot import Entrant, TournamentSnapshot


def facts(size: int, **options: object) -> dict[str, object]:
    return dict(configured(Keizer, options).in_numbers(size).facts)


def test_33_players_in_the_classic_way() -> None:
    assert facts(33) == {"count": 33, "top": 48, "last": 16, "win": 48, "bye": 8}


@pytest.mark.parametrize(
    ("options", "changed"),
    [
        ({"ratio": 2}, {"top": 64, "last": 32, "win": 64, "bye": 16}),
        ({"win_share": "1/2"}, {"win": 24}),
        ({"bye_points": 40}, {"bye": 40}),
        ({"bye_share": "1/3", "round_item": "1/2"}, {"bye": Fraction(11, 2)}),
        ({"top": "60", "step": 2, "min_value": 10}, {"top": 60, "last": 10, "win": 60, "bye": 5}),
    ],
)
def test_it_follows_the_options(options: dict[str, object], changed: dict[str, object]) -> None:
    assert facts(33, **options) == facts(33) | changed


@pytest.mark.parametrize("preset", Keizer.info.presets)
@pytest.mark.parametrize("size", [2, 7, 33, 120])
def test_its_first_and_last_are_those_of_the_first_table(preset: str, size: int) -> None:
    system = configured(Keizer, {}, preset=preset)
    entrants = tuple(Entrant(number=number, rating=3000 - number) for number in range(1, size + 1))
    rows = system.standings(TournamentSnapshot(entrants=entrants), ()).rows
    told = dict(system.in_numbers(size).facts)

    assert (told["top"], told["last"]) == tuple(rows[place].cells["next_value"].value for place in (0, -1))
