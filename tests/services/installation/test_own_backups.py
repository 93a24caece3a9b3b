"""Backups made by themselves, chosen, brought and put back at the next start: on SQLite, where a page does it."""

from __future__ import annotations

import datetime
import os
import uuid
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from tests.tools.casts.factories import ClubFactory, UserFactory
from tests.tools.processes.races import database_of_its_own
from tournaments.models import Action, Club
from tournaments.recording import AlreadyDone
from tournaments.selectors.kept_backups import chosen, folder, kept_backups, kept_file
from tournaments.services.clubs.clubs import create_club
from tournaments.services.common.refusal import Refused
from tournaments.services.installation import moving, own_backups, putting_back, serving

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="a page does it where the database is a file")


@pytest.fixture
def data(tmp_path: Path, settings: Any, django_db_setup: None, django_db_blocker: Any) -> Iterator[Path]:
    """An installation of its own with a club."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    with django_db_blocker.unblock(), database_of_its_own(tmp_path):
        create_club(name="Alfa", username="kari", email="", password="")
        yield settings.DATA_DIR


def later(monkeypatch: pytest.MonkeyPatch, **more: float) -> None:
    now = datetime.datetime.now(datetime.UTC) + datetime.timedelta(**more)
    monkeypatch.setattr(timezone, "now", lambda: now)


def test_by_itself_once_it_is_quiet_and_only_for_what_is_new(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert own_backups.back_up_by_itself() is None
    later(monkeypatch, minutes=21)
    made = own_backups.back_up_by_itself()
    assert made is not None
    assert made.parent == data / "backups"
    assert own_backups.back_up_by_itself() is None
    club = Club.objects.get()
    own_backups.note(club, verb="installation.stop", actor=None)
    later(monkeypatch, minutes=60)
    assert own_backups.back_up_by_itself() is None  # what is done with the installation is no change of the club
    assert own_backups.back_up_what_is_new() is None


def test_where_somebody_taps_all_day_one_is_made_each_day(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = own_backups.back_up_what_is_new()
    assert first is not None
    old = timezone.now().timestamp() - 25 * 3600
    os.utime(first, (old, old))
    assert own_backups.back_up_by_itself() is not None


def test_so_many_are_kept_and_none_where_none_is_wanted(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club.objects.get()
    own_backups.choose(club, where="", kept=2, actor=None)
    for _number in range(3):
        for file in (data / "backups").glob("*") if (data / "backups").exists() else ():
            os.utime(file, (0, 0))
        assert own_backups.back_up_what_is_new() is not None
    assert len(kept_backups()) == 2
    own_backups.choose(club, where="", kept=0, actor=None)
    for file in (data / "backups").iterdir():
        os.utime(file, (0, 0))
    assert own_backups.back_up_what_is_new() is None


def test_a_stick_that_is_away_keeps_nobody_from_a_backup(data: Path, tmp_path: Path) -> None:
    club, stick = Club.objects.get(), tmp_path / "stick æ"
    stick.mkdir()
    own_backups.choose(club, where=str(stick), kept=5, actor=None)
    assert own_backups.back_up(club, actor=None).parent == stick
    stick.rename(tmp_path / "pulled out")
    assert folder() == data / "backups"
    assert own_backups.back_up(club, actor=None).parent == data / "backups"


@pytest.mark.parametrize("where", ["nowhere", "../data", "/does/not/exist", "\0"])
def test_a_folder_that_is_none_is_refused(data: Path, where: str) -> None:
    with pytest.raises(Refused) as refused:
        own_backups.choose(Club.objects.get(), where=where, kept=5, actor=None)
    assert str(refused.value) == f"There is no folder {where} on this computer."
    assert chosen().backup_folder == ""


def test_tapped_twice_it_is_made_once(data: Path) -> None:
    club, receipt = Club.objects.get(), uuid.uuid4()
    own_backups.back_up(club, actor=None, receipt=receipt)
    with pytest.raises(AlreadyDone):
        own_backups.back_up(club, actor=None, receipt=receipt)
    assert len(kept_backups()) == 1


@pytest.mark.parametrize("brought", [b"", b"PK\x03\x04 cut off", b"x" * 100_000])
def test_what_is_no_backup_is_refused_and_not_kept(data: Path, brought: bytes) -> None:
    with pytest.raises(Refused, match="This is no backup of Clubchess, or only a part of one"):
        own_backups.bring([brought])
    assert kept_backups() == ()


@pytest.mark.parametrize("name", ["../chosen.json", "clubchess.sqlite3", "secret_key", "/etc/passwd", "x.zip", "\0"])
def test_nothing_but_backups_has_a_name_here(data: Path, name: str) -> None:
    own_backups.back_up(Club.objects.get(), actor=None)
    assert kept_file(name) is None


def test_a_backup_is_put_back_once_at_the_next_start(data: Path) -> None:
    club = Club.objects.get()
    backup = own_backups.back_up(club, actor=None)
    ClubFactory(name="Made later")
    putting_back.ask(backup, by="Kari Elm")
    connection.close()
    putting_back.carry_out()
    assert [each.name for each in Club.objects.all()] == ["Alfa"]
    done = Action.objects.latest("pk")
    assert (done.verb, done.facts["by"]) == ("installation.put_back", "Kari Elm")
    assert any(each.is_before_restore for each in kept_backups())
    ClubFactory(name="Made after that")
    putting_back.carry_out()
    assert Club.objects.count() == 2
    assert putting_back.what_failed() == ""


def test_one_that_cannot_be_put_back_leaves_all_and_says_so(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(putting_back, "_failed", "")
    backup = own_backups.back_up(Club.objects.get(), actor=None)
    backup.write_bytes(backup.read_bytes()[:-200])
    putting_back.ask(backup, by="Kari Elm")
    connection.close()
    putting_back.carry_out()
    assert Club.objects.get().name == "Alfa"
    assert "not a backup of Clubchess" in putting_back.what_failed()
    assert Action.objects.latest("pk").verb == "installation.not_put_back"


def test_a_club_goes_as_a_file_and_comes_where_none_is(data: Path, tmp_path: Path) -> None:
    club = Club.objects.get()
    content = moving.club_file(club, actor=UserFactory())
    with pytest.raises(Refused, match="There is a club here already"):
        moving.arrive([content])
    with pytest.raises(Refused, match="That is not the club's name"):
        moving.erase(club, typed="alfa")
    moving.erase(club, typed=" Alfa ")
    with closing(connection):
        assert not Club.objects.exists()
    arrived = moving.arrive([content])
    assert arrived is not None
    assert arrived.name == "Alfa"


def test_where_the_server_cannot_begin_again_it_says_how(data: Path) -> None:
    club = Club.objects.get()
    content = own_backups.back_up(club, actor=None).read_bytes()
    with pytest.raises(Refused, match="Whether phones can connect was set where this server was started"):
        serving.let_phones_in(club, are_let_in=True, actor=None)
    moving.erase(club, typed="Alfa")
    with pytest.raises(Refused, match="A backup is put back on the command line here, with restore"):
        moving.arrive([content])
