"""Who comes: what somebody said of an evening, and when they are away for longer; what happened is Attendance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.attendance import Presence, parted_kind
from tournaments.models.entry import Entry
from tournaments.models.inbox import InboxSubject
from tournaments.models.player import Player
from tournaments.models.tournament import Tournament
from tournaments.pairing.types.snapshot import AbsenceCode

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Response(models.TextChoices):
    """Nothing said is no row. What else is to be known of each stands in one row of the table below."""

    COMING = "coming", pgettext_lazy("said of an evening", "coming")
    LATER = "later", pgettext_lazy("said of an evening", "coming later")
    AWAY = "away", pgettext_lazy("said of an evening", "away")
    CLUB = "club", pgettext_lazy("said of an evening", "playing for the club")
    HALF_BYE = "half", pgettext_lazy("said of an evening", "half-point bye")
    POSTPONE = "postpone", pgettext_lazy("said of an evening", "asks to postpone the game")
    OWN_KIND = "own_kind", pgettext_lazy("said of an evening", "away")

    @property
    def own_words(self) -> StrPromise:
        """On the button of whoever says it; a club's own kind has its name there."""
        return _ABOUT[self].own_words

    @property
    def comes(self) -> bool:
        return _ABOUT[self].comes

    @property
    def presence(self) -> Presence | None:
        """What it counts as where it holds; None: they come, or are away by when they said so."""
        return _ABOUT[self].presence

    @property
    def asks(self) -> InboxSubject | None:
        """What a director is asked to confirm: until then they are away."""
        return _ABOUT[self].asks

    @property
    def noted(self) -> StrPromise | None:
        """On the button of a director who writes it down; None: a tap on the cell alone says it."""
        return _ABOUT[self].noted

    @property
    def beside_name(self) -> StrPromise | None:
        """In a few words beside the name; None: they come, and only what more they said is told."""
        return _ABOUT[self].beside_name

    @property
    def sign(self) -> str:
        """In a narrow column, and on the list on the wall."""
        return _ABOUT[self].sign


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """What somebody says of an evening: a response, and which of the club's own kinds of absence it is."""

    said: Response
    kind: AbsenceCode = ""

    @classmethod
    def sent(cls, text: str) -> Reply | None:
        """As a button sends it; None for what says nothing."""
        said, kind = parted_kind(text, Response.OWN_KIND) or ("", "")
        return cls(said=Response(said), kind=kind) if said in Response.values else None

    def __str__(self) -> str:
        return f"{self.said.value}:{self.kind}" if self.kind else self.said.value


@dataclass(frozen=True, kw_only=True, slots=True)
class _About:
    own_words: StrPromise
    sign: str
    comes: bool = False
    presence: Presence | None = None
    asks: InboxSubject | None = None
    noted: StrPromise | None = None
    beside_name: StrPromise | None = None


_ABOUT: Mapping[Response, _About] = {
    Response.COMING: _About(own_words=_("I’m coming"), sign="✓", comes=True),
    Response.LATER: _About(
        own_words=_("I’m coming later …"),
        sign="✓",  # or the hour, where one is known
        comes=True,
        noted=pgettext_lazy("button: said of an evening", "Coming later"),
    ),
    Response.AWAY: _About(own_words=_("I can’t come"), sign="–"),
    Response.CLUB: _About(
        own_words=_("I play for the club"),
        sign="⚑",
        presence=Presence.CLUB,
        asks=InboxSubject.TEAM_DUTY,
        noted=_("Plays for the club"),
        beside_name=_("plays for the club"),
    ),
    Response.HALF_BYE: _About(
        own_words=_("I take a half-point bye"),
        sign="½",
        presence=Presence.HALF_BYE,
        noted=_("Half-point bye"),
        beside_name=_("half-point bye"),
    ),
    Response.POSTPONE: _About(
        own_words=_("Please postpone my game"),
        sign="↷",
        asks=InboxSubject.POSTPONE,
        noted=_("Asks to postpone the game"),
        beside_name=_("asks to postpone"),
    ),
    # each by its name, where that may be read; whether it waits for a director, the kind says
    Response.OWN_KIND: _About(
        own_words=_("I can’t come"), sign="–", presence=Presence.OWN_KIND, asks=InboxSubject.OWN_KIND
    ),
}


class RespondedBy(models.TextChoices):
    """Which way it came."""

    CARD = "card", _("by card")
    TELEPHONE = "telephone", _("by telephone")
    LIST = "list", _("on the list on the wall")
    LINE_UP = "line_up", _("by the line-up of a team")


class ResponseBase(models.Model):
    """Their last word: those before it stand in the record."""

    said_by = models.CharField(max_length=10, choices=RespondedBy)
    noted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    """Who wrote it down for them; null where they said it themselves."""
    said_at = models.DateTimeField()

    class Meta:
        abstract = True


class Availability(ResponseBase):
    """What somebody said of one evening of a tournament: the last word, never locked."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="plans")
    date = models.DateField(_("date"))
    said = models.CharField(max_length=10, choices=Response)
    kind = models.CharField(_("kind of absence"), max_length=16, blank=True, default="", db_default="")
    """The code of one that the club has named itself."""
    arrives_at = models.TimeField(pgettext_lazy("a time", "about"), null=True, blank=True)
    """By the club's clock, of those who come later."""
    first_round = models.PositiveSmallIntegerField(null=True, blank=True)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    """Where an evening has several: from which round on, and until which, they play."""
    sits_out = models.BooleanField(default=False)
    """Offers to, if the number is odd."""
    is_late = models.BooleanField(default=False)
    """Said after the closing time, as that was then."""
    is_confirmed = models.BooleanField(default=False)
    """By a director, or it needs none: it counts as what was said, and a game is postponed, from then on."""

    fixture = models.ForeignKey("tournaments.Fixture", on_delete=models.PROTECT, null=True, related_name="duties")
    """By whose line-up it was said; null where it was said otherwise, be it since then."""
    said_before = models.JSONField(null=True)
    """What the line-up took the place of: this row's values, by column; null where nothing had been said."""

    RECORDED_AS = "plan"
    """As which the record and clubs' files know it; the table is called after it too."""

    class Meta:
        db_table = "tournaments_plan"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "date"], name="plan_once"),
            models.CheckConstraint(condition=models.Q(said__in=Response.values), name="plan_said"),
            models.CheckConstraint(condition=models.Q(said=Response.OWN_KIND) ^ models.Q(kind=""), name="plan_kind"),
            models.CheckConstraint(condition=models.Q(said_by__in=RespondedBy.values), name="plan_said_by"),
        ]


class AwayPeriod(ResponseBase):
    """From one day to another, both included: in one tournament, or (null) in all of the club."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="away_periods")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, null=True, related_name="+")
    first_day = models.DateField(pgettext_lazy("a day", "from"))
    last_day = models.DateField(pgettext_lazy("a day", "to"))

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(last_day__gte=models.F("first_day")), name="away_period_days"),
            models.CheckConstraint(condition=models.Q(said_by__in=RespondedBy.values), name="away_period_said_by"),
        ]
