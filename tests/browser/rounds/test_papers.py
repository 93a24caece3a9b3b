"""The papers of a round as chromium prints them: nothing cut off, no row split, cut where they should be."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tools.browser.judging_paper import PAPERS, address_of, wider_than_its_page, wrong_with
from tests.tools.browser.looking import LAPTOP, PHONE, SCHEMES, TABLET, axe_violations, faults_on, slides_sideways
from tests.tools.browser.reading_paper import Sheet, Word, is_cut_clean, sheets_of
from tests.tools.casts.team_event import TeamEvent
from tests.tools.pages.printed_field import LONG, a_printed_field
from tests.tools.played.played import Played, a_tournament
from tournaments.models import Player, RoundState, Tournament
from tournaments.pages.common.short_address import QUIET
from tournaments.pages.files.match_slips import slips_to_a_page
from tournaments.selectors.prizes import PrizeScheme, scheme_to_json

PIXELS_PER_MM = 96 / 25.4
pytestmark = pytest.mark.django_db(transaction=True)
REQUIRED = os.environ.get("CI") == "true" or os.environ.get("REQUIRE_BROWSER") == "1"
reads_pdf = pytest.mark.skipif(
    not REQUIRED and shutil.which("pdftotext") is None, reason="no pdftotext: apt-get install poppler-utils"
)


@pytest.fixture
def played() -> Played:
    """Nine players, one with a name as long as names get; the fourth round is being played."""
    played = a_tournament(9, name="Club championship")
    Player.objects.filter(pk=played.entries[3].player.pk).update(
        given_name="Wolfeschlegelsteinhausenbergerdorff", family_name="Zu-Hohenlohe-Langenburg-Schillingsfürst"
    )
    played.play(absent={5}, half_byes={6})
    played.play(forfeits={1})
    played.play()
    played.play(open_boards=set(range(1, 5)), state=RoundState.PUBLISHED)
    return played


def printed(page: Page, folder: Path) -> list[Sheet]:
    page.pdf(path=folder / "papers.pdf", prefer_css_page_size=True)
    return sheets_of(folder / "papers.pdf")


@reads_pdf
def test_all_papers_of_a_round_of_nine_players(open_page: Callable[..., Page], played: Played, tmp_path: Path) -> None:
    page = open_page(played.director)
    page.goto(played.address("papers/rounds/4/all/", staff=True))
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(f"matchMedia('(prefers-color-scheme: {scheme})').matches")
        assert_all_papers_of_nine(page, played, printed(page, tmp_path))


def assert_all_papers_of_nine(page: Page, played: Played, sheets: list[Sheet]) -> None:
    assert [round(max(sheet.width, sheet.height)) for sheet in sheets] == [842] * 8
    assert [place for place, sheet in enumerate(sheets) if sheet.is_landscape] == [3]
    names = [entry.player.full_name for entry in played.tournament.entries.select_related("player")]
    for place, sheet in enumerate(sheets[:4]):
        assert [name for name in names if not sheet.shows(name)] == [], place
    cards, slips = sheets[4:7], sheets[7:]
    assert all(any(sheet.shows(name) for sheet in cards) for name in names)
    assert all(is_cut_clean(sheet, 2, 2) for sheet in cards)
    assert all(is_cut_clean(sheet, 2, 4) for sheet in slips)
    assert [len(list(sheet.parts(2, 2))) for sheet in cards] == [4, 4, 1]
    assert all(sheet.shows("round 4 · printed") for sheet in sheets)
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


def test_the_position_stands_above_the_box_of_each_round(open_page: Callable[..., Page], played: Played) -> None:
    page = open_page(played.director)
    page.goto(played.address("papers/rounds/4/cards/", staff=True))
    page.emulate_media(media="print")
    card = page.locator(".card", has=page.get_by_role("heading", name="Bo Holm"))
    above, boxes = card.locator("tr.above").all(), card.locator("tr:not(.above) > th[scope=row]").all()

    texts = [place.inner_text().split() for place in above]
    assert [len(text) for text in texts] == [2] * 4 + [1] * 6
    assert {text[0] for text in texts} == {"Position"}
    assert texts[0] == ["Position", "1"]
    for place, box in zip(above, boxes, strict=True):
        strip, row = place.bounding_box(), box.bounding_box()
        assert strip["y"] + strip["height"] <= row["y"] + 1
        assert row["y"] - strip["y"] - strip["height"] < 2


@reads_pdf
def test_a_list_of_several_pages_repeats_its_head_and_splits_no_row(
    open_page: Callable[..., Page], tmp_path: Path
) -> None:
    """Every name takes two lines, so that a row could be split."""
    played = a_tournament(40)
    for number, entry in played.entries.items():
        Player.objects.filter(pk=entry.player.pk).update(
            given_name=f"First{number:03}-Wolfeschlegelsteinhausen-Bergerdorff",
            family_name=f"Zu-Hohenlohe-Langenburg-Last{number:03}",
        )
    played.play()
    page = open_page(played.director)
    for paper in ("boards", "names", "standings", "crosstable"):
        page.goto(played.address(f"papers/rounds/1/{paper}/", staff=True))

        sheets = printed(page, tmp_path)

        assert paper in {"boards", "crosstable"} or len(sheets) > 1
        for sheet in sheets:
            assert sheet.shows("round 1 · printed"), paper
            for number in played.entries:
                assert sheet.count(f"First{number:03}") == sheet.count(f"Last{number:03}"), (paper, number)
        assert all(any(sheet.count(f"First{number:03}") for sheet in sheets) for number in played.entries)


@reads_pdf
@pytest.mark.parametrize("players", [9, 40])
def test_every_paper_names_everybody_as_often_as_it_should_and_cuts_nothing(
    open_page: Callable[..., Page], tmp_path: Path, players: int
) -> None:
    """With 120 players, and of the other systems: `python -m soak.papers`."""
    played = a_printed_field(players, 3)
    page = open_page(played.director)
    for paper, to_a_page in PAPERS:
        page.goto(played.address(f"papers/rounds/3/{address_of(paper, to_a_page)}", staff=True))

        sheets = printed(page, tmp_path)

        assert wrong_with(played, sheets, paper, to_a_page) == [], paper
    page.goto(played.address("papers/rounds/3/all/", staff=True))
    assert wider_than_its_page(page) == []


@reads_pdf
@pytest.mark.parametrize(("teams", "boards"), [(6, 4), (8, 12)])
def test_the_papers_of_teams_are_whole_and_cut_clean(
    open_page: Callable[..., Page], tmp_path: Path, teams: int, boards: int
) -> None:
    """One person in five has a name as long as names get."""
    event = TeamEvent.of_teams(
        [f"Team{number} of the old water tower" for number in range(1, teams + 1)], boards=boards, members=boards
    )
    for place, player in enumerate(Player.objects.order_by("pk")):
        given, family = LONG if place % 5 == 0 else ("Anna", "Berg")
        Player.objects.filter(pk=player.pk).update(given_name=f"{given}a{place:03}", family_name=f"{family}z{place:03}")
    for number in (1, 2):
        event.draft()
        event.publish()
        for match in range(1, teams // 2 + 1) if number == 1 else ():
            event.enter_boards(match, "1=01"[match % 4] * boards)
        if number == 1:
            event.finish()
    people = range(teams * boards)
    page = open_page(event.director)

    def sheets(paper: str) -> list[Sheet]:
        page.goto(reverse("paper", args=[event.tournament.club.slug, event.tournament.slug, 2, paper]))
        return printed(page, tmp_path)

    for paper, times in (("boards", 1), ("names", 2), ("slips", 1), ("individual", 1)):
        found = sheets(paper)
        for end in "az":
            counts = {sum(sheet.count(f"{end}{place:03}") for sheet in found) for place in people}
            assert counts == {times}, (paper, end)
        assert [page for page, sheet in enumerate(found) if not sheet.shows("printed")] == [], paper
    assert all(is_cut_clean(sheet, 1, slips_to_a_page(boards)) for sheet in sheets("slips"))
    cards = sheets("cards")
    assert len(cards) == teams  # two to a page, and their backs
    assert all(is_cut_clean(sheet, 1, 2) for sheet in (*cards, *sheets("signs")))
    assert {sum(sheet.count(f"a{place:03}") for sheet in cards) for place in people} == {1}
    assert sheets("board_prizes")
    page.goto(reverse("paper", args=[event.tournament.club.slug, event.tournament.slug, 2, "all"]))
    assert wider_than_its_page(page) == []
    page.emulate_media(media="screen")
    assert faults_on(page, PHONE, LAPTOP, in_the_dark=True) == []


def test_the_judge_of_papers_sees_what_is_wrong() -> None:
    def word(text: str, left: float = 30, top: float = 30) -> Word:
        return Word(text=text, left=left, top=top, right=left + 40, bottom=top + 10)

    def sheet(*words: Word) -> Sheet:
        return Sheet(width=595, height=842, words=words)

    names = [word(text, top=400 + 20 * place) for place, text in enumerate(("a001", "z001", "a002", "z002"))]
    heads = [word("Pairings", 100), word("pairingsbyboard", 200), word("White", 300), word("printed", 400)]
    played = SimpleNamespace(
        entries={1: None, 2: None},
        snapshot=SimpleNamespace(rounds=[SimpleNamespace(games=[SimpleNamespace(white=1, black=2)], byes=())]),
    )

    def wrong(*sheets: Sheet) -> list[str]:
        return wrong_with(played, sheets, "boards")  # type: ignore[arg-type]  # as much of it as is looked at

    assert wrong(sheet(*heads, *names)) == []
    assert wrong(sheet(*heads, *names[1:])) == ["a001 stands there 0 times, not 1", "page 1: the name of 1 is split"]
    assert wrong(sheet(*names, *heads[:3])) == ["page 1 does not say printed"]
    assert wrong(sheet(*heads, *names, word("edge", 570))) == ["page 1: edge is at the edge"]
    assert wrong(sheet(*heads, *names, word("over", 50, 402))) == ["page 1: a001 lies on over"]
    assert wrong(sheet(*heads), sheet(*heads, *names)) == ["page 1 is nearly empty"]


@reads_pdf
@pytest.mark.parametrize("name", ["Cup", "Cup of the old water tower " * 7])
def test_the_poster_is_one_page_with_a_code_to_scan_across_a_room(
    open_page: Callable[..., Page], tmp_path: Path, settings: Any, name: str
) -> None:
    settings.PUBLIC_ADDRESS = "https://a-very-long-name.of-some-club.chess.example.org"
    played = a_tournament(2)
    Tournament.objects.update(name=name.strip())
    page = open_page(played.director, PHONE)
    page.goto(played.address("papers/poster/", staff=True))
    assert axe_violations(page) == []
    assert not slides_sideways(page)

    (sheet,) = printed(page, tmp_path)

    assert not sheet.is_landscape
    assert sheet.count("Cup") == name.count("Cup")
    assert all(sheet.shows(text) for text in ("SK Rockaden", f"/t/{played.tournament.short_code}", "by themselves."))
    page.emulate_media(media="print")
    svg = page.locator(".poster svg")
    quiet = 2 * QUIET / int(svg.get_attribute("viewBox", timeout=1000).split()[2])
    assert svg.bounding_box()["width"] * (1 - quiet) / PIXELS_PER_MM >= 100


def test_pairings_have_a_code_of_22_mm_wholly_on_the_page(
    open_page: Callable[..., Page], played: Played, settings: Any
) -> None:
    settings.PUBLIC_ADDRESS = "https://a-very-long-name.of-some-club.chess.example.org"
    page = open_page(played.director)
    for paper in ("boards", "names"):
        page.goto(played.address(f"papers/rounds/4/{paper}/", staff=True))
        page.emulate_media(media="print")

        code, table = page.locator(".scan svg").bounding_box(), page.locator("table").bounding_box()

        assert round(code["width"] / PIXELS_PER_MM) == round(code["height"] / PIXELS_PER_MM) == 22
        assert code["x"] + code["width"] <= table["x"] + table["width"] + 0.5
        assert code["y"] >= table["y"]


@reads_pdf
def test_signs_cards_prizes_and_certificates_are_whole_and_cut_clean(
    open_page: Callable[..., Page], played: Played, tmp_path: Path
) -> None:
    page = open_page(played.director)
    names = [entry.player.full_name for entry in played.tournament.entries.select_related("player")]

    def sheets(paper: str) -> list[Sheet]:
        page.goto(played.address(f"papers/rounds/4/{paper}", staff=True))
        return printed(page, tmp_path)

    signs, folded = sheets("signs/"), sheets("signs/?to_a_page=1")
    assert (len(signs), len(folded)) == (2, 4)
    assert all(is_cut_clean(sheet, 1, 2) for sheet in (*signs, *folded))
    assert [[word.text for word in sheet.words if word.text.isdigit()] for sheet in signs] == [["1", "2"], ["3", "4"]]

    cards = sheets("place_cards/")
    assert len(cards) == 2
    assert all(is_cut_clean(sheet, 2, 4) for sheet in cards)
    assert all(any(sheet.shows(name) for sheet in cards) for name in names)

    (prizes,) = sheets("prizes/")
    assert all(prizes.shows(name) for name in names)

    certificates = sheets("certificates/?receivers=all")
    assert len(certificates) == 9
    assert all(sheet.is_landscape for sheet in certificates)
    assert [name for name in names if sum(sheet.shows(name) for sheet in certificates) != 1] == []
    assert all(sheet.shows("CERTIFICATE") or sheet.shows("Certificate") for sheet in certificates)


def test_the_list_of_papers_and_a_paper_can_be_read_on_every_screen(
    open_page: Callable[..., Page], played: Played
) -> None:
    page = open_page(played.director, PHONE)
    extra = "papers/rounds/4/all/?paper=signs&paper=place_cards&paper=prizes&paper=certificates"
    for rest in ("papers/", "papers/rounds/4/all/", "papers/rounds/4/slips/?to_a_page=10", extra):
        page.goto(played.address(rest, staff=True))
        assert faults_on(page, PHONE, TABLET, LAPTOP, in_the_dark=True) == []


@pytest.mark.quick
def test_one_tap_on_the_evening_prints_the_usual_papers(open_page: Callable[..., Page], played: Played) -> None:
    page = open_page(played.director, PHONE)
    page.add_init_script("window.print = () => { document.documentElement.dataset.printed = 'yes'; }")
    page.goto(played.address("", staff=True))

    page.click("#all-papers")

    expect(page.locator("html[data-printed=yes]")).to_have_count(1)
    assert page.url.endswith("papers/rounds/4/all/?paper=boards&paper=names&paper=standings")
    page.reload()
    expect(page.locator("html[data-printed=yes]")).to_have_count(0)
    page.get_by_role("button", name="Print").click()
    expect(page.locator("html[data-printed=yes]")).to_have_count(1)


def test_without_scripts_no_button_pretends_to_print(open_page: Callable[..., Page], played: Played) -> None:
    page = open_page(played.director, PHONE, java_script_enabled=False)

    page.goto(played.address("papers/rounds/4/boards/", staff=True))

    expect(page.get_by_text("Print", exact=True)).to_be_hidden()
    expect(page.get_by_role("heading", name="Round 4: pairings by board")).to_be_visible()


@reads_pdf
def test_public_tables_are_printed_without_what_is_for_the_screen(
    open_page: Callable[..., Page], played: Played, tmp_path: Path
) -> None:
    page = open_page(None)
    Tournament.objects.update(prizes=scheme_to_json(PrizeScheme(is_public=True)))
    for table in ("rounds/3/", "standings/", "crosstable/"):
        page.goto(played.address(table))

        sheet, *_names = printed(page, tmp_path)

        assert all(sheet.count(entry.player.given_name) for entry in played.entries.values() if entry.number != 3)
        of_the_screen = ("Download", "Prizes", "Round 4 has been")
        assert [words for words in of_the_screen if sheet.shows(words)] == [], table
