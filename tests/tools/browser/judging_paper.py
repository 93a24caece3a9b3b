"""What is wrong with a printed paper, in words: who is missing or there twice, what is cut, split or left empty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from playwright.sync_api import Page

from tests.tools.browser.reading_paper import Sheet, Word, is_cut_clean
from tests.tools.pages.printed_field import ends_of
from tests.tools.played.played import Played

PAPERS = (
    ("boards", 0),
    ("names", 0),
    ("standings", 0),
    ("crosstable", 0),
    ("cards", 4),
    ("cards", 2),
    ("slips", 8),
    ("slips", 10),
    ("signs", 2),
    ("signs", 1),
    ("place_cards", 8),
    ("prizes", 0),
    ("certificates", 0),
)
"""Each paper, and how many to a page where that is chosen."""
_MARGIN = 4 * 72 / 25.4
"""Nearer to the edge no printer prints."""
_CUTS = {
    "cards": {4: (2, 2), 2: (1, 2)},
    "slips": {8: (2, 4), 10: (2, 5)},
    "signs": {2: (1, 2), 1: (1, 2)},
    "place_cards": {8: (2, 4)},
}
_HEADS = {
    "boards": ("pairings by board", "White"),
    "names": ("find your board", "Opponent"),
    "standings": ("Standings after", "Name"),
    "crosstable": ("Crosstable after", "Name"),
    "prizes": ("Prize list", "Prize"),
}
"""What stands on every page of a list: its heading, and one of a column."""
_DRAWN = {"signs", "place_cards"}
"""The boxes of large figures are larger than their ink, and what stands upside down is read letter by letter."""
_WIDER = "papers => papers.filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.ariaLabel)"
_WITHOUT_VERSION = {"signs", "place_cards", "certificates"}


def address_of(paper: str, to_a_page: int) -> str:
    """Below that of the round's papers."""
    layout = f"?to_a_page={to_a_page}" if to_a_page else ""
    return f"{paper}/{'?receivers=all' if paper == 'certificates' else layout}"


def wrong_with(played: Played, sheets: Sequence[Sheet], paper: str, to_a_page: int = 0) -> list[str]:
    """Of one paper of the newest round, printed alone with the names in full."""
    cut = _CUTS.get(paper, {}).get(to_a_page)
    return [
        *_miscounted(sheets, _expected(played, paper, sheets)),
        *_on_each(played, sheets, paper),
        *(f"page {page} is not cut clean" for page, sheet in _pages(sheets) if cut and not is_cut_clean(sheet, *cut)),
        *(f"page {page} is nearly empty" for page, sheet in _pages(sheets[:-1]) if _filled(sheet) < 1 / 3),
    ]


def wider_than_its_page(page: Page) -> list[str]:
    """Which papers: then chromium prints all of them smaller, and what is cut apart no longer in halves."""
    page.emulate_media(media="print")
    found = []
    for chosen, millimetres in ((".paper.wide", 277), (".paper:not(.wide, .cut)", 186)):
        page.set_viewport_size({"width": int(millimetres * 96 / 25.4), "height": 1000})
        found += page.eval_on_selector_all(chosen, _WIDER)
    return found


def _expected(played: Played, paper: str, sheets: Sequence[Sheet]) -> Mapping[int, int]:
    """How often each player is named."""
    newest = played.snapshot.rounds[-1]
    seated = {player for game in newest.games for player in (game.white, game.black)}
    here = seated | {bye.player for bye in newest.byes}
    everybody = list(played.entries)
    if paper == "names":
        return {player: 2 * (player in seated) + (player in here - seated) for player in everybody}
    if paper == "slips":
        return {player: int(player in seated) for player in everybody}
    if paper == "place_cards":  # on both sides; older Chromiums write what stands upside down letter by letter
        first = ends_of(min(here))[0]
        sides = 2 if sum(sheet.count(first) for sheet in sheets) == 2 else 1
        return {player: sides * (player in here) for player in everybody}
    if paper == "crosstable":
        parts = len({word.text for sheet in sheets for word in _after(sheet, "rounds")})
        return dict.fromkeys(everybody, max(parts, 1))
    if paper in {"boards", "standings", "certificates"}:
        return dict.fromkeys(everybody, 1)
    return {}


def _miscounted(sheets: Sequence[Sheet], expected: Mapping[int, int]) -> Iterator[str]:
    for end in (0, 1):
        found = Counter[int]()
        for player in expected:
            found[player] = sum(sheet.count(ends_of(player)[end]) for sheet in sheets)
        for player, count in expected.items():
            if found[player] != count:
                yield f"{ends_of(player)[end]} stands there {found[player]} times, not {count}"


def _on_each(played: Played, sheets: Sequence[Sheet], paper: str) -> Iterator[str]:
    for page, sheet in _pages(sheets):
        for word in sheet.words:
            if not _is_on_paper(sheet, word):
                yield f"page {page}: {word.text} is at the edge"
        for one, other in _overlapping(sheet) if paper not in _DRAWN else ():
            yield f"page {page}: {one.text} lies on {other.text}"
        for player in played.entries:
            first, last = map(sheet.count, ends_of(player))
            if first != last:
                yield f"page {page}: the name of {player} is split"
        for text in (*_HEADS.get(paper, ()), *(() if paper in _WITHOUT_VERSION else ("printed",))):
            if not sheet.shows(text):
                yield f"page {page} does not say {text}"


def _is_on_paper(sheet: Sheet, word: Word) -> bool:
    return (
        min(word.left, word.top) >= _MARGIN
        and word.right <= sheet.width - _MARGIN
        and word.bottom <= sheet.height - _MARGIN
    )


def _overlapping(sheet: Sheet) -> Iterator[tuple[Word, Word]]:
    """The box of a word has room above and below its letters: only its middle counts."""
    words = sorted(sheet.words, key=lambda word: word.top)
    for place, one in enumerate(words):
        for other in words[place + 1 :]:
            if other.top > one.bottom:
                break
            across = min(one.right, other.right) - max(one.left, other.left)
            down = min(one.bottom, other.bottom) - max(one.top, other.top)
            if across > 1 and down > 0.5 * min(one.bottom - one.top, other.bottom - other.top):
                yield one, other


def _filled(sheet: Sheet) -> float:
    return max((word.bottom for word in sheet.words), default=0) / sheet.height


def _pages(sheets: Iterable[Sheet]) -> Iterator[tuple[int, Sheet]]:
    return enumerate(sheets, start=1)


def _after(sheet: Sheet, text: str) -> Iterator[Word]:
    return (after for word, after in zip(sheet.words, sheet.words[1:], strict=False) if word.text == text)
