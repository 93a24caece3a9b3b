"""What somebody changes about themselves: password, name, e-mail address, and the clubs they work for."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError
from django.utils.translation import gettext as _

from tournaments.models import Club, Directorship, KeyMap, Membership, Role, User
from tournaments.names import clean_name
from tournaments.recording import recording
from tournaments.services.accounts.accounts import LONGEST_NAME
from tournaments.services.common.refusal import Refused


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnDetails:
    name: str
    email: str


def change_password(user: User, password: str, *, receipt: uuid.UUID | None = None) -> None:
    """Ends the person's sessions, which are bound to the old hash."""
    new = make_password(password)
    with recording(None, actor=user, verb="user.change_password", receipt=receipt) as change:
        change.update(User.objects.get(pk=user.pk), password=new)
        change.facts["user"] = user.pk


def change_details(user: User, details: OwnDetails, *, receipt: uuid.UUID | None = None) -> None:
    """Of the address nobody is told whether somebody else has it."""
    name, email = clean_name(details.name), details.email.strip()
    if len(name) > LONGEST_NAME:
        raise Refused(_("A name has at most {most} characters.").format(most=LONGEST_NAME))
    if email:
        try:
            validate_email(email)
        except ValidationError as error:
            raise Refused(_("“{email}” is not an e-mail address.").format(email=email)) from error
    cannot_be_used = _("This e-mail address cannot be used here. Leave the field empty, or give another one.")
    try:
        with recording(None, actor=user, verb="user.change_details", receipt=receipt) as change:
            if email and User.objects.filter(email__iexact=email).exclude(pk=user.pk).exists():
                raise Refused(cannot_be_used)
            change.update(User.objects.get(pk=user.pk), name=name, email=email)
            change.facts["user"] = user.pk
    except IntegrityError as error:  # somebody took it in the same moment
        raise Refused(cannot_be_used) from error


def leave_club(club: Club, user: User, *, receipt: uuid.UUID | None = None) -> None:
    """The account stays. Whoever has left comes back by an invitation only. Never the last admin."""
    with recording(club, actor=user, verb="member.leave", receipt=receipt) as change:
        there = Membership.objects.filter(club=club, user=user).first()
        if there is None:
            raise Refused(_("You do not work for {club}.").format(club=club.name))
        others = club.memberships.filter(role=Role.ADMIN, user__is_active=True).exclude(pk=there.pk)
        if there.role == Role.ADMIN and not others.exists():
            raise Refused(
                _("You are the only admin of {club}. Make somebody else admin under “Staff” first.").format(
                    club=club.name
                )
            )
        change.delete_many(Directorship.objects.filter(user=user, tournament__club=club))
        change.delete(there)
        change.facts["user"] = user.pk


def choose_key_map(user: User, key_map: KeyMap, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """For all tournaments that this person runs, on every machine."""
    with recording(None, actor=actor, verb="user.choose_key_map", receipt=receipt) as change:
        change.update(User.objects.get(pk=user.pk), key_map=key_map.value)
        change.facts["user"] = user.pk
