"""TRFs as other programs write them: made up by hand after what their users reported."""

import datetime
from pathlib import Path

from tournaments.exchange.tournament_formats import read_tournament
from tournaments.exchange.trf import parse

DATA = Path(__file__).parents[2] / "data" / "trf_inputs"


def written(name: str) -> bytes:
    return (DATA / f"{name}.trf").read_bytes()


def test_a_month_in_words_is_read() -> None:
    read = parse(written("date_month_name"))
    assert (read.starts, read.ends) == (datetime.date(2020, 5, 29), datetime.date(2020, 5, 29))
    assert read_tournament(written("date_month_name")).notes == ()
