"""A browser that is logged in, and what it keeps meanwhile."""

from __future__ import annotations

from importlib import import_module

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils.crypto import salted_hmac


class Session(AbstractBaseSession):
    """In the place of Django's own, with whose it is; written as that is, by the engine: no record tells of it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="sessions")
    """Null: something that was uploaded, or a visitor before the log-in."""
    device = models.CharField(max_length=200, blank=True)
    """What the browser calls itself (User-Agent), the beginning of it."""
    began_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)
    """To some minutes: not every tap is worth a write."""

    class Meta:
        db_table = "django_session_of_user"  # with the tables of Django's bookkeeping, of which no backup tells

    @property
    def handle(self) -> str:
        """What a page calls it: whoever has the key is logged in, so that stands on none."""
        return salted_hmac("tournaments.models.session", self.session_key).hexdigest()[:20]

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        """By the name in the settings: the engine reads this model."""
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store
