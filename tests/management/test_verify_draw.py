"""manage.py verify_draw: the draw of a round, repeated from the public file and the seed published after it."""

from __future__ import annotations

import hashlib
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tools.casts.factories import Evening
from tournaments.pages.common.display_names import Audience
from tournaments.pages.files.tournament_export import tournament_download
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.snapshot import Result
from tournaments.services.evening import manual_pairing

pytestmark = pytest.mark.django_db

SEED = "c4" * 32
SIX = Path(__file__).parents[1] / "data" / "attendance_monrad_six.json"


def run(*args: Any) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("verify_draw", *map(str, args), stdout=out, stderr=out)
    except SystemExit as stopped:
        return int(stopped.code or 0), out.getvalue()
    return 0, out.getvalue()


def seed_of(number: int) -> str:
    return Lots(SEED, number).round_seed.hex()


def hash_of(number: int) -> str:
    return hashlib.sha256(bytes.fromhex(seed_of(number))).hexdigest()


def public_file(evening: Evening, path: Path) -> Path:
    path.write_bytes(tournament_download(evening.tournament, Audience.PUBLIC).data)
    return path


@pytest.fixture
def evening() -> Evening:
    return Evening.of(9, system="drawboss_monrad", seed=SEED, options={"elimination": 2})


@pytest.fixture(scope="module")
def kept() -> list[bytes]:
    """The file below, once somebody has asked for it."""
    return []


@pytest.fixture
def played(kept: list[bytes], request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "tournament.json"
    if kept:
        path.write_bytes(kept[0])
    else:
        kept.append(_played(request.getfixturevalue("evening"), path).read_bytes())
    return path


def _played(evening: Evening, path: Path) -> Path:
    evening.play()
    evening.play(1, 2, 3, 4, 5, 6, 7, result=Result.DRAW)
    evening.play(result=Result.BLACK_WINS)
    out = {black for _, black in evening.boards(in_round=1)} & {white for white, _ in evening.boards(in_round=3)}
    assert out
    evening.play(*sorted({*range(1, 10)} - out))
    return public_file(evening, path)


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_public_file_and_the_seed_repeat_each_draw(played: Path, number: int) -> None:
    status, said = run(played, "--round", number, "--round-seed", seed_of(number), "--hash", hash_of(number))
    assert status == 0, said
    assert "Every board and bye is as it was drawn." in said
    lots = Lots(SEED, number).drawing("order")
    assert f"1 {lots(1).hex()[:16]}" in said
    assert "partner of " in said


def test_without_a_round_it_is_the_last_one(played: Path) -> None:
    assert run(played, "--round-seed", seed_of(4))[0] == 0
    assert run(played, "--round-seed", seed_of(3))[0] == 1


def test_another_seed_than_the_hash_promised_is_found(played: Path) -> None:
    status, said = run(played, "--round", 1, "--round-seed", seed_of(1), "--hash", hash_of(2))
    assert status == 1
    assert f"the hash published before the round was {hash_of(2)}" in said


def test_a_board_that_was_not_drawn_is_found(played: Path) -> None:
    file = json.loads(played.read_text())
    games = file["rounds"][1]["games"]
    games[0]["white"], games[1]["white"] = games[1]["white"], games[0]["white"]
    played.write_text(json.dumps(file))
    status, said = run(played, "--round", 2, "--round-seed", seed_of(2))
    assert status == 1
    assert said.count("was not drawn so") == 2


def test_a_bye_that_was_not_drawn_is_found(played: Path) -> None:
    file = json.loads(played.read_text())
    first = file["rounds"][0]
    bye, game = first["byes"][0], first["games"][0]
    bye["player"], game["white"] = game["white"], bye["player"]
    played.write_text(json.dumps(file))
    status, said = run(played, "--round", 1, "--round-seed", seed_of(1))
    assert status == 1
    assert "DIFFERS" in said


@pytest.mark.slow
def test_boards_of_the_director_are_not_held_against_the_draw(evening: Evening, tmp_path: Path) -> None:
    evening.draft()
    (one, _), (other, _), *_ = evening.boards()
    manual_pairing.swap_players(
        evening.round,
        evening.entry(one),
        evening.entry(other),
        seen_revision=evening.round.revision,
        actor=evening.director,
    )
    evening.publish()
    status, said = run(public_file(evening, tmp_path / "moved.json"), "--round-seed", seed_of(1))
    assert status == 0, said


@pytest.mark.slow
def test_a_file_with_the_seed_needs_no_other(evening: Evening, tmp_path: Path) -> None:
    evening.play()
    path = tmp_path / "whole.json"
    path.write_bytes(tournament_download(evening.tournament, Audience.STAFF).data)
    assert run(path)[0] == 0


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ((), "the seed of the round is needed"),
        (("--round", 5, "--round-seed", "00" * 32), "The file has no round 5"),
        (("--round", 0, "--round-seed", "00" * 32), "The file has no round 0"),
        (("--round-seed", "xyz"), "64 hex digits"),
        (("--hash", "00" * 31), "64 hex digits"),
    ],
)
def test_wrong_arguments_are_said(played: Path, args: tuple[object, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        run(played, *args)


def test_a_system_without_lots_is_said() -> None:
    with pytest.raises(CommandError, match="draws no lots"):
        run(SIX, "--round-seed", "00" * 32)


def test_a_wrong_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "wrong.json").write_text("{}")
    status, said = run(tmp_path / "wrong.json")
    assert status == 2
    assert "wrong.json" in said
