"""One mail handed to the mail server, which may hang, refuse or be gone."""

from __future__ import annotations

import smtplib
import uuid
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage

from clubchess.jobs import InVain
from tournaments.mail.letters import Letter


def send(letter: Letter, address: str, *, key: uuid.UUID) -> None:
    """`key` makes the mail's own number: if it is sent twice, because a worker died after handing it over, it is one
    and the same mail, and most mailboxes show it once.

    Raises InVain where the server knows the address to be wrong, and whatever else goes wrong as it is.
    """
    host = urlsplit(settings.PUBLIC_ADDRESS).hostname
    headers = {
        "Message-ID": f"<{key}@{host}>",
        "Auto-Submitted": "auto-generated",
    }
    if letter.turn_off:
        headers |= {
            "List-Unsubscribe": f"<{letter.turn_off}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    try:
        EmailMessage(letter.subject, letter.text, to=[address], headers=headers).send()
    except smtplib.SMTPRecipientsRefused as error:
        if all(code >= 500 for code, _words in error.recipients.values()):
            raise InVain from None  # its words name the address
        raise
