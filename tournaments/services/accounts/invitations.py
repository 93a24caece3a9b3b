"""Invitations to work for a club. Whoever opens the link decides with which account; nothing is looked up before."""

from __future__ import annotations

import datetime
import secrets
import uuid
from collections.abc import Iterable

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Club, Directorship, Invitation, Membership, Role, Tournament, User
from tournaments.names import clean_name
from tournaments.recording import Change, recording
from tournaments.services.accounts.accounts import LONGEST_NAME, accept_membership, new_user
from tournaments.services.common.refusal import Refused
from tournaments.services.common.tokens import hash_of


def invite(
    club: Club,
    *,
    name: str,
    role: str = Role.DIRECTOR,
    tournaments: Iterable[Tournament] = (),
    everywhere: bool = False,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> tuple[Invitation, str]:
    """The invitation and the token of its link, which is kept nowhere.

    Who accepts works in these tournaments, or `everywhere` in the club. `name` is for whoever sees the list.
    """
    if role not in Role.values:
        raise Refused(_("There is no such role."))
    name = clean_name(name)[:LONGEST_NAME]
    if not name:
        raise Refused(_("Say who is invited: a name."))
    token, token_hash = _new_token()
    with recording(club, actor=actor, verb="member.invite", receipt=receipt) as change:
        made = change.create(
            Invitation(
                club=club,
                name=name,
                role=role,
                everywhere=everywhere,
                tournaments=sorted({each.pk for each in tournaments if each.club_id == club.pk}),
                token_hash=token_hash,
                made_by=actor,
                expires_at=_a_day_from_now(),
            )
        )
        change.facts.update({"what": "name", "name": name, "invitation": made.pk})
    return made, token


def renew_invitation(invitation: Invitation, *, actor: User | None) -> str:
    """A new link for another day. The one before is dead."""
    token, token_hash = _new_token()
    with recording(invitation.club, actor=actor, verb="member.renew_invitation") as change:
        there = _pending(invitation)
        change.update(there, token_hash=token_hash, expires_at=_a_day_from_now())
        change.facts["name"] = there.name
    return token


def withdraw_invitation(invitation: Invitation, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    with recording(invitation.club, actor=actor, verb="member.withdraw_invitation", receipt=receipt) as change:
        there = _pending(invitation)
        change.facts["name"] = there.name
        change.delete(there)


def open_invitation(token: str) -> Invitation | None:
    """Whom this link lets decide; None when it was used, withdrawn or renewed, has expired or was never made."""
    invitations = Invitation.objects.select_related("club", "made_by")
    return invitations.filter(token_hash=hash_of(token), accepted_at=None, expires_at__gt=timezone.now()).first()


def accept_invitation(token: str, user: User, *, receipt: uuid.UUID | None = None) -> Club:
    """With an account that is there. Raises Refused where the link is good no more."""
    club = _club_of(token)
    if user.is_for_one_evening:
        raise Refused(_("You help for one evening. Log out first, then open the link again."))
    with recording(club, actor=user, verb="member.accept_invitation", receipt=receipt) as change:
        _accept(change, _opened(token), User.objects.select_for_update().get(pk=user.pk))
    return club


def accept_with_new_account(token: str, *, username: str, name: str, password: str) -> User:
    """Raises Refused where the link is good no more or the user name is taken."""
    club, hashed = _club_of(token), make_password(password)
    taken = _("The user name “{name}” is taken. Choose another.").format(name=username.strip())
    try:
        with recording(club, actor=None, verb="member.accept_invitation") as change:
            invitation = _opened(token)
            if User.objects.filter(username__iexact=username.strip()).exists():
                raise Refused(taken)
            user = change.create(new_user(username.strip(), "", clean_name(name)[:LONGEST_NAME]))
            _accept(change, invitation, user)
            change.update(user, password=hashed)
    except IntegrityError as error:  # somebody took the name in the same moment
        raise Refused(taken) from error
    return user


def _accept(change: Change, invitation: Invitation, user: User) -> None:
    club = invitation.club
    if Membership.objects.filter(club=club, user=user).exists():
        raise Refused(_("You work for {club} already. The invitation is for somebody else.").format(club=club.name))
    accept_membership(change, user, Membership(club=club, role=invitation.role, everywhere=invitation.everywhere))
    if not invitation.everywhere:
        there = club.tournaments.filter(pk__in=invitation.tournaments).order_by("pk")
        named = set(
            Directorship.objects.filter(user=user, tournament__club=club).values_list("tournament_id", flat=True)
        )
        change.create_many([Directorship(user=user, tournament=each) for each in there if each.pk not in named])
    change.update(invitation, accepted_at=timezone.now(), accepted_by=user, token_hash="")
    change.facts.update({"user": user.pk, "name": invitation.name})


def _pending(invitation: Invitation) -> Invitation:
    there = Invitation.objects.filter(pk=invitation.pk, accepted_at=None).first()
    if there is None:
        raise Refused(_("This invitation was accepted or withdrawn already."))
    return there


def _club_of(token: str) -> Club:
    return _opened(token).club


def _opened(token: str) -> Invitation:
    found = open_invitation(token)
    if found is None:
        raise Refused(_("This link was used already or is too old."))
    return found


def _new_token() -> tuple[str, str]:
    """256 bits by chance."""
    token = secrets.token_urlsafe(32)
    return token, hash_of(token)


def _a_day_from_now() -> datetime.datetime:
    return timezone.now() + datetime.timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
