"""One row per round and player: whether they are here and, once paired, their game and colour or their bye."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.entry import Entry, TeamMember
from tournaments.models.game import Game
from tournaments.models.round import Round
from tournaments.pairing.history.record import ODD_NUMBER
from tournaments.pairing.types.snapshot import (
    AbsenceCode,
    AbsenceKind,
    ByeKind,
    Colour,
    OwnGame,
    is_absence_code,
)

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Presence(models.TextChoices):
    """Not marked, here, on the way (paired as if here), a requested bye, or which absence. A missing row means not
    marked. What else is to be known of each stands in one row of the table below."""

    UNMARKED = "unmarked", _("not marked")
    PRESENT = "present", pgettext_lazy("a player", "here")
    ON_THE_WAY = "on_the_way", _("on the way")
    HALF_BYE = "half", _("half-point bye")
    FULL_BYE = "full", _("full-point bye")
    ZERO_BYE = "zero", _("zero-point bye")
    EXCUSED = "excused", _("excused")
    UNEXCUSED = "unexcused", _("unexcused")
    LATE = "late", _("away with late notice")
    NO_SHOW = "no_show", _("did not come")
    CLUB = "club", _("on club duty")
    OWN_KIND = "own_kind", pgettext_lazy("a player", "away")

    @property
    def is_here(self) -> bool:
        """Whether they are paired."""
        return self._about.is_here

    @property
    def absence(self) -> AbsenceKind | None:
        """What the core calls it: there only one kind is unexcused. Of a club's own kind the row says which."""
        return self._about.absence

    @property
    def requested_bye(self) -> ByeKind | None:
        return self._about.requested_bye

    @property
    def button(self) -> StrPromise:
        """On the menu."""
        found = self._about.button
        if found is None:
            raise ValueError(f"{self.value} is not on the menu")
        return found

    @property
    def short(self) -> StrPromise:
        """On a button of a narrow row."""
        return self._about.short or self.button

    @property
    def leaving(self) -> StrPromise:
        """On the menu of somebody who has been paired already."""
        return self._about.leaving or self.button

    @property
    def in_public(self) -> StrPromise:
        """What everybody reads of somebody without a board: which absence it is concerns the staff alone."""
        return self._about.in_public

    @property
    def _about(self) -> _About:
        return _ABOUT.get(self, _About())


_AWAY = pgettext_lazy("a player", "away")


@dataclass(frozen=True, kw_only=True, slots=True)
class _About:
    is_here: bool = False
    absence: AbsenceKind | None = None
    requested_bye: ByeKind | None = None
    button: StrPromise | None = None
    """None: nobody marks it by hand."""
    short: StrPromise | None = None
    leaving: StrPromise | None = None
    in_public: StrPromise = _AWAY
    """A white list: a kind that is new is away."""


_WITHOUT_OPPONENT = _("here but without an opponent")
_ABOUT: Mapping[Presence, _About] = {
    Presence.UNMARKED: _About(),
    Presence.PRESENT: _About(is_here=True, in_public=_WITHOUT_OPPONENT, button=pgettext_lazy("a player", "Here")),
    Presence.ON_THE_WAY: _About(is_here=True, in_public=_WITHOUT_OPPONENT, button=_("On the way")),
    Presence.EXCUSED: _About(
        absence=AbsenceKind.EXCUSED,
        button=_("Excused absence"),
        short=pgettext_lazy("button: away, excused", "Excused"),
        leaving=_("Leaves: excused"),
    ),
    Presence.UNEXCUSED: _About(
        absence=AbsenceKind.UNEXCUSED,
        button=_("Unexcused absence"),
        short=pgettext_lazy("button: away, unexcused", "Unexcused"),
        leaving=_("Did not come: unexcused"),
    ),
    Presence.CLUB: _About(
        absence=AbsenceKind.CLUB,
        button=_("On club duty"),
        short=pgettext_lazy("button: on club duty", "Club"),
        leaving=_("Leaves: on club duty"),
    ),
    Presence.HALF_BYE: _About(
        requested_bye=ByeKind.HALF,
        button=_("Half-point bye"),
        short=pgettext_lazy("button: half-point bye", "½ bye"),
    ),
    Presence.FULL_BYE: _About(requested_bye=ByeKind.FULL, button=_("Full-point bye")),
    Presence.ZERO_BYE: _About(requested_bye=ByeKind.ZERO, button=_("Zero-point bye")),
    Presence.LATE: _About(absence=AbsenceKind.UNEXCUSED),
    Presence.NO_SHOW: _About(absence=AbsenceKind.UNEXCUSED),
    Presence.OWN_KIND: _About(),  # on the menu each by its name
}
"""In the order of the menu."""

HERE = frozenset(presence for presence in Presence if presence.is_here)
MENU = tuple(presence for presence, about in _ABOUT.items() if about.button is not None)
"""What a director marks by hand."""


