"""Backups with another manifest or content; the database in them is none."""

from __future__ import annotations

import hashlib
import json
import zipfile
from dataclasses import replace
from random import Random
from typing import Any

from tests.tools.fuzzing import wild
from tests.tools.guards.forged_zip import Member, forged

_CONTENT = b"SQLite format 3\0" + bytes(2_000)


def mutated_backup(chance: Random) -> bytes:
    manifest: dict[str, Any] = {
        "format": "clubchess-backup",
        "format_version": 1,
        "app_version": "1.0",
        "made_at": "2026-11-22T18:00:00+00:00",
        "database": "sqlite",
        "database_version": "3.45",
        "migrations": ["tournaments.0001_initial"],
        "size": len(_CONTENT),
        "sha256": hashlib.sha256(_CONTENT).hexdigest(),
    }
    for _again in range(chance.randint(0, 1)):
        key = chance.choice(sorted(manifest))
        value = wild.anything(chance)
        manifest[key] = str(value) if isinstance(value, wild.Literal) else value
    method = chance.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    members = [
        Member.of("manifest.json", json.dumps(manifest).encode(), method),
        Member.of("database", _CONTENT, method),
    ]
    if chance.random() < 0.15:
        at = chance.randrange(len(members))
        members[at] = replace(members[at], **chance.choice(_STATED))
    if chance.random() < 0.05:
        members.append(chance.choice(members))
    data = forged(members)
    return wild.some_bytes(data, chance) if chance.random() < 0.1 else data


_STATED: tuple[dict[str, Any], ...] = (
    {"size": 0},
    {"size": 2**32 - 1},
    {"checksum": 1},
    {"flags": 1},
    {"method": zipfile.ZIP_BZIP2},
    {"packed_size": 10**6},
    {"name": "other"},
    {"local_name": "other"},
)
