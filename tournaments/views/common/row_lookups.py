"""From the keys in an address or a form to the tournament's rows."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404

from tournaments.models import Round, Tournament
from tournaments.recording import Stale
from tournaments.services.rounds import refuse_called_off

RowT = TypeVar("RowT", bound=Model)


def round_there(tournament: Tournament, number: int) -> Round:
    """Undoing may have taken the round away since the form was shown, or somebody has called it off."""
    found = tournament.rounds.filter(number=number).first()
    if found is None:
        refuse_called_off(tournament, number)
        raise Stale
    return found


def row_there(model: type[RowT], rows: QuerySet[RowT], key: int) -> RowT:
    """The row, Stale where it is gone (paired again, taken off the list), 404 where it is somebody else's."""
    found = rows.filter(pk=key).first()
    if found is not None:
        return found
    if model._default_manager.filter(pk=key).exists():
        raise Http404
    raise Stale
