"""Players: people of one club, across its seasons."""

import secrets
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.club import Club


class ShownAs(models.TextChoices):
    """How the public sees the name."""

    FULL = "full", _("full name")
    INITIAL = "initial", _("given name and initial")
    NUMBER = "number", _("number only")


def new_public_key() -> str:
    """Without the letters that are read as digits."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _place in range(8))


class Title(models.TextChoices):
    """FIDE's over the board; federations' own and those for arbiters are no field of ours."""

    NONE = "", pgettext_lazy("a title", "none")
    GM = "GM", _("GM")
    WGM = "WGM", _("WGM")
    IM = "IM", _("IM")
    WIM = "WIM", _("WIM")
    FM = "FM", _("FM")
    WFM = "WFM", _("WFM")
    CM = "CM", _("CM")
    WCM = "WCM", _("WCM")


class Sex(models.TextChoices):
    """As rating reports ask for it."""

    UNKNOWN = "", pgettext_lazy("sex", "not known")
    FEMALE = "female", _("female")
    MALE = "male", _("male")
    OTHER = "another", pgettext_lazy("sex", "another")


class Pace(models.TextChoices):
    """Federations have a list of ratings for each. Its value is the first part of the fields' names on a player."""

    CLASSICAL = "classical", _("classical")
    RAPID = "rapid", _("rapid")
    BLITZ = "blitz", _("blitz")


class PlayersThere(models.Manager["Player"]):
    """Without records that were merged into another: nobody lists, finds or enters those."""

    def get_queryset(self) -> models.QuerySet["Player"]:
        return super().get_queryset().filter(merged_into=None)


class AllPlayers(models.Manager["Player"]):
    def now(self, **found_by: object) -> "Player | None":
        """The one found, or the one that it was merged into: for links that are out in the world."""
        player = self.select_related("club", "merged_into__club").filter(**found_by).first()
        return player if player is None or player.merged_into is None else player.merged_into


class Player(models.Model):
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    given_name = models.CharField(_("given name"), max_length=100)
    family_name = models.CharField(_("family name"), max_length=100, blank=True)
    folded_name = models.CharField(max_length=400, editable=False)
    public_key = models.CharField(max_length=8, unique=True, default=new_public_key, editable=False)
    """In the address of their page; it tells nothing and never changes."""
    shown_as = models.CharField(_("shown to the public as"), max_length=10, choices=ShownAs, default=ShownAs.FULL)
    title = models.CharField(_("title"), max_length=3, choices=Title, blank=True, default="")
    federation = models.CharField(_("federation"), max_length=3, blank=True, default="")
    """Three capital letters as FIDE has them: NOR, SWE, DEN, GER, NED."""
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    """Of classical games. The day on which a rating's list was valid stands beside each; null = not known."""
    rating_date = models.DateField(_("date of the rating"), null=True, blank=True)
    fide_rating = models.PositiveSmallIntegerField(_("FIDE rating"), null=True, blank=True)
    """Of classical games, beside a national one. Nobody is paired or ranked by it."""
    rapid_rating = models.PositiveSmallIntegerField(_("rapid rating"), null=True, blank=True)
    rapid_date = models.DateField(_("date of the rapid rating"), null=True, blank=True)
    blitz_rating = models.PositiveSmallIntegerField(_("blitz rating"), null=True, blank=True)
    blitz_date = models.DateField(_("date of the blitz rating"), null=True, blank=True)
    fide_id = models.PositiveIntegerField(_("FIDE ID"), null=True, blank=True)
    national_id = models.CharField(_("national ID"), max_length=20, blank=True)
    member_number = models.CharField(_("member number"), max_length=20, blank=True, default="")
    """In the club's own list."""
    categories = models.CharField(_("categories"), max_length=200, blank=True, default="")
    """What the club sorts its people by, with commas between: Junior, Women."""
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
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="merged")
    """The other record of the same person, to which all that was this one's belongs now."""

    objects = PlayersThere()
    with_merged = AllPlayers()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["club", "folded_name"], name="player_by_folded_name")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "fide_id"], name="player_fide_id_once"),
            models.CheckConstraint(condition=models.Q(shown_as__in=ShownAs.values), name="player_shown_as"),
            models.CheckConstraint(condition=models.Q(title__in=Title.values), name="player_title"),
            models.CheckConstraint(condition=~models.Q(given_name=""), name="player_has_given_name"),
        ]

    def __str__(self) -> str:
        return self.full_name

    @property
    def full_name(self) -> str:
        return f"{self.given_name} {self.family_name}".rstrip()

    @property
    def category_names(self) -> list[str]:
        return self.categories.split(", ") if self.categories else []

    def rating_of(self, pace: str) -> int | None:
        """By a value of Pace."""
        rating: int | None = getattr(self, rating_field(pace))
        return rating


def rating_field(pace: str) -> str:
    """The column of the pace's rating."""
    return "rating" if pace == Pace.CLASSICAL else f"{Pace(pace).value}_rating"


def date_field(pace: str) -> str:
    return "rating_date" if pace == Pace.CLASSICAL else f"{Pace(pace).value}_date"


class PlayerContact(models.Model):
    """What only the club's admins see; its values never stand in the record of actions.

    PRIVATE names all of it, in the order in which it is shown. Whatever reads, shows or stores a contact goes by this
    list, and `tests/views/players/test_private_contact.py` says where a new field is still unknown.
    """

    PRIVATE: ClassVar = ("sex", "birth_date", "birth_year", "phone", "email")

    player = models.OneToOneField(Player, on_delete=models.PROTECT, related_name="contact")
    sex = models.CharField(_("sex"), max_length=10, choices=Sex, blank=True, default="")
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    """Alone where the date is not known, as in all rating lists; else that of the date."""
    phone = models.CharField(_("phone"), max_length=40, blank=True)
    email = models.EmailField(_("e-mail address"), blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(sex__in=Sex.values), name="contact_sex"),
        ]

    @property
    def born_in(self) -> int | None:
        """The year."""
        return self.birth_date.year if self.birth_date else self.birth_year
