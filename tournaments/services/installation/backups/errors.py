"""Why no backup is made, or none put back."""

from __future__ import annotations

from django.core.management.base import CommandError


class BackupError(CommandError):
    """A whole sentence in English, as commands print it. Pages know the kinds below, and say them in every language."""


class NotABackup(BackupError):
    """It is something else, or was cut off or altered."""


class NewerBackup(BackupError):
    """Of a version that has what this one does not know."""
