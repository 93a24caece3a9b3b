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
from django.utils.encoding import force_bytes, force_str
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _

from clubchess.log_in.password_hashing import TooManyAtOnce, is_outdated
from tournaments.models import Directorship, Membership, Role, Tournament, User
from tournaments.names import clean_name, slug_of
from tournaments.recording import Change, Stale, last_change_in_club, recording
from tournaments.services.accounts.sessions import end_all_sessions
from tournaments.services.common.refusal import Refused

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


def choose_password(uid: str, token: str, *, password: str, receipt: uuid.UUID | None = None) -> User:
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


def accept_membership(change: Change, user: User, membership: Membership) -> None:
    """Inside another service's recording: the user works for the club from now on.

    The admins of the club where somebody's account begins may make them a link for a new password. With a second club
    nobody may any more, since who opens it could work for both; see allow_links.
    """
    elsewhere = Membership.objects.filter(user=user)
    membership.user = user
    membership.links_allowed = not user.has_usable_password() and not elsewhere.exists()
    change.update_many([(each, {"links_allowed": False}) for each in elsewhere])
    change.create(membership)


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


def may_get_link(membership: Membership) -> bool:
    """Whether the club's admins may make a link that logs in as this person: not where the person may do more."""
    user = membership.user
    elsewhere = any(each.club_id != membership.club_id for each in user.memberships.all())
    return membership.links_allowed and user.is_active and not user.is_superuser and not elsewhere


def allow_links(membership: Membership, *, allowed: bool, receipt: uuid.UUID | None = None) -> None:
    """The person's own choice. Refused who works for several clubs: the link would open all of them."""
    user = membership.user
    with recording(membership.club, actor=user, verb="member.allow_links", receipt=receipt) as change:
        there = Membership.objects.filter(pk=membership.pk, user=user).first()
        if there is None:
            raise Refused(_("You do not work for {club}.").format(club=membership.club.name))
        if allowed and (user.is_superuser or user.memberships.exclude(pk=there.pk).exists()):
            raise Refused(
                _(
                    "You work for several clubs or run the installation: such a link would open all of that. "
                    "Ask whoever runs the installation instead."
                )
            )
        change.update(there, links_allowed=allowed)
        change.facts.update({"user": user.pk, "what": "allowed" if allowed else "not_allowed"})


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


def free_username(name: str) -> str:
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
        return change.create(new_user(username, email, name))
    if email and user.email.casefold() != email.casefold():
        raise Refused(_("The user name “{name}” belongs to somebody with another address.").format(name=username))
    if not user.is_active:
        raise Refused(_("The account “{name}” is closed.").format(name=username))
    return user


def new_user(username: str, email: str, name: str) -> User:
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
