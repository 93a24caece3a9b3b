"""Files of clubs that were damaged, altered or made to do harm: one sentence, and nothing is changed."""

from __future__ import annotations

import base64
import functools
import gzip
import json
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import transaction

from tests.tools.casts.factories import Evening, UserFactory
from tests.tools.guards.forged_zip import Member, forged, zeros
from tests.tools.guards.layers import first_fast
from tests.tools.guards.whole_database import every_row
from tests.tools.played.moving import FileRows, export, rewritten, take_in
from tournaments.models import Action, ClubLogo, Membership, Role
from tournaments.recording import obstacles

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # what columns and constraints refuse
Alteration = Callable[[dict[str, Any], FileRows], None]
_WRONG = "is not the file of a club|is none that Clubchess writes"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Of a club that is not here any more."""
    to = tmp_path / "club.zip"
    to.write_bytes(_exported())
    return to


@functools.cache
def _exported() -> bytes:
    """Made once: it takes five times as long as to refuse it. What it was made of is taken back."""
    with transaction.atomic(), tempfile.TemporaryDirectory() as folder:
        evening = Evening.of(4)
        club = evening.tournament.club
        evening.play()
        evening.finish()
        Membership.objects.create(club=club, user=UserFactory(username="kari", email="k@k.example"), role=Role.ADMIN)
        to = Path(folder) / "club.zip"
        export(club.slug, to)
        transaction.set_rollback(True)
        return to.read_bytes()


def refused(match: str, file: Path, *arguments: str) -> None:
    before = every_row()
    with pytest.raises(CommandError, match=match) as raised:
        take_in(file, *arguments)
    assert str(raised.value).endswith("Nothing was changed.")
    assert every_row() == before


def put(label: str, **values: Any) -> Alteration:
    """In the last row of the model."""

    def change(_manifest: dict[str, Any], rows: FileRows) -> None:
        rows[label][-1].update(values)

    return change


def manifest(**values: Any) -> Alteration:
    def change(manifest: dict[str, Any], _rows: FileRows) -> None:
        manifest.update(values)

    return change


def drop(label: str, name: str) -> Alteration:
    def change(_manifest: dict[str, Any], rows: FileRows) -> None:
        del rows[label][-1][name]

    return change


def again(label: str) -> Alteration:
    """The last row a second time."""

    def change(_manifest: dict[str, Any], rows: FileRows) -> None:
        rows[label].append(rows[label][-1])

    return change


def none_of(label: str) -> Alteration:
    def change(_manifest: dict[str, Any], rows: FileRows) -> None:
        rows[label].clear()

    return change


def no_member(label: str) -> Alteration:
    def change(_manifest: dict[str, Any], rows: FileRows) -> None:
        del rows[label]

    return change


def another_member(_manifest: dict[str, Any], rows: FileRows) -> None:
    rows["session"] = []


def kept_file(content: bytes) -> str:
    return base64.b64encode(gzip.compress(content)).decode()


@pytest.mark.parametrize(
    "alteration",
    first_fast(
        6,
        [
            put("game", board="1"),
            put("game", board=10**30),
            put("game", round_id=999_999),
            put("game", unknown=1),
            put("action", changes=[{"model": "session", "pk": 1, "before": None, "after": {}}]),
            put("user", is_superuser=True),
            drop("game", "board"),
            again("game"),
            none_of("club"),
            again("club"),
            no_member("game"),
            another_member,
            put("game", board=True),
            put("game", board=-1),
            put("game", id=0),
            put("game", id="7"),
            put("game", id=2**63),
            put("game", reasons=float("nan")),
            put("game", reasons=["\0"]),
            put("game", reasons=["\ud800"]),
            put("game", started_at="yesterday"),
            put("game", started_at="2026-11-26T19:00:00"),
            put("player", given_name="x" * 101),
            put("player", given_name=None),
            put("player", merged_into_id=999_999),
            put("player", club_id=999_999),
            put("club", time_zone=3),
            put("action", changes=[{"model": "game", "pk": "1", "before": None, "after": {}}]),
            put("action", changes=[{"model": "game", "pk": -5, "before": None, "after": {}}]),
            put("action", changes={"model": "game"}),
            put("action", changes=[{"model": "game", "pk": 1, "before": 1, "after": 2}]),
            put("action", relies_on=[{"model": "secondfactor", "pks": [1], "fields": []}]),
            put("action", public=[["user", 1]]),
            put("action", facts={"player": {"id": 1}}),
            put("action", facts=[]),
            put("action", undoes_id=999_999),
            put("action", actor_id=999_999),
            put("tournament", prizes={"lists": 3}),
            put("tournament", carried=[{"white": 1}]),
            put("roundrecord", tournament_file="no base64"),
            put("roundrecord", tournament_file=base64.b64encode(b"no gzip").decode()),
            put("roundrecord", tournament_file=kept_file(bytes(21_000_000))),
            put("publishedtable", table=kept_file(bytes(21_000_000))),
            put("user", username=""),
            put("user", email="no address"),
            manifest(format="clubchess-backup"),
            manifest(format_version="1"),
            manifest(counts=[]),
            manifest(counts={"club": 1}),
            manifest(migrations=3),
            manifest(more="than is known"),
        ],
    ),
)
def test_what_no_clubchess_wrote_is_refused(file: Path, tmp_path: Path, alteration: Alteration) -> None:
    refused(_WRONG, rewritten(file, tmp_path / "altered.zip", alteration))


@pytest.mark.parametrize(
    ("alteration", "match"),
    first_fast(
        2,
        [
            (put("tournament", system="chess_boxing"), "The tournament “Tuesday cup” cannot be read by this Clubchess"),
            (put("club", embedded_on=["https://a.example; script-src *"]), _WRONG),
            (put("club", embedded_on=[3]), _WRONG),
            (put("tournament", options={"win": "many"}), "cannot be read by this Clubchess"),
            (put("tournament", tie_breaks=["of no kind"]), "cannot be read by this Clubchess"),
            (put("club", time_zone="Mars/Olympus"), "There is no time zone “Mars/Olympus”"),
            (put("game", board=1), "contradicts itself"),
            (put("game", result="2-0"), "contradicts itself"),
            (put("action", verb="x" * 41), _WRONG),
            (
                manifest(format_version=2),
                "its format is number 2, and this Clubchess knows 1. Update the program first",
            ),
        ],
    ),
)
def test_what_cannot_be_shown_here_is_refused(file: Path, tmp_path: Path, alteration: Alteration, match: str) -> None:
    refused(match, rewritten(file, tmp_path / "altered.zip", alteration))


def test_a_newer_file_and_an_older_one_say_what_to_do(file: Path, tmp_path: Path) -> None:
    def newer(manifest: dict[str, Any], _rows: FileRows) -> None:
        manifest["migrations"].append("tournaments.9999_of_next_year")

    def older(manifest: dict[str, Any], _rows: FileRows) -> None:
        manifest["migrations"].pop()

    refused("newer Clubchess.*9999_of_next_year. Update this installation", rewritten(file, tmp_path / "n.zip", newer))
    refused("older Clubchess.*Update the installation that it comes from", rewritten(file, tmp_path / "o.zip", older))


def test_a_file_cut_off_anywhere_is_refused(file: Path, tmp_path: Path) -> None:
    whole = file.read_bytes()
    cut = tmp_path / "cut.zip"
    for part in (0, 1, 2, 3):
        cut.write_bytes(whole[: len(whole) * part // 4])
        refused("is not the file of a club, or only a part of one", cut)
    with zipfile.ZipFile(file) as archive:
        actions = archive.getinfo("action.jsonl")
    for part in (1, 2, 3):
        place = actions.header_offset + 100 + actions.compress_size * part // 5
        cut.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        refused(_WRONG, cut)
    refused("No such file", tmp_path / "none.zip")


def test_a_file_that_swells_is_refused_before_it_has(file: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        members = [Member.of(name, archive.read(name)) for name in archive.namelist() if name != "game.jsonl"]
    bomb = tmp_path / "bomb.zip"
    packed = zeros(zipfile.ZIP_DEFLATED, 300)
    for size in (300_000_000, 1_000_000):
        bomb.write_bytes(forged([*members, Member(name="game.jsonl", packed=packed, size=size)]))
        assert bomb.stat().st_size < 1_000_000
        refused("is not the file of a club", bomb)


def test_a_line_that_would_be_gigabytes_in_memory_is_refused(file: Path, tmp_path: Path) -> None:
    for deep in ([[]] * 1_000_001, json.loads("[" * 400 + "]" * 400)):
        refused(_WRONG, rewritten(file, tmp_path / "deep.zip", put("game", reasons=deep)))


def test_a_logo_is_the_picture_that_it_says(file: Path, tmp_path: Path) -> None:
    def change(_manifest: dict[str, Any], rows: FileRows) -> None:
        (club,) = rows["club"]
        png = base64.b64encode(b"<svg onload=alert(1)>").decode()
        rows["clublogo"] = [{"id": 1, "club_id": club["id"], "digest": "0" * 64, "png": png}]

    refused(_WRONG, rewritten(file, tmp_path / "altered.zip", change))
    assert not ClubLogo.objects.exists()


def test_values_that_a_row_of_today_cannot_have_are_no_undo(file: Path, tmp_path: Path) -> None:
    """In the record of what was long ago, or of what somebody made up: the rest is taken in, this is not undone."""

    def change(_manifest: dict[str, Any], rows: FileRows) -> None:
        game = rows["game"][-1]["id"]
        for action, after in zip(
            rows["action"][-4:], [{"board": "x"}, {"gone": 1}, {"round_id": "1"}, {"result": "1-0"}], strict=True
        ):
            action["changes"] = [{"model": "game", "pk": game, "before": {}, "after": after}]

    take_in(rewritten(file, tmp_path / "altered.zip", change))

    told = list(Action.objects.exclude(verb="club.import").order_by("-pk")[:4])
    assert [each.changes[0].get("private", False) for each in told] == [False, True, True, True]
    assert [obstacles([each])[each.pk] == () for each in told][1:] == [True] * 3
