"""What somebody sees of their own account: log-ins by device, and the clubs they work for."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from tournaments.models import Session, User
from tournaments.permissions import works_for_some_club

_JUST_NOW = datetime.timedelta(minutes=10)
"""That somebody was seen is written every five minutes only."""

_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Vivaldi", "Vivaldi"),
    ("FxiOS", "Firefox"),
    ("Firefox", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chromium", "Chromium"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""The first that stands in a User-Agent: most name others besides themselves."""
_DEVICES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnSession:
    handle: str
    device: str
    seen: str
    began: str
    is_this: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnClub:
    slug: str
    name: str
    role: str
    links_allowed: bool
    may_allow_links: bool
    """Of one's only club."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AccountPage:
    sessions: tuple[OwnSession, ...]
    """This one first, then the one seen last."""
    clubs: tuple[OwnClub, ...]
    may_correct_texts: bool

    @property
    def has_others(self) -> bool:
        return any(not each.is_this for each in self.sessions)


def account_page(user: User, *, this: str) -> AccountPage:
    """`this` is the key of the session that asks."""
    rows = Session.objects.filter(user=user, expire_date__gt=timezone.now()).order_by("-seen_at")
    memberships = list(user.memberships.select_related("club").order_by("club__name"))
    return AccountPage(
        sessions=tuple(_session(row, this) for row in sorted(rows, key=lambda row: row.pk != this)),
        clubs=tuple(
            OwnClub(
                slug=each.club.slug,
                name=each.club.name,
                role=each.get_role_display(),
                links_allowed=each.links_allowed,
                may_allow_links=len(memberships) == 1 and not user.is_superuser,
            )
            for each in memberships
        ),
        may_correct_texts=works_for_some_club(user),
    )


def device_in_words(user_agent: str) -> str:
    """Browser and device, as far as the browser says."""
    browser = next((name for part, name in _BROWSERS if part in user_agent), "")
    device = next((name for part, name in _DEVICES if part in user_agent), "")
    if browser and device:
        return _("{browser} on {device}").format(browser=browser, device=device)
    return browser or device or _("A browser that does not say its name")


def _session(row: Session, this: str) -> OwnSession:
    now = timezone.now()
    seen, began = row.seen_at or now, row.began_at or now
    is_this = row.pk == this
    return OwnSession(
        handle=row.handle,
        device=device_in_words(row.device),
        seen=_("Used just now") if is_this or now - seen < _JUST_NOW else _ago(_("Last used {time} ago"), seen),
        began=_("Logged in just now") if now - began < _JUST_NOW else _ago(_("Logged in {time} ago"), began),
        is_this=is_this,
    )


def _ago(sentence: str, when: datetime.datetime) -> str:
    return sentence.format(time=timesince(when, depth=1))
