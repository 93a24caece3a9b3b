"""Mails that players ask for: queued with what they tell of, led to the card, and turned off by whoever reads them."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from tournaments import clock
from tournaments.models import CardKey, Fixture, Player, Round, RoundState
from tournaments.recording import recording
from tournaments.services.common.tokens import hash_of
from tournaments.services.players.card_keys import active_keys
from tournaments.services.players.push_subscriptions import PushTopic, tell_phones

TELL_OF_ROUND = "tournaments.mail.jobs.tell_of_round"
TELL_OF_MOVED_MATCH = "tournaments.mail.asking.tell_of_moved_match"
TELL_OF_LINE_UP = "tournaments.mail.jobs.tell_of_line_up"
KEY_NAME = "mail"


class Mail(models.TextChoices):
    """There are no others."""

    BOARD = "board", _("your board")
    SITS_OUT = "sits_out", _("you sit out")
    ASKS = "asks", _("are you coming?")

    @property
    def wish(self) -> str:
        """The field of a player that says whether they want it."""
        return f"mail_{self.value}"


def wanted_by(player: Player) -> list[Mail]:
    return [mail for mail in Mail if getattr(player, mail.wish)]


def tell_of(round: Round) -> None:
    """Inside the transaction in which its boards become public, or others: whoever wants to be told is told.

    The job is called by its name, since it says things in words, of which services know nothing.
    """
    if round.state != RoundState.PUBLISHED:
        return
    if settings.MAIL_ON and round.date is not None:
        import_string(TELL_OF_ROUND).enqueue(round=round.pk)
    tell_phones(PushTopic.ROUND, round.pk, round.tournament.club_id)


def tell_of_line_up(fixture: Fixture) -> None:
    """The same of a team's line-up, inside the transaction in which it is published, or changed."""
    if fixture.published_at is None:
        return
    if settings.MAIL_ON:
        import_string(TELL_OF_LINE_UP).enqueue(fixture=fixture.pk)
    tell_phones(PushTopic.LINE_UP, fixture.pk, fixture.team.league.club_id)


def tell_of_moved_match(fixture: Fixture) -> None:
    """Whoever has answered, or plays, is told that a match has another day, inside the transaction that moves it."""
    tell_of_line_up(fixture)
    if settings.MAIL_ON and fixture.published_at is None:
        import_string(TELL_OF_MOVED_MATCH).enqueue(fixture=fixture.pk)


def tell_of_changed(changes: Iterable[dict[str, Any]]) -> None:
    """The same after an undo, by the rows that it has changed."""
    changed = {model: set[int]() for model in ("round", "fixture")}
    for kept in changes:
        changed.get(kept["model"], set()).add(kept["pk"])
    rounds, fixtures = changed["round"], changed["fixture"]
    for fixture in Fixture.objects.filter(pk__in=fixtures).select_related("team__league") if fixtures else ():
        tell_of_moved_match(fixture)
    for round in Round.objects.filter(pk__in=rounds).select_related("tournament") if rounds else ():
        tell_of(round)


def card_token(player: Player) -> str:
    """Of a key of its own, which can be said again though only its hash is kept: it follows from this installation's
    secret and from the moment in which the key was made. Where that was withdrawn, or the secret has changed, there is
    a new one."""
    if (token := known_token(player)) is not None:
        return token
    with recording(player.club, actor=None, verb="card.make_keys", facts={"players": [player.pk]}) as change:
        if (token := known_token(player)) is not None:  # another worker was first
            return token
        key = CardKey(player=player, name=KEY_NAME, is_parents=player.is_child, made_at=clock.now())
        token = _token_of(key)
        key.token_hash = hash_of(token)
        change.create(key)
    return token


def known_token(player: Player) -> str | None:
    """Of the key that leads from mails to their card, where one has been made: worked out again, since it is kept
    nowhere."""
    for key in active_keys().filter(player=player, name=KEY_NAME).order_by("-pk"):
        if hash_of(token := _token_of(key)) == key.token_hash:
            return token
    return None


def turn_off(player: Player, mails: Collection[Mail], *, receipt: uuid.UUID | None = None) -> None:
    """By a link in a mail, which only they have."""
    facts = {"player": player.pk, "by_card": player.pk}
    with recording(player.club, actor=None, verb="mail.turn_off", receipt=receipt, facts=facts) as change:
        there = Player.objects.get(pk=player.pk)
        change.update(there, **{mail.wish: False for mail in mails})


def _token_of(key: CardKey) -> str:
    """As many letters as any other has."""
    made = salted_hmac("tournaments.services.mail", f"{key.player_id} {key.made_at.isoformat()}", algorithm="sha256")
    return made.hexdigest()[:40]  # 160 bits
