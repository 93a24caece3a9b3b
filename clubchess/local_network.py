"""By which addresses phones in the same network reach this machine."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import suppress


def addresses() -> tuple[str, ...]:
    """Private ones of IPv4, that of the way out first: a hotspot of this machine's own is another."""
    outward = _outward()
    return tuple(sorted(set(_private()), key=lambda address: (address != outward, ipaddress.ip_address(address))))


def _private() -> Iterator[str]:
    import ifaddr  # looks for the C library, which is not done at each start

    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            if each.is_IPv4 and _is_reached_from_next_door(str(each.ip)):
                yield str(each.ip)


def _is_reached_from_next_door(text: str) -> bool:
    """Not from the internet, and not from this machine alone."""
    address = ipaddress.ip_address(text)
    return address.is_private and not address.is_loopback and not address.is_unspecified


def _outward() -> str:
    """Nothing is sent: the system only says which of its addresses it would send from."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address of nobody (RFC 5737)
        return str(probe.getsockname()[0])
    return ""
