"""Log-in by user name or e-mail address."""

from django.contrib.auth.backends import ModelBackend


class EmailOrUsernameBackend(ModelBackend):
    """The user manager's natural key takes either; permissions are asked of permissions.py alone."""
