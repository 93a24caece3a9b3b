"""By which address phones reach this installation."""

from django.conf import settings
from django.http import HttpRequest


def site_of(request: HttpRequest) -> str:
    """Scheme and host as phones reach it, unless it is said: those that were asked."""
    return settings.PUBLIC_ADDRESS or f"{request.scheme}://{request.get_host()}"
