"""The user guide into docs/guide/, and its pictures among the static files: `make guide`.

The texts stand in tournaments/pages/guide/texts/, where the app reads them too. Pictures are taken of a demo club as a
phone shows it, in each language, which needs Chromium. `--texts` leaves them as they are.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tools.demo_club import ROOT, chromium, demo_club, log_in
from tools.screens import Gaps, query_of, screens

if TYPE_CHECKING:
    from tournaments.models import Player
    from tournaments.pages.clubs.guide import Block, Chapter, Line

FOLDER = ROOT / "docs" / "guide"
MADE = "<!-- Made by `make guide` from tournaments/pages/guide/texts/: change it there. -->"
SHOWN_AS = {
    "check-in": "staff-evening-checking-in",
    "draft": "staff-evening-draft",
    "results": "staff-evening-playing",
    "correction": "staff-correction",
    "round": "round",
    "card": "me-in-full",
    "club": "staff-club",
    "new-tournament": "staff-new-tournament",
    "prizes": "staff-prizes",
}
"""By the name of each picture the screen that it shows."""
SCROLLED_TO = {"draft": "#moves, .pairings", "results": "#agreed", "club": "#seasons"}
"""What stands on top of the picture, where that is not the top of the page."""
WIDTH, HEIGHT = 390, 720
QUALITY = 50


def main() -> int:
    if "--texts" in sys.argv[1:]:
        import django

        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")
        django.setup()
        write_texts()
        return 0
    executable = chromium()
    with demo_club() as address:
        _take_pictures(address, executable)
        write_texts()
    return 0


def languages() -> list[str]:
    from django.conf import settings

    return [code for code, _name in settings.LANGUAGES]


def write_texts() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    for path, text in texts().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def texts() -> dict[Path, str]:
    """Each file of docs/guide/ with what belongs into it."""
    from clubchess.languages import OWN_NAMES
    from tournaments.pages.clubs.guide import CHAPTERS, read_chapter

    found: dict[Path, str] = {}
    contents = []
    for language in languages():
        chapters = [read_chapter(language, code) for code in CHAPTERS]
        for chapter in chapters:
            found[FOLDER / language / f"{chapter.code}.md"] = markdown(chapter, chapters, language)
        links = " · ".join(f"[{each.title}]({language}/{each.code}.md)" for each in chapters)
        contents.append(f"- {OWN_NAMES[language]}: {links}\n")
    found[FOLDER / "README.md"] = f"# Clubchess\n\n{MADE}\n\n{''.join(contents)}"
    return found


def markdown(chapter: Chapter, chapters: list[Chapter], language: str) -> str:
    """As a host of code shows it, with the way to the other chapters on top."""
    ways = [f"**{each.title}**" if each == chapter else f"[{each.title}]({each.code}.md)" for each in chapters]
    parts = [MADE, " · ".join(ways), f"# {chapter.title}", _words(chapter.lead)]
    parts += ["\n".join(_lines(block, language)) for block in chapter.blocks]
    return "\n\n".join(parts).replace("\N{SOFT HYPHEN}", "") + "\n"


def _lines(block: Block, language: str) -> Iterator[str]:
    from tournaments.pages.clubs.screenshots import path_of, picture_of

    if block.kind == "picture":
        path, width = f"../../../static/{path_of(language, block.name)}", picture_of(language, block.name).width
        yield f'<img src="{path}" width="{width}" alt="{block.words}">'
        return
    marks = {"heading": "## ", "points": "- "}
    for number, line in enumerate(block.lines, start=1):
        mark = f"{number}. " if block.kind == "steps" else marks.get(block.kind, "")
        yield f"{mark}{_words(line)}"


def _words(line: Line) -> str:
    return "".join(
        f"[{piece.text}]({piece.chapter}.md)" if piece.chapter else f"**{piece.text}**" if piece.msgid else piece.text
        for piece in line
    )


def _take_pictures(address: str, executable: str) -> None:
    from django.urls import reverse
    from django.utils import translation
    from playwright.sync_api import sync_playwright

    from tournaments.pages.clubs.screenshots import SCALE, file_of
    from tournaments.services.players import card_keys

    player = _playing()
    shown = dict(_screens(player))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(
            viewport={"width": WIDTH, "height": HEIGHT},
            device_scale_factor=SCALE,
            color_scheme="light",
            reduced_motion="reduce",
        )
        log_in(page, address)
        page.goto(f"{address}{reverse('open_card', args=[card_keys.make_key(player, actor=None)])}")
        for language in languages():
            shutil.rmtree(file_of(language, "").parent, ignore_errors=True)
            for name, (route, gaps) in shown.items():
                with translation.override(language):
                    path = f"{address}{reverse(route, kwargs=gaps)}{query_of(route)}"
                answer = page.goto(path)
                if answer is None or answer.status != 200:
                    raise SystemExit(f"{path} answered {answer and answer.status}")
                if name in SCROLLED_TO:
                    page.locator(SCROLLED_TO[name]).first.evaluate("element => element.scrollIntoView()")
                page.wait_for_timeout(150)
                _save(page.screenshot(), file_of(language, name))
        browser.close()


def _screens(player: Player) -> Iterator[tuple[str, tuple[str, Gaps]]]:
    there = screens()
    for name, screen in SHOWN_AS.items():
        _who, route, gaps = there[screen]
        yield name, (route, {**gaps, "public_key": player.public_key} if name == "card" else gaps)


def _playing() -> Player:
    """Somebody who sits at a board tonight, has reported nothing yet, and plays in as few tournaments as can be."""
    from tournaments.models import Attendance, ResultReport

    seats = Attendance.objects.filter(
        entry__tournament__system="keizer", round__state="published", game__result="*", entry__player__is_child=False
    )
    reported = ResultReport.objects.values("attendance__game")
    silent = seats.exclude(game__in=reported).select_related("entry__player__club").order_by("game__board", "pk")
    return min(
        silent, key=lambda seat: seat.entry.person.entries.filter(tournament__season__is_open=True).count()
    ).entry.person


def _save(shot: bytes, file: Path) -> None:
    from io import BytesIO

    from PIL import Image

    file.parent.mkdir(parents=True, exist_ok=True)
    Image.open(BytesIO(shot)).convert("RGB").save(file, "WEBP", quality=QUALITY, method=6)
    print(f"{file.parent.name}/{file.stem}: {file.stat().st_size // 1000} kB")  # noqa: T201  # a command's output


if __name__ == "__main__":
    sys.exit(main())
