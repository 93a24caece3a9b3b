"""In the place of the library's own worker, which tries nothing twice and keeps what a mail server said."""

from tournaments.management.replaced_command import ReplacedCommand


class Command(ReplacedCommand):
    help = "Replaced by run_jobs."
    instead = "Run: manage.py run_jobs, which tries again what did not succeed."
