"""The hall screen in a real browser: what is on the glass fits it, stays long enough, and is true."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import (
    PHONE,
    RULES,
    Watch,
    axe_violations,
    axe_violations_in_both_schemes,
    cut_the_line,
    slides_sideways,
)
from tests.tools.casts.factories import Evening
from tests.tools.played.played import Played, a_tournament
from tournaments.models import Player, RoundState, Tournament
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)

GLASSES = [(1366, 768), (1920, 1080), (3840, 2160), (1080, 1920), (1024, 768)]
LEAST_LETTER = 0.0359
"""Of the height of the glass, upright of its width: what the sheet says can be read from afar."""
FULL_HD = {"width": 1920, "height": 1080}
HIGHEST_CONTRAST = RULES | {
    "runOnly": {"type": "rule", "values": ["color-contrast-enhanced"]},
    "rules": {"color-contrast-enhanced": {"enabled": True}},
}
OLD_PROJECTOR = {"width": 1100, "height": 800}
ON_GLASS = """() => {
  const inside = (box) => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  const lists = document.querySelector("#glass .lists").getBoundingClientRect();
  const all = (selector) => Array.from(document.querySelectorAll(`#glass tbody ${selector}`));
  const rows = all("tr");
  const isOutside = (box) => !inside(box) || box.bottom > lists.bottom + 0.5;
  const uncut = (cell) => cell.scrollWidth <= Math.ceil(cell.getBoundingClientRect().width);
  return {
    list: document.querySelector("#glass .title").textContent,
    counter: document.querySelector("#glass .counter").textContent,
    players: all("[data-player]").map((each) => Number(each.dataset.player)),
    outside: rows.map((row) => row.getBoundingClientRect()).filter(isOutside).length,
    cut: all(":is(.board, .rank, .number, .moved, .form, .result)").filter((cell) => !uncut(cell)).length,
    names_cut: all(".who:not([data-player='3'])").filter((cell) => !uncut(cell)).length,
    empty: Math.max(...Array.from(document.querySelectorAll("#glass .lists table"), (table) =>
      lists.bottom - table.getBoundingClientRect().bottom)) / innerHeight,
    empty_beside: 1 - Array.from(document.querySelectorAll("#glass .lists table")).reduce((sum, table) =>
      sum + table.getBoundingClientRect().width, 0) / lists.width,
    foot_cut: Array.from(document.querySelectorAll("#glass .foot :is(p, .game)")).filter((each) =>
      each.scrollWidth > Math.ceil(each.getBoundingClientRect().width)).length,
    letter: parseFloat(getComputedStyle(rows[0]).fontSize),
    slides: document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight,
  };
}"""


@dataclass(frozen=True, kw_only=True)
class Glass:
    list: str
    counter: str
    players: list[int]
    outside: int
    cut: int
    names_cut: int
    empty: float
    empty_beside: float
    foot_cut: int
    letter: float
    slides: bool


def glass(page: Page) -> Glass:
    return Glass(**page.evaluate(ON_GLASS))


def glasses(page: Page) -> Iterator[Glass]:
    """All pages, from the one that is shown round to it again."""
    first = glass(page)
    yield first
    for _ in range(200):
        page.keyboard.press("ArrowRight")
        shown = glass(page)
        if (shown.list, shown.counter) == (first.list, first.counter):
            return
        yield shown
    pytest.fail("the pages do not come round")


def resize(page: Page, width: int, height: int) -> None:
    """And let the pages be cut anew: on a busy machine that takes its time."""
    page.set_viewport_size({"width": width, "height": height})
    same = 0
    before = glass(page)
    while same < 3:
        page.wait_for_timeout(100)
        now = glass(page)
        same = same + 1 if now == before else 0
        before = now


def lists_on(page: Page) -> list[str]:
    return list(dict.fromkeys(each.list for each in glasses(page)))


def pages_of(evening: Evening) -> str:
    return f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/hall/"


@pytest.fixture
def evening() -> Evening:
    """The first round of 80 players, just published: more than one page by board."""
    evening = Evening.of(80)
    evening.draft()
    evening.publish()
    return evening


@pytest.fixture
def second_round() -> Evening:
    """Of ten players, just published."""
    evening = Evening.of(10)
    evening.play()
    evening.draft()
    evening.publish()
    return evening


def stop_the_clock(page: Page) -> None:
    """Time passes on this page only when the test says so."""
    begins = datetime.datetime(2026, 11, 24, 19, 0, tzinfo=datetime.UTC)
    page.clock.install(time=begins)
    page.clock.pause_at(begins + datetime.timedelta(seconds=1))


def a_field_of(players: int) -> Played:
    played = a_tournament(players)
    Player.objects.filter(pk=played.entries[3].player.pk).update(
        given_name="Wolfeschlegelsteinhausenbergerdorff", family_name="Zu-Hohenlohe-Langenburg-Schillingsfürst"
    )
    played.play(half_byes={6}, forfeits={1})
    played.play(open_boards={1, 2}, state=RoundState.PUBLISHED)
    return played


@pytest.mark.parametrize("players", [9, 40, 121])
def test_everybody_is_once_on_each_list_and_every_row_fits_the_glass(
    open_page: Callable[..., Page], players: int
) -> None:
    played = a_field_of(players)
    Tournament.objects.filter(pk=played.tournament.pk).update(message="Round 3 begins at 20:15. " * (players % 20))
    page = open_page(viewport=FULL_HD)
    page.goto(played.address("hall/"))

    for width, height in GLASSES:
        resize(page, width, height)
        seen: dict[str, Counter[int]] = {}
        for shown in glasses(page):
            where = f"{width} × {height}, {shown.list} {shown.counter}"
            assert (shown.outside, shown.cut, shown.slides) == (0, 0, False), where
            assert shown.letter >= min(height, width) * LEAST_LETTER, where
            seen.setdefault(shown.list, Counter()).update(shown.players)
        assert list(seen) == ["Round 2 by board", "Round 2 by name", "Standings after round 1"]
        everybody = Counter(range(1, players + 1))
        assert all(players == everybody for players in seen.values()), f"{width} × {height}"


@pytest.mark.parametrize("boards", [9, 15, 40])
def test_the_hall_on_five_glasses(open_page: Callable[..., Page], boards: int) -> None:
    """Nothing is cut, but the one name that is longer than any glass; no third of the glass is empty."""
    played = a_field_of(2 * boards + 1)
    page = open_page(viewport=FULL_HD)
    page.goto(played.address("hall/"))

    for width, height in GLASSES:
        resize(page, width, height)
        for shown in glasses(page):
            where = f"{width} × {height}, {shown.list} {shown.counter}: {shown}"
            assert (shown.outside, shown.cut, shown.names_cut, shown.foot_cut) == (0, 0, 0, 0), where
            assert shown.empty < 0.2, where
            assert shown.empty_beside < 1 / 3, where


def test_a_page_gives_way_to_the_next_one_with_a_counter(open_page: Callable[..., Page], evening: Evening) -> None:
    page = open_page(viewport=OLD_PROJECTOR)
    stop_the_clock(page)
    page.goto(pages_of(evening))

    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Round 1 by board · 1/2")
    page.clock.run_for(7500)
    expect(heading).to_have_text("Round 1 by board · 1/2")
    page.clock.run_for(600)
    expect(heading).to_have_text("Round 1 by board · 2/2")
    page.clock.run_for(8100)
    expect(heading).to_contain_text("Round 1 by name")


@pytest.mark.quick
def test_it_pauses_on_a_key_and_on_a_tap(open_page: Callable[..., Page], evening: Evening) -> None:
    page = open_page(viewport=OLD_PROJECTOR)
    stop_the_clock(page)
    page.goto(pages_of(evening))
    heading = page.get_by_role("heading", level=1)
    first, second = "Round 1 by board · 1/2", "Round 1 by board · 2/2"

    page.keyboard.press("Space")
    expect(page.locator(".state")).to_have_text("Paused")
    for _ in range(3):  # more than one turn of one page, and not all pages
        page.clock.run_for(9000)
        expect(heading).to_have_text(first)

    page.keyboard.press("ArrowRight")
    expect(heading).to_have_text(second)
    page.keyboard.press("ArrowLeft")
    expect(heading).to_have_text(first)

    page.keyboard.press("Escape")
    expect(page.locator(".state")).to_have_text("")
    page.clock.run_for(8100)
    expect(heading).to_have_text(second)

    page.locator("#glass tbody tr").first.click()
    expect(page.locator(".state")).to_have_text("Paused")


def test_it_stays_with_the_pairings_until_the_first_result_which_arrives_by_itself(
    open_page: Callable[..., Page], second_round: Evening
) -> None:
    page = open_page(viewport=FULL_HD)
    stop_the_clock(page)
    page.goto(pages_of(second_round))
    assert lists_on(page) == ["Round 2 by board", "Round 2 by name"]
    expect(page.locator("#glass .progress")).to_contain_text("0 of 5 done")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Round 2 by board")

    second_round.enter(5, Result.BLACK_WINS)
    page.clock.run_for(11_500)

    row = page.locator("#glass tbody tr", has=page.locator("td.board", has_text="5"))
    expect(row.locator(".result")).to_contain_text("0")
    expect(page.locator("#glass tbody .on")).to_have_count(4)
    expect(page.locator("#glass .progress")).to_contain_text("1 of 5 done")
    expect(page.locator("#glass .just-in .game")).to_have_count(1)
    expect(heading).to_have_text("Round 2 by board")
    assert lists_on(page) == ["Round 2 by board", "Round 2 by name", "Standings after round 1"]


@pytest.mark.quick
@pytest.mark.postgresql
def test_a_new_round_starts_with_its_first_board(open_page: Callable[..., Page], second_round: Evening) -> None:
    for board in range(1, 6):
        second_round.enter(board, Result.DRAW)
    page = open_page(viewport=FULL_HD)
    stop_the_clock(page)
    page.goto(pages_of(second_round))
    page.keyboard.press("ArrowLeft")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("Standings after round 2")

    second_round.draft()
    second_round.publish()
    page.clock.run_for(11_500)

    expect(heading).to_have_text("Round 3 by board")
    expect(page.locator(".state")).to_have_text("Paused")


def test_one_list_has_an_address_of_its_own(open_page: Callable[..., Page], evening: Evening) -> None:
    page = open_page(viewport=FULL_HD)
    for part, name in (("boards/", "Round 1 by board"), ("names/", "Round 1 by name"), ("standings/", "Starting list")):
        page.goto(f"{pages_of(evening)}{part}")
        assert lists_on(page) == [name]


def test_the_clock_is_the_clubs_and_goes_on(open_page: Callable[..., Page], second_round: Evening) -> None:
    page = open_page(viewport=FULL_HD, timezone_id="America/New_York")
    stop_the_clock(page)
    page.goto(pages_of(second_round))

    clock = page.locator("#glass .clock")
    page.clock.run_for(100)
    expect(clock).to_have_text("20:00")  # in Oslo
    page.clock.run_for(60_000)
    expect(clock).to_have_text("20:01")


def test_the_lists_do_not_wait_for_the_browsers_calendar(open_page: Callable[..., Page], second_round: Evening) -> None:
    page = open_page(viewport=PHONE)
    stop_the_clock(page)
    page.add_init_script(
        "window.loaded = 0; const kept = Intl.DateTimeFormat;"
        "Intl.DateTimeFormat = function (...given) { window.loaded += 1; return new kept(...given); }"
    )
    page.goto(pages_of(second_round))

    expect(page.locator("#glass .lists tbody tr").first).to_be_visible()
    assert page.evaluate("window.loaded") == 0
    before = page.locator("#glass .lists").bounding_box()
    page.clock.run_for(100)
    expect(page.locator("#glass .clock")).to_have_text("20:00")
    assert page.evaluate("window.loaded") == 1
    assert page.locator("#glass .lists").bounding_box() == before


@pytest.mark.quick
def test_on_a_phone_the_words_can_be_read(open_page: Callable[..., Page], second_round: Evening) -> None:
    page = open_page(viewport=PHONE)
    page.goto(pages_of(second_round))

    expect(page.locator("#glass .lists tbody tr").first).to_be_visible()
    sizes: dict[str, float] = page.evaluate(
        """() => Object.fromEntries(Array.from(document.querySelectorAll('#glass *'))
          .filter((each) => each.checkVisibility())
          .filter((each) => Array.from(each.childNodes).some((node) => node.nodeType === 3 && node.data.trim()))
          .map((each) => [each.className + ' ' + each.nodeName, parseFloat(getComputedStyle(each).fontSize)]))"""
    )
    assert len(sizes) > 5
    assert {name: size for name, size in sizes.items() if size < 12} == {}
    assert not slides_sideways(page)


def test_keys_are_explained_to_whoever_stands_at_the_screen_only(
    open_page: Callable[..., Page], second_round: Evening
) -> None:
    page = open_page(viewport=FULL_HD)
    stop_the_clock(page)
    page.goto(pages_of(second_round))
    keys = page.locator("#glass .keys")
    expect(keys).to_be_hidden()

    page.keyboard.press("ArrowRight")
    expect(keys).to_be_visible()
    page.clock.run_for(5000)
    expect(keys).to_be_hidden()
    page.mouse.move(300, 300)
    expect(keys).to_be_visible()


def test_it_is_light_or_dark_as_the_device_asks_unless_the_address_says_which(
    open_page: Callable[..., Page], second_round: Evening
) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    address = pages_of(second_round)
    grounds = {}
    for scheme in ("light", "dark"):
        page = open_page(viewport=FULL_HD, color_scheme=scheme)
        for theme in ("", "light", "dark", "none"):
            page.goto(f"{address}?theme={theme}")
            grounds[scheme, theme] = page.evaluate(ground)

    light, dark = grounds["light", "light"], grounds["dark", "dark"]
    assert light != dark
    assert grounds["light", ""] == grounds["light", "none"] == grounds["dark", "light"] == light
    assert grounds["dark", ""] == grounds["dark", "none"] == grounds["light", "dark"] == dark


def test_the_code_is_on_the_wall_only_where_phones_get_there(
    open_page: Callable[..., Page], second_round: Evening, settings: Any
) -> None:
    page = open_page(viewport=FULL_HD)
    page.goto(pages_of(second_round))
    expect(page.locator("#glass tbody tr").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.locator("#glass .qr")).to_be_hidden()

    settings.PUBLIC_ADDRESS = "https://chess.example.org"
    page.goto(pages_of(second_round))
    expect(page.locator("#glass .qr")).to_be_visible()


def test_a_lost_network_is_said_with_its_time_and_forgotten_when_it_is_back(
    open_page: Callable[..., Page], evening: Evening, watch: Watch
) -> None:
    page = open_page(viewport=FULL_HD)
    stop_the_clock(page)
    page.goto(pages_of(evening))
    lost = page.locator("#fresh")
    expect(lost).to_be_hidden()

    cut_the_line(page, watch)
    expect(lost).to_be_visible()
    expect(lost).to_contain_text("Offline since")
    assert not glass(page).slides
    evening.enter(1, Result.DRAW)
    page.clock.run_for(2000)
    page.context.set_offline(False)

    expect(page.locator("#glass tbody tr").first.locator(".result")).to_contain_text("½")
    expect(lost).to_be_hidden()


def test_a_whole_evening_leaves_nothing_behind(open_page: Callable[..., Page], evening: Evening) -> None:
    page = open_page(viewport=FULL_HD)
    stop_the_clock(page)
    page.goto(pages_of(evening))
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    count = "document.getElementsByTagName('*').length"
    page.clock.run_for(300_000)
    elements = {page.evaluate(count) for _ in glasses(page)}

    page.keyboard.press("Escape")
    page.clock.run_for(3_600_000)

    assert {page.evaluate(count) for _ in glasses(page)} == elements


def test_without_its_script_all_lists_stand_one_below_the_other(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    page = open_page(viewport=FULL_HD, java_script_enabled=False)
    page.goto(pages_of(evening))

    headings = page.get_by_role("heading", level=2).all_inner_texts()

    assert headings == ["Round 1 by board", "Round 1 by name"]
    expect(page.locator("#live table.names tbody tr")).to_have_count(80)
    expect(page.locator(".clock")).to_be_hidden()


def test_before_the_first_round_it_shows_who_has_entered(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(5)
    page = open_page(viewport=FULL_HD)
    page.goto(pages_of(evening))

    assert lists_on(page) == ["5 players have entered"]
    expect(page.locator("#glass tbody tr")).to_have_count(5)


def test_axe_finds_nothing_and_the_contrast_is_the_highest(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport=FULL_HD)
    page.goto(a_field_of(9).address("hall/"))

    for shown in glasses(page):
        assert axe_violations_in_both_schemes(page) == [], shown.list
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            assert axe_violations(page, HIGHEST_CONTRAST) == [], (shown.list, scheme)
