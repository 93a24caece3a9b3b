"""How often the public pages of a club or tournament have changed: asked for with every look at one of them.

In SQL of our own, since this question is nearly the whole work of answering with a page that is kept.
"""

from __future__ import annotations

from typing import Any

from django.db import connection

_TOURNAMENT = "SELECT public_revision FROM tournaments_tournament WHERE id = %s AND trashed_at IS NULL"
_CLUB = "SELECT public_revision, time_zone FROM tournaments_club WHERE id = %s"
_ITS_TOURNAMENTS = (
    "SELECT coalesce(sum(public_revision), 0) FROM tournaments_tournament WHERE club_id = %s AND trashed_at IS NULL"
)


def public_revision(tournament: int) -> int | None:
    """Of the tournament with that key; None where there is none, or it is in the trash."""
    row = _row(_TOURNAMENT, tournament)
    return None if row is None else int(row[0])


def public_revision_and_zone(club: int) -> tuple[int, str] | None:
    """The club's own revision, and its time zone."""
    row = _row(_CLUB, club)
    return None if row is None else (int(row[0]), str(row[1]))


def public_revisions_within(club: int) -> int:
    """The sum over the club's tournaments. The trash lowers it, and raises the club's own."""
    row = _row(_ITS_TOURNAMENTS, club)
    return 0 if row is None else int(row[0])


def _row(statement: str, key: int) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(statement, [key])
        row: tuple[Any, ...] | None = cursor.fetchone()
        return row
