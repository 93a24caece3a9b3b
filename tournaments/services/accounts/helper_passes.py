"""Helpers for one evening: a code for one phone, an account that is theirs while the evening lasts, and its end.

The account is one like any other, so that what they do is recorded, named and undone as ever; it has no password, and
its user name is one that nobody can type or choose. A code that was used or ended is forgotten, hash and all: what
that changes is private, so no undo opens a phone again.
"""

from __future__ import annotations

import datetime
import secrets
import uuid
from collections.abc import Sequence

from django.contrib.auth.hashers import make_password
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import Directorship, HelperPass, Membership, Role, Tournament, User
from tournaments.models.user import ONE_EVENING
from tournaments.names import clean_name
from tournaments.recording import Scope, recording
from tournaments.services.accounts.sessions import end_all_sessions
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.common.tokens import hash_of

LONGEST_NAME = 40
LASTS = datetime.timedelta(hours=12)
MOST = 20
"""Open at a time, for one tournament: nobody needs more tablets."""


def make_pass(tournament: Tournament, *, actor: User, receipt: uuid.UUID | None = None) -> str:
    """The token of a new code, which is kept nowhere."""
    token = secrets.token_urlsafe(20)
    with recording(tournament, actor=actor, verb="helper.make", receipt=receipt) as change:
        refuse_when_closed(tournament)
        if active_passes(tournament).count() >= MOST:
            raise Refused(_("There are {most} helpers and codes already. End one of them first.").format(most=MOST))
        now = clock.now()
        change.create(
            HelperPass(
                tournament=tournament,
                token_hash=hash_of(token),
                made_by=actor,
                made_at=now,
                expires_at=now + LASTS,
            )
        )
    return token


def active_passes(tournament: Tournament) -> QuerySet[HelperPass]:
    """Those that wait for a phone or are with one."""
    return HelperPass.objects.filter(tournament=tournament, ended_at=None, expires_at__gt=clock.now())


def waiting_pass(token: str) -> HelperPass | None:
    """What this code lets somebody take; None where it was taken, ended or never made, or is too old."""
    passes = HelperPass.objects.select_related("tournament__club", "tournament__season").filter(
        tournament__trashed_at=None, expires_at__gt=clock.now()
    )
    return passes.filter(token_hash=hash_of(token), user=None, ended_at=None).first()


def take_pass(token: str, name: str) -> HelperPass:
    """By whoever comes first; they help from now on, under that name."""
    found = waiting_pass(token)
    if found is None:
        raise Refused(_used())
    name = clean_name(name)[:LONGEST_NAME].strip()
    if not name:
        raise Refused(_("Enter your name."))
    tournament = found.tournament
    with recording(tournament, actor=None, verb="helper.take") as change:
        there = waiting_pass(token)
        if there is None:  # somebody was first
            raise Refused(_used())
        user = change.create(User(username=f"{ONE_EVENING}{there.pk}", name=name, password=make_password(None)))
        change.create(Membership(club=tournament.club, user=user, role=Role.HELPER))
        change.create(Directorship(tournament=tournament, user=user))
        change.update(there, user=user, token_hash=_forgotten())
        change.facts["user"] = user.pk
    return there


def end_pass(
    found: HelperPass, *, actor: User | None, receipt: uuid.UUID | None = None, public: Sequence[Scope] = ()
) -> None:
    """Their phone is out with the next tap; what they did stays."""
    with recording(found.tournament, actor=actor, verb="helper.end", receipt=receipt, public=public) as change:
        there = HelperPass.objects.select_related("user").get(pk=found.pk)
        if there.ended_at is not None:
            return
        change.update(there, ended_at=clock.now(), token_hash=_forgotten())
        user = there.user
        if user is None:
            change.facts["what"] = "unused"
        else:
            change.facts["user"] = user.pk
            change.delete_many(Directorship.objects.filter(user=user))
            change.delete_many(Membership.objects.filter(user=user))
            change.update(user, is_active=False)
            end_all_sessions(user)


def end_all(tournament: Tournament, *, actor: User | None) -> None:
    """With the evening, in its transaction: all that are with a phone or wait for one, and whose time was over before.

    The club is locked first, as the evening's end does.
    """
    for each in HelperPass.objects.filter(tournament=tournament, ended_at=None).select_related("tournament__club"):
        end_pass(each, actor=actor, public=[each.tournament.club, each.tournament])


def _used() -> str:
    return _("This code was used already, or is too old. Ask for a new one.")


def _forgotten() -> str:
    """In the place of a hash: no token leads to it."""
    return hash_of(secrets.token_urlsafe(32))
