"""Players: people of one club, across its seasons."""

import secrets
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import Club


class ShownAs(models.TextChoices):
    """How the public sees the name."""

    FULL = "full", _("full name")
    INITIAL = "initial", _("given name and initial")
    NUMBER = "number", _("number only")


def new_public_key() -> str:
    """Without the letters that are read as digits."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _place in range(8))


class Player(models.Model):
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    given_name = models.CharField(_("given name"), max_length=100)
    family_name = models.CharField(_("family name"), max_length=100, blank=True)
    folded_name = models.CharField(max_length=400, editable=False)
    public_key = models.CharField(max_length=8, unique=True, default=new_public_key, editable=False)
    """In the address of their page; it tells nothing and never changes."""
    shown_as = models.CharField(_("shown to the public as"), max_length=10, choices=ShownAs, default=ShownAs.FULL)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    fide_id = models.PositiveIntegerField(_("FIDE ID"), null=True, blank=True)
    national_id = models.CharField(_("national ID"), max_length=20, blank=True)
    is_active = models.BooleanField(_("active member"), default=True)

    is_child = models.BooleanField(_("child"), default=False)
    """Ticked, by hand or with a date of birth under 16; taken away by hand."""
    language = models.CharField(_("language"), max_length=10, blank=True)
    """Of their card and their mails; empty = the club's."""
    mail_board = models.BooleanField(default=False)
    mail_sits_out = models.BooleanField(default=False)
    mail_asks = models.BooleanField(default=False)
    """Which mails they want: your board, you sit out, say whether you come."""
    calendar_number = models.PositiveIntegerField(default=1)
    """Of the address of their own calendar; a higher one closes those before it."""

    class Meta:
        indexes: ClassVar = [models.Index(fields=["club", "folded_name"], name="player_by_folded_name")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "fide_id"], name="player_fide_id_once"),
            models.CheckConstraint(condition=models.Q(shown_as__in=ShownAs.values), name="player_shown_as"),
            models.CheckConstraint(condition=~models.Q(given_name=""), name="player_has_given_name"),
        ]

    def __str__(self) -> str:
        return self.full_name

    @property
    def full_name(self) -> str:
        return f"{self.given_name} {self.family_name}".rstrip()


class PlayerContact(models.Model):
    """What only the club's admins see; its values never stand in the record of actions.

    PRIVATE names all of it, in the order in which it is shown. Whatever reads, shows or stores a contact goes by this
    list, and `tests/views/test_private_contact.py` says where a new field is still unknown.
    """

    PRIVATE: ClassVar = ("birth_date", "phone", "email")

    player = models.OneToOneField(Player, on_delete=models.PROTECT, related_name="contact")
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    phone = models.CharField(_("phone"), max_length=40, blank=True)
    email = models.EmailField(_("e-mail address"), blank=True)
