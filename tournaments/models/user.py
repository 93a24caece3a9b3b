"""People who log in."""

from typing import ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> "User":
        """By user name or e-mail address, whatever the case; a user name never looks like an address."""
        field = "email" if "@" in (username or "") else "username"
        return self.get(**{f"{field}__iexact": username})


class User(AbstractBaseUser):
    PRIVATE: ClassVar = ("password", "email")
    """Fields whose values never stand in the record of actions."""

    last_login = None  # Django would write it at each log-in, past the recorder; nothing reads it

    username = models.CharField(_("user name"), max_length=150)
    email = models.EmailField(_("e-mail address"), blank=True)
    name = models.CharField(_("name"), max_length=150, blank=True)
    is_active = models.BooleanField(_("may log in"), default=True)
    is_superuser = models.BooleanField(_("runs the installation"), default=False)

    objects = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("username"), name="user_username_unique"),
            models.UniqueConstraint(Lower("email"), condition=~models.Q(email=""), name="user_email_unique"),
        ]

    def __str__(self) -> str:
        return self.name or self.username
