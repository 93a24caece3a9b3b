"""Files as KeizerForClubs writes them: its tables and columns, found in its sources (GitHub, Dumuzy/KeizerForClubs)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing

PLAYER = """CREATE TABLE Player (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, name VARCHAR(30) NOT NULL, rating INTEGER(4) NOT NULL,
    rank INTEGER(3) NOT NULL, state INTEGER(2), Keizer_StartPts FLOAT, Keizer_SumPts FLOAT,
    RatingWDelta INTEGER NOT NULL DEFAULT 0, Keizer_PrevPts FLOAT, Categories VARCHAR(90))"""
PAIRING = """CREATE TABLE Pairing (
    Rnd INTEGER NOT NULL, board INTEGER NOT NULL, PID_W INTEGER NOT NULL, PID_B INTEGER NOT NULL,
    Result INTEGER(2), Pts_W FLOAT, Pts_B FLOAT)"""
CONFIG = "CREATE TABLE ConfigTab (CfgKey VARCHAR(20) NOT NULL PRIMARY KEY, CfgText VARCHAR(5), CfgValue FLOAT)"
INDEXES = (
    "CREATE UNIQUE INDEX [rnd-board-pid_w-pid_b-etcpp] ON Pairing (Rnd, board, PID_W, PID_B, Result, Pts_W, Pts_B)",
    "CREATE INDEX [pid_w] ON Pairing (PID_W)",
)
PRESENT, HINDERED, EXCUSED, UNEXCUSED, RETIRED, DELETED = 1, 5, 6, 7, 9, 10
NOBODY = -1

Row = Sequence[object]


def kfc_file(
    players: Iterable[Row],
    pairings: Iterable[Row] = (),
    settings: Mapping[str, object] | None = None,
    *,
    schema: Iterable[str] = (PLAYER, PAIRING, CONFIG, *INDEXES),
    further: Iterable[str] = (),
) -> bytes:
    """Players as (id, name, rating, state, categories), pairings as (round, board, white, black, result)."""
    with closing(sqlite3.connect(":memory:")) as made:
        for statement in schema:
            made.execute(statement)
        made.executemany(
            "INSERT INTO Player (id, name, rating, rank, state, Categories) VALUES (?, ?, ?, 99, ?, ?)", players
        )
        made.executemany("INSERT INTO Pairing VALUES (?, ?, ?, ?, ?, 0, 0)", pairings)
        if settings is not None:
            made.executemany(
                "INSERT INTO ConfigTab VALUES (?, ?, ?)",
                [
                    (key, value, None) if isinstance(value, str) else (key, None, value)
                    for key, value in settings.items()
                ],
            )
        for statement in further:
            made.execute(statement)
        made.commit()
        return made.serialize()
