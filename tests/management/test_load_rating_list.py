"""A list from a file, for all clubs or for one."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tools.casts.club_cast import Cast
from tests.tools.pages import rating_lists as made
from tournaments.models import RatingList

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # COPY


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "players_list_foa.zip"
    found.write_bytes(made.zipped({"players_list_foa.txt": made.fide(made.many(6_000))}))
    return found


def load(file: Path, *options: str) -> str:
    out = io.StringIO()
    call_command("load_rating_list", str(file), *options, stdout=out)
    return out.getvalue()


def test_it_is_loaded_for_all(file: Path) -> None:
    assert load(file, "--month", "2026-10").splitlines()[-1] == "Loaded: 6000 people, lines left out: 0."
    assert RatingList.objects.get().club is None


def test_it_is_loaded_for_one_club(file: Path) -> None:
    cast = Cast()
    load(file, "--club", cast.club.slug)

    assert RatingList.objects.get().club == cast.club


@pytest.mark.parametrize(
    ("options", "part"),
    [(["--club", "nowhere"], "no club"), (["--month", "october"], "write it as 2026-10")],
)
def test_what_is_wrong_is_said(file: Path, options: list[str], part: str) -> None:
    with pytest.raises(CommandError, match=part):
        load(file, *options)


def test_a_file_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        load(tmp_path / "gone.txt")
    (tmp_path / "cut.txt").write_bytes(made.fide([made.BERG])[:-50])
    with pytest.raises(CommandError, match="cut off"):
        load(tmp_path / "cut.txt")
