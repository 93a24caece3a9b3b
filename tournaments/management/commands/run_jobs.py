"""The worker as a process of its own, where the application is not served by `manage.py serve`."""

import signal
import threading
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from clubchess import house_words
from clubchess.jobs import Worker
from tournaments.recording import chosen_words


class Command(BaseCommand):
    help = "Do the jobs that wait (mails, plannings) until it is stopped. Any number may run; `serve` starts one."

    def handle(self, *args: Any, **options: Any) -> None:
        stopped = threading.Event()

        def stop(signal_number: int, frame: FrameType | None) -> None:
            stopped.set()  # after the job in hand

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        if not settings.MAIL_ON:
            self.stdout.write("EMAIL_URL is not set, so no mail is sent.")
        self.stdout.write("Waiting for jobs.  (Ctrl+C stops it)")
        self.stdout.flush()
        house_words.follow(chosen_words)
        threading.Thread(target=house_words.follow_until, args=[stopped, chosen_words], daemon=True).start()
        Worker().run_until(stopped)
        self.stdout.write("The worker has stopped.")
