"""How often a tournament, its public pages and what its evening stands on have changed: what is kept, is kept by that.

In SQL of our own: asking is nearly the whole work of answering with a page that is kept, and counting is done with
every tap.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import F

from tournaments.models import (
    MARK_FIELDS,
    RESULT_FIELDS,
    UNPUBLISHED_STATES,
    Attendance,
    Availability,
    AwayPeriod,
    CardKey,
    Club,
    Entry,
    Fixture,
    FixtureAnswer,
    FixturePlace,
    Game,
    HelperPass,
    InboxItem,
    League,
    LineUpPlace,
    MemberAway,
    OutsideTeam,
    ResultReport,
    SquadPlace,
    Tournament,
)
from tournaments.recording.row_changes import RowChange, kind_of, label_of

_TOURNAMENT = "SELECT public_revision FROM tournaments_tournament WHERE id = %s AND trashed_at IS NULL"
_CLUB = "SELECT public_revision, time_zone FROM tournaments_club WHERE id = %s"
_ITS_TOURNAMENTS = (
    "SELECT coalesce(sum(public_revision), 0) FROM tournaments_tournament WHERE club_id = %s AND trashed_at IS NULL"
)


_RAISED = """
UPDATE "tournaments_tournament" SET revision = revision + %s, public_revision = public_revision + %s,
past_revision = past_revision + CASE WHEN {past} THEN 1 ELSE 0 END WHERE id = %s
RETURNING revision, public_revision, past_revision
"""
_MARK_OF_A_PUBLISHED_ROUND = """
EXISTS (SELECT 1 FROM tournaments_attendance mark JOIN tournaments_round own ON own.id = mark.round_id
WHERE mark.id IN ({keys}) AND own.state NOT IN ({states}))
"""
_RESULT_OF_ANOTHER_ROUND = """
EXISTS (SELECT 1 FROM tournaments_game game JOIN tournaments_round own ON own.id = game.round_id
WHERE game.id IN ({keys}) AND (own.date IS NULL OR EXISTS (SELECT 1 FROM tournaments_round later
WHERE later.tournament_id = own.tournament_id AND later.number > own.number)))
"""
"""Of one before the newest, or of one whose evening is yet to come."""
_MARK = frozenset(MARK_FIELDS)
_SAID = frozenset(
    map(
        label_of,
        (
            *(Availability, AwayPeriod, ResultReport, CardKey, HelperPass, InboxItem),
            *(League, OutsideTeam, SquadPlace, Fixture, FixtureAnswer, FixturePlace),
            *(MemberAway, LineUpPlace),
        ),
    )
)
"""What is only said, or only opens a page, or is played elsewhere, or names who sits for a team: no pairing and no
number stands on it."""
_OF_ONE_TOURNAMENT = frozenset(map(label_of, (Entry, Availability, Attendance)))
_RESULT = frozenset(RESULT_FIELDS)


def raise_revisions(
    scope: Club | Tournament | None, public: Iterable[Club | Tournament], rows: Sequence[RowChange]
) -> None:
    """After these changes in the scope, which the public sees on pages of `public`. A tournament is told its own."""
    shown = {(type(row), row.pk): row for row in public}
    if isinstance(scope, Tournament):
        is_public = shown.pop((Tournament, scope.pk), None) is not None
        past, parameters = _of_the_past(rows)
        with connection.cursor() as cursor:
            cursor.execute(_RAISED.format(past=past), [1, int(is_public), *parameters, scope.pk])
            scope.revision, scope.public_revision, scope.past_revision = cursor.fetchone()
    reaches_in = any(row["model"] in _OF_ONE_TOURNAMENT for row in rows)
    for model, key in shown:
        raised = {"public_revision": F("public_revision") + 1}
        if model is Tournament:  # what is kept of it may rest on what was changed here
            raised["past_revision"] = F("past_revision") + 1
            if isinstance(scope, Tournament) or reaches_in:  # changed by an action that is none of its own
                raised["revision"] = F("revision") + 1
        model._default_manager.filter(pk=key).update(**raised)
    if isinstance(scope, Club) and not _only_says(rows):  # whoever is called otherwise by now may play in any of them
        Tournament.objects.filter(club=scope).update(past_revision=F("past_revision") + 1)
    elif isinstance(scope, Club) and any(row["model"] == label_of(AwayPeriod) for row in rows):
        Tournament.objects.filter(club=scope).update(revision=F("revision") + 1)


def _of_the_past(rows: Sequence[RowChange]) -> tuple[str, list[Any]]:
    """Whether they change what the newest round is played on: all do, but marks before it is published and results of
    its own games on its evening. A condition, and its parameters."""
    rows = [row for row in rows if row["model"] not in _SAID]
    if not rows:
        return "FALSE", []
    keys = [row["pk"] for row in rows]
    gaps = ", ".join(["%s"] * len(keys))
    if _changes_only(rows, label_of(Attendance), _MARK):
        states = [state.value for state in sorted(UNPUBLISHED_STATES)]
        condition = _MARK_OF_A_PUBLISHED_ROUND.format(keys=gaps, states=", ".join(["%s"] * len(states)))
        return condition, [*keys, *states]
    if _changes_only(rows, label_of(Game), _RESULT):
        return _RESULT_OF_ANOTHER_ROUND.format(keys=gaps), keys
    return "TRUE", []


def _only_says(rows: Sequence[RowChange]) -> bool:
    return all(row["model"] in _SAID for row in rows)


def _changes_only(rows: Sequence[RowChange], label: str, fields: frozenset[str]) -> bool:
    return all(
        row["model"] == label and kind_of(row) == "update" and fields.issuperset(row["after"] or ()) for row in rows
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
