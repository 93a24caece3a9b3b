"""What `soak.fuzzer` puts through the app: valid to begin with, repeatable, and mostly past the parser."""

import datetime
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from tests.tools.fuzzing.backups import mutated_backup
from tests.tools.fuzzing.dear_shapes import read_fixtures, was_taken
from tests.tools.fuzzing.fixtures import mutated_calendar, mutated_fixture_list
from tests.tools.fuzzing.lists import mutated_csv, mutated_xlsx
from tests.tools.fuzzing.pictures import mutated_picture
from tests.tools.fuzzing.rating_lists import mutated_rating_list
from tests.tools.fuzzing.seasons import mutated_kfc_season, mutated_season
from tests.tools.fuzzing.tournaments import mutated_tournament, valid_tournaments
from tests.tools.fuzzing.trfs import mutated_trf
from tests.tools.guards.layers import first_fast
from tournaments.exchange.apart import Reader, read_upload
from tournaments.exchange.json_node import FileError
from tournaments.exchange.player_list import players_of
from tournaments.exchange.tournament_file import parse
from tournaments.exchange.tournament_formats import read_tournament
from tournaments.pairing.discovery import SYSTEMS

MAKERS = [
    mutated_tournament,
    mutated_csv,
    mutated_xlsx,
    mutated_backup,
    mutated_trf,
    mutated_rating_list,
    mutated_season,
    mutated_kfc_season,
    mutated_fixture_list,
    mutated_calendar,
]
MAKERS += [partial(mutated_picture, kind) for kind in ("PNG", "JPEG", "WEBP")]
TODAY = datetime.date(2026, 11, 22)


def read_list(data: bytes) -> object:
    return players_of(read_upload(Reader.SHEET, data), today=TODAY)


def test_every_system_is_begun_with() -> None:
    files = [parse(data) for data in valid_tournaments()]
    assert {file.system for file in files} == set(SYSTEMS)
    for file in files:
        file.configured()


def test_a_season_of_keizer_for_clubs_is_mostly_taken() -> None:
    taken = sum(was_taken(read_tournament, mutated_kfc_season(Random(f"{seed}"))) for seed in range(200))
    assert 40 < taken < 180


@pytest.mark.parametrize("make", MAKERS)
def test_the_same_seed_makes_the_same_files(make: Callable[[Random], bytes]) -> None:
    first, again = ([make(Random(f"{seed}")) for seed in range(20)] for _twice in range(2))
    assert first == again
    assert len(set(first)) > 15


@pytest.mark.parametrize(
    ("make", "read"),
    first_fast(
        1,
        [
            *((mutated_tournament, parse), (mutated_csv, read_list), (mutated_xlsx, read_list)),
            *((mutated_fixture_list, read_fixtures), (mutated_calendar, read_fixtures)),
        ],
    ),
)
def test_at_least_half_get_past_the_parser(make: Callable[[Random], bytes], read: Callable[[bytes], object]) -> None:
    refused, files = 0, 60 if make is mutated_xlsx else 200  # a process for each
    for seed in range(files):
        try:
            read(make(Random(f"{seed}")))
        except FileError:
            refused += 1
    assert files / 20 < refused < files / 2
