"""The recording itself: one transaction under the lock, one action."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeAlias

from django.db import IntegrityError, transaction
from django.db.models import F

from tournaments.models import Action, Club, Tournament, User
from tournaments.recording.change import Change
from tournaments.recording.images import label_of
from tournaments.recording.refusals import AlreadyDone, Stale

Scope: TypeAlias = Club | Tournament

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
    the club's lock, so it may be a query or a generator. Rows are locked clubs first, then
    tournaments by key, so that two recordings never wait for each other. `scope` is None only for a new club.

    Raises AlreadyDone when the receipt was seen before, Stale for a tournament in the trash. Nothing changed: no
    action is kept.
    """
    with transaction.atomic(), being_active():
        if isinstance(scope, Club):
            _lock([scope])
        public = list(public)
        _lock([*([scope] if scope else []), *public])
        if scope is not None:
            scope.refresh_from_db()
        if receipt is not None and Action.objects.filter(receipt=receipt).exists():
            raise AlreadyDone
        if isinstance(scope, Tournament) and scope.trashed_at is not None:
            raise Stale  # put into the trash since the view found it
        change = Change(facts=dict(facts or {}))
        yield change
        if not change.rows:
            return
        if isinstance(scope, Tournament):
            Tournament.objects.filter(pk=scope.pk).update(revision=F("revision") + 1)
        for row in {(type(row), row.pk): row for row in public}.values():
            type(row)._default_manager.filter(pk=row.pk).update(public_revision=F("public_revision") + 1)
        try:
            Action.objects.create(
                club=scope.club if isinstance(scope, Tournament) else scope,
                tournament=scope if isinstance(scope, Tournament) else None,
                actor=actor,
                verb=verb,
                facts=change.facts,
                receipt=receipt,
                changes=change.rows,
                relies_on=change.reliances,
                public=[[label_of(type(row)), row.pk] for row in public],
                undoes=_undoes,
            )
        except IntegrityError as error:  # the same receipt in another scope, in the same moment
            raise AlreadyDone from error


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


def _lock(rows: Iterable[Scope]) -> None:
    """No key is changed under it, so that another's action may refer to the row meanwhile: or the two could wait for
    each other, one for the club, the other for its tournament."""
    clubs = sorted({row.pk for row in rows if isinstance(row, Club)})
    tournaments = sorted({row.pk for row in rows if isinstance(row, Tournament)})
    for model, keys in ((Club, clubs), (Tournament, tournaments)):
        if keys:
            list(
                model._default_manager.select_for_update(no_key=True)
                .filter(pk__in=keys)
                .order_by("pk")
                .values_list("pk")
            )
