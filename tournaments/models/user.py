"""People who log in."""

from typing import ClassVar

from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import Value
from django.db.models.functions import Lower
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> "User":
        """By user name or e-mail address, whatever the case; a user name never looks like an address.

        In lower case, as their constraints have it, so there is one at most: to PostgreSQL ı is I in upper case.
        """
        field = "email" if "@" in (username or "") else "username"
        return self.annotate(lower=Lower(field)).get(lower=Lower(Value(username)))


class KeyMap(models.TextChoices):
    """Which digits stand for 1–0, ½–½ and 0–1 where results are typed; named by the keys of 1–0, 0–1 and ½–½."""

    ONE_ZERO_FIVE = "105", "1 0 5"
    ONE_TWO_THREE = "123", "1 2 3"
    ONE_THREE_TWO = "132", "1 3 2"


ONE_EVENING = "helper:"
"""The user names of those who help for one evening begin so, and nobody else's can."""


class User(AbstractBaseUser):
    PRIVATE: ClassVar = ("password", "email", "links_made")
    """Fields whose values never stand in the record of actions."""

    last_login = None  # Django would write it at each log-in, past the recorder; nothing reads it

    username = models.CharField(_("user name"), max_length=150)
    email = models.EmailField(_("e-mail address"), blank=True)
    name = models.CharField(_("name"), max_length=150, blank=True)
    is_active = models.BooleanField(_("may log in"), default=True)
    is_superuser = models.BooleanField(_("runs the installation"), default=False)
    links_made = models.PositiveIntegerField(default=0)
    """How many one-time links; only the newest one works."""
    key_map = models.CharField(_("keys for results"), max_length=3, choices=KeyMap, default=KeyMap.ONE_ZERO_FIVE)

    objects = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("username"), name="user_username_unique"),
            models.UniqueConstraint(Lower("email"), condition=~models.Q(email=""), name="user_email_unique"),
            models.CheckConstraint(condition=models.Q(key_map__in=KeyMap.values), name="user_key_map"),
        ]

    def __str__(self) -> str:
        if self.is_for_one_evening:
            return gettext("{name}, one-evening helper").format(name=self.name)
        return self.name or self.username

    @property
    def is_for_one_evening(self) -> bool:
        return self.username.startswith(ONE_EVENING)

    def check_password(self, raw_password: str | None) -> bool:
        """Without Django's new hash where the old one is outdated: it would be written past the recorder."""
        return check_password(raw_password, self.password)
