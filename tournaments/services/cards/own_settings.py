"""What players choose about themselves by their card: name, language, calendar, mails; and asking to be erased."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from tournaments.models import InboxSubject, Player, ShownAs
from tournaments.recording import Change, Scope, Stale, last_change_in_club, recording
from tournaments.services.common import inbox_items
from tournaments.services.common.refusal import Refused
from tournaments.services.players.notifications import Mail
from tournaments.services.players.players import details_of, where_shown_otherwise


def choose_shown_as(player: Player, shown_as: str, *, seen: str, receipt: uuid.UUID | None = None) -> None:
    """To the public. A child by the given name and an initial at most."""
    if shown_as not in ShownAs.values:
        raise Refused(_("There is no such choice."))
    public = where_shown_otherwise(
        player.club, lambda: [(player.club.players.get(pk=player.pk), replace(details_of(player), shown_as=shown_as))]
    )
    with _by_card(player, "card.shown_as", receipt, public=public, what=shown_as) as change:
        there = _seen(player, shown_as=seen)
        if there.is_child and shown_as == ShownAs.FULL:
            raise Refused(_("A child’s name is shown by the given name and an initial at most."))
        change.update(there, shown_as=shown_as)


def choose_language(player: Player, language: str, *, seen: str, receipt: uuid.UUID | None = None) -> None:
    """Of the card and of mails; empty: as the browser asks."""
    if language not in {"", *dict(settings.LANGUAGES)}:
        raise Refused(_("There is no such choice."))
    with _by_card(player, "card.language", receipt) as change:
        change.update(_seen(player, language=seen), language=language)


def renew_calendar(player: Player, *, seen: int, receipt: uuid.UUID | None = None) -> None:
    """Whoever has the old address of the calendar reads nothing any more."""
    with _by_card(player, "card.renew_calendar", receipt) as change:
        there = _seen(player, calendar_number=seen)
        records = [there, *Player.with_merged.filter(merged_into=there)]
        change.update_many([(each, {"calendar_number": each.calendar_number + 1}) for each in records])


def choose_mail(player: Player, mail: Mail, *, wanted: bool, receipt: uuid.UUID | None = None) -> None:
    with _by_card(player, "card.mail", receipt, what="on" if wanted else "off") as change:
        change.update(Player.objects.get(pk=player.pk), **{mail.wish: wanted})


def ask_to_be_erased(player: Player, *, receipt: uuid.UUID | None = None) -> None:
    """A director decides, since games of others hang on it."""
    with _by_card(player, "card.ask_to_be_erased", receipt) as change:
        inbox_items.put_in_inbox(change, InboxSubject.ERASE, club=player.club, player=player)


def _by_card(
    player: Player, verb: str, receipt: uuid.UUID | None, *, public: Iterable[Scope] = (), **facts: str
) -> AbstractContextManager[Change]:
    told: Mapping[str, Any] = {"player": player.pk, "by_card": player.pk, **facts}
    return recording(player.club, actor=None, verb=verb, receipt=receipt, facts=told, public=public)


def _seen(player: Player, **seen: object) -> Player:
    """As they are under the lock. Raises Stale where the page showed something else."""
    there = Player.objects.get(pk=player.pk)
    if any(getattr(there, name) != value for name, value in seen.items()):
        raise Stale(last_change_in_club(there, club=player.club))
    return there
