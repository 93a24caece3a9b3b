"""One key, however many processes start at once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from clubchess.secret_key import _make, read_or_make_secret_key


def test_the_second_to_make_a_key_keeps_the_first_ones(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    _make(path)
    first = path.read_text()

    _make(path)

    assert path.read_text() == first
    assert [child.name for child in tmp_path.iterdir()] == ["secret_key"]


def test_all_who_start_at_once_read_the_same_whole_key(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "secret_key"
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(lambda _: read_or_make_secret_key(path), range(64)))

    assert len(keys) == 1
