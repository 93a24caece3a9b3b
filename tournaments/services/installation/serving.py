"""How the server goes on: phones in the same network let in or kept out, and the end of it."""

from __future__ import annotations

import uuid
from dataclasses import replace

from django.conf import settings
from django.utils.translation import gettext as _

from clubchess import chosen_here, ending
from tournaments.models import Club, User
from tournaments.selectors.kept_backups import chosen
from tournaments.services.common.refusal import Refused
from tournaments.services.installation.own_backups import note


def let_phones_in(club: Club, *, are_let_in: bool, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """From the next start on; or out. Raises Refused where somebody has set otherwise how they come in, or the server
    cannot begin again."""
    if settings.IS_REACHED_OTHERWISE or not ending.can_end():
        raise Refused(_("Whether phones can connect was set where this server was started. Change it there."))
    chosen_here.write(settings.DATA_DIR, replace(chosen(), phones=are_let_in))
    note(club, verb="installation.phones", actor=actor, receipt=receipt, what="in" if are_let_in else "out")


def stop(club: Club, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """Raises RuntimeError where no page can end it."""
    note(club, verb="installation.stop", actor=actor, receipt=receipt)
    ending.end(begins_again=False)
