"""Mails that could not be sent, in words: how many and why, never whose."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext_lazy, ngettext
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

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
    given_up = Q(status=TaskResultStatus.FAILED, finished_at__gte=clock.now() - _LOOKED_AT)
    tried_again = Q(status=TaskResultStatus.READY) & ~Q(exception_class_path="")
    jobs = DBTaskResult.objects.filter(given_up | tried_again, task_path__startswith="tournaments.mail.").filter(
        Q(args_kwargs__kwargs__tournament=tournament.pk) | Q(args_kwargs__kwargs__round__in=rounds)
    )
    found = list(jobs.order_by("started_at").values_list("status", "exception_class_path"))
    if not found:
        return None
    failed = sum(status == TaskResultStatus.FAILED for status, _name in found)
    _status, name = found[-1]
    return MailTrouble(how_many=_how_many(failed, len(found) - failed), reason=str(_REASONS.get(name, _OTHER)))


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
