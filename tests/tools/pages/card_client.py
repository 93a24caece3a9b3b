"""Browsers that hold cards."""

from __future__ import annotations

from django.conf import settings
from django.test import Client

from tournaments.models import Player
from tournaments.services.players import card_keys


def holding(*players: Player, csrf: bool = False) -> Client:
    """Of these players, a new key each."""
    client = Client(enforce_csrf_checks=csrf)
    client.cookies[settings.CARDS_COOKIE] = ".".join(card_keys.make_key(player, actor=None) for player in players)
    return client
