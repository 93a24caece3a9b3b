"""Cards: a player's private link. Its keys are made, found by their tokens, and withdrawn."""

from __future__ import annotations

import datetime
import secrets
import uuid
from collections.abc import Iterable, Sequence

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import CardKey, Club, Player, User
from tournaments.names import clean_name
from tournaments.recording import note_use, recording
from tournaments.services.common.refusal import Refused
from tournaments.services.common.tokens import hash_of

LONGEST_NAME = 60
MOST_KEYS = 40
"""Of one player: slips of some seasons, a mail, two parents."""
LIVES_UNUSED = datetime.timedelta(days=396)
"""Thirteen months: who comes once a season keeps their bookmark."""


def make_key(
    player: Player,
    *,
    name: str = "",
    is_parents: bool = False,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> str:
    """The token of a new key, which is kept nowhere. The keys made before go on."""
    tokens = make_keys(player.club, [player], name=name, is_parents=is_parents, actor=actor, receipt=receipt)
    return tokens[player.pk]


def make_keys(
    club: Club,
    players: Sequence[Player],
    *,
    name: str = "",
    is_parents: bool | None = None,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> dict[int, str]:
    """A new key for each of these players of the club: by the player's key its token.

    Of whom `is_parents` does not say it, a child's are held by the parents.
    """
    name = clean_name(name)[:LONGEST_NAME]
    at = clock.now()
    with recording(club, actor=actor, verb="card.make_keys", receipt=receipt) as change:
        there = {each.pk: each for each in club.players.filter(pk__in=[player.pk for player in players])}
        if len(there) != len(players):
            raise Refused(_("The player belongs to another club."))
        _refuse_too_many(there)
        tokens = {key: secrets.token_urlsafe(20) for key in there}  # 160 bits by chance, so a plain hash will do
        change.create_many(
            CardKey(
                player=player,
                name=name,
                is_parents=player.is_child if is_parents is None else is_parents,
                token_hash=hash_of(tokens[key]),
                made_by=actor,
                made_at=at,
            )
            for key, player in there.items()
        )
        change.facts["players"] = sorted(there)
    return tokens


def withdraw_key(
    key: CardKey, *, actor: User | None = None, by_card: bool = False, receipt: uuid.UUID | None = None
) -> None:
    """From now on it opens nothing. Undone, it opens again. Parents' keys are the director's to withdraw."""
    player = key.player
    facts = {"player": player.pk} | ({"by_card": player.pk} if by_card else {})
    with recording(player.club, actor=actor, verb="card.withdraw_key", receipt=receipt, facts=facts) as change:
        there = CardKey.objects.get(pk=key.pk)
        if by_card and there.is_parents:
            raise Refused(_("This link belongs to the parents. The director can withdraw it."))
        if there.withdrawn_at is None:
            change.update(there, withdrawn_at=clock.now())


def withdraw_all(
    player: Player, *, actor: User | None = None, by_card: bool = False, receipt: uuid.UUID | None = None
) -> None:
    """All that still open the card, and the address of its calendar; by the card itself all but the parents'."""
    facts = {"player": player.pk} | ({"by_card": player.pk} if by_card else {})
    with recording(player.club, actor=actor, verb="card.withdraw_all", receipt=receipt, facts=facts) as change:
        keys = active_keys().filter(player=player)
        at = clock.now()
        change.update_many((key, {"withdrawn_at": at}) for key in (keys.filter(is_parents=False) if by_card else keys))
        there = Player.objects.get(pk=player.pk)
        records = [there, *Player.with_merged.filter(merged_into=there)]
        change.update_many([(each, {"calendar_number": each.calendar_number + 1}) for each in records])


def active_keys() -> QuerySet[CardKey]:
    """Those that open a card: neither withdrawn nor unused for thirteen months."""
    since = clock.now() - LIVES_UNUSED
    return CardKey.objects.filter(withdrawn_at=None).filter(Q(used_at__gte=since) | Q(made_at__gte=since))


def keys_of(tokens: Iterable[str]) -> list[CardKey]:
    """The keys that these tokens are, with their players and clubs, in the order of the tokens.

    One question to an index of hashes, whether they are right, wrong, old or withdrawn: none takes longer than another.
    """
    hashes = [hash_of(token) for token in tokens]
    found = {key.token_hash: key for key in active_keys().filter(token_hash__in=hashes).select_related("player__club")}
    return [found[each] for each in dict.fromkeys(hashes) if each in found]


def was_seen_today(key: CardKey) -> bool:
    return key.used_at is not None and key.used_at.date() >= clock.now().date()


def saw(keys: Iterable[CardKey]) -> None:
    """That they were used, kept to the day."""
    if old := [key.pk for key in keys if not was_seen_today(key)]:
        note_use(old, clock.now())


def _refuse_too_many(players: dict[int, Player]) -> None:
    there: dict[int, int] = dict.fromkeys(players, 0)
    for player in active_keys().filter(player__in=there).values_list("player", flat=True):
        there[player] += 1
    full = [players[key] for key, count in there.items() if count >= MOST_KEYS]
    if full:
        raise Refused(
            _("{player} has {most} links that still work. Withdraw some of them first.").format(
                player=full[0].full_name, most=MOST_KEYS
            )
        )
