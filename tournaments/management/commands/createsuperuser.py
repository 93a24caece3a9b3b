"""In the place of Django's own command, which would write past the recorder."""

from tournaments.management.replaced_command import ReplacedCommand


class Command(ReplacedCommand):
    help = "Replaced by create_superuser."
