"""A read file between its preview and its confirmation: in the session, for an hour, out of reach of the browser.

The processes share nothing but the database, and 2,000 rows are too many for a hidden field.
"""

from __future__ import annotations

import base64
import datetime
import json
import secrets
import time
import zlib
from dataclasses import asdict
from typing import Any

from django.contrib.sessions.backends.base import SessionBase

from tournaments.exchange.player_list import ListedPlayer, PlayerList, Problem
from tournaments.models import Club

_SLOT = "uploads"
_SECONDS = 3600
_AT_ONCE = 2  # a second tab; older ones make room


def keep(session: SessionBase, club: Club, found: PlayerList) -> str:
    """Under a key that only this session's preview knows."""
    packed = base64.b64encode(zlib.compress(json.dumps(asdict(found), default=str).encode())).decode()
    key = secrets.token_urlsafe(12)
    fresh = {each: upload for each, upload in _uploads(session).items() if _is_fresh(upload)}
    newest = dict(list(fresh.items())[-(_AT_ONCE - 1) :])
    session[_SLOT] = {**newest, key: {"club": club.pk, "at": int(time.time()), "list": packed}}
    return key


def kept(session: SessionBase, club: Club, key: str) -> PlayerList | None:
    """None where it is another club's, too old, forgotten or never was."""
    upload = _uploads(session).get(key)
    if upload is None or upload["club"] != club.pk or not _is_fresh(upload):
        return None
    values: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(upload["list"])))
    return PlayerList(
        players=tuple(_player(row) for row in values["players"]),
        problems=tuple(Problem(**problem) for problem in values["problems"]),
        notes=tuple(values["notes"]),
    )


def forget(session: SessionBase, key: str) -> None:
    session[_SLOT] = {each: upload for each, upload in _uploads(session).items() if each != key}


def _uploads(session: SessionBase) -> dict[str, dict[str, Any]]:
    uploads: dict[str, dict[str, Any]] = session.get(_SLOT, {})
    return uploads


def _is_fresh(upload: dict[str, Any]) -> bool:
    return bool(time.time() - upload["at"] < _SECONDS)


def _player(row: dict[str, Any]) -> ListedPlayer:
    born = row["birth_date"]
    return ListedPlayer(**{**row, "birth_date": datetime.date.fromisoformat(born) if born else None})
