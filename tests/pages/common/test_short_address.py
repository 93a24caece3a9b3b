"""The short address in letters and as a code."""

import re

import pytest
import segno

from tournaments.models import Tournament
from tournaments.pages.common.short_address import QUIET, QrCode, ShortAddress, qr_code, short_address_of


def address(base: str) -> ShortAddress:
    return short_address_of(Tournament(short_code="abcdefgh"), base)


def drawn(qr: QrCode) -> list[str]:
    """The black squares of the path, as a browser fills it."""
    grid = [[" "] * qr.side for _ in range(qr.side)]
    pieces = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", qr.path)
    assert "".join(f"M{x} {y}h{length}v1h-{back}z" for x, y, length, back in pieces) == qr.path
    for x, y, length, back in pieces:
        assert length == back
        for place in range(int(x), int(x) + int(length)):
            grid[int(y)][place] = "#"
    return ["".join(row) for row in grid]


@pytest.mark.parametrize("base", ["https://chess.example.org", "http://192.168.1.5:8000", f"https://{'long.' * 30}org"])
def test_the_code_is_the_address_at_error_level_m_with_white_around_it(base: str) -> None:
    code = address(base).qr

    expected = segno.make_qr(f"{base}/t/abcdefgh/", error="m", boost_error=False)
    assert expected.error == "M"
    rows = expected.matrix_iter(border=QUIET)
    assert code is not None
    assert drawn(code) == ["".join("#" if black else " " for black in row) for row in rows]


def test_a_code_is_drawn_once_for_all_who_ask() -> None:
    assert qr_code("https://chess.example.org/t/abcdefgh/") is qr_code("https://chess.example.org/t/abcdefgh/")


def test_it_is_typed_without_what_browsers_add() -> None:
    near, far = address("http://192.168.1.5:8000"), address("https://chess.example.org")

    assert (far.site, far.path) == ("chess.example.org", "/t/abcdefgh")
    assert near.site == "192.168.1.5:8000"


@pytest.mark.parametrize(
    ("base", "host"),
    [
        ("http://localhost:8000", "localhost"),
        ("http://localhost.", "localhost"),
        ("http://club.localhost", "club.localhost"),
        ("http://127.0.0.1:8000", "127.0.0.1"),
        ("http://127.1.2.3", "127.1.2.3"),
        ("http://0.0.0.0:8000", "0.0.0.0"),  # noqa: S104 – asked for, not bound
        ("http://[::1]:8000", "::1"),
    ],
)
def test_no_code_leads_a_phone_to_itself(base: str, host: str) -> None:
    assert (address(base).qr, address(base).host) == (None, host)


@pytest.mark.parametrize(
    "base", ["http://192.168.1.5", "http://[fd00::5]:8000", "http://[fd00::5]", "http://laptop.local", "http://laptop"]
)
def test_a_clubs_own_network_has_its_code(base: str) -> None:
    assert address(base).qr is not None


@pytest.mark.parametrize("host", ["a." * 2000 + "org", "[1:2:3:4:5:6:7:8:9:a" + ":b" * 2000 + "]"])
def test_a_host_that_no_name_can_be_has_no_code_and_does_no_harm(host: str) -> None:
    assert address(f"http://{host}").qr is None
