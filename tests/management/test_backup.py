"""Backup and restore of the whole installation, on the database that the tests run on."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import tomllib
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django.plugin import DjangoDbBlocker

from clubchess import __version__
from tests.tools.casts.factories import ClubFactory, Evening
from tests.tools.guards.forged_zip import Member, forged, zeros
from tests.tools.guards.whole_database import every_row
from tests.tools.processes.races import ROOT, database_of_its_own
from tournaments.models import Club, Tournament
from tournaments.services.installation.backups import migrations, postgresql

pytestmark = pytest.mark.postgresql  # another engine on each

Manifest = dict[str, Any]


@pytest.fixture(scope="module")
def backup(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Iterator[Path]:
    """Of a club in the middle of an evening, whose database is the one at hand."""
    directory = tmp_path_factory.mktemp("backup")
    with django_db_blocker.unblock(), database_of_its_own(directory, called="backed_up"):
        evening = Evening.of(7)
        evening.play()
        evening.draft()
        call_command("backup", directory / "club.zip", verbosity=0)
        yield directory / "club.zip"


@pytest.fixture
def backed_up(backup: Path) -> dict[str, list[str]]:
    return restorable_rows()


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path / "data")
    settings.DATA_DIR.mkdir()


@pytest.fixture
def elsewhere(backup: Path, backed_up: object, tmp_path: Path) -> Iterator[dict[str, str]]:
    """Another installation, in which nothing was ever done."""
    with database_of_its_own(tmp_path, called="elsewhere", migrated=False) as environment:
        yield environment


@pytest.fixture
def begun_elsewhere(backup: Path, backed_up: object, tmp_path: Path) -> Iterator[dict[str, str]]:
    """Another installation, with its tables and no row."""
    with database_of_its_own(tmp_path, called="begun") as environment:
        yield environment


def restorable_rows() -> dict[str, list[str]]:
    """The versions that pages are kept by rise with each restore."""
    return every_row(besides={"public_revision", "past_revision"})


def public_revisions() -> list[int]:
    return [row.public_revision for model in (Club, Tournament) for row in model.objects.order_by("pk")]


def restore(file: Path, *arguments: str) -> str:
    out = io.StringIO()
    call_command("restore", file, *arguments, stdout=out)
    return out.getvalue()


def refused(match: str, file: Path, *arguments: str) -> None:
    """It says so, and nothing was touched."""
    before = every_row()
    with pytest.raises(CommandError, match=match):
        restore(file, *arguments)
    assert every_row() == before


def changed(file: Path, to: Path, change: Callable[[Manifest], None]) -> Path:
    """The same backup with another manifest."""
    with zipfile.ZipFile(file) as whole, zipfile.ZipFile(to, "w") as other:
        manifest = json.loads(whole.read("manifest.json"))
        change(manifest)
        other.writestr("manifest.json", json.dumps(manifest))
        other.writestr("database", whole.read("database"))
    return to


@pytest.mark.slow
def test_it_restores_every_row_of_every_table(
    backup: Path, backed_up: dict[str, list[str]], elsewhere: dict[str, str]
) -> None:
    said = restore(backup)

    assert restorable_rows() == backed_up
    assert "SK Rockaden: tournaments 1, players 7" in said
    ClubFactory(name="The next one")  # its number is free: the counters came along
    assert Club.objects.count() == 2


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "postgresql", reason="a file is put in place as it is, with its keys")
def test_every_key_and_index_is_there_again(backup: Path, begun_elsewhere: dict[str, str]) -> None:
    """They are made after the rows."""
    before = keys_and_indexes()
    assert {"f", "u", "p"} <= {row[1] for row in before}

    restore(backup)

    assert keys_and_indexes() == before


def keys_and_indexes() -> list[tuple[str, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE connamespace = 'public'::regnamespace UNION ALL"
            " SELECT indexname, 'i', indexdef FROM pg_indexes WHERE schemaname = 'public'"
        )
        return sorted(cursor.fetchall())


@pytest.mark.slow
def test_no_page_kept_before_is_taken_for_one_of_the_restored_database(
    backup: Path, backed_up: object, elsewhere: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twice from one backup: another version each time, as far on as was drawn."""
    monkeypatch.setattr("secrets.randbelow", lambda limit: 0)
    restore(backup)
    first = public_revisions()
    monkeypatch.setattr("secrets.randbelow", lambda limit: limit - 1)
    restore(backup, "--replace")

    assert len(first) == 2
    assert public_revisions() == [revision - 1 + 1_000_000 for revision in first]


