"""The code after the password, looked at where passwords are: so it is counted and locked as they are."""

from __future__ import annotations

from django.contrib.auth.backends import BaseBackend
from django.http import HttpRequest

from tournaments.models import User
from tournaments.services.accounts import second_factor


class SecondFactorBackend(BaseBackend):
    def authenticate(  # type: ignore[override]  # Django asks each backend with what it takes
        self, request: HttpRequest | None, *, username: str, code: str
    ) -> User | None:
        """Of somebody whose password was right."""
        user = User.objects.filter(username=username, is_active=True).first()
        return user if user is not None and second_factor.use_code(user, code) else None
