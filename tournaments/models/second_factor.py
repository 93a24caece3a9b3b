"""What somebody must have besides the password."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class SecondFactor(models.Model):
    """Codes by the clock (TOTP, RFC 6238) of an app on a phone. There is a row only once a first code was right."""

    PRIVATE: ClassVar = ("secret", "last_step", "failures", "recovery_hashes")

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="second_factor")
    secret = models.CharField(max_length=64)
    """Base32, as the app has it."""
    last_step = models.BigIntegerField()
    """Half minutes since 1970 of the newest code that was used: none is used twice."""
    failures = models.PositiveIntegerField(default=0)
    """Wrong codes in a row."""
    recovery_hashes = models.JSONField(default=list)
    """SHA-256 of the recovery codes that are left."""
