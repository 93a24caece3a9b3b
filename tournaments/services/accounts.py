"""People's accounts: invitations, one-time links, and who works for a club."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable
from itertools import chain, count

from django.contrib.auth.hashers import make_password
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError
from django.utils.encoding import force_bytes, force_str
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _

from clubchess.password_hashing import TooManyAtOnce, is_outdated
from tournaments.models import Club, Directorship, Membership, Role, Tournament, User
from tournaments.models.names import clean_name, slug_of
from tournaments.recording import Change, Stale, last_change_in_club, recording
from tournaments.services.refusal import Refused
from tournaments.services.sessions import end_all_sessions

LONGEST_NAME = 150
_USER_NAME = re.compile(r"[\w.+-]{2,150}")  # no @: what holds one is taken for an e-mail address at log-in


class InvitationTokens(PasswordResetTokenGenerator):
    """Good once, for PASSWORD_RESET_TIMEOUT, until a newer one is made, and only while the user may do what they might
    when it was made.

    Whoever holds the link becomes the user: a link made by one club must not open what another club gave since.
    """

    key_salt = "tournaments.services.accounts.InvitationTokens"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        roles = sorted(user.memberships.values_list("club_id", "role"))
        return f"{user.pk}|{user.password}|{user.email}|{user.is_superuser}|{roles}|{user.links_made}|{timestamp}"


_tokens = InvitationTokens()


def new_link(user: User, *, actor: User | None) -> tuple[str, str]:
    """The user's key and a new token, as they stand in the address of an invitation. The link before it is dead."""
    with recording(None, actor=actor, verb="user.new_link") as change:
        there = User.objects.select_for_update().get(pk=user.pk)
        change.update(there, links_made=there.links_made + 1)
        change.facts["user"] = there.pk
    return urlsafe_base64_encode(force_bytes(there.pk)), _tokens.make_token(there)


def invited_user(uid: str, token: str) -> User | None:
    """Whom this link lets in; None when it was used, has expired or was never made."""
    try:
        user = User.objects.get(pk=int(force_str(urlsafe_base64_decode(uid))), is_active=True)
    except (ValueError, OverflowError, User.DoesNotExist):
        return None
    return user if _tokens.check_token(user, token) else None


def accept_invitation(uid: str, token: str, *, password: str, receipt: uuid.UUID | None = None) -> User:
    """Set the password that the link was made for. The link is then used."""
    user = invited_user(uid, token)
    with recording(None, actor=user, verb="user.accept_invitation", receipt=receipt) as change:
        if user is not None:
            User.objects.select_for_update().get(pk=user.pk)  # the same link in two browsers: one of them sets it
        user = invited_user(uid, token)
        if user is None:
            raise Refused(_("This link was used already or is too old."))
        change.update(user, password=make_password(password))
        change.facts["user"] = user.pk
    end_all_sessions(user)
    return user


def hash_password_anew(user: User, *, password: str, receipt: uuid.UUID | None = None) -> None:
    """At log-in, when the password is known: keep it as passwords are hashed today. The user then has the new hash.

    Ends the person's sessions on other devices, which are bound to the hash.
    """
    if not is_outdated(user.password):
        return
    try:
        new = make_password(password)
    except TooManyAtOnce:
        return  # the next log-in does it
    with recording(None, actor=user, verb="user.hash_password_anew", receipt=receipt) as change:
        there = User.objects.select_for_update().get(pk=user.pk)
        if there.password == user.password:  # else another one was chosen meanwhile
            change.update(user, password=new)
        change.facts["user"] = user.pk


