"""What became of a verb: carried out, done before, refused or stale, with the sentence that says so."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from django.http import HttpRequest
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Action, User
from tournaments.pages.activity.activity_log import what_is_in_the_way
from tournaments.recording import AlreadyDone, Stale
from tournaments.services.activity.undo import BuiltUpon
from tournaments.services.common.refusal import Refused
from tournaments.views.common.request import StaffRequest, whole_number

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    status: int = 200
    message: str | StrPromise = ""
    tone: str = ""  # "", "warn" or "bad": the class of the notice
    is_stale: bool = False
    since: Action | None = None
    """What made it stale, where that is known."""
    action: Action | None = None
    """What was recorded, where the service says so."""

    @property
    def is_refused(self) -> bool:
        return self.status >= 400


NOTHING_DONE = Outcome()
UNREADABLE = Outcome(
    status=422, message=gettext_lazy("This could not be read, and nothing was saved. Try again."), tone="bad"
)


def carry_out(verb: Callable[[], object]) -> Outcome:
    """Run a service. A receipt seen before is as good as done: the page shows what is there."""
    try:
        done = verb()
    except AlreadyDone:
        return Outcome()
    except Stale as stale:
        return changed_meanwhile(stale.since)
    except BuiltUpon as built:
        named = what_is_in_the_way(built.later) if built.later else built.message
        return Outcome(status=409, message=named, tone="bad")
    except Refused as refused:
        return Outcome(status=409, message=refused.message, tone="bad")
    return Outcome(action=done if isinstance(done, Action) else None)


def changed_meanwhile(since: Action | None = None) -> Outcome:
    return Outcome(status=409, message=_stale_sentence(since), tone="warn", is_stale=True, since=since)


def receipt_of(request: HttpRequest) -> uuid.UUID:
    """The form's receipt; a form without a readable one counts as new."""
    try:
        return uuid.UUID(request.POST.get("receipt", ""))
    except ValueError:
        return uuid.uuid4()


class DoneBy(TypedDict):
    actor: User
    receipt: uuid.UUID


def done_by(request: StaffRequest) -> DoneBy:
    """For a service: who does it, and by which form."""
    return {"actor": request.user, "receipt": receipt_of(request)}


def seen_number(request: HttpRequest, field: str) -> int:
    """A whole number that the form says was on the screen; -1, which nothing equals, where it is unreadable."""
    seen = whole_number(request.POST.get(field, ""))
    return -1 if seen is None else seen


def _stale_sentence(since: Action | None) -> str:
    if since is None:
        return _("This was changed in the meantime. Here is how it stands now; nothing of yours was saved.")
    at = time_format(localtime(since.at), "H:i")
    if since.actor is None:
        return _("This was changed at {time}. Here is how it stands now; nothing of yours was saved.").format(time=at)
    return _("{person} changed this at {time}. Here is how it stands now; nothing of yours was saved.").format(
        person=since.actor, time=at
    )
