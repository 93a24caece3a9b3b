"""Texts of the program that somebody has bettered. They change nothing here: the list is sent to who makes the program.

What is removed can be typed again, so that nothing is undone.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from clubchess.texts.catalogue import Message
from clubchess.texts.checks import cleaned, what_is_wrong
from tournaments import clock
from tournaments.models import TextCorrection, User
from tournaments.permissions import corrections_seen_by
from tournaments.recording import drop_corrections, keep_correction
from tournaments.services.common.refusal import Refused

MOST = 2_000
"""In an installation: there are some five thousand texts."""


def correct_text(user: User, message: Message, forms: Sequence[str], *, language: str, page: str) -> bool:
    """Whether it takes the place of an earlier one of the same person. Somebody else's stays beside it."""
    typed = [cleaned(form, today) for form, today in zip(forms, message.forms, strict=True)]
    if wrong := what_is_wrong(message, typed):
        raise Refused(wrong)
    if typed == list(message.forms):
        raise Refused(_("This is the text as it is today. Change it first."))
    of_text = TextCorrection.objects.filter(user=user, language=language, key=message.key)
    if not of_text.exists() and TextCorrection.objects.count() >= MOST:
        raise Refused(_("There are {most} corrections already. Send them in and remove them first.").format(most=MOST))
    return keep_correction(
        TextCorrection(
            user=user,
            language=language,
            key=message.key,
            context=message.context,
            english=message.english,
            plural=message.plural,
            today=list(message.forms),
            forms=typed,
            page=page,
            at=clock.now(),
        )
    )


def remove_correction(user: User, key: int) -> bool:
    """Whether it was there, and theirs to remove."""
    return bool(drop_corrections(TextCorrection.objects.filter(corrections_seen_by(user), pk=key)))
