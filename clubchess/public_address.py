"""PUBLIC_ADDRESS: scheme and host by which phones reach this installation."""

from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured


def public_address(given: str) -> str:
    """Without a slash at its end; empty where none is given. Raises ImproperlyConfigured."""
    address = given.strip().rstrip("/")
    if not address:
        return ""
    try:
        parts = urlsplit(address)
        is_whole = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number
        is_whole = False
    if not is_whole or address != f"{parts.scheme}://{parts.netloc}" or "@" in parts.netloc:
        raise ImproperlyConfigured(
            f"PUBLIC_ADDRESS is {given!r}. Write scheme and host, and nothing after them: https://chess.example.org"
        )
    return address


def host_of(address: str) -> str:
    """As ALLOWED_HOSTS writes it: without the port, IPv6 in brackets."""
    host = urlsplit(address).hostname or ""
    return f"[{host}]" if ":" in host else host