def test_only_its_owner_can_read_it(backup: Path) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert [file.name for file in backup.parent.iterdir() if file.name.startswith(".")] == []


def test_it_is_not_written_over_another_file(backup: Path) -> None:
    with pytest.raises(CommandError, match="already"):
        call_command("backup", backup)


def test_nothing_can_be_backed_up_where_nothing_is(elsewhere: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nothing to back up"):
        call_command("backup", tmp_path / "none.zip")

    assert not (tmp_path / "none.zip").exists()


def test_the_newest_are_kept_and_other_files_left_alone(backup: Path, tmp_path: Path) -> None:
    for name in ("clubchess-2020-01-01-030000.zip", "clubchess-2020-01-02-030000.zip", "clubchess-mine.zip"):
        (tmp_path / name).touch()
    call_command("backup", tmp_path, keep=2, verbosity=0)

    kept = {file.name for file in tmp_path.glob("*.zip")}
    assert len(kept) == 3
    assert {"clubchess-2020-01-02-030000.zip", "clubchess-mine.zip"} < kept


@pytest.mark.parametrize("keep", [0, -1])
def test_at_least_one_is_kept(backup: Path, tmp_path: Path, keep: int) -> None:
    with pytest.raises(CommandError, match="at least 1"):
        call_command("backup", tmp_path, keep=keep)


@pytest.mark.parametrize("share", [0, 0.3, 0.99])
def test_a_truncated_file_is_refused(backup: Path, tmp_path: Path, share: float) -> None:
    whole = backup.read_bytes()
    (tmp_path / "part.zip").write_bytes(whole[: int(len(whole) * share)])

    refused("is not a backup of Clubchess, or only a part", tmp_path / "part.zip", "--replace")


def test_a_foreign_file_is_refused(backup: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as other:
        other.writestr("manifest.json", json.dumps({"format": "holiday pictures"}))
    (tmp_path / "text.zip").write_text("Dear Kari")

    refused("is not a backup", tmp_path / "other.zip", "--replace")
    refused("is not a backup", tmp_path / "text.zip", "--replace")
    refused("No such file", tmp_path / "none.zip", "--replace")


@pytest.mark.slow
@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_manifest_that_is_a_bomb_is_not_unpacked(backup: Path, tmp_path: Path, method: int) -> None:
    bomb = Member(name="manifest.json", packed=zeros(method, 60), method=method, size=60_000_000)
    (tmp_path / "bomb.zip").write_bytes(forged([bomb]))
    before = every_row()

    tracemalloc.start()
    try:
        with pytest.raises(CommandError, match="is not a backup"):
            restore(tmp_path / "bomb.zip", "--replace")
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()
    assert every_row() == before


@pytest.mark.parametrize(
    ("match", "change"),
    [
        ("checksum", lambda manifest: manifest.update(sha256="0" * 64)),
        ("checksum", lambda manifest: manifest.update(size=100)),
        ("is not a backup", lambda manifest: manifest.update(size="large")),
        ("is not a backup", lambda manifest: manifest.pop("migrations")),
        ("runs on", lambda manifest: manifest.update(database="oracle")),
        ("its format is number 2", lambda manifest: manifest.update(format_version=2)),
        ("newer Clubchess", lambda manifest: manifest["migrations"].append("tournaments.9999_tomorrow")),
    ],
)
def test_what_does_not_fit_is_refused(
    backup: Path, tmp_path: Path, match: str, change: Callable[[Manifest], None]
) -> None:
    refused(match, changed(backup, tmp_path / "altered.zip", change), "--replace")


def forged_backup(file: Path, to: Path, **instead: tuple[bytes, bytes, str]) -> Path:
    """The same, with other words of the same length in the dump: from one to the other, this."""
    with zipfile.ZipFile(file) as whole, zipfile.ZipFile(to, "w") as other:
        manifest, content = json.loads(whole.read("manifest.json")), bytearray(whole.read("database"))
        for begins, ends, words in instead.values():
            begin = content.index(begins)
            end = content.index(ends, begin) + len(ends)
            assert len(words) <= end - begin
            content[begin:end] = words.encode().ljust(end - begin)
        manifest["sha256"] = hashlib.sha256(content).hexdigest()
        other.writestr("manifest.json", json.dumps(manifest))
        other.writestr("database", bytes(content))
    return to


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "postgresql", reason="a file of SQLite holds no commands")
@pytest.mark.parametrize(
    ("begins", "ends", "words", "is_whole"),
    [
        (b"CREATE TABLE public.tournaments_club (", b");\n", "\\! touch {owned}\n", True),
        (b"CREATE TABLE public.tournaments_club (", b");\n", "COPY (SELECT 1) TO PROGRAM 'touch {owned}';\n", True),
        (b"COPY public.tournaments_club (", b"FROM stdin;\n", "COPY x FROM PROGRAM 'touch {owned}';\n", False),
        (b"ALTER TABLE public.tournaments_club ALTER", b");\n", "COPY (SELECT 1) TO PROGRAM 'touch {owned}';\n", True),
    ],
    ids=["psql", "table", "rows", "counter"],
)
def test_nothing_that_stands_in_a_foreign_file_is_run(
    backup: Path, backed_up: dict[str, list[str]], elsewhere: dict[str, str], *,
    begins: bytes, ends: bytes, words: str, is_whole: bool, tmp_path: Path,
) -> None:  # fmt: skip
    owned = Path(tempfile.mkdtemp(prefix="forged-")) / "owned"
    owned.parent.chmod(0o777)  # whoever runs the server
    forged = forged_backup(backup, tmp_path / "forged.zip", words=(begins, ends, words.format(owned=owned)))
    try:
        if is_whole:
            restore(forged)
            assert restorable_rows() == backed_up
        else:
            refused("could not be put in place", forged)
        assert not owned.exists()
    finally:
        shutil.rmtree(owned.parent)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a file of SQLite is put in place as it is")
def test_a_table_that_is_not_ours_is_refused(backup: Path, elsewhere: dict[str, str], tmp_path: Path) -> None:
    words = (b"COPY public.tournaments_club (", b" (", "COPY public.tournaments_clue (")
    foreign = forged_backup(backup, tmp_path / "forged.zip", words=words)

    refused("a table tournaments_clue as no Clubchess", foreign)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="of a server's dump only rows are taken")
