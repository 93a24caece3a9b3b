"""Where a mail leads: to the card, and to a page that turns mails off without a log-in."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.urls import reverse

from tournaments.models import Player
from tournaments.services.players.notifications import Mail, card_token

_SALT = "tournaments.mail.links"


def card_of(player: Player) -> str:
    return f"{settings.PUBLIC_ADDRESS}{reverse('open_card', kwargs={'token': card_token(player)})}"


def turn_off(player: Player, mail: Mail) -> str:
    signed = signing.dumps([player.pk, mail.value], salt=_SALT)
    return f"{settings.PUBLIC_ADDRESS}{reverse('turn_off_mail', kwargs={'signed': signed})}"


def read(signed: str) -> tuple[Player, Mail] | None:
    """It holds as long as the player is there: a mail is found again after years."""
    try:
        key, mail = signing.loads(signed, salt=_SALT)
    except signing.BadSignature:
        return None
    player = Player.with_merged.now(pk=key)
    return None if player is None else (player, Mail(mail))
