"""The word by which the first club is made from another device: given out at the start, forgotten with that club."""

from __future__ import annotations

import datetime
import secrets

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import Session

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without 0 and o, 1, i and l: it is read off one screen and typed on another."""
_LENGTH = 10  # 49 bits
_GOOD_FOR = datetime.timedelta(days=30)
_BEGINS = "first word "
"""A word is kept among the sessions, as its hash alone: for all processes, for a time, in no backup and no record."""


def make_word() -> str:
    """A new one. Those given out before stay good: by other processes, on a screen that somebody is reading."""
    word = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    sessions = Session.objects
    sessions.create(session_key=_key(word), expire_date=timezone.now() + _GOOD_FOR)
    return f"{word[:5]}-{word[5:]}"


def key_of(typed: str) -> str:
    """What the word is kept as, whatever stands between its letters; empty where it is none that is good."""
    key = _key("".join(each for each in typed[:100].casefold() if each.isalnum()))
    return key if is_good(key) else ""


def is_good(key: str) -> bool:
    kept = _words().filter(expire_date__gt=timezone.now()).values_list("session_key", flat=True)
    return any(constant_time_compare(key, each) for each in kept)


def forget_words() -> None:
    sessions = _words()
    sessions.delete()


def _words() -> QuerySet[Session]:
    return Session.objects.filter(session_key__startswith=_BEGINS)


def _key(word: str) -> str:
    hashed = salted_hmac("the word for the first club", word, algorithm="sha256").hexdigest()
    return (_BEGINS + hashed)[:40]
