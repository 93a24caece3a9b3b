"""By which address phones reach this installation."""

from django.conf import settings
from django.http import HttpRequest

_phones = ""


def phones_come_in_by(address: str) -> None:
    """Scheme, host and port; empty where the server is not open to them. Told by the server of this process."""
    global _phones
    _phones = address


def phones_address() -> str:
    return _phones


def site_of(request: HttpRequest) -> str:
    """Scheme and host as phones reach it, unless it is said: those that were asked."""
    return settings.PUBLIC_ADDRESS or _phones or f"{request.scheme}://{request.get_host()}"