def invite(
    club: Club,
    *,
    username: str = "",
    name: str = "",
    email: str = "",
    role: str = Role.DIRECTOR,
    tournaments: Iterable[Tournament] = (),
    everywhere: bool = False,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> User:
    """Let somebody work for the club: a new user, or one who is known under the same user name and address.

    Without a `username` one is made from the name. They work in these tournaments, or `everywhere` in the club.
    """
    if role not in Role.values:
        raise Refused(_("There is no such role."))
    wanted = sorted({tournament.pk for tournament in tournaments if tournament.club_id == club.pk})
    name = clean_name(name)[:LONGEST_NAME]
    try:
        with recording(club, actor=actor, verb="member.invite", receipt=receipt) as change:
            user = _invited(change, username=username.strip() or _free_username(name), name=name, email=email.strip())
            _check_invited(user, club)
            change.create(Membership(club=club, user=user, role=role, everywhere=everywhere))
            if not everywhere:
                change.create_many([Directorship(user=user, tournament_id=key) for key in wanted])
            change.facts.update({"user": user.pk, "role": role})
    except IntegrityError as error:  # two clubs invited the same new person, and each holds only its own lock
        raise Refused(_("Somebody took this user name or address in the same moment: try again.")) from error
    return user


def take_away_membership(membership: Membership, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """The account stays; it has no more to do with this club. Never the last admin's."""
    club = membership.club
    with recording(club, actor=actor, verb="member.take_away", receipt=receipt) as change:
        there = Membership.objects.select_related("user").filter(pk=membership.pk, club=club).first()
        if there is None:
            raise Refused(_("This person no longer works for the club."))
        _refuse_last_admin(there)
        change.delete_many(Directorship.objects.filter(user=there.user, tournament__club=club))
        change.delete(there)
        change.facts["user"] = there.user_id


def change_role(
    membership: Membership, role: str, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None
) -> None:
    """`seen` is the role that stood on the screen. What a person is named for stays. Never the last admin's."""
    if role not in Role.values:
        raise Refused(_("There is no such role."))
    club = membership.club
    with recording(club, actor=actor, verb="member.change_role", receipt=receipt) as change:
        there = Membership.objects.select_related("user").filter(pk=membership.pk, club=club).first()
        if there is None:
            raise Refused(_("This person no longer works for the club."))
        if there.role == role:
            return
        if there.role != seen:
            raise Stale(last_change_in_club(there, club=club))
        _refuse_last_admin(there)
        change.update(there, role=role)
        change.facts.update({"user": there.user_id, "role": role})


def assign_tournaments(
    membership: Membership,
    tournaments: Iterable[Tournament],
    *,
    among: Iterable[Tournament],
    everywhere: bool,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> None:
    """Which of the tournaments shown (`among`) this person works in; the others stay as they are.

    Or in all of the club, also in those that are made later: what they were named for then stays for later.
    """
    club = membership.club
    wanted = {tournament.pk for tournament in tournaments}
    shown = {tournament.pk for tournament in among}
    with recording(club, actor=actor, verb="member.assign", receipt=receipt) as change:
        found = Membership.objects.select_related("user").filter(pk=membership.pk, club=club).first()
        if found is None:
            raise Refused(_("This person no longer works for the club."))
        user = found.user
        change.facts["user"] = user.pk
        if found.everywhere != everywhere:
            change.update(found, everywhere=everywhere)
        if everywhere:
            return
        there = Directorship.objects.filter(user=user, tournament__club=club, tournament_id__in=shown)
        directed = set(there.values_list("tournament_id", flat=True))
        change.delete_many(there.exclude(tournament_id__in=wanted))
        change.create_many([Directorship(user=user, tournament_id=key) for key in sorted((wanted & shown) - directed)])


def may_get_link(user: User, club: Club) -> bool:
    """Whether this club's admins may make a link that logs in as the user: not where the user may do more than they."""
    elsewhere = any(membership.club_id != club.pk for membership in user.memberships.all())
    return user.is_active and not user.is_superuser and not elsewhere


def create_superuser(*, username: str, email: str = "", receipt: uuid.UUID | None = None) -> User:
    """Somebody who runs the installation; a user who is there already becomes one."""
    with recording(None, actor=None, verb="user.create_superuser", receipt=receipt) as change:
        user = find_or_create_user(change, username=username, email=email)
        change.update(user, is_superuser=True)
        change.facts["user"] = user.pk
    return user


def _refuse_last_admin(membership: Membership) -> None:
    """Where this is the last of the club's admins who can log in: somebody must be able to name others."""
    others = membership.club.memberships.filter(role=Role.ADMIN, user__is_active=True).exclude(pk=membership.pk)
    if membership.role == Role.ADMIN and not others.exists():
        raise Refused(_("{person} is the club's only admin: name another one first.").format(person=membership.user))


def _check_invited(user: User, club: Club) -> None:
    if Membership.objects.filter(club=club, user=user).exists():
        raise Refused(_("{person} works for this club already.").format(person=user))
    if not user.has_usable_password() and user.memberships.exists():
        raise Refused(_("{person} has yet to accept another club's invitation.").format(person=user))


def _invited(change: Change, *, username: str, name: str, email: str) -> User:
    """Somebody new or, where user name and address are given and belong together, who is there."""
    if not email and User.objects.filter(username__iexact=username).exists():
        raise Refused(
            _("The user name “{name}” is taken. Choose another, or give the e-mail address of this person too.").format(
                name=username
            )
        )
    return find_or_create_user(change, username=username, email=email, name=name)


def _free_username(name: str) -> str:
    """Dag Berg is dag.berg, or dag.berg2 where somebody is that already."""
    wanted = slug_of(name).replace("-", ".")
    wanted = wanted if len(wanted) > 1 else "staff"
    taken = {each.casefold() for each in User.objects.values_list("username", flat=True)}
    others = (f"{wanted}{number}" for number in count(2))
    return next(each for each in chain([wanted], others) if each not in taken)


def find_or_create_user(change: Change, *, username: str, email: str, name: str = "") -> User:
    """Inside another service's recording. Who is there already must have the address, where one is given."""
    username, email = username.strip(), email.strip()
    user = User.objects.filter(username__iexact=username).first()
    if user is None:
        return change.create(_new_user(username, email, name))
    if email and user.email.casefold() != email.casefold():
        raise Refused(_("The user name “{name}” belongs to somebody with another address.").format(name=username))
    if not user.is_active:
        raise Refused(_("The account “{name}” is closed.").format(name=username))
    return user


def _new_user(username: str, email: str, name: str) -> User:
    if not _USER_NAME.fullmatch(username) or clean_name(username) != username:
        raise Refused(_("A user name has two or more letters, digits, dots, hyphens or underscores, and no @."))
    if email:
        try:
            validate_email(email)
        except ValidationError as error:
            raise Refused(_("“{email}” is not an e-mail address.").format(email=email)) from error
        if User.objects.filter(email__iexact=email).exists():
            raise Refused(_("Another user has the address “{email}”.").format(email=email))
    return User(username=username, email=email, name=name, password=make_password(None))
