"""To somebody whose password was right and whose code was wrong, again and again: it may not have been them."""

from __future__ import annotations

import datetime

from django.db.models import Q
from django_tasks import TaskContext, task

from tournaments.mail import letters
from tournaments.mail.jobs import SENT, STILL_COUNTS, UNTRUE, key_of, mails
from tournaments.mail.sending import send
from tournaments.models import User

_ONCE_IN = datetime.timedelta(days=1)


@task(takes_context=True)
def tell_of_wrong_codes(context: TaskContext, *, user: int, codes: int) -> str:
    """At any hour, and once a day: the first that was queued within a day is the one that is sent."""
    found = User.objects.filter(pk=user, is_active=True).exclude(email="").first()
    at = context.task_result.enqueued_at
    if found is None or at is None:
        return UNTRUE
    mine = key_of(context)
    others = mails(tell_of_wrong_codes.module_path, about="user", key=user).filter(STILL_COUNTS).exclude(pk=mine)
    same_moment = Q(enqueued_at=at, pk__lt=mine)
    if others.filter(Q(enqueued_at__lt=at, enqueued_at__gt=at - _ONCE_IN) | same_moment).exists():
        return UNTRUE
    send(letters.of_wrong_codes(found, codes), found.email, key=mine)
    return SENT
