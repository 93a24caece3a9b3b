"""Clubs, and who works for them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Accent(models.TextChoices):
    """The colour of a club's pages; the sheet has a class for each, checked for contrast in light and dark."""

    PINE = "pine", pgettext_lazy("a colour of pages", "Pine")
    SEA = "sea", pgettext_lazy("a colour of pages", "Sea")
    DELFT = "delft", pgettext_lazy("a colour of pages", "Delft")
    PLUM = "plum", pgettext_lazy("a colour of pages", "Plum")
    BERRY = "berry", pgettext_lazy("a colour of pages", "Berry")
    BRICK = "brick", pgettext_lazy("a colour of pages", "Brick")
    BRONZE = "bronze", pgettext_lazy("a colour of pages", "Bronze")
    SLATE = "slate", pgettext_lazy("a colour of pages", "Slate")


class Club(models.Model):
    UNRECORDED: ClassVar = ("public_revision",)
    """Counters that only ever rise: no before and after, no undo."""
    PRIVATE: ClassVar = ("demo_password",)
    DEMO_USERNAME: ClassVar = "demo"

    name = models.CharField(_("name"), max_length=200)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    time_zone = models.CharField(_("time zone"), max_length=60, default="Europe/Oslo")
    language = models.CharField(_("language"), max_length=10, blank=True)
    """Of papers, of the screen in the hall, and of mails to whoever has chosen none. Empty: that of whoever makes them,
    and mails are in English."""
    place = models.CharField(pgettext_lazy("a town", "place"), max_length=200, blank=True)
    weekday = models.PositiveSmallIntegerField(_("weekday of the club evening"), null=True, blank=True)
    """0 is Monday, as Python has it; null where the club has no fixed evening."""
    starts_at = models.TimeField(_("starting time"), null=True, blank=True)
    """Of the club's evening, by its own clock; a tournament may have another."""
    sentence = models.CharField(_("one sentence about the club"), max_length=200, blank=True)
    contact = models.CharField(_("contact"), max_length=200, blank=True)
    """Whom to ask, as the public sees it: a name, an e-mail address or a telephone number, in one line."""
    accent = models.CharField(
        pgettext_lazy("of a club's pages", "colour"), max_length=10, choices=Accent, default=Accent.PINE
    )
    logo = models.CharField(max_length=64, blank=True)
    """The digest of the ClubLogo that is shown; empty for none."""
    embedded_on = models.JSONField(default=list)
    """Web sites that may show the club's public pages inside their own, as "https://www.example.org"."""
    is_listed = models.BooleanField(_("search engines may find us"), default=False, db_default=False)
    """One page without anybody's name: when and where, and whom to ask."""
    names_absent = models.BooleanField(_("everybody may see who is away"), default=True, db_default=True)
    """On the pages of a round; else only how many."""
    rates_games = models.BooleanField(_("has a rating of its own"), default=False)
    shows_ratings = models.BooleanField(_("everybody may see the list"), default=False)
    rating_start = models.PositiveSmallIntegerField(_("first rating"), default=1400)
    """In the club's own rating, of whoever comes without one."""
    rating_start_youth = models.PositiveSmallIntegerField(_("first rating of children"), default=1000)
    rating_provisional = models.PositiveSmallIntegerField(_("games until it is settled"), default=10)
    outside_counts = models.BooleanField(default=False, db_default=False)
    """Whether games of the club's teams count in its own rating."""
    demo_password = models.CharField(max_length=60, blank=True)
    """Not empty only for the demo club: the demo flag, and the password that its pages show."""
    public_revision = models.PositiveIntegerField(default=1)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(weekday=None) | models.Q(weekday__lte=6), name="club_weekday"),
            models.CheckConstraint(condition=models.Q(accent__in=Accent.values), name="club_accent"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_demo(self) -> bool:
        return bool(self.demo_password)


class ClubLogo(models.Model):
    """A picture that is, or was, a club's logo; never changed. Beside the club, whose row is read with every page."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="logos")
    digest = models.CharField(max_length=64)
    """SHA-256 of the picture, in hexadecimal digits."""
    png = models.BinaryField()
    """As `exchange/logo.py` makes it: at most 512 pixels long and wide."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["club", "digest"], name="club_logo_once")]


class Role(models.TextChoices):
    ADMIN = "admin", _("club admin")
    DIRECTOR = "director", _("director")
    HELPER = "helper", _("helper")  # results and check-in


class Membership(models.Model):
    """A user's work for a club: directors and helpers work in the tournaments for which a Directorship names them.

    Or in all of the club, also in those that are made later, where they work `everywhere`.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role)
    everywhere = models.BooleanField(_("all tournaments, also later ones"), default=False)
    links_allowed = models.BooleanField(_("the club's admins may make links for a new password"), default=False)
    """The user's own choice, for one club at most, and only while they work for no other: who opens such a link is
    them."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "user"], name="membership_once"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_role"),
        ]


class Invitation(models.Model):
    """Somebody is asked to work for a club. Who opens the link decides as whom; until then nothing else changes."""

    PRIVATE: ClassVar = ("token_hash",)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="invitations")
    name = models.CharField(_("name"), max_length=150)
    """As whoever made it calls them."""
    role = models.CharField(_("role"), max_length=10, choices=Role)
    everywhere = models.BooleanField(_("all tournaments, also later ones"), default=False)
    tournaments = models.JSONField(default=list)
    """Keys of those that were ticked."""
    token_hash = models.CharField(max_length=64, blank=True)
    """SHA-256 of the newest link's token; empty once it was used."""
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["token_hash"], condition=~models.Q(token_hash=""), name="invitation_token_unique"
            ),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="invitation_role"),
        ]
