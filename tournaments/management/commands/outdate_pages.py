"""After the database went back to an earlier moment by other means than `restore`."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.recording import outdate_cached_pages


class Command(BaseCommand):
    help = (
        "Let nothing pass for true that phones and running processes have kept: to be run where the database was set "
        "back by PostgreSQL itself, before anybody asks. `restore` does it by itself."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        outdate_cached_pages()
