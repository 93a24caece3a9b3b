"""The recording itself: one transaction under the lock, one action."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeAlias, TypeVar

from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet

from tournaments.models import Action, Club, Tournament, User
from tournaments.models.compiled_query import CompiledQuery
from tournaments.recording.change import Change
from tournaments.recording.refusals import AlreadyDone, Stale
from tournaments.recording.revisions import raise_revisions
from tournaments.recording.row_changes import label_of

Scope: TypeAlias = Club | Tournament
ScopeT = TypeVar("ScopeT", Club, Tournament)

_active: ContextVar[int] = ContextVar("recordings", default=0)


@contextmanager
def recording(
    scope: Scope | None,
    *,
    actor: User | None,
    verb: str,
    receipt: uuid.UUID | None = None,
    facts: Mapping[str, Any] | None = None,
    public: Iterable[Scope] = (),
    _undoes: Action | None = None,
) -> Iterator[Change]:
    """One transaction, one action. Locks the scope's row and reads it anew.

    `public` names the clubs and tournaments whose public pages this changes; of a club's recording it is asked under
    the club's lock, so it may be a query or a generator. With a play-off go the pages of what it is played for. Rows
    are locked clubs first, then tournaments by key, so that two recordings never wait for each other. `scope` is None
    only for a new club.

    Raises AlreadyDone when the receipt was seen before, Stale for a tournament in the trash. Nothing changed: no
    action is kept.

    Receipts are unique for who does what in which scope, so none need be looked up where the action can be kept. Where
    it can not, since there is nothing to do any more or it is refused by now, the reason may be that this was done
    already. The same receipt in another club or tournament, or of somebody else, is another form's.
    """
    try:
        with transaction.atomic(), being_active():
            if isinstance(scope, Club):
                _lock([scope])
            public = _with_what_they_decide(list(public))
            _lock_and_refresh(scope, public)
            if isinstance(scope, Tournament) and scope.trashed_at is not None:
                raise Stale  # put into the trash since the view found it
            change = Change(facts=dict(facts or {}))
            yield change
            if change.rows:
                change.action = _kept(change, scope, actor, verb, receipt, public, _undoes)
    except Exception as error:
        if not isinstance(error, AlreadyDone) and action_of(scope, actor=actor, receipt=receipt):
            raise AlreadyDone from error
        raise
    if change.action is None and action_of(scope, actor=actor, receipt=receipt):
        raise AlreadyDone


def action_of(scope: Scope | None, *, actor: User | None, receipt: uuid.UUID | None) -> Action | None:
    """What this person did here with the receipt."""
    club, tournament = _club_and_tournament(scope)
    of_receipt = Action.objects.filter(receipt=receipt, club=club, tournament=tournament, actor=actor)
    return of_receipt.first() if receipt is not None else None


def _kept(
    change: Change,
    scope: Scope | None,
    actor: User | None,
    verb: str,
    receipt: uuid.UUID | None,
    public: Sequence[Scope],
    undoes: Action | None,
) -> Action:
    raise_revisions(scope, public, change.rows)
    club, tournament = _club_and_tournament(scope)
    try:
        return Action.objects.create(
            club=club,
            tournament=tournament,
            actor=actor,
            verb=verb,
            facts=change.facts,
            receipt=receipt,
            changes=change.rows,
            relies_on=change.reliances,
            public=[[label_of(type(row)), row.pk] for row in public],
            undoes=undoes,
        )
    except IntegrityError as error:  # the receipt has been seen, be it in the same moment
        raise AlreadyDone from error


def _club_and_tournament(scope: Scope | None) -> tuple[Club | None, Tournament | None]:
    return (scope.club, scope) if isinstance(scope, Tournament) else (scope, None)


def is_recording() -> bool:
    """Whether this thread is inside a recording: what a guard on the connection asks before it lets a write through."""
    return _active.get() > 0


@contextmanager
def being_active() -> Iterator[None]:
    """For this package alone."""
    token = _active.set(_active.get() + 1)
    try:
        yield
    finally:
        _active.reset(token)


def _with_what_they_decide(public: list[Scope]) -> list[Scope]:
    """The table of a tournament goes by its play-offs: whatever is seen of one is seen there."""
    tournaments = {row.pk: row.play_off_of_id for row in public if isinstance(row, Tournament)}
    decided = {key for key in tournaments.values() if key is not None} - tournaments.keys()
    return [*public, *Tournament.objects.filter(pk__in=decided).order_by("pk")] if decided else public


def lock_clubs() -> None:
    """Within a transaction, where one depends on there being no club: until it ends nobody else makes one. On SQLite
    whoever writes is alone anyhow."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f'LOCK TABLE "{Club._meta.db_table}" IN SHARE ROW EXCLUSIVE MODE')


def _lock_and_refresh(scope: Scope | None, public: Sequence[Scope]) -> None:
    """In one question where nothing else is to be locked."""
    rows: dict[tuple[type[Scope], int], Scope] = {(type(row), row.pk): row for row in public}
    if isinstance(scope, Tournament) and rows.keys() <= {(Tournament, scope.pk)}:
        if not _lock_as_read(scope):
            # With what is read of it besides; those rows are not locked.
            scope.refresh_from_db(from_queryset=Tournament.objects.select_related("club", "season"))
        return
    _lock([*([scope] if scope else []), *rows.values()])
    if isinstance(scope, Tournament):
        scope.refresh_from_db(from_queryset=Tournament.objects.select_related("club", "season"))
    elif scope is not None:
        scope.refresh_from_db()


def _lock_as_read(tournament: Tournament) -> bool:
    """Locks the row; whether nothing was recorded since it was read, so that it need not be read again.

    Whatever changes it raises one of its revisions, and so does what changes its club or season. A tap reads some
    eighty columns of the three otherwise, a moment after its view has.
    """
    (found,) = _LOCKING(tournament.pk)
    is_whole = {"club", "season"} <= tournament._state.fields_cache.keys()
    return is_whole and found == tuple(getattr(tournament, field) for field in _SINCE_READ)


_SINCE_READ = ("revision", "past_revision", "public_revision", "trashed_at")


def _lock(rows: Iterable[Scope]) -> None:
    clubs = sorted({row.pk for row in rows if isinstance(row, Club)})
    tournaments = sorted({row.pk for row in rows if isinstance(row, Tournament)})
    if clubs:
        list(_locked(Club.objects.filter(pk__in=clubs).order_by("pk")).values_list("pk"))
    if tournaments:
        list(_locked(Tournament.objects.filter(pk__in=tournaments).order_by("pk")).values_list("pk"))


def _locked(rows: QuerySet[ScopeT]) -> QuerySet[ScopeT]:
    """No key is changed under it, so that another's action may refer to the row meanwhile: or the two could wait for
    each other, one for the club, the other for its tournament."""
    return rows.select_for_update(no_key=True, of=("self",))


_LOCKING = CompiledQuery(lambda key: _locked(Tournament.objects.filter(pk=key)).values_list(*_SINCE_READ), int)
