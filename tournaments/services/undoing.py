"""Taking back what was done."""

from __future__ import annotations

import uuid

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Action, User
from tournaments.recording import UndoRefused, undo
from tournaments.services.refusal import Refused


def undo_action(action: Action, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """Bring back the rows as they were before the action. Raises Refused where later work stands on it."""
    try:
        undo(action, actor=actor, receipt=receipt)
    except UndoRefused as refused:
        raise Refused(_refusal(refused)) from refused


def _refusal(refused: UndoRefused) -> str:
    if not refused.later:
        return _("This cannot be undone any more: what it changed has been changed again.")
    newest = localtime(refused.later[0].at)
    return ngettext(
        "{count} later change builds on this: undo that first (made at {time}).",
        "{count} later changes build on this: undo those first, the newest (made at {time}) before the others.",
        len(refused.later),
    ).format(count=len(refused.later), time=date_format(newest, "H:i"))
