"""The link that a command prints for somebody to choose a password by."""

from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.urls import reverse
from django.utils.translation import get_language, override

from tournaments.models import User
from tournaments.services.accounts.accounts import new_link

THIS_MACHINE = "http://127.0.0.1:8000"


def add_base_url(parser: CommandParser) -> None:
    parser.add_argument(
        "--base-url",
        default=settings.PUBLIC_ADDRESS or THIS_MACHINE,
        help="where people reach this installation: PUBLIC_ADDRESS if it is set, else %(default)s",
    )


def check_base_url(base_url: str) -> str:
    parts = urlsplit(base_url)
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path.strip("/") or parts.query:
        raise CommandError(f"--base-url {base_url}: write it like https://chess.example.org, without a path.")
    return base_url.rstrip("/")


def one_time_link(user: User, base_url: str, language: str = "") -> str:
    """In that language, or in the one in force."""
    with override(language or get_language()):
        return base_url + reverse("choose_password", args=new_link(user, actor=None))


def hours_good() -> int:
    return settings.PASSWORD_RESET_TIMEOUT // 3600