@pytest.mark.parametrize(
    "made",
    [
        "CREATE TRIGGER t AFTER INSERT ON tournaments_action BEGIN UPDATE tournaments_user SET is_superuser = 1; END",
        "CREATE VIEW v AS SELECT * FROM tournaments_user",
        "CREATE VIRTUAL TABLE v USING fts5(x)",
    ],
    ids=["trigger", "view", "virtual table"],
)
def test_a_file_that_would_do_something_by_itself_is_refused(
    backup: Path, elsewhere: dict[str, str], tmp_path: Path, made: str
) -> None:
    content = tmp_path / "content"
    with zipfile.ZipFile(backup) as whole, zipfile.ZipFile(tmp_path / "forged.zip", "w") as other:
        content.write_bytes(whole.read("database"))
        with closing(sqlite3.connect(content)) as database:
            database.execute(made)
            database.commit()
        digest, size = hashlib.sha256(content.read_bytes()).hexdigest(), content.stat().st_size
        described = json.loads(whole.read("manifest.json")) | {"sha256": digest, "size": size}
        other.writestr("manifest.json", json.dumps(described))
        other.write(content, "database")

    with pytest.raises(CommandError, match="triggers, views or virtual tables"):
        restore(tmp_path / "forged.zip")
    assert not Path(connection.settings_dict["NAME"]).exists()


