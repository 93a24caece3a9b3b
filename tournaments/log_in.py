"""Log-in by user name or e-mail address."""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend

from tournaments.models import User
from tournaments.models.compiled_query import CompiledQuery

_USER = CompiledQuery(lambda key: User.objects.filter(pk=key), int)


class EmailOrUsernameBackend(ModelBackend):
    """The user manager's natural key takes either; permissions are asked of permissions.py alone."""

    def get_user(self, user_id: int) -> User | None:
        user: User | None = _USER.first(user_id)
        return user if user is not None and self.user_can_authenticate(user) else None
