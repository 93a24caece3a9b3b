"""A read file between its preview and its confirmation: for an hour, out of reach of the browser.

The processes share nothing but the database, and 2,000 rows are too many for a hidden field. Each file is a session of
its own, which ends after an hour whatever becomes of the log-in, and is cleared away with all that have ended
(`clubchess/log_in/ended_sessions.py`). The log-in's own session holds its key alone.
"""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import asdict, dataclass
from typing import Any

from django.contrib.sessions.backends.base import SessionBase

from tournaments.exchange.player_list import ListedPlayer, PlayerList, Problem, RatingColumn
from tournaments.models import Club, Player, PlayerContact

_SLOT = "uploads"
_SECONDS = 3600
_AT_ONCE = 2  # a second tab; older ones make room
_PLAYERS, _TOURNAMENT, _LOGO, _FIXTURES = (
    "list of players, their numbers, and its source",
    "tournament",
    "logo",
    "list of fixtures",
)  # other words where what is kept has changed its form


@dataclass(frozen=True, kw_only=True, slots=True)
class KeptList:
    found: PlayerList
    source: str
    """What tells the text or the file apart from another one."""


def keep(session: SessionBase, club: Club, kept: KeptList) -> str:
    """Under a key that only this session's preview knows."""
    return _keep(session, club, _PLAYERS, json.dumps(asdict(kept), default=str).encode())


def kept_list(session: SessionBase, club: Club, key: str) -> KeptList | None:
    """None where it is another club's, too old, forgotten or never was."""
    data = _kept(session, club, _PLAYERS, key)
    if data is None:
        return None
    values: dict[str, Any] = json.loads(data)
    return KeptList(found=_list(values["found"]), source=values["source"])


def _list(values: dict[str, Any]) -> PlayerList:
    return PlayerList(
        players=tuple(_player(row) for row in values["players"]),
        stopped=tuple(Problem(**problem) for problem in values["stopped"]),
        left_out=tuple(Problem(**problem) for problem in values["left_out"]),
        namesakes=tuple(_player(row) for row in values["namesakes"]),
        notes=tuple(values["notes"]),
        numbers=tuple(_player(row) for row in values["numbers"]),
        rating_columns=tuple(_rating_column(**column) for column in values["rating_columns"]),
    )


def keep_tournament(session: SessionBase, club: Club, data: bytes) -> str:
    """The bytes of a tournament file, as `keep` keeps a list of players."""
    return _keep(session, club, _TOURNAMENT, data)


def kept_tournament(session: SessionBase, club: Club, key: str) -> bytes | None:
    return _kept(session, club, _TOURNAMENT, key)


def keep_logo(session: SessionBase, club: Club, image: bytes) -> str:
    """As it would be kept for good, while something else of its form is put right."""
    return _keep(session, club, _LOGO, image)


def kept_logo(session: SessionBase, club: Club, key: str) -> bytes | None:
    return _kept(session, club, _LOGO, key)


def keep_fixtures(session: SessionBase, club: Club, data: bytes, *, is_pasted: bool) -> str:
    """A file, or a text as it was pasted."""
    return _keep(session, club, _FIXTURES, (b"T" if is_pasted else b"F") + data)


def kept_fixtures(session: SessionBase, club: Club, key: str) -> tuple[bytes, bool] | None:
    """And whether it was pasted."""
    data = _kept(session, club, _FIXTURES, key)
    return None if data is None else (data[1:], data[:1] == b"T")


def forget(session: SessionBase, key: str) -> None:
    """Only one of its own: a key may come from anybody."""
    if key not in _keys(session):
        return
    session[_SLOT] = [each for each in _keys(session) if each != key]
    type(session)().delete(key)


def forget_all(session: SessionBase) -> None:
    for key in _keys(session):
        forget(session, key)


def _keep(session: SessionBase, club: Club, kind: str, data: bytes) -> str:
    upload = type(session)()
    upload.set_expiry(_SECONDS)
    upload.update({"club": club.pk, "kind": kind, "data": base64.b64encode(zlib.compress(data)).decode()})
    upload.create()
    for oldest in _keys(session)[: -(_AT_ONCE - 1)]:
        forget(session, oldest)
    key = str(upload.session_key)
    session[_SLOT] = [*_keys(session), key]
    return key


def _kept(session: SessionBase, club: Club, kind: str, key: str) -> bytes | None:
    if key not in _keys(session):
        return None
    upload = type(session)(key)
    if (upload.get("club"), upload.get("kind")) != (club.pk, kind):
        return None
    return zlib.decompress(base64.b64decode(upload["data"]))


def _keys(session: SessionBase) -> list[str]:
    """The oldest first, some of them perhaps gone. Where an older version kept the files themselves: none."""
    keys = session.get(_SLOT)
    return keys if isinstance(keys, list) else []


def _rating_column(heading: str, examples: list[str], ratings: dict[str, int]) -> RatingColumn:
    """Keys of JSON are texts."""
    numbers = {int(row): rating for row, rating in ratings.items()}
    return RatingColumn(heading=heading, examples=tuple(examples), ratings=numbers)


def _player(row: dict[str, Any]) -> ListedPlayer:
    columns = {column.name: column for column in PlayerContact._meta.concrete_fields}
    contact = {name: columns[name].to_python(value) for name, value in row["contact"].items()}
    listed_on = Player._meta.get_field("rating_date").to_python(row["rating_date"])
    return ListedPlayer(**{**row, "contact": contact, "rating_date": listed_on})