def test_one_flipped_bit_is_noticed(backup: Path, tmp_path: Path) -> None:
    flipped = bytearray(backup.read_bytes())
    flipped[len(flipped) // 2] ^= 1
    (tmp_path / "flipped.zip").write_bytes(flipped)

    refused("is not a backup|checksum", tmp_path / "flipped.zip", "--replace")


@pytest.mark.slow
def test_what_is_there_is_replaced_only_when_asked_and_can_be_had_back(
    backup: Path, backed_up: dict[str, list[str]], begun_elsewhere: dict[str, str]
) -> None:
    ClubFactory(name="Another club")
    there = restorable_rows()
    refused("not empty", backup)

    said = restore(backup, "--replace")
    assert restorable_rows() == backed_up
    (kept,) = (settings.DATA_DIR / "backups").iterdir()
    assert f"kept in {kept}" in said
    restore(kept, "--replace")

    assert restorable_rows() == there


@pytest.mark.slow
def test_an_older_backup_is_migrated(elsewhere: dict[str, str], tmp_path: Path) -> None:
    migrations.migrate_to([("tournaments", "0001_initial")])
    older = migrations.applied()
    call_command("backup", tmp_path / "older.zip", verbosity=0)
    call_command("migrate", verbosity=0)

    said = restore(tmp_path / "older.zip")

    assert "tournaments.0002_published_table" in said
    assert set(older) < set(migrations.applied())
    assert "tournaments_publishedtable" in connection.introspection.table_names()


@pytest.mark.slow
@pytest.mark.usefixtures("begun_elsewhere")
def test_a_backup_from_before_the_migrations_stood_in_one_is_taken(tmp_path: Path) -> None:
    squashed = MigrationRecorder.Migration.objects.filter(name__startswith="0001_squashed")
    squashed.delete()
    call_command("backup", tmp_path / "older.zip", verbosity=0)

    assert "tournaments.0001_squashed" in restore(tmp_path / "older.zip", "--replace")

    assert squashed.count() == 1


@pytest.mark.slow
def test_a_migration_that_fails_leaves_what_was_there(
    backup: Path, begun_elsewhere: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ClubFactory(name="Another club")

    def fails(*arguments: object, **options: object) -> None:
        MigrationRecorder(connection).record_applied("tournaments", "0999_half_done")
        raise RuntimeError

    monkeypatch.setattr(migrations, "call_command", fails)
    before = every_row()
    with pytest.raises(RuntimeError):
        restore(backup, "--replace")

    assert every_row() == before


@pytest.mark.slow
def test_it_refuses_while_anybody_has_the_database_open_and_does_nothing(
    backup: Path, begun_elsewhere: dict[str, str]
) -> None:
    reading = "import django; django.setup(); from tournaments.models import Club; "
    reading += "print(Club.objects.count(), flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", reading], cwd=ROOT, env=begun_elsewhere, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"0\n"
        with pytest.raises(CommandError, match="in use: stop the server"):
            restore(backup)
        other.communicate(b"\n")

    assert Club.objects.count() == 0


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="a server has transactions for it")
def test_killed_before_the_last_step_it_leaves_what_was_there(
    backup: Path, backed_up: dict[str, list[str]], begun_elsewhere: dict[str, str]
) -> None:
    ClubFactory(name="Another club")
    before = every_row()
    connection.close()
    killed = "import os, pathlib, signal, django; django.setup(); from django.core.management import call_command; "
    killed += "pathlib.Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL); "
    killed += f"call_command('restore', {str(backup)!r}, replace=True)"
    ended = subprocess.run([sys.executable, "-c", killed], cwd=ROOT, env=begun_elsewhere, check=False)

    assert ended.returncode == -signal.SIGKILL
    assert every_row() == before
    restore(backup, "--replace")
    assert restorable_rows() == backed_up


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a server looks after its files itself")
def test_a_damaged_database_is_said_and_not_backed_up(backup: Path, elsewhere: dict[str, str], tmp_path: Path) -> None:
    Path(connection.settings_dict["NAME"]).write_bytes(b"no database " * 1000)

    with pytest.raises(CommandError, match="is damaged"):
        call_command("backup", tmp_path / "club.zip")
    with pytest.raises(CommandError, match="is damaged"):
        restore(backup, "--replace")
    assert not (tmp_path / "club.zip").exists()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a server looks after its files itself")
def test_an_orphaned_journal_is_not_written_into_the_restored_file(backup: Path, elsewhere: dict[str, str]) -> None:
    Path(f"{connection.settings_dict['NAME']}-wal").write_bytes(b"the last changes")

    with pytest.raises(CommandError, match="without its database"):
        restore(backup)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite needs no programs beside it")
def test_a_client_that_lacks_or_is_too_old_is_said(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "_major", lambda program: 9)
    with pytest.raises(CommandError, match="is version 9 and the server is PostgreSQL"):
        call_command("backup", tmp_path / "club.zip")

    monkeypatch.undo()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match="pg_dump is not installed"):
        call_command("backup", tmp_path / "club.zip")


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite's file is the same in every version")
def test_a_backup_of_a_newer_server_is_refused(backup: Path, tmp_path: Path) -> None:
    newer = changed(backup, tmp_path / "newer.zip", lambda manifest: manifest.update(database_version="99"))

    refused("update the server first", newer, "--replace")


def test_the_program_says_its_version_in_one_way() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "version" in told["project"]["dynamic"]
    assert (ROOT / told["tool"]["hatch"]["version"]["path"]).read_text().count(f'"{__version__}"') == 1


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a file has no password")
def test_the_password_is_no_word_of_a_command(backup: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(connection.settings_dict, "PASSWORD", "a rook on the seventh")
    commands = []
    run = subprocess.run

    def seen(arguments: list[str], **options: Any) -> Any:
        commands.append((arguments, options.get("env", {}).get("PGPASSWORD")))
        return run(arguments, **options)

    monkeypatch.setattr(subprocess, "run", seen)
    call_command("backup", tmp_path / "club.zip", verbosity=0)

    (words, password) = commands[-1]
    assert password == "a rook on the seventh"
    assert not any(password in word for word in words)
