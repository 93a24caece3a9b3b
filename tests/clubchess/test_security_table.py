"""docs/security.md answers every requirement of levels 1 and 2 of ASVS 5.0.0 once, and the tests it names are there."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("| ").split(" | ")]
    for line in TEXT.partition("## The table")[2].splitlines()
    if re.match(r"\| \d", line)
]

# By section, from OWASP_Application_Security_Verification_Standard_5.0.0_en.csv: how many there are of level 1 and 2.
# In every section they are the first so many.
SECTIONS = """
    1.1:2  1.2:9  1.3:11  1.4:3  1.5:2
    2.1:3  2.2:3  2.3:4  2.4:1
    3.2:2  3.3:4  3.4:6  3.5:5  3.7:2
    4.1:3  4.2:1  4.3:2  4.4:4
    5.1:1  5.2:3  5.3:2  5.4:3
    6.1:3  6.2:12  6.3:4  6.4:4  6.5:5  6.6:3  6.8:4
    7.1:3  7.2:4  7.3:2  7.4:5  7.5:2  7.6:2
    8.1:2  8.2:3  8.3:1  8.4:1
    9.1:3  9.2:4
    10.1:2  10.2:2  10.3:4  10.4:11  10.5:5  10.6:2  10.7:3
    11.1:2  11.2:3  11.3:3  11.4:4  11.5:1  11.6:1
    12.1:3  12.2:2  12.3:4
    13.1:1  13.2:5  13.3:2  13.4:5
    14.1:2  14.2:4  14.3:3
    15.1:3  15.2:3  15.3:7
    16.1:1  16.2:5  16.3:4  16.4:3  16.5:3
    17.1:1  17.2:4  17.3:2
"""
ASKED = [
    f"{section}.{number}"
    for section, how_many in re.findall(r"([\d.]+):(\d+)", SECTIONS)
    for number in range(1, int(how_many) + 1)
]


WOULD_APPLY = {
    "1.2.5": r"\bsubprocess\b|os\.system",
    "1.3.6": r"urlopen|urllib\.request|http\.client|\bhttpx\b|import requests",
    "1.3.11": r"EmailMessage|send_mail",
    "1.5.2": r"\bpickle\b|\bmarshal\b|yaml\.load",
    "3.4.2": r"Access-Control-",
    "3.4.6": r"frame-ancestors|FRAME_ANCESTORS|frame_ancestors",
    "3.5.5": r"postMessage",
    "4.3.1": r"graphql|graphene",
    "4.4.1": r"WebSocket",
    "6.8.1": r"openid|saml",
    "9.1.1": r"signing\.(?:dumps|loads)|salted_hmac|Signer\(",
    "10.1.1": r"oauth",
    "11.3.1": r"\bFernet\b|\bAES\b|cryptography",
    "14.3.3": r"localStorage|sessionStorage|indexedDB|caches\.open",
    "17.1.1": r"RTCPeerConnection",
}
"""By requirement: what in the code makes it apply. The row names each file that has it."""


def answered(cell: str) -> Iterator[str]:
    """The numbers of a row: single ones, and from one to another."""
    for part in cell.split(", "):
        first, _to, last = part.partition("–")
        yield from ASKED[ASKED.index(first) : ASKED.index(last or first) + 1]


def test_each_requirement_has_one_answer() -> None:
    given = Counter(itertools.chain.from_iterable(answered(row[0]) for row in ROWS))

    assert [number for number in ASKED if given[number] != 1] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_an_answer_is_whole(row: list[str]) -> None:
    _numbers, about, state, why = row

    assert about
    assert why
    assert state in {"met", "n/a", "open"}
    assert [name for name in re.findall(r"`(tests/[^`]+)`", why) if not (ROOT / name).is_file()] == []
    assert [name for name in re.findall(r"\]\(([^:)#]+)", why) if not (ROOT / "docs" / name).is_file()] == []


@pytest.mark.parametrize("number", WOULD_APPLY)
def test_a_row_knows_each_place_in_the_code_to_which_it_applies(number: str) -> None:
    """Written anew somewhere? Say in its row how it is safe there."""
    (row,) = [row for row in ROWS if number in answered(row[0])]
    found = sorted(places_of(WOULD_APPLY[number]))

    assert [place for place in found if f"`{place}`" not in row[3]] == []
    assert (row[2] == "n/a") == (not found)


def places_of(pattern: str) -> Iterator[str]:
    files = itertools.chain(
        *(ROOT.glob(each) for each in ("tournaments/**/*.py", "clubchess/**/*.py", "static/js/*.js"))
    )
    for file in files:
        if re.search(pattern, file.read_text(encoding="utf-8")) and "/vendor/" not in file.as_posix():
            yield file.relative_to(ROOT).as_posix()


def test_it_would_find_one() -> None:
    assert [*places_of("EmailMessage")] == ["tournaments/mail/sending.py"]
