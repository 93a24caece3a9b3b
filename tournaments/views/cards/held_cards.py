"""The cards that a browser holds: the tokens of their keys, in one cookie for a year."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.models import CardKey, Club, Player
from tournaments.services.common.tokens import hash_of
from tournaments.services.players import card_keys as cards

SECONDS = 365 * 24 * 3600
OF_A_CLUB, IN_ALL = 8, 16
"""A family has a few, and a cookie has its limits: the first of too many is put away."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{20,40}", re.ASCII)


@dataclass(frozen=True, kw_only=True, slots=True)
class HeldCard:
    token: str
    key: CardKey

    @property
    def player(self) -> Player:
        return self.key.player


@dataclass(frozen=True, kw_only=True, slots=True)
class HeldCards:
    """One of each player, in the order in which they were opened; those that open nothing any more are not among
    them."""

    cards: tuple[HeldCard, ...] = ()

    @classmethod
    def of(cls, request: HttpRequest) -> HeldCards:
        """One question; none where the browser brings no card."""
        return cls.from_tokens(*request.COOKIES.get(settings.CARDS_COOKIE, "").split("."))

    @classmethod
    def from_tokens(cls, *tokens: str) -> HeldCards:
        """Of several keys of one player the last."""
        readable = [token for token in tokens if _TOKEN.fullmatch(token)][-IN_ALL - 1 :]
        if not readable:
            return cls()
        keys = {key.token_hash: key for key in cards.keys_of(readable)}
        held: dict[int, HeldCard] = {}
        for token in readable:
            if (key := keys.get(hash_of(token))) is not None:
                held[key.player_id] = HeldCard(token=token, key=key)
        return cls(cards=_bounded(tuple(held.values())))

    def of_club(self, club: Club) -> tuple[HeldCard, ...]:
        return tuple(each for each in self.cards if each.player.club_id == club.pk)

    def with_token(self, token: str) -> HeldCards:
        return HeldCards.from_tokens(*(each.token for each in self.cards), token)

    def without(self, *players: Player) -> HeldCards:
        gone = {player.pk for player in players}
        return HeldCards(cards=tuple(each for each in self.cards if each.player.pk not in gone))

    def keep(self, response: HttpResponse) -> None:
        """A year from now on."""
        if not self.cards:
            response.delete_cookie(settings.CARDS_COOKIE, samesite="Lax")
            return
        response.set_cookie(
            settings.CARDS_COOKIE,
            ".".join(each.token for each in self.cards),
            max_age=SECONDS,
            secure=settings.HTTPS,
            httponly=True,
            samesite="Lax",
        )


def _bounded(held: tuple[HeldCard, ...]) -> tuple[HeldCard, ...]:
    """The latest of each club and of all."""
    of_club: Counter[int] = Counter()
    kept: list[HeldCard] = []
    for each in reversed(held):
        of_club[each.player.club_id] += 1
        if of_club[each.player.club_id] <= OF_A_CLUB and len(kept) < IN_ALL:
            kept.append(each)
    return tuple(reversed(kept))
