"""Which better texts somebody sees: their own, and all of them who runs the installation."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.models import TextCorrection, User


def corrections_for(user: User) -> QuerySet[TextCorrection]:
    """The newest first."""
    rows = TextCorrection.objects.select_related("user").order_by("-at", "-pk")
    return rows if user.is_superuser else rows.filter(user=user)
