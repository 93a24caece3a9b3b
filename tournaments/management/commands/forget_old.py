"""Delete for good what is kept for a time only; to be run once a day."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.services.activity.retention import forget_what_is_old


class Command(BaseCommand):
    help = "Delete what was said of the evenings of seasons long over, and cards that nobody uses."

    def handle(self, *args: Any, **options: Any) -> None:
        forget_what_is_old()
