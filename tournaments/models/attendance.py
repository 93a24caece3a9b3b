"""One row per round and player: whether they are here and, once paired, their game and colour or their bye."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.entry import Entry
from tournaments.models.game import Game
from tournaments.models.round import Round
from tournaments.pairing.types.snapshot import AbsenceKind, ByeKind, Colour


class Presence(models.TextChoices):
    """Not marked, here, on the way (paired as if here), a requested bye, or which absence. A missing row means not
    marked."""

    UNMARKED = "unmarked", _("not marked")
    PRESENT = "present", pgettext_lazy("a player", "here")
    ON_THE_WAY = "on_the_way", _("on the way")
    HALF_BYE = "half", _("half-point bye")
    FULL_BYE = "full", _("full-point bye")
    ZERO_BYE = "zero", _("zero-point bye")
    EXCUSED = "excused", _("away, excused")
    UNEXCUSED = "unexcused", _("away, unexcused")
    LATE = "late", _("away, said too late")
    NO_SHOW = "no_show", _("did not come")
    CLUB = "club", _("on club duty")

    @property
    def is_here(self) -> bool:
        """Whether they are paired."""
        return self in HERE

    @property
    def absence(self) -> AbsenceKind | None:
        """What the core calls it: there only one kind is unexcused."""
        return _ABSENCES.get(self)

    @property
    def requested_bye(self) -> ByeKind | None:
        return _REQUESTED_BYES.get(self)


HERE = frozenset({Presence.PRESENT, Presence.ON_THE_WAY})

_ABSENCES = {
    Presence.EXCUSED: AbsenceKind.EXCUSED,
    Presence.UNEXCUSED: AbsenceKind.UNEXCUSED,
    Presence.LATE: AbsenceKind.UNEXCUSED,
    Presence.NO_SHOW: AbsenceKind.UNEXCUSED,
    Presence.CLUB: AbsenceKind.CLUB,
}
_REQUESTED_BYES = {
    Presence.HALF_BYE: ByeKind.HALF,
    Presence.FULL_BYE: ByeKind.FULL,
    Presence.ZERO_BYE: ByeKind.ZERO,
}


class Bye(models.TextChoices):
    """The bye a paired round gave."""

    PAIRING = ByeKind.PAIRING.value, _("bye")
    HALF = ByeKind.HALF.value, _("half-point bye")
    FULL = ByeKind.FULL.value, _("full-point bye")
    ZERO = ByeKind.ZERO.value, _("zero-point bye")


class Attendance(models.Model):
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="attendances")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="attendances")
    presence = models.CharField(_("presence"), max_length=10, choices=Presence, default=Presence.UNMARKED)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, related_name="sides")
    colour = models.CharField(_("colour"), max_length=5, blank=True)
    bye = models.CharField(_("bye"), max_length=10, choices=Bye, blank=True)
    reasons = models.JSONField(default=list)
    """Why this bye, or why left out."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entry"], name="attendance_once"),
            models.UniqueConstraint(fields=["game", "colour"], name="attendance_game_and_colour_once"),
            models.CheckConstraint(condition=models.Q(presence__in=Presence.values), name="attendance_presence"),
            models.CheckConstraint(condition=models.Q(bye__in=["", *Bye.values]), name="attendance_bye"),
            models.CheckConstraint(
                condition=models.Q(game=None, colour="")
                | models.Q(game__isnull=False, colour__in=[colour.value for colour in Colour], bye=""),
                name="attendance_game_with_colour_or_bye",
            ),
        ]
