"""Every public page as a browser sees it: WCAG A and AA, light and dark, narrow and wide; twice as large; read aloud.

200 % zoom is half the width: 820 px shows what 410 px do. Where only the text is twice as large, the width stays.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Page

from tests.tools.browser.looking import (
    axe_violations,
    axe_violations_in_both_schemes,
    open_all,
    slides_sideways,
    too_faint_in_the_dark,
    twice_the_text,
    widen,
)
from tests.tools.casts.factories import Evening, UserFactory
from tests.tools.pages.public_pages import addresses_of, the_last
from tournaments.models import Event, Membership, Player, Role, ShownAs, Tournament
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)

IN_THE_LIGHT, IN_THE_DARK = (320, 1440), 390
"""Where axe looks, in the dark at the contrast alone; whether it slides sideways is seen at all widths."""
ALL_WIDTHS = (320, 390, 410, 820, 1440)
LONG_NAME = ("Wilhelmina-Josephine", "van der Meulen-Oppenheimerová")


def an_evening() -> Evening:
    """Two rounds: the first finished and corrected since, the second going on, with a bye, and one who is away.

    The club is a demo, so that the first page has its shop window.
    """
    evening = Evening.of(7, name="Donaudampfschifffahrtsgesellschaftsmeisterschaft")
    club = evening.tournament.club
    event = Event.objects.create(club=club, season=evening.tournament.season, name=evening.tournament.name, seed="")
    Tournament.objects.filter(pk=evening.tournament.pk).update(event=event, group=1)
    Membership.objects.create(club=club, user=UserFactory(), role=Role.ADMIN)
    club.demo_password = "shown-to-all"
    club.save()
    Player.objects.filter(given_name="No3").update(given_name=LONG_NAME[0], family_name=LONG_NAME[1])
    Player.objects.filter(given_name="No4").update(shown_as=ShownAs.NUMBER)
    evening.play(1, 2, 3, 4, 5, 6)
    evening.finish()
    evening.enter(1, Result.DRAW, in_round=1)
    evening.play(1, 2, 3, 4, 5, leaving_open={1})
    return evening


def pages_of(evening: Evening) -> list[str]:
    """What a browser shows as a page: no files, pictures or data."""
    addresses = addresses_of(evening.tournament.club, choose=the_last)
    shown = [each for each in addresses if not each.endswith(("/live/", "/file/"))]
    return [each for each in shown if Client().head(each).get("Content-Type", "text/html").startswith("text/html")]


def test_every_public_page_can_be_read_by_everybody(open_page: Callable[..., Page]) -> None:
    addresses = pages_of(an_evening())
    page = open_page()
    problems = []
    assert "/en/" in addresses
    for address in [*addresses, "/en/log-in/"]:
        answer = page.goto(address)
        assert answer is not None
        assert answer.ok, address
        open_all(page)
        for width in IN_THE_LIGHT:
            widen(page, width)
            problems += [f"{address} at {width} px: {each}" for each in axe_violations(page)]
        problems += [f"{address} {each}" for each in too_faint_in_the_dark(page, IN_THE_DARK)]
        problems += [f"{address} {each}" for each in slides(page)]
    assert problems == []


def slides(page: Page) -> list[str]:
    """At which widths; where the text is twice as large, on the two widest."""
    found = []
    for width in ALL_WIDTHS:
        widen(page, width)
        found += [f"slides sideways at {width} px"] if slides_sideways(page) else []
    twice_the_text(page)
    for width in (820, 1440):
        widen(page, width)
        found += [f"slides sideways at {width} px with twice the text"] if slides_sideways(page) else []
    return found


@pytest.mark.quick
def test_what_is_wrong_is_found_at_each_look(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/en/log-in/")
    assert axe_violations_in_both_schemes(page) == []
    page.evaluate("document.querySelector('main').append(new Image())")
    for _look in range(2):
        assert [each.split(":")[0] for each in axe_violations(page)] == ["image-alt"]


@pytest.mark.quick
def test_what_is_too_faint_in_the_dark_alone_is_found(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/en/log-in/")
    page.evaluate("""() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("@media (prefers-color-scheme: dark) { h1 { color: #333; } }");
      document.adoptedStyleSheets = [sheet];
    }""")
    assert axe_violations(page) == []
    found = axe_violations_in_both_schemes(page)
    assert [each.split(": ")[:2] for each in found] == [["dark", "color-contrast"]]
    assert too_faint_in_the_dark(page, 390)
    assert axe_violations(page) == [], "it is light again"


def reading_of(page: Page, address: str) -> list[str]:
    """What a screen reader finds, in its order, without where links lead."""
    page.goto(address)
    lines = [line.strip().removeprefix("- ") for line in page.locator("body").aria_snapshot().splitlines()]
    return [line.rstrip(":") for line in lines if not line.startswith("/url:")]


def assert_read_in_order(reading: list[str], expected: list[str]) -> None:
    """Each of these, after the one before it, whatever stands between."""
    place = 0
    for line in expected:
        assert line in reading[place:], f"{line!r} is not read after {expected[: expected.index(line)][-1:]}"
        place = reading.index(line, place) + 1


@pytest.fixture
def read(open_page: Callable[..., Page]) -> Callable[[str], list[str]]:
    """read("standings/") reads that page of an evening of seven, with room for all columns."""
    evening = an_evening()
    tournament = evening.tournament
    page = open_page()
    return lambda rest: reading_of(page, f"/en/{tournament.club.slug}/{rest.format(tournament=tournament.slug)}")


LONG = " ".join(LONG_NAME)


def test_they_are_read_aloud_in_order(read: Callable[[str], list[str]]) -> None:
    shell = ['link "Skip to the content"', "banner", 'navigation "Main"', "main", "article"]
    round_page = read("{tournament}/rounds/2/")
    assert_read_in_order(
        round_page,
        [
            *shell,
            'navigation "Previous and next round"',
            'heading "Round 2" [level=1]',
            'link "Find your board by name"',
            'heading "By board" [level=2]',
            'img "White"',
            "text: No1 2 pts playing board 1",
            'img "Black"',
            "text: Player 4 3 pts",
            'text: "Away:"',
            'heading "By name" [level=2]',
            'row "Name Board Opponent"',
            'row "No1 White 1 Player 4"',
            'rowheader "No1"',
            'img "White"',
            'row "No5 Bye (odd number)"',
            'row "Player 4 Black 1 No1"',
            'navigation "Rounds"',
            "contentinfo",
        ],
    )
    assert_read_in_order(
        read("{tournament}/rounds/2/names/"), [*shell, 'heading "Round 2 by name" [level=1]', 'rowheader "No1"']
    )
    assert_read_in_order(
        read("{tournament}/standings/"),
        [
            *shell,
            'heading "Standings after round 1" [level=1]',
            'columnheader "Since the round before"',
            'columnheader "Name Form"',
            'columnheader "Pts"',
            f'link "{LONG}"',
            "'img \"Last rounds, the oldest first: Loss\"'",
            'cell "0–0–1"',
            'link "No5"',
            'heading "What the columns mean" [level=2]',
            "term: Pts",
            "contentinfo",
        ],
    )
    assert_read_in_order(
        read("{tournament}/crosstable/"),
        [
            *shell,
            'heading "Crosstable after round 1" [level=1]',
            'columnheader "No. Name"',
            'columnheader "Round 1"',
            'columnheader "Pts"',
            f'rowheader "3 {LONG}"',
            f'link "{LONG}"',
            'cell "0 4b"',
            'rowheader "5 No5"',
        ],
    )
    assert_read_in_order(
        read("{tournament}/players/1/"),
        [
            *shell,
            'heading "No1" [level=1]',
            'heading "Points by round" [level=2]',
            'columnheader "Colour"',
            'columnheader "Opponent"',
            'row "1 Black No2 Draw 2 2"',
            'cell "Still to be played"',
            'heading "Opponents" [level=2]',
            'rowheader "No2"',
        ],
    )
    for rest in ("", "seasons/", "{tournament}/crosstable/", "{tournament}/players/1/"):
        levels = [int(line[-2]) for line in read(rest) if line.startswith("heading ") and "[level=" in line]
        assert levels[0] == 1, rest
        assert levels.count(1) == 1, rest
        assert all(deeper - level <= 1 for level, deeper in itertools.pairwise(levels)), (rest, levels)
