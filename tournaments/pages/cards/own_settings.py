"""What a card lets its player choose: how the name is shown, language, mails, calendar, links, and being erased."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.models import InboxItem, InboxSubject, Player, PlayerContact, PushSubscription, ShownAs
from tournaments.pages.cards.own_calendar import calendar_token
from tournaments.pages.common.display_names import Audience, name_of, shown_as
from tournaments.pages.players.card_links import KeyRow, player_card_page


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnSettingChoice:
    value: str
    words: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class MailWish:
    field: str
    is_wanted: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class PushWish:
    value: str
    words: str
    phones: tuple[str, ...]
    """Digests of those that show it, by which each knows itself."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnSettings:
    """`mails` is empty where the installation sends none, or the club has no address. `this_key` is the one that is
    used here. `asked_to_be_erased` is the day of it, empty where nobody has."""

    player: int
    public_key: str
    name: str
    url: str
    shown_as: str
    public_name: str
    names: tuple[OwnSettingChoice, ...]
    language: str
    languages: tuple[OwnSettingChoice, ...]
    pushes: tuple[PushWish, ...]
    mails: tuple[MailWish, ...]
    lacks_address: bool
    """The installation would send mails, and the club does not know where to."""
    calendar_url: str
    calendar_number: int
    keys: tuple[KeyRow, ...]
    this_key: int
    asked_to_be_erased: str


def own_settings(player: Player, *, this_key: int, living: frozenset[int]) -> OwnSettings:
    """`living`: the keys of the keys that open the card."""
    shown = shown_as(player)
    names = [each for each in ShownAs if not (player.is_child and each == ShownAs.FULL)]
    waiting = InboxItem.objects.filter(player=player, asked=InboxSubject.ERASE, answer="").order_by("pk").first()
    club = player.club.slug
    has_address = PlayerContact.objects.filter(player=player).exclude(email="").exists()
    return OwnSettings(
        player=player.pk,
        public_key=player.public_key,
        name=player.full_name,
        url=reverse("my_card", args=[club, player.public_key]),
        shown_as=player.shown_as,
        public_name=name_of(player, Audience.PUBLIC, None),
        names=tuple(
            OwnSettingChoice(value=each.value, words=str(each.label), is_chosen=each == shown) for each in names
        ),
        language=player.language,
        languages=tuple(
            OwnSettingChoice(value=code, words=str(name), is_chosen=code == player.language)
            for code, name in settings.LANGUAGES
        ),
        pushes=_pushes(player),
        mails=_mails(player) if has_address else (),
        lacks_address=settings.MAIL_ON and not has_address,
        calendar_url=reverse("my_calendar", args=[club, player.public_key, calendar_token(player)]),
        calendar_number=player.calendar_number,
        keys=player_card_page(player, living).keys,
        this_key=this_key,
        asked_to_be_erased=date_format(localtime(waiting.asked_at)) if waiting else "",
    )


def _pushes(player: Player) -> tuple[PushWish, ...]:
    subscriptions = list(PushSubscription.objects.filter(key__player=player).order_by("pk"))
    words = {
        "board": _("Your board, once it is published"),
        "sits_out": _("You sit out"),
        "asks": _("Reminder when you haven't answered"),
        "contradicted": _("Your opponent reports another result"),
        "line_up": _("Your board in a team match"),
    }
    return tuple(
        PushWish(
            value=value,
            words=said,
            phones=tuple(each.endpoint_hash for each in subscriptions if getattr(each, value)),
        )
        for value, said in words.items()
    )


def _mails(player: Player) -> tuple[MailWish, ...]:
    if not settings.MAIL_ON:
        return ()
    fields = ("board", "sits_out", "asks")
    return tuple(MailWish(field=field, is_wanted=getattr(player, f"mail_{field}")) for field in fields)
