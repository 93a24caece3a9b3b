"""Every write to the database goes through the package recording: nothing else calls what writes."""

import ast
from pathlib import Path

import pytest

from tools.files import existing, files_in

ROOT = Path(__file__).parents[2]
DOOR = existing(ROOT / "tournaments" / "recording")
# The core cannot import Django (import-linter holds that), so its own methods called save or update write nothing.
CANNOT_WRITE = existing(ROOT / "tournaments" / "pairing")
# A migration runs before there is anything to record.
BEFORE_ALL = existing(ROOT / "tournaments" / "migrations")

WRITES = {"save", "save_base", "asave", "bulk_create", "abulk_create", "bulk_update", "abulk_update"}
WRITES |= {
    "get_or_create",
    "aget_or_create",
    "update_or_create",
    "aupdate_or_create",
    "create_user",
    "create_superuser",
}
WRITES |= {"raw", "cursor", "execute", "executemany"}
# Django's take keywords only, while the recorder's name the row or model first and those of dict and set take a value.
WRITES_BY_KEYWORD = {"create", "acreate", "update", "aupdate", "delete", "adelete"}

# Calls that only sound like it, each with its reason.
EXCEPTIONS = {
    "option.save": "an option of a pairing system, whose value it turns into JSON",
    "sqlite_file.execute": "a whole file that is backed up, checked or locked, and what a backup leaves out",
    "bare.save": "a picture, into memory",
    "upload.create": "a session, of which no record tells",
    "sessions.create": "a session, of which no record tells",
    "sessions.update": "a session, of which no record tells",
    "sessions.delete": "a session, of which no record tells",
    "jobs.update": "a job that waits, of which no record tells",
    "jobs.delete": "a job that waits, of which no record tells",
}

# The same, in one file alone.
_PICTURES = "tournaments/exchange/images"
_RESTORE = "tournaments/services/installation/backups/postgresql.py"
EXCEPTIONS_OF_A_FILE = {
    (_RESTORE, "connection.cursor"): "a restore puts all tables back, the record among them",
    (_RESTORE, "cursor.execute"): "a restore puts all tables back, the record among them",
    ("tournaments/management/commands/migrate.py", "beside.cursor"): "a lock, which writes nothing",
    ("tournaments/management/commands/migrate.py", "cursor.execute"): "a lock, which writes nothing",
    ("clubchess/start.py", "database.execute"): "a question to a file that is opened for reading",
    ("clubchess/health.py", "connection.cursor"): "a question, which writes nothing",
    ("clubchess/health.py", "cursor.execute"): "a question, which writes nothing",
    ("tournaments/exchange/spreadsheet_writer.py", "book.save"): "a spreadsheet, into memory",
    ("tournaments/exchange/keizer_for_clubs.py", "connection.execute"): "an uploaded file, in memory, which is read",
    ("tournaments/exchange/trf/reader.py", "reader.found.update"): "what is read of a file, a mapping",
    ("tournaments/exchange/logo.py", "_on_white(png, size, widest).save"): "a picture, into memory",
    (f"{_PICTURES}/icon.py", "image.save"): "a picture, into memory",
    (f"{_PICTURES}/icon.py", "opened.convert('RGB').save"): "a picture, into memory",
    (
        f"{_PICTURES}/drawing.py",
        "image.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save",
    ): "a picture, into memory",
}


def test_each_exception_is_of_a_file_that_is_there() -> None:
    assert {path for path, _call in EXCEPTIONS_OF_A_FILE if not (ROOT / path).is_file()} == set()


def writes(source: str) -> list[tuple[int, str]]:
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [
        (call.lineno, ast.unparse(call.func))
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and (call.func.attr in WRITES or (call.func.attr in WRITES_BY_KEYWORD and not call.args))
    ]


def ours() -> list[Path]:
    files = [*files_in(ROOT / "tournaments", "**/*.py"), *files_in(ROOT / "clubchess", "**/*.py")]
    return [file for file in files if not {DOOR, CANNOT_WRITE, BEFORE_ALL} & set(file.parents)]


def test_nothing_writes_past_the_recorder() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line} {call}"
        for file in ours()
        for line, call in writes(file.read_text(encoding="utf-8"))
        if call not in EXCEPTIONS and (str(file.relative_to(ROOT)), call) not in EXCEPTIONS_OF_A_FILE
    ]

    assert found == []


def test_no_table_is_written_by_a_relation_of_its_own() -> None:
    found = [
        file.name for file in files_in(ROOT / "tournaments" / "models", "**/*.py") if "ManyToMany" in file.read_text()
    ]

    assert found == []


def test_the_door_itself_would_be_found() -> None:
    assert sum(len(writes(file.read_text(encoding="utf-8"))) for file in DOOR.rglob("*.py")) > 3


@pytest.mark.parametrize(
    "line",
    [
        "row.save()",
        "form.save()",
        "Player.objects.create(name='Kari')",
        "club.players.create(name='Kari')",
        "Player.objects.bulk_create(rows)",
        "Player.objects.get_or_create(name='Kari')",
        "Game.objects.filter(round=round).update(result='1-0')",
        "rows.update(**changes)",
        "game.delete()",
        "Game.objects.filter(round=round).delete()",
        "connection.cursor()",
        "User.objects.create_user('kari')",
    ],
)
def test_it_finds_a_write(line: str) -> None:
    assert writes(line)


@pytest.mark.parametrize(
    "line",
    [
        "change.create(Game, board=1)",
        "change.update(round, state=PUBLISHED)",
        "change.delete(game)",
        "facts.update({'a': 1})",
        "seen.update(numbers)",
        "Game.objects.filter(round=round).count()",
    ],
)
def test_it_lets_the_recorder_and_plain_values_through(line: str) -> None:
    assert writes(line) == []