def parted_kind(text: str, own_kind: str) -> tuple[str, AbsenceCode] | None:
    """What a button sends, and behind a colon the code of a club's own kind of absence: where it says `own_kind`, and
    nowhere else."""
    said, colon, kind = text.partition(":")
    is_right = is_absence_code(kind) if said == own_kind else not colon
    return (said, kind) if is_right else None


MARK_FIELDS = ("presence", "kind", "own_result")
"""Of a row, what a tap at check-in changes."""


class Mark(NamedTuple):
    """What somebody is marked as: a presence, and which of the club's own kinds of absence it is."""

    presence: Presence
    kind: AbsenceCode = ""

    @classmethod
    def of(cls, absence: AbsenceCode) -> Mark:
        """As the core calls it."""
        return cls(Presence(absence)) if absence in set(AbsenceKind) else cls(Presence.OWN_KIND, absence)

    @classmethod
    def sent(cls, text: str) -> Mark | None:
        """As a button sends it; None for what is no mark."""
        presence, kind = parted_kind(text, Presence.OWN_KIND) or ("", "")
        return cls(Presence(presence), kind) if presence in Presence.values else None

    @property
    def absence(self) -> AbsenceCode | None:
        return self.kind or self.presence.absence

    @property
    def columns(self) -> dict[str, object]:
        """Of a row that is marked so: what was known of a game elsewhere goes with the mark before."""
        return {"presence": self.presence, "kind": self.kind, "own_result": ""}

    def __str__(self) -> str:
        return f"{self.presence.value}:{self.kind}" if self.kind else self.presence.value


class Bye(models.TextChoices):
    """The bye a paired round gave."""

    PAIRING = ByeKind.PAIRING.value, _("bye")
    HALF = ByeKind.HALF.value, _("half-point bye")
    FULL = ByeKind.FULL.value, _("full-point bye")
    ZERO = ByeKind.ZERO.value, _("zero-point bye")
    UNPAID = ByeKind.UNPAID.value, _("sits out unpaid")


ODD_BYES = tuple(Bye(kind.value) for kind in ByeKind if kind in ODD_NUMBER)
"""Of whoever sits out since the number is odd."""


class Attendance(models.Model):
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="attendances")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="attendances")
    presence = models.CharField(_("presence"), max_length=10, choices=Presence, default=Presence.UNMARKED)
    kind = models.CharField(_("kind of absence"), max_length=16, blank=True, default="", db_default="")
    """The code of one that the club has named itself."""
    own_result = models.CharField(_("result of the own game"), max_length=3, blank=True, default="", db_default="")
    """Of a game elsewhere, for the club's team, where the absence pays by it and it is known."""
    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, related_name="sides")
    colour = models.CharField(_("colour"), max_length=5, blank=True)
    bye = models.CharField(_("bye"), max_length=10, choices=Bye, blank=True)
    reasons = models.JSONField(default=list)
    """Why this bye, or why left out."""
    handed_in_at = models.DateTimeField(null=True)
    """Of a team whose line-up somebody has said, before its match or later. Null: whoever was there first plays."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entry"], name="attendance_once"),
            models.UniqueConstraint(fields=["game", "colour"], name="attendance_game_and_colour_once"),
            models.CheckConstraint(condition=models.Q(presence__in=Presence.values), name="attendance_presence"),
            models.CheckConstraint(
                condition=models.Q(presence=Presence.OWN_KIND) ^ models.Q(kind=""), name="attendance_kind"
            ),
            models.CheckConstraint(
                condition=models.Q(own_result__in=["", *(each.value for each in OwnGame)]), name="attendance_own_result"
            ),
            models.CheckConstraint(condition=models.Q(bye__in=["", *Bye.values]), name="attendance_bye"),
            models.CheckConstraint(
                condition=models.Q(game=None, colour="")
                | models.Q(game__isnull=False, colour__in=[colour.value for colour in Colour], bye=""),
                name="attendance_game_with_colour_or_bye",
            ),
        ]

    @property
    def mark(self) -> Mark:
        return Mark(Presence(self.presence), self.kind)


class LineUpPlace(models.Model):
    """Who sits at a board of a team's match. A board without one is empty; the boards' results stand with the game."""

    attendance = models.ForeignKey(Attendance, on_delete=models.PROTECT, related_name="line_up")
    """The team's, in that round."""
    board = models.PositiveSmallIntegerField()
    member = models.ForeignKey(TeamMember, on_delete=models.PROTECT, related_name="boards")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["attendance", "board"], name="line_up_board_once"),
            models.UniqueConstraint(fields=["attendance", "member"], name="line_up_member_once"),
            models.CheckConstraint(condition=models.Q(board__gte=1), name="line_up_board"),
        ]


class MemberAway(models.Model):
    """Of a team that is here, somebody who is not: whoever is not said to be away is there with the others."""

    attendance = models.ForeignKey(Attendance, on_delete=models.PROTECT, related_name="away_members")
    member = models.ForeignKey(TeamMember, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["attendance", "member"], name="member_away_once"),
        ]
