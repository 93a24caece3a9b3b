"""People of a club's file: who works for the club can log in where it goes, all others are names in its history."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count
from typing import Any

from django.contrib.auth.hashers import identify_hasher, make_password

from clubchess.log_in.password_hashing import is_outdated
from tournaments.models import User
from tournaments.models.user import ONE_EVENING
from tournaments.services.installation.club_transfer.club_file import Row

COLUMNS = ("id", "username", "name", "key_map", "is_active", "email", "password")
"""Of an account in a file. Whether somebody runs an installation, which links were made, sessions and second factors
are never in one; an address and a password hash only of whoever works for the club, and no hash of whoever runs this
installation."""


def row_of(user: User, *, works_here: bool, with_password: bool) -> Row:
    can_log_in = works_here and user.is_active and not user.is_for_one_evening
    goes_with = can_log_in and with_password and not user.is_superuser
    return {
        "id": user.pk,
        "username": user.username,
        "name": user.name,
        "key_map": user.key_map,
        "is_active": can_log_in,
        "email": user.email if can_log_in else "",
        "password": user.password if goes_with and user.has_usable_password() else "",
    }


def account(values: dict[str, Any], *, key: int, username: str) -> User:
    return User(
        pk=key,
        username=username,
        name=values["name"],
        key_map=values["key_map"],
        is_active=values["is_active"],
        email=values["email"] if values["is_active"] else "",
        password=_usable(values["password"]) if values["is_active"] else make_password(None),
    )


def in_the_way(values: dict[str, Any]) -> User | None:
    """Whoever has the user name or the address here already."""
    taken = User.objects.filter(username__iexact=values["username"]).first()
    if taken is None and values["email"]:
        taken = User.objects.filter(email__iexact=values["email"]).first()
    return taken


def is_the_same(user: User, values: dict[str, Any]) -> bool:
    """By the user name and the address both: a name alone says nothing of who somebody is."""
    return (
        bool(user.email)
        and user.is_active
        and user.username.casefold() == values["username"].casefold()
        and user.email.casefold() == values["email"].casefold()
    )


def free_username(wanted: str, given: Collection[str]) -> str:
    """For a name in the history, with which nobody logs in. `given`: those of this file, folded."""
    names: Iterator[str] = (wanted if number == 1 else f"{wanted[:140]}.{number}" for number in count(1))
    return next(
        name
        for name in names
        if name.casefold() not in given and not User.objects.filter(username__iexact=name).exists()
    )


def username_for_one_evening(username: str) -> str | None:
    """What is behind the beginning by which helpers for one evening are known: the key of their pass."""
    behind = username.removeprefix(ONE_EVENING)
    return behind if behind != username and behind.isdecimal() and behind.isascii() and len(behind) < 19 else None


def _usable(encoded: str) -> str:
    """A hash that could have been made here. Another one could take a gigabyte of memory to look at."""
    try:
        is_known = bool(encoded) and identify_hasher(encoded) is not None and not is_outdated(encoded)
    except (ValueError, TypeError, AssertionError):
        is_known = False
    return encoded if is_known else make_password(None)
