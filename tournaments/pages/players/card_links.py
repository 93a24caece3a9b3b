"""The links to somebody's card, as their club's staff sees them: where each is, and when it was used last."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.models import CardKey, Club, Player, Tournament
from tournaments.pages.common.collation import sorted_by_name
from tournaments.selectors.display_names import DisplayName, display_name_of


@dataclass(frozen=True, kw_only=True, slots=True)
class KeyRow:
    """`opens`: neither withdrawn nor unused for too long."""

    key: int
    name: str
    is_parents: bool
    made: str
    used: str
    opens: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerCardPage:
    player: int
    name: DisplayName
    is_child: bool
    keys: tuple[KeyRow, ...]
    gone: tuple[KeyRow, ...]
    """Those that open nothing any more, the latest ones."""


_GONE = 10


def player_card_page(player: Player, living: frozenset[int]) -> PlayerCardPage:
    """`living`: the keys of the keys that open the card."""
    rows = [
        _row(key, key.pk in living)
        for key in CardKey.objects.filter(player=player).select_related("made_by").order_by("-pk")
    ]
    return PlayerCardPage(
        player=player.pk,
        name=display_name_of(player),
        is_child=player.is_child,
        keys=tuple(row for row in rows if row.opens),
        gone=tuple(row for row in rows if not row.opens)[:_GONE],
    )


def _row(key: CardKey, opens: bool) -> KeyRow:
    made = _day(key.made_at)
    if key.withdrawn_at is not None:
        used = _("withdrawn {day}").format(day=_day(key.withdrawn_at))
    elif key.used_at is None:
        used = _("not used yet")
    else:
        used = _("last used {day}").format(day=_day(key.used_at))
    return KeyRow(
        key=key.pk,
        name=key.name or _("link"),
        is_parents=key.is_parents,
        made=_("made {day} by {person}").format(day=made, person=key.made_by)
        if key.made_by
        else _("made {day}").format(day=made),
        used=used,
        opens=opens,
    )


def _day(at: datetime.datetime) -> str:
    return date_format(localtime(at))


@dataclass(frozen=True, kw_only=True, slots=True)
class ForWhom:
    """A choice of whom slips are printed for, and how many they are."""

    code: str
    words: str
    count: int


WITHOUT, ALL = "without", "all"


def for_whom(club: Club, living: frozenset[int]) -> tuple[ForWhom, ...]:
    """Those who have no link yet, all active members, those of each tournament that goes on."""
    active = set(club.players.filter(is_active=True).values_list("pk", flat=True))
    held = set(CardKey.objects.filter(pk__in=living).values_list("player", flat=True))
    choices = [
        ForWhom(code=WITHOUT, words=_("active members who have no link yet"), count=len(active - held)),
        ForWhom(code=ALL, words=_("all active members"), count=len(active)),
    ]
    for tournament in _going_on(club):
        count = tournament.entries.count()
        choices.append(ForWhom(code=tournament.slug, words=tournament.name, count=count))
    return tuple(each for each in choices if each.count)


def chosen_players(club: Club, code: str, living: frozenset[int]) -> list[Player]:
    """By name; nobody for what is no choice."""
    players = club.players.order_by("pk")
    if code in {WITHOUT, ALL}:
        players = players.filter(is_active=True)
        if code == WITHOUT:
            players = players.exclude(card_keys__in=living)
    else:
        players = players.filter(entries__tournament__in=[each for each in _going_on(club) if each.slug == code])
    return list(sorted_by_name(players.distinct(), lambda player: player.full_name))


def _going_on(club: Club) -> list[Tournament]:
    found = Tournament.objects.filter(club=club, trashed_at=None, season__is_open=True)
    return list(found.order_by("name", "pk"))
