"""Where a mail leads: to the card, and to a page that turns mails off without a log-in."""

from __future__ import annotations

import datetime

from django.conf import settings
from django.core import signing
from django.urls import reverse

from tournaments.models import Player
from tournaments.services.players.notifications import Mail, card_token

_SALT = "tournaments.mail.links"
_HOLDS = datetime.timedelta(days=730)
"""A mail is found again after a year; after two the card says it, too."""


def card_of(player: Player) -> str:
    return f"{settings.PUBLIC_ADDRESS}{reverse('open_card', kwargs={'token': card_token(player)})}"


def turn_off(player: Player, mail: Mail) -> str:
    signed = signing.dumps([player.pk, mail.value], salt=_SALT)
    return f"{settings.PUBLIC_ADDRESS}{reverse('turn_off_mail', kwargs={'signed': signed})}"


def read(signed: str) -> tuple[Player, Mail] | None:
    """It holds for two years, as long as the player is there."""
    try:
        key, mail = signing.loads(signed, salt=_SALT, max_age=_HOLDS)
    except signing.BadSignature:
        return None
    player = Player.with_merged.now(pk=key)
    return None if player is None else (player, Mail(mail))
