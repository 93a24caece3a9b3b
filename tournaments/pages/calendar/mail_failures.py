"""Mails that could not be sent, in words: how many and why, never whose."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext_lazy, ngettext
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from clubchess.jobs import Jobs, kept_under
from tournaments import clock
from tournaments.models import Tournament

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_LOOKED_AT = datetime.timedelta(days=1)
_UNREACHABLE = gettext_lazy("The mail server cannot be reached.")
_SILENT = gettext_lazy("The mail server does not answer.")
_UNKNOWN_ADDRESS = gettext_lazy("The mail server does not know the address: look at the player’s e-mail address.")
_REFUSED = gettext_lazy("The mail server refuses the mail.")
_INSECURE = gettext_lazy("The mail server cannot prove who it is: its certificate is wrong or has expired.")
_OTHER = gettext_lazy("Something went wrong that is not known here. The server’s log says more.")
_REASONS: dict[str, StrPromise] = {
    "builtins.ConnectionRefusedError": _UNREACHABLE,
    "builtins.OSError": _UNREACHABLE,
    "socket.gaierror": _UNREACHABLE,
    "smtplib.SMTPConnectError": _UNREACHABLE,
    "builtins.TimeoutError": _SILENT,
    "builtins.ConnectionResetError": _SILENT,
    "smtplib.SMTPServerDisconnected": _SILENT,
    "smtplib.SMTPAuthenticationError": gettext_lazy("The mail server does not accept the user name or the password."),
    "smtplib.SMTPSenderRefused": gettext_lazy("The mail server does not take mails from the club’s address."),
    "smtplib.SMTPRecipientsRefused": _REFUSED,
    "smtplib.SMTPDataError": _REFUSED,
    "clubchess.jobs.InVain": _UNKNOWN_ADDRESS,
    "ssl.SSLError": _INSECURE,
    "ssl.SSLCertVerificationError": _INSECURE,
}
"""By what the worker keeps of an error: its name alone, since its words may quote an address."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MailTrouble:
    """`how_many` in whole sentences; `reason` of the one that was tried last."""

    how_many: tuple[str, ...]
    reason: str


def mail_trouble(tournament: Tournament) -> MailTrouble | None:
    """Of the last day. None where all mails went, or none are sent."""
    if not settings.MAIL_ON:
        return None
    rounds = list(tournament.rounds.values_list("pk", flat=True))
    failed, waits = (
        list(jobs.values_list("started_at", "exception_class_path")) for jobs in troubled(tournament, rounds)
    )
    if not failed and not waits:
        return None
    _at, name = max(failed + waits)
    return MailTrouble(how_many=_how_many(len(failed), len(waits)), reason=str(_REASONS.get(name, _OTHER)))


def troubled(tournament: Tournament, rounds: Sequence[int]) -> tuple[Jobs, Jobs]:
    """Given up, and to be tried again. Two questions: each is found by an index, of whatever else is kept or waits
    none of the first is read, and of the second what waits."""
    jobs = DBTaskResult.objects.filter(task_path__startswith="tournaments.mail.").order_by()
    about = [kept_under("tournament", tournament.pk), *(kept_under("round", key) for key in rounds)]
    given_up = jobs.filter(
        queue_name__in=about, status=TaskResultStatus.FAILED, finished_at__gte=clock.now() - _LOOKED_AT
    )
    theirs = Q(args_kwargs__kwargs__tournament=tournament.pk) | Q(args_kwargs__kwargs__round__in=rounds)
    return given_up, jobs.filter(theirs, status=TaskResultStatus.READY).exclude(exception_class_path="")


def _how_many(failed: int, tried_again: int) -> tuple[str, ...]:
    lost = ngettext(
        "{count} mail of the last day could not be sent.", "{count} mails of the last day could not be sent.", failed
    )
    waits = ngettext(
        "{count} mail could not be sent yet and is tried again.",
        "{count} mails could not be sent yet and are tried again.",
        tried_again,
    )
    return tuple(text.format(count=count) for text, count in ((lost, failed), (waits, tried_again)) if count)
