"""What waits for a director's decision. Nothing in it blocks a round."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.club import Club
from tournaments.models.player import Player
from tournaments.models.tournament import Tournament


class InboxSubject(models.TextChoices):
    LATE_WORD = "late_word", _("said after they were marked")
    TEAM_DUTY = "team_duty", _("plays for the club")
    MISTAKE = "mistake", _("“this is wrong”")
    POSTPONE = "postpone", _("asks to postpone a game")
    OUT = "out", _("stayed away too often")
    ENTER = "enter", _("asks to enter")
    ERASE = "erase", _("asks to have their data erased")
    OWN_KIND = "own_kind", _("asks for a kind of absence")
    LINE_UP = "line_up", _("cannot play after all")


class Answer(models.TextChoices):
    YES = "yes", pgettext_lazy("a question", "done")
    NO = "no", _("put aside")


class InboxItem(models.Model):
    """Contradicting results are not here: they are read off the reports, and gone once a result is entered."""

    PRIVATE: ClassVar = ("name", "home_club", "rating_number", "text")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="inbox")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, null=True, related_name="inbox")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="inbox")
    asked = models.CharField(max_length=10, choices=InboxSubject)
    facts = models.JSONField(default=dict)
    """What its sentence names: round and board numbers, dates, what was said; never names."""
    name = models.CharField(_("name"), max_length=200, blank=True)
    home_club = models.CharField(_("club"), max_length=100, blank=True)
    rating_number = models.CharField(_("rating number"), max_length=20, blank=True)
    """Of a stranger who asks to enter."""
    text = models.CharField(max_length=300, blank=True)
    """In their own words, for the staff."""
    asked_at = models.DateTimeField()
    answer = models.CharField(max_length=3, choices=Answer, blank=True)
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["club", "answer"], name="inbox_by_club")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(asked__in=InboxSubject.values), name="inbox_asked"),
            models.CheckConstraint(condition=models.Q(answer__in=["", *Answer.values]), name="inbox_answer"),
        ]
