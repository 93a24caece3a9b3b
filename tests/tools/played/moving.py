"""A club on its way from one installation to another, in tests."""

from __future__ import annotations

import io
import json
import re
import zipfile
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.db import connection, models

from tests.tools.casts.two_clubs import Row, Rows
from tournaments.models import Club, Session, User
from tournaments.recording.row_changes import label_of
from tournaments.services.installation.club_transfer.club_rows import exported
from tournaments.services.installation.club_transfer.json_keys import with_keys

FileRows = dict[str, list[dict[str, Any]]]

_KEYS_IN_ADDRESSES = re.compile(r"/(seasons|series|events|lists|teams)/\d+([/.])")
_MATCHES = re.compile(r"\bmatch-\d+")
_VERSIONS = re.compile(r'data-version="[^"]*"|\?v=[\w.-]+|SEQUENCE:\d+')


def export(slug: str, file: Path, *arguments: str) -> str:
    return _said("export_club", slug, file, *arguments)


def take_in(file: Path, *arguments: str) -> str:
    return _said("import_club", file, *arguments)


def erase(slug: str) -> str:
    return _said("erase_club", slug, "--yes", slug)


def _said(*command: Any) -> str:
    out = io.StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


def count_on(to: int) -> None:
    """The next row of each table gets a key far from those of other installations."""
    with connection.cursor() as cursor:
        for model in apps.get_app_config("tournaments").get_models():
            table = model._meta.db_table
            if model is Session:
                continue
            if connection.vendor == "postgresql":
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [f'"{table}"', to])
            else:
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, to])


def rows_in(file: Path) -> FileRows:
    with zipfile.ZipFile(file) as archive:
        return {
            name.removesuffix(".jsonl"): [json.loads(line) for line in archive.read(name).splitlines()]
            for name in archive.namelist()
            if name != "manifest.json"
        }


def rewritten(file: Path, to: Path, change: Callable[[dict[str, Any], FileRows], None]) -> Path:
    """The same file after somebody was at it, who counts the rows as they should be counted."""
    rows = rows_in(file)
    with zipfile.ZipFile(file) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    counts = dict(manifest["counts"])
    change(manifest, rows)
    if manifest.get("counts") == counts:
        manifest["counts"] = {label: len(found) for label, found in rows.items()}
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        for label, found in rows.items():
            archive.writestr(f"{label}.jsonl", "".join(json.dumps(row) + "\n" for row in found))
        archive.writestr("manifest.json", json.dumps(manifest))
    return to


def ranked(rows: FileRows) -> FileRows:
    """With each key as the how-manieth it is of its model: the same in every installation."""
    of_label: dict[str, type[models.Model]] = {label_of(model): model for model in [*exported(), User]}
    keys: dict[type[models.Model], set[int]] = {}

    def seen(model: type[models.Model], key: int) -> int:
        keys.setdefault(model, set()).add(key)
        return key

    def walked(key: Callable[[type[models.Model], Any], int]) -> FileRows:
        return {
            label: [
                {
                    name: key(of_label[label], value) if name == "id" else with_keys(of_label[label], name, value, key)
                    for name, value in row.items()
                }
                for row in found
            ]
            for label, found in rows.items()
        }

    walked(seen)
    order = {model: sorted(found) for model, found in keys.items()}
    return walked(lambda model, key: bisect_left(order[model], key))


def without(rows: FileRows, left_out: Mapping[str, set[str]]) -> FileRows:
    return {
        label: [{name: row[name] for name in row if name not in left_out.get(label, ())} for row in found]
        for label, found in rows.items()
    }


def whole_numbers(value: Any) -> Iterator[int]:
    """All that stand anywhere in JSON, those that are a member's name too."""
    if isinstance(value, dict):
        yield from (int(name) for name in value if name.isdecimal())
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from whole_numbers(each)
    if isinstance(value, int) and not isinstance(value, bool):
        yield value


def page_elsewhere(page: str) -> str:
    """What is shown, without what only this installation counts: keys in addresses, versions."""
    _headers, _blank, body = page.partition("\n\n")
    return _VERSIONS.sub("", _MATCHES.sub("match-…", _KEYS_IN_ADDRESSES.sub(r"/\1/…\2", body)))


def of_the_club(rows: Rows, club: Club) -> set[Row]:
    """The rows that lead to it by any foreign key, however far; people do not, who may be of several clubs."""
    found: set[Row] = {(Club._meta.label, club.pk)}
    leads = {
        model._meta.label: [
            (each.attname, each.related_model._meta.label)
            for each in model._meta.concrete_fields
            if isinstance(each, models.ForeignKey)
        ]
        for model in apps.get_models()
        if model is not User
    }
    while True:
        more = {
            row
            for row, values in rows.items()
            if row not in found and any((to, values[name]) in found for name, to in leads.get(row[0], ()))
        }
        if not more:
            return found
        found |= more
