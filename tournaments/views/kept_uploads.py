"""A read file between its preview and its confirmation: in the session, for an hour, out of reach of the browser.

The processes share nothing but the database, and 2,000 rows are too many for a hidden field.
"""

from __future__ import annotations

import base64
import json
import secrets
import time
import zlib
from dataclasses import asdict
from typing import Any

from django.contrib.sessions.backends.base import SessionBase

from tournaments.exchange.player_list import ListedPlayer, PlayerList, Problem
from tournaments.models import Club, PlayerContact

_SLOT = "uploads"
_SECONDS = 3600
_AT_ONCE = 2  # a second tab; older ones make room
_PLAYERS, _TOURNAMENT = "player list", "tournament"  # other words where what is kept has changed its form


def keep(session: SessionBase, club: Club, found: PlayerList) -> str:
    """Under a key that only this session's preview knows."""
    return _keep(session, club, _PLAYERS, json.dumps(asdict(found), default=str).encode())


def kept(session: SessionBase, club: Club, key: str) -> PlayerList | None:
    """None where it is another club's, too old, forgotten or never was."""
    data = _kept(session, club, _PLAYERS, key)
    if data is None:
        return None
    values: dict[str, Any] = json.loads(data)
    return PlayerList(
        players=tuple(_player(row) for row in values["players"]),
        problems=tuple(Problem(**problem) for problem in values["problems"]),
        notes=tuple(values["notes"]),
    )


def keep_tournament(session: SessionBase, club: Club, data: bytes) -> str:
    """The bytes of a tournament file, as `keep` keeps a list of players."""
    return _keep(session, club, _TOURNAMENT, data)


def kept_tournament(session: SessionBase, club: Club, key: str) -> bytes | None:
    return _kept(session, club, _TOURNAMENT, key)


def forget(session: SessionBase, key: str) -> None:
    session[_SLOT] = {each: upload for each, upload in _uploads(session).items() if each != key}


def _keep(session: SessionBase, club: Club, kind: str, data: bytes) -> str:
    packed = base64.b64encode(zlib.compress(data)).decode()
    key = secrets.token_urlsafe(12)
    fresh = {each: upload for each, upload in _uploads(session).items() if _is_fresh(upload)}
    newest = dict(list(fresh.items())[-(_AT_ONCE - 1) :])
    session[_SLOT] = {**newest, key: {"club": club.pk, "kind": kind, "at": int(time.time()), "data": packed}}
    return key


def _kept(session: SessionBase, club: Club, kind: str, key: str) -> bytes | None:
    upload = _uploads(session).get(key)
    if upload is None or (upload["club"], upload["kind"]) != (club.pk, kind) or not _is_fresh(upload):
        return None
    return zlib.decompress(base64.b64decode(upload["data"]))


def _uploads(session: SessionBase) -> dict[str, dict[str, Any]]:
    """Those kept by an older version of this file are gone."""
    uploads: dict[str, dict[str, Any]] = session.get(_SLOT, {})
    return {key: upload for key, upload in uploads.items() if "kind" in upload}


def _is_fresh(upload: dict[str, Any]) -> bool:
    return bool(time.time() - upload["at"] < _SECONDS)


def _player(row: dict[str, Any]) -> ListedPlayer:
    columns = {column.name: column for column in PlayerContact._meta.concrete_fields}
    contact = {name: columns[name].to_python(value) for name, value in row["contact"].items()}
    return ListedPlayer(**{**row, "contact": contact})
